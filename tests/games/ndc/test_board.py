"""The Kaltenbach Gap: map, order of battle, and what the ground costs."""

from __future__ import annotations

import pytest

from service.engine.hexes import column_and_row, hexside
from service.games.ndc.game import NDC
from service.games.ndc.printed.scenario import ChemicalRelease, EntryCost, scenario
from tests.shipped import KALTENBACH

TABLES = KALTENBACH.tables
BOARD = KALTENBACH.board


def step(frm: str, to: str, cls: str = "tracked", mode: str = "attack", amphibious: bool = False) -> EntryCost | None:
    return BOARD.step_cost(TABLES, cls, mode, amphibious, frm, to)


# ---- the map


def test_a_scenario_is_read_once() -> None:
    assert scenario(NDC.data_id, "kaltenbach") is KALTENBACH


def test_the_map() -> None:
    assert (BOARD.grid.columns, BOARD.grid.rows) == (20, 16)
    assert BOARD.terrain["0101"] == "F"
    assert BOARD.terrain["0508"] == "U"
    assert BOARD.terrain["2016"] == "F"
    assert BOARD.terrain["1713"] == "T"
    assert list(BOARD.terrain.values()).count("U") == 1
    assert all(BOARD.terrain[hex] in "TUC" for hex in BOARD.places)
    assert BOARD.place("1208") == "1208 Erlenbruck"
    assert BOARD.place("1209") == "1209"


def test_sectors() -> None:
    assert [BOARD.sector_of(hex) for hex in ("0101", "0504", "0605", "1208", "1509", "2016")] == [
        "A1", "A1", "B2", "C2", "C3", "D4",
    ]  # fmt: skip
    assert len(BOARD.sector_names) == 16
    for sector in BOARD.sector_names:
        assert len(BOARD.hexes_of(sector)) == 20
    with pytest.raises(KeyError):
        BOARD.hexes_of("E1")


def test_the_erle_parts_the_map() -> None:
    """Every hexside between the west bank and the rest, and no other."""

    def west(hex: str) -> bool:
        column, row = column_and_row(hex)
        return column <= (12 if row <= 8 else 11)

    banks = {hexside(a, b) for a in BOARD.grid for b in BOARD.grid.neighbours(a) if west(a) and not west(b)}
    assert BOARD.major_river == banks
    assert len(banks) == 32


def test_the_silber_runs_between_columns_06_and_07() -> None:
    sides = {
        hexside(a, b)
        for a in BOARD.grid
        for b in BOARD.grid.neighbours(a)
        if column_and_row(a)[0] == 6 and column_and_row(b)[0] == 7
    }
    assert {side for side in sides if side[2:4] >= "06" and side[7:9] >= "06"} == BOARD.minor_river
    assert len(BOARD.minor_river) == 21


def test_roads_run_straight() -> None:
    assert len(BOARD.autobahn) == 19
    assert {"0108-0208", "1208-1308", "1908-2008"} <= BOARD.autobahn
    assert {"0104-0204", "1903-2003"} & BOARD.roads == {"0104-0204"}
    assert {"0304-0305", "0312-0313", "0904-0905", "1612-1613"} <= BOARD.roads
    assert len(BOARD.roads) == 19 + 19 + 9 + 9 + 9
    assert BOARD.road_ends["0108"]
    assert not BOARD.road_ends["2013"]


# ---- movement


@pytest.mark.parametrize(
    ("frm", "to", "cls", "mode", "expected"),
    [
        ("0803", "0903", "tracked", "attack", EntryCost(3)),  # clear
        ("0803", "0903", "wheeled", "march", EntryCost(4)),
        ("0302", "0401", "tracked", "attack", EntryCost(8)),  # rough
        ("0302", "0401", "wheeled", "march", None),
        ("0302", "0401", "foot", "attack", EntryCost(6)),
        ("0907", "0908", "tracked", "march", EntryCost(2, by_road=True)),  # along the road of column 09
        ("0808", "0908", "tracked", "march", EntryCost(1, by_road=True)),  # along the autobahn
        ("0808", "0908", "wheeled", "march", EntryCost(1, by_road=True)),
        ("0808", "0908", "tracked", "attack", EntryCost(2, by_road=True)),
        ("0808", "0908", "foot", "march", EntryCost(2, by_road=True)),
        ("0608", "0708", "tracked", "march", EntryCost(1, by_road=True)),  # over the bridge
        ("0608", "0709", "tracked", "attack", EntryCost(7)),  # across the Silber, uphill
        ("0608", "0709", "wheeled", "march", EntryCost(11)),
        ("0608", "0709", "foot", "attack", EntryCost(6)),
        ("1308", "1208", "tracked", "attack", EntryCost(2, by_road=True)),  # the bridge at Erlenbruck
        ("1307", "1207", "tracked", "attack", None),  # the Erle without a bridge
        ("1307", "1207", "wheeled", "attack", None),
        ("1307", "1207", "foot", "attack", EntryCost(3, whole_allowance=True)),
        ("1307", "1207", "foot", "march", None),
    ],
)
def test_what_a_step_costs(frm: str, to: str, cls: str, mode: str, expected: EntryCost | None) -> None:
    assert step(frm, to, cls, mode) == expected


