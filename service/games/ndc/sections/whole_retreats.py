"""A whole retreat in one tap: the ways that somebody who retreats would look for, by what they know (NDC-RES-11)."""

from __future__ import annotations

from service.engine.bundles import Bundle
from service.engine.hexes import distance
from service.engine.sentences import counted
from service.games.ndc.known.picture import MustRetreat, Picture
from service.games.ndc.known.ways_out import Way, headquarters, room, ways
from service.games.ndc.known.zones import controlled
from service.games.ndc.sections.defence import Retreat


def at_once(picture: Picture) -> list[Bundle]:
    """The way that ends nearest the unit's headquarters, and the one that ends farthest from known enemies.

    Of a single hex there is none: its own order is as short.
    """
    due = picture.retreating
    found = [way for way in ways(picture, due) if len(way) > 1] if due is not None else []
    if due is None or not found:
        return []
    hq = headquarters(picture, due)

    def zones(way: Way) -> int:
        return sum(controlled(picture, hex) for hex in way)

    def back(way: Way) -> int:
        return distance(way[-1], hq) if hq is not None else 0

    def near(way: Way) -> int:
        return -room(picture, way[-1])

    best: dict[Way, str] = {}
    if hq is not None:
        best[min(found, key=lambda way: (back(way), zones(way), len(way), near(way), way))] = "towards its headquarters"
    best.setdefault(
        min(found, key=lambda way: (near(way), zones(way), len(way), back(way), way)), "farthest from the enemy"
    )
    return [
        Bundle(
            title=f"Retreat by {' and '.join(way[:-1])} to {way[-1]}, {why}{costs(picture, due, zones(way))}",
            orders=tuple(Retreat(hex=hex) for hex in way),
        )
        for way, why in best.items()
    ]


def costs(picture: Picture, due: MustRetreat, zones: int) -> str:
    """What a way costs whoever is driven back through so many known enemy zones; nothing where it costs nothing."""
    lost = zones * picture.tables.retreat.enemy_zone_loss if due.kind == "retreat" else 0
    return f": costs {counted(lost, 'T/O level')}" if lost else ""
