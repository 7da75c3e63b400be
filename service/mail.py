"""What a house is told of its mail: the server that takes it, and whom mails are from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Self
from urllib.parse import unquote, urlsplit

ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    r"(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"
)
"""A mail address as the HTML standard has it for its own fields."""
LONGEST_ADDRESS = 254
TOKEN = "{token}"
SITE = re.compile(r"https?://[^\s/?#@]+/?")
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


@dataclass(frozen=True)
class MailHouse:
    """What the mails of a house bear: its own address in links, and the name and address that they are from."""

    url: str
    name: str
    address: str
    reply: str = ""
    """The address that takes answers, with `{token}` where each mail has its own; empty where none are taken."""

    @property
    def host(self) -> str:
        """What the ids of its mails end with."""
        return self.address.rpartition("@")[2]

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
        found = cls(
            said.scheme, said.hostname, said.port or PORTS[said.scheme], unquote(said.username or ""),
            unquote(said.password or ""),
        )  # fmt: skip
        if found.password and found.scheme == "smtp" and not found.is_here:
            raise ValueError("a password would travel for all to read: say smtps:// or smtp+starttls://")
        return found

    @property
    def is_here(self) -> bool:
        """Whether it is on this machine."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def mail_door(address: str) -> tuple[str, int]:
    """The host and port of this machine where mails come in. Raises ValueError."""
    said = urlsplit(address)
    is_here = MailServer("lmtp", said.hostname or "", 0).is_here
    if said.scheme != "lmtp" or not said.port or said.path.strip("/") or not is_here:
        raise ValueError("an address of this machine is needed, such as `lmtp://127.0.0.1:8024`")
    return said.hostname or "", said.port
