"""The defender's retreat and displacement by fire, as they truly go (parent 3.27, 3.31; NDC-RES-11, NDC-CBF-08).

The owner chooses by what they know; a hidden enemy in the hex shows itself only after the choice, and they are asked
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from service.engine.dice import Dice
from service.engine.events import Event, PlansCleared, Told
from service.engine.hexes import Hex
from service.games.ndc.known.picture import MustRetreat
from service.games.ndc.known.reports import OwnUnitGone, RetreatDue
from service.games.ndc.known.ways_out import default_hexes, one_hex_on, passing, retreat_hexes
from service.games.ndc.printed.units import Unit, UnitId
from service.games.ndc.sections.defence import Retreat, StandFast
from service.games.ndc.sections.meeting import enemies_in
from service.games.ndc.sections.segment import enter_hex
from service.games.ndc.sections.support import displaced_mode, lines_of_defender, lose, write
from service.games.ndc.sections.telling import locate
from service.games.ndc.truth.letters import tell_own
from service.games.ndc.truth.state import State, UnitPlaced
from service.games.ndc.truth.zones import exerting


@dataclass(frozen=True, kw_only=True)
class TiesBroken(Event):
    """A unit that retreats is no longer engaged with those who attacked it."""

    kind: Literal["ties-broken"] = "ties-broken"
    unit: UnitId

    def change(self, state: State) -> None:
        state.engagements = [tie for tie in state.engagements if tie.defender != self.unit]
        state.units[self.unit].engaged = False


def retreat_due(state: State) -> bool:
    """Whether the combat that is being worked waits for a hex to be chosen."""
    return state.combat().retreat is not None


def no_retreat_due(state: State) -> bool:
    return not retreat_due(state)


def ask_retreat(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-RES-11: the owner is shown their unit as it is, and who has to go where from."""
    side, due = state.non_phasing, state.combat().retreat
    yield from tell_own(state, side)
    yield Told(seat=side, report=RetreatDue(due=due))


def must_leave(state: State, unit: Unit, hexes: int, dice: Dice, *, kind: str = "retreat") -> Iterator[Event]:
    """A unit has to leave the hex that was attacked or fired at, and all others of its zone (parent 3.10)."""
    combat = state.combat()
    is_fought = kind == "retreat"
    # An overrun unit always retreats (parent 3.27).
    stands_fast = is_fought and combat.outcome != "overrun" and state.tables.mode(unit.mode).stands_fast
    due = MustRetreat(
        unit=unit.id,
        kind=kind,
        hex=combat.target,
        hexes_left=hexes,
        away_from=combat.origin if is_fought else None,
        stand_fast=stands_fast,
        refused=tuple(hex for hex in unit.hexes if hex != combat.target),
        lines=lines_of_defender(combat) if is_fought else {},
        fire=combat.fire,
        ew=combat.fire_ew,
    )
    yield from now_due(state, due, dice)


def now_due(state: State, due: MustRetreat | None, dice: Dice, *, fell: OwnUnitGone | None = None) -> Iterator[Event]:
    """Note what is due; where there is nothing to choose it is worked at once, and then the next unit's turn comes.

    `fell`: the unit was lost in its retreat, of which its owner is told why.
    """
    yield write(state, retreat=due)
    if fell is not None and fell.unit not in state.units:
        yield Told(seat=state.non_phasing, report=fell)
    yield from tell_own(state, state.non_phasing)
    if due is None:
        yield from next_follower(state, dice)
        return
    hexes = retreat_hexes(state.pictures[state.non_phasing], due)
    if not hexes and not due.stand_fast:
        yield from cannot_leave(state, due, dice)
    elif len(hexes) == 1 and not due.stand_fast:
        yield from go(state, due, hexes[0], dice)


def next_follower(state: State, dice: Dice) -> Iterator[Event]:
    """Parent 3.27: when the defender has left the hex, so do the HQs, and the other detachment, that stood there.

    Where they fell without a retreat in the result, the other detachment holds the hex, and the HQs stay with it.
    """
    combat = state.combat()
    if not combat.followers:
        return
    first, rest = combat.followers[0], combat.followers[1:]
    defender, unit = state.units.get(combat.defender or ""), state.units.get(first)
    hexes = state.tables.crt.overrun_retreat if combat.outcome == "overrun" else combat.retreat_hexes
    held = (defender is not None and combat.target in defender.hexes) or (
        unit is not None and unit.combat and not hexes
    )
    yield write(state, followers=() if held else rest)
    if not held and unit is not None:
        yield from must_leave(state, unit, hexes if unit.combat else state.tables.retreat.hq_hexes, dice)


# ---- the owner has chosen


