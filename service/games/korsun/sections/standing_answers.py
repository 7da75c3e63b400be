"""What a side on standing orders says to a combat: the first line that fits, or the usual answer (parent 3.4).

All of it goes by the side's own picture and by what was declared. The combat is that of the picture's present heading.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy

from service.engine.orders import Order, accepts
from service.engine.state import duplicate
from service.games.korsun.known.defense import AirLine, ArtilleryLine, ReactionLine
from service.games.korsun.known.expected import declared_ratio, odds_before_shifts, printed_attack
from service.games.korsun.known.picture import Attack, Picture, field_of
from service.games.korsun.known.ways import terrain_cost
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import FULL, Command, UnitId
from service.games.korsun.sections.attacks import React, mission_tracks
from service.games.korsun.sections.retreat import nearest
from service.games.korsun.sections.support import (
    CommitEngineers,
    FireArtillery,
    FlyInDefense,
    HoldGround,
    PaySupply,
    defensive_missions,
    my_engineers,
    my_units,
    ready_pieces,
)

USUAL_POINTS = 1
"""Supply points that a marker keeps where no line fits."""
USUAL_ODDS = "2:1"
"""The odds before shifts from which a mission flies where no line fits."""


def at_combat(picture: Picture, attack: Attack) -> Picture:
    """The picture as it would be if this combat were the one that is being fought."""
    there = copy(picture)
    there.attacks = [*(one for one in picture.attacks if one.number != attack.number), attack]
    there.item = str(attack.number)
    return there


def within(picture: Picture, column: int, least: str | None, most: str | None) -> bool:
    """Whether a column lies between two that are named."""
    names = picture.tables.combat.names
    return (least is None or column >= names.index(least)) and (most is None or column <= names.index(most))


# ---- reaction (12.1.2)


def reactions(picture: Picture) -> list[Order]:
    """What the lines have each armor unit do, one after the other, as far as it can; where none fits it holds."""
    believed, found = duplicate(picture), list[Order]()
    for id in sorted(believed.own):
        order = reaction_of(believed, id)
        if order is not None:
            order.believe(believed)
            found.append(order)
    return found


def reaction_of(picture: Picture, id: UnitId) -> React | None:
    """The first line that fits a unit and one of the attacks, in the order in which they were declared."""
    here = picture.own[id].hex
    if here is None or not picture.rules.profile(id).is_armor:
        return None
    for line in picture.standing.reactions:
        if line.unit not in (None, id):
            continue
        for attack in picture.attacks:
            if attack.by == picture.side or line.hex not in (None, attack.hex):
                continue
            if not within(picture, declared_ratio(picture, attack), line.least, line.most):
                continue
            if line.does == "hold":
                return None
            order = reaction(picture, id, line, attack)
            if order is not None:
                return order
    return None


def reaction(picture: Picture, id: UnitId, line: ReactionLine, attack: Attack) -> React | None:
    """The order that a line comes to for a unit and an attack, if it can be given."""
    here = picture.own[id].hex
    if line.does == "leave":
        if here != attack.hex:
            return None
        return min(ways_out(picture, id, attack), key=lambda found: found[0], default=(None, None))[1]
    order = React(unit=id, hex=line.to or attack.hex)
    return order if here != order.hex and accepts(picture, order) else None


def ways_out(picture: Picture, id: UnitId, attack: Attack) -> list[tuple[tuple[object, ...], React]]:
    """The hexes that a unit could leave for, those under no attack and toward its own marker first."""
    field, attacked = field_of(picture), {one.hex for one in picture.attacks if one.by != picture.side}
    here, sdm = picture.own[id].hex, field.sdm_of(id)
    assert here is not None
    home = sdm.hex if sdm is not None else None
    found = list[tuple[tuple[object, ...], React]]()
    for hex in picture.rules.board.beside(here):
        order = React(unit=id, hex=hex)
        if accepts(picture, order) and terrain_cost(field, field.profile(id), here, hex) is not None:
            near = nearest(hex, [home]) if home is not None else 0
            found.append(((hex in attacked, field.controlled(hex), near, hex), order))
    return found


# ---- support (12.4, 6.2, 12.10, 12.9.1, 12.14)


def supply_paid(picture: Picture) -> list[Order]:
    """For each command what its line says; without one a point is paid if one is left afterwards."""
    attack = picture.attack
    if attack is None:
        return []
    paid, left = list[Command](), {command: sdm.sp for command, sdm in picture.sdms.items()}
    cost = picture.tables.supply.supported_combat
    for command in sorted({picture.rules.counters[id].command for id in my_units(picture, attack)}):
        payer = field_of(picture).payer(command)
        keep = kept_for(picture, attack, command)
        if keep is None or command in attack.supported.get(picture.side, []) or left.get(payer, 0) - cost < keep:
            continue
        if accepts(picture, PaySupply(commands=(*paid, command))):
            left[payer] -= cost
            paid.append(command)
    return [PaySupply(commands=tuple(paid))] if paid else []


def kept_for(picture: Picture, attack: Attack, command: Command) -> int | None:
    """The points that a command's marker is to keep; None where nothing is paid for it."""
    strength = printed_attack(picture, attack)
    for line in picture.standing.supply:
        if line.command in (None, command) and line.hex in (None, attack.hex) and strength >= line.strength:
            return line.keep if line.does == "pay" else None
    return USUAL_POINTS


