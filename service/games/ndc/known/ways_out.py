"""Where an own unit may retreat or be displaced to, by what its owner knows (parent 3.27, 3.31)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from service.engine.hexes import Hex, distance
from service.games.ndc.known.picture import MustRetreat, Picture
from service.games.ndc.known.zones import controlled
from service.games.ndc.printed.units import Unit

Way = tuple[Hex, ...]
"""The hexes of a whole retreat, without that in which it begins."""


def retreat_hexes(picture: Picture, due: MustRetreat) -> list[Hex]:
    """The hexes from which the owner may choose now; one under known enemy control only if there is no other."""
    legal = sorted(legal_hexes(picture, picture.own[due.unit], due))
    free = [hex for hex in legal if not controlled(picture, hex)]
    return free if free or due.kind == "displace" else legal


def legal_hexes(picture: Picture, unit: Unit, due: MustRetreat) -> Iterator[Hex]:
    """Enterable, no known enemy, farther from the attacker; a friend's hex only if there is a way on behind it."""
    board, known = picture.rules.board, picture.known_enemies()
    for hex in board.grid.neighbours(due.hex):
        if hex in due.refused or hex in known:
            continue
        if not board.enterable(picture.tables, unit.cls, unit.amphibious, due.hex, hex):
            continue
        away = due.away_from
        if away is not None and distance(hex, away) <= distance(due.hex, away):
            continue
        if not passing(picture, unit, hex) or any(True for _ in legal_hexes(picture, unit, replace(due, hex=hex))):
            yield hex


def passing(picture: Picture, unit: Unit, hex: Hex) -> bool:
    """Whether a retreating unit can only pass through a hex, for a friendly combat unit stands there (parent 3.13)."""
    return unit.combat and any(other.combat and not same_battalion(unit, other) for other in picture.own_at(hex))


def same_battalion(unit: Unit, other: Unit) -> bool:
    """Whether these are one unit, or two detachments of one battalion."""
    return unit.id == other.id or (unit.detached_from is not None and unit.detached_from == other.detached_from)


def default_hexes(picture: Picture, due: MustRetreat) -> list[Hex]:
    """Those of the hexes that are farthest from known enemies: the default, where the owner does not choose."""
    hexes = retreat_hexes(picture, due)
    most = max((room(picture, hex) for hex in hexes), default=0)
    return [hex for hex in hexes if room(picture, hex) == most]


def room(picture: Picture, hex: Hex) -> int:
    """How far the nearest known enemy is from a hex; 0 where none is known."""
    return min((distance(hex, enemy) for enemy in picture.known_enemies()), default=0)


def one_hex_on(picture: Picture, due: MustRetreat, hex: Hex) -> MustRetreat | None:
    """What remains of a retreat once the unit is in a hex; None if it is over. A friend's hex does not count."""
    left = due.hexes_left - (not passing(picture, picture.own[due.unit], hex))
    return replace(due, hex=hex, hexes_left=left, stand_fast=False, refused=()) if left else None


def headquarters(picture: Picture, due: MustRetreat) -> Hex | None:
    """Where the headquarters of a unit stands, or else the nearest own one; None where there is no other."""
    unit = picture.own[due.unit]
    others = [hq for hq in picture.own.values() if not hq.combat and hq.hex is not None and hq.id != unit.id]
    others.sort(key=lambda hq: (hq.id != unit.parent, distance(hq.hex or due.hex, due.hex), hq.id))
    return others[0].hex if others else None


def ways(picture: Picture, due: MustRetreat) -> Iterator[Way]:
    """Every way on which the whole retreat can be gone; a hex is entered once."""
    yield from onward(picture, due, (due.hex,))


def onward(picture: Picture, due: MustRetreat, gone: Way) -> Iterator[Way]:
    for hex in retreat_hexes(picture, due):
        if hex in gone:
            continue
        left = one_hex_on(picture, due, hex)
        if left is None:
            yield (*gone[1:], hex)
        else:
            yield from onward(picture, left, (*gone, hex))
