"""Orders that are lawful by the picture and false in truth (parent 4.4): accepted, shortened, reported; never refused.

Tactical moves stand in `test_movement.py`, and more of the patrols that declarations go by in `test_events.py`.
"""

from __future__ import annotations

import pytest

from service.engine.judging import checked
from service.engine.orders import Done, Order
from service.games.korsun.known.picture import Contact
from service.games.korsun.known.reports import BreakoutTried, EnemySeen, MoveStopped, OwnSupply, Thrown
from service.games.korsun.known.standing import InterceptLine
from service.games.korsun.sections.air_supply import DropSupply, FlyToKorsun
from service.games.korsun.sections.barrage import CreateBarrage, FireBarrage
from service.games.korsun.sections.breakout import BreakOut
from service.games.korsun.sections.breakthrough import BreakThrough, MoveReserve
from service.games.korsun.sections.declarations import ActivateKorsun, DeclareBreakout
from service.games.korsun.sections.depots import BuildAirfield, BuildDepot
from service.games.korsun.sections.engineering import BuildBridge, ImprovePosition, LayMines, RepairBridge
from service.games.korsun.sections.markers import PlaceMarker
from service.games.korsun.sections.movement import Move, MoveByRail, MoveByRoad
from service.games.korsun.sections.replacements import Replace
from service.games.korsun.sections.supply import ExtendSupply
from tests.games.korsun.table import SCENES, Table, opened, position
from tests.games.korsun.test_barrage import events
from tests.games.korsun.test_combat import attack, combat, resolved
from tests.games.korsun.test_supply import XXXXII, at, stage


def test_a_strategic_move_stops_in_the_first_hex_of_an_unseen_zone():
    table = position("110PG at 1615", "204 at 1509", heading="F movement", scenario="korsun-intro", visibility="storm")
    table.order("ge", MoveByRoad(unit="110PG", to="1607"))
    [stopped] = table.told("ge", MoveStopped)
    assert (stopped.hex, stopped.why) == (table.unit("110PG").hex, "zone") == ("1609", "zone")
    assert table.unit("110PG").mode == "strategic"


def test_a_marker_is_set_on_the_last_open_hex_and_its_owner_is_not_told_who_barred_it():
    table = stage("DG112 at 0705", "20GTB at 0813", "22GTB at 1115", XXXXII)
    before = len(table.told("ge", EnemySeen))
    table.order("ge", PlaceMarker(command="XXXXII", hex="0907"))
    told = table.told("ge", OwnSupply)[-1]
    assert [sdm.hex for sdm in told.sdms if sdm.command == "XXXXII"] == ["0915"]
    assert len(table.told("ge", EnemySeen)) == before


@pytest.mark.parametrize(("barred", "supply", "points"), [(False, "in", 0), (True, "oos1", 1)])
def test_a_point_for_a_hex_that_cannot_be_reached_is_not_spent(barred: bool, supply: str, points: int):
    """Three tank brigades that nobody sees stand across the way."""
    across = ("20GTB at 0503", "22GTB at 0505", "8GTB at 0408") if barred else ("42 at 0110",)
    table = at(stage("DG112 at 0302", *across, XXXXII, ground="mud", visibility="storm"), "German", "4")
    table.truth.sdms["XXXXII"].sp = table.picture("ge").sdms["XXXXII"].sp = 1
    assert table.unit("DG112").supply == "oos1"
    table.order("ge", ExtendSupply(command="XXXXII", hex="0302"))
    assert (table.unit("DG112").supply, table.truth.sdms["XXXXII"].sp) == (supply, points)
    assert table.picture("ge").own["DG112"] == table.unit("DG112"), "the result is told, and not the reason"


def test_a_barrage_on_a_contact_that_has_gone_is_fired_and_nothing_more_is_told():
    table = events()
    gone = Contact(handle="E9", hex="2009", level=1, large=True, in_sight=False)  # type: ignore[arg-type]
    table.truth.eyes["Soviet"]["E9"] = table.picture("so").contacts["E9"] = gone
    table.order("so", CreateBarrage(barrage="BAR", hex="2111"), Done())
    before = {seat: len(table.logs[seat]) for seat in table.logs}
    table.order("so", FireBarrage(barrage="BAR", hex="2009"))
    assert "2009" in table.truth.stores["Soviet"].effects and len(table.logs["German"]) == before["German"]
    kinds = {entry.report.kind for entry in table.logs["Soviet"][before["Soviet"] :]}
    assert kinds == {"orders-accepted", "thrown", "own-stores"}
    assert table.contact("so", "2009") == gone


