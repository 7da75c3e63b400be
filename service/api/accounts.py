"""Accounts: who plays."""

from __future__ import annotations

from fastapi import APIRouter

from schemas import wire
from service import matches
from service.api.doors import Knocker, TheDesk, problems, too_often
from service.matches.errors import BadRequest, BodyTooLarge, Malformed, NameTaken, NotFound, SignUpClosed

router = APIRouter(tags=["accounts"])


@router.post(
    "/accounts",
    status_code=201,
    responses=problems(BadRequest, SignUpClosed, NotFound, NameTaken, BodyTooLarge, Malformed) | too_often("account"),
)
def make_account(desk: TheDesk, knocker: Knocker, asked: wire.NewAccount) -> wire.Account:
    """Open an account; where the house is not open to all, with the secret of a link from its owner."""
    account = matches.make_account(desk, asked.name, asked.password, knocker=knocker, link=asked.link)
    return wire.Account.model_validate(account)
