"""A server whose mails are answered, and who answers them."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from dataclasses import replace

import pytest

from service import matches
from service.mailing.answering import answer_next
from service.mailing.lmtp import LmtpDoor
from service.matches import Account, AtSeat
from tests.mailing.conftest import Post, Taken
from tests.mailing.programs import Program, above, answer
from tests.mailing.test_notices import opened

REPLY = "orders+{token}@sitrep.example"


@pytest.fixture
def post(post: Post) -> Iterator[Post]:
    """A server whose mails are answered."""
    assert post.context.mail is not None
    post.context = replace(post.context, mail=replace(post.context.mail, reply=REPLY))
    yield post


@pytest.fixture
def asked(post: Post, anna: Account) -> tuple[AtSeat, AtSeat, Taken]:
    """Anna's seat, which is asked; the other; and the mail that asks."""
    post.address(anna)
    north, south = opened(post, anna)
    (mail,) = post.wait(seconds=10)
    return north, south, mail


class Answers:
    """Brings answers through a real door."""

    def __init__(self, post: Post, door: LmtpDoor) -> None:
        self.post, self.door, self.count = post, door, 0

    def bring(self, content: bytes, to: str, sender: str = "anna@mail.example") -> None:
        """Raises smtplib's refusals."""
        with smtplib.LMTP("127.0.0.1", self.door.port) as lmtp:
            lmtp.sendmail(sender, [to], content.replace(b"\n", b"\r\n"))

    def __call__(
        self, mail: Taken, own: str, program: Program = above, *, more: str = "", id: str = "", sender: str = ""
    ) -> list[Taken]:
        """Answer a mail; what comes back."""
        self.count += 1
        content = answer(
            program, own, mail.text, more=more, id=id or f"{self.count}@mail.example", sender=sender or mail.recipient
        )
        self.bring(content, str(mail.message["Reply-To"]))
        return self.back()

    def back(self) -> list[Taken]:
        """What comes back once that was worked which has come."""
        while answer_next(self.post.context):
            pass
        return self.post.wait(seconds=4)


@pytest.fixture
def reply(post: Post) -> Iterator[Answers]:
    door = LmtpDoor(post.context, "127.0.0.1", 0)
    door.start()
    yield Answers(post, door)
    door.stop()


def sheet(post: Post, at: AtSeat) -> list[str]:
    return [order["kind"] for order in matches.sheet(post.context, at).orders]
