"""Zones of control (parent 3.14): as they truly are, and, from `known_zones`, as a side's picture has them."""

from __future__ import annotations

from service.engine.hexes import Hex
from service.games.ndc.known.zones import controlled, controlled_hexes, controllers
from service.games.ndc.printed.units import Side, Unit
from service.games.ndc.truth.state import State

__all__ = ["controlled", "controlled_hexes", "controllers", "exerting", "reaching_from", "unknown_to"]


def exerting(state: State, hex: Hex, against: Side) -> list[Unit]:
    """The enemies of a side that truly exert a zone of control over a hex, in the order of their hexes."""
    if any(m.kind == "breakthrough" and m.hex == hex and m.side == against for m in state.markers):
        return []
    units = [unit for unit in state.on_map() if unit.side != against and reaching_from(state, unit, hex)]
    return sorted(units, key=lambda unit: (reaching_from(state, unit, hex), unit.designation))


def reaching_from(state: State, unit: Unit, hex: Hex) -> tuple[Hex, ...]:
    """Those of a unit's hexes from which it exerts a zone of control over a hex, markers there left aside."""
    board = state.rules.board
    near = board.grid.neighbours(hex)
    beside = [held for held in unit.hexes if held in near]
    if not beside or not unit.combat or not state.tables.mode(unit.mode).zone_of_control:
        return ()
    # An Engaged defender controls the hexes of those with whom it is engaged, and no other.
    attackers = [tie.attacker for tie in state.engagements if tie.defender == unit.id]
    if attackers and not any(hex in state.units[a].hexes for a in attackers if a in state.units):
        return ()
    return tuple(sorted(held for held in beside if not board.crosses_unbridged_major(held, hex)))


def unknown_to(state: State, observer: Side, unit: Unit, hex: Hex) -> bool:
    """Whether the control that a unit exerts over a hex comes out of the dark for an observer (NDC-ZOC-02).

    It does not if they have this unit's hex, nor if by their picture another enemy controls the hex from there, who has
    left in secret: knowing is a question of the picture alone (parent 3.14), and NDC-ZOC-01 stopped them already.
    """
    shown = {held for contact in controllers(state.pictures[observer], hex) for held in contact.hexes}
    held = reaching_from(state, unit, hex)
    return not any(there in shown or state.holds_known(observer, unit, there) for there in held)
