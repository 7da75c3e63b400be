"""What a seat's standing orders would have answered: its questions of earlier, put again to the orders of today.

From its own log and picture alone: at each question the picture is as it was then, but for the standing orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from service.engine.cursor import trail
from service.engine.game import AnyGame
from service.engine.ledger import ASKED
from service.engine.lines import StandingAnswer
from service.engine.orders import Done, Order
from service.engine.outline import Heading, trails
from service.engine.reports import HeadingOpened, OrdersAccepted, Report
from service.engine.seats import EVERYBODY, NON_PHASING, Seat, Speaker
from service.engine.state import Frame, Known, duplicate
from service.engine.tally import is_own
from service.matches.context import AtSeat, Context
from service.matches.reading import reading_in, seat_in
from service.store import SavedSeat, Work

MOST = 24
"""Questions that are put again: the latest."""
AT_ONCE = 40
"""Entries of a log that are read at once, to find what was answered."""


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
    """The latest questions, newest first; none in a game without standing orders.

    What it costs does not grow with what was told before: each is told from the latest picture kept before it.
    """
    with context.store.look() as look:
        seat = seat_in(look, at)
        standing, game = seat.game.standing, seat.game
        if standing is None:
            return []
        now, found = reading_in(context, look, at).picture, list[Rehearsal]()
        picture, number = None, 0
        for question in questions(look, at, seat):
            if picture is None or look.matches.kept_at(at.match_id, at.seat, question) > number:
                number, picture = look.matches.picture_kept(at.match_id, at.seat, game, question)
            for one in look.matches.log(at.match_id, at.seat, game, number, question - number):
                one.report.teach(picture)
            number = question
            heading = way_to(game, picture.address)[-1]
            said = standing.rehearse(duplicate(picture), now, heading)
            if said is None:
                continue
            orders, answered_for, closed = answers_after(reports_after(look, at, seat, question), heading.orders)
            found.append(
                Rehearsal(
                    at=question, turn=picture.turn, titles=picture.titles, known=game.known(duplicate(picture)),
                    answered=orders, answered_for=answered_for, open=not closed and seat.picture.asked,
                    said=tuple(said),
                )
            )  # fmt: skip
    return found[::-1]


def questions(look: Work, at: AtSeat, seat: SavedSeat) -> list[int]:
    """The entries of the log that put the latest questions which standing orders may answer, oldest first."""
    found, before = list[int](), seat.log_length + 1
    while len(found) < MOST:
        opened = look.matches.latest(at.match_id, at.seat, seat.game, ASKED, before, 2 * MOST)
        found += [one.number for one in opened if is_question(seat.game, one.report, at.seat)]
        if len(opened) < 2 * MOST:
            break
        before = opened[-1].number
    return found[:MOST][::-1]


def reports_after(look: Work, at: AtSeat, seat: SavedSeat, number: int) -> Iterator[Report]:
    """What the seat was told after an entry of its log, read as far as somebody goes on."""
    while entries := look.matches.log(at.match_id, at.seat, seat.game, number, AT_ONCE):
        yield from (one.report for one in entries)
        number = entries[-1].number


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


def answers_after(told: Iterable[Report], asked: Sequence[type[Order]]) -> tuple[tuple[Order, ...], bool, bool]:
    """What was ordered of what was asked, until the next heading; whether it was answered for; whether it is over.

    What may be ordered at any time, such as the standing orders themselves, is no answer.
    """
    orders, answered_for, closed = list[Order](), False, False
    for report in told:
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
