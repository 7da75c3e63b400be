"""Our own style sheets, scripts and pictures. Their addresses change with them, so they may be kept for ever."""

from __future__ import annotations

import gzip
from functools import lru_cache

from fastapi import APIRouter, Request, Response

from service.matches.errors import NotFound
from web.render import STATIC

router = APIRouter()
TYPES = {
    ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}  # fmt: skip
FOR_EVER = "public, max-age=31536000, immutable"


@lru_cache
def known() -> dict[str, tuple[bytes, str]]:
    """Every file, by its name, with its media type."""
    return {
        file.name: (file.read_bytes(), TYPES[file.suffix]) for file in sorted(STATIC.iterdir()) if file.suffix in TYPES
    }


@lru_cache
def packed(name: str) -> bytes:
    """A file of text, compressed once and as far as it goes."""
    return gzip.compress(known()[name][0], mtime=0)


@router.get("/static/{name}")
def file(request: Request, name: str) -> Response:
    """One of our files."""
    if name not in known():
        raise NotFound()
    body, media_type = known()[name]
    headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", "") and media_type != TYPES[".png"]:
        body, headers["Content-Encoding"] = packed(name), "gzip"
    return Response(body, media_type=media_type, headers=headers)
