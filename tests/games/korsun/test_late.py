"""A side whose time runs out is on standing orders from then on, until it says otherwise (parent 3.5)."""

from __future__ import annotations

import pytest

from service.engine import umpire
from service.engine.attendance import Attend
from service.engine.endings import Ruling
from service.engine.orders import Done
from service.engine.reports import AttendanceTold, TimeTold
from service.games.korsun.known.reports import CombatFought
from tests.games.korsun.table import SCENES, Table, new_match
from tests.games.korsun.test_hand_overs import AIR, orders

SIDES = ("Soviet", "German")


def late(table: Table, side: str, *, tell: bool = True) -> None:
    """The time of a side that is asked is over."""
    table.took(umpire.time_out(SCENES, table.truth, side, table.dice, tell=tell, strict=True))


def played_on(table: Table, side: str, turn: int) -> bool:
    """Play on to where a side is asked in the other's part of a game-turn; whether it is, before that turn is over."""
    while table.truth.turn <= turn:
        asked = table.waiting[0]
        if table.truth.turn == turn and asked == side and table.truth.phasing not in (None, side):
            return True
        table.order(asked, *orders(table, asked, AIR, planned=True), Done())
    return False


def test_whoever_is_late_is_on_standing_orders_and_both_sides_are_told():
    table = new_match(dice=(3, 4) * 400)
    assert played_on(table, "German", 17)
    late(table, "German")
    for side in SIDES:
        assert [told.seat for told in table.told(side, TimeTold)] == ["German"]
        assert [(told.seat, told.attendance) for told in table.told(side, AttendanceTold)] == [("German", "standing")]
        assert table.picture(side).attendance["German"] == "standing"


@pytest.mark.parametrize("speaks", [False, True])
def test_it_is_asked_in_the_enemy_s_turn_no_more_until_it_says_that_it_is_present(speaks: bool):
    table = new_match(dice=(3, 4) * 400)
    assert played_on(table, "German", 17)
    late(table, "German")
    assert not played_on(table, "German", 17)
    if speaks:
        table.order("German", Attend(attendance="present"))
    assert played_on(table, "German", 18) == speaks


def test_in_its_own_player_turn_a_heading_is_closed_as_it_stands_and_what_was_planned_is_worked():
    table = new_match(dice=(3, 4) * 400)
    table.done_until("a-combat-declaration-segment")
    table.order("Soviet", *orders(table, "Soviet", (), planned=True))
    declared = len(table.truth.attacks)
    late(table, "Soviet")
    assert declared
    assert table.heading != "a-combat-declaration-segment"
    while table.truth.phasing == "Soviet" and not table.told("Soviet", CombatFought):
        table.done(table.waiting[0])
    assert table.told("Soviet", CombatFought)


def test_one_whose_lateness_was_told_already_is_left_as_it_has_said_since():
    table = new_match(dice=(3, 4) * 400)
    assert played_on(table, "German", 17)
    late(table, "German", tell=False)
    assert table.truth.attendance["German"] == "present"


def test_so_is_one_whose_sheet_is_sent_as_its_time_is_over():
    """Its sheet is worked first, and no more is waited for it afterwards."""
    table = new_match(dice=(3, 4) * 400)
    assert played_on(table, "German", 17)
    table.took(umpire.send_sheet(SCENES, table.truth, "German", table.dice, strict=True))
    for side in SIDES:
        assert table.picture(side).attendance["German"] == "standing"
    assert "German" in table.waiting
    table.order("German", *orders(table, "German", AIR, planned=True), Done())
    assert not played_on(table, "German", 17) and not played_on(table, "German", 18)


def test_so_is_one_for_whom_the_arbiter_has_had_an_answer_given():
    table = new_match(dice=(3, 4) * 400)
    assert played_on(table, "German", 17)
    ruling = Ruling(decision="answered", seat="German")
    table.took(umpire.rule(SCENES, table.truth, ruling, table.dice, strict=True))
    late(table, "German", tell=False)
    for side in SIDES:
        assert table.picture(side).attendance["German"] == "standing"
    assert not played_on(table, "German", 17)
