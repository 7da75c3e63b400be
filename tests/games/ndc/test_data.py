"""The figures of NATO Division Commander, as its rules print them."""

from __future__ import annotations

import pytest
import yaml

from service.games.ndc.game import NDC
from service.games.ndc.printed.combat_charts import CombatResult, FireResult
from service.games.ndc.printed.tables import FILES, load
from tests.shipped import NDC_TABLES as TABLES


def losses(
    attacker: int, defender: int, retreat: int = 0, breakthrough: bool = False
) -> CombatResult:  # as the cells of 11.93 are read aloud
    return CombatResult("losses", attacker, defender, retreat, breakthrough)


ABORT = CombatResult("abort", attacker_loss=2)
OVERRUN = CombatResult("overrun", defender_loss=2, retreat=2)


def test_the_tables_are_read_once() -> None:
    assert load(NDC.data_id) is TABLES


def test_every_file_says_where_its_figures_come_from() -> None:
    assert NDC.data is not None
    assert {path.removesuffix(".yaml") for path in NDC.data.files if "/" not in path} == set(FILES)
    for text in NDC.data.files.values():
        assert "not those of the published game" in yaml.safe_load(text)["provenance"]
    assert set(TABLES.printed) == set(FILES)


# ---- combat


@pytest.mark.parametrize(
    ("die", "differential", "result"),
    [
        (1, -12, ABORT), (10, -40, losses(1, 0)), (7, -11, losses(1, 0)), (4, -11, ABORT), (10, -8, losses(0, 0)),
        (3, -7, losses(2, 0)), (10, -4, losses(1, 1)), (10, -3, losses(0, 0, 1)), (1, -1, ABORT),
        (1, 0, losses(2, 0)), (8, 2, losses(0, 0, 1)), (10, 0, losses(0, 1, 2)),
        (10, 5, losses(0, 1, 2, True)), (6, 6, losses(0, 0, 1)), (10, 8, losses(0, 2, 2, True)),
        (3, 9, losses(1, 1)), (10, 12, OVERRUN), (8, 13, losses(0, 2, 3, True)), (9, 17, OVERRUN),
        (1, 18, losses(1, 1)), (7, 23, OVERRUN), (1, 24, losses(1, 1, 1)), (5, 99, losses(0, 2, 3, True)),
        (10, 24, OVERRUN),
    ],
)  # fmt: skip
def test_table_11_93(die: int, differential: int, result: CombatResult) -> None:
    assert TABLES.crt.at(die, differential) == result


def test_a_probe_uses_the_next_column_to_the_left() -> None:
    assert TABLES.crt.at(7, 3, probe=True) == TABLES.crt.at(7, 0) == losses(1, 1)
    assert TABLES.crt.at(8, -12, probe=True) == TABLES.crt.at(8, -12)
    assert ABORT.abort
    assert OVERRUN.overrun
    with pytest.raises(LookupError):
        TABLES.crt.at(11, 0)


# In tenths, by column: mean losses of attacker and defender, chance to leave the hex, to abort, to be overrun.
@pytest.mark.parametrize(
    ("differential", "attacker", "defender", "leaves", "aborts", "overruns"),
    [
        (-12, 19, 0, 0, 7, 0), (-11, 15, 0, 0, 4, 0), (-7, 12, 1, 0, 2, 0), (-3, 9, 2, 1, 1, 0), (0, 7, 4, 3, 0, 0),
        (3, 6, 5, 4, 0, 0), (6, 4, 7, 5, 0, 0), (9, 4, 9, 7, 0, 1), (13, 3, 13, 9, 0, 2), (18, 2, 16, 9, 0, 4),
        (24, 1, 17, 10, 0, 5),
    ],
)  # fmt: skip
def test_the_balance_of_a_column(
    differential: int, attacker: int, defender: int, leaves: int, aborts: int, overruns: int
) -> None:
    column = [TABLES.crt.at(die, differential) for die in range(1, 11)]
    assert sum(result.attacker_loss for result in column) == attacker
    assert sum(result.defender_loss for result in column) == defender
    assert sum(result.retreat > 0 for result in column) == leaves
    assert sum(result.abort for result in column) == aborts
    assert sum(result.overrun for result in column) == overruns


