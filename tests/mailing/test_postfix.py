"""A turn's mails through a real Postfix: what it delivers is what was sent, and an answer to it is worked."""

from __future__ import annotations

import os
import smtplib
import time
from dataclasses import replace
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from service import matches
from service.mail import MailServer
from service.mailing import outgoing
from service.mailing.answering import answer_next
from service.mailing.lmtp import LmtpDoor
from service.mailing.mails import Mail
from service.matches import Account, mail_addresses
from service.matches.mail_addresses import AddressOwner, Wishes
from tests.mailing.conftest import Post
from tests.mailing.nursery import REPLY
from tests.mailing.programs import above, answer
from tests.mailing.test_notices import hide, opened
from tests.service_fixtures import PATIENCE

pytestmark = pytest.mark.postfix


def house() -> tuple[int, Path, int]:
    """Where Postfix listens, the folder that it delivers into, and the port at which it hands answers over."""
    port, folder, door = os.environ["SITREP_TEST_POSTFIX"].split(":")
    return int(port), Path(folder), int(door)


def delivered(folder: Path, count: int) -> list[bytes]:
    """The mails in a folder, once so many are there."""
    deadline = time.monotonic() + PATIENCE
    while len(found := [*folder.glob("new/*")]) < count:
        assert time.monotonic() < deadline, f"{len(found)} mails were delivered"
        time.sleep(0.05)
    return [file.read_bytes() for file in found]


def test_a_turn_s_mails_are_delivered_as_they_were_sent(post: Post, anna: Account, monkeypatch: pytest.MonkeyPatch):
    port, folder, _ = house()
    server = MailServer("smtp", "127.0.0.1", port)
    assert outgoing.check(server).startswith("250")
    sent, before = list[bytes](), len([*folder.glob("new/*")])
    honest = outgoing.hand_over

    def noting(to: MailServer, mail: Mail) -> str:
        sent.append(mail.content)
        return honest(to, mail)

    monkeypatch.setattr("service.mailing.sender.hand_over", noting)
    post.server = server
    mail_addresses.put_channel(post.context, AddressOwner(anna.id), "anna@mail.example", Wishes())
    post.wait()
    link = next(line for line in sent[0].decode().replace("=\r\n", "").splitlines() if "/mail/confirm/" in line)
    mail_addresses.confirm(post.context, link.rpartition("/")[2])
    north, south = opened(post, anna)
    post.wait(seconds=10)
    hide(post, north, south)
    post.wait(seconds=10)
    mail_addresses.ask_for_test(post.context, AddressOwner(anna.id))
    post.wait()
    found = mail_addresses.channel(post.context, AddressOwner(anna.id))
    assert found is not None and found.said.startswith("250 2.0.0 Ok: queued as ")

    assert len(sent) == 4
    came = {mail["Message-ID"]: mail for mail in
            (message_from_bytes(one, policy=default) for one in delivered(folder, before + 4))}  # fmt: skip
    for content in sent:
        mail = message_from_bytes(content, policy=default)
        assert came[mail["Message-ID"]].get_content().splitlines() == mail.get_content().splitlines()
        for header in ("Subject", "From", "To", "Date", "References", "List-Unsubscribe", "Auto-Submitted"):
            assert came[mail["Message-ID"]][header] == mail[header]


def test_an_answer_is_handed_over_and_one_to_an_unknown_address_is_refused(post: Post, anna: Account):
    """As `docs/running.md` sets Postfix up: it asks the server whether an address is known before it takes a mail."""
    port, _, at = house()
    assert post.context.mail is not None
    post.context = replace(post.context, mail=replace(post.context.mail, reply=REPLY))
    post.address(anna)
    north, _ = opened(post, anna)
    (mail,) = post.wait(seconds=10)
    to, content = str(mail.message["Reply-To"]), answer(above, "hide 12\ndone", mail.text, sender=mail.recipient)
    door = LmtpDoor(post.context, "127.0.0.1", at)
    door.start()
    try:
        with smtplib.SMTP("127.0.0.1", port) as smtp:
            with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
                smtp.sendmail("eve@mail.example", ["orders+guessed@sitrep.example"], content)
            assert [code for code, _ in refused.value.recipients.values()] == [550]
            smtp.sendmail(mail.recipient, [to], content)
        deadline = time.monotonic() + PATIENCE
        while not answer_next(post.context):
            assert time.monotonic() < deadline, "nothing was handed over"
            time.sleep(0.05)
    finally:
        door.stop()
    (back,) = post.wait(seconds=4)
    assert "Your orders were taken: 2 lines." in back.text
    assert not matches.read(post.context, north).where.asked
