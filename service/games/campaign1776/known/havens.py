"""Where repaired fleets come back to (13), by what their side knows."""

from __future__ import annotations

from service.engine.places import Place
from service.games.campaign1776.known.picture import Picture, sea_of
from service.games.campaign1776.known.stay import land_forces
from service.games.campaign1776.printed.pieces import Ship
from service.games.campaign1776.printed.reading import AMERICAN
from service.games.campaign1776.printed.waterways import port_place


def havens(picture: Picture, ship: Ship) -> tuple[Place, ...]:
    """Where repaired fleets of a side come back (13): either to a transitional box.

    A British one also to a controlled port, or one off the map that is reached from it; a French one to the other.
    """
    rules = picture.rules
    off = rules.water.boxes
    boxes = [box for box in rules.tables.off_board.transitional if box in off]
    ports_off = [box for box in rules.tables.off_board.ports if box in off]
    if picture.side == AMERICAN and picture.public.withdrawing:
        troops = any(pool.aboard == ship.id and land_forces(rules, pool) for pool in picture.own.values())
        boxes = boxes[-1:] if troops else boxes
    if picture.side == AMERICAN:
        return (*boxes, *(box for box in ports_off if box not in rules.tables.off_board.map_links))
    regulars = {pool.at for pool in picture.own.values() if not pool.aboard and rules.kind(pool.kind).role == "regular"}
    sea = sea_of(picture)
    ports = [
        port_place(port.name) for port in rules.board.ports.values()
        if port.hex in regulars and port.hex in rules.land_in_play and not sea.fleets(port_place(port.name))
    ]  # fmt: skip
    return (*ports, *(box for box in ports_off if box in rules.tables.off_board.map_links), *boxes)
