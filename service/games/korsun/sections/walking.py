"""What comes of a move, hex by hex: what is entered, what stops it, and what the other side does (KOR-SMV-05 to 11).

The mover is told at once; the other side is held until the segment is closed (fog 4.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex, hexside
from service.engine.telling import tell, tell_all
from service.games.korsun.known.picture import IDENTIFIED
from service.games.korsun.known.reports import MoveStopped, OverrunTried
from service.games.korsun.known.ways import March
from service.games.korsun.printed.reading import GERMAN, SOVIET, Side
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import Mode, UnitId
from service.games.korsun.sections.depots import overrun_works
from service.games.korsun.sections.mines import find_mines
from service.games.korsun.sections.partisans import hunt_partisans
from service.games.korsun.sections.reacting import demolish, intercept
from service.games.korsun.sections.victory import end_if_nobody_is_left
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import (
    BarragesSet,
    PositionNoted,
    PublicChanged,
    SdmChanged,
    State,
    StepLost,
    UnitChanged,
    UnitGone,
)


def walk(
    state: State, side: Side, ids: Sequence[UnitId], path: Sequence[Hex], dice: Dice, *, mode: Mode = "tactical",
    reserve: bool = False,
) -> Iterator[Event]:  # fmt: skip
    """Move units along a path that was lawful by their owner's picture, as far as they truly get (fog 4.4)."""
    if not still_together(state, ids):
        yield from stop(state, side, ids, "lapsed")
        yield from settle(state)
        return
    trail: list[Hex] = []
    overruns, fought = known_alarms(state, side), False
    for made, hex in enumerate(path):
        ids = [id for id in ids if id in state.units]
        if not ids:
            return
        march = March(state.field(side), tuple(state.units[id] for id in ids), reserve)
        here = march.start
        if here and hex not in state.rules.board.beside(here):
            yield from stop(state, side, ids, "lapsed")
            break
        if march.field.occupied(hex):
            if hex not in overruns or mode != "tactical" or not march.can_overrun(hex):
                yield from stop(state, side, ids, "occupied")
                break
            cost = march.cost(here, hex, opening=made == 0)
            yield from overrun(state, side, ids, hex, dice)
            if state.at(hex, other(side)):
                yield from end(ids)
                yield from stop(state, side, ids, "overrun")
                break
            fought = True
        else:
            if mode != "tactical" and hex in march.field.partisans:
                yield from stop(state, side, ids, "partisans")
                break
            if march.barrier(here, hex) is not None:
                yield from stop(state, side, ids, "impassable")
                break
            cost = march.cost(here, hex, opening=made == 0) if mode == "tactical" else strategic_cost(march, here, hex)
        barred = mode != "tactical" and bars_strategic(march, hex, mode)
        paid = march.points if cost is None else min(cost, march.points) if mode == "tactical" else cost
        yield from enter(state, side, ids, hex, paid, mode)
        trail.append(hex)
        yield from settle(state)
        if mode != "rail" and not reserve:  # 9.7
            bridges = set(state.public.bridges)
            yield from demolish(state, side, ids, hex, dice)
            if bridges != set(state.public.bridges):
                yield from stop(state, side, ids, "bridge")
                break
        if mode == "tactical" and not reserve:
            before = {id: state.units[id].ended for id in ids if id in state.units}
            yield from intercept(state, side, ids, hex, dice)
            if any(id not in state.units or state.units[id].ended != ended for id, ended in before.items()):
                fought = True
                yield from stop(state, side, ids, "intercepted")
                break
        if barred:
            yield from end(ids)
            yield from stop(state, side, ids, "zone")
            break
        if hex in march.field.mines:
            yield from find_mines(state, (hex,))
            yield from end(ids)
            yield from stop(state, side, ids, "mines")
            break
        if March(state.field(side), tuple(state.units[id] for id in ids), reserve).stops(hex):
            yield from end(ids)
            if hex != path[-1]:
                yield from stop(state, side, ids, "zone")
            break
    yield from unstack(state, side, ids, trail)
    if trail and side == GERMAN:
        yield from hunt_partisans(state, ids, dice)
    yield from settle(state)
    if fought:
        yield from end_if_nobody_is_left(state)


def still_together(state: State, ids: Sequence[UnitId]) -> bool:
    """Whether those who were to move together still can: an earlier order of the list may have come to less."""
    units = [state.units[id] for id in ids if id in state.units]
    return len(units) == len(ids) and len({unit.hex for unit in units}) == 1 and not any(unit.ended for unit in units)


def known_alarms(state: State, side: Side) -> frozenset[Hex]:
    """The hexes in which the mover knows an alarm unit alone: the others it only stops before (9.12)."""
    seen = state.pictures[side].contacts.values()
    return frozenset(
        contact.hex for contact in seen
        if contact.level >= IDENTIFIED and contact.units
        and all(state.profile(unit.id).is_alarm for unit in contact.units)
    )  # fmt: skip


