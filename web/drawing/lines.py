"""How lines run through the places of a map: roads, streams, hedges."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from service.engine.hexes import Hex
from service.engine.places import Point
from web.drawing.geometry import MapGeometry, noise, sides
from web.drawing.svg import between, points

HexPair = tuple[Hex, Hex]


@dataclass(frozen=True)
class Gate:
    """Where a line comes into a place: by which step, None for the one by which it leaves the sheet."""

    at: Point
    step: HexPair | None


@dataclass(frozen=True)
class Network:
    """Lines from place to place that bend smoothly and join where more than two meet.

    A line crosses each side near its middle, `wander` units aside at most, and goes on beyond it in the direction in
    which it came. Where it comes to the edge of the sheet it goes on over it; in `ends` it ends all the same. `first`
    are the steps of the main lines, which run through where others join them.
    """

    geometry: MapGeometry
    steps: Collection[HexPair]
    ends: Collection[Hex] = ()
    first: Collection[HexPair] = ()
    wander: float = 0.0
    _tangents: dict[HexPair, Point] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def ways(self) -> dict[Hex, list[Hex]]:
        """The neighbours to which lines lead from each place."""
        ways: dict[Hex, list[Hex]] = defaultdict(list)
        for a, b in sorted(self.steps):
            ways[a].append(b)
            ways[b].append(a)
        return ways

    def path(self, steps: Iterable[HexPair] | None = None) -> str:
        """The lines of these steps, or of all, as one path."""
        drawn = {ordered(step) for step in (self.steps if steps is None else steps)}
        return "".join(self.through(place, drawn) for place in sorted(self.ways))

    def through(self, place: Hex, drawn: Collection[HexPair]) -> str:
        """The part of a path that lies in one place."""
        gates, meeting = self.gates(place), self.meeting(place)
        if len(gates) == 1:
            return f"M{points(gates[0].at)}Q{points(self.bend(place, gates[0], meeting), meeting)}" if drawn else ""
        a, b = self.main(gates)
        words = []
        if self.kind(gates, a) in drawn and self.kind(gates, b) in drawn:
            words.append(f"M{points(a.at)}C{points(*self.controls(place, a, b), b.at)}")
        else:
            words += [self.spur(place, gate, meeting) for gate in (a, b) if self.kind(gates, gate) in drawn]
        words += [self.spur(place, gate, meeting) for gate in gates if gate not in (a, b) and gate.step in drawn]
        return "".join(words)

    def spur(self, place: Hex, gate: Gate, meeting: Point) -> str:
        return f"M{points(gate.at)}Q{points(self.bend(place, gate, meeting), meeting)}"

    @staticmethod
    def kind(gates: list[Gate], gate: Gate) -> HexPair | None:
        """The step of a gate; over the edge of the sheet goes the line that came in."""
        return gate.step or next((other.step for other in gates if other.step), None)

    def gates(self, place: Hex) -> list[Gate]:
        """Where lines come into a place."""
        gates = [Gate(self.gate(place, other), ordered((place, other))) for other in self.ways[place]]
        if len(gates) == 1 and place not in self.ends and self.geometry.on_edge(place):
            gates.append(Gate(way_off(self.geometry, place, gates[0].at), None))
        return gates

    def gate(self, a: Hex, b: Hex) -> Point:
        """Where a line crosses the side between two places."""
        (ax, ay), (bx, by) = self.geometry.at(min(a, b)), self.geometry.at(max(a, b))
        x, y = between((ax, ay), (bx, by))
        aside = (noise(x, y) - 0.5) * 2 * self.wander / math.dist((ax, ay), (bx, by))
        return x + (by - ay) * aside, y - (bx - ax) * aside

    def main(self, gates: list[Gate]) -> tuple[Gate, Gate]:
        """The two of several gates between which the main line runs: of the `first`, else the straightest."""
        first = {ordered(step) for step in self.first}
        pairs = [(a, b) for i, a in enumerate(gates) for b in gates[i + 1 :]]
        return max(pairs, key=lambda pair: (
            sum(gate.step in first for gate in pair), round(math.dist(pair[0].at, pair[1].at)),
            abs(pair[0].at[0] - pair[1].at[0]),
        ))  # fmt: skip

    def meeting(self, place: Hex) -> Point:
        """Where the lines meet in a place; its middle, if there are not two."""
        gates = self.gates(place) if place in self.ways else []
        if len(gates) < 2:
            return self.geometry.at(place)
        a, b = self.main(gates)
        c, d = self.controls(place, a, b)
        return tuple((p + 3 * q + 3 * r + s) / 8 for p, q, r, s in zip(a.at, c, d, b.at, strict=True))  # type: ignore[return-value]

    # ---- how they bend

    def controls(self, place: Hex, a: Gate, b: Gate) -> tuple[Point, Point]:
        """The points that a main line makes for as it comes in, and from which it goes out."""
        reach = math.dist(a.at, b.at) * 0.38
        return self.ahead(place, a, b.at, reach), self.ahead(place, b, a.at, reach)

    def bend(self, place: Hex, gate: Gate, to: Point) -> Point:
        return self.ahead(place, gate, to, math.dist(gate.at, to) * 0.5)

    def ahead(self, place: Hex, gate: Gate, to: Point, reach: float) -> Point:
        """A point within the place, in the direction in which the line comes in by a gate."""
        if gate.step is None:
            return between(gate.at, to, 0.4)
        x, y = self.tangent(gate.step)
        sign = reach if gate.step[1] == place else -reach
        return gate.at[0] + x * sign, gate.at[1] + y * sign

    def tangent(self, step: HexPair) -> Point:
        """The direction in which a line crosses a side, from the first place to the second, of length 1."""
        if step not in self._tangents:
            (ax, ay), (bx, by) = self.onward(step, step[0]), self.onward(step, step[1])
            length = math.dist((ax, ay), (bx, by)) or 1
            self._tangents[step] = (bx - ax) / length, (by - ay) / length
        return self._tangents[step]

    def onward(self, step: HexPair, place: Hex) -> Point:
        """Where a line that came into a place by a step goes next."""
        gates = self.gates(place)
        if len(gates) < 2:
            return self.geometry.at(place)
        a, b = self.main(gates)
        if a.step == step:
            return b.at
        if b.step == step:
            return a.at
        return between(between(a.at, b.at), self.geometry.at(place), 0.3)


def ordered(step: HexPair) -> HexPair:
    return min(step), max(step)


def way_off(geometry: MapGeometry, place: Hex, gate: Point) -> Point:
    """Where a way that came in by a gate leaves the sheet: by the side of its edge that lies farthest from the gate."""
    middles = [between(start, end) for start, end in sides(geometry.corners(place))
               if geometry.beyond(place, start, end) is None]  # fmt: skip
    return between(geometry.at(place), max(middles, key=lambda side: (round(math.dist(side, gate)), side)), 2)