def work_retreat(state: State, dice: Dice) -> Iterator[Event]:
    """What was ordered, hex by hex; the rest by default if nothing was, else it is asked for again."""
    side = state.non_phasing
    orders = list(state.plans.get(side, []))
    due = state.combat().retreat
    assert due is not None
    unit = due.unit
    if any(isinstance(order, StandFast) for order in orders):
        yield from hold(state, due, dice)
    for order in orders:
        due = state.combat().retreat
        if not isinstance(order, Retreat) or due is None or due.unit != unit:
            continue
        if order.hex in retreat_hexes(state.pictures[side], due):
            yield from go(state, due, order.hex, dice)
    while not orders and (due := state.combat().retreat) is not None and due.unit == unit:
        yield from go_by_default(state, due, dice)
    if state.combat().retreat is None:
        yield Told(seat=side, report=RetreatDue(due=None))
    yield from tell_own(state, side)
    yield PlansCleared(seat=side)


def hold(state: State, due: MustRetreat, dice: Dice) -> Iterator[Event]:
    """Stand fast: a loss for each hex instead of the retreat."""
    unit = state.units[due.unit]
    yield from lose(state, due.unit, due.hexes_left * state.tables.retreat.stand_fast_loss, dice)
    yield from now_due(state, None, dice, fell=fallen(unit, "stood fast", due.hex))


def go_by_default(state: State, due: MustRetreat, dice: Dice) -> Iterator[Event]:
    """Parent 5: farthest from known enemies, then at random."""
    hexes = default_hexes(state.pictures[state.non_phasing], due)
    if not hexes:
        yield from cannot_leave(state, due, dice)
        return
    hex = dice.pick(hexes, f"NDC-RES-11 {due.kind} of {state.non_phasing} from {due.hex}")
    yield from go(state, due, hex, dice)


# ---- one hex


def go(state: State, due: MustRetreat, hex: Hex, dice: Dice) -> Iterator[Event]:
    """Into one hex: nobody enters where a hidden enemy stands; a zone of control costs a retreating unit T/O levels."""
    unit, side = state.units[due.unit], state.non_phasing
    hidden = enemies_in(state, hex, unit)
    if hidden:
        found = dice.pick(hidden, f"NDC-RES-11 hidden unit in {hex} met by {side}")
        for reader, met, at in ((side, found, hex), (found.side, unit, due.hex)):
            there = [other.id for other in state.units_at(at)]
            yield from locate(state, reader, met.id, at, "contact", there)
        yield from now_due(state, replace(due, refused=(*due.refused, hex), stand_fast=False), dice)
        return
    left = one_hex_on(state.pictures[side], due, hex)
    combat = state.combat()
    yield write(state, paths={**combat.paths, unit.id: (*combat.paths.get(unit.id, ()), hex)})
    yield TiesBroken(unit=unit.id)
    yield from displaced_mode(state, unit)
    yield from enter_hex(state, unit, hex, dice, in_combat=True)
    is_marked = any(marker.hex == hex and marker.kind in ("interdiction", "gas") for marker in state.markers)
    fell = fallen(unit, "on its way" if is_marked else "enemy control", hex)
    if due.kind == "retreat" and exerting(state, hex, side):
        yield from lose(state, unit.id, state.tables.retreat.enemy_zone_loss, dice)
    yield from now_due(state, left if unit.id in state.units else None, dice, fell=fell)


def cannot_leave(state: State, due: MustRetreat, dice: Dice) -> Iterator[Event]:
    """No legal hex: a loss for every hex that is not retreated, and the unit stays, not stacked with a friend."""
    unit, combat = state.units[due.unit], state.combat()
    path = combat.paths.get(unit.id, ())
    while path and passing(state.pictures[unit.side], unit, path[-1]):
        path = path[:-1]
    if path != combat.paths.get(unit.id, ()):
        yield write(state, paths={**combat.paths, unit.id: path})
        yield UnitPlaced(unit=unit.id, hexes=(path[-1] if path else combat.target,))
    tables = state.tables
    if due.kind == "displace":
        yield from lose(state, unit.id, tables.counter_battery_fire.loss_if_not_displaced, dice, by_fire=True)
    else:
        yield from lose(state, unit.id, due.hexes_left * tables.retreat.hex_not_retreated_loss, dice)
    yield from now_due(state, None, dice, fell=fallen(unit, "no way back", due.hex))


def fallen(
    unit: Unit, cause: Literal["enemy control", "on its way", "no way back", "stood fast"], hex: Hex
) -> OwnUnitGone:
    """What the owner of a unit is told if it has lost its last T/O level in its retreat."""
    return OwnUnitGone(unit=unit.id, designation=unit.designation, how="eliminated", cause=cause, hex=hex)


RETREAT_EVENTS: tuple[type[Event], ...] = (TiesBroken,)
__all__ = [
    "RETREAT_EVENTS", "ask_retreat", "must_leave", "next_follower", "no_retreat_due", "retreat_due",
    "work_retreat",
]  # fmt: skip