@pytest.mark.parametrize(
    ("net", "die", "shift"),
    [(-9, 1, -6), (-8, 6, -4), (-7, 3, -4), (-4, 2, -4), (-3, 5, -1), (-1, 0, -2), (-1, 7, 0), (0, 1, 0), (0, 7, 0),
     (1, 2, 0), (1, 4, 1), (3, 3, 2), (5, 5, 4), (6, 2, 3), (8, 2, 4), (20, 7, 6)],
)  # fmt: skip
def test_table_8_7(net: int, die: int, shift: int) -> None:
    assert TABLES.support_shift(net, die) == shift


def test_table_8_65() -> None:
    assert TABLES.counter_battery(2, 1) == FireResult()
    assert TABLES.counter_battery(12, -2) == FireResult(suppressed=True)
    assert TABLES.counter_battery(3, 7) == FireResult(suppressed=True, displaced=True)
    assert TABLES.counter_battery(4, 6) == FireResult(suppressed=True, displaced=True)
    assert TABLES.counter_battery(11, 4) == FireResult(suppressed=True, displaced=True)
    assert TABLES.counter_battery(20, 10) == FireResult(suppressed=True, displaced=True, loss=2)
    assert TABLES.counter_battery(6, 6) == FireResult(suppressed=True, displaced=True, loss=1)
    assert TABLES.counter_battery_fire.points_per_csp == 2
    assert [TABLES.counter_battery_die(level) for level in range(5)] == [-3, -2, 0, 1, 2]
    assert [TABLES.observed_fire(level) for level in range(5)] == [-1, -1, 0, 1, 1]


def test_interdiction_markers() -> None:
    assert [TABLES.interdiction_markers(csps) for csps in range(9)] == [0, 0, 1, 2, 2, 3, 3, 3, 3]
    table = TABLES.interdiction
    assert (table.cost_per_marker, table.march_mode, table.loss) == (2, -1, 1)


@pytest.mark.parametrize(
    ("rule", "of", "points"),
    [
        ("NDC-ATM-01", 12, 12), ("NDC-ATM-02", 0, 2), ("NDC-ATM-02", "None", 2), ("NDC-ATM-02", 4, -3),
        ("NDC-ATM-03", -2, -2), ("NDC-ATM-04", 4, 4), ("NDC-ATM-05", 3, 6), ("NDC-ATM-06", None, -8),
        ("NDC-ATM-07", None, -2), ("NDC-ATM-08", 3, -8), ("NDC-ATM-08", "F2", -5), ("NDC-ATM-09", "night", 1),
        ("NDC-ATM-09", "precipitation", 2), ("NDC-ATM-09", "clear", 0), ("NDC-ATM-10", "C", 5), ("NDC-ATM-10", "P", 1),
        ("NDC-ATM-11", "L", 6), ("NDC-ATM-11", "none", 0), ("NDC-ATM-12", 2, 2), ("NDC-ATM-13", 2, 2),
        ("NDC-DFM-01", 10, -10), ("NDC-DFM-02", 0, 0), ("NDC-DFM-02", 4, 4), ("NDC-DFM-03", -3, -3),
        ("NDC-DFM-04", 4, -4), ("NDC-DFM-05", 2, -2), ("NDC-DFM-06", None, 4), ("NDC-DFM-07", 3, 3),
        ("NDC-DFM-10", 1, -5), ("NDC-DFM-10", "EW3", -8), ("NDC-DFM-10", 0, 0), ("NDC-DFM-11", 2, 3),
        ("NDC-DFM-12", "L", -3), ("NDC-DFM-13", "C", -10), ("NDC-DFM-14", 2, -2), ("NDC-DFM-15", 1, -1),
        ("NDC-DFM-16", 3, 3),
    ],
)  # fmt: skip
def test_the_modifiers(rule: str, of: int | str | None, points: int) -> None:
    assert TABLES.modifier(rule, of) == points


