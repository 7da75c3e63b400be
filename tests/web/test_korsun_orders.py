"""What a page of Korsun says of orders that are written."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from service import matches
from service.engine.game import AnyGame
from service.games.korsun.game import KORSUN
from service.matches import Context
from tests.client import TestClient
from tests.web.conftest import sit


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"korsun": KORSUN}


def test_a_line_of_standing_orders_about_a_unit_is_no_order_of_that_unit(context: Context, visitor: TestClient):
    german = sit(visitor, f"/seat/{matches.practice_links(context, 'korsun', 'korsun-first')['German']}")
    api = f"/api/v1{german.path.replace('/German', '/seats/German')}"
    options = visitor.get(f"{api}/standing-orders").json()["anytime_options"]
    unit = next(one for one in options if one["kind"] == "add-intercept-line")["fields"]["unit"]["values"][1]
    line = {"kind": "add-intercept-line", "fixed": json.dumps({"unit": unit}), "sheet": "0"}
    german.take(visitor.post(f"{german.path}/sheet", data=line))
    assert len(german.sheet) == 1
    assert f"unit={unit}" in german.look(f"?unit={unit}") and "Take back" not in german.page


@pytest.mark.parametrize(
    ("scenario", "seat", "kept"),
    [("korsun-first", "Soviet", ()), ("korsun-first", "German", ("Reactions",)),
     ("korsun-full", "German", ("Reactions", "Barrages"))],
)  # fmt: skip
def test_lists_are_shown_to_who_can_have_lines_in_them(
    context: Context, visitor: TestClient, scenario: str, seat: str, kept: tuple[str, ...]
):
    """Only German armor reacts, and only German units come under barrages, where the other side has barrage units."""
    page = sit(visitor, f"/seat/{matches.practice_links(context, 'korsun', scenario)[seat]}").page
    assert "Intercepts</h3>" in page
    assert tuple(title for title in ("Reactions", "Barrages") if f"{title}</h3>" in page) == kept
