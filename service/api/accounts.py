"""Accounts: who plays."""

from __future__ import annotations

from schemas import wire
from service import matches
from service.api.dependencies import problems, too_often
from service.api.routers import router_of
from service.dependencies import ClientAddress, TheContext
from service.matches.errors import BadRequest, BodyTooLarge, Malformed, NameMisleads, NameTaken, NotFound, SignUpClosed

router = router_of("accounts")


@router.post(
    "/accounts",
    status_code=201,
    responses=problems(BadRequest, SignUpClosed, NotFound, NameTaken, NameMisleads, BodyTooLarge, Malformed)
    | too_often("account"),
)
def make_account(context: TheContext, client_address: ClientAddress, asked: wire.NewAccount) -> wire.Account:
    """Open an account; where the server is not open to all, with the secret of a link from its owner."""
    account = matches.make_account(context, asked.name, asked.password, client_address=client_address, link=asked.link)
    return wire.Account.model_validate(account)
