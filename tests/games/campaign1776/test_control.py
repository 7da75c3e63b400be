"""Control of towns, winter losses and the end of a campaign (15, 16, 22)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.control import towns_counted
from service.games.campaign1776.known.reports import GameEnded, UnitsLost
from service.games.campaign1776.printed.campaign import Towns
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.scenario import scenario
from service.games.campaign1776.sections.marching import MarchTo
from service.games.campaign1776.sections.works import Dig
from service.games.campaign1776.staff.aims import outcomes
from service.games.campaign1776.staff.briefing import winning_towns
from service.games.campaign1776.truth import state
from tests.games.campaign1776.printed_data import hex_of
from tests.games.campaign1776.recruits import CANADA, QUEBEC, garrisons, interphase, regulars, towns, turn_of
from tests.games.campaign1776.table import Table, position

BOSTON = hex_of("Boston")
ALL = [*towns("N"), *towns("M")]


def over(*things: str, month: str = "1776-06", scenario: str = "northern-war") -> Table:
    """A month of a campaign, run through from its beginning on."""
    table = position(*things, heading="begins", turn=turn_of(month), scenario=scenario)
    turn = table.truth.turn
    while table.truth.turn == turn and not table.truth.ended:
        table.done(table.waiting[0])
    return table


def verdict(table: Table) -> tuple[str, int] | None:
    found = table.told("am", GameEnded)
    assert found == table.told("br", GameEnded)
    return (found[0].winner, found[0].score) if found else None


@pytest.mark.rule("C76-CTL-03")
def test_tory_militia_aboard_when_a_quarter_ends_is_lost():
    things = ("TR br in port Boston", "2 TM aboard TR1", f"2 TM at {BOSTON}", f"1 BR at {BOSTON}", "1 CA at GGG44")
    june = over(*things, month="1776-03")
    assert "TM1" not in june.truth.pools
    assert ({"TM": 2}, "at sea") in [(one.units, one.why) for one in june.told("br", UnitsLost)], "none ashore"
    told = [entry.report.kind for entry in june.logs["British"]]
    assert told.index("units-lost") < told.index("areas-found"), "before the interphase"
    assert over(*things, month="1776-02").pool("TM1").number == 2


@pytest.mark.rule("C76-CTL-07")
def test_without_quebec_no_more_than_all_but_one_town_of_an_area_count():
    table = position(*regulars(*ALL), "1 CA at DDD38", scenario="northern-war")
    public = table.truth.public()
    assert towns_counted(table.truth.rules, public.british) == 20
    whole = position(*regulars(*ALL), *CANADA, "1 CA at DDD38", scenario="northern-war")
    assert towns_counted(whole.truth.rules, whole.truth.public().british) == 22


@pytest.mark.rule("C76-MSC-08")
def test_the_british_win_with_twenty_towns_at_both_ends_of_a_month():
    twenty = [*regulars(*ALL[:10], *ALL[11:21]), "1 CA at DDD38"]
    assert verdict(over(*twenty)) == ("British", 20)
    table = position(*regulars(*ALL[:10], *ALL[11:20]), *CANADA, f"1 BR at {ALL[21]}", f"1 BR at {ALL[10]}",
                     "1 CA at DDD38", heading="end", turn=6, scenario="northern-war")  # fmt: skip
    assert not table.truth.ended, "as the month began none were counted"
    lost = position(*regulars(*ALL[:10], *ALL[11:20]), "1 CA at DDD38", heading="end", turn=6, scenario="northern-war",
                    campaign={"towns": 20})  # fmt: skip
    assert not lost.truth.ended, "and nineteen as it ends"


@pytest.mark.parametrize(("number", "month", "scenario", "winner"), [
    (5, "1777-12", "northern-war-1777", "British"), (4, "1777-12", "northern-war-1777", ""),
    (3, "1777-12", "northern-war-1777", "American"), (1, "1781-12", "northern-war", "British"),
    (0, "1781-12", "northern-war", "American"), (10, "1777-11", "northern-war-1777", None),
])  # fmt: skip
def test_the_last_month_decides_by_towns(number: int, month: str, scenario: str, winner: str | None):
    table = position(*regulars(*ALL[:number]), "1 CA at DDD38", heading="end", turn=turn_of(month), scenario=scenario)
    assert verdict(table) == (None if winner is None else (winner, number))


def test_a_whole_area_wins_where_the_levels_say_so(monkeypatch: pytest.MonkeyPatch):
    """Those of the shipped set did until 2026.3; an owner's own may."""
    levels = replace(scenario(CAMPAIGN1776.data_id, "northern-war"), towns=Towns(win=12, draw=8, whole_area_wins=True))
    monkeypatch.setattr(state, "scenario", lambda data, name: levels)
    eleven = regulars(*towns("M")[:11])
    ends = {"heading": "end", "turn": 72, "scenario": "northern-war"}
    assert verdict(position(*eleven, *CANADA, "1 CA at GGG44", **ends)) == ("British", 11)  # type: ignore[arg-type]
    assert verdict(position(*eleven, "1 CA at GGG44", **ends)) == ("", 10)  # type: ignore[arg-type]


def test_levels_without_a_draw_name_none():
    rules = scenario(CAMPAIGN1776.data_id, "northern-war")
    assert winning_towns(rules, "British") == "You win if at least 1 strategic town is British controlled at the end"
    assert winning_towns(rules, "American") == "You win if no strategic town is British controlled at the end"
    assert [(one.score, one.here) for one in outcomes(1, 1, "American", 0)] == [
        ("0 or less", True),
        ("1 or more", False),
    ]
    assert len(outcomes(5, 4, "British", 4)) == 3


