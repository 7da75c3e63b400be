"""The strategic areas in an interphase: their status, what it brings, and where that may be placed (15)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from service.games.campaign1776.known.control import CANADA, canada_held, counted, whole_area
from service.games.campaign1776.known.recruits import area_of
from service.games.campaign1776.printed.board import Area
from service.games.campaign1776.printed.lettered import Hex, distance
from service.games.campaign1776.printed.pieces import Pool
from service.games.campaign1776.printed.reading import AMERICAN, BRITISH
from service.games.campaign1776.truth.state import State

CONTINENTALS = "CA"
AMERICAN_ST, LEANING_AMERICAN, LEANING_BRITISH, BRITISH_ST = range(4)
"""The places of the statuses in every line of the tables."""


def in_area(state: State, area: Area, kind: str) -> int:
    """How many of a kind stand on land in an area; passengers are at sea (C76-CTL-02)."""
    board = state.rules.board
    return sum(
        pool.number for pool in state.pools.values()
        if pool.kind == kind and not pool.aboard and board.area.get(pool.at) == area
    )  # fmt: skip


def counts_in(state: State, pool: Pool) -> str | None:
    """The area to which winter counts a pool: passengers, and those off the map, are counted with Canada."""
    return area_of(state.rules.board.area, pool) or None


def garrisoned(state: State, hex: Hex) -> bool:
    """Whether a town has the British regulars that it needs, where garrisons vary; else one is enough (C76-PLC-15)."""
    name = state.rules.board.names[hex]
    needed = state.rules.tables.areas.garrisons.get(name, 1) if state.settings.garrison else 1
    regulars = sum(p.number for p in state.on_land(BRITISH, hex) if state.kind(p).role == "regular")
    return regulars >= needed


def status(state: State, area: Area) -> int:
    """The status of an area by its place in the tables (C76-CTL-01, 04, 05); whom winter takes are gone."""
    towns, british = state.rules.board.strategic_towns[area], state.public().british
    enough = [hex for hex in towns.values() if hex in british and garrisoned(state, hex)]
    held = counted(state.rules, [*enough, *_canadian(state, british)], area)
    regulars, continentals = in_area(state, area, "BR"), in_area(state, area, CONTINENTALS)
    continentals -= sum(
        one.number for one in state.tasks[AMERICAN].excess if (one.kind, one.area) == (CONTINENTALS, area)
    )
    if held == len(towns):
        return BRITISH_ST
    if held >= len(towns) * state.rules.tables.areas.leaning_british_from or (held and regulars > continentals):
        return LEANING_BRITISH
    return LEANING_AMERICAN if held or regulars else AMERICAN_ST


def _canadian(state: State, british: Collection[Hex]) -> list[Hex]:
    return [hex for hex in state.rules.board.strategic_towns.get(CANADA, {}).values() if hex in british]


# ---- where new units may be placed


def same_side(state: State, town: Hex, hex: Hex) -> bool:
    """Whether a hex counts as within reach of a town: in its area, and not across water of class 3."""
    area = state.rules.board.area
    return area[town] == area[hex] and (town == hex or state.rules.land.cost(town, hex) is not None)


def near(state: State, towns: Iterable[Hex]) -> tuple[Hex, ...]:
    """The hexes within reach of some towns, the towns first."""
    towns, within = list(towns), state.rules.tables.areas.placed_within
    beside = [
        hex for hex in sorted(state.rules.land_in_play)
        if any(distance(hex, town) <= within and same_side(state, town, hex) for town in towns)
    ]  # fmt: skip
    return tuple(dict.fromkeys((*(town for town in towns if town in beside), *beside)))


def american_places(state: State, area: Area) -> tuple[Hex, ...]:
    """Where Continentals, rebel militia and American supply may be placed in an area (C76-PLC-16 to 18, C76-CTL-09)."""
    british, rules = state.public().british, state.rules
    towns = list(rules.board.strategic_towns[area].values())
    if free := [hex for hex in towns if hex not in british]:
        return tuple(hex for hex in near(state, free) if hex not in british)
    if not canada_held(rules, british):
        return near(state, towns)
    return near(state, [hex for hex in towns if not garrisoned(state, hex)])


def tory_places(state: State, area: Area) -> tuple[Hex, ...]:
    """Where Tory militia may be placed in an area (C76-PLC-12 to 14)."""
    towns = list(state.rules.board.strategic_towns[area].values())
    british = state.public().british
    held = [hex for hex in towns if hex in british]
    if held or (held := [hex for hex in towns if not state.strength(AMERICAN, hex)]):
        return tuple(held)
    return tuple(hex for hex in near(state, towns) if hex not in towns)


def french_places(state: State) -> tuple[Hex, ...]:
    """Where French supply may be placed in North America: at American controlled ports, or else with Continentals."""
    own = [pool for pool in state.of(AMERICAN).values() if not pool.aboard and state.kind(pool).role == "regular"]
    held = {pool.at for pool in own}
    ports = tuple(port.hex for port in state.rules.board.ports.values() if port.hex in held)
    with_army = {pool.at for pool in own if pool.kind == CONTINENTALS}
    return ports or tuple(hex for hex in sorted(state.rules.land_in_play) if hex in with_army)


def british_ports(state: State) -> tuple[Hex, ...]:
    """The ports at which British units may come in, those off the map last (C76-PLC-07, 08)."""
    british, rules = state.public().british, state.rules
    ports = [port.hex for port in rules.board.ports.values() if port.hex in british]
    return (
        *ports,
        *(
            Hex(box)
            for box in rules.tables.off_board.ports
            if box in british and box in rules.tables.off_board.map_links
        ),
    )


def supply_areas(state: State) -> list[Area]:
    """The areas for which American supply comes: those that are not wholly British controlled (C76-CTL-09)."""
    british = state.public().british
    return [area for area in state.rules.recruiting if not whole_area(state.rules, british, area)]
