"""What is declared against a side, as it was told to it, with what the side can answer and what that leaves it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from service.engine.declarations import Declarations, Declared
from service.engine.facts import Fact
from service.engine.figures import signed
from service.engine.hexes import Hex
from service.engine.sentences import Sentence, contact, counted, listing, own, place, say
from service.games.ndc.known.answering import answerable, declared_against
from service.games.ndc.known.picture import HANDLES, Attack, Fire, Picture
from service.games.ndc.known.points import PointsInHand, believed, spent
from service.games.ndc.printed.units import UnitId
from service.games.ndc.staff.rosters import short


def declared(picture: Picture) -> Declarations:
    """All that is declared against a side and not yet worked, while it is asked about the first of it."""
    waiting, points = declared_against(picture), believed(picture)
    if not waiting:
        return Declarations()
    return Declarations(
        combats=tuple(shown(picture, points, waiting[one:]) for one in range(len(waiting))),
        left=(
            Fact.of("CSPs left", str(points.in_hand("support"))),
            Fact.of("EW attacks left", str(ew_in_hand(points))),
        ),
    )


def shown(picture: Picture, points: PointsInHand, waiting: Sequence[Attack | Fire]) -> Declared:
    """The first of these combats; for others, on hexes that own units hold, an answer to it may leave less."""
    combat, later = waiting[0], [one for one in waiting[1:] if picture.own_at(one.target)]
    asked = picture.item == str(combat.number)
    said = Declared(
        number=combat.number, stage="asked" if asked else "comes", title=title(combat),
        facts=(*where(picture, combat), *told_of(combat)),
    )  # fmt: skip
    if asked and (picture.question != combat.number or picture.retreating is not None):
        return replace(said, note=say("It is being resolved."))
    if isinstance(combat, Fire):
        return replace(said, note=say("It is resolved in its turn; there is nothing to answer."))
    barred = [own(unit.id, short(unit.designation)) for unit in picture.own_at(combat.origin)]
    if barred:
        stand = "stand" if len(barred) > 1 else "stands"
        cannot = ": their unit cannot have come there, so the attack is cancelled in its turn, without asking you."
        return replace(said, note=say(listing(barred), f" {stand} in ", place(combat.origin), cannot))
    answers = tuple(answers_to(picture, points, combat, later, each=asked))
    out_of_reach = say("You have nothing that reaches ", place(combat.origin), ": it is resolved without asking you.")
    return replace(said, answers=answers, note=() if answers else out_of_reach)


def title(combat: Attack | Fire) -> Sentence:
    """What comes from where and at what: Assault on 0902 from 0802."""
    if isinstance(combat, Fire):
        return say(
            "Interdiction of " if combat.kind == "interdiction" else "Counter-battery fire on ", place(combat.target)
        )
    return say(f"{combat.type.capitalize()} on ", place(combat.target), " from ", place(combat.origin))


def the_attack(combat: Attack | Fire | None) -> Sentence:
    """What drives a unit back: the assault on 1514 from 1613."""
    if not isinstance(combat, Attack):
        return say("the attack")
    return say(f"the {combat.type} on ", place(combat.target), " from ", place(combat.origin))


def where(picture: Picture, combat: Attack | Fire) -> Iterator[Fact]:
    """Who is known in the hex from which it comes, and which own units are in the other."""
    if isinstance(combat, Attack):
        seen = [h for h, one in picture.contacts.items() if combat.origin in one.hexes]
        if seen:
            yield Fact.of("Known there", listing(map(contact, HANDLES.in_order(seen)), "or"))
    there = [
        in_hex(unit.id, short(unit.designation), unit.hex, combat.target) for unit in picture.own_at(combat.target)
    ]
    yield Fact.of("In the hex", listing(there) if there else "no unit of yours")


def in_hex(unit: UnitId, called: str, stands: Hex | None, hex: Hex) -> Sentence:
    """An own unit in a hex; of one that is spread out to it from where it stands, that too."""
    spread = say(", spread out from ", place(stands)) if stands not in (None, hex) else ()
    return say(own(unit, called), spread)


def told_of(combat: Attack | Fire) -> Iterator[Fact]:
    """The figures with which it was declared; those that are nought are left out."""
    if isinstance(combat, Fire):
        yield Fact.of("CSPs", str(combat.csps))
        return
    yield Fact.of("Total", signed(combat.total))
    figures = {
        "Barrage": combat.barrage, "EW attacks": combat.ew_attacks, "EW superiority": combat.superiority,
        "EW level on them": combat.attacker_ew,
    }  # fmt: skip
    yield from (Fact.of(label, str(value)) for label, value in figures.items() if value)
    if combat.chemical:
        yield Fact.of("Chemical", "persistent" if combat.persistent else "yes")


def answers_to(
    picture: Picture, points: PointsInHand, attack: Attack, later: Sequence[Attack | Fire], *, each: bool
) -> Iterator[Fact]:
    """What can be put against an attack, with what it leaves: `each` number of points, or the most alone."""
    can = answerable(picture, attack)
    fire, at_most = max(can.fire, can.chemical_fire), "" if each else "At most "
    for csps in range(1 if each else max(fire, 1), fire + 1):
        drawn = points.draw(attack.origin, csps, "support")
        after = replace(points, account=spent(points.account, points.tables, drawn, "support"))
        has, leaves = points.in_hand("support"), after.in_hand("support")
        yield Fact.of(at_most + counted(csps, "CSP"), leaving(csps, leaves, has), *fewer(points, after, later))
    for attacks in range(1 if each else max(can.ew, 1), can.ew + 1):
        has = ew_in_hand(points)
        yield Fact.of(at_most + counted(attacks, "EW attack"), leaving(attacks, has - attacks, has))
    if can.command:
        yield Fact.of("Division commander", "can lead the defence")


def leaving(spends: int, leaves: int, has: int) -> str:
    """leaves 4 of 7"""
    return f"{'leaves' if spends == 1 else 'leave'} {leaves or 'none'} of {has}"


def fewer(points: PointsInHand, after: PointsInHand, later: Sequence[Attack | Fire]) -> Iterator[str]:
    """For which of the later attacks fewer CSPs would be left, and how many."""
    for one in later:
        if isinstance(one, Attack) and (left := after.csps(one.origin, "support")) < points.csps(one.origin, "support"):
            yield f", {left or 'none'} for combat {one.number}"


def ew_in_hand(points: PointsInHand) -> int:
    """How many EW attacks a side has points for."""
    return points.account.ew_points // points.tables.ew.points_per_attack
