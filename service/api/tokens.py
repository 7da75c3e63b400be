"""Tokens: how clients other than our pages say who they are."""

from __future__ import annotations

from schemas import wire
from service import matches
from service.api.dependencies import Player, problems, too_often
from service.api.paging import PAGED, ThePage
from service.api.routers import router_of
from service.dependencies import ClientAddress, TheContext
from service.matches.errors import (
    BadRequest,
    Blocked,
    BodyTooLarge,
    Malformed,
    NotFound,
    NotSignedIn,
    OutOfScope,
    TooMany,
    WrongPassword,
)

router = router_of("accounts")


@router.post(
    "/tokens",
    status_code=201,
    responses=problems(BadRequest, WrongPassword, Blocked, NotFound, TooMany, BodyTooLarge, Malformed)
    | too_often("sign-in", "sign-in-from"),
)
def issue_token(context: TheContext, client_address: ClientAddress, asked: wire.SignIn) -> wire.Token:
    """A bearer token, for the header `Authorization: Bearer ...`."""
    if (asked.match_id is None) != (asked.seat is None):
        raise Malformed([(["body", "seat"], "A seat is named with its match.")])
    token = matches.issue_token(
        context, asked.name, asked.password, label=asked.label, scope=asked.scope, days=asked.days,
        seat=(asked.match_id, asked.seat) if asked.match_id is not None and asked.seat is not None else None,
        client_address=client_address,
    )  # fmt: skip
    return wire.Token(token=token)


@router.get("/tokens", responses=problems(NotSignedIn, Malformed) | PAGED)
def list_tokens(context: TheContext, account: Player, page: ThePage) -> list[wire.TokenLine]:
    """Your tokens, newest first, by their ids."""
    found = matches.tokens(context, account)
    found = page.of(found, lambda one: one.id)
    return [wire.TokenLine.model_validate(token) for token in found]


@router.delete("/tokens/{token_id}", status_code=204, responses=problems(NotSignedIn, OutOfScope, NotFound))
def revoke_token(context: TheContext, account: Player, token_id: str) -> None:
    """Revoke a token: whoever has it is nobody from now on."""
    matches.revoke_token(context, account, token_id)
