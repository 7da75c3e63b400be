"""The arbiter of a match: the matches that one was named for, agreeing to it, and ruling when a time is over."""

from __future__ import annotations

from schemas import wire
from service.api.dependencies import Player, problems, too_often
from service.api.paging import PAGED, ThePage
from service.api.routers import router_of
from service.dependencies import TheContext
from service.matches import arbiters
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Malformed,
    MatchStopped,
    NotFound,
    NotNow,
    NotSignedIn,
    OutOfScope,
    SeatNotForYou,
)

router = router_of("matches")
SENT = (BadRequest, NotSignedIn, OutOfScope, NotFound, SeatNotForYou, BodyTooLarge, Malformed)


def on_the_wire(found: arbiters.Arbitration) -> wire.Arbitration:
    """A match of an arbiter as the wire has it."""
    away = {seat: [wire.Away(first=first, last=last) for first, last in days] for seat, days in found.away.items()}
    return wire.Arbitration.model_validate({**vars(found), "away": away})


@router.get("/arbitrations", responses=problems(NotSignedIn, Malformed) | PAGED)
def list_arbitrations(context: TheContext, account: Player, page: ThePage) -> list[wire.Arbitration]:
    """The matches whose arbiter you were named, the newest first."""
    found = arbiters.arbitrations(context, account)
    found = page.of(found, lambda one: one.match_id)
    return [on_the_wire(one) for one in found]


@router.get("/matches/{match_id}/arbitration", responses=problems(NotSignedIn, NotFound))
def read_arbitration(context: TheContext, account: Player, match_id: str) -> wire.Arbitration:
    """One of them. An arbiter sees nothing that a side was told alone."""
    return on_the_wire(arbiters.arbitration(context, account, match_id))


@router.put("/matches/{match_id}/arbitration", status_code=204, responses=problems(*SENT))
def agree_to_arbitrate(context: TheContext, account: Player, match_id: str, asked: wire.AgreeToArbitrate) -> None:
    """Agree to be the arbiter, or say that you are not: then the umpire answers, seven days after a time is over."""
    if asked.agreed:
        arbiters.agree(context, account, match_id)
    else:
        arbiters.say_no(context, account, match_id)


@router.post(
    "/matches/{match_id}/arbitration/rulings", responses=problems(*SENT, NotNow, MatchStopped) | too_often("orders")
)
def rule(context: TheContext, account: Player, match_id: str, asked: wire.Rule) -> wire.Arbitration:
    """Rule what is done of a side whose time is over. All sides are told, with your reason."""
    return on_the_wire(
        arbiters.rule(context, account, match_id, asked.seat, asked.decision, days=asked.days, reason=asked.reason)
    )
