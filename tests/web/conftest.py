"""What tests of the pages may rely on: the whole app over the toy game, and somebody with an empty browser."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from socket import SO_REUSEADDR, SOL_SOCKET, socket
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.async_api import Browser

from service import matches
from service.app import create_app
from service.matches import Context
from service.settings import Settings
from tests.client import TestClient
from tests.service_fixtures import serving
from tests.web.browser import OWN_CDN, chromium, unguarded


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    """The app with its pages."""
    return create_app(settings, context)


@pytest.fixture
def visitor(app: FastAPI) -> Iterator[TestClient]:
    """A browser without JavaScript, without cookies."""
    with TestClient(app) as client:
        yield client


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A real Chromium; each player opens a window of their own in it."""
    async with chromium() as browser:
        yield browser


@pytest.fixture
def settings(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    """A server that a browser looks at serves the CDN's files itself."""
    return settings.model_copy(update={"cdn": OWN_CDN}) if request.node.get_closest_marker("browser") else settings


@pytest.fixture(scope="session", autouse=True)
def headings_that_take_a_tap() -> Iterator[None]:
    """As soon as they are there; `window(guarded=True)` has the pause that players have."""
    with unguarded():
        yield


@pytest.fixture(scope="session")
def door() -> Iterator[socket]:
    """Where one server after another listens: what a browser knows of our address, it need not ask for again."""
    with socket() as door:
        door.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        door.bind(("127.0.0.1", 0))
        door.listen()
        yield door


@pytest.fixture
async def address(app: FastAPI, door: socket) -> AsyncIterator[str]:
    """Where a real server serves the app with its pages."""
    with serving(app, listener=door.dup()) as address:
        yield address


@dataclass
class Forms(HTMLParser):
    """The forms of a page, as a browser would send them untouched: action and fields."""

    found: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("name") or ""
        if tag == "form":
            self.found.append((given.get("action") or "", {}))
        elif tag == "select" and self.found:
            self.select = name
        elif tag == "option" and self.select:
            self.found[-1][1].setdefault(self.select, given.get("value") or "")
        elif tag == "input" and name and self.found:
            checked = given.get("type") not in ("radio", "checkbox") or "checked" in given
            if checked:
                self.found[-1][1][name] = given.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""


@dataclass
class Plain:
    """A player without JavaScript at one seat."""

    client: TestClient
    path: str
    page: str = ""
    status: int = 0

    def look(self, query: str = "") -> str:
        return self.take(self.client.get(f"{self.path}{query}"))

    def take(self, answer: Any) -> str:
        self.page, self.status = answer.text, answer.status_code
        return self.page

    def form(self, action: str, **holding: str) -> dict[str, Any]:
        """The fields of the first form with this action, and with these values among its fields."""
        forms = Forms()
        forms.feed(self.page)
        for to, fields in forms.found:
            if to == f"{self.path}{action}" and all(fields.get(name) == value for name, value in holding.items()):
                return fields
        raise AssertionError(f"no form for {action} with {holding}")

    def write(self, kind: str, **filled: str) -> str:
        """Fill in an order's form and put it on the sheet."""
        fields = self.form("/sheet", kind=kind)
        for name, value in filled.items():
            fields[next(key for key in fields if key.endswith(f":{name}"))] = value
        return self.take(self.client.post(f"{self.path}/sheet", data=fields))

    def send(self, *, done: bool = False) -> str:
        """Send the sheet, or send it and close the step."""
        fields = self.form("/orders", done="1") if done else self.form("/orders", key=self.key)
        return self.take(self.client.post(f"{self.path}/orders", data=fields))

    @property
    def key(self) -> str:
        """The key of the page's forms that send."""
        found = re.search(r'name="key" value="(\w+)"', self.page)
        assert found
        return found[1]

    @property
    def sheet(self) -> list[str]:
        """The orders on the sheet, as the page says them."""
        return [
            re.sub(r"\s+", " ", said).strip() for said in re.findall(r'written-order">(.*?)</span>', self.page, re.S)
        ]

    @property
    def asked(self) -> bool:
        return "asked-asked" in self.page


@pytest.fixture
def seats(context: Context, visitor: TestClient) -> dict[str, Plain]:
    """Both seats of a practice match, by their links, in one browser."""
    return {
        seat: sit(visitor, f"/seat/{token}") for seat, token in matches.practice_links(context, "toy", "yard").items()
    }


def sit(client: TestClient, link: str) -> Plain:
    """Open the link of a seat; the browser is then signed in to it."""
    answer = client.get(link)
    assert answer.status_code == 200, answer.text
    player = Plain(client, answer.url.path)
    player.take(answer)
    return player
