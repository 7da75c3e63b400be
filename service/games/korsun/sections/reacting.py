"""What the other side does to a move, always from its lines: armor intercepts and demolitions (9.11, 15.2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex, distance, hexside
from service.engine.places import Place
from service.engine.telling import tell, tell_all
from service.games.korsun.known.line_lists import DEMOLITION, INTERCEPT
from service.games.korsun.known.picture import Contact
from service.games.korsun.known.reports import Intercepted, Thrown
from service.games.korsun.known.ways import March, allowance
from service.games.korsun.printed.reading import Side
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import Unit, UnitId
from service.games.korsun.sections.armor import exchange
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import PositionNoted, PublicChanged, State, UnitChanged

# ---- demolition (15.2.1)


def demolish(state: State, mover: Side, ids: Sequence[UnitId], hex: Hex, dice: Dice) -> Iterator[Event]:
    """The other side tries to blow a bridge of the hex that was entered, as its lines say (KOR-SMV-10, KOR-GMV-08)."""
    owner = other(mover)
    for there in state.rules.board.beside(hex):
        bridge = hexside(hex, there)
        spared = {*state.blown, *state.crossed, *state.straddled}
        if bridge not in state.public.bridges or bridge in spared:
            continue
        least = least_die(state, owner, hex, there)
        if least is None or not wants_to_blow(state, owner, bridge, hex, there):
            continue
        yield PositionNoted(entries={"blown": [*state.blown, bridge]})
        yield from blow(state, owner, bridge, least, dice, DEMOLITION, hex=hex)
        if bridge not in state.public.bridges:
            yield from settle(state)


def blow(
    state: State,
    owner: Side,
    bridge: Place,
    least: int,
    dice: Dice,
    rule: str,
    *,
    hex: Hex | None = None,
    unit: UnitId | None = None,
) -> Iterator[Event]:
    """One die for a bridge, which is gone with `least` or more; its owner is told, of the hex or of the unit."""
    die = dice.roll("1d6", f"{rule} demolition of {bridge}").total
    yield tell(state, owner, Thrown(purpose="demolition", die=die, succeeded=die >= least, hex=hex, unit=unit))
    if die >= least:
        left = {side: kind for side, kind in state.public.bridges.items() if side != bridge}
        yield PublicChanged(entries={"bridges": left})


def least_die(state: State, owner: Side, a: Hex, b: Hex) -> int | None:
    """The least die that blows a bridge, by the best of the owner's units in or next to either hex; None: no unit."""
    near = {a, b, *state.rules.board.beside(a), *state.rules.board.beside(b)}
    figures, found = state.tables.movement.demolition, []
    for unit in state.of(owner).values():
        printed = state.profile(unit.id)
        if unit.hex in near and printed.is_combat:
            found.append(figures["engineer" if printed.engineer else "alarm" if printed.is_alarm else "other"])
    return min(found, default=None)


def wants_to_blow(state: State, owner: Side, bridge: str, entered: Hex, across: Hex) -> bool:
    """What the first line that fits says; without one the bridge is left (parent 3.4)."""
    coming = seen_at(state, owner, entered)
    for line in state.pictures[owner].standing.demolitions:
        if line.bridge not in (None, bridge) or (line.large and (coming is None or not coming.large)):
            continue
        if not (line.beyond and anybody_beyond(state, owner, entered, across)):
            return line.does == "try"
    return False


def anybody_beyond(state: State, owner: Side, entered: Hex, across: Hex) -> bool:
    """Whether an own combat unit stands nearer to the end that the mover has reached than to the other."""
    hexes = (unit.hex for unit in state.of(owner).values() if state.profile(unit.id).is_combat)
    return any(distance(hex, entered) < distance(hex, across) for hex in hexes if hex is not None)


def seen_at(state: State, owner: Side, hex: Hex) -> Contact | None:
    """The mover as the owner's side sees it now."""
    watched = (contact for contact in state.eyes[owner].values() if contact.in_sight)
    return next((contact for contact in watched if contact.hex == hex), None)


# ---- armor intercept (9.11)