def test_chemical_weapons_wear_off() -> None:
    assert [TABLES.modifier("NDC-DFM-08", "Soviet", use=use) for use in (1, 2, 3, 4)] == [5, 3, 1, 1]
    assert [TABLES.modifier("NDC-DFM-08", "US", use=use) for use in (1, 2, 3)] == [2, 1, 1]
    assert [TABLES.modifier("NDC-DFM-09", "Soviet", use=use) for use in (1, 2, 3)] == [-3, -2, -1]
    assert [TABLES.modifier("NDC-DFM-09", "US", use=use) for use in (1, 2, 3)] == [-2, -1, -1]


@pytest.mark.parametrize(
    ("rule", "of"),
    [("NDC-ATM-02", 5), ("NDC-ATM-02", "none"), ("NDC-ATM-06", 1), ("NDC-DFM-08", "GDR"), ("NDC-ATM-01", "x")],
)  # fmt: skip
def test_a_modifier_that_the_list_does_not_have(rule: str, of: int | str) -> None:
    with pytest.raises(ValueError, match=rule):
        TABLES.modifier(rule, of)


def test_retreats() -> None:
    retreat = TABLES.retreat
    assert (retreat.hq_hexes, retreat.enemy_zone_loss, retreat.stand_fast_loss, retreat.abort_hexes) == (2, 1, 1, 1)
    assert [TABLES.probe_retreat_limit(to) for to in (1, 2, 3, 4, 5, 6)] == [1, 1, 2, 2, 3, 3]
    assert TABLES.probe_retreat_limit(None) == 2


# ---- units


def test_strengths_by_mode_and_to_level() -> None:
    def of(profile: str, mode: str, to: int = 4, zone: str = "single", detachment: bool = False) -> tuple[int, int]:
        strength = TABLES.strength(profile, mode, to, zone=zone, detachment=detachment)
        return strength.attack, strength.defence

    assert of("ARM-US", "attack") == (12, 7)
    assert of("INF-US", "dug-in") == (2, 13)
    assert of("REC-SU", "dug-in", 6) == (4, 8)
    assert of("INF-SU", "defend", 3) == (4, 7)
    assert of("ARM-SU", "attack", 1) == (7, 1)
    assert of("INF-US", "dug-in", 1) == (1, 8)
    assert of("INF-US", "march", 6) == (0, 4)  # no attack strength stays none
    assert of("HQ", "deployed") == (0, 3)
    assert of("HQ", "march", 1) == (0, 1)
    assert of("REC-US", "defend", zone="double") == (0, 6)
    assert of("INF-SU", "dug-in", 3, zone="triple") == (0, 6)
    assert of("INF-US", "attack", 2, detachment=True) == (1, 1)  # 9/7, half 4/3, less 3, at least 1
    assert of("ARM-US", "attack", 5, detachment=True) == (7, 4)
    with pytest.raises(KeyError):
        of("HQ", "attack")


def test_allowances() -> None:
    assert TABLES.allowance("ARM-US", "march") == 24
    assert TABLES.allowance("REC-US", "march", night=True) == 25
    assert TABLES.allowance("REC-US", "march", night=True, forced=True) == 37
    assert TABLES.allowance("INF-SU", "attack", forced=True) == 24
    assert TABLES.allowance("ARM-SU", "defend", night=True) == 3
    assert TABLES.allowance("INF-US", "dug-in", night=True) == 0
    assert TABLES.allowance("HQ", "deployed", night=True) == 5
    assert TABLES.allowance("REC-US", "defend", zone="double") == 0


