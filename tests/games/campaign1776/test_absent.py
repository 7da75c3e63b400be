"""A side that is not there: what answers for it, what it is never asked, and what its exchange meter counts."""

from __future__ import annotations

import pytest

from service.engine import umpire
from service.engine.attendance import Attend
from service.engine.orders import Done
from service.engine.tally import Tally
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.lines import AddPlanLine
from service.games.campaign1776.known.reports import BattleTold, RoundFought
from service.games.campaign1776.sections.arrivals import usual_places
from service.games.campaign1776.sections.battles import Attack
from tests.games.campaign1776.table import SEATS, Table, new_match, position
from tests.random_play import begun


def time_over(table: Table, side: str) -> Table:
    """The clock of a side runs out: it is answered for until the match waits for the other, or for nobody."""
    seat = SEATS[side]
    while seat in table.waiting:
        table.took(umpire.time_out(CAMPAIGN1776, table.truth, seat, table.dice, tell=True, strict=True))
    return table


@pytest.mark.parametrize(
    ("absent", "months"),
    [("American", 3), *(pytest.param(side, 12, marks=pytest.mark.soak) for side in ("British", "American"))],
)
def test_a_side_that_is_not_there_for_months_is_asked_nothing_in_the_enemys_segments(absent: str, months: int):
    """Its own segments and its recruits are answered for as its clock runs out; the other side only passes.

    Reinforcements and an interphase are in three months, a winter in twelve; all that comes in is placed.
    """
    match, _, dice = begun(CAMPAIGN1776, 1, strict=False, scenario="northern-war-1777")
    present = next(seat for seat in match.state.seats if seat != absent)
    match.took(umpire.play(CAMPAIGN1776, match.state, absent, [Attend(attendance="standing")], dice))
    first, of_its_own = match.state.turn, {f"{absent.lower()}-segment", "interphase"}
    while match.state.turn < first + months:
        if absent in match.state.waiting:
            assert of_its_own & {frame.heading for frame in match.state.cursor}
            match.took(umpire.time_out(CAMPAIGN1776, match.state, absent, dice, tell=False))
            continue
        orders = [*usual_places(match.state.pictures[present]), Done()]
        match.took(umpire.play(CAMPAIGN1776, match.state, present, orders, dice))
    assert match.reports["recruits-came"] or match.reports["areas-found"]
    assert not match.state.pictures[absent].due and not match.state.ended


def test_a_clock_that_runs_out_in_ones_own_segment_places_what_has_come_in_and_passes():
    """In October a Continental comes to Trenton, and in September a militia that may be placed in seven hexes."""
    table = new_match()
    table.done_until("am", "start-of-phase")
    before = {pool.id: pool.at for pool in table.truth.pools.values()}
    time_over(table, "am")
    assert table.waiting == ["British"], "the British segment of the next month"
    table.done_until("am", "arrivals")
    assert table.picture("am").due, "it is to be placed by its owner"
    time_over(table, "am")
    placed = table.pool("RM4")
    assert placed.at == "PP30" and not table.picture("am").due
    assert {id: table.pool(id).at for id in before if id in table.truth.pools} == before, "nobody has moved"


def test_a_clock_that_runs_out_in_a_battle_leaves_it_to_the_plan():
    """The attacker's line says to rest from round 2 on; the defender's names a card."""
    table = position("9 BR at PP32", "9 CA at PP32")
    table.order("br", AddPlanLine(round=2, does="rest"))
    table.order("am", AddPlanLine(when="defending", card="SK"))
    table.dice.faces += [4]
    table.done("br").order("br", Attack(hex="PP32", card="FA"), Done())  # type: ignore[arg-type]
    for side in ("am", "br", "am"):
        time_over(table, side)
    [fought] = table.told("am", RoundFought)
    assert fought.cards == {"British": "FA", "American": "SK"}
    assert [told.battle.over for told in table.told("am", BattleTold) if told.battle.over] == ["stopped"]


def test_the_meter_counts_a_letter_and_a_sitting_of_a_month_of_three_battles_by_plan():
    things = [f"9 {kind} at {hex}" for hex in ("PP32", "QQ31", "SS35") for kind in ("BR", "CA")]
    table = position(*things)
    table.order("am", Attend(attendance="standing"), AddPlanLine(hex="PP32", when="stopped", round=2))  # type: ignore[arg-type]
    table.order("br", AddPlanLine(hex="PP32", round=2, when="attacking", does="rest"))  # type: ignore[arg-type]
    table.dice.faces += [4] * 40
    orders = [Attack(hex=hex, planned=True) for hex in ("PP32", "QQ31", "SS35")]  # type: ignore[arg-type]
    table.done("br").order("br", *orders, Done())
    assert table.waiting == ["American"] and table.heading == "arrivals", "their own segment has begun"
    assert meter(table, "am") == (1, 1), "three battles and a continuation, and nothing was asked in them"
    assert meter(table, "br") == (0, 1), "all of the segment was one sitting"
    table.done_until("br", "start-of-phase")
    assert meter(table, "am") == (1, 1) and meter(table, "br") == (1, 1), "nothing of the new month is counted yet"


def meter(table: Table, side: str) -> tuple[int, int]:
    """The letters and the sittings of the first month, as the exchange meter of a side counts them."""
    seat = SEATS[side]
    log = [one for one in table.logs[seat] if getattr(one.report, "turn", 1) == 1]
    counts = Tally().after(log, CAMPAIGN1776, seat, log_length=0).meter.so_far  # type: ignore[arg-type]
    return counts.letters, counts.sittings
