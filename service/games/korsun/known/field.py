"""The map as one side has it, by its picture or as it truly is: who stands where, whose zones lie where (10, 11).

Whatever the rules reckon on the map (ways, supply, odds) they reckon on a `Field`. By the picture of a side it says
what an order may be refused for; as it truly is, what comes of the order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from service.engine.hexes import Hex, hexside
from service.games.korsun.known.fronts import depth
from service.games.korsun.printed.board import Board
from service.games.korsun.printed.reading import HEAVY, Condition, Side, Visibility
from service.games.korsun.printed.scenario import KORSUN, Scenario
from service.games.korsun.printed.tables import Tables
from service.games.korsun.printed.units import Command, Profile, Public, Sdm, Stores, Unit, UnitId

Zone = Literal["zoc", "zoi", ""]


def zone_of(unit: Unit, printed: Profile, from_defense: int) -> Zone:
    """The zone that a unit exerts (10.1): of control, of influence, or none."""
    if not printed.is_combat:
        return ""
    strong = unit.defense(printed) >= from_defense
    free = unit.order != "disorganized" and unit.supply != "oos2"
    return "zoc" if strong and free and not printed.is_alarm else "zoi"


@dataclass(frozen=True, slots=True, kw_only=True)
class Enemy:
    """What stands in an enemy hex, as one side has it. `units`: those that it has identified.

    `occupied`: a combat unit or artillery is there, so that the hex cannot be entered (2.4). `small`: stacking 1 or 2.
    """

    zone: Zone
    occupied: bool
    combat: bool
    small: bool
    units: tuple[UnitId, ...] = ()
    identified: bool = True


@dataclass(frozen=True, kw_only=True)
class Field:
    """The map as one side has it. Never changed: whatever happens makes another.

    `sighted` works out whom the side has against it, when that is first asked for: much is reckoned without.
    """

    side: Side
    rules: Scenario
    public: Public
    own: Mapping[UnitId, Unit]
    sighted: Callable[[], Mapping[Hex, Enemy]]
    sdms: Mapping[Command, Sdm]
    stores: Stores = field(default_factory=Stores)
    partisans: frozenset[Hex] = field(default=frozenset())
    """Where enemy partisans bar roads (18.1)."""
    mines: frozenset[Hex] = field(default=frozenset())
    """Where enemy minefields lie (15.3)."""

    @cached_property
    def enemies(self) -> Mapping[Hex, Enemy]:
        """What stands in enemy hexes, as the side has it."""
        return self.sighted()

    @property
    def barrages(self) -> frozenset[Hex]:
        """The hexes of the side's own barrage units, which stack there (17.1.2)."""
        return frozenset(unit.hex for unit in self.stores.barrages.values() if unit.hex is not None)

    @property
    def board(self) -> Board:
        return self.rules.board

    @property
    def tables(self) -> Tables:
        return self.rules.tables

    @property
    def ground(self) -> Condition:
        return self.public.ground

    @property
    def visibility(self) -> Visibility:
        return self.public.visibility

    def profile(self, unit: UnitId) -> Profile:
        return self.rules.profile(unit)

    # ---- own units

    @cached_property
    def stacks(self) -> Mapping[Hex, tuple[Unit, ...]]:
        """The side's own units by the hexes that they stand in."""
        found: dict[Hex, list[Unit]] = {}
        for unit in self.own.values():
            if unit.hex is not None:
                found.setdefault(unit.hex, []).append(unit)
        return {hex: tuple(units) for hex, units in found.items()}

    def at(self, hex: Hex) -> tuple[Unit, ...]:
        return self.stacks.get(hex, ())

    def friendly(self, hex: Hex) -> bool:
        """Whether a combat unit of the side stands there, which cancels enemy zones for some things (10.2)."""
        return any(self.profile(unit.id).is_combat for unit in self.at(hex))

    def size(self, hex: Hex, but: Iterable[UnitId] = ()) -> int:
        """The stacking value of the side's units in a hex, without some of them (11.0)."""
        left_out = set(but)
        barrage = self.tables.barrage.size if hex in self.barrages else 0
        return barrage + sum(self.profile(unit.id).size for unit in self.at(hex) if unit.id not in left_out)

    def room(self, hex: Hex, units: Iterable[UnitId]) -> bool:
        """Whether these units may stand there together with who else is there."""
        units = tuple(units)
        size = sum(self.profile(unit).size for unit in units)
        return self.size(hex, units) + size <= self.tables.movement.stacking

    # ---- the boundary of the Fronts (22.11)

    def depth(self, unit: UnitId, hex: Hex) -> int:
        """How many hexes inside the other Front's zone a hex lies for a unit; 0 where there is no boundary."""
        boundary, columns = self.rules.boundary, self.stores.boundary
        front = self.rules.counters[unit].front
        if not (boundary and columns and front):
            return 0
        if (front, hex) not in self._depths:
            self._depths[front, hex] = depth(self.board.grid, columns, boundary, front, hex)
        return self._depths[front, hex]

    @cached_property
    def _depths(self) -> dict[tuple[str, Hex], int]:
        """Those that were asked for already, by Front and hex."""
        return {}

    def too_deep(self, unit: UnitId, hex: Hex) -> bool:
        """Whether a unit may not end a segment there, so far inside the other Front's zone, unless from farther."""
        inside = self.depth(unit, hex)
        here = self.own[unit].hex if unit in self.own else None
        return inside > self.tables.options.boundary["inside"] and (here is None or inside >= self.depth(unit, here))

    # ---- enemy zones (10.1)

    @cached_property
    def _zones(self) -> Mapping[Zone, frozenset[Hex]]:
        found: dict[Zone, set[Hex]] = {"zoc": set(), "zoi": set(), "": set()}
        beside, mud = self.board.beside, self.ground == "mud"
        for hex, enemy in self.enemies.items():
            if enemy.zone:
                near = beside(hex)
                found[enemy.zone].update([there for there in near if self.zone_crosses(hex, there)] if mud else near)
        return {zone: frozenset(hexes) for zone, hexes in found.items()}

    def zone_crosses(self, hex: Hex, there: Hex) -> bool:
        """Whether a zone reaches from a hex into one beside it: in Mud not over a river without a bridge."""
        return not (self.ground == "mud" and self.board.is_river(hex, there) and not self.bridged(hex, there))

    def controlled(self, hex: Hex) -> bool:
        """Whether a hex lies in an enemy zone of control."""
        return hex in self._zones["zoc"]

    def influenced(self, hex: Hex) -> bool:
        """Whether a hex lies in an enemy zone of either kind."""
        return hex in self._zones["zoc"] or hex in self._zones["zoi"]

    def controllers(self, hex: Hex) -> tuple[Hex, ...]:
        """The enemy hexes whose zones of control lie over a hex."""
        beside = (there for there in self.board.beside(hex) if there in self.enemies)
        return tuple(there for there in beside if self.enemies[there].zone == "zoc" and self.zone_crosses(there, hex))

    def occupied(self, hex: Hex) -> bool:
        """Whether the enemy holds a hex, so that it cannot be entered."""
        return hex in self.enemies and self.enemies[hex].occupied

    def barred(self, hex: Hex) -> bool:
        """Whether a path of supply or retreat cannot lead through a hex, whatever its terrain (10.2, 13)."""
        return hex in self._barred

    @cached_property
    def _barred(self) -> frozenset[Hex]:
        held = {hex for hex, enemy in self.enemies.items() if enemy.occupied}
        return frozenset(held | (self._zones["zoc"] - {hex for hex in self.stacks if self.friendly(hex)}))

    # ---- bridges and hexsides

    def bridge(self, a: Hex, b: Hex) -> str | None:
        """The type of the bridge that stands on a hexside, if one does."""
        return self.public.bridges.get(hexside(a, b))

    def bridged(self, a: Hex, b: Hex) -> bool:
        """Whether a bridge for wheels and feet stands on a hexside: a rail bridge does not count here."""
        return self.bridge(a, b) not in (None, "rail")

    def carries(self, a: Hex, b: Hex, printed: Profile) -> bool:
        """Whether a bridge on a hexside carries a unit (9.2)."""
        kind = self.bridge(a, b)
        return kind is not None and (HEAVY if printed.is_heavy else printed.cls) in self.tables.terrain.bridges[kind]

    def road(self, a: Hex, b: Hex) -> bool:
        """Whether a road leads over a hexside, and any bridge that it needs stands."""
        needs = self.board.crossing(a, b) is not None and hexside(a, b) in self.board.bridges
        return hexside(a, b) in self.board.roads and (not needs or self.bridged(a, b))

    # ---- supply markers

    def sdm_of(self, unit: UnitId) -> Sdm | None:
        """The supply marker that a unit uses."""
        return self.sdms.get(self.payer(self.rules.counters[unit].command))

    def payer(self, command: Command) -> Command:
        """Whose marker a command's units use: Korsun's for a Korps declared isolated, from the next Stage C on."""
        own = self.sdms.get(command)
        declared = own is not None and (own.isolated or command in self.public.isolated)
        return KORSUN if declared and command not in self.public.isolated_next else command

    @property
    def airfield(self) -> Hex | None:
        """The airfield of the pocket that is in use, if one is: Korsun's, or the alternate one (13.1.3, 15.5)."""
        if self.public.airfield == "active":
            return self.board.airfield
        strip = self.stores.airstrip
        return strip.hex if strip is not None and strip.serves else None

    @property
    def landing(self) -> Hex | None:
        """The airfield in use, unless an enemy combat unit stands next to it, which makes it inactive (13.1.3)."""
        if self.airfield is None:
            return None
        near = (self.enemies[hex] for hex in self.board.beside(self.airfield) if hex in self.enemies)
        return None if any(enemy.combat for enemy in near) else self.airfield

    def increment(self, command: Command) -> int:
        """The supply range increment of a marker; that of the Korsun one is 0 while it holds no points (13.3)."""
        if command == KORSUN and self.sdms[KORSUN].sp < 1:
            return 0
        return self.rules.markers[command].increment(self.ground)
