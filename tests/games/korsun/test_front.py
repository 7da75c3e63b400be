"""The continuous front (22.1): a condition on each German move, hexes that are lost, and release for good."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.korsun.game import KORSUN
from service.games.korsun.known.reports import Thrown
from service.games.korsun.sections.declarations import ThrowForRelease
from service.games.korsun.sections.movement import Move
from tests.games.korsun.table import Table, position

AWAY = Move(units=("DG112",), path=("0704", "0703"))


def at(heading: str, *things: str, turn: int = 9, **entries: Any) -> Table:
    return position(*things, heading=heading, scenario="korsun-intro", turn=turn, **entries)


@pytest.mark.rule("KOR-GEV-02")
@pytest.mark.parametrize(("turn", "die", "released"), [(8, 5, True), (8, 4, False), (10, 3, True)])
def test_the_german_side_throws_for_release_where_a_front_is_demanded(turn: int, die: int, released: bool):
    things = ("DG112 at 0702", "R105 at 1206", "42 at 0110")
    table = at("F events", *things, turn=turn, by_purpose={"KOR-GEV-02": [die]})
    table.order("ge", ThrowForRelease())
    assert table.truth.public.front_released is released
    assert table.refused("ge", ThrowForRelease()).rule == "KOR-GEV-02"
    elsewhere = position("R105 at 1008", "42 at 0811", heading="F events", scenario="korsun-first", turn=17)
    assert elsewhere.refused("ge", ThrowForRelease()).rule == "KOR-GEV-02"


@pytest.mark.rule("KOR-GEV-02")
@pytest.mark.parametrize(("ring", "modifiers"), [(True, {"korsun_isolated": 2}), (False, {})])
def test_two_are_added_to_the_throw_while_korsun_is_isolated(ring: bool, modifiers: dict[str, int]):
    around = ("42 at 1005", "21 at 1007", "86 at 1208", "1127 at 1407", "1129 at 1405", "1131 at 1204")
    table = at("F events", "DG112 at 0702", "R105 at 1206", *(around if ring else around[:1]), turn=8,
               by_purpose={"KOR-GEV-02": [3]}).order("ge", ThrowForRelease())  # fmt: skip
    for side in ("so", "ge"):
        [thrown] = [one for one in table.told(side, Thrown) if one.purpose == "release"]
        assert (thrown.die, thrown.modifiers, thrown.succeeded) == (3, modifiers, ring)


def test_a_move_that_would_open_the_front_is_refused_until_it_is_relieved_or_released():
    things = ("DG112 at 0705", "DG255 at 0805", "SSG at 0907", "42 at 0110")
    table = at("F movement", "DG112 at 0705", "SSG at 0907", "42 at 0110", front_hexes=["0705"])
    assert table.refused("ge", AWAY).rule == "KOR-GEV-02"
    offered = {way.place for way in KORSUN.forces.destinations(table.picture("ge"), ("DG112",))}
    assert "0704" in offered and "0703" not in offered
    near = table.order("ge", Move(units=("DG112",), path=("0704",)))
    assert near.unit("DG112").hex == "0704", "next to it is enough"
    relieved = at("F movement", *things, front_hexes=["0705"])
    assert relieved.order("ge", AWAY).unit("DG112").hex == "0703"
    free = at("F movement", "DG112 at 0705", "42 at 0110", front_hexes=["0705"], front_released=True)
    assert free.order("ge", AWAY).unit("DG112").hex == "0703"


def test_an_alarm_unit_relieves_nobody_and_holds_no_hex_of_the_front():
    table = at("F movement", "DG112 at 0705", "AL1 at 0705", "42 at 0110", front_hexes=["0705"])
    assert table.refused("ge", AWAY).rule == "KOR-GEV-02"
    opened = at("F events", "DG112 at 0702", "AL1 at 0708", "42 at 0110", front_hexes=["0702", "0708"])
    assert opened.truth.public.front_hexes == ["0702"]


@pytest.mark.parametrize(
    ("isolated", "breakout", "free"), [(["XXXXII"], 11, True), (["XXXXII"], 10, False), ([], 11, False)]
)
def test_units_of_the_pocket_leave_the_front_in_the_turn_of_a_declared_breakout(
    isolated: list[str], breakout: int, free: bool
):
    """16.4."""
    table = at("F movement", "DG112 at 0705", "SSG at 0907", "42 at 0110", turn=11, front_hexes=["0705"],
               isolated=isolated, breakout=breakout)  # fmt: skip
    if free:
        assert table.order("ge", AWAY).unit("DG112").hex == "0703"
    else:
        assert table.refused("ge", AWAY).rule == "KOR-GEV-02"


def test_a_hex_of_the_front_that_was_lost_is_struck_when_the_german_turn_opens():
    table = at("F events", "DG112 at 0702", "42 at 0110")
    assert table.truth.public.front_hexes == ["0702"]


def test_release_is_for_good():
    """In the next game-turn nobody throws again, and every unit goes where it likes."""
    things = ("DG112 at 0705", "R105 at 1206", "42 at 0110", "marker XXXXII at 0907")
    table = at("F events", *things, turn=9, by_purpose={"KOR-GEV-02": [6], "KOR-WX": [5] * 9}, front_hexes=["0705"])
    table.order("ge", ThrowForRelease())
    while not (table.truth.turn == 10 and table.truth.phasing == "German" and table.heading == "b-movement-segment"):
        assert not (table.truth.turn == 10 and table.options("ge", "throw-for-release"))
        table.done(table.waiting[0])
    assert table.picture("ge").public.front_released and table.picture("so").public.front_released
    assert table.order("ge", AWAY).unit("DG112").hex == "0703"
