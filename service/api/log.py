"""The log: what a seat was told, and what came of the fights and movements of which it tells."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query, Request, Response

from schemas import wire
from service import matches
from service.api.dependencies import OF_VIEW, After, Seated, problems, tag
from service.api.paging import LINK, link
from service.api.routers import SEAT, router_of
from service.dependencies import TheContext
from service.matches.errors import Malformed, NotFound, NotSignedIn

router = router_of("seats", SEAT, problems(NotSignedIn, NotFound))


WITH_LINK: dict[int | str, dict[str, Any]] = {200: {"headers": {**OF_VIEW[200]["headers"], "Link": LINK}}}
"""The documentation of a version, and of where the rest is."""


@router.get("/log", responses=problems(Malformed) | WITH_LINK)
def read_log(
    context: TheContext,
    at: Seated,
    request: Request,
    response: Response,
    after: After = 0,
    limit: Annotated[int, Query(ge=1, le=matches.MOST_ENTRIES)] = matches.MOST_ENTRIES,
) -> wire.Log:
    """What this seat was told, in order; ask for `next`, which the header `Link` has too, while there is one.

    The ETag is that version, the whole log's length.
    """
    page = matches.log(context, at, after=after, limit=limit)
    tag(response, page.version)
    found = wire.Log.model_validate(page, context=page.in_words)
    if found.entries and found.entries[-1].number < page.version:
        said = {"after": found.entries[-1].number, **({"limit": limit} if limit != matches.MOST_ENTRIES else {})}
        found = found.model_copy(update={"next": link(request, response, **said)})
    return found


@router.get("/cards", responses=problems(Malformed) | OF_VIEW)
def read_cards(context: TheContext, at: Seated, response: Response, after: After = 0) -> wire.Cards:
    """What came of the fights and movements of which this seat was told lately; those that go on `after` an entry.

    They are made of the latest entries of its log, back to its last orders and its last letter. The ETag is the
    version, the whole log's length.
    """
    page = matches.cards(context, at, after=after)
    tag(response, page.version)
    return wire.Cards.model_validate(page, context=page.in_words)
