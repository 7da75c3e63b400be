"""A data file that is faulty is refused with the file, the place and the reason."""

from __future__ import annotations

from functools import partial

import pytest

from service.engine.data import DataSet
from service.engine.tables import DataFault
from service.games.ndc.game import NDC
from service.games.ndc.printed.scenario import scenario
from service.games.ndc.printed.tables import load
from service.games.ndc.sections.intelligence import to_allot
from service.games.ndc.staff.sitrep import division
from tests.other_data import spoiled
from tests.positions import new_match

spoil = partial(spoiled, NDC)

FAULTS = [
    ("crt_11_93", "    10: [1/0", "    11: [1/0", "table.rows", "gap between 9 and 11"),
    ("crt_11_93", "    1:  [AB,  AB,", "    0:  [AB,  AB,", "table.rows", "begins with 0, but should begin at 1"),
    ("crt_11_93", "-7..-4", "-6..-4", "table.columns", "gap between -11..-8 and -6..-4"),
    ("crt_11_93", "1/1,    1/1r1]", "1/1]", "table.rows.1", "10 cells for 11 columns"),
    ("crt_11_93", "1/1r1]", "1/1x1]", "table.rows.1.11", "is no combat result"),
    ("crt_11_93", "die: 1d10", "die: 1d12", "die", "are no dice"),
    ("crt_11_93", "overrun_retreat: 2\n", "", "the whole file", "'overrun_retreat' is missing"),
    ("table_8_7", "-1:    ", "-1..0:", "table.rows", "overlap"),
    ("table_8_7", "[0, +1, +2]", "[0, one, +2]", "table.rows.1.2", "expected a whole number, found 'one'"),
    ("table_8_7", "{None: -1, 1: -1,", "{None: -1,", "observed_fire", "the entry '1' is missing"),
    ("table_8_65", "12 or more]", "13 or more]", "table.columns", "gap between 8..11 and 13 or more"),
    ("table_8_65", "D2, D2]", "D2, E]", "table.rows.7 or more.5", "no result of counter-battery fire"),
    ("table_5_1", "6 or more: 4", "6 or more: 5", "level.6 or more", "5 lies outside 0..4"),
    ("table_5_7", "[F, R, T, U]", "[F, R, X, U]", "modifiers.cover_terrain.3", "'X' is unknown"),
    ("table_5_7", "cover: -1", "shelter: -1", "modifiers", "'shelter' is unknown"),
    ("modes", "when_displaced: march", "when_displaced: charge", "modes.march.when_displaced", "'charge' is unknown"),
    ("modes", "  deployed:\n    types: [HQ]", "  parked:\n    types: [HQ]", "modes", "'deployed' is missing"),
    ("modes", "dug-in: if-idle", "dug-in: sometimes", "changes.defend.dug-in", "'sometimes' is unknown"),
    ("modes", "triple: {hexes: 3", "triple: {hexes: 4", "zones.triple.hexes", "4 lies outside 3"),
    ("profiles", "attack: [12, 7, 15]", "charge: [12, 7, 15]", "profiles.ARM-US.modes", "'attack' is missing"),
    ("profiles", "attack: [12, 7, 15]", "attack: [12, 7]", "profiles.ARM-US.modes.attack", "attack, defence and"),
    ("profiles", "class: wheeled", "class: flying", "profiles.HQ.class", "'flying' is unknown"),
    ("profiles", "3: -1, ", "", "to_levels", "without a gap"),
    ("chart_9_7", "tracked: 6, wheeled: 8, foot: 4", "tracked: 6, foot: 4", "terrain.F.cost", "'wheeled'"),
    ("chart_9_7", "high_ground: [H, R]", "high_ground: [H, M]", "attack.high_ground.2", "'M' is unknown"),
    ("chart_9_7", "amphibious: true", "amphibious: 3", "major_river.crossing_amphibious", "expected true or false"),
    ("weather", "10-12:", "10-11:", "results", "should end at 12"),
    ("weather", "Night: fog}", "Night: frog}", "results.8-9.Night", "'frog' is unknown"),
    ("modifiers", "NDC-DFM-04: ", "NDC-DFM-17: ", "the whole file", "'NDC-DFM-04' is missing"),
    ("modifiers", "{F0: 0, F1: -2,", "{F0: 0,", "NDC-ATM-08.ladder", "'F1' is missing"),
    ("modifiers", "value: -8", "each: -8", "NDC-ATM-06", "'value' is missing"),
    ("modifiers", "NDC-ATM-07:", "NDC-ATM-06:", "line ", "stands twice"),
    ("commander", "5-6: L", "5-6: X", "result.5-6", "'X' is unknown"),
    ("interdiction", "points_per_marker: 3", "points_per_marker: 0", "points_per_marker", "0 lies outside 1 or more"),
    ("ew", "range: 8", "range: far", "range", "expected a whole number, found 'far'"),
    ("ew", "points_per_attack: 1", "points_per_attack: 0", "points_per_attack", "0 lies outside 1 or more"),
    ("ew", "highest: 3", "highest: 5", "highest", "5 lies outside 0..3"),
    ("ew", "6 or more: 3}", "6 or more: 4}", "superiority.6 or more", "4 lies outside 0..3"),
    ("fatigue", "highest: 3", "highest: 4", "highest", "4 lies outside 0..3"),
    ("reports", "highest: 4", "highest: 6", "highest", "6 lies outside 0..4"),
    ("breakdown", "parts: [A, B]", "parts: [A]", "parts", "there are two parts"),
    ("breakdown", "parts: [A, B]", "parts: [A, A]", "parts", "a name of its own"),
    ("breakdown", "to_at_least: 2", "to_at_least: 1", "to_at_least", "1 lies outside 2 or more"),
    ("fatigue", "provenance: >-", "source: >-", "the whole file", "'provenance' is missing"),
    ("command", "range_per_ew_level: -1", "range_per_ew_level: [", "line ", ""),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "place", "reason"), FAULTS)
