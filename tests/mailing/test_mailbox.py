"""Answers that lie in an ordinary mailbox: each is written down before it is marked as seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from service import matches
from service.mail import MailDoor
from service.mailing import mailbox as door
from service.mailing.mailbox import MailboxDoor, NotOpened, check, fetch_new
from service.mailing.reading import MOST_BYTES
from service.matches import Account, AtSeat, replies
from service.matches.clock import lapse_all
from service.matches.context import HELD_BACK, MailboxLooks
from service.store import Unavailable
from service.store.clocks import ClockTerms
from tests.mailing.conftest import Post, Taken
from tests.mailing.imap import Mailbox, mailbox
from tests.mailing.nursery import REPLY
from tests.mailing.programs import above, answer
from tests.mailing.test_notices import opened


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as box:
        yield box


@pytest.fixture
def post(post: Post) -> Post:
    """A server whose answers lie in a mailbox."""
    assert post.context.mail is not None
    mail = replace(post.context.mail, reply=REPLY)
    post.context = replace(post.context, mail=mail, looks=MailboxLooks())
    return post


@pytest.fixture
def asked(post: Post, anna: Account) -> tuple[AtSeat, Taken]:
    post.address(anna)
    north, _ = opened(post, anna)
    (mail,) = post.wait(seconds=10)
    return north, mail


def answered(post: Post, box: Mailbox, mail: Taken, own: str, *, id: str = "1@mail.example", more: str = "") -> None:
    """An answer lies in the mailbox."""
    to = str(mail.message["Reply-To"])
    box.deliver(answer(above, own, mail.text, id=id, sender=mail.recipient, to=to, more=more), post.now[0])


def test_what_lies_there_is_worked_and_marked_as_seen(post: Post, box: Mailbox, asked: tuple[AtSeat, Taken]):
    north, mail = asked
    box.deliver(b"From: a@mail.example\nTo: orders@sitrep.example\nSubject: hello\n\nhide 12\ndone\n", post.now[0])
    answered(post, box, mail, "hide 12\ndone")
    assert MailboxDoor(post.context, box.server).look() == 2
    assert box.unseen == 0 and not matches.read(post.context, north).where.asked
    (back,) = post.wait(seconds=4)
    assert "Your orders were taken: 2 lines." in back.text
    assert MailboxDoor(post.context, box.server).look() == 0


def test_whoever_a_server_says_it_came_to_counts_before_whoever_it_was_written_to(
    post: Post, box: Mailbox, asked: tuple[AtSeat, Taken]
) -> None:
    north, mail = asked
    to = str(mail.message["Reply-To"])
    box.deliver(answer(above, "hide 12\ndone", sender=mail.recipient, more=f"Delivered-To: {to}\n"), post.now[0])
    MailboxDoor(post.context, box.server).look()
    assert not matches.read(post.context, north).where.asked


def test_what_is_not_written_down_is_new_still(
    post: Post, box: Mailbox, asked: tuple[AtSeat, Taken], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what was written down and could not be marked is found twice, and worked once."""
    north, mail = asked
    answered(post, box, mail, "hide 12\ndone")
    with monkeypatch.context() as away:
        away.setattr(door, "take_in", is_away)
        with pytest.raises(Unavailable):
            fetch_new(post.context, box.server)
    assert box.unseen == 1
    box.deaf = {"UID STORE"}
    with pytest.raises(NotOpened):
        fetch_new(post.context, box.server)
    assert box.unseen == 1
    box.deaf = set()
    assert MailboxDoor(post.context, box.server).look() == 1 and box.unseen == 0
    (back,) = post.wait(seconds=4)
    assert "Your orders were taken: 2 lines." in back.text and " ".join(back.text.split()).count(replies.AGAIN) == 1
    assert not matches.read(post.context, north).where.asked


def is_away(*_: object, **__: object) -> bool:
    raise Unavailable("the database is away")


def test_a_huge_mail_is_not_fetched(post: Post, box: Mailbox, asked: tuple[AtSeat, Taken]):
    north, mail = asked
    answered(post, box, mail, "hide 12\ndone\n" + "x" * MOST_BYTES)
    MailboxDoor(post.context, box.server).look()
    assert box.unseen == 0 and not any("BODY.PEEK[]" in command for command in box.said)
    assert post.wait(seconds=4) == [] and matches.read(post.context, north).where.asked


def test_a_mailbox_that_does_not_open_is_said_to_be_shut(post: Post, box: Mailbox):
    shut = MailboxDoor(post.context, replace(box.server, password="guessed"))
    assert shut.look() == 0 and post.context.looks == MailboxLooks(fault="no such user")
    with pytest.raises(NotOpened, match="cannot be reached"):
        check(MailDoor("imap", "127.0.0.1", 1, "sitrep", "a word"))
    assert check(box.server) == "signed in; 0 new in INBOX"


def test_what_came_in_time_is_worked_before_the_time_ends(post: Post, anna: Account, box: Mailbox):
    """Nobody is answered for, nor told that a time is over, while what they have written may lie in the mailbox."""
    post.address(anna)
    ben = matches.make_account(post.context, "Ben", "fifteen herons")
    match = matches.open_match(post.context, anna, "toy", "yard", seat="north", clock=ClockTerms("step", 3))
    matches.take_seat(post.context, ben, match.match_id, "south", match.invitations["south"])
    north = AtSeat(match.match_id, "north", anna.id)
    (mail,) = post.wait(seconds=10)
    looking = MailboxDoor(post.context, box.server)
    post.wait(days=2, hours=23, minutes=59)
    looking.look()
    answered(post, box, mail, "hide 12\ndone")
    late = post.wait(minutes=5)
    assert lapse_all(post.context) == 0 and late == []
    looking.look()
    lapse_all(post.context)
    assert matches.read(post.context, north).picture.hex == "12"


def test_no_time_ends_before_a_look_that_began_later(post: Post, anna: Account, box: Mailbox):
    """What lay there in time is worked; a mailbox that stays shut keeps nobody waiting for more than an hour."""
    ends = post.now[0] + timedelta(minutes=1)
    context = post.context
    post.now[0] = ends + timedelta(seconds=1)
    assert context.times_end_by() < ends, "nobody has looked"
    looking = MailboxDoor(context, box.server)
    looking.look()
    assert context.times_end_by() == post.now[0]
    post.now[0] += timedelta(minutes=5)
    assert context.times_end_by() < post.now[0] - timedelta(minutes=4)
    box.deaf = {"LOGIN"}
    looking.look()
    assert context.times_end_by() < post.now[0] - timedelta(minutes=4)
    post.now[0] += HELD_BACK
    assert context.times_end_by() == post.now[0] - HELD_BACK
