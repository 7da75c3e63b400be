"""What a seat on standing orders answers, by its own picture."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.lines import StandingAnswer
from service.engine.orders import Order
from service.engine.outline import Heading
from service.engine.seats import PRESENT, STANDING
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.known.standing import StandingLines
from service.games.campaign1776.sections.arrivals import PlaceArrival, usual_places
from service.games.campaign1776.sections.battles import ContinueCombat, FightOn
from service.games.campaign1776.sections.defending import DeclareSupply, MeetAttack
from service.games.campaign1776.sections.fetching import usual_way
from service.games.campaign1776.sections.forts import GoInside
from service.games.campaign1776.sections.landing import Debark, Embark
from service.games.campaign1776.sections.lying_off import usual_rest
from service.games.campaign1776.sections.marching import Detach, MarchTo
from service.games.campaign1776.sections.plans import by_plan
from service.games.campaign1776.sections.sailing import Sail

ANSWERED = frozenset({
    MeetAttack, DeclareSupply, FightOn, ContinueCombat, GoInside, PlaceArrival, Sail, Embark, Debark, Detach, MarchTo,
})  # fmt: skip
"""What is ordered for a side at some time or other."""


def answer(picture: Picture, heading: Heading) -> Sequence[Order]:
    """Arrivals go to the first hex that they may be placed in, and battles are fought by plan.

    Nothing moves but what is owed in the West Indies.
    """
    if PlaceArrival in heading.orders:
        return usual_places(picture)
    if Sail in heading.orders:
        return [*usual_way(picture), *usual_rest(picture)]
    return by_plan(picture, heading.orders)


def away(picture: Picture, heading: Heading) -> bool:
    """Whether a side is away: on standing orders while the other is present, it is asked nothing, in its own segment
    and between the quarters neither (24).

    Where both are on standing orders each is asked in its own segment, for a match does not play itself.
    """
    attendance = picture.attendance
    return attendance.get(picture.side) == STANDING and PRESENT in attendance.values()


def given(picture: Picture) -> StandingLines:
    """The battle plan of the side, and its lines for forts."""
    return picture.standing


def rehearse(then: Picture, now: Picture, heading: Heading) -> Sequence[StandingAnswer] | None:
    """What would have been answered then by the lines of now; None where nothing ever is."""
    if ANSWERED.isdisjoint(heading.orders):
        return None
    then.standing = now.standing
    return [StandingAnswer(order=order) for order in answer(then, heading)]
