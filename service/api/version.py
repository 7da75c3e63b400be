"""Which release serves here."""

from __future__ import annotations

from schemas import wire
from service.api.routers import router_of
from service.release import release

router = router_of("server")


@router.get("/version")
def read_version() -> wire.Version:
    """The release of Sitrep that serves, to be named with whatever is reported of it."""
    return wire.Version(release=release())
