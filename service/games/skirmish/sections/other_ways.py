"""Other ways for a move: through hexes that its owner names, or less seen than the one that they have (P11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from service.engine.hexes import Hex
from service.engine.orders import Order, Refusal, accepts, demand
from service.engine.paths import Route, cheapest
from service.engine.sentences import place
from service.games.skirmish.known.paths import Stand, beside_enemies, legs, too_fast, turned
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reach import planned
from service.games.skirmish.known.routs import away_from_all
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.field import cost
from service.games.skirmish.sections.exposure import watchers
from service.games.skirmish.sections.moving import Move

Spent = tuple[Stand, int]
"""Where a base stands, and what it has spent to come there."""


def other_ways(picture: Picture, order: Order, via: Sequence[Hex]) -> list[Order]:
    """The same move through these hexes, in this order; without any, by ways on which fewer steps are in sight.

    Refused where no way leads through them.
    """
    if not isinstance(order, Move) or not order.path or order.reverse:
        return []
    base = planned(picture, picture.base(order.base))
    if via:
        found = replace(order, path=through(picture, base, (*via, order.path[-1])), pace=None)
        found.check(picture)
        return [found]
    if base.morale != "good" or base.hex is None:
        return []
    seen = steps_seen(picture, order.path)
    better = (replace(order, path=path, pace=None) for path in less_seen(picture, base, order.path[-1]))
    kept = {one.path: one for one in better if steps_seen(picture, one.path) < seen and accepts(picture, one)}
    return list(kept.values())


def steps_seen(picture: Picture, path: Sequence[Hex]) -> int:
    """How many steps of a way known enemies see."""
    return sum(bool(watchers(picture, hex)) for hex in path)


# ---- through named hexes


def through(picture: Picture, base: Base, hexes: Sequence[Hex]) -> tuple[Hex, ...]:
    """The cheapest way from hex to hex; of equally cheap ones each time that which takes cover."""
    path: list[Hex] = []
    for to in hexes:
        if to == base.hex:
            continue
        demand(to in picture.rules.sheet, "P2", f"There is no hex {to} on this map.")
        leg = next((one for one in ways_on(picture, base) if one[0][-1:] == (to,)), None)
        if leg is None:
            raise Refusal("P11", (base.said, " cannot come to ", place(to), " by that way."), code="NOT_AFFORDED")
        steps, heading, spent = leg
        path += steps
        base = base.changed(hex=to, heading=heading, spent=spent)
    return tuple(path)


def ways_on(picture: Picture, base: Base) -> Iterator[tuple[tuple[Hex, ...], int, int]]:
    """Each way on for a base, the nearest first: its hexes, the heading at its end, what will have been spent."""
    if base.morale != "good":
        yield from ((way.path, base.heading, base.spent + way.cost) for way in away_from_all(picture, base))
        return
    already = base.spent if base.hex is not None else 0
    for way in legs(picture, base):
        yield tuple(hex for hex, _ in way.path), way.node[1], already + way.cost


# ---- less seen


def less_seen(picture: Picture, base: Base, to: Hex) -> Iterator[tuple[Hex, ...]]:
    """The ways to a hex of which the fewest steps are in sight of known enemies: at normal pace, and at any."""
    profile = picture.rules.profile(base)
    normal, fast = profile.allowance("normal"), profile.allowance("fast")
    for most in dict.fromkeys((normal, max(normal, fast))):
        path = least_seen(picture, base, to, most)
        if path:
            yield path


def least_seen(picture: Picture, base: Base, to: Hex, most: int) -> tuple[Hex, ...]:
    """The way to a hex, for so much at most, of which the fewest steps are in sight; the cheapest of them."""
    rules, profile, turn = picture.rules, picture.rules.profile(base), picture.tables.bases.turning.turn
    enemies, beside = {contact.hex for contact in picture.known_enemies()}, beside_enemies(picture)
    assert base.hex is not None

    def neighbours(here: Spent) -> Iterator[Spent]:
        (at, ahead), spent = here
        for there in rules.sheet.neighbours(at):
            price = cost(rules, picture.ground, profile.going, at, there)
            if price is None or there in enemies:
                continue
            wanted = (rules.sheet.heading(at, there) or 0) if base.vehicle else ahead
            total = spent + price + turn * len(turned(ahead, wanted, rules.sheet.headings))
            slow = total <= profile.allowance("normal") or too_fast(picture, base, [there], beside) is None
            if total <= most and slow:
                yield (there, wanted), total

    def seen(so_far: Route[Spent, int], there: Spent) -> int:
        return int(bool(watchers(picture, there[0][0])))

    def cheaper(so_far: Route[Spent, int], there: Spent) -> tuple[int, int, Spent]:
        return there[1], len(so_far.path), so_far.node

    start = (base.hex, base.heading if base.vehicle else 0), base.spent
    for way in cheapest(start, neighbours, seen, prefer=cheaper):
        if way.path and way.node[0][0] == to:
            return tuple(hex for (hex, _), _ in way.path)
    return ()
