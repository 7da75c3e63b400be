"""Free seats that somebody may take without an invitation: of matches for anybody, and those kept in a rematch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from service.engine.options import Scalar
from service.engine.seats import Seat
from service.matches.accounts import Credentials
from service.matches.context import AtSeat, Context
from service.matches.credentials import Account
from service.matches.dice_proof import MOST_TRIES, note, server_share
from service.matches.errors import Busy, NotFound, NotNow, SeatTaken
from service.matches.seat_transfers import coming_to, demand_may_take, is_arbiter, is_moderator
from service.matches.who_sits import SeatHolder, holder_of
from service.store import MatchMovedOn, SavedOpenSeat, Work


@dataclass(frozen=True)
class OpenSeat:
    """A free seat, what its match was opened with, and by whom. `kept`: it is kept for the reader, in a rematch."""

    match_id: str
    seat: Seat
    game: str
    title: str
    scenario: str
    data: str
    name: str
    options: dict[str, Scalar]
    opened_by: SeatHolder
    opened_at: datetime
    kept: bool


def changed(seats: Sequence[Seat], seat: Seat) -> Seat:
    """The seat that whoever held this one has in a rematch: the next at the table."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def open_seats(context: Context, account: Account) -> list[OpenSeat]:
    """The free seats that an account may take without an invitation: those kept for it, then those for anybody."""
    with context.store.look() as look:
        kept = [one for one in look.agreements.open_rematches(account.id) if _is_kept(look, account, one)]
        anybody = [
            one for one in (look.agreements.open_to_anybody() if account.name is not None else ())
            if account.id not in look.matches.holders(one.match_id).values() and one not in kept
            and not is_arbiter(look, one.match_id, (account.id,))
            and not is_moderator(look, one.match_id, (account.id,))
        ]  # fmt: skip
        return list(_shown(look, kept, anybody))


def _shown(look: Work, kept: Sequence[SavedOpenSeat], anybody: Sequence[SavedOpenSeat]) -> Iterator[OpenSeat]:
    for one in (*kept, *anybody):
        yield OpenSeat(
            match_id=one.match_id,
            seat=one.seat,
            game=one.game,
            title=look.matches.game(one.game, one.data).info.title,
            scenario=one.scenario,
            data=one.data,
            name=one.name,
            options=dict(one.options),
            opened_by=holder_of(look, one.opened_by) or SeatHolder("guest", None),
            opened_at=one.opened_at,
            kept=one in kept,
        )


def _is_kept(look: Work, account: Account, one: SavedOpenSeat) -> bool:
    """Whether a seat of a rematch is kept for an account: it held the one before it at the table."""
    before = look.matches.holders(one.rematch_of) if one.rematch_of is not None else {}
    seats = look.matches.game(one.game, one.data).info.seats
    return any(holder == account.id and changed(seats, seat) == one.seat for seat, holder in before.items())


def kept_for(context: Context, match_id: str) -> dict[Seat, SeatHolder]:
    """For whom the free seats of a rematch are kept; of another match, nothing. For those who sit at it."""
    with context.store.look() as look:
        facts, holders = look.matches.facts(match_id), look.matches.holders(match_id)
        if facts is None or facts.rematch_of is None:
            return {}
        seats = facts.game.info.seats
        found = {
            changed(seats, seat): holder_of(look, holder)
            for seat, holder in look.matches.holders(facts.rematch_of).items()
        }
        return {
            seat: who
            for seat, who in found.items()
            if who is not None and holders[seat] is None and not look.seatings.was_held(match_id, seat)
        }


def take_open_seat(
    context: Context, account: Account, match_id: str, seat: Seat, *, credentials: Credentials | None = None
) -> AtSeat:
    """Take a seat without an invitation. Asked again by whoever holds it, it does nothing.

    The server makes a share of the dice for it, until it brings one of its own. Raises NotFound for a seat that the
    account may not take, SeatNotForYou for whoever has seen another one of the match, also by the links that their
    browser has (`credentials`), SeatTaken for one that somebody else has taken meanwhile, or has left,
    Busy.
    """
    for _ in range(MOST_TRIES):
        try:
            with context.store.work() as work:
                work.matches.hold(match_id)
                holder = work.matches.holder(match_id, seat)
                if holder == (account.id,):
                    return AtSeat(match_id, seat, account.id)
                if not _may_take(work, account, match_id, seat):
                    raise NotFound()
                demand_may_take(work, match_id, seat, coming_to(context, work, account, match_id, seat, credentials))
                if work.seatings.was_held(match_id, seat) or not work.matches.take_seat(match_id, seat, account.id):
                    raise SeatTaken()
                work.seatings.show(match_id, seat, account.id, context.clock(), held=True)
                work.matches.start_clocks(match_id, context.clock())
                work.notices.tell_question(match_id, seat, context.clock())
                note(work, match_id, server_share(context, match_id, seat), seat, context)
        except MatchMovedOn:
            continue
        context.hub.nudge(match_id)
        return AtSeat(match_id, seat, account.id)
    raise Busy(nothing_done=True)


def _may_take(work: Work, account: Account, match_id: str, seat: Seat) -> bool:
    """Whether the account may sit there without an invitation, were the seat free."""
    facts, holders = work.matches.facts(match_id), work.matches.holders(match_id)
    if facts is None or seat not in holders or account.id in holders.values():
        return False
    if account.name is not None and work.agreements.is_for_anybody(match_id, seat):
        return True
    before = work.matches.holders(facts.rematch_of) if facts.rematch_of is not None else {}
    seats = facts.game.info.seats
    return any(holder == account.id and changed(seats, held) == seat for held, holder in before.items())


def open_to_anybody(context: Context, account: Account, match_id: str, seat: Seat, *, open_: bool) -> None:
    """Say of a free seat of a match that one has opened whether anybody of the server may take it.

    Raises NotFound, NotNow where it is taken.
    """
    with context.store.work() as work:
        work.matches.hold(match_id)
        facts, holder = work.matches.facts(match_id), work.matches.holder(match_id, seat)
        if facts is None or facts.opened_by != account.id or holder is None:
            raise NotFound()
        if holder != (None,):
            raise NotNow("Somebody has taken this seat.")
        if open_ and work.seatings.was_held(match_id, seat):
            raise NotNow(
                "Somebody has held this seat and left it. Invite whoever is to have it; the owner confirms it."
            )
        work.agreements.set_for_anybody(match_id, [seat], open_=open_)
