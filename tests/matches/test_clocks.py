"""Clocks of a correspondence match: what passes when, what each side is shown, and what happens when a time is over."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from docs.examples.towns import THREE_HOUSES
from service import matches, verify
from service.engine.endings import lost_by
from service.engine.orders import Done
from service.engine.reports import TimeTold
from service.matches import AtSeat, Context
from service.matches.clock import lapse_all
from service.matches.clock_terms import in_words
from service.matches.clocks import (
    announce_claim,
    be_away,
    beat,
    choose_to_send,
    claim,
    clock_sheet,
    give_time_back,
    resume,
    take_back,
)
from service.matches.ending import resign
from service.matches.errors import Malformed, NotNow
from service.matches.match_queue import MatchQueue
from service.matches.reading import read
from service.matches.replaying import replay
from service.store.clocks import DAY, ClockTerms
from tests.matches.waiting import Hand, all_folds, order, stored
from tests.toy import TOY, Hide

STEP = ClockTerms("step", 2)
BANK = ClockTerms("bank", 3, increment=12)
CLAIMED = ClockTerms("step", 2, over="claimed")
HOUR = 3_600
WORKDAYS = ClockTerms("step", 2, off=(5, 6), zone="Europe/Paris")
FRIDAY = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def games() -> dict[str, Any]:
    return {"toy": TOY, "houses": THREE_HOUSES}


@pytest.fixture
def context(context: Context, hand: Hand) -> Context:
    return replace(context, clock=hand)


def sit(context: Context, terms: ClockTerms) -> tuple[AtSeat, AtSeat]:
    """A match by the clock, with somebody at each seat."""
    anna, ben = matches.make_guest(context), matches.make_guest(context)
    opened = matches.open_match(context, anna, "toy", "yard", seat="north", clock=terms)
    matches.take_seat(context, ben, opened.match_id, "south", opened.invitations["south"])
    return AtSeat(opened.match_id, "north", anna.id), AtSeat(opened.match_id, "south", ben.id)


def hidden(context: Context, north: AtSeat, south: AtSeat) -> None:
    """Both hide at once, and the first turn begins."""
    order(context, north, Hide(hex="12"), Done())
    order(context, south, Hide(hex="32"), Done())


# ---- how time passes


def test_time_does_not_pass_on_days_off_by_the_clocks_of_the_zone():
    """On Friday noon in Greenwich eleven hours are left of it in Paris; the weekend is left out."""
    assert WORKDAYS.ends(FRIDAY, 11 * HOUR, ()) == FRIDAY + timedelta(hours=11)
    assert WORKDAYS.ends(FRIDAY, 12 * HOUR, ()) == FRIDAY + timedelta(hours=60)
    assert WORKDAYS.spent(FRIDAY, FRIDAY + timedelta(hours=60), ()) == 12 * HOUR
    assert WORKDAYS.spent(FRIDAY, FRIDAY + timedelta(hours=40), ()) == 11 * HOUR
    away = ((date(2026, 11, 23), date(2026, 11, 24)),)
    assert WORKDAYS.ends(FRIDAY, 12 * HOUR, away) == FRIDAY + timedelta(hours=60 + 48)


def test_a_seconds_end_is_where_as_many_have_passed():
    for hours in range(1, 200, 7):
        end = WORKDAYS.ends(FRIDAY, hours * HOUR, ())
        assert WORKDAYS.spent(FRIDAY, end, ()) == hours * HOUR


# ---- whose clock runs


def test_no_clock_runs_before_somebody_sits_at_each_seat(context: Context, hand: Hand):
    anna, ben = matches.make_guest(context), matches.make_guest(context)
    opened = matches.open_match(context, anna, "toy", "yard", seat="north", clock=STEP)
    north = AtSeat(opened.match_id, "north", anna.id)
    assert matches.invitation(context, opened.invitations["south"]).clock == STEP
    hand.on(10 * DAY)
    assert clock_sheet(context, north).over_at is None and lapse_all(context) == 0
    matches.take_seat(context, ben, opened.match_id, "south", opened.invitations["south"])
    assert clock_sheet(context, north).over_at == hand() + timedelta(days=2)


def test_a_clock_runs_while_its_side_is_asked_and_stands_when_it_has_answered(context: Context, hand: Hand):
    north, south = sit(context, BANK)
    hand.on(5 * HOUR)
    order(context, north, Hide(hex="12"), Done())
    hand.on(7 * HOUR)
    one, other = clock_sheet(context, north), clock_sheet(context, south)
    assert (one.left, one.over_at) == (3 * DAY - 5 * HOUR, None)
    assert (other.left, other.over_at) == (3 * DAY - 12 * HOUR, hand() + timedelta(seconds=3 * DAY - 12 * HOUR))


def test_the_enemy_s_clock_is_shown_in_hours_as_it_stood_with_one_s_last_letter(context: Context, hand: Hand):
    """Whether the other has answered in a step of both shows in nothing until both have."""
    north, south = sit(context, BANK)
    hand.on(5 * HOUR + 1_800)
    before = clock_sheet(context, south)
    order(context, north, Hide(hex="12"), Done())
    assert clock_sheet(context, south) == before
    assert before.others == {"north": 72}
    hand.on(HOUR)
    order(context, south, Hide(hex="32"), Done())
    hand.on(HOUR)
    letters = matches.read(context, south).where.letters
    assert clock_sheet(context, south).others == {"north": 72}, "no letter has come yet"
    while matches.read(context, south).where.letters == letters:
        order(context, north, Done())
    assert clock_sheet(context, south).others == {"north": clock_sheet(context, north).left // HOUR}


def test_a_step_has_its_days_anew_and_a_bank_its_increment(context: Context, hand: Hand):
    for terms, left in ((STEP, 2 * DAY), (BANK, 3 * DAY - 20 * HOUR + 12 * HOUR)):
        north, south = sit(context, terms)
        hand.on(20 * HOUR)
        hidden(context, north, south)
        assert clock_sheet(context, north).left == left, terms.kind


# ---- when it is over


def test_the_umpire_answers_for_whoever_has_let_the_time_pass(context: Context, hand: Hand):
    north, south = sit(context, STEP)
    order(context, north, Hide(hex="12"), Done())
    hand.on(2 * DAY - 1)
    assert lapse_all(context) == 0
    hand.on(1)
    assert lapse_all(context) >= 1
    for at in (north, south):
        told = [entry.report for entry in matches.log(context, at).entries if isinstance(entry.report, TimeTold)]
        assert told == [TimeTold(seat="south")]
    assert matches.read(context, north).where.turn == 1
    all_folds(context, north.match_id)


def test_whoever_never_comes_back_is_played_to_the_end_by_the_umpire(context: Context, hand: Hand):
    """North goes on; South is answered for in each of its sittings, and told to all once in each."""
    north, south = sit(context, STEP)
    order(context, north, Hide(hex="12"), Done())
    for _ in range(60):
        if stored(context, north.match_id).state.ended:
            break
        if matches.read(context, north).where.asked:
            order(context, north, Done())
        hand.on(2 * DAY)
        lapse_all(context)
    assert stored(context, north.match_id).state.ended
    all_folds(context, north.match_id)
    for at in (north, south):
        export = json.loads(json.dumps(matches.export(context, at)))
        assert verify.verify(export).whole
        assert all(stretch.replayed for stretch in replay(export, context.games))


def test_orders_that_came_in_time_are_worked_before_its_end(slow: Context, hand: Hand):
    north, south = sit(slow, STEP)
    order(slow, north, Hide(hex="12"), Done())
    MatchQueue(slow, north.match_id).go_on(hurry=True)
    hand.on(2 * DAY)
    queue = MatchQueue(slow, north.match_id)
    queue.step()
    order(slow, south, Hide(hex="32"), Done())
    queue.go_on(hurry=True)
    assert stored(slow, north.match_id).state.hexes["south"] == "32"
    assert not [entry for entry in matches.log(slow, north).entries if entry.kind == "time-told"]


def test_the_other_side_claims_the_match_or_goes_on_waiting(context: Context, hand: Hand):
    north, south = sit(context, CLAIMED)
    hidden(context, north, south)
    late, other = (north, south) if matches.read(context, north).where.asked else (south, north)
    with pytest.raises(NotNow):
        claim(context, other)
    hand.on(2 * DAY)
    assert lapse_all(context) == 0, "nobody answers for anybody here"
    assert clock_sheet(context, other).claimable == late.seat and clock_sheet(context, late).claimable is None
    for early in (late, other):
        with pytest.raises(NotNow):
            claim(context, early)
    with pytest.raises(NotNow, match="nothing to claim"):
        announce_claim(context, late)
    announced = announce_claim(context, other)
    assert clock_sheet(context, late).claim_at == announced.claim_at == hand() + timedelta(days=1), "both see it"
    for at in (late, other):
        [told] = matches.seat_changes(context, at.match_id)
        assert (told.kind, told.seat) == ("claim-announced", late.seat)
    hand.on(DAY - 1)
    assert announce_claim(context, other).claim_at == announced.claim_at, "announced once"
    with pytest.raises(NotNow, match="not over yet"):
        claim(context, other)
    hand.on(1)
    assert claim(context, other) == lost_by("time", late.seat, ("north", "south"))
    assert matches.read(context, late).where.ended


def test_an_announced_claim_is_gone_when_the_late_side_has_answered(context: Context, hand: Hand):
    """The next time that its time is over another claim is announced, a day before."""
    north, south = sit(context, CLAIMED)
    hidden(context, north, south)
    late, other = (north, south) if matches.read(context, north).where.asked else (south, north)
    hand.on(2 * DAY)
    announce_claim(context, other)
    while matches.read(context, late).where.asked:
        order(context, late, Done())
    hand.on(2 * DAY)
    assert clock_sheet(context, other).claim_at is None is clock_sheet(context, other).claimable
    with pytest.raises(NotNow):
        claim(context, other)


def test_who_is_asked_claims_nothing_so_that_nothing_is_learnt_of_the_other(context: Context, hand: Hand):
    north, south = sit(context, CLAIMED)
    hand.on(3 * DAY)
    for at in (north, south):
        assert clock_sheet(context, at).claimable is None
        with pytest.raises(NotNow, match="nothing to claim"):
            claim(context, at)


def test_a_resigned_match_has_no_time_to_run_out(context: Context, hand: Hand):
    north, _ = sit(context, STEP)
    resign(context, north)
    hand.on(9 * DAY)
    assert lapse_all(context) == 0


# ---- the sheet, when a time is over


@pytest.mark.parametrize("terms", [STEP, CLAIMED])
def test_the_sheet_is_sent_when_the_time_is_over_where_that_was_chosen(context: Context, hand: Hand, terms: ClockTerms):
    """North has written where it hides, and is gone; the match goes on with that, and nothing is claimed."""
    north, south = sit(context, terms)
    matches.put_sheet(context, north, [Hide(hex="12"), Done()])
    assert choose_to_send(context, north, True).sends_sheet
    order(context, south, Hide(hex="32"), Done())
    hand.on(2 * DAY)
    assert clock_sheet(context, south).claimable is None
    lapse_all(context)
    assert stored(context, north.match_id).state.hexes == {"north": "12", "south": "32"}
    for at, last in ((north, "orders-accepted"), (south, "time-told")):
        entries = matches.log(context, at).entries
        [why] = [place for place, one in enumerate(entries) if one.report == TimeTold(seat="north", by_sheet=True)]
        assert last in [one.kind for one in entries[why : why + 2]], "the reason stands before what was done"
    assert not clock_sheet(context, north).sends_sheet and not matches.sheet(context, north).orders
    all_folds(context, north.match_id)
    resign(context, south)
    export = json.loads(json.dumps(matches.export(context, north)))
    assert all(stretch.replayed for stretch in replay(export, context.games))


def test_a_sheet_that_the_rules_do_not_take_whole_is_left_and_the_umpire_answers(context: Context, hand: Hand):
    north, south = sit(context, STEP)
    sheet = matches.put_sheet(context, north, [Hide(hex="12"), Hide(hex="99"), Done()])
    choose_to_send(context, north, True)
    order(context, south, Hide(hex="32"), Done())
    hand.on(2 * DAY)
    assert lapse_all(context) >= 1
    assert stored(context, north.match_id).state.hexes["north"] != "12"
    assert not matches.sheet(context, north).orders, "nothing of it can be sent by mistake at the next question"
    assert json.loads(read(context, north).left_over_text) == sheet.orders, "and it is said what it was"
    assert [one for one in matches.log(context, south).entries if one.kind == "time-told"]


def test_without_a_clock_there_is_no_time_after_which_to_send(context: Context):
    north, _ = two_without_clock(context)
    with pytest.raises(NotNow, match="without clocks"):
        choose_to_send(context, north, True)


def two_without_clock(context: Context) -> tuple[AtSeat, AtSeat]:
    opened = matches.open_match(context, account := matches.make_guest(context), "toy", "yard")
    return AtSeat(opened.match_id, "north", account.id), AtSeat(opened.match_id, "south", account.id)


# ---- absences, and a server that was away


def test_who_is_away_has_said_so_before_and_has_so_many_days_of_it(context: Context, hand: Hand):
    north, south = sit(context, replace(STEP, absence=5))
    over_at, today = clock_sheet(context, north).over_at, hand().date()
    assert over_at is not None
    with pytest.raises(Malformed):
        be_away(context, north, today, today)
    found = be_away(context, north, today + timedelta(1), today + timedelta(3))
    assert found.over_at == over_at + timedelta(days=3) and found.absence == 2
    assert clock_sheet(context, south).away == {"north": ((today + timedelta(1), today + timedelta(3)),)}
    for first, last in ((3, 4), (7, 9)):
        with pytest.raises(NotNow):
            be_away(context, north, today + timedelta(first), today + timedelta(last))
    with pytest.raises(NotNow, match="No absences"):
        be_away(context, sit(context, STEP)[0], today + timedelta(1), today + timedelta(1))


def test_an_absence_is_taken_back_before_it_begins(context: Context, hand: Hand):
    north, _ = sit(context, replace(STEP, absence=5))
    over_at, today = clock_sheet(context, north).over_at, hand().date()
    be_away(context, north, today + timedelta(1), today + timedelta(2))
    with pytest.raises(NotNow, match="No absence"):
        take_back(context, north, today + timedelta(2))
    found = take_back(context, north, today + timedelta(1))
    assert (found.over_at, found.absence, found.away) == (over_at, 5, {})
    be_away(context, north, today + timedelta(1), today + timedelta(1))
    hand.on(DAY)
    with pytest.raises(NotNow, match="has begun"):
        take_back(context, north, hand().date())


@pytest.mark.parametrize("away", [0, 3_600])
def test_clocks_stand_while_a_match_is_stopped(context: Context, hand: Hand, away: int):
    """Also where the server itself is down for a while of it: all of it is given back, and once."""
    north, south = sit(context, CLAIMED)
    hidden(context, north, south)
    late, other = (north, south) if matches.read(context, north).where.asked else (south, north)
    hand.on(DAY)
    beat(context, None)
    with context.store.work() as work:
        work.queue.stop(late.match_id, hand())
    hand.on(3 * DAY)
    sheet = clock_sheet(context, late)
    assert (sheet.left, sheet.over_at, clock_sheet(context, other).claimable) == (DAY, None, None)
    with pytest.raises(NotNow):
        claim(context, other)
    beat(context, None)
    hand.on(away)
    give_time_back(context)
    assert resume(context, late.match_id) and not resume(context, late.match_id)
    assert clock_sheet(context, late).over_at == hand() + timedelta(days=1)


def test_the_time_for_which_the_house_was_away_is_given_back(context: Context, hand: Hand):
    north, _ = sit(context, STEP)
    beat(context, None)
    over_at = clock_sheet(context, north).over_at
    assert over_at is not None
    hand.on(600)
    assert give_time_back(context) == timedelta() and clock_sheet(context, north).over_at == over_at
    hand.on(3 * DAY)
    assert give_time_back(context) == timedelta(days=3)
    assert clock_sheet(context, north).over_at == over_at + timedelta(days=3)
    assert lapse_all(context) == 0


# ---- what may be agreed


@pytest.mark.parametrize(
    "terms",
    [
        replace(STEP, days=0), replace(STEP, increment=1), replace(BANK, increment=999), replace(STEP, off=(7,)),
        replace(STEP, off=tuple(range(7))), replace(STEP, zone="Europe/Atlantis"), replace(STEP, absence=99),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_not_agreed_on(context: Context, terms: ClockTerms):
    with pytest.raises(Malformed):
        sit(context, terms)


def test_only_a_match_of_two_is_claimed_and_nobody_plays_himself_by_the_clock(context: Context):
    account = matches.make_guest(context)
    with pytest.raises(Malformed):
        matches.open_match(context, account, "houses", next(iter(THREE_HOUSES.info.scenarios)),
                           seat=THREE_HOUSES.info.seats[0], clock=CLAIMED)  # fmt: skip
    with pytest.raises(Malformed):
        matches.open_match(context, account, "toy", "yard", clock=STEP)


def test_what_was_agreed_is_said_in_sentences():
    said = in_words(replace(BANK, off=(5, 6), zone="Europe/Paris", absence=14, over="claimed"))
    assert said == (
        "Each side has a bank of 3 days, and 12 hours more with each letter. "
        "Time does not pass on Saturday and Sunday, by the calendar of Europe/Paris. "
        "Each side may be away for 14 days. "
        "When a time is over the other side may claim the match, or go on waiting."
    )


def test_before_its_first_sitting_a_clock_shows_what_it_is_to_begin_with(context: Context):
    north, south = sit(context, BANK)
    asked = {at.seat: matches.read(context, at).where.asked for at in (north, south)}
    assert all(clock_sheet(context, at).left == 3 * DAY for at in (north, south)), asked
