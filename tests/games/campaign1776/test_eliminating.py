"""Automatic elimination and forced march: which stack, at what odds, and what a march that falls short costs."""

from __future__ import annotations

import pytest

from service.games.campaign1776.known.reports import EliminationTried, ForcedMarched
from service.games.campaign1776.sections import forces
from service.games.campaign1776.sections.eliminating import Eliminate
from service.games.campaign1776.sections.forced import ForceMarch
from service.games.campaign1776.sections.marching import Detach, LeaveFort, MarchTo
from tests.games.campaign1776.table import Table, position

LAKES = {"scenario": "highlands-1777"}
ONE_AND_TWO = ("AAA34", "BBB35")
"""A route from AAA33 that takes one point and then two."""


def march(table: Table, units: str, *path: str, side: str = "br") -> Table:
    return table.order(side, MarchTo(units=tuple(units.split()), path=path))  # type: ignore[arg-type]


def eliminate(units: str) -> Eliminate:
    return Eliminate(units=tuple(units.split()))


def force(units: str, *path: str) -> ForceMarch:
    return ForceMarch(units=tuple(units.split()), path=path)  # type: ignore[arg-type]


def marching(*things: str, dice: tuple[int, ...] = (), visibility: str = "open", **where: object) -> Table:
    """The British at their forced marches, in New England unless said otherwise."""
    table = position(*things, visibility=visibility, **{"scenario": "highlands-1777", **where})  # type: ignore[arg-type]
    table.dice.faces += dice
    return table.done_until("br", "forced-march")


# ---- which stack


@pytest.mark.rule("C76-AV-01")
def test_an_elimination_is_made_by_units_of_one_start_hex():
    table = position("3 BR at OO32", "3 BR at PP31", "1 RM at PP32")
    march(march(table, "BR1", "PP32"), "BR2", "PP32")
    assert table.refused("br", eliminate("BR1 BR2")).rule == "C76-AV-01"
    whole = march(position("6 BR at OO32", "1 RM at PP32"), "BR1", "PP32").order("br", eliminate("BR1"))
    assert "RM1" not in whole.truth.pools and whole.told("br", EliminationTried)[0].lost == {"RM": 1}


@pytest.mark.rule("C76-AV-02")
@pytest.mark.parametrize("visibility", ["open", "inverted"])
def test_those_who_stand_in_the_hex_already_do_not_join_those_who_come(visibility: str):
    table = position("2 BR at PP32", "4 BR at OO32", "1 RM at PP32", visibility=visibility)
    march(table, "BR2", "PP32")
    assert table.refused("br", eliminate("BR1 BR2")).rule == "C76-AV-02"
    if visibility == "open":
        assert "not strong enough" in table.refused("br", eliminate("BR2")).reason
    else:
        table.order("br", eliminate("BR2"))
        assert "RM1" in table.truth.pools and table.told("br", EliminationTried)[0].lost == {}
        assert "do nothing more" in table.refused("br", eliminate("BR2")).reason


def test_in_fog_nobody_is_told_beforehand_that_they_are_too_weak_not_by_what_a_battle_showed_either():
    table = position("2 BR at OO32", "6 CA at PP32")
    march(table, "BR1", "PP32")
    contact = table.contact("br", "PP32")
    assert contact is not None
    contact.units = {"CA": 6}
    table.order("br", eliminate("BR1"))
    assert table.told("br", EliminationTried)[0].lost == {} and table.pool("CA1").number == 6


@pytest.mark.rule("C76-AV-03")
def test_units_of_a_fort_and_from_outside_it_are_not_one_stack():
    table = position("3 BR inside OO32", "3 BR at OO32", "1 RM at PP32", "fort OO32 br")
    table.order("br", LeaveFort(units=("BR1",)))
    march(table, "BR1 BR2", "PP32")
    assert table.refused("br", eliminate("BR1 BR2")).rule == "C76-AV-03"


# ---- the odds


@pytest.mark.parametrize(("things", "falls"), [
    (("6 BR at OO32", "1 RM at PP32"), True), (("6 BR at OO32", "1 RM at PP32", "dug PP32 am"), False),
    (("8 BR at OO32", "1 RM at PP32", "dug PP32 am"), True), (("6 BR at OO32", "1 RM at PP32", "1 AS at PP32"), False),
    (("5 BR at OO32", "1 RM at PP32"), False),
])  # fmt: skip
def test_six_to_one_destroys_for_certain_and_eight_to_one_behind_works(things: tuple[str, ...], falls: bool):
    table = march(position(*things), "BR1", "PP32").order("br", eliminate("BR1"))
    assert ("RM1" not in table.truth.pools) is falls


