"""E3 and F3: reserves and movement (KOR-SMV-01 to 12, KOR-GMV-01 to 09)."""

from __future__ import annotations

import pytest

from service.games.korsun.known.lines import AddDemolitionLine, AddInterceptLine
from service.games.korsun.known.reports import EnemySeen, Intercepted, MoveStopped, OverrunTried, Thrown
from service.games.korsun.known.standing import DemolitionLine, InterceptLine
from service.games.korsun.sections.movement import Move, MoveByRail, MoveByRoad
from service.games.korsun.sections.reserves import DeclareReserve
from tests.games.korsun.table import Table, position


def soviet(*things: str, **entries: object) -> Table:
    return position(*things, heading="E movement", scenario="korsun-intro", turn=9, **entries)  # type: ignore[arg-type]


def german(*things: str, **entries: object) -> Table:
    return position(*things, heading="F movement", scenario="korsun-intro", turn=9, **entries)  # type: ignore[arg-type]


def spent(table: Table, unit: str) -> int:
    return table.unit(unit).spent


# ---- reserves


@pytest.mark.rule("KOR-SMV-01", "KOR-SMV-02")
def test_who_qualifies_is_placed_in_reserve_before_anybody_moves():
    things = ("22GTB at 0511", "42 at 0610", "20GTB at 0611", "DG332 at 0711")
    table = position(*things, heading="E reserves", scenario="korsun-intro")
    assert table.refused("so", DeclareReserve(units=("20GTB",))).rule == "KOR-SMV-02"  # in a zone of control
    assert table.refused("so", DeclareReserve(units=("42",))).rule == "KOR-SMV-02"
    table.order("so", DeclareReserve(units=("22GTB",))).done("so")
    assert table.unit("22GTB").reserve and table.heading == "b-movement-segment"
    assert table.refused("so", DeclareReserve(units=("22GTB",))).rule == "KOR-SMV-02"


@pytest.mark.parametrize("state", ["disorganized", "regroup", "oos1"])
def test_nobody_in_disorder_or_out_of_supply_is_placed_in_reserve(state: str):
    things = (f"22GTB at 0511 {state}", "20GTB at 0505", "DG332 at 0711")
    table = position(*things, heading="E reserves", scenario="korsun-intro")
    assert {id for option in table.options("so", "declare-reserve") for id in option.subjects} == {"20GTB"}
    assert table.refused("so", DeclareReserve(units=("22GTB",))).rule == "KOR-SMV-02"
    assert table.order("so", DeclareReserve(units=("20GTB",))).unit("20GTB").reserve


@pytest.mark.rule("KOR-GMV-01")
def test_german_reserves_are_declared_before_anybody_moves():
    things = ("11PZ at 1817", "16PZ at 1716", "42 at 0110")
    table = position(*things, heading="F reserves", scenario="korsun-intro")
    assert table.refused("ge", Move(units=("16PZ",), path=("1715",))).rule == "KOR-SMV-03"
    table.order("ge", DeclareReserve(units=("11PZ",))).done("ge").order("ge", Move(units=("16PZ",), path=("1715",)))
    assert table.refused("ge", DeclareReserve(units=("16PZ",))).rule == "KOR-SMV-02"
    assert table.unit("11PZ").reserve


@pytest.mark.rule("KOR-SMV-08", "KOR-GMV-06")
@pytest.mark.parametrize(("unit", "seat", "turn"), [("22GTB", "so", "E"), ("11PZ", "ge", "F")])
def test_a_reserve_stands_still_in_the_movement_segment(unit: str, seat: str, turn: str):
    table = position(f"{unit} at 1817 reserve", "DG332 at 0711", "42 at 0610", heading=f"{turn} movement",
                     scenario="korsun-intro")  # fmt: skip
    assert table.refused(seat, Move(units=(unit,), path=("1816",))).rule == "KOR-SMV-08"
    assert not any(unit in option.subjects for option in table.options(seat, "move"))


# ---- terrain, zones, modes


