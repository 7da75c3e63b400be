"""Units, supply markers and contacts as lists have them: what each is, how it stands, its figures."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.facts import Fact, Row
from service.engine.sentences import capital, counted, listed, place, say
from service.games.korsun.known.picture import Contact, Picture, Seen
from service.games.korsun.printed.scenario import Scenario
from service.games.korsun.printed.units import AMMUNITION, FULL, Unit
from service.games.korsun.staff.terms import type_of

BOXES = {
    "coming": "to come", "staged": "waits to enter", "holding": "in its holding box", "workshop": "in the workshop",
    "saved": "saved",
}  # fmt: skip
"""Where a unit is that stands in no hex."""


def states(unit: Unit) -> list[tuple[str, str]]:
    """What a unit suffers or holds, the worst first: in words, and in the letters that its counter has."""
    found = (
        ("disorganized", "D", unit.order == "disorganized"), ("regrouping", "RG", unit.order == "regroup"),
        ("out of supply, second turn", "O2", unit.supply == "oos2"), ("out of supply", "O1", unit.supply == "oos1"),
        (f"ammunition {AMMUNITION[unit.ammo]}", "A" + "OL"[unit.ammo] if unit.ammo < FULL else "", unit.ammo < FULL),
        (f"No Fire {unit.no_fire}", "NF", bool(unit.no_fire)), ("breakthrough", "B", unit.breakthrough),
        ("in reserve", "R", unit.reserve), ("in extended supply", "X", unit.extended),
    )  # fmt: skip
    return [(words, letters) for words, letters, holds in found if holds]


def own_row(rules: Scenario, unit: Unit) -> Row:
    """One own unit of the list."""
    counter, printed = rules.counters[unit.id], rules.profile(unit.id)
    steps = f"{unit.steps(printed)} of {printed.steps}"
    if printed.is_gun:
        figures = [Fact.of("Fire", str(printed.fs)), Fact.of("Range", str(printed.range)), Fact.of("Steps", steps)]
    else:
        figures = [
            Fact.of("Attack", str(unit.attack(printed))), Fact.of("Defense", str(unit.defense(printed))),
            Fact.of("Steps", steps),
        ]  # fmt: skip
        if unit.ap(printed):
            figures.append(Fact.of("Against armor", str(unit.ap(printed))))
    figures.append(Fact.of("Moves", str(printed.ma)))
    due = f", game-turn {counter.turn}" if unit.box == "coming" and counter.turn else ""
    return Row(
        id=unit.id, name=unit.id, line=say(f"{capital(type_of(counter))}, {counter.command}"), place=unit.hex,
        absent="" if unit.hex is not None else f"{BOXES.get(unit.box, 'off the map')}{due}",
        figures=tuple(figures), tags=tuple(words for words, _ in states(unit)),
    )  # fmt: skip


def own_rows(picture: Picture) -> Iterator[Row]:
    """The own units by their commands, those on the map first."""
    rules = picture.rules
    rank = {id: number for number, id in enumerate(rules.counters)}
    here = sorted(picture.own.values(), key=lambda unit: (unit.hex is None, rank[unit.id]))
    return (own_row(rules, unit) for unit in here)


def shown_as(contact: Contact) -> str:
    """An enemy hex in few words: who was identified there, or how large the stack is."""
    if contact.units:
        return listed(unit.id for unit in contact.units)
    if contact.marker:
        return "supply marker"
    return f"{'large' if contact.large else 'small'} stack"


def seen(then: int, turn: int) -> str:
    """How long ago something was seen, by game-turns; what was seen as the match opened has turn 0."""
    if not then:
        return "before the first game-turn"
    return "earlier in this game-turn" if then >= turn else f"{counted(turn - then, 'game-turn')} ago"


def contact_row(rules: Scenario, contact: Contact, turn: int) -> Row:
    """One enemy hex of the list, with the age of what is known."""
    kinds = dict.fromkeys(type_of(rules.counters[one.id]) for one in contact.units)
    line = capital(", ".join(kinds)) if kinds else "not identified" if not contact.marker else "nobody with it"
    tags = [f"{one.id} {state}" for one in contact.units for state in ailing(one)]
    return Row(
        contact=contact.handle, name=f"{contact.handle}: {shown_as(contact)}",
        line=say(line, *(span for side in contact.building for span in say(", building a bridge at ", place(side)))),
        place=contact.hex,
        figures=(Fact.of("Seen", "now" if contact.in_sight else seen(contact.turn, turn)),),
        tags=(*tags, *(["in an improved position"] if contact.improved else [])),
    )  # fmt: skip


def ailing(unit: Seen) -> Iterator[str]:
    """What an identified enemy is known to suffer."""
    if unit.order:
        yield {"disorganized": "disorganized", "regroup": "regrouping"}[unit.order]
    if unit.lost:
        yield f"{counted(unit.lost, 'step')} lost"
    if unit.supply not in (None, "in"):
        yield "out of supply"


def of_contact(contact: Contact, turn: int, *, present: bool) -> tuple[Fact, ...]:
    """What is held of an enemy hex, for its dossier."""
    facts = [Fact.of("Thought to be", capital(shown_as(contact)))]
    facts += [Fact.of(one.id, ", ".join(ailing(one)) or "nothing known to be wrong") for one in contact.units]
    if not contact.units and not contact.marker:
        least = "3 stacking points or more" if contact.large else "fewer than 3 stacking points"
        facts.append(Fact.of("Size", least))
    facts.append(Fact.of("Seen", "now" if present and contact.in_sight else seen(contact.turn, turn)))
    return tuple(facts)
