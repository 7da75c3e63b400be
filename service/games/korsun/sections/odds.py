"""A combat as it truly stands, made ready to be reckoned (KOR-CBT-15 to 20)."""

from __future__ import annotations

from service.engine.hexes import Hex
from service.games.korsun.known.picture import Attack
from service.games.korsun.known.purses import near_depot
from service.games.korsun.known.strengths import Fight
from service.games.korsun.known.supply import in_reach
from service.games.korsun.printed.reading import GERMAN, SOVIET, Side
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import UnitId
from service.games.korsun.truth.state import State


def fight_of(state: State, attack: Attack) -> Fight:
    """The sum that a combat is, by what is true."""
    defender = other(attack.by)
    attackers = tuple(state.units[id] for id in attack.units if id in state.units)
    defenders = tuple(state.at(attack.hex, defender))
    supported = frozenset(
        unit.id for side, units in ((attack.by, attackers), (defender, defenders))
        for unit in units if counts_in_full(state, attack, side, unit.id)
    )  # fmt: skip
    return Fight(
        field=state.field(attack.by), hex=attack.hex, attackers=attackers, defenders=defenders, supported=supported,
        attacked=frozenset(one.hex for one in state.attacks if one.kind == attack.kind or not one.done),
        points=attack.points, missions=attack.missions, air=attack.air,
        engineers={side: tuple(id for id in ids if id in state.units) for side, ids in attack.engineers.items()},
        barrage=barrage_on(state, attack, defender), works=defender == GERMAN and attack.hex in state.improved,
        mined=defender == SOVIET and attack.hex in state.stores[SOVIET].mines,
    )  # fmt: skip


def barrage_on(state: State, attack: Attack, side: Side) -> int:
    """The level of the Barrage Effects marker on a hex that a German unit defends (17.1.4)."""
    return state.stores[SOVIET].effects.get(attack.hex, 0) if side == GERMAN else 0


def counts_in_full(state: State, attack: Attack, side: Side, id: UnitId) -> bool:
    """Whether a unit is supported (12.4): its command is paid for and it lies within the increment.

    Units of isolated Korps that break out attack as if they were (16.4).
    """
    command = state.rules.counters[id].command
    breaks_out = state.public.breakout == state.turn and command in state.public.isolated
    if side == attack.by and side == GERMAN and breaks_out:
        return True
    depot = state.from_depot.get(command)
    return command in attack.supported.get(side, []) and within_support(state, attack, side, id, depot)


def within_support(state: State, attack: Attack, side: Side, id: UnitId, depot: Hex | None = None) -> bool:
    """Whether a point helps a unit in a combat, from its marker or, where one is named, from a depot (15.6).

    It lies within the increment now, is in supply by a normal path (KOR-SUP-18), not suppressed by a barrage (17.1.4),
    and not too deep in the other Front's zone (22.11).
    """
    unit, field = state.units[id], state.field(side)
    if side != attack.by and barrage_on(state, attack, side) >= state.tables.barrage.suppresses_from:
        return False
    if unit.hex is not None and field.depth(id, unit.hex) > state.tables.options.boundary["inside"]:
        return False
    near = near_depot(field, unit, depot) if depot is not None else in_reach(field, unit)
    return near and not unit.out_of_supply and not unit.extended
