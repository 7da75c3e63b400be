"""The door for mails that lie in an ordinary mailbox, which is looked into by IMAP.

A mail is written down before it is marked as seen, so one that a killed server has not marked is found again, and
worked once all the same. What is for no address of the server's mails is marked as seen, and let be.
"""

from __future__ import annotations

import imaplib
import re
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.policy import compat32
from email.utils import getaddresses

from service.logs import log, note_fault
from service.mail import MailDoor
from service.mailing.answering import answer_next
from service.mailing.outgoing import LONGEST_WORD, SECONDS
from service.mailing.reading import MOST_BYTES, failure_in, headers
from service.matches.context import Context
from service.matches.replies import take_in
from service.store import Unavailable

LOOKS_EVERY = timedelta(minutes=1)
LOOKS_AGAIN = timedelta(seconds=5)
"""After so long it looks again where a time has run out since, which ends only then."""
LISTENS_EVERY = 1.0
WORKED_WITHIN = 30.0
"""Seconds in which another thread has worked a mail, or it is not waited for."""
MOST_AT_ONCE = 500
"""So many mails are fetched by one look; the others by the next."""
MOST_OF_HEADERS = 64 * 1024
ADDRESSED = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
"""Where it stands whom a mail was sent to: what the servers on its way wrote, and what its sender did."""
FETCHED = re.compile(rb'INTERNALDATE "([^"]{20,40})"')
SIZED = re.compile(rb"RFC822\.SIZE (\d{1,12})")


