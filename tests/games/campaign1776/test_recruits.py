"""Recruits between two quarters: how many come, where they are placed, and who has to go (15)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done, Order
from service.engine.sentences import plain_text
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.reports import AreasFound, UnitsLost, VariableFleetRolled
from service.games.campaign1776.sections.arrivals import PlaceArrival
from service.games.campaign1776.sections.interphase import Disband
from tests.games.campaign1776.printed_data import hex_of
from tests.games.campaign1776.recruits import (
    CANADA,
    MONTREAL,
    QUEBEC,
    british,
    due,
    garrisons,
    hexes,
    interphase,
    numbers,
    regulars,
    towns,
)
from tests.games.campaign1776.table import Table

BOSTON, WORCESTER, HARTFORD, NEWPORT, NEW_YORK = map(
    hex_of, ("Boston", "Worcester", "Hartford", "Newport", "New York")
)  # fmt: skip
BESIDE_BOSTON, BESIDE_HARTFORD = "III45", "CCC40"
NEW_ENGLAND, OTHERS = towns("N"), [hex for hex in towns("N") if hex != BOSTON]


def place(id: str, hex: str, number: int = 0, *, inside: bool = False) -> Order:
    return PlaceArrival(unit=id, hex=hex, number=number, inside=inside)  # type: ignore[arg-type]


def only(found: dict[str, tuple[str, ...]]) -> str:
    [id] = found
    return id


def status(table: Table, area: str) -> str:
    [told] = table.told("br", AreasFound)
    assert table.told("am", AreasFound) == [told]
    return told.statuses[area]


# ---- status


@pytest.mark.parametrize(("things", "expected"), [
    ((), "American"), (("1 BR at GGG43",), "leaning American"), (("1 TM at GGG44",), "American"),
    (("1 BR at GGG44", "1 CA at GGG43"), "leaning American"), (("2 BR at GGG44", "1 CA at GGG43"), "leaning British"),
    ((*regulars(*towns("N")[:6]), "9 CA at GGG43"), "leaning British"),
    ((*garrisons(*towns("N")), *CANADA), "British"),
])  # fmt: skip
def test_the_status_of_an_area_comes_of_its_towns_and_of_the_regulars_in_it(things: tuple[str, ...], expected: str):
    assert status(interphase(*things, garrison=False), "N") == expected


@pytest.mark.rule("C76-CTL-01")
def test_regulars_in_canada_count_for_no_area_beside_it():
    assert status(interphase("10 BR at OOO37", "1 BR at GGG44", "1 CA at DDD37"), "M") == "American"
    assert status(interphase("1 BR at EEE37", "1 CA at DDD37"), "M") == "leaning American"


@pytest.mark.rule("C76-CTL-04")
def test_passengers_count_for_no_status():
    afloat = interphase("TR br in WW37/XX38", "6 BR aboard TR1", "1 CA at AAA37")
    assert status(afloat, "M") == "American"
    ashore = interphase("6 BR at XX38", "1 CA at AAA37")
    assert status(ashore, "M") == "leaning American"


@pytest.mark.rule("C76-CTL-05")
def test_without_quebec_and_montreal_no_area_is_wholly_british():
    held = garrisons(*NEW_ENGLAND)
    assert status(interphase(*held, f"1 BR at {QUEBEC}"), "N") == "leaning British"
    assert status(interphase(*held, *CANADA), "N") == "British"


@pytest.mark.rule("C76-PLC-15")
def test_a_town_with_too_few_regulars_is_controlled_but_gives_the_american_recruits():
    things = (*garrisons(*OTHERS), f"1 BR at {BOSTON}", *CANADA)
    table = interphase(*things)
    assert status(table, "N") == "leaning British" and BOSTON in table.truth.public().british
    assert numbers(table, "am", "RM", "N") == 5
    assert status(interphase(*things, garrison=False), "N") == "British"


# ---- how many


def test_militia_is_adjusted_to_its_number_and_continentals_come_besides():
    table = interphase("3 RM at GGG44", "2 CA at GGG44")
    assert (numbers(table, "am", "RM", "N"), numbers(table, "am", "CA", "N")) == (7, 6)
    assert (numbers(table, "am", "RM", "M"), numbers(table, "am", "AS", "N")) == (8, 1)


def test_militia_that_is_too_many_goes_as_its_owner_says():
    table = interphase("8 RM at GGG44", "5 RM at FFF45", "1 BR at OOO36")
    assert due(table, "am", "RM", "N") == {}
    assert table.refused("am", Disband(unit="RM2", number=4)).rule == "C76-PLC-22"
    table.order("am", Disband(unit="RM2", number=2))
    assert table.refused("am", Disband(unit="RM1", number=2)).rule == "C76-PLC-22"
    table.done("am")
    assert (table.pool("RM1").number, table.pool("RM2").number) == (7, 3)


def test_the_largest_go_first_where_nobody_says_so():
    table = interphase("4 RM at GGG44", "8 RM at FFF45").done("am")
    assert (table.pool("RM1").number, table.pool("RM2").number) == (4, 6)


def test_supply_comes_in_spring_for_each_area_and_later_for_one_of_them():
    spring = interphase("1 CA at GGG44")
    assert len(due(spring, "am", "AS")) == 2
    summer = interphase("1 CA at GGG44", before="1776-07")
    assert {NEW_YORK, BOSTON} <= set(summer.picture("am").due[only(due(summer, "am", "AS"))])
    assert not due(interphase("1 CA at GGG44", before="1777-01"), "am", "AS")


def test_what_is_not_placed_is_lost():
    table = interphase("1 CA at GGG44")
    table.order("am", place(only(due(table, "am", "AS", "N")), WORCESTER), Done())
    [lost] = table.told("am", UnitsLost)
    assert lost.why == "not placed" and lost.units["AS"] == 1 and not table.picture("am").due
    assert "not placed" not in {one.why for one in table.told("br", UnitsLost)}


def test_the_enemy_hears_neither_of_recruits_nor_of_those_who_were_lost():
    """There is no port for the British and no counter for more American supply; militia at sea is lost."""
    table = interphase("4 RM at GGG44", "10 AS at GGG43", "TR br in RR44", "2 TM aboard TR1", heading="sea")
    table.done("am", "br").done_until("am", "start-of-phase")
    whys = {side: {one.why for one in table.told(side, UnitsLost)} for side in ("br", "am")}
    assert whys == {"br": {"at sea", "nowhere"}, "am": {"counters"}}
    for seat, theirs in (("British", ("RM", "CA", "AS")), ("American", ("BR", "TM", "BS"))):
        assert not [kind for entry in table.logs[seat] for kind in theirs if repr(kind) in repr(entry.report)]


def test_french_supply_comes_at_a_port_that_the_americans_hold_or_else_to_their_army():
    """A port with regulars, Continentals or French; militia hold none."""
    war = {"before": "1779-04", "campaign": {"allied": 30, "entry": True}, "dice": [1, 1, 1, 1, 1, 1]}
    ports = interphase(f"1 CA at {BOSTON}", "2 CA at GGG44", f"1 RM at {NEWPORT}", f"1 BR at {QUEBEC}", **war)
    assert set(ports.picture("am").due[only(due(ports, "am", "FS"))]) == {BOSTON}
    none = interphase("2 CA at GGG44", f"1 RM at {NEWPORT}", f"1 BR at {QUEBEC}", **war)
    assert set(none.picture("am").due[only(due(none, "am", "FS"))]) == {"GGG44"}


# ---- where: the seven cases (C76-PLC-10 to 18)


@pytest.mark.rule("C76-PLC-10")
def test_recruits_of_an_area_are_divided_among_its_hexes_at_will():
    table = interphase("1 RM at GGG44")
    army = only(due(table, "am", "CA", "N"))
    there = [BOSTON, WORCESTER, HARTFORD, NEWPORT, BESIDE_BOSTON, BESIDE_HARTFORD]
    table.order("am", *(place(army, hex, 1) for hex in there))
    placed = [pool for pool in table.truth.of("American").values() if pool.kind == "CA" and pool.at in there]
    assert sorted(pool.at for pool in placed) == sorted(there) and {pool.number for pool in placed} == {1}


@pytest.mark.rule("C76-PLC-10")
def test_militia_of_both_sides_and_american_supply_are_divided_too():
    """Of supply there never is more than one for an area by the figures as shipped, and may be by others."""
    table = interphase("1 CA at GGG44", *garrisons("PP32", "QQ33"))
    militia, supply = (only(due(table, "am", kind, "N")) for kind in ("RM", "AS"))
    for pools in (table.truth.pools, table.picture("am").own):
        pools[supply].number = 2
    for unit in (militia, supply):
        table.order("am", place(unit, BOSTON, 1), place(unit, WORCESTER))
    tories = only(due(british(table), "br", "TM", "M"))
    table.order("br", place(tories, "PP32", 1), place(tories, "QQ33"))
    assert [(one.at, one.number) for one in table.truth.pools.values() if one.kind == "TM"] == [
        ("QQ33", 4), ("PP32", 1)
    ]  # fmt: skip


@pytest.mark.rule("C76-PLC-11")
def test_recruits_may_be_placed_beside_the_enemy_and_act_at_once():
    table = interphase(f"1 TM at {WORCESTER}", "1 BR at EEE46")
    militia = only(due(table, "am", "RM", "N"))
    table.order("am", place(militia, WORCESTER, 2), place(militia, HARTFORD))
    table.done_until("am", "start-of-phase")
    new = [pool for pool in table.truth.on_land("American", WORCESTER) if pool.kind == "RM"]  # type: ignore[arg-type]
    assert [(pool.number, pool.stopped, pool.bound) for pool in new] == [(2, False, False)]


@pytest.mark.rule("C76-PLC-12")
def test_no_tory_is_placed_in_a_town_with_enemies_that_is_not_british():
    held = british(interphase(f"1 CA at {HARTFORD}", f"1 BR at {HARTFORD}"))
    assert hexes(held, "br", "TM", "N") == {HARTFORD}
    free = british(interphase(f"1 CA at {HARTFORD}", "1 BR at GGG43", *(f"1 RM at {hex}" for hex in OTHERS[3:])))
    assert HARTFORD not in free.picture("br").due[only(due(free, "br", "TM", "N"))]


TORIES = [f"1 CA at {hex}" for hex in NEW_ENGLAND]


def tories_of(*things: str) -> Table:
    """New England leaning to the Americans by regulars in the open, so that a Tory comes; the British are asked."""
    table = interphase(*things, "1 BR at GGG43")
    table.order("am", *(place(id, there[-1]) for id, there in table.picture("am").due.items()), Done())
    return table


@pytest.mark.rule("C76-PLC-13", "C76-PLC-14")
def test_tories_rise_next_to_a_town_only_where_enemies_hold_them_all_and_never_in_it():
    all_held = tories_of(*TORIES, "1 RM at III45")
    tory = only(due(all_held, "br", "TM", "N"))
    for town in NEW_ENGLAND:
        assert all_held.refused("br", place(tory, town)).rule == "C76-PLC-05"
    all_held.order("br", place(tory, BESIDE_BOSTON))
    assert all_held.pool(tory).at == BESIDE_BOSTON and all_held.truth.strength("American", BESIDE_BOSTON)  # type: ignore[arg-type]
    for free in (tories_of(*(one for one in TORIES if BOSTON not in one)), tories_of(*TORIES, f"1 BR at {BOSTON}")):
        tory = only(due(free, "br", "TM", "N"))
        assert free.refused("br", place(tory, BESIDE_BOSTON)).rule == "C76-PLC-05"
        free.order("br", place(tory, BOSTON))


@pytest.mark.rule("C76-PLC-16")
def test_an_undergarrisoned_town_is_no_place_for_american_recruits():
    table = interphase(f"1 BR at {BOSTON}")
    militia = only(due(table, "am", "RM", "N"))
    assert table.refused("am", place(militia, BOSTON)).rule == "C76-PLC-05"
    assert table.refused("am", place(militia, BESIDE_BOSTON)).rule == "C76-PLC-05", "next to no other town"
    table.order("am", place(militia, WORCESTER))
    wilmington, philadelphia = hex_of("Wilmington"), hex_of("Philadelphia")
    next_to_it = hexes(interphase(f"1 BR at {wilmington}"), "am", "RM", "M")
    assert philadelphia in next_to_it and wilmington not in next_to_it


@pytest.mark.rule("C76-PLC-17")
def test_where_all_towns_are_held_those_with_too_few_are_open_and_the_hexes_next_to_them():
    found = hexes(interphase(*garrisons(*OTHERS), f"1 BR at {BOSTON}", *CANADA), "am", "RM", "N")
    assert {BOSTON, BESIDE_BOSTON} <= found and BESIDE_HARTFORD not in found
    free = hexes(interphase(*garrisons(*OTHERS[1:]), f"1 BR at {BOSTON}", *CANADA), "am", "RM", "N")
    assert BOSTON not in free and OTHERS[0] in free


@pytest.mark.rule("C76-PLC-18")
@pytest.mark.parametrize("missing", [QUEBEC, MONTREAL])
def test_while_a_canadian_city_is_missing_every_town_that_is_held_is_open(missing: str):
    """Whether or not it has the regulars that it needs."""
    canada = [thing for thing in CANADA if missing not in thing]
    for held in (garrisons(*NEW_ENGLAND), [*garrisons(*OTHERS), f"1 BR at {BOSTON}"]):
        found = hexes(interphase(*held, *canada), "am", "CA", "N")
        assert {BESIDE_BOSTON, BESIDE_HARTFORD, *NEW_ENGLAND} <= found
    whole = interphase(*garrisons(*NEW_ENGLAND), *CANADA)
    assert not due(whole, "am", "CA", "N") and not due(whole, "am", "RM", "N")


@pytest.mark.rule("C76-CTL-09")
def test_supply_of_an_area_comes_while_a_canadian_city_is_missing():
    found = hexes(interphase(*garrisons(*NEW_ENGLAND), f"1 BR at {QUEBEC}"), "am", "AS", "N")
    assert BESIDE_BOSTON in found
    for held in (garrisons(*NEW_ENGLAND), [*garrisons(*OTHERS), f"1 BR at {BOSTON}"]):
        whole = interphase(*held, *CANADA)
        assert not due(whole, "am", "AS", "N") and "AS" not in {
            kind for one in whole.told("am", UnitsLost) for kind in one.units
        }


# ---- British replacements, besieged forts


@pytest.mark.rule("C76-PLC-08")
def test_a_pair_of_replacements_goes_to_one_port_and_the_two_pairs_to_any():
    table = british(interphase(f"1 BR at {BOSTON}", f"1 BR at {NEWPORT}", before="1776-07"))
    regular, supply = (only(due(table, "br", kind)) for kind in ("BR", "BS"))
    assert table.refused("br", place(regular, BOSTON, 1)).rule == "C76-PLC-08"
    assert table.refused("br", place(supply, NEWPORT, 1)).rule == "C76-PLC-08"
    table.order("br", place(regular, BOSTON), place(supply, NEWPORT))
    assert (table.pool(regular).at, table.pool(supply).at) == (BOSTON, NEWPORT)


def besieged(*things: str) -> tuple[Table, str]:
    table = british(interphase(f"fort {NEW_YORK} br", f"1 BR inside {NEW_YORK}", f"3 CA at {NEW_YORK}", *things))
    return table, only(due(table, "br", "BR"))


@pytest.mark.rule("C76-PLC-19", "C76-FORT-13")
def test_a_besieged_fort_in_a_port_takes_new_units_while_nobody_blockades_it():
    table, regulars = besieged()
    table.order("br", place(regulars, NEW_YORK, inside=True))
    assert table.pool(regulars).inside
    for outside in ((), (f"1 BR at {NEW_YORK}",)):
        table, regulars = besieged("BF am in VV37/WW38", *outside)
        assert table.refused("br", place(regulars, NEW_YORK, inside=True)).rule == "C76-PLC-20"


def test_a_fort_takes_no_more_new_units_than_it_holds():
    table = british(interphase(f"fort {NEW_YORK} br", f"9 BR inside {NEW_YORK}", "1 CA at GGG44"))
    regulars = only(due(table, "br", "BR"))
    assert "holds 10" in table.refused("br", place(regulars, NEW_YORK, inside=True)).reason
    table.order("br", place(regulars, NEW_YORK))


@pytest.mark.rule("C76-FORT-04")
def test_inside_is_among_the_choices_where_a_besieged_fort_may_take_new_units():
    table, regulars = besieged()
    inside = [one for one in table.options("br", "place-arrival") if one.fixed.get("inside")]
    assert any(regulars in one.subjects and NEW_YORK in one.fields["hex"].places for one in inside)  # type: ignore[union-attr]
    table, regulars = besieged("BF am in VV37/WW38")
    assert not [one for one in table.options("br", "place-arrival") if one.fixed.get("inside")]


@pytest.mark.rule("C76-PLC-20")
def test_any_enemy_fleet_on_the_entrance_blockades_whoever_lies_there_besides():
    table, regulars = besieged("BF am in VV37/WW38", "BF br in VV37/WW38", "BF br in VV37/WW38")
    assert table.refused("br", place(regulars, NEW_YORK, inside=True)).rule == "C76-PLC-20"
    table, regulars = besieged("bateau am in VV37/WW38")
    table.order("br", place(regulars, NEW_YORK, inside=True))
    for transports, rule in (((), ""), (("TR br in VV37/WW38",), "C76-PLC-20")):
        shut_in = (f"fort {NEW_YORK} am", f"1 CA inside {NEW_YORK}", f"3 TM at {NEW_YORK}", *transports)
        table = interphase(*shut_in)
        order = place(only(due(table, "am", "CA", "M")), NEW_YORK, 3, inside=True)
        assert (table.refused("am", order).rule if rule else table.order("am", order) and "") == rule


@pytest.mark.rule("C76-PLC-21")
def test_around_a_blockaded_fort_new_units_can_always_be_put():
    table, regulars = besieged("BF am in VV37/WW38")
    table.order("br", place(regulars, NEW_YORK))
    assert not table.pool(regulars).inside and table.pool(regulars).at == NEW_YORK


# ---- counters


@pytest.mark.rule("C76-MSC-09", "C76-PBM-12")
def test_there_are_no_more_new_units_than_counters():
    full = interphase("10 AS at GGG44")
    assert not due(full, "am", "AS")
    assert {lost.why for lost in full.told("am", UnitsLost)} == {"counters"}
    assert due(interphase("10 AS at GGG44", counter_limits=False), "am", "AS")


def test_new_units_are_laid_with_the_counters_of_one_point_that_are_left():
    singles = [f"1 CA at {hex}" for hex in ("DDD37", "EEE37", "FFF37", "AAA37", "WW38", "VV36", "SS35", "QQ33", "PP32",
                                             "QQ31", "OO30", "NN28", "TT33", "ZZ37")]  # fmt: skip
    table = interphase(*singles)
    army = only(due(table, "am", "CA", "N"))
    assert table.refused("am", place(army, WORCESTER, 1)).rule == "C76-MSC-09"
    table.order("am", place(army, WORCESTER, 3), place(army, HARTFORD, 3))


# ---- the order of steps


@pytest.mark.rule("C76-PLC-22")
def test_in_full_the_sides_take_the_steps_by_turns():
    """Fleets are called up after all troops, the British first, and called away after all have been placed."""
    fleets = ("BF br away variable", "BF am away variable", "BF br in PP43 called")
    table, asked = interphase(f"1 BR at {BOSTON}", "1 CA at GGG44", *fleets, interphase="full", dice=[6, 5, 1],
                              campaign={"allied": 1}), []  # fmt: skip
    while table.truth.turn == 3:
        asked.append(
            (
                table.waiting[0],
                table.heading,
                sorted({p.kind for p in table.truth.pools.values() if p.id in table.truth.due}),
            )
        )
        table.done(table.waiting[0])
    assert asked == [
        ("American", "american-militia-and-continentals", ["CA", "RM"]), ("British", "tory-militia", ["TM"]),
        ("American", "american-supply", ["AS", "FS"]), ("British", "british-supply-and-regulars", ["BR", "BS"]),
        ("British", "british-fleets", []), ("American", "french-fleets", []),
    ]  # fmt: skip
    rolled = [(one.nation, one.what, one.die) for one in table.told("br", VariableFleetRolled)]
    assert rolled == [("British", "comes", 6), ("French", "comes", 5), ("British", "goes", 1)]


def test_as_a_rule_each_side_has_one_form():
    table, asked = interphase(f"1 BR at {BOSTON}"), []
    while table.truth.turn == 3:
        asked.append(table.heading)
        table.done(table.waiting[0])
    assert asked == ["american-recruits", "british-recruits"]


def test_whoever_places_new_units_reads_for_which_area_they_are():
    table = interphase(f"1 CA at {towns('N')[0]}", *garrisons(*towns("M")[:2]))
    known = CAMPAIGN1776.known(table.picture("am"))
    rows = CAMPAIGN1776.words.rosters(known)[0].rows
    said = {row.id: plain_text(row.line) for row in rows}
    for area, name in (("N", "New England"), ("M", "Middle States")):
        for id in due(table, "am", "RM", area):
            assert said[id] == f"for {name}"
    assert due(table, "am", "RM", "N") and due(table, "am", "RM", "M")
    [(id, (hex, *_))] = due(table, "am", "RM", "N").items()
    many = table.picture("am").own[id].number
    for number, some in ((many, ""), (1, "1 of ")):
        order = CAMPAIGN1776.words.order(known, PlaceArrival(unit=id, hex=hex, number=number))
        assert plain_text(order).startswith(f"Place {some}{many} rebel militia")
