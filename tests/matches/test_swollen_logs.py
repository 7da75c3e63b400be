"""A log that somebody has swollen, by coming and going all day, makes no page slow."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from sqlalchemy import insert, update
from sqlmodel import col

from service import matches
from service.app import create_app
from service.engine.attendance import Attend
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.reports import AT_ANY_MOMENT, AttendanceTold, Telling
from service.engine.seats import PRESENT, STANDING
from service.games.shelf import GAMES
from service.matches import AtSeat, Context
from service.matches.errors import RulesRefuse, TooOften
from service.matches.history import history
from service.matches.rate_limits import RateLimits
from service.settings import Settings
from service.store import tables
from tests.client import TestClient
from tests.secrecy.work import Metered


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": GAMES["ndc"]}


def swollen(context: Context, entries: int, name: str = "ndc") -> AtSeat:
    """A match of which one seat's log has so many entries: the other side comes and goes, and it is told each time."""
    account, game = matches.make_guest(context), context.games[name]
    seat, other = game.info.seats
    match = matches.open_match(context, account, name, next(iter(game.info.scenarios))).match_id
    at = AtSeat(match, seat, account.id)
    length = matches.version(context, at)
    told = [
        context.store.codec(game).telling(Telling(AttendanceTold(seat=other, attendance=attendance)))
        for attendance in (PRESENT, STANDING)
    ]
    rows = [
        {"match_id": match, "seat": seat, "number": number, "turn": 0, "kind": "attendance-told",
         "report": told[number % 2]}
        for number in range(length + 1, entries + 1)
    ]  # fmt: skip
    with context.store.work() as work:
        work.session.execute(insert(tables.LogEntry), rows)
        mine = (col(tables.Seat.match_id) == match, col(tables.Seat.seat) == seat)
        work.session.execute(update(tables.Seat).where(*mine).values(log_length=entries))
        # As whoever plays it has it stored; an even number of entries leaves the other side present, as it was.
        pictured = (col(tables.SeatPicture.match_id) == match, col(tables.SeatPicture.seat) == seat)
        work.session.execute(update(tables.SeatPicture).where(*pictured).values(entry=entries))
    return at


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("entries", [800, pytest.param(30_000, marks=pytest.mark.soak)])
def test_what_is_told_again_and_again_is_read_once_and_a_page_shows_the_latest_of_it(
    settings: Settings, context: Context, entries: int
):
    """What is left of a longer log is to fetch its rows, and to go through them."""
    at = swollen(context, entries)
    distinct = {entry.text: entry for entry in matches.log(context, at).entries}
    client = TestClient(meter := Metered(create_app(settings, context)))
    client.cookies.set(matches.seat_cookie(at.match_id, at.seat), matches.seat_link(context, at))
    for path in ("", "/letters", "/history"):
        answer = client.get(f"/matches/{at.match_id}/{at.seat}{path}")
        assert answer.status_code == 200
        assert meter.answers[-1].loaded["to_telling"] <= 4 * len(distinct)
    first = history(context, at).entries[0].number
    assert f"The {entries - first + 1 - 300} reports before them" in answer.text


def test_the_latest_of_a_log_are_its_last_and_come_in_their_order(context: Context):
    at = swollen(context, 20)
    assert [entry.number for entry in matches.log(context, at, latest=3).entries] == [18, 19, 20]
    assert [entry.number for entry in matches.log(context, at, after=18, latest=3).entries] == [19, 20]
    assert matches.log(context, at, latest=30).entries == matches.log(context, at).entries


def changeable(kind: Any, path: str) -> Iterator[str]:
    """What can be changed within a value of this type: where it stands."""
    if kind in (dict, list, set) or typing.get_origin(kind) in (dict, list, set):
        yield path
    for part in typing.get_args(kind):
        yield from changeable(part, path)
    if is_dataclass(kind):
        if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            yield path
        hints = typing.get_type_hints(kind)
        for field in fields(kind):
            yield from changeable(hints[field.name], f"{path}.{field.name}")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_what_is_read_once_for_many_entries_cannot_be_changed_by_a_picture(game: AnyGame):
    """Else what one entry taught would be another's as well."""
    for kind in (*AT_ANY_MOMENT, *game.orders):
        assert not list(changeable(kind, kind.__name__))
    assert list(changeable(game.picture, "picture"))


def test_a_list_that_the_rules_refuse_counts_none_of_them(context: Context):
    """It makes nobody's log longer, and a day is long."""
    context = replace(context, rate_limits=RateLimits({"anytime": "2 per day"}))
    account = matches.make_guest(context)
    match = matches.open_match(context, account, "ndc", "kaltenbach").match_id
    at = AtSeat(match, "US", account.id)
    attend = matches.orders_from_plain(GAMES["ndc"], [{"kind": "attend", "attendance": "standing"}])
    version = matches.version(context, at)
    nowhere = matches.orders_from_plain(GAMES["ndc"], [{"kind": "move", "unit": "nobody", "path": ["0101"]}])
    for _ in range(3):
        with pytest.raises(RulesRefuse):
            matches.take_orders(context, at, [*attend, *nowhere], version=version)
    matches.take_orders(context, at, attend, version=version)


def test_orders_that_may_be_given_at_any_time_are_counted_one_by_one_and_others_are_not(context: Context):
    """They move nothing on, and the other side's log may grow with each."""
    now = [0.0]
    context = replace(context, rate_limits=RateLimits({"anytime": "5 per day"}, clock=lambda: now[0]))
    account = matches.make_guest(context)
    match = matches.open_match(context, account, "ndc", "kaltenbach").match_id
    us, soviet = (AtSeat(match, seat, account.id) for seat in ("US", "Soviet"))
    come = Attend(attendance=PRESENT)

    def send(at: AtSeat, *orders: Any, key: str | None = None) -> None:
        matches.take_orders(context, at, orders, version=matches.version(context, at), key=key)

    send(soviet, come, come, come, key="the first")
    send(soviet, come, come, come, key="the first")
    now[0] = 7200.0
    with pytest.raises(TooOften) as refused:
        send(soviet, come, come, come)
    assert refused.value.retry_after == 22 * 3600
    assert refused.value.detail == (
        "At most 5 times a day one seat may give orders that are lawful at any time. Nothing was done. "
        "Try again in 22 hours."
    )
    send(soviet, come, come)
    send(us, come)
    asked = soviet if matches.read(context, soviet).where.asked else us
    send(asked, Done())
