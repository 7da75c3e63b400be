"""Who may come to a seat, and a seat that changes hands: within a transaction, for whatever way it is that they come.

A seat goes to nobody who holds, has held or has been shown another one of the match. One that somebody has held is
handed on with that holder's consent, or else to the computer, or to an account that the owner of the server confirms.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from service.engine.seats import Seat
from service.matches.accounts import Credentials, seats_by_link
from service.matches.context import AtSeat, Context
from service.matches.credentials import Account
from service.matches.errors import SeatNotForYou, SeatTaken
from service.store import SavedSeatChange, SavedWish, Work

SeatChangeKind = Literal[
    "handed-over", "link-made", "link-used", "link-mailed", "mail-used", "password-link", "password-set", "blocked",
    "unblocked", "removed", "removed-computer", "left", "computer", "confirmed", "paused", "resumed", "claim-announced",
    "moderator-agreed", "moderator-left", "moderator-wanted", "moderator-named", "moderator-paused",
    "moderator-resumed", "extended",
]  # fmt: skip
"""What is done with a seat, or with the clocks of the match, that all who sit at it are told."""


@dataclass(frozen=True)
class Coming:
    """Who would take a seat: an account, and the accounts whose seats their browser has links to."""

    account: Account
    linked: Collection[str] = ()


def coming_to(
    context: Context, work: Work, account: Account, match_id: str, seat: Seat, credentials: Credentials | None
) -> Coming:
    """Who comes to a seat: the account, with whoever else's links to other seats of the match their browser brings."""
    brought = seats_by_link(context, work, credentials) if credentials is not None else []
    return Coming(account, {one.account_id for one in brought if one.match_id == match_id and one.seat != seat})


def is_arbiter(look: Work, match_id: str, account_ids: Collection[str]) -> bool:
    """Whether one of these accounts was ever named arbiter of a match."""
    arbiter = look.agreements.arbiter(match_id)
    return arbiter is not None and arbiter.account_id in account_ids


def is_moderator(look: Work, match_id: str, account_ids: Collection[str]) -> bool:
    """Whether one of these accounts was ever named moderator of a match."""
    return any(one.account_id in account_ids for one in look.moderators.all_of(match_id))


def demand_may_take(work: Work, match_id: str, seat: Seat, coming: Coming) -> None:
    """Whether they may have this seat, were it free. Raises SeatNotForYou."""
    if is_arbiter(work, match_id, (coming.account.id, *coming.linked)):
        raise SeatNotForYou("You were named arbiter of this match, and whoever rules on it takes no seat in it.")
    if is_moderator(work, match_id, (coming.account.id, *coming.linked)):
        raise SeatNotForYou("You were named moderator of this match, and whoever may see all of it takes no seat.")
    if work.seatings.shown(match_id, (coming.account.id, *coming.linked)) - {seat}:
        raise SeatNotForYou(
            "You hold another seat of this match, or have held it, or were shown what it knows. Whoever has seen "
            "another side's picture may take no seat against it; a match for practice has all its seats for one player."
        )


def tell(
    work: Work,
    match_id: str,
    seat: Seat,
    kind: SeatChangeKind,
    by: str | None,
    at: datetime,
    holder: str | None = None,
    *,
    days: int = 0,
) -> None:
    """Tell all who sit at a match of something done with a seat, also by mail. Nudge the match after the commit.

    So is the moderator, who is to know who plays, unless it was they who did it. `seat` is empty where it was done with
    the whole match.
    """
    work.matches.hold(match_id)  # so that no two changes get one number
    number = work.seatings.change(match_id, SavedSeatChange(seat, kind, by, holder, at, days=days))
    for told in work.matches.holders(match_id):
        work.notices.tell_seat(match_id, told, "seat", at, str(number))
    moderator = work.moderators.now(match_id)
    if moderator is not None and moderator.account_id != by:
        work.notices.tell_moderator(moderator.account_id, match_id, "seat", at, str(number))


def pass_on(
    work: Work,
    match_id: str,
    seat: Seat,
    *,
    was: str | None,
    to: str | None,
    by: str | None,
    kind: SeatChangeKind,
    at: datetime,
    but: str = "",
) -> None:
    """Put another account at a seat, or nobody. Links and invitations to it end, `but` the one of this hash, as do its
    offers and mails to a guest who sat there; and all are told.

    Nudge the match after the commit, and have the hub look again whether `was` may listen. Whether the account may have
    it is asked before, by `demand_may_take`. Raises SeatTaken where it is not held by `was`.
    """
    if not work.seatings.hand(match_id, seat, was, to):
        raise SeatTaken()
    work.seatings.end_ways_in(match_id, seat, but=but)
    work.seatings.end_wishes(match_id, seat)
    work.agreements.withdraw(match_id, seat)
    work.agreements.set_for_anybody(match_id, [seat], open_=False)
    if was is not None and (channel := work.notices.channel_of(was, match_id, seat)) is not None:
        work.notices.forget(channel.id)
    if to is not None:
        work.seatings.show(match_id, seat, to, at, held=True)
        work.notices.tell_question(match_id, seat, at)
    tell(work, match_id, seat, kind, by, at, to)


def ask_for_successor(context: Context, work: Work, match_id: str, seat: Seat, by: str, successor: Account) -> None:
    """Ask the owner of the server to confirm that an account takes a seat that somebody else has held.

    `by` named it: whoever opened the match. Raises SeatNotForYou for a guest, of whom the owner knows nothing.
    """
    if successor.name is None:
        raise SeatNotForYou(
            "Somebody has held this seat and has left it. It can go on to an account with a name, which the owner of "
            "the server confirms. Sign in or sign up first."
        )
    work.seatings.wish(SavedWish(context.new_id(), "successor", match_id, seat, by, successor.id, context.clock()))


def came_by_link(context: Context, account: Account, *seats: AtSeat) -> None:
    """Somebody who is signed in has, in the same browser, the links of seats, and so was shown what they know."""
    others = [at for at in seats if at.account_id != account.id]
    if others:
        with context.store.work() as work:
            for at in others:
                work.seatings.show(at.match_id, at.seat, account.id, context.clock(), held=False)


def came_as_another(context: Context, account: Account, before: Account | None, credentials: Credentials) -> None:
    """Somebody has signed in in a browser with the links of seats, or that of a guest: they were shown theirs."""
    with context.store.look() as look:
        seats = seats_by_link(context, look, credentials)
        if before is not None and before.name is None:
            seats += [AtSeat(one.match_id, one.seat, before.id) for one in look.matches.seats_of(before.id)]
    came_by_link(context, account, *seats)
