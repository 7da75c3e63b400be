"""The orders of battle of a scenario: every unit as it is before the first turn, checked against map and tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from service.engine.hexes import Hex, adjacent
from service.engine.tables import Datum
from service.games.ndc.printed.charts import (
    ASSET_KINDS,
    MODES,
    ZONES,
    AssetKind,
    ModeName,
    MovementClass,
    UnitType,
    ZoneName,
)
from service.games.ndc.printed.designations import ECHELONS, SHORTEST, Designation, Echelon
from service.games.ndc.printed.ground import Board, on_map
from service.games.ndc.printed.reading import all_of
from service.games.ndc.printed.tables import Tables

Side = str
UnitId = str

_ENTRIES = (
    "id", "designation", "profile", "parent", "rating", "to", "to_max", "fatigue", "turn", "hexes", "entry", "modes",
    "zone", "assets", "short", "echelon",
)  # fmt: skip


@dataclass(frozen=True)
class AssetSetup:
    """An asset at an HQ at the start: kind, and capability points a game turn."""

    id: str
    kind: AssetKind
    points: int


@dataclass(frozen=True, kw_only=True)
class UnitSetup:
    """A unit as the scenario gives it.

    `leadership` is that of a battalion (0 for an HQ), `rating` that of an HQ's commander (0 for a battalion). `hexes`,
    base hex first, are where it stands at the start; a reinforcement of a later `turn` has none, but `entry` hexes.
    `modes`: those in which it may begin, only one if it stands on the map.
    """

    id: UnitId
    side: Side
    called: Designation
    parent: UnitId | None
    type: UnitType
    profile: str
    cls: MovementClass
    amphibious: bool
    leadership: int
    rating: int
    to: int
    to_max: int
    fatigue: int
    turn: int
    hexes: tuple[Hex, ...]
    entry: tuple[Hex, ...]
    modes: tuple[ModeName, ...]
    zone: ZoneName
    assets: tuple[AssetSetup, ...]

    @property
    def designation(self) -> str:
        """What it is called, as it is told."""
        return self.called.written

    @property
    def is_division(self) -> bool:
        """Whether it is a division HQ: one without parent."""
        return self.parent is None


# ---- reading


def read_forces(
    datum: Datum, at_start: Datum, sides: tuple[Side, Side], turns: int, board: Board, tables: Tables
) -> tuple[UnitSetup, ...]:
    """Both orders of battle, the first player's first; `at_start` holds what units have that do not say otherwise."""
    usual = at_start.entries_for(("to", "fatigue", "rating", "turn", "zone"))
    units: dict[UnitId, UnitSetup] = {}
    places: dict[UnitId, Datum] = {}
    for side, force in datum.entries_for(sides).items():
        for there in force.items():
            unit = _unit(there, side, {**usual, **there.entries()}, turns, board, tables)
            if unit.id in units:
                raise there.fault(f"the id {unit.id} stands twice")
            units[unit.id], places[unit.id] = unit, there
    _check_subordination(units, places)
    _check_stacking(units, places, tables)
    return tuple(units.values())


def _unit(
    datum: Datum, side: Side, entries: Mapping[str, Datum], turns: int, board: Board, tables: Tables
) -> UnitSetup:
    for name, there in entries.items():
        if name not in _ENTRIES:
            raise there.fault(f"the entry {name!r} is unknown; known are {', '.join(_ENTRIES)}")
    for name in ("id", "designation", "profile", "modes"):
        datum[name]  # is there
    id, name = datum["id"].text(), datum["profile"].text(tables.profiles)
    profile = tables.profiles[name]
    is_hq = profile.type == "HQ"
    turn, rating = entries["turn"].integer(1, turns), entries["rating"].integer(0, tables.command.highest_rating)
    place = datum["hexes" if turn == 1 else "entry"]
    hexes = tuple(on_map(there, board.grid) for there in place.items())
    modes = tuple(mode for mode in MODES if mode in all_of(datum["modes"], profile.modes))
    if len(set(hexes)) < len(hexes):
        raise place.fault("a hex stands twice")
    if not hexes or not modes or (turn == 1 and len(modes) > 1):
        raise datum.fault("a unit on the map has a hex and one mode, a reinforcement one or more entry hexes and modes")
    if ("entry" if turn == 1 else "hexes") in entries:
        raise datum.fault("a unit of turn 1 stands in hexes, a later one has entry hexes")
    if "assets" in entries and not is_hq:
        raise entries["assets"].fault("only an HQ has assets")
    highest = len(tables.to_levels)
    to = entries["to"].integer(1, highest)
    unit = UnitSetup(
        id=id,
        side=side,
        called=_called(id, datum, entries, is_hq),
        parent=entries["parent"].text() if "parent" in entries else None,
        type=profile.type,
        profile=name,
        cls=profile.cls,
        amphibious=profile.amphibious,
        leadership=tables.command.hq_leadership if is_hq else rating,
        rating=rating if is_hq else 0,
        to=to,
        to_max=entries["to_max"].integer(to, highest) if "to_max" in entries else max(to, tables.establishment),
        fatigue=entries["fatigue"].integer(0, tables.fatigue.highest),
        turn=turn,
        hexes=hexes if turn == 1 else (),
        entry=() if turn == 1 else hexes,
        modes=modes,
        zone=next(zone for zone in ZONES if zone == entries["zone"].text(ZONES)),
        assets=_assets(id, entries["assets"]) if "assets" in entries else (),
    )
    if turn == 1:
        _check_zone(unit, datum, tables)
    else:
        _check_entry(unit, datum, board, tables)
    return unit


