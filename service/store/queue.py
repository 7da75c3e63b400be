"""The queue of a match: orders that were acknowledged and wait to be worked.

A list enters it with its acceptance, in one transaction, which touches nothing that the seat may not know; it leaves it
in the transaction that writes down what came of it. So it is worked once, whatever happens between the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import CursorResult, bindparam, func, insert, update
from sqlmodel import col, select

from service.engine.events import Told
from service.engine.game import AnyGame
from service.engine.orders import Order
from service.engine.reports import OrdersAccepted
from service.engine.seats import Seat
from service.store import tables
from service.store.codec import Codec
from service.store.kept_pictures import Stored
from service.store.match_columns import standing_of, text_after
from service.store.matches import Matches
from service.store.saved import Queued, SavedSeat, SeatTold
from service.store.shelf import Shelf
from service.store.statements import MATCH, QUEUE, SEAT, Prepared
from service.store.telling_seats import HEARS
from service.store.unit import Records, Unit, run

_q = tables.QueuedOrders
_AFTER: Any = bindparam("after")
WAITING = Prepared(
    select(_q.number, _q.seat, _q.entry, _q.orders, _q.at)  # type: ignore[call-overload]
    .where(_q.match_id == MATCH, _q.number > _AFTER)
    .order_by(col(_q.number))
)
WAITING_OF = Prepared(select(_q.at).where(_q.match_id == MATCH, _q.seat == SEAT).order_by(col(_q.at)))
_MATCHES_WAITING = Prepared(
    select(_q.match_id, func.max(_q.number), func.max(tables.Match.version))
    .join(tables.Match, col(tables.Match.id) == col(_q.match_id))
    .group_by(col(_q.match_id))
    .order_by(func.min(_q.at))
)
_QUEUE = Prepared(insert(QUEUE))


@dataclass(frozen=True)
class Accepting:
    """Orders that a seat has `sent` and that are accepted, as they will be written down.

    `turn` is the one in which it believed to be, `picture` has taken the acceptance in.

    `columns` are those of the seat's row after it, `text` is the picture, if it is stored this time; `tally` and
    `orders` are as they are stored.
    """

    seat: SavedSeat
    told: Told
    sent: tuple[Order, ...]
    turn: int
    picture: Any
    columns: Mapping[str, Any]
    text: str | None
    tally: str
    orders: str


def accepting(codec: Codec, seat: SavedSeat, acceptance: Told, *, with_picture: bool = True) -> Accepting:
    """What is to be written down; `seat.picture` has taken it in then, and is stored, or only now and then."""
    assert isinstance(acceptance.report, OrdersAccepted)
    believed, turn = seat.picture, seat.picture.turn
    acceptance.report.teach(believed)
    tally = seat.tally.after([acceptance.telling], seat.game, seat.seat, log_length=seat.log_length)
    before, sent = seat.log_length, acceptance.report.orders
    text = text_after(codec, believed, before, before + 1, each_time=with_picture)
    columns = standing_of(believed)
    return Accepting(seat, acceptance, sent, turn, believed, columns, text, codec.tally(tally), codec.orders(sent))


class Queue(Records):
    """The queues of all matches, within one unit of work."""

    def __init__(self, unit: Unit, shelf: Shelf, matches: Matches) -> None:
        super().__init__(unit)
        self.shelf = shelf
        self.matches = matches

    def accept(self, acceptance: Accepting, at: datetime) -> int:
        """Write down that orders were accepted, in the seat's log and in the journal, and queue them; its log's length.

        Raises MatchMovedOn, and nothing is to be committed, where the seat was told something since it was read.
        """
        seat, columns = acceptance.seat, acceptance.columns
        facts = seat.facts
        self.matches.hold(facts.id)
        hears = run(self.unit, HEARS, {"match_id": facts.id, "seat": seat.seat}).one()
        self.matches.change_seat(
            facts,
            seat.seat,
            as_of=seat.log_length,
            **columns,
            log_length=seat.log_length + 1,
            tally=acceptance.tally,
            sent_at=at,
            **self.matches.clock_after(facts, seat.seat, [], at, asked=columns["asked"]),
        )
        self.matches.put_picture(facts, seat.seat, acceptance.text, seat.log_length + 1)
        entry = acceptance.told.entry(seat.log_length + 1)
        self.matches.append_log(facts, seat.seat, [entry], acceptance.turn, acceptance.text)
        number = self.matches.enter(facts, acceptance.told, at)
        queued = {
            "match_id": facts.id,
            "number": number,
            "seat": seat.seat,
            "entry": seat.log_length + 1,
            "orders": acceptance.orders,
            "at": at,
        }
        self.unit.write_later(_QUEUE, [queued])
        self.unit.told.append(SeatTold(facts.id, seat.seat, seat.log_length, seat.log_length + 1, *hears))
        if seat.stored is not None:
            text = acceptance.text or seat.stored.text
            known = (facts.id, seat.seat, Stored(text, seat.stored.at, seat.log_length + 1), acceptance.picture)
            self.unit.when_committed(partial(self.matches.kept_pictures.keep, *known))
        return seat.log_length + 1

    def waiting(self, match_id: str, game: AnyGame, after: int = 0) -> list[Queued]:
        """What waits to be worked behind this number, in its order."""
        codec = self.shelf.codec(game)
        rows = run(self.unit, WAITING, {"match_id": match_id, "after": after})
        return [
            Queued(number, seat, entry, tuple(codec.to_orders(orders)), at) for number, seat, entry, orders, at in rows
        ]

    def waiting_of(self, match_id: str, seat: Seat) -> tuple[int, datetime | None]:
        """How many lists of a seat wait to be worked, and when the first of them was accepted."""
        accepted = run(self.unit, WAITING_OF, {"match_id": match_id, "seat": seat}).scalars()
        return len(accepted.all()), accepted.first()

    def matches_waiting(self) -> dict[str, tuple[int, int]]:
        """The matches in which something waits to be worked, that which has waited longest first.

        Of each the last number of its queue, and its version.
        """
        found = run(self.unit, _MATCHES_WAITING)
        return {match_id: (last, version) for match_id, last, version in found}

    # ---- a fault

    def stop(self, match_id: str, from_: datetime) -> bool:
        """Stop a match for a fault of ours; all sides are told so from this moment on. False where it has stopped."""
        m = tables.Match
        statement = update(m).where(col(m.id) == match_id, col(m.stopped_at).is_(None)).values(stopped_at=from_)
        return self._changed(statement.execution_options(synchronize_session=False)) == 1

    def resume(self, match_id: str) -> bool:
        """Let a stopped match go on. False where it had not stopped."""
        m = tables.Match
        statement = update(m).where(col(m.id) == match_id, col(m.stopped_at).is_not(None)).values(stopped_at=None)
        return self._changed(statement.execution_options(synchronize_session=False)) == 1

    def stopped_at(self, match_id: str) -> datetime | None:
        """From when on a match is said to have stopped; None where it goes on. Raises NoResultFound."""
        m = tables.Match
        return self.session.exec(select(m.stopped_at).where(m.id == match_id)).one()

    def _changed(self, statement: Any) -> int:
        result = self.session.execute(statement)
        assert isinstance(result, CursorResult)
        return result.rowcount
