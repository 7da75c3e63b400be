"""A time that runs: its end in the mail that asks, reminders of it, and that it is over, told to both sides."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from service import matches
from service.engine.orders import Done
from service.matches import Account, AtSeat, mail_addresses
from service.matches.clock import lapse_all
from service.matches.clocks import announce_claim, be_away, choose_to_send, claim, clock_sheet
from service.matches.new_passwords import password_link, set_password_by_link
from service.store.clocks import ClockTerms
from tests.mailing.conftest import Post
from tests.mailing.house import MORNING
from tests.mailing.test_notices import hide, order, subjects
from tests.toy import Hide

ANSWERED, CLAIMED = ClockTerms("step", 3, absence=5), ClockTerms("step", 2, over="claimed")
REMINDER, LATE = "Sitrep: The yard, a reminder", "Sitrep: The yard, a time is over"


@pytest.fixture
def ben(post: Post) -> Account:
    return matches.make_account(post.context, "Ben", "fifteen herons")


def opened(post: Post, anna: Account, ben: Account, terms: ClockTerms) -> tuple[AtSeat, AtSeat]:
    """A match by the clock: Anna has the north, Ben the south. Its first mails have come."""
    match = matches.open_match(post.context, anna, "toy", "yard", seat="north", clock=terms)
    matches.take_seat(post.context, ben, match.match_id, "south", match.invitations["south"])
    post.wait(seconds=10)
    return AtSeat(match.match_id, "north", anna.id), AtSeat(match.match_id, "south", ben.id)


def moments(post: Post, hours: int) -> list[tuple[int, str]]:
    """Let so many hours pass: in which of them each mail came, and its subject."""
    found = []
    for hour in range(hours):
        mails = post.wait(seconds=10) + post.wait(minutes=59, seconds=50)
        found += [(hour, subject) for subject in subjects(mails)]
    return found


def joined(mail: Any) -> str:
    """Its text without ends of lines."""
    return " ".join(mail.text.split())


def test_the_mail_that_asks_says_until_when_the_clock_runs(post: Post, anna: Account, ben: Account):
    post.address(anna, zone="Europe/Paris")
    north, _ = opened(post, anna, ben, ANSWERED)
    ends = clock_sheet(post.context, north).over_at
    assert ends == MORNING + timedelta(days=3)
    assert "\nUntil Thursday 26 November 2026, 10:00 CET (in 2 days 23 hours).\n" in post.mails[-1].text


def test_a_reminder_comes_a_day_and_three_hours_before_the_end(post: Post, anna: Account, ben: Account):
    post.address(anna)
    opened(post, anna, ben, ANSWERED)
    assert moments(post, 71) == [(48, REMINDER), (69, REMINDER)]
    first, last = post.mails[-2:]
    assert (
        "\nA REMINDER\nTurn 0, Hiding.\nYou are still asked.\nUntil Thursday 26 November 2026, 09:00 UTC" in last.text
    )
    assert "(in 23 hours 59 minutes)" in first.text and "(in 2 hours 59 minutes)" in last.text
    assert "· hide" not in last.text, "the whole turn was sent when it was asked"


def test_whoever_has_answered_is_reminded_of_nothing(post: Post, anna: Account, ben: Account):
    post.address(anna)
    north, _ = opened(post, anna, ben, ANSWERED)
    order(post, north, Hide(hex="12"))
    assert moments(post, 49) == [(48, REMINDER)], "an order that does not close the heading is no answer"
    order(post, north, Done())
    assert moments(post, 20) == []


def test_reminders_are_left_out_as_one_likes(post: Post, anna: Account, ben: Account):
    post.address(anna, day_before=False)
    post.address(ben, hours_before=False)
    opened(post, anna, ben, ANSWERED)
    before = len(post.mails)
    moments(post, 71)
    assert [mail.recipient[:-13] for mail in post.mails[before:]] == [ben.id, anna.id]


def test_nobody_is_reminded_of_what_was_asked_when_less_time_was_left(post: Post, anna: Account, ben: Account):
    post.address(anna)
    opened(post, anna, ben, ClockTerms("step", 1))
    assert moments(post, 23) == [(21, REMINDER)]


@pytest.mark.parametrize(("last_in_quiet", "hours"), [(True, [48, 69]), (False, [48])])
def test_quiet_hours_hold_a_last_reminder_back_unless_one_says_otherwise(
    post: Post, anna: Account, ben: Account, last_in_quiet: bool, hours: list[int]
):
    """The last comes at six in the morning, and the time is over at nine."""
    post.address(anna, quiet_from=2, quiet_until=9, last_in_quiet=last_in_quiet)
    opened(post, anna, ben, ANSWERED)
    found = moments(post, 71)
    assert [hour for hour, subject in found if subject == REMINDER] == hours


def test_a_reminder_keeps_to_no_pace(post: Post, anna: Account, ben: Account):
    """A list once a day would bring it when the time is over."""
    post.address(anna, pace="daily", hour=8)
    opened(post, anna, ben, ANSWERED)
    assert [subject for _, subject in moments(post, 71)].count(REMINDER) == 2


def test_an_end_that_moves_is_reminded_of_when_it_comes(post: Post, anna: Account, ben: Account):
    post.address(anna)
    north, _ = opened(post, anna, ben, ANSWERED)
    today = MORNING.date()
    be_away(post.context, north, today + timedelta(days=1), today + timedelta(days=2))
    assert moments(post, 71 + 48) == [(48 + 48, REMINDER), (69 + 48, REMINDER)]


def test_a_silent_match_reminds_nobody(post: Post, anna: Account, ben: Account):
    post.address(anna)
    north, _ = opened(post, anna, ben, ANSWERED)
    mail_addresses.put_match_pace(post.context, mail_addresses.owner_of(anna), north.match_id, "silent")
    assert moments(post, 71) == []


def test_when_the_umpire_answers_for_a_side_both_are_told(post: Post, anna: Account, ben: Account):
    post.address(anna, day_before=False, hours_before=False)
    post.address(ben, day_before=False, hours_before=False)
    north, south = opened(post, anna, ben, ANSWERED)
    hide(post, north, south)
    post.wait(minutes=1)
    post.now[0] += timedelta(days=3)
    assert lapse_all(post.context) >= 1
    own, other = sorted(post.wait(seconds=10), key=lambda mail: mail.recipient != f"{anna.id}@mail.example")
    assert "Your time is over. The umpire answers for you until your next letter." in own.text
    assert "The time of the north side is over. The umpire answers for it until its next letter." in joined(other)


def test_a_sheet_that_is_sent_when_the_time_is_over_is_told_to_both(post: Post, anna: Account, ben: Account):
    post.address(anna, day_before=False, hours_before=False)
    post.address(ben, day_before=False, hours_before=False)
    north, south = opened(post, anna, ben, ANSWERED)
    matches.put_sheet(post.context, north, [Hide(hex="12"), Done()])
    choose_to_send(post.context, north, True)
    order(post, south, Hide(hex="32"), Done())
    post.wait(minutes=1)
    post.now[0] += timedelta(days=3)
    lapse_all(post.context)
    own, other = sorted(post.wait(seconds=10), key=lambda mail: mail.recipient != f"{anna.id}@mail.example")
    assert "Your time is over: what was on your sheet is sent." in joined(own)
    assert "The time of the north side is over: what was on its sheet is sent." in joined(other)


def test_a_time_that_may_be_claimed_is_told_to_both_once(post: Post, anna: Account, ben: Account):
    post.address(anna)
    post.address(ben)
    _, south = opened(post, anna, ben, CLAIMED)
    order(post, south, Hide(hex="32"), Done())
    found = [one for one in moments(post, 60) if one[1] == LATE]
    assert found == [(48, LATE)] * 2
    own, other = sorted(post.mails[-2:], key=lambda mail: mail.recipient != f"{anna.id}@mail.example")
    assert "Your time is over. The other side may go on waiting, or announce that it claims the match" in joined(own)
    assert "The time of the north side is over. You may go on waiting, or announce that you claim" in joined(other)
    announce_claim(post.context, south)
    told = post.wait(seconds=10)
    assert subjects(told) == ["Sitrep: The yard, news of the match"] * 2
    assert all(
        "north: Ben has announced a claim: a day after this the match can be claimed" in joined(mail) for mail in told
    )
    post.wait(hours=24)
    claim(post.context, south)
    assert subjects(post.wait(seconds=10)) == ["Sitrep: The yard, the match is over"] * 2


@pytest.mark.parametrize("pace", ["at-once", "daily"])
def test_what_waited_until_a_time_was_over_comes_by_one_mail(post: Post, anna: Account, ben: Account, pace: str):
    """News from before the end and from after it, and the end; a reminder of what is over is none by then."""
    owner = replace(matches.make_account(post.context, "Olga", "fifteen herons"), owner=True)
    post.address(anna, pace=pace, hour=12, quiet_from=20, quiet_until=12)
    _, south = opened(post, anna, ben, CLAIMED)
    order(post, south, Hide(hex="32"), Done())
    moments(post, 40)
    set_password_by_link(post.context, password_link(post.context, "Anna", by=owner), "sixteen grey herons")
    assert moments(post, 9) == []
    announce_claim(post.context, south)
    assert moments(post, 1) == []
    (mail,) = post.wait(hours=1)
    assert all(said in joined(mail) for said in ("new password", "Your time is over.", "has announced a claim"))
    assert post.wait(hours=24) == []


def test_whoever_is_asked_as_well_is_not_told_that_the_other_is_late(post: Post, anna: Account, ben: Account):
    """They could not claim, and would learn whether the other has answered."""
    post.address(ben, day_before=False, hours_before=False)
    opened(post, anna, ben, CLAIMED)
    (mail,) = [mail for _ in range(60) for mail in post.wait(hours=1)]
    assert "Your time is over." in mail.text and "The time of the north" not in mail.text


def test_a_match_that_has_stopped_reminds_nobody(post: Post, anna: Account, ben: Account):
    """Its clocks stand until it goes on."""
    post.address(anna)
    north, south = opened(post, anna, ben, CLAIMED)
    order(post, south, Hide(hex="32"), Done())
    with post.context.store.work() as work:
        work.queue.stop(north.match_id, post.context.clock())
    assert moments(post, 60) == []
