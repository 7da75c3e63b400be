"""Our own style sheets, scripts and pictures. Their addresses change with them, so they may be kept for ever."""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import lru_cache

from fastapi import APIRouter, Request, Response

from service.matches.errors import NotFound
from web.parts.render import STATIC, page, static

router = APIRouter(include_in_schema=False)
TYPES = {
    ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png",
}  # fmt: skip
WORKER = STATIC["sw.js"]
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)
FOR_EVER = "public, max-age=31536000, immutable"


@lru_cache
def known() -> dict[str, tuple[bytes, str]]:
    """Every file, by its name, with its media type."""
    return {
        name: (file.read_bytes(), TYPES[file.suffix])
        for name, file in STATIC.items()
        if file.suffix in TYPES and file != WORKER
    }


@lru_cache
def packed(name: str) -> bytes:
    """A file of text, compressed once and as far as it goes."""
    return gzip.compress(known()[name][0], mtime=0)


@router.get("/static/{name}")
async def file(request: Request, name: str) -> Response:
    """One of our files: they are in memory, so none of the threads that wait for the database is asked for them."""
    if name not in known():
        raise NotFound()
    body, media_type = known()[name]
    headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", "") and media_type != TYPES[".png"]:
        body, headers["Content-Encoding"] = packed(name), "gzip"
    return Response(body, media_type=media_type, headers=headers)


@router.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a device has to know to put us on its home screen."""
    icons = [
        {"src": static(name), "sizes": sizes, "type": TYPES[".png"], "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    said = {
        "id": "/",
        "name": "Sitrep",
        "short_name": "Sitrep",
        "description": "Wargames with hidden information.",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f1efe7",
        "theme_color": "#23594a",
        "icons": [*icons, {"src": static("icon.svg"), "sizes": "any", "type": TYPES[".svg"], "purpose": "any"}],
    }
    return Response(json.dumps(said), media_type="application/manifest+json", headers={"Cache-Control": "no-cache"})


@lru_cache
def worker() -> bytes:
    """The service worker, with the addresses of the shell that it keeps."""
    shell = json.dumps([static(name) for name in known()])
    hashed = hashlib.sha256(shell.encode() + WORKER.read_bytes()).hexdigest()[:12]
    text = WORKER.read_text("utf-8").replace("[/* the addresses of our own files */]", shell)
    return text.replace("/* their hash */", hashed).encode()


@router.get("/sw.js")
def service_worker() -> Response:
    """The service worker of the whole server; a browser asks for it anew whenever it looks."""
    return Response(worker(), media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/offline")
def offline() -> Response:
    """What is shown where the server cannot be reached: the same for everybody."""
    return page("offline.html")
