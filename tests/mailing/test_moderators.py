"""What a moderator is told by mail: that they are asked to be one, and what others do with seats and with the match."""

from __future__ import annotations

import pytest

from service import matches
from service.matches import Account, AtSeat, moderators
from service.store.clocks import ClockTerms
from tests.mailing.conftest import Post
from tests.mailing.test_notices import subjects

ABOUT = "Sitrep: The yard, the moderator"


@pytest.fixture
def vera(post: Post) -> Account:
    vera = matches.make_account(post.context, "Vera", "fifteen herons")
    post.address(vera)
    return vera


def opened(post: Post, anna: Account) -> tuple[AtSeat, AtSeat]:
    """A match that Vera is asked to moderate: Anna has the north, a guest the south."""
    match = matches.open_match(
        post.context, anna, "toy", "yard", seat="north", clock=ClockTerms("bank", 10), moderator="Vera"
    )
    guest = matches.make_guest(post.context)
    matches.take_seat(post.context, guest, match.match_id, "south", match.invitations["south"])
    return AtSeat(match.match_id, "north", anna.id), AtSeat(match.match_id, "south", guest.id)


def test_a_moderator_is_asked_and_told_what_others_do_with_the_match(post: Post, anna: Account, vera: Account):
    north, south = opened(post, anna)
    [asked] = post.wait(seconds=10)
    assert asked.message["Subject"] == ABOUT and "You are asked to be the moderator of a match" in asked.text
    assert f"/matches/{north.match_id}/moderation\n" in asked.text
    moderators.agree(post.context, vera, north.match_id)
    moderators.extend(post.context, vera, north.match_id, 2)
    assert post.wait(minutes=10) == [], "of what they do themselves they are not told"
    matches.make_account(post.context, "Mira", "fifteen herons")
    moderators.choose(post.context, north, "Mira")
    [wanted] = post.wait(minutes=1)
    assert wanted.message["Subject"] == ABOUT and "Mira" in wanted.text
    moderators.choose(post.context, south, "Mira")
    [replaced] = post.wait(minutes=1)
    assert replaced.message["Subject"] == ABOUT and "Mira" in replaced.text, "the last that they hear of it"
    moderators.choose(post.context, north, "Vera")
    assert [one.text for one in post.wait(minutes=10)] == []


def test_a_new_moderator_is_asked_by_mail(post: Post, anna: Account, vera: Account):
    north, south = opened(post, anna)
    assert len(post.wait(minutes=1)) == 1
    mira = matches.make_account(post.context, "Mira", "fifteen herons")
    post.address(mira)
    for seat in (north, south):
        moderators.choose(post.context, seat, "Mira")
    told = post.wait(minutes=1)
    assert subjects(told) == [ABOUT, ABOUT], "whoever did it before, and whoever is asked"
    assert sum("You are asked to be the moderator" in one.text for one in told) == 1


def test_who_agrees_or_says_no_at_once_is_asked_by_no_mail(post: Post, anna: Account, vera: Account):
    north, _ = opened(post, anna)
    moderators.agree(post.context, vera, north.match_id)
    other, _ = opened(post, anna)
    moderators.say_no(post.context, vera, other.match_id)
    assert [one.text for one in post.wait(minutes=10)] == []
