"""The water as a voyage sees it, by a picture or as it truly is: enemy fleets, guns of forts, ports in enemy hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from service.engine.options import Destination
from service.engine.paths import Route, cheapest
from service.engine.places import Place
from service.games.campaign1776.known.militia import takes_out
from service.games.campaign1776.known.stay import NO_STAY, Stay, StayBar
from service.games.campaign1776.printed.lettered import Hex, Side, beside, is_side
from service.games.campaign1776.printed.naval import Vessel
from service.games.campaign1776.printed.pieces import DUE, Ship
from service.games.campaign1776.printed.reading import Seat
from service.games.campaign1776.printed.scenario import Scenario
from service.games.campaign1776.printed.waterways import port_of

Bar = StayBar | Literal[
    "off", "ice", "battle fleet", "port taken", "port shut", "stopped", "month", "shore", "points", "overloaded",
    "area"
]  # fmt: skip
"""Why a step cannot be made: it adjoins nothing in play, ice, an enemy battle fleet, an enemy fleet in the port, the
port in enemy hands, what was met before it ends the way, a link between boxes takes a whole month, no playable
land to rest at, too dear, more aboard than they may carry before a port that is not controlled, out of the area of
the militia aboard."""


@dataclass(frozen=True, eq=False)
class Sea:
    """The water, seen from one side. `enemies`: its enemy's vessels by place; `guns`: enemy forts that stop ships;
    `shut`: the port hexes in enemy hands alone. `heavy`: the fleets of this side with more aboard than they carry,
    and `ours`: where it has regulars on land, so that it controls the ports there. `kept`: its bateaus with militia
    aboard, with the areas that they keep to."""

    rules: Scenario
    seat: Seat
    turn: int
    enemies: Mapping[Place, frozenset[Vessel]]
    guns: frozenset[Hex]
    shut: frozenset[Hex]
    stay: Stay = NO_STAY
    heavy: frozenset[str] = frozenset()
    ours: frozenset[Place] = frozenset()
    kept: Mapping[str, frozenset[frozenset[str]]] = field(default_factory=dict)

    @cached_property
    def winter(self) -> bool:
        return self.rules.is_winter(self.turn)

    @cached_property
    def entrances(self) -> frozenset[Side]:
        return frozenset(port.entrance for port in self.rules.board.ports.values())

    def fleets(self, place: Place) -> frozenset[Vessel]:
        """The kinds of enemy fleets in a place; bateaus are none."""
        return self.enemies.get(place, frozenset()) - {"bateau"}

    def left(self, ship: Ship) -> int:
        """The points that a vessel has left in this phase."""
        return max(0, self.rules.tables.naval.vessels[ship.kind].allowance - ship.spent)

    def stops(self, here: Place, there: Place) -> Literal["fleet", "guns", "box"] | None:
        """What ends the movement of a vessel that comes to a place out of another (C76-PRT-10, parent 8)."""
        if there in self.rules.water.boxes:
            return "box"
        if self.fleets(there):
            return "fleet"
        if is_side(there) and any(hex in self.guns and not self._along(here, hex) for hex in beside(there)):
            return "guns"
        return None

    def _along(self, place: Place, hex: Hex) -> bool:
        return is_side(place) and hex in beside(place)


@dataclass(frozen=True, eq=False)
class Voyage:
    """Fleets, or bateaus, of one place that sail together."""

    sea: Sea
    ships: tuple[Ship, ...]

    @property
    def start(self) -> Place:
        return self.ships[0].at

    @property
    def points(self) -> int:
        """What is left to the one that has least."""
        return min(map(self.sea.left, self.ships))

    @cached_property
    def bateaus(self) -> bool:
        return any(ship.kind == "bateau" for ship in self.ships)

    @cached_property
    def icebound(self) -> bool:
        """Whether the ice of winter bars them: never a battle fleet (C76-WIN-04)."""
        return self.sea.winter and any(ship.kind != "BF" for ship in self.ships)

    def beside(self, here: Place) -> tuple[Place, ...]:
        water = self.sea.rules.water
        if here == DUE:
            return ()
        return water.by_bateau(here) if self.bateaus else water.beside(here)

    def cost(self, here: Place, there: Place) -> int:
        """The points for a step; KeyError where it is none."""
        water = self.sea.rules.water
        return water.tables.costs.class_3_hexside if self.bateaus else water.cost(here, there)

    def bar(self, here: Place, there: Place) -> Bar | None:
        """Why a step cannot be made, whatever it costs; None where it can."""
        sea, rules = self.sea, self.sea.rules
        if there not in self.beside(here) or not rules.sails(there):
            return "off"
        if any(takes_out(rules, sea.kept.get(ship.id, ()), here, there) for ship in self.ships):
            return "area"
        boxes = rules.water.boxes
        if here in boxes and (bar := sea.stay.bars([ship.id for ship in self.ships], here, there)) is not None:
            return bar
        if here in boxes and there in boxes and any(ship.moved for ship in self.ships):
            return "month"
        if self.icebound and rules.water.frozen_to(here, there):
            return "ice"
        if (name := port_of(there)) is not None:
            if sea.fleets(there):
                return "port taken"
            hex = rules.board.ports[name].hex
            if hex in sea.shut:
                return "port shut"
            return "overloaded" if hex not in sea.ours and any(one.id in sea.heavy for one in self.ships) else None
        held = is_side(there) and there not in sea.entrances and "BF" in sea.fleets(there)
        return "battle fleet" if held and not self.bateaus else None

    def priced(self, path: Sequence[Place]) -> tuple[int, int, Bar | None]:
        """How many places of a path can be entered, what they cost, and what bars the next one."""
        before, here, spent = self.start, self.start, 0
        for made, there in enumerate(path):
            if (bar := self.bar(here, there)) is not None:
                return made, spent, bar
            if made and self.sea.stops(before, here):
                return made, spent, "stopped"
            cost = self.cost(here, there)
            if spent + cost > self.points:
                return made, spent, "points"
            before, here, spent = here, there, spent + cost
        if self.bateaus and path and not self.sea.rules.water.rests_bateaus(here):
            return len(path) - 1, spent, "shore"
        return len(path), spent, None

    def ways(self) -> Iterator[Route[Place, int]]:
        """The cheapest ways to all that they can reach."""

        def price(so_far: Route[Place, int], there: Place) -> int | None:
            return None if self.bar(so_far.node, there) is not None else self.cost(so_far.node, there)

        def stop(there: Place) -> bool:
            return self.sea.stops(self.start, there) is not None

        return cheapest(self.start, self.beside, price, self.points, stop=stop)

    def can_go(self) -> bool:
        """Whether there is any place that they can go to together."""
        rests = self.sea.rules.water.rests_bateaus
        return any(way.path and (not self.bateaus or rests(way.node)) for way in self.ways())

    def destinations(self) -> list[Destination]:
        """Where they can go together, each place once, by the cheapest way."""
        rests = self.sea.rules.water.rests_bateaus
        found = [
            Destination(place=way.node, cost=way.cost, path=way.path) for way in self.ways()
            if way.path and (not self.bateaus or rests(way.node))
        ]  # fmt: skip
        return sorted(found, key=lambda one: one.place)
