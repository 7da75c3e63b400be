"""Standing orders: answers given in advance, and whether they are used. Orders that change them go with all others."""

from __future__ import annotations

from fastapi import Response

from schemas import wire
from service import matches
from service.api.dependencies import OF_VIEW, Seated, problems, tag
from service.api.routers import SEAT, router_of
from service.api.view import given_on_the_wire, options_on_the_wire
from service.dependencies import TheContext
from service.matches.errors import NotFound, NotSignedIn
from service.matches.rehearsal import rehearse
from service.store.codec import order_writer

router = router_of("seats", SEAT, problems(NotSignedIn, NotFound))


@router.get("/standing-orders", responses=OF_VIEW)
def read_standing_orders(context: TheContext, at: Seated, response: Response) -> wire.StandingOrders:
    """Whether you are asked in the turns of others or answered for, and what your standing orders say."""
    found = matches.standing_orders(context, at)
    tag(response, found.version)
    return wire.StandingOrders(
        version=found.version,
        attendance=found.attendance,
        given=given_on_the_wire(found.game, found.given),
        anytime_options=options_on_the_wire(found.anytime_options, found.examples, found.in_words),
        exchanges=wire.Meter.model_validate(found.exchanges),
    )


@router.get("/standing-orders/rehearsal")
def rehearse_standing_orders(context: TheContext, at: Seated) -> wire.Rehearsals:
    """What your standing orders would have answered to the latest questions, with what you knew then."""
    write = order_writer(matches.game_at(context, at))
    found = rehearse(context, at)
    return wire.Rehearsals(questions=[wire.Rehearsal.model_validate(one, context=write) for one in found])
