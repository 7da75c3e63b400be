"""A turn's mail is answered through a mailbox of a real Dovecot."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from service import matches
from service.mail import MailDoor
from service.mailing.mailbox import MailboxDoor, NotOpened, check
from service.matches import Account
from service.matches.context import MailboxLooks
from tests.mailing.conftest import Post
from tests.mailing.imap import PASSWORD, USER
from tests.mailing.nursery import REPLY
from tests.mailing.programs import above, answer
from tests.mailing.test_notices import opened

pytestmark = pytest.mark.dovecot


def deliver(folder: Path, name: str, content: bytes) -> None:
    """As a mail server does: a file is written, and moved to where it is new."""
    file = folder / "tmp" / name
    file.write_bytes(content)
    shutil.chown(file, "mail", "mail")
    file.rename(folder / "new" / name)


def test_an_answer_is_fetched_from_dovecot_and_seen_there(post: Post, anna: Account):
    port, _, folder = os.environ["SITREP_TEST_DOVECOT"].partition(":")
    server = MailDoor("imap", "127.0.0.1", int(port), USER, PASSWORD)
    assert post.context.mail is not None
    mail = replace(post.context.mail, reply=REPLY)
    post.context = replace(post.context, mail=mail, looks=MailboxLooks())
    post.now[0] = datetime.now(UTC)
    with pytest.raises(NotOpened):
        check(replace(server, password="guessed"))
    post.address(anna)
    north, _ = opened(post, anna)
    (asked,) = post.wait(seconds=10)
    to = str(asked.message["Reply-To"])
    content = answer(above, "hide 12\ndone", asked.text, sender=asked.recipient, to=to, coding="base64")
    deliver(Path(folder), "1.answer", content)
    deliver(Path(folder), "2.other", b"From: eve@mail.example\nTo: sitrep@sitrep.example\n\nhide 11\ndone\n")
    assert check(server) == "signed in; 2 new in INBOX"
    with_look = MailboxDoor(post.context, server)
    assert with_look.look() == 2 and with_look.look() == 0
    assert post.context.looks is not None and post.context.looks.fault == "" and post.context.looks.until is not None
    (back,) = post.wait(seconds=4)
    assert "Your orders were taken: 2 lines." in back.text
    assert not matches.read(post.context, north).where.asked
    with post.context.store.look() as look:
        found = look.notices.by_id(to[len("orders+") :][:16])
    assert found is not None and timedelta() <= post.now[0] - found.made_at < timedelta(minutes=5)
