"""E5 and E6, F5 and F6: what engineers do, and who recovers (KOR-SEN, KOR-GEN, KOR-SDR, KOR-GDR)."""

from __future__ import annotations

import pytest

from service.games.korsun.sections.engineering import (
    BuildBridge,
    DestroyBridge,
    ImprovePosition,
    LayMines,
    RepairBridge,
)
from service.games.korsun.sections.movement import Move
from tests.games.korsun.test_events import at


@pytest.mark.rule("KOR-SEN-01", "KOR-GEN-01")
@pytest.mark.parametrize(("turn", "seat", "unit", "far"), [("E", "so", "ENG27", "DG112"), ("F", "ge", "PI16", "42")])
def test_bridges_are_destroyed_by_engineers_of_both_sides(turn: str, seat: str, unit: str, far: str):
    table = at(f"{turn} engineering", f"{unit} at 0812", f"{far} at 1710", by_purpose={"KOR-SEN-01": [2]})
    table.order(seat, DestroyBridge(unit=unit, bridge="0812-0813"))
    assert "0812-0813" not in table.truth.public.bridges


@pytest.mark.rule("KOR-SEN-02", "KOR-SEN-03", "KOR-GEN-01")
@pytest.mark.parametrize(("bridge", "hex", "repair"), [("1812-1912", "1912", True), ("1813-1913", "1913", False)])
@pytest.mark.parametrize(
    ("turn", "side", "unit", "others"),
    [("E", "Soviet", "ENG27", ("DG112 at 0705", "marker 4GA at 2012 sp 4")),
     ("F", "German", "PI16", ("42 at 0110", "marker III at 2012 sp 4"))],
)  # fmt: skip
def test_a_bridge_that_was_begun_stands_in_its_owners_next_engineering_phase(
    turn: str, side: str, unit: str, others: tuple[str, ...], bridge: str, hex: str, repair: bool
):
    table = at(f"{turn} engineering", f"{unit} at {hex}", *others, bridges={})
    order = RepairBridge(unit=unit, bridge=bridge) if repair else BuildBridge(unit=unit, bridge=bridge)
    table.order(side, order)
    assert bridge not in table.truth.public.bridges and bridge in table.truth.stores[side].works
    table.done(side)
    while not (table.truth.phasing == side and table.heading == "5-engineering-phase"):
        table.done(table.waiting[0])
    assert table.truth.public.bridges[bridge] == ("printed" if repair else "S")


@pytest.mark.rule("KOR-SUP-19")
def test_extended_supply_pays_for_no_engineering():
    table = at("E engineering", "ENG27 at 1912 extended", "DG112 at 0705", "marker 4GA at 2012 sp 4", bridges={})
    assert table.refused("so", RepairBridge(unit="ENG27", bridge="1812-1912")).rule == "KOR-SEN-02"


@pytest.mark.rule("KOR-SEN-04", "KOR-GEN-02")
def test_minefields_are_laid_by_the_soviet_side_as_far_as_the_scenario_allows():
    table = at("E engineering", "ENG27 at 1912", "DG112 at 0705", "marker 4GA at 2012 sp 4")
    table.order("so", LayMines(unit="ENG27"))
    stores = table.truth.stores["Soviet"]
    assert (stores.mines, stores.mines_left, table.truth.sdms["4GA"].sp) == (["1912"], 1, 3)
    assert table.picture("ge").mines == table.picture("ge").stores.mines == []
    silent = at("E engineering", "ENG180 at 0811", "DG112 at 0907", "marker 27A at 0811 sp 4", scenario="korsun-first")
    assert silent.refused("so", LayMines(unit="ENG180")).rule == "KOR-SEN-04"
    german = at("F engineering", "PI16 at 0812", "42 at 1710")
    assert german.refused("ge", LayMines(unit="PI16")).rule == "KOR-GEN-02"


@pytest.mark.rule("KOR-GEN-03")
def test_german_infantry_that_stayed_improves_its_position():
    things = ("DG255 at 0907", "DG112 at 0906 moved", "42 at 1710", "marker XXXXII at 0907 sp 4")
    table = at("F engineering", *things, by_purpose={"KOR-GEN-03": [4]})
    assert table.refused("ge", ImprovePosition(unit="DG112")).rule == "KOR-GEN-03"
    table.order("ge", ImprovePosition(unit="DG255"))
    assert "0907" in table.truth.improved and "0907" in table.picture("ge").improved
    soviet = at("E engineering", "42 at 0610", "DG112 at 1710", "marker 27A at 0505 sp 4")
    assert soviet.refused("so", ImprovePosition(unit="42")).rule == "KOR-GEN-03"


@pytest.mark.rule("KOR-GEN-04")
@pytest.mark.parametrize(("type", "crosses"), [("J", ["16PZ", "BAKE"]), ("K", ["16PZ"])])
def test_german_bridges_of_types_j_and_k_carry_what_they_carry(type: str, crosses: list[str]):
    things = ("PI16 at 0913", "16PZ at 0913", "BAKE at 0913", "42 at 1710", "marker III at 0914 sp 6")
    table = at("F engineering", *things)
    table.order("ge", BuildBridge(unit="PI16", bridge="0912-0913", type=type))  # type: ignore[arg-type]
    while not (table.truth.phasing == "German" and table.heading == "5-engineering-phase" and table.truth.turn == 10):
        table.done(table.waiting[0])
    bridges = {**table.truth.public.bridges}
    assert bridges["0912-0913"] == type
    cost = {}
    for unit in ("16PZ", "BAKE"):
        moving = at("F movement", f"{unit} at 0913", "42 at 1710", bridges=bridges, ground="mud")
        try:
            cost[unit] = moving.order("ge", Move(units=(unit,), path=("0912",))).unit(unit).spent
        except Exception:
            continue
    assert list(cost) == crosses
    soviet = at("E engineering", "ENG27 at 1913", "DG112 at 0705", "marker 4GA at 2012 sp 4")
    assert soviet.refused("so", BuildBridge(unit="ENG27", bridge="1813-1913", type="J")).rule == "KOR-GEN-04"


# ---- recovery


@pytest.mark.rule("KOR-SDR-01", "KOR-SDR-02", "KOR-GDR-01", "KOR-GDR-02")
def test_disorganized_units_regroup_in_the_enemys_turn_and_are_free_after_their_own():
    things = ("42 at 0610 regroup", "21 at 0110 disorganized", "DG112 at 1710 disorganized", "DG255 at 1508 regroup")
    table = at("E recovery", *things)
    assert [table.unit(u).order for u in ("42", "21", "DG112", "DG255")] == ["", "disorganized", "regroup", "regroup"]
    table = at("F recovery", *things)
    assert [table.unit(u).order for u in ("42", "21", "DG112", "DG255")] == ["regroup", "regroup", "disorganized", ""]


@pytest.mark.rule("KOR-SDR-03", "KOR-SDR-04", "KOR-GDR-03")
def test_no_fire_comes_off_in_the_soviet_turn_alone_1_before_2():
    things = (
        "ART480 at 0509 nofire 1",
        "AB1 at 2111 nofire 2",
        "ART119 at 1712 nofire 1",
        "DG112 at 1710",
        "42 at 0110",
    )
    table = at("E recovery", *things)
    assert [table.unit(unit).no_fire for unit in ("ART480", "AB1", "ART119")] == [0, 1, 0]
    table = at("F recovery", *things)
    assert [table.unit(unit).no_fire for unit in ("ART480", "AB1", "ART119")] == [1, 2, 1]
