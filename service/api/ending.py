"""Ways out of a match: resigning, offers to end it, and a rematch."""

from __future__ import annotations

from schemas import wire
from service.api.dependencies import Seated, problems, too_often
from service.api.routers import SEAT, router_of
from service.dependencies import ClientAddress, TheContext
from service.matches import AtSeat, Context, clocks, ending
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Malformed,
    NotFound,
    NotNow,
    NotSignedIn,
    OutOfScope,
    SeatTaken,
    TooMany,
)

router = router_of("seats", SEAT, problems(NotSignedIn, NotFound))
BODY = problems(BadRequest, OutOfScope, NotNow, BodyTooLarge, Malformed) | too_often("orders")


def on_the_wire(found: ending.WaysOut) -> wire.WaysOut:
    """The ways out of a match as the wire has them."""
    kept = found.rematch
    rematch = wire.Kept(match_id=kept[0], seat=kept[1], taken=found.rematch_taken) if kept is not None else None
    return wire.WaysOut.model_validate({**vars(found), "rematch": rematch})


def ways(context: Context, at: AtSeat) -> wire.WaysOut:
    """The ways out of the match of a seat."""
    return on_the_wire(ending.ways_out(context, at))


@router.get("/end")
def read_ways_out(context: TheContext, at: Seated) -> wire.WaysOut:
    """How your match ended, or may be ended by its players: what is offered, and whether you may resign."""
    return ways(context, at)


@router.post("/end", responses=BODY)
def end_match(context: TheContext, at: Seated, asked: wire.EndMatch) -> wire.WaysOut:
    """Resign, accept an offer, or claim the match. Every seat is told, and everything is laid open to all.

    A claim is announced a day before it is carried out.
    """
    if isinstance(asked, wire.AcceptOffer):
        return on_the_wire(ending.accept_offer(context, at, asked.seat, asked.terms))
    if isinstance(asked, wire.AnnounceClaim):
        clocks.announce_claim(context, at)
    elif isinstance(asked, wire.Claim):
        clocks.claim(context, at)
    else:
        ending.resign(context, at)
    return ways(context, at)


@router.put("/end/offer", responses=BODY)
def make_offer(context: TheContext, at: Seated, asked: wire.MakeOffer) -> wire.WaysOut:
    """Offer all other seats a draw, or to abandon the match. It lapses at a moment that all are told."""
    return on_the_wire(ending.make_offer(context, at, asked.terms, asked.hours))


@router.delete("/end/offer", responses=problems(OutOfScope) | too_often("orders"))
def withdraw_offer(context: TheContext, at: Seated) -> wire.WaysOut:
    """Take your offer back."""
    return on_the_wire(ending.withdraw_offer(context, at))


@router.delete("/end/offers/{other}", responses=problems(OutOfScope) | too_often("orders"))
def decline_offer(context: TheContext, at: Seated, other: str) -> wire.WaysOut:
    """Decline the offer of another seat, which ends for all; where there is none, nothing is done."""
    return on_the_wire(ending.decline_offer(context, at, other))


@router.post("/rematch", responses=problems(OutOfScope, NotNow, SeatTaken, TooMany) | too_often("match", "match-from"))
def open_rematch(context: TheContext, at: Seated, client_address: ClientAddress) -> wire.Seated:
    """The same match anew with sides swapped: who asks first opens it, and the others find their seats kept."""
    return wire.Seated.model_validate(ending.rematch(context, at, client_address))
