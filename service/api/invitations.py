"""Invitations: how others come to a match."""

from __future__ import annotations

from schemas import wire
from service import matches
from service.api.dependencies import Player, problems
from service.api.routers import router_of
from service.dependencies import TheContext
from service.matches.errors import BadRequest, BodyTooLarge, Malformed, NotFound, NotSignedIn, OutOfScope, SeatTaken

router = router_of("matches")


@router.post(
    "/matches/{match_id}/invitations",
    status_code=201,
    responses=problems(BadRequest, NotSignedIn, OutOfScope, NotFound, SeatTaken, BodyTooLarge, Malformed),
)
def invite(context: TheContext, account: Player, match_id: str, asked: wire.Invite) -> wire.Invitation:
    """One more invitation to a free seat of a match that you opened."""
    return wire.Invitation(invitation=matches.invite(context, account, match_id, asked.seat))


@router.get("/invitations/{token}", responses=problems(NotFound, SeatTaken))
def read_invitation(context: TheContext, token: str) -> wire.InvitedTo:
    """What an invitation is for."""
    return wire.InvitedTo.model_validate(matches.invitation(context, token))
