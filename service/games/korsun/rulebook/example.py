"""Plays the examples of Korsun, and writes down what each side ordered, what it was told, and what was true.

    .venv/bin/python -m service.games.korsun.rulebook.example

The positions, the orders and the remarks stand in `script.py`; what was written last is in `example.json`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from service.engine import scripted
from service.engine.dice_events import Rolled
from service.engine.events import Event
from service.engine.outline import Heading
from service.engine.reports import HeadingPassed, Report
from service.engine.scripted import ExampleStage
from service.engine.sentences import counted, plain_text
from service.engine.state import duplicate
from service.games.korsun.game import KORSUN
from service.games.korsun.printed.reading import SOVIET
from service.games.korsun.printed.units import Sdm, Unit
from service.games.korsun.rulebook import script
from service.games.korsun.rulebook.book import EXAMPLE
from service.games.korsun.rulebook.script import Part
from service.games.korsun.sequence import OUTLINE
from service.games.korsun.truth.state import SdmChanged, State, StepLost, UnitChanged

LABELS = {
    "units": "", "unit": "", "path": "by", "hex": "at", "command": "", "commands": "for", "barrage": "",
    "missions": "air missions", "artillery": "fire of", "planned": "by plan", "losses": "losses",
    "armor_target": "target",
}  # fmt: skip


def position(part: Part, name: str, options: Mapping[str, Any]) -> State:
    """The map of the scenario with the units and markers of an example alone."""
    state = KORSUN.open(name, options)
    state.units = {id: Unit(id=id, hex=hex) for id, hex in part.units.items()}
    for command in state.sdms:
        hex, sp = part.markers.get(command, (None, 0))
        state.sdms[command] = Sdm(command=command, hex=hex, sp=sp, cut_off=hex is None)
    state.public.visibility = part.visibility
    state.stores[SOVIET].missions.update(part.missions)
    for side, picture in state.pictures.items():
        picture.own, picture.sdms = duplicate(state.of(side)), duplicate(state.sdms_of(side))
        picture.public, picture.stores = duplicate(state.public), duplicate(state.stores[side])
    return state


def outline(stage: str) -> Heading:
    """The sequence of play with one stage of the game-turn alone, the one that begins with this letter."""
    (turns,) = OUTLINE.children
    (turn,) = turns.children
    return OUTLINE[turns[turn[tuple(one for one in turn.children if one.title.startswith(stage))]]]


def turn(state: State) -> str:
    return f"Game-turn {state.turn}"


def names(state: State) -> dict[str, str]:
    return {}


def tells(report: Report) -> str:
    """A report's sentence; nothing for what the example shows by being where it is."""
    said_elsewhere = isinstance(report, (*KORSUN.words.said_elsewhere, HeadingPassed))
    return "" if said_elsewhere else plain_text(KORSUN.words.prose(report))


def truth(state: State, journal: Iterable[Event]) -> Iterator[str]:
    """What truly happened, from the journal: dice, where units and markers came to, and who lost steps."""
    in_play = [command for command, sdm in state.sdms.items() if sdm.hex is not None]
    for event in journal:
        if isinstance(event, Rolled):
            yield f"{event.spec} for {event.purpose}: {' and '.join(map(str, event.faces))}."
        elif isinstance(event, UnitChanged) and event.entries.get("hex"):
            yield f"{event.unit} in {event.entries['hex']}."
        elif isinstance(event, UnitChanged) and event.entries.get("supply", "in") != "in":
            yield f"{event.unit} is {event.entries['supply'].upper()}."
        elif isinstance(event, UnitChanged) and event.entries.get("extended"):
            yield f"{event.unit} is in extended supply."
        elif isinstance(event, StepLost):
            yield f"{event.unit} loses {event.steps} steps." if event.steps > 1 else f"{event.unit} loses a step."
        elif isinstance(event, SdmChanged) and event.command in in_play:
            if event.entries.get("hex"):
                yield f"The marker of {event.command} stands in {event.entries['hex']}."
            if "sp" in event.entries:
                yield f"The marker of {event.command} has {counted(event.entries['sp'], 'point')}."
        event.change(state)


def stage(part: Part) -> ExampleStage:
    """An example as it is set up: the map of its scenario, and the stage of the game-turn in which it is played."""
    game = replace(KORSUN, set_up=partial(position, part), outline=outline(part.stage))
    return ExampleStage(
        game=game, scenario=part.scenario, faces=part.faces, labels=LABELS, turn=turn, names=names, tells=tells,
        truth=truth,
    )  # fmt: skip


def written() -> str:
    """The examples, played anew, as they are stored."""
    parts = [(stage(part), part.steps) for part in script.PARTS]
    return scripted.written_in_parts(script.TITLE, script.TEXT, parts)


if __name__ == "__main__":
    EXAMPLE.write_text(written(), "utf-8")
