"""A player hears by mail that they are asked: when, how often, and never twice of the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from service import matches
from service.engine import umpire
from service.engine.orders import Done, Order
from service.matches import Account, AtSeat, ending, mail_addresses, notices
from service.matches.housekeeping import block
from service.matches.new_passwords import password_link, set_password_by_link
from service.matches.post_office import post_office
from tests.mailing.conftest import Post, Taken
from tests.mailing.house import MORNING
from tests.toy import Hide


def opened(post: Post, anna: Account) -> tuple[AtSeat, AtSeat]:
    """A match of Anna's, who has the north; a guest has the south."""
    match = matches.open_match(post.context, anna, "toy", "yard", seat="north")
    guest = matches.make_guest(post.context)
    matches.take_seat(post.context, guest, match.match_id, "south", match.invitations["south"])
    return AtSeat(match.match_id, "north", anna.id), AtSeat(match.match_id, "south", guest.id)


def order(post: Post, at: AtSeat, *orders: Order) -> None:
    matches.take_orders(post.context, at, orders, version=matches.version(post.context, at))


def hide(post: Post, north: AtSeat, south: AtSeat) -> None:
    """Both hide; the north's first turn begins."""
    order(post, north, Hide(hex="12"), Done())
    order(post, south, Hide(hex="32"), Done())


def subjects(mails: list[Taken]) -> list[str]:
    return [str(mail.message["Subject"]) for mail in mails]


def test_whoever_is_asked_hears_it_once_and_in_full(post: Post, anna: Account):
    post.address(anna)
    north, _ = opened(post, anna)
    assert post.wait(seconds=9) == [], "more of the same may come"
    (mail,) = post.wait(seconds=1)
    assert (mail.recipient, subjects([mail])) == (f"{anna.id}@mail.example", ["Sitrep: The yard, your turn"])
    where = f"https://sitrep.example/matches/{north.match_id}/north"
    assert f"\nYOUR TURN\nTurn 0, Hiding.\n\nAnswer on the page:\n{where}\n" in mail.text
    assert "\n· hide 11\n" in mail.text
    assert post.wait(hours=1) == []


def test_a_blocked_account_hears_nothing_until_it_is_let_in_again(post: Post, anna: Account):
    post.address(anna)
    opened(post, anna)
    block(post.context, None, "Anna")
    assert post.wait(hours=1) == [], "not even of what happened before"
    block(post.context, None, "Anna", blocked=False)
    (mail,) = post.wait(hours=1)
    assert "has unblocked the account that sits here" in " ".join(mail.text.split())


def test_what_is_answered_meanwhile_is_not_told(post: Post, anna: Account):
    post.address(anna)
    north, _ = opened(post, anna)
    order(post, north, Hide(hex="12"), Done())
    assert post.wait(hours=1) == []


def test_orders_that_are_rolled_back_leave_no_mail(post: Post, anna: Account):
    """A notice is written in the transaction that tells: where that comes to nothing, nobody hears of it."""
    post.address(anna)
    north, south = opened(post, anna)
    order(post, north, Hide(hex="12"), Done())
    post.wait(minutes=1)
    with pytest.raises(ConnectionError), post.context.store.work() as work:
        match = work.matches.saved(north.match_id)
        assert match is not None and work.notices.queue().waiting == 0
        outcome = umpire.play(match.game, match.state, south.seat, [Hide(hex="32"), Done()], match.dice())
        work.matches.append(match, outcome, south.seat, post.now[0])
        assert work.notices.queue().waiting == 1, "Anna is asked"
        raise ConnectionError
    assert post.wait(hours=1) == []
    order(post, south, Hide(hex="32"), Done())
    assert subjects(post.wait(hours=1)) == ["Sitrep: The yard, your turn"]


def test_what_one_mail_tells_no_other_does(post: Post, anna: Account):
    """The match goes on while the server's mail server is away; what is told then is the newest, once."""
    post.address(anna, letters=True)
    north, south = opened(post, anna)
    hide(post, north, south)
    (mail,) = post.wait(hours=1)
    assert "Turn 1" in mail.text
    assert post.wait(hours=1) == []


