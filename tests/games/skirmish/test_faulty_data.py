"""A set of data that lacks what the rules name is refused when it is read, with the file, the place and the reason."""

from __future__ import annotations

from functools import partial

import pytest

from service.engine.tables import DataFault
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.printed.bases import SHORT
from service.games.skirmish.printed.scenario import scenario
from service.games.skirmish.printed.tables import load
from tests.other_data import spoiled

spoil = partial(spoiled, SKIRMISH)

FAULTS = [
    ("bases", "  crew:   ", "  loader: ", "classes", "'crew' is missing"),
    ("bases", "  leader: ", "  chief:  ", "classes", "'leader' is missing"),
    ("bases", "  gun:  ", "  tube: ", "classes", "'gun' is missing"),
    ("bases", "  vehicle: ", "  machine: ", "classes", "'vehicle' is missing"),
    ("bases", "title: gun, men: crew", "title: gun, men: multi", "classes.gun.men", "'multi' is unknown"),
    ("bases", "{multi: 1, single: 3}", "{multi: 1}", "stacking", "'single' is missing"),
    ("bases", "ap: 11, range: 4}", "ap: 11, range: 5}", "weapons.bazooka.range", "should end at 5"),
    ("terrain", "  open:  ", "  flat:  ", "terrain", "'open' is missing"),
    ("terrain", "  rubble:  ", "  debris:  ", "terrain", "'rubble' is missing"),
    ("terrain", 'letter: "u"', 'letter: "r"', "terrain", "one letter"),
    ("fire", "dice: 2d6", "dice: 1d10", "dice", "'1d10' is unknown; known are 2d6"),
    ("fire", "  waited: 1", "  paused: 1", "modifiers", "'waited' is missing"),
    ("fire", "  small target: 1", "  tiny target: 1", "to_hit_modifiers", "'small target' is missing"),
    ("fire", '"8 or more": 4', '"8": 4', "suppressions", "should end at the highest numbers"),
    ("fire", '"17-24": 6', '"17-23": 6', "to_hit", "should end at 24"),
    ("fire", '"3 or more": nothing', '"3": nothing', "kill", "should end at the highest numbers"),
    ("fire", "long_range_divisor: 2", "long_range_divisor: 0", "long_range_divisor", "0 lies outside 1 or more"),
    ("morale", "dice: 2d6", "dice: 3d6", "dice", "'3d6' is unknown"),
    ("morale", '"6": -1', '"7": -1', "leaders.created_rating", "gap"),
    ("morale", "created_die: 1d6", "created_die: 1d8", "leaders.created_rating", "a throw of 7 has no line"),
    ("weather", "[dry, light, heavy]", "[dry, wet]", "precipitation", "there are three"),
    ("weather", "[calm, breeze, strong]", "[calm]", "wind", "two values at least"),
    ("weather", "dice: 2d6", "dice: 3d6", "change", "a throw of 13 has no line"),
    ("weather", '"12": better', '"12": best', "change.12", "'best' is unknown"),
    ("weather", "spreads}", "grows}", "smoke.result.6 or more", "'grows' is unknown"),
    ("weather", "wind_speed_die: 1d6", "wind_speed_die: d6", "wind_speed_die", "'d6' are no dice"),
    ("support", '"12": mistaken', '"12": lost', "air.wide.12", "'lost' is unknown"),
    ("support", "distance_die: 1d6", "distance_die: 16", "artillery.distance_die", "expected a text"),
    ("sighting", '"1": 8, "2": 4', '"2": 4', "in_cover", "should begin at 1"),
    ("close_combat", '"5 or more": eliminated', '"5": eliminated', "results", "should end at the highest numbers"),
    ("options", "fog:", "mist:", "the whole file", "'fog' is missing"),
    ("options", "[alternate, fixed_attacker]", "[]", "turn_structure", "nothing to choose from"),
]  # fmt: skip
SCENARIO = "scenarios/moulin-basset"
SCENARIO_FAULTS = [
    ("first: true, ", "", "sides", "one of the two is first"),
    ("friendly_edge: east", "friendly_edge: up", "sides.german.friendly_edge", "'up' is unknown"),
    ('headquarters: "2007"', 'headquarters: "2107"', "sides.german.headquarters", "'2107' is off the map"),
    ('allied: {columns: "01-05"', 'allied: {columns: "1 to 5"', "setup_zones.allied.columns", "'1 to 5' is no band"),
    ('{columns: "04-08"', '{columns: "08-04"', "level_1.1.columns", "'08-04' is no band"),
    ('"4 or more": {title', '"4 and up": {title', "victory.outcomes.4 and up", "'4 and up' is no band"),
    ("  german: {columns:", "  dutch: {columns:", "setup_zones", "'german' is missing"),
    ("concealed_at_start: [german]", "concealed_at_start: [dutch]", "concealed_at_start.1", "'dutch' is unknown"),
    ("scorer: allied", "scorer: dutch", "victory.scorer", "'dutch' is unknown"),
    ("winner: german", "winner: dutch", "victory.outcomes.-15..-11.winner", "'dutch' is unknown"),
    ('"-7..3"', '"-6..3"', "victory.outcomes", "there is a gap"),
    (", crew: 2", "", "victory.enemy", "'crew' is missing"),
    ('{"1308": 3', '{"2308": 3', "victory.hexes.2308", "off the map"),
    ("precipitation: dry", "precipitation: hail", "weather.precipitation", "'hail' is unknown"),
    ("wind_speed: breeze", "wind_speed: gale", "weather.wind_speed", "'gale' is unknown"),
    ("wind_direction: 1", "wind_direction: 6", "weather.wind_direction", "6 lies outside 0..5"),
    ("visibility: 24}", "visibility: 20}", "weather.visibility", "none of 24, 16, 8"),
    ('replenish: "on"', 'replenish: "often"', "options.replenish", "'often' is unknown"),
    ('side: german, hex: "1013"', 'side: german, hex: "2113"', "dummies.1.hex", "'2113' is off the map"),
    ('north: ["0701"', 'north: ["2701"', "reinforcements.1.zones.north.1", "'2701' is off the map"),
    ("kind: observer,", "kind: spy,", "units.A-FO", "no known class 'spy'"),
    ("short: Hartley,", "short: Hartleyson,", "units.A-L1", "no room for 'Hartleyson' on its counter"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "place", "reason"), FAULTS)
