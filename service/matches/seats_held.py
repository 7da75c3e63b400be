"""The seats at which somebody sits in a browser: by the account that is signed in, or by links to single seats."""

from __future__ import annotations

from collections.abc import Iterable

from service.engine.seats import Seat
from service.matches.accounts import Credentials, seat_of_token, seats_by_link, who_in
from service.matches.context import AtSeat, Context
from service.store import HeldSeat


def seats_held(context: Context, credentials: Credentials) -> list[tuple[AtSeat, HeldSeat]]:
    """Each seat as a list of matches has it: those of the account, newest match first, then those held by link.

    Of a token for one seat it is that one.
    """
    with context.store.look() as look:
        alone = seat_of_token(context, look, credentials)
        if alone is not None:
            theirs = look.matches.seats_of(alone.account_id)
            return [(alone, one) for one in theirs if (one.match_id, one.seat) == (alone.match_id, alone.seat)]
        me = who_in(context, look, credentials)
        held = {} if me is None else {
            (one.match_id, one.seat): (AtSeat(one.match_id, one.seat, me.id), one)
            for one in look.matches.seats_of(me.id)
        }  # fmt: skip
        for at in seats_by_link(context, look, credentials):
            for one in look.matches.seats_of(at.account_id):
                if (one.match_id, one.seat) == (at.match_id, at.seat):
                    held.setdefault((at.match_id, at.seat), (at, one))
    return list(held.values())


def times_that_run(context: Context, held: Iterable[HeldSeat]) -> dict[tuple[str, Seat], str]:
    """Of seats that wait, what comes when a time is over that runs in their match, as far as each may know of it.

    Live nothing is said: that is over before a list has been read.
    """
    found = {}
    with context.store.look() as look:
        for one in held:
            waits = one.due_at is not None and not one.asked and not one.ended
            saved = look.matches.seat(one.match_id, one.seat) if waits else None
            if saved is not None:
                words, known = saved.game.words, saved.game.known(saved.picture, saved.tally.score)
                if (comes := words.until(known)) and not words.is_live(known):
                    found[one.match_id, one.seat] = comes
    return found


def how_ended(context: Context, held: Iterable[HeldSeat]) -> dict[tuple[str, Seat], str]:
    """How matches that are over have ended, as each of these seats was told, by match and seat."""
    found = {}
    with context.store.look() as look:
        for one in held:
            saved = look.matches.seat(one.match_id, one.seat) if one.ended else None
            if saved is not None:
                known = saved.game.known(saved.picture, saved.tally.score)
                verdict = saved.game.words.stands_with_aim(known).title
                found[one.match_id, one.seat] = saved.game.in_words(known)(verdict)
    return found
