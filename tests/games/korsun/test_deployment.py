"""E1A: where the components of a barrage unit come back, at the choice of their owner (KOR-SEV-04, 17.1.5)."""

from __future__ import annotations

import pytest

from service.engine.hexes import Hex
from service.engine.orders import Done
from service.games.korsun.known.reports import OwnForce
from service.games.korsun.printed.units import LOW, Barrage
from service.games.korsun.sections.deployment import BringBack
from tests.games.korsun.asked_seldom import COMPONENTS, FULL_HEX, coming_back
from tests.games.korsun.table import Table


def places(table: Table) -> dict[str, str | None]:
    return {id: table.unit(id).hex for id in COMPONENTS}


def offered(table: Table, unit: str) -> set[str]:
    option = next(one for one in table.options("so", "bring-back") if one.subjects == (unit,))
    return {*option.fields["hex"].places}  # type: ignore[union-attr]


@pytest.mark.rule("KOR-SEV-04")
def test_the_owner_says_which_components_come_back_beside_a_hex_without_room_for_all():
    table = coming_back(*FULL_HEX)
    assert table.heading == "a-barrage-unit-deployment-segment" and table.waiting == ["Soviet"]
    assert (table.truth.stores["Soviet"].barrages["BAR"].hex, places(table)) == (None, dict.fromkeys(COMPONENTS))
    assert offered(table, "AB1") == {"2010", "2011", "2110", "2111", "2112", "2210", "2211"}
    table.order("so", BringBack(unit="AB2", hex="2112"))
    assert table.unit("AB2").hex == "2112" and table.picture("so").own["AB2"] == table.unit("AB2")
    table.done("so")
    assert places(table) == {"AB1": "2111", "AB2": "2112", "AB3": "2111"}
    assert {(table.unit(id).box, table.unit(id).ammo, table.unit(id).no_fire) for id in COMPONENTS} == {("", LOW, 2)}
    assert table.truth.stores["Soviet"].barrages["BAR"] == Barrage(due=12)
    assert table.told("so", OwnForce)[-1].units


@pytest.mark.rule("KOR-SEV-04")
def test_who_is_not_brought_back_comes_back_by_itself_beside_in_the_lowest_number_without_an_enemy_zone():
    """The hex itself takes in two; of those beside it 2010 lies in a zone of control, 2011 does not."""
    assert places(coming_back(*FULL_HEX).done("so")) == {"AB1": "2111", "AB2": "2111", "AB3": "2010"}
    table = coming_back(*FULL_HEX, "R124 at 2009", "208 at 2010")
    assert "2010" in offered(table, "AB3"), "a friendly combat unit stands there"
    assert places(table.done("so")) == {"AB1": "2111", "AB2": "2111", "AB3": "2011"}


def test_an_enemy_zone_takes_no_component_where_no_combat_unit_of_its_side_stands():
    """R124 in 2009 and R544 in 2212 have been identified, and each has two of the six hexes in its zone."""
    table = coming_back(*FULL_HEX, "R124 at 2009", "208 at 1909", "R544 at 2212", "1241 at 2313")
    assert offered(table, "AB1") == {"2011", "2111", "2210"}
    for hex in ("2010", "2110", "2112", "2211"):
        assert table.refused("so", BringBack(unit="AB1", hex=hex)).rule == "KOR-SEV-04"
    table.order("so", BringBack(unit="AB1", hex="2210"), Done())
    assert places(table) == {"AB1": "2210", "AB2": "2111", "AB3": "2111"}


def test_a_zone_that_nobody_has_seen_keeps_no_component_out():
    """R124 in 2009 is a small stack, as far as is known: 2010 is free by the picture, and is entered."""
    table = coming_back(*FULL_HEX, "R124 at 2009").order("so", BringBack(unit="AB1", hex="2010"))
    assert table.truth.field("Soviet").controlled(Hex("2010"))
    assert table.unit("AB1").hex == "2010" and table.picture("so").own["AB1"] == table.unit("AB1")