def test_the_house_s_server_is_tried_again_ever_later_and_for_three_days(post: Post, anna: Account):
    post.address(anna)
    opened(post, anna)
    post.box.answers += ["451 4.7.1 Greylisted, come back later"] * 2
    assert post.wait(seconds=10) == []
    assert post.wait(seconds=59) == [] and post.box.answers
    assert post.wait(seconds=1) == [] and not post.box.answers
    assert len(post.wait(minutes=5)) == 1

    opened(post, anna)
    post.box.answers += ["451 4.3.0 No"] * 20
    for _ in range(100):
        post.wait(hours=1)
    assert len(post.box.answers) == 20 - 10, "ten times in three days"
    with post.context.store.look() as look:
        channel = look.notices.channel_of(anna.id)
        assert channel is not None and channel.tells, "that is not the address's fault"
        told = look.notices.latest(channel.id, "asked")
    assert told is not None and told.said == "given up after three days: 451 4.3.0 No"
    office = post_office(post.context)
    assert (office.sent, office.waiting, office.failed) == (2, 0, 1), "the first was that which confirms the address"


def test_an_address_that_refuses_again_a_day_later_is_paused_and_opened_by_a_press(post: Post, anna: Account):
    post.address(anna)
    for wait in (timedelta(hours=20), timedelta(hours=20), timedelta(0)):
        opened(post, anna)
        post.box.to_recipients.append("550 5.1.1 No such user")
        post.wait(seconds=10)
        post.now[0] += wait
    found = mail_addresses.channel(post.context, mail_addresses.owner_of(anna))
    assert found is not None and (found.state, found.why) == ("paused", "550 5.1.1 No such user")
    opened(post, anna)
    assert post.wait(hours=1) == []
    mail_addresses.open_again(post.context, mail_addresses.owner_of(anna))
    opened(post, anna)
    assert len(post.wait(seconds=10)) == 1


def test_one_mail_of_a_match_in_so_many_hours(post: Post, anna: Account):
    post.address(anna, pace="hours", hours=4)
    north, south = opened(post, anna)
    assert len(post.wait(seconds=10)) == 1
    hide(post, north, south)
    assert post.wait(hours=3) == []
    assert len(post.wait(hours=1)) == 1
    opened(post, anna)
    assert len(post.wait(seconds=10)) == 1, "another match's own hours"


def test_once_a_day_one_mail_lists_what_waits(post: Post, anna: Account):
    post.address(anna, pace="daily", hour=18, zone="Europe/Paris")
    tables = [opened(post, anna) for _ in range(3)]
    order(post, tables[1][0], Hide(hex="12"), Done())
    assert post.wait(hours=7, minutes=59) == []
    (mail,) = post.wait(minutes=1)
    assert subjects([mail]) == ["Sitrep: what waits for you"]
    assert [f"/matches/{north.match_id}/north" in mail.text for north, _ in tables] == [True, False, True]
    assert post.wait(days=2) == []


def test_quiet_hours_hold_a_mail_back(post: Post, anna: Account):
    post.address(anna, quiet_from=8, quiet_until=12, zone="Europe/Paris")
    opened(post, anna)
    assert post.wait(minutes=59, seconds=50) == [], "it is ten to noon in Paris"
    (mail,) = post.wait(hours=1, seconds=10)
    assert mail.message["Date"].datetime == MORNING + timedelta(hours=2)
    assert len(post.mails) == 2, "the link was sent in quiet hours all the same: he asked for it"


def test_a_page_that_shows_it_delays_a_mail_and_never_swallows_it(post: Post, anna: Account):
    post.address(anna)
    north, _ = opened(post, anna)
    post.context.presence.saw(north.match_id, "north", matches.version(post.context, north))
    assert post.wait(minutes=2, seconds=59) == []
    assert len(post.wait(seconds=1)) == 1
    south_asked, _ = opened(post, anna)
    post.context.presence.saw(south_asked.match_id, "north", matches.version(post.context, south_asked) - 1)
    assert len(post.wait(seconds=10)) == 1, "the page shows less than the mail would"


def test_always_does_without_looking(post: Post, anna: Account):
    post.address(anna, waits=False)
    north, _ = opened(post, anna)
    post.context.presence.saw(north.match_id, "north", 99)
    assert len(post.wait(seconds=10)) == 1