def test_amphibious_units_cross_in_attack_mode() -> None:
    crossing = step("1307", "1207", amphibious=True)
    assert crossing is not None
    assert crossing.whole_allowance
    assert step("1307", "1207", mode="march", amphibious=True) is None
    assert BOARD.crosses_unbridged_major("1207", "1307")
    assert not BOARD.crosses_unbridged_major("1208", "1308")
    assert BOARD.enterable(TABLES, "tracked", True, "1307", "1207")
    assert not BOARD.enterable(TABLES, "tracked", False, "1307", "1207")
    assert not BOARD.enterable(TABLES, "wheeled", False, "0302", "0401")
    assert BOARD.enterable(TABLES, "wheeled", False, "1308", "1208")


def test_entering_the_map() -> None:
    assert BOARD.entry_cost(TABLES, "tracked", "march", "0108") == EntryCost(1, by_road=True)
    assert BOARD.entry_cost(TABLES, "tracked", "attack", "2004") == EntryCost(2, by_road=True)
    assert BOARD.entry_cost(TABLES, "tracked", "attack", "0101") == EntryCost(6)
    assert BOARD.entry_cost(TABLES, "wheeled", "march", "0204") == EntryCost(4)


# ---- attack and defence


@pytest.mark.parametrize(
    ("type", "frm", "to", "effect"),
    [
        ("armor", "1607", "1608", -1),  # into a town
        ("infantry", "0803", "0903", 0),
        ("armor", "0608", "0508", -3),  # the city
        ("infantry", "0608", "0508", 0),
        ("infantry", "1308", "1208", -3),  # over the bridge into a town
        ("armor", "1308", "1208", -4),
        ("infantry", "1209", "1208", -5),  # across the Erle without a bridge
        ("infantry", "0709", "0608", -2),  # across the Silber
        ("infantry", "0708", "0608", -1),
    ],
)
def test_the_attackers_terrain(type: str, frm: str, to: str, effect: int) -> None:
    high = BOARD.terrain[frm] in "HR" and BOARD.terrain[to] not in "HR"
    assert BOARD.attack_effect(TABLES, type, frm, to) == effect + high


def test_high_ground_counts_against_low_ground_only() -> None:
    assert (BOARD.terrain["0302"], BOARD.terrain["0303"], BOARD.terrain["0402"]) == ("H", "C", "H")
    assert BOARD.attack_effect(TABLES, "infantry", "0302", "0303") == 1
    assert BOARD.attack_effect(TABLES, "infantry", "0302", "0402") == 0
    assert BOARD.attack_effect(TABLES, "armor", "0302", "0401") == -2  # into rough


def test_armor_does_not_attack_over_the_erle_without_a_bridge() -> None:
    assert not BOARD.may_attack(TABLES, "armor", "1209", "1208")
    assert BOARD.may_attack(TABLES, "infantry", "1209", "1208")
    assert BOARD.may_attack(TABLES, "armor", "1308", "1208")


def test_the_defenders_terrain() -> None:
    found = {BOARD.terrain[hex]: BOARD.defence_effect(TABLES, hex) for hex in BOARD.grid}
    assert found == {"C": 0, "H": -2, "F": -2, "R": -4, "T": -3, "U": -4}


# ---- order of battle, turns, victory


