"""Orders of several requests are taken in one round, and each is told what it would be told alone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace

import pytest

from service import matches
from service.engine.orders import Order
from service.matches import AtSeat, Attempt, Context
from service.matches.errors import KeyReused, NotFound, PictureMovedOn, RulesRefuse
from service.store import Store, Unavailable
from service.store.matches import Matches
from tests.matches.waiting import PACE, sit
from tests.toy import Hide

Ask = Callable[[Context], Attempt]


@pytest.fixture
def paced(context: Context) -> Context:
    return replace(context, pace=PACE)


def asked(at: AtSeat, *orders: Order, version: int = 1, key: str | None = None) -> Ask:
    return lambda then: Attempt(at, matches.orders_sent(then, lambda _: orders), version, key)


def log_of(context: Context, at: AtSeat) -> list[str]:
    return [entry.kind for entry in matches.log(context, at).entries]


def test_each_of_a_round_is_told_what_it_would_be_told_alone(paced: Context):
    tables = [sit(paced) for _ in range(4)]
    norths = [north for north, _ in tables]
    order = Hide(hex="12")
    matches.take_orders(paced, norths[3], [order], version=1, key="k")

    def nobody(_: Context) -> Attempt:
        raise NotFound()

    found = matches.take_together(
        paced,
        [
            asked(norths[0], order),
            asked(norths[1], Hide(hex="99")),
            asked(norths[2], order, version=7),
            asked(norths[3], order, key="k"),
            asked(norths[3], Hide(hex="13"), key="k"),
            nobody,
            asked(tables[0][1], Hide(hex="32")),
        ],
    )
    assert [getattr(one, "version", type(one)) for one in found] == [
        2, RulesRefuse, PictureMovedOn, 2, KeyReused, NotFound, 2,
    ]  # fmt: skip
    assert [log_of(paced, one)[1:] for one in norths] == [["orders-accepted"], [], [], ["orders-accepted"]]


def test_two_lists_of_one_seat_are_taken_one_after_the_other(paced: Context):
    north, _ = sit(paced)
    first, second = matches.take_together(
        paced, [asked(north, Hide(hex="12"), key="a"), asked(north, Hide(hex="13"), key="b")]
    )
    assert first == matches.Accepted(2)
    assert isinstance(second, PictureMovedOn)
    assert matches.take_together(paced, [asked(north, Hide(hex="12"), key="a")] * 2) == [first, first]
    assert log_of(paced, north)[1:] == ["orders-accepted"]


def test_the_same_request_twice_in_one_round_is_done_once(paced: Context):
    north, _ = sit(paced)
    one = asked(north, Hide(hex="12"), key="k")
    assert matches.take_together(paced, [one, one]) == [matches.Accepted(2)] * 2
    assert log_of(paced, north)[1:] == ["orders-accepted"]


def test_a_fault_at_one_takes_nothing_from_the_others(paced: Context, monkeypatch: pytest.MonkeyPatch):
    norths = [sit(paced)[0] for _ in range(3)]
    written = Matches.keep_answer

    def fails(self: Matches, match_id: str, *rest: object) -> None:
        if match_id == norths[1].match_id:
            raise ZeroDivisionError()
        written(self, match_id, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Matches, "keep_answer", fails)
    found = matches.take_together(paced, [asked(north, Hide(hex="12"), key="k") for north in norths])
    assert [type(one) for one in found] == [matches.Accepted, ZeroDivisionError, matches.Accepted]
    assert [len(log_of(paced, north)) for north in norths] == [2, 1, 2]


def test_where_the_database_does_not_answer_each_is_told_so_and_nothing_is_done(
    paced: Context, monkeypatch: pytest.MonkeyPatch
):
    norths = [sit(paced)[0] for _ in range(2)]

    @contextmanager
    def locked(self: Store):
        raise Unavailable("locked")
        yield

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Store, "work", locked)
        found = matches.take_together(paced, [asked(north, Hide(hex="12")) for north in norths])
    assert [type(one) for one in found] == [Unavailable, Unavailable]
    assert [log_of(paced, north)[1:] for north in norths] == [[], []]
    found = matches.take_together(paced, [asked(north, Hide(hex="12")) for north in norths])
    assert found == [matches.Accepted(2)] * 2
