"""What orders ask of a picture before anything else: whose units they are, and whether they stand on land."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.orders import demand
from service.engine.sentences import OwnSpan, own
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.printed.pieces import DUE, Pool, PoolId

UNITS = "P3"
"""Of units and their numbers (section 3 of what the game takes from its parent)."""


def named(id: PoolId) -> OwnSpan:
    """Units of one's own, as they stand in a sentence."""
    return own(id)


def own_pool(picture: Picture, id: PoolId) -> Pool:
    """Own units by their id; an enemy's are refused like ones that do not exist."""
    demand(id in picture.own, UNITS, f"You have no units called {id!r}.")
    return picture.own[id]


def on_land(picture: Picture, id: PoolId) -> Pool:
    """Own units that stand on land."""
    pool = own_pool(picture, id)
    demand(pool.at != DUE, UNITS, (named(id), " have not been placed yet."))
    demand(not pool.aboard, UNITS, (named(id), " are aboard."))
    return pool


def together(picture: Picture, ids: Sequence[PoolId]) -> tuple[Pool, ...]:
    """Own units on land that stand in one hex."""
    demand(ids and len(set(ids)) == len(ids), UNITS, "Name the units that go, each once.")
    pools = tuple(on_land(picture, id) for id in ids)
    demand(len({pool.at for pool in pools}) == 1, UNITS, "Units that go together stand in one hex.")
    return pools
