"""The server itself."""

from __future__ import annotations

from schemas.wire.base import ResponseModel


class Version(ResponseModel):
    """The release of Sitrep that serves, as `MAJOR.MINOR.PATCH`; its changes are those of CHANGELOG.md."""

    release: str
