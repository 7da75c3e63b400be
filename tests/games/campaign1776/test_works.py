"""Works at the start of a movement phase: entrenchments, forts and magazines."""

from __future__ import annotations

import pytest

from service.games.campaign1776.known.reports import FortDismantled
from service.games.campaign1776.sections.eliminating import Eliminate
from service.games.campaign1776.sections.marching import MarchTo
from service.games.campaign1776.sections.works import (
    BuildFort,
    BuildMagazine,
    Dig,
    DismantleFort,
    GiveUpWorks,
    ReduceMagazine,
)
from tests.games.campaign1776.table import Table, position

CAMPAIGN = {"scenario": "northern-war", "turn": 5}


def works(*things: str, side: str = "American", **where: object) -> Table:
    return position(*things, heading=f"{side} works", **where)  # type: ignore[arg-type]


def test_two_strength_points_dig_and_then_stay():
    table = works("1 CA at PP32", "2 CA at QQ33", "4 BR at OO32")
    assert "2 strength points" in table.refused("am", Dig(units=("CA1",))).reason
    table.order("am", Dig(units=("CA2",))).done("am")
    assert table.truth.entrenched == {"QQ33": "American"} and table.picture("am").entrenched == ["QQ33"]
    assert "go no further" in table.refused("am", MarchTo(units=("CA2",), path=("QQ32",))).reason  # type: ignore[arg-type]


@pytest.mark.rule("C76-ENT-02")
def test_a_hex_that_is_swept_during_the_phase_is_not_dug_in_before_the_next():
    table = works("12 BR at PP32", "1 RM at PP32", side="British")
    assert "The enemy stands" in table.refused("br", Dig(units=("BR1",))).reason
    table.done("br").order("br", Eliminate(units=("BR1",)))
    assert table.refused("br", Dig(units=("BR1",))).rule == "C76-ENT-02"


@pytest.mark.rule("C76-PBM-14")
def test_an_eighth_american_entrenchment_waits_until_one_is_given_up():
    hexes = ("OO31", "OO30", "OO29", "PP31", "PP30", "PP29", "QQ32")
    table = works(
        *(f"2 CA at {hex}" for hex in hexes), *(f"dug {hex} am" for hex in hexes), "2 RM at SS35", "1 BR at NN28"
    )
    assert table.refused("am", Dig(units=("RM1",))).rule == "C76-MSC-09"
    table.order("am", GiveUpWorks(hex="PP31"), Dig(units=("RM1",)))  # type: ignore[arg-type]
    assert len(table.truth.entrenched) == 7 and "SS35" in table.truth.entrenched


@pytest.mark.rule("C76-FORT-10")
def test_a_magazine_in_the_hex_of_a_fort_is_inside_whichever_came_first():
    table = works("3 CA at DDD37", "1 AA at DDD37", "1 AS at DDD37", "1 AM at DDD37", "1 BR at XXX42", **CAMPAIGN)
    table.order("am", BuildFort(units=("CA1",)))
    assert table.pool("AM1").inside and table.truth.forts == {"DDD37": "American"}
    assert not {"AA1", "AS1"} & table.truth.pools.keys()
    later = works("1 CA inside DDD37", "2 AS at DDD37", "fort DDD37 am", "1 BR at XXX42", **CAMPAIGN)
    later.order("am", BuildMagazine(hex="DDD37"))  # type: ignore[arg-type]
    assert later.pool("AM1").inside


@pytest.mark.rule("C76-FRE-12")
def test_a_magazine_keeps_the_nation_of_its_supply():
    table = works("2 FS at DDD37", "1 AM at GGG44", "1 FM at GGG44", "1 BR at XXX42", **CAMPAIGN)
    table.order("am", BuildMagazine(hex="DDD37"), ReduceMagazine(unit="AM1"), ReduceMagazine(unit="FM1"))  # type: ignore[arg-type]
    assert sorted((pool.kind, pool.at) for pool in table.truth.of("American").values()) == [
        ("AS", "GGG44"), ("FM", "DDD37"), ("FS", "GGG44"),
    ]  # fmt: skip


@pytest.mark.rule("C76-FRE-13")
def test_of_supply_of_two_nations_the_magazine_is_of_that_which_is_named():
    table = works("1 FS at DDD37", "1 AS at DDD37", "1 BR at XXX42", **CAMPAIGN)
    assert table.refused("am", BuildMagazine(hex="DDD37")).rule == "C76-FRE-13"  # type: ignore[arg-type]
    table.order("am", BuildMagazine(hex="DDD37", nation="French"))  # type: ignore[arg-type]
    assert [pool.kind for pool in table.truth.of("American").values()] == ["FM"]


def test_a_magazine_that_is_reduced_may_move_at_once():
    table = works("1 AM at OO30", "1 CA at OO30", "1 BR at SS35").order("am", ReduceMagazine(unit="AM1")).done("am")
    table.order("am", MarchTo(units=("AS1",), path=("OO31",)))  # type: ignore[arg-type]
    assert table.pool("AS1").at == "OO31"


def test_regulars_take_down_a_fort_and_its_garrison_stands_outside():
    table = position("3 BR at OO32", "fort OO32 br", "1 BR inside OO32", "1 CA at QQ31", heading="British movement")
    table.order("br", DismantleFort(unit="BR1"))
    assert not table.truth.forts and not table.pool("BR2").inside and table.pool("BR1").spent == 2
    table.done_until("am", "regular-movement")
    assert table.told("am", FortDismantled)[0].by == "British" and not table.picture("am").public.forts


def test_nobody_takes_down_a_fort_that_the_enemy_holds_or_faces():
    held = position("3 BR at QQ33", "fort QQ33 am", "1 CA inside QQ33", heading="British movement")
    assert "enemy stands" in held.refused("br", DismantleFort(unit="BR1")).reason
    militia = position("3 TM at OO32", "fort OO32 br", "1 BR inside OO32", "1 CA at QQ31", heading="British movement")
    assert "not regulars" in militia.refused("br", DismantleFort(unit="TM1")).reason
