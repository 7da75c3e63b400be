"""The map of 1776 as a bot reads it: how far it is from hex to hex for troops on foot, and with their own vessels.

Everything in here follows from the public facts of a scenario. Distances are points of movement, by and large: what
ferries, ice and the enemy do to a way is left to the service, which names the ways that there are now.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from heapq import heappop, heappush
from typing import Any

Hex = str
Place = str
Water = str
"""A stretch of water within which vessels can sail: the sea, or a lake or river for bateaus."""
HEX = re.compile(r"(([A-Z])\2{0,2})([1-9][0-9]?)")
AROUND = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""Row and number of the neighbours of a hex, in a circle."""
GROUND = {"clear": 1, "forest": 2, "rough": 2, "swamp": 2, "mountain": 3}
RIVERS = {"class_1": 1, "class_2": 2}
WATER = ("river/lake", "coastal")
ABOARD = 7
"""What it is worth in points to go aboard a vessel, sail, and come ashore: half of it each."""
FAR = 99.0


@cache
def coordinates(hex: Hex) -> tuple[int, int] | None:
    """The row, counted from the south, and the number in it; None for what is no hex."""
    if (found := HEX.fullmatch(hex)) is None:
        return None
    return (len(found[1]) - 1) * 26 + ord(found[2]) - ord("A") + 1, int(found[3])


@cache
def distance(a: Hex, b: Hex) -> int:
    """In hexes; far where either is no hex."""
    here, there = coordinates(a), coordinates(b)
    if here is None or there is None:
        return 99
    up, along = there[0] - here[0], there[1] - here[1]
    return max(abs(up), abs(along), abs(up - along))


class Country:
    """The map of a scenario, by its public facts."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.ground: dict[Hex, str] = facts["ground"]
        self.sides: dict[str, str] = facts.get("sides", {})
        self.lanes: frozenset[Hex] = frozenset(facts.get("sea_lanes", ()))
        self.ports: dict[str, dict[str, str]] = facts.get("ports", {})
        self._fields: dict[tuple[Hex, frozenset[Water]], dict[Hex, float]] = {}

    # ---- the water

    def hexes_at(self, place: Place) -> list[Hex]:
        """The land to which a vessel at a place lies: of its port, along its side; none in a sea lane."""
        if place.startswith("port "):
            port = self.ports.get(place.removeprefix("port "))
            return [port["hex"]] if port is not None else []
        return [hex for hex in place.partition(":")[0].split("/") if "/" in place or ":" in place if hex in self.ground]

    @cached_property
    def waters(self) -> dict[Place, tuple[Water, Water]]:
        """The water that each class 3 side is a part of: for bateaus, none on the coast, and for fleets."""
        lake, open_sea = Joined(), Joined()
        for side in self._class_3:
            for vertex in ends(side):
                open_sea.join(side, str(vertex))
                if self.sides[side] == "river/lake":
                    lake.join(side, str(vertex))
                for row, number in vertex:
                    if (row, number) in self._lane_coordinates:
                        open_sea.join(side, "the sea")
        return {
            side: (f"lake {lake.head(side)}" if self.sides[side] == "river/lake" else "", f"sea {open_sea.head(side)}")
            for side in self._class_3
        }  # fmt: skip

    def water_of(self, place: Place, *, bateau: bool) -> Water:
        """The water in which a vessel at a place can sail; off the map and in sea lanes the sea."""
        if (port := self.ports.get(place.removeprefix("port "))) is not None:
            place = port["entrance"]
        if place not in self.waters:
            return "" if bateau else self._sea
        return self.waters[place][0 if bateau else 1]

    @cached_property
    def _sea(self) -> Water:
        """The water beside the sea lanes."""
        along = (side for side in self._class_3 for vertex in ends(side) if vertex & self._lane_coordinates)
        return next((self.waters[side][1] for side in along), "")

    @cached_property
    def _class_3(self) -> list[str]:
        return sorted(side for side, kind in self.sides.items() if kind in WATER)

    @cached_property
    def _lane_coordinates(self) -> frozenset[tuple[int, int] | None]:
        return frozenset(map(coordinates, self.lanes))

    @cached_property
    def _shores(self) -> dict[Water, list[Hex]]:
        """The land along each water."""
        found: dict[Water, dict[Hex, None]] = {}
        for side, waters in self.waters.items():
            for water in filter(None, waters):
                found.setdefault(water, {}).update(dict.fromkeys(self.hexes_at(side)))
        return {water: list(hexes) for water, hexes in found.items()}

    # ---- by land and water

    @cached_property
    def _steps(self) -> dict[Hex, list[tuple[Hex, int]]]:
        """From where a hex is entered on foot, and for how many points."""
        at = {coordinates(hex): hex for hex in self.ground}
        found: dict[Hex, list[tuple[Hex, int]]] = {}
        for place, hex in at.items():
            assert place is not None
            around = [at[there] for row, number in AROUND if (there := (place[0] + row, place[1] + number)) in at]
            kinds = {there: self.sides.get(between(hex, there), "") for there in around}
            enter = GROUND.get(self.ground[hex], 2)
            found[hex] = [
                (there, enter + RIVERS.get(kind, 0)) for there, kind in kinds.items() if kind != "river/lake"
            ]  # fmt: skip
        return found

    def to(self, goal: Hex, waters: frozenset[Water]) -> dict[Hex, float]:
        """How many points it is from each hex to a goal, with vessels on these waters; what is missing has no way."""
        if (found := self._fields.get((goal, waters))) is None:
            found = self._fields[goal, waters] = dict(self._spread(goal, waters))
        return found

    def _spread(self, goal: Hex, waters: frozenset[Water]) -> Iterator[tuple[Hex, float]]:
        shore: dict[Hex, list[Water]] = {}
        for water in sorted(waters):
            for hex in self._shores.get(water, ()):
                shore.setdefault(hex, []).append(water)
        done: set[str] = set()
        queue: list[tuple[float, str]] = [(0.0, goal)]
        while queue:
            spent, here = heappop(queue)
            if here in done:
                continue
            done.add(here)
            if here in self.ground:
                yield here, spent
                steps: Iterable[tuple[str, float]] = [
                    *self._steps[here], *((water, ABOARD / 2) for water in shore.get(here, ()))
                ]  # fmt: skip
            else:
                steps = ((hex, ABOARD / 2) for hex in self._shores[here])
            for there, cost in steps:
                if there not in done:
                    heappush(queue, (spent + cost, there))


def between(one: Hex, other: Hex) -> str:
    """The side of two hexes that adjoin, as it is called: the one of the lower row first."""
    return "/".join(sorted((one, other), key=lambda hex: coordinates(hex) or (0, 0)))


def ends(side: str) -> list[frozenset[tuple[int, int]]]:
    """The two vertices of a hexside, each as the three hexes that meet there."""
    first, _, way = side.partition(":")
    one, two = first.split("/") if not way else (first, "")
    here = coordinates(one)
    assert here is not None
    there = coordinates(two) if two else (here[0], here[1] - 1)  # the sides on the edge of the map are in the west
    assert there is not None
    around = [(here[0] + row, here[1] + number) for row, number in AROUND]
    index = around.index(there)
    return [frozenset((here, there, around[(index + turn) % 6])) for turn in (1, -1)]


class Joined:
    """Things that belong together, each group under its first member in the order of names."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def head(self, one: str) -> str:
        while (above := self._above.get(one, one)) != one:
            one = above
        return one

    def join(self, one: str, other: str) -> None:
        first, second = sorted((self.head(one), self.head(other)))
        self._above[second] = first
