"""Our own style sheets, scripts and pictures. Their addresses change with them, so they may be kept for ever."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Response

from service.matches.errors import NotFound
from web.render import STATIC

router = APIRouter()
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FOR_EVER = "public, max-age=31536000, immutable"


@lru_cache
def known() -> dict[str, tuple[bytes, str]]:
    """Every file, by its name, with its media type."""
    return {
        file.name: (file.read_bytes(), TYPES[file.suffix]) for file in sorted(STATIC.iterdir()) if file.suffix in TYPES
    }


@router.get("/static/{name}")
def file(name: str) -> Response:
    """One of our files."""
    if name not in known():
        raise NotFound()
    body, media_type = known()[name]
    return Response(body, media_type=media_type, headers={"Cache-Control": FOR_EVER})