def test_a_breakout_ends_before_a_hex_that_turns_out_occupied_and_the_die_is_thrown():
    things = ("R105 at 1008", "86 at 1011", "34R at 1114", "marker III at 0916 sp 4", "marker KORSUN at 1206 sp 2")
    table = position(*things, heading="F events", scenario="korsun-first", turn=17, visibility="storm",
                     by_purpose={"KOR-GBO-02": [1]}).done("ge")  # fmt: skip
    table.order("ge", DeclareBreakout()).done_until("7-breakout-phase")
    table.order("ge", BreakOut(unit="R105", path=("1009", "1010", "1011")))
    [tried] = table.told("ge", BreakoutTried)
    assert (tried.hex, tried.die) == ("1010", 1)


@pytest.mark.parametrize(("hex", "thrown"), [("0508", True), ("0507", False)])
def test_nobody_intercepts_who_is_not_seen(hex: str, thrown: bool):
    """Two hexes off, in the open and in woods, where the Soviet side, whose line speaks, does not see the mover."""
    table: Table = position("SSPZ at 0407", "20GTB at 0707", heading="F movement", scenario="korsun-intro")
    table.picture("so").standing.intercepts = [InterceptLine()]
    table.order("ge", Move(units=("SSPZ",), path=(hex,)))
    assert bool(table.rolls("KOR-SMV-09")) is thrown


def test_whoever_stands_beside_a_unit_is_identified_in_any_weather_so_that_no_attack_is_on_a_shadow():
    table = position("SSPZ at 0607", "20GTB at 0507", heading="F combat", scenario="korsun-intro", visibility="storm")
    contact = table.contact("ge", "0507")
    assert contact is not None and [seen.id for seen in contact.units] == ["20GTB"]


def test_whoever_comes_onto_the_map_stops_in_the_first_hex_of_an_unseen_zone():
    table = position("233TB staged", "SSG at 1111", heading="E movement", turn=17, visibility="storm")
    table.order("so", Move(units=("233TB",), path=("1313", "1212", "1211", "1210")))
    [stopped] = table.told("so", MoveStopped)
    assert (table.unit("233TB").hex, stopped.hex, stopped.why) == ("1211", "1211", "zone")


def test_reserves_are_worked_by_what_is_true_hex_by_hex():
    table = position("22GTB at 1213 reserve", "SSG at 1111", heading="E breakthrough", visibility="storm")
    table.done_until("e-reserve-movement-segment")
    order = MoveReserve(units=("22GTB",), path=("1212", "1211"))
    believed = checked(SCENES, table.picture("so"), [order]).own["22GTB"]
    unit = table.order("so", order).unit("22GTB")
    assert (believed.hex, believed.ended, unit.hex, unit.ended) == ("1211", False, "1211", True)


@pytest.mark.parametrize(("near", "modifiers"), [("22GTB at 1108", {"enemy_near": -1}), ("22GTB at 1213", {})])
def test_what_lands_at_korsun_is_fired_on_by_who_is_there_seen_or_not(near: str, modifiers: dict[str, int]):
    stores = opened("korsun-first").stores
    stores["German"].uman.korsun_next = 1
    table = position(
        "DG112 at 0907", near, "marker KORSUN at 1206 sp 0", heading="D", stores=stores, visibility="overcast",
        by_purpose={"KOR-GAS-04": [6]},
    ).done_until("2-korsun-air-supply-phase")  # fmt: skip
    assert table.contact("ge", near[-4:]) is None
    [landing] = table.order("ge", FlyToKorsun(points=1)).told("ge", Thrown)
    assert landing.modifiers == modifiers


@pytest.mark.parametrize(("watcher", "refused"), [((), False), (("21 at 0507",), True)])
def test_an_unseen_zone_is_entered_with_too_few_points_and_a_seen_one_is_not(watcher: tuple[str, ...], refused: bool):
    """Row *move, tactical*: of four points two are left, and the hex with its zone would cost four."""
    table = position(
        "42 at 0206", "DG112 at 0506", *watcher, heading="E movement", scenario="korsun-intro", visibility="storm"
    )
    order = Move(units=("42",), path=("0306", "0405"))
    if refused:
        assert table.refused("so", order).rule == "KOR-SMV-05"
        return
    unit = table.order("so", order).unit("42")
    assert (unit.hex, unit.spent, unit.ended) == ("0405", 4, True)
    seen = table.contact("so", "0506")
    assert seen is not None and [one.id for one in seen.units] == ["DG112"]


