"""Ways out of a match: what its players agree on stands beside it, and what comes of that is an event of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from docs.examples.towns import THREE_HOUSES
from service import matches, verify
from service.engine.endings import Conclusion
from service.engine.orders import Done
from service.matches import Account, AtSeat, Context
from service.matches.ending import (
    accept_offer,
    decline_offer,
    delete_match,
    make_offer,
    rematch,
    resign,
    ways_out,
    withdraw_offer,
)
from service.matches.errors import NotFound, NotNow, RulesRefuse, SeatTaken
from service.matches.match_queue import MatchQueue
from service.matches.open_seats import open_seats, open_to_anybody, take_open_seat
from service.matches.replaying import replay
from service.matches.review import review
from tests.matches.waiting import TIMED, Hand, all_folds, order, seen, stored, waiting
from tests.toy import TOY, Hide

DRAW = Conclusion(reason="draw")
GIVEN_UP = Conclusion(reason="abandonment")
LOST = Conclusion(reason="resignation", by="north", winner="south")


@pytest.fixture
def games() -> dict[str, Any]:
    return {"toy": TOY, "timed": TIMED, "houses": THREE_HOUSES}


@pytest.fixture
def context(context: Context, hand: Hand) -> Context:
    return replace(context, clock=hand)


def named(context: Context, name: str) -> Account:
    return matches.make_account(context, name, "a long password", client_address=name)


def sit_down(context: Context, game: str = "toy") -> tuple[AtSeat, ...]:
    """A match with an account of its own at each seat."""
    seats = context.games[game].info.seats
    accounts = [matches.make_guest(context) for _ in seats]
    opened = matches.open_match(
        context, accounts[0], game, next(iter(context.games[game].info.scenarios)), seat=seats[0]
    )
    for account, (seat, token) in zip(accounts[1:], opened.invitations.items(), strict=True):
        matches.take_seat(context, account, opened.match_id, seat, token)
    return tuple(AtSeat(opened.match_id, seat, who.id) for seat, who in zip(seats, accounts, strict=True))


@pytest.fixture
def both(context: Context) -> tuple[AtSeat, AtSeat]:
    north, south = sit_down(context)
    return north, south


def last_told(context: Context, at: AtSeat) -> str:
    page = matches.log(context, at, latest=1)
    return page.in_words(page.entries[-1].text)


# ---- resigning


def test_who_resigns_has_lost_and_everything_is_laid_open_as_at_any_end(context: Context, both):
    north, south = both
    order(context, north, Hide(hex="12"), Done())
    with pytest.raises(NotFound):
        review(context, south)
    assert resign(context, north) == LOST
    for at in both:
        assert last_told(context, at) == "Victory for the south side: the north side resigned."
        reading = matches.read(context, at)
        assert reading.where.ended and reading.where.conclusion == LOST
        assert review(context, at).state.hexes["north"] == "12", "the truth is there for both"
        assert matches.dice(context, at).seed is not None
    with pytest.raises(RulesRefuse, match="over"):
        order(context, south, Hide(hex="32"))
    all_folds(context, north.match_id)


def test_a_resigned_match_is_verified_and_worked_anew_from_its_export(context: Context, both):
    north, south = both
    order(context, north, Hide(hex="12"), Done())
    order(context, south, Hide(hex="32"), Done())
    order(context, north, Done())
    resign(context, north)
    for at in both:
        export = json.loads(json.dumps(matches.export(context, at)))
        assert export["ended"] and verify.verify(export).whole
        assert all(stretch.replayed for stretch in replay(export, context.games))


def test_resigning_twice_is_resigning_once(context: Context, both):
    north, south = both
    resign(context, north)
    versions = [seen(context, at) for at in both]
    assert resign(context, north) == LOST
    assert [seen(context, at) for at in both] == versions
    with pytest.raises(NotNow, match="over"):
        resign(context, south)


def test_orders_that_wait_for_the_umpire_lapse_when_their_match_is_resigned(slow: Context, hand: Hand):
    """They were acknowledged, so they stand in the log; nothing comes of them, and the queue is emptied."""
    north, south = sit_down(slow)
    order(slow, south, Hide(hex="32"), Done())
    queue = MatchQueue(slow, north.match_id)
    queue.step()
    resign(slow, north)
    assert waiting(slow, north.match_id) == 1
    hand.on(10)
    queue.go_on()
    assert waiting(slow, north.match_id) == 0
    assert stored(slow, north.match_id).state.hexes["south"] != "32"
    all_folds(slow, north.match_id)
    export = json.loads(json.dumps(matches.export(slow, south)))
    assert all(stretch.replayed for stretch in replay(export, slow.games))


def test_a_time_that_runs_in_a_match_ends_with_it(slow: Context, hand: Hand):
    north, _ = sit_down(slow, "timed")
    resign(slow, north)
    hand.on(120)
    with slow.store.look() as look:
        assert look.matches.due_at(north.match_id) is None and look.matches.due(slow.clock()) == []


def test_among_three_nobody_ends_the_match_alone(context: Context):
    first, *_ = sit_down(context, "houses")
    assert not ways_out(context, first).may_resign
    with pytest.raises(NotNow, match="more than two"):
        resign(context, first)


# ---- offers


def test_an_offer_is_seen_by_all_seats_and_moves_no_version(context: Context, both):
    north, south = both
    before = [(seen(context, at), stored(context, at.match_id).journal_length) for at in both]
    make_offer(context, north, "draw", hours=24)
    assert [(seen(context, at), stored(context, at.match_id).journal_length) for at in both] == before
    for at in both:
        [offer] = ways_out(context, at).offers
        assert (offer.seat, offer.terms, (offer.until - offer.made_at).days) == ("north", "draw", 1)
    assert ways_out(context, north).own and not ways_out(context, north).others
    assert ways_out(context, south).others and not ways_out(context, south).own


def test_a_declined_offer_is_gone_and_nothing_is_agreed(context: Context, both):
    north, south = both
    make_offer(context, north, "draw")
    assert decline_offer(context, north, "north").offers, "one's own is withdrawn, not declined"
    assert not decline_offer(context, south, "north").offers and not ways_out(context, north).offers
    assert not decline_offer(context, south, "north").ended
    with pytest.raises(NotNow, match="no such offer"):
        accept_offer(context, south, "north", "draw")


def test_an_accepted_offer_ends_the_match_for_both(context: Context, both):
    north, south = both
    make_offer(context, north, "draw")
    assert accept_offer(context, south, "north", "draw").conclusion == DRAW
    assert accept_offer(context, south, "north", "draw").conclusion == DRAW, "a repeated request"
    for at in both:
        assert last_told(context, at) == "A draw: both sides agreed on it."
        assert not ways_out(context, at).offers


def test_to_offer_what_was_offered_is_to_accept_it(context: Context, both):
    make_offer(context, both[0], "abandonment")
    assert make_offer(context, both[1], "draw").conclusion is None
    assert make_offer(context, both[1], "abandonment").conclusion == GIVEN_UP


def test_an_offer_is_withdrawn_or_lapses_and_then_nobody_can_accept_it(context: Context, hand: Hand, both):
    north, south = both
    make_offer(context, north, "draw", hours=1)
    withdraw_offer(context, north)
    assert not withdraw_offer(context, north).offers
    with pytest.raises(NotNow, match="withdrawn"):
        accept_offer(context, south, "north", "draw")
    make_offer(context, north, "draw", hours=1)
    with pytest.raises(NotNow, match="no such offer"):
        accept_offer(context, south, "north", "abandonment")
    hand.on(3600)
    assert not ways_out(context, south).offers
    with pytest.raises(NotNow, match="lapsed"):
        accept_offer(context, south, "north", "draw")
    with pytest.raises(NotNow):
        accept_offer(context, north, "north", "draw")


def test_of_three_all_have_to_agree(context: Context):
    first, second, third = sit_down(context, "houses")
    make_offer(context, first, "abandonment")
    assert not accept_offer(context, second, first.seat, "abandonment").ended
    [offer] = ways_out(context, third).others
    assert offer.agreed == (second.seat,)
    assert accept_offer(context, third, first.seat, "abandonment").conclusion == GIVEN_UP


def test_the_computer_gives_a_match_up_and_agrees_to_no_draw(context: Context):
    account = matches.make_guest(context)
    opened = matches.open_match(context, account, "toy", "yard", seat="north", opponent="computer")
    at = AtSeat(opened.match_id, "north", account.id)
    with pytest.raises(NotNow, match="computer"):
        make_offer(context, at, "draw")
    assert make_offer(context, at, "abandonment").conclusion == GIVEN_UP


# ---- before it began, and after it


def test_a_match_to_which_nobody_came_is_deleted_by_who_opened_it(context: Context):
    host, guest = matches.make_guest(context), matches.make_guest(context)
    opened = matches.open_match(context, host, "toy", "yard", seat="north")
    north = AtSeat(opened.match_id, "north", host.id)
    order(context, north, Hide(hex="12"), Done())
    matches.seat_link(context, north)
    for terms in (lambda: make_offer(context, north, "draw"), lambda: resign(context, north)):
        with pytest.raises(NotNow, match="still free"):
            terms()
    with pytest.raises(NotFound):
        delete_match(context, guest, opened.match_id)
    assert matches.match_card(context, host, opened.match_id).deletable
    delete_match(context, host, opened.match_id)
    assert not matches.matches_of(context, host)
    for gone in (
        lambda: matches.invitation(context, opened.invitations["south"]),
        lambda: matches.match_card(context, host, opened.match_id),
        lambda: matches.read(context, north),
        lambda: delete_match(context, host, opened.match_id),
    ):
        with pytest.raises(NotFound):
            gone()
    MatchQueue(context, opened.match_id).go_on()


def test_a_match_to_which_somebody_came_is_not_deleted(context: Context, both):
    north, _ = both
    host = Account(north.account_id, None)
    assert not matches.match_card(context, host, north.match_id).deletable
    with pytest.raises(NotNow):
        delete_match(context, host, north.match_id)


def test_a_seat_for_anybody_is_taken_by_whoever_comes_first(context: Context):
    anna, bert, clara = (named(context, name) for name in ("Anna", "Bert", "Clara"))
    opened = matches.open_match(context, anna, "toy", "yard", seat="north", opponent="anybody", name="Evening")
    assert not open_seats(context, anna), "it is not offered to who opened it"
    assert not open_seats(context, matches.make_guest(context)), "nor to a guest"
    [line] = open_seats(context, bert)
    assert (line.seat, line.name, line.opened_by.name, line.kept) == ("south", "Evening", "Anna", False)
    with pytest.raises(NotFound):
        take_open_seat(context, matches.make_guest(context), opened.match_id, "south")
    with pytest.raises(NotFound):
        take_open_seat(context, anna, opened.match_id, "south")
    take_open_seat(context, bert, opened.match_id, "south")
    assert take_open_seat(context, bert, opened.match_id, "south").account_id == bert.id
    with pytest.raises(SeatTaken):
        take_open_seat(context, clara, opened.match_id, "south")
    assert not open_seats(context, clara)


def test_who_opened_a_match_opens_its_free_seat_to_anybody_or_closes_it(context: Context):
    anna, bert = named(context, "Anna"), named(context, "Bert")
    match_id = matches.open_match(context, anna, "toy", "yard", seat="north").match_id
    assert not open_seats(context, bert)
    with pytest.raises(NotFound):
        open_to_anybody(context, bert, match_id, "south", open_=True)
    open_to_anybody(context, anna, match_id, "south", open_=True)
    assert matches.match_card(context, anna, match_id).for_anybody == ("south",)
    open_to_anybody(context, anna, match_id, "south", open_=False)
    with pytest.raises(NotFound):
        take_open_seat(context, bert, match_id, "south")
    with pytest.raises(NotNow):
        open_to_anybody(context, anna, match_id, "north", open_=True)


def test_in_a_rematch_sides_are_changed_and_the_other_s_seat_is_kept(context: Context, both):
    north, south = both
    with pytest.raises(NotNow, match="when this match is over"):
        rematch(context, north, None)
    resign(context, north)
    again = rematch(context, south, None)
    assert again.seat == "north" and again.match_id != south.match_id
    assert rematch(context, south, None) == again
    guest = Account(north.account_id, None)
    [line] = open_seats(context, guest)
    assert (line.match_id, line.seat, line.kept) == (again.match_id, "south", True)
    assert ways_out(context, north).rematch == (again.match_id, "south")
    with pytest.raises(NotFound):
        take_open_seat(context, named(context, "Clara"), again.match_id, "south")
    assert rematch(context, north, None) == AtSeat(again.match_id, "south", north.account_id)
    assert ways_out(context, north).rematch_taken and not open_seats(context, guest)
    with pytest.raises(NotNow, match="link"):
        rematch(context, replace(north, by_link=True), None)


def test_a_rematch_with_the_computer_begins_at_once(context: Context):
    account = matches.make_guest(context)
    opened = matches.open_match(context, account, "toy", "yard", seat="north", opponent="computer")
    at = AtSeat(opened.match_id, "north", account.id)
    resign(context, at)
    again = rematch(context, at, None)
    assert again.seat == "south"
    holders = matches.match_card(context, account, again.match_id).holders
    assert holders["north"] is not None and holders["north"].kind == "computer"