def test_mode_changes() -> None:
    assert TABLES.mode_change("march", "dug-in") == "never"
    assert TABLES.mode_change("dug-in", "march") == "never"
    assert TABLES.mode_change("attack", "dug-in") == "never"
    assert TABLES.mode_change("attack", "march") == TABLES.mode_change("defend", "march") == "unless-adjacent"
    assert TABLES.mode_change("defend", "dug-in") == "if-idle"
    assert TABLES.mode_change("dug-in", "attack") == TABLES.mode_change("march", "deployed") == "always"
    assert TABLES.mode_change("deployed", "attack") == "never"
    assert TABLES.mode("dug-in").when_displaced == "defend"
    assert TABLES.mode("march").command_range == -2
    assert [name for name, mode in TABLES.modes.items() if mode.zone_of_control] == ["attack", "defend", "dug-in"]
    assert (TABLES.zone_mode("triple").to_at_least, TABLES.zone_mode("triple").types) == (3, ("infantry", "recon"))


def test_artillery_and_ammunition() -> None:
    assert TABLES.artillery_points(6, 4) == TABLES.artillery_points(6, 6) == 6
    assert TABLES.artillery_points(3, 3) == 2
    assert TABLES.artillery_points(6, 4, suppressed=True) == 3
    assert TABLES.artillery_points(6, 4, suppressed=True, ammo_low=True) == 1
    assert [TABLES.ammo_low_on(uses, 3) for uses in (0, 2, 3, 5, 6, 8, 9, 30)] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert TABLES.ammo_low_on(0, 0) == 0
    assert TABLES.assets.artillery_range == {"formation": 8, "division": 12}
    assert TABLES.assets.csps_in_a_combat == 8


# ---- intelligence, weather, command


def test_operational_intelligence() -> None:
    assert [TABLES.intelligence_level(points) for points in range(8)] == [0, 1, 2, 2, 3, 3, 4, 4]
    assert TABLES.sectors_covered(2) == 4
    assert (TABLES.table_5_7(1, -5), TABLES.table_5_7(4, 0)) == (0, 1)
    assert TABLES.table_5_7(1, 9) == 2
    assert TABLES.table_5_7(4, 7) == 4
    assert [TABLES.table_5_7(level, 4) for level in (1, 2, 3, 4)] == [1, 1, 2, 3]
    assert [TABLES.tactical_level(die) for die in (-1, 1, 2, 3, 4, 5, 6, 7)] == [1, 1, 2, 2, 3, 3, 4, 4]
    with pytest.raises(LookupError):
        TABLES.table_5_7(0, 6)
    assert TABLES.search.cover_terrain == TABLES.tactical.cover_terrain == {"F", "R", "T", "U"}


def test_weather() -> None:
    assert [TABLES.weather(die, "Night") for die in (2, 7, 8, 9, 10, 12)] == [
        "clear", "clear", "fog", "fog", "precipitation", "precipitation",
    ]  # fmt: skip
    assert TABLES.weather(8, "Afternoon") == "clear"
    assert TABLES.weather_effects("precipitation").hex == 1
    assert not TABLES.weather_effects("precipitation").air_intelligence
    assert TABLES.is_night("Night")
    assert not TABLES.is_night("Morning")


def test_command_and_electronic_warfare() -> None:
    assert [TABLES.commander(result) for result in (1, 2, 3, 4, 5, 6, 7, 8)] == ["none", "none", *"PPLLCC"]
    assert [TABLES.ew_superiority(points) for points in (0, 1, 2, 3, 4, 5, 6, 9)] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [TABLES.ew_rise(die) for die in (-2, 4, 5, 6, 7, 9)] == [0, 0, 1, 1, 2, 2]
    assert (TABLES.ew.attacks_in_a_combat, TABLES.ew.range) == (3, 8)
    assert TABLES.division_commander.reach == 10


def test_single_figures() -> None:
    assert TABLES.movement.leaving_zone_of_control == 3
    assert TABLES.movement.whole_allowance_minimum == 6
    assert (TABLES.chemical.csps_at_least, TABLES.chemical.victory_points) == (2, 2)
    assert (TABLES.chemical.gas.cost, TABLES.chemical.gas.hit_up_to) == (3, 2)
    assert (TABLES.fatigue.highest, TABLES.fatigue.recovery_from) == (3, 4)
    assert (TABLES.breakdown.to_at_least, TABLES.breakdown.reunited_mode) == (2, "defend")
