"""Forced march (7): more points for a die, along a route that is fixed before it falls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.options import Option, Routes, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, Refusal, demand
from service.engine.places import Place
from service.engine.roles import Subject, Way
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, place, say
from service.games.campaign1776.known.asking import named, together
from service.games.campaign1776.known.field import Barrier, Field, March
from service.games.campaign1776.known.picture import Picture, field_of
from service.games.campaign1776.known.reckoning import falling, losses_of
from service.games.campaign1776.known.reports import ForcedMarched, MarchesCounted
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import DUE, Pool, PoolId
from service.games.campaign1776.sections.capture import capture_in, give_up_works
from service.games.campaign1776.sections.eliminating import try_elimination
from service.games.campaign1776.sections.marching import barred, entered
from service.games.campaign1776.staff.order_prose import done_by, moved_said
from service.games.campaign1776.truth.events import (
    Marched,
    PointsLost,
    PoolGone,
    PoolSet,
    ShipSet,
    ThrowBegun,
    ThrowMade,
    ThrowSettled,
    shrunk,
)
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State, Throw

SEPARATE, BY_WATER, ENEMIES, ROUTE, ONE_ROUTE, WINTER, TABLE = (
    "C76-FM-01", "C76-FM-02", "C76-FM-03", "C76-FM-04", "C76-FM-05", "C76-WIN-13", "P7",
)  # fmt: skip


def open_marches(state: State, dice: Dice) -> Iterator[Event]:
    """Nobody remembers what they did in regular movement, but for the piece of a split hex (C76-FM-01, C76-MAP-18)."""
    seat = state.phasing
    assert seat is not None
    for pool in list(state.of(seat).values()):
        fresh = replace(pool, began=pool.at, within=pool.place, spent=0, toll=0, stopped=pool.bound)
        if fresh != pool:
            yield PoolSet(pool=fresh)
    yield Marched(march=None)
    yield from settle(state, (seat,))


def close_marches(state: State, dice: Dice) -> Iterator[Event]:
    seat = state.phasing
    assert seat is not None
    if state.pictures[seat].marched:
        yield Told(seat=seat, report=MarchesCounted())
    if state.throw is not None:
        yield ThrowSettled()


@dataclass(frozen=True, eq=False)
class Forced(March):
    """A march for which allowances count nothing (C76-FM-08)."""

    @property
    def points(self) -> int:
        return self.field.rules.tables.forced_march.most

    def sought(self, path: Sequence[Hex]) -> tuple[int, int, Barrier | None]:
        """How many hexes of a route can be entered, the points that it takes, and what bars the next one.

        Past enemies in sight it takes the points more by which a stack goes on after eliminating them (C76-AV-09).
        """
        here, points, toll = self.start, 0, 0
        for made, hex in enumerate(path):
            bar = self.barrier(here, hex)
            if bar is not None and not (toll and bar == "enemies"):
                return made, points, bar
            points += (self.cost(here, hex) or 0) + toll
            here = self.field.rules.land.entered(here.hex, hex)
            toll = self.field.rules.tables.forced_march.elimination if self.stops(hex) else 0
        return len(path), points, None


def forced_of(picture: Picture, ids: Sequence[PoolId]) -> Forced:
    """Own units that can make a forced march together. Raises a Refusal where they cannot."""
    pools, rules = together(picture, ids), picture.rules
    for pool in pools:
        kind = rules.kind(pool.kind)
        demand(kind.allowance, TABLE, (named(pool.id), f" are {kind.many}, which never move."))
        demand(not pool.bound, TABLE, (named(pool.id), " go no further in this phase."))
        demand(not pool.landed, BY_WATER, (named(pool.id), " have come by water in this phase, and march no more."))
    march, hex = Forced(field_of(picture), pools), Hex(pools[0].at)
    demand(march.armed, TABLE, "Guns and supply march with troops, not alone.")
    demand(not march.divided, "C76-MAP-18", "They have come to different pieces of this hex.")
    demand(hex not in march.field.enemies, ENEMIES, ("Enemy troops stand in ", place(hex), " outside a fort."))
    demand(not winter_bars(march.field, (hex,)), WINTER, "In winter no forced march leads out of the Middle States.")
    return march


def winter_bars(field: Field, hexes: Sequence[Hex]) -> bool:
    closed = field.rules.tables.winter.no_forced_march_in
    return field.winter and any(field.rules.board.area.get(hex) == closed for hex in hexes)


@dataclass(frozen=True, kw_only=True)
class ForceMarch(Order):
    """March on after regular movement, hex by hex, for as many points as the route takes and a die allows.

    Past enemies in sight the stack tries to eliminate them on its way. What it gains and cannot spend destroys it.
    """

    rule: ClassVar[str] = SEPARATE
    phrase: ClassVar[Phrase] = Phrase("force {units} via {path}")
    kind: Literal["force-march"] = "force-march"
    units: Subject[tuple[PoolId, ...]]
    path: Way[tuple[Place, ...]]

    def said(self, to: Saying) -> Sentence:
        return moved_said(done_by(to, self.units, "make a forced march"), self.path)

    def check(self, picture: Picture) -> None:
        march, path = forced_of(picture, self.units), tuple(map(Hex, self.path))
        demand(path, ROUTE, "Name the hexes of the route, without the one that it sets out from.")
        made, points, barrier = march.sought(path)
        if barrier is not None:
            here = (march.start.hex, *path)[made]
            rule, reason = barred(barrier, here, path[made], march)
            demand(False, ROUTE if barrier == "off" else rule, reason)
        most = picture.rules.tables.forced_march.most
        demand(points <= most, TABLE, f"The route takes {counted(points, 'point')}; at most {most} can be sought.")
        demand(not winter_bars(march.field, path), WINTER, "In winter no forced march enters the Middle States.")
        demand(
            (march.start.hex, path[-1]) not in picture.marched, ONE_ROUTE,
            ("One march has been made from ", place(march.start.hex), " to ", place(path[-1]),
             ": all who make it go together, by one route."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        start, end = Hex(picture.own[self.units[0]].at), Hex(self.path[-1])
        picture.marched.append((start, end))

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if all(id in state.pools and not state.pools[id].bound for id in self.units):
            yield from march_thrown(state, seat, self.units, self.path, dice)
        else:
            yield Told(seat=seat, report=MarchesCounted(marched=tuple(state.marched)))
            yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        stacks: dict[tuple[Place, str], list[PoolId]] = {}
        for pool in picture.own.values():
            armed = picture.rules.kind(pool.kind).combat
            if armed and pool.at != DUE and not (pool.aboard or pool.bound or pool.landed):
                stacks.setdefault((pool.at, pool.piece), []).append(pool.id)
        for (hex, _), ids in stacks.items():
            if forced_ways(picture, ids):
                units = Several(values=tuple(ids), least=1, most=len(ids))
                yield Option(
                    kind="force-march", title=say("Forced march from ", place(hex)), subjects=tuple(ids),
                    fields={"units": units, "path": Routes(follows="units")}, rule=SEPARATE,
                )  # fmt: skip


def forced_ways(picture: Picture, ids: Sequence[PoolId]) -> list[tuple[Hex, int, tuple[Hex, ...]]]:
    """Where units can make a forced march to: hex, points and route."""
    try:
        march = forced_of(picture, ids)
    except Refusal:
        return []
    found = []
    for end in march.destinations():
        path = tuple(Hex(hex) for hex in end.path)
        fresh = (march.start.hex, path[-1]) not in picture.marched
        if fresh and not winter_bars(march.field, path):
            found.append((Hex(end.place), end.cost, path))
    return found


# ---- worked


def march_thrown(
    state: State, seat: Seat, ids: tuple[PoolId, ...], path: Sequence[Place], dice: Dice
) -> Iterator[Event]:
    """A forced march with all that comes of it."""
    yield ThrowBegun(throw=Throw(what="forced march", seat=seat, units=ids, path=tuple(path)))
    yield from force_march(state, seat, ids, tuple(map(Hex, path)), dice)
    yield Told(seat=seat, report=MarchesCounted(marched=tuple(state.marched)))
    yield from settle(state, (seat,))
    yield ThrowMade()


def force_march(state: State, seat: Seat, ids: Sequence[PoolId], path: Sequence[Hex], dice: Dice) -> Iterator[Event]:
    """The die, the losses before the march, the way as far as it goes, and the end of who cannot spend all."""
    known = Forced(field_of(state.pictures[seat]), tuple(state.pools[id] for id in ids))
    start, (_, points, _) = known.start.hex, known.sought(path)
    # What came first in the same list may have found enemies on this route, whom nobody knew of as it was sought.
    sought, known_then = min(points, known.points), known.field.enemies if points <= known.points else frozenset()
    die = dice.roll("1d6", f"{ROUTE} forced march of the {seat} side from {start} to {path[-1]}").total
    cell = state.rules.tables.forced_march.of(die, sought)
    yield Marched(march=(start, path[-1]))
    lost: dict[str, int] = {}
    if cell.halved:
        yield from _halve(state, seat, ids, lost)
    left, excused = cell.points, not cell.points or not _armed(state, ids)
    for hex in path if not excused else ():
        march = Forced(state.field(seat), tuple(_still(state, ids)))
        here, barrier, cost = march.start, march.barrier(march.start, hex), march.cost(march.start, hex)
        price = (cost or 0) + max(pool.toll for pool in march.pools)
        if barrier is not None or cost is None or price > left:
            excused = barrier is not None and here.hex not in known_then
            break
        left -= price
        for pool in march.pools:
            moved = replace(pool)
            entered(march, moved, here.hex, hex, cost)
            yield PoolSet(pool=moved)
        if (ferry := march.field.ferry(here.hex, hex)) is not None:
            yield ShipSet(ship=replace(state.ships[ferry], ferried=True))
        yield from give_up_works(state, seat, here.hex)
        yield from capture_in(state, seat, hex)
        if hex in march.field.enemies:
            if hex not in known_then:
                excused = True
                break
            if hex != path[-1]:
                yield from try_elimination(state, seat, _still(state, ids))
                if any(pool.bound for pool in _still(state, ids)):
                    break
        yield from settle(state, (seat,))
    unspent = 0 if excused else left
    ended = next((pool.at for pool in _still(state, ids)), start)
    yield Told(seat=seat, report=ForcedMarched(
        start=start, to=path[-1], sought=sought, die=die, gained=cell.points, lost=lost, ended=ended, unspent=unspent,
    ))  # fmt: skip
    for pool in _still(state, ids):
        if unspent:
            yield from _perish(state, seat, pool)
        else:
            yield PoolSet(pool=replace(pool, stopped=True, bound=True))


def _still(state: State, ids: Sequence[PoolId]) -> list[Pool]:
    return [state.pools[id] for id in ids if id in state.pools]


def _armed(state: State, ids: Sequence[PoolId]) -> bool:
    return any(state.kind(pool).combat for pool in _still(state, ids))


def _halve(state: State, seat: Seat, ids: Sequence[PoolId], lost: dict[str, int]) -> Iterator[Event]:
    """Half of the strength points, fractions lost, in the owner's loss order; guns and supply are not halved."""
    pools = [pool for pool in _still(state, ids) if state.kind(pool).combat]
    number = losses_of(state.rules.tables, "H", sum(pool.number for pool in pools))
    order = state.rules.tables.doctrine.loss_order[seat]
    fallen = falling(order, [pool.kind for pool in pools], number, [pool.number for pool in pools])
    for pool, gone in zip(pools, fallen, strict=True):
        if gone:
            lost[pool.kind] = lost.get(pool.kind, 0) + gone
            yield PointsLost(of=pool.kind, number=gone)
            yield from shrunk(state, pool, gone)
            yield from give_up_works(state, seat, Hex(pool.at))


def _perish(state: State, seat: Seat, pool: Pool) -> Iterator[Event]:
    if state.kind(pool).combat:
        yield PointsLost(of=pool.kind, number=pool.number)
    yield PoolGone(pool=pool.id)
    yield from give_up_works(state, seat, Hex(pool.at))