@pytest.mark.rule("KOR-SMV-03")
def test_a_side_moves_as_many_units_as_it_likes():
    table = soviet("42 at 0510", "21 at 0511", "86 at 0409", "DG332 at 0711")
    table.order(
        "so", *(Move(units=(unit,), path=(hex,)) for unit, hex in (("42", "0509"), ("21", "0411"), ("86", "0408")))
    )
    assert [table.unit(unit).hex for unit in ("42", "21", "86")] == ["0509", "0411", "0408"]
    soviet("42 at 0510", "DG332 at 0711").done("so")


@pytest.mark.rule("KOR-SMV-04")
def test_a_unit_keeps_to_one_mode_in_a_segment():
    table = soviet("20GTB at 0408", "DG332 at 0711", "marker 6TA at 0409")
    table.order("so", Move(units=("20GTB",), path=("0308",)))
    assert table.refused("so", MoveByRoad(unit="20GTB", to="0107")).rule == "KOR-SMV-04"
    assert table.refused("so", MoveByRail(unit="20GTB", to="1817")).rule == "KOR-GMV-03"


@pytest.mark.rule("KOR-SMV-05")
@pytest.mark.parametrize(("ground", "points"), [("frozen", 4), ("mud", None)])
def test_terrain_governs_cost_and_possibility(ground: str, points: int | None):
    table = soviet("80TB at 2012", "DG332 at 0711", ground=ground)
    order = Move(units=("80TB",), path=("2013",))
    if points is None:
        assert table.refused("so", order).rule == "KOR-SMV-05"
    else:
        assert spent(table.order("so", order), "80TB") == points


@pytest.mark.rule("KOR-SMV-06")
def test_a_zone_of_control_costs_two_points_and_stops():
    table = soviet("21 at 0510", "42 at 0611", "DG332 at 0711")
    assert table.refused("so", Move(units=("21",), path=("0610", "0710"))).rule == "KOR-SMV-06"
    table.order("so", Move(units=("21",), path=("0610",)))
    assert spent(table, "21") == 1 + 2 and table.unit("21").ended
    weak = soviet("21 at 0510", "42 at 0611", "DG332 at 0711 disorganized")
    weak.order("so", Move(units=("21",), path=("0610", "0710")))
    assert (spent(weak, "21"), weak.unit("21").ended) == ((1 + 1) + (4), False)


def test_from_zone_to_zone_a_unit_goes_one_hex_with_its_whole_allowance():
    table = soviet("21 at 0610", "DG332 at 0711")
    table.order("so", Move(units=("21",), path=("0611",)))
    assert spent(table, "21") == 6 and table.unit("21").ended


@pytest.mark.rule("KOR-SMV-06")
@pytest.mark.parametrize(("bridges", "crosses"), [({}, False), ({"1012-1013": "S"}, True)])
def test_from_zone_to_zone_nobody_goes_over_a_river_without_a_bridge(bridges: dict[str, str], crosses: bool):
    table = soviet("42 at 1012", "21 at 1115", "DG332 at 1011", "DG255 at 1114", bridges=bridges)
    order = Move(units=("42",), path=("1013",))
    if crosses:
        assert spent(table.order("so", order), "42") == 6
    else:
        assert table.refused("so", order).rule == "KOR-SMV-06"


def test_an_unseen_zone_may_be_entered_and_stops_the_mover():
    """20GTB comes round through woods, in which nothing is seen beyond one hex."""
    table = soviet("20GTB at 0507", "DG255 at 0708", visibility="overcast")
    assert table.contact("so", "0708") is not None
    blind = soviet("20GTB at 0504", "DG255 at 0708", visibility="storm")
    assert blind.contact("so", "0708") is None
    blind.order("so", Move(units=("20GTB",), path=("0505", "0605", "0606", "0607")))
    assert blind.unit("20GTB").hex == "0607" and blind.unit("20GTB").ended
    assert blind.contact("so", "0708") is not None


def test_a_mover_stops_before_a_hex_that_turns_out_occupied_and_sees_who_is_there():
    table = soviet("20GTB at 0504", "AL1 at 0606", visibility="storm")
    table.order("so", Move(units=("20GTB",), path=("0505", "0605", "0606")))
    [stopped] = table.told("so", MoveStopped)
    assert (table.unit("20GTB").hex, stopped.why) == ("0605", "occupied")
    seen = table.contact("so", "0606")
    assert seen is not None and [unit.id for unit in seen.units] == ["AL1"]


