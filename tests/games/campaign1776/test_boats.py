"""Bateaus: where they rest, who arrests them, how they are built, had for a magazine, taken and destroyed."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.engine.places import Place
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.reports import BateausTaken, UnitsLost
from service.games.campaign1776.sections.battles import Attack
from service.games.campaign1776.sections.boats import BuildBateaus, DestroyBateau, ExchangeMagazine
from service.games.campaign1776.sections.eliminating import Eliminate
from service.games.campaign1776.sections.landing import Debark, Embark
from service.games.campaign1776.sections.marching import Detach, MarchTo
from service.games.campaign1776.sections.sailing import Sail
from service.games.campaign1776.sections.works import BuildMagazine
from tests.games.campaign1776.table import Table, position

LAKE, HARLEM = Place("III37/III38"), Place("XX37/XX38")
APART = ("1 CA at CCC31", "1 BR at XXX42")


def beside_water(*things: str, **where: object) -> Table:
    given = {"scenario": "northern-war", "turn": 5, "heading": "British works", **where}
    return position(*things, *APART, **given)  # type: ignore[arg-type]


def marched(*path: str, unit: str = "BR1") -> MarchTo:
    return MarchTo(units=(unit,), path=tuple(map(Place, path)))  # type: ignore[arg-type]


def boats(table: Table, side: str) -> dict[str, str]:
    return {ship.id: ship.at for ship in table.picture(side).ships.values() if ship.kind == "bateau"}


# ---- resting and arrest


@pytest.mark.rule("C76-BAT-01")
def test_a_bateau_passes_over_a_side_without_land_and_does_not_rest_there():
    table = beside_water("bateau br in AAA40/AAA41", heading="British movement")
    way = Place("ZZ40/AAA41")
    assert table.refused("br", Sail(ships=("bateau1",), path=(way,))).rule == "C76-BAT-01"
    table.order("br", Sail(ships=("bateau1",), path=(way, Place("ZZ40/AAA40"))))
    assert boats(table, "br") == {"bateau1": "ZZ40/AAA40"}


@pytest.mark.rule("C76-BAT-02", "C76-BAT-03")
def test_a_bateau_beside_an_enemy_fleet_stays_and_neither_carries_nor_ferries():
    table = beside_water("bateau am in XX37/XX38", "2 CA at XX37", "TR br in XX37/XX38", "1 BR at WW38",
                         heading="American movement")  # fmt: skip
    assert boats(table, "am") == {"bateau1": HARLEM}
    assert table.refused("am", Embark(units=("CA1",), ship="bateau1")).rule == "C76-BAT-03"
    assert table.refused("am", marched("XX38", unit="CA1")).rule
    free = beside_water("bateau am in XX37/XX38", "2 CA at XX37", "1 BR at WW38", heading="American movement")
    free.order("am", Embark(units=("CA1",), ship="bateau1"))


# ---- building


@pytest.mark.rule("C76-MAP-07")
def test_a_bateau_is_built_on_no_coastal_side():
    table = beside_water("1 AS at AAA43", "1 CA at AAA43", heading="American works")
    assert table.refused("am", BuildBateaus(unit="AS1", side=Place("AAA43/BBB44"))).rule == "C76-MAP-07"
    table.order("am", BuildBateaus(unit="AS1", side=Place("AAA43/BBB43"), number=2))
    assert list(boats(table, "am").values()) == ["AAA43/BBB43"] * 2 and "AS1" not in table.truth.pools


@pytest.mark.rule("C76-MAP-11")
def test_on_the_edge_of_the_map_a_bateau_is_built_and_sails_on():
    edge = Place("EEE29:W")
    table = beside_water("1 AS at EEE29", "1 CA at EEE29", heading="American works")
    table.order("am", BuildBateaus(unit="AS1", side=edge)).done("am")
    assert list(boats(table, "am").values()) == [edge]
    table.order("am", Sail(ships=("American-bateau1",), path=(Place("EEE29/FFF29"),)))
    past = beside_water("bateau am in DDD28/EEE29", "1 CA at EEE29", heading="American movement")
    past.order("am", Sail(ships=("bateau1",), path=(edge, Place("EEE29/FFF29"))))
    assert past.truth.ships["bateau1"].spent == 2


@pytest.mark.rule("C76-BAT-04")
def test_no_bateau_is_built_beside_an_enemy_fleet():
    side = Place("CCC37/CCC38")
    table = beside_water("BF br in CCC37/CCC38", "1 AS at CCC37", "1 CA at CCC37", heading="American works")
    assert table.refused("am", BuildBateaus(unit="AS1", side=side)).rule == "C76-BAT-04"
    free = beside_water("1 AS at CCC37", "1 CA at CCC37", heading="American works")
    (less,), (more,) = (one.options("am", "build-bateaus") for one in (table, free))
    assert {*more.fields["side"].places} - {*less.fields["side"].places} == {side}  # type: ignore[union-attr]


def test_a_fleet_that_supply_alone_does_not_see_leaves_the_supply_unit_as_it_was():
    side = Place("CCC37/CCC38")
    table = beside_water("BF br in CCC37/CCC38", "1 AS at CCC37", heading="American works")
    table.order("am", BuildBateaus(unit="AS1", side=side))
    assert not boats(table, "am") and table.picture("am").own["AS1"].number == 1


def test_new_bateaus_are_counted_by_their_own_side_alone():
    """Their names tell nothing of how many the enemy has built."""
    table = beside_water("3 BS at OOO37", "1 BR at OOO37", "1 AS at DDD37", "1 CA at DDD37")
    table.order("br", BuildBateaus(unit="BS1", side=Place("OOO37/OOO38"), number=2), Done())
    table.done_until("am", "start-of-phase").order("am", BuildBateaus(unit="AS1", side=Place("DDD37/DDD38")))
    assert list(boats(table, "br")) == ["British-bateau1", "British-bateau2"]
    assert list(boats(table, "am")) == ["American-bateau1"]


@pytest.mark.rule("C76-BAT-07")
def test_supply_had_for_a_magazine_neither_moves_nor_supports_in_that_segment():
    table = beside_water("1 BM at OOO37", "2 BR at OOO37", "1 CA at OOO37")
    table.order("br", ExchangeMagazine(unit="BM1", side=Place("OOO37/OOO38")))
    assert list(boats(table, "br").values()) == ["OOO37/OOO38"] * 2
    table.done("br")
    assert table.refused("br", marched("NNN37", unit="BS1")).rule
    table.done_until("br", "attacks")
    assert table.refused("br", Attack(hex=Place("OOO37"), supply="use")).rule == "P10"
    table.done_until("am", "attacks")
    assert not table.pool("BS1").idle
    table.done_until("br", "regular-movement").order("br", marched("NNN37", unit="BS1"))


def test_supply_had_for_a_magazine_is_spent_neither_on_another_nor_on_bateaus():
    table = beside_water("1 BM at OOO37", "1 BS at OOO37", "2 BR at OOO37")
    table.order("br", ExchangeMagazine(unit="BM1", side=Place("OOO37/OOO38")))
    assert "two supply units" in table.refused("br", BuildMagazine(hex=Place("OOO37"))).reason
    assert "already" in table.refused("br", BuildBateaus(unit="BS2", side=Place("OOO37/OOO38"))).reason
    table.order("br", BuildBateaus(unit="BS1", side=Place("OOO37/OOO38")))


@pytest.mark.rule("C76-BAT-08")
def test_a_magazine_is_exchanged_for_as_many_bateaus_as_there_are_counters():
    table = beside_water(*["bateau br in OOO37/OOO38"] * 6, "1 BM at OOO37", "1 BR at OOO37",
                         settings={"counter_limits": True})  # fmt: skip
    table.order("br", ExchangeMagazine(unit="BM1", side=Place("OOO37/OOO38")))
    assert len(boats(table, "br")) == 7 and table.pool("BS1").number == 1 and "BM1" not in table.truth.pools


@pytest.mark.rule("C76-PBM-13")
def test_each_side_has_seven_bateaus_and_one_that_the_enemy_takes_may_be_built_again():
    seven = ["bateau am in III37/III38", *["bateau am in DDD37/DDD38"] * 6]
    there = BuildBateaus(unit="AS1", side=Place("CCC37/CCC38"))
    full = beside_water(*seven, "1 AS at CCC37", "1 CA at CCC37", heading="American works",
                        settings={"counter_limits": True})  # fmt: skip
    assert full.refused("am", there).rule == "C76-BAT-08"
    table = beside_water(*seven, "1 AS at CCC37", "1 CA at CCC37", "2 BR at JJJ37", heading="British movement",
                         settings={"counter_limits": True})  # fmt: skip
    table.order("br", marched("III37")).done_until("am", "start-of-phase").order("am", there)
    assert (len(boats(table, "am")), len(boats(table, "br"))) == (7, 1)


@pytest.mark.rule("C76-BAT-10")
def test_a_counter_is_free_for_this_month_only_if_its_bateau_goes_before_anybody_moves():
    seven = ["bateau am in DDD37/DDD38"] * 7
    there = BuildBateaus(unit="AS1", side=Place("CCC37/CCC38"))
    table = beside_water(*seven, "1 AS at CCC37", "1 CA at CCC37", heading="American works",
                         settings={"counter_limits": True})  # fmt: skip
    assert table.refused("am", there).rule == "C76-BAT-08"
    table.order("am", DestroyBateau(ship="bateau1"), there)
    assert len(boats(table, "am")) == 7
    later = beside_water(*seven, "1 AS at CCC37", "1 CA at CCC37", heading="American movement",
                         settings={"counter_limits": True})  # fmt: skip
    later.order("am", DestroyBateau(ship="bateau1"))
    assert later.refused("am", there).rule == "C76-BAT-10"


# ---- taking and destroying


@pytest.mark.rule("C76-BAT-05")
def test_a_bateau_that_is_taken_ferries_in_the_same_movement():
    table = beside_water("bateau am in III37/III38", "2 BR at JJJ37", heading="British movement")
    table.order("br", marched("III37"))
    assert list(boats(table, "br")) == ["British-bateau1"]
    table.order("br", marched("III38"))
    assert table.pool("BR1").at == "III38" and table.truth.ships["British-bateau1"].ferried
    assert table.told("br", BateausTaken)[0].by_us
    assert not boats(table.done_until("am", "regular-movement"), "am")
    assert not table.told("am", BateausTaken)[0].by_us
    carried = beside_water("bateau am in III37/III38", "2 BR at JJJ37", "1 BR at III38", heading="British movement")
    carried.order("br", marched("III37")).order("br", Embark(units=("BR2",), ship="British-bateau1"))
    carried.order("br", Debark(units=("BR2",), ship="British-bateau1", hex=Place("III37")))
    assert carried.pool("BR2").at == "III37", "and carries"


def test_a_bateau_with_its_own_troops_beside_or_aboard_is_not_taken():
    beside = beside_water("bateau am in III37/III38", "1 CA at III38", "2 BR at JJJ37", heading="British movement")
    beside.order("br", marched("III37"))
    aboard = beside_water(
        "bateau am in III37/III38", "1 CA aboard bateau1", "2 BR at JJJ37", heading="British movement"
    )
    aboard.order("br", marched("III37"))
    assert boats(beside, "am") == boats(aboard, "am") == {"bateau1": LAKE}


def test_supply_aboard_a_bateau_that_is_taken_is_lost():
    table = beside_water("bateau am in III37/III38", "1 AS aboard bateau1", "2 BR at JJJ37", heading="British movement")
    table.order("br", marched("III37")).done_until("am", "regular-movement")
    assert table.told("am", UnitsLost)[0].units == {"AS": 1} and "AS1" not in table.picture("am").own


def test_without_a_counter_a_bateau_that_is_taken_is_removed():
    table = beside_water("bateau am in III37/III38", *["bateau br in OOO37/OOO38"] * 7, "2 BR at JJJ37",
                         heading="British movement", settings={"counter_limits": True})  # fmt: skip
    table.order("br", marched("III37"))
    assert len(boats(table, "br")) == 7 and "bateau1" not in table.truth.ships


@pytest.mark.rule("C76-BAT-06")
def test_a_bateau_with_enemies_on_both_sides_of_its_water_is_not_destroyed():
    both = beside_water("bateau am in III37/III38", "1 CA aboard bateau1", "1 BR at III37", "1 BR at III38",
                        heading="American movement")  # fmt: skip
    assert both.refused("am", DestroyBateau(ship="bateau1")).rule == "C76-BAT-06"
    one = beside_water("bateau am in III37/III38", "1 CA aboard bateau1", "1 BR at III37", heading="American movement")
    one.order("am", DestroyBateau(ship="bateau1"))
    assert not boats(one, "am") and "CA1" not in one.truth.pools and one.truth.lost == {"CA": 1}


@pytest.mark.rule("C76-BAT-09")
def test_a_bateau_lands_its_passengers_and_is_destroyed_in_the_same_phase():
    table = beside_water("bateau am in III37/III38", "1 CA at III37", heading="American movement")
    landing = Debark(units=("CA1",), ship="bateau1", hex=Place("III38"))
    table.order("am", Embark(units=("CA1",), ship="bateau1"), landing, DestroyBateau(ship="bateau1"))
    assert not boats(table, "am") and table.pool("CA1").at == "III38"
    ferried = beside_water("bateau am in III37/III38", "1 CA at III37", heading="American movement")
    ferried.order("am", marched("III38", unit="CA1"))
    assert ferried.truth.ships["bateau1"].ferried and ferried.pool("CA1").at == "III38"
    ferried.order("am", DestroyBateau(ship="bateau1"))
    assert not boats(ferried, "am")


@pytest.mark.rule("C76-AV-04", "C76-AV-14")
def test_who_crossed_in_two_bateaus_and_began_together_lands_as_one_stack():
    table = beside_water("bateau br in OOO37/OOO38", "bateau br in OOO37/OOO38", "7 BR at OOO37", "1 RM at OOO38",
                         heading="British movement")  # fmt: skip
    table.order("br", Detach(unit="BR1", number=3))
    first, second = (id for id, pool in table.picture("br").own.items() if pool.at == "OOO37")
    for unit, ship in ((first, "bateau1"), (second, "bateau2")):
        table.order("br", Embark(units=(unit,), ship=ship), Debark(units=(unit,), ship=ship, hex=Place("OOO38")))
    table.order("br", Eliminate(units=(first, second)))
    assert not table.truth.on_land("American", Place("OOO38"))


def test_a_bateau_is_called_by_its_number_and_one_that_came_later_by_its_side():
    table = position("bateau br in NNN37/NNN38", "1 BS at NNN37", "1 CA at DDD37", turn=5, scenario="northern-war",
                     heading="British works")  # fmt: skip
    table.order("br", BuildBateaus(unit="BS1", side=Place("NNN37/NNN38")))
    named = CAMPAIGN1776.words.names(CAMPAIGN1776.known(table.picture("br")))
    assert [name for id, name in named.items() if "bateau" in id] == ["Bateau 1", "British bateau 1"]
