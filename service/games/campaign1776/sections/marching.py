"""Regular movement over land (5): marching, parting, and going in and out of forts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.options import Choice, Domain, Option, Routes, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, Reason, accepts, demand
from service.engine.places import Place
from service.engine.roles import Subject, Way
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, place, say
from service.games.campaign1776.known.asking import UNITS, named, own_pool, together
from service.games.campaign1776.known.counters import fits, of_kind
from service.games.campaign1776.known.field import Barrier, March
from service.games.campaign1776.known.militia import MILITIA
from service.games.campaign1776.known.picture import Picture, field_of, in_hex, points
from service.games.campaign1776.known.reports import MarchStopped, Why
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import DUE, Pool, PoolId, pool_id
from service.games.campaign1776.sections.capture import capture_in, give_up_works
from service.games.campaign1776.staff.order_prose import done_by, moved_said
from service.games.campaign1776.truth.events import PoolSet, ShipSet
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State

MARCH, COSTS, ENEMIES = "P5", "P5", "P5"
PIECES, FORTS, COUNTERS = "C76-MAP-18", "C76-FORT-03", "C76-MSC-09"


def march_of(picture: Picture, ids: Sequence[PoolId]) -> March:
    """Own units that can march together now. Raises a Refusal where they cannot."""
    pools = together(picture, ids)
    for pool in pools:
        kind = picture.rules.kind(pool.kind)
        demand(kind.allowance, MARCH, (named(pool.id), f" are {kind.many}, which never move."))
        demand(not pool.stopped, MARCH, (named(pool.id), " go no further in this phase."))
    march = March(field_of(picture), pools)
    demand(not march.divided, PIECES, "They have come to different pieces of this hex, and cannot leave it together.")
    return march


# ---- marching


@dataclass(frozen=True, kw_only=True)
class MarchTo(Order):
    """March with units that stand in one hex, hex by hex, each within its own allowance."""

    rule: ClassVar[str] = MARCH
    phrase: ClassVar[Phrase] = Phrase("march {units} via {path}")
    kind: Literal["march"] = "march"
    units: Subject[tuple[PoolId, ...]]
    path: Way[tuple[Place, ...]]

    def said(self, to: Saying) -> Sentence:
        return moved_said(done_by(to, self.units, "march"), self.path)

    def check(self, picture: Picture) -> None:
        march = march_of(picture, self.units)
        demand(self.path, MARCH, "Name the hexes of the way, without the one that it sets out from.")
        made, _, barrier = march.priced(self.path)
        if barrier is not None:
            demand(False, *barred(barrier, (march.start.hex, *self.path)[made], self.path[made], march))

    def believe(self, picture: Picture) -> None:
        march = March(field_of(picture), tuple(picture.own[id] for id in self.units))
        _, spent, _ = march.priced(self.path)
        way = (march.start.hex, *self.path)
        before = way[-2]
        for here, there in pairwise(way):
            if (ferry := march.field.ferry(here, there)) is not None:
                picture.ships[ferry] = replace(picture.ships[ferry], ferried=True)
        for pool in march.pools:
            entered(march, pool, before, self.path[-1], spent)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from walk(state, seat, self.units, self.path)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex, units in stacks(picture).items():
            fields: dict[str, Domain] = {
                "units": Several(values=units, least=1, most=len(units)), "path": Routes(follows="units"),
            }  # fmt: skip
            yield Option(kind="march", title=say("March from ", place(hex)), subjects=units, fields=fields, rule=MARCH)


def barred(barrier: Barrier, here: Hex, there: Hex, march: March) -> tuple[str, Reason]:
    """Why a step is refused, with the rule that says so."""
    match barrier:
        case "off":
            return MARCH, (place(there), " is not a hex in play that adjoins ", place(here), ".")
        case "water":
            return COSTS, ("No unit can go from ", place(here), " to ", place(there), " on foot: water lies between.")
        case "piece":
            return PIECES, (place(there), " is not reached from the piece of ", place(here), " that they came to.")
        case "area":
            return MILITIA, ("Militia cannot leave its area: ", place(there), " lies in another.")
        case "alone":
            return ENEMIES, ("The enemy stands in ", place(there), ": units without strength points cannot go there.")
        case "enemies":
            return ENEMIES, (
                "The enemy stands in ", place(here), ": whoever comes there stops, and no unit goes from one "
                "hex of the "
                "enemy's into another.",
            )  # fmt: skip
        case "points":
            return COSTS, (
                "The way to ", place(there), f" costs more than the {counted(march.points, 'point')} that they have.",
            )  # fmt: skip


def entered(march: March, pool: Pool, here: Hex, there: Hex, spent: int) -> None:
    """What a pool is once it has come to a hex out of its neighbour."""
    pool.at, pool.spent, pool.toll, pool.inside = there, pool.spent + pool.toll + spent, 0, False
    pool.piece, pool.stopped = march.field.rules.land.entered(here, there).piece, march.stops(there)


def stacks(picture: Picture) -> dict[Hex, tuple[PoolId, ...]]:
    """The units that may march together, by hex: those that came to one piece of it and have points left."""
    field, found = field_of(picture), dict[tuple[Hex, str], list[PoolId]]()
    for pool in picture.own.values():
        movable = pool.at != DUE and not pool.aboard and not pool.stopped and field.left(pool)
        if movable and picture.rules.kind(pool.kind).allowance and March(field, (pool,)).can_go():
            found.setdefault((pool.at, pool.piece), []).append(pool.id)
    listed: dict[Hex, tuple[PoolId, ...]] = {}
    for (hex, _), ids in found.items():
        listed.setdefault(hex, tuple(ids))
    return listed


def walk(state: State, seat: Seat, ids: Sequence[PoolId], path: Sequence[Hex]) -> Iterator[Event]:
    """March along a path that was lawful by their owner's picture, as far as it truly leads."""
    pools = [state.pools.get(id) for id in ids]
    if any(pool is None or pool.stopped for pool in pools) or len({pool.at for pool in pools if pool}) > 1:
        yield from _stop(state, seat, ids, "elsewhere")
        yield from settle(state, (seat,))
        return
    for hex in path:
        march = March(state.field(seat), tuple(state.pools[id] for id in ids))
        here, barrier = march.start, march.barrier(march.start, hex)
        if barrier == "enemies":
            yield from _stop(state, seat, ids, "held")
            break
        cost = march.cost(here, hex)
        if barrier not in (None, "alone") or cost is None:
            yield from _stop(state, seat, ids, "elsewhere")
            break
        for id in ids:
            pool = replace(state.pools[id])
            entered(march, pool, here.hex, hex, cost)
            yield PoolSet(pool=pool)
        if (ferry := march.field.ferry(here.hex, hex)) is not None:
            yield ShipSet(ship=replace(state.ships[ferry], ferried=True))
        yield from give_up_works(state, seat, here.hex)
        if barrier == "alone":
            yield from _stop(state, seat, ids, "captured")
            yield from capture_in(state, state.other(seat), hex)
            break
        yield from capture_in(state, seat, hex)
        yield from settle(state, (seat,))
        if march.stops(hex):
            if hex != path[-1]:
                yield from _stop(state, seat, ids, "enemies")
            break
    yield from settle(state, (seat,))