@pytest.mark.rule("KOR-SMV-07")
@pytest.mark.parametrize(("die", "hex"), [(3, "0809"), (6, "0709")])
def test_a_strong_unit_overruns_an_alarm_unit(die: int, hex: str):
    table = soviet("20GTB at 0709", "AL1 at 0809", "DG332 at 1808", by_purpose={"KOR-SMV-07": [die]})
    table.order("so", Move(units=("20GTB",), path=("0809",)))
    [tried] = table.told("so", OverrunTried)
    assert (table.unit("20GTB").hex, tried.succeeded, "AL1" in table.truth.units) == (hex, die < 6, die == 6)
    assert table.unit("20GTB").ended is (die == 6)


@pytest.mark.rule("KOR-SMV-11", "KOR-SMV-12")
def test_guns_with_a_subscript_that_move_are_marked_no_fire():
    table = soviet("AB1 at 2111", "ART480 at 0509", "RKT308 at 2109", "AB2 at 2111", "DG332 at 0711")
    for unit, hex in (("AB1", "2110"), ("ART480", "0508"), ("RKT308", "2108")):
        table.order("so", Move(units=(unit,), path=(hex,)))
    assert [table.unit(unit).no_fire for unit in ("AB1", "ART480", "RKT308", "AB2")] == [2, 1, 0, 0]


@pytest.mark.rule("KOR-GMV-09")
def test_german_guns_with_subscript_1_are_marked_no_fire_1():
    table = german("ART119 at 1712", "WERF54 at 1713", "42 at 0110")
    table.order("ge", Move(units=("ART119",), path=("1612",)), Move(units=("WERF54",), path=("1613",)))
    assert [table.unit(unit).no_fire for unit in ("ART119", "WERF54")] == [1, 0]


# ---- the German side's modes


@pytest.mark.rule("KOR-GMV-02")
def test_german_units_move_tactically_or_strategically():
    table = german("110PG at 1615", "SSG at 1814", "42 at 0110")
    assert table.refused("ge", MoveByRoad(unit="SSG", to="1813")).rule == "KOR-GMV-02"
    table.order("ge", MoveByRoad(unit="110PG", to="1607"))
    assert (table.unit("110PG").hex, spent(table, "110PG")) == ("1607", 9)
    beside = german("110PG at 1615", "204 at 1711", "R544 at 1712", "42 at 0110")
    assert beside.refused("ge", MoveByRoad(unit="110PG", to="1712")).rule == "KOR-GMV-02"  # in a zone of control
    german("110PG at 1615", "42 at 0110").done("ge")


@pytest.mark.rule("KOR-GMV-03")
def test_reinforcements_alone_come_by_rail_on_arrival():
    things = ("79PG staged", "110PG at 1615", "AL2 at 1814", "204 at 1912", "206 at 1912")
    table = position(*things, heading="F movement", scenario="korsun-intro", turn=10)
    assert table.refused("ge", MoveByRail(unit="79PG", to="1812")).rule == "KOR-GMV-03"
    assert table.refused("ge", MoveByRail(unit="110PG", to="1813")).rule == "KOR-GMV-03"
    assert table.order("ge", MoveByRail(unit="79PG", to="1813")).unit("79PG").hex == "1813"
    late = position(*things, heading="F movement", scenario="korsun-intro", turn=11)
    assert late.refused("ge", MoveByRail(unit="79PG", to="1813")).rule == "KOR-GMV-03"


