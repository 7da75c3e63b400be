"""What an arbiter is told by mail: that they are asked to be one, and that there is something to rule; nothing else."""

from __future__ import annotations

import pytest

from service import matches
from service.engine.orders import Done
from service.matches import Account, AtSeat, arbiters
from service.store.clocks import ClockTerms
from tests.mailing.conftest import Post
from tests.mailing.test_notices import order, subjects
from tests.toy import Hide

ABOUT = "Sitrep: The yard, the arbiter"


@pytest.fixture
def vera(post: Post) -> Account:
    return matches.make_account(post.context, "Vera", "fifteen herons")


def opened(post: Post, anna: Account) -> tuple[AtSeat, AtSeat]:
    """A match whose arbiter Vera is asked to be: Anna has the north, a guest the south."""
    match = matches.open_match(
        post.context, anna, "toy", "yard", seat="north", clock=ClockTerms("step", 2, over="arbiter"), arbiter="Vera"
    )
    guest = matches.make_guest(post.context)
    matches.take_seat(post.context, guest, match.match_id, "south", match.invitations["south"])
    return AtSeat(match.match_id, "north", anna.id), AtSeat(match.match_id, "south", guest.id)


def test_an_arbiter_is_asked_and_told_when_a_time_is_over(post: Post, anna: Account, vera: Account):
    post.address(vera)
    north, south = opened(post, anna)
    [asked] = post.wait(seconds=10)
    assert asked.message["Subject"] == ABOUT and "You are asked to be the arbiter of a match" in asked.text
    assert f"/matches/{north.match_id}/arbitration\n" in asked.text
    arbiters.agree(post.context, vera, north.match_id)
    order(post, north, Hide(hex="12"), Done())
    assert post.wait(hours=47) == []
    [late] = post.wait(hours=1) + post.wait(seconds=10)
    assert "The time of the south side is over. You rule what is done;" in late.text
    assert "Hiding" not in late.text and "hide" not in late.text, "nothing of the play"
    assert post.wait(hours=2) == [], "it is told once"
    arbiters.rule(post.context, vera, north.match_id, "south", "more-time", days=1)
    assert subjects(post.wait(hours=24) + post.wait(seconds=10)) == [ABOUT], "and again when that is over"
    order(post, south, Hide(hex="32"), Done())


def test_an_arbiter_who_agrees_or_says_no_at_once_is_asked_by_no_mail(post: Post, anna: Account, vera: Account):
    post.address(vera)
    agreed, _ = opened(post, anna)
    arbiters.agree(post.context, vera, agreed.match_id)
    refused, _ = opened(post, anna)
    arbiters.say_no(post.context, vera, refused.match_id)
    assert post.wait(minutes=1) == []
    assert subjects(post.wait(hours=50) + post.wait(seconds=10)) == [ABOUT], "of the match that has an arbiter"
