"""Whether the service lives, and whether it can do its work."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from service.dependencies import TheContext

router = APIRouter(include_in_schema=False)


@router.get("/healthz", response_class=PlainTextResponse)
async def alive() -> str:
    """The process answers."""
    return "alive\n"


@router.get("/readyz", response_class=PlainTextResponse)
def ready(context: TheContext) -> str:
    """The database answers too; else the answer is a 503 or a 500, as for any call."""
    with context.store.look() as look:
        look.accounts.by_id("")
    return "ready\n"