@pytest.mark.parametrize(("pace", "seconds", "count"), [("silent", 10, 0), ("daily", 10, 0), ("", 10, 1)])
def test_a_single_match_may_be_louder_or_silent(post: Post, anna: Account, pace: str, seconds: int, count: int):
    post.address(anna)
    north, _ = opened(post, anna)
    mail_addresses.put_match_pace(post.context, mail_addresses.owner_of(anna), north.match_id, pace)
    assert len(post.wait(seconds=seconds)) == count


def test_no_contents_says_neither_match_nor_side(post: Post, anna: Account):
    post.address(anna, contents="none")
    north, _ = opened(post, anna)
    (mail,) = post.wait(seconds=10)
    assert subjects([mail]) == ["Sitrep: news"]
    assert mail.text.startswith(
        f"Something waits for you in a match:\nhttps://sitrep.example/matches/{north.match_id}/north\n"
    )


def test_whoever_takes_a_notice_up_and_dies_leaves_it_for_another(post: Post, anna: Account):
    post.address(anna)
    opened(post, anna)
    post.now[0] += timedelta(seconds=10)
    taken = notices.take_up(post.context, "who dies")
    assert taken is not None and notices.take_up(post.context, "another") is None
    (mail,) = post.wait(minutes=2)
    assert mail.id == f"<{taken.notice.id}@sitrep.example>"


def test_what_a_mail_was_to_tell_besides_goes_by_another_when_its_question_is_answered(post: Post, anna: Account):
    """The first try came to nothing, and meanwhile there is nothing to answer; but the news is news still."""
    owner = replace(matches.make_account(post.context, "Olga", "fifteen herons"), owner=True)
    post.address(anna)
    north, _ = opened(post, anna)
    set_password_by_link(post.context, password_link(post.context, "Anna", by=owner), "sixteen grey herons")
    post.box.answers.append("451 4.3.0 Come back later")
    assert post.wait(seconds=10) == []
    order(post, north, Hide(hex="12"), Done())
    (mail,) = post.wait(minutes=1)
    assert subjects([mail]) == ["Sitrep: The yard, news of the match"] and "a new password was set" in mail.text


@pytest.mark.faults
def test_a_notice_that_is_none_of_ours_keeps_no_other_back(post: Post, anna: Account):
    """Whatever fault of ours one meets, the mails of the others go."""
    unheard_of: Any = "unheard-of"
    post.address(anna)
    _, south = opened(post, anna)
    post.address(mail_addresses.AddressOwner(south.account_id, south.match_id, "south"))
    with post.context.store.work() as work:
        work.notices.tell_seat(south.match_id, "south", unheard_of, MORNING - timedelta(hours=1))
    with pytest.raises(ValueError):
        post.wait(seconds=10)
    assert subjects(post.wait()) == ["Sitrep: The yard, your turn"]


def test_mails_of_a_seat_hang_together(post: Post, anna: Account):
    post.address(anna)
    north, south = opened(post, anna)
    (first,) = post.wait(seconds=10)
    hide(post, north, south)
    (second,) = post.wait(seconds=10)
    root = str(first.message["References"])
    assert str(second.message["References"]).split() == [root, first.id]
    assert str(second.message["In-Reply-To"]) == first.id
    assert root not in {mail.id for mail in post.mails}


def test_a_match_that_is_deleted_takes_its_mails_along(post: Post):
    guest = matches.make_guest(post.context)
    opened = matches.open_match(post.context, guest, "toy", "yard", seat="north")
    post.address(mail_addresses.AddressOwner(guest.id, opened.match_id, "north"))
    ending.delete_match(post.context, guest, opened.match_id)
    assert post.wait(hours=1) == []


def test_a_guest_who_gets_a_name_keeps_his_address(post: Post):
    guest = matches.make_guest(post.context)
    opened = matches.open_match(post.context, guest, "toy", "yard", seat="north")
    post.address(mail_addresses.AddressOwner(guest.id, opened.match_id, "north"))
    named = matches.make_account(post.context, "Carl", "fifteen herons", guest=guest)
    found = mail_addresses.channel(post.context, mail_addresses.owner_of(named))
    assert found is not None and found.state == "works"
