"""The one way in which the server asks an address that a user has given: nowhere but on the open internet.

A name is resolved once, and what was judged is what is connected to, so that a name which stands for another address a
moment later leads nowhere. Redirects are not followed, and no proxy of the environment is asked. The whole takes
SECONDS at most, and no more of an answer is read than its first MOST_READ bytes.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from queue import Empty, SimpleQueue
from urllib.parse import SplitResult, urlsplit

SECONDS = 10.0
MOST_READ = 4096
LONGEST_URL = 1000
PORT = 443
NOT_KNOWN, TOO_LONG = "The name is not known.", "It took too long."
TRANSLATED = tuple(map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))
"""Addresses of IPv6 that stand for one of IPv4, which may be of a net of one's own."""


class NotAsked(Exception):
    """Nobody could be asked there. `said`: why. `for_good`: nor ever."""

    def __init__(self, said: str, *, for_good: bool = False) -> None:
        super().__init__(said)
        self.said, self.for_good = said, for_good


@dataclass(frozen=True)
class Answer:
    """What came back: the status, and the beginning of the body."""

    status: int
    body: bytes


def place_of(url: str) -> SplitResult:
    """An address that may be asked, by its looks: HTTPS, a host with a name, nothing of users. Raises ValueError."""
    try:
        said = urlsplit(url)
        port = said.port
    except ValueError:
        raise ValueError("It is no address.") from None
    if len(url) > LONGEST_URL or not url.isascii() or any(one <= " " or one == "\\" for one in url):
        raise ValueError(f"An address has at most {LONGEST_URL} letters of ASCII, and no spaces.")
    if said.scheme != "https" or not said.hostname or said.username is not None or said.fragment:
        raise ValueError("An address as https://chat.example/hooks/… is needed, without a user.")
    if port not in (None, PORT):
        raise ValueError(f"The port is {PORT}, or none is said.")
    return said


def is_open(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the open internet, and of nobody's own net."""
    if isinstance(address, IPv6Address) and (
        address.ipv4_mapped is not None or any(address in net for net in TRANSLATED)
    ):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def resolved(host: str, port: int) -> str:
    """The address that a name stands for. Raises NotAsked where any of those that it has is not open."""
    try:
        addresses = [ip_address(one.partition("%")[0]) for one in looked_up(host, port)]
    except ValueError:
        raise NotAsked(NOT_KNOWN) from None
    if not addresses or not all(is_open(address) for address in addresses):
        raise NotAsked("That is no address on the open internet.", for_good=True)
    return str(addresses[0])


def looked_up(host: str, port: int) -> list[str]:
    """All addresses of a name. The system's resolver says when it is done and not before, so a thread of its own waits
    for it, SECONDS at most. Raises NotAsked."""
    came: SimpleQueue[list[str] | None] = SimpleQueue()

    def ask() -> None:
        try:
            came.put([str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)])
        except (OSError, UnicodeError):
            came.put(None)

    threading.Thread(target=ask, name="resolver", daemon=True).start()
    try:
        found = came.get(timeout=SECONDS)
    except Empty:
        raise NotAsked(TOO_LONG) from None
    if found is None:
        raise NotAsked(NOT_KNOWN)
    return found


class ToThisAddress(HTTPSConnection):
    """A connection to an address that was judged; the other side has to show that it is `host` all the same."""

    def __init__(self, host: str, address: str, port: int, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=SECONDS, context=context)
        self.address, self.secured_by, self.is_late = address, context, False

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), self.timeout)
        self.sock = self.secured_by.wrap_socket(self.sock, server_hostname=self.host)

    def cut(self) -> None:
        """End it, whatever the other side is taking its time for."""
        self.is_late = True
        with suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)


def post(url: str, content: bytes, headers: Mapping[str, str]) -> Answer:
    """Send this to an address that a user gave; what it answers, whatever its status. Raises NotAsked."""
    try:
        place = place_of(url)
    except ValueError as fault:
        raise NotAsked(str(fault), for_good=True) from None
    host, port, began = place.hostname or "", place.port or PORT, time.monotonic()
    line = ToThisAddress(host, resolved(host, port), port, ssl.create_default_context())
    late = threading.Timer(max(0.0, began + SECONDS - time.monotonic()), line.cut)
    late.daemon = True
    late.start()
    try:
        path = (place.path or "/") + (f"?{place.query}" if place.query else "")
        line.request("POST", path, body=content, headers={**headers, "Connection": "close"})
        answer = line.getresponse()
        return Answer(answer.status, answer.read(MOST_READ))
    except ssl.SSLError as fault:
        if line.is_late:
            raise NotAsked(TOO_LONG) from None
        raise NotAsked(f"The connection is not safe: {fault.reason or fault}"[:200]) from None
    except (OSError, HTTPException, ValueError) as fault:
        is_late = isinstance(fault, TimeoutError) or line.is_late
        raise NotAsked(TOO_LONG if is_late else "It cannot be reached.") from None
    finally:
        late.cancel()
        line.close()
