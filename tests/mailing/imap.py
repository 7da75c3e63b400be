"""A small IMAP server with one mailbox, which speaks as much as looking for new mails takes."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from service.mail import MailDoor

USER, PASSWORD = "sitrep", "a-word"


@dataclass
class Kept:
    """A mail in the mailbox."""

    content: bytes
    came_at: datetime
    is_seen: bool = False


@dataclass
class Mailbox:
    """What lies there; `said`: the commands that came. At a command in `deaf` the line is cut before it is obeyed."""

    kept: list[Kept] = field(default_factory=list)
    port: int = 0
    said: list[str] = field(default_factory=list)
    deaf: set[str] = field(default_factory=set)

    @property
    def server(self) -> MailDoor:
        """How a server is told of it."""
        return MailDoor("imap", "127.0.0.1", self.port, USER, PASSWORD)

    def deliver(self, content: bytes, came_at: datetime) -> None:
        self.kept.append(Kept(content.replace(b"\n", b"\r\n"), came_at))

    @property
    def unseen(self) -> int:
        return sum(not one.is_seen for one in self.kept)


class Talk(socketserver.StreamRequestHandler):
    """One line to the mailbox."""

    server: Server
    timeout = 30

    def handle(self) -> None:
        box = self.server.box
        self.wfile.write(b"* OK ready\r\n")
        while line := self.rfile.readline().decode().strip():
            tag, _, command = line.partition(" ")
            box.said.append(command)
            if any(command.startswith(word) for word in box.deaf):
                return
            for answer in self.answers(box, command):
                self.wfile.write(answer)
            ok = b"NO no such user" if command.startswith("LOGIN") and not self.is_theirs(command) else b"OK done"
            self.wfile.write(tag.encode() + b" " + ok + b"\r\n")

    def is_theirs(self, command: str) -> bool:
        return command == f'LOGIN {USER} "{PASSWORD}"'

    def answers(self, box: Mailbox, command: str) -> Iterator[bytes]:
        if command == "CAPABILITY":
            yield b"* CAPABILITY IMAP4rev1\r\n"
        elif command.startswith(("SELECT", "EXAMINE")):
            yield f"* {len(box.kept)} EXISTS\r\n".encode()
        elif command == "UID SEARCH UNSEEN":
            found = [str(number) for number, one in enumerate(box.kept, 1) if not one.is_seen]
            yield f"* SEARCH {' '.join(found)}\r\n".encode()
        elif fetched := re.fullmatch(r"UID FETCH (\d+) \((.*)\)", command):
            yield from self.fetched(box, int(fetched[1]), fetched[2])
        elif stored := re.fullmatch(r"UID STORE (\d+) \+FLAGS.SILENT \(\\Seen\)", command):
            box.kept[int(stored[1]) - 1].is_seen = True

    def fetched(self, box: Mailbox, number: int, items: str) -> Iterator[bytes]:
        one = box.kept[number - 1]
        assert "BODY.PEEK" in items, "it is not marked as seen by being fetched"
        head, _, _ = one.content.partition(b"\r\n\r\n")
        content, name = (head + b"\r\n\r\n", "BODY[HEADER]<0>") if "HEADER" in items else (one.content, "BODY[]")
        came = one.came_at.astimezone(UTC).strftime("%d-%b-%Y %H:%M:%S +0000")
        about = f'UID {number} INTERNALDATE "{came}" RFC822.SIZE {len(one.content)}'
        yield f"* {number} FETCH ({about} {name} {{{len(content)}}}\r\n".encode() + content + b")\r\n"


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    box: Mailbox


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    """The server, in a thread of its own."""
    with Server(("127.0.0.1", 0), Talk) as server:
        server.box = Mailbox(port=server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.box
        server.shutdown()
        thread.join()
