"""Each seat's share of the dice: made by the server, or committed to and opened by the player in time."""

from __future__ import annotations

import pytest

from service import matches
from service.engine.orders import Done
from service.engine.shares import commitment_to
from service.matches import AtSeat, Desk
from service.matches.errors import EntropyRefused
from tests.toy import NORTH, SOUTH

pytest_plugins = ["tests.service_fixtures"]
MINE, THINE = b"\7" * 32, b"\5" * 32


@pytest.fixture
def alone(desk: Desk) -> tuple[AtSeat, str]:
    """North, who has opened a match, and the invitation of South."""
    account = matches.make_guest(desk)
    opened = matches.open_match(desk, account, "toy", "yard", seat=NORTH)
    return AtSeat(opened.match_id, NORTH, account.id), opened.invitations[SOUTH]


@pytest.fixture
def both(desk: Desk, alone: tuple[AtSeat, str]) -> tuple[AtSeat, AtSeat]:
    at, invitation = alone
    return at, matches.take_seat(desk, matches.make_guest(desk), at.match_id, SOUTH, invitation)


def states(desk: Desk, at: AtSeat) -> dict[str, tuple[str, str]]:
    return {line.seat: (line.maker, line.state) for line in matches.dice(desk, at).shares}


def closed(desk: Desk, *seats: AtSeat) -> None:
    """Each closes the heading where he is asked."""
    for at in seats:
        version = desk.store.read(at.match_id).state.log_lengths[at.seat]
        matches.take_orders(desk, at, [Done()], version=version)


def test_a_practice_match_has_shares_of_the_server_s_and_starts_at_once(desk: Desk):
    account = matches.make_guest(desk)
    opened = matches.open_match(desk, account, "toy", "yard")
    at = [AtSeat(opened.match_id, seat, account.id) for seat in (NORTH, SOUTH)]
    assert states(desk, at[0]) == {NORTH: ("server", "waiting"), SOUTH: ("server", "waiting")}
    closed(desk, *at)
    assert states(desk, at[0]) == {NORTH: ("server", "in the dice"), SOUTH: ("server", "in the dice")}
    assert all(line.from_turn == 1 and line.entropy for line in matches.dice(desk, at[0]).shares)


def test_a_share_is_committed_to_then_opened_then_in_the_dice(desk: Desk, both):
    for at, entropy in zip(both, (MINE, THINE), strict=True):
        matches.commit_share(desk, at, commitment_to(at.match_id, at.seat, entropy))
    assert states(desk, both[0]) == {NORTH: ("player", "committed"), SOUTH: ("player", "committed")}
    for at, entropy in zip(both, (MINE, THINE), strict=True):
        matches.open_share(desk, at, entropy)
        matches.open_share(desk, at, entropy)
    assert states(desk, both[1]) == {NORTH: ("player", "opened"), SOUTH: ("player", "opened")}
    assert {line.entropy for line in matches.dice(desk, both[0]).shares} == {None}, "shown when it is in the dice"
    closed(desk, *both)
    assert [line.entropy for line in matches.dice(desk, both[0]).shares] == [MINE.hex(), THINE.hex()]


def test_nobody_opens_while_another_can_still_commit(desk: Desk, alone):
    """Who saw an opened share before he commits could choose his own to fit."""
    at, invitation = alone
    commitment = commitment_to(at.match_id, NORTH, MINE)
    matches.commit_share(desk, at, commitment)
    matches.commit_share(desk, at, commitment)
    with pytest.raises(EntropyRefused, match="too early"):
        matches.open_share(desk, at, MINE)
    south = matches.take_seat(desk, matches.make_guest(desk), at.match_id, SOUTH, invitation)
    with pytest.raises(EntropyRefused, match="too early"):
        matches.open_share(desk, at, MINE)
    matches.commit_share(desk, south, commitment_to(at.match_id, SOUTH, THINE))
    assert matches.open_share(desk, at, MINE).may_open is False


@pytest.mark.parametrize("entropy", [THINE, b""])
def test_only_what_was_committed_to_is_opened(desk: Desk, both, entropy: bytes):
    at = both[0]
    matches.commit_share(desk, at, commitment_to(at.match_id, NORTH, MINE))
    with pytest.raises(EntropyRefused, match="not what you have committed to"):
        matches.open_share(desk, at, entropy)
    with pytest.raises(EntropyRefused, match="exchanged no more"):
        matches.commit_share(desk, at, commitment_to(at.match_id, NORTH, THINE))


def test_a_share_that_is_in_the_dice_stays(desk: Desk, both):
    closed(desk, *both)
    with pytest.raises(EntropyRefused, match="exchanged no more"):
        matches.commit_share(desk, both[0], commitment_to(both[0].match_id, NORTH, MINE))


def test_a_share_not_opened_in_time_is_left_out_and_all_can_see_it(desk: Desk, both):
    """North commits, South does not: from turn 1 on North could open; by turn 3 he is left out."""
    north, south = both
    matches.commit_share(desk, north, commitment_to(north.match_id, NORTH, MINE))
    closed(desk, north, south)
    assert states(desk, south)[NORTH] == ("player", "committed")
    assert matches.dice(desk, north).may_open
    for _ in range(2):
        closed(desk, north, south)
    closed(desk, north)
    assert states(desk, north)[NORTH] == states(desk, south)[NORTH] == ("player", "left out")
    matches.open_share(desk, north, MINE)
    assert states(desk, south)[NORTH] == ("player", "left out")


def test_shares_touch_no_version(desk: Desk, both):
    before = [matches.version(desk, at) for at in both]
    matches.commit_share(desk, both[0], commitment_to(both[0].match_id, NORTH, MINE))
    assert [matches.version(desk, at) for at in both] == before


def against_the_computer(desk: Desk) -> tuple[AtSeat, AtSeat]:
    """North's seat, and the computer's, of a match that has come to its first turn before North brought anything."""
    account = matches.make_guest(desk)
    opened = matches.open_match(desk, account, "toy", "yard", seat=NORTH, bot=True)
    at, bot = AtSeat(opened.match_id, NORTH, account.id), AtSeat(opened.match_id, SOUTH, "bot")
    assert states(desk, at) == {SOUTH: ("server", "waiting")}, "nothing is made in North's stead"
    closed(desk, bot, at)
    assert states(desk, at) == {SOUTH: ("server", "in the dice")}
    return at, bot


def test_against_the_computer_a_share_can_be_brought_when_the_first_turn_has_begun(desk: Desk):
    at, _ = against_the_computer(desk)
    matches.lend_share(desk, at)
    assert states(desk, at)[NORTH] == ("server", "waiting"), "as from a page without script"
    matches.commit_share(desk, at, commitment_to(at.match_id, NORTH, MINE))
    matches.lend_share(desk, at)
    matches.open_share(desk, at, MINE)
    assert states(desk, at)[NORTH] == ("player", "opened")
