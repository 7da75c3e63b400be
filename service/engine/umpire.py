"""The umpire: takes orders, works them, and moves the match on to the next question (`umpiring.py`).

check(picture, order) -> resolve(truth) -> tell(seat, report) -> the seat's picture. What the umpire returns is the
changed position, the journal of what was done, and for each seat what it was told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.engine.corrections import Correction
from service.engine.cursor import down, moved
from service.engine.dice import Dice
from service.engine.endings import Conclusion, Ruling
from service.engine.events import Event
from service.engine.game import AnyGame
from service.engine.orders import Order
from service.engine.recording import Outcome
from service.engine.seats import Seat
from service.engine.umpiring import Umpire, accept

__all__ = [
    "Umpire", "accept", "begin", "catch_up", "conclude", "correct", "lapse", "open_match", "play", "rule", "send_sheet",
    "take_up", "time_out",
]  # fmt: skip


def open_match(
    game: AnyGame,
    scenario: str,
    dice: Dice,
    options: Mapping[str, Any] | None = None,
    *,
    shares: Sequence[Event] = (),
    strict: bool = False,
) -> Outcome:
    """A new match, moved on to its first question. `shares` are those of the seats that are held from the beginning."""
    return begin(game, game.open(scenario, options or {}), dice, shares=shares, strict=strict)


def begin(game: AnyGame, state: Any, dice: Dice, *, shares: Sequence[Event] = (), strict: bool = False) -> Outcome:
    """Move a position that has been opened on to its first question."""
    umpire = Umpire(game, state, dice, strict=strict)
    for made in shares:
        umpire.happen(made)
    frames = down(game.outline, state)
    assert frames is not None, "an outline with nothing in it"
    umpire.happen(moved(game.outline, state, frames))
    if not umpire.enter():
        umpire.move_on()
    if state.ended:
        umpire.seal()
    return umpire.outcome


def play(
    game: AnyGame, state: Any, seat: Seat, orders: Sequence[Order], dice: Dice, *, strict: bool = False
) -> Outcome:
    """Take a list of orders from a seat. Raises Refusal, with the index of the order, and then nothing is changed."""
    umpire = Umpire(game, state, dice, strict=strict)
    umpire.take(seat, orders)
    return umpire.outcome


def catch_up(game: AnyGame, state: Any, dice: Dice, *, strict: bool = False) -> Outcome:
    """Have a match that was worked by an earlier version follow this one; an empty outcome where it does."""
    umpire = Umpire(game, state, dice, strict=strict)
    umpire.catch_up()
    return umpire.outcome


def lapse(game: AnyGame, state: Any, dice: Dice, *, strict: bool = False) -> Outcome:
    """The open window's time is over. ValueError where none is open."""
    if state.window != "open":
        raise ValueError("no time is running that could be over")
    umpire = Umpire(game, state, dice, strict=strict)
    umpire.lapse()
    return umpire.outcome


def time_out(game: AnyGame, state: Any, seat: Seat, dice: Dice, *, tell: bool, strict: bool = False) -> Outcome:
    """Answer for a seat whose time is over. ValueError where it is not asked."""
    if state.ended or seat not in state.waiting:
        raise ValueError(f"{seat} is asked nothing that could be answered")
    umpire = Umpire(game, state, dice, strict=strict)
    umpire.time_out(seat, tell=tell)
    return umpire.outcome


def send_sheet(game: AnyGame, state: Any, seat: Seat, dice: Dice, *, strict: bool = False) -> Outcome:
    """Tell that a seat's sheet is sent, since its time is over. ValueError where it is not asked."""
    if state.ended or seat not in state.waiting:
        raise ValueError(f"{seat} is asked nothing that could be answered")
    umpire = Umpire(game, state, dice, strict=strict)
    umpire.send_sheet(seat)
    return umpire.outcome


def conclude(game: AnyGame, state: Any, conclusion: Conclusion, dice: Dice, *, strict: bool = False) -> Outcome:
    """End a match otherwise than by its rules. ValueError where it is over."""
    if state.ended:
        raise ValueError("the match is over already")
    umpire = Umpire(game, state, dice, strict=strict)
    umpire.conclude(conclusion)
    return umpire.outcome


def rule(game: AnyGame, state: Any, ruling: Ruling, dice: Dice, *, strict: bool = False) -> Outcome:
    """Let a ruling of the arbiter hold. ValueError where its seat is not asked."""
    if state.ended or ruling.seat not in state.waiting:
        raise ValueError(f"{ruling.seat} is asked nothing, so nothing can be ruled")
    umpire = Umpire(game, state, dice, strict=strict)
    umpire.rule(ruling)
    return umpire.outcome


def correct(
    game: AnyGame, state: Any, correction: Correction, reason: str, dice: Dice, *, strict: bool = False
) -> Outcome:
    """Let the moderator put something right. Raises Refusal; ValueError where the match is over."""
    if state.ended:
        raise ValueError("the match is over, so nothing is put right in it")
    umpire = Umpire(game, state, dice, strict=strict)
    umpire.correct(correction, reason)
    return umpire.outcome


def take_up(
    game: AnyGame, state: Any, seat: Seat, orders: Sequence[Order], entry: int, dice: Dice, *, strict: bool = False
) -> Outcome:
    """Work orders whose acceptance stands in the position already, as this entry of the seat's log."""
    umpire = Umpire(game, state, dice, strict=strict)
    umpire.take_up(seat, orders, entry)
    return umpire.outcome
