"""The Initial Phase: its five steps, the weather, and what it does to smoke and fire."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Done
from service.games.skirmish.known.reports import EnemyLost, GroundSeen, WeatherTold
from service.games.skirmish.sections.air import Strike
from service.games.skirmish.sections.artillery import CallContact
from service.games.skirmish.sections.moving import Move
from tests.games.skirmish.positions import Table, position

CALM_DICE = {"SKR-WX-01": [3, 4]}


def initial(*bases: str, ground: dict[str, Any] | None = None, dice: dict[str, list[int]] | None = None) -> Table:
    """A first player turn's Initial Phase, worked as far as it goes by itself; the weather does not change."""
    return position(
        *(bases or ("A-L1 at 0408",)), phase="initial-phase", ground=ground, by_purpose=CALM_DICE | (dice or {})
    )


@pytest.mark.rule("SKR-SEQ-02")
def test_the_initial_phase_has_five_steps_in_order():
    table = position(
        "A-FO at 0307", "A-SQ6", "G-SQ1 at 1207", phase="initial-phase", turn=3, ground={"fires": {"0302": 2}},
        by_purpose={"SKR-AIR-01": [1, 1]},
    )  # fmt: skip
    assert table.step == "reinforcements"
    assert table.refused("allied", CallContact(battery="A-BTY")) == "WRONG_STEP"
    table.done_until("target")
    assert table.refused("allied", CallContact(battery="A-BTY")) == "WRONG_STEP"
    table.order("allied", Strike(hex="1207"), Done())
    table.done_until("prepared-fire")
    steps = ["weather", "smoke-and-fire", "reinforcements", "air-strike", "off-board-artillery"]
    assert [step for step in table.headings("initial-phase") if step != "target"] == steps


# ---- weather


@pytest.mark.rule("SKR-WX-01")
def test_dice_say_whether_the_weather_changes_once_a_game_turn():
    still = initial()
    before = still.opening.ground.weather
    assert still.truth.ground.weather == before
    changed = initial(dice={"SKR-WX-01": [1, 2]})
    assert changed.truth.ground.weather.visibility == 16 and before.visibility == 24
    for table, words in ((still, "no change"), (changed, "visibility worse")):
        assert [roll.public for roll in table.rolls("SKR-WX-01")] == [True]
        for side in ("allied", "german"):
            assert [report.change for report in table.told(side, WeatherTold)] == [words]
    second = position("G-SQ1 at 1309", phase="initial-phase", attacker="german")
    assert "weather" in second.headings("initial-phase") and not second.rolls("SKR-WX")


@pytest.mark.rule("SKR-WX-02")
@pytest.mark.parametrize(
    ("faces", "die", "element", "before", "after"),
    [
        ([1, 1], [], "precipitation", "dry", "light"),
        ([1, 1], [], "precipitation", "heavy", "heavy"),
        ([1, 2], [], "visibility", 24, 16),
        ([1, 3], [], "wind_direction", 5, 0),
        ([4, 6], [], "wind_direction", 0, 5),
        ([5, 6], [3], "wind_speed", "breeze", "calm"),
        ([5, 6], [4], "wind_speed", "breeze", "strong"),
        ([6, 6], [], "precipitation", "heavy", "light"),
        ([6, 6], [], "visibility", 8, 16),
        ([2, 3], [], "visibility", 16, 16),
        ([4, 5], [], "wind_direction", 2, 2),
    ],
)
def test_each_line_of_the_weather_table(faces: list[int], die: list[int], element: str, before: Any, after: Any):
    table = initial(ground={element: before}, dice={"SKR-WX-01": faces, "SKR-WX-02": die})
    was, now = table.opening.ground.weather, table.truth.ground.weather
    assert getattr(now, element) == after
    others = {"precipitation", "wind_speed", "wind_direction", "visibility"} - {element}
    if faces == [6, 6]:
        others -= {"precipitation", "visibility"}  # this line betters both, where there is something to better
    assert all(getattr(was, name) == getattr(now, name) for name in others)
    assert table.picture("german").ground.weather == table.picture("allied").ground.weather == now


def test_who_is_out_of_sight_in_the_murk_is_shown_where_he_was_last_seen():
    table = position(
        "A-SQ1 at 0307", "G-SQ1 at 1207", phase="initial-phase", ground={"visibility": 16},
        by_purpose={"SKR-WX-01": [1, 2]},
    )  # fmt: skip
    ghost = table.contact("allied", "1207")
    assert ghost is not None and not ghost.in_sight and ghost.shows is not None and ghost.shows.kind == "squad"
    table.done_until("movement", "german")
    table.order("german", Move(base="G-SQ1", path=("1307", "1407")))
    table.done("german")
    assert table.base("G-SQ1").hex == "1407"
    assert table.contact("allied", "1207") == ghost, "it stays a ghost, wherever the unit goes"


# ---- smoke


@pytest.mark.rule("SKR-SMK-03")
@pytest.mark.parametrize(
    ("die", "after"),
    [(2, {}), (3, {"0707": 1}), (5, {"0807": 1}), (6, {"0707": 1, "0807": 1})],
)
def test_smoke_thins_stays_drifts_or_spreads_down_wind(die: int, after: dict[str, int]):
    table = initial(ground={"smoke": {"0707": 1}, "wind_direction": 1}, dice={"SKR-SMK-03": [die]})
    assert table.truth.ground.smoke == after
    assert [roll.public for roll in table.rolls("SKR-SMK-03")] == [True]


