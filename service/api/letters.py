"""The letters: what dispatches brought to a seat."""

from __future__ import annotations

from fastapi import APIRouter

from schemas import wire
from service import matches
from service.api.doors import Seated, TheDesk, problems
from service.matches.errors import NotFound, NotSignedIn

router = APIRouter(prefix="/matches/{match_id}/seats/{seat}", tags=["seats"], responses=problems(NotSignedIn, NotFound))


@router.get("/letters")
def read_letters(desk: TheDesk, at: Seated) -> wire.Letters:
    """This seat's post, oldest first."""
    return wire.Letters(letters=[wire.Letter.model_validate(letter) for letter in matches.letters(desk, at)])
