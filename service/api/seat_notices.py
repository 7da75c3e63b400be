"""Notices by mail of one seat: a guest's own address, for who has no account; of an account the one that it has."""

from __future__ import annotations

from schemas import wire
from service import matches
from service.api.dependencies import Seated, TheCredentials, problems
from service.api.notices import MAILS, SENT, shown, wishes_of
from service.api.routers import SEAT, router_of
from service.dependencies import ClientAddress, TheContext
from service.matches import AtSeat, Context, Credentials, mail_addresses
from service.matches.errors import NotFound, NotSignedIn, OutOfScope, WrongPassword
from service.matches.mail_addresses import AddressOwner

router = router_of("accounts", f"{SEAT}/notices", problems(NotSignedIn, NotFound))


def whose(context: Context, at: AtSeat) -> AddressOwner:
    """Whose address tells of a seat. Raises NotSignedIn where that is an account's, and who asks came by a link."""
    owner = mail_addresses.owner_of_seat(context, at)
    if owner is None:
        raise NotSignedIn()
    return owner


def to_change(context: Context, credentials: Credentials, at: AtSeat) -> AddressOwner:
    """The same, where it is to be changed: a token that only plays does not. Raises NotSignedIn, OutOfScope."""
    owner = whose(context, at)
    if not owner.match_id:
        matches.who(context, credentials)
    return owner


@router.get("")
def read_seat_notices(context: TheContext, at: Seated) -> wire.Notices:
    """The address that tells of your seat, what you are told by it, and what became of the last test."""
    return shown(context, whose(context, at))


@router.put("", responses=SENT | MAILS | problems(WrongPassword))
def put_seat_notices(
    context: TheContext,
    credentials: TheCredentials,
    at: Seated,
    client_address: ClientAddress,
    wished: wire.NoticeWishes,
) -> wire.Notices:
    """Set the address of your seat; a guest's tells of that seat alone, and lets its guest in again."""
    owner = to_change(context, credentials, at)
    address, password, wishes = wishes_of(wished)
    mail_addresses.set_channel(context, owner, address, wishes, password=password, client_address=client_address)
    return shown(context, owner)


@router.delete("", status_code=204, responses=problems(OutOfScope))
def forget_seat_notices(context: TheContext, credentials: TheCredentials, at: Seated) -> None:
    """Take the address away, with all that waits to be sent to it."""
    mail_addresses.forget_channel(context, to_change(context, credentials, at))


@router.post("/test", status_code=202, responses=problems(OutOfScope) | MAILS)
def test_seat_notices(
    context: TheContext, credentials: TheCredentials, at: Seated, client_address: ClientAddress
) -> wire.Notices:
    """Have a test sent; or, to an address that is not confirmed yet, its link once more."""
    owner = to_change(context, credentials, at)
    mail_addresses.ask_for_test(context, owner, client_address=client_address)
    return shown(context, owner)


@router.post("/again", responses=problems(OutOfScope) | MAILS)
def open_seat_notices_again(context: TheContext, credentials: TheCredentials, at: Seated) -> wire.Notices:
    """Let mails go to the address again, which was paused since they came back or you stopped them."""
    owner = to_change(context, credentials, at)
    mail_addresses.open_again(context, owner)
    return shown(context, owner)


@router.put("/pace", responses=SENT | MAILS)
def put_seat_pace(
    context: TheContext, credentials: TheCredentials, at: Seated, wished: wire.MatchNotices
) -> wire.Notices:
    """How often you are told of this match, or not at all."""
    owner = to_change(context, credentials, at)
    mail_addresses.put_match_pace(context, owner, at.match_id, wished.pace)
    return shown(context, owner)