def test_what_is_left_before_an_occupied_hex_may_be_used_by_a_new_order():
    """Row *move, tactical*."""
    table = position("20GTB at 0504", "AL1 at 0606", heading="E movement", scenario="korsun-intro", visibility="storm")
    table.order("so", Move(units=("20GTB",), path=("0505", "0605", "0606")))
    assert (table.unit("20GTB").hex, table.unit("20GTB").ended) == ("0605", False)
    table.order("so", Move(units=("20GTB",), path=("0604",)))
    assert table.unit("20GTB").hex == "0604"


def test_a_train_stops_in_the_first_hex_of_an_unseen_zone():
    """Row *move, strategic or rail*."""
    table = position(
        "79PG staged", "204 at 1912", heading="F movement", scenario="korsun-intro", turn=10, visibility="storm"
    )
    table.order("ge", MoveByRail(unit="79PG", to="1711"))
    [stopped] = table.told("ge", MoveStopped)
    assert (stopped.hex, stopped.why, table.unit("79PG").mode) == ("1812", "zone", "rail")


@pytest.mark.parametrize(
    ("command", "hex", "barrier", "stays"),
    [("XXXXII", "0907", "20GTB at 0817", True), ("27A", "0505", "16PZ at 0106", False)],
)
def test_a_marker_without_an_open_hex_is_cut_off_and_its_owner_is_told_that_alone(
    command: str, hex: str, barrier: str, stays: bool
):
    """Row *SDM to a hex*, where there is none: a German marker stays with its points, a Soviet one is set aside."""
    units = ("DG112 at 1206", "42 at 2106")
    side = "ge" if stays else "so"
    table = position(
        *units,
        barrier,
        f"marker {command} at {hex} sp 2",
        heading="air",
        scenario="korsun-intro",
        turn=9,
        visibility="storm",
    )
    before = len(table.told(side, EnemySeen))
    table.done_until("1-supply-marker-phase")
    sdm = {one.command: one for one in table.told(side, OwnSupply)[-1].sdms}[command]
    assert (sdm.cut_off, sdm.front, sdm.hex, sdm.sp) == (True, False, *((hex, 2) if stays else (None, 0)))
    assert len(table.told(side, EnemySeen)) == before
    assert not any(option.fixed.get("command") == command for option in table.options(side, "place-marker"))


@pytest.mark.parametrize(("there", "way"), [((), "0910"), (("8GTB at 1009",), "0911")])
def test_a_retreat_goes_by_who_is_truly_there(there: tuple[str, ...], way: str):
    """Row *retreat*."""
    table = combat(
        "42 at 0610", "22GTB at 0610", "20GTB at 0611", *there, "DG332 at 0711", "marker XXXXII at 0907",
        visibility="storm", by_purpose={"KOR-CBT-32": [6]},
    )  # fmt: skip
    assert table.contact("ge", "1009") is None
    came = resolved(attack(table, "so", "0711", "42", "22GTB", "20GTB", planned=True, supported=()))
    assert (came.result, table.unit("DG332").hex) == ("-/2DR2B", way)


def test_an_advance_is_made_whoever_is_unseen_beyond_and_shows_who_it_is():
    """Row *advance*."""
    table = combat(
        "42 at 0610", "22GTB at 0610", "20GTB at 0611", "DG332 at 0711", "16PZ at 0811", "marker XXXXII at 0907",
        visibility="storm", by_purpose={"KOR-CBT-32": [5]},
    )  # fmt: skip
    assert table.contact("so", "0811") is None
    came = resolved(attack(table, "so", "0711", "42", "22GTB", "20GTB", planned=True, supported=()))
    assert came.advanced and {table.unit(id).hex for id in came.advanced} == {"0711"}
    seen = table.contact("so", "0811")
    assert seen is not None and "16PZ" in [one.id for one in seen.units]


def test_a_breakthrough_into_an_unseen_zone_is_made_and_shows_who_has_it():
    """Row *breakthrough*."""
    things = ("20GTB at 0711 breakthrough", "16PZ at 0812", "DG332 at 0903")
    table = position(*things, heading="E breakthrough", scenario="korsun-intro", visibility="storm")
    assert table.contact("so", "0812") is None
    table.order("so", BreakThrough(unit="20GTB", hex="0712"))
    assert table.unit("20GTB").hex == "0712" and table.contact("so", "0812") is not None


