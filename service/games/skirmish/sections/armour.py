"""What a shot does to armour (P12, P13): aspects, the chance to hit, and what a hit does."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from service.engine.bills import Bill
from service.engine.dice import Dice, Roll
from service.engine.events import Event
from service.engine.grids import MapSheet
from service.engine.hexes import Hex
from service.engine.seats import Seat
from service.engine.telling import tell
from service.games.skirmish.known.bills import kept, shot_bill
from service.games.skirmish.known.firepower import Weapon, aside
from service.games.skirmish.known.reports import FireSuffered, FireTold, ShotReckoning
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.field import cover
from service.games.skirmish.printed.figures import Aspect, FireFigures, Kill
from service.games.skirmish.printed.sight import Sight
from service.games.skirmish.printed.tables import Tables
from service.games.skirmish.sections.elements import set_ground
from service.games.skirmish.sections.morale import changed, lose, suffer
from service.games.skirmish.truth.state import ShotNoted, State


def aspect_of(sheet: MapSheet, vehicle: Base, shooter: Hex) -> Aspect:
    """The plate that faces a shooter; a bearing just on a boundary counts for the thicker (P12)."""
    assert vehicle.hex is not None
    if sheet.within_sixty(vehicle.hex, vehicle.heading, shooter) >= 0:
        return "front"
    behind = vehicle.heading + sheet.headings // 2
    return "rear" if sheet.within_sixty(vehicle.hex, behind, shooter) > 0 else "side"


def plate(state: State, vehicle: Base, aspect: Aspect) -> int:
    """The armour of a vehicle on one of its sides."""
    make = state.rules.profile(vehicle).make
    assert make is not None and make.armour is not None
    return make.armour.at(aspect)


def number_to_hit(figures: FireFigures, base: Base, distance: int) -> int:
    """The number that two dice must not pass (P13)."""
    return figures.to_hit_at_weapon.at(distance) if base.weapon else figures.to_hit.at(distance)


def kill_number(tables: Tables, base: Base, armour: int, weapon: Weapon) -> int:
    """K of P13: by how strong the shot is against the plate that it meets."""
    if weapon == "high explosive":
        return tables.fire.kill_base + tables.fire.high_explosive_ap - armour
    make = tables.bases.profile(base).make
    ap = make.ap if make else tables.bases.weapons[str(base.weapon)].ap
    return tables.fire.kill_base + ap - armour


def kill_by(figures: FireFigures, total: int, number: int) -> Kill:
    """What a hit does; the luckiest throw always knocks out at the least, the unluckiest never does."""
    result = figures.kill.at(total - number)
    if total == figures.lucky and result not in ("destroyed", "knocked_out"):
        return "knocked_out"
    if total == figures.unlucky and result in ("destroyed", "knocked_out"):
        return "immobilised"
    return result


def purpose_of(side: Seat, hex: Hex, what: str = "shot", *, seen: bool = False, public: bool = False) -> str:
    """What a roll is for; who sees it is fixed when it is thrown: both, the shooter, or nobody (P27)."""
    how = "at" if public else "from hiding at" if seen else "blindly at"
    return f"P13 {what} of {side} {how} {hex}"


def shot_at(
    state: State, base: Base, target: Base, dice: Dice, weapon: Weapon = "armour piercing"
) -> Generator[Event, None, tuple[Roll, bool]]:
    """One shot at a vehicle, as things really are: to hit, then what it does (P12, P13).

    The roll to hit, and whether the shooter was told of it: they are, of what they see.
    """
    assert base.hex is not None and target.hex is not None
    side, hex, tables = base.side, target.hex, state.tables
    figures = tables.fire
    view, exposed = state.seen_as(side, target.id), state.seen_as(target.side, base.id)
    seen = view is not None and view.in_sight and view.identified
    public = seen and exposed is not None and exposed.in_sight and exposed.identified
    line = state.sight(base.hex, hex)
    number, added = number_to_hit(figures, base, line.distance), added_to_hit(state, base, target, line)
    yield ShotNoted(shooter=base.id, target=target.id)
    roll = dice.roll(figures.dice, purpose_of(side, hex, seen=seen, public=public), public=public)
    struck = roll.total != figures.unlucky and (roll.total == figures.lucky or roll.total + added.total <= number)
    reckoning = ShotReckoning(number=number, modifiers=kept(added), faces=roll.faces)
    did: Kill | None = None
    if struck:
        aspect = aspect_of(state.rules.sheet, target, base.hex)
        least = kill_number(tables, base, plate(state, target, aspect), weapon)
        kill = dice.roll(figures.dice, purpose_of(side, hex, "hit", seen=seen, public=public), public=public)
        did = kill_by(figures, kill.total, least)
        reckoning = replace(reckoning, aspect=aspect, kill_number=least, kill_faces=kill.faces)
    if seen and view is not None:
        yield tell(state, side, FireTold(
            shooters=(base.id,), weapon=weapon, hex=hex, target=view.handle, shot=reckoning, kill=did,
            at_armour=True, keeps=True,
        ))  # fmt: skip
    yield tell(state, target.side, FireSuffered(
        base=target.id, weapon=weapon, shooters=(exposed.handle,) if exposed and exposed.in_sight else (),
        shot=reckoning if public else None, kill=did, at_armour=True,
    ))  # fmt: skip
    yield changed(target.id, under_fire=True)
    if did is not None:
        yield from knocked(state, target, did, dice)
    return roll, seen


def added_to_hit(state: State, base: Base, target: Base, line: Sight) -> Bill:
    """What is added to the dice of a shot, as things really are (P13)."""
    assert base.hex is not None and target.hex is not None
    rules, make = state.rules, state.rules.profile(target).make
    on_the_way = target.id == state.playing.mover or target.in_motion
    turn, earlier = state.shots_at.get(f"{base.id}>{target.id}", (0, 0))
    return shot_bill(
        rules.tables.fire, base, line, cover(rules, state.ground, target.hex, base.hex, target), moving=on_the_way,
        fast=on_the_way and target.pace == "fast", small=make is not None and make.small,
        earlier=earlier if turn >= state.player_turn - 1 else 0, off=aside(rules, base, target.hex),
    )  # fmt: skip


def knocked(state: State, target: Base, effect: Kill, dice: Dice) -> Iterator[Event]:
    """What becomes of a vehicle that was hit; a wreck is left of one that is lost, and burns if it was destroyed.

    What shakes its crew adds up, and may drive it out in the end (P5).
    """
    if effect == "immobilised":
        yield changed(target.id, immobilised=True)
    elif effect == "shaken":
        yield from suffer(state, target.id, state.tables.morale.crew_shaken, dice)
    elif effect != "nothing":
        hex = Hex(str(target.hex))
        yield from lose(state, target.id, "eliminated")
        burning = {**state.ground.burning_wrecks, hex: state.turn} if effect == "destroyed" else None
        smoke = {**state.ground.smoke, hex: state.tables.weather.fire.smoke} if burning else state.ground.smoke
        yield from set_ground(state, replace(
            state.ground, wrecks=tuple(sorted({*state.ground.wrecks, hex})), smoke=dict(sorted(smoke.items())),
            burning_wrecks=burning if burning is not None else state.ground.burning_wrecks,
        ))  # fmt: skip


def armour_kill(
    state: State, target: Base, ap: int, aspect: Aspect, dice: Dice, purpose: str
) -> Generator[Event, None, Kill]:
    """A hit of bombs or shells on a vehicle, on a hidden track; what it did."""
    figures = state.tables.fire
    roll = dice.roll(figures.dice, purpose)
    effect = kill_by(figures, roll.total, figures.kill_base + ap - plate(state, target, aspect))
    yield from knocked(state, target, effect, dice)
    return effect
