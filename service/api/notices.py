"""Notices by mail: the address of the account that is asking, and what it wants to be told."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from schemas import wire
from service.api.dependencies import Player, problems, too_often
from service.api.routers import router_of
from service.dependencies import ClientAddress, TheContext
from service.matches import Context, mail_addresses
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Malformed,
    NoMail,
    NotFound,
    NotSignedIn,
    OutOfScope,
    WrongPassword,
)
from service.matches.mail_addresses import AddressOwner, Wishes

router = router_of("accounts", "/me/notices", problems(NotSignedIn))
SENT = problems(BadRequest, OutOfScope, BodyTooLarge, Malformed)
MAILS = problems(NoMail) | too_often("mail")


@router.get("")
def read_notices(context: TheContext, account: Player) -> wire.Notices:
    """Your address, what you are told by it, and what became of the last test."""
    return shown(context, mail_addresses.owner_of(account))


@router.put("", responses=SENT | MAILS | problems(WrongPassword))
def put_notices(
    context: TheContext, account: Player, client_address: ClientAddress, wished: wire.NoticeWishes
) -> wire.Notices:
    """Set your address and what you want to be told; another than before gets a mail with a link to confirm it."""
    owner = mail_addresses.owner_of(account)
    address, password, wishes = wishes_of(wished)
    mail_addresses.set_channel(context, owner, address, wishes, password=password, client_address=client_address)
    return shown(context, owner)


def wishes_of(wished: wire.NoticeWishes) -> tuple[str, str, Wishes]:
    """The address, the password that was sent with it, and what is wished."""
    wishes = wished.model_dump()
    return wishes.pop("address"), wishes.pop("password"), Wishes(**wishes)


@router.delete("", status_code=204, responses=problems(OutOfScope))
def forget_notices(context: TheContext, account: Player) -> None:
    """Take your address away, with all that waits to be sent to it."""
    mail_addresses.forget_channel(context, mail_addresses.owner_of(account))


@router.post("/test", status_code=202, responses=problems(OutOfScope, NotFound) | MAILS)
def test_notices(context: TheContext, account: Player, client_address: ClientAddress) -> wire.Notices:
    """Have a test sent; or, to an address that is not confirmed yet, its link once more."""
    mail_addresses.ask_for_test(context, mail_addresses.owner_of(account), client_address=client_address)
    return shown(context, mail_addresses.owner_of(account))


@router.post("/again", responses=problems(OutOfScope, NotFound) | MAILS)
def open_notices_again(context: TheContext, account: Player) -> wire.Notices:
    """Let mails go to your address again, which was paused since they came back or you stopped them."""
    mail_addresses.open_again(context, mail_addresses.owner_of(account))
    return shown(context, mail_addresses.owner_of(account))


@router.put("/matches/{match_id}", responses=SENT | problems(NotFound) | MAILS)
def put_match_notices(
    context: TheContext, account: Player, match_id: Annotated[str, Path(max_length=64)], wished: wire.MatchNotices
) -> wire.Notices:
    """How often you are told of one match, or not at all."""
    mail_addresses.put_match_pace(context, mail_addresses.owner_of(account), match_id, wished.pace)
    return shown(context, mail_addresses.owner_of(account))


def shown(context: Context, owner: AddressOwner) -> wire.Notices:
    """The address as the wire has it."""
    found = mail_addresses.channel(context, owner)
    return wire.Notices(
        sends=context.mail is not None,
        address=found.address if found is not None else None,
        state=found.state if found is not None else "none",
        why=found.why if found is not None else "",
        **vars(found.wishes if found is not None else Wishes()),
        matches=[
            wire.MatchNoticeLine(match_id=one.held.match_id, pace=one.pace)
            for one in mail_addresses.match_wishes(context, owner)
        ],
        test=found.test if found is not None else "none",
        said=found.said if found is not None else "",
        answered_at=found.answered_at if found is not None else None,
    )
