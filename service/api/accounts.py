"""Accounts: who plays."""

from __future__ import annotations

from fastapi import APIRouter

from schemas import wire
from service import matches
from service.api.doors import Knocker, TheDesk, problems
from service.matches.errors import BadRequest, BodyTooLarge, Malformed, NameTaken, TooOften

router = APIRouter(tags=["accounts"])


@router.post("/accounts", status_code=201, responses=problems(BadRequest, NameTaken, BodyTooLarge, Malformed, TooOften))
def make_account(desk: TheDesk, knocker: Knocker, asked: wire.NewAccount) -> wire.Account:
    """Open an account."""
    return wire.Account.model_validate(matches.make_account(desk, asked.name, asked.password, knocker=knocker))
