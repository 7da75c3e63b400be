"""Plays the examples of 1776, and writes down what each side ordered, what it was told, and what was true.

    .venv/bin/python -m service.games.campaign1776.rulebook.example

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
from service.engine.places import Place
from service.engine.reports import Report
from service.engine.scripted import ExampleStage
from service.engine.sentences import plain_text
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.printed.pieces import Pool, Ship
from service.games.campaign1776.rulebook import script
from service.games.campaign1776.rulebook.book import EXAMPLE
from service.games.campaign1776.rulebook.script import Part, Units
from service.games.campaign1776.sections.turns import add, first_picture, ship_id
from service.games.campaign1776.truth.events import EntrenchmentGone, PointsLost, PoolGone, PoolSet
from service.games.campaign1776.truth.state import State

LABELS = {
    "units": "", "unit": "", "ships": "", "ship": "from", "path": "by", "hex": "in", "card": "with",
    "number": "number", "by_port": "by its port", "supply": "supply",
}  # fmt: skip


def position(part: Part, name: str, options: Mapping[str, Any]) -> State:
    """The map of the scenario with the units of an example alone."""
    state = CAMPAIGN1776.open(name, options)
    for there in (state.pools, state.numbered, state.ships, state.forts, state.entrenched):
        there.clear()
    for units in part.units:
        laid(state, units)
    for seat in state.seats:
        was, now = state.pictures[seat], first_picture(state, seat)
        now.seat, now.scenario, now.data, now.seats = was.seat, was.scenario, was.data, was.seats
        now.attendance = dict(was.attendance)
        state.pictures[seat] = now
    return state


def laid(state: State, units: Units) -> None:
    """Set up units on land, or a transport fleet with its passengers."""
    ship = ""
    if units.fleet:
        ship = ship_id(state, "TR")
        state.ships[ship] = Ship(id=ship, kind="TR", seat=state.rules.kind(units.kind).seat, at=Place(units.at))
    add(state, Pool(id="", kind=units.kind, number=units.number, at=Place(units.at), began=Place(units.at), aboard=ship,
                    within="aboard" if ship else ""))  # fmt: skip


def turn(state: State) -> str:
    return state.rules.tables.calendar.named(state.month)


def names(state: State) -> dict[str, str]:
    units = {id: f"{state.kind(pool).many} ({id})" for id, pool in state.pools.items()}
    return {**units, **state.rules.tables.matrix.cards, "rule": "if it changes the odds", "use": "used"}


def tells(report: Report) -> str:
    """A report's sentence; nothing for what the example shows by being where it is."""
    said_elsewhere = isinstance(report, CAMPAIGN1776.words.said_elsewhere)
    return "" if said_elsewhere else plain_text(CAMPAIGN1776.words.prose(report))


def truth(state: State, journal: Iterable[Event]) -> Iterator[str]:
    """What truly happened, from the journal: dice, where units came to, and who was lost. `state` is changed."""
    for event in journal:
        before = state.pools.get(event.pool.id) if isinstance(event, PoolSet) else None
        gone = state.pools.get(event.pool) if isinstance(event, PoolGone) else None
        event.change(state)
        if isinstance(event, Rolled):
            yield f"{event.spec} for {event.purpose}: {' and '.join(map(str, event.faces))}."
        elif isinstance(event, PointsLost):
            yield f"{event.number} {event.of} lost" + (f" in {event.hex}." if event.hex else ".")
        elif isinstance(event, PoolSet) and event.pool.at and (before is None or before.at != event.pool.at):
            pool = event.pool
            yield f"{pool.number} {pool.kind} ({pool.id}) in {pool.at}."
        elif gone is not None and not state.rules.kind(gone.kind).combat:
            yield f"{gone.number} {gone.kind} ({gone.id}) in {gone.at} no longer."
        elif isinstance(event, EntrenchmentGone):
            yield f"No entrenchment is left in {event.hex}."


def stage(part: Part) -> ExampleStage:
    """An example as it is set up: a scenario as it stands, or its map with the units of the example."""
    game = replace(CAMPAIGN1776, set_up=partial(position, part)) if part.units else CAMPAIGN1776
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
