"""Movement Segments: what the phasing player orders of their units' movement (NDC-MOV-01 to 08, parent 3.12).

How single moves are worked with the true positions stands in `segment.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, PlansCleared
from service.engine.hexes import Hex, adjacent
from service.engine.options import Choice, Option, Places, Routes
from service.engine.order_words import Saying, through
from service.engine.orders import Order, Phrase, demand
from service.engine.roles import Subject, Way
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, joined, place, say
from service.games.ndc.known.asking import own_unit
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.reach import (
    allowance,
    can_move,
    entered,
    entry_hexes,
    entry_modes,
    exhausted,
    hindrance,
    in_the_way,
    may_enter,
    points_left,
    step_costs,
)
from service.games.ndc.known.surroundings import Surroundings, enemies_beside, held_back
from service.games.ndc.known.zones import controlled, controlled_hexes
from service.games.ndc.printed.units import Mode, Side, Unit, UnitId
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat, Interdict, book
from service.games.ndc.sections.intelligence import in_order
from service.games.ndc.sections.segment import (
    EVENTS,
    close_phase,
    combat_declared,
    come_in,
    enter_hex,
    finish,
    march,
    no_combat_declared,
    open_phase,
    open_segment,
    reset,
    take_control,
)
from service.games.ndc.staff.terms import MODE_NAMES
from service.games.ndc.truth.state import State

__all__ = [
    "EVENTS", "Enter", "Finish", "Move", "close_phase", "combat_declared", "enter_hex", "finish", "no_combat_declared",
    "open_phase", "open_segment", "take_control", "work_segment",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Move(Order):
    """Move one unit along a path of adjacent hexes, its present hex left out.

    Every hex costs movement points; a unit that enters the zone of control of a known enemy stops there. Moves are
    worked when the segment is closed, in the order given, and come before the combats of the segment.
    """

    rule: ClassVar[str] = "NDC-MOV-01"
    phrase: ClassVar[Phrase] = Phrase("move {unit} {path}")
    kind: Literal["move"] = "move"
    unit: Subject[UnitId]
    path: Way[tuple[Hex, ...]]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " moves to ", place(self.path[-1]), through(self.path)) if self.path else ()

    def on_button(self, to: Saying) -> Sentence:
        return say("Move to ", place(self.path[-1])) if self.path else ()

    def check(self, picture: Picture) -> None:
        unit = own_unit(picture, self.unit, "NDC-MOV-01")
        before_combats(picture)
        hindered = hindrance(picture, unit)
        if hindered is not None:
            demand(False, *hindered)
        demand(self.path, "NDC-MOV-01", ("The path of ", unit.said, " is empty: name the hexes that it enters."))
        check_path(picture, unit, self.path)
        end = self.path[-1]
        check_room(picture, unit, end)
        demand(
            not held_back(picture, unit, end), "NDC-MOV-06",
            (unit.said, " could have moved to ", place(end),
             " in an earlier segment of this phase, next to the same enemies (",
             joined(" ", map(place, enemies_beside(picture, end))) or "none",
             "); it cannot be held back to go there now."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        unit = picture.own[self.unit]
        assert unit.hex is not None
        picture.set_off(unit.id, unit.hex, *self.path)
        unit.finished = unit.halted = False
        unit.spent = spent_along(picture, unit, self.path)[-1]
        unit.hex, unit.spread = self.path[-1], ()
        unit.moved = unit.entered = unit.marched = True
        unit.gone += len(self.path)
        settle(picture, unit)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from march(state, state.units[self.unit], self.path, dice)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        around = Surroundings(picture)
        for unit in picture.own.values():
            if can_move(around, unit):
                yield Option(
                    kind="move", title=say("Move ", unit.said), subjects=(unit.id,), fixed={"unit": unit.id},
                    fields={"path": Routes()}, rule="NDC-MOV-01",
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Enter(Order):
    """Bring a reinforcement onto the map, in one of the modes in which it may come; it may then move on.

    Only in the first Movement Segment of the turn in which it is due, or of a later turn.
    """

    rule: ClassVar[str] = "NDC-MOV-01"
    phrase: ClassVar[Phrase] = Phrase("enter {unit} {hex} in {mode}")
    kind: Literal["enter"] = "enter"
    unit: Subject[UnitId]
    hex: Way[Hex]
    mode: Literal["march", "attack", "defend", "dug-in", "deployed"]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " enters at ", place(self.hex), f" in {MODE_NAMES[self.mode]} mode")

    def on_button(self, to: Saying) -> Sentence:
        return say("Enter at ", place(self.hex), f" in {MODE_NAMES[self.mode]} mode")

    def check(self, picture: Picture) -> None:
        unit = picture.own.get(self.unit)
        demand(unit is not None, "NDC-MOV-01", f"You have no unit {self.unit!r}.")
        assert unit is not None
        before_combats(picture)
        demand(unit.hex is None, "NDC-MOV-01", (unit.said, " is already on the map, in ", place(unit.hex or ""), "."))
        demand(
            may_enter(picture, unit), "NDC-MOV-01",
            (unit.said, f" comes in the first Movement Segment of turn {unit.arrives} or of a later turn; this is "
             f"segment {picture.segment} of turn {picture.turn}."),
        )  # fmt: skip
        modes, hexes = entry_modes(picture, unit), entry_hexes(picture, unit)
        demand(
            self.mode in modes, "NDC-MOV-01",
            (unit.said, f" comes in {' or '.join(modes)} mode, not in {self.mode} mode."),
        )  # fmt: skip
        demand(
            self.hex in hexes, "NDC-MOV-01",
            (unit.said, " can enter the map in ", joined(" or ", map(place, hexes)) or "none of its hexes",
             ", not in ", place(self.hex), "."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        unit = entered(picture, picture.own[self.unit], self.hex, self.mode)
        picture.own[self.unit] = unit
        picture.set_off(unit.id, self.hex)
        settle(picture, unit)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from come_in(state, state.units[self.unit], self.hex, self.mode, dice)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.planned:
            return
        for unit in picture.own.values():
            modes: tuple[Mode, ...] = entry_modes(picture, unit) if may_enter(picture, unit) else ()
            hexes = entry_hexes(picture, unit)
            if modes and hexes:
                yield Option(
                    kind="enter", title=say("Bring in ", unit.said), subjects=(unit.id,), fixed={"unit": unit.id},
                    fields={"hex": Places(places=hexes), "mode": Choice(values=modes)}, rule="NDC-MOV-01",
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Finish(Order):
    """Mark a unit as finished: it moves no more in this phase, and its intelligence level is reset if it has moved."""

    rule: ClassVar[str] = "NDC-MAC-02"
    phrase: ClassVar[Phrase] = Phrase("finish {unit}")
    kind: Literal["finish"] = "finish"
    unit: Subject[UnitId]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " finishes its movement")

    def check(self, picture: Picture) -> None:
        unit = own_unit(picture, self.unit, "NDC-MAC-02")
        before_combats(picture)
        demand(not unit.finished, "NDC-MAC-02", (unit.said, " has finished its movement already."))

    def believe(self, picture: Picture) -> None:
        unit = picture.own[self.unit]
        unit.finished, unit.gone = True, 0

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from finish(state, state.units[self.unit], dice)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.planned:
            return
        for unit in picture.own.values():
            if unit.hex is not None and unit.moved and not unit.finished:
                yield Option(
                    kind="finish", title=say(unit.said, " has finished its movement"), subjects=(unit.id,),
                    fixed={"unit": unit.id}, rule="NDC-MAC-02",
                )  # fmt: skip


# ---- what is checked, all of it by what the mover's owner knows


def before_combats(picture: Picture) -> None:
    """NDC-MOV-01: in a segment first the moves, then the combats."""
    demand(
        not picture.planned, "NDC-MOV-01",
        f"You have declared {counted(len(picture.planned), 'combat')} in this segment; units that are still to "
        f"move do so in the next one.",
    )  # fmt: skip


def check_path(picture: Picture, unit: Unit, path: tuple[Hex, ...]) -> None:
    """Each step in its turn: adjacent, enterable, no known enemy, zones of control, and the points that are left."""
    left = points_left(picture, unit)
    grid, zones, known = picture.rules.board.grid, controlled_hexes(picture), picture.known_enemies()
    demand(
        len(path) <= len(grid), "NDC-MOV-07",
        (f"A path of {len(path)} hexes takes more than the {counted(left, 'point')} that ", unit.said, " has left."),
    )  # fmt: skip
    assert unit.hex is not None
    for number, (frm, to) in enumerate(pairwise((unit.hex, *path))):
        demand(to in grid, "NDC-MOV-01", f"There is no hex {to!r} on this map.")
        demand(adjacent(frm, to), "NDC-MOV-01", (place(frm), " and ", place(to), " are not adjacent."))
        demand(
            number == 0 or frm not in zones, "NDC-ZOC-01",
            (unit.said, " enters the zone of control of a known enemy in ", place(frm), " and has to stop there."),
        )  # fmt: skip
        demand(to not in known, "NDC-MOV-01", ("A known enemy is in ", place(to), "; ", unit.said, " cannot enter it."))
        demand(
            frm not in zones or to not in zones, "NDC-ZOC-01",
            (unit.said, " cannot go directly from ", place(frm), " to ", place(to),
             ": both are in known enemy zones of control."),
        )  # fmt: skip
    for frm, to, spent in zip((unit.hex, *path), path, spent_along(picture, unit, path), strict=False):
        demand(
            spent - unit.spent <= left, "NDC-MOV-07",
            (unit.said, f" has {left} of {allowance(picture, unit)} movement points left; the way from ", place(frm),
             " into ", place(to), f" takes it to {spent - unit.spent}."),
        )  # fmt: skip


def spent_along(picture: Picture, unit: Unit, path: tuple[Hex, ...]) -> list[int]:
    """The points that a unit will have spent in the phase after each hex; a Refusal where it cannot go at all."""
    assert unit.hex is not None
    zones, step_cost = controlled_hexes(picture), step_costs(picture, unit)
    spent, account = unit.spent, []
    for frm, to in pairwise((unit.hex, *path)):
        cost = step_cost(frm, to, spent, frm in zones)
        river = picture.rules.board.crosses_unbridged_major(frm, to)
        demand(
            cost is not None, "NDC-MOV-01",
            (unit.said, " cannot cross the unbridged major river from ", place(frm), " to ", place(to),
             ": only amphibious and foot units in Attack mode can, from the hex where they began the phase, for their "
             "whole allowance.")
            if river
            else (unit.said, f" is {unit.cls} and cannot enter ", place(to), " from ", place(frm), " except by road."),
        )  # fmt: skip
        assert cost is not None
        spent += cost
        account.append(spent)
    return account


def check_room(picture: Picture, unit: Unit, end: Hex) -> None:
    """Parent 3.13: a segment ends with one combat unit in a hex, whatever passed through it."""
    friends = in_the_way(picture, unit, end)
    most = picture.tables.movement.combat_units_in_a_hex
    demand(
        len(friends) < most, "NDC-MOV-01",
        (f"At most {most} combat unit ends a segment in a hex, and ", friends[0].said if friends else "",
         " is in ", place(end), "."),
    )  # fmt: skip


def settle(picture: Picture, unit: Unit) -> None:
    """What a unit's owner believes when it has moved: whether it is stopped by known control, or out of points."""
    assert unit.hex is not None
    unit.halted = controlled(picture, unit.hex)
    if unit.halted or exhausted(picture, unit):
        unit.finished, unit.gone = True, 0


