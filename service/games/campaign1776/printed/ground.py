"""The places of a map as pages and orders know them: hexes, class 3 sides, ports, and boxes off the map."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import sqrt

from service.engine.places import Ground, Place, Point
from service.engine.sentences import listed
from service.games.campaign1776.printed.board import Board
from service.games.campaign1776.printed.lettered import Hex, both_sides, coordinates, distance, ends, is_side
from service.games.campaign1776.printed.lettered import beside as beside_side
from service.games.campaign1776.printed.off_board import OffBoard
from service.games.campaign1776.printed.waterways import PORT, Waterways, port_of

_APART = sqrt(3)
"""How far apart the middles of two adjacent hexes are drawn, whose corners are one away from them."""
_TO_ENTRANCE = 0.55
"""How far from the middle of its hex a port is drawn towards its entrance, as a part of the way."""
_OFF_MAP = 3
_BOX = 1.25, 1.1
"""Half of how broad and how high a box off the map is drawn."""


def shores(board: Board, place: Place) -> tuple[Hex, ...]:
    """The hexes of a place on the water: those along a side, that of a port, or the sea lane itself."""
    if is_side(place):
        return beside_side(place)
    return (board.ports[name].hex,) if (name := port_of(place)) is not None else (Hex(place),)


class Theatre(Ground):
    """The places of one map, or of a part of it; of the whole map with those off it too."""

    def __init__(self, board: Board, water: Waterways, off_board: OffBoard, part: frozenset[Hex] | None = None) -> None:
        """`part`: the hexes that are drawn, with the ships' places among them; all of them, and the boxes, if None."""
        self.board = board
        hexes = [hex for hex in board.terrain if part is None or hex in part]
        self._top = max(coordinates(hex)[0] for hex in hexes)
        points = {hex: self._point(*coordinates(hex)) for hex in hexes}
        west = min(x for x, _ in points.values())
        self._west = west - _APART / 2
        middles = {hex: (x - self._west, y) for hex, (x, y) in points.items()}
        self._middles: Mapping[Place, Point] = middles
        drawn: dict[Place, Point] = dict(middles)
        afloat = [
            place for place in sorted(water.places)
            if part is None or all(hex in part for hex in shores(board, place))
        ]  # fmt: skip
        for place in afloat:
            if is_side(place):
                drawn[place] = self._halfway(place)
            elif (name := port_of(place)) is not None:
                port = board.ports[name]
                (x, y), (u, v) = middles[port.hex], self._halfway(port.entrance)
                drawn[place] = x + (u - x) * _TO_ENTRANCE, y + (v - y) * _TO_ENTRANCE
        there = {*hexes, *afloat}
        beside: dict[Place, tuple[Place, ...]] = {
            hex: tuple(other for other in board.neighbours(hex) if other in there) for hex in hexes
        }
        for place in afloat:
            near = (other for other in water.beside(place) if other in there)
            beside[place] = tuple(dict.fromkeys((*beside.get(place, ()), *near)))
        width = max(x for x, _ in middles.values())
        self._boxes = {
            box: (width + _OFF_MAP, _OFF_MAP * (number + 1.0))
            for number, box in enumerate(off_board.boxes if part is None else ())
        }
        drawn |= self._boxes
        for box in self._boxes:
            beside[box] = tuple(other for other in off_board.boxes if frozenset((box, other)) in off_board.links)
        super().__init__(beside, at=drawn, noun="place", nouns="places")

    def called(self, place: Place) -> str:
        """A hex with its town, a side with the port that it leads to, or else with the water that it is a part of."""
        if not is_side(place):
            return self.board.place(Hex(place))
        return " ".join(filter(None, (place, self.off(place) or self.board.rivers.get(place))))

    def is_landmark(self, place: Place) -> bool:
        """A port, the side that leads to it, a town, or a box off the map."""
        return place in self._ports or place in self.board.names or place in self._boxes or port_of(place) is not None

    def off(self, place: Place) -> str:
        """The ports to which a side leads, as it follows its name; nothing for any other place."""
        return f"off {listed(self._ports[place])}" if place in self._ports else ""

    @cached_property
    def _ports(self) -> Mapping[Place, list[str]]:
        """The ports by the sides that lead to them."""
        found: dict[Place, list[str]] = {}
        for port in self.board.ports.values():
            found.setdefault(port.entrance, []).append(port.name)
        return found

    def _point(self, row: int, number: int) -> Point:
        """Where the middle of a hex lies, by its coordinates: the map's own east to the right, its north up."""
        return _APART * (number - row / 2), 1.5 * (self._top - row) + 1

    def _halfway(self, side: Place) -> Point:
        (x, y), (u, v) = (self._point(*at) for at in both_sides(side))
        return (x + u) / 2 - self._west, (y + v) / 2

    def line(self, side: Place) -> tuple[Point, Point]:
        """A hexside from vertex to vertex."""
        first, second = (
            tuple(sum(parts) / len(vertex) for parts in zip(*(self._point(*at) for at in vertex), strict=True))
            for vertex in ends(side)
        )
        (x, y), (u, v) = first, second
        return (x - self._west, y), (u - self._west, v)

    def corners(self, place: Place) -> tuple[Point, ...]:
        """The corners of a hex, clockwise from the uppermost, or of a box off the map; none of sides and ports."""
        if place in self._boxes:
            (x, y), (across, up) = self._boxes[place], _BOX
            return (x - across, y - up), (x + across, y - up), (x + across, y + up), (x - across, y + up)
        if place not in self._middles:
            return ()
        x, y = self._middles[place]
        half = _APART / 2
        return (
            (x, y - 1),
            (x + half, y - 0.5),
            (x + half, y + 0.5),
            (x, y + 1),
            (x - half, y + 0.5),
            (x - half, y - 0.5),
        )

    def distance(self, a: Place, b: Place) -> int | None:
        """The steps between two hexes, over whatever lies between; between other places, by what adjoins what."""
        if a in self._middles and b in self._middles:
            return distance(a, b)
        return super().distance(a, b)

    def parse(self, text: str) -> Place | None:
        """A place as somebody wrote it; a side with its hexes in either order, a port without the word."""
        found = super().parse(text)
        if found is None and "/" in text:
            first, _, second = text.partition("/")
            found = super().parse(f"{second}/{first}")
        return found if found is not None else super().parse(f"{PORT}{text}")