@pytest.mark.rule("KOR-GMV-04")
def test_a_bridge_carries_by_road_and_without_it_the_river_is_paid():
    whole = german("16PZ at 0813", "42 at 0110", "marker III at 0813").order(
        "ge", Move(units=("16PZ",), path=("0812",))
    )
    assert spent(whole, "16PZ") == 1
    deep = german("16PZ at 0813", "42 at 0110", ground="mud").order("ge", Move(units=("16PZ",), path=("0812",)))
    assert spent(deep, "16PZ") == 2
    blown = german("16PZ at 0813", "42 at 0110", bridges={}).order("ge", Move(units=("16PZ",), path=("0812",)))
    assert spent(blown, "16PZ") == 2 + 3
    mud = german("16PZ at 0813", "42 at 0110", bridges={}, ground="mud")
    assert mud.refused("ge", Move(units=("16PZ",), path=("0812",))).rule == "KOR-SMV-05"


@pytest.mark.rule("KOR-GMV-05")
def test_soviet_zones_stop_german_units_and_their_hexes_cannot_be_entered():
    table = german("64PG at 0912", "9MB at 0910")
    assert table.refused("ge", Move(units=("64PG",), path=("0911", "0910"))).rule == "KOR-GMV-05"
    table.order("ge", Move(units=("64PG",), path=("0911",)))
    assert table.unit("64PG").ended and spent(table, "64PG") == 2 + 2


# ---- entering


@pytest.mark.rule("KOR-SRR-06")
def test_staged_units_enter_and_pay_for_every_hex():
    table = soviet("9MB staged", "42 at 0510", "DG332 at 0711")
    table.order("so", Move(units=("9MB",), path=("0107", "0207")))
    assert (table.unit("9MB").hex, spent(table, "9MB")) == ("0207", 2)
    waits = soviet("9MB staged", "42 at 0510", "DG332 at 0711").done("so")
    assert (waits.unit("9MB").hex, waits.unit("9MB").box) == (None, "staged")


@pytest.mark.rule("KOR-GRR-10")
def test_german_staged_units_enter_and_pay_for_every_hex():
    table = german("16PZ staged", "42 at 0110")
    table.order("ge", Move(units=("16PZ",), path=("0818", "0817", "0816")))
    assert (table.unit("16PZ").hex, spent(table, "16PZ")) == ("0816", 3)


# ---- what the other side does from its lines


def lines(table: Table, seat: str, **entries: list[object]) -> Table:
    """A side's lines, as they were given before."""
    for name, given in entries.items():
        setattr(table.picture(seat).standing, name, given)
    return table


@pytest.mark.rule("KOR-SMV-09")
def test_german_armor_intercepts_a_tactical_move_by_its_lines():
    """Two hexes on, 8GTB is stopped; along the same road strategically nobody throws."""
    things = ("11PZ at 1813", "8GTB at 2112", "marker 5GTA at 2112")
    table = lines(soviet(*things, by_purpose={"KOR-SMV-09": [5]}), "ge", intercepts=[InterceptLine()])
    table.order("so", Move(units=("8GTB",), path=("2012", "1912", "1812")))
    [intercepted] = table.told("so", Intercepted)
    assert intercepted.unit == "11PZ" and table.unit("8GTB").hex != "1812" and table.unit("8GTB").ended
    road = lines(soviet(*things), "ge", intercepts=[InterceptLine()])
    road.order("so", MoveByRoad(unit="8GTB", to="2012"))
    assert not road.rolls("KOR-SMV-09") and road.unit("8GTB").hex == "2012" == table.unit("8GTB").hex


def test_whoever_was_intercepted_has_ended_its_move_though_the_interceptor_fell():
    worn = ("11PZ at 1813 lost 2", "8GTB at 2112", "20GTB at 2112", "marker 5GTA at 2112")
    table = soviet(*worn, by_purpose={"KOR-SMV-09": [5], "KOR-CBT-31": [6, 6]})
    lines(table, "ge", intercepts=[InterceptLine()])
    table.order("so", Move(units=("8GTB", "20GTB"), path=("2012", "1912", "1812")))
    assert "11PZ" not in table.truth.units and table.unit("8GTB").hex == "2012" and table.unit("8GTB").ended


