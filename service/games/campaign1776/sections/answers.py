"""What a seat on standing orders answers, by its own picture."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.orders import Order
from service.engine.outline import Heading
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.sections.arrivals import PlaceArrival, usual_places


def answer(picture: Picture, heading: Heading) -> Sequence[Order]:
    """Arrivals go to the first hex that they may be placed in; nothing moves.

    In combat the rules answer for whoever says nothing (`combat`, `forts`).
    """
    return usual_places(picture) if PlaceArrival in heading.orders else ()
