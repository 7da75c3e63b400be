"""Order forms without a script: the nearest hexes first, a hex by its number, sums before one orders, and refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest

from service import matches
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.games.ndc.game import NDC
from service.matches import Context
from tests.client import TestClient
from tests.web.conftest import Plain, sit


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


@pytest.fixture
def soviet(context: Context, visitor: TestClient) -> Plain:
    """The Soviet seat at its first Movement Segment, in a browser without JavaScript."""
    seats = matches.practice_links(context, "ndc", "kaltenbach")
    for name in ("US", "Soviet", "Soviet", "Soviet"):
        seat = matches.seat_by_link(context, seats[name])
        matches.take_orders(context, seat, [Done()], version=matches.version(context, seat), key=None)
    return sit(visitor, f"/seat/{seats['Soviet']}")


def test_a_turn_is_written_by_numbers_and_reckoned_before_it_is_sent(soviet: Plain):
    client, page = soviet.client, soviet.look("?unit=S-RC")
    assert "You declare no combat: closing this step ends your movement for this turn." in page

    # The hexes in reach stand in bands by what they cost, each with its way.
    bands = [int(band) for band in re.findall(r'<optgroup label="(\d+)[^"]* MP"', page)]
    costs = [int(cost) for cost in re.findall(r'data-place="\d+"\s*>\d+ · (\d+) MP', page)]
    assert len(bands) > 2 and bands == sorted(bands) and costs == sorted(costs)

    # A hex may be written by its number; one out of reach is refused, and what was written stays.
    def move(**filled: str) -> None:
        fields = {**soviet.form("/sheet", kind="move"), **filled}
        soviet.take(client.post(f"{soviet.path}/sheet", data=fields))

    move(**{"routes:path": ""})
    assert soviet.status == 422 and "by writing the number of the hex" in soviet.page
    move(**{"goto:path": "0101"})
    assert soviet.status == 422 and "0101 is not among the hexes that it can reach." in soviet.page
    assert soviet.sheet == []
    move(**{"goto:path": "1708"})
    assert soviet.status == 200 and soviet.sheet == ["Reconnaissance Bn moves to 1708"]

    # What an attack comes to is reckoned by a plain form; the form stays as it was filled in.
    soviet.look("?unit=S-RC")
    fields = soviet.form("/sheet", kind="declare-ground-combat")
    fields |= {"places:target": "1608", "choice:type": '"assault"', "range:barrage": "3"}
    soviet.take(client.get(soviet.path, params=fields))
    assert "Your total" in soviet.page and re.search(r">NDC-ATM-01</a>", soviet.page)
    assert "your fire less theirs 0 to +3 =" in soviet.page
    filled = soviet.form("/sheet", kind="declare-ground-combat")
    assert (filled["places:target"], filled["choice:type"], filled["range:barrage"]) == ("1608", '"assault"', "3")

    # On the sheet it stands with what the enemy will be told of it.
    soviet.take(client.post(f"{soviet.path}/sheet", data=filled))
    assert "The enemy is told of the assault from 1708 on 1608" in soviet.page
    assert "your movement for this turn" not in soviet.page
    assert soviet.page.count('class="button primary"') == 1, "one thing to press"


def test_a_fragment_of_the_sum_holds_nothing_else(soviet: Plain):
    """What a page fetches while a form is filled in is small, and nothing where nothing is to be reckoned."""
    htmx = {"HX-Request": "true", "HX-Request-Type": "partial"}
    asked = {"weigh": "declare-ground-combat", "unit": "S-I1", "kind": "declare-ground-combat",
             "fixed": '{"unit": "S-I1", "chemical": false}', "places:target": "1702", "choice:type": '"probe"',
             "range:barrage": "0"}  # fmt: skip
    answer = soviet.client.get(soviet.path, params=asked, headers=htmx)
    assert "weighed-declare-ground-combat" in answer.text and len(answer.content) < 6000
    button = soviet.client.get(soviet.path, params={**asked, "weigh": "move", "kind": "move"}, headers=htmx).text
    assert 'hx-target="#commit-move"' in button and "weighed" not in button and len(button) < 400
    assert soviet.client.get(soviet.path, params={"weigh": "retreat"}, headers=htmx).status_code == 204
    live = soviet.client.get(soviet.path, params={"live": "1", "after": "1"}, headers=htmx)
    assert len(live.content) < 200_000


def test_a_seat_that_is_somebody_elses_says_so_on_the_page_that_stands_open(soviet: Plain, context: Context):
    """The same words for a seat that is another's and for a match that never was."""
    theirs = matches.open_match(
        context, matches.make_account(context, "Ben", "a long password"), "ndc", "kaltenbach"
    ).match_id
    soviet.client.post("/sign-up", data={"name": "Anna", "password": "a long password"})
    htmx = {"HX-Request": "true", "HX-Request-Type": "partial"}
    taken, never = (
        soviet.client.get(f"/matches/{match}/US", params={"live": "1"}, headers=htmx) for match in (theirs, "never")
    )
    assert taken.status_code == never.status_code == 404
    assert "This seat is not yours to sit at" in taken.text and "Your matches" in taken.text
    assert taken.text == never.text


def test_an_order_on_the_sheet_stands_in_one_sentence_wherever_it_is_told(soviet: Plain):
    """A detachment which there is only by the order before it has its name on the sheet, beside the unit, in a verdict
    on a line, and where the sheet is refused."""
    said = "Tell the enemy of Reconnaissance Bn, Detachment A: Hex"
    soviet.send(done=True)
    text = "break down RC with 1 to 1708\nreveal RC/A: hex"
    verdicts = soviet.client.post(f"{soviet.path}/sheet/lines/preview", data={"lines": text}).text
    soviet.take(soviet.client.post(f"{soviet.path}/sheet/lines", data={"lines": text}))
    assert soviet.sheet == ["Reconnaissance Bn breaks down, a detachment at T/O level 1 going to 1708", said]
    assert f"</span> {said}</span>" in verdicts
    assert f'placed-said">{said}' in soviet.look("?unit=S-RC/A")

    sent = soviet.form("/orders", key=soviet.key)
    twice = {"kind": "break-down", "unit": "S-RC/A", "to": 1, "hex": "1708"}
    sent["orders"] = json.dumps([{"kind": "break-down", "unit": "S-RC", "to": 1, "hex": "1708"}, twice])
    soviet.take(soviet.client.post(f"{soviet.path}/orders", data=sent))
    assert soviet.status == 409 and "“Reconnaissance Bn, Detachment A breaks down, " in soviet.page
