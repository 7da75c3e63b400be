"""What a Reserve marker covers, who hears of it, and when it comes off (9.6)."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.hexes import Hex
from service.engine.orders import Done
from service.games.korsun.known.reports import CombatFought
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.breakthrough import AttackFromReserve, MoveReserve
from service.games.korsun.sections.reserves import DeclareReserve
from tests.games.korsun.table import position


@pytest.mark.rule("KOR-SMV-02", "KOR-GMV-01")
@pytest.mark.parametrize(
    ("unit", "may"),
    [
        ("8GTB", True), ("1549SU", True), ("7GMR", True), ("37CR", True), ("ATR7", True), ("204", False),
        ("ENG27", False), ("ART52", False), ("RKT308", False),
        ("11PZ", True), ("PI16", True), ("R105", False), ("PI188", False), ("WERF54", False), ("AL1", False),
    ],
)  # fmt: skip
def test_armor_cavalry_and_who_has_wheels_is_placed_in_reserve_and_nobody_else(unit: str, may: bool):
    """Out of every zone: neither infantry or engineers on foot, nor any piece, nor alarm units."""
    german = unit in ("11PZ", "PI16", "R105", "PI188", "WERF54", "AL1")
    things = (f"{unit} at 1507", "16PZ at 1616" if german else "20GTB at 1616", "42 at 0110", "DG112 at 0704")
    table = position(*things, heading=f"{'F' if german else 'E'} reserves", scenario="korsun-full", turn=10)
    side, order = "ge" if german else "so", DeclareReserve(units=(unit,))
    if may:
        assert table.order(side, order).unit(unit).reserve
    else:
        assert table.refused(side, order).reason == f"{unit} is not of a kind that is placed in reserve."
        assert not any(unit in option.subjects for option in table.options(side, "declare-reserve"))


@pytest.mark.rule("KOR-GMV-01")
def test_one_marker_covers_three_units_of_a_hex():
    units = ("11PZ", "16PZ", "STUG905", "BAKE")
    things = (*(f"{unit} at 1817" for unit in units), "64PG at 1716", "42 at 0110")
    table = position(*things, heading="F reserves", scenario="korsun-intro", turn=11)
    assert table.refused("ge", DeclareReserve(units=units)).reason == "One marker covers at most 3 units."
    assert table.refused("ge", DeclareReserve(units=("11PZ", "64PG"))).reason == "One marker covers units of one hex."
    table.order("ge", DeclareReserve(units=units[:3]))
    assert table.refused("ge", DeclareReserve(units=units[3:])).reason == "1817 has its reserve marker."
    assert [table.unit(unit).reserve for unit in units] == [True, True, True, False]


def test_nobody_sees_a_reserve_marker_not_even_who_identifies_the_unit_under_it():
    """An alarm unit beside it has no zone of control."""

    def german_log(declares: bool) -> list[Any]:
        table = position("22GTB at 0709", "AL1 at 0809", "DG332 at 1808", heading="E reserves", scenario="korsun-intro")
        table.order("so", *[DeclareReserve(units=("22GTB",))] * declares, Done())
        table.done_until("a-combat-declaration-segment")
        assert table.unit("22GTB").reserve is declares
        contact = table.contact("ge", "0709")
        assert contact is not None and [(one.id, one.breakthrough) for one in contact.units] == [("22GTB", False)]
        return table.logs["German"]

    assert german_log(True) == german_log(False)


def test_a_reserve_that_moves_is_seen_where_it_comes():
    things = ("22GTB at 0606 reserve", "AL1 at 0807", "DG332 at 1808")
    table = position(*things, heading="E breakthrough", scenario="korsun-intro", visibility="storm")
    table.done_until("e-reserve-movement-segment")
    assert not table.picture("ge").contacts
    table.order("so", MoveReserve(units=("22GTB",), path=("0707",)))
    table.done_until("5-engineering-phase")
    contact = table.contact("ge", "0707")
    assert contact is not None and [one.id for one in contact.units] == ["22GTB"]


@pytest.mark.rule("KOR-CBT-37")
@pytest.mark.parametrize("moves", [False, True])
def test_reserve_markers_come_off_at_the_end_of_their_combats_moved_or_not(moves: bool):
    things = ("22GTB at 0511 reserve", "DG332 at 1808")
    table = position(*things, heading="E breakthrough", scenario="korsun-intro")
    table.done_until("e-reserve-movement-segment")
    table.order("so", *[MoveReserve(units=("22GTB",), path=("0411",))] * moves)
    assert table.unit("22GTB").reserve
    table.done_until("5-engineering-phase")
    assert not table.unit("22GTB").reserve and not table.picture("so").own["22GTB"].reserve


@pytest.mark.rule("KOR-GMV-06")
def test_a_german_reserve_has_its_move_and_its_attack_in_the_two_reserve_segments():
    table = position("11PZ at 0811 reserve", "42 at 0610", heading="F breakthrough", scenario="korsun-intro")
    table.done_until("e-reserve-movement-segment").order("ge", MoveReserve(units=("11PZ",), path=("0711",)))
    assert table.unit("11PZ").hex == "0711"
    table.done_until("f-reserve-combat-segment").order("ge", AttackFromReserve(hex=Hex("0610"), units=("11PZ",)))
    assert [one.hex for one in table.told("so", CombatFought)] == ["0610"]


@pytest.mark.rule("KOR-CBT-39")
def test_reserves_attack_each_hex_once_in_their_segment():
    """Together in one attack; a hex that was attacked before their segment may be attacked again in it."""
    things = ("22GTB at 0610 reserve", "20GTB at 0611 reserve", "42 at 0610", "DG332 at 0711")
    table = position(*things, heading="E combat", scenario="korsun-intro", by_purpose={"KOR-CBT-32": [1, 1]})
    table.order("so", DeclareAttack(hex=Hex("0711"), units=("42",), planned=True, supported=()))
    table.done_until("f-reserve-combat-segment")
    table.order("so", AttackFromReserve(hex=Hex("0711"), units=("22GTB",)))
    refused = table.refused("so", AttackFromReserve(hex=Hex("0711"), units=("20GTB",)))
    assert (refused.rule, refused.reason) == ("KOR-CBT-39", "0711 has been attacked in this segment.")
    assert not table.options("so", "attack-from-reserve") and len(table.told("ge", CombatFought)) == 2
