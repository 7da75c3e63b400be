"""Fleets under way: what they enter, what stops them, ports, and who sees them."""

from __future__ import annotations

import pytest

from service.engine.places import Place
from service.games.campaign1776.known.reports import FleetExpelled, MarchStopped
from service.games.campaign1776.sections.battles import Attack
from service.games.campaign1776.sections.landing import Debark, Embark
from service.games.campaign1776.sections.marching import Detach, MarchTo
from service.games.campaign1776.sections.sailing import Sail
from service.games.campaign1776.truth.events import CombatClosed, ShipSet
from tests.games.campaign1776.table import Table, position

BOSTON, NEWPORT, NEW_YORK = Place("III46/III47"), Place("DDD45/EEE46"), Place("VV37/WW38")


def at_sea(*things: str, **where: object) -> Table:
    given = {"scenario": "northern-war", "turn": 5, **where}
    return position(*things, "1 CA at CCC31", "1 BR at XXX42", **given)  # type: ignore[arg-type]


def sail(*path: str, ship: str = "TR1") -> Sail:
    return Sail(ships=(ship,), path=tuple(map(Place, path)))


def ship(table: Table, id: str = "TR1"):  # type: ignore[no-untyped-def]
    return table.truth.ships[id]


def test_a_fleet_takes_its_passengers_along():
    table = at_sea("TR br in AAA44", "6 BR aboard TR1").order("br", sail("AAA45", "AAA44", "AAA43/BBB44"))
    assert ship(table).at == table.pool("BR1").at == table.picture("br").own["BR1"].at == "AAA43/BBB44"
    assert ship(table).spent == 3
    assert table.refused("br", sail("AAA43/BBB43")).rule == "C76-MAP-09"


@pytest.mark.rule("C76-MAP-08")
def test_no_ship_goes_along_a_side_between_land_and_sea_lane():
    table = at_sea("BF br in AAA44")
    assert "in one step" in table.refused("br", sail("AAA43/AAA44", ship="BF1")).reason


@pytest.mark.rule("C76-PRT-05")
def test_from_the_entrance_into_port_costs_nothing_but_is_one_s_own_movement():
    table = at_sea("TR br in III46/III47", "1 BR at III46")
    ship(table).spent = table.picture("br").ships["TR1"].spent = 36
    table.order("br", sail("port Boston"))
    assert ship(table).at == "port Boston" and ship(table).spent == 36
    table.done_until("am", "regular-movement")
    assert table.refused("br", sail(BOSTON)).rule != "C76-PRT-05"


@pytest.mark.rule("C76-PRT-12")
def test_no_fleet_enters_a_port_with_an_enemy_fleet():
    table = at_sea("BF am in port Newport", "BF br in DDD45/EEE46", "1 CA at EEE46", "1 BR at EEE46")
    assert table.refused("br", sail("port Newport", ship="BF2")).rule == "C76-PRT-12"
    off_newport = ("BF am in port Newport", "BF br in DDD45/EEE46", "2 BR aboard BF2")
    troops = at_sea(*off_newport, "1 CA at EEE46", "1 BR at EEE46")
    landing = Debark(units=("BR1",), ship="BF2", hex=Place("EEE46"), by_port=True)
    assert troops.refused("br", landing).rule == "C76-PRT-12", "not to land troops either"


@pytest.mark.rule("C76-PRT-10")
def test_an_entrance_with_an_enemy_fleet_is_entered_and_no_step_further():
    table = at_sea("BF am in VV37/WW38", "TR br in VV37/VV38", "1 BR at WW38").order("br", sail(NEW_YORK))
    assert ship(table).stopped and ship(table).met
    assert table.refused("br", sail("port New York")).rule == "C76-PRT-10"
    other = at_sea("BF am in WW37/WW38", "TR br in VV37/WW38", "1 BR at WW38")
    assert other.refused("br", sail("WW37/WW38")).rule == "C76-PRT-10"


@pytest.mark.rule("C76-PRT-11")
def test_a_fleet_on_the_entrance_stops_whoever_leaves_the_port():
    table = at_sea("BF am in VV37/WW38", "TR br in port New York", "1 BR at WW38")
    assert "ends in" in table.refused("br", sail(NEW_YORK, "WW37/WW38")).reason
    table.order("br", sail(NEW_YORK))
    assert ship(table).at == NEW_YORK and ship(table).stopped


