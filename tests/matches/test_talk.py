"""Talk between the sides, and a side's notes: beside the match, for whom they are for and nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from docs.examples.towns import THREE_HOUSES
from service import matches
from service.engine.orders import Done
from service.matches import AtSeat, Context
from service.matches.ending import delete_match, resign
from service.matches.errors import Malformed, NotFound, NotNow, TooOften
from service.matches.rate_limits import RateLimits
from service.matches.talk import box, delete_note, mark_read, mute, notes, say_to_others, write_note
from tests.matches.test_ending import sit_down
from tests.matches.waiting import order, seen, stored
from tests.toy import TOY, Hide


@pytest.fixture
def games() -> dict[str, Any]:
    return {"toy": TOY, "houses": THREE_HOUSES}


def said(context: Context, at: AtSeat) -> list[tuple[int, str, str]]:
    return [(one.number, one.sender, one.text) for one in box(context, at).messages]


def test_what_one_says_the_others_read_and_the_match_knows_nothing_of_it(context: Context):
    north, south = sit_down(context)
    before = stored(context, north.match_id).journal_length, seen(context, north), seen(context, south)
    say_to_others(context, north, "Good luck!\r\nAnd have  fun. ")
    say_to_others(context, south, "You too")
    assert said(context, north) == said(context, south) == [
        (1, "north", "Good luck!\nAnd have  fun."), (2, "south", "You too"),
    ]  # fmt: skip
    assert (stored(context, north.match_id).journal_length, seen(context, north), seen(context, south)) == before
    export = matches.export(context, north)
    assert "Good luck" not in str(export)


def test_orders_written_before_something_was_said_are_as_good_after_it(context: Context):
    north, south = sit_down(context)
    version = seen(context, north)
    say_to_others(context, south, "Hurry up")
    matches.take_orders(context, north, [Hide(hex="12"), Done()], version=version)


def test_only_the_reader_knows_what_was_read(context: Context):
    north, south = sit_down(context)
    say_to_others(context, north, "One")
    say_to_others(context, north, "Two")
    hers = box(context, north)
    assert (hers.read, hers.length) == (2, 2), "what one has said oneself is no news"
    assert matches.read(context, south).unread == 2
    mark_read(context, south, 1)
    assert matches.read(context, south).unread == 1
    mark_read(context, south, 99)
    mark_read(context, south, 1)
    assert box(context, south).read == 2
    assert box(context, north) == hers


def test_what_one_says_before_one_has_read_is_no_news_either(context: Context):
    north, south = sit_down(context)
    say_to_others(context, north, "One")
    say_to_others(context, south, "A moment")
    assert box(context, south).read == 0
    assert (matches.read(context, north).unread, matches.read(context, south).unread) == (1, 1)


def test_who_is_muted_is_not_told_and_leaves_no_gap(context: Context):
    first, second, third = sit_down(context, "houses")
    mute(context, third, [first.seat])
    assert say_to_others(context, first, "Let us two fight him") == 1
    say_to_others(context, second, "Gladly")
    assert said(context, third) == [(1, second.seat, "Gladly")]
    assert [number for number, _, _ in said(context, first)] == [1, 2]
    assert box(context, first).muted == () and box(context, third).muted == (first.seat,)
    mute(context, third, [])
    say_to_others(context, first, "Hello")
    assert said(context, third)[-1] == (2, first.seat, "Hello")
    with pytest.raises(Malformed):
        mute(context, third, [third.seat])


@pytest.mark.parametrize("text", ["", " \n ", "x" * 2001, "a\0b", "a\u202eb", "\u200b"])
def test_a_message_is_text_that_shows(context: Context, text: str):
    north, _ = sit_down(context)
    with pytest.raises(Malformed):
        say_to_others(context, north, text)
    with pytest.raises(Malformed):
        write_note(context, north, text)
    assert not said(context, north)


def test_a_match_without_talk_has_none_and_says_so_before_anybody_joins(context: Context):
    host, guest = matches.make_guest(context), matches.make_guest(context)
    opened = matches.open_match(context, host, "toy", "yard", seat="north", talk=False)
    assert not matches.invitation(context, opened.invitations["south"]).talk
    matches.take_seat(context, guest, opened.match_id, "south", opened.invitations["south"])
    assert not matches.match_card(context, guest, opened.match_id).talk
    with pytest.raises(NotNow, match="without talk"):
        say_to_others(context, AtSeat(opened.match_id, "south", guest.id), "Hello")


def test_a_note_is_the_seat_s_own_with_its_last_letter_and_is_kept_after_the_end(context: Context):
    north, south = sit_down(context)
    order(context, north, Hide(hex="12"), Done())
    order(context, south, Hide(hex="32"), Done())
    letters = matches.read(context, north).where.letters
    note = write_note(context, north, "They hide in the east, I think.")
    assert (note.number, note.letter) == (1, letters)
    write_note(context, north, "In the west.", 1)
    resign(context, north)
    assert [one.text for one in notes(context, north)] == ["In the west."] and not notes(context, south)
    for number in (2, 7):
        with pytest.raises(NotFound):
            delete_note(context, north, number)
    with pytest.raises(NotFound):
        write_note(context, south, "Not mine", 1)
    delete_note(context, north, 1)
    assert not notes(context, north)


def test_nobody_floods_the_others(context: Context):
    north, _ = sit_down(context)
    limited = Context(context.store, rate_limits=RateLimits({"talk": "2 per minute"}))
    for _ in range(2):
        say_to_others(limited, north, "Hey")
    with pytest.raises(TooOften):
        say_to_others(limited, north, "Hey")


def test_talk_and_notes_go_with_a_match_that_is_deleted(context: Context):
    host = matches.make_guest(context)
    north = AtSeat(matches.open_match(context, host, "toy", "yard", seat="north").match_id, "north", host.id)
    say_to_others(context, north, "Is anybody there?")
    write_note(context, north, "Nobody")
    delete_match(context, host, north.match_id)
    with context.store.look() as look:
        assert not look.talk.notes(north.match_id, "north") and not look.talk.messages(north.match_id, "south", 0, 9)
