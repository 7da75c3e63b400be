"""Tokens: how clients other than our pages say who they are."""

from __future__ import annotations

from fastapi import APIRouter

from schemas import wire
from service import matches
from service.api.doors import Knocker, TheDesk, problems
from service.matches.errors import BadRequest, BodyTooLarge, Malformed, TooOften, WrongPassword

router = APIRouter(tags=["accounts"])


@router.post(
    "/tokens", status_code=201, responses=problems(BadRequest, WrongPassword, BodyTooLarge, Malformed, TooOften)
)
def issue_token(desk: TheDesk, knocker: Knocker, asked: wire.SignIn) -> wire.Token:
    """A bearer token, for the header `Authorization: Bearer ...`."""
    token = matches.issue_token(desk, asked.name, asked.password, label=asked.label, knocker=knocker)
    return wire.Token(token=token)
