"""Compulsory moves of routed and broken bases (P14, P15): whither they may go, by what their owner knows.

A routed base goes away from its enemies into the nearest cover, at normal speed. A broken one goes nearer to none of
them, into cover, fast if that brings it there. Where there is no cover in reach they go as far as they can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import lt

from service.engine.hexes import Hex
from service.engine.orders import demand
from service.engine.paths import Route, cheapest
from service.engine.sentences import place
from service.games.skirmish.known.picture import Contact, Picture
from service.games.skirmish.known.shelter import Bareness, bareness
from service.games.skirmish.printed.bases import Base, Pace
from service.games.skirmish.printed.field import cost, cover

Ways = dict[Hex, Route[Hex, int]]
"""The hexes to which there is a way, each with its cheapest, in halves of a point."""


@dataclass(frozen=True)
class Flight:
    """Where a base in flight can come to at a pace.

    `ends` are those where it may stop: in cover, or on its way to the cover `goal`, or as far as it can go.
    """

    ways: Ways
    ends: frozenset[Hex]
    covered: bool
    goal: Hex | None = None


def screened(picture: Picture, hex: Hex) -> bool:
    """Whether a hex has cover from every known enemy that would see it there (SKR-RTD-03, SKR-BRK-03)."""
    return all(
        not picture.sight(contact.hex, hex).open or cover(picture.rules, picture.ground, hex, contact.hex) >= 1
        for contact in picture.known_enemies()
    )


def in_sight(picture: Picture, hex: Hex) -> list[Contact]:
    """Known enemies in sight of a hex."""
    return [contact for contact in picture.known_enemies() if picture.sight(contact.hex, hex).open]


def away(picture: Picture, base: Base, here: Hex, there: Hex, enemies: tuple[Hex, ...]) -> bool:
    """Whether a step leads away from the enemies (SKR-RTD-02), or for a broken base nearer to none (SKR-BRK-02)."""
    distance = picture.rules.sheet.distance
    now, then = apart(distance, here, enemies), apart(distance, there, enemies)
    if any(map(lt, then, now)):
        return False
    return base.morale == "broken" or not enemies or min(then) > min(now)


@lru_cache(maxsize=20_000)
def apart(distance: Callable[[Hex, Hex], int], hex: Hex, enemies: tuple[Hex, ...]) -> tuple[int, ...]:
    """How far a hex is from each of the enemies."""
    return tuple(distance(hex, enemy) for enemy in enemies)


def price_of(picture: Picture, base: Base, here: Hex, there: Hex, enemies: tuple[Hex, ...]) -> int | None:
    """Halves of a point for a step of a flight from known enemies; None where it may not be made."""
    if there in enemies or not away(picture, base, here, there, enemies):
        return None
    return cost(picture.rules, picture.ground, picture.rules.profile(base).going, here, there)


def places(picture: Picture) -> tuple[Hex, ...]:
    """Where the known enemies are."""
    return tuple(dict.fromkeys(contact.hex for contact in picture.known_enemies()))


def spread(picture: Picture, base: Base, most: int | None) -> Ways:
    """The hexes that a base can flee to for so much, all of them without a limit, its own among them."""
    assert base.hex is not None
    enemies = places(picture)

    def price(so_far: Route[Hex, int], there: Hex) -> int | None:
        return price_of(picture, base, so_far.node, there, enemies)

    def nearest_first(so_far: Route[Hex, int], there: Hex) -> tuple[int, Hex]:
        """Of equal ways the one that comes from the nearest hex, as it has been from the beginning."""
        return so_far.cost, so_far.node

    neighbours = picture.rules.sheet.neighbours
    return {way.node: way for way in cheapest(base.hex, neighbours, price, most, prefer=nearest_first)}


def reach(picture: Picture, base: Base, pace: Pace) -> Ways:
    """The hexes with room for a base to which it can flee at a pace."""
    bases = picture.tables.bases
    ways = spread(picture, base, bases.profile(base).allowance(pace))
    return {hex: way for hex, way in ways.items() if way.path and bases.stacks(base, picture.will_be_at(hex))}


def at_an_end(picture: Picture, base: Base, way: Route[Hex, int], pace: Pace) -> bool:
    """Whether a base that has fled this way at a pace can flee no further."""
    enemies, left = places(picture), picture.rules.profile(base).allowance(pace) - way.cost
    prices = (price_of(picture, base, way.node, to, enemies) for to in picture.rules.sheet.neighbours(way.node))
    return all(price is None or price > left for price in prices)


def flight(picture: Picture, base: Base, pace: Pace = "normal") -> Flight:
    """Where a base can flee to at a pace: into cover, else as far towards it as it can, else as far as it can."""
    reached = reach(picture, base, pace)
    safe = {hex for hex in reached if screened(picture, hex)}
    if safe and base.morale == "routed":
        least = min(reached[hex].cost for hex in safe)
        safe = {hex for hex in safe if reached[hex].cost == least}
    if safe or not reached:
        return Flight(reached, frozenset(safe), bool(safe))
    goal, left = on_the_way(picture, base)
    least = min((left[hex] for hex in reached if hex in left), default=0)
    near = {hex for hex in reached if left.get(hex) == least} if goal is not None else set()
    ends = near or {hex for hex, way in reached.items() if at_an_end(picture, base, way, pace)} or set(reached)
    return Flight(reached, frozenset(ends), False, goal)


def on_the_way(picture: Picture, base: Base) -> tuple[Hex | None, dict[Hex, int]]:
    """The cover that a base makes for, beyond one turn's movement, and what each hex still lacks to it (SKR-BRK-04).

    It is remembered from turn to turn; a new one is the nearest.
    """
    ways = spread(picture, base, None)
    goals = {hex: way.cost for hex, way in ways.items() if way.path and screened(picture, hex)}
    if not goals:
        return None, {}
    goal = base.goal if base.goal in goals else min(goals, key=lambda hex: (goals[hex], hex))
    assert goal is not None
    enemies = places(picture)

    def price(so_far: Route[Hex, int], here: Hex) -> int | None:
        return price_of(picture, base, here, so_far.node, enemies) if here in ways else None

    return goal, {way.node: way.cost for way in cheapest(goal, picture.rules.sheet.neighbours, price)}


def owes_move(picture: Picture, base: Base) -> bool:
    """Whether a base in flight still has to be given a path."""
    if base.morale == "good" or base.id in picture.marches or base.replenished or base.fired == "prepared":
        return False
    if base.moved or picture.batches or others_gone(picture, base):
        return False
    return must_move(picture, base)


def others_gone(picture: Picture, base: Base) -> bool:
    """Whether bases that move after this one are on the sheet: what had no way until they went is given none now."""
    return base.morale != "good" and any(
        picture.own[id].morale == "good" or (base.morale == "routed" and picture.own[id].morale == "broken")
        for id in picture.marches
    )


def must_move(picture: Picture, base: Base) -> bool:
    """Whether a base in flight has to move: it is not in cover, and has a way (SKR-RTD-01, SKR-BRK-01)."""
    assert base.hex is not None
    seen = bool(in_sight(picture, base.hex)) if base.morale == "routed" else False
    if base.locked or base.immobilised or (screened(picture, base.hex) and not seen):
        return False
    return has_way(picture, base) or may_leave(picture, base)


def has_way(picture: Picture, base: Base) -> bool:
    """Whether a base can flee anywhere at normal speed; mostly the hex beside it already says so."""
    assert base.hex is not None
    rules, enemies = picture.rules, places(picture)
    most = rules.profile(base).allowance("normal")
    for there in rules.sheet.neighbours(base.hex):
        price = price_of(picture, base, base.hex, there, enemies)
        if price is not None and price <= most and rules.tables.bases.stacks(base, picture.will_be_at(there)):
            return True
    return bool(reach(picture, base, "normal"))


def may_leave(picture: Picture, base: Base) -> bool:
    """Whether a routed base stands where it can leave the map, at its side's edge (P14)."""
    edge = picture.rules.sides[picture.side].friendly_edge
    return base.morale == "routed" and base.hex is not None and picture.rules.edge(base.hex, edge)