def test_the_orders_of_battle() -> None:
    us, soviet = KALTENBACH.order_of_battle("US"), KALTENBACH.order_of_battle("Soviet")
    assert (len(us), len(soviet)) == (12, 14)
    assert (KALTENBACH.first, KALTENBACH.second) == ("Soviet", "US")
    assert KALTENBACH.enemy_of("US") == "Soviet"
    scouts = KALTENBACH.unit("U-R1")
    assert (scouts.type, scouts.cls, scouts.amphibious, scouts.leadership, scouts.rating) == (
        "recon",
        "tracked",
        True,
        2,
        0,
    )
    assert (scouts.zone, scouts.hexes, scouts.modes, scouts.to, scouts.to_max) == (
        "double", ("1608", "1609"), ("defend",), 4, 4,
    )  # fmt: skip
    brigade = KALTENBACH.unit("U-1B")
    assert (brigade.type, brigade.leadership, brigade.rating, brigade.is_division) == ("HQ", 0, 2, False)
    division = KALTENBACH.unit("S-DIV")
    assert division.is_division
    assert [(asset.id, asset.kind, asset.points) for asset in division.assets] == [
        ("S-DIV/arty-1", "arty", 3), ("S-DIV/arty-2", "arty", 3), ("S-DIV/air-1", "air", 2), ("S-DIV/air-2", "air", 2),
        ("S-DIV/signal-1", "signal", 4),
    ]  # fmt: skip
    with pytest.raises(KeyError):
        KALTENBACH.unit("U-X")


def test_reinforcements() -> None:
    late = {unit.id: (unit.turn, unit.entry, unit.modes) for unit in KALTENBACH.units if unit.turn > 1}
    assert late == {
        "U-I4": (2, ("0113",), ("march",)),
        "U-A3": (3, ("0108",), ("march", "attack")),
        "S-A3": (2, ("2008",), ("march", "attack")),
        "S-A4": (2, ("2004", "2008", "2013"), ("march", "attack")),
    }
    assert all(not KALTENBACH.unit(id).hexes for id in late)


def test_side_data() -> None:
    us, soviet = KALTENBACH.sides["US"], KALTENBACH.sides["Soviet"]
    assert (us.command_range.formation, us.command_range.division, us.commander_rating) == (6, 12, 2)
    assert (soviet.command_range.formation, soviet.command_range.division, soviet.commander_rating) == (5, 12, 1)
    assert (us.mode_change_from, soviet.mode_change_from) == (4, 5)
    assert (us.commander_starts_with, soviet.commander_starts_with) == (("U-1B", "U-2B"), ("S-TR",))
    assert (us.colour, soviet.colour) == ("blue", "red")


def test_chemical_release() -> None:
    soviet, us = KALTENBACH.sides["Soviet"].chemical_release, KALTENBACH.sides["US"].chemical_release
    assert [soviet.given(turn, None) for turn in (1, 2, 3, 6)] == [False, False, True, True]
    assert not us.given(6, None)
    assert [us.given(turn, 3) for turn in (3, 4, 5)] == [False, True, True]
    assert not ChemicalRelease().given(6, 1)


def test_turns() -> None:
    assert [turn.time_of_day for turn in KALTENBACH.turns] == ["Morning", "Afternoon", "Night"] * 2
    assert [turn.name for turn in KALTENBACH.turns][2:4] == ["Day 1, Night", "Day 2, Morning"]
    assert KALTENBACH.time_of_day(6) == "Night"
    with pytest.raises(KeyError):
        KALTENBACH.turn(7)


def test_objectives_and_outcomes() -> None:
    assert sum(objective.points for objective in KALTENBACH.objectives) == 43
    assert {objective.hex for objective in KALTENBACH.objectives} == set(BOARD.places)
    assert {objective.name: objective.points for objective in KALTENBACH.objectives}["Kaltenbach"] == 8
    scores = (-40, -6, -5, 2, 3, 4, 5, 12, 13, 60)
    assert [KALTENBACH.verdict(score).name for score in scores] == [
        "US decisive", "US decisive", "US marginal", "US marginal", "draw", "draw",
        "Soviet marginal", "Soviet marginal", "Soviet decisive", "Soviet decisive",
    ]  # fmt: skip
    assert KALTENBACH.verdict(28).winner == "Soviet"
    assert KALTENBACH.verdict(3).winner is None and KALTENBACH.verdict(0).winner == "US", "who sits still loses"
    assert (KALTENBACH.victory.scorer, KALTENBACH.victory.hq_levels_count) == ("Soviet", 2)
