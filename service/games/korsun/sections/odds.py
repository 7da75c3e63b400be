"""A combat as it truly stands, made ready to be reckoned (KOR-CBT-15 to 20)."""

from __future__ import annotations

from service.games.korsun.known.picture import Attack
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
    unit, command = state.units[id], state.rules.counters[id].command
    breaks_out = state.public.breakout == state.turn and command in state.public.isolated
    if side == attack.by and side == GERMAN and breaks_out:
        return True
    if side != attack.by and barrage_on(state, attack, side) >= state.tables.barrage.suppresses_from:
        return False  # 17.1.4
    paid = command in attack.supported.get(side, [])
    return paid and not unit.out_of_supply and not unit.extended and in_reach(state.field(side), unit)
