"""A side that is not there: what answers for it, what it is never asked, and what its exchange meter counts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from service.engine import umpire
from service.engine.attendance import Attend
from service.engine.orders import Done
from service.engine.places import Place
from service.engine.reports import LogEntry
from service.engine.tally import Exchanges, Tally
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.lines import AddPlanLine
from service.games.campaign1776.known.reports import BattleTold, RoundFought
from service.games.campaign1776.printed.pieces import DUE
from service.games.campaign1776.sections.arrivals import usual_places
from service.games.campaign1776.sections.battles import Attack, FightOn
from service.games.campaign1776.sections.defending import MeetAttack
from service.games.campaign1776.truth.state import State
from tests.games.campaign1776.printed_data import hex_of
from tests.games.campaign1776.table import SEATS, Table, new_match, position
from tests.games.campaign1776.test_groups import arrivals
from tests.random_play import begun

PP32, QQ31 = Place("PP32"), Place("QQ31")


def time_over(table: Table, side: str) -> Table:
    """The clock of a side runs out: it is answered for until the match waits for the other, or for nobody."""
    seat = SEATS[side]
    while seat in table.waiting:
        table.took(umpire.time_out(CAMPAIGN1776, table.truth, seat, table.dice, tell=True, strict=True))
    return table


@pytest.mark.parametrize("absent", ["American", pytest.param("British", marks=pytest.mark.soak)])
def test_a_side_on_standing_orders_is_not_asked_one_question_in_twelve_months(absent: str):
    """Neither in the enemy's segments nor in its own, nor between the quarters, through a winter; each month it has a
    letter. What comes in for it is placed, and the other side only passes."""
    match, _, dice = begun(CAMPAIGN1776, 1, strict=False, scenario="northern-war-1777")
    present = next(seat for seat in match.state.seats if seat != absent)
    match.took(umpire.play(CAMPAIGN1776, match.state, absent, [Attend(attendance="standing")], dice))
    if absent in match.state.waiting:
        match.took(umpire.play(CAMPAIGN1776, match.state, absent, [Done()], dice))
    before = {seat: counted(match.logs[seat], seat) for seat in SEATS.values()}
    first, strength = match.state.turn, troops(match.state, absent)
    while match.state.turn < first + 12:
        assert match.state.waiting == [present]
        orders = [*usual_places(match.state.pictures[present]), Done()]
        match.took(umpire.play(CAMPAIGN1776, match.state, present, orders, dice))
    after = {seat: counted(match.logs[seat], seat) for seat in SEATS.values()}
    assert after[absent].questions == before[absent].questions
    assert [after[seat].letters - before[seat].letters for seat in (absent, present)] == [12, 12], "one each a month"
    assert troops(match.state, absent) > strength and not match.state.pictures[absent].due


def troops(state: State, seat: str) -> int:
    """The strength points of a side on the map."""
    return sum(pool.number for pool in state.of(seat).values() if state.kind(pool).combat and pool.at != DUE)


def counted(log: Sequence[LogEntry], seat: str) -> Exchanges:
    """What the exchange meter of a side has counted."""
    return Tally().after(log, CAMPAIGN1776, seat, log_length=0).meter.so_far


def test_two_sides_on_standing_orders_are_asked_in_their_own_segments():
    """A match does not play itself; and who comes back is asked at the next question."""
    table = new_match()
    table.order("br", Attend(attendance="standing")).order("am", Attend(attendance="standing"))
    table.done("br").done_until("am", "start-of-phase")
    table.order("br", Attend(attendance="present"))
    table.done_until("br", "start-of-phase")
    table.order("am", Attend(attendance="present"))
    table.done_until("am", "start-of-phase")


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


@pytest.mark.parametrize(("letter", "held", "entry"), [
    ("A", (), "TT40"), ("C", ("Boston", "Newport"), hex_of("Newport")), ("C", (), "east box"),
    ("E", ("Boston", "Quebec"), hex_of("Quebec")), ("E", ("Halifax",), "Halifax"),
])  # fmt: skip
def test_reinforcements_of_a_silent_side_come_in_at_the_first_entry_of_their_list(
    letter: str, held: tuple[str, ...], entry: str
):
    """A in its own sea lane, C at the first of its ports that is held, E at the first port of the map, then Halifax."""
    table = arrivals(letter, *(f"1 BR at {name if name == 'Halifax' else hex_of(name)}" for name in held))
    time_over(table, "br")
    came = [pool for pool in table.truth.of("British").values() if pool.at == entry and pool.kind == "BS"]
    assert came and not table.picture("br").tasks.groups
    aboard = {pool.aboard for pool in table.truth.of("British").values() if pool.kind == "BR" and pool.number > 1}
    assert "TR1" in aboard or entry in (hex_of("Newport"), hex_of("Quebec"), "Halifax")


def test_the_french_fleets_wait_for_their_owner_when_the_clock_runs_out():
    fleets = [f"{kind} am away" for kind in ("BF", "BF")]
    table = position("1 CA at GGG44", "1 BR at HHH44", *fleets, heading="American arrivals", turn=20,
                     scenario="northern-war", campaign={"allied": 19})  # fmt: skip
    time_over(table, "am")
    assert {ship.at for ship in table.truth.ships.values()} == {DUE} and not table.truth.campaign.entry


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


@pytest.mark.parametrize("there", [True, False])
def test_a_month_of_three_battles_and_a_continuation_is_two_letters_one_each(there: bool):
    """Both fight by plan, so the defender who is there has one sitting: the answers, and then their own segment."""
    things = [f"9 {kind} at {hex}" for hex in ("PP32", "QQ31", "SS35") for kind in ("BR", "CA")]
    table = position(*things)
    table.order("am", AddPlanLine(hex="PP32", when="stopped", round=2), AddPlanLine(when="stopped", does="rest"))  # type: ignore[arg-type]
    table.order("br", AddPlanLine(hex="PP32", round=2, when="attacking", does="rest"))  # type: ignore[arg-type]
    if not there:
        table.order("am", Attend(attendance="standing"))
    table.dice.faces += [4] * 40
    orders = [Attack(hex=hex, planned=True) for hex in ("PP32", "QQ31", "SS35")]  # type: ignore[arg-type]
    table.done("br").order("br", *orders, Done())
    if there:
        orders = [MeetAttack(hex=hex, planned=True) for hex in ("PP32", "QQ31", "SS35")]  # type: ignore[arg-type]
        table.order("am", *orders, Done())
        assert table.waiting == ["American"] and table.heading == "arrivals", "their own segment has begun"
    table.done_until("br", "start-of-phase")
    assert table.truth.turn == 2
    battles = [told.battle for told in table.told("br", BattleTold)]
    assert {one.attacker for one in battles if one.hex == "PP32"} == {"British", "American"}, "a continuation"
    assert {one.hex for one in battles if one.over} == {"PP32", "QQ31", "SS35"}
    assert meter(table, "br") == (1, 1) and meter(table, "am") == (1, int(there))


def test_who_fights_by_hand_and_who_by_plan_is_told_to_both():
    """A battle by plan waits for nobody, and one by hand for its owner: the time of an answer tells no more."""
    table = position("9 BR at PP32", "9 CA at PP32", "9 BR at QQ31", "9 CA at QQ31")
    table.order("br", AddPlanLine(round=2, when="attacking"))
    table.dice.faces += [4] * 40
    table.done("br").order("br", Attack(hex=PP32, planned=True), Attack(hex=QQ31), Done())
    table.order("am", MeetAttack(hex=PP32), MeetAttack(hex=QQ31, planned=True), Done())
    by_plan = {"PP32": ["British"], "QQ31": ["American"]}
    for side in ("br", "am"):
        assert {told.battle.hex: told.battle.by_plan for told in table.told(side, BattleTold)} == by_plan
    assert (table.heading, table.waiting) == ("going-on", ["British"]), "in the battle that they fight by hand"
    table.order("br", FightOn(hex=QQ31), Done())
    assert (table.heading, table.waiting) == ("defense", ["American"]), "in that which the enemy attacks by plan"


def meter(table: Table, side: str) -> tuple[int, int]:
    """The letters and the sittings of the first month, as the exchange meter of a side counts them."""
    log = [one for one in table.logs[SEATS[side]] if getattr(one.report, "turn", 1) == 1]
    counts = counted(log, SEATS[side])
    return counts.letters, counts.sittings
