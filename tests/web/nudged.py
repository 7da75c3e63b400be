"""A page that is nudged, as a browser keeps it: what it has, the header that says so, and what it is sent."""

from __future__ import annotations

import re
from dataclasses import dataclass

from starlette.testclient import TestClient

from web.leaves import BEARS, HEADER, end_of
from web.table.pages import SHOWN

BY_HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
STATE = re.compile(r'name="(after|written|settles|stopped)" value="(\d*)"')
STUB = re.compile(r'<g data-same="([^"]+)"></g>')
PARTIAL = re.compile(r'<hx-partial hx-target="#([\w-]+)" hx-swap="(\w+)">(.*?)</hx-partial>', re.DOTALL)


def leaves_of(html: str) -> dict[str, str]:
    """The leaves of some HTML, by their hashes."""
    return {found[2]: html[found.start() : end_of(html, found.start(), found[1])] for found in BEARS.finditer(html)}


def on_top(html: str, element: str) -> str:
    """An element with something put in before all that is in it."""
    begins = element.index(">") + 1
    return element[:begins] + html + element[begins:]


def header_of(html: str) -> str:
    """What a page says that it has, when it is as it was sent."""
    return " ".join([f"log:{dict(STATE.findall(html))['after']}", *leaves_of(html)])


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
        elements = {id: element(answer.text, id) for id in (*SHOWN.values(), "log-lines")}
        return cls(client, str(answer.url.path), dict(STATE.findall(answer.text)), elements)

    @property
    def leaves(self) -> dict[str, str]:
        return leaves_of("".join(self.elements.values()))

    def look(self) -> Kept:
        """Fetch what is new, and take it in."""
        leaves, query = self.leaves, "&".join(f"{name}={value}" for name, value in self.state.items())
        self.has = " ".join([f"log:{self.state['after']}", *leaves])
        answer = self.client.get(f"{self.address}?live=1&{query}", headers={**BY_HTMX, HEADER: self.has})
        assert answer.status_code == 200
        self.sent = answer.text
        self.state |= dict(STATE.findall(answer.text))
        leaves |= leaves_of(answer.text)
        for target, swap, html in PARTIAL.findall(answer.text):
            whole = STUB.sub(lambda found: "".join(leaves[hash] for hash in found[1].split()), html)
            self.elements[target] = on_top(whole, self.elements[target]) if swap == "afterbegin" else whole
        return self