def missions_flown(picture: Picture) -> list[Order]:
    """As many missions as the line says; without one, one while the odds before shifts are 2:1 or more."""
    attack = picture.attack
    free = 0 if attack is None else defensive_missions(picture, attack)
    if attack is None or not free:
        return []
    column, usual = odds_before_shifts(picture, attack), AirLine(least=USUAL_ODDS)
    tracks = mission_tracks(picture, my_units(picture, attack))
    for line in (*picture.standing.air, usual):
        if line.hex in (None, attack.hex) and within(picture, column, line.least, line.most):
            have = sum(picture.stores.missions.get(track, 0) for track in tracks)
            missions = min(line.missions, free, have - line.keep)
            return [FlyInDefense(missions=missions)] if missions > 0 else []
    return []


def guns_fired(picture: Picture) -> list[Order]:
    """The pieces that the line names; without one all Full pieces in range if the attacker fires, else none."""
    attack = picture.attack
    if attack is None or attack.points.get(picture.side):
        return []
    column, usual = odds_before_shifts(picture, attack), ArtilleryLine(fired=True, keep="low")
    for line in (*picture.standing.artillery, usual):
        fires = not line.fired or bool(attack.points.get(other(picture.side)))
        if line.hex in (None, attack.hex) and fires and within(picture, column, line.least, line.most):
            ready = [id for id in ready_pieces(picture, attack) if not line.units or id in line.units]
            units = tuple(id for id in ready if line.keep == "out" or picture.own[id].ammo == FULL)
            return [FireArtillery(units=units)] if units and line.does == "fire" else []
    return []


def engineers_committed(picture: Picture) -> list[Order]:
    """All engineers that are attacked, where the first line that fits says so."""
    attack = picture.attack
    for line in picture.standing.engineers if attack is not None else ():
        if attack is not None and line.hex in (None, attack.hex):
            able = my_engineers(picture, attack)
            return [CommitEngineers(units=able)] if able and line.does == "declare" else []
    return []


def ground_held(picture: Picture) -> list[Order]:
    """No Retreat, where the first line that fits says so and it can be declared."""
    attack = picture.attack
    if attack is None:
        return []
    units = [picture.own[id] for id in my_units(picture, attack) if picture.rules.profile(id).is_combat]
    steps = sum(unit.steps(picture.rules.profile(unit.id)) for unit in units)
    for line in picture.standing.no_retreats:
        if line.hex in (None, attack.hex) and steps >= line.steps:
            hold = HoldGround()
            return [hold] if line.does == "declare" and accepts(picture, hold) else []
    return []


BY_LINES: Mapping[type[Order], Callable[[Picture], list[Order]]] = {
    React: reactions, PaySupply: supply_paid, FlyInDefense: missions_flown, FireArtillery: guns_fired,
    HoldGround: ground_held, CommitEngineers: engineers_committed,
}  # fmt: skip
"""What lines answer, by the order that a heading asks for."""


def support(picture: Picture, asked: Sequence[type[Order]]) -> list[Order] | None:
    """What is said at a heading that asks for these orders; None where lines say nothing there."""
    return next((answers(picture) for order, answers in BY_LINES.items() if order in asked), None)
