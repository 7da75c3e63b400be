"""The service's figures, for whoever has the token of the settings; for all others there is nothing here.

They count what all players do, so no player may see them.
"""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request, Response

from service.api.access_log import CONTENT_TYPE_LATEST, Figures
from service.matches.errors import NotFound

router = APIRouter(include_in_schema=False)


@router.get("/metrics")
def read_metrics(request: Request) -> Response:
    """Requests by route and status, their times, open sockets."""
    wanted: str = request.app.state.settings.metrics_token
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if not wanted or scheme.lower() != "bearer" or not secrets.compare_digest(token.strip().encode(), wanted.encode()):
        raise NotFound()
    figures: Figures = request.app.state.figures
    return Response(figures.text(), media_type=CONTENT_TYPE_LATEST)