def test_a_faulty_file_is_refused(file: str, old: str, new: str, place: str, reason: str) -> None:
    with pytest.raises(DataFault) as refusal:
        load(spoil(file, old, new))
    assert refusal.value.file == f"{file}.yaml"
    assert refusal.value.place.startswith(place) if place.startswith("line") else refusal.value.place == place
    assert reason in refusal.value.reason
    assert str(refusal.value) == f"{file}.yaml: {refusal.value.place}: {refusal.value.reason}"


def test_a_missing_file_is_refused() -> None:
    assert NDC.data is not None
    copy = DataSet.of({path: text for path, text in NDC.data.files.items() if path != "ew.yaml"}).id
    with pytest.raises(DataFault, match=r"ew\.yaml: the whole file: the file is missing"):
        load(copy)


SCENARIO_FAULTS = [
    ('short: "Rec"', 'short: "Recon"', "units.Soviet.5.short", "'Recon' has no room on a counter: 4 letters have"),
    ("echelon: regiment", "echelon: horde", "units.Soviet.2.echelon", "'horde' is unknown"),
    ('hexes: ["1006"]', 'hexes: ["2106"]', "units.US.7.hexes.1", "2106 is off the map"),
    ('hexes: ["0904"]', "hexes: [904]", "units.US.2.hexes.1", "is a quote missing?"),
    ("parent: U-1B", "parent: U-9B", "units.US.6.parent", "'U-9B' is no HQ of US"),
    ("parent: U-1B", "parent: S-1R", "units.US.6.parent", "'S-1R' is no HQ of US"),
    ("parent: U-1B", "parent: U-A1", "units.US.6.parent", "'U-A1' is no HQ of US"),
    ("parent: U-1B, ", "", "units.US.6", "has no parent, and is no HQ"),
    ("profile: ARM-US", "profile: ARM-GE", "units.US.7.profile", "'ARM-GE' is unknown"),
    ("id: U-A2", "id: U-A1", "units.US.10", "the id U-A1 stands twice"),
    ("id: S-RC", "id: U-A1", "units.US.7", "the id U-A1 stands twice"),
    ("modes: [deployed]", "modes: [attack]", "units.US.1.modes.1", "'attack' is unknown"),
    ("modes: [march]}", "modes: [defend]}", "units.US.11.modes", "reinforcements enter in march or attack"),
    ("parent: U-DIV, rating: 2", "parent: U-DIV, rating: 4", "units.US.2.rating", "4 lies outside 0..3"),
    ('["1608", "1609"]', '["1608"]', "units.US.4.hexes", "holds 2 hexes, not 1"),
    ('["1608", "1609"]', '["1608", "1610"]', "units.US.4.hexes", "1610 is not adjacent to 1608"),
    ("arty 3, arty 3, air", "guns 3, arty 3, air", "units.US.1.assets.1", "'guns 3' is no asset"),
    ('hexes: ["1804"]', 'hexes: ["1803"]', "units.Soviet.6.hexes", "too many combat units stand in 1803"),
    ('hexes: ["1804"]', 'hexes: ["1609"]', "units.Soviet.7.hexes", "both sides stand in 1609"),
    ('entry: ["0113"]', 'entry: ["0213"]', "units.US.11.entry", "0213 is not at the edge"),
    ("turn: 3,", "turn: 7,", "units.US.12.turn", "7 lies outside 1..6"),
    ("1109-1209", "1109-1208-", "map.major_river.1", "is no hex"),
    ("1110-1210", "1110-1211", "map.major_river.3", "1110 and 1211 are not adjacent"),
    ("0606-0706", "1109-1209", "map.minor_river", "1109-1209 is a major river already"),
    ("bridges: [1204-1304, ", "bridges: [", "map.bridges", "at 1204-1304 a road crosses a river without"),
    ("bridges: [", "bridges: [0607-0707, ", "map.bridges", "at 0607-0707 no road crosses a river"),
    ('["0104", "2004"]', '["0104", "2005"]', "map.roads.1", "the road jumps from 0104 to 2005"),
    ('["0104", "2004"]', '["0104"]', "map.roads.1", "a road needs two ends"),
    ('["0108", "2008"]', '["0108", "2108"]', "map.autobahn.1.2", "2108 is off the map"),
    ("- CCTCCCHCTCCTCCCTCCCC", "- CCTCCCHCTCCTCCCTCCC", "map.terrain.4", "19 hexes for a map of 20"),
    ("- CCTCCCHCTCCTCCCTCCCC", "- CCTCCCHCTCCTCCCTCCCZ", "map.terrain.4", "'Z' in hex 2004 is no terrain"),
    ("rows: 16", "rows: 17", "map.terrain", "16 rows for a map of 17"),
    ("columns: 20", "columns: 21", "map.terrain.1", "20 hexes for a map of 21"),
    ('"0313": Talhofen', '"3113": Talhofen', "map.places.3113", "3113 is off the map"),
    ('objectives: {"1604": 2', 'objectives: {"1617": 2', "objectives.1617", "1617 is off the map"),
    ("-5..2:", "-4..2:", "victory.outcomes", "gap between -6 or less and -4..2"),
    ("scorer: Soviet", "scorer: British", "victory.scorer", "'British' is unknown"),
    ("{name: draw}", "{name: draw, winner: nobody}", "victory.outcomes.3..4.winner", "'nobody' is unknown"),
    ("[S-TR]", "[S-A3]", "sides.Soviet.commander_starts_with.1", "'S-A3' is unknown"),
    ("second: US", "second: Soviet", "players", "both players have the same side"),
    ("turns: [Morning", "turns: [Dusk", "turns.1", "'Dusk' is unknown"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "place", "reason"), SCENARIO_FAULTS)
