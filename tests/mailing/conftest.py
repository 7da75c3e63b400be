"""A server that sends mail, and a real mail server on loopback that takes it."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from anyio.from_thread import start_blocking_portal

from service import matches
from service.mail import MailServer
from service.mailing.sender import MailSender
from service.matches import Account, Context, mail_addresses
from service.matches.mail_addresses import AddressOwner, Wishes
from service.store import SavedChannel
from tests.mailing.house import HOUSE, MORNING
from tests.service_fixtures import PATIENCE


@dataclass
class Taken:
    """A mail as the server has it."""

    recipient: str
    content: bytes
    sender: str = ""
    """Whom the envelope is from, to whom servers report what becomes of it."""

    @property
    def message(self) -> EmailMessage:
        found = message_from_bytes(self.content, policy=default)
        assert isinstance(found, EmailMessage)
        return found

    @property
    def text(self) -> str:
        """Its words, whatever else hangs on it."""
        body = self.message.get_body(("plain",))
        assert isinstance(body, EmailMessage)
        return str(body.get_content()).replace("\r\n", "\n")

    @property
    def id(self) -> str:
        return str(self.message["Message-ID"])


@dataclass
class MailBox:
    """What a mail server has taken, and how it answers: `answers` are said in turn instead of taking the mail."""

    taken: list[Taken] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    to_recipients: list[str] = field(default_factory=list)
    came: threading.Condition = field(default_factory=threading.Condition)

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, _: Any) -> str:
        if self.to_recipients:
            return self.to_recipients.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.answers:
            return self.answers.pop(0)
        with self.came:
            self.taken.append(Taken(envelope.rcpt_tos[0], bytes(envelope.content or b""), envelope.mail_from or ""))
            self.came.notify_all()
        return f"250 2.0.0 Ok: queued as {len(self.taken)}"

    def wait_for(self, count: int) -> None:
        """Until so many mails have come."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.taken) >= count, PATIENCE), f"{len(self.taken)} mails have come"


@contextmanager
def mail_taken(box: MailBox, over: ssl.SSLContext | None = None, **options: Any) -> Iterator[int]:
    """A mail server in a thread of its own; its port. `over`: it speaks TLS from the first word on."""
    talks = list[SMTP]()

    def talk() -> SMTP:
        talks.append(SMTP(box, hostname="mail.example", **options))
        return talks[-1]

    async def listen() -> asyncio.Server:
        return await asyncio.get_running_loop().create_server(talk, "127.0.0.1", 0, ssl=over)

    async def stop(server: asyncio.Server) -> None:
        """Nobody is left on the line, so that nothing is closed by chance later."""
        server.close()
        for one in talks:
            if one.transport is not None:
                one.transport.abort()
        for _ in range(20):
            await asyncio.sleep(0)

    with start_blocking_portal("asyncio") as portal:
        server = portal.call(listen)
        yield server.sockets[0].getsockname()[1]
        portal.call(stop, server)


@pytest.fixture(scope="session")
def mail_server() -> Iterator[tuple[MailBox, MailServer]]:
    """One server for all tests of a process."""
    box = MailBox()
    with mail_taken(box) as port:
        yield box, MailServer("smtp", "127.0.0.1", port)


@dataclass
class Post:
    """The server's post office: the mail box behind it, and a clock that the test moves."""

    context: Context
    box: MailBox
    server: MailServer
    now: list[datetime]

    @property
    def mails(self) -> list[Taken]:
        return self.box.taken

    def wait(self, **time: float) -> list[Taken]:
        """Let time pass, and send what is due then; the mails that came of it."""
        self.now[0] += timedelta(**time)
        before = len(self.mails)
        sender = MailSender(self.context, self.server)
        while sender.send_next():
            pass
        return self.mails[before:]

    def address(self, owner: AddressOwner | Account, **wishes: Any) -> SavedChannel:
        """A confirmed address; its link was opened and its button pressed."""
        owner = AddressOwner(owner.id) if isinstance(owner, Account) else owner
        mail_addresses.put_channel(self.context, owner, f"{owner.account_id}@mail.example", Wishes(**wishes))
        (mail,) = self.wait()
        link = next(line for line in mail.text.splitlines() if "/mail/confirm/" in line)
        mail_addresses.confirm(self.context, link.rpartition("/")[2])
        with self.context.store.look() as look:
            found = look.notices.channel_of(owner.account_id, owner.match_id, owner.seat)
        assert found is not None
        return found


@pytest.fixture
def post(context: Context, mail_server: tuple[MailBox, MailServer]) -> Post:
    box, server = mail_server
    box.taken.clear()
    box.answers.clear()
    box.to_recipients.clear()
    now = [MORNING]
    return Post(replace(context, mail=HOUSE, clock=lambda: now[0]), box, server, now)


@pytest.fixture
def anna(post: Post) -> Account:
    return matches.make_account(post.context, "Anna", "fifteen herons")


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for localhost that signs itself, and its key."""
    folder = tmp_path_factory.mktemp("certificate")
    made, key = folder / "made.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", made],
        check=True, capture_output=True,
    )  # fmt: skip
    return made, key
