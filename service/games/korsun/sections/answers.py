"""What a seat on standing orders answers, by its own picture (parent 3.4)."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.lines import StandingAnswer
from service.engine.orders import Order
from service.engine.outline import Heading
from service.games.korsun.known.picture import Picture
from service.games.korsun.known.standing import StandingLines
from service.games.korsun.sections.support import FireArtillery, PaySupply, usual_guns, usual_supply


def answer(picture: Picture, heading: Heading) -> Sequence[Order]:
    """The usual answers: supply if a point is left afterwards, Full pieces if the attacker fires, and nothing else."""
    if PaySupply in heading.orders:
        return usual_supply(picture)
    if FireArtillery in heading.orders:
        return usual_guns(picture)
    return ()


def lines(picture: Picture) -> StandingLines:
    """What the side has said in advance."""
    return picture.standing


def rehearse(then: Picture, now: Picture, heading: Heading) -> Sequence[StandingAnswer] | None:
    """What would have been answered then; None where standing orders do not answer."""
    if PaySupply not in heading.orders and FireArtillery not in heading.orders:
        return None
    return [StandingAnswer(order=order) for order in answer(then, heading)]
