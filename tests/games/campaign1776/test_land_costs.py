"""What land units pay to go from hex to hex, and where they cannot."""

from __future__ import annotations

import pytest

from service.engine.places import Place
from service.games.campaign1776.printed.landways import Footing
from tests.games.campaign1776.printed_data import board, hex_of, land, spoil

COSTS = [
    ("Ticonderoga", "Saratoga", 6), ("Ticonderoga", "Albany", 10), ("Albany", "Boston", 15), ("Hartford", "Albany", 10),
    ("Oswego", "Fort Stanwix", 5), ("Portsmouth", "Boston", 5), ("Boston", "Worcester", 2),
    ("Philadelphia", "Lancaster", 3), ("Head of Elk", "Wilmington", 1), ("Head of Elk", "Philadelphia", 2),
    ("Head of Elk", "Lancaster", 2), ("Head of Elk", "Reading", 3), ("Head of Elk", "York", 6),
    ("Head of Elk", "Trenton", 8),
]  # fmt: skip


@pytest.mark.parametrize(("start", "goal", "points"), COSTS)
def test_the_marches_worth_knowing_cost_what_they_were_reckoned_at(start: str, goal: str, points: int):
    assert land().distance(hex_of(start), hex_of(goal)) == points


def test_all_towns_but_new_york_quebec_and_montreal_are_joined_by_land():
    reached = {way.node.hex for way in land().ways(Footing(hex_of("Worcester")))}
    towns = {hex_of(name) for area in board().strategic_towns.values() for name in area}
    assert towns - reached == {hex_of("New York"), hex_of("Quebec"), hex_of("Montreal")}
    ferried = {way.node.hex for way in land().ways(Footing(hex_of("Worcester")), ferries=lambda one: True)}
    assert towns <= ferried


@pytest.mark.rule("C76-MAP-04")
def test_between_newburyport_and_portsmouth_runs_a_river_of_class_1():
    here, there = Place("KKK46"), Place("LLL47")
    terrain = board().terrain[there].cost
    assert terrain is not None and land().cost(here, there) == terrain + 1
    assert {board().sides.get(Place(one)) for one in ("KKK46/LLL47", "DDD29/EEE29")} == {"class_1"}


@pytest.mark.rule("C76-MAP-10")
def test_a_half_hex_is_entered_at_the_cost_of_its_terrain():
    assert Place("HHH30") in board().land and len(board().neighbours(Place("HHH30"))) < 6
    assert land().cost(Place("HHH31"), Place("HHH30")) is None, "the river runs between"
    assert land().cost(Place("HHH31"), Place("HHH30"), ice=True) == 2 + 1
    assert land().cost(Place("HHH31"), Place("HHH30"), ferry=True) == 2 + 2


@pytest.mark.rule("C76-MAP-15")
def test_mountains_are_entered_for_three_points():
    assert board().terrain[Place("VV32")].name == "mountain" and Place("VV32") in board().land
    assert land().cost(Place("VV31"), Place("VV32")) == 3


@pytest.mark.rule("C76-MAP-16")
def test_a_shoal_is_crossed_by_ferry_alone():
    here, there = Place("FFF47"), Place("FFF48")
    assert land().cost(here, there) is None and land().cost(here, there, ice=True) is None
    terrain = board().terrain[there].cost
    assert terrain is not None and land().cost(here, there, ferry=True) == terrain + 2
    assert land().cost(Place("AAA43"), Place("BBB44")) is not None, "a coast without a shoal is crossed on foot"


def test_water_is_never_entered():
    assert land().cost(Place("BBB44"), Place("BBB43"), ferry=True) is None
    assert land().cost(Place("AAA43"), Place("AAA44"), ferry=True) is None


# ---- Portsmouth


@pytest.mark.rule("C76-MAP-17")
def test_who_begins_in_portsmouth_may_leave_it_on_all_sides():
    assert {there.hex for there in land().neighbours(Footing(Place("LLL47")))} == {"KKK46", "LLL46", "MMM47"}


def test_who_came_to_portsmouth_leaves_from_the_piece_that_he_came_to():
    from_south, from_north = (land().entered(Place(hex), Place("LLL47")) for hex in ("KKK46", "MMM47"))
    assert {there.hex for there in land().neighbours(from_south)} == {"KKK46", "LLL46"}
    assert {there.hex for there in land().neighbours(from_north)} == {"MMM47"}
    assert {there.hex for there in land().neighbours(land().landed(Place("LLL47")))} == {"KKK46", "LLL46"}
    ways = {way.node: way.path for way in land().ways(Footing(Place("KKK46")), 12)}
    assert all(step.hex != "LLL47" for step in ways[Footing(Place("MMM47"))])


@pytest.mark.rule("C76-MAP-20")
def test_portsmouth_in_one_piece_is_barred_to_the_north():
    split = "  LLL47: {pieces: {south: [KKK46, LLL46], north: [MMM47]}, port_piece: south}\n"
    whole = land(data=spoil("maps/northern-theatre", f"split_hexes:\n{split}", "split_hexes: {}\n"))
    assert whole.cost(Place("LLL47"), Place("MMM47")) is None and whole.cost(Place("MMM47"), Place("LLL47")) is None
    assert whole.cost(Place("LLL47"), Place("LLL46")) is not None
    assert land().cost(Place("LLL47"), Place("MMM47")) is not None
