"""Pausing matches: for the owner of the server."""

from __future__ import annotations

from schemas import wire
from service.api.dependencies import Player, problems
from service.api.routers import router_of
from service.dependencies import TheContext
from service.matches import pausing
from service.matches.errors import BadRequest, BodyTooLarge, Malformed, NotFound, NotNow, NotSignedIn, OutOfScope

router = router_of("matches")


@router.put(
    "/pause", responses=problems(BadRequest, NotSignedIn, OutOfScope, NotFound, NotNow, BodyTooLarge, Malformed)
)
def put_pause(context: TheContext, account: Player, asked: wire.PutPause) -> wire.Pauses:
    """Pause a match, or all that are played by the clock, or let them go on; as the owner of the server.

    All who sit at them are told. No clock runs meanwhile, and afterwards each side has the time that it had.
    """
    if asked.match_id is not None:
        (pausing.pause if asked.paused else pausing.go_on)(context, account, asked.match_id)
    else:
        (pausing.pause_all if asked.paused else pausing.all_go_on)(context, account)
    running, paused = pausing.counted(context, account)
    return wire.Pauses(running=running, paused=paused)
