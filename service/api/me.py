"""Me: who is asking, what is kept of them, and the end of their account."""

from __future__ import annotations

from fastapi.responses import StreamingResponse

from schemas import wire
from service import matches
from service.api.dependencies import Player, problems, too_often
from service.api.routers import router_of
from service.dependencies import ClientAddress, TheContext
from service.matches import credentials, leaving
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Malformed,
    NameMisleads,
    NameTaken,
    NotFound,
    NotSignedIn,
    OutOfScope,
    WrongPassword,
)

router = router_of("accounts")


@router.get("/me", responses=problems(NotSignedIn))
def read_me(account: Player) -> wire.Account:
    """The account that is asking."""
    return wire.Account.model_validate(account)


@router.put(
    "/me/name",
    responses=problems(BadRequest, NotSignedIn, OutOfScope, NotFound, NameTaken, NameMisleads, BodyTooLarge, Malformed)
    | too_often("name"),
)
def change_name(context: TheContext, account: Player, asked: wire.NewName) -> wire.Account:
    """Take another name, which your matches show from then on; a guest has none to change."""
    return wire.Account.model_validate(matches.rename(context, account, asked.name))


@router.put("/me/zone", responses=problems(BadRequest, NotSignedIn, OutOfScope, BodyTooLarge, Malformed))
def change_zone(context: TheContext, account: Player, asked: wire.Zone) -> wire.Account:
    """Have your pages show times by the clocks of this zone."""
    return wire.Account.model_validate(matches.set_zone(context, account, asked.zone))


@router.put(
    "/me/bot", status_code=204, responses=problems(BadRequest, NotSignedIn, OutOfScope, BodyTooLarge, Malformed)
)
def change_bot(context: TheContext, account: Player, asked: wire.Bot) -> None:
    """Say whether a program plays with this account: all who meet it at a match are told."""
    credentials.set_bot(context, account, asked.bot)


@router.post(
    "/me/export",
    response_class=StreamingResponse,
    responses=problems(BadRequest, NotSignedIn, WrongPassword, OutOfScope, BodyTooLarge, Malformed)
    | too_often("sign-in", "sign-in-from")
    | {200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
def export(
    context: TheContext, account: Player, client_address: ClientAddress, asked: wire.ConfirmedByPassword
) -> StreamingResponse:
    """All that is kept of your account, and of each of your seats what its log has told; no secret of a key."""
    found = leaving.own_data(context, account, asked.password, client_address=client_address)
    return StreamingResponse(found, media_type="application/json")


@router.post(
    "/me/deletion",
    status_code=204,
    responses=problems(BadRequest, NotSignedIn, WrongPassword, OutOfScope, BodyTooLarge, Malformed)
    | too_often("sign-in", "sign-in-from"),
)
def delete_account(
    context: TheContext, account: Player, client_address: ClientAddress, asked: wire.DeleteAccount
) -> None:
    """Delete your account. Matches in which nobody else has sat go with it; in the others a seat is left."""
    leaving.delete_account(context, account, asked.password, asked.seats, client_address=client_address)
