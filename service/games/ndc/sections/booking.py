"""A Movement Segment closes: what was declared becomes true combats, and is declared to the other side.

An attacker's total is fixed here, on the positions as they ordered them and their unit's level as it now is
(NDC-GCD-11).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Literal

from service.engine.copying import same_but, same_in_another
from service.engine.dice import Dice
from service.engine.events import Event, Posted
from service.engine.hexes import Hex
from service.engine.orders import Order
from service.engine.reports import Occasion, Report
from service.games.ndc.known.bills import NO_COMMAND, CommanderResult, attacker_bill, kept
from service.games.ndc.known.picture import Attack, Fire, Planned
from service.games.ndc.known.points import AIR, PointsInHand, Use, artillery_in, commander_serves, spent
from service.games.ndc.known.reports import (
    COMBAT,
    AttackDeclared,
    AttackTotalled,
    CommanderUsed,
    FireDeclared,
    MarkerPlaced,
    SupportLost,
    lay_marker,
)
from service.games.ndc.printed.units import Marker, Side, Unit, UnitId
from service.games.ndc.truth.state import AccountSet, Combat, State, UnitNoted


@dataclass(frozen=True, kw_only=True)
class CombatsCleared(Event):
    """The combats of the segment before are off the table; in a phase's first segment their numbers begin anew."""

    kind: Literal["combats-cleared"] = "combats-cleared"

    def change(self, state: State) -> None:
        state.combats = []
        if state.segment <= 1:
            state.combats_numbered = 0


@dataclass(frozen=True, kw_only=True)
class CombatDeclared(Event):
    """A combat was declared in this segment."""

    kind: Literal["combat-declared"] = "combat-declared"
    combat: Combat

    def change(self, state: State) -> None:
        state.combats.append(same_in_another(self.combat))
        state.combats_numbered = self.combat.number


@dataclass(frozen=True, kw_only=True)
class CombatNoted(Event):
    """A combat's sheet was written on: answers, modifiers, results. `combat` is the sheet as it now stands."""

    kind: Literal["combat-noted"] = "combat-noted"
    combat: Combat

    def change(self, state: State) -> None:
        numbers = [combat.number for combat in state.combats]
        state.combats[numbers.index(self.combat.number)] = same_in_another(self.combat)


@dataclass(frozen=True, kw_only=True)
class MarkerLaid(Event):
    """A marker lies on the map; with one of its side and kind in the hex it becomes one."""

    kind: Literal["marker-laid"] = "marker-laid"
    marker: Marker

    def change(self, state: State) -> None:
        lay_marker(state.markers, self.marker)


BOOKING_EVENTS: tuple[type[Event], ...] = (CombatsCleared, CombatDeclared, CombatNoted, MarkerLaid)


def noted(combat: Combat, **entries: Any) -> CombatNoted:
    """The event that a combat's sheet now has these entries."""
    return CombatNoted(combat=same_but(combat, **entries))


def book(state: State, side: Side, orders: Sequence[Order], dice: Dice) -> Iterator[Event]:
    """NDC-CBF-01, NDC-GCD-01: the segment's combats of every kind, in the order in which they were declared."""
    planned = list(state.pictures[side].planned)
    assert len(planned) == len(orders), "each declaration was believed as it was accepted"
    yield CombatsCleared()
    for plan in planned:
        if plan.kind == "ground":
            yield from book_ground_combat(state, side, plan, dice)
        else:
            yield from book_fire(state, side, plan)


def with_next_letter(state: State, to: Side, number: int, report: Report) -> Posted:
    """A report of the combat with this number waits for a side's next letter."""
    occasion = Occasion(kind=COMBAT, turn=state.turn, phasing=state.phasing, item=str(number))
    return Posted(seat=to, report=report, occasion=occasion)


# ---- ground combats


def book_ground_combat(state: State, side: Side, plan: Planned, dice: Dice) -> Iterator[Event]:
    """NDC-GCD-02 to 11: what the other side is told, and the attacker's own breakdown.

    The umpire fills in the EW level that lies on the attacker (NDC-GCD-05) and their side's EW superiority
    (NDC-GCD-10).
    """
    assert plan.unit is not None and plan.origin is not None
    number, enemy = state.combats_numbered + 1, state.other(side)
    cancelled = not reached(state, plan)
    given = plan if cancelled else supported(state, side, plan, "support")
    force = as_ordered(state, side)
    unit, account = force[plan.unit], state.accounts[side]
    command = NO_COMMAND
    if not cancelled:
        serves = commander_serves(force, account, unit, state.rules) if plan.command else None
        yield AccountSet(
            account=spent(account, state.tables, given.drawn, "support", ew=given.ew, command=serves is not None)
        )
        if serves is not None:
            command = use_command(state, side, serves, plan.target, dice)
            yield with_next_letter(state, side, number, CommanderUsed(number=number, result=command.result))
        yield UnitNoted(unit=plan.unit, entries={"attacked": True})
    bill = attacker_bill(force, unit, plan.target, state.weather, state.rules, command)
    combat = Combat(
        number=number, kind="ground", side=side, target=plan.target, unit=plan.unit, origin=plan.origin,
        type=plan.type, csps=given.csps, chemical=given.chemical, persistent=given.persistent, ew=given.ew,
        superiority=account.superiority, attacker_ew=unit.ew, command=command is not NO_COMMAND,
        drawn=dict(given.drawn), lines=kept(bill), total=bill.total, cancelled=cancelled,
    )  # fmt: skip
    yield CombatDeclared(combat=combat)
    attack = Attack(
        number=number, target=plan.target, origin=plan.origin, type=plan.type, attacker_ew=unit.ew,
        barrage=given.csps, chemical=given.chemical, persistent=given.persistent, ew_attacks=given.ew,
        superiority=account.superiority, total=combat.total,
    )  # fmt: skip
    declared = AttackDeclared(
        attack=attack, in_target=ids_at(state, enemy, plan.target), in_origin=ids_at(state, enemy, plan.origin)
    )
    yield with_next_letter(state, enemy, number, declared)
    yield from tell_lost_support(state, side, number, plan, given)
    if not cancelled:
        lines = kept(bill)
        report = AttackTotalled(
            number=number, unit=plan.unit, target=plan.target, lines=lines, total=combat.total,
            ordered={rule: value for rule, value in plan.lines.items() if lines[rule] != value},
        )  # fmt: skip
        yield with_next_letter(state, side, number, report)


