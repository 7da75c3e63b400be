"""Mails of what stands beside the log: offers, a rematch, what was done with a seat, and what others have said."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from service import matches
from service.engine.orders import Done
from service.matches import Account, AtSeat, ending, mail_addresses, talk
from service.matches.handover import ask_for_way_in, come_in, grant, hand_over, wishes
from service.matches.new_passwords import password_link, set_password_by_link
from tests.mailing.conftest import Post, Taken
from tests.mailing.test_notices import order, subjects
from tests.toy import Hide

ADDRESS = {"day_before": False, "hours_before": False}


@pytest.fixture
def ben(post: Post) -> Account:
    return matches.make_account(post.context, "Ben", "fifteen herons")


@pytest.fixture
def table(post: Post, anna: Account, ben: Account) -> tuple[AtSeat, AtSeat]:
    """Anna's seat, and Ben's, who is told by mail and has just been."""
    post.address(ben, talk="at-once")
    opened = matches.open_match(post.context, anna, "toy", "yard", seat="north")
    south = matches.take_seat(post.context, ben, opened.match_id, "south", opened.invitations["south"])
    order(post, south, Hide(hex="32"), Done())
    post.wait(minutes=10)
    return AtSeat(opened.match_id, "north", anna.id), south


def one_line(mail: Taken) -> str:
    return " ".join(mail.text.split())


# ---- what needs one's consent


def test_an_offer_is_told_and_when_it_lapses(post: Post, table: tuple[AtSeat, AtSeat]):
    north, _ = table
    ending.make_offer(post.context, north, "draw", 48)
    (mail,) = post.wait(seconds=10)
    assert subjects([mail]) == ["Sitrep: The yard, an offer"]
    assert "AN OFFER" in mail.text and "north offers a draw. The offer lapses on Wednesday 25" in one_line(mail)
    ending.make_offer(post.context, north, "draw", 72)
    assert post.wait(hours=1) == [], "the same offer anew is no news"


def test_an_offer_that_was_withdrawn_or_accepted_is_told_no_more(post: Post, table: tuple[AtSeat, AtSeat]):
    north, south = table
    ending.make_offer(post.context, north, "draw")
    ending.withdraw_offer(post.context, north)
    assert post.wait(hours=1) == []
    ending.make_offer(post.context, north, "abandonment")
    ending.accept_offer(post.context, south, "north", "abandonment")
    assert subjects(post.wait(hours=1)) == ["Sitrep: The yard, the match is over"]


def test_offers_one_after_the_other_are_mailed_every_five_minutes_at_most(post: Post, table: tuple[AtSeat, AtSeat]):
    north, _ = table
    ending.make_offer(post.context, north, "draw")
    assert len(post.wait(seconds=10)) == 1
    for _ in range(4):
        ending.withdraw_offer(post.context, north)
        ending.make_offer(post.context, north, "abandonment")
        assert post.wait(minutes=1) == []
    assert len(post.wait(minutes=1)) == 1


def test_a_rematch_in_which_a_seat_is_kept_is_told(post: Post, table: tuple[AtSeat, AtSeat]):
    north, _ = table
    ending.resign(post.context, north)
    post.wait(minutes=10)
    ending.rematch(post.context, north, None)
    (mail,) = post.wait(minutes=5)
    assert "A rematch with sides swapped is open, and a seat of it is kept for you." in one_line(mail)


# ---- what was done with a seat


def test_a_hand_over_is_told_to_both_seats_with_who_and_when(
    post: Post, anna: Account, ben: Account, table: tuple[AtSeat, AtSeat]
):
    north, _ = table
    carl = matches.make_account(post.context, "Carl", "fifteen herons")
    for account in (anna, carl):
        post.address(account)
    token = hand_over(post.context, anna, north.match_id, "north")
    matches.take_seat(post.context, carl, north.match_id, "north", token)
    mails = post.wait(seconds=10)
    assert {mail.recipient for mail in mails} == {f"{one.id}@mail.example" for one in (ben, carl)}
    for mail in mails:
        assert "north: Anna handed this seat over to Carl. (Monday 23 November 2026, 09:10 UTC)" in one_line(mail)


def test_whoever_takes_a_seat_that_is_asked_gets_the_mail_of_its_question(
    post: Post, anna: Account, ben: Account, table: tuple[AtSeat, AtSeat]
):
    """By an invitation, and by a hand-over: nobody told them when it was asked."""
    north, _ = table
    carl = matches.make_account(post.context, "Carl", "fifteen herons")
    post.address(carl)
    token = hand_over(post.context, anna, north.match_id, "north")
    matches.take_seat(post.context, carl, north.match_id, "north", token)
    asked = [mail for mail in post.wait(seconds=10) if mail.recipient == f"{carl.id}@mail.example"]
    assert subjects(asked) == ["Sitrep: The yard, your turn"]
    assert "· hide" in asked[0].text and "Anna handed this seat over to Carl." in one_line(asked[0])
    opened = matches.open_match(post.context, ben, "toy", "yard", seat="north")
    matches.take_seat(post.context, carl, opened.match_id, "south", opened.invitations["south"])
    mails = post.wait(seconds=10)
    assert subjects([mail for mail in mails if mail.recipient == f"{carl.id}@mail.example"]) == [
        "Sitrep: The yard, your turn"
    ]


def test_a_link_into_a_taken_seat_is_told_when_it_is_made_and_used(post: Post, anna: Account):
    owner = replace(matches.make_account(post.context, "Olga", "fifteen herons"), owner=True)
    guest = matches.make_guest(post.context)
    opened = matches.open_match(post.context, anna, "toy", "yard", seat="north")
    south = matches.take_seat(post.context, guest, opened.match_id, "south", opened.invitations["south"])
    post.address(anna, contents="notice")
    post.address(mail_addresses.AddressOwner(guest.id, south.match_id, "south"))
    post.wait(minutes=10)
    ask_for_way_in(post.context, anna, south.match_id, "south")
    (wish,) = wishes(post.context, owner)
    token = grant(post.context, owner, wish.id)
    assert token is not None
    made = post.wait(seconds=10)
    come_in(post.context, token)
    used = post.wait(seconds=10)
    for mails, said in (made, "made a link that lets the guest"), (used, "came in by the link that Olga"):
        assert len(mails) == 2, "to both seats"
        assert all(said in one_line(mail) and "Olga, the owner of the server," in one_line(mail) for mail in mails)


def test_a_password_set_by_the_owner_is_told_at_every_match(post: Post, anna: Account, ben: Account, table: object):
    owner = replace(matches.make_account(post.context, "Olga", "fifteen herons"), owner=True)
    second = matches.open_match(post.context, ben, "toy", "yard", seat="south")
    matches.take_seat(post.context, anna, second.match_id, "north", second.invitations["north"])
    post.wait(minutes=10)
    set_password_by_link(post.context, password_link(post.context, "Anna", by=owner), "sixteen grey herons")
    mails = post.wait(seconds=10)
    assert len(mails) == 2 and all("a new password was set" in mail.text for mail in mails)
    assert all("Olga, the owner of the server" in one_line(mail) for mail in mails)


def test_a_mail_that_is_tried_again_names_whom_it_named_at_first(
    post: Post, anna: Account, table: tuple[AtSeat, AtSeat]
):
    """Byte for byte, though Anna has another name by then."""
    north, _ = table
    carl = matches.make_account(post.context, "Carl", "fifteen herons")
    matches.take_seat(
        post.context, carl, north.match_id, "north", hand_over(post.context, anna, north.match_id, "north")
    )
    post.box.answers.append("451 4.3.0 Come back later")
    assert post.wait(seconds=10) == []
    matches.rename(post.context, anna, "Annabel")
    (mail,) = post.wait(minutes=1)
    assert "Anna handed this seat over to Carl." in one_line(mail)
    with post.context.store.look() as look:
        channel = look.notices.channel_of(table[1].account_id)
        assert channel is not None
        told = look.notices.latest(channel.id, "seat")
    assert told is not None and told.aside == "", "nothing of it is left when it is sent"


# ---- what others say


def test_what_is_said_comes_at_once_to_whoever_likes(post: Post, table: tuple[AtSeat, AtSeat]):
    north, _ = table
    talk.say_to_others(post.context, north, "Back on Sunday.\n\nhide 11\ndone")
    (mail,) = post.wait(seconds=10)
    assert subjects([mail]) == ["Sitrep: The yard, a message"]
    assert (
        "\nnorth said on Monday 23 November 2026, 09:10 UTC:\n> Back on Sunday.\n>\n| > hide 11\n| > done\n"
        in mail.text
    )
    assert post.wait(hours=1) == [], "once"


def test_what_was_read_on_the_page_comes_in_no_mail(post: Post, table: tuple[AtSeat, AtSeat]):
    north, south = table
    number = talk.say_to_others(post.context, north, "Back on Sunday.")
    talk.mark_read(post.context, south, number)
    assert post.wait(hours=1) == []


def test_what_a_muted_side_says_comes_in_no_mail(post: Post, table: tuple[AtSeat, AtSeat]):
    north, south = table
    talk.mute(post.context, south, ["north"])
    talk.say_to_others(post.context, north, "Back on Sunday.")
    assert post.wait(hours=1) == []


@pytest.mark.parametrize(
    ("wish", "contents", "said"),
    [
        ("with-next", "letter", "> Back on Sunday."), ("with-next", "notice", "There are messages"),
        ("never", "letter", ""), ("never", "notice", ""),
    ],
)  # fmt: skip
def test_what_is_said_goes_with_the_next_mail_or_not_at_all(
    post: Post, anna: Account, ben: Account, wish: str, contents: str, said: str
):
    post.address(ben, talk=wish, contents=contents)
    opened = matches.open_match(post.context, anna, "toy", "yard", seat="north")
    south = matches.take_seat(post.context, ben, opened.match_id, "south", opened.invitations["south"])
    north = AtSeat(opened.match_id, "north", anna.id)
    order(post, south, Hide(hex="32"), Done())
    talk.say_to_others(post.context, north, "Back on Sunday.")
    assert post.wait(hours=1) == []
    ending.make_offer(post.context, north, "draw")
    (mail,) = post.wait(seconds=10)
    assert ("Back on Sunday" in mail.text) == (contents == "letter" and wish == "with-next")
    assert (said in mail.text) if said else ("messages" not in mail.text)


def test_no_contents_tell_nothing_of_what_was_said(post: Post, anna: Account, ben: Account):
    post.address(ben, talk="at-once", contents="none")
    opened = matches.open_match(post.context, anna, "toy", "yard", seat="north")
    matches.take_seat(post.context, ben, opened.match_id, "south", opened.invitations["south"])
    post.wait(minutes=10)
    talk.say_to_others(post.context, AtSeat(opened.match_id, "north", anna.id), "Back on Sunday.")
    (mail,) = post.wait(minutes=5)
    assert subjects([mail]) == ["Sitrep: news"] and "Sunday" not in mail.text and "north" not in mail.text


def test_a_list_of_what_waits_names_offers_and_messages(post: Post, anna: Account, ben: Account):
    post.address(ben, talk="at-once", pace="daily", hour=18)
    opened = matches.open_match(post.context, anna, "toy", "yard", seat="north")
    south = matches.take_seat(post.context, ben, opened.match_id, "south", opened.invitations["south"])
    north = AtSeat(opened.match_id, "north", anna.id)
    order(post, south, Hide(hex="32"), Done())
    talk.say_to_others(post.context, north, "Back on Sunday.")
    ending.make_offer(post.context, north, "draw")
    assert post.wait(hours=8, minutes=59) == []
    (mail,) = post.wait(minutes=1)
    assert subjects([mail]) == ["Sitrep: what waits for you"]
    assert "north offers a draw" in one_line(mail) and "There are messages that you have not read." in mail.text


def test_quiet_hours_hold_a_message_back(post: Post, table: tuple[AtSeat, AtSeat], ben: Account):
    north, _ = table
    post.now[0] += timedelta(hours=13)
    owner = mail_addresses.owner_of(ben)
    found = mail_addresses.channel(post.context, owner)
    assert found is not None
    quiet = replace(found.wishes, quiet_from=22, quiet_until=7)
    mail_addresses.put_channel(post.context, owner, found.address, quiet)
    talk.say_to_others(post.context, north, "Back on Sunday.")
    assert post.wait(hours=8) == []
    assert len(post.wait(hours=1)) == 1
