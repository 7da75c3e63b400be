"""The arbiter of a match: who is named, what they see, what they rule when a time is over, and what they may not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from docs.examples.towns import THREE_HOUSES
from service import matches, verify
from service.engine.endings import Decision, Ruling, lost_by
from service.engine.orders import Done
from service.engine.reports import RulingTold
from service.matches import Account, AtSeat, Context, arbiters
from service.matches.clock import lapse_all
from service.matches.clocks import clock_sheet
from service.matches.ending import rematch, resign
from service.matches.errors import Malformed, NotFound, NotNow, SeatNotForYou
from service.matches.leaving import delete_account
from service.matches.replaying import replay
from service.store.clocks import ARBITER_HAS, DAY, ClockTerms
from tests.matches.test_clocks import hidden
from tests.matches.waiting import Hand, all_folds, order
from tests.toy import TOY

TERMS = ClockTerms("step", 2, over="arbiter")
PASSWORD = "a long password"


@pytest.fixture
def games() -> dict[str, Any]:
    return {"toy": TOY, "houses": THREE_HOUSES}


@pytest.fixture
def context(context: Context, hand: Hand) -> Context:
    return replace(context, clock=hand)


@pytest.fixture
def vera(context: Context) -> Account:
    """Who is named arbiter."""
    return matches.make_account(context, "Vera", PASSWORD)


@pytest.fixture
def seats(context: Context, vera: Account) -> tuple[AtSeat, AtSeat]:
    """A match whose arbiter Vera has agreed to be, both sides hidden: first who is asked."""
    north, south = sit(context)
    arbiters.agree(context, vera, north.match_id)
    hidden(context, north, south)
    return (north, south) if matches.read(context, north).where.asked else (south, north)


def sit(context: Context) -> tuple[AtSeat, AtSeat]:
    """A match whose arbiter Vera is asked to be, Anna at north and Ben at south."""
    anna, ben = matches.make_guest(context), matches.make_guest(context)
    opened = matches.open_match(context, anna, "toy", "yard", seat="north", clock=TERMS, arbiter="vera")
    matches.take_seat(context, ben, opened.match_id, "south", opened.invitations["south"])
    return AtSeat(opened.match_id, "north", anna.id), AtSeat(opened.match_id, "south", ben.id)


def told(context: Context, at: AtSeat) -> list[Ruling]:
    return [one.report.ruling for one in matches.log(context, at).entries if isinstance(one.report, RulingTold)]


# ---- who it is


def test_both_sides_see_who_rules_before_they_join(context: Context, vera: Account):
    opened = matches.open_match(context, matches.make_guest(context), "toy", "yard", seat="north", clock=TERMS,
                                arbiter=" VERA ")  # fmt: skip
    named = matches.invitation(context, opened.invitations["south"]).arbiter
    assert named is not None and (str(named.who), named.agreed) == ("Vera", False)
    arbiters.agree(context, vera, opened.match_id)
    named = matches.invitation(context, opened.invitations["south"]).arbiter
    assert named is not None and named.agreed


@pytest.mark.parametrize("name", ["", "Nobody Of This Name", "Anna"])
def test_the_arbiter_is_an_account_of_the_house_and_not_whoever_opens(context: Context, name: str):
    anna = matches.make_account(context, "Anna", PASSWORD)
    with pytest.raises(Malformed):
        matches.open_match(context, anna, "toy", "yard", seat="north", clock=TERMS, arbiter=name)
    with pytest.raises(Malformed):
        matches.open_match(context, anna, "toy", "yard", seat="north", clock=replace(TERMS, over="claimed"),
                           arbiter="Vera")  # fmt: skip


def test_to_everybody_else_there_is_nothing_to_arbitrate(context: Context, seats: tuple[AtSeat, AtSeat]):
    match_id, walter = seats[0].match_id, matches.make_account(context, "Walter", PASSWORD)
    for account in (walter, *(Account(at.account_id, None) for at in seats)):
        assert arbiters.arbitrations(context, account) == []
        for refused in (
            lambda account=account: arbiters.arbitration(context, account, match_id),
            lambda account=account: arbiters.agree(context, account, match_id),
            lambda account=account: arbiters.say_no(context, account, match_id),
            lambda account=account: arbiters.rule(context, account, match_id, seats[0].seat, "answered"),
        ):
            with pytest.raises(NotFound):
                refused()


# ---- what an arbiter sees


def test_an_arbiter_sees_what_all_sides_may_know_and_no_seat(
    context: Context, vera: Account, seats: tuple[AtSeat, AtSeat], hand: Hand
):
    late, other = seats
    [seen] = arbiters.arbitrations(context, vera)
    assert seen.agreed and not seen.ended and seen.late == {} and seen.hours == {"north": 48, "south": 48}
    hand.on(2 * DAY)
    seen = arbiters.arbitration(context, vera, late.match_id)
    assert seen.late == {late.seat: hand()} and seen.answered_at == {late.seat: hand() + ARBITER_HAS}
    words = repr(seen)
    for secret in ("12", "32"):
        assert f"'{secret}'" not in words, "where somebody hides"
    with pytest.raises(NotFound):
        matches.match_card(context, vera, other.match_id)


def test_an_arbiter_takes_no_seat_of_the_match_ever(context: Context, vera: Account):
    """Not by an invitation, nor after having said no; nor does it help to sign in where the link to a seat is."""
    opened = matches.open_match(context, matches.make_guest(context), "toy", "yard", seat="north", clock=TERMS,
                                arbiter="Vera")  # fmt: skip
    invited = opened.invitations["south"]
    with pytest.raises(SeatNotForYou, match="arbiter"):
        matches.take_seat(context, vera, opened.match_id, "south", invited)
    arbiters.agree(context, vera, opened.match_id)
    arbiters.say_no(context, vera, opened.match_id)
    with pytest.raises(SeatNotForYou, match="arbiter"):
        matches.take_seat(context, vera, opened.match_id, "south", invited)


def test_whoever_was_shown_a_seat_rules_nothing(
    context: Context, vera: Account, seats: tuple[AtSeat, AtSeat], hand: Hand
):
    matches.came_by_link(context, vera, seats[1])
    hand.on(2 * DAY)
    with pytest.raises(SeatNotForYou):
        arbiters.rule(context, vera, seats[0].match_id, seats[0].seat, "forfeited")
    assert not matches.read(context, seats[0]).where.ended


# ---- what an arbiter rules


def test_nothing_is_ruled_before_a_time_is_over(context: Context, vera: Account, hand: Hand):
    north, _ = sit(context)
    with pytest.raises(NotNow, match="Agree"):
        arbiters.rule(context, vera, north.match_id, "north", "answered")
    arbiters.agree(context, vera, north.match_id)
    hand.on(2 * DAY - 1)
    with pytest.raises(NotNow, match="nothing to rule"):
        arbiters.rule(context, vera, north.match_id, "north", "answered")
    for decision, days in (("more-time", 0), ("more-time", 61), ("answered", 3)):
        with pytest.raises(Malformed):
            arbiters.rule(context, vera, north.match_id, "north", decision, days=days)  # type: ignore[arg-type]


def test_more_time_runs_from_the_ruling_on(context: Context, vera: Account, seats: tuple[AtSeat, AtSeat], hand: Hand):
    late, other = seats
    hand.on(3 * DAY)
    seen = arbiters.rule(
        context, vera, late.match_id, late.seat, "more-time", days=4, reason=" They have moved house. "
    )
    assert seen.late == {} and clock_sheet(context, late).over_at == hand() + timedelta(days=4)
    ruling = Ruling(seat=late.seat, decision="more-time", days=4, reason="They have moved house")
    assert seen.rulings == (ruling,) and told(context, late) == told(context, other) == [ruling]
    said = TOY.words.prose(RulingTold(ruling=ruling))
    assert "".join(getattr(span, "words", "") for span in said) == (
        f"The arbiter gives the {late.seat} side, whose time was over, 4 more days: “They have moved house”."
    )
    hand.on(4 * DAY)
    assert late.seat in arbiters.arbitration(context, vera, late.match_id).late, "it may be ruled on again"
    all_folds(context, late.match_id)


def test_the_umpire_answers_where_that_is_ruled_until_the_next_letter(
    context: Context, vera: Account, seats: tuple[AtSeat, AtSeat], hand: Hand
):
    late, other = seats
    hand.on(2 * DAY)
    assert lapse_all(context) == 0, "it is for the arbiter to say"
    arbiters.rule(context, vera, late.match_id, late.seat, "answered")
    assert lapse_all(context) >= 1
    assert not matches.read(context, late).where.asked and matches.read(context, other).where.asked
    assert [one.decision for one in told(context, other)] == ["answered"]
    with pytest.raises(NotNow):
        arbiters.rule(context, vera, late.match_id, late.seat, "answered")
    all_folds(context, late.match_id)


def test_a_forfeited_match_is_over_and_is_checked_like_any_other(
    context: Context, vera: Account, seats: tuple[AtSeat, AtSeat], hand: Hand
):
    late, other = seats
    hand.on(2 * DAY)
    seen = arbiters.rule(context, vera, late.match_id, late.seat, "forfeited", reason="No word for two days")
    assert seen.ended and seen.conclusion == lost_by("forfeit", late.seat, ("north", "south"))
    for at in (late, other):
        assert matches.read(context, at).where.ended
        export = json.loads(json.dumps(matches.export(context, at)))
        assert verify.verify(export).whole
        assert all(stretch.replayed for stretch in replay(export, context.games))
    with pytest.raises(NotNow):
        arbiters.rule(context, vera, late.match_id, late.seat, "answered")
    all_folds(context, late.match_id)


DAYS: Mapping[Decision, int] = {"more-time": 3, "answered": 0}


@pytest.mark.parametrize("decision", sorted(DAYS))
def test_whatever_is_ruled_the_match_is_played_and_worked_again_to_its_end(
    context: Context, vera: Account, seats: tuple[AtSeat, AtSeat], hand: Hand, decision: Decision
):
    """South is late in each of its sittings, and answers in the end only where it has more time."""
    north, south = sorted(seats, key=lambda at: at.seat)
    for _ in range(80):
        if matches.read(context, north).where.ended:
            break
        if matches.read(context, north).where.asked:
            order(context, north, Done())
        hand.on(2 * DAY)
        if "south" in arbiters.arbitration(context, vera, north.match_id).late:
            arbiters.rule(context, vera, north.match_id, "south", decision, days=DAYS[decision])
            if decision == "more-time":
                order(context, south, Done())
        lapse_all(context)
    assert matches.read(context, north).where.ended and told(context, north) == told(context, south) != []
    all_folds(context, north.match_id)
    assert all(stretch.replayed for stretch in replay(json.loads(json.dumps(matches.export(context, north))),
                                                      context.games))  # fmt: skip


def test_an_arbiter_who_is_silent_for_a_week_leaves_it_to_the_umpire(
    context: Context, seats: tuple[AtSeat, AtSeat], hand: Hand
):
    hand.on(2 * DAY + ARBITER_HAS.total_seconds() - 1)
    assert lapse_all(context) == 0
    hand.on(1)
    assert lapse_all(context) >= 1
    assert not matches.read(context, seats[0]).where.asked


# ---- no longer


def test_an_arbiter_who_says_no_rules_nothing_and_both_sides_see_that_there_is_none(
    context: Context, vera: Account, hand: Hand
):
    north, _ = sit(context)
    arbiters.say_no(context, vera, north.match_id)
    assert arbiters.arbitrations(context, vera) == []
    card = matches.match_card(context, Account(north.account_id, None), north.match_id)
    assert card.arbiter is None
    hand.on(2 * DAY)
    with pytest.raises(NotFound):
        arbiters.rule(context, vera, north.match_id, "north", "forfeited")


def test_an_arbiter_who_leaves_the_house_is_arbiter_no_more(context: Context, vera: Account):
    north, _ = sit(context)
    arbiters.agree(context, vera, north.match_id)
    delete_account(context, vera, PASSWORD, "Vera")
    assert matches.match_card(context, Account(north.account_id, None), north.match_id).arbiter is None


def test_a_rematch_asks_the_same_arbiter_unless_they_have_said_no(context: Context, vera: Account):
    north, south = sit(context)
    resign(context, north)
    again = rematch(context, south, None)
    assert [one.match_id for one in arbiters.arbitrations(context, vera)].count(again.match_id) == 1
    assert not arbiters.arbitration(context, vera, again.match_id).agreed
    arbiters.say_no(context, vera, again.match_id)
    other = rematch(context, north, None)
    resign(context, other)
    third = clock_sheet(context, rematch(context, other, None)).terms
    assert third is not None and third.over == "answered"
