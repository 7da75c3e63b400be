"""Where units can move, and what it costs them: terrain, zones, modes of movement (9, 10).

All of it is reckoned on a `Field`: by a side's picture for what may be ordered, as it truly is for what comes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Literal

from service.engine.hexes import Hex, distance
from service.engine.options import Destination
from service.engine.paths import Route, cheapest
from service.games.korsun.known.field import Field
from service.games.korsun.printed.reading import HEAVY, SOVIET, on
from service.games.korsun.printed.units import Profile, Unit

OFF_MAP = Hex("")
"""Where a staged unit sets out from."""
Barrier = Literal["occupied", "impassable", "zone"]


def allowance(field: Field, unit: Unit, *, reserve: bool = False) -> int:
    """A unit's movement allowance of this moment (2.2): printed, then Storm, supply, disorder, reserve."""
    printed, figures = field.profile(unit.id), field.tables.movement.allowance
    points = Fraction(printed.ma)
    if field.visibility == "storm":
        points += field.tables.weather.storm["movement_allowance"]
    if unit.supply == "oos1":
        points = max(figures["oos1_least"], Fraction(floor(points * figures["oos1"])))
    elif unit.supply == "oos2":
        points = Fraction(floor(points * figures["oos2"]))
        if printed.cls != "L":
            points = min(points, figures["oos2_most"])
    if unit.order == "disorganized":
        points = Fraction(floor(points * figures["disorganized"]))
    if reserve:
        points = Fraction(floor(points * figures["reserve"]))
    return max(0, floor(points))


def terrain_cost(field: Field, printed: Profile, a: Hex, b: Hex) -> int | None:
    """What a step costs by the terrain effects chart (9.2), zones left aside; None where it is prohibited."""
    if b not in field.board.land:
        return None
    crossing = field.board.crossing(a, b)
    over = crossing is None or field.carries(a, b, printed)
    if field.road(a, b) and over:
        return on(field.ground, field.tables.terrain.road[printed.cls])
    points = field.board.terrain[b].points(printed.cls, field.ground)
    if crossing is None or over or points is None:
        return points
    across = on(field.ground, crossing.cost[HEAVY if printed.is_heavy else printed.cls])
    return None if across is None else points + across


def entry_cost(field: Field, printed: Profile, hex: Hex) -> int | None:
    """What the first hex costs a unit that enters the map: its own terrain, the road if it has one (7.0)."""
    if hex in field.board.road_hexes:
        return on(field.ground, field.tables.terrain.road[printed.cls])
    return field.board.terrain[hex].points(printed.cls, field.ground)


def step_cost(field: Field, printed: Profile, a: Hex, b: Hex) -> int | None:
    """What a step costs by terrain, onto the map or on it."""
    return entry_cost(field, printed, b) if a == OFF_MAP else terrain_cost(field, printed, a, b)


def entry_hexes(field: Field, unit: Unit, together: int = 1) -> tuple[Hex, ...]:
    """Where a staged unit may come onto the map: its entry hex, or where that is barred, an edge hex near it (7.0).

    `together`: how many units come at once, itself among them.
    """
    entry, figures = field.rules.counters[unit.id].entry, field.tables.movement.entry
    assert entry is not None, f"{unit.id} has no entry hex"
    if _used(field, entry) + together > figures["units_a_turn"]:
        return ()
    if not field.occupied(entry) and not field.controlled(entry):
        return (entry,)
    if not unit.staged_for:
        return ()
    near = (hex for hex in sorted(field.board.edge) if 0 < distance(entry, hex) <= figures["within"])
    return tuple(hex for hex in near if not field.occupied(hex) and not field.controlled(hex))


def _used(field: Field, entry: Hex) -> int:
    """How many units have come by an entry hex in this player-turn."""
    return sum(
        1 for unit in field.own.values() if unit.moved and unit.entered and field.rules.counters[unit.id].entry == entry
    )  # fmt: skip


