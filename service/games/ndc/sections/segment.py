"""The umpire's work on movement: the phase opens and closes, and single moves are worked with the true positions.

What stops, shortens or marks a move is true, and so are the reports of it to the other side; the mover's owner hears of
it with the resolution letter, or when the phase closes (parent 3.12).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from service.engine.copying import same_but
from service.engine.dice import Dice
from service.engine.events import Event, Posted, Told
from service.engine.hexes import Hex, hexside
from service.engine.telling import tell
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.reach import entered, exhausted, step_costs
from service.games.ndc.known.reports import HexFoundEmpty, MovementStopped, PhaseOpened, SegmentOpened
from service.games.ndc.known.surroundings import crowd
from service.games.ndc.known.zones import controlled
from service.games.ndc.printed.units import Mode, Side, Unit, UnitId
from service.games.ndc.sections.intelligence import operational_procedure
from service.games.ndc.sections.meeting import enemies_in
from service.games.ndc.sections.support import lose
from service.games.ndc.sections.telling import locate
from service.games.ndc.truth.letters import lose_sight, settle_account, tell_own
from service.games.ndc.truth.state import (
    ControlTaken,
    Exposed,
    ExposedBy,
    LevelSet,
    MoveSeen,
    State,
    UnitNoted,
    UnitPlaced,
)
from service.games.ndc.truth.zones import exerting, reaching_from, unknown_to

# ---- what happens


@dataclass(frozen=True, kw_only=True)
class PhaseBegan(Event):
    """A Movement and Combat Phase begins: nobody of the phasing side has moved yet, both sides' accounts are full."""

    kind: Literal["phase-began"] = "phase-began"

    def change(self, state: State) -> None:
        for unit in state.units.values():
            if unit.side == state.phasing:
                unit.begin_phase()
        for account in state.accounts.values():
            account.begin_phase()
        state.segment, state.combats, state.phase_told = 0, [], False
        state.entered_hexes, state.moves_seen = set(), []


@dataclass(frozen=True, kw_only=True)
class SegmentBegan(Event):
    """The next Movement Segment of the phase begins; the combats of the last one are done with."""

    kind: Literal["segment-began"] = "segment-began"

    def change(self, state: State) -> None:
        state.segment += 1
        state.combats, state.lost_on_the_way = [], {}


@dataclass(frozen=True, kw_only=True)
class HexEntered(Event):
    """A unit of the phasing side entered a hex for the first time in this phase (NDC-REP-05)."""

    kind: Literal["hex-entered"] = "hex-entered"
    hex: Hex

    def change(self, state: State) -> None:
        state.entered_hexes.add(self.hex)


@dataclass(frozen=True, kw_only=True)
class MovementNoticed(Event):
    """Hexes that a unit entered have to be reported to the other side, after those that it entered before them."""

    kind: Literal["movement-noticed"] = "movement-noticed"
    seen: MoveSeen

    def change(self, state: State) -> None:
        for before in state.moves_seen:
            if before.unit == self.seen.unit and before.followed == self.seen.followed:
                before.path += self.seen.path
                return
        state.moves_seen.append(replace(self.seen))


@dataclass(frozen=True, kw_only=True)
class ModeTaken(Event):
    """A reinforcement comes in this mode (parent 3.37)."""

    kind: Literal["mode-taken"] = "mode-taken"
    unit: UnitId
    mode: Mode

    def change(self, state: State) -> None:
        state.units[self.unit].mode = self.mode


EVENTS: tuple[type[Event], ...] = (PhaseBegan, SegmentBegan, HexEntered, MovementNoticed, ModeTaken)


# ---- the phase


