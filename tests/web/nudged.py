"""A page that is nudged, as a browser keeps it: what it has, the header that says so, and what it is sent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.testclient import TestClient

from web.leaves import BEARS, HEADER, end_of
from web.table.pages import SHOWN

BY_HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
STATE = re.compile(r'name="(after|written|settles|stopped)" value="(\d*)"')
STUB = re.compile(r'<g data-same="([^"]+)"></g>')
LATER = re.compile(r'<i data-late="([a-z]+)"></i>')
LATE = ("track", "units", "log")
PARTIAL = re.compile(r'<hx-partial hx-target="#([\w-]+)" hx-swap="(\w+)">(.*?)</hx-partial>', re.DOTALL)


def leaves_of(html: str) -> dict[str, str]:
    """The leaves of some HTML, by their hashes."""
    return {found[2]: html[found.start() : end_of(html, found.start(), found[1])] for found in BEARS.finditer(html)}


def on_top(html: str, element: str) -> str:
    """An element with something put in before all that is in it."""
    begins = element.index(">") + 1
    return element[:begins] + html + element[begins:]


def header_of(html: str) -> str:
    """What a page says that it has, when it is as it was sent and shows all of it."""
    return " ".join([f"open:{','.join(LATE)}", *logged(html), *leaves_of(html)])


def logged(html: str) -> list[str]:
    """Up to where the log of a page goes."""
    return [f"log:{number}" for number in re.findall('class="log-number">(\\d+)<', html)[:1]]


def element(html: str, id: str) -> str:
    """The element of this id."""
    found = re.search(rf'<([a-z]+)\b[^>]* id="{id}"', html)
    return html[found.start() : end_of(html, found.start(), found[1])] if found else ""


@dataclass
class Kept:
    """The page at `address`: its elements that are swapped, by their ids, and what it was `sent` last."""

    client: TestClient
    address: str
    state: dict[str, str]
    elements: dict[str, str]
    sent: str = ""
    has: str = ""

    @classmethod
    def at(cls, client: TestClient, address: str) -> Kept:
        answer = client.get(address)
        elements = {id: element(answer.text, id) for id in (*SHOWN.values(), "track", "log-lines")}
        return cls(client, str(answer.url.path), dict(STATE.findall(answer.text)), elements)

    @property
    def leaves(self) -> dict[str, str]:
        return leaves_of("".join(self.elements.values()))

    def look(self, *open: str) -> Kept:
        """Fetch what is new, with these late parts open, and take it in."""
        return self.fetched("live=1&" + "&".join(f"{name}={value}" for name, value in self.state.items()), open)

    def opened(self, late: str) -> Kept:
        """Fetch a late part, and take it in."""
        return self.fetched(f"late={late}", (late,))

    def fetched(self, query: str, open: Sequence[str]) -> Kept:
        leaves = self.leaves
        self.has = " ".join([f"open:{','.join(open)}", *logged(self.elements["log-lines"]), *leaves])
        answer = self.client.get(f"{self.address}?{query}", headers={**BY_HTMX, HEADER: self.has})
        assert answer.status_code == 200
        self.sent = answer.text
        self.state |= dict(STATE.findall(answer.text))
        leaves |= leaves_of(answer.text)
        for target, swap, html in PARTIAL.findall(answer.text):
            whole = STUB.sub(lambda found: "".join(leaves[hash] for hash in found[1].split()), html)
            whole = LATER.sub(lambda found: self.elements[found[1]], whole)
            self.elements[target] = on_top(whole, self.elements[target]) if swap == "afterbegin" else whole
            for id in ("track", "log-lines"):
                self.elements[id] = element(whole, id) or self.elements[id]
        return self
