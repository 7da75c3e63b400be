"""Stage D: drops, flights to Korsun, the Uman Airfield Track (KOR-GAS-01 to 07)."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Done
from service.games.korsun.known.reports import Thrown
from service.games.korsun.sections.air_supply import BESIDE, AllotDrops, AllotKorsun, DropSupply, FlyToKorsun
from tests.games.korsun.table import Table, opened, position

POCKET = ("DG112 at 0907", "R105 at 1008 oos2", "42 at 0811", "marker XI at 1106 cut", "marker KORSUN at 1206 sp 4")


def stage(*things: str, drop: int = 0, korsun: int = 0, stock: int = 4, lift: int = 3, **entries: Any) -> Table:
    """Stage D of the first scenario, with these points set aside in the game-turn before."""
    stores = opened("korsun-first").stores
    track = stores["German"].uman
    track.drop_next, track.korsun_next, track.stock, track.lift = drop, korsun, stock, lift
    return position(*(things or POCKET), heading="D", stores=stores, **entries)


def uman(table: Table) -> Any:
    assert table.picture("ge").stores.uman == table.truth.stores["German"].uman
    return table.truth.stores["German"].uman


@pytest.mark.rule("KOR-GAS-01")
def test_the_four_phases_come_in_their_order():
    table = stage(drop=1)
    assert table.refused("ge", AllotDrops(points=1)).rule == "KOR-GAS-06"
    table.done("ge", "ge")
    assert table.heading == "3-air-drop-allocation-phase"
    table.done("ge")
    assert table.refused("ge", DropSupply(target="units", hex="1008")).rule == "KOR-GAS-02"


@pytest.mark.rule("KOR-GAS-02")
def test_drops_go_to_markers_and_to_units_that_are_out_of_supply():
    table = stage(drop=3, by_purpose={"KOR-GAS-02": [5, 4]})
    assert table.refused("ge", DropSupply(target="units", hex="0907")).rule == "KOR-GAS-02"
    table.order("ge", DropSupply(target="marker", hex="1106"), DropSupply(target="units", hex="1008"))
    assert (table.truth.sdms["XI"].sp, table.unit("R105").supply, table.unit("R105").extended) == (1, "in", True)
    assert len(table.told("ge", Thrown)) == 2 and not table.told("so", Thrown)


@pytest.mark.rule("KOR-GAS-03")
def test_a_drop_is_flown_with_what_was_set_aside_the_game_turn_before():
    table = stage(drop=1, stock=9, by_purpose={"KOR-GAS-02": [5]})
    order = DropSupply(target="marker", hex="1106")
    assert table.refused("ge", order, order).rule == "KOR-GAS-03"
    assert table.order("ge", order).refused("ge", order).rule == "KOR-GAS-03"
    assert stage(stock=9).refused("ge", order).rule == "KOR-GAS-03"


@pytest.mark.rule("KOR-GAS-04", "KOR-GAS-05")
def test_what_was_set_aside_for_korsun_lands_there_while_the_airfield_is_active():
    table = stage(drop=1, korsun=2, by_purpose={"KOR-GAS-04": [3, 1]}).done("ge")
    assert table.refused("ge", FlyToKorsun(points=3)).rule == "KOR-GAS-05"
    table.order("ge", FlyToKorsun(points=2))
    assert table.truth.sdms["KORSUN"].sp == 5, "the second is lost on a natural 1, and an aircraft with it"
    assert uman(table).lift == 2
    shut = stage(drop=1, korsun=2, airfield="inactive").done("ge")
    assert shut.refused("ge", FlyToKorsun(points=1)).rule == "KOR-GAS-04"


@pytest.mark.rule("KOR-GAS-06")
def test_what_is_set_aside_serves_the_next_game_turn_alone():
    table = stage(drop=1, lift=2).done("ge", "ge")
    assert (uman(table).stock, uman(table).lift) == (4 + 1 + 2, 3), "not flown, it goes back; idle aircraft are mended"
    full = stage(drop=1, stock=11, by_purpose={"KOR-GAS-02": [5]}).order("ge", DropSupply(target="marker", hex="1106"))
    assert uman(full.done("ge", "ge")).stock == 12, "as much as there is room for, whatever comes in"
    table.order("ge", AllotDrops(points=2))
    assert (uman(table).stock, uman(table).drop_next, uman(table).drop_now) == (5, 2, 0)
    assert table.refused("ge", AllotDrops(points=2)).rule == "KOR-GAS-06"


@pytest.mark.rule("KOR-GAS-07")
@pytest.mark.parametrize(("since", "allowed"), [(17, False), (16, True)])
def test_points_for_korsun_want_an_airfield_that_was_active_before(since: int, allowed: bool):
    table = stage(active_since=since).done("ge", "ge", "ge")
    if allowed:
        assert uman(table.order("ge", AllotKorsun(points=1), Done())).korsun_next == 1
    else:
        assert table.refused("ge", AllotKorsun(points=1)).rule == "KOR-GAS-07"


def test_korsun_keeps_eight_points_however_many_land():
    table = stage(
        "DG112 at 0907", "42 at 0811", "marker KORSUN at 1206 sp 7", korsun=3, by_purpose={"KOR-GAS-04": [6] * 3}
    )
    table.done_until("2-korsun-air-supply-phase").order("ge", FlyToKorsun(points=3))
    assert [one.succeeded for one in table.told("ge", Thrown)] == [True] * 3
    assert table.truth.sdms["KORSUN"].sp == table.picture("ge").sdms["KORSUN"].sp == 8


@pytest.mark.rule("KOR-GAS-04", "KOR-GAS-07")
@pytest.mark.parametrize(
    ("beside", "active"), [("22GTB at 1207", False), ("ART480 at 1207", True), ("22GTB at 1208", True)]
)
def test_nothing_flies_to_an_airfield_next_to_which_a_soviet_combat_unit_stands(beside: str, active: bool):
    """13.1.3: it is inactive as long; what was set aside goes back to the stock, and nothing is set aside anew."""
    things = ("DG112 at 0907", beside, "42 at 0811", "marker KORSUN at 1206 sp 4")
    table = stage(*things, drop=1, korsun=2, by_purpose={"KOR-GAS-04": [6, 6]}).done("ge")
    if not active:
        refused = table.refused("ge", FlyToKorsun(points=1))
        assert (refused.rule, refused.reason) == ("KOR-GAS-04", BESIDE) and not table.options("ge", "fly-to-korsun")
        table.done_until("4-korsun-air-supply-allocation-phase")
        assert table.refused("ge", AllotKorsun(points=1)).reason == BESIDE and not table.options("ge", "allot-korsun")
        assert (table.truth.sdms["KORSUN"].sp, uman(table).stock) == (4, 4 + 1 + 2 + 2)
    else:
        table.order("ge", FlyToKorsun(points=2)).done_until("4-korsun-air-supply-allocation-phase")
        assert table.order("ge", AllotKorsun(points=1)).truth.sdms["KORSUN"].sp == 6