@pytest.mark.rule("SKR-SMK-03")
def test_both_see_further_when_the_smoke_between_them_thins():
    bases = ("A-SQ1 at 0307", "G-SQ1 at 1207")
    dense = initial(*bases, ground={"smoke": {"0707": 2}}, dice={"SKR-SMK-03": [3]})
    assert dense.contact("allied", "1207") is None and dense.contact("german", "0307") is None
    thin = initial(*bases, ground={"smoke": {"0707": 2}}, dice={"SKR-SMK-03": [1]})
    for side, hex in (("allied", "1207"), ("german", "0307")):
        assert thin.contact(side, hex) is not None and thin.picture(side).ground.smoke == {"0707": 1}
        assert thin.picture(side).sight("0307", "1207").smoke == 1
        assert len(thin.told(side, GroundSeen)) == 1


@pytest.mark.rule("SKR-SMK-01")
@pytest.mark.parametrize(
    ("weather", "die", "after"),
    [
        ({"wind_speed": "calm"}, 2, {"0707": 2}),
        ({"wind_speed": "strong"}, 3, {"0707": 1}),
        ({"wind_speed": "breeze"}, 3, {"0707": 2}),
        ({"wind_speed": "breeze", "precipitation": "heavy"}, 3, {"0707": 1}),
        ({"wind_speed": "calm"}, 4, {"0707": 2}),  # it would drift, but there is no wind
        ({"wind_speed": "strong", "precipitation": "heavy"}, 6, {"0707": 2}),
    ],
)
def test_wind_and_rain_change_what_becomes_of_smoke(weather: dict[str, str], die: int, after: dict[str, int]):
    table = initial(ground={"smoke": {"0707": 2}, "wind_direction": 1} | weather, dice={"SKR-SMK-03": [die]})
    assert table.truth.ground.smoke == after


# ---- fire

BURNING = {"changed": {"0309": "woods"}, "fires": {"0309": 1}}


def burns(weather: dict[str, Any], spreads: list[int], goes_out: list[int] = [3, 3]) -> Table:  # noqa: B006
    """A wood at 0309 burns, with an orchard south-east of it, a hedge north-east of it, and open ground else."""
    dice = {"SKR-SMK-02 fire from 0309 to 0310": spreads, "SKR-SMK-02 fire from 0309 to 0308": [1, 1]}
    return initial(ground=BURNING | weather, dice=dice | {"SKR-SMK-02 fire at 0309": goes_out})


@pytest.mark.rule("SKR-SMK-02")
@pytest.mark.parametrize(
    ("weather", "reached", "missed"),
    [
        ({"wind_direction": 1}, [5, 5], [4, 5]),
        ({"wind_direction": 2}, [4, 4], [3, 4]),  # down-wind
        ({"wind_direction": 5}, [6, 6], [5, 6]),  # up-wind
        ({"wind_direction": 1, "wind_speed": "strong"}, [4, 5], [4, 4]),
        ({"wind_direction": 2, "precipitation": "light"}, [5, 5], [4, 5]),
    ],
)
def test_a_fire_leaps_to_a_neighbour_that_burns(weather: dict[str, Any], reached: list[int], missed: list[int]):
    table = burns(weather, reached)
    assert set(table.truth.ground.fires) == {"0309", "0310"}
    assert {roll.purpose[-4:] for roll in table.rolls("SKR-SMK-02 fire from")} == {"0308", "0310"}, "grass never burns"
    assert set(burns(weather, missed).truth.ground.fires) == {"0309"}


@pytest.mark.rule("SKR-SMK-01")
def test_heavy_rain_keeps_a_fire_from_spreading_and_puts_it_out_sooner():
    assert "0310" in burns({"wind_direction": 1}, [5, 5]).truth.ground.fires
    rain = {"wind_direction": 1, "precipitation": "heavy"}
    assert "0310" not in burns(rain, [5, 5]).truth.ground.fires
    assert "0309" in burns({"wind_direction": 1}, [1, 1], goes_out=[4, 4]).truth.ground.fires
    out = burns(rain, [1, 1], goes_out=[4, 4])
    assert "0309" not in out.truth.ground.fires and out.truth.ground.changed["0309"] == "open"


def test_a_fire_smokes_in_its_hex_and_down_wind_and_does_not_outlast_its_fuel():
    table = burns({"wind_direction": 1}, [1, 1])
    assert table.truth.ground.smoke == {"0309": 2, "0409": 1}
    old = position(
        "A-L1 at 0408", phase="initial-phase", turn=7, by_purpose=CALM_DICE | {"SKR-SMK-02": [1, 1, 1, 1, 1, 1]},
        ground={"fires": {"1308": 1}},
    )  # fmt: skip
    assert "1308" not in old.truth.ground.fires and old.truth.ground.changed["1308"] == "rubble"


def test_who_stays_in_a_burning_hex_is_lost():
    table = position(
        "A-SQ1 at 0302", "G-SQ1 at 1309", phase="combat-phase", step="advance", ground={"fires": {"0302": 1}}
    )
    table.done("allied")
    assert table.base("A-SQ1").gone == "eliminated" and not table.told("german", EnemyLost)


def test_a_scenario_may_begin_with_smoke_and_fires(variant):
    state = variant(smoke={"0707": 1}, fires=["0302"]).open("moulin-basset", {})
    assert state.ground.smoke == {"0707": 1} and set(state.ground.fires) == {"0302"}
    assert state.pictures["german"].ground == state.ground
