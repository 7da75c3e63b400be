"""Retreats and advances after combat (12.15, 12.16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.events import Event
from service.engine.hexes import Hex, distance
from service.games.korsun.known.field import Field
from service.games.korsun.known.picture import Attack
from service.games.korsun.known.ways import terrain_cost
from service.games.korsun.printed.reading import Side
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import OUT, UnitId
from service.games.korsun.sections.losses import lose_steps
from service.games.korsun.sections.walking import take
from service.games.korsun.truth.state import SdmChanged, State, UnitChanged


def retreat(state: State, attack: Attack, hexes: int, came: dict[str, list[UnitId]]) -> Iterator[Event]:
    """The defenders leave their hex, the biggest first; for each hex not made a unit loses a step (12.15)."""
    side = other(attack.by)
    attackers = [hex for id in attack.units if id in state.units and (hex := state.units[id].hex) is not None]
    leaving = sorted(state.at(attack.hex, side), key=lambda unit: (-state.profile(unit.id).size, unit.id))
    ways: list[tuple[Hex, ...]] = []
    for unit in leaving:
        wished, shunned = wishes(state, side, unit.id, attack.hex)
        way, missing = way_back(state, side, unit.id, attack.hex, attackers, hexes, wished, shunned)
        if way:
            entries: dict[str, object] = {"hex": way[-1]}
            if state.profile(unit.id).is_gun:
                entries["ammo"] = max(OUT, unit.ammo - 1)
            yield UnitChanged(unit=unit.id, entries=entries)
            came["retreated"].append(unit.id)
            ways.append(way)
            if state.profile(unit.id).is_combat:
                yield from take(state, side, way[-1])
        yield from lose_steps(state, unit.id, missing)
    if not state.at(attack.hex, side):
        yield from take_marker_along(state, side, attack.hex, ways)


def wishes(state: State, side: Side, id: UnitId, start: Hex) -> tuple[Sequence[Hex], Sequence[Hex]]:
    """The hexes through which the owner would have a unit retreat, and those to avoid: as decided now, or by lines."""
    decided = state.decided_by(side).retreats
    if id in decided:
        return decided[id], ()
    for line in state.pictures[side].standing.retreats:
        if line.unit in (None, id) and line.hex in (None, start):
            return line.prefer, line.avoid
    return (), ()


def way_back(
    state: State, side: Side, id: UnitId, start: Hex, attackers: Sequence[Hex], hexes: int,
    wished: Sequence[Hex] = (), shunned: Sequence[Hex] = (),
) -> tuple[tuple[Hex, ...], int]:  # fmt: skip
    """The hexes of a unit's retreat, and how many it could not make.

    Each is farther from the nearest attacker than the one before if such a hex is legal; of those none that its owner
    has `shunned` while there is another, then one that they have `wished` for, then the one nearest to the own supply
    marker, of equals the lowest number (parent 3.4). A surplus retreats on (11.0).
    """
    field = state.field(side)
    sdm = field.sdm_of(id)
    home = sdm.hex if sdm is not None else None
    here, way = start, list[Hex]()
    for number in range(hexes + 2):
        last = number >= hexes - 1
        if number >= hexes and field.room(here, (id,)):
            break
        fit = [hex for hex in field.board.beside(here) if legal(field, id, here, hex) and hex not in (start, *way)]
        with_room = [hex for hex in fit if field.room(hex, (id,))] if last else fit
        fit = with_room or fit
        if not fit:
            break

        def rank(hex: Hex, here: Hex = here) -> tuple[bool, bool, bool, int, Hex]:
            away = nearest(hex, attackers) > nearest(here, attackers)
            near = distance(hex, home) if home is not None else -nearest(hex, attackers)
            return not away, hex in shunned, hex not in wished, near, hex

        here = min(fit, key=rank)
        way.append(here)
    while way and not field.room(way[-1], (id,)):
        way.pop()
    return tuple(way), max(0, hexes - len(way))


def nearest(hex: Hex, attackers: Sequence[Hex]) -> int:
    return min((distance(hex, there) for there in attackers), default=0)


def legal(field: Field, id: UnitId, here: Hex, hex: Hex) -> bool:
    """Whether a retreat may lead there: no enemy, nothing prohibited, no zone of control without a friendly unit."""
    return not field.barred(hex) and terrain_cost(field, field.profile(id), here, hex) is not None


def take_marker_along(state: State, side: Side, start: Hex, ways: Sequence[Sequence[Hex]]) -> Iterator[Event]:
    """A supply marker goes along where the retreat follows its road; else it is removed until C1 (12.15)."""
    field = state.field(side)
    for command, sdm in state.sdms_of(side).items():
        if sdm.hex != start:
            continue
        by_road = [way for way in ways if all(field.road(a, b) for a, b in zip((start, *way), way, strict=False))]
        if by_road:
            yield SdmChanged(command=command, entries={"hex": by_road[0][-1]})
        else:
            yield SdmChanged(command=command, entries={"hex": None, "sp": 0, "front": False, "cut_off": True})


def advance(state: State, attack: Attack, came: dict[str, list[UnitId]]) -> Iterator[Event]:
    """Attackers enter the empty hex as their owner planned it, up to stacking, ignoring points and zones (12.16)."""
    side, plan = attack.by, state.plan_of(attack)
    if state.at(attack.hex, other(side)):
        return
    alive = [id for id in attack.units if id in state.units]
    said = state.decided_by(side).advance
    named = plan.advance if said is None else said
    wanted = usual_advance(state, alive) if named is None else [id for id in named if id in alive]
    for id in wanted:
        unit, field = state.units[id], state.field(side)
        assert unit.hex is not None
        if (
            not field.room(attack.hex, (id,))
            or field.too_deep(id, attack.hex)
            or terrain_cost(field, state.profile(id), unit.hex, attack.hex) is None
        ):
            continue
        yield UnitChanged(unit=id, entries={"hex": attack.hex, "moved": True})
        yield from take(state, side, attack.hex)
        came["advanced"].append(id)


def usual_advance(state: State, units: Sequence[UnitId]) -> list[UnitId]:
    """The armor unit with most attack, then the best infantry (parent 3.3)."""

    def attack(id: UnitId) -> tuple[int, UnitId]:
        return -state.units[id].attack(state.profile(id)), id

    armor = sorted((id for id in units if state.profile(id).is_armor), key=attack)
    infantry = sorted((id for id in units if state.profile(id).is_infantry), key=attack)
    return [*armor[:1], *infantry[:1]]