def test_a_component_is_not_brought_onto_ground_that_is_prohibited_to_it():
    """Marsh in Mud to guns on wheels; on Frozen ground it may."""
    marsh = {"1913", "2013"}
    scene = ("204 at 2012", "206 at 2012")
    assert marsh <= offered(coming_back(*scene, home="2012"), "AB1")
    assert not marsh & offered(coming_back(*scene, home="2012", ground="mud"), "AB1")


def test_nobody_is_asked_where_all_components_have_room_in_the_hex_of_their_barrage_unit():
    """One regiment of two leaves room for four: they are back at once, and the heading would be passed."""
    table = coming_back("204 at 2111")
    assert places(table) == dict.fromkeys(COMPONENTS, "2111") and not table.options("so", "bring-back")
    assert table.refused("so", BringBack(unit="AB1", hex="2112")).rule == "KOR-SEV-04"


@pytest.mark.parametrize(
    ("unit", "hex", "why"),
    [
        ("AB1", "2113", "nor a hex next to it"), ("AB1", "2011", "no room in 2011"),
        ("204", "2110", "not about to come back"), ("R544", "2110", "You have no unit"),
        ("AB2", "2110", "has room for all that come back"), ("AB3", "2110", "not about to come back"),
    ],
)  # fmt: skip
def test_what_is_refused_while_components_come_back(unit: str, hex: str, why: str):
    """AB3 is back already, beside the hex: the two others have room in it. 2011 is full."""
    table = coming_back(*FULL_HEX, "208 at 2011", "1241 at 2011", "1243 at 2011", "R544 at 1811")
    if hex != "2011":
        table.order("so", BringBack(unit="AB3", hex="2210"))
    else:
        assert "2011" not in offered(table, unit)
    refusal = table.refused("so", BringBack(unit=unit, hex=hex))
    said = "".join(str(part) for part in refusal.sentence) if hasattr(refusal, "sentence") else str(refusal)
    assert (refusal.rule, why in said) == ("KOR-SEV-04", True), said


def test_the_owner_says_too_who_has_the_room_that_there_is():
    """AB3 first, then AB1 into the hex itself: AB2 has none left."""
    table = coming_back(*FULL_HEX)
    table.order("so", BringBack(unit="AB3", hex="2111"), BringBack(unit="AB1", hex="2111"))
    assert "2111" not in offered(table, "AB2")
    assert places(table.done("so")) == {"AB1": "2111", "AB2": "2010", "AB3": "2111"}


@pytest.mark.rule("KOR-SEV-04", "KOR-SEV-05")
def test_where_no_hex_has_room_a_component_stands_in_that_of_its_barrage_unit_all_the_same():
    """Each hex beside it is held by the enemy or in its zones: nothing can be decided, and none stays in the box."""
    table = coming_back(
        *FULL_HEX, "R124 at 2009", "208 at 1909", "R544 at 2212", "1241 at 2313", "DG112 at 2011", "R105 at 2209",
        "1243 at 2310",
    )  # fmt: skip
    assert not table.options("so", "bring-back")
    assert places(table.done("so")) == dict.fromkeys(COMPONENTS, "2111")


def test_a_component_comes_back_no_deeper_in_the_other_fronts_zone_than_may_be():
    """West of column 10 all is the First Front's: 0909 lies three hexes inside, 1009 and 1110 do not."""
    table = coming_back("204 at 1010", "206 at 1010", home="1010")
    field, beside = table.truth.field("Soviet"), ("0909", "0910", "1009", "1011", "1109", "1110")
    deep = {hex for hex in beside if field.depth("AB1", Hex(hex)) > 2}
    assert deep and not deep & offered(table, "AB1") and offered(table, "AB1")


def test_the_enemy_sees_who_comes_back_before_its_units_and_nothing_else():
    """2010 lies in sight of R124, 2112 does not; told when the movement segment is closed, as all that it sees."""
    seen = {}
    for hex in ("2010", "2112"):
        table = coming_back(*FULL_HEX, "R124 at 1808", "208 at 1911").order("so", BringBack(unit="AB1", hex=hex))
        table.done_until("a-combat-declaration-segment")
        seen[hex] = table.contact("ge", "2010")
    assert seen["2010"] is not None and seen["2112"] is None
