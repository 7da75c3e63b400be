"""Pictures that are kept beside their texts are never stale, whoever wrote, and nobody's but their seat's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import update

from service import matches
from service.engine.orders import Done, Order
from service.matches import AtSeat, Context
from service.matches.match_queue import work_off
from service.store import Store, tables
from service.store import kept_pictures as module
from service.store.kept_pictures import KEPT_FOR, KeptPictures
from tests.matches.waiting import PACE, order, sit
from tests.toy import TOY, Hide


@pytest.fixture
def paced(context: Context) -> Context:
    return replace(context, pace=PACE)


def hex_of(context: Context, at: AtSeat) -> object:
    return matches.read(context, at).picture.hex


def loads(context: Context, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are read out from now on."""
    found: list[str] = []
    codec = context.store.codec(TOY)
    read = codec.to_picture
    monkeypatch.setattr(codec, "to_picture", lambda text: found.append(text) or read(text))
    return found


def test_what_is_read_is_the_reader_s_own(context: Context):
    north, _ = sit(context)
    for _ in range(2):  # the first is read out of the text, the second is at hand
        matches.read(context, north).picture.hex = "77"
    assert hex_of(context, north) == "11"


def test_a_seat_that_is_played_is_read_out_of_its_text_once(paced: Context, monkeypatch: pytest.MonkeyPatch):
    north, south = sit(paced)
    texts = loads(paced, monkeypatch)
    assert [hex_of(paced, north) for _ in range(3)] == ["11"] * 3
    order(paced, north, Hide(hex="12"), Done())
    hex_of(paced, north)
    assert len(texts) == 1
    order(paced, south, Hide(hex="32"), Done())
    before = len(texts)
    work_off(paced, north.match_id)  # it has to read the whole position, which it did not have at hand
    worked = len(texts)
    assert hex_of(paced, north) == "12"
    assert len(texts) == worked > before


def test_what_another_process_wrote_is_read(context: Context, monkeypatch: pytest.MonkeyPatch):
    north, _ = sit(context)
    other = replace(context, store=Store(str(context.store.writer.url), context.games))
    assert hex_of(context, north) == hex_of(other, north) == "11"
    order(other, north, Hide(hex="12"))
    assert hex_of(context, north) == "12"
    order(context, north, Hide(hex="13"))
    assert hex_of(other, north) == "13"
    other.store.close()


def test_the_text_counts_and_no_number_beside_it(context: Context):
    north, _ = sit(context)
    order(context, north, Hide(hex="12"))
    picture = matches.read(context, north).picture
    picture.hex = "21"
    with context.store.work() as work:
        text = context.store.codec(TOY).picture(picture)
        its = (tables.Seat.match_id == north.match_id, tables.Seat.seat == north.seat)
        work.session.execute(update(tables.Seat).where(*its).values(picture=text))
    assert hex_of(context, north) == "21"


def test_orders_that_were_rolled_back_leave_nothing(context: Context, monkeypatch: pytest.MonkeyPatch):
    north, _ = sit(context)

    def full(*_: object) -> None:
        raise OSError("no space left")

    def send(*orders: Order) -> None:
        order(context, north, *orders)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("service.store.queue.Queue.accept", full)
        with pytest.raises(OSError, match="no space"):
            send(Hide(hex="12"))
    assert hex_of(context, north) == "11"
    send(Hide(hex="13"))
    assert hex_of(context, north) == "13"


def test_no_seat_is_kept_for_what_another_does(paced: Context):
    north, south = sit(paced)
    kept = paced.store.pictures
    order(paced, north, Hide(hex="12"), Done())
    assert kept.keeps(north.match_id, "north") and not kept.keeps(south.match_id, "south")
    order(paced, south, Hide(hex="32"), Done())
    kept._kept.clear()
    work_off(paced, north.match_id)
    assert not kept.keeps(north.match_id, "north")


def test_they_go_when_nobody_asks_or_there_is_no_room_for_them(monkeypatch: pytest.MonkeyPatch, context: Context):
    moments = [0.0]
    kept, codec = KeptPictures(most=10, clock=lambda: moments[-1]), context.store.codec(TOY)
    monkeypatch.setattr(module, "duplicate", lambda picture: picture)
    monkeypatch.setattr(codec, "to_picture", str.upper)
    assert [kept.read(codec, "m", seat, "abcd") for seat in ("a", "b", "a", "c")] == ["ABCD"] * 4
    assert [kept.keeps("m", seat) for seat in ("a", "b", "c")] == [True, False, True]
    kept.renew("m", "a", "abc", "ABC")
    kept.renew("m", "b", "abc", "ABC")
    assert not kept.keeps("m", "b")
    moments.append(KEPT_FOR - 1)
    assert kept.read(codec, "m", "a", "abc") == "ABC"
    moments.append(KEPT_FOR)
    kept.sweep()
    assert [kept.keeps("m", seat) for seat in ("a", "b", "c")] == [True, False, False]
    moments.append(2 * KEPT_FOR)
    kept.sweep()
    assert not kept.keeps("m", "a")
    assert kept._characters == 0
