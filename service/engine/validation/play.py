"""What is wrong with a game that only playing shows: a match of each scenario in which nobody orders anything.

It is no part of `Game.validate()`, which every start of a server runs, because a match takes its time: half a second
or a whole one in the two games on the shelf. A game's tests ask for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from service.engine import recording, umpire
from service.engine.dice import Dice, LoadedDice
from service.engine.events import Event, Posted, Told
from service.engine.game import AnyGame, ScenarioInfo
from service.engine.orders import Done, Refusal
from service.engine.registry import ENGINE_EVENTS, ENGINE_REPORTS
from service.engine.validation.openings import place_of, raised

MOST_QUESTIONS = 5_000
"""After so many questions a match in which nothing is ordered is left as it is: some end only by what is ordered."""


def faults_in_play(game: AnyGame) -> tuple[str, ...]:
    """Each fault of a game that `Game.validate()` finds sound, in a sentence that names its scenario."""
    found = (
        f"{game.info.name}: The scenario {name!r} {fault}"
        for name, scenario in game.info.scenarios.items()
        for fault in faults_of_match(game, name, scenario)
    )
    return tuple(dict.fromkeys(found))


def faults_of_match(game: AnyGame, name: str, scenario: ScenarioInfo) -> Iterator[str]:
    """What goes wrong in one match, until something does that it cannot go on after."""
    state, dice = game.open(name, {}), LoadedDice()
    try:
        outcome = umpire.begin(game, state, dice, strict=True)
        for _ in range(MOST_QUESTIONS):
            yield from faults_of_types(game, outcome.journal)
            if state.turn > scenario.turns:
                yield f"has dice for {scenario.turns} turns, and goes on into turn {state.turn}."
                return
            if state.ended:
                return
            outcome = answered(game, state, dice)
    except Refusal:
        return  # it cannot be played without orders
    except Exception as fault:  # whatever a game's own code can raise
        yield f"stops at “{place_of(game, state)}”, where nobody has ordered anything: {raised(fault)}."


def answered(game: AnyGame, state: Any, dice: Dice) -> recording.Outcome:
    """What comes of the first seat that is asked closing its heading, or else of the time being over."""
    if not state.waiting:
        return umpire.lapse(game, state, dice, strict=True)
    return umpire.play(game, state, state.waiting[0], [Done()], dice, strict=True)


def faults_of_types(game: AnyGame, journal: Sequence[Event]) -> Iterator[str]:
    """Events and reports that could not be written down."""
    events, reports = {*ENGINE_EVENTS, *game.events}, {*ENGINE_REPORTS, *game.reports}
    for event in journal:
        if type(event) not in events:
            yield f"makes the event {type(event).__name__}, which is not registered among `events`."
        if isinstance(event, Told | Posted) and type(event.report) not in reports:
            yield f"tells the report {type(event.report).__name__}, which is not registered among `reports`."