def open_phase(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-MOV-07: full allowances and full accounts; the other side hears of it with the first letter of the phase."""
    assert state.phasing is not None
    yield PhaseBegan()
    yield Told(seat=state.phasing, report=PhaseOpened(own=True))
    yield from tell_own(state, state.phasing)


def open_segment(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-MOV-03: a further segment is always offered, also to a side that can do nothing more."""
    assert state.phasing is not None
    yield SegmentBegan()
    yield Told(seat=state.phasing, report=SegmentOpened(segment=state.segment))


def no_combat_declared(state: State) -> bool:
    """NDC-MOV-04: a segment without a combat ends the phase; fires of both kinds are combats (NDC-MOV-05)."""
    return len(state.combats) < state.tables.movement.combats_to_continue


def combat_declared(state: State) -> bool:
    return not no_combat_declared(state)


def close_phase(state: State, dice: Dice) -> Iterator[Event]:
    """NDC-MOV-04: what no resolution letter will bring reaches the mover's owner now."""
    assert state.phasing is not None
    yield from settle_account(state, state.phasing)


# ---- a move


@dataclass(frozen=True)
class Halt:
    """How far along its path a unit comes: so many steps; why no farther, and which enemy in which hex sees to that.

    `reached`: where it was stopped, if it is set back from there for want of room.
    """

    steps: int
    why: Literal["zone of control", "contact", "friends in the way"] | None = None
    enemy: Unit | None = None
    enemy_hex: Hex | None = None
    reached: Hex | None = None


def march(state: State, unit: Unit, path: tuple[Hex, ...], dice: Dice) -> Iterator[Event]:
    """Move a unit along its path as far as it truly comes, and note what that obliges its owner to report."""
    picture = as_marked(state, unit.side)
    start, halt = unit.hex, halt_of(state, unit, path, dice)
    assert start is not None
    if unit.finished or unit.halted:
        yield UnitNoted(unit=unit.id, entries={"finished": False, "halted": False})
    seen: list[Hex] = []
    for hex in path[: halt.steps]:
        assert unit.hex is not None
        cost = step_costs(picture, unit)(unit.hex, hex, unit.spent, controlled(picture, unit.hex))
        if reported(state, unit, hex):
            seen.append(hex)
        yield UnitNoted(unit=unit.id, entries=one_hex_on(unit, cost or 0))
        yield from enter_hex(state, unit, hex, dice)
        if unit.id not in state.units:
            break
    followed = unit.level >= state.tables.reports.hex
    if seen:
        yield MovementNoticed(seen=MoveSeen(unit=unit.id, start=start, path=tuple(seen), followed=followed))
    if unit.id not in state.units:
        return
    if halt.steps and not followed:
        yield from lose_sight(state, unit.id, state.pictures[state.other(unit.side)])
    if halt.why is not None:
        yield from stop(state, unit, halt)
    yield from come_to_rest(state, unit, dice, moved=halt.steps > 0)


def as_marked(state: State, side: Side) -> Picture:
    """A side's picture as it moves: without the markers of fires that it has declared but that lie nowhere yet."""
    return same_but(state.pictures[side], markers=state.markers)


def one_hex_on(unit: Unit, cost: int) -> dict[str, int | bool | str | None]:
    """A unit's bookkeeping when it enters one more hex by movement."""
    return {"spent": unit.spent + cost, "gone": unit.gone + 1, "moved": True, "entered": True, "marched": True}


def reported(state: State, unit: Unit, hex: Hex) -> bool:
    """NDC-MAC-01: whether entering a hex is reported, by the unit's level as it moves.

    Not at level None (NDC-REP-03); at level 1 (NDC-REP-04) but where a friend has entered before in this phase
    (NDC-REP-05): so a lead unit screens a column (NDC-REP-14). Above it always (NDC-REP-07, NDC-REP-09, NDC-REP-13).
    """
    least = state.tables.reports.movement
    return unit.level > least or (unit.level == least and hex not in state.entered_hexes)


def halt_of(state: State, unit: Unit, path: tuple[Hex, ...], dice: Dice) -> Halt:
    """Where a path truly ends, and why: contact (3.15), an unseen zone of control (NDC-ZOC-02), or no room (3.13)."""
    halt = Halt(len(path))
    for number, hex in enumerate(path):
        enemies = enemies_in(state, hex, unit)
        if enemies and not passes_through(state, unit, path, number):
            enemy = dice.pick(enemies, f"NDC-MOV-01 hidden unit in {hex} met by {unit.side}")
            halt = Halt(number, "contact", enemy, hex)
            break
        noticing = [] if enemies else noticed_by(state, unit, hex)
        if noticing:
            enemy = dice.pick(noticing, f"NDC-ZOC-06 zone of control that stops {unit.side} at {hex}")
            halt = Halt(number + 1, "zone of control", enemy, reaching_from(state, enemy, hex)[0])
            break
    return with_room(state, unit, path, halt)


def passes_through(state: State, unit: Unit, path: tuple[Hex, ...], number: int) -> bool:
    """Parent 3.15: whether a unit that is not noticed goes through a hidden unit's hex, this one of its path.

    There is no way round a held bridge: neither into the hex nor out of it.
    """
    if unit.level > state.tables.movement.noticing.unnoticed_level_at_most or number == len(path) - 1:
        return False
    here, bridges = path[number], state.rules.board.bridges
    before = path[number - 1] if number else unit.hex
    assert before is not None
    return hexside(before, here) not in bridges and hexside(here, path[number + 1]) not in bridges


def noticed_by(state: State, unit: Unit, hex: Hex) -> list[Unit]:
    """NDC-ZOC-02, NDC-ZOC-03: hidden enemies that notice a unit in their zone of control, by the levels as it moves.

    Who is not noticed goes on (NDC-ZOC-08), and of that nobody is told anything (NDC-ZOC-09). An enemy of a higher
    level of whom the mover's side has not been told yet hides from nobody: they stop whoever comes (parent 3.15).
    """
    levels = state.tables.movement.noticing
    noticed = unit.level >= levels.mover_level_at_least
    return [
        enemy
        for enemy in exerting(state, hex, unit.side)
        if (noticed or enemy.level > levels.exerter_level_at_most) and unknown_to(state, unit.side, enemy, hex)
    ]


def with_room(state: State, unit: Unit, path: tuple[Hex, ...], halt: Halt) -> Halt:
    """Parent 3.13: back along the path to the last hex where the unit does not end stacked, at worst where it began."""
    steps = halt.steps
    while steps and not has_room(state, unit, path[steps - 1]):
        steps -= 1
    if steps == halt.steps:
        return halt
    return replace(halt, steps=steps, why=halt.why or "friends in the way", reached=path[halt.steps - 1])


def has_room(state: State, unit: Unit, hex: Hex) -> bool:
    """Whether a unit can end its move in a hex: no enemy in it, and no second combat unit."""
    most = state.tables.movement.combat_units_in_a_hex
    return not state.units_at(hex, state.other(unit.side)) and len(crowd(unit, state.units_at(hex, unit.side))) < most


def stop(state: State, unit: Unit, halt: Halt) -> Iterator[Event]:
    """NDC-ZOC-04, NDC-ZOC-07: a unit stopped, by contact too, is told of, and goes no farther in the phase.

    NDC-ZOC-06: who stopped it loses their concealment: their hex is declared.
    """
    assert unit.hex is not None and halt.why is not None
    reached = halt.reached if halt.enemy is not None else None
    others = reached is not None and state.units_at(reached, state.other(unit.side))
    stopped = MovementStopped(
        unit=unit.id, hex=unit.hex, why=halt.why, reached=reached,
        room="" if reached is None else "an enemy" if others else "friends",
    )  # fmt: skip
    yield Posted(seat=unit.side, report=stopped)
    if halt.enemy is None or halt.enemy_hex is None or halt.why == "friends in the way":
        return
    yield UnitNoted(unit=unit.id, entries={"stopped": True})
    contact = halt.why == "contact"
    yield from show(state, unit.side, halt.enemy, halt.enemy_hex, "contact" if contact else "stop")
    if contact:
        other = state.other(unit.side)
        yield ExposedBy(exposed=Exposed(to=other, unit=unit.id, hex=unit.hex, because="contact"))


def show(state: State, to: Side, enemy: Unit, hex: Hex, because: Literal["stop", "contact"]) -> Iterator[Event]:
    """NDC-ZOC-06: declare where an enemy stood when they stopped a unit, whatever becomes of them before the letter.

    Else their hex would be missing from the letter where they have left it in a retreat of which nothing may be told.
    """
    yield from locate(state, to, enemy.id, hex, because)


def come_to_rest(state: State, unit: Unit, dice: Dice, *, moved: bool) -> Iterator[Event]:
    """NDC-MAC-02: a unit that is stopped by a zone of control, or has no points left to go on with, has finished."""
    picture = as_marked(state, unit.side)
    assert unit.hex is not None
    if moved and controlled(picture, unit.hex):
        yield UnitNoted(unit=unit.id, entries={"halted": True})
    if unit.stopped or unit.halted or (moved and exhausted(picture, unit)):
        yield from finish(state, unit, dice)


def finish(state: State, unit: Unit, dice: Dice) -> Iterator[Event]:
    """A unit has finished its movement: it is marked so, its level is reset and it is searched for at once."""
    yield from reset(state, unit, dice)
    if not unit.finished:
        yield UnitNoted(unit=unit.id, entries={"finished": True, "gone": 0})


def reset(state: State, unit: Unit, dice: Dice) -> Iterator[Event]:
    """NDC-MAC-02, NDC-MAC-03: the level of a unit that has moved goes back to None, then it is searched for anew."""
    rule = state.tables.movement.reset
    if unit.gone < rule.hexes_at_least:
        return
    yield UnitNoted(unit=unit.id, entries={"gone": 0})
    if unit.level != rule.level:
        yield LevelSet(unit=unit.id, level=rule.level)
    yield from operational_procedure(state, unit, dice, after_move=True)


# ---- a reinforcement


def come_in(state: State, unit: Unit, hex: Hex, mode: Mode, dice: Dice) -> Iterator[Event]:
    """Parent 3.37: a reinforcement enters the map; a hidden enemy who bars the hex is declared, and both wait."""
    enemies = enemies_in(state, hex, unit)
    if enemies:
        enemy = dice.pick(enemies, f"NDC-MOV-01 hidden unit in {hex} met by {unit.side}")
        yield UnitNoted(unit=unit.id, entries={"stopped": True})
        yield Posted(seat=unit.side, report=MovementStopped(unit=unit.id, hex=hex, why="contact"))
        yield from show(state, unit.side, enemy, hex, "contact")
        return
    if not has_room(state, unit, hex):
        yield Posted(seat=unit.side, report=MovementStopped(unit=unit.id, hex=hex, why="friends in the way"))
        return
    arrived = entered(as_marked(state, unit.side), unit, hex, mode)
    yield ModeTaken(unit=unit.id, mode=mode)
    yield UnitNoted(unit=unit.id, entries=one_hex_on(unit, arrived.spent))
    yield from enter_hex(state, unit, hex, dice)
    if unit.id in state.units:
        yield from come_to_rest(state, unit, dice, moved=True)


# ---- entering a hex, by movement, retreat or advance


def enter_hex(state: State, unit: Unit, hex: Hex, dice: Dice, *, in_combat: bool = False) -> Iterator[Event]:
    """A unit stands in a hex: its side finds out who is not there, and it runs through interdiction and gas.

    `in_combat`: it retreats or advances, so that a division commander with it may be hit (parent 3.20).
    """
    yield UnitPlaced(unit=unit.id, hexes=(hex,))
    if unit.side == state.phasing and hex not in state.entered_hexes:
        yield HexEntered(hex=hex)
    if any(hex in contact.hexes for contact in state.pictures[unit.side].contacts.values()):
        yield tell(state, unit.side, HexFoundEmpty(hex=hex))
    tables = state.tables
    for marker in sorted((m for m in state.markers if m.hex == hex), key=lambda m: (m.kind, m.side)):
        if marker.kind == "interdiction":
            die = dice.roll(tables.die("interdiction"), f"NDC-CBF-10 interdiction of {unit.side} at {hex}").total
            die += tables.interdiction.march_mode if unit.mode == "march" else 0
            steps = tables.interdiction.loss if die <= marker.strength else 0
        elif marker.kind == "gas":
            gas = tables.chemical.gas
            die = dice.roll(gas.die, f"NDC-GCD-08 gas on {unit.side} at {hex}").total
            steps = gas.loss if die <= gas.hit_up_to else 0
        else:
            continue
        if steps:
            met = None if in_combat else marker.kind
            yield from lose(state, unit.id, steps, dice, by_fire=True, in_combat=in_combat, marker=met)
        if unit.id not in state.units:
            return


# ---- objectives


def take_control(state: State, hexes: Iterable[Hex]) -> Iterator[Event]:
    """Parent 3.38: an objective is controlled by the side that last had a combat unit in it at the end of a segment."""
    objectives = {objective.hex for objective in state.rules.objectives}
    for hex in sorted(objectives & set(hexes)):
        for unit in state.units_at(hex):
            if unit.combat and state.control.get(hex) != unit.side:
                yield ControlTaken(hex=hex, side=unit.side)
