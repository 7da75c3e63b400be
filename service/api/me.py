"""Me: who is asking."""

from __future__ import annotations

from fastapi import APIRouter

from schemas import wire
from service.api.dependencies import Player, problems
from service.matches.errors import NotSignedIn

router = APIRouter(tags=["accounts"])


@router.get("/me", responses=problems(NotSignedIn))
def read_me(account: Player) -> wire.Account:
    """The account that is asking."""
    return wire.Account.model_validate(account)
