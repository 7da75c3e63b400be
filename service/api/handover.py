"""Ways in to seats that are held: handing one over, a guest who lost their way in, and what all are told of it."""

from __future__ import annotations

from schemas import wire
from service import matches
from service.api.dependencies import Player, Seated, problems
from service.api.paging import PAGED, ThePage
from service.api.routers import router_of
from service.dependencies import TheContext
from service.matches import handover
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Malformed,
    NotFound,
    NotSignedIn,
    OutOfScope,
    OwnPart,
    SeatNotForYou,
    SeatTaken,
)

router = router_of("matches")
SENT = (BadRequest, NotSignedIn, OutOfScope, NotFound, BodyTooLarge, Malformed)


@router.get(
    "/matches/{match_id}/seats/{seat}/seat-changes", responses=problems(NotSignedIn, NotFound, Malformed) | PAGED
)
def list_seat_changes(context: TheContext, at: Seated, page: ThePage) -> list[wire.SeatChange]:
    """What was done with the seats of your match, in order: who handed one over, and whom the owner let in."""
    found = matches.seat_changes(context, at.match_id)
    found = page.of(found, lambda one: str(one.number))
    return [wire.SeatChange.model_validate(change) for change in found]


@router.post("/matches/{match_id}/hand-overs", status_code=201, responses=problems(*SENT, SeatNotForYou))
def hand_over(context: TheContext, account: Player, match_id: str, asked: wire.Invite) -> wire.Invitation:
    """An invitation by which whoever opens it first takes over a seat that you hold; until then it is yours."""
    return wire.Invitation(invitation=handover.hand_over(context, account, match_id, asked.seat))


@router.post("/matches/{match_id}/ways-in", status_code=204, responses=problems(*SENT))
def ask_for_way_in(context: TheContext, account: Player, match_id: str, asked: wire.Invite) -> None:
    """Ask the owner of the server to let a guest in again who has lost the way to a seat; they send the link."""
    handover.ask_for_way_in(context, account, match_id, asked.seat)


@router.get("/wishes", responses=problems(NotSignedIn, NotFound, Malformed) | PAGED)
def list_wishes(context: TheContext, account: Player, page: ThePage) -> list[wire.Wish]:
    """What you are asked for as the owner of the server, the oldest first."""
    found = handover.wishes(context, account)
    found = page.of(found, lambda one: one.id)
    return [wire.Wish.model_validate(wish) for wish in found]


@router.post("/wishes/{wish}", responses=problems(NotSignedIn, OutOfScope, NotFound, OwnPart, SeatTaken, SeatNotForYou))
def grant_wish(context: TheContext, account: Player, wish: str) -> wire.Granted:
    """Do what you are asked for as the owner of the server."""
    return wire.Granted(link=handover.grant(context, account, wish))


@router.delete("/wishes/{wish}", status_code=204, responses=problems(NotSignedIn, OutOfScope, NotFound))
def decline_wish(context: TheContext, account: Player, wish: str) -> None:
    """Do not do what you are asked for as the owner of the server."""
    handover.decline(context, account, wish)