@pytest.mark.rule("KOR-GMV-07")
@pytest.mark.parametrize(("die", "comes"), [(5, True), (4, False)])
def test_soviet_armor_intercepts_by_its_lines_and_a_failure_is_its_own_secret(die: int, comes: bool):
    table = german("16PZ at 0915", "20GTB at 1213", by_purpose={"KOR-SMV-09": [die]})
    lines(table, "so", intercepts=[InterceptLine()])
    table.order("ge", Move(units=("16PZ",), path=("1014", "1114")))
    assert bool(table.told("ge", Intercepted)) is comes
    assert not table.told("ge", Thrown)
    table.done("ge")
    assert bool(table.told("so", Thrown)) is not comes


@pytest.mark.rule("KOR-SMV-10")
def test_a_bridge_is_blown_before_the_mover_can_cross():
    """After that the river is paid: clear 2, river 1, zone of control 2."""
    table = soviet("42 at 0811", "PI16 at 0814", "ENG27 at 0810", by_purpose={"KOR-SMV-10": [4]})
    lines(table, "ge", demolitions=[DemolitionLine(bridge="0812-0813")])
    table.order("so", Move(units=("42",), path=("0812", "0813")))
    assert table.unit("42").hex == "0812" and "0812-0813" not in table.truth.public.bridges
    before = spent(table, "42")
    table.order("so", Move(units=("42",), path=("0813",)))
    assert spent(table, "42") - before == 5


@pytest.mark.rule("KOR-GMV-08")
def test_soviet_units_blow_a_bridge_in_the_hex_that_a_german_unit_enters():
    table = german("16PZ at 0815", "9MB at 0811", by_purpose={"KOR-SMV-10": [5]})
    lines(table, "so", demolitions=[DemolitionLine()])
    table.order("ge", Move(units=("16PZ",), path=("0814", "0813")))
    assert table.unit("16PZ").hex == "0813" and "0812-0813" not in table.truth.public.bridges
    [stopped] = table.told("ge", MoveStopped)
    assert stopped.why == "bridge" and not table.told("ge", Thrown)


def test_the_other_side_is_told_of_a_movement_segment_when_it_is_closed():
    table = soviet("20GTB at 0510", "DG332 at 0711")
    table.order("so", Move(units=("20GTB",), path=("0610",)))
    before = table.truth.log_lengths["German"]
    assert not table.told("ge", EnemySeen)[1:] and table.contact("ge", "0610") is None
    table.done("so")
    assert table.truth.log_lengths["German"] > before
    seen = table.contact("ge", "0610")
    assert seen is not None and [unit.id for unit in seen.units] == ["20GTB"]


def test_lines_are_given_at_any_time_and_the_first_that_fits_acts():
    things = ("11PZ at 1813", "8GTB at 2112", "marker 5GTA at 2112")
    way = Move(units=("8GTB",), path=("2012", "1912"))
    for given, tries in (
        ((AddInterceptLine(unit="11PZ", does="hold"), AddInterceptLine()), 0),
        ((AddInterceptLine(), AddInterceptLine(unit="11PZ", does="hold")), 1),
        ((AddInterceptLine(large=True),), 0), ((AddInterceptLine(hexes=("1912",)),), 1),
        ((AddInterceptLine(hexes=("1911",)),), 0), ((AddInterceptLine(chance=4),), 0),
        ((AddInterceptLine(chance=3),), 1),
        ((AddInterceptLine(ground="mud"),), 0),
    ):  # fmt: skip
        table = soviet(*things, by_purpose={"KOR-SMV-09": [1]}).order("ge", *given)
        table.order("so", way)
        assert len(table.rolls("KOR-SMV-09")) == tries, given
    for unit in ("8GTB", "110PG"):
        refused = soviet(*things, "110PG at 1814").refused("ge", AddInterceptLine(unit=unit))
        assert refused.rule == "KOR-SMV-09"


def test_a_bridge_is_spared_while_own_units_are_beyond_it():
    things = ("42 at 0811", "PI16 at 0814", "DG112 at 0711")
    for beyond, tries in ((True, 0), (False, 1)):
        table = soviet(*things, by_purpose={"KOR-SMV-10": [1]}).order("ge", AddDemolitionLine(beyond=beyond))
        table.order("so", Move(units=("42",), path=("0812",)))
        assert len(table.rolls("KOR-SMV-10")) == tries
