"""The page of the dice: how they are made, what is known of them so far, and a check of it in the browser."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from fastapi import APIRouter, Response

import service.verify
from service.dependencies import TheContext
from service.matches import dice, read
from web.parts.dependencies import Seated, seat_page
from web.parts.render import page

router = APIRouter(include_in_schema=False)


@router.get("/matches/{match_id}/{seat}/dice")
def dice_page(context: TheContext, at: Seated) -> Response:
    """The proof of the dice as far as this seat has come."""
    reading = read(context, at)
    api = f"/api/v1/matches/{quote(at.match_id, safe='')}/seats/{quote(at.seat, safe='')}"
    return page(
        "dice.html",
        dice=dice(context, at),
        seat=at.seat,
        title=reading.game.info.scenarios[reading.scenario].title,
        ended=reading.where.ended,
        back=seat_page(at.match_id, at.seat),
        api=api,
    )


@lru_cache
def verifier() -> bytes:
    """The file that checks an export offline."""
    return Path(service.verify.__file__).read_bytes()


@router.get("/verify.py")
def verify_file() -> Response:
    """The file that checks an export offline, to be saved and read."""
    return Response(verifier(), media_type="text/plain; charset=utf-8")
