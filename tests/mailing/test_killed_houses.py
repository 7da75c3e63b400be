"""Killed at any point on the way of a mail that comes, the server works it once, and answers it."""

from __future__ import annotations

import smtplib
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from service import matches
from service.mail import MailServer
from service.matches import Account
from service.matches.reading import EVERY_ENTRY
from service.matches.replies import AGAIN
from tests.mailing.conftest import MailBox, Post, Taken
from tests.mailing.nursery import POINTS, REPLY
from tests.mailing.processes import Nursery, nursery_on, until_all_are_over
from tests.mailing.programs import above, answer
from tests.mailing.test_notices import opened
from tests.service_fixtures import PATIENCE

TAKEN = "Your orders were taken"
WRITTEN_DOWN = "before it is said to be taken"
"""Killed there, a server has a mail that is brought once more."""
TOLD_TWICE = "after its answer is sent"
"""Killed there, a server has not noted that the answer was taken: it goes again, the same bytes."""
FEWER = (WRITTEN_DOWN, "after its orders", "as its answer is written down", TOLD_TWICE)


@pytest.fixture
def post(post: Post) -> Post:
    """A server whose mails are answered."""
    assert post.context.mail is not None
    post.context = replace(post.context, mail=replace(post.context.mail, reply=REPLY))
    return post


@pytest.fixture
def nursery(mail_server: tuple[MailBox, MailServer], database_url: str) -> Iterator[Nursery]:
    with nursery_on(database_url, mail_server[1].port) as nursery:
        yield nursery


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


def is_taken(port: int, to: str, content: bytes) -> bool:
    """Hand a mail over as the operator's server does; whether the server has said that it has taken it."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            lmtp = smtplib.LMTP("127.0.0.1", port)
            break
        except (OSError, smtplib.SMTPException):  # it does not listen yet
            assert time.monotonic() < deadline, "nobody listens"
            time.sleep(0.01)
    try:
        lmtp.sendmail("anna@mail.example", [to], content.replace(b"\n", b"\r\n"))
    except (OSError, smtplib.SMTPServerDisconnected):
        return False
    finally:
        with suppress(OSError):
            lmtp.close()
    return True


def killed_at(post: Post, anna: Account, nursery: Nursery, point: str) -> list[Taken]:
    """A match asks, and the answer meets a server that is killed there; the operator's server brings it to the next one
    where it was not said to be taken. What comes back.
    """
    north, _ = opened(post, anna)
    (mail,) = post.wait(seconds=10)
    before = len(post.mails)
    to, content = str(mail.message["Reply-To"]), answer(above, "hide 12\ndone", mail.text, sender=mail.recipient)
    port = free_port()
    nursery.start(post.now[0], door=port, point=point)
    was_taken = is_taken(port, to, content)
    nursery.gone()
    post.now[0] += timedelta(minutes=3)
    nursery.start(post.now[0], door=port)
    assert was_taken or is_taken(port, to, content)
    until_all_are_over(post)
    nursery.kill()
    assert not matches.read(post.context, north).where.asked
    with post.context.store.look() as look:
        log = look.matches.log(north.match_id, "north", post.context.games["toy"], 0, EVERY_ENTRY)
    assert [one.report.kind for one in log].count("orders-accepted") == 1, "its orders are given, and once"
    return post.mails[before:]


@pytest.mark.parametrize("points", [FEWER, pytest.param(tuple(POINTS), marks=pytest.mark.soak)])
def test_a_mail_is_worked_once_and_answered_wherever_the_house_was_killed(
    points: tuple[str, ...], post: Post, anna: Account, nursery: Nursery
) -> None:
    post.address(anna)
    for point in points:
        came = killed_at(post, anna, nursery, point)
        told = [mail for mail in came if TAKEN in mail.text]
        assert len({mail.content for mail in told}) == 1, point
        assert len(told) == 1 + (point == TOLD_TWICE), point
        again = " ".join(word for mail in came for word in mail.text.split())
        assert again.count(AGAIN) == (point == WRITTEN_DOWN), "by the same mail or another"