def bars_strategic(march: March, hex: Hex, mode: Mode) -> bool:
    """Whether a hex turns out to lie in a zone that a strategic move, or one by rail, cannot touch (9.4, 9.5)."""
    return march.field.influenced(hex) if mode == "strategic" else march.field.controlled(hex)


def strategic_cost(march: March, here: Hex, hex: Hex) -> int:
    """What a step costs that touches no zone: terrain alone."""
    return march.cost(here, hex, opening=False) or 0


def stop(state: State, side: Side, ids: Sequence[UnitId], why: str) -> Iterator[Event]:
    """Tell the mover that the move came to less than was ordered, and why."""
    left = [state.units[id] for id in ids if id in state.units]
    hex = left[0].hex if left else None
    report = MoveStopped(units=tuple(ids), hex=hex, why=why)  # type: ignore[arg-type]
    yield tell(state, side, report)


def end(ids: Sequence[UnitId]) -> Iterator[Event]:
    """The move of these units is over in this segment."""
    for id in ids:
        yield UnitChanged(unit=id, entries={"ended": True})


# ---- entering a hex


def enter(state: State, side: Side, ids: Sequence[UnitId], hex: Hex, paid: int, mode: Mode) -> Iterator[Event]:
    """Units stand in the next hex: points are paid, guns marked No Fire (KOR-SMV-11), the place is taken."""
    first = state.units[ids[0]].hex
    if first is not None and hexside(first, hex) in state.public.bridges:
        yield PositionNoted(entries={"crossed": [*state.crossed, hexside(first, hex)]})
    for id in ids:
        unit = state.units[id]
        yield UnitChanged(unit=id, entries={
            "hex": hex, "box": "", "spent": unit.spent + paid, "mode": mode, "moved": True,
            "entered": unit.entered or unit.hex is None, "no_fire": max(unit.no_fire, state.profile(id).sub),
        })  # fmt: skip
    if any(state.profile(id).is_combat for id in ids):
        yield from take(state, side, hex)


def take(state: State, side: Side, hex: Hex) -> Iterator[Event]:
    """A combat unit stands in a hex: it controls the place (2.4), and a marker alone there is lost (12.15)."""
    public = state.public
    if public.control.get(hex, side) != side:
        yield PublicChanged(entries={"control": {**public.control, hex: side}})
    lost = hex == state.rules.board.airfield and side == SOVIET and public.airfield != "lost"
    was_active = public.airfield == "active"
    if lost:
        yield PublicChanged(entries={"airfield": "lost"})
    for command, sdm in state.sdms_of(other(side)).items():
        if sdm.hex == hex:
            yield SdmChanged(command=command, entries={"hex": None, "sp": 0, "front": False, "cut_off": True})
    if side == SOVIET:
        yield from overrun_works(state, hex, airfield_fell=lost and was_active)
    if side == GERMAN:
        yield from run_over_barrage(state, hex)
    if side == SOVIET and hex in state.improved:
        yield PositionNoted(entries={"improved": [one for one in state.improved if one != hex]})


def run_over_barrage(state: State, hex: Hex) -> Iterator[Event]:
    """A German combat unit in its hex eliminates a barrage unit with its components (17.1.2)."""
    barrages = state.stores[SOVIET].barrages
    for one in state.rules.barrage_units:
        if barrages[one.id].hex == hex:
            yield BarragesSet(barrages={k: b for k, b in barrages.items() if k != one.id})
            for id in one.components:
                if id in state.units and state.units[id].box == "holding":
                    yield StepLost(unit=id, steps=state.profile(id).steps)


def unstack(state: State, side: Side, ids: Sequence[UnitId], trail: Sequence[Hex]) -> Iterator[Event]:
    """A move that would end where it breaks stacking stops a hex earlier (9.3)."""
    left = [id for id in ids if id in state.units and state.units[id].hex is not None]
    back = list(trail)
    while left and len(back) > 1 and not state.field(side).room(back[-1], left):
        back.pop()
        for id in left:
            yield UnitChanged(unit=id, entries={"hex": back[-1]})
        if len(back) == 1 or state.field(side).room(back[-1], left):
            yield from stop(state, side, left, "stacking")


def overrun(state: State, side: Side, ids: Sequence[UnitId], hex: Hex, dice: Dice) -> Iterator[Event]:
    """A Soviet stack runs over an alarm unit that is alone in a hex, or fails to (KOR-SMV-07)."""
    figures, terrain = state.tables.movement.overrun, state.rules.board.terrain[hex].name
    die = dice.roll("1d6", f"KOR-SMV-07 overrun at {hex}").total
    succeeds = die <= (figures["up_to_in_town"] if terrain in ("town", "major_town") else figures["up_to"])
    strongest = max(ids, key=lambda id: state.units[id].attack(state.profile(id)))
    yield from tell_all(state, OverrunTried(unit=strongest, hex=hex, die=die, succeeded=succeeds))
    if succeeds:
        for unit in state.at(hex, other(side)):
            yield UnitGone(unit=unit.id)
