"""Where fleets and bateaus can be, and what adjoins what on the water.

A fleet is in a sea-lane hex, on a class 3 hexside, in a port or in a box off the map (C76-PRT-03); a bateau on a class
3 river or lake hexside and nowhere else. Each is a place with a name of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from service.engine.paths import Route, cheapest
from service.engine.places import Place
from service.games.campaign1776.printed.board import Board
from service.games.campaign1776.printed.lettered import Side, beside, corners, ends, is_side
from service.games.campaign1776.printed.naval import NavalTables
from service.games.campaign1776.printed.off_board import OffBoard
from service.games.campaign1776.printed.winter import Winter

PORT = "port "


def port_place(name: str) -> Place:
    """The place of a fleet that lies in a port."""
    return Place(f"{PORT}{name}")


def port_of(place: Place) -> str | None:
    """The port that a place is, if it is one."""
    return place.removeprefix(PORT) if place.startswith(PORT) else None


@dataclass(frozen=True, eq=False)
class Waterways:
    """The water of a map, with the boxes off it where a chart of them is given. KeyError for a place of no fleet."""

    board: Board
    tables: NavalTables
    winter: Winter
    off_board: OffBoard | None = None

    @cached_property
    def _beside(self) -> dict[Place, tuple[Place, ...]]:
        """What adjoins what for a fleet (C76-MAP-06 to 09, C76-PRT-04)."""
        board = self.board
        found: dict[Place, list[Place]] = {
            lane: [there for there in board.neighbours(lane) if there in board.sea_lanes] for lane in board.sea_lanes
        }
        found |= {one: list(board.meeting(one)) for one in board.class_3}
        at_vertex: dict[object, list[Side]] = {}
        for one in sorted(board.class_3):
            for vertex in ends(one):
                at_vertex.setdefault(vertex, []).append(one)
        for lane in board.sea_lanes:
            for one in sorted({one for corner in corners(lane) for one in at_vertex.get(corner, ())}):
                found[lane].append(one)
                found[one].append(lane)
        for port in board.ports.values():
            found[port_place(port.name)] = [port.entrance]
            found[port.entrance].append(port_place(port.name))
        for box in self.boxes:
            found[box] = self._off_map(box)
            for there in found[box]:
                if there not in self.boxes:
                    found[there].append(box)
        return {place: tuple(there) for place, there in found.items()}

    @property
    def boxes(self) -> tuple[Place, ...]:
        """The boxes off the map."""
        return self.off_board.boxes if self.off_board is not None else ()

    def _off_map(self, box: Place) -> list[Place]:
        """Where a box is left for: the exits of its coast, the St Lawrence, and the boxes that it is linked to."""
        assert self.off_board is not None
        found: list[Place] = []
        if (link := self.off_board.map_links.get(box)) is not None:
            found += self.board.exits[link.coast]
            if link.st_lawrence and self.board.st_lawrence is not None:
                found.append(self.board.st_lawrence)
        return found + [there for there in self.boxes if frozenset((box, there)) in self.off_board.links]

    def is_port(self, place: Place) -> bool:
        """Whether fleets in a place lie in a port, on the map or off it."""
        return port_of(place) is not None or (self.off_board is not None and place in self.off_board.ports)

    @property
    def places(self) -> tuple[Place, ...]:
        """Every place of a fleet on the map."""
        return tuple(self._beside)

    def __contains__(self, place: object) -> bool:
        return place in self._beside

    def beside(self, place: Place) -> tuple[Place, ...]:
        """What a fleet can enter from a place in one step."""
        return self._beside[place]

    def cost(self, here: Place, there: Place) -> int:
        """The points for a step of a fleet (the table of costs); KeyError where it is none.

        From box to box it takes the whole month and no points, so that whoever arrives can still land (C76-NTR-15).
        """
        if there not in self._beside[here]:
            raise KeyError(f"{there} does not adjoin {here} on the water")
        costs, off = self.tables.costs, here in self.boxes or there in self.boxes
        if {here, there} <= {*self.boxes}:
            return 0
        if off:
            river = self.board.st_lawrence in (here, there)
            return costs.leave_or_enter_map + (costs.st_lawrence_exit if river else 0)
        if port_of(here) is not None or port_of(there) is not None:
            return costs.port_to_entrance
        return costs.class_3_hexside if is_side(there) else costs.sea_lane_hex

    def frozen_to(self, here: Place, there: Place) -> bool:
        """Whether the ice bars this step of a transport fleet in winter (C76-WIN-04, 05); never of a battle fleet."""
        if port_of(here) is not None or port_of(there) is not None:
            return False
        entrances = {port.entrance for port in self.board.ports.values()}
        return any(
            self.winter.frozen(self.board, one) and not (one in entrances and self._open_water(other))
            for one, other in ((here, there), (there, here))
        )

    def _open_water(self, place: Place) -> bool:
        return place in self.board.sea_lanes or self.board.sides.get(place) == "coastal"

    def ways(self, start: Place, budget: int | None = None, *, ice: bool = False) -> Iterator[Route[Place, int]]:
        """The cheapest ways of a fleet over open water, nearest first; `ice`: for a transport fleet in winter."""
        return cheapest(
            start, self.beside,
            lambda so_far, there: None if ice and self.frozen_to(so_far.node, there) else self.cost(so_far.node, there),
            budget,
        )  # fmt: skip

    def distance(self, start: Place, *goals: Place) -> int | None:
        """The points to the nearest of some places; None where no way leads to any."""
        return next((way.cost for way in self.ways(start) if way.node in goals), None)

    # ---- bateaus

    def takes_bateaus(self, place: Place) -> bool:
        """Whether a bateau may be on a place: a class 3 side, river or lake, not coastal (C76-MAP-07, C76-PRT-14)."""
        return self.board.sides.get(place) == "river/lake"

    def by_bateau(self, side: Side) -> tuple[Side, ...]:
        """The sides that a bateau can enter from a side, each at one of its points."""
        return tuple(there for there in self.board.meeting(side) if self.takes_bateaus(there))

    def rests_bateaus(self, side: Side) -> bool:
        """Whether a bateau may end its movement on a side: playable land lies along it (C76-BAT-01)."""
        return any(hex in self.board.land for hex in beside(side))
