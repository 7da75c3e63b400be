"""The letters: what dispatches brought to a seat, and the situation reports that its staff makes of it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from schemas import wire
from service import matches
from service.api.dependencies import Seated, problems
from service.api.paging import MOST_LINES, PAGED, Limit, link
from service.api.routers import SEAT, router_of
from service.dependencies import TheContext
from service.matches.errors import Malformed, NotFound, NotSignedIn

router = router_of("seats", SEAT, problems(NotSignedIn, NotFound))

MOST = 2**31 - 1
TEXT = "text/plain"
EITHER: dict[int | str, dict[str, Any]] = {
    200: {"content": {TEXT: {"schema": {"type": "string"}}}, "description": "The letter."}
}


@router.get("/letters", responses=problems(Malformed) | PAGED)
def read_letters(
    context: TheContext,
    at: Seated,
    request: Request,
    response: Response,
    before: Annotated[int | None, Query(ge=1, le=MOST, description="Only letters before this number.")] = None,
    limit: Limit = MOST_LINES,
) -> wire.Letters:
    """The latest letters of this seat, oldest first; ask for `next`, as `Link` has it too, for those before them."""
    in_words = matches.read(context, at).in_words
    read = matches.seat_letters(context, at, latest=limit, before=before).letters if before != 1 else ()
    found = wire.Letters(letters=[wire.Letter.model_validate(one, context=in_words) for one in read])
    if found.letters and found.letters[0].number > 1:
        said = {"before": found.letters[0].number, **({"limit": limit} if limit != MOST_LINES else {})}
        found = found.model_copy(update={"next": link(request, response, **said)})
    return found


@router.get("/letters/{number}", response_model=wire.Letter, responses={**EITHER, **problems(Malformed)})
def read_letter(
    request: Request,
    context: TheContext,
    at: Seated,
    number: Annotated[int, Path(ge=1, le=MOST, description="As the seat counts its own letters, from 1.")],
) -> Response | wire.Letter:
    """One letter; with `Accept: text/plain` as a situation report in lines of 72 characters, fit to be sent by mail."""
    if request.headers.get("accept", "").startswith(TEXT):
        return PlainTextResponse(matches.letter_text(context, at, number))
    found = matches.letter(context, at, number)
    return wire.Letter.model_validate(found, context=matches.read(context, at).in_words)
