"""What a seat's standing orders would have answered: its questions of earlier, put again to the orders of today.

From its own log and picture alone: at each question the picture is as it was then, but for the standing orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from service.engine.cursor import trail
from service.engine.game import AnyGame
from service.engine.lines import StandingAnswer
from service.engine.orders import Done, Order
from service.engine.outline import Heading, trails
from service.engine.reports import HeadingOpened, OrdersAccepted, Report
from service.engine.seats import EVERYBODY, NON_PHASING, Seat, Speaker
from service.engine.state import Frame, Known, duplicate
from service.engine.tally import is_own
from service.matches.context import AtSeat, Context
from service.matches.history import record_in
from service.matches.reading import reading_in

MOST = 24
"""Questions that are put again: the latest."""


@dataclass(frozen=True)
class Rehearsal:
    """One question that standing orders may answer: what was known then, what was answered, what would be said now.

    `at` is the entry of the seat's log that put it. `answered_for`: the seat was answered for.
    `open`: it has not been answered yet.
    """

    at: int
    turn: int
    titles: tuple[str, ...]
    known: Known[Any, Any]
    answered: tuple[Order, ...]
    answered_for: bool
    open: bool
    said: tuple[StandingAnswer, ...]


def rehearse(context: Context, at: AtSeat) -> list[Rehearsal]:
    """The latest questions, newest first; none in a game without standing orders."""
    with context.store.look() as look:
        now, record = reading_in(context, look, at).picture, record_in(look, at)
    game, log = record.facts.game, [one.report for one in record.log]
    if game.standing is None:
        return []
    places = [place for place, report in enumerate(log) if is_question(game, report, at.seat)][-MOST:]
    picture, found = record.opening, list[Rehearsal]()
    for place, report in enumerate(log):
        report.teach(picture)
        if places and place == places[0] and isinstance(report, HeadingOpened):
            places.pop(0)
            heading = way_to(game, report.address)[-1]
            said = game.standing.rehearse(duplicate(picture), now, heading)
            if said is None:
                continue
            orders, answered_for, closed = answers_after(log, place, heading.orders)
            found.append(
                Rehearsal(
                    at=place + 1, turn=report.turn, titles=report.titles, known=game.known(duplicate(picture)),
                    answered=orders, answered_for=answered_for, open=not closed and record.asked, said=tuple(said),
                )
            )  # fmt: skip
    return found[::-1]


def is_question(game: AnyGame, report: Report, seat: Seat) -> bool:
    """Whether the seat was asked for a decision that the umpire leaves to the standing orders of whoever is on them.

    That is one in another's turn; or, where it is nobody's, one that is not put to this seat by name.
    """
    if not isinstance(report, HeadingOpened):
        return False
    way = way_to(game, report.address)
    if not way[-1].orders:
        return False
    return not is_own(game, report, seat) if is_in_a_turn(way) else speaker(way) != seat


def is_ever_asked(game: AnyGame, seat: Seat) -> bool:
    """Whether a game has standing orders, and headings at which they may answer for this seat."""
    return game.standing is not None and any(way[-1].orders and may_be_left(way, seat) for way in trails(game.outline))


def may_be_left(way: Sequence[Heading], seat: Seat) -> bool:
    """Whether a seat may be asked at a heading such that its standing orders answer."""
    by, in_a_turn = speaker(way), is_in_a_turn(way)
    if by is None or (by == seat and not in_a_turn):
        return False
    roles = (by,) if isinstance(by, str) else by
    return callable(roles) or not {EVERYBODY, NON_PHASING, seat}.isdisjoint(roles)


def way_to(game: AnyGame, address: str) -> list[Heading]:
    """The headings that lead to an address, the outermost first. Raises KeyError."""
    return trail(game.outline, [Frame(heading=name) for name in address.split("/") if name])


def is_in_a_turn(way: Sequence[Heading]) -> bool:
    """Whether one of the headings says whose turn it is."""
    return any(heading.phasing is not None for heading in way)


def speaker(way: Sequence[Heading]) -> Speaker | None:
    """Who speaks at the innermost of the headings; at a step taken at one's own pace, those of the heading above it."""
    return next((heading.by for heading in reversed(way) if heading.by), None)


def answers_after(log: list[Report], place: int, asked: Sequence[type[Order]]) -> tuple[tuple[Order, ...], bool, bool]:
    """What was ordered of what was asked, until the next heading; whether it was answered for; whether it is over.

    What may be ordered at any time, such as the standing orders themselves, is no answer.
    """
    orders, answered_for, closed = list[Order](), False, False
    for report in log[place + 1 :]:
        if isinstance(report, HeadingOpened):
            closed = True
            break
        if isinstance(report, OrdersAccepted):
            orders += [order for order in report.orders if isinstance(order, tuple(asked))]
            answered_for = answered_for or report.answered_for
            closed = any(isinstance(order, Done) for order in report.orders)
            if closed:
                break
    return tuple(orders), answered_for, closed
