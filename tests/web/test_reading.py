"""What a match page reads: one transaction for whatever it shows, and no more of a log than stands on it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from service import matches
from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.engine.state import Position
from service.games.ndc.game import NDC
from service.matches import AtSeat, Context
from service.store import Store, Work
from service.store.codec import Codec
from tests.client import TestClient
from tests.web.midway import played_until, saved
from web.table import pages

BY_HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


@pytest.fixture(scope="module")
def second_turn() -> tuple[Position, Outcome]:
    """A match in the middle of play, played once for all that is read of it."""
    return played_until(NDC, 5, lambda state: state.turn == 2)


@pytest.fixture
def page(context: Context, visitor: TestClient, second_turn: tuple[Position, Outcome]) -> str:
    """The address of a seat in the middle of play at which the visitor sits; it is asked."""
    for link in saved(context, NDC, *second_turn).values():
        answer = visitor.get(link)
        if 'class="asked asked-asked"' in answer.text:
            return str(answer.url.path)
    raise AssertionError("nobody is asked")


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """One for each transaction that reads for a request."""
    begun: list[None] = []
    honest = Store.look

    @contextmanager
    def look(self: Store) -> Iterator[Work]:
        if threading.current_thread().name != "clock":
            begun.append(None)
        with honest(self) as work:
            yield work

    monkeypatch.setattr(Store, "look", look)
    return begun


@pytest.mark.parametrize(
    ("query", "by_htmx"),
    [
        ("", False), ("letters=1", False), ("log_before=9", False),
        ("live=1&after=1", True), ("others=1", True), ("unit=U-A1", True), ("looking=1&a=1204&b=1206", True),
        ("weigh=declare-ground-combat&kind=declare-ground-combat", True), ("letters=1", True), ("log_before=9", True),
    ],
)  # fmt: skip
def test_whatever_a_page_shows_is_read_in_one_transaction(
    visitor: TestClient, page: str, looks: list[None], query: str, by_htmx: bool
):
    """Whether the browser may sit at the seat is read in it too."""
    del looks[:]
    answer = visitor.get(f"{page}?{query}", headers=BY_HTMX if by_htmx else {})
    assert answer.status_code in (200, 204)
    assert len(looks) == 1


def test_a_look_that_finds_nothing_new_reads_no_picture(visitor: TestClient, page: str, monkeypatch: Any):
    state = dict(re.findall(r'name="(after|written)" value="(\d+)"', visitor.get(page).text))
    monkeypatch.setattr(Codec, "to_picture", None)
    answer = visitor.get(f"{page}?live=1&after={state['after']}&written={state['written']}", headers=BY_HTMX)
    assert answer.status_code == 204


def lines(text: str) -> list[int]:
    """The numbers of the log's lines, in their order."""
    return [int(number) for number in re.findall(r'class="log-number">(\d+)<', text)]


def test_the_log_is_read_on_page_by_page_and_nothing_of_it_is_left_out(
    context: Context, visitor: TestClient, page: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(pages, "ENTRIES_ON_A_PAGE", 10)
    at = AtSeat(*page.split("/")[2:], "")
    told = [entry.number for entry in matches.log(context, at).entries if entry.text]
    shown = visitor.get(page).text
    found = lines(shown)
    while more := re.search(r'href="[^"]*log_before=(\d+)', shown):
        by_link = lines(visitor.get(f"{page}?log_before={more[1]}").text)
        shown = visitor.get(f"{page}?log_before={more[1]}", headers=BY_HTMX).text
        assert lines(shown) == by_link
        found += by_link
    assert found == told[::-1] and len(found) > 20


def test_letters_are_on_the_page_only_when_they_are_asked_for(visitor: TestClient, page: str):
    """Their tab fetches them; a page without scripts has a link to them."""
    whole = visitor.get(page).text
    assert 'class="sitrep"' not in whole and f'href="{page}?letters=1#tab-letters"' in whole
    with_letters, fetched = (
        visitor.get(f"{page}?letters=1").text,
        visitor.get(f"{page}?letters=1", headers=BY_HTMX).text,
    )
    letters = re.findall(r'class="sitrep" id="(letter-\d+)"', fetched)
    assert letters and letters == re.findall(r'class="sitrep" id="(letter-\d+)"', with_letters)