def surrenders(picture: Picture, base: Base) -> bool:
    """Whether a routed base gives itself up: no way leads off, and it sees an identified enemy (SKR-RTD-06)."""
    assert base.hex is not None
    trapped = base.morale == "routed" and not base.locked and not has_way(picture, base)
    seen = any(contact.identified and contact.in_sight for contact in in_sight(picture, base.hex))  # no mere ghost
    return trapped and seen and not may_leave(picture, base)


def check_flight(picture: Picture, base: Base, path: Sequence[Hex], pace: Pace | None) -> None:
    """Refuse a path that is no lawful flight, in the order of precedence (P28)."""
    routed, profile = base.morale == "routed", picture.rules.profile(base)
    what = "routed" if routed else "broken"
    fast = pace == "fast" or flight_cost(picture, base, path) > profile.allowance("normal")
    demand(not (routed and fast), "SKR-RTD-04", (base.said, " is routed: it moves at normal speed, no further."),
           "NORMAL_SPEED_ONLY")  # fmt: skip
    end = path[-1]
    demand(not fast or screened(picture, end), "SKR-BRK-05",
           (base.said, " goes fast only into cover, not to ", place(end), "."), "NO_COVER_IN_REACH")  # fmt: skip
    for here, there in zip((Hex(str(base.hex)), *path), path, strict=False):
        demand(away(picture, base, here, there, places(picture)), "SKR-RTD-02" if routed else "SKR-BRK-02",
               (base.said, f" is {what}: ", place(there), " brings it nearer to an enemy."),
               "TOWARDS_ENEMY")  # fmt: skip
    reached = flight(picture, base, "fast" if fast else "normal")
    demand(not fast or flight_cost(picture, base, path) <= profile.allowance("fast"), "P11",
           (base.said, " cannot go so far."), "NOT_AFFORDED")  # fmt: skip
    rule = "SKR-RTD-03" if routed else "SKR-BRK-03"
    where = "the nearest cover" if routed else "cover"
    demand(fast or end in reached.ends, rule,
           (base.said, f" is {what}: it has to end in {where}, or go as far as it can towards it."),
           "NOT_IN_COVER")  # fmt: skip


