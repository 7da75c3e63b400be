"""A program that plays a match by mail: it is handed mails as bytes and answers with mails as bytes, and knows no more.

It takes what it orders from the examples of the letters, at random, and closes the step when it has given one or when
a mail says that nothing was sent.
"""

from __future__ import annotations

import random
import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from tests.mailing.programs import PROGRAMS, answer

OFFERED = "WHAT MAY BE ORDERED, AN EXAMPLE EACH"


class Correspondent:
    """Somebody with a mail address and a handful of mail programs."""

    def __init__(self, address: str, seed: int) -> None:
        self.address = address
        self.rng = random.Random(seed)
        self.count = 0
        self.turns: set[int] = set()
        """The turns of which a mail has told at its head."""
        self.is_over = False
        self.taken: list[str] = []
        """The orders that a mail has said were taken."""

    def reads(self, content: bytes) -> tuple[str, bytes] | None:
        """Read a mail; the answer, and the address that it goes to. None for a mail that asks nothing."""
        message = message_from_bytes(content, policy=default)
        assert isinstance(message, EmailMessage)
        plain = message.get_body(("plain",))
        assert isinstance(plain, EmailMessage)
        text = str(plain.get_content()).replace("\r\n", "\n")
        for turn in map(int, re.findall(r"^(?:Turn|Game turn|Game-turn|Month) (\d+), ", text[:800], re.MULTILINE)):
            self.turns.add(turn)
        self.is_over |= "the match is over" in str(message["Subject"])
        told, _, offered = text.partition(OFFERED)
        if "Your orders were taken" in told:
            self.taken += re.findall(r"^· (.*)$", told, re.MULTILINE)
        if "Answer this email" not in told or message["Reply-To"] is None:
            return None
        to = str(message["Reply-To"])
        return to, self.answers(to, offered, text, was_refused="Nothing was sent" in told)

    def answers(self, to: str, offered: str, text: str, *, was_refused: bool) -> bytes:
        examples = re.findall(r"^· (.*)$", offered, re.MULTILINE)
        others = [one for one in examples if one != "done"]
        lines = ["clear", "done"] if was_refused else ["done"]
        if others and not was_refused and self.rng.random() < 0.5:
            lines = [self.rng.choice(others), "done" if "done" in examples else "send"]
        if "done" not in examples and not was_refused and others:
            lines = [self.rng.choice(others), "send"]
        self.count += 1
        return answer(
            self.rng.choice(PROGRAMS), "\n".join(lines), text, id=f"{self.count}.{self.address}", sender=self.address,
            to=to, coding=self.rng.choice(("8bit", "base64", "quoted-printable")),
        )  # fmt: skip
