"""Each seat's share of the dice: made by the server, or committed to and opened by the player in time."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from service import matches, verify
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.shares import commitment_to
from service.games.shelf import GAMES
from service.games.skirmish.known.lines import SetFirePlan
from service.matches import AtSeat, Context
from service.matches.ending import resign
from service.matches.errors import EntropyRefused
from service.matches.rate_limits import RateLimits
from tests.random_play import random_orders
from tests.toy import NORTH, SOUTH, TOY

pytest_plugins = ["tests.service_fixtures"]
MINE, THINE = b"\7" * 32, b"\5" * 32


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY, **GAMES}


@pytest.fixture
def context(context: Context) -> Context:
    return replace(context, rate_limits=RateLimits({"orders": "1000000 per minute"}))


@pytest.fixture
def alone(context: Context) -> tuple[AtSeat, str]:
    """North, who has opened a match, and the invitation of South."""
    account = matches.make_guest(context)
    opened = matches.open_match(context, account, "toy", "yard", seat=NORTH)
    return AtSeat(opened.match_id, NORTH, account.id), opened.invitations[SOUTH]


@pytest.fixture
def both(context: Context, alone: tuple[AtSeat, str]) -> tuple[AtSeat, AtSeat]:
    at, invitation = alone
    return at, matches.take_seat(context, matches.make_guest(context), at.match_id, SOUTH, invitation)


def states(context: Context, at: AtSeat) -> dict[str, tuple[str, str]]:
    return {line.seat: (line.maker, line.state) for line in matches.dice(context, at).shares}


def closed(context: Context, *seats: AtSeat) -> None:
    """Each closes the heading where they are asked."""
    for at in seats:
        version = context.store.read(at.match_id).state.log_lengths[at.seat]
        matches.take_orders(context, at, [Done()], version=version)


def test_a_practice_match_has_shares_of_the_server_s_and_starts_at_once(context: Context):
    account = matches.make_guest(context)
    opened = matches.open_match(context, account, "toy", "yard")
    at = [AtSeat(opened.match_id, seat, account.id) for seat in (NORTH, SOUTH)]
    assert states(context, at[0]) == {NORTH: ("server", "waiting"), SOUTH: ("server", "waiting")}
    closed(context, *at)
    assert states(context, at[0]) == {NORTH: ("server", "in the dice"), SOUTH: ("server", "in the dice")}
    assert all(line.from_turn == 1 and line.entropy for line in matches.dice(context, at[0]).shares)


def test_a_share_is_committed_to_then_opened_then_in_the_dice(context: Context, both):
    for at, entropy in zip(both, (MINE, THINE), strict=True):
        matches.commit_share(context, at, commitment_to(at.match_id, at.seat, entropy))
    assert states(context, both[0]) == {NORTH: ("player", "committed"), SOUTH: ("player", "committed")}
    for at, entropy in zip(both, (MINE, THINE), strict=True):
        matches.open_share(context, at, entropy)
        matches.open_share(context, at, entropy)
    assert states(context, both[1]) == {NORTH: ("player", "opened"), SOUTH: ("player", "opened")}
    assert {line.entropy for line in matches.dice(context, both[0]).shares} == {None}, "shown when it is in the dice"
    closed(context, *both)
    assert [line.entropy for line in matches.dice(context, both[0]).shares] == [MINE.hex(), THINE.hex()]


def test_nobody_opens_while_another_can_still_commit(context: Context, alone):
    """Who saw an opened share before they commit could choose their own to fit."""
    at, invitation = alone
    commitment = commitment_to(at.match_id, NORTH, MINE)
    matches.commit_share(context, at, commitment)
    matches.commit_share(context, at, commitment)
    with pytest.raises(EntropyRefused, match="too early"):
        matches.open_share(context, at, MINE)
    south = matches.take_seat(context, matches.make_guest(context), at.match_id, SOUTH, invitation)
    with pytest.raises(EntropyRefused, match="too early"):
        matches.open_share(context, at, MINE)
    matches.commit_share(context, south, commitment_to(at.match_id, SOUTH, THINE))
    assert matches.open_share(context, at, MINE).may_open is False


@pytest.mark.parametrize("entropy", [THINE, b""])
def test_only_what_was_committed_to_is_opened(context: Context, both, entropy: bytes):
    at = both[0]
    matches.commit_share(context, at, commitment_to(at.match_id, NORTH, MINE))
    with pytest.raises(EntropyRefused, match="not what you have committed to"):
        matches.open_share(context, at, entropy)
    with pytest.raises(EntropyRefused, match="no longer be exchanged"):
        matches.commit_share(context, at, commitment_to(at.match_id, NORTH, THINE))


def test_a_share_that_is_in_the_dice_stays(context: Context, both):
    closed(context, *both)
    with pytest.raises(EntropyRefused, match="no longer be exchanged"):
        matches.commit_share(context, both[0], commitment_to(both[0].match_id, NORTH, MINE))


def test_a_share_not_opened_in_time_is_left_out_and_all_can_see_it(context: Context, both):
    """North commits, South does not: from turn 1 on North could open; by turn 3 they are left out."""
    north, south = both
    matches.commit_share(context, north, commitment_to(north.match_id, NORTH, MINE))
    closed(context, north, south)
    assert states(context, south)[NORTH] == ("player", "committed")
    assert matches.dice(context, north).may_open
    for _ in range(2):
        closed(context, north, south)
    closed(context, north)
    assert states(context, north)[NORTH] == states(context, south)[NORTH] == ("player", "left out")
    matches.open_share(context, north, MINE)
    assert states(context, south)[NORTH] == ("player", "left out")


def test_shares_touch_no_version(context: Context, both):
    before = [matches.version(context, at) for at in both]
    matches.commit_share(context, both[0], commitment_to(both[0].match_id, NORTH, MINE))
    assert [matches.version(context, at) for at in both] == before


def against_the_computer(context: Context) -> tuple[AtSeat, AtSeat]:
    """North's seat, and the computer's, of a match that has come to its first turn before North brought anything."""
    account = matches.make_guest(context)
    opened = matches.open_match(context, account, "toy", "yard", seat=NORTH, opponent="computer")
    at, bot = AtSeat(opened.match_id, NORTH, account.id), AtSeat(opened.match_id, SOUTH, "bot")
    assert states(context, at) == {SOUTH: ("server", "waiting")}, "nothing is made in North's stead"
    closed(context, bot, at)
    assert states(context, at) == {SOUTH: ("server", "in the dice")}
    return at, bot


def test_against_the_computer_a_share_can_be_brought_when_the_first_turn_has_begun(context: Context):
    at, _ = against_the_computer(context)
    matches.commit_server_share(context, at)
    assert states(context, at)[NORTH] == ("server", "waiting"), "as from a page without script"
    matches.commit_share(context, at, commitment_to(at.match_id, NORTH, MINE))
    matches.commit_server_share(context, at)
    matches.open_share(context, at, MINE)
    assert states(context, at)[NORTH] == ("player", "opened")


# ---- a game whose first turn begins as the match is opened


def skirmish(context: Context, **options: str) -> tuple[AtSeat, str]:
    """The attacker of a skirmish, which they have opened, and the invitation of the other side."""
    account = matches.make_guest(context)
    opened = matches.open_match(context, account, "skirmish", "moulin-basset", seat="allied", options=options)
    return AtSeat(opened.match_id, "allied", account.id), opened.invitations["german"]


def joined(context: Context, allied: AtSeat, invitation: str) -> AtSeat:
    return matches.take_seat(context, matches.make_guest(context), allied.match_id, "german", invitation)


def bring(context: Context, *seats: AtSeat) -> None:
    """Each commits to a share of their own, then each opens it."""
    for at in seats:
        matches.commit_share(context, at, commitment_to(at.match_id, at.seat, MINE))
    for at in seats:
        matches.open_share(context, at, MINE)


def proven(context: Context, at: AtSeat) -> verify.Checked:
    found: dict[str, Any] = json.loads(json.dumps(matches.export(context, at)))
    return verify.verify(found)


def play_on(context: Context, match_id: str, luck: int, turns: int) -> None:
    """Both play at random, so many turns or to the end; nobody waits for a share."""
    rng = random.Random(luck)
    for _ in range(2_000):
        match = context.store.read(match_id)
        if match.state.ended or match.state.turn > turns:
            return
        seat = rng.choice(match.state.waiting)
        if orders := random_orders(match.game, match.state.pictures[seat], rng, closing=1):
            at = AtSeat(match_id, seat, "")
            matches.take_orders(context, at, orders, version=match.state.log_lengths[seat])
    raise AssertionError("it went on for ever")


def test_who_opens_a_skirmish_brings_a_share_of_his_own_and_it_is_in_the_dice_of_the_first_turn(context: Context):
    """The weather of turn 1 falls as the match is opened; whatever is ordered falls with both shares."""
    allied, invitation = skirmish(context)
    assert states(context, allied) == {"allied": ("server", "waiting")} and matches.dice(context, allied).may_commit
    german = joined(context, allied, invitation)
    bring(context, allied, german)
    assert states(context, german) == {"allied": ("player", "opened"), "german": ("player", "opened")}
    weather = len(matches.dice(context, allied).rolls)
    closed(context, allied)
    lines = matches.dice(context, allied).shares
    assert [(line.state, line.from_turn, line.from_roll, line.entropy) for line in lines] == [
        ("in the dice", 1, weather + 1, MINE.hex())
    ] * 2
    assert not proven(context, allied).whole


def test_shares_are_in_the_dice_of_a_first_turn_that_has_another_number(context: Context):
    """Korsun begins with game-turn 16, and its weather falls as the match is opened."""
    opened = matches.open_match(context, me := matches.make_guest(context), "korsun", "korsun-first", seat="Soviet")
    soviet = AtSeat(opened.match_id, "Soviet", me.id)
    german = matches.take_seat(
        context, matches.make_guest(context), opened.match_id, "German", opened.invitations["German"]
    )
    bring(context, soviet, german)
    closed(context, soviet)
    lines = matches.dice(context, soviet).shares
    assert [(line.state, line.from_turn) for line in lines] == [("in the dice", 16)] * 2
    assert not proven(context, german).whole
    resign(context, german)
    assert proven(context, german).whole


def test_who_orders_before_the_other_has_come_waits_for_nobody_and_loses_nothing(context: Context):
    """One share stays as it was sealed; the other is brought in the midst of the turn, and both are in its dice."""
    allied, invitation = skirmish(context)
    matches.commit_share(context, allied, commitment_to(allied.match_id, "allied", MINE))
    closed(context, allied)
    assert states(context, allied) == {"allied": ("player", "committed")}
    german = joined(context, allied, invitation)
    matches.commit_share(context, german, commitment_to(german.match_id, "german", THINE))
    for at, entropy in ((allied, MINE), (german, THINE)):
        matches.open_share(context, at, entropy)
    closed(context, allied)
    assert [line.from_turn for line in matches.dice(context, allied).shares] == [1, 1]


def test_a_share_that_the_server_has_made_leaves_room_for_another_all_through_the_first_turn(context: Context):
    """Neither side's orders, which may be secret, put it into the dice: a turn that begins does."""
    allied, invitation = skirmish(context, release="when_defender_done")
    german = joined(context, allied, invitation)
    closed(context, allied)
    version = context.store.read(german.match_id).state.log_lengths["german"]
    matches.take_orders(context, german, [SetFirePlan(lines=())], version=version)
    closed(context, allied)
    assert states(context, allied) == {"allied": ("server", "waiting"), "german": ("server", "waiting")}
    assert matches.dice(context, allied).may_commit and matches.dice(context, german).may_commit
    play_on(context, allied.match_id, 1, turns=1)
    assert {line.from_turn for line in matches.dice(context, allied).shares} == {2}


@pytest.mark.parametrize(
    "when", ["never", *(pytest.param(when, marks=pytest.mark.soak) for when in ("at once", "in the midst of the turn"))]
)
def test_a_skirmish_between_two_people_verifies_whenever_they_bring_their_shares(context: Context, when: str):
    allied, invitation = skirmish(context, release="when_defender_done")
    german = joined(context, allied, invitation)
    if when == "at once":
        bring(context, allied, german)
    closed(context, allied)
    if when == "in the midst of the turn":
        bring(context, allied, german)
    play_on(context, allied.match_id, 3, turns=2)
    assert proven(context, german).public_rolls, "what is open of turn 1 comes out"
    if when == "never":
        return
    play_on(context, allied.match_id, 4, turns=99)
    assert all(proven(context, at).whole for at in (allied, german))


@pytest.mark.parametrize("opener", ["player", "server"])
def test_a_match_against_the_computer_verifies(context: Context, opener: str):
    """The opener's seat has no share before they bring their own, so it takes the place of none."""
    at, bot = against_the_computer(context)
    if opener == "player":
        bring(context, at)
    else:
        matches.commit_server_share(context, at)
    play_on(context, at.match_id, 1, turns=99)
    assert proven(context, at).whole
    assert bot.match_id == at.match_id
