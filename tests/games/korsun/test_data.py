"""What is printed: map, order of battle and tables are whole, and a faulty file is refused with file, place, reason."""

from __future__ import annotations

from functools import partial

import pytest

from service.engine.hexes import Hex
from service.engine.tables import DataFault
from service.games.korsun.game import KORSUN
from service.games.korsun.printed.scenario import Scenario, scenario, scenarios
from tests.other_data import spoiled

spoil = partial(spoiled, KORSUN)

FAULTS = [
    ("map", "  - cwcccwwccwmmmmccccccccwc", "  - cwcccwwccwmmmmccccccccw", "rows.3", "23 hexes, and"),
    ("map", "  - cwcccwwccwmmmm", "  - cwcccwwccwmmmq", "rows.3", "'q' in column 14 is no code"),
    ("map", "[0818, 0817, 0816,", "[0818, 0816, 0817,", "roads.A", "0818 and 0816 are not adjacent"),
    ("map", "[0812-0813, 1114-1213", "[0813-0812, 1114-1213", "bridges.1", "is no hexside"),
    ("map", "[0812-0813, 1114-1213", "[0811-0812, 1114-1213", "bridges", "has a bridge, and neither river nor stream"),
    ("terrain", "[3/2, 3/2], armor_", "[3:2, 3/2], armor_", "woods.defense", "fraction"),
    ("terrain", "{code: w,", "{code: c,", "hexes.woods.code", "no other terrain's"),
    ("weather", "6: storm}", "6: hail}", "visibility.second.6", "'hail' is unknown"),
    ("combat", "1d/-, 1/-]", "1d/-, 1/x]", "columns.1:4.6", "is no combat result"),
    ("combat", '  "1:3": [2D/-, ', '  "1:3": [', "columns.1:3", "5 results for the six faces"),
    ("combat", "-9..-4: -1", "-8..-4: -1", "artillery", "gap between -15..-10 and -8..-4"),
    ("units", "atk: [5, 4, 2], def: [6, 4, 2]", "atk: [5, 4], def: [6, 4, 2]", "G_infantry_regiment", "for each step"),
    ("movement", "  mud: -1\n", "", "intercept", "the entry 'mud' is missing"),
    ("scenarios/korsun-first", "  - {id: R105,", "  - {id: DG112,", "units.2", "stands twice"),
    ("scenarios/korsun-first", 'command: XI, hex: "1008"', "command: XX, hex: 1008", "units.2.command", "'XX' is"),
    ("scenarios/korsun-first", 'command: XI, hex: "1008"', 'command: XI, hex: "1406"', "units.2.hex", "out of play"),
    ("scenarios/korsun-first", 'command: XI, hex: "1008"', "command: XI, hex: 0811", "units", "both sides stand"),
    ("scenarios/korsun-first", "0..11: draw", "0..10: draw", "levels", "gap between 0..10 and 12..21"),
    ("options", "{points: 2, takes: 4}", "{points: 2}", "depot", "the entry 'takes' is missing"),
    ("scenarios/korsun-full", '["1203", "1116"]', '["1203", "1206"]', "partisans.2", "is major town; partisans"),
    ("scenarios/korsun-full", "column: 13, least: 9", "column: 8, least: 9", "front_boundary.column", "8"),
    ("scenarios/korsun-full", "eastern: 2UF, column", "eastern: 3UF, column", "front_boundary.eastern", "'3UF' is"),
    ("scenarios/korsun-intro", "AB2, AB3]}", "AB2, ART480]}", "components.3", "ART480 is no artillery of 2UF"),
    ("scenarios/korsun-intro", "  13: {1UF: 1,", "  14: {1UF: 1,", "replacements.14", "no game-turn of 8 to 13"),
    ("scenarios/korsun-intro", "  13: {1UF: 1,", "  13: {4UF: 1,", "replacements.13.4UF", "no Front or Korps"),
    ("scenarios/korsun-first", "panzer: true, hex: 0916", "panzer: true, hex: 0917", "markers.1.hex", "on a road"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "was", "becomes", "place", "reason"), FAULTS, ids=[one[4] for one in FAULTS])
def test_a_faulty_file_is_refused_with_file_place_and_reason(
    file: str, was: str, becomes: str, place: str, reason: str
):
    with pytest.raises(DataFault) as refused:
        scenarios(spoil(file, was, becomes))
    assert refused.value.file == f"{file.rpartition('/')[2]}.yaml"
    assert place in refused.value.place and reason in refused.value.reason


def printed(name: str) -> Scenario:
    assert KORSUN.data is not None
    return scenario(KORSUN.data.id, name)


@pytest.mark.parametrize(
    ("name", "german", "soviet", "steps"), [("korsun-first", 13, 12, (32, 26)), ("korsun-intro", 25, 25, (58, 54)),
                                            ("korsun-full", 48, 54, (111, 123))],
)  # fmt: skip
def test_each_scenario_has_the_forces_that_it_was_balanced_with(
    name: str, german: int, soviet: int, steps: tuple[int, int]
):
    counters = printed(name).counters.values()
    for side, number, together in zip(("German", "Soviet"), (german, soviet), steps, strict=True):
        own = [counter for counter in counters if counter.side == side]
        assert (len(own), sum(counter.profile.steps for counter in own)) == (number, together)


def test_the_first_evening_is_played_on_a_part_of_the_map():
    board = printed("korsun-first").board
    assert board.terrain[Hex("0511")].name == board.terrain[Hex("1406")].name == "out_of_play"
    assert {hex[:2] for hex in board.land} == {f"{column:02}" for column in range(6, 14)}
    assert board.bridges == {"0812-0813": "printed", "1114-1213": "printed"}


def test_the_river_leaves_two_ways_from_talne_to_lysa_and_zvenyhora():
    """It separates 0916 from 0811, 1213 and 1416 but for its bridges."""
    board, reached = printed("korsun-intro").board, {Hex("0916")}
    for hex in (queue := [Hex("0916")]):
        fresh = [there for there in board.beside(hex) if not board.is_river(hex, there) and there not in reached]
        reached.update(fresh)
        queue += fresh
    assert reached.isdisjoint({"0811", "1213", "1416"}) and {"0813", "1114"} <= reached
