"""The owner of the server pauses a match, or all: clocks stand, all are told, and afterwards each has what it had."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from service import matches
from service.engine.orders import Done
from service.matches import Account, AtSeat, Context
from service.matches.arbiters import agree, arbitration
from service.matches.clock import lapse_all
from service.matches.clocks import announce_claim, claim, clock_sheet, resume
from service.matches.ending import resign
from service.matches.errors import NotFound, NotNow
from service.matches.pausing import all_go_on, counted, go_on, pause, pause_all
from service.store.clocks import DAY, ClockTerms
from tests.matches.test_clocks import BANK, CLAIMED, HOUR, STEP, WORKDAYS, hidden, sit
from tests.matches.waiting import Hand, order, seen
from tests.toy import TOY, Hide


@pytest.fixture
def games() -> dict[str, Any]:
    return {"toy": TOY}


@pytest.fixture
def context(context: Context, hand: Hand) -> Context:
    return replace(context, clock=hand)


@pytest.fixture
def owner(context: Context) -> Account:
    account = matches.make_account(context, "Olga", "a long password")
    matches.become_owner(context, account, matches.set_up_link(context) or "")
    return replace(account, owner=True)


def told(context: Context, at: AtSeat) -> list[tuple[str, str]]:
    return [(one.kind, one.seat) for one in matches.seat_changes(context, at.match_id)]


@pytest.mark.parametrize("terms", [STEP, BANK, WORKDAYS], ids=["step", "bank", "workdays"])
def test_clocks_stand_while_a_match_is_paused_and_all_ends_move(
    context: Context, hand: Hand, owner: Account, terms: ClockTerms
):
    north, south = sit(context, terms)
    hand.on(5 * HOUR)
    left, versions = clock_sheet(context, north).left, (seen(context, north), seen(context, south))
    pause(context, owner, north.match_id)
    for at in (north, south):
        assert clock_sheet(context, at).paused_at == hand() and clock_sheet(context, at).over_at is None
        assert told(context, at) == [("paused", "")]
    hand.on(30 * DAY)
    assert clock_sheet(context, north).left == left and lapse_all(context) == 0
    go_on(context, owner, north.match_id)
    for at in (north, south):
        sheet = clock_sheet(context, at)
        assert sheet.paused_at is None and sheet.left == left
        assert sheet.over_at == terms.ends(hand(), left, ())
    assert told(context, north) == [("paused", ""), ("resumed", "")]
    assert (seen(context, north), seen(context, south)) == versions, "no version moves"
    assert "Olga, the owner of the server, has paused it" in matches.seat_changes(context, north.match_id)[0].text


def test_orders_are_taken_in_a_pause_and_it_takes_no_time_of_whoever_is_asked_next(
    context: Context, hand: Hand, owner: Account
):
    north, south = sit(context, BANK)
    hand.on(5 * HOUR)
    pause(context, owner, north.match_id)
    hand.on(2 * DAY)
    hidden(context, north, south)
    asked, other = (north, south) if matches.read(context, north).where.asked else (south, north)
    hand.on(2 * DAY)
    assert clock_sheet(context, asked).left == 3 * DAY - 5 * HOUR + 12 * HOUR
    go_on(context, owner, north.match_id)
    assert clock_sheet(context, asked).over_at == hand() + timedelta(days=3, hours=7)
    assert clock_sheet(context, other).over_at is None, "whoever waits has no clock that runs"


def test_nothing_is_claimed_in_a_pause_and_an_announced_claim_waits_for_as_long(
    context: Context, hand: Hand, owner: Account
):
    north, south = sit(context, CLAIMED)
    hidden(context, north, south)
    late, other = (north, south) if matches.read(context, north).where.asked else (south, north)
    hand.on(2 * DAY)
    announce_claim(context, other)
    hand.on(20 * HOUR)
    pause(context, owner, north.match_id)
    hand.on(9 * DAY)
    with pytest.raises(NotNow):
        claim(context, other)
    go_on(context, owner, north.match_id)
    with pytest.raises(NotNow, match="not over yet"):
        claim(context, other)
    hand.on(4 * HOUR)
    assert claim(context, other).by == late.seat


def test_an_arbiter_rules_nothing_in_a_pause_and_has_as_long_for_it_as_before(
    context: Context, hand: Hand, owner: Account
):
    vera = matches.make_account(context, "Vera", "a long password")
    anna, ben = matches.make_guest(context), matches.make_guest(context)
    terms = ClockTerms("step", 2, over="arbiter")
    opened = matches.open_match(context, anna, "toy", "yard", seat="north", clock=terms, arbiter="Vera")
    matches.take_seat(context, ben, opened.match_id, "south", opened.invitations["south"])
    agree(context, vera, opened.match_id)
    order(context, AtSeat(opened.match_id, "south", ben.id), Hide(hex="32"), Done())
    hand.on(5 * DAY)
    assert set(arbitration(context, vera, opened.match_id).late) == {"north"}
    pause(context, owner, opened.match_id)
    hand.on(30 * DAY)
    assert not arbitration(context, vera, opened.match_id).late and lapse_all(context) == 0
    go_on(context, owner, opened.match_id)
    until = arbitration(context, vera, opened.match_id).answered_at["north"]
    assert until == hand() + timedelta(days=4), "three of the seven days had passed"


def test_all_matches_by_the_clock_are_paused_at_once(context: Context, hand: Hand, owner: Account):
    north, _ = sit(context, STEP)
    other, _ = sit(context, BANK)
    over, _ = sit(context, STEP)
    resign(context, over)
    without = matches.open_match(context, matches.make_guest(context), "toy", "yard").match_id
    pause(context, owner, other.match_id)
    assert pause_all(context, owner) == 1, "one is paused already, one is over, and one has no clocks"
    assert counted(context, owner) == (0, 2)
    hand.on(9 * DAY)
    assert lapse_all(context) == 0
    assert all_go_on(context, owner) == 2
    assert clock_sheet(context, north).over_at == hand() + timedelta(days=2)
    for match_id, why in ((without, "without clocks"), (over.match_id, "over")):
        with pytest.raises(NotNow, match=why):
            pause(context, owner, match_id)


def test_a_match_that_has_stopped_and_is_paused_has_lost_no_time(context: Context, hand: Hand, owner: Account):
    """In whichever order the two come and go."""
    for paused_first in (True, False):
        north, _ = sit(context, STEP)
        hand.on(DAY)
        if paused_first:
            pause(context, owner, north.match_id)
        with context.store.work() as work:
            work.queue.stop(north.match_id, hand())
        hand.on(3 * DAY)
        if not paused_first:
            pause(context, owner, north.match_id)
        hand.on(3 * DAY)
        go_on(context, owner, north.match_id)
        hand.on(3 * DAY)
        assert resume(context, north.match_id)
        assert clock_sheet(context, north).over_at == hand() + timedelta(days=1), paused_first


def test_nobody_but_the_owner_of_the_house_pauses_anything(context: Context, owner: Account):
    north, _ = sit(context, STEP)
    player = Account(north.account_id, None)
    for asked in (lambda: pause(context, player, north.match_id), lambda: pause_all(context, player)):
        with pytest.raises(NotFound):
            asked()
    with pytest.raises(NotNow, match="not paused"):
        go_on(context, owner, north.match_id)
    pause(context, None, north.match_id)
    with pytest.raises(NotNow, match="already"):
        pause(context, owner, north.match_id)
    with pytest.raises(NotFound):
        pause(context, owner, "nowhere")
