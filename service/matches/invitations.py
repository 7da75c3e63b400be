"""Invitations: to a seat that nobody holds, or to take over one from its holder."""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.options import Scalar
from service.engine.seats import Seat
from service.matches.accounts import Credentials
from service.matches.context import AtSeat, Context, hashed
from service.matches.credentials import Account
from service.matches.dice_proof import MOST_TRIES, note, server_share
from service.matches.errors import Busy, NotFound, OwnerAsked, SeatTaken
from service.matches.seat_transfers import ask_for_successor, coming_to, demand_may_take, pass_on
from service.matches.talk import talks
from service.matches.who_sits import Official, SeatHolder, holder_of, named_arbiter, named_moderator
from service.store import MatchFacts, MatchMovedOn, SavedInvitation, Work
from service.store.clocks import ClockTerms


@dataclass(frozen=True)
class InvitedTo:
    """What an invitation is for: the seat, who opened the match, and what it was opened with."""

    match_id: str
    seat: Seat
    game: str
    title: str
    scenario: str
    data: str
    name: str
    opened_by: SeatHolder
    options: dict[str, Scalar]
    talk: bool = True
    clock: ClockTerms | None = None
    arbiter: Official | None = None
    moderator: Official | None = None
    handed_by: SeatHolder | None = None
    """Who holds the seat and hands it over by this; else nobody holds it."""


def invite(context: Context, account: Account, match_id: str, seat: Seat) -> str:
    """One more invitation to a free seat: of a match that the account opened, or, once somebody has held and left the
    seat, of one at which it sits. Raises NotFound, SeatTaken.
    """
    token = context.new_token()
    with context.store.work() as work:
        facts = work.matches.facts(match_id)
        holders = work.matches.holders(match_id)
        if facts is None or seat not in holders:
            raise NotFound()
        left = holders[seat] is None and account.id in holders.values() and work.seatings.was_held(match_id, seat)
        if facts.opened_by != account.id and not left:
            raise NotFound()
        if holders[seat] is not None:
            raise SeatTaken()
        work.accounts.invite(hashed(token), match_id, seat, context.clock())
    return token


def invitation(context: Context, token: str) -> InvitedTo:
    """What an invitation is for. Raises NotFound, and SeatTaken where somebody else sits there by now."""
    with context.store.look() as look:
        found = look.accounts.invitation(hashed(token))
        if found is None:
            raise NotFound()
        facts = _open_seat(look, found)
        opener = holder_of(look, facts.opened_by) or SeatHolder("guest", None)
        giver = holder_of(look, found.handed_by)
        arbiter, moderator = named_arbiter(look, facts.id), named_moderator(look, facts.id)
    info = facts.game.info
    return InvitedTo(
        match_id=facts.id, seat=found.seat, game=info.name, title=info.title, scenario=facts.scenario,
        data=facts.game.data_id, name=facts.name, opened_by=opener, options=facts.options, handed_by=giver,
        talk=talks(facts.terms), clock=ClockTerms.of(facts.terms), arbiter=arbiter,
        moderator=moderator,
    )  # fmt: skip


def take_seat(
    context: Context,
    account: Account,
    match_id: str,
    seat: Seat,
    invitation_token: str,
    *,
    credentials: Credentials | None = None,
) -> AtSeat:
    """Take a seat by invitation, which is then used up. Asked again by whoever holds the seat, it does nothing.

    Of a seat that nobody has held the server makes a share of the dice, until it brings one of its own. Raises NotFound
    where the invitation is for something else, SeatTaken where it was used, SeatNotForYou for whoever has seen another
    seat, also by the links that their browser has (`credentials`); OwnerAsked where the seat was left and the owner of
    the server has to confirm whoever takes it; Busy.
    """
    for _ in range(MOST_TRIES):
        try:
            at, was = _take_seat(context, account, match_id, seat, invitation_token, credentials)
        except MatchMovedOn:
            continue
        context.hub.nudge(match_id)
        if was is not None:
            context.hub.look_again(was)
        if at is None:
            raise OwnerAsked("Somebody has held this seat before you. You sit there as soon as the owner confirms you.")
        return at
    raise Busy(nothing_done=True)


def _take_seat(
    context: Context, account: Account, match_id: str, seat: Seat, token: str, credentials: Credentials | None
) -> tuple[AtSeat | None, str | None]:
    """The seat, or None where the owner was asked; and who held it until now."""
    with context.store.work() as work:
        work.matches.hold(match_id)
        taken = AtSeat(match_id, seat, account.id)
        if work.matches.holder(match_id, seat) == (account.id,):
            return taken, None
        found = work.accounts.invitation(hashed(token))
        if found is None or (found.match_id, found.seat) != (match_id, seat):
            raise NotFound()
        facts, handed_by = _open_seat(work, found), found.handed_by
        demand_may_take(work, match_id, seat, coming_to(context, work, account, match_id, seat, credentials))
        now = context.clock()
        if handed_by is not None:
            pass_on(
                work, match_id, seat, was=handed_by, to=account.id, by=handed_by, kind="handed-over", at=now,
                but=hashed(token),
            )  # fmt: skip
        elif work.seatings.was_held(match_id, seat):
            ask_for_successor(context, work, match_id, seat, facts.opened_by, account)
            return None, None
        else:
            if not work.matches.take_seat(match_id, seat, account.id):
                raise SeatTaken()
            work.seatings.show(match_id, seat, account.id, now, held=True)
            work.matches.start_clocks(match_id, context.clock())
            work.notices.tell_question(match_id, seat, now)
            note(work, match_id, server_share(context, match_id, seat), seat, context)
    return taken, handed_by


def seat_of_invitation(context: Context, account: Account, token: str) -> AtSeat | None:
    """The seat that an invitation is for, where this account holds it: it was its own, and leads there from then on.

    Not where the account hands the seat over by it.
    """
    with context.store.look() as look:
        found = look.accounts.invitation(hashed(token))
        if found is None or found.handed_by == account.id:
            return None
        if look.matches.holder(found.match_id, found.seat) != (account.id,):
            return None
    return AtSeat(found.match_id, found.seat, account.id)


def _open_seat(work: Work, found: SavedInvitation) -> MatchFacts:
    """The match of an invitation whose seat is still to be had. Raises NotFound, and SeatTaken where somebody else sits
    there.
    """
    facts = work.matches.facts(found.match_id)
    if facts is None:
        raise NotFound()
    if work.matches.holder(found.match_id, found.seat) != (found.handed_by,):
        raise SeatTaken()
    return facts
