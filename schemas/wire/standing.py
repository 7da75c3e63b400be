"""Standing orders, and what the match took of a seat."""

from __future__ import annotations

from typing import Any, Literal

from schemas.wire.base import PlainOrder, ResponseModel
from schemas.wire.seats import Option


class Exchanges(ResponseModel):
    """How often the match waited for the seat, by the seat's own log.

    `questions`: headings at which the match waited, or waits, for its word. `sittings`: how often it had to sit down
    for them; one is all that is asked between two letters. `letters`: those that reached it. `answered_for`: headings
    at which it was answered for; `sittings_saved`: sittings at which nothing else was asked.
    """

    questions: int
    sittings: int
    letters: int
    answered_for: int
    sittings_saved: int


class Meter(ResponseModel):
    """The seat's exchange meter: the turn of which it was last told, and the match so far."""

    turn: int
    this_turn: Exchanges
    so_far: Exchanges


class StandingAnswer(ResponseModel):
    """What standing orders say to a question: an order, or that a unit holds, or that its owner is asked.

    `line` is the number of the line that decides, counted from 1; null where none does, or where the game does not say.
    """

    does: Literal["order", "hold", "ask"]
    unit: str | None
    order: PlainOrder | None
    line: int | None


class Rehearsal(ResponseModel):
    """A question of earlier, put to the standing orders of today: what was answered, and what they would answer.

    `at` is the entry of the seat's log that put it, as in `history?at=`. `answered_for`: the seat was answered
    for; `open`: it is not answered yet. Where there are no orders, it was left to the rules' default.
    """

    at: int
    turn: int
    titles: list[str]
    answered: list[PlainOrder]
    answered_for: bool
    open: bool
    said: list[StandingAnswer]


class Rehearsals(ResponseModel):
    """The latest questions of the turns of others, newest first."""

    questions: list[Rehearsal]


class StandingOrders(ResponseModel):
    """How the seat is answered for in the turns of others.

    `given` is what its standing orders say, of the game's own type; null in a game without standing orders.
    `anytime_options` are the options that are lawful at any heading, those that change it among them; `exchanges`
    counts what the match took of the seat, and what was saved.
    """

    version: int
    attendance: Literal["present", "standing"]
    given: Any
    anytime_options: list[Option]
    exchanges: Meter
