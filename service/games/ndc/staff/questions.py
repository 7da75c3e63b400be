"""What a side is asked, in a sentence and as facts: how to meet an attack, where to go from one that it lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from service.engine.facts import Fact, as_words
from service.engine.figures import signed
from service.engine.hexes import Hex
from service.engine.sentences import Said, Sentence, counted, joined, place, rule, say, without_stop
from service.games.ndc.known.picture import MustRetreat, Picture
from service.games.ndc.known.reach import MOVEMENT_SEGMENT, hindrance, points_left
from service.games.ndc.known.view import View
from service.games.ndc.known.ways_out import ways
from service.games.ndc.known.zones import controlled
from service.games.ndc.printed.units import UnitId
from service.games.ndc.staff.declared import in_hex, the_attack
from service.games.ndc.staff.driven_back import combat_worked, of_fire, why_it_was_lost
from service.games.ndc.staff.rosters import short
from service.games.ndc.staff.terms import AFTER_A_FIGHT, ASKS, SENDING_OFF

MODES = "mode-change-and-forced-march-designation-phase"
"""The last name in the address of the heading at which modes are changed."""
Called = Callable[[str], Said]
"""What an own unit is called, by its id."""


def ask(picture: Picture, view: View, kinds: Sequence[str], called: Called) -> Sentence:
    """What orders of these kinds are asked for, at the heading where the seat stands."""
    asked = view.question
    if view.retreating is not None:
        return driven_out(picture, view.retreating, called)
    if asked is not None and not any(asked.target in unit.hexes for unit in view.own):
        there = "you can jam the attack, or let it come." if "defend" in kinds else "there is nothing to defend."
        return say("The enemy attacks ", place(asked.target), f", where no unit of yours stands: {there}")
    if picture.address.endswith("/send-the-results"):
        return say(SENDING_OFF)
    if "move" in kinds and picture.segment > 1:
        return say(AFTER_A_FIGHT, rule("NDC-MOV-06"), ".")
    return say(next((ASKS[kind] for kind in kinds if kind in ASKS), ""))


def idle(picture: Picture, unit: UnitId) -> Sentence:
    """Why a unit has no orders where units are moved or change modes; nothing at another heading."""
    own, step = picture.own.get(unit), picture.address.split("/")[-1]
    if own is None or not picture.asked:
        return ()
    if step == MODES and own.mode_tried:
        return say("It has already tried to change its mode in this phase (", rule("NDC-MOD-01"), ").")
    if step != MOVEMENT_SEGMENT:
        return ()
    if picture.planned:
        return say("All moves come before the combats: once a combat is on the sheet, nobody moves in this segment (",
                   rule("NDC-MOV-01"), ").")  # fmt: skip
    reason = hindrance(picture, own)
    if reason is None:
        left = counted(points_left(picture, own), "movement point")
        return say(f"It can enter no hex beside it: it has {left} left (", rule("NDC-MOV-01"), ").")
    code, why = reason
    later = " It can close up in its Mode Change Phase." if own.spread and code == "NDC-MOV-07" else ""
    return say(without_stop(say(*why)), " (", rule(code), f").{later}")


def driven_out(picture: Picture, due: MustRetreat, called: Called) -> Sentence:
    """What came of a fight so far, before its loser is asked where to go."""
    unit, far = picture.own.get(due.unit), counted(due.hexes_left, "hex", "hexes")
    fought = "Their fire has hit" if due.kind == "displace" else "The fight went against you"
    left = f", with {counted(unit.to, 'T/O level')} left" if unit is not None else ""
    return say(f"{fought}: ", called(due.unit), f" has to go {far} from ", place(due.hex), f"{left}. Choose where to.")


def question(picture: Picture, view: View, called: Called) -> Iterator[Fact]:
    """The facts of what is asked: who has to go and why, or the attack as it was declared."""
    if view.retreating is not None:
        yield from of_retreat(picture, view.retreating, called)
    elif picture.address.endswith("/retreat"):
        yield Fact.of("Hexes to go", "none left")
    elif view.question is not None:
        yield from of_attack(view)


def of_retreat(picture: Picture, due: MustRetreat, called: Called) -> Iterator[Fact]:
    """Who has to go, before whom, how far they have come already, and how far it is still."""
    worked = combat_worked(picture)
    yield Fact.of("Unit", called(due.unit))
    if due.kind == "displace":
        yield Fact.of("Displaced by", of_fire(worked))
    else:
        yield Fact.of("Driven back by", the_attack(worked))
        yield from why_it_was_lost(due, worked, picture)
    gone = worked is not None and due.hex != worked.target
    if worked is not None and gone:
        yield Fact.of("Has gone", say(place(worked.target), " to ", place(due.hex)))
    longer = any(len(way) > due.hexes_left for way in ways(picture, due))
    yield Fact.of(
        f"Hexes {'still ' * gone}to go", f"{due.hexes_left}{', not counting those where units of yours stand' * longer}"
    )
    yield from (Fact.of("T/O levels left", str(one.to)) for one in picture.own.values() if one.id == due.unit)


def costs_of_entry(picture: Picture, hex: Hex) -> Iterator[str]:
    """What a hex costs a unit beside points that moves or has to fall back into it, as far as its side knows
    (NDC-RES-11, NDC-CBF-10)."""
    due = picture.retreating
    if due is None and not picture.address.endswith(MOVEMENT_SEGMENT):
        return
    if due is not None and due.kind == "retreat" and controlled(picture, hex):
        yield f"enemy control: {signed(-picture.tables.retreat.enemy_zone_loss)} T/O level"
    for kind, called in (("interdiction", "interdicted"), ("gas", "gas")):
        if picture.marker(kind, hex) is not None:
            yield f"{called}: may cost T/O levels"


def of_attack(view: View) -> Iterator[Fact]:
    """An attack or a fire as it was declared, and who stands where it falls."""
    asked = view.question
    assert asked is not None
    there = [
        in_hex(unit.id, short(unit.designation), unit.hexes[0], asked.target)
        for unit in view.own
        if asked.target in unit.hexes
    ]
    yield Fact.of("Your hex" if there else "Hex", place(asked.target))
    if there:
        yield Fact.of("In it", joined(" and ", there))
    for name, label in (
        ("origin", "From"), ("type", "Type"), ("total", "The enemy's total"), ("barrage", "Barrage"),
        ("attacker_ew", "EW on the attacker"), ("ew_attacks", "Their EW attacks (jamming)"), ("csps", "CSPs"),
    ):  # fmt: skip
        value = getattr(asked, name, None)
        if name == "origin" and value:
            yield Fact.of(label, place(value))
        elif value not in (None, 0, ""):
            yield Fact.of(label, as_words(str(value)) if name == "type" else str(value))
    if getattr(asked, "chemical", False):
        yield Fact.of("Chemical", "persistent" if getattr(asked, "persistent", False) else "yes")