@pytest.mark.rule("C76-AV-06")
def test_supply_of_a_stack_that_is_eliminated_is_captured():
    table = position("12 BR at OO32", "1 BS at OO32", "2 RM at PP32", "1 AS at PP32")
    march(table, "BR1 BS1", "PP32").order("br", eliminate("BR1 BS1"))
    assert sorted((pool.kind, pool.at) for pool in table.truth.pools.values()) == [
        ("BR", "PP32"), ("BS", "PP32"), ("BS", "PP32"),
    ]  # fmt: skip


# ---- going on


@pytest.mark.rule("C76-AV-07", "C76-AV-08")
def test_a_stack_eliminates_where_it_sets_out_and_may_part_afterwards():
    table = position("8 BR at PP32", "1 RM at PP32").order("br", eliminate("BR1"))
    table.order("br", Detach(unit="BR1", number=6))
    march(table, "BR2", "QQ33")
    assert (table.pool("BR1").at, table.pool("BR1").spent) == ("PP32", 0)
    assert (table.pool("BR2").at, table.pool("BR2").spent) == ("QQ33", 2 + 1)


@pytest.mark.rule("C76-AV-11")
def test_who_stays_pays_nothing_more():
    far = next(end for end in _reach(position("6 BR at OO32"), "BR1") if end.cost == 6)
    table = position("6 BR at OO32", f"1 RM at {far.place}")
    march(table, "BR1", *far.path)
    assert table.truth.field("British").left(table.pool("BR1")) == 1
    table.order("br", eliminate("BR1"))
    assert "RM1" not in table.truth.pools and table.options("br", "march") == []
    assert table.pool("BR1").spent == 6, "nothing is charged to who goes no further"


@pytest.mark.rule("C76-AV-13")
def test_guns_and_supply_pay_for_going_on_too():
    table = position("6 BR at PP32", "1 BA at PP32", "1 BS at PP32", "1 RM at PP32").order(
        "br", eliminate("BR1 BA1 BS1")
    )
    march(table, "BR1 BA1 BS1", "QQ33")
    assert [table.pool(id).spent for id in ("BR1", "BA1", "BS1")] == [3, 3, 3]


def test_what_an_elimination_did_is_told_to_the_enemy_by_letter():
    table = march(position("6 BR at OO32", "1 RM at PP32", "1 CA at SS35"), "BR1", "PP32").order("br", eliminate("BR1"))
    assert table.told("am", EliminationTried) == [] and "RM1" in table.picture("am").own
    table.done("br")
    assert [report.lost for report in table.told("am", EliminationTried)] == [{"RM": 1}]
    assert "RM1" not in table.picture("am").own


# ---- forced march


@pytest.mark.rule("C76-AV-09")
def test_a_forced_march_goes_through_those_whom_it_eliminates():
    table = marching("12 BR at GGG43", "1 RM at GGG44", dice=(5,))
    table.order("br", force("BR1", "GGG44", "GGG45"))
    assert (table.pool("BR1").at, table.pool("BR1").number, "RM1" in table.truth.pools) == ("GGG45", 12, False)


@pytest.mark.rule("C76-AV-12")
def test_a_march_that_cannot_spend_what_it_has_gained_perishes_after_its_elimination():
    table = marching("12 BR at GGG43", "1 RM at GGG44", dice=(3,))
    table.order("br", force("BR1", "GGG44", "GGG45"))
    [told] = table.told("br", ForcedMarched)
    assert (told.sought, told.gained, told.lost, told.ended, told.unspent) == (4, 3, {"BR": 6}, "GGG44", 2)
    assert table.truth.pools == {} and table.truth.lost == {"BR": 12, "RM": 1}


@pytest.mark.rule("C76-AV-10")
@pytest.mark.parametrize("visibility", ["open", "inverted"])
def test_half_is_lost_before_the_march_so_that_an_elimination_may_fail(visibility: str):
    table = marching("8 BR at GGG43", "1 RM at GGG44", dice=(1,), visibility=visibility)
    table.order("br", force("BR1", "GGG44", "GGG45"))
    assert "BR1" not in table.truth.pools and "RM1" in table.truth.pools
    assert table.told("br", EliminationTried)[0].lost == {}


@pytest.mark.rule("C76-FM-01")
def test_a_forced_march_remembers_nothing_of_regular_movement():
    table = position("3 BR at GGG43", "3 BR at GGG42", "1 RM at GGG45", visibility="open", **LAKES)
    table.dice.faces += [6]
    march(march(table, "BR1", "GGG44"), "BR2", "GGG43", "GGG44").done_until("br", "forced-march")
    table.order("br", force("BR1 BR2", "GGG45"))
    assert {table.pool(id).at for id in ("BR1", "BR2")} == {"GGG45"}
    assert {table.pool(id).began for id in ("BR1", "BR2")} == {"GGG44"}


@pytest.mark.rule("C76-FM-03")
def test_no_forced_march_starts_beside_enemies_in_the_open():
    table = marching("4 BR at GGG43", "1 CA at GGG43")
    assert table.refused("br", force("BR1", "GGG44")).rule == "C76-FM-03"
    shut_in = marching("4 BR at GGG43", "1 CA inside GGG43", "fort GGG43 am", dice=(6,))
    shut_in.order("br", force("BR1", "GGG44"))
    assert shut_in.pool("BR1").at == "GGG44"


