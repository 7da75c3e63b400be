"""How long fleets take over the water to the West Indies, month by month, by what a side knows (C76-WI-06 to 10).

Enemies stand still, and the season stays as it is. A fleet that comes upon an enemy fleet, guns or a box stops there
for the month; from box to box it takes a whole one, and no other movement in it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import count

from service.engine.paths import Route, cheapest
from service.engine.places import Place
from service.games.campaign1776.known.sea import Sea
from service.games.campaign1776.printed.lettered import is_side
from service.games.campaign1776.printed.naval import Vessel
from service.games.campaign1776.printed.waterways import port_of

Time = tuple[int, int]
"""Months that are over, and the points spent in the one that runs."""
MONTH = 1_000
"""More points than anybody can spend in a month, so that a time is one number to the search for ways."""
Reached = Mapping[Place, tuple[Time, Place | None]]
"""When a fleet is in each place at the earliest, and out of which it comes there; None: it begins there."""
Seeds = tuple[tuple[Place, Time], ...]
"""Where a fleet may begin, and when."""


def number_of(time: Time) -> int:
    """A time as one number, later times as greater ones."""
    month, spent = time
    return month * MONTH + spent


def time_of(number: int) -> Time:
    return divmod(number, MONTH)


@dataclass(frozen=True, eq=False)
class Passages:
    """The water of a side as it knows it now, with what has been found of it."""

    sea: Sea

    @cached_property
    def goal(self) -> Place:
        return self.sea.rules.tables.west_indies.box

    @cached_property
    def longest(self) -> int:
        """So many months are counted at most."""
        return self.sea.rules.tables.west_indies.longest

    def is_of(self, sea: Sea) -> bool:
        """Whether it is the water as another look at it has it, and so all that was found of it still holds."""
        ours = self.sea
        return (ours.rules, ours.seat, ours.winter, ours.enemies, ours.guns, ours.shut) == (
            sea.rules, sea.seat, sea.winter, sea.enemies, sea.guns, sea.shut
        )  # fmt: skip

    def most(self, kind: Vessel) -> int:
        """The points of a month."""
        return self.sea.rules.tables.naval.vessels[kind].allowance

    # ---- a step

    def steps(self, kind: Vessel, here: Place) -> Mapping[Place, tuple[int | None, bool]]:
        """Where a fleet can go from a place, with the points, None for a whole month, and whether it stops there."""
        key = kind, here
        if key not in self._steps:
            water = self.sea.rules.water
            self._steps[key] = {
                there: (
                    None if here in water.boxes and there in water.boxes else water.cost(here, there),
                    bool(self.sea.stops(here, there)),
                )
                for there in water.beside(here) if not self.barred(kind, here, there)
            }  # fmt: skip
        return self._steps[key]

    @cached_property
    def _steps(self) -> dict[tuple[Vessel, Place], dict[Place, tuple[int | None, bool]]]:
        return {}

    def barred(self, kind: Vessel, here: Place, there: Place) -> bool:
        """Whether a fleet cannot go from one place to the next, whatever it costs."""
        sea = self.sea
        if not sea.rules.sails(there):
            return True
        if sea.winter and kind != "BF" and sea.rules.water.frozen_to(here, there):
            return True
        if (name := port_of(there)) is not None:
            return bool(sea.fleets(there)) or sea.rules.board.ports[name].hex in sea.shut
        return is_side(there) and there not in sea.entrances and "BF" in sea.fleets(there)

    # ---- onwards from where a fleet begins

    def reached(self, kind: Vessel, seeds: Seeds) -> Reached:
        """When a fleet that begins at one of these places and times is in each place."""
        key = kind, seeds
        if key not in self._reached:
            self._reached[key] = self._sailed(kind, dict(seeds))
        return self._reached[key]

    @cached_property
    def _reached(self) -> dict[tuple[Vessel, Seeds], Reached]:
        return {}

    def _sailed(self, kind: Vessel, seeds: Mapping[Place, Time]) -> Reached:
        most = self.most(kind)

        def price(so_far: Route[Place | None, int], there: Place | None) -> int:
            assert so_far.node is not None and there is not None
            month, spent = time_of(so_far.cost)
            cost, stops = self.steps(kind, so_far.node)[there]
            if cost is None:
                return number_of((month + (spent > 0), most)) - so_far.cost
            month, spent = (month, spent + cost) if spent + cost <= most else (month + 1, cost)
            return number_of((month, most if stops else spent)) - so_far.cost

        order = count()  # of ways that are as early the one found first
        found: dict[Place, tuple[Time, Place | None]] = {}
        for way in cheapest(
            None, lambda here: seeds if here is None else self.steps(kind, here), price,
            number_of((self.longest, 0)) - 1,
            first=lambda there: number_of(seeds[there]) if there is not None else None,
            prefer=lambda *_: next(order),
        ):  # fmt: skip
            if way.node is not None:
                found[way.node] = time_of(way.cost), way.path[-2] if len(way.path) > 1 else None
        return found

    # ---- back from the West Indies

    def months(self, kind: Vessel, place: Place, time: Time) -> int | None:
        """In how many months a fleet is in the West Indies that is in a place at a time; None: never, or too late."""
        month, spent = time
        left = self.most(kind) - spent
        for further, needed in enumerate(self._needed(kind)[: max(0, self.longest - month)]):
            if needed.get(place, left + 1) <= left:
                return month + further + 1
        return None

    def _needed(self, kind: Vessel) -> list[dict[Place, int]]:
        """By how many months end on the way: the points that have to be left in a place, to be there in time."""
        if kind not in self._layers:
            layers = list[dict[Place, int]]()
            ends: Collection[Place] = {self.goal}
            for _ in range(self.longest):
                layers.append(self._within_a_month(kind, ends))
                if len(ends) == len(layers[-1]) and layers[1:]:
                    break  # a month more brings nobody nearer
                ends = layers[-1]
            self._layers[kind] = layers
        return self._layers[kind]

    @cached_property
    def _layers(self) -> dict[Vessel, list[dict[Place, int]]]:
        return {}

    def _within_a_month(self, kind: Vessel, ends: Collection[Place]) -> dict[Place, int]:
        """The points that it takes to end the month in one of some places, out of each other place from which it can be
        done."""
        most, found = self.most(kind), dict.fromkeys(ends, 0)
        queue = [(0, place) for place in sorted(ends)]
        while queue:
            needed, there = heappop(queue)
            if needed > found[there]:
                continue
            for here, cost, stops in self._out_of(kind).get(there, ()):
                if cost is None:
                    total = most if there in ends else most + 1
                elif stops:
                    total = cost if there in ends else most + 1
                else:
                    total = cost + needed
                if total <= most and total < found.get(here, most + 1):
                    found[here] = total
                    heappush(queue, (total, here))
        return found

    def _out_of(self, kind: Vessel) -> Mapping[Place, list[tuple[Place, int | None, bool]]]:
        """Out of which places a place is entered, with the points, and whether a fleet stops there."""
        if kind not in self._back:
            back: dict[Place, list[tuple[Place, int | None, bool]]] = {}
            for here in self.sea.rules.water.places:
                for there, (cost, stops) in self.steps(kind, here).items():
                    back.setdefault(there, []).append((here, cost, stops))
            self._back[kind] = back
        return self._back[kind]

    @cached_property
    def _back(self) -> dict[Vessel, dict[Place, list[tuple[Place, int | None, bool]]]]:
        return {}
