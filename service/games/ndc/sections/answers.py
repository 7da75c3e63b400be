"""What a side on standing orders answers in the enemy's turn (NDC-MOV-02, parent 5).

Measured by what that side knows: the attack as it was declared, and its own units and points. Where its standing orders
say nothing, the rules' default holds.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.hexes import Hex, distance
from service.engine.lines import StandingAnswer
from service.engine.orders import Order, accepts
from service.engine.outline import Heading
from service.games.ndc.known.answering import commander_can_defend, defending
from service.games.ndc.known.picture import Attack, MustRetreat, Picture
from service.games.ndc.known.points import artillery_in, believed
from service.games.ndc.known.standing import AttackLine, RetreatLine, StandingLines
from service.games.ndc.known.ways_out import headquarters, retreat_hexes, room
from service.games.ndc.printed.units import Unit, UnitId
from service.games.ndc.sections.defence import Defend, Retreat, StandFast, asked_about

ANSWERED: tuple[type[Order], ...] = (Defend, StandFast, Retreat)
"""All that the non-phasing side is ever asked to decide."""


def answer(picture: Picture, heading: Heading) -> list[Order]:
    """What a side on standing orders answers; where they are silent, nothing, which means the rules' default."""
    if Defend in heading.orders:
        return answer_to_attack(picture)
    if Retreat in heading.orders:
        return way_out(picture)
    return []


def given(picture: Picture) -> StandingLines:
    """The lines of the side, and what holds where none fits."""
    return picture.standing


def rehearse(then: Picture, now: Picture, heading: Heading) -> list[StandingAnswer]:
    """What the standing orders of now would have answered then."""
    then.standing = now.standing
    return [StandingAnswer(order=order) for order in answer(then, heading)]


def answer_to_attack(picture: Picture) -> list[Order]:
    """The answer of the first line that fits, as far as points and limits allow, for a hex that own units hold."""
    attack, standing = asked_about(picture), picture.standing
    line = None if attack is None else line_for(picture, attack)
    if attack is None or line is None:
        return []
    ledger = believed(picture)
    spare = max(0, ledger.in_hand("support") - standing.keep_csps)
    fire = min(line.fire, ledger.csps(attack.origin, "support"), spare)
    drawn = ledger.draw(attack.origin, fire, "support")
    heavy = artillery_in(drawn) >= picture.tables.chemical.csps_at_least
    chemical = line.chemical and picture.account.released and heavy
    ew = min(line.ew, ledger.ew_attacks(attack.origin))
    if standing.most_ew is not None:
        ew = min(ew, max(0, standing.most_ew - picture.account.ew_attacks))
    defence = Defend(
        fire=fire,
        chemical=chemical,
        persistent=chemical and line.persistent,
        ew=ew,
        command=line.command and commander_can_defend(picture, attack),
    )
    return [defence] if accepts(picture, defence) else []


def line_for(picture: Picture, attack: Attack) -> AttackLine | None:
    """The line that answers an attack: the first that fits, else what holds otherwise; None for an empty hex."""
    there, standing = picture.own_at(attack.target), picture.standing
    unit = defending(there)
    if unit is None:
        return None
    for line in standing.attacks:
        if fits(line, attack, unit, [one.id for one in there]):
            return line
    if standing.only_assaults and attack.type != "assault":
        return None
    return AttackLine(
        fire=standing.fire,
        ew=standing.ew,
        chemical=standing.chemical,
        persistent=standing.persistent,
        command=standing.command,
    )


def fits(line: AttackLine, attack: Attack, unit: Unit, there: Sequence[UnitId]) -> bool:
    """Whether a line is for an attack, as it was declared, on a hex that this own unit defends."""
    declared = (
        (line.his_total, attack.total), (line.his_barrage, attack.barrage), (line.his_ew, attack.ew_attacks),
        (line.his_superiority, attack.superiority), (line.his_jamming, attack.attacker_ew),
    )  # fmt: skip
    return (
        line.type in ("any", attack.type)
        and line.hex in (None, attack.target)
        and (line.unit is None or line.unit in there)
        and line.unit_type in ("any", unit.type)
        and line.mode in ("any", unit.mode)
        and line.to_least <= unit.to
        and (not line.to_most or unit.to <= line.to_most)
        and all(not least or his >= least for least, his in declared)
        and (attack.chemical or not line.his_chemical)
    )


def way_out(picture: Picture) -> list[Order]:
    """Stand fast, or the next hex; nothing where the rules' default says as much."""
    due = picture.retreating
    if due is None:
        return []
    line = next(
        (one for one in picture.standing.retreats if one.unit in (None, due.unit) and one.why in ("any", due.kind)),
        RetreatLine(stand_fast=picture.standing.stand_fast),
    )
    if line.stand_fast and due.stand_fast:
        return [StandFast()]
    hex = next_hex(picture, due, line)
    return [] if hex is None else [Retreat(hex=hex)]


def next_hex(picture: Picture, due: MustRetreat, line: RetreatLine) -> Hex | None:
    """The hex that a line prefers, of equal ones that farthest from known enemies; None: as the rules have it."""
    goal = line.hex if line.to == "hex" else headquarters(picture, due) if line.to == "hq" else None
    if goal is None and not line.avoid:
        return None
    hexes = retreat_hexes(picture, due)
    open_to_it = [hex for hex in hexes if hex not in line.avoid] or hexes
    return min(
        open_to_it,
        key=lambda hex: (0 if goal is None else distance(hex, goal), -room(picture, hex), hex),
        default=None,
    )
