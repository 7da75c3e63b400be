"""The right to listen: what ended it at one process is heeded at another, with the first word that is told after."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from service import matches
from service.api.looks import Ask, Frames, SocketNews, Tell, answers_to
from service.matches import Account, AtSeat, Context, Credentials, handover, housekeeping, talk
from service.matches.accounts import USES_NOTED_EVERY
from service.matches.errors import Problem
from service.settings import Settings
from service.store import Store
from tests.toy import TOY


@dataclass
class Sitting:
    """A match with a player at each seat; what north comes in by is kept at `here`, and ended at `there`."""

    here: Context
    there: Context
    north: AtSeat
    south: AtSeat
    account: Account

    def say(self, text: str) -> None:
        """South says something to both."""
        talk.say_to_others(self.there, self.south, text)


@pytest.fixture
def sitting(context: Context, settings: Settings) -> Iterator[Sitting]:
    name, password = "Alois Brenner", "a long pass phrase of his"
    account = matches.make_account(context, name, password)
    guest = matches.make_guest(context)
    opened = matches.open_match(context, account, "toy", "yard", seat="north")
    south = matches.take_seat(context, guest, opened.match_id, "south", opened.invitations["south"])
    other = Context(Store(settings.url, {"toy": TOY}), open_sign_up=True)
    yield Sitting(context, other, AtSeat(opened.match_id, "north", account.id), south, account)
    other.store.close()


def by_token(at: Sitting) -> Credentials:
    return Credentials(bearer=matches.new_token(at.here, at.account), only_looks=True)


def by_session(at: Sitting) -> Credentials:
    return Credentials(cookies={matches.SESSION_COOKIE: matches.open_session(at.here, at.account.id)})


def by_seat_link(at: Sitting) -> Credentials:
    link = matches.seat_link(at.here, at.north)
    return Credentials(cookies={matches.seat_cookie(at.north.match_id, "north"): link})


def hand_over(at: Sitting, _: Credentials) -> None:
    token = matches.hand_over(at.there, at.account, at.north.match_id, "north")
    matches.take_seat(at.there, matches.make_guest(at.there), at.north.match_id, "north", token)


def revoke(at: Sitting, _: Credentials) -> None:
    for token in matches.tokens(at.there, at.account):
        matches.revoke_token(at.there, at.account, token.id)


def sign_out(at: Sitting, credentials: Credentials) -> None:
    for cookie in credentials.cookies.values():
        matches.sign_out(at.there, cookie)


def sign_out_from_elsewhere(at: Sitting, _: Credentials) -> None:
    for session in matches.sessions(at.there, at.account):
        matches.revoke_session(at.there, at.account, session.id)


def block(at: Sitting, _: Credentials) -> None:
    housekeeping.block(at.there, None, "Alois Brenner")


def leave(at: Sitting, _: Credentials) -> None:
    housekeeping.remove_account(at.there, None, "Alois Brenner", "nobody")


ENDINGS: list[tuple[Callable[[Sitting], Credentials], Callable[[Sitting, Credentials], None]]] = [
    (by_token, hand_over), (by_session, hand_over), (by_seat_link, hand_over),
    (by_token, revoke),
    (by_session, sign_out), (by_seat_link, sign_out),
    (by_session, sign_out_from_elsewhere), (by_seat_link, sign_out_from_elsewhere),
    (by_token, block), (by_session, block), (by_seat_link, block),
    (by_token, leave), (by_session, leave), (by_seat_link, leave),
]  # fmt: skip


def told(context: Context, at: AtSeat, ask: Ask) -> SocketNews | Problem:
    """What a socket at this seat is to say; "told" where there is something new."""
    with context.one_moment() as then:
        [answer] = answers_to(then, at, Tell(lambda _, __, ___, version: Frames(("told",), version)), [ask])
    assert isinstance(answer, SocketNews | Problem)
    return answer


def listening(at: Sitting, credentials: Credentials) -> Ask:
    """As a socket asks that was looked at once and has told all there was."""
    first = told(at.here, at.north, Ask(credentials, 0, "", True))
    assert isinstance(first, SocketNews) and first.right is not None
    return Ask(credentials, first.said.after, first.beside, False, first.right)


@pytest.mark.parametrize(("come", "end"), ENDINGS, ids=lambda one: one.__name__)
def test_what_is_told_after_the_right_has_ended_elsewhere_is_not_sent(sitting: Sitting, come, end):
    """Nobody has told this process that it has ended: it sees so by the number, in the moment of what is told."""
    credentials = come(sitting)
    ask = listening(sitting, credentials)
    end(sitting, credentials)
    sitting.say("Good evening")
    assert isinstance(told(sitting.here, sitting.north, ask), Problem)


def test_whoever_came_in_before_a_link_to_the_seat_was_used_up_elsewhere_is_sent_nothing(sitting: Sitting):
    """It signs the guest's other browsers out."""
    guest, context = sitting.south, sitting.there
    cookie = {matches.seat_cookie(guest.match_id, "south"): matches.seat_link(sitting.here, guest)}
    theirs = Sitting(sitting.here, context, guest, sitting.north, Account(guest.account_id, None))
    ask = listening(theirs, Credentials(cookies=cookie))
    with context.store.work() as work:
        link = handover.make_way_in(context, work, guest.match_id, "south", None)
    handover.come_in(context, link)
    theirs.say("Good evening")
    assert isinstance(told(sitting.here, guest, ask), Problem)


def test_while_the_number_is_the_same_nobody_is_looked_at_again(sitting: Sitting, monkeypatch):
    """What ends for others at the match, or for the same account before, is nothing to it."""
    ask = listening(sitting, by_token(sitting))
    monkeypatch.setattr(matches, "may_listen", None)
    sitting.say("Good evening")
    assert isinstance(told(sitting.here, sitting.north, ask), SocketNews)
    guest = matches.make_guest(sitting.there)
    token = matches.hand_over(sitting.there, Account(sitting.south.account_id, None), sitting.south.match_id, "south")
    matches.take_seat(sitting.there, guest, sitting.south.match_id, "south", token)
    assert isinstance(told(sitting.here, sitting.north, ask), SocketNews)


def test_whose_other_token_has_ended_is_looked_at_again_and_told(sitting: Sitting):
    ask = listening(sitting, by_token(sitting))
    other = matches.new_token(sitting.there, sitting.account)
    found = next(one for one in matches.tokens(sitting.there, sitting.account) if other.startswith(one.start))
    matches.revoke_token(sitting.there, sitting.account, found.id)
    sitting.say("Good evening")
    answer = told(sitting.here, sitting.north, ask)
    assert isinstance(answer, SocketNews) and answer.right is not None and answer.right != ask.right
    assert answer.said.frames == ("told",)


def test_a_right_ends_with_the_time_of_what_it_came_by(sitting: Sitting):
    """A token that ends by itself raises no number."""
    days = matches.new_token(sitting.here, sitting.account, days=1)
    ask = listening(sitting, Credentials(bearer=days, only_looks=True))
    assert ask.right is not None and ask.right.until is not None
    assert ask.right.until <= sitting.here.clock() + USES_NOTED_EVERY
    later = sitting.here.clock() + 2 * 24 * USES_NOTED_EVERY
    object.__setattr__(sitting.here, "clock", lambda: later)
    sitting.say("Good evening")
    assert isinstance(told(sitting.here, sitting.north, ask), Problem)
