"""What a match page weighs on its way: a player on a train loads it, and is then sent little at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from service.engine.game import AnyGame
from service.games.shelf import GAMES
from service.matches import Context, practice_links
from tests.client import TestClient
from tests.web.midway import midway
from web.house.files import TYPES, known

MOST_AT_FIRST, MOST_LATER = 250_000, 30_000
BY_HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return GAMES


def weight(answer: Any) -> int:
    """The bytes of an answer's body on the wire."""
    assert answer.status_code == 200
    return int(answer.headers["content-length"])


TURN = {"ndc": 4, "skirmish": 4, "korsun": 17, "campaign1776": 4}
"""At which turn a match of each game is in the middle of play."""
LARGEST = {"korsun": "korsun-full", "campaign1776": "northern-war"}
"""The scenario with most on its map, where the first of a game is a small one: its page is weighed in the suite."""


def is_light(visitor: TestClient, link: str) -> None:
    """A match page with its map, styles and scripts, but for those that a CDN serves; and each update of it."""
    page = visitor.get(link)
    assert page.headers["content-encoding"] == "gzip"
    ours = {address: visitor.get(address) for address in set(re.findall(r'"(/static/[^"]+)"', page.text))}
    assert len(ours) > 8
    assert all("immutable" in file.headers["cache-control"] for file in ours.values())
    whole = weight(page) + sum(map(weight, ours.values()))
    print(f"{page.url.path}: {whole} bytes")
    assert whole < MOST_AT_FIRST
    units = re.findall(r'data-unit="([^"]+)"', page.text)
    updates = ["live=1&after=0", *(f"unit={unit}" for unit in (units[0], units[-1]))]
    for update in updates:
        assert weight(visitor.get(f"{page.url.path}?{update}", headers=BY_HTMX)) < MOST_LATER


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.soak) if game in LARGEST else game for game in TURN]
)
def test_a_match_page_in_the_middle_of_play_is_light(context: Context, visitor: TestClient, game: str):
    for link in midway(context, game, 5, lambda state: state.turn == TURN[game]).values():
        is_light(visitor, link)


@pytest.mark.parametrize("game", LARGEST)
def test_the_page_of_the_largest_scenario_is_light(context: Context, visitor: TestClient, game: str):
    for token in practice_links(context, game, LARGEST[game]).values():
        is_light(visitor, f"/seat/{token}")


def test_whatever_changes_on_a_page_leaves_the_rest_of_it_as_it_was_styled():
    """Where `:has()` leads on to whatever lies there, a browser looks at all that lies there when anything comes or
    goes above: at each tick of a clock a tenth of a second on a phone, with a map of two thousand things.
    """
    selectors = [
        selector.strip()
        for name, (text, kind) in known().items()
        if kind == TYPES[".css"]
        for rule in re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", text.decode(), flags=re.S))
        for selector in rule.split(",\n")
    ]
    assert len(selectors) > 1000
    assert not [one for one in selectors if re.search(r":has\(.+[ >~+]\*$", one)]


def test_what_another_site_asks_for_is_not_compressed(visitor: TestClient):
    """Else the length of an answer would tell it how much of its guess, in the address, stands on the page."""
    assert "content-encoding" not in visitor.get("/", headers={"Sec-Fetch-Site": "cross-site"}).headers
    home = visitor.get("/", headers={"Sec-Fetch-Site": "same-origin"}).headers
    assert (home["content-encoding"], home["vary"]) == ("gzip", "Accept-Encoding")
