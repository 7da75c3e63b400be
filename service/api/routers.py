"""The routers of what the API has: their routes stand in the app as they are, below `/api/v1`.

FastAPI works out each route of a router that another includes once more, at the first request that looks through them;
so none is included, and each has its whole path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute

API = "/api/v1"
SEAT = "/matches/{match_id}/seats/{seat}"


def operation_id(route: APIRoute) -> str:
    """What clients call an operation: our function's name."""
    return route.name


def router_of(tag: str, prefix: str = "", responses: Mapping[int | str, dict[str, Any]] | None = None) -> APIRouter:
    """A router for what stands below `/api/v1` and this prefix, listed under a tag."""
    return APIRouter(
        prefix=API + prefix,
        tags=[tag],
        responses=dict(responses or {}),
        generate_unique_id_function=operation_id,
    )
