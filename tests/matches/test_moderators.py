"""The moderator of a match: who is named, what they see and put right, and of what the sides are told."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from docs.examples.towns import THREE_HOUSES
from service import matches, verify
from service.engine.orders import Done
from service.engine.reports import CorrectionTold, HeadingOpened
from service.games.campaign1776.game import CAMPAIGN1776
from service.matches import Account, AtSeat, Context, moderators
from service.matches.clocks import clock_sheet
from service.matches.ending import rematch, resign
from service.matches.errors import Malformed, NotFound, NotNow, RulesRefuse, SeatNotForYou
from service.matches.handover import seat_changes
from service.matches.leaving import delete_account
from service.matches.pausing import pause as pause_as_owner
from service.matches.replaying import NotReplayed, replay
from service.matches.seat_transfers import pass_on
from service.matches.who_sits import BOT_ACCOUNT
from service.store import SavedAccount
from service.store.clocks import DAY, ClockTerms
from tests.matches.waiting import Hand, all_folds, order
from tests.toy import TOY

PASSWORD = "a long password"
BANK, STEP = ClockTerms("bank", 10, increment=6), ClockTerms("step", 2)


@pytest.fixture
def games() -> dict[str, Any]:
    return {"toy": TOY, "houses": THREE_HOUSES, "campaign1776": CAMPAIGN1776}


@pytest.fixture
def context(context: Context, hand: Hand) -> Context:
    return replace(context, clock=hand)


@pytest.fixture
def vera(context: Context) -> Account:
    """Who is named moderator."""
    return matches.make_account(context, "Vera", PASSWORD)


def sit(context: Context, clock: ClockTerms | None = BANK) -> tuple[AtSeat, AtSeat]:
    """The first evening of 1776, which Vera is asked to moderate, Anna with the British and Ben the Americans."""
    anna, ben = matches.make_guest(context), matches.make_guest(context)
    opened = matches.open_match(context, anna, "campaign1776", "brandywine-1777", seat="British", clock=clock,
                                moderator="vera")  # fmt: skip
    matches.take_seat(context, ben, opened.match_id, "American", opened.invitations["American"])
    return AtSeat(opened.match_id, "British", anna.id), AtSeat(opened.match_id, "American", ben.id)


@pytest.fixture
def seats(context: Context, vera: Account) -> tuple[AtSeat, AtSeat]:
    """The same, once Vera has agreed."""
    british, american = sit(context)
    moderators.agree(context, vera, british.match_id)
    return british, american


def told(context: Context, at: AtSeat) -> list[str]:
    return [one.text for one in seat_changes(context, at.match_id)]


# ---- who it is


def test_both_sides_see_who_moderates_before_they_join(context: Context, vera: Account):
    opened = matches.open_match(context, matches.make_guest(context), "toy", "yard", seat="north", moderator=" VERA ")
    named = matches.invitation(context, opened.invitations["south"]).moderator
    assert named is not None and (str(named.who), named.agreed) == ("Vera", False)
    moderators.agree(context, vera, opened.match_id)
    named = matches.invitation(context, opened.invitations["south"]).moderator
    assert named is not None and named.agreed


def test_whoever_opens_a_match_does_not_moderate_it_nor_its_arbiter_nor_anybody_unknown(
    context: Context, vera: Account
):
    anna = matches.make_account(context, "Anna", PASSWORD)
    ruled = replace(STEP, over="arbiter")
    for more in ({"moderator": "Anna"}, {"moderator": "Nobody Here"},
                 {"moderator": "Vera", "arbiter": "Vera", "clock": ruled}):  # fmt: skip
        with pytest.raises(Malformed):
            matches.open_match(context, anna, "toy", "yard", seat="north", **more)  # type: ignore[arg-type]
    with pytest.raises(Malformed):
        matches.open_match(context, anna, "toy", "yard", moderator="Vera")


def test_to_everybody_else_there_is_nothing_to_moderate(context: Context, seats: tuple[AtSeat, AtSeat]):
    match_id, walter = seats[0].match_id, matches.make_account(context, "Walter", PASSWORD)
    for account in (walter, *(Account(at.account_id, None) for at in seats)):
        assert moderators.moderations(context, account) == []
        for refused in (
            lambda who=account: moderators.moderation(context, who, match_id),
            lambda who=account: moderators.looked_into(context, who, match_id),
            lambda who=account: moderators.agree(context, who, match_id),
            lambda who=account: moderators.say_no(context, who, match_id),
            lambda who=account: moderators.pause(context, who, match_id),
            lambda who=account: moderators.extend(context, who, match_id, 1),
            lambda who=account: moderators.correct(context, who, match_id, {"kind": "set-fort"}, reason="So"),
        ):
            with pytest.raises(NotFound):
                refused()


@pytest.mark.parametrize("unfit", ["not agreed", "was shown a seat"])
def test_whoever_has_not_agreed_or_was_shown_a_seat_neither_pauses_nor_extends_nor_corrects(
    context: Context, vera: Account, unfit: str
):
    british, _ = sit(context)
    if unfit == "was shown a seat":
        moderators.agree(context, vera, british.match_id)
        matches.came_by_link(context, vera, british)
    for refused in (
        lambda: moderators.pause(context, vera, british.match_id),
        lambda: moderators.extend(context, vera, british.match_id, 1),
        lambda: moderators.correct(context, vera, british.match_id, {"kind": "set-fort"}, reason="So"),
    ):
        with pytest.raises(NotFound if unfit == "not agreed" else SeatNotForYou):
            refused()
    assert not any("has paused" in text or "more days" in text for text in told(context, british))


def test_a_moderator_takes_no_seat_of_the_match_ever(context: Context, vera: Account):
    opened = matches.open_match(context, matches.make_guest(context), "toy", "yard", seat="north", moderator="Vera")
    moderators.say_no(context, vera, opened.match_id)
    with pytest.raises(SeatNotForYou, match="moderator"):
        matches.take_seat(context, vera, opened.match_id, "south", opened.invitations["south"])


def test_whoever_was_shown_a_seat_moderates_nothing(context: Context, vera: Account, seats: tuple[AtSeat, AtSeat]):
    matches.came_by_link(context, vera, seats[1])
    with pytest.raises(SeatNotForYou):
        moderators.looked_into(context, vera, seats[0].match_id)


def test_another_moderates_only_once_both_sides_want_them(
    context: Context, vera: Account, seats: tuple[AtSeat, AtSeat]
):
    british, american = seats
    walter = matches.make_account(context, "Walter", PASSWORD)
    moderators.choose(context, british, "Walter")
    assert moderators.moderations(context, walter) == [] and "wants Walter" in told(context, american)[-1]
    moderators.choose(context, american, "walter")
    assert moderators.moderations(context, vera) == []
    with pytest.raises(NotFound):
        moderators.looked_into(context, vera, british.match_id)
    assert not moderators.moderation(context, walter, british.match_id).agreed
    moderators.agree(context, walter, british.match_id)
    assert moderators.looked_into(context, walter, british.match_id).at
    for name in ("Walter", "Nobody"):
        with pytest.raises((NotNow, Malformed)):
            moderators.choose(context, british, name)
    moderators.choose(context, british, "Vera")
    assert moderators.moderations(context, vera) == [], "what was wanted before is forgotten"


def test_a_match_that_was_opened_without_a_moderator_never_has_one(context: Context, vera: Account):
    anna = matches.make_guest(context)
    opened = matches.open_match(context, anna, "toy", "yard", seat="north")
    with pytest.raises(NotNow, match="without a moderator"):
        moderators.choose(context, AtSeat(opened.match_id, "north", anna.id), "Vera")


def test_a_moderator_who_leaves_the_house_moderates_no_more(
    context: Context, vera: Account, seats: tuple[AtSeat, AtSeat]
):
    delete_account(context, vera, PASSWORD, "Vera")
    card = matches.match_card(context, Account(seats[0].account_id, None), seats[0].match_id)
    assert card.moderator is None and "no longer" in told(context, seats[0])[-1]


def test_a_rematch_asks_the_same_moderator_but_not_where_the_computer_plays(context: Context, vera: Account):
    british, american = sit(context)
    resign(context, british)
    again = rematch(context, american, None)
    assert not moderators.moderation(context, vera, again.match_id).agreed
    alone, left = sit(context)
    with context.store.work() as work:
        work.accounts.add(SavedAccount(BOT_ACCOUNT, None, None), None, context.clock())
        pass_on(work, left.match_id, left.seat, was=left.account_id, to=BOT_ACCOUNT, by=left.account_id,
                kind="computer", at=context.clock())  # fmt: skip
    resign(context, alone)
    with pytest.raises(NotFound):
        moderators.moderation(context, vera, rematch(context, alone, None).match_id)


# ---- what they see


def test_a_moderator_sees_both_pictures_and_the_truth_and_before_agreeing_nothing(context: Context, vera: Account):
    british, _ = sit(context)
    assert not moderators.moderation(context, vera, british.match_id).may_correct
    with pytest.raises(NotFound):
        moderators.looked_into(context, vera, british.match_id)
    moderators.agree(context, vera, british.match_id)
    seen = moderators.looked_into(context, vera, british.match_id)
    assert seen.believed["British"].picture == matches.read(context, british).picture
    truth = context.store.read(british.match_id).state
    assert seen.truth["American"].picture.own == truth.of("American")
    found = moderators.moderation(context, vera, british.match_id)
    assert found.waiting == ("British",) and {"set-strength", "put-units"} <= {one.kind for one in found.may_correct}


# ---- what they put right


def guards(context: Context, match_id: str, seat: str) -> tuple[str, int]:
    """Some units of a side, and how many they are."""
    truth = context.store.read(match_id).state
    pool = next(pool for pool in truth.of(seat).values() if pool.number > 1)
    return pool.id, pool.number


@pytest.mark.rule("C76-PBM-31")
def test_a_correction_is_told_to_its_owner_and_to_the_other_side_nothing_moves(
    context: Context, vera: Account, seats: tuple[AtSeat, AtSeat]
):
    """Not its version, nor its clock, nor the question it is asked."""
    british, american = seats
    unit, number = guards(context, british.match_id, "British")
    before = (matches.version(context, american), clock_sheet(context, american), matches.signs(context, american))
    found = moderators.correct(
        context, vera, british.match_id, {"kind": "set-strength", "unit": unit, "number": number + 2},
        reason="Two were left out.",
    )  # fmt: skip
    after = (matches.version(context, american), clock_sheet(context, american), matches.signs(context, american))
    assert after == before
    [entry] = [one for one in matches.log(context, british).entries if isinstance(one.report, CorrectionTold)]
    assert entry.report.reason == "Two were left out"
    [made] = found.made
    assert [text.split()[0] for text in (*made.was.values(), *made.now.values())] == [str(number), str(number + 2)]
    assert matches.read(context, british).picture.own[unit].number == number + 2
    all_folds(context, british.match_id)


@pytest.mark.rule("C76-PBM-31")
def test_a_correction_that_cannot_be_is_refused_and_changes_nothing(
    context: Context, vera: Account, seats: tuple[AtSeat, AtSeat]
):
    match_id = seats[0].match_id
    stood = context.store.read(match_id).version
    with pytest.raises(RulesRefuse):
        moderators.correct(context, vera, match_id, {"kind": "set-strength", "unit": "BR99", "number": 3}, reason="So")
    for said in ({"kind": "set-die", "die": 6}, {"kind": "set-strength", "unit": 3}, {},
                 {"kind": "void-round", "hex": "OO32", "die": 6}):  # fmt: skip
        with pytest.raises(Malformed):
            moderators.correct(context, vera, match_id, said, reason="So")
    with pytest.raises(Malformed):
        moderators.correct(context, vera, match_id, {"kind": "set-losses", "unit_kind": "BR", "number": 3}, reason=" ")
    assert context.store.read(match_id).version == stood


@pytest.mark.rule("C76-PBM-31")
def test_a_match_with_rulings_is_verified_and_worked_again_and_takes_none_after_its_end(
    context: Context, vera: Account, seats: tuple[AtSeat, AtSeat]
):
    british, american = seats
    for seat in ("British", "American"):
        unit, number = guards(context, british.match_id, seat)
        said = {"kind": "set-strength", "unit": unit, "number": number - 1}
        moderators.correct(context, vera, british.match_id, said, reason=f"One {seat} too many")
    order(context, british, Done())
    resign(context, american)
    for at in seats:
        export = json.loads(json.dumps(matches.export(context, at)))
        checked = verify.verify(export)
        assert checked.whole and checked.notes[-3] == "Corrections by a moderator: 2."
        assert "set-strength, “One American too many”: " in checked.notes[-1]
        assert all(stretch.replayed for stretch in replay(export, context.games))
        false = json.loads(json.dumps(export))
        put = next(event for event in false["whole"]["journal"] if event["kind"] == "corrected")
        put["correction"]["number"] += 1
        with pytest.raises(NotReplayed):
            replay(false, context.games)
    with pytest.raises(NotNow):
        moderators.correct(context, vera, british.match_id, said, reason="Too late")
    assert len(moderators.moderation(context, vera, british.match_id).made) == 2
    all_folds(context, british.match_id)


def test_a_side_that_closed_too_soon_is_asked_again(context: Context, vera: Account):
    """In a game of three who are all asked at once."""
    anna, ben, cleo = (matches.make_guest(context) for _ in range(3))
    opened = matches.open_match(context, anna, "houses", next(iter(THREE_HOUSES.info.scenarios)),
                                seat=THREE_HOUSES.info.seats[0], moderator="Vera")  # fmt: skip
    accounts = dict(zip(THREE_HOUSES.info.seats, (anna, ben, cleo), strict=True))
    for seat, token in opened.invitations.items():
        matches.take_seat(context, accounts[seat], opened.match_id, seat, token)
    moderators.agree(context, vera, opened.match_id)
    first = AtSeat(opened.match_id, THREE_HOUSES.info.seats[0], anna.id)
    said = {"kind": "ask-again", "seat": first.seat}
    with pytest.raises(RulesRefuse):
        moderators.correct(context, vera, opened.match_id, said, reason="Asked already")
    order(context, first, Done())
    others = [AtSeat(opened.match_id, seat, account.id) for seat, account in accounts.items() if seat != first.seat]
    before = [matches.version(context, at) for at in others]
    moderators.correct(context, vera, opened.match_id, said, reason="Closed by a slip")
    assert matches.read(context, first).where.asked
    kinds = [type(one.report) for one in matches.log(context, first).entries[-2:]]
    assert kinds == [HeadingOpened, CorrectionTold]
    assert [matches.version(context, at) for at in others] == before
    all_folds(context, opened.match_id)


# ---- the clocks


def test_a_moderator_has_all_clocks_stand_and_both_are_told(
    context: Context, vera: Account, seats: tuple[AtSeat, AtSeat], hand: Hand
):
    british, american = seats
    moderators.pause(context, vera, british.match_id)
    hand.on(5 * DAY)
    assert clock_sheet(context, british).left == 10 * DAY
    with pytest.raises(NotNow, match="already"):
        moderators.pause(context, vera, british.match_id)
    moderators.go_on(context, vera, british.match_id)
    hand.on(DAY)
    assert clock_sheet(context, british).left == 9 * DAY
    assert ["Vera, who moderates it, has paused it" in text for text in told(context, american)[-2:]] == [True, False]


def test_a_moderator_lets_nothing_go_on_that_the_owner_of_the_house_has_paused(
    context: Context, vera: Account, seats: tuple[AtSeat, AtSeat]
):
    pause_as_owner(context, None, seats[0].match_id)
    with pytest.raises(NotNow, match="owner"):
        moderators.go_on(context, vera, seats[0].match_id)


def test_more_time_is_for_every_side_and_told_to_all(
    context: Context, vera: Account, seats: tuple[AtSeat, AtSeat], hand: Hand
):
    british, american = seats
    hand.on(12 * DAY)
    moderators.extend(context, vera, british.match_id, 3)
    assert clock_sheet(context, british).over_at == hand() + timedelta(days=3), "what was over runs from now on"
    assert clock_sheet(context, american).left == 13 * DAY
    assert told(context, american)[-1].endswith("gives every side 3 more days.")
    for days in (0, 61):
        with pytest.raises(Malformed):
            moderators.extend(context, vera, british.match_id, days)


def test_without_clocks_there_is_nothing_to_pause(context: Context, vera: Account):
    british, _ = sit(context, None)
    moderators.agree(context, vera, british.match_id)
    with pytest.raises(NotNow):
        moderators.pause(context, vera, british.match_id)
