"""Stages A and B: ground, visibility, air missions (KOR-WX-01 to 06, KOR-AIR-01 to 05)."""

from __future__ import annotations

import pytest

from service.engine.sentences import plain_text
from service.games.korsun.game import KORSUN
from service.games.korsun.known.reports import Thrown, WeatherSettled
from tests.games.korsun.table import Table, position

BOTH = ("DG112 at 0907", "21 at 0912")
INTRO = ("DG332 at 0711", "R124 at 1808", "21 at 0510", "204 at 2012")


def weather(turn: int, ground: int, *visibility: int) -> Table:
    dice = {"KOR-WX-02": [ground], "KOR-WX-04": [visibility[0]], "KOR-WX-05": [*visibility[1:]]}
    return position(*INTRO, heading="weather", scenario="korsun-intro", turn=turn, by_purpose=dice)


def settled(table: Table) -> WeatherSettled:
    [report] = table.told("ge", WeatherSettled)
    assert [report] == table.told("so", WeatherSettled)
    return report


@pytest.mark.rule("KOR-WX-01")
def test_the_ground_is_settled_before_the_visibility():
    table = weather(11, 1, 5, 6)
    assert [roll.purpose[:9] for roll in table.rolls("KOR-WX")] == ["KOR-WX-02", "KOR-WX-04", "KOR-WX-05"]
    assert (settled(table).ground, settled(table).visibility) == ("mud", "storm")


@pytest.mark.rule("KOR-WX-02", "KOR-WX-03")
@pytest.mark.parametrize(("turn", "modifier", "ground"), [(8, 2, "frozen"), (11, -2, "mud")])
def test_the_modifier_of_the_game_turn_is_added_to_the_ground_die(turn: int, modifier: int, ground: str):
    table = weather(turn, 2, 1)
    assert (settled(table).ground_die, settled(table).modifier) == (2, modifier)
    assert {table.truth.public.ground, table.picture("so").public.ground, table.picture("ge").public.ground} == {ground}


@pytest.mark.rule("KOR-WX-03")
def test_one_ground_condition_serves_both_player_turns():
    table = weather(11, 1, 3)
    for side, heading in (
        ("Soviet", "b-movement-segment"),
        ("German", "b-movement-segment"),
        ("German", "5-engineering-phase"),
    ):
        table.done_until(heading)
        while table.truth.phasing != side:
            table.done(table.waiting[0]).done_until(heading)
        assert (table.truth.turn, table.truth.public.ground) == (11, "mud")
    assert len(table.rolls("KOR-WX-02")) == 1


@pytest.mark.rule("KOR-WX-04")
def test_the_visibility_die_is_read_bare():
    table = weather(8, 6, 3)
    assert (settled(table).visibility, settled(table).visibility_dice) == ("clear", (3,))


@pytest.mark.rule("KOR-WX-05")
@pytest.mark.parametrize(
    ("dice", "becomes"), [((6, 5), "overcast"), ((4, 6), "storm"), ((1,), "clear"), ((5, 1), "overcast")]
)
def test_an_overcast_sky_is_thrown_for_once_more(dice: tuple[int, ...], becomes: str):
    table = weather(8, 6, *dice)
    assert (settled(table).visibility, settled(table).visibility_dice) == (becomes, dice)


@pytest.mark.rule("KOR-WX-06")
def test_one_visibility_serves_both_player_turns():
    table = weather(9, 6, 4, 6)
    for heading in ("a-combat-declaration-segment", "f-reserve-combat-segment", "b-german-declaration-segment"):
        table.done_until(heading)
        assert table.truth.public.visibility == "storm"
    table.done_until("a-combat-declaration-segment")
    assert len(table.rolls("KOR-WX-04")) == 1 and table.truth.phasing == "German"


def air(ground: str, visibility: str, dice: list[int], **entries: int) -> Table:
    return position(
        *INTRO, heading="air", scenario="korsun-intro", turn=9, ground=ground, visibility=visibility,
        by_purpose={"KOR-AIR-01": dice}, **entries,
    )  # fmt: skip


@pytest.mark.rule("KOR-AIR-01")
def test_each_side_throws_on_a_table_of_its_own():
    table = air("mud", "clear", [4, 4, 4])
    assert table.truth.stores["German"].missions == {"German": 2}
    assert table.truth.stores["Soviet"].missions == {"1UF": 1, "2UF": 1}


@pytest.mark.rule("KOR-AIR-02", "KOR-AIR-05")
def test_each_front_in_play_throws_for_itself_and_its_die_is_its_owners_alone():
    table = air("frozen", "clear", [2, 6, 1])
    assert [roll.purpose.split()[-1] for roll in table.rolls("KOR-AIR-01")] == ["German", "1UF", "2UF"]
    assert table.truth.stores["Soviet"].missions == {"1UF": 3, "2UF": 1}
    assert [report.die for report in table.told("so", Thrown)] == [6, 1]
    assert [report.die for report in table.told("ge", Thrown)] == [2]


@pytest.mark.rule("KOR-AIR-03")
def test_all_modifiers_are_added_before_the_table_is_read():
    [thrown] = air("frozen", "clear", [5, 1, 1]).told("ge", Thrown)
    assert (thrown.modifiers, thrown.track, thrown.missions) == ({"clear": 1}, "German", 3)
    [wanda] = air("frozen", "overcast", [5, 1, 1], wanda_air=1).told("ge", Thrown)
    assert (wanda.modifiers, wanda.missions) == ({"overcast": -1, "operation_wanda": 2}, 3)
    assert "die 5 (overcast −1, Operation Wanda +2)" in plain_text(KORSUN.words.prose(wanda))


@pytest.mark.rule("KOR-AIR-04")
@pytest.mark.parametrize(("ground", "missions"), [("frozen", 3), ("mud", 2)])
def test_the_ground_condition_is_the_column(ground: str, missions: int):
    assert air(ground, "clear", [5, 1, 1]).truth.stores["German"].missions == {"German": missions}


def test_in_a_storm_the_throws_are_made_and_nobody_flies():
    table = air("frozen", "storm", [6, 6, 6])
    assert len(table.rolls("KOR-AIR-01")) == 3
    assert set(table.truth.stores["Soviet"].missions.values()) | {table.truth.stores["German"].missions["German"]} == {
        0
    }
