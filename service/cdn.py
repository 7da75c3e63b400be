"""Files that are not ours: which, with what bytes, and where browsers take them from.

Each is pinned by its version and its hash, so that whoever serves them can change nothing. They are not in this tree.
A club without the internet puts them into a folder, under the same paths, and says so in `SITREP_CDN`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

OPEN = "https://cdn.jsdelivr.net/npm/"
HERE = "/cdn/"
"""Where a folder of our own is served."""


@dataclass(frozen=True)
class Pinned:
    """A file of a package, and the hash that browsers check it by."""

    path: str
    integrity: str


HTMX = Pinned(
    "htmx.org@4.0.1/dist/htmx.min.js", "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn"
)
HTMX_SOCKETS = Pinned(
    "htmx.org@4.0.1/dist/ext/hx-ws.min.js", "sha384-8iDMDuKIquXLgObstxvwGlWD1bY/ALMH7k9rbC070qmZrRvJ0BGO+8xG+Ul+J0bP"
)
SWAGGER = Pinned(
    "swagger-ui-dist@5.35.0/swagger-ui-bundle.js",
    "sha384-gjRm0bEPMeTmMh5jT2cHccIwCUZSTd8YC+j0d0sXw0MdGEfScduGpSyF3ZSSLkX9",
)
SWAGGER_STYLE = Pinned(
    "swagger-ui-dist@5.35.0/swagger-ui.css", "sha384-WlYgdmXYOOBWL5apwjDEZwN+U3HmXSSu5R6V5aGxEcf7z+KuRNwBhoxKVN1i3D5I"
)
REDOC = Pinned(
    "redoc@2.5.4/bundles/redoc.standalone.js", "sha384-w447zOpYfw/1Tv/5AK9NfHTlQIqE3RVR6KY62jCyy9zNDgO64cMwGGP1Fj0zJVf5"
)
PAGES = (HTMX, HTMX_SOCKETS)
"""What the pages of the game load."""


@dataclass(frozen=True)
class Cdn:
    """Where the pinned files come from: another server's address, or, with a folder, from here."""

    base: str
    folder: Path | None = None

    def address(self, file: Pinned) -> str:
        return self.base + file.path

    def source(self, file: Pinned) -> str:
        """As a Content-Security-Policy names it."""
        return "'self'" if self.folder else self.address(file)

    def script_sources(self, *files: Pinned) -> str:
        """The sources of scripts in a Content-Security-Policy; our own always among them."""
        return " ".join(dict.fromkeys(["'self'", *(self.source(file) for file in files)]))

    def scripts(self, *files: Pinned) -> list[dict[str, str]]:
        """For `<script src integrity crossorigin>`."""
        return [{"src": self.address(file), "integrity": file.integrity} for file in files]


@lru_cache
def cdn_at(place: str) -> Cdn:
    """The CDN at an address, or in a folder of this machine. Raises ValueError where that folder lacks a file."""
    if place.startswith(("https://", "http://")):
        if any(character in place for character in " ;,'\"<>"):
            raise ValueError("SITREP_CDN is no address that a Content-Security-Policy can name.")
        return Cdn(place.rstrip("/") + "/")
    folder = Path(place).resolve()
    for file in PAGES:
        if not (folder / file.path).is_file():
            raise ValueError(f"SITREP_CDN is neither an address nor a folder with {file.path} in it: {folder}")
    return Cdn(HERE, folder)
