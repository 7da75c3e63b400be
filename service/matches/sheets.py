"""The sheet, where a seat writes its orders before it sends them; and standing orders."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from service.engine import judging
from service.engine.game import AnyGame
from service.engine.options import Option
from service.engine.orders import Order, Refusal
from service.engine.phrase_writing import examples
from service.engine.seats import Attendance
from service.engine.sentences import Sentence
from service.engine.tally import Meter
from service.matches.context import AtSeat, Context
from service.matches.errors import NotFound, SheetMovedOn
from service.matches.reading import SeatReading, read


@dataclass(frozen=True)
class Sheet:
    """What a seat has written, how often it was written anew, and what it wrote for a question that is over."""

    version: int
    orders: list[dict[str, Any]]
    left_over: list[dict[str, Any]]


def sheet(context: Context, at: AtSeat) -> Sheet:
    with context.store.look() as look:
        saved = look.matches.sheet(at.match_id, at.seat)
    return Sheet(saved.version, json.loads(saved.orders), json.loads(saved.left_over))


def put_sheet(context: Context, at: AtSeat, orders: Sequence[Order], *, version: int | None = None) -> Sheet:
    """Write the sheet anew: whatever is well formed may stand there. Raises SheetMovedOn where a version is given."""
    with context.store.work() as work:
        facts = work.matches.facts(at.match_id)
        if facts is None:
            raise NotFound()
        work.matches.hold(at.match_id)
        if version is not None and work.matches.sheet(at.match_id, at.seat).version != version:
            raise SheetMovedOn()
        text = context.store.codec(facts.game).orders(orders)
        written = work.matches.put_sheet(at.match_id, at.seat, text)
    return Sheet(written, json.loads(text), [])


def sheet_orders(context: Context, reading: SeatReading) -> list[Order]:
    """The orders on the sheet, ready to be sent."""
    return context.store.codec(reading.game).to_orders(reading.sheet_text)


def preview(context: Context, reading: SeatReading, orders: Sequence[Order] | None = None) -> list[Refusal]:
    """What the rules would refuse of a list of orders, in turn: of those given, or on the sheet. Nothing is changed."""
    judged = sheet_orders(context, reading) if orders is None else orders
    return list(filter(None, judging.judged(reading.game, reading.picture, judged)[0]))


# ---- standing orders


@dataclass(frozen=True)
class StandingOrders:
    """Whether the seat is asked or answered for; what its standing orders say; and the options to change that.

    `given` is of the type that the game's standing orders declare, None in a game without them. `examples` has an order
    line for each of the options. `exchanges` is the seat's exchange meter. `in_words` makes of a sentence what the seat
    reads as plain text.
    """

    game: AnyGame
    version: int
    attendance: Attendance
    given: Any
    anytime_options: list[Option]
    examples: list[str]
    exchanges: Meter
    in_words: Callable[[Sentence], str] = field(compare=False)


def standing_orders(context: Context, at: AtSeat) -> StandingOrders:
    """How the seat is answered for in the turns of others."""
    reading = read(context, at)
    standing = reading.game.standing
    return StandingOrders(
        game=reading.game,
        version=reading.version,
        attendance=reading.where.attendance[at.seat],
        given=standing.given(reading.picture) if standing is not None else None,
        anytime_options=reading.anytime_options,
        examples=examples(reading.game, reading.picture, reading.anytime_options),
        exchanges=reading.tally.meter,
        in_words=reading.in_words,
    )