def test_a_set_that_lacks_what_the_rules_name_is_refused(
    file: str, old: str, new: str, place: str, reason: str
) -> None:
    with pytest.raises(DataFault) as refusal:
        load(spoil(file, old, new))
    assert (refusal.value.file, refusal.value.place) == (f"{file}.yaml", place)
    assert reason in refusal.value.reason


@pytest.mark.parametrize(("old", "new", "place", "reason"), SCENARIO_FAULTS)
def test_a_scenario_that_does_not_fit_together_is_refused(old: str, new: str, place: str, reason: str) -> None:
    with pytest.raises(DataFault) as refusal:
        scenario(spoil(SCENARIO, old, new), "moulin-basset")
    assert (refusal.value.file, refusal.value.place) == ("moulin-basset.yaml", place)
    assert reason in refusal.value.reason


def test_a_counter_says_the_short_name_that_the_data_have_or_makes_one_of_a_name():
    given = scenario(SKIRMISH.data_id, "moulin-basset")
    said = {unit.name: given.short_name(unit.name) for unit in given.everybody.values()}
    assert said["1st squad"] == "1 Sq" and said["Panzerfaust team"] == "Pzfaust" and said["Tank"] == "Tank"
    assert all(len(short) <= SHORT for short in said.values())
    assert given.short_name("10th Fusilier squad") == "1Fs", "a name that no file has a short one for"
