"""Whether the service lives, and whether it can do its work."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from service.dependencies import TheContext
from service.matches.vitals import vitals

router = APIRouter(include_in_schema=False)


@router.get("/healthz", response_class=PlainTextResponse)
async def alive() -> str:
    """The process answers."""
    return "alive\n"


@router.get("/readyz", response_class=PlainTextResponse)
def ready(request: Request, context: TheContext) -> PlainTextResponse:
    """The database answers, its disk has room, its clock is right, and it is this process that may serve it.

    Else the answer is a 503 that names what is wrong; a database that does not answer makes it a 503 or a 500 as for
    any call. Bots that have stopped are named, and keep nobody else from playing.
    """
    found = vitals(context, bots=request.app.state.bots_run())
    if found.wrong:
        return PlainTextResponse(f"not ready: {', '.join(found.wrong)}\n", 503, {"Retry-After": "5"})
    return PlainTextResponse("ready, without its bots\n" if found.bots is False else "ready\n")
