"""What a side that does not answer orders by its fire plan, and what a plan would have done at earlier moves (P16).

A rehearsal goes by what the owner knew at that step, shots by an earlier plan at the same step included.
"""

from __future__ import annotations

from service.engine.lines import StandingAnswer
from service.engine.orders import Order, Refusal
from service.engine.outline import Heading
from service.engine.seats import STANDING
from service.engine.state import duplicate
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.standing import At, PlanLine
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.plans import (
    MOST_SHOTS,
    Shot,
    decision,
    fits,
    in_plan_order,
    planned_shot,
    unspoken,
)

ANSWERED: dict[str, At] = {"halt-or-pass": "opportunity", "remaining-fire": "remaining"}
"""The steps at which a fire plan is asked, and which of its lines hold there."""


def answer(picture: Picture, heading: Heading) -> list[Order]:
    """What is ordered for a side that does not answer: its plan, then the doctrine, shot by shot."""
    at = ANSWERED.get(heading.name)
    if at is None:
        return []
    believed = duplicate(picture)
    orders: list[Order] = []
    while len(orders) < MOST_SHOTS:
        shot = planned_shot(believed, at) or unspoken(believed, at)
        if shot is None:
            break
        try:
            shot.order.check(believed)
        except Refusal:
            break
        shot.order.believe(believed)
        orders.append(shot.order)
    return orders


def rehearse(then: Picture, now: Picture, heading: Heading) -> list[StandingAnswer] | None:
    """Shot by shot what the plan of now would have fired, then which bases it holds, and of which it asks the owner.

    For an owner on standing orders the default doctrine speaks where no line does: such a shot bears no line.
    """
    at = ANSWERED.get(heading.name)
    if at is None:
        return None
    then.plan = now.plan
    away, said = now.attendance.get(now.side) == STANDING, list[StandingAnswer]()
    for order in answer(then, heading):
        assert isinstance(order, Fire | Shoot)
        planned = planned_shot(then, at)
        if planned is None and not away:
            break
        said.append(StandingAnswer(order=order, unit=order.base, line=deciding(then, planned, at) if planned else None))
        order.believe(then)
    for base in in_plan_order(then):
        decided = decision(then, base, at)
        if decided is None or decided[0] == "fire":
            continue
        asked = decided[0] == "ask"
        line = None if asked and away else deciding(then, decided[1], at)
        said.append(StandingAnswer(does="ask" if asked and not away else "hold", unit=base.id, line=line))
    return said


def given(picture: Picture) -> tuple[PlanLine, ...]:
    """The fire plan, in order of priority."""
    return picture.plan


def deciding(picture: Picture, shot: Shot, at: At) -> int | None:
    """The number of the line that decides about a shot, from 1."""
    numbers = (number for number, line in enumerate(picture.plan, start=1) if fits(picture, line, shot, at))
    return next(numbers, None)
