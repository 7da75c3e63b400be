"""Units that have come in or have to go, as their owner knows of them."""

from __future__ import annotations

from collections.abc import Mapping

from service.games.campaign1776.known.control import CANADA
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import DUE, Pool


def area_of(areas: Mapping[Hex, str], pool: Pool) -> str:
    """The area to which a pool counts: passengers, and those off the map, to Canada; none, where it is not placed."""
    if pool.at == DUE:
        return ""
    return CANADA if pool.aboard else areas.get(Hex(pool.at), CANADA)
