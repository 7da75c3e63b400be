"""Militia, which stays in its area (3): where it may be, and when it has been taken out of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from service.engine.places import Place
from service.games.campaign1776.printed.lettered import Hex, beside
from service.games.campaign1776.printed.pieces import Pool, Ship
from service.games.campaign1776.printed.scenario import Scenario

MILITIA = "P3"
BETWEEN = frozenset(("N", "M"))
"""The areas between which rebel militia goes where a scenario lets it."""


def areas_open(rules: Scenario, kind: str, home: str) -> frozenset[str]:
    """The areas in which militia of a kind may be whose own is `home`."""
    roams = rules.militia_leaves == "rebels between N and M" and kind == "RM" and home in BETWEEN
    return BETWEEN if roams else frozenset((home,))


def is_abroad(rules: Scenario, pool: Pool, at: Place) -> bool:
    """Whether a pool is militia that has been aboard in this phase and would be out of its area in a place ashore.

    Off the map it is out of it, too. Of whom the area is not known, it is that in which they come ashore.
    """
    if not pool.home or not rules.kind(pool.kind).militia:
        return False
    return rules.board.area.get(Hex(at)) not in areas_open(rules, pool.kind, pool.home)


def kept_by(
    rules: Scenario, ships: Mapping[str, Ship], pools: Iterable[Pool]
) -> Mapping[str, frozenset[frozenset[str]]]:
    """The bateaus with militia aboard: for each of its passengers, the areas that it may not take them out of."""
    found: dict[str, set[frozenset[str]]] = {}
    for pool in pools:
        if pool.home and pool.aboard in ships and ships[pool.aboard].kind == "bateau":
            found.setdefault(pool.aboard, set()).add(areas_open(rules, pool.kind, pool.home))
    return {ship: frozenset(areas) for ship, areas in found.items()}


def takes_out(rules: Scenario, areas: Iterable[frozenset[str]], here: Place, there: Place) -> bool:
    """Whether a bateau that goes from a side to another takes any of its passengers out of their areas.

    Open water lies in no area. Who is out already, as a moderator has put them, goes where they please.
    """
    before, after = _along(rules, here), _along(rules, there)
    return bool(after) and any(not one & after and (one & before or not before) for one in areas)


def _along(rules: Scenario, place: Place) -> frozenset[str]:
    """The areas along a side."""
    return frozenset(rules.board.area[hex] for hex in beside(place) if hex in rules.board.area)
