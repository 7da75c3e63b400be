"""How often a page asks the database: what is looked at is of one moment, and what is sent is written once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

from service.app import create_app
from service.engine.game import AnyGame
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from service.matches import Context, commit_server_share, practice_links, seat_by_link
from service.settings import Settings
from tests.client import TestClient
from tests.toy import TOY
from tests.web.conftest import sit
from tests.web.midway import midway
from tests.web.nudged import BY_HTMX, LATE

PAGES = (
    "", "?letters=1", "?log_before=60", "/history", "/history?at=3", "/contacts", "/contacts/{contact}", "/figures",
    "/letters", "/letters/1", "/dice", "/standing-orders/rehearsal",
)  # fmt: skip
PARTS = (
    "?live=1&after=1", "?live=1&after=99999", "?unit={unit}", "?others=1", "?letters=1", "?log_before=60",
    "/history?at=3", *(f"?late={late}" for late in LATE),
)  # fmt: skip


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC, "skirmish": SKIRMISH, "toy": TOY}


@pytest.fixture
def visitor(settings: Settings, context: Context) -> TestClient:
    """A browser of a server without a clock, which would look into the database too."""
    return TestClient(create_app(settings, context))


@pytest.mark.parametrize("game", ["ndc", pytest.param("skirmish", marks=pytest.mark.soak)])
def test_a_page_that_is_looked_at_is_one_transaction(
    context: Context, visitor: TestClient, begun: Counter[str], game: str
):
    """Who asks is looked up in it, too."""
    *_, link = midway(context, game, 5, lambda state: state.turn == 2).values()
    page = visitor.get(link)
    seat = page.url.path
    names = {
        "unit": re.findall(r'data-unit="([^"]+)"', page.text)[0],
        "contact": re.findall(r'/contacts/([^"#]+)["#]', visitor.get(f"{seat}/contacts").text)[0],
    }
    for path, headers in [*((path, {}) for path in PAGES), *((path, BY_HTMX) for path in PARTS)]:
        begun.clear()
        answer = visitor.get(seat + path.format(**names), headers=headers)
        assert answer.status_code in (200, 204), path
        assert begun == {"reads": 1}, path
    begun.clear()
    assert visitor.get("/").status_code == 200
    assert begun == {"reads": 1}, "home"


def test_what_is_sent_is_written_once_and_then_shown(settings: Settings, context: Context, begun: Counter[str]):
    """What is known of the seat is read in one transaction before, and what is shown in one after."""
    slow = replace(context, pace=1.0)
    token = practice_links(slow, "toy", "yard")["north"]
    commit_server_share(slow, seat_by_link(slow, token))
    north = sit(TestClient(create_app(settings, slow)), f"/seat/{token}")

    def posted(action: str, fields: Mapping[str, str], headers: Mapping[str, str] = BY_HTMX) -> Counter[str]:
        begun.clear()
        answer = north.client.post(f"{north.path}{action}", data=fields, headers=headers, follow_redirects=False)
        assert answer.status_code == (200 if headers else 303), answer.text
        return Counter(begun)

    def hidden() -> dict[str, str]:
        north.look()
        return {**north.form("/sheet", kind="hide"), "places:hex": "13"}

    assert posted("/sheet", hidden()) == {"reads": 2, "writes": 1}
    assert posted("/sheet", hidden(), {}) == {"reads": 1, "writes": 1}, "it is sent on to the page"
    north.look()
    assert posted("/sheet/remove", north.form("/sheet/remove", index="0")) == {"reads": 2, "writes": 1}
    assert posted("/sheet/lines/preview", {"lines": "hide 13"}) == {"reads": 1}
    for action in ({"lines": "hide 13"}, {"lines": "hide 13\nnonsense"}, {"do": "take"}):
        assert posted("/sheet/lines", action) == {"reads": 2, "writes": 1}, action
    assert posted("/sheet/lines", {"lines": "hide 13"}, {}) == {"reads": 1, "writes": 1}, "it is sent on to the page"
    north.look()
    assert posted("/orders", north.form("/orders", done="1")) == {"reads": 2, "writes": 1}
