"""Killed at any moment between commit and delivery, the server loses no notice; a mail that comes twice is the same."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from service import matches
from service.matches import Account, talk
from tests.mailing.conftest import MailBox, Post, Taken, mail_taken
from tests.mailing.processes import Nursery, nursery_on, until_all_are_over
from tests.mailing.test_notices import opened
from tests.service_fixtures import PATIENCE

POINTS = ("greeted", "named", "recipient", "taken", "acknowledged")
"""Where a sender is: its greeting was heard, sender and recipient were, the mail is taken, and it was told so."""

TAKEN = ("taken", "acknowledged")
"""Killed there, a sender has not noted that its mail was taken: it is told twice."""


@dataclass
class DeadlyBox(MailBox):
    """A mail server that kills whoever sends to it, at the point that is said."""

    point: str = ""
    pid: int = 0
    started: threading.Event = field(default_factory=threading.Event)
    killed: threading.Event = field(default_factory=threading.Event)

    def at(self, point: str) -> None:
        if self.point == point:
            self.point = ""
            assert self.started.wait(PATIENCE) and self.pid
            os.kill(self.pid, signal.SIGKILL)
            self.killed.set()

    async def handle_EHLO(self, server: SMTP, session: Session, envelope: Envelope, hostname: str, lines: Any) -> Any:
        session.host_name = hostname
        self.at("greeted")
        return lines

    async def handle_MAIL(self, server: SMTP, session: Session, envelope: Envelope, address: str, _: Any) -> str:
        envelope.mail_from = address
        self.at("named")
        return "250 OK"

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, _: Any) -> str:
        self.at("recipient")
        return await super().handle_RCPT(server, session, envelope, address, _)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        answer = await super().handle_DATA(server, session, envelope)
        self.at("taken")
        return answer

    async def handle_QUIT(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.at("acknowledged")
        return "221 Bye"


@pytest.fixture
def box() -> Iterator[tuple[DeadlyBox, int]]:
    box = DeadlyBox()
    with mail_taken(box) as port:
        yield box, port


@pytest.fixture
def nursery(box: tuple[DeadlyBox, int], database_url: str) -> Iterator[Nursery]:
    with nursery_on(database_url, box[1]) as nursery:
        yield nursery


def kill_again_and_again(post: Post, anna: Account, box: DeadlyBox, nursery: Nursery, points: list[str]) -> None:
    """A match asks for orders, and its other side says something; a sender is killed as it tells that, and another goes
    on when nobody holds it: so each kill meets a notice of its own."""
    post.address(anna)
    asked = []
    for point in points:
        north, south = opened(post, anna)
        asked.append(north.match_id)
        talk.say_to_others(post.context, south, f"This is match {north.match_id}.")
        post.now[0] += timedelta(minutes=3)
        box.point = point
        box.started.clear()
        box.killed.clear()
        box.pid = nursery.start(post.now[0])
        box.started.set()
        assert box.killed.wait(PATIENCE), point
        nursery.gone()
        post.now[0] += timedelta(minutes=3)
        another = nursery.start(post.now[0])
        until_all_are_over(post)
        os.kill(another, signal.SIGKILL)
        nursery.gone()
    mails = defaultdict[str, list[Taken]](list)
    for mail in box.taken:
        mails[mail.id].append(mail)
    told = [next(match for match in asked if match in again[0].text) for again in mails.values()]
    assert sorted(told) == sorted(asked), "each was told, and by one mail"
    assert all(f"> This is match {match}." in again[0].text for match, again in zip(told, mails.values(), strict=True))
    assert all(len({mail.content for mail in again}) == 1 for again in mails.values()), "and again by the same"
    twice = sum(len(again) > 1 for again in mails.values())
    print(f"{len(points)} kills, {len(asked)} notices, {twice} told twice")
    assert twice == sum(point in TAKEN for point in points)


def test_five_kills_lose_no_notice(post: Post, anna: Account, box: tuple[DeadlyBox, int], nursery: Nursery):
    kill_again_and_again(post, anna, box[0], nursery, list(POINTS))


@pytest.mark.soak
def test_a_hundred_kills_lose_no_notice(post: Post, box: tuple[DeadlyBox, int], nursery: Nursery):
    """Of one account only so many matches go on: others are asked by and by."""
    anna = matches.make_account(post.context, "Anna", "fifteen herons")
    rng = random.Random()
    kill_again_and_again(post, anna, box[0], nursery, [rng.choice(POINTS) for _ in range(100)])
