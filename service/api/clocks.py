"""Time in correspondence: how the clocks stand, and absences."""

from __future__ import annotations

from datetime import date

from schemas import wire
from service.api.dependencies import Seated, problems, too_often
from service.api.routers import SEAT, router_of
from service.dependencies import TheContext
from service.matches import clocks
from service.matches.errors import BadRequest, BodyTooLarge, Malformed, NotFound, NotNow, NotSignedIn, OutOfScope

router = router_of("seats", SEAT, problems(NotSignedIn, NotFound))


def on_the_wire(found: clocks.ClockSheet) -> wire.Clocks:
    """The clocks as the wire has them."""
    away = {
        seat: [wire.Away(first=first, last=last) for first, last in days] for seat, days in (found.away or {}).items()
    }
    return wire.Clocks.model_validate({**vars(found), "others": dict(found.others or {}), "away": away})


@router.get("/clock")
def read_clocks(context: TheContext, at: Seated) -> wire.Clocks:
    """How the clocks of your match stand. They are part of no rules, and move no version."""
    return on_the_wire(clocks.clock_sheet(context, at))


@router.post(
    "/clock/absences", responses=problems(BadRequest, OutOfScope, NotNow, BodyTooLarge, Malformed) | too_often("orders")
)
def be_away(context: TheContext, at: Seated, asked: wire.BeAway) -> wire.Clocks:
    """Say on which days you are away: your clock stands still then, and all seats see it."""
    return on_the_wire(clocks.be_away(context, at, asked.first, asked.last))


@router.delete("/clock/absences/{first}", responses=problems(OutOfScope, NotNow, Malformed) | too_often("orders"))
def take_back_absence(context: TheContext, at: Seated, first: date) -> wire.Clocks:
    """Take back an absence of yours, by its first day; one that has begun stands."""
    return on_the_wire(clocks.take_back(context, at, first))


@router.put(
    "/clock/sheet", responses=problems(BadRequest, OutOfScope, NotNow, BodyTooLarge, Malformed) | too_often("orders")
)
def send_sheet(context: TheContext, at: Seated, asked: wire.SendSheet) -> wire.Clocks:
    """Have what stands on your sheet sent when your time is over, once, if all of it is lawful then; or not."""
    return on_the_wire(clocks.choose_to_send(context, at, asked.sends))