@pytest.mark.parametrize(("beside", "total"), [("86 at 1111", 3), ("86 at 1313", 2)])
def test_zones_that_nobody_has_seen_count_on_the_way_of_a_breakout(beside: str, total: int):
    """Row *breakout path*: a die of 4, two off in a storm, and one more for a hex in a zone of control."""
    things = ("R105 at 1008", beside, "34R at 1114", "marker III at 0916 sp 4", "marker KORSUN at 1206 sp 2")
    table = position(*things, heading="F events", scenario="korsun-first", turn=17, visibility="storm",
                     by_purpose={"KOR-GBO-02": [4]}).done("ge")  # fmt: skip
    table.order("ge", DeclareBreakout()).done_until("7-breakout-phase")
    assert table.contact("ge", beside[-4:]) is None
    table.order("ge", BreakOut(unit="R105", path=("1009", "1010")))
    [tried] = table.told("ge", BreakoutTried)
    assert (tried.hex, tried.total) == ("1010", total)


def test_a_unit_that_stops_before_an_occupied_hex_has_ended_a_move_beside_partisans():
    """Row *move, tactical*: 42 has no zone, so that nothing but its hex stops the mover."""
    table = position(
        "64PG at 1014", "42 at 1016 oos2", "21 at 0107", "marker III at 0915 sp 4", heading="F movement", turn=10,
        scenario="korsun-full", visibility="storm", options=("partisans",), soviet={"partisans": ["1116"]},
        by_purpose={"KOR-P18.1": [5]},
    )  # fmt: skip
    table.order("ge", Move(units=("64PG",), path=("1015", "1016")))
    assert [stopped.why for stopped in table.told("ge", MoveStopped)] == ["occupied"]
    assert len(table.rolls("KOR-P18.1")) == 1 and table.truth.stores["Soviet"].partisans == []


def test_a_strategic_move_stops_in_the_first_hex_of_an_unseen_zone_of_influence():
    """Row *move, strategic*: a unit that is OOS2 has no more than that, and a tactical move would pass it."""
    things = ("110PG at 1615", "204 at 1509 oos2")
    table = position(*things, heading="F movement", scenario="korsun-intro", visibility="storm")
    table.order("ge", MoveByRoad(unit="110PG", to="1607"))
    [stopped] = table.told("ge", MoveStopped)
    assert (stopped.hex, stopped.why, table.unit("110PG").hex) == ("1609", "zone", "1609")


@pytest.mark.parametrize(("barred", "lost", "points"), [(False, 0, 1), (True, 1, 2)])
def test_a_step_for_a_unit_that_its_marker_does_not_reach_is_neither_given_nor_paid(
    barred: bool, lost: int, points: int
):
    """Row *supply*: two tank brigades that nobody sees stand across the way."""
    across = ("20GTB at 0606", "22GTB at 0706") if barred else ("42 at 0110",)
    table = position(
        "DG112 at 0505 lost 1", *across, "marker XXXXII at 0907 sp 4", heading="F replacements", turn=8,
        scenario="korsun-intro", ground="mud", visibility="storm", german={"points": {"XXXXII": 2}},
    )  # fmt: skip
    assert not table.picture("ge").contacts
    table.order("ge", Replace(unit="DG112"))
    assert (table.unit("DG112").lost, table.truth.stores["German"].points["XXXXII"]) == (lost, points)


@pytest.mark.parametrize(("there", "shot_at"), [("42 at 1107", True), ("ART480 at 1107", False), ("42 at 1311", False)])
def test_an_air_drop_is_fired_on_by_combat_units_beside_it_alone(there: str, shot_at: bool):
    """Row *air-drop*; guns have no part in it."""
    stores = opened("korsun-first").stores
    stores["German"].uman.drop_next = 1
    table = position(
        "DG112 at 0907", there, "marker XI at 1106 cut", "marker KORSUN at 1206 sp 0", heading="D", stores=stores,
        visibility="overcast", by_purpose={"KOR-GAS-02": [6]},
    )  # fmt: skip
    [thrown] = table.order("ge", DropSupply(target="marker", hex="1106")).told("ge", Thrown)
    assert ("enemy_adjacent" in thrown.modifiers) is shot_at


@pytest.mark.parametrize(("watcher", "refused"), [((), False), (("21 at 1115",), True)])
def test_whoever_crosses_a_river_from_a_zone_into_an_unseen_one_pays_all_that_it_has(
    watcher: tuple[str, ...], refused: bool
):
    """Row *move, tactical*: clear ground and the river cost 3 of 4 points; over it nobody goes from zone to zone."""
    things = ("42 at 1012", "DG332 at 1011", "DG255 at 1114", *watcher)
    table = position(*things, heading="E movement", scenario="korsun-intro", visibility="storm")
    order = Move(units=("42",), path=("1013",))
    if refused:
        assert table.refused("so", order).rule == "KOR-SMV-06"
        return
    unit = table.order("so", order).unit("42")
    assert (unit.hex, unit.spent, unit.ended) == ("1013", 4, True)
    assert table.picture("so").own["42"] == unit


