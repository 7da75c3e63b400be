"""Pictures that are kept beside their texts are never stale, whoever wrote, and nobody's but their seat's."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest
from sqlalchemy import update

from service import matches
from service.engine.orders import Done, Order
from service.matches import AtSeat, Context, playing
from service.matches.match_queue import work_off
from service.store import Store, tables
from service.store.kept_pictures import KEPT_FOR, KeptPictures, Stored
from tests.matches.waiting import PACE, order, sit
from tests.toy import TOY, Hide


@pytest.fixture
def paced(context: Context) -> Context:
    return replace(context, pace=PACE)


def hex_of(context: Context, at: AtSeat) -> object:
    return matches.read(context, at).picture.hex


def keeps(kept: KeptPictures, match_id: str, seat: str) -> bool:
    """Whether the seat has asked for its picture lately."""
    return (match_id, seat) in kept._kept


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


def test_orders_that_a_fault_keeps_from_being_written_down_leave_nothing_in_what_the_seat_reads(
    paced: Context, monkeypatch: pytest.MonkeyPatch
):
    """Its picture has taken them in by then, and is kept no more."""
    north, _ = sit(paced)
    assert hex_of(paced, north) == "11"

    def faulty(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(playing, "said_at", faulty)
        with pytest.raises(RuntimeError):
            order(paced, north, Hide(hex="12"), Done())
    assert hex_of(paced, north) == "11" and matches.read(paced, north).where.asked
    order(paced, north, Hide(hex="12"), Done())


def test_what_cannot_be_taken_in_is_read_anew_and_stops_no_match(paced: Context, faults: list[BaseException]):
    """What a seat was told is committed by then: nothing is undone, nor done once more, for a picture that is kept."""
    north, south = sit(paced)
    hex_of(paced, north)
    order(paced, south, Hide(hex="32"), Done())
    order(paced, north, Hide(hex="12"), Done())
    paced.store.pictures._kept[north.match_id, "north"].picture = None
    work_off(paced, north.match_id)
    with paced.store.look() as look:
        assert look.queue.stopped_at(north.match_id) is None
        assert look.queue.waiting_of(north.match_id, "north") == (0, None)
    assert hex_of(paced, north) == "12" and len(faults) == 1
    faults.clear()


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
        its = (tables.SeatPicture.match_id == north.match_id, tables.SeatPicture.seat == north.seat)
        length = work.matches.log_length(north.match_id, north.seat)
        work.session.execute(update(tables.SeatPicture).where(*its).values(picture=text, entry=length))
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
    assert keeps(kept, north.match_id, "north") and not keeps(kept, south.match_id, "south")
    order(paced, south, Hide(hex="32"), Done())
    kept._kept.clear()
    work_off(paced, north.match_id)
    assert not keeps(kept, north.match_id, "north")


class Says(NamedTuple):
    """A report for a picture that is a list of words."""

    word: str

    def teach(self, picture: list[str]) -> None:
        picture.append(self.word)


def read(kept: KeptPictures, seat: str, stored: Stored) -> list[str]:
    """As whoever reads a seat does, of a log of the letters a, b, c and so on."""
    if (picture := kept.copy("m", seat, stored)) is None:
        picture, at = kept.take("m", seat, stored) or ([*stored.text], stored.at)
        picture += "abcdefgh"[at : stored.log_length]
        kept.keep("m", seat, stored, [*picture])
    return picture


def test_what_a_seat_is_told_is_taken_in_and_what_was_missed_is_read():
    kept = KeptPictures()
    kept.told("m", "a", 2, [Says("c")], None)
    assert not keeps(kept, "m", "a"), "it has not read yet"
    assert read(kept, "a", Stored("ab", 2, 2)) == [*"ab"]
    kept.told("m", "a", 2, [Says("c"), Says("d")], None)
    assert kept.copy("m", "a", Stored("ab", 2, 4)) == [*"abcd"]
    kept.told("m", "a", 5, [Says("f")], None)  # what was told between is told of by another process, or too late
    assert kept.copy("m", "a", Stored("ab", 2, 6)) is None
    assert read(kept, "a", Stored("ab", 2, 6)) == [*"abcdef"]
    assert read(kept, "a", Stored("ab", 2, 3)) == [*"abc"], "who reads of a moment before knows no more"
    assert read(kept, "a", Stored("ab", 2, 6)) == [*"abcdef"]
    kept.told("m", "a", 6, [Says("g")], "abcdefg")
    assert kept.copy("m", "a", Stored("ab", 2, 7)) is None, "what is stored is another by now"
    assert kept.copy("m", "a", Stored("abcdefg", 7, 7)) == [*"abcdefg"]
    assert kept.take("m", "a", Stored("abcdefg", 7, 6)) is None, "it is later than who reads"


def test_a_slow_reader_of_before_puts_nothing_in_the_place_of_what_is_later():
    """A socket reads the seat as its own order is saved: what it has read then is of before."""
    kept = KeptPictures()
    kept.keep("m", "a", Stored("ab", 2, 3), [*"abc"])
    kept.keep("m", "a", Stored("ab", 2, 2), [*"ab"])
    assert kept.copy("m", "a", Stored("ab", 2, 3)) == [*"abc"]


def test_what_somebody_reads_is_changed_by_nobody():
    """Whoever takes it has it for themselves; others who ask meanwhile have another read for them."""
    kept, stored = KeptPictures(), Stored("ab", 2, 2)
    read(kept, "a", stored)
    taken = kept.take("m", "a", stored)
    assert taken is not None and kept.copy("m", "a", stored) is None and kept.lend("m", "a", stored) is None
    kept.keep("m", "a", stored, taken[0])
    assert kept.take("m", "a", stored) == taken, "nobody reads it"
    kept.keep("m", "a", stored, taken[0])
    lent = kept.lend("m", "a", stored)
    assert lent is taken[0]
    kept.told("m", "a", 2, [Says("c")], None)
    again = kept.lend("m", "a", Stored("ab", 2, 3))
    assert (again, lent) == ([*"abc"], [*"ab"])
    found = kept.take("m", "a", Stored("ab", 2, 3))
    assert found == ([*"abc"], 3) and found[0] is not again


def test_they_go_when_nobody_asks_or_there_is_no_room_for_them():
    moments = [0.0]
    kept = KeptPictures(most=10, clock=lambda: moments[-1])
    for seat in ("a", "b", "a", "c"):
        read(kept, seat, Stored("abcd", 4, 4))
    assert [keeps(kept, "m", seat) for seat in ("a", "b", "c")] == [True, False, True]
    kept.told("m", "a", 4, [Says("e")], "abcde")
    kept.told("m", "b", 4, [Says("e")], "abcde")
    assert not keeps(kept, "m", "b") and kept._characters == 9
    moments.append(KEPT_FOR - 1)
    assert read(kept, "a", Stored("abcde", 5, 5)) == [*"abcde"]
    moments.append(KEPT_FOR)
    kept.sweep()
    assert [keeps(kept, "m", seat) for seat in ("a", "b", "c")] == [True, False, False]
    moments.append(2 * KEPT_FOR)
    kept.sweep()
    assert not keeps(kept, "m", "a")
    assert kept._characters == 0