def ids_at(state: State, side: Side, hex: Hex) -> tuple[UnitId, ...]:
    """A side's own units in a hex, battalions first."""
    there = sorted(state.units_at(hex, side), key=lambda unit: (not unit.combat, unit.designation))
    return tuple(unit.id for unit in there)


def supported(state: State, side: Side, plan: Planned, use: Use) -> Planned:
    """A declared combat with as much support as can truly be given to it now (NDC-GCD-06, 09, NDC-CBF-07, 11).

    An HQ that moved in the same segment may be lost, have lost T/O levels, or be stopped out of range (parent 3.12).
    """
    tables, own = state.tables, {unit.id: unit for unit in state.on_map(side)}
    in_hand = PointsInHand(own, state.accounts[side], state.weather, tables)
    drawn = {
        source: min(points, in_hand.left(source, use))
        for source, points in plan.drawn.items()
        if source == AIR or (source in own and in_hand.reaches(own[source], plan.target))
    }
    drawn = {source: points for source, points in drawn.items() if points}
    if plan.kind == "interdiction" and sum(drawn.values()) < tables.interdiction.csps_at_least:
        drawn = {}
    chemical = plan.chemical and artillery_in(drawn) >= tables.chemical.csps_at_least
    return replace(
        plan, drawn=drawn, csps=sum(drawn.values()), chemical=chemical, persistent=plan.persistent and chemical,
        ew=min(plan.ew, in_hand.ew_attacks(plan.target)),
    )  # fmt: skip


def tell_lost_support(state: State, side: Side, number: int, ordered: Planned, given: Planned) -> Iterator[Event]:
    """The attacker reads with the resolution letter what could not be given of what they ordered."""
    if (ordered.csps, ordered.ew, ordered.chemical) == (given.csps, given.ew, given.chemical):
        return
    laid = [m for m in state.markers if (m.kind, m.hex, m.side) == ("interdiction", given.target, side)]
    lost = SupportLost(
        number=number, target=given.target, ordered=ordered.csps, csps=given.csps, ew_ordered=ordered.ew,
        ew=given.ew, chemical_lost=ordered.chemical and not given.chemical,
        interdiction=given.kind == "interdiction", marker=copy(laid[0]) if laid else None,
    )  # fmt: skip
    yield with_next_letter(state, side, number, lost)


def reached(state: State, plan: Planned) -> bool:
    """Whether the attacker truly stands in the hex from which the combat was declared (parent 3.12, NDC-ZOC-05)."""
    unit = state.units.get(plan.unit or "")
    return unit is not None and unit.hex == plan.origin


def as_ordered(state: State, side: Side) -> dict[UnitId, Unit]:
    """A side's force with its units as they are and where their owner ordered them (NDC-GCD-11)."""
    believed = state.pictures[side].own
    force: dict[UnitId, Unit] = {}
    for unit_id, ordered in believed.items():
        true = state.units.get(unit_id)
        force[unit_id] = ordered if true is None else same_but(true, hex=ordered.hex, spread=ordered.spread)
    return force


def use_command(
    state: State, side: Side, place: str, hex: str, dice: Dice, rule: str = "NDC-ATM-10"
) -> CommanderResult:
    """Parent 3.20: what the division commander brings about."""
    tables, rating = state.tables, state.rules.sides[side].commander_rating
    roll = dice.roll(tables.die("commander"), f"{rule} division commander of {side} for {hex}")
    return CommanderResult(place, tables.commander(roll.total + rating))


# ---- fires


def book_fire(state: State, side: Side, plan: Planned) -> Iterator[Event]:
    """NDC-CBF-06, 07, 10, 11: hex and CSPs are declared; an interdiction lies on both maps."""
    number, enemy, ordered = state.combats_numbered + 1, state.other(side), plan
    plan = supported(state, side, ordered, "counter")
    kind: Literal["counter-battery", "interdiction"] = (
        "interdiction" if plan.kind == "interdiction" else "counter-battery"
    )
    yield AccountSet(account=spent(state.accounts[side], state.tables, plan.drawn, "counter"))
    yield CombatDeclared(
        combat=Combat(
            number=number, kind=kind, side=side, target=plan.target, csps=plan.csps, drawn=dict(plan.drawn)
        )
    )  # fmt: skip
    fire = Fire(number=number, kind=kind, target=plan.target, csps=plan.csps)
    guns = tuple(id for id in ids_at(state, enemy, plan.target) if state.units[id].points("arty"))
    yield with_next_letter(state, enemy, number, FireDeclared(fire=fire, in_target=guns))
    if kind == "interdiction" and plan.csps:
        markers = state.tables.interdiction_markers(plan.csps)
        marker = Marker(kind="interdiction", hex=plan.target, side=side, strength=markers)
        yield MarkerLaid(marker=marker)
        for seat in (side, enemy):
            yield with_next_letter(state, seat, number, MarkerPlaced(marker=copy(marker)))
    yield from tell_lost_support(state, side, number, ordered, plan)