NORTH = ("DG112 at 0505", "marker XXXXII at 0907 sp 4")
WALL = ("20GTB at 0606", "22GTB at 0706")
"""Two tank brigades that nobody sees in a storm, across every way from Steblivka that is short enough in Mud."""


@pytest.mark.parametrize("barred", [False, True])
def test_work_to_which_no_point_comes_is_not_begun_and_not_paid(barred: bool):
    """Row *supply*: the unit has acted, and its owner is told no more than that."""
    table = position(*NORTH, *(WALL if barred else ("42 at 0110",)), heading="F engineering", scenario="korsun-intro",
                     ground="mud", visibility="storm", improved=[], by_purpose={"KOR-GEN-03": [6]})  # fmt: skip
    assert not table.picture("ge").contacts
    table.order("ge", ImprovePosition(unit="DG112"))
    assert (len(table.rolls("KOR-GEN-03")), table.truth.improved) == (0 if barred else 1, [] if barred else ["0505"])
    assert table.truth.sdms["XXXXII"].sp == table.picture("ge").sdms["XXXXII"].sp == (4 if barred else 3)
    assert table.unit("DG112").tried and table.picture("ge").own["DG112"].tried
    assert not table.picture("ge").contacts


@pytest.mark.parametrize("barred", [False, True])
@pytest.mark.parametrize(
    ("order", "unit", "marker", "wall", "points"),
    [
        (LayMines(unit="ENG27"), "ENG27 at 1916", "4GA at 1911", ("STUG905 at 1813", "R544 at 2013"), 1),
        (BuildBridge(unit="ENG27", bridge="1815-1916"), "ENG27 at 1916", "4GA at 1911",
         ("STUG905 at 1813", "R544 at 2013"), 2),
        (RepairBridge(unit="PI188", bridge="0812-0813"), "PI188 at 0812", "XXXXII at 0806", ("42 at 0710",), 1),
        (BuildDepot(unit="DG255"), "DG255 at 0811", "XXXXII at 0805", ("42 at 0710",), 2),
        (BuildAirfield(unit="PI16"), "PI16 at 1312", "KORSUN at 1207", ("42 at 1210",), 2),
    ],
)  # fmt: skip
def test_neither_mines_nor_bridges_depots_or_airfields_are_begun_without_points(
    order: Order, unit: str, marker: str, wall: tuple[str, ...], points: int, barred: bool
):
    """Row *supply*: across each way that is short enough stands who is not seen, or at the other end of the map."""
    side, korps = ("so", []) if unit.startswith("ENG") else ("ge", ["III"] if marker.startswith("KORSUN") else [])
    there = wall if barred else ("DG112 at 0110",) if side == "so" else ("21 at 2418",)
    table = position(
        unit, f"marker {marker} sp 4", *there, heading=f"{'E' if side == 'so' else 'F'} engineering", bridges={},
        scenario="korsun-intro", turn=10, visibility="storm", isolated=korps, options=("alternate_airfield", "depot"),
    )  # fmt: skip
    assert not table.picture(side).contacts
    command = marker.split()[0]
    table.order(side, order)
    stores = table.truth.stores[table.picture(side).side]
    assert bool(stores.works or stores.mines or stores.airstrip or stores.depots) is not barred
    assert table.truth.sdms[command].sp == table.picture(side).sdms[command].sp == (4 if barred else 4 - points)
    assert table.picture(side).own == table.truth.of(table.picture(side).side) and not table.picture(side).contacts


@pytest.mark.rule("KOR-GEV-04")
@pytest.mark.parametrize("cut", [True, False])
def test_a_declaration_is_judged_by_the_patrols_who_report_truly_of_whom_nobody_sees(cut: bool):
    """Row *declarations of F1B*."""
    across = ("42 at 0808", "21 at 1407", "86 at 1310", "1127 at 1611", "1129 at 0605") if cut else ("42 at 0110",)
    table = position("R105 at 1206", *across, heading="F events", scenario="korsun-intro", visibility="storm").done(
        "ge"
    )
    assert not table.picture("ge").contacts
    if cut:
        assert table.order("ge", ActivateKorsun()).truth.public.airfield == "active"
    else:
        assert table.refused("ge", ActivateKorsun()).rule == "KOR-GEV-04"
