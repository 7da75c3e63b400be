"""Who may move now, and where to, by what a side knows (P11, P12, P28; SKR-MOV-01 to 08)."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.options import Destination
from service.engine.orders import Refusal, demand
from service.games.skirmish.known.entering import LATE_ENTRY
from service.games.skirmish.known.paths import (
    towards,
    ways,
)
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.routs import others_gone, owes_move, sheltered
from service.games.skirmish.printed.bases import Base


def planned(picture: Picture, base: Base) -> Base:
    """A base as the moves on the sheet leave it."""
    march = picture.marches.get(base.id)
    if march is None:
        return base
    fired = "moving" if march.shot else base.fired
    return base.changed(
        hex=march.hex, heading=march.heading, spent=march.spent, pace=march.pace, moved=True, fired=fired
    )  # fmt: skip


def can_move(base: Base) -> None:
    """Refuse a base that may not move in this player turn, in the order of precedence (P28)."""
    held = base.pinned or base.cowered
    demand(not held, "SKR-MOV-01", (base.said, " is pinned or cowered."), "NOT_ELIGIBLE")
    demand(not base.locked, "P17", (base.said, " is in close combat."), "NOT_ELIGIBLE")
    demand(not base.immobilised and base.crewed, "P13", (base.said, " cannot move."), "NOT_ELIGIBLE")
    demand(not base.replenished, "SKR-AMM-02", (base.said, " has spent its turn on ammunition."), "NOT_ELIGIBLE")
    ran = base.morale != "good" and base.moved
    demand(not ran, "P14", (base.said, " already has its move."), "NOT_ELIGIBLE")
    demand(base.fired != "prepared", "SKR-PRE-04", (base.said, " has used prepared fire, and does not move this turn."),
           "PREPARED_FIRE")  # fmt: skip
    fired = base.fired == "moving" and not base.vehicle
    demand(not fired, "SKR-MOV-02", (base.said, " has fired, and does not move after that."), "FIRED")
    rule = "SKR-MOV-08" if base.vehicle else "SKR-MOV-07"
    demand(not base.halted, rule, (base.said, " was halted, and neither moves nor turns."), "HALTED")
    goes_on = base.vehicle or not base.moved  # SKR-MOV-05
    demand(goes_on, "SKR-MOV-01", (base.said, " has moved in this player turn."), "NOT_ELIGIBLE")


def waits_for(picture: Picture, base: Base) -> list[Base]:
    """Own bases that have to be moved before this one: the routed first, then the broken (SKR-RTD-01, SKR-BRK-01)."""
    before = {"good": ("routed", "broken"), "broken": ("routed",), "routed": ()}[base.morale]
    return [
        other for other in picture.on_map() if other.morale in before and owes_move(picture, other)
    ]  # fmt: skip


def in_turn(picture: Picture, base: Base) -> None:
    """Refuse a move before those that come first, and by a side that never attacks all but an entry (P1)."""
    if picture.step == LATE_ENTRY:
        here = picture.own[base.id].hex is None and base.id not in picture.marches
        demand(here, "P1", ("Yours is the defence: ", base.said, " does not move."), "NOT_ELIGIBLE")
        return
    first = waits_for(picture, base)
    if first:
        rule = "SKR-RTD-01" if first[0].morale == "routed" else "SKR-BRK-01"
        raise Refusal(
            rule, (first[0].said, f" is {first[0].morale}, and moves before ", base.said, "."), code="WRONG_STEP"
        )
    rule = "SKR-RTD-01" if base.morale == "routed" else "SKR-BRK-01"
    demand(base.morale == "good" or not picture.batches, rule, ("It is too late for ", base.said, "."), "WRONG_STEP")
    late = others_gone(picture, base)
    demand(not late, rule, ("Others have moved: it is too late for ", base.said, "."), "WRONG_STEP")


def nothing_must_move(picture: Picture) -> None:
    """Refuse to close the step while a base in flight that can move has no path (SKR-RTD-01, SKR-BRK-01)."""
    for base in picture.on_map():
        if owes_move(picture, base):
            rule = "SKR-RTD-01" if base.morale == "routed" else "SKR-BRK-01"
            raise Refusal(rule, (base.said, f" is {base.morale}, and has to move."), code="MUST_MOVE")


def movable(picture: Picture, base: Base) -> bool:
    try:
        in_turn(picture, base)
        can_move(planned(picture, base))
    except Refusal:
        return False
    return True


def destinations(picture: Picture, unit: str) -> Sequence[Destination]:
    """Where an own base can go; refused for a base that the seat does not have."""
    base = picture.base(unit)
    if picture.step == "ammunition":
        return () if base.hex is None else tuple(towards(picture, base))
    if not movable(picture, base):
        return ()
    if base.morale != "good":
        return tuple(
            Destination(place=hex, cost=-(-way.cost // 2), path=way.path)
            for hex, way in sorted(sheltered(picture, base).items())
        )
    return tuple(sorted(ways(picture, planned(picture, base)), key=lambda there: there.place))
