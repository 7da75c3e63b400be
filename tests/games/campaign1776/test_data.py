"""What is printed is whole, and a faulty file is refused with file, place and reason."""

from __future__ import annotations

import pytest

from service.engine.tables import DataFault
from service.games.campaign1776.game import DATA
from service.games.campaign1776.known.counters import ones
from service.games.campaign1776.printed.board import read_board
from service.games.campaign1776.printed.scenario import scenario, scenarios
from service.games.campaign1776.printed.tables import load
from tests.games.campaign1776.printed_data import NORTH, spoil, tables

MAP, FIRST = "maps/northern-theatre", "scenarios/brandywine-1777"
FAULTS = [
    (MAP, 'terrain: "fffffccffffffffff', 'terrain: "fffffccfffffffff', "rows.1.area", "speaks of 23 hexes"),
    (MAP, 'terrain: "fffffcc', 'terrain: "fffffcq', "rows.1.terrain", "'q' is no code of the terrain chart"),
    (MAP, 'area: "C9 N8 -6"', 'area: "C9 N7 -7"', "rows.1.area", "ZZZ55 is forest"),
    (MAP, "{row: YYY,", "{row: ZZZ,", "rows.2.row", "stands twice"),
    (MAP, "{row: YYY,", "{row: YZY,", "rows.2.row", "'YZY' is not a row"),
    (MAP, "RRR37/SSS38, RRR37/RRR38", "RRR37/SSS39, RRR37/RRR38", "hexsides.2.sides.1", "no hexside in common"),
    (MAP, "RRR37/SSS38, RRR37/RRR38", "SSS38/RRR37, RRR37/RRR38", "hexsides.2.sides.1", "lower row"),
    (MAP, "{name: La Chute, class: 2", "{name: La Chute, class: 4", "hexsides.5.class", "outside 1..3"),
    (MAP, "coastal: [", "coastal: [HHH37/III37, ", "coastal.1", "listed as class_2, too"),
    (MAP, "coastal: [", "coastal: [AAA43/AAA44, ", "coastal.1", "C76-MAP-08"),
    (MAP, "coastal: [", "coastal: [AAA43/BBB43, ", "rows", "is the side of inland_water, and listed as coastal"),
    (MAP, "shoals: [", "shoals: [HHH37/III37, ", "shoals.1", "is not coastal"),
    (MAP, "[RRR50/RRR51, RRR51/SSS51]", "[RRR50/RRR51, SSS51/TTT51]", "gaps.1", "share a vertex"),
    (MAP, "entrance: III46/III47}", "entrance: III45/III46}", "Boston.entrance", "C76-PRT-01"),
    (MAP, "{hex: III46, entrance: III46/III47}", "{hex: III46}", "ports.Boston", "'entrance' is missing"),
    (MAP, "Worcester: GGG44", "Worcester: III47", "N.Worcester", "III47 is no land hex"),
    (MAP, "Worcester: GGG44", "Worcester: DDD37", "strategic_towns.N", "Worcester lies in M"),
    (MAP, "south: [LL35", "south: [LL34", "exits.south.1", "is no sea-lane hex on the edge"),
    (MAP, "st_lawrence: ZZZ44/ZZZ45", "st_lawrence: ZZZ45/ZZZ46", "exits.st_lawrence", "is not river/lake"),
    (MAP, 'map_edge_class3: ["CCC28:W", ', "map_edge_class3: [", "map_edge_class3", "CCC28:W, EEE29:W"),
    (MAP, "border_frozen: [", "border_frozen: [OO33/PP34, ", "border_frozen", "listed as unfrozen, too"),
    (MAP, "id: northern-theatre", "id: southern-theatre", "id", "northern-theatre.yaml"),
    (MAP, "towns_required: 20", "towns_required: 23", "towns_required", "fewer strategic towns"),
    ("maps/fixture", "[FF30/GG31, ", "[FF30/GG31, A11:S, ", "hexsides.1.sides.2", "is not a hexside"),
    ("maps/fixture", "[FF30/GG31, ", '[FF30/GG31, "A12:E", ', "hexsides.1.sides.2", "no side of this map"),
    ("terrain", "{code: f,", "{code: c,", "hexes.forest.code", "no other terrain's"),
    ("terrain", "{code: f, cost: 2}", "{code: f, cost: 2, sides: coastal}", "hexes.forest", "land has a cost"),
    ("units", "role: militia, allowance: 8, aboard: [British]", "role: militias, allowance: 8, aboard: [British]",
     "kinds.TM.role", "'militias' is unknown"),
    ("units", "nation: French, role: artillery", "nation: French, role: supply", "kinds",
     "one kind of French artillery"),
    ("units", "denominations: [1, 3", "denominations: [3", "denominations", "begin with 1"),
    ("counter_mix", "{British: 5, American: 5}", "{British: 5}", "forts", "'American' is missing"),
    ("calendar", "spring: [4, 5, 6]", "spring: [4, 5]", "quarters", "every month lies in one quarter"),
    ("forced_march", '  1: ["0", 1 H', '  1: ["2", 1 H', "rows.1", "nobody gains more"),
    ("forced_march", '  1: ["0", 1 H', '  1: ["0", 1 X', "rows.1.2", "no result of a forced march"),
    ("forced_march", "3 H, 3 H, 4 H]", "2 H, 3 H, 4 H]", "rows.3.4", "C76-AV-12 says '3 H'"),
    ("odds_table", "  4:         [T/-, ", "  4:         [", "rows.4", "10 results for 11 columns"),
    ("odds_table", "  4:         [T/-, ", "  4:         [T/Q, ", "rows.4.1", "'T/Q' is no combat result"),
    ("odds_table", "  4:         [T/-, ", "  4:         [-/-, ", "rows.4.1", "a battle might never end"),
    ("odds_table", "  6:         [T/S", "  8:         [T/S", "rows", "gap between 5 and 8"),
    ("odds_table", "S/T, S/T, -/E, -/E]", "S/T, S/T, S/E, -/E]", "rows", "C76-NTR-18"),
    ("tactical_matrix", "  FA: [0, -2, -2,", "  FA: [0, -1, -2,", "rows.FA", "C76-PBM-27"),
    ("tactical_matrix", "  FA: [0, -2, -2,", "  FA: [0, XX, -2,", "rows.FA.2", "'XX' is unknown"),
    ("tactical_matrix", "  FA: [0, -2, -2,", "  FA: [0, -2,", "rows.FA", "7 entries for 8 cards"),
    ("modifiers", "unsupplied: 1/2", "unsupplied: half", "unsupplied", "expected a fraction"),
    ("modifiers", "unsupplied: 1/2", "unsupplied: 1/2\nweather: 1", "", "'weather' is unknown"),
    ("works", "bateaus: {supply: 1, most: 2, exchanged: 2}", "bateaus: {supply: 1, most: 2}", "bateaus", "'exchanged'"),
    ("naval", "embark_or_debark_in_port: 5 ", "embark_or_debark_in_port: 4 ", "in_port", "C76-NTR-18 says 5"),
    ("naval", '1: [A D-2, A D-1, A D-1, "-"]', '1: [A D-3, A D-1, A D-1, "-"]', "rows.1.1", "no result of naval"),
    ("naval", '1: [A D-2, A D-1, A D-1, "-"]', "1: [A D-2, A D-1, A D-1]", "rows.1", "3 results for 4 columns"),
    ("off_board", "  - [Halifax, east box]", "  - [Halifax, Halifax]", "links.2", "a link joins two boxes"),
    ("off_board", "[Halifax, West Indies]  ", "[Halifax, Jamaica]  ", "ports.2", "'Jamaica' is unknown"),
    ("areas", "{RM: [10, 8, 5, 0], TM", "{RM: [10, 8, 5], TM", "militia.N.RM", "a number for each of"),
    ("reinforcements", "BS: 1}, any_port: true}", "BS: 1}}", "groups.E", "can enter nowhere"),
    ("reinforcements", "{month: 1776-05", "{month: 1776-13", "groups.A.month", "expected a month"),
    ("winter", "months: [1, 2, 3]", "months: [1, 2, 13]", "months.3", "outside 1..12"),
    ("french", "{from: 1777-07, least: 11}", "{from: 1779-07, least: 11}", "least", "not in order"),
    ("french", "aboard: {FR: 5, FA: 1}", "aboard: {XR: 5, FA: 1}", "fleets.aboard.XR", "'XR' is unknown"),
    ("west_indies", "box: West Indies", "box: East Indies", "box", "'East Indies' is unknown"),
    ("west_indies", "stay: 3 ", "stay: 4 ", "stay", "C76-WI-01 says 3"),
    ("variable_forces", "French:  {fleets: 1", "Spanish: {fleets: 1", "", "'French' is missing"),
    ("victory", "short: {win: 5, draw: 4", "short: {win: 5, draw: 6", "short.draw", "no more towns"),
    ("intel", "body: 4..9", "body: 5..9", "sizes", "gap between 1..3 and 5..9"),
    ("dice", "{die: owner, result: owner}", "{die: owner, result: nobody}", "forced_march.result", "'nobody'"),
    ("doctrine", "American: [RM, CA, FR]", "American: [RM, CA]", "loss_order.American", "each of CA, FR, RM once"),
    ("doctrine", "go_on:", "start: true\ngo_on:", "start", "no rule reads this"),
    (FIRST, "months: [1777-08, 1777-11]", "months: [1777-08, 1777-07]", "months", "comes before the first"),
    (FIRST, "map: northern-theatre", "map: southern-theatre", "map", "'southern-theatre' is unknown"),
    (FIRST, "    OO32: {outside: {BR: 12", "    OO26: {outside: {BR: 12", "British.OO26", "no land hex in play"),
    (FIRST, "    OO32: {outside: {BR: 12", "    OO32: {outside: {CA: 12", "outside.CA", "'CA' is unknown"),
    (FIRST, "    OO32: {outside: {BR: 12", "    PP32: {outside: {BR: 12", "at_start", "both sides stand in PP32"),
    (FIRST, "aboard: {BR: 2}", "aboard: {BR: 16}", "aboard", "a TR carries 15, not 16"),
    (FIRST, "    NN36: {fleets", "    NN33: {fleets", "British.NN33", "no sea lane, class 3 side, port or box"),
    (FIRST, "QQ33: {fort: true, inside", "QQ33: {inside", "American.QQ33", "nobody is inside without one"),
    (FIRST, "{month: 1777-09, seat", "{month: 1777-12, seat", "arrivals.1.month", "is over"),
    (FIRST, "win: 2, draw: 1", "win: 2, draw: 3", "victory.draw", "no more points"),
    ("scenarios/northern-war-1777", "start_of: northern-war", "start_of: southern-war", "start_of", "is unknown"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "was", "becomes", "place", "reason"), FAULTS)
