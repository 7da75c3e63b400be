"""The service's figures, for whoever has the token of the settings; for all others there is nothing here.

Whoever has it may play too. So of what is asked at a match only the faults are counted: a count of its orders, pages or
sockets would tell when the other side is at work.
"""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request, Response

from service.api.access_log import CONTENT_TYPE_LATEST, Figures
from service.dependencies import TheContext
from service.matches.errors import NotFound
from service.matches.vitals import vitals
from service.store import Unavailable

router = APIRouter(include_in_schema=False)


@router.get("/metrics")
def read_metrics(request: Request, context: TheContext) -> Response:
    """Requests by route and status and their times, but those at a match, and how the server does."""
    wanted: str = request.app.state.settings.metrics_token
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if not wanted or scheme.lower() != "bearer" or not secrets.compare_digest(token.strip().encode(), wanted.encode()):
        raise NotFound()
    figures: Figures = request.app.state.figures
    try:
        found = vitals(context, bots=request.app.state.bots_run())
    except Unavailable:
        found = None
    return Response(figures.text(found), media_type=CONTENT_TYPE_LATEST)
