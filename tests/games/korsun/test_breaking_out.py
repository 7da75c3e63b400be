"""F7: what is added to the die, who is lost, where a way ends, and what the game counts after it (16.5, 20.0)."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.korsun.known.reports import BreakoutTried, GameEnded
from service.games.korsun.sections.breakout import BreakOut
from tests.games.korsun.table import Table, position

RING = ("42 at 0811", "21 at 1011", "86 at 1213", "DG112 at 0907", "marker III at 0916 sp 4", "marker KORSUN at 1206")
"""Soviet zones of control shut the way from the pocket to the sources in the south."""


def night(*things: str, die: int = 1, scenario: str = "korsun-first", turn: int = 17, **entries: Any) -> Table:
    """F7 of a game-turn in which a breakout was declared."""
    return position(*things, heading="F breakout", scenario=scenario, turn=turn, breakout=turn,
                    by_purpose={"KOR-GBO-02": [die] * 4}, **entries)  # fmt: skip


def tried(table: Table, unit: str, *path: str) -> BreakoutTried:
    table.order("ge", BreakOut(unit=unit, path=path))  # type: ignore[arg-type]
    return table.told("ge", BreakoutTried)[-1]


@pytest.mark.rule("KOR-GBO-02")
@pytest.mark.parametrize(
    ("unit", "path", "there", "weather", "total"),
    [
        ("R105 at 0911", ("0912", "0913"), (), {}, 5),  # over the river
        ("R105 at 0811", ("0812", "0813"), (), {}, 4),  # over the bridge
        ("R105 at 0911", ("0912", "0913", "1012"), (), {}, 6),  # and over the river again
        ("R105 at 1008", ("1009", "1010"), ("86 at 1111",), {}, 5),  # into a zone of control
        ("R105 at 1008", ("1009", "1010"), ("86 at 1111", "R124 at 1010"), {}, 4),  # where a combat unit of ours stands
        ("SSG at 1008", ("1009", "1010"), (), {"ground": "mud"}, 5),
        ("R105 at 1008", ("1009", "1010"), (), {"ground": "mud"}, 4),  # on foot
        ("R105 at 1008", ("1009", "1010"), (), {"visibility": "overcast"}, 3),
        ("R105 at 1008", ("1009", "1010"), (), {"visibility": "storm"}, 2),
    ],
)  # fmt: skip
def test_rivers_zones_mud_and_weather_change_the_die(
    unit: str, path: tuple[str, ...], there: tuple[str, ...], weather: dict[str, str], total: int
):
    table = night(unit, *there, "marker III at 0916 sp 4", "marker KORSUN at 1206", die=4, **weather)
    came = tried(table, unit.split()[0], *path)
    assert (came.die, came.total) == (4, total)


@pytest.mark.rule("KOR-GBO-02")
@pytest.mark.parametrize(
    ("unit", "ground", "way", "barred"),
    [
        ("SSG at 0911", "mud", ("0912", "0913"), True), ("SSPZ at 0911", "mud", ("0912", "0913"), True),
        ("R105 at 0911", "mud", ("0912", "0913"), False), ("SSG at 0911", "frozen", ("0912", "0913"), False),
        ("SSPZ at 0911", "frozen", ("0912", "0913"), False), ("SSG at 0811", "mud", ("0812", "0813"), False),
    ],
)  # fmt: skip
def test_a_river_without_a_bridge_bars_wheels_and_tracks_from_the_way_out_in_mud(
    unit: str, ground: str, way: tuple[str, ...], barred: bool
):
    table = night(unit, "marker III at 0916 sp 4", "marker KORSUN at 1206", ground=ground)
    order = BreakOut(unit=unit.split()[0], path=way)  # type: ignore[arg-type]
    if barred:
        refused = table.refused("ge", order)
        assert (refused.rule, refused.reason) == ("KOR-GBO-02", f"The way to {way[-1]} is barred.")
    else:
        assert tried(table, order.unit, *way).hex == way[-1]


def test_a_way_out_is_cut_short_by_a_hex_where_too_many_would_stand():
    full = ("R124 at 1010", "DG112 at 1010", "SSG at 1010")
    table = night("R105 at 1008", *full, "86 at 0612", "marker III at 0916 sp 4", "marker KORSUN at 1206")
    assert tried(table, "R105", "1009", "1010").hex == "1009"
    table = night("R105 at 1008", *full[:2], "86 at 0612", "marker III at 0916 sp 4", "marker KORSUN at 1206")
    assert tried(table, "R105", "1009", "1010").hex == "1010"


@pytest.mark.rule("KOR-GBO-02")
@pytest.mark.parametrize(("full", "hex", "total"), [(False, "0913", 5), (True, "0912", 4)])
def test_nothing_is_added_for_a_river_before_a_hex_without_room(full: bool, hex: str, total: int):
    there = ("64PG at 0913", "79PG at 0913", "34R at 0913") if full else ()
    table = night("R105 at 0911", *there, "marker III at 0916 sp 4", "marker KORSUN at 1206", die=4)
    came = tried(table, "R105", "0912", "0913")
    assert (came.hex, came.total) == (hex, total)


@pytest.mark.rule("KOR-GBO-02")
@pytest.mark.parametrize("order", [("R105", "SSG"), ("SSG", "R105")])
def test_units_break_out_one_after_the_other_as_their_owner_lists_them(order: tuple[str, str]):
    """There is room for one of them in 1109; who comes second stops before it."""
    pocket = ("R105 at 1008", "SSG at 1008", "R124 at 1109", "DG112 at 1109")
    table = night(*pocket, *RING[:3], *RING[4:])
    table.order("ge", *(BreakOut(unit=unit, path=("1009", "1109")) for unit in order))  # type: ignore[arg-type]
    assert [(one.unit, one.hex) for one in table.told("ge", BreakoutTried)] == [(order[0], "1109"), (order[1], "1009")]


@pytest.mark.rule("KOR-GBO-02")
def test_a_unit_tries_to_break_out_once():
    table = night("R105 at 1009", *RING)
    assert not tried(table, "R105", "1109").saved
    refused = table.refused("ge", BreakOut(unit="R105", path=("1108",)))  # type: ignore[arg-type]
    assert refused.rule == "KOR-GBO-02"
    assert [option.subjects for option in table.options("ge", "break-out")] == [("DG112",)]


def test_guns_of_the_pocket_are_lost_and_its_alarm_units_go_uncounted():
    things = ("R105 at 1508", "ART188 at 0907", "AL1 at 0906", "42 at 0610", "marker KORSUN at 1206")
    table = night(*things, scenario="korsun-intro", turn=11, isolated=["XXXXII", "XI"])
    tried(table, "R105", "1509")
    assert not {"ART188", "AL1"} & table.truth.units.keys()
    assert table.truth.lost["German"] == {"armor_unit": 0, "other": 1}


@pytest.mark.rule("KOR-GBO-03")
def test_steps_that_were_saved_count_for_the_german_side_at_the_end():
    table = night("R105 at 1009", *RING)
    assert tried(table, "R105", "1110", "1111", "1112", "1113").saved
    table.done("ge")
    while not table.truth.ended:
        table.done(table.waiting[0])
    [ended] = table.told("ge", GameEnded)
    assert ended.items["German"]["pocket"] == 4 * 2, "two steps, a point each, in quarters"


def test_an_attempt_in_the_last_game_turn_leaves_the_end_to_stage_g():
    table = night("R105 at 1009", *RING, turn=19)
    tried(table, "R105", "1109")
    table.done("ge")
    [ended] = table.told("so", GameEnded)
    assert table.truth.ended and table.truth.turn == 19 and ended == table.told("ge", GameEnded)[0]


# ---- the points (20.0, 25.5)


def counted(*things: str, scenario: str = "korsun-first", turn: int = 19, **entries: Any) -> GameEnded:
    [ended] = position(*things, heading="G", scenario=scenario, turn=turn, **entries).told("ge", GameEnded)
    return ended


@pytest.mark.rule("KOR-END-02")
@pytest.mark.parametrize(
    ("places", "german", "soviet", "level"),
    [(4, 2, 1, "draw"), (4, 2, 0, "soviet-victory"), (0, 0, 1, "draw"), (0, 0, 2, "german-victory")],
)  # fmt: skip
def test_halves_of_a_point_are_cut_off_toward_0(places: int, german: int, soviet: int, level: str):
    """Ten points for four places, one for each German step, half a point for each Soviet one: 11½, 12, −½, −1."""
    held = dict.fromkeys(("0811", "0907", "1206", "1213")[:places], "Soviet")
    lost = {"Soviet": {"armor_unit": 0, "other": soviet}, "German": {"armor_unit": 0, "other": german}}
    assert counted("79PG at 0816", "42 at 0611", control=held, lost=lost).level == level


@pytest.mark.parametrize(("unit", "points"), [("AL1", {}), ("R245", {"pocket": 6})])
def test_alarm_units_in_the_pocket_are_worth_nothing(unit: str, points: dict[str, int]):
    """Half a point a step, in quarters."""
    ended = counted(f"{unit} at 0907", "DG332 at 0704", "42 at 0110", scenario="korsun-intro", turn=13)
    free = ended.items.get("German", {}).get("pocket", 0)
    assert free == 6 + points.get("pocket", 0)


@pytest.mark.parametrize(("declared", "points"), [(0, 0), (10, 16)])
def test_operation_wanda_gives_the_soviet_side_points(declared: int, points: int):
    ended = counted("R105 at 1508", "42 at 0110", scenario="korsun-intro", turn=13, wanda_declared=declared)
    assert ended.items.get("Soviet", {}).get("wanda", 0) == points


@pytest.mark.parametrize(("turn", "noted"), [(9, 0), (10, 16)])
def test_korsun_isolated_at_the_end_of_game_turn_10_is_noted_and_told_to_both(turn: int, noted: int):
    ring = ("42 at 1005", "21 at 1007", "86 at 1208", "1127 at 1407", "1129 at 1405", "1131 at 1204")
    table = position("R105 at 1206", *ring, heading="G", scenario="korsun-intro", turn=turn)
    assert [table.truth.public.noted, table.picture("so").public.noted, table.picture("ge").public.noted] == [noted] * 3


@pytest.mark.parametrize("side", ["Soviet", "German"])
def test_a_side_without_a_combat_unit_ends_the_game_at_once(side: str):
    things = ("ART480 at 0409", "R105 at 1508") if side == "Soviet" else ("42 at 0110", "ART188 at 1508")
    table = position(*things, heading="E combat", scenario="korsun-intro", turn=9)
    while not table.truth.ended and table.heading != "5-engineering-phase":
        table.done(table.waiting[0])
    assert table.truth.ended and table.told("so", GameEnded) == table.told("ge", GameEnded) != []