@pytest.mark.rule("C76-PRT-13")
def test_a_port_in_enemy_hands_is_shut_to_a_fleet():
    table = at_sea("TR br in III46/III47", "1 CA at III46")
    refusal = table.refused("br", sail("port Boston"))
    assert refusal.rule == "C76-PRT-13" and "enemy hands" in refusal.reason


@pytest.mark.rule("C76-PRT-06")
def test_a_fleet_leaves_its_port_at_once_when_the_enemy_alone_holds_it():
    table = at_sea("TR br in port Newport", "3 BR aboard TR1", "1 BR at EEE46", "9 CA at EEE46", "1 AS at EEE46",
                   heading="American movement")  # fmt: skip
    table.done("am").order("am", Attack(hex=Place("EEE46"), continuous=9)).dice.faces.extend([6] * 9)
    table.done("am")
    while not ship(table).moved and table.waiting:
        table.done(table.waiting[0])
    assert ship(table).at == table.pool("BR1").at == NEWPORT
    assert [report.to for report in table.told("br", FleetExpelled)] == [NEWPORT]
    out = next(n for n, one in enumerate(table.journal) if isinstance(one, ShipSet) and one.ship.at == NEWPORT)
    assert not any(isinstance(one, CombatClosed) for one in table.journal[:out]), "before the combat phase is over"


def test_the_guns_of_a_fort_stop_a_fleet_that_nobody_has_told_of_them():
    armed, bare = (
        at_sea("fort YY37 am", "2 CA inside YY37", *guns, "TR br in XX37/XX38", "1 BR at WW38")
        for guns in (("1 AA inside YY37",), ())
    )
    for table in (armed, bare):
        table.order("br", sail("XX37/YY38", "YY37/YY38", "YY37/ZZ38"))
    assert (ship(armed).at, ship(bare).at) == ("YY37/YY38", "YY37/ZZ38")
    assert [report.why for report in armed.told("br", MarchStopped)] == ["guns"]


def test_fleets_are_seen_three_hexes_off_at_sea_and_one_on_a_side():
    table = at_sea("TR br in AAA45", "1 CA at BBB43", heading="British movement")
    assert table.contact("am", "AAA45") is not None
    seen = table.contact("am", "AAA45")
    assert seen is not None and seen.ships == {"TR": 1} and seen.units is None
    far = at_sea("TR br in DDD45/EEE46", "1 CA at BBB43")
    assert far.contact("am", NEWPORT) is None


def test_a_fleet_that_sailed_away_is_a_contact_out_of_sight():
    table = at_sea("TR br in AAA45", "1 CA at BBB43").order("br", sail("ZZ45", "YY45", "XX45", "WW45"))
    assert table.contact("am", "AAA45") is not None
    table.done_until("am", "regular-movement")
    assert table.contact("am", "AAA45") is None


@pytest.mark.rule("C76-MAP-16")
def test_over_a_shoal_a_fleet_ferries_for_two_points_more():
    over = MarchTo(units=("BR1",), path=(Place("FFF48"),))
    assert "water lies between" in at_sea("2 BR at FFF47").refused("br", over).reason
    table = at_sea("2 BR at FFF47", "TR br in FFF47/FFF48").order("br", over)
    terrain = table.truth.rules.board.terrain[Place("FFF48")].cost
    assert terrain is not None and table.pool("BR1").spent == terrain + 2


@pytest.mark.rule("C76-NTR-07")
def test_a_fleet_ferries_and_stays():
    table = at_sea("TR br in XX37/XX38", "3 BR aboard TR1", "3 BR at XX38").order("br", Detach(unit="BR2", number=1))
    table.order("br", MarchTo(units=("BR2",), path=(Place("XX37"),)))
    assert table.pool("BR2").at == "XX37" and ship(table).ferried
    assert "ferried" in table.refused("br", sail("XX37/YY38")).reason
    table.order("br", Debark(units=("BR1",), ship="TR1", hex=Place("XX38")), Embark(units=("BR4",), ship="TR1"))
    assert (table.pool("BR1").at, table.pool("BR4").aboard) == ("XX38", "TR1")
    first = at_sea("TR br in XX37/XX38", "3 BR aboard TR1", "3 BR at XX38")
    first.order("br", Debark(units=("BR1",), ship="TR1", hex=Place("XX38")))
    first.order("br", MarchTo(units=("BR2",), path=(Place("XX37"),)))
    assert first.pool("BR2").at == "XX37"