def _stop(state: State, seat: Seat, ids: Sequence[PoolId], why: Why) -> Iterator[Event]:
    """Tell the mover that the march came to less than was ordered, and why."""
    at = next((state.pools[id].at for id in ids if id in state.pools), DUE)
    yield Told(seat=seat, report=MarchStopped(units=tuple(ids), at=at, why=why))


# ---- parting


@dataclass(frozen=True, kw_only=True)
class Detach(Order):
    """Part so many of some units from the rest, so that they can go their own way."""

    rule: ClassVar[str] = UNITS
    phrase: ClassVar[Phrase] = Phrase("detach {number} of {unit}")
    kind: Literal["detach"] = "detach"
    unit: Subject[PoolId]
    number: int

    def said(self, to: Saying) -> Sentence:
        return say(f"Detach {self.number} of ", to.unit(self.unit))

    def check(self, picture: Picture) -> None:
        pool = own_pool(picture, self.unit)
        demand(pool.at != DUE, UNITS, (named(self.unit), " have not been placed yet."))
        demand(
            1 <= self.number < pool.number, UNITS,
            (named(self.unit), f" are {pool.number}: some of them, and not all, can be detached."),
        )  # fmt: skip
        left = of_kind(picture, pool.kind)
        left.remove(pool.number)
        demand(
            fits(picture, pool.kind, [*left, pool.number - self.number, self.number]), COUNTERS,
            ("There are not enough counters of one point to part ", named(self.unit), " so."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        pool = picture.own[self.unit]
        count = picture.numbered[pool.kind] = picture.numbered.get(pool.kind, 0) + 1
        new = pool_id(pool.kind, count)
        picture.own[new] = replace(pool, id=new, number=self.number)
        pool.number -= self.number

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        pool = state.pools.get(self.unit)
        if pool is not None and pool.number > self.number:
            new = state.next_id(pool.kind)
            yield PoolSet(pool=replace(pool, number=pool.number - self.number))
            yield PoolSet(pool=replace(pool, id=new, number=self.number))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id, pool in picture.own.items():
            if pool.number < 2 or pool.at == DUE or pool.stopped:
                continue
            numbers = tuple(n for n in range(1, pool.number) if accepts(picture, cls(unit=id, number=n)))
            if numbers:
                yield Option(
                    kind="detach", title=say("Detach some of ", named(id)), subjects=(id,), fixed={"unit": id},
                    fields={"number": Choice(values=numbers)}, rule=UNITS,
                )  # fmt: skip


# ---- forts


@dataclass(frozen=True, kw_only=True)
class EnterFort(Order):
    """Go into the own fort of the hex, as many as it holds."""

    rule: ClassVar[str] = FORTS
    phrase: ClassVar[Phrase] = Phrase("enter the fort with {units}")
    kind: Literal["enter-fort"] = "enter-fort"
    units: Subject[tuple[PoolId, ...]]

    def said(self, to: Saying) -> Sentence:
        return done_by(to, self.units, "enter the fort")

    def check(self, picture: Picture) -> None:
        pools = together(picture, self.units)
        hex, holds = pools[0].at, picture.rules.tables.works.fort.holds
        demand(picture.public.forts.get(hex) == picture.side, FORTS, ("You have no fort in ", place(hex), "."))
        demand(not any(pool.inside for pool in pools), FORTS, "Some of them are inside already.")
        inside = points(picture, in_hex(picture, hex, inside=True))
        demand(
            inside + points(picture, pools) <= holds, FORTS,
            ("The fort in ", place(hex), f" holds {holds} strength points; {inside} are inside."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        for id in self.units:
            picture.own[id].inside = True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from _through_gate(state, seat, self.units, inside=True)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id, pool in picture.own.items():
            if accepts(picture, order := cls(units=(id,))):
                title = say("Take ", named(id), " into the fort in ", place(pool.at))
                yield Option(kind="enter-fort", title=title, subjects=(id,), fixed={"units": order.units}, rule=FORTS)


@dataclass(frozen=True, kw_only=True)
class LeaveFort(Order):
    """Come out of the fort of the hex, and stay in the hex."""

    rule: ClassVar[str] = FORTS
    phrase: ClassVar[Phrase] = Phrase("come out with {units}")
    kind: Literal["leave-fort"] = "leave-fort"
    units: Subject[tuple[PoolId, ...]]

    def said(self, to: Saying) -> Sentence:
        return done_by(to, self.units, "leave the fort")

    def check(self, picture: Picture) -> None:
        for pool in together(picture, self.units):
            demand(pool.inside, FORTS, (named(pool.id), " are in no fort."))
            role = picture.rules.kind(pool.kind).role
            demand(role != "magazine", "C76-FORT-10", "A magazine in the hex of a fort of its side is inside it.")

    def believe(self, picture: Picture) -> None:
        for id in self.units:
            picture.own[id].inside = False

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from _through_gate(state, seat, self.units, inside=False)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id, pool in picture.own.items():
            if accepts(picture, order := cls(units=(id,))):
                title = say("Bring ", named(id), " out of the fort in ", place(pool.at))
                yield Option(kind="leave-fort", title=title, subjects=(id,), fixed={"units": order.units}, rule=FORTS)


def _through_gate(state: State, seat: Seat, ids: Sequence[PoolId], *, inside: bool) -> Iterator[Event]:
    for id in ids:
        if id in state.pools:
            yield PoolSet(pool=replace(state.pools[id], inside=inside))
    for hex in {state.pools[id].at for id in ids if id in state.pools}:
        yield from give_up_works(state, seat, hex)
    yield from settle(state, (seat,))
