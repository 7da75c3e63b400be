"""The dice: public rolls, and what is needed to check them."""

from __future__ import annotations

from fastapi import APIRouter

from schemas import wire
from service import matches
from service.api.doors import Seated, TheDesk, problems
from service.matches.errors import NotFound, NotSignedIn

router = APIRouter(prefix="/matches/{match_id}/seats/{seat}", tags=["seats"], responses=problems(NotSignedIn, NotFound))


@router.get("/dice")
def read_dice(desk: TheDesk, at: Seated) -> wire.Dice:
    """Public rolls so far, the commitments, and the keys of the turns that are over."""
    return wire.Dice.model_validate(matches.dice(desk, at))