def test_a_faulty_file_is_refused_with_file_place_and_reason(
    file: str, was: str, becomes: str, place: str, reason: str
):
    folder, _, name = file.rpartition("/")
    with pytest.raises(DataFault) as refused:
        match spoil(file, was, becomes), folder:
            case data, "maps":
                read_board(data, name, tables().terrain)
            case data, "":
                load(data)
            case data, _:
                scenario(data, name)
    assert refused.value.file == f"{name}.yaml"
    assert place in refused.value.place and reason in refused.value.reason


@pytest.mark.rule("C76-GEN-02")
def test_a_file_that_says_otherwise_than_the_rules_is_reported_with_the_rule():
    assert tables().naval.costs.embark_or_debark_in_port == 5
    with pytest.raises(DataFault, match=r"naval\.yaml: costs\.enemy_occupied_hex: is 6, and C76-NTR-11 says 5"):
        load(spoil("naval", "enemy_occupied_hex: 5", "enemy_occupied_hex: 6"))


def test_a_set_of_before_is_read_though_nothing_reads_some_of_its_figures():
    assert load(spoil("doctrine", "go_on:", "start: false\ncapture: true\ngo_on:")).doctrine == tables().doctrine


@pytest.mark.rule("C76-PRT-01")
def test_every_port_has_one_entrance_and_a_file_without_it_is_refused():
    with pytest.raises(DataFault, match=r"ports\.Newport: the entry 'entrance' is missing"):
        read_board(spoil(MAP, "{hex: EEE46, entrance: DDD45/EEE46}", "{hex: EEE46}"), NORTH, tables().terrain)
    board = scenario(DATA.id, "northern-war").board
    assert len(board.ports) == 10
    for port in board.ports.values():
        assert board.sides[port.entrance] in ("river/lake", "coastal") and port.hex in port.entrance.split("/")


