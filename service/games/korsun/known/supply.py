"""Paths of supply: by road from a source to its markers, and over the ground from a marker to its units (13).

Reckoned on a `Field`, by a picture or as it truly is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from service.engine.hexes import Hex, distance
from service.engine.paths import Route, cheapest
from service.games.korsun.known.field import Field
from service.games.korsun.printed.reading import GERMAN
from service.games.korsun.printed.scenario import AIRFIELD
from service.games.korsun.printed.units import Command, Sdm, Unit


def source_hex(field: Field, command: Command) -> Hex | None:
    """The hex of a marker's source; that of the Korsun marker is the airfield that is in use (13.1.3)."""
    source = field.rules.markers[command].source
    if source != AIRFIELD:
        return field.rules.sources[source]
    return field.airfield


# ---- by road (13.2.1)


def open_road(field: Field, hex: Hex) -> bool:
    """Whether supply can pass a hex by road: no enemy, no zone of control without a friendly unit, no partisan."""
    return not field.barred(hex) and hex not in field.partisans


def road_ways(field: Field, source: Hex) -> dict[Hex, Route[Hex, int]]:
    """The shortest open way by road from a source to every hex that it leads to, the source's own included."""
    if not open_road(field, source):
        return {}

    def price(so_far: Route[Hex, int], to: Hex) -> int | None:
        return 1 if field.road(so_far.node, to) and open_road(field, to) else None

    return {way.node: way for way in cheapest(source, field.board.by_road, price)}


def ways_by_road_alone(field: Field, source: Hex) -> dict[Hex, Route[Hex, int]]:
    """The same as if nobody stood anywhere: what counts where by what is known no way is open."""
    return {way.node: way for way in cheapest(source, field.board.by_road, lambda so_far, to: 1)}


def received(printed: int, road: int, increment: int) -> int:
    """The points that a marker receives (14.2): one less for every increment beyond the first, never below 0."""
    return max(0, printed - max(0, -(-road // increment) - 1))


def taken_in(field: Field, command: Command, hex: Hex) -> int | None:
    """The points that a marker receives in a hex (14.2), with those of Operation Wanda (16.3); None where no road that
    is open leads there."""
    source, marker = source_hex(field, command), field.rules.markers[command]
    way = road_ways(field, source).get(hex) if source is not None else None
    if way is None:
        return None
    points = received(marker.sp, way.cost, marker.increment(field.ground))
    helped = field.side == GERMAN and marker.panzer and field.public.wanda_supply
    return points + (field.tables.supply.wanda["supply"] if helped else 0)


def points_due(field: Field, sdm: Sdm) -> int | None:
    """The points that a marker is about to receive where it stands; None for one that has received them, or can not."""
    return taken_in(field, sdm.command, sdm.hex) if sdm.front and sdm.hex is not None else None


# ---- over the ground (13.3)


def passes(field: Field, hex: Hex) -> bool:
    """Whether a supply path leads through a hex, as one that it neither begins nor ends in."""
    dry = field.ground == "frozen" or field.board.terrain[hex].supply_in_mud
    return not field.barred(hex) and dry


def reach(field: Field, hex: Hex, limit: int) -> dict[Hex, int]:
    """How far every hex within the limit lies from a supply marker's hex, by open paths.

    A unit's own hex does not bar its path; the marker's, if another, does.
    """
    return {way.node: way.cost for way in paths_from(field, hex, limit)}


def within(field: Field, hex: Hex, limit: int, there: Hex) -> bool:
    """Whether a hex lies so near to a supply marker's hex, by open paths."""
    if distance(hex, there) > limit:
        return False
    return any(way.node == there for way in paths_from(field, hex, limit))


def paths_from(field: Field, hex: Hex, limit: int) -> Iterator[Route[Hex, int]]:
    """The open paths from a supply marker's hex, nearest first, looked for only as far as they are read."""
    board, mud = field.board, field.ground == "mud"

    def onward(here: Hex) -> tuple[Hex, ...]:
        return board.beside(here) if passes(field, here) else ()

    def price(so_far: Route[Hex, int], to: Hex) -> int | None:
        return None if mud and board.is_river(so_far.node, to) and not field.bridged(so_far.node, to) else 1

    return cheapest(hex, onward, price, limit)


def distances(field: Field, times: int = 1) -> Mapping[Command, dict[Hex, int]]:
    """What each marker of the side that stands somewhere reaches, within its increment, or a multiple (14.7)."""
    return {
        command: reach(field, sdm.hex, times * field.increment(command))
        for command, sdm in field.sdms.items()
        if sdm.hex is not None and not sdm.gone
    }  # fmt: skip


def gives_supply(sdm: Sdm) -> bool:
    """Whether a marker gives supply in C3: one that is cut off does not (13.2.1)."""
    return not sdm.cut_off and sdm.hex is not None and not sdm.gone


def supplied(field: Field, units: Iterable[Unit], reached: Mapping[Command, dict[Hex, int]]) -> dict[str, bool]:
    """Of each of these units, whether it has a supply path to its marker within these reaches; staged ones have."""
    found: dict[str, bool] = {}
    for unit in units:
        if unit.hex is None:
            found[unit.id] = True
            continue
        sdm = field.sdm_of(unit.id)
        found[unit.id] = sdm is not None and unit.hex in reached.get(sdm.command, {})
    return found


def in_reach(field: Field, unit: Unit) -> bool:
    """Whether a unit lies within the normal increment of its marker, measured now (12.4, 14.4, 15.1)."""
    sdm = field.sdm_of(unit.id)
    if sdm is None or sdm.hex is None or sdm.gone or unit.hex is None:
        return False
    return within(field, sdm.hex, field.increment(sdm.command), unit.hex)


# ---- the pocket (16.1)


def isolated(field: Field, hex: Hex) -> bool:
    """Whether no path free of the enemy and of its zones leads from a hex to a source of the side.

    The sources are those on the map; the airfield is none. Only friendly combat units cancel zones.
    """

    def price(so_far: Route[Hex, int], to: Hex) -> int | None:
        return None if field.barred(to) else 1

    sources = {
        field.rules.sources[marker.source]
        for marker in field.rules.markers.values()
        if marker.side == field.side and marker.source in field.rules.sources
    }
    if field.barred(hex):
        return True
    return not any(way.node in sources for way in cheapest(hex, field.board.beside, price))


def pocket_steps(field: Field) -> tuple[int, int]:
    """The steps of the Korps of the pocket that are cut off, and those that are not (25.5)."""
    rules, steps = field.rules, {True: 0, False: 0}
    shut: dict[Hex | None, bool] = {None: False}
    for id, unit in field.own.items():
        printed = rules.profile(id)
        if rules.counters[id].command in rules.pocket and not printed.is_alarm and unit.box != "coming":
            if unit.hex is not None and unit.hex not in shut:
                shut[unit.hex] = isolated(field, unit.hex)
            steps[shut[unit.hex]] += unit.steps(printed)
    return steps[True], steps[False]
