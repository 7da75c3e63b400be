"""Outlines of a few lines to drive the umpire with: the toy game's words, another sequence of play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from service.engine import umpire
from service.engine.cursor import address_of
from service.engine.dice import Dice, LoadedDice
from service.engine.events import Ended, Event
from service.engine.game import AnyGame
from service.engine.orders import Done, Order
from service.engine.outline import Heading, Segment
from service.engine.recording import Outcome
from service.engine.seats import Seat
from tests.toy import NORTH, TOY


@dataclass(frozen=True, kw_only=True)
class Resign(Order):
    """End the match at once."""

    kind: Literal["resign"] = "resign"

    def resolve(self, state: Any, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield Ended()


def ask(title: str, **more: Any) -> Segment:
    """A segment that asks North."""
    return Segment(title, by=more.pop("by", NORTH), **more)


def playing(*headings: Heading) -> AnyGame:
    """The toy game with another sequence of play."""
    return replace(TOY, outline=Heading("Tiny")[headings])


def opened(game: AnyGame, dice: Dice | None = None) -> Outcome:
    return umpire.open_match(game, "yard", dice or LoadedDice(), strict=True)


def stands(state: Any) -> str:
    """Where a match stands, with the item that is being worked and the round, where there are any."""
    return " ".join(filter(None, [address_of(state.cursor), state.item(), str(state.round() or "")]))


def done(game: AnyGame, state: Any, *seats: Seat) -> Outcome:
    """Each seat named closes the present heading; without names, all that are asked."""
    outcome = Outcome(state)
    for seat in seats or tuple(state.waiting):
        outcome = umpire.play(game, state, seat, [Done()], LoadedDice(), strict=True)
    return outcome


def questions(game: AnyGame, most: int = 200) -> list[str]:
    """Where the match stands at each of its questions, when everybody answers Done."""
    state = opened(game).state
    asked = []
    while not state.ended:
        asked.append(stands(state))
        assert len(asked) <= most, "the sequence of play has no end"
        done(game, state)
    return asked