# ---- what the tables say


def test_the_scenarios_begin_with_the_forces_that_they_were_made_with():
    found = {}
    for rules in scenarios(DATA.id):
        for seat, places in rules.at_start.items():
            points = [
                number for there in places.values()
                for units in (there.outside, there.inside, *(fleet.aboard for fleet in there.fleets))
                for code, number in units.items() if rules.kind(code).combat
            ]  # fmt: skip
            found[rules.name, seat[0]] = sum(points)
    assert found == {
        ("brandywine-1777", "B"): 14, ("brandywine-1777", "A"): 8, ("highlands-1777", "B"): 23,
        ("highlands-1777", "A"): 16, ("northern-war", "B"): 12, ("northern-war", "A"): 33,
        ("northern-war-1777", "B"): 12, ("northern-war-1777", "A"): 33,
    }  # fmt: skip
    assert [(rules.name, rules.turns) for rules in scenarios(DATA.id)] == [
        ("brandywine-1777", 4), ("highlands-1777", 5), ("northern-war-1777", 24), ("northern-war", 72),
    ]  # fmt: skip


def test_the_first_evening_is_played_between_york_and_the_delaware():
    rules = scenario(DATA.id, "brandywine-1777")
    assert {"NN28", "TT33", "SS35"} <= rules.land_in_play and not {"UU36", "MM33", "OO26"} & rules.land_in_play
    assert "NN36" in rules.sea_in_play and "UU40" not in rules.sea_in_play
    assert tables().calendar.named(rules.month(1)) == "August 1777" and not rules.is_winter(4)


