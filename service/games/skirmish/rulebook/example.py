"""Plays the example of a player turn, and writes down what each side ordered, what it was told, and what was true.

    .venv/bin/python -m service.games.skirmish.rulebook.example

The position, the orders and the remarks stand in `script.py`; what was written last is in `example.json`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from service.engine import scripted
from service.engine.dice_events import Rolled
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.reports import Report
from service.engine.scripted import ExampleStage
from service.engine.sentences import OwnSpan
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known import reports
from service.games.skirmish.known.picture import Contact, Mission
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.printed.options import ALONE
from service.games.skirmish.rulebook import script
from service.games.skirmish.rulebook.book import EXAMPLE
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State

SCENARIO = "moulin-basset"
EVERYBODY = SKIRMISH.open(SCENARIO, {}).rules.everybody
SAID_ELSEWHERE: tuple[type[Report], ...] = (reports.OwnBases, reports.GroundSeen)
"""What a player is told that the example shows by being where it is."""
LABELS = {
    "base": "", "path": "by", "target": "at enemy", "hex": "into", "weapon": "with", "leader": "directed by",
    "with_": "together with", "skip_if": "not if harmed:", "stop_at_contact": "stopping at contact",
    "in_motion": "staying in motion", "lines": "",
}  # fmt: skip


def position(name: str, options: Mapping[str, Any]) -> State:
    """The scenario's map with the bases of the example alone; whatever can be seen has been seen."""
    state = SKIRMISH.open(name, {**ALONE, **options})
    for base in state.bases.values():
        base.hex, base.gone = script.PLACES.get(base.id), None if base.id in script.PLACES else "left the map"
    state.dummies = {id: (side, script.DUMMIES[id]) for id, (side, _) in state.dummies.items() if id in script.DUMMIES}
    hidden = {Hex(str(base.hex)): base.id for base in state.on_map() if base.side in state.rules.concealed_at_start}
    hidden |= {hex: id for id, (_, hex) in state.dummies.items()}
    for side, picture in state.pictures.items():
        state.missions[side] = {id: Mission(id=id, stage="over") for id in state.missions[side]}
        found = sorted(hidden.items()) if side not in state.rules.concealed_at_start else []
        state.eyes[side] = {
            str(number): Contact(handle=str(number), hex=hex, level=1, turn=0, player_turn=0, in_sight=False)
            for number, (hex, _) in enumerate(found, start=1)
        }
        state.traces[side] = {str(number): id for number, (_, id) in enumerate(found, start=1)}
        state.sightings[side] = len(found)
        picture.own = {base.id: base.changed() for base in state.bases.values() if base.side == side}
        picture.contacts, picture.missions = dict(state.eyes[side]), dict(state.missions[side])
    for event in look(state):
        event.change(state)
    return state


def turn(state: State) -> str:
    return f"Game turn {state.turn}, {state.rules.sides[str(state.phasing)].title} attacks"


def names(state: State) -> dict[Any, str]:
    return {id: f"{base.name} ({id})" for id, base in state.bases.items()} | {line: said(line) for line in script.PLAN}


def said(line: PlanLine) -> str:
    """A line of a fire plan in words."""
    where = f" at whoever is in {' or '.join(line.hexes)}" if line.hexes else ""
    return f"{' and '.join(line.bases)}: {line.then}{where}"


def tells(report: Report) -> str:
    """A report's sentence, own bases by their names; nothing for what the example shows by being where it is."""
    said = () if isinstance(report, SAID_ELSEWHERE) else SKIRMISH.words.prose(report)
    return "".join(
        EVERYBODY[span.id].name if isinstance(span, OwnSpan) and span.id in EVERYBODY else span.plain for span in said
    )


def truth(state: State, journal: Iterable[Event]) -> Iterator[str]:
    """What truly happened, from the journal: dice, and what became of each base. `state` is changed."""
    for event in journal:
        before = {id: (base.hex, condition(base)) for id, base in state.bases.items()}
        event.change(state)
        if isinstance(event, Rolled):
            yield f"{event.spec} for {event.purpose}: {' and '.join(map(str, event.faces))}."
        for id, base in state.bases.items():
            hex, was = before.get(id, (None, ""))
            now = condition(base)
            if base.hex != hex and base.hex is not None:
                yield f"{base.name} ({base.side}) comes to {base.hex}."
            if now != was:
                yield f"{base.name} ({base.side}): {now}."


def condition(base: Any) -> str:
    """How a base is, in words."""
    said = [
        base.gone or "", base.morale if base.morale != "good" else "", "pinned" if base.pinned else "",
        "cowers" if base.cowered else "", "halted" if base.halted else "", "jammed" if base.broken_down else "",
        f"suppression {base.suppression}" if base.suppression else "",
    ]  # fmt: skip
    return ", ".join(filter(None, said)) or "recovered"


STAGE = ExampleStage(
    game=replace(SKIRMISH, set_up=position), scenario=SCENARIO, faces=script.FACES, labels=LABELS, turn=turn,
    names=names, tells=tells, truth=truth,
)  # fmt: skip


def written() -> str:
    """The example, played anew, as it is stored."""
    return scripted.written(STAGE, script.TITLE, script.TEXT, script.STEPS)


if __name__ == "__main__":
    EXAMPLE.write_text(written(), "utf-8")
