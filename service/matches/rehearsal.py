"""What a seat's standing orders would have answered: its questions of earlier, put again to the orders of today.

From its own log and picture alone: at each question the picture is as it was then, and holds today's standing orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from service.engine.cursor import heading_at
from service.engine.orders import Done, Order
from service.engine.reports import HeadingOpened, OrdersAccepted, Report
from service.engine.ruleset import Ruleset
from service.engine.seats import NON_PHASING
from service.engine.state import duplicate
from service.matches.desk import AtSeat, Desk
from service.matches.history import record_of
from service.matches.reading import read

MOST = 12
"""Questions that are put again: the latest."""


@dataclass(frozen=True)
class Rehearsal:
    """One question in the other side's turn: the view of that moment, what was answered, what would be now.

    `at` is the entry of the seat's log that put it. `answered_for`: the standing orders of that time answered it.
    """

    at: int
    turn: int
    titles: tuple[str, ...]
    view: Any
    answered: tuple[Order, ...]
    answered_for: bool
    would: tuple[Order, ...]


def rehearse(desk: Desk, at: AtSeat) -> list[Rehearsal]:
    """The latest questions, newest first; none in a game whose picture holds no standing orders."""
    now = read(desk, at).picture
    if not hasattr(now, "standing"):
        return []
    record = record_of(desk, at)
    rules, log = record.facts.rules, [one.report for one in record.log]
    places = [place for place, report in enumerate(log) if is_question(rules, report)][-MOST:]
    picture, found = record.opening, list[Rehearsal]()
    for place, report in enumerate(log):
        report.teach(picture)
        if places and place == places[0] and isinstance(report, HeadingOpened):
            places.pop(0)
            then = duplicate(picture)
            then.standing = now.standing
            heading = heading_at(rules.outline, report.address)
            orders, answered_for = answers_after(log, place, heading.orders)
            would = rules.standing_answer(then, heading)
            found.append(
                Rehearsal(place + 1, report.turn, report.titles, rules.view(then), orders, answered_for, tuple(would))
            )
    return found[::-1]


def rehearsed(desk: Desk, at: AtSeat) -> list[dict[str, Any]]:
    """The same as plain values, without the views."""
    plain = desk.store.codec(read(desk, at).rules.name).plain
    return [
        {
            **{name: getattr(found, name) for name in ("at", "turn", "titles", "answered_for")},
            "answered": [plain(order) for order in found.answered],
            "would": [plain(order) for order in found.would],
        }
        for found in rehearse(desk, at)
    ]


def is_question(rules: Ruleset, report: Report) -> bool:
    """Whether the seat was asked for a decision in the other side's turn."""
    if not isinstance(report, HeadingOpened):
        return False
    heading = heading_at(rules.outline, report.address)
    return heading.by == NON_PHASING and bool(heading.orders)


def answers_after(log: list[Report], place: int, asked: Sequence[type[Order]]) -> tuple[tuple[Order, ...], bool]:
    """What was ordered of what was asked, from a question on until the next heading; and whether it was answered for.

    What may be ordered at any time, such as the standing orders themselves, is no answer.
    """
    orders, answered_for = list[Order](), False
    for report in log[place + 1 :]:
        if isinstance(report, HeadingOpened):
            break
        if isinstance(report, OrdersAccepted):
            orders += [order for order in report.orders if isinstance(order, tuple(asked))]
            answered_for = answered_for or report.answered_for
            if any(isinstance(order, Done) for order in report.orders):
                break
    return tuple(orders), answered_for
