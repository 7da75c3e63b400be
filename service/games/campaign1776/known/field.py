"""The map as a march sees it, by a picture or as it truly is: own units, enemy strength points, season."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from service.engine.options import Destination
from service.engine.paths import Route, cheapest
from service.engine.places import Place
from service.games.campaign1776.known.militia import areas_open
from service.games.campaign1776.printed.landways import Footing
from service.games.campaign1776.printed.lettered import Hex, adjacent, side
from service.games.campaign1776.printed.naval import Vessel
from service.games.campaign1776.printed.pieces import Pool, PoolId, Ship
from service.games.campaign1776.printed.reading import Seat
from service.games.campaign1776.printed.scenario import Scenario

Barrier = Literal["off", "water", "piece", "area", "enemies", "alone", "points"]
"""Why a step cannot be made: out of play, no way over the side, the other piece of a split hex, out of the militia's
area, from enemy to enemy, no strength points to face them, too dear."""


@dataclass(frozen=True, eq=False)
class Field:
    """The map, seen from one side. `enemies`: the hexes in which enemy strength points stand outside forts.

    `forts`: whose fort stands where; `ships`: the fleets and bateaus of this side; `arrests`: where its enemy's lie.
    """

    rules: Scenario
    seat: Seat
    turn: int
    own: Mapping[PoolId, Pool]
    enemies: frozenset[Hex]
    forts: Mapping[Hex, Seat]
    ships: Mapping[str, Ship]
    arrests: Mapping[Place, frozenset[Vessel]]

    @cached_property
    def vessels(self) -> frozenset[Place]:
        """The places in which fleets and bateaus of this side lie."""
        return frozenset(ship.at for ship in self.ships.values())

    @cached_property
    def ferries(self) -> Mapping[Place, str]:
        """The sides over which troops can be ferried, with who ferries them; an enemy arrests bateaus (C76-BAT-03)."""
        free = [one for one in self.ships.values() if one.can_ferry and not is_arrested(one, self.arrests)]
        return {one.at: one.id for one in sorted(free, key=lambda one: one.id, reverse=True)}

    def ferry(self, here: Hex, there: Hex) -> str | None:
        """Who ferries troops from a hex to its neighbour; None where they go on foot, or cannot be ferried."""
        one = side(here, there)
        return self.ferries.get(one) if self.rules.land.needs_ferry(one, ice=self.winter) else None

    @cached_property
    def winter(self) -> bool:
        return self.rules.is_winter(self.turn)

    def allowance(self, pool: Pool) -> int:
        """A unit's points in this phase: halved in winter in the north, and for who has landed (fractions dropped)."""
        points = self.rules.kind(pool.kind).allowance
        winter = self.rules.tables.winter
        if self.winter and self.rules.board.area.get(pool.landed or pool.began) in winter.northern:
            points //= winter.divided_by
        if pool.landed:
            points //= winter.divided_by
        return points

    def left(self, pool: Pool) -> int:
        return max(0, self.allowance(pool) - pool.spent - pool.toll)

    def bars_militia(self, pool: Pool, here: Hex, there: Hex) -> bool:
        """Whether militia may not go from one hex to another: it stays in its area, or goes back there."""
        before, after = self.rules.board.area[here], self.rules.board.area[there]
        if not self.rules.kind(pool.kind).militia or before == after:
            return False
        return after not in areas_open(self.rules, pool.kind, pool.home or before)


def is_arrested(ship: Ship, enemies: Mapping[Place, frozenset[Vessel]]) -> bool:
    """Whether a bateau neither carries nor ferries, since an enemy vessel lies on its side (C76-BAT-03)."""
    return ship.kind == "bateau" and bool(enemies.get(ship.at))


@dataclass(frozen=True, eq=False)
class March:
    """Pools of one hex that march together over land, each at its own allowance; none of them is aboard."""

    field: Field
    pools: tuple[Pool, ...]

    @property
    def start(self) -> Footing:
        """Where they set out; in a split hex from the piece that all of them came to."""
        pieces = {pool.piece for pool in self.pools if pool.piece}
        return Footing(self.pools[0].at, pieces.pop() if len(pieces) == 1 else "")

    @property
    def divided(self) -> bool:
        """Whether they came to different pieces of a split hex, and so cannot go on together."""
        return len({pool.piece for pool in self.pools if pool.piece}) > 1

    @property
    def points(self) -> int:
        """What is left to the one that has least."""
        return min(self.field.left(pool) for pool in self.pools)

    @cached_property
    def armed(self) -> bool:
        """Whether there are strength points among them."""
        return any(self.field.rules.kind(pool.kind).combat for pool in self.pools)

    def cost(self, here: Footing, there: Hex) -> int | None:
        field = self.field
        ferry = adjacent(here.hex, there) and side(here.hex, there) in field.ferries
        return field.rules.land.cost(here.hex, there, ice=field.winter, ferry=ferry)

    def barrier(self, here: Footing, there: Hex) -> Barrier | None:
        """Why a step cannot be made, whatever it costs; None where it can."""
        field, land = self.field, self.field.rules.land
        if there not in field.rules.land_in_play or there not in field.rules.board.neighbours(here.hex):
            return "off"
        if self.cost(here, there) is None:
            return "water"
        if there not in {footing.hex for footing in land.neighbours(here)}:
            return "piece"
        if any(field.bars_militia(pool, here.hex, there) for pool in self.pools):
            return "area"
        if there in field.enemies and not self.armed:
            return "alone"
        if there in field.enemies and here.hex in field.enemies:
            return "enemies"
        return None

    def stops(self, hex: Hex) -> bool:
        """Whether whoever enters a hex goes no further: enemy strength points stand there outside a fort."""
        return hex in self.field.enemies

    def priced(self, path: Sequence[Hex]) -> tuple[int, int, Barrier | None]:
        """How many hexes of a path can be entered, what they cost, and what bars the next one."""
        here, spent = self.start, 0
        for made, hex in enumerate(path):
            if made and self.stops(here.hex):
                return made, spent, "enemies"
            if (bar := self.barrier(here, hex)) is not None:
                return made, spent, bar
            cost = self.cost(here, hex)
            assert cost is not None, "a side without a price is a barrier"
            if spent + cost > self.points:
                return made, spent, "points"
            here, spent = self.field.rules.land.entered(here.hex, hex), spent + cost
        return len(path), spent, None

    def ways(self) -> Iterator[Route[Footing, int]]:
        """The cheapest ways to all that they can reach."""

        def price(so_far: Route[Footing, int], there: Footing) -> int | None:
            barred = self.barrier(so_far.node, there.hex) is not None
            return None if barred else self.cost(so_far.node, there.hex)

        def stop(footing: Footing) -> bool:
            return self.stops(footing.hex)

        return cheapest(self.start, self.field.rules.land.neighbours, price, self.points, stop=stop)

    def can_go(self) -> bool:
        """Whether there is any hex next to theirs that they can enter."""
        steps = (footing.hex for footing in self.field.rules.land.neighbours(self.start))
        return any(
            self.barrier(self.start, hex) is None and (cost := self.cost(self.start, hex)) is not None
            and cost <= self.points for hex in steps
        )  # fmt: skip

    def destinations(self) -> list[Destination]:
        """Where they can go together, each hex once, by the cheapest way."""
        found: dict[Hex, Destination] = {}
        for way in self.ways():
            if way.path and way.node.hex not in found and way.node.hex != self.start.hex:
                path = tuple(footing.hex for footing in way.path)
                found[way.node.hex] = Destination(place=way.node.hex, cost=way.cost, path=path)
        return sorted(found.values(), key=lambda one: one.place)
