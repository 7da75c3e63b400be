"""What is kept of a seat's pictures: who reads its letters begins there, and goes through no more of its log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import delete, update
from sqlmodel import col

from service import matches
from service.app import create_app
from service.engine.game import AnyGame
from service.engine.reports import AttendanceTold, LetterArrived, LogEntry
from service.engine.seats import PRESENT, STANDING
from service.matches import AtSeat, Context
from service.matches.cards import told_lately
from service.settings import Settings
from service.store import tables
from service.store import telling_seats as writing
from tests.client import TestClient
from tests.matches.at_random import calls_at_random, seats_of_new_match
from tests.random_play import MOST_CALLS
from tests.secrecy.work import Metered
from tests.toy import TOY

EVERY, BROUGHT = 10, 4
"""How often a letter comes, and how many entries of the log each brings."""


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY}


def long_lettered(context: Context, entries: int) -> AtSeat:
    """A match of which one seat's log has so many entries, with letters all the way; it is told what it is told in
    tens, as the umpire tells a seat what orders have come to.
    """
    account = matches.make_guest(context)
    at = AtSeat(matches.open_match(context, account, "toy", "yard").match_id, "south", account.id)
    codec, s = context.store.codec(TOY), tables.Seat
    with context.store.look() as look:
        seat = look.matches.seat(at.match_id, "south")
    assert seat is not None
    picture, length = seat.picture, seat.log_length
    with context.store.work() as work:
        while length < entries:
            number = picture.letters + 1
            arrived = LetterArrived(number=number, address=picture.address, titles=tuple(picture.titles), turn=1)
            others = [AttendanceTold(seat="north", attendance=(PRESENT, STANDING)[n % 2]) for n in range(EVERY - 1)]
            told = [
                LogEntry(length + place, number if place <= BROUGHT else None, report)
                for place, report in enumerate([arrived, *others], start=1)
            ]
            for entry in told:
                entry.report.teach(picture)
            length = told[-1].number
            work.matches.append_log(seat.facts, "south", told, 0, codec.picture(picture))
        mine = (col(s.match_id) == at.match_id, col(s.seat) == "south")
        work.session.execute(update(s).where(*mine).values(log_length=length))
        work.matches.put_picture(seat.facts, "south", codec.picture(picture), length)
    return at


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("late", [1_200, pytest.param(5_000, marks=pytest.mark.soak)])
def test_letters_and_moments_cost_the_same_however_much_was_told_before(
    settings: Settings, context: Context, late: int
):
    """By themselves, by their number, by the page, and looking back: as many entries are read, and taken in."""
    read: dict[int, list[tuple[int, int, int]]] = {}
    client = TestClient(meter := Metered(create_app(settings, context)))
    for entries in (200, late):
        at = long_lettered(context, entries)
        client.cookies.set(matches.seat_cookie(at.match_id, at.seat), matches.seat_link(context, at))
        api, page = f"/api/v1/matches/{at.match_id}/seats/{at.seat}", f"/matches/{at.match_id}/{at.seat}"
        last = matches.read(context, at).where.letters
        assert last > entries // EVERY - 2
        for path in (
            f"{api}/letters?limit=1", f"{api}/letters/{last}", f"{page}?letters=1", f"{page}/letters/{last}",
            f"{page}/letters", f"{page}/letters?before={last}", f"{page}/history", f"{page}/history?at={entries - 60}",
            f"{api}/history", f"{api}/history?at={entries - 1}", f"{page}/contacts", f"{page}/figures",
        ):  # fmt: skip
            answer = client.get(path, headers={"HX-Request": "true"})
            assert answer.status_code == 200 and ("letters" not in path or f"{last}" in answer.text)
            work = meter.answers[-1]
            read.setdefault(entries, []).append((work.loaded["to_telling"], work.loaded["to_picture"], work.taught))
    for early, now in zip(read[200], read[late], strict=True):
        assert all(abs(one - other) <= 2 for one, other in zip(early, now, strict=True)), (early, now)
    assert max(tellings for tellings, *_ in read[200]) < 3 * writing.KEPT_EVERY


@pytest.fixture
def kept_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "KEPT_EVERY", 7)


@pytest.mark.usefixtures("kept_often")
def test_letters_read_alike_from_what_is_kept_and_from_the_beginning(context: Context):
    """And what is kept is what the log up to there makes of the opening."""
    seats, counted = seats_of_new_match(context, TOY), 0
    for _ in calls_at_random(context, seats, 4, MOST_CALLS):
        pass
    for at in seats.values():
        every = matches.seat_letters(context, at).letters
        assert len(every) > 3
        for letter in every:
            assert matches.letter(context, at, letter.number) == letter
            assert (
                matches.seat_letters(context, at, latest=len(every) + 1 - letter.number).letters
                == every[letter.number - 1 :]
            )
        with context.store.look() as look:
            folded = look.matches.opening_picture(at.match_id, at.seat, TOY)
            for one in look.matches.log(at.match_id, at.seat, TOY, 0, 10**9):
                one.report.teach(folded)
                number, kept = look.matches.picture_kept(at.match_id, at.seat, TOY, one.number)
                if number == one.number:
                    counted += 1
                    assert kept == folded
    assert counted > 4


def test_a_letter_that_never_came_is_none(context: Context):
    at = long_lettered(context, 40)
    last: Any = matches.read(context, at).where.letters
    for number in (0, last + 1):
        with pytest.raises(matches.errors.NotFound):
            matches.letter(context, at, number)


@pytest.mark.usefixtures("database")
def test_a_log_that_lacks_entries_is_a_fault_and_is_not_read_for_ever(context: Context):
    at, e = long_lettered(context, 20), tables.LogEntry
    with context.store.work() as work:
        work.session.execute(delete(e).where(col(e.match_id) == at.match_id, col(e.seat) == "south"))
    with context.store.look() as look, pytest.raises(LookupError, match="lacks its entries up to 20"):
        told_lately(look, at, TOY, 20, letters=1)