def test_a_faulty_scenario_is_refused(old: str, new: str, place: str, reason: str) -> None:
    copy = spoil("scenarios/kaltenbach", old, new)
    with pytest.raises(DataFault) as refusal:
        scenario(copy, "kaltenbach")
    assert (refusal.value.file, refusal.value.place) == ("kaltenbach.yaml", place)
    assert reason in refusal.value.reason


def test_a_side_without_a_chemical_ladder_is_refused() -> None:
    copy = spoil("modifiers", "Soviet: [5, 3, 1]", "Polish: [5, 3, 1]")
    with pytest.raises(DataFault, match=r"sides\.Soviet: the modifiers NDC-DFM-08 and 09"):
        scenario(copy, "kaltenbach")


def test_figures_are_read_and_not_hard_wired() -> None:
    """An owner of the published game may turn the sign of the defender's T/O level."""
    copy = spoil("modifiers", 'T/O level, measure: "-"', 'T/O level, measure: "+"')
    assert load(copy).modifier("NDC-DFM-04", 4) == 4


def test_a_headquarters_is_one_by_its_type_whatever_its_profile_is_called() -> None:
    assert NDC.data is not None
    files = {
        path: text.replace("profile: HQ,", "profile: Staff,").replace("  HQ: {type: HQ,", "  Staff: {type: HQ,")
        for path, text in NDC.data.files.items()
    }
    game = NDC.bound_to(DataSet.of(files))
    state = game.open("kaltenbach", {})
    assert {unit.profile for unit in state.rules.units if unit.type == "HQ"} == {"Staff"}
    assert division(state.pictures["US"]) == "US Division"


def test_points_of_a_kind_that_the_data_leave_out_cannot_go_to_intelligence():
    tables, own = load(spoil("table_5_1", "kinds: [air, signal]", "kinds: [signal]")), new_match().picture("us").own
    assert to_allot(load(NDC.data_id), own.values(), "air") > 0
    assert to_allot(tables, own.values(), "air") == 0 < to_allot(tables, own.values(), "signal")