def intercept(state: State, mover: Side, ids: Sequence[UnitId], hex: Hex, dice: Dice) -> Iterator[Event]:
    """A unit of the other side tries to intercept the stack that entered a hex, as its lines say (KOR-SMV-09)."""
    owner, figures = other(mover), state.tables.movement.intercept
    if state.public.visibility == "storm" or any(state.units[id].ended for id in ids if id in state.units):
        return
    if seen_at(state, owner, hex) is None or set(ids) & set(state.harried):  # one try at a stack in a segment
        return
    unit = who_tries(state, owner, ids, hex)
    if unit is None:
        return
    yield UnitChanged(unit=unit.id, entries={"tried": True})
    yield PositionNoted(entries={"harried": [*state.harried, *ids]})
    modifiers = modifiers_of(state)
    die = dice.roll("1d6", f"{INTERCEPT} intercept by {owner} at {hex}").total
    if die + sum(modifiers.values()) < figures.success[owner]:
        yield tell(
            state, owner,
            Thrown(purpose="intercept", die=die, modifiers=modifiers, succeeded=False, hex=hex, unit=unit.id),
        )  # fmt: skip
        return
    place = where_to(state, owner, unit, hex)
    assert place is not None
    if place != unit.hex:
        yield UnitChanged(unit=unit.id, entries={"hex": place, "moved": True})
    for id in ids:
        yield UnitChanged(unit=id, entries={"ended": True})
    yield from tell_all(state, Intercepted(by=owner, unit=unit.id, hex=hex, die=die))
    yield from exchange(state, 0, mover, tuple(ids), (unit.id,), dice, hex=None)
    yield from settle(state)


def who_tries(state: State, owner: Side, ids: Sequence[UnitId], hex: Hex) -> Unit | None:
    """The first unit that may try, in the order of the lines; without a line nobody does."""
    seen, held = seen_at(state, owner, hex), set[UnitId]()
    faces = 6 + 1 - state.tables.movement.intercept.success[owner] + sum(modifiers_of(state).values())
    for line in state.pictures[owner].standing.intercepts:
        place = not line.hexes or hex in line.hexes
        ground = line.ground in ("any", state.public.ground)
        size = not line.large or (seen is not None and seen.large)
        if not (place and ground and size and faces >= line.chance):
            continue
        for unit in state.of(owner).values():
            if line.unit not in (None, unit.id) or unit.id in held:
                continue
            if line.does == "hold":
                held.add(unit.id)
            elif may_intercept(state, owner, unit, ids, hex):
                return unit
    return None


def modifiers_of(state: State) -> dict[str, int]:
    """What the weather adds to the die of an intercept."""
    figures = state.tables.movement.intercept
    modifiers = {"mud": figures.mud} if state.public.ground == "mud" else {}
    return {**modifiers, "overcast": figures.overcast} if state.public.visibility == "overcast" else modifiers


def may_intercept(state: State, owner: Side, unit: Unit, ids: Sequence[UnitId], hex: Hex) -> bool:
    """Whether a unit is eligible, near enough, and able to come next to the moving stack (9.11)."""
    if unit.hex is None or distance(unit.hex, hex) > state.tables.movement.intercept.sees_within or unit.tried:
        return False
    if not state.profile(unit.id).is_armor or unit.order or unit.supply == "oos2":
        return False
    field = state.field(owner)
    if any(there != hex for there in field.controllers(unit.hex)):
        return False
    return where_to(state, owner, unit, hex) is not None


def where_to(state: State, owner: Side, unit: Unit, hex: Hex) -> Hex | None:
    """The cheapest hex next to the moving stack that an interceptor reaches with half its allowance, its own first."""
    assert unit.hex is not None
    if distance(unit.hex, hex) == 1:
        return unit.hex
    field, figures = state.field(owner), state.tables.movement.intercept
    march = March(field, (unit,))
    budget = floor(allowance(field, unit) * figures.allowance)
    for way in march.routes():
        free = not field.controlled(way.node) or field.controllers(way.node) == (hex,)
        near = len(way.path) <= figures.hexes and distance(way.node, hex) == 1
        zone = not field.too_deep(unit.id, way.node)
        if way.cost <= budget and near and free and zone and field.room(way.node, (unit.id,)):
            return way.node
    return None