class NotOpened(Exception):
    """The mailbox cannot be looked into. `said`: why, in a line."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class MailboxDoor:
    """Looks into the mailbox in a thread of its own, from `start` to `stop`."""

    def __init__(self, context: Context, server: MailDoor) -> None:
        assert context.looks is not None
        self.context, self.server, self.looks = context, server, context.looks
        self.began: datetime | None = None
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run, name="mailbox", daemon=True)

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        """Ask it to stop, and wait a little for what it is fetching; that is found again."""
        self.stopping.set()
        self.thread.join(5.0)

    def run(self) -> None:
        """Look, and sleep, until it is stopped."""
        while not self.stopping.is_set():
            try:
                if self.is_time():
                    self.look()
            except Unavailable as fault:
                log.warning("the mailbox waits for the database", fault=str(fault))
            except Exception as fault:
                note_fault(fault, "the mailbox could not be looked into")
            self.stopping.wait(LISTENS_EVERY)

    def is_time(self) -> bool:
        """Whether to look now: after a minute, or sooner where a time has run out."""
        now, began = self.context.clock(), self.began
        if began is None or not began <= now < began + LOOKS_EVERY:
            return True
        if now < began + LOOKS_AGAIN:
            return False
        with self.context.store.look() as look:
            ends = look.matches.next_due()
        return ends is not None and self.context.times_end_by() < ends <= now

    def look(self) -> int:
        """Write down the mails that are new, and work them; how many. Raises Unavailable."""
        self.began = began = self.context.clock()
        try:
            count, is_all = fetch_new(self.context, self.server)
        except NotOpened as fault:
            if fault.said != self.looks.fault:
                log.warning("the mailbox cannot be looked into", said=fault.said)
            self.looks.fault = fault.said
            return 0
        self.looks.fault = ""
        while answer_next(self.context):
            pass
        if is_all and self.all_are_worked(began):
            self.looks.until = began
            self.context.hub.tell("times", began.isoformat())
            self.context.bell.set()
        return count

    def all_are_worked(self, of_before: datetime) -> bool:
        """Whether nothing waits that came before, where another thread is working one too."""
        for _ in range(int(WORKED_WITHIN / 0.05)):
            with self.context.store.look() as look:
                if look.arrivals.waiting(of_before) == 0:
                    return True
            if self.stopping.wait(0.05):
                break
        return False


# ---- the mailbox


def fetch_new(context: Context, server: MailDoor) -> tuple[int, bool]:
    """Write down what is new, and mark it as seen; how many mails, and whether that is all. Raises NotOpened.

    Raises Unavailable too, and then what was not written down is new still.
    """
    with opened(server) as imap:
        numbers = new_in(imap)
        for number in numbers[:MOST_AT_ONCE]:
            fetch(context, imap, number)
            said(imap.uid("STORE", number, "+FLAGS.SILENT", r"(\Seen)"))
    return len(numbers[:MOST_AT_ONCE]), len(numbers) <= MOST_AT_ONCE


def new_in(imap: imaplib.IMAP4) -> list[str]:
    """The numbers of the mails that nobody has seen."""
    (found,) = said(imap.uid("SEARCH", "UNSEEN"))
    return found.decode().split() if isinstance(found, bytes) else []


def fetch(context: Context, imap: imaplib.IMAP4, number: str) -> None:
    """Write one mail down, if it answers one of ours. What is too large to be read is not even fetched."""
    head = f"(INTERNALDATE RFC822.SIZE BODY.PEEK[HEADER]<0.{MOST_OF_HEADERS}>)"
    about, content = parts_of(said(imap.uid("FETCH", number, head)))
    size = SIZED.search(about)
    house = context.mail
    addresses = [one for one in addressed(content) if house is not None and house.token_in(one)]
    if not addresses or size is None or int(size[1]) > MOST_BYTES:
        return
    _, content = parts_of(said(imap.uid("FETCH", number, "(BODY.PEEK[])")))
    for address in addresses:
        if take_in(context, address, content, came_at(about), failure=failure_in(content)):
            return


def parts_of(response: Sequence[object]) -> tuple[bytes, bytes]:
    """What a server said of a mail, and the bytes that it gave."""
    about, content = b"", b""
    for part in response:
        if isinstance(part, tuple):
            about, content = about + bytes(part[0]), content or bytes(part[1])
        elif isinstance(part, bytes):
            about += part
    return about, content


def addressed(head: bytes) -> list[str]:
    """To whom a mail was sent, each once."""
    message = message_from_bytes(head, policy=compat32)
    lines = [line for name in ADDRESSED for line in headers(message, name)]
    return list(dict.fromkeys(address for _, address in getaddresses(lines) if address))


def came_at(about: bytes) -> datetime | None:
    """When the server had the mail."""
    found = FETCHED.search(about)
    try:
        moment = datetime.strptime(found[1].decode().strip(), "%d-%b-%Y %H:%M:%S %z") if found else None
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment is not None else None


@contextmanager
def opened(server: MailDoor, *, to_read: bool = False) -> Iterator[imaplib.IMAP4]:
    """A mailbox that has let us in, its folder selected; only `to_read`. Raises NotOpened for whatever goes wrong."""
    imap: imaplib.IMAP4 | None = None
    try:
        imap = connected(server)
        imap.login(server.user, server.password)
        said(imap.select(f'"{server.folder}"', readonly=to_read))
        yield imap
        with suppress(OSError, imaplib.IMAP4.error):
            imap.logout()
    except imaplib.IMAP4.error as fault:
        raise NotOpened(in_a_line(fault)) from None
    except ssl.SSLError as fault:
        raise NotOpened(f"The connection is not safe: {in_a_line(fault.reason or fault)}") from None
    except OSError as fault:
        raise NotOpened(f"The mailbox cannot be reached: {in_a_line(fault.strerror or fault)}") from None
    finally:
        if imap is not None:
            with suppress(OSError):
                imap.shutdown()


def connected(server: MailDoor) -> imaplib.IMAP4:
    """A connection to the server, over TLS where that is spoken."""
    if server.scheme == "imaps":
        return imaplib.IMAP4_SSL(server.host, server.port, ssl_context=ssl.create_default_context(), timeout=SECONDS)
    imap = imaplib.IMAP4(server.host, server.port, timeout=SECONDS)
    if server.scheme == "imap+starttls":
        imap.starttls(ssl.create_default_context())
    return imap


def said(answer: tuple[str, Sequence[object]]) -> Sequence[object]:
    """What a server said to a command that it has obeyed. Raises imaplib.IMAP4.error."""
    if answer[0] != "OK":
        raise imaplib.IMAP4.error(answer[1][0] if answer[1] else answer[0])
    return answer[1]


def in_a_line(words: object) -> str:
    """What went wrong, in one line."""
    text = words.args[0] if isinstance(words, Exception) and words.args else words
    text = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
    return re.sub(r"[\x00-\x1f\x7f\s]+", " ", text).strip()[:LONGEST_WORD]


def check(server: MailDoor) -> str:
    """Sign in and select the folder, and change nothing; how many mails are new there. Raises NotOpened."""
    with opened(server, to_read=True) as imap:
        count = len(new_in(imap))
    return f"signed in; {count} new in {server.folder}"
