"""What the other side does to a move, and when it may not: intercepts, demolitions (9.11, 15.2.1); rail (9.5)."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Order
from service.games.korsun.known.reports import GameEnded, Intercepted, MoveStopped
from service.games.korsun.known.standing import DemolitionLine, InterceptLine
from service.games.korsun.sections.breakthrough import MoveReserve
from service.games.korsun.sections.movement import Move, MoveByRail
from tests.games.korsun.table import Table, position
from tests.games.korsun.test_movement import lines, soviet

COMER = ("8GTB at 2112", "marker 5GTA at 2112")
NEAR = Move(units=("8GTB",), path=("2012", "1912"))
"""By road to two hexes from 1813, and then beside it."""


def intercepting(table: Table, order: Order = NEAR) -> int:
    """How often German armor tries against a move, where every unit is to."""
    lines(table, "ge", intercepts=[InterceptLine()]).order("so", order)
    return len(table.rolls("KOR-SMV-09"))


@pytest.mark.rule("KOR-SMV-09")
@pytest.mark.parametrize(
    ("german", "entries", "tries"),
    [
        (("11PZ at 1813",), {}, 1), (("11PZ at 1813 oos1",), {}, 1), (("11PZ at 1813 oos2",), {}, 0),
        (("11PZ at 1813 regroup",), {}, 0), (("11PZ at 1813 disorganized",), {}, 0), (("110PG at 1813",), {}, 0),
        (("11PZ at 1813",), {"visibility": "storm"}, 0), (("11PZ at 1813",), {"visibility": "overcast"}, 1),
        (("11PZ at 1813", "204 at 1814"), {}, 0), (("11PZ at 1813", "204 at 1814 disorganized"), {}, 1),
        (("11PZ at 1815",), {}, 0),
    ],
)  # fmt: skip
def test_armor_in_order_and_in_no_other_zone_intercepts_who_comes_within_two_hexes(
    german: tuple[str, ...], entries: dict[str, Any], tries: int
):
    assert intercepting(soviet(*german, *COMER, by_purpose={"KOR-SMV-09": [1]}, **entries)) == tries


@pytest.mark.parametrize(
    ("entries", "die", "comes"),
    [
        ({}, 4, True), ({}, 3, False), ({"ground": "mud"}, 5, True), ({"ground": "mud"}, 4, False),
        ({"visibility": "overcast"}, 5, True), ({"visibility": "overcast"}, 4, False),
        ({"ground": "mud", "visibility": "overcast"}, 6, True), ({"ground": "mud", "visibility": "overcast"}, 5, False),
    ],
)  # fmt: skip
def test_mud_and_clouds_make_an_intercept_harder(entries: dict[str, Any], die: int, comes: bool):
    table = soviet("11PZ at 1813", *COMER, by_purpose={"KOR-SMV-09": [die], "KOR-CBT-31": [1, 1]}, **entries)
    assert intercepting(table) == 1 and bool(table.told("so", Intercepted)) is comes


def test_a_stack_is_tried_at_once_in_a_segment_and_the_next_one_by_who_has_not_tried():
    """11PZ fails at 2012; STUG905 lets the same units pass at 1912, and tries at those who follow them."""
    things = ("11PZ at 1813", "STUG905 at 1810", *COMER, "80TB at 2112", "7GMR at 2211")
    table = soviet(*things, by_purpose={"KOR-SMV-09": [1, 1, 6]})
    assert intercepting(table, Move(units=("8GTB", "80TB"), path=("2012", "1912"))) == 1
    assert [id for id in ("11PZ", "STUG905") if table.unit(id).tried] == ["11PZ"]
    table.order("so", Move(units=("7GMR",), path=("2112", "2012", "2011", "1911")))
    assert [id for id in ("11PZ", "STUG905") if table.unit(id).tried] == ["11PZ", "STUG905"]


def test_the_game_ends_at_once_where_an_intercept_costs_a_side_its_last_combat_unit():
    table = soviet("11PZ at 1813", "8GTB at 2112 lost 2", "marker 5GTA at 2112",
                   by_purpose={"KOR-SMV-09": [6], "KOR-CBT-31": [6, 6]})  # fmt: skip
    assert intercepting(table) == 1 and "8GTB" not in table.truth.units
    assert table.truth.ended and table.told("so", GameEnded) == table.told("ge", GameEnded) != []


@pytest.mark.rule("KOR-CBT-37")
def test_nobody_intercepts_reserves_that_move():
    things = ("11PZ at 1813", "8GTB at 2112 reserve", "marker 5GTA at 2112")
    table = position(*things, heading="E breakthrough", scenario="korsun-intro", turn=9).done("so")
    assert intercepting(table, MoveReserve(units=("8GTB",), path=("2012", "1912"))) == 0
    assert table.unit("8GTB").hex == "1912"


# ---- demolitions


def demolishing(*things: str, dice: tuple[int, ...] = (6, 6), large: bool = False) -> Table:
    table = soviet(*things, by_purpose={"KOR-SMV-10": list(dice)})
    return lines(table, "ge", demolitions=[DemolitionLine(bridge="0812-0813", large=large)])


@pytest.mark.rule("KOR-SMV-10")
@pytest.mark.parametrize(
    ("unit", "die", "blown"),
    [
        ("PI16", 2, True), ("PI16", 1, False), ("64PG", 4, True), ("64PG", 3, False), ("AL1", 5, True),
        ("AL1", 4, False),
    ],
)  # fmt: skip
def test_engineers_blow_bridges_most_easily_and_alarm_units_least(unit: str, die: int, blown: bool):
    table = demolishing("42 at 0811", f"{unit} at 0814", dice=(die,))
    table.order("so", Move(units=("42",), path=("0812",)))
    assert ("0812-0813" not in table.truth.public.bridges) is blown and len(table.rolls("KOR-SMV-10")) == 1


@pytest.mark.parametrize("unit", ["PI16 at 0815", "ART119 at 0814"])
def test_nobody_blows_a_bridge_without_a_combat_unit_in_or_next_to_its_hexes(unit: str):
    table = demolishing("42 at 0811", unit)
    table.order("so", Move(units=("42",), path=("0812",)))
    assert not table.rolls("KOR-SMV-10")


def test_a_bridge_is_tried_at_once_in_a_segment():
    table = demolishing("42 at 0811", "21 at 0811", "PI16 at 0814", dice=(1, 6))
    for unit in ("42", "21"):
        table.order("so", Move(units=(unit,), path=("0812",)))
    assert len(table.rolls("KOR-SMV-10")) == 1 and "0812-0813" in table.truth.public.bridges


def test_a_bridge_that_the_mover_has_crossed_in_this_segment_is_spared():
    """A small stack crosses, which the line lets pass; the large one that follows would be worth the bridge."""
    things = ("42 at 0811", "21 at 0811", "86 at 0811", "PI16 at 0814")
    for first, tries in ((("42",), 0), ((), 1)):
        table = demolishing(*things, large=True)
        for unit in first:
            table.order("so", Move(units=(unit,), path=("0812", "0813")))
            assert table.unit(unit).hex == "0813"
        table.order("so", Move(units=("21", "86"), path=("0812",)))
        assert len(table.rolls("KOR-SMV-10")) == tries


def test_a_bridge_in_both_of_whose_hexes_the_mover_stood_is_spared():
    for held, tries in ((("21 at 0812", "86 at 0813"), 0), (("21 at 0812",), 1)):
        table = demolishing("42 at 0811", *held, "PI16 at 0814")
        table.order("so", Move(units=("42",), path=("0812",)))
        assert len(table.rolls("KOR-SMV-10")) == tries


# ---- rail


RAIL = ("79PG staged", "204 at 2409")


def by_rail(*things: str, **entries: Any) -> Table:
    scenario = entries.pop("scenario", "korsun-intro")
    return position(*RAIL, *things, heading="F movement", scenario=scenario, turn=10, **entries)


@pytest.mark.rule("KOR-GMV-03")
def test_who_arrives_at_an_entry_without_rails_does_not_come_by_rail():
    table = by_rail("BAKE staged")
    refused = table.refused("ge", MoveByRail(unit="BAKE", to="0818"))
    assert refused.reason == "BAKE does not arrive at a rail entry hex in this game-turn."
    assert not any("BAKE" in option.subjects for option in table.options("ge", "move-by-rail"))


@pytest.mark.rule("KOR-GMV-03")
def test_the_line_takes_two_units_a_game_turn():
    table = by_rail()
    for stores in (table.truth.stores["German"], table.picture("ge").stores):
        stores.rail = 2
    assert table.refused("ge", MoveByRail(unit="79PG", to="1813")).reason == "The line takes 2 units a game-turn."
    assert not table.options("ge", "move-by-rail")


@pytest.mark.rule("KOR-GMV-03")
def test_nobody_goes_by_rail_over_a_bridge_that_is_down():
    whole = by_rail().order("ge", MoveByRail(unit="79PG", to="1908"))
    assert whole.unit("79PG").hex == "1908"
    down = by_rail(bridges={})
    assert down.refused("ge", MoveByRail(unit="79PG", to="1908")).rule == "KOR-GMV-03"
    assert down.order("ge", MoveByRail(unit="79PG", to="1808")).unit("79PG").hex == "1808"


def test_partisans_bar_the_rails_whether_they_are_known_or_not():
    hidden = by_rail(scenario="korsun-full", options=("partisans",), soviet={"partisans": ["1709"]})
    hidden.order("ge", MoveByRail(unit="79PG", to="1808"))
    [stopped] = hidden.told("ge", MoveStopped)
    assert (hidden.unit("79PG").hex, stopped.why) == ("1710", "partisans")
    known = by_rail(scenario="korsun-full", options=("partisans",), soviet={"partisans": ["1709"]})
    known.picture("ge").partisans = ["1709"]
    assert known.refused("ge", MoveByRail(unit="79PG", to="1808")).rule == "KOR-GMV-03"
    assert known.order("ge", MoveByRail(unit="79PG", to="1710")).unit("79PG").hex == "1710"
