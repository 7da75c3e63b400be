"""Ways in to a seat that is held: handing it over, letting a guest in again, and what all at the match are told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from service.engine.seats import Seat
from service.engine.sentences import counted
from service.matches.accounts import add_seat_link, seat_cookie
from service.matches.context import AtSeat, Context, hashed
from service.matches.credentials import Account
from service.matches.errors import NotFound, OwnPart, SeatNotForYou
from service.matches.new_passwords import live_link
from service.matches.seat_transfers import Coming, SeatChangeKind, demand_may_take, pass_on, tell
from service.matches.who_sits import BOT_ACCOUNT, SeatHolder, holder_of
from service.store import SavedLink, SavedSeatChange, SavedWish, Work

LINK_LASTS = timedelta(days=3)
MAILED = (
    "somebody asked for a way back in, and a link went to the email address that the guest who sits here had "
    "confirmed; it works once."
)
MAIL_USED = (
    "somebody came in by the link that went to the email address confirmed for this seat; every other browser here is "
    "signed out."
)
BY_MAIL = "seat-by-mail"
"""A link to a seat that went to the address confirmed for it, and not to the owner of the server."""


@dataclass(frozen=True)
class SeatChange:
    """Something that was done with a seat, as all who sit at the match are told: by whom, when, and in a sentence.

    `seat` is empty where it was done with the whole match.

    `by` is None for whoever runs the server, on its command line; `holder` holds the seat from then on, where that is
    another.
    """

    number: int
    seat: Seat
    kind: SeatChangeKind
    by: SeatHolder | None
    holder: SeatHolder | None
    at: datetime
    text: str


@dataclass(frozen=True)
class Wished:
    """What the owner of the server is asked for, in words."""

    id: str
    kind: str
    match_id: str
    match: str
    seat: str
    by: SeatHolder
    successor: SeatHolder | None
    at: datetime


# ---- what is told


def seat_changes(context: Context, match_id: str) -> list[SeatChange]:
    """What was done with the seats of a match, in order; for whoever sits at it or opened it."""
    with context.store.look() as look:
        return seat_changes_in(look, match_id)


def seat_changes_in(look: Work, match_id: str) -> list[SeatChange]:
    """The same, within a transaction."""
    changes = look.seatings.changes(match_id)
    facts = look.matches.facts(match_id) if changes else None
    if facts is None:
        return []
    named = {seat: facts.game.words.seat(seat) for seat in facts.game.info.seats}
    return [_told(look, change, named.get(change.seat, "The match")) for change in changes]


def _told(look: Work, change: SavedSeatChange, seat: str) -> SeatChange:
    by, holder = holder_of(look, change.account_id), holder_of(look, change.holder_id)
    owner = f"{by}, the owner of the server," if by is not None else "whoever runs this server"
    said = {
        "handed-over": f"{by} handed this seat over to {within(holder)}.",
        "link-made": f"{owner} made a link that lets the guest who sits here in again; it works once.",
        "link-mailed": MAILED,
        "mail-used": MAIL_USED,
        "link-used": f"somebody came in by the link that {owner} had made; every other browser here is signed out.",
        "password-link": f"{owner} made a link by which whoever has the account that sits here sets a new password, "
        "once.",
        "password-set": f"a new password was set for whoever sits here, by a link that {owner} had made.",
        "blocked": f"{owner} has blocked the account that sits here. It keeps the seat, and its time runs on.",
        "unblocked": f"{owner} has unblocked the account that sits here.",
        "removed": f"{owner} has removed the account that sat here.",
        "removed-computer": f"{owner} has removed the account that sat here; the computer plays on.",
        "left": "whoever sat here has left this server.",
        "computer": "whoever sat here has left this server; the computer plays on.",
        "confirmed": f"{holder} has taken this seat, which its holder had left; {owner} has confirmed it.",
        "paused": f"{owner} has paused it. No clock runs until it goes on.",
        "resumed": f"it goes on, as {owner} decided. Each side has the time that it had.",
        "moderator-agreed": f"{by} has agreed to moderate it.",
        "moderator-left": f"{by} no longer moderates it.",
        "moderator-wanted": f"{by} wants {holder} as moderator; that holds once every side has named the same account.",
        "moderator-named": f"all sides have named {holder} moderator of it.",
        "moderator-paused": f"{by}, who moderates it, has paused it. No clock runs until it goes on.",
        "moderator-resumed": f"{by}, who moderates it, lets it go on. Each side has the time that it had.",
        "extended": f"{by}, who moderates it, gives every side {counted(change.days, 'more day')}.",
        "claim-announced": f"{by} has announced a claim: a day after this the match can be claimed, unless this side "
        "is done by then.",
    }[change.kind]
    return SeatChange(change.number, change.seat, change.kind, by, holder, change.at, f"{seat}: {said}")  # type: ignore[arg-type]


def within(holder: SeatHolder | None) -> str:
    """Who it is, within a sentence."""
    said = str(holder or "nobody")
    return said if holder is not None and holder.name else said[0].lower() + said[1:]


# ---- handing a seat over


def hand_over(context: Context, account: Account, match_id: str, seat: Seat) -> str:
    """The secret of an invitation by which whoever opens it first takes this seat over from its holder, a guest too.

    Until then all is as it was, and another one made meanwhile takes this one's place. Raises NotFound for who does not
    hold the seat, and SeatNotForYou for who holds another one of the match too.
    """
    token = context.new_token()
    with context.store.work() as work:
        work.matches.hold(match_id)
        holders = work.matches.holders(match_id)
        if holders.get(seat) != account.id:
            raise NotFound()
        if sum(holder == account.id for holder in holders.values()) > 1:
            raise SeatNotForYou(
                "You hold several seats of this match, and would play against whoever took one of them."
            )
        work.accounts.end_invitations(match_id, seat)
        work.accounts.invite(hashed(token), match_id, seat, context.clock(), handed_by=account.id)
    return token


# ---- a guest who has lost their browser


def ask_for_way_in(context: Context, account: Account, match_id: str, seat: Seat) -> None:
    """Ask the owner of the server to let the guest at this seat in again. Whoever opened the match may, or sits at it.

    They never see the link. Raises NotFound, also for a seat that no guest holds.
    """
    with context.store.work() as work:
        facts, holders = work.matches.facts(match_id), work.matches.holders(match_id)
        if facts is None or account.id not in (facts.opened_by, *holders.values()):
            raise NotFound()
        _guest_at(work, match_id, seat)
        work.seatings.wish(SavedWish(context.new_id(), "way-in", match_id, seat, account.id, None, context.clock()))


def wishes(context: Context, owner: Account | None) -> list[Wished]:
    """What the owner of the server is asked for, the oldest first; None is the command line. Raises NotFound."""
    if owner is not None and not owner.owner:
        raise NotFound()
    with context.store.look() as look:
        return [found for wish in look.seatings.wishes() if (found := _wished(look, wish)) is not None]


def _wished(look: Work, wish: SavedWish) -> Wished | None:
    facts, by = look.matches.facts(wish.match_id), holder_of(look, wish.account_id)
    if facts is None or by is None:
        return None
    scenario = facts.game.info.scenarios.get(facts.scenario)
    return Wished(
        id=wish.id, kind=wish.kind, match_id=wish.match_id, match=facts.name or (scenario.title if scenario else ""),
        seat=facts.game.words.seat(wish.seat), by=by, successor=holder_of(look, wish.successor_id), at=wish.at,
    )  # fmt: skip


def grant(context: Context, owner: Account | None, wish_id: str) -> str | None:
    """Do what the owner of the server is asked for: the secret of a link that works once, shown to them alone; or a
    successor takes the seat. All who sit at the match are told. `owner` is None on the command line. Raises NotFound,
    SeatTaken, SeatNotForYou, and OwnPart where the owner has a part in that match.
    """
    by = owner.id if owner is not None else None
    with context.store.work() as work:
        wish = _wish(work, owner, wish_id)
        work.matches.hold(wish.match_id)
        if by is not None and work.keeping.has_part(by, wish.match_id):
            raise OwnPart(f"sitrep grant {wish.id}")
        if wish.kind == "way-in":
            link: str | None = make_way_in(context, work, wish.match_id, wish.seat, by)
        else:
            link = None
            successor = Account(wish.successor_id or "", None)
            demand_may_take(work, wish.match_id, wish.seat, Coming(successor))
            pass_on(
                work, wish.match_id, wish.seat, was=None, to=successor.id, by=by, kind="confirmed",
                at=context.clock(),
            )  # fmt: skip
        work.seatings.end_wishes(wish.match_id, wish.seat)
    context.hub.nudge(wish.match_id)
    return link


def decline(context: Context, owner: Account | None, wish_id: str) -> None:
    """Do not do what the owner of the server is asked for; None is the command line. Raises NotFound."""
    with context.store.work() as work:
        work.seatings.end_wish(_wish(work, owner, wish_id).id)


def _wish(work: Work, owner: Account | None, wish_id: str) -> SavedWish:
    wish = work.seatings.wish_of(wish_id) if owner is None or owner.owner else None
    if wish is None:
        raise NotFound()
    return wish


def _guest_at(work: Work, match_id: str, seat: Seat) -> str:
    """The account of the guest at a seat. Raises NotFound where no guest sits there."""
    holder = (work.matches.holder(match_id, seat) or (None,))[0]
    account = work.accounts.by_id(holder) if holder is not None and holder != BOT_ACCOUNT else None
    if account is None or account.name is not None:
        raise NotFound()
    return account.id


def make_way_in(
    context: Context, work: Work, match_id: str, seat: Seat, made_by: str | None, kind: str = "seat"
) -> str:
    """The secret of a link that leads the guest at a seat back there; all are told. Nudge the match after the commit.

    Raises NotFound where no guest sits there.
    """
    guest, now, token = _guest_at(work, match_id, seat), context.clock(), context.new_token()
    link = SavedLink(kind, guest, made_by, now, now + LINK_LASTS, match_id, seat)
    work.accounts.end_links(guest)
    work.accounts.add_link(hashed(token), link)
    tell(work, match_id, seat, "link-made" if kind == "seat" else "link-mailed", made_by, now)
    return token


def mail_way_in(context: Context, work: Work, match_id: str, seat: Seat) -> str:
    """The secret of a link for the guest at a seat, to be sent to the address confirmed for it; all are told. Nudge the
    match after the commit. Raises NotFound where no guest sits there.
    """
    return make_way_in(context, work, match_id, seat, None, BY_MAIL)


def read_way_in(context: Context, token: str) -> AtSeat:
    """The seat that a link leads to; to look uses nothing up. Raises NotFound, also for one that was used."""
    with context.store.look() as look:
        return _led_to(context, look, token)[0]


@dataclass(frozen=True)
class CameIn:
    """A seat that a browser has come to by a link, and the name and value of the cookie that signs it in there."""

    at: AtSeat
    cookie: str
    value: str


def come_in(context: Context, token: str, account: Account | None = None) -> CameIn:
    """Use the link up, and sign a browser in to its seat.

    Whoever was signed in at this seat before is so no more. `account` is who is signed in in this browser. Raises
    NotFound, SeatNotForYou.
    """
    with context.store.work() as work:
        at, link = _led_to(context, work, token)
        if account is not None:
            demand_may_take(work, at.match_id, at.seat, Coming(account))
        if not work.accounts.use_up_link(hashed(token)):
            raise NotFound()
        work.accounts.end_sessions(at.account_id)
        value = add_seat_link(context, work, at)
        if account is not None:
            work.seatings.show(at.match_id, at.seat, account.id, context.clock(), held=False)
        told: SeatChangeKind = "mail-used" if link.kind == BY_MAIL else "link-used"
        tell(work, at.match_id, at.seat, told, link.made_by, context.clock())
    context.hub.nudge(at.match_id)
    context.hub.look_again(at.account_id)
    return CameIn(at, cookie=seat_cookie(at.match_id, at.seat), value=value)


def _led_to(context: Context, look: Work, token: str) -> tuple[AtSeat, SavedLink]:
    link = live_link(context, look, token, "seat", BY_MAIL)
    if link.match_id is None or link.seat is None:
        raise NotFound()
    if look.matches.holder(link.match_id, link.seat) != (link.account_id,):
        raise NotFound()
    return AtSeat(link.match_id, link.seat, link.account_id), link