@dataclass(frozen=True)
class March:
    """Units that move together tactically (9.3): at the cost of the dearest, each within its own allowance.

    `first` is whether none of them has spent anything yet. `points` are what is left to the one that has least.
    """

    field: Field
    units: tuple[Unit, ...]
    reserve: bool = False

    @cached_property
    def points(self) -> int:
        return min(allowance(self.field, unit, reserve=self.reserve) - unit.spent for unit in self.units)

    @cached_property
    def whole(self) -> int:
        return min(allowance(self.field, unit, reserve=self.reserve) for unit in self.units)

    @property
    def first(self) -> bool:
        return all(unit.spent == 0 for unit in self.units)

    @cached_property
    def profiles(self) -> tuple[Profile, ...]:
        """What is printed on them, each sort of counter once."""
        return tuple(dict.fromkeys(self.field.profile(unit.id) for unit in self.units))

    @property
    def start(self) -> Hex:
        return self.units[0].hex or OFF_MAP

    def stops(self, hex: Hex) -> bool:
        """Whether whoever enters a hex goes no further: an enemy zone of control (10.2), or enemy mines (15.3)."""
        return self.field.controlled(hex) or hex in self.field.mines

    def can_overrun(self, hex: Hex) -> bool:
        """Whether they can overrun who stands there: an alarm unit alone, known as such or not known at all (9.12)."""
        enemy = self.field.enemies.get(hex)
        if enemy is None or self.field.side != SOVIET or self.reserve or not enemy.small:
            return False
        if enemy.identified and any(not self.field.profile(unit).is_alarm for unit in enemy.units):
            return False
        needed = self.field.tables.movement.overrun["attack"]
        return len(enemy.units) <= 1 and any(unit.attack(self.field.profile(unit.id)) >= needed for unit in self.units)

    def barrier(self, a: Hex, b: Hex) -> Barrier | None:
        """Why a step cannot be made at all, whatever there is to spend."""
        if self.field.occupied(b) and not self.can_overrun(b):
            return "occupied"
        if any(step_cost(self.field, printed, a, b) is None for printed in self.profiles):
            return "impassable"
        guns = any(printed.is_gun for printed in self.profiles)
        if guns and self.field.controlled(b) and not self.field.friendly(b):
            return "zone"  # 9.10.1
        return None

    def cost(self, a: Hex, b: Hex, *, opening: bool) -> int | None:
        """What a step costs, zones included (10.2); None where it may not be made. `opening`: it is their first."""
        if self.barrier(a, b) is not None:
            return None
        figures = self.field.tables.movement
        if a != OFF_MAP and self.field.controlled(a) and self.field.controlled(b):
            over_river = self.field.board.is_river(a, b) and not all(self.field.carries(a, b, p) for p in self.profiles)
            return self.whole if opening and self.first and not over_river else None
        terrain = max(step_cost(self.field, printed, a, b) or 0 for printed in self.profiles)
        if self.field.occupied(b):  # an overrun: the zone of the alarm unit is in its cost
            points = terrain + figures.overrun["points"]
        elif self.field.controlled(b):
            points = terrain + figures.zone_of_control["enter"]
        elif self.field.influenced(b):
            points = terrain + figures.zone_of_influence["enter"]
        else:
            points = terrain
        if b in self.field.mines:
            points += max(self.field.tables.terrain.minefield[printed.cls] for printed in self.profiles)
        least = opening and self.first and not self.field.occupied(b)
        return min(points, self.whole) if least else points  # 9.2: one hex is always allowed

    # ---- the search

    def _beside(self, hex: Hex) -> Iterable[Hex]:
        return self._entries if hex == OFF_MAP else self.field.board.beside(hex)

    @cached_property
    def _entries(self) -> tuple[Hex, ...]:
        """Where all of them may come onto the map."""
        first, *others = (entry_hexes(self.field, unit, len(self.units)) for unit in self.units)
        return tuple(hex for hex in first if all(hex in theirs for theirs in others))

    def _price(self, so_far: Route[Hex, int], to: Hex) -> int | None:
        return self.cost(so_far.node, to, opening=not so_far.path)

    def routes(self) -> Iterator[Route[Hex, int]]:
        """The cheapest way to every hex that they can reach, nearest first; the start is none of them."""
        ways = cheapest(self.start, self._beside, self._price, self.points, stop=self.stops)
        return (way for way in ways if way.path and not self.field.occupied(way.node))

    def destinations(self) -> list[Destination]:
        """Where they can go together and stand, with the cost and one path."""
        names = [unit.id for unit in self.units]
        return [
            Destination(place=way.node, cost=way.cost, path=way.path)
            for way in self.routes()
            if self.field.room(way.node, names) and not any(self.field.too_deep(id, way.node) for id in names)
        ]  # fmt: skip

    def priced(self, path: Sequence[Hex]) -> tuple[int, int, Barrier | None]:
        """How many steps of a path can be made, what they cost, and what bars the next; None where points do."""
        here, spent, made = self.start, 0, 0
        for hex in path:
            if here != OFF_MAP and made and self.stops(here):
                return made, spent, "zone"
            beside = tuple(self._beside(here))
            if hex not in beside:
                return made, spent, "impassable"
            if (barrier := self.barrier(here, hex)) is not None:
                return made, spent, barrier
            cost = self.cost(here, hex, opening=made == 0)
            if cost is None:
                return made, spent, "zone"
            if spent + cost > self.points:
                return made, spent, None
            here, spent, made = hex, spent + cost, made + 1
        return made, spent, None


