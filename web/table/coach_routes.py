"""The coach on the match page: a note is put away, notes begin anew, or there are to be no more."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.datastructures import QueryParams

from service.dependencies import TheContext
from service.matches.coaching import be_coached, have_had
from service.matches.errors import Malformed
from service.matches.page_reading import page_reading
from web.parts.dependencies import Seated, Sent, seat_page, text
from web.parts.render import by_htmx, fragments, go
from web.table.pages import composed

router = APIRouter(include_in_schema=False)
COACH = {"coach": "coach", "extras": "extras"}


@router.post("/matches/{match_id}/{seat}/coach")
def told(request: Request, context: TheContext, at: Seated, sent: Sent) -> Response:
    """What the player has told their coach: that they have read a note, to begin, or to be quiet."""
    said = text(sent, "do")
    if said == "read":
        have_had(context, at, text(sent, "lesson"))
    elif said in ("begin", "stop"):
        be_coached(context, at, said == "begin")
    else:
        raise Malformed([(["do"], "A coach can be told that you have read the note, to begin, or to stop.")])
    if by_htmx(request):
        return fragments("match.html", COACH, page=composed(context, at, page_reading(context, at), QueryParams()))
    return go(f"{seat_page(at.match_id, at.seat)}#coach")
