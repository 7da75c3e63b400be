"""Two programs play by mail alone: they are handed bytes of mails over SMTP, and answer over LMTP or into a mailbox."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from service import matches
from service.mail import MailServer
from service.mailing.answering import answer_next
from service.mailing.lmtp import LmtpDoor
from service.mailing.mailbox import MailboxDoor
from service.matches import Context
from service.matches.clock import lapse_all
from service.matches.context import MailboxLooks
from service.matches.rate_limits import RateLimits
from tests.kept import context_on
from tests.mailing.conftest import MailBox, Post
from tests.mailing.correspondent import Correspondent
from tests.mailing.house import HOUSE, MORNING
from tests.mailing.imap import mailbox
from tests.service_fixtures import drawn
from web.games.pictures import map_picture

Bring = Callable[[str, str, bytes], None]
"""Brings an answer to the server: from whom, to which address, and its bytes."""
WHOLE = 99
MOST_MAILS = 4000


@contextmanager
def by_lmtp(context: Context) -> Iterator[Bring]:
    """Answers are handed over by the operator's mail server."""
    door = LmtpDoor(context, "127.0.0.1", 0)
    door.start()

    def bring(sender: str, to: str, content: bytes) -> None:
        with smtplib.LMTP("127.0.0.1", door.port) as lmtp:
            lmtp.sendmail(sender, [to], content.replace(b"\n", b"\r\n"))

    yield bring
    door.stop()


@contextmanager
def by_mailbox(context: Context) -> Iterator[Bring]:
    """Answers lie in a mailbox."""
    with mailbox() as box:
        door = MailboxDoor(context, box.server)

        def bring(sender: str, to: str, content: bytes) -> None:
            box.deliver(content, context.clock())
            door.look()

        yield bring


@pytest.mark.parametrize(
    ("game", "scenario", "turns"),
    [
        ("skirmish", "moulin-basset", 1),
        ("ndc", "kaltenbach", 1),
        ("korsun", "korsun-intro", 1),
        ("campaign1776", "brandywine-1777", WHOLE),
        *(
            pytest.param(*one, WHOLE, marks=pytest.mark.soak)
            for one in (
                ("skirmish", "moulin-basset"), ("ndc", "kaltenbach"), ("korsun", "korsun-intro"),
            )
        ),
    ],
)  # fmt: skip
def test_two_programs_play_by_mail_alone(
    game: str, scenario: str, turns: int, empty_database: Path, tmp_path: Path, mail_server: tuple[MailBox, MailServer]
) -> None:
    box, server = mail_server
    box.taken.clear()
    now = [MORNING]
    house = replace(HOUSE, reply="orders+{token}@sitrep.example")
    limits = RateLimits({"orders": "6000 per minute", "anytime": "6000 per minute"})
    context = replace(
        context_on(empty_database, tmp_path)[0], mail=house, clock=lambda: now[0], rate_limits=limits,
        open_sign_up=True, looks=MailboxLooks() if game == "campaign1776" else None, secret=drawn(f"{game} by mail"),
        draw_map=map_picture,
    )  # fmt: skip
    post = Post(context, box, server, now)
    accounts = [matches.make_account(context, name, "fifteen herons") for name in ("Anna", "Ben")]
    wishes = ("letter", "letter-and-map" if turns == WHOLE else "letter")
    addresses = [post.address(account, contents=wish).address for account, wish in zip(accounts, wishes, strict=True)]
    players = {address: Correspondent(address, seed) for seed, address in enumerate(addresses)}
    first, second = context.games[game].info.seats
    match = matches.open_match(context, accounts[0], game, scenario, seat=first)
    matches.take_seat(context, accounts[1], match.match_id, second, match.invitations[second])
    with (by_mailbox if game == "campaign1776" else by_lmtp)(context) as bring:
        for _ in range(MOST_MAILS):
            if all(one.is_over for one in players.values()) or max(len(one.turns) for one in players.values()) > turns:
                break
            came = post.wait(seconds=11)
            if not came:  # a window of the game is open, and stays so as long as it was said to
                with context.store.look() as look:
                    due = look.matches.next_due()
                assert due is not None, "nobody is asked, and the match is not over"
                now[0] = max(now[0], due)
                lapse_all(context)
            for mail in came:
                answer = players[mail.recipient].reads(mail.content)
                if answer is not None:
                    bring(mail.recipient, *answer)
            now[0] += timedelta(minutes=2)
            while answer_next(context):
                pass
        assert all(one.taken for one in players.values())
        assert turns < WHOLE or all(one.is_over for one in players.values())
        assert max(len(one.turns) for one in players.values()) > turns or any(one.is_over for one in players.values())
    context.store.close()