def test_winter_lasts_from_january_to_march_and_an_interphase_follows_each_quarter():
    rules = scenario(DATA.id, "northern-war")
    assert [turn for turn in range(1, 13) if rules.is_winter(turn)] == [1, 2, 3]
    assert [turn for turn in range(1, 13) if tables().calendar.closes_quarter(rules.month(turn))] == [3, 6, 9, 12]


def test_france_comes_in_sooner_from_half_year_to_half_year():
    french, january = tables().french, 12 * 1777
    months = (january - 1, january, january + 6, january + 12, january + 18, january + 24, january + 36, january + 59)
    assert [french.needed(month) for month in months] == [None, 12, 11, 10, 9, 8, 7, 7]


@pytest.mark.rule("C76-PBM-12", "C76-PBM-13", "C76-PBM-14", "C76-PBM-15")
def test_there_are_as_many_counters_as_the_rules_say():
    mix = tables().counter_mix
    assert dict(mix.supply) == {"British": 14, "American": 10, "French": 5}
    assert dict(mix.bateaus) == {"British": 7, "American": 7}
    assert dict(mix.entrenchments) == {"British": 11, "American": 7}
    assert dict(mix.one_point) == {"BR": 18, "CA": 14, "FR": 3}


def test_a_pool_takes_the_fewest_counters_of_one_point_of_all_ways_to_lay_it():
    """Of 10, 5, 3 and 1: seven are two threes and a one, not a five and two."""
    worth = tables().units.denominations
    assert {size: taken for size in range(1, 60) if (taken := ones(size, worth))} == {1: 1, 2: 2, 4: 1, 7: 1}