@pytest.mark.rule("C76-FM-04")
def test_a_forced_march_without_its_route_is_refused_and_no_die_falls():
    table = marching("4 BR at GGG43", "1 CA at DDD37")
    assert table.refused("br", force("BR1", "HHH45")).rule == "C76-FM-04"
    assert table.truth.rolls == {}


@pytest.mark.rule("C76-FM-05")
def test_nobody_follows_by_another_route():
    table = marching("4 BR at GGG43", "1 CA at DDD37", dice=(6, 6))
    table.order("br", Detach(unit="BR1", number=2), force("BR1", "GGG44", "HHH45"))
    assert table.refused("br", force("BR2", "HHH44", "HHH45")).rule == "C76-FM-05"
    table.order("br", force("BR2", "HHH44"))
    assert table.pool("BR2").at == "HHH44"


@pytest.mark.rule("C76-FM-06")
def test_a_march_goes_as_far_as_it_can_and_no_other_way():
    table = marching("4 BR at AAA33", "1 CA at DDD37", dice=(1,))
    table.order("br", force("BR1", *ONE_AND_TWO))
    assert (table.pool("BR1").at, table.pool("BR1").number) == ("AAA34", 2)
    assert "go no further" in table.refused("br", force("BR1", "BBB35")).reason


def _reach(table: Table, *units: str):  # type: ignore[no-untyped-def]
    return forces.destinations(table.picture("br"), units)


@pytest.mark.rule("C76-FM-07")
def test_who_perishes_has_gone_as_far_as_they_could_and_taken_what_they_met():
    lone = marching("4 BR at AAA33", "1 CA at DDD37", "1 AS at AAA34", dice=(3,))
    lone.order("br", force("BR1", *ONE_AND_TWO))
    assert sorted((pool.kind, pool.at) for pool in lone.truth.pools.values()) == [("BS", "AAA34"), ("CA", "DDD37")]
    assert lone.told("br", ForcedMarched)[0].unspent == 1


def test_a_march_stopped_by_the_unseen_does_not_perish():
    table = marching("4 BR at GGG43", "1 CA at GGG45", dice=(2,), visibility="inverted")
    table.order("br", force("BR1", "GGG44", "GGG45"))
    assert table.pool("BR1").number in (2, 4) and table.told("br", ForcedMarched)[0].unspent == 0


@pytest.mark.rule("C76-FM-08")
def test_allowances_count_nothing_in_a_forced_march():
    table = marching("2 BR at GGG43", "1 BA at GGG43", "1 BS at GGG43", "1 CA at DDD37", dice=(6,))
    table.order("br", force("BR1 BA1 BS1", "GGG44", "GGG45"))
    assert {pool.at for pool in table.truth.of("British").values()} == {"GGG45"}
    [told] = table.told("br", ForcedMarched)
    assert (told.die, told.gained) == (6, told.sought) and not table.dice.faces


@pytest.mark.rule("C76-WIN-13")
def test_in_winter_no_forced_march_leads_into_the_middle_states_or_out_of_them():
    things = ("2 BR at AAA38", "2 BR at AAA39", "1 CA at DDD37")
    table = marching(*things, scenario="northern-war", turn=1)
    assert table.refused("br", force("BR1", "AAA39")).rule == "C76-WIN-13"
    assert table.refused("br", force("BR2", "AAA38")).rule == "C76-WIN-13"
    table.order("br", force("BR2", "BBB40"))
    marching(*things, scenario="northern-war", turn=4).order("br", force("BR1", "AAA39"))


def test_the_die_of_a_forced_march_is_its_owners_alone():
    table = marching("12 BR at GGG43", "1 RM at GGG44", "1 CA at DDD37", dice=(5,))
    table.order("br", force("BR1", "GGG44", "GGG45"))
    assert all(not track.startswith("public") for track in table.truth.rolls)
    table.done_until("am", "regular-movement")
    assert table.told("am", ForcedMarched) == []


def test_enemies_that_an_earlier_march_of_the_list_has_found_were_not_known_when_the_route_was_sought():
    """With them the route would take more points than can be sought: who comes upon them stops, and is not lost."""
    table = position("1 BR at OO32", "1 BR at OO30", "1 RM at QQ31", dice=(6, 6)).done_until("br", "forced-march")
    onward = ("OO31", "PP31", "QQ31", "RR31")
    table.order("br", ForceMarch(units=("BR2",), path=("PP31",)), ForceMarch(units=("BR1",), path=onward))  # type: ignore[arg-type]
    assert table.pool("BR1").at == "QQ31"
    [_, told] = table.told("br", ForcedMarched)
    assert (told.sought, told.unspent) == (6, 0)
