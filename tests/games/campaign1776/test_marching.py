"""Regular movement over land: costs, halves, enemies seen and unseen, parts of stacks, forts and captures."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.engine.places import Place
from service.games.campaign1776.known.reports import Captured, MarchStopped
from service.games.campaign1776.sections.forced import ForceMarch
from service.games.campaign1776.sections.marching import Detach, EnterFort, LeaveFort, MarchTo
from tests.games.campaign1776.table import Table, position

LAKES = {"scenario": "highlands-1777"}


def march(table: Table, side: str, units: str, *path: str) -> Table:
    return table.order(side, MarchTo(units=tuple(units.split()), path=path))  # type: ignore[arg-type]


def refused(table: Table, side: str, units: str, *path: str) -> str:
    return table.refused(side, MarchTo(units=tuple(units.split()), path=path)).reason  # type: ignore[arg-type]


# ---- costs


def test_units_pay_for_hexes_and_rivers_and_stop_at_their_allowance():
    table = position("4 BR at OO32", "1 BA at OO32")
    march(table, "br", "BR1 BA1", "PP32", "QQ33")
    assert (table.pool("BR1").at, table.pool("BR1").spent, table.pool("BA1").spent) == ("QQ33", 2, 2)
    trenton = position("1 BR at OO32")
    said = refused(trenton, "br", "BR1", "PP32", "QQ33", "RR34", "SS34", "SS35")
    assert "costs more than the 7 points" in said


def test_each_unit_of_a_stack_has_an_allowance_of_its_own():
    table = position("1 BR at OO32", "1 BA at OO32", turn=1)
    assert table.truth.field("British").left(table.pool("BR1")) == 7
    assert table.truth.field("British").left(table.pool("BA1")) == 6
    [option] = table.options("br", "march")
    assert set(option.subjects) == {"BR1", "BA1"}


def test_points_that_are_spent_are_spent_for_the_phase_and_come_back_with_the_next():
    table = position("1 BR at OO32")
    march(table, "br", "BR1", "OO31", "OO30")
    assert table.pool("BR1").spent == 2
    march(table, "br", "BR1", "OO29")
    table.done_until("am", "regular-movement").done_until("br", "regular-movement")
    assert (table.pool("BR1").spent, table.pool("BR1").began) == (0, "OO29")


def test_in_winter_the_north_moves_at_half_and_crosses_the_ice():
    january = position("1 BR at HHH30", "1 CA at DDD37", scenario="northern-war", turn=1)
    field = january.truth.field("British")
    assert field.allowance(january.pool("BR1")) == 7 // 2
    march(january, "br", "BR1", "HHH31")
    assert january.pool("BR1").spent == 2 + 1
    april = position("1 BR at HHH30", "1 CA at DDD37", scenario="northern-war", turn=4)
    assert april.truth.field("British").allowance(april.pool("BR1")) == 7
    assert "water lies between" in refused(april, "br", "BR1", "HHH31")


def test_nobody_leaves_the_part_of_the_map_that_is_in_play():
    assert "not a hex in play" in refused(position("1 BR at TT33"), "br", "BR1", "UU34")


def test_militia_stays_in_its_area():
    table = position("1 RM at GGG40", "1 CA at GGG40", heading="American movement", scenario="northern-war", turn=5)
    assert [table.truth.rules.board.area[hex] for hex in ("GGG40", "GGG41")] == ["M", "N"]  # type: ignore[index]
    assert "Militia cannot leave its area" in refused(table, "am", "RM1", "GGG41")
    march(table, "am", "CA1", "GGG41")
    lakes = position("1 RM at GGG40", heading="American movement", **LAKES)
    march(lakes, "am", "RM1", "GGG41")
    assert lakes.pool("RM1").at == "GGG41"


@pytest.mark.rule("C76-MAP-18")
def test_nobody_passes_through_portsmouth_within_a_month():
    table = position("2 CA at KKK46", "1 BR at XXX42", heading="American movement", **LAKES)
    march(table, "am", "CA1", "LLL47")
    assert table.refused("am", MarchTo(units=("CA1",), path=("MMM47",))).rule == "C76-MAP-18"  # type: ignore[arg-type]
    whole = position("2 CA at KKK46", "1 BR at XXX42", heading="American movement", **LAKES)
    assert whole.refused("am", MarchTo(units=("CA1",), path=("LLL47", "MMM47"))).rule == "C76-MAP-18"  # type: ignore[arg-type]
    table.done_until("br", "regular-movement").done_until("am", "regular-movement")
    march(table, "am", "CA1", "MMM47")
    assert table.pool("CA1").at == "MMM47"


@pytest.mark.rule("C76-MAP-18")
def test_who_came_to_different_pieces_of_a_hex_does_not_leave_it_together():
    """Neither in regular movement nor by forced march of the same month."""
    table = position("2 CA at KKK46", "2 CA at MMM47", "1 BR at XXX42", heading="American movement", **LAKES)
    march(table, "am", "CA1", "LLL47")
    march(table, "am", "CA2", "LLL47")
    both = ("CA1", "CA2")
    assert table.refused("am", MarchTo(units=both, path=(Place("KKK46"),))).rule == "C76-MAP-18"
    table.order("am", Done())
    assert table.refused("am", ForceMarch(units=both, path=(Place("KKK46"),))).rule == "C76-MAP-18"


# ---- enemies


def test_a_unit_stops_where_enemies_stand_and_a_garrison_stops_nobody():
    table = position("4 BR at OO32", "1 CA at PP32")
    assert "whoever comes there stops" in refused(table, "br", "BR1", "PP32", "QQ33")
    march(table, "br", "BR1", "PP32")
    assert table.pool("BR1").stopped
    assert "go no further" in refused(table, "br", "BR1", "OO32")
    shut_in = position("4 BR at OO32", "1 CA inside PP32", "fort PP32 am")
    march(shut_in, "br", "BR1", "PP32", "QQ33")
    assert shut_in.pool("BR1").at == "QQ33"


def test_from_one_hex_of_the_enemys_nobody_goes_into_another():
    table = position("4 BR at PP32", "1 CA at PP32", "1 RM at QQ33")
    assert "into another" in refused(table, "br", "BR1", "QQ33")
    march(table, "br", "BR1", "PP31")
    assert table.pool("BR1").at == "PP31"


def test_a_march_into_the_unseen_is_accepted_and_ends_where_the_enemy_is_met():
    table = position("4 BR at OO32", "1 CA at QQ33")
    assert table.contact("br", "QQ33") is None
    march(table, "br", "BR1", "PP32", "QQ33", "RR34")
    assert (table.pool("BR1").at, table.pool("BR1").spent) == ("QQ33", 2)
    assert [(report.at, report.why) for report in table.told("br", MarchStopped)] == [("QQ33", "enemies")]
    open_map = position("4 BR at OO32", "1 CA at QQ33", visibility="open")
    assert "whoever comes there stops" in refused(open_map, "br", "BR1", "PP32", "QQ33", "RR34")


def test_guns_alone_are_not_sent_among_enemies_and_are_captured_where_they_meet_them_unseen():
    table = position("1 BA at PP32", "1 BR at PP32", "1 CA at QQ33")
    assert "without strength points" in refused(table, "br", "BA1", "QQ33")
    blind = position("1 BA at OO32", "1 CA at QQ33")
    march(blind, "br", "BA1", "PP32", "QQ33")
    assert "BA1" not in blind.truth.pools and blind.pool("AA1").at == "QQ33"
    assert [report.by_us for report in blind.told("br", Captured)] == [False]
    assert blind.told("am", Captured) == [], "the other side reads of it in its letter"
    blind.done("br")
    assert [report.by_us for report in blind.told("am", Captured)] == [True]
    assert blind.picture("am").own["AA1"].number == 1


# ---- capture


def test_supply_without_a_guard_changes_hands_and_a_magazine_becomes_supply():
    table = position("4 BR at OO31", "1 AM at OO30", "1 AS at OO30")
    march(table, "br", "BR1", "OO30")
    assert sorted((pool.kind, pool.number, pool.stopped) for pool in table.truth.of("British").values()) == [
        ("BR", 4, False), ("BS", 1, True), ("BS", 1, True),
    ]  # fmt: skip
    assert table.truth.of("American") == {}
    march(table, "br", "BR1", "OO29")
    assert table.pool("BR1").at == "OO29", "what has no strength points stops nobody"


@pytest.mark.rule("C76-FORT-06")
def test_a_garrison_does_not_shield_what_stands_outside_the_walls():
    table = position("1 BR at PP32", "1 CA inside QQ33", "1 AS at QQ33", "1 AA inside QQ33", "fort QQ33 am")
    march(table, "br", "BR1", "QQ33")
    assert [(report.was, report.becomes) for report in table.told("br", Captured)] == [("AS", "BS")]
    assert table.pool("AA1").inside


def test_guns_that_their_guard_has_left_are_captured_when_the_segment_ends():
    table = position("2 BR at PP32", "1 BA at PP32", "1 CA at PP32")
    march(table, "br", "BR1", "OO32")
    assert table.pool("BA1").at == "PP32"
    table.done("br")
    assert "BA1" not in table.truth.pools and table.pool("AA1").number == 1
    assert len(table.told("br", Captured)) == len(table.told("am", Captured)) == 1


def test_an_entrenchment_goes_with_the_last_of_its_side():
    table = position("2 CA at PP32", "dug PP32 am", heading="American movement")
    table.order("am", Detach(unit="CA1", number=1))
    march(table, "am", "CA1", "QQ33")
    assert table.picture("am").entrenched == ["PP32"]
    march(table, "am", "CA2", "QQ33")
    assert table.picture("am").entrenched == [] == list(table.truth.entrenched)


# ---- parts


def test_some_are_detached_and_go_their_own_way_and_are_one_again_in_the_next_month():
    table = position("12 BR at OO32")
    table.order("br", Detach(unit="BR1", number=5), MarchTo(units=("BR2",), path=("PP32",)))  # type: ignore[arg-type]
    assert {id: (pool.number, pool.at) for id, pool in table.truth.pools.items()} == {
        "BR1": (7, "OO32"), "BR2": (5, "PP32"),
    }  # fmt: skip
    march(table, "br", "BR1", "PP32")
    assert len(table.truth.pools) == 2
    table.done_until("am", "regular-movement").done_until("br", "regular-movement")
    assert {id: pool.number for id, pool in table.truth.pools.items()} == {"BR1": 12}
    assert table.picture("br").own.keys() == {"BR1"}
    table.order("br", Detach(unit="BR1", number=1))
    assert table.pool("BR3").number == 1, "no name is given twice"


def test_all_of_them_cannot_be_detached():
    table = position("3 BR at OO32")
    assert "some of them, and not all" in table.refused("br", Detach(unit="BR1", number=3)).reason
    assert "You have no units called 'CA1'" in table.refused("br", Detach(unit="CA1", number=1)).reason


@pytest.mark.rule("C76-PBM-15")
def test_parting_takes_counters_of_one_point():
    """With 14 of them no fifteenth pool of one Continental can be laid; two fill a pool of no single counter either."""
    things = [f"1 CA at {hex}" for hex in ("OO32", "OO31", "OO30", "OO29", "PP32", "PP31", "PP30", "PP29", "QQ33",
                                           "QQ32", "QQ31", "RR34", "RR33")]  # fmt: skip
    table = position(*things, "3 CA at SS34", "6 CA at SS35", heading="American movement")
    assert table.refused("am", Detach(unit="CA14", number=1)).rule == "C76-MSC-09"
    table.order("am", Detach(unit="CA15", number=3))
    [fifteen] = [option for option in table.options("am", "detach") if option.subjects == ("CA15",)] or [None]
    assert fifteen is None, "three are laid with one counter, and two and one would take three of one point"


@pytest.mark.rule("C76-PBM-11")
def test_a_match_may_be_opened_without_limits_on_counters():
    things = [f"1 CA at {hex}" for hex in ("OO32", "OO31", "OO30", "OO29", "PP32", "PP31", "PP30", "PP29", "QQ33",
                                           "QQ32", "QQ31", "RR34", "RR33", "RR32")]  # fmt: skip
    table = position(*things, "3 CA at SS34", heading="American movement", settings={"counter_limits": False})
    assert table.order("am", Detach(unit="CA15", number=1)).pool("CA16").number == 1


# ---- forts


@pytest.mark.rule("C76-FORT-03")
def test_units_go_in_and_out_of_a_fort_in_their_own_movement_phase_for_nothing():
    things = ("2 CA inside QQ33", "1 RM at QQ33", "fort QQ33 am", "2 BR at OO32")
    table = position(*things)
    assert table.refused("am", LeaveFort(units=("CA1",))).rule == "C76-FORT-03"
    table.done_until("am", "regular-movement").order("am", LeaveFort(units=("CA1",)), EnterFort(units=("RM1",)))
    assert [(table.pool(id).inside, table.pool(id).spent) for id in ("CA1", "RM1")] == [(False, 0), (True, 0)]
    march(table, "am", "CA1", "QQ32")
    assert table.refused("am", EnterFort(units=("CA1",))).reason == "You have no fort in QQ32."


def test_a_fort_holds_ten_strength_points_and_any_number_of_guns():
    table = position("9 CA inside QQ33", "2 CA at QQ33", "2 AA at QQ33", "fort QQ33 am", heading="American movement")
    assert "holds 10 strength points; 9 are inside" in table.refused("am", EnterFort(units=("CA2",))).reason
    table.order("am", EnterFort(units=("AA1",)), Detach(unit="CA2", number=1), EnterFort(units=("CA3",)))
    assert table.truth.strength("American", "QQ33", inside=True) == 10  # type: ignore[arg-type]