@pytest.mark.parametrize(("month", "things", "ends"), [
    ("1777-07", ("1 BR at GGG43",), True), ("1777-06", ("1 BR at GGG43",), False),
    ("1777-07", (f"1 BR at {QUEBEC}",), False), ("1777-07", (f"1 TM at {BOSTON}",), True),
])  # fmt: skip
def test_the_americans_win_at_once_where_the_british_control_no_town(month: str, things: tuple[str, ...], ends: bool):
    table = position(*things, "1 CA at DDD38", heading="end", turn=turn_of(month), scenario="northern-war")
    assert table.truth.ended == ends and verdict(table) == (("American", 0) if ends else None)


# ---- winter


def january(*things: str, year: int = 1777, **settings: bool) -> Table:
    return interphase(*things, "1 BR at Halifax", before=f"{year}-01", heading="winter", **settings)


def taken(table: Table) -> dict[str, int]:
    return {one.area: one.number for one in table.picture("am").tasks.excess if one.kind == "CA"}


@pytest.mark.rule("C76-CTL-06")
@pytest.mark.parametrize("reduction", [False, True])
def test_winter_takes_half_of_an_area_only_where_all_its_towns_and_both_cities_are_british(reduction: bool):
    held = [*garrisons(*towns("N")), "6 CA at GGG43"]
    assert taken(january(*held, f"1 BR at {QUEBEC}", reduction=reduction)) == {"N": 2}
    assert taken(january(*held, *CANADA, reduction=reduction)) == {"N": 3}


@pytest.mark.rule("C76-MSC-05")
def test_canada_the_sea_and_the_west_indies_are_reduced_as_one():
    at_sea = ("BF am in RR44", "1 CA aboard BF1", "1 CA at West Indies")
    assert taken(january("3 CA at OOO37", *at_sea)) == {"C": 2}, "half of five, rounded down"
    assert taken(january("2 CA at OOO37", *at_sea)) == {"C": 2}, "half of four, all of them counted"


@pytest.mark.rule("C76-MSC-06")
@pytest.mark.parametrize(("year", "lost"), [(1779, 2), (1780, 2), (1781, 1)])
def test_in_1779_half_of_those_at_sea_are_lost(year: int, lost: int):
    table = january("BF am in RR44", "4 CA aboard BF1", year=year, reduction=True)
    assert taken(table) == {"C": lost}


def test_a_winter_of_its_own_takes_its_own_part():
    assert taken(january("8 CA at GGG44", year=1779, reduction=True)) == {"N": 2}
    assert taken(january("8 CA at GGG44", year=1779, reduction=False)) == {"N": 2}
    assert taken(january("9 CA at GGG44", year=1779, reduction=False)) == {"N": 3}


def test_the_owner_alone_learns_of_winter_losses():
    table = january("9 CA at GGG44").done("am")
    assert table.pool("CA1").number == 6
    assert not any("CA" in str(entry.report) for entry in table.logs["British"])


# ---- capture, and what the French build


@pytest.mark.rule("C76-MSC-04")
def test_supply_is_captured_in_the_captors_own_movement_or_when_a_segment_closes():
    """Between the start of the enemy's segment and its end nobody takes what stands beside them."""
    table = position("1 BR at PP32", "1 AS at PP32", "1 CA at OO30", heading="American movement")
    table.done_until("am", "forced-march")
    assert "AS1" in table.truth.pools
    while table.truth.phasing == "American":
        table.done(table.waiting[0])
    assert "AS1" not in table.truth.pools and table.pool("BS1").at == "PP32"
    marching = position("1 BR at PP32", "1 AS at PP31", "1 AS at QQ33", "1 CA at OO30")
    marching.order("br", MarchTo(units=("BR1",), path=(Hex("PP31"),)))
    assert "AS1" not in marching.truth.pools and "AS2" in marching.truth.pools


@pytest.mark.parametrize(("limits", "guns"), [(True, 8), (False, 9)])
def test_a_captured_gun_for_which_there_is_no_counter_is_removed_where_counters_are_limited(limits: bool, guns: int):
    table = position("1 BR at PP32", "1 AA at PP32", "8 BA at XXX42", "1 CA at OO30", heading="American movement",
                     settings={"counter_limits": limits})  # fmt: skip
    table.done_until("br", "start-of-phase", most=12)
    assert "AA1" not in table.truth.pools
    assert sum(pool.number for pool in table.truth.of("British").values() if pool.kind == "BA") == guns


@pytest.mark.rule("C76-FRE-14")
def test_what_the_french_dig_is_american():
    table = position("3 FR at BBB41", "1 FA at BBB41", "1 FS at BBB41", "1 BR at XXX42", heading="American works",
                     turn=20, scenario="northern-war")  # fmt: skip
    table.order("am", Dig(units=("FR1",)))
    assert table.truth.entrenched == {"BBB41": "American"} and table.picture("am").entrenched == ["BBB41"]


# ---- what was agreed on


@pytest.mark.rule("C76-MSC-01")
def test_boston_has_a_supply_unit_or_without_the_house_rule_a_magazine():
    def in_boston(**options: str) -> set[str]:
        opened = CAMPAIGN1776.open("northern-war-1777", options)
        return {pool.kind for pool in opened.pools.values() if pool.at == BOSTON}

    assert in_boston() == {"BR", "BA", "BS"} and in_boston(boston="magazine") == {"BR", "BA", "BM"}


@pytest.mark.rule("C76-GEN-01")
def test_both_sides_read_what_was_agreed_on():
    opened = CAMPAIGN1776.open("northern-war-1777", {"interphase": "full", "garrison": "off"})
    for picture in opened.pictures.values():
        assert (picture.settings.interphase, picture.settings.garrison) == ("full", False)