# ---- the segment, worked with the true positions when its player closes it


def work_segment(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-MOV-01: the moves in the order given, then the combats in theirs; NDC-MOV-08: however many there are."""
    side = state.phasing
    assert side is not None
    orders = list(state.plans.get(side, []))
    combats = [order for order in orders if isinstance(order, (DeclareGroundCombat, CounterBattery, Interdict))]
    believed: dict[UnitId, Hex | None] = {}
    for order in orders:
        if not isinstance(order, (Move, Enter, Finish)) or (unit := state.units.get(order.unit)) is None:
            continue
        # An order to a unit that was stopped, or is not where its owner has ordered it, has no effect (parent 3.12).
        if not unit.stopped and unit.hex == believed.setdefault(order.unit, unit.hex):
            yield from order.resolve(state, side, dice)
        if not isinstance(order, Finish):
            believed[order.unit] = order.path[-1] if isinstance(order, Move) else order.hex
    yield from finish_movement(state, side, combats, dice)
    yield from take_control(state, [objective.hex for objective in state.rules.objectives])
    yield from book(state, side, combats, dice)
    yield PlansCleared(seat=side)


def finish_movement(state: State, side: Side, combats: Sequence[Order], dice: Dice) -> Iterator[Event]:
    """NDC-MAC-02: a unit committed to a combat has finished, and every unit when the phase ends, before any total."""
    ordered = state.pictures[side].own
    attackers = {order.unit for order in combats if isinstance(order, DeclareGroundCombat)}
    last = len(combats) < state.tables.movement.combats_to_continue
    for unit in in_order(state.on_map(side)):
        if unit.id in attackers and unit.hex == ordered[unit.id].hex:
            yield from finish(state, unit, dice)
        elif last:
            yield from reset(state, unit, dice)