def flight_cost(picture: Picture, base: Base, path: Sequence[Hex]) -> int:
    """Halves of a point for a flight; refused where ground bars it."""
    spent, going = 0, picture.rules.profile(base).going
    for here, there in zip((Hex(str(base.hex)), *path), path, strict=False):
        price = cost(picture.rules, picture.ground, going, here, there)
        demand(price is not None, "P10", (base.said, " cannot enter ", place(there), "."), "NOT_AFFORDED")
        spent += price or 0
    return spent


def ends_of(picture: Picture, base: Base) -> Ways:
    """Where a base in flight may end, with the way there; a broken one also fast, into cover."""
    normal = flight(picture, base)
    found = {hex: normal.ways[hex] for hex in normal.ends}
    if base.morale == "broken" and not normal.covered:
        fast = flight(picture, base, "fast")
        if fast.covered:
            found |= {hex: fast.ways[hex] for hex in fast.ends}
    return found


def sheltered(picture: Picture, base: Base) -> Ways:
    """Where a base in flight may end, as `ends_of` has it, of equally cheap ways each time the one that takes cover."""
    found = ends_of(picture, base)
    most = max((way.cost for way in found.values()), default=0)
    return {way.node: way for way in away_from_all(picture, base, most) if way.node in found}


def away_from_all(picture: Picture, base: Base, most: int | None = None) -> Iterator[Route[Hex, int]]:
    """The cheapest way to each hex that a base in flight may come to for so much, nearest first, by cover."""
    bare, enemies = bareness(picture, base), places(picture)
    assert base.hex is not None

    def price(so_far: Route[Hex, int], there: Hex) -> int | None:
        return price_of(picture, base, so_far.node, there, enemies)

    def in_cover(so_far: Route[Hex, int], to: Hex) -> tuple[Bareness, int, Hex, tuple[Hex, ...]]:
        return bare((*so_far.path, to)), len(so_far.path), to, so_far.path

    ways = cheapest(base.hex, picture.rules.sheet.neighbours, price, most, prefer=in_cover)
    yield from (way for way in ways if way.path)


def servers_path(picture: Picture, base: Base) -> tuple[Hex, ...]:
    """The path for a base for which nobody drew one: to the cheapest cover, else furthest from the nearest enemy."""
    found = ends_of(picture, base)
    apart = picture.rules.sheet.distance
    enemies = [contact.hex for contact in picture.known_enemies()]

    def worth(hex: Hex) -> tuple[bool, int, Hex]:
        safe = screened(picture, hex)
        far = min((apart(hex, enemy) for enemy in enemies), default=0)
        return (not safe, found[hex].cost if safe else -far, hex)

    best = min(found, key=worth, default=None)
    return found[best].path if best is not None else ()
