"""Of whose points a form takes a number, and how many of these are left."""

from __future__ import annotations

from collections.abc import Collection

from service.engine.hexes import Hex
from service.engine.options import Option, Places
from service.games.ndc.known.answering import declared_against
from service.games.ndc.known.picture import Attack, Picture
from service.games.ndc.known.points import Use, believed

USES: dict[str, Use] = {"barrage": "support", "fire": "support", "csps": "counter"}
"""On which account a number of CSPs is booked, by its field in an order."""


def stock(picture: Picture, option: Option, field: str) -> str:
    """How many CSPs the side has left in the phase, and how many of them reach where these are to fall (NDC-CBF-04)."""
    if field not in USES:
        return ""
    in_hand, use = believed(picture), USES[field]
    reach = max((sum(in_hand.sources(hex, use).values()) for hex in falls_on(picture, option)), default=0)
    return f"you have {in_hand.in_hand(use)} left, {reach} in reach"


def falls_on(picture: Picture, option: Option) -> Collection[Hex]:
    """The hexes on which an order's fire may fall: what it can have for its target, or whence it is attacked."""
    if option.kind == "defend":
        return [one.origin for one in declared_against(picture)[:1] if isinstance(one, Attack)]
    targets = option.fields.get("target")
    return targets.places if isinstance(targets, Places) else ()
