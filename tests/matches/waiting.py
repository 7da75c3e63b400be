"""What tests of orders that wait for a worker share: a clock moved by hand, a game against time, ways to look in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from service import matches
from service.engine import recording
from service.engine.events import Event, WindowOpened
from service.engine.orders import Order
from service.engine.outline import Heading, Phase, Segment
from service.engine.seats import EVERYBODY
from service.matches import Accepted, AtSeat, Context
from service.matches.clock import lapse_all
from service.store import SavedMatch
from tests.altered import with_info
from tests.toy import TOY, Hide, ToyState, end

PACE = 2.0


class Hand:
    """A clock that a hand moves on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 22, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def on(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def time_is_over(context: Context, **later: int) -> int:
    """Have the time that runs be over, two minutes later or as much as is said; how many matches went on by that."""
    assert isinstance(context.clock, Hand)
    context.clock.on(timedelta(**later or {"minutes": 2}).total_seconds())
    return lapse_all(context)


def opens_a_window(state: ToyState, dice: Any) -> Iterator[Event]:
    yield WindowOpened(seconds=60)


def nobody_wins(state: ToyState, dice: Any) -> Iterator[Event]:
    yield from end(state, None)


TIMED = replace(
    with_info(TOY, name="timed", title="Hide in a minute"),
    outline=Heading("Hide in a minute")[
        Phase("Begin", does=opens_a_window),
        Segment("Hiding", by=EVERYBODY, orders=(Hide,)),
        Segment("Time", timed=True, does=None),
        Segment("Again", by=EVERYBODY, orders=(Hide,)),
        Phase("Nightfall", does=nobody_wins),
    ],
)
"""Both are asked while a minute runs; whoever has not spoken when it is over is answered for."""


def sit(context: Context, game: str = "toy", **options: Any) -> tuple[AtSeat, AtSeat]:
    account = matches.make_guest(context)
    scenario = next(iter(context.games[game].info.scenarios))
    opened = matches.open_match(context, account, game, scenario, **options)
    first, second = (AtSeat(opened.match_id, seat, account.id) for seat in context.games[game].info.seats)
    return first, second


def order(context: Context, at: AtSeat, *orders: Order, key: str | None = None) -> Accepted:
    return matches.take_orders(context, at, orders, version=matches.version(context, at), key=key)


def stored(context: Context, match_id: str) -> SavedMatch:
    return context.store.read(match_id)


def waiting(context: Context, match_id: str) -> int:
    with context.store.look() as look:
        return len(look.queue.waiting(match_id, look.matches.facts(match_id).game))


def journal(context: Context, match_id: str) -> list[Event]:
    with context.store.look() as look:
        return look.matches.journal(match_id, look.matches.facts(match_id).game)


def seen(context: Context, at: AtSeat) -> int:
    return matches.version(context, at)


EVERY_ENTRY = 10**9


def all_folds(context: Context, match_id: str) -> None:
    """Journal over opening gives the position; each log over the opening picture gives that picture; no gaps."""
    match = stored(context, match_id)
    with context.store.look() as look:
        opening = look.matches.opening(match_id, match.game)
        events = look.matches.journal(match_id, match.game)
        assert len(events) == match.journal_length
        assert recording.fold(opening, events) == match.state
        for seat in match.game.info.seats:
            picture = look.matches.opening_picture(match_id, seat, match.game)
            log = look.matches.log(match_id, seat, match.game, 0, EVERY_ENTRY)
            assert [entry.number for entry in log] == list(range(1, match.state.log_lengths[seat] + 1))
            for entry in log:
                entry.report.teach(picture)
            assert picture == match.state.pictures[seat]
