"""France: the dice for her intervention, her fleets, those that come and go, and her withdrawal (17, 19)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from service.engine.orders import Done, Refusal, accepts
from service.engine.places import Place
from service.engine.umpire import Umpire
from service.games.campaign1776.known.reports import InterventionRolled, UnitsLost, VariableFleetRolled
from service.games.campaign1776.printed.pieces import DUE, REPAIR, Ship
from service.games.campaign1776.sections.france import BringFleets, PlaceFleet
from service.games.campaign1776.sections.landing import Debark, Embark
from service.games.campaign1776.sections.sailing import Sail
from service.games.campaign1776.sections.sea_combat import BringBack
from service.games.campaign1776.truth.abandoning import abandon, withdraw
from service.games.campaign1776.truth.looking import settle_all
from tests.games.campaign1776.printed_data import hex_of
from tests.games.campaign1776.recruits import CANADA, QUEBEC, garrisons, interphase, regulars, towns, turn_of
from tests.games.campaign1776.table import SCENES, Table, position

BOX, BOSTON = "West Indies", hex_of("Boston")
OTHERS = ("1 CA at GGG43", f"1 BR at {QUEBEC}")


def month(*things: str, dice: Sequence[int], of: str = "1777-01", heavy: int = 0) -> Table:
    """A month from its beginning on; the month before is run through, with these dice for France."""
    table = position(*things, heading="American movement", turn=turn_of(of) - 1, scenario="northern-war")
    table.truth.campaign = replace(table.truth.campaign, heavy=heavy, entered=tuple("ABCDEF"))
    table.dice.faces += list(dice)
    while table.truth.turn < turn_of(of):
        table.done(table.waiting[0])
    return table


def rolled(table: Table) -> InterventionRolled:
    [told] = table.told("br", InterventionRolled)
    assert table.told("am", InterventionRolled) == [told]
    return told


@pytest.mark.rule("C76-FRE-01")
def test_the_roll_is_the_first_act_of_a_month_before_the_british_are_asked():
    table = month(*OTHERS, dice=[6, 5])
    told = rolled(table)
    assert (told.dice, told.needed, told.comes) == ((6, 5), 12, True), "few towns are one more"
    assert table.waiting == ["British"] and table.truth.campaign.allied == 13
    assert month(*OTHERS, dice=[], of="1776-12").told("br", InterventionRolled) == []


@pytest.mark.parametrize(("things", "heavy", "expected"), [
    (OTHERS, 0, {"few towns": 1}), (OTHERS, 1, {"few towns": 1, "heavy British losses": 1}),
    (OTHERS, 5, {"few towns": 1, "heavy British losses": 2}),
    ((*OTHERS, *regulars(*towns("N")[:5])), 0, {}),
    ((*OTHERS, *regulars(*towns("N")[:6], *towns("M")[:6])), 0, {"many towns": -1}),
])  # fmt: skip
def test_what_is_added_to_the_dice(things: tuple[str, ...], heavy: int, expected: dict[str, int]):
    assert rolled(month(*things, dice=[1, 1], heavy=heavy)).modifiers == expected


@pytest.mark.rule("C76-CTL-08")
def test_an_area_is_wholly_british_only_with_quebec_and_montreal():
    held = garrisons(*towns("M"))
    assert rolled(month(*held, f"1 BR at {QUEBEC}", "1 CA at GGG43", dice=[1, 1])).modifiers == {}
    assert rolled(month(*held, *CANADA, "1 CA at GGG43", dice=[1, 1])).modifiers == {"all of Middle States": -1}


def test_six_regulars_lost_in_one_hex_and_phase_are_heavy_losses():
    table = position("6 BR at GGG43", "1 CA at HHH44", heading="American movement", turn=3, scenario="northern-war")
    table.truth.fallen = {"GGG43": 6, "GGG44": 5}  # type: ignore[dict-item]
    table.done("am")
    while table.truth.turn == 3 and not table.truth.campaign.heavy:
        table.done(table.waiting[0])
    assert table.truth.campaign.heavy == 1


# ---- the regular fleets


def allied(*things: str, heading: str = "American arrivals", turn: int = 20, **campaign: Any) -> Table:
    """A position after intervention; unless it says otherwise, the French fleets are due."""
    table = position(*OTHERS, *things, heading=f"{heading.split()[0]} arrivals", turn=turn, scenario="northern-war",
                     campaign={"allied": 13, "entered": tuple("ABCDEF"), **campaign})  # fmt: skip
    return table


DUE_FLEETS = ("BF am away", "5 FR aboard BF1", "1 FA aboard BF1", "BF am away", "5 FR aboard BF2", "1 FA aboard BF2",
              f"1 FS at {BOX}")  # fmt: skip


@pytest.mark.rule("C76-FRE-02")
def test_the_french_fleets_come_in_at_the_opening_of_an_american_segment():
    table = month(*OTHERS, dice=[6, 6])
    fleets = [ship for ship in table.truth.fleet("American").values() if not ship.variable]
    assert {ship.at for ship in fleets} == {DUE} and len(fleets) == 2
    assert not table.options("br", "bring-fleets") and not table.picture("am").tasks.french
    table.done_until("am", "arrivals")
    assert table.picture("am").tasks.french
    table.order("am", BringFleets(entry="PP43"))  # type: ignore[arg-type]
    assert {table.truth.ships[ship.id].at for ship in fleets} == {"PP43"}


@pytest.mark.rule("C76-FRE-03")
def test_they_come_together_at_an_exit_or_in_the_west_indies_and_may_wait():
    table = allied(*DUE_FLEETS)
    [option] = table.options("am", "bring-fleets")
    assert {"PP43", "LL38", BOX} <= set(option.fields["entry"].places)  # type: ignore[union-attr]
    assert table.refused("am", BringFleets(entry="QQ42")).rule == "C76-FRE-03"  # type: ignore[arg-type]
    table.order("am", BringFleets(entry=BOX))  # type: ignore[arg-type]
    assert {ship.at for ship in table.truth.fleet("American").values()} == {BOX}
    assert table.refused("am", BringFleets(entry="PP43")).rule == "C76-FRE-02"  # type: ignore[arg-type]
    waits = allied(*DUE_FLEETS).done("am")
    assert {ship.at for ship in waits.truth.fleet("American").values()} == {DUE}


def in_the_indies() -> Table:
    table = allied(*DUE_FLEETS).order("am", BringFleets(entry=BOX), Done())  # type: ignore[arg-type]
    return table.done_until("am", "regular-movement")


@pytest.mark.rule("C76-FRE-04")
def test_french_supply_goes_aboard_only_when_another_has_landed():
    table = in_the_indies()
    assert table.refused("am", Embark(units=("FS1",), ship="BF1")).rule == "C76-NTR-19"
    table.order("am", Debark(units=("FA1",), ship="BF1", hex=BOX), Embark(units=("FS1",), ship="BF1"))  # type: ignore[arg-type]
    assert table.pool("FS1").aboard == "BF1"


# ---- fleets that come and go


VARIABLE = ("BF br away variable", "BF br away variable", "BF am away variable", "3 FR aboard BF3")


def between(*things: str, dice: Sequence[int], **settings: Any) -> Table:
    table = interphase(*OTHERS, *things, before="1778-04", heading="sea",
                       campaign={"allied": 13, "entered": tuple("ABCDEF")},
                       dice=dice, **settings)  # fmt: skip
    return table


@pytest.mark.rule("C76-PLC-09")
def test_fleets_called_up_in_one_interphase_may_be_put_in_different_boxes():
    table = between(*VARIABLE, dice=[3, 4, 6]).done("am")
    table.order("br", PlaceFleet(ship="BF1", entry="north box"), PlaceFleet(ship="BF2", entry="south box"))  # type: ignore[arg-type]
    assert (table.truth.ships["BF1"].at, table.truth.ships["BF2"].at) == ("north box", "south box")
    assert [(one.nation, one.die, one.does) for one in table.told("am", VariableFleetRolled)] == [
        ("French", 3, False), ("British", 4, True), ("British", 6, True),
    ]  # fmt: skip


def test_a_fleet_that_is_put_nowhere_takes_the_southernmost_box():
    table = between(*VARIABLE, dice=[5, 1, 1]).done("am")
    assert table.truth.ships["BF3"].at == "south box"
    assert {pool.at for pool in table.truth.pools.values() if pool.aboard == "BF3"} == {"south box"}


@pytest.mark.rule("C76-PLC-23")
def test_fleets_in_play_are_rolled_for_at_once_but_those_just_called_up_are_not():
    table = between("BF br in PP43 called", "BF br away variable", "BF am in QQ43 called", "2 FR aboard BF3",
                    dice=[4, 1, 2]).done("am").done("br")  # fmt: skip
    goes = [(one.nation, one.die, one.does) for one in table.told("br", VariableFleetRolled) if one.what == "goes"]
    assert goes == [("British", 1, True), ("French", 2, True)]
    assert table.truth.ships["BF2"].at == "south box" and table.truth.ships["BF1"].at == DUE
    assert [pool.at for pool in table.truth.pools.values() if pool.kind == "FR"] == [DUE], "with its passengers"


# ---- withdrawal


def worked(table: Table, *generators: Any) -> Table:
    worker = Umpire(SCENES, table.truth, table.dice, strict=True)
    for events in generators:
        worker.work(events)
    table.took(worker.outcome)
    return table


@pytest.mark.rule("C76-FRE-06")
def test_in_a_withdrawal_the_french_still_roll_for_their_fleet():
    table = interphase(*OTHERS, "BF am in QQ43", "1 FR aboard BF1", "BF am away variable", before="1778-04",
                       heading="sea", campaign={"allied": 13, "withdrawing": True}, dice=[4])  # fmt: skip
    assert [(one.nation, one.does) for one in table.told("br", VariableFleetRolled)] == [("French", True)]
    goes = interphase(*OTHERS, "BF am in QQ43 called", "1 FR aboard BF1", before="1778-04", heading="sea",
                      campaign={"allied": 13, "withdrawing": True}, dice=[1]).done("am").done("br")  # fmt: skip
    assert [(one.what, one.does) for one in goes.told("br", VariableFleetRolled)] == [("goes", True)]


@pytest.mark.rule("C76-FRE-06")
def test_in_a_withdrawal_who_was_sent_to_the_west_indies_stays_there_and_has_to_be_matched():
    fleets = (f"BF am in {BOX}", "BF am in QQ43", "2 FR at BBB41")
    table = allied(*fleets, entry=True, withdrawing=True)
    for ships in (table.truth.ships, table.picture("am").ships):
        ships["BF1"].held_until = 22
    table.done_until("am", "regular-movement")
    assert table.refused("am", Sail(ships=("BF1",), path=(Place("south box"),))).rule == "C76-WI-01"
    war = {"allied": 13, "entered": tuple("ABCDEF"), "entry": True, "withdrawing": True}
    owed = position(*OTHERS, *fleets, "BF br in south box", heading="British movement", turn=20,
                    scenario="northern-war", campaign=war)  # fmt: skip
    assert owed.truth.campaign.withdrawing and owed.refused("br", Done()).rule == "C76-WI-07"
    owed.order("br", Sail(ships=("BF3",), path=(Place(BOX),)), Done())


@pytest.mark.rule("C76-FRE-07")
def test_a_fleet_with_troops_that_is_called_up_in_a_withdrawal_goes_straight_to_the_west_indies():
    war = {"allied": 13, "withdrawing": True, "entered": tuple("ABCDEF")}
    table = interphase(*OTHERS, "BF am in QQ43", "1 FR aboard BF1", "BF am away variable", "2 FR aboard BF2",
                       before="1778-04", heading="sea", campaign=war, dice=[4])  # fmt: skip
    assert table.refused("am", PlaceFleet(ship="BF2", entry="north box")).rule == "C76-FRE-07"  # type: ignore[arg-type]
    table.order("am", PlaceFleet(ship="BF2", entry="south box"))  # type: ignore[arg-type]
    at_sea = allied("BF am in south box", "2 FR aboard BF1", withdrawing=True, entry=True)
    at_sea.done_until("am", "regular-movement")
    assert at_sea.refused("am", Sail(ships=("BF1",), path=("LL38",))).rule == "C76-FRE-07"  # type: ignore[arg-type]
    at_sea.order("am", Sail(ships=("BF1",), path=(BOX,)))  # type: ignore[arg-type]
    for aboard, taken in (("2 FR", False), ("1 CA", True)):
        fleets = ("BF am in repair", f"{aboard} aboard BF1", "BF am in QQ43", "1 FR aboard BF2")
        repaired = allied(*fleets, withdrawing=True, entry=True)
        north = BringBack(ship="BF1", to=Place("north box"))
        assert accepts(repaired.picture("am"), north) == taken
        repaired.order("am", BringBack(ship="BF1", to=Place("south box")))
    empty = interphase(*OTHERS, "BF am in QQ43", "1 FR aboard BF1", "BF am away variable", before="1778-04",
                       heading="sea", campaign=war, dice=[4])  # fmt: skip
    empty.order("am", PlaceFleet(ship="BF2", entry="north box"))  # type: ignore[arg-type]


@pytest.mark.rule("C76-FRE-08", "C76-FRE-09")
def test_without_a_fleet_in_play_the_french_in_north_america_are_lost():
    fleets = (
        "BF am in QQ43",
        "BF am in repair",
        "BF am away variable",
        "4 FR at BBB41",
        f"3 FR at {BOX}",
        "2 CA at BBB41",
    )
    table = allied(*fleets, withdrawing=True, entry=True)
    assert table.pool("FR1").number == 4
    worked(table, sink(table, "BF1"), settle_all(table.truth))
    assert "FR1" not in table.truth.pools and table.pool("FR2").number == 3 and table.pool("CA2").number == 2
    assert [(one.units, one.why) for one in table.told("am", UnitsLost)] == [({"FR": 4}, "no fleet")]
    assert table.told("br", UnitsLost) == []


def sink(table: Table, ship: str) -> Any:
    from service.games.campaign1776.truth.events import ShipSet

    yield ShipSet(ship=replace(table.truth.ships[ship], at=DUE))


@pytest.mark.rule("C76-FRE-10", "C76-FRE-11")
def test_the_withdrawal_is_over_when_all_troops_and_guns_are_ashore_and_supply_does_not_matter():
    table = allied(
        "BF am in West Indies", "1 FR aboard BF1", f"3 FR at {BOX}", "1 FS at BBB41", withdrawing=True, entry=True
    )
    assert table.truth.campaign.withdrawing
    table.done_until("am", "regular-movement").order("am", Debark(units=("FR1",), ship="BF1", hex=BOX))  # type: ignore[arg-type]
    assert not table.truth.campaign.withdrawing
    table.order("am", Sail(ships=("BF1",), path=("south box",)))  # type: ignore[arg-type]


def test_a_withdrawal_is_told_to_both_when_a_fleet_is_sunk():
    table = allied("BF am in QQ43", "1 FR aboard BF1", entry=True)
    worked(table, withdraw(table.truth), abandon(table.truth), settle_all(table.truth))
    assert table.truth.campaign.withdrawing and table.picture("br").public.withdrawing
    assert isinstance(table.truth.ships["BF1"], Ship)


@pytest.mark.rule("C76-NAV-02")
def test_a_damaged_fleet_that_is_rolled_away_comes_back_only_once_it_is_called_up_again():
    there = BringBack(ship="BF1", to=Place("south box"))
    away = between("BF am in repair called", dice=[2]).done("am", "br").done_until("am", "regular-movement")
    assert away.truth.ships["BF1"].at == REPAIR and not away.truth.ships["BF1"].called
    with pytest.raises(Refusal, match="not called up") as refusal:
        there.check(away.picture("am"))
    assert refusal.value.rule == "C76-NAV-02"
    called = between("BF am in repair variable", dice=[5]).done("am", "br").done_until("am", "arrivals")
    assert called.truth.ships["BF1"].at == REPAIR and called.truth.ships["BF1"].called
    called.order("am", there)
    assert called.truth.ships["BF1"].at == "south box"
