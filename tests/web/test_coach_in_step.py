"""The coach and the page speak of the same unit, and what the coach advises is what the page marks and makes loud."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

import pytest

from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.matches import Context, seat_by_link
from service.matches.coaching import be_coached
from tests.client import TestClient
from tests.games.ndc.fighting import attack, battle
from tests.positions import Table, position
from tests.web.conftest import Plain, sit
from tests.web.midway import saved

HTMX = {"HX-Request": "true"}


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


def coached(context: Context, visitor: TestClient, table: Table, seat: str) -> Plain:
    """A player at a seat of such a match, with a coach."""
    link = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))[seat]
    be_coached(context, seat_by_link(context, link.removeprefix("/seat/")), True)
    return sit(visitor, link)


def chosen(page: str) -> list[str]:
    """The units that are chosen on a page."""
    return [unit for unit in re.findall(r'name="unit" data-chosen value="([^"]*)"', page) if unit]


def marked(page: str) -> list[str]:
    """The hexes in reach that are marked."""
    reach = re.findall(r"<a [^>]*reach is-chosen[^>]*>", page)
    return [place for one in reach for place in re.findall(r'data-place="(\d+)"', one)]


def note(page: str) -> str:
    """What the coach says."""
    found = re.search(r'<span class="coach-said">(.*?)</span>', page, re.S)
    assert found
    return " ".join(re.sub(r"<[^>]+>", "", found[1]).split())


def test_the_unit_of_which_the_coach_speaks_is_the_one_that_comes_and_its_hex_stays_marked(
    context: Context, visitor: TestClient
):
    table = position(
        "su S-DIV HQ at 2008 deployed", "su S-3R HQ at 2009 deployed parent S-DIV",
        "su S-RC at 1808 attack parent S-DIV",
        "su S-I5 at 1809 attack parent S-3R",
    )  # fmt: skip
    player = coached(context, visitor, table, "Soviet")
    assert chosen(player.page) == ["S-RC"] and marked(player.page) == ["1708"]
    assert "Tap 1708, marked on the map." in note(player.page) and "coach-shows" not in player.page
    fields = player.form("/sheet", kind="move")
    way = next(name for name in fields if name.startswith("goto:"))
    page = player.take(visitor.post(f"{player.path}/sheet", data={**fields, way: "1708", "on": "next"}))
    assert chosen(page) == ["S-I5"] and marked(page) == ["1709"], "not the headquarters, of whom nobody speaks"
    assert "Rifle Bn" in note(page) and "Tap 1709" in note(page)

    # Whoever looks at another is shown the way back, by the note and by the name of the next unit.
    page = player.look("?unit=S-DIV")
    assert chosen(page) == ["S-DIV"] and not marked(page)
    assert "coach-shows" in page and re.search(r'chip-next" href="[^"]*unit=S-I5#', page)

    # What was ordered and is taken back is marked again.
    fields = player.form("/sheet/remove")
    page = player.take(visitor.post(f"{player.path}/sheet/remove", data={**fields, "unit": "S-RC"}))
    assert chosen(page) == ["S-RC"] and marked(page) == ["1708"]


def test_of_a_retreat_the_ready_ways_stay_and_the_advised_one_is_the_loud_one(context: Context, visitor: TestClient):
    table = attack(battle("su S-I1 at 1003 attack known", attacker="leadership 12", die=9)).done("us")
    player = coached(context, visitor, table, "US")
    assert "towards its headquarters" in note(player.page) and "coach-shows" not in player.page
    for page in (player.page, player.look("?unit=U-I1")):
        ways = re.findall(r'<button class="([^"]*)" type="submit" name="then" value="close">(Retreat by[^<]*)', page)
        assert [("primary" in look, said.split(", ")[-1].strip()) for look, said in ways] == [
            (True, "towards its headquarters"), (False, "farthest from the enemy"),
        ]  # fmt: skip


def test_an_attack_that_the_coach_fills_in_is_shown_with_what_to_tap(context: Context, visitor: TestClient):
    """Once all who take part are on their way."""
    table = position(
        "su S-DIV HQ at 2008 deployed", "su S-3R HQ at 2009 deployed parent S-DIV",
        "su S-I5 at 1809 attack parent S-3R", "us U-I1 at 1608 defend known",
    )  # fmt: skip
    player = coached(context, visitor, table, "Soviet")
    fields = player.form("/sheet", kind="move")
    way = next(name for name in fields if name.startswith("goto:"))
    player.take(visitor.post(f"{player.path}/sheet", data={**fields, way: "1709", "on": "next"}))
    assert chosen(player.page) == ["S-I5"], "the unit of which the coach speaks comes, though it has its way"
    shows = re.search(r'class="button coach-shows" href="[^"?]*([^"#]*)', player.look("?unit=S-DIV"))
    assert shows and "Attack 1608 with your Rifle Bn" in note(player.page)
    for headers in (HTMX, {}):
        answer = visitor.get(f"{player.path}{unescape(shows[1])}", headers=headers)
        assert answer.status_code == 200 and "Now tap “Assault 1608 with 8 CSPs” below, or change it first." in note(
            answer.text
        )


def test_a_retreat_of_one_hex_is_filled_in_with_the_hex_that_the_coach_names(context: Context, visitor: TestClient):
    """And where a form still asks for something, the note says what to choose before it says what to tap."""
    table = attack(battle(attacker="leadership 5", die=7)).done("us")
    player = coached(context, visitor, table, "US")
    said = re.search(r"Go back to (\d{4}), towards cover and its headquarters", note(player.page))
    assert said and player.form("/sheet", kind="retreat")["places:hex"] == said[1]
    unit = chosen(player.page)[0]
    empty = player.look(f"?unit={unit}&kind=retreat&fixed=%7B%7D")
    assert "Now tap" not in note(empty)


def test_what_is_sent_with_an_attack_says_that_one_may_move_once_more(context: Context, visitor: TestClient):
    """Nobody is left to wonder why a step that is closed is asked again."""
    for is_attack in (True, False):
        player = coached(context, visitor, battle(), "Soviet")
        if is_attack:
            player.look("?unit=S-A1")
            attacks = {**player.form("/sheet", kind="declare-ground-combat"), "places:target": "0902"}
            player.take(visitor.post(f"{player.path}/sheet", data=attacks))
            assert player.sheet
        fields = player.form("/orders", done="1")
        page = visitor.post(f"{player.path}/orders", data=fields, headers=HTMX).text
        said = re.findall(r"<strong>([^<]*)</strong>", page.partition('hx-target="#notice"')[2])[0]
        again = "1 order sent. When the fighting is done, you may move and attack once more."
        assert said == (again if is_attack else "This step is closed.")