# ---- strategic movement and rail


def strategic_points(field: Field, unit: Unit) -> int:
    """The allowance of a strategic move, less what was spent (9.4)."""
    times = field.tables.movement.strategic[field.profile(unit.id).cls]
    return floor(allowance(field, unit) * times) - unit.spent


def strategic_routes(field: Field, unit: Unit) -> Iterator[Route[Hex, int]]:
    """Where a unit can go by road alone, clear of every enemy zone (9.4)."""
    start, printed = unit.hex or OFF_MAP, field.profile(unit.id)
    if start != OFF_MAP and (field.influenced(start) or start not in field.board.road_hexes):
        return iter(())

    def price(so_far: Route[Hex, int], to: Hex) -> int | None:
        if field.occupied(to) or field.influenced(to) or to in field.partisans:
            return None
        if so_far.node == OFF_MAP:
            return entry_cost(field, printed, to) if to in field.board.road_hexes else None
        clear = field.board.crossing(so_far.node, to) is None or field.carries(so_far.node, to, printed)
        return terrain_cost(field, printed, so_far.node, to) if field.road(so_far.node, to) and clear else None

    def beside(hex: Hex) -> Iterable[Hex]:
        return entry_hexes(field, unit) if hex == OFF_MAP else field.board.by_road(hex)

    ways = cheapest(start, beside, price, strategic_points(field, unit))
    return (way for way in ways if way.path)


def rail_routes(field: Field, unit: Unit) -> Iterator[Route[Hex, int]]:
    """Where a reinforcement can go by rail from its entry hex, clear of enemy units and zones of control (9.5)."""
    entry = field.rules.counters[unit.id].entry
    assert entry is not None, f"{unit.id} has no entry hex"

    def price(so_far: Route[Hex, int], to: Hex) -> int | None:
        crosses = so_far.node != OFF_MAP and field.board.crossing(so_far.node, to) is not None
        whole = not crosses or field.bridge(so_far.node, to) is not None
        free = not field.occupied(to) and not field.controlled(to) and to not in field.partisans
        return (0 if so_far.node == OFF_MAP else 1) if free and whole else None

    def beside(hex: Hex) -> Iterable[Hex]:
        return (entry,) if hex == OFF_MAP else field.board.by_rail(hex)

    ways = cheapest(OFF_MAP, beside, price, field.tables.movement.rail["hexes"])
    return (way for way in ways if way.path)