def _called(id: UnitId, datum: Datum, entries: Mapping[str, Datum], is_hq: bool) -> Designation:
    """What a unit is called. Where its file has no short name or size, that is what follows the dash in its id, and by
    its place in the order of battle a division, a brigade or a battalion."""
    short = entries["short"].text() if "short" in entries else without_side(id)[:SHORTEST]
    if not 1 <= len(short) <= SHORTEST:
        raise entries["short"].fault(f"{short!r} has no room on a counter: {SHORTEST} letters have")
    usual: Echelon = ("brigade" if "parent" in entries else "division") if is_hq else "battalion"
    said = entries["echelon"].text(ECHELONS) if "echelon" in entries else usual
    echelon = next(one for one in ECHELONS if one == said)
    return replace(Designation.read(datum["designation"].text()), short=short, echelon=echelon)


def without_side(id: UnitId) -> str:
    """The id of a unit without its side: what follows the dash, if there is one."""
    return id.partition("-")[2] or id


def asset_id(hq: UnitId, kind: str, number: int) -> str:
    """The id of an asset: the headquarters that it comes with, its kind, and its number among those of this kind."""
    return f"{hq}/{kind}-{number}"


def asset_of(id: str) -> tuple[UnitId, str, int] | None:
    """What the id of an asset is made of, as `asset_id` takes it; None for what is no such id."""
    found = re.fullmatch(r"(.+)/(.+)-([0-9]+)", id)
    return (found[1], found[2], int(found[3])) if found else None


def _assets(id: UnitId, datum: Datum) -> tuple[AssetSetup, ...]:
    assets: list[AssetSetup] = []
    for there in datum.items():
        word, _, points = there.text().partition(" ")
        kind = next((kind for kind in ASSET_KINDS if kind == word), None)
        if kind is None or re.fullmatch("[1-9][0-9]?", points) is None:
            raise there.fault(f"{there.value!r} is no asset: a kind ({', '.join(ASSET_KINDS)}) and its points")
        number = 1 + sum(asset.kind == kind for asset in assets)
        assets.append(AssetSetup(asset_id(id, kind, number), kind, int(points)))
    return tuple(assets)


# ---- checks


def _check_zone(unit: UnitSetup, datum: Datum, tables: Tables) -> None:
    """A unit on the map must be allowed its zone mode, with as many hexes, the further ones next to the base hex."""
    zone, place = tables.zone_modes[unit.zone], datum["hexes"]
    if len(unit.hexes) != zone.hexes:
        raise place.fault(f"a unit in {unit.zone} zone holds {zone.hexes} hexes, not {len(unit.hexes)}")
    for further in unit.hexes[1:]:
        if not adjacent(unit.hexes[0], further):
            raise place.fault(f"{further} is not adjacent to {unit.hexes[0]}")
    if unit.type not in zone.types or unit.to < zone.to_at_least or not set(unit.modes) <= set(zone.modes):
        raise datum.fault(f"{unit.id} may not be in {unit.zone} zone by its type, T/O level or mode")


def _check_entry(unit: UnitSetup, datum: Datum, board: Board, tables: Tables) -> None:
    """A reinforcement enters over the edge of the map, in a mode for that."""
    for hex in unit.entry:
        if not board.grid.on_edge(hex):
            raise datum["entry"].fault(f"{hex} is not at the edge of the map")
    if not set(unit.modes) <= set(tables.movement.reinforcement_modes):
        raise datum["modes"].fault(f"reinforcements enter in {' or '.join(tables.movement.reinforcement_modes)} mode")


def _check_subordination(units: Mapping[UnitId, UnitSetup], places: Mapping[UnitId, Datum]) -> None:
    """Every unit is under an HQ of its side, whose own HQ is the division's; a division HQ has none, one a side."""
    divisions: set[Side] = set()
    for unit in units.values():
        datum = places[unit.id]
        if unit.parent is None:
            if unit.type != "HQ":
                raise datum.fault(f"{unit.id} has no parent, and is no HQ")
            if unit.side in divisions:
                raise datum.fault(f"{unit.id} is a second division HQ of its side")
            divisions.add(unit.side)
            continue
        parent = units.get(unit.parent)
        if parent is None or parent.side != unit.side or parent.type != "HQ":
            raise datum["parent"].fault(f"{unit.parent!r} is no HQ of {unit.side}")
        if unit.type == "HQ" and parent.parent is not None:
            raise datum["parent"].fault(f"{unit.parent!r} is no division HQ")


def _check_stacking(units: Mapping[UnitId, UnitSetup], places: Mapping[UnitId, Datum], tables: Tables) -> None:
    """At the start no hex holds too many combat units, nor units of both sides."""
    for unit in units.values():
        for hex in unit.hexes:
            here = [other for other in units.values() if hex in other.hexes]
            if any(other.side != unit.side for other in here):
                raise places[unit.id]["hexes"].fault(f"both sides stand in {hex}")
            if sum(other.type != "HQ" for other in here) > tables.movement.combat_units_in_a_hex:
                raise places[unit.id]["hexes"].fault(f"too many combat units stand in {hex}")
