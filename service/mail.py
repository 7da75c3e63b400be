"""What a server is told of its mail: the server that takes it, whom mails are from, and where they come in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Self
from urllib.parse import SplitResult, unquote, urlsplit

ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    r"(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"
)
"""A mail address as the HTML standard has it for its own fields."""
LONGEST_ADDRESS = 254
TOKEN = "{token}"
SITE = re.compile(r"https?://[^\s/?#@]+/?")
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
PORTS_OF_MAILBOXES = {"imap": 143, "imap+starttls": 143, "imaps": 993}
FOLDER = re.compile(r"[^\x00-\x1f\x7f-\uffff\"\\]{1,100}")
"""A folder of a mailbox, as it may be named."""


@dataclass(frozen=True)
class MailHouse:
    """What the mails of a server bear: its own address in links, and the name and address that they are from."""

    url: str
    name: str
    address: str
    reply: str = ""
    """The address that takes answers, with `{token}` where each mail has its own; empty where none are taken."""
    secret: str = field(default="", repr=False)
    """What those tokens are sealed with, besides the secret of each mail address."""
    goes_out: str = field(default="", compare=False)
    comes_in: str = field(default="", compare=False)
    """By which servers, as its owner is shown."""

    @property
    def host(self) -> str:
        """What the ids of its mails end with."""
        return self.address.rpartition("@")[2]

    def reply_to(self, token: str) -> str:
        """The address that takes answers with this token."""
        return self.reply.replace(TOKEN, token)

    def token_in(self, address: str) -> str:
        """The token of an address that takes answers, in great letters or small; empty in any other."""
        before, _, behind = self.reply.lower().partition(TOKEN)
        said = address.lower()
        is_ours = bool(self.reply) and said.startswith(before) and said.endswith(behind)
        return said[len(before) : len(said) - len(behind)] if is_ours else ""

    @property
    def is_secure(self) -> bool:
        """Whether its links are of HTTPS."""
        return self.url.startswith("https://")


@dataclass(frozen=True)
class PushKeys:
    """The keys that what browsers are told is signed with, as they are written: the server's own, and the open one."""

    private: str = field(repr=False)
    public: str


@dataclass(frozen=True)
class MailServer:
    """A server that takes mails. `scheme`: "smtps" speaks TLS at once, "smtp+starttls" from the second word on."""

    scheme: str
    host: str
    port: int
    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def at(cls, address: str) -> Self:
        """The server that a setting names. Raises ValueError."""
        said = urlsplit(address)
        if said.scheme not in PORTS or not said.hostname or said.path.strip("/") or said.query or said.fragment:
            raise ValueError(f"an address of {', '.join(f'{scheme}://' for scheme in PORTS)} is needed, with a host")
        return cls(said.scheme, said.hostname, said.port or PORTS[said.scheme], *signed_in_as(said)).guarded()

    def guarded(self) -> Self:
        """The same server. Raises ValueError where its password would travel for all to read."""
        if self.password and self.scheme in ("smtp", "imap") and not self.is_here:
            raise ValueError(
                f"a password would travel for all to read: say {self.scheme}s:// or {self.scheme}+starttls://"
            )
        return self

    @property
    def in_words(self) -> str:
        """The server as it is shown: without whoever signs in."""
        return f"{self.scheme}://{self.host}:{self.port}"

    @property
    def is_here(self) -> bool:
        """Whether it is on this machine."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def signed_in_as(said: SplitResult) -> tuple[str, str]:
    """The user and the password in an address."""
    return unquote(said.username or ""), unquote(said.password or "")


@dataclass(frozen=True)
class MailDoor(MailServer):
    """Where mails come in: "lmtp", which listens on this machine, or a mailbox, whose `folder` is looked into."""

    folder: str = "INBOX"

    @classmethod
    def at(cls, address: str) -> Self:
        """The door that a setting names. Raises ValueError."""
        said = urlsplit(address)
        host, folder = said.hostname or "", unquote(said.path.strip("/"))
        if said.scheme in PORTS_OF_MAILBOXES and host and said.username and not said.query and not said.fragment:
            if folder and not FOLDER.fullmatch(folder):
                raise ValueError("the folder of a mailbox is named in letters, digits and spaces")
            port = said.port or PORTS_OF_MAILBOXES[said.scheme]
            return cls(said.scheme, host, port, *signed_in_as(said), folder or "INBOX").guarded()
        found = cls(said.scheme, host, said.port or 0)
        if said.scheme != "lmtp" or not said.port or folder or not found.is_here:
            raise ValueError(
                "an address of this machine is needed, such as `lmtp://127.0.0.1:8024`, or a mailbox, such as "
                "`imaps://mail.example` with a user and a password"
            )
        return found

    @property
    def is_mailbox(self) -> bool:
        """Whether mails are fetched from there."""
        return self.scheme in PORTS_OF_MAILBOXES
