"""The attacker's way: their retreat by the list of NDC-RET-01 to 05, and their advance (parent 3.27, 3.28)."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex, directly_away, distance
from service.games.ndc.known.ways_out import same_battalion
from service.games.ndc.printed.units import Unit, UnitId
from service.games.ndc.sections.segment import enter_hex, take_control
from service.games.ndc.sections.support import displaced_mode, write
from service.games.ndc.truth.state import State, UnitNoted
from service.games.ndc.truth.zones import exerting


def fall_back(state: State, unit_id: UnitId, hexes: int, dice: Dice) -> Iterator[Event]:
    """NDC-RET-01: the attacking unit goes back, hex by hex, as long as a hex fits; its owner has no say."""
    for _ in range(hexes):
        unit, combat = state.units.get(unit_id), state.combat()
        ways = ways_back(state, unit, combat.target, (combat.target, combat.origin)) if unit is not None else []
        if unit is None or not ways:
            return
        hex = dice.pick(ways, f"NDC-RET-05 retreat of {unit.side} from {unit.hex}")
        yield write(state, attacker_path=(*combat.attacker_path, hex))
        yield from take_hex(state, unit, hex, dice)


def ways_back(state: State, unit: Unit, defender: Hex, barred: tuple[Hex | None, ...]) -> list[Hex]:
    """The hexes that fit the first description with a fitting hex, by the true positions of all units."""
    here, board = unit.hex, state.rules.board
    assert here is not None
    fits = [
        hex
        for hex in sorted(board.grid.neighbours(here))
        if hex not in barred
        and board.enterable(state.tables, unit.cls, unit.amphibious, here, hex)
        and not state.units_at(hex)
        and not exerting(state, hex, unit.side)
    ]
    by_road = [hex for hex in fits if board.by_road(here, hex)]  # NDC-RET-02
    away = [hex for hex in fits if leads_away(defender, here, hex)]  # NDC-RET-03
    return by_road or away or fits  # NDC-RET-04


def leads_away(defender: Hex, here: Hex, hex: Hex) -> bool:
    """Directly away from the defender; where the two hexes form no exact line, any neighbour one hex farther."""
    straight = directly_away(defender, here)
    return hex == straight if straight is not None else distance(defender, hex) > distance(defender, here)


def can_advance(state: State, unit: Unit, hex: Hex) -> bool:
    """Parent 3.28: the hex is free of enemies and of own combat units, and its terrain and hexside can be entered."""
    assert unit.hex is not None
    there = state.units_at(hex)
    blocked = any(other.side != unit.side or (other.combat and not same_battalion(unit, other)) for other in there)
    return not blocked and state.rules.board.enterable(state.tables, unit.cls, unit.amphibious, unit.hex, hex)


def advance(state: State, unit: Unit, hex: Hex, dice: Dice) -> Iterator[Event]:
    """NDC-RES-16: the assaulting unit moves up, free of cost."""
    yield write(state, advanced=True)
    yield UnitNoted(unit=unit.id, entries={"entered": True})
    yield from take_hex(state, unit, hex, dice)
    yield from take_control(state, [hex])


def take_hex(state: State, unit: Unit, hex: Hex, dice: Dice) -> Iterator[Event]:
    """One hex back or forward; an end in gas or interdiction there is told like any T/O loss (parent 3.7)."""
    yield from displaced_mode(state, unit)
    yield from enter_hex(state, unit, hex, dice, in_combat=True)
    if unit.id not in state.units and unit.level >= state.tables.reports.losses:
        yield write(state, attacker_fell=True)
