"""What the API's answers point to: each problem in words, and the sockets as AsyncAPI describes them."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from service.api import sockets
from service.api.routers import API
from service.matches.errors import PROBLEMS, TYPES, NotFound

router = APIRouter(include_in_schema=False)


@router.get(f"{TYPES}{{name}}", response_class=PlainTextResponse)
async def read_problem(name: str) -> str:
    """What a problem of this name is."""
    found = next((one for one in PROBLEMS if one.name == name), None)
    if found is None:
        raise NotFound()
    about = (found.__doc__ or "").strip()
    own = f"{about}\n" if about and not about.startswith(Exception.__doc__ or "-") else ""
    return f"{found.title}\n\nIt comes with the status {found.status}.\n{own}"


@cache
def whole() -> dict[str, Any]:
    """The sockets' description with its messages in it, for a reader who has no files beside it."""
    found = sockets.asyncapi()
    for name in sockets.MESSAGES:
        payload = sockets.message_schema(name)
        if "report" in payload["properties"]:
            payload["properties"]["report"] = {"$ref": f"{API}/openapi.json#/components/schemas/AnyReport"}
        found["components"]["messages"][name]["payload"] = payload
    return found


@router.get(f"{API}/asyncapi.json")
async def read_asyncapi(request: Request) -> dict[str, Any]:
    """The sockets of this server, at the address that it was asked at."""
    scheme = "wss" if request.url.scheme == "https" else "ws"
    server = {**whole()["servers"]["sitrep"], "host": request.headers.get("host", "localhost"), "protocol": scheme}
    return {**whole(), "servers": {"sitrep": server}}
