"""Bateaus (9): built of supply, had for a magazine, and destroyed. How they sail and carry stands with the fleets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.options import Choice, Domain, Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.roles import Subject, Target
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, own, place, say
from service.engine.state import duplicate
from service.games.campaign1776.known.asking import UNITS, named, on_land
from service.games.campaign1776.known.picture import Picture, sea_of
from service.games.campaign1776.known.reports import MarchStopped
from service.games.campaign1776.printed.lettered import DIRECTIONS, Hex, Side, beside, edge, is_side, side
from service.games.campaign1776.printed.pieces import Pool, PoolId, Ship, boat_id, boats_named, pool_id
from service.games.campaign1776.sections.capture import drowned, free_boats
from service.games.campaign1776.sections.landing import occupied
from service.games.campaign1776.sections.sailing import own_ship
from service.games.campaign1776.staff.terms import VESSELS
from service.games.campaign1776.truth.events import PoolSet, ShipGone, ShipSet, shrunk
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State

BUILD, COASTAL, FLEET, DESTROY, EXCHANGE, LIMIT = (
    "C76-BAT-10", "C76-MAP-07", "C76-BAT-04", "C76-BAT-06", "C76-BAT-07", "C76-BAT-08",
)  # fmt: skip


def _free(picture: Picture) -> int:
    return free_boats(picture.rules, picture.settings, picture.side, picture.ships)


def _site(picture: Picture, pool: Pool, at: Place) -> None:
    """Refuse a side on which no bateau of these units can be."""
    rules = picture.rules
    demand(not pool.bound, UNITS, (named(pool.id), " have done something else already."))
    demand(is_side(at) and pool.at in beside(at), BUILD, (place(at), " is not a side of ", place(pool.at), "."))
    demand(rules.water.takes_bateaus(at) and rules.sails(at), COASTAL,
           (place(at), " is not a river or lake that carries bateaus."))  # fmt: skip
    demand(not sea_of(picture).fleets(at), FLEET, ("An enemy fleet lies on ", place(at), "."))


def _sites(picture: Picture, hex: Place) -> list[Side]:
    """The sides of a hex on which bateaus could be, for all that is known."""
    water, sea = picture.rules.water, sea_of(picture)
    board = picture.rules.board
    if hex not in board.land:
        return []
    here = Hex(hex)
    around = [side(here, there) for there in board.neighbours(here)] + [edge(here, way) for way in DIRECTIONS]
    return [
        one for one in around if water.takes_bateaus(one) and picture.rules.sails(one) and not sea.fleets(one)
    ]  # fmt: skip


def _launched(picture: Picture, at: Place, number: int) -> None:
    for _ in range(number):
        count = picture.numbered[boats_named(picture.side)] = picture.numbered.get(boats_named(picture.side), 0) + 1
        id = boat_id(picture.side, count)
        picture.ships[id] = Ship(id=id, kind="bateau", seat=picture.side, at=at)


def launch(state: State, seat: Seat, at: Place, number: int) -> Iterator[Event]:
    """New bateaus of a side on a side of the map."""
    for _ in range(number):
        yield ShipSet(ship=Ship(id=state.next_boat(seat), kind="bateau", seat=seat, at=at))


@dataclass(frozen=True, kw_only=True)
class BuildBateaus(Order):
    """Build bateaus of a supply unit, on a river or lake side of the hex in which it is."""

    rule: ClassVar[str] = BUILD
    phrase: ClassVar[Phrase] = Phrase("build bateaus with {unit} on {side}", number="number {}")
    kind: Literal["build-bateaus"] = "build-bateaus"
    unit: Subject[PoolId]
    side: Target[Place]
    number: int = 1

    def said(self, to: Saying) -> Sentence:
        many = counted(self.number, *VESSELS["bateau"])
        return say(f"Build {many} with ", to.unit(self.unit), " on ", place(self.side))

    def check(self, picture: Picture) -> None:
        pool, most = on_land(picture, self.unit), picture.rules.tables.works.bateaus.most
        demand(picture.rules.kind(pool.kind).role == "supply", UNITS, (named(pool.id), " are not a supply unit."))
        _site(picture, pool, self.side)
        demand(1 <= self.number <= most, BUILD, f"A supply unit makes {most} bateaus at most.")
        free = _free(picture)
        demand(self.number <= free, LIMIT, f"You have counters for {counted(free, 'bateau')} more.")

    def believe(self, picture: Picture) -> None:
        _spend(picture, self.unit)
        _launched(picture, self.side, self.number)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if state.fleet_in(state.other(seat), self.side):
            yield Told(seat=seat, report=MarchStopped(units=(self.unit,), at=self.side, why="fleet"))
        else:
            yield from shrunk(state, state.pools[self.unit], state.rules.tables.works.bateaus.supply)
            yield from launch(state, seat, self.side, self.number)
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        most = min(picture.rules.tables.works.bateaus.most, _free(picture))
        for id, pool in picture.own.items() if most else ():
            there = () if pool.aboard else tuple(_sites(picture, pool.at))
            if there and accepts(picture, cls(unit=id, side=there[0])):
                fields: dict[str, Domain] = {
                    "side": Places(places=there), "number": Choice(values=tuple(range(1, most + 1))),
                }  # fmt: skip
                yield Option(kind="build-bateaus", title=say("Build bateaus with ", named(id)), subjects=(id,),
                             fixed={"unit": id}, fields=fields, rule=BUILD)  # fmt: skip


def _spend(picture: Picture, id: PoolId) -> Pool:
    """One unit of a pool is there no longer."""
    pool = picture.own[id]
    pool.number -= 1
    if not pool.number:
        del picture.own[id]
    return pool


@dataclass(frozen=True, kw_only=True)
class ExchangeMagazine(Order):
    """Have a supply unit and bateaus for a magazine, as far as there are counters.

    The supply unit neither moves nor supports anybody in this segment.
    """

    rule: ClassVar[str] = EXCHANGE
    phrase: ClassVar[Phrase] = Phrase("exchange {unit} for bateaus on {side}")
    kind: Literal["exchange-magazine"] = "exchange-magazine"
    unit: Subject[PoolId]
    side: Target[Place]

    def said(self, to: Saying) -> Sentence:
        return say("Exchange ", to.unit(self.unit), " for bateaus on ", place(self.side))

    def check(self, picture: Picture) -> None:
        pool = on_land(picture, self.unit)
        demand(picture.rules.kind(pool.kind).role == "magazine", UNITS, (named(pool.id), " are not a magazine."))
        _site(picture, pool, self.side)

    def believe(self, picture: Picture) -> None:
        pool = duplicate(_spend(picture, self.unit))
        kinds = picture.rules.tables.units.kinds
        nation = kinds[pool.kind].nation
        supply = next(code for code, kind in kinds.items() if (kind.nation, kind.role) == (nation, "supply"))
        used = sum(one.number for one in picture.own.values() if one.kind == supply)
        if used < picture.rules.tables.counter_mix.supply[nation] or not picture.settings.counter_limits:
            count = picture.numbered[supply] = picture.numbered.get(supply, 0) + 1
            new = exchanged(pool, pool_id(supply, count), supply)
            picture.own[new.id] = new
        _launched(picture, self.side, min(picture.rules.tables.works.bateaus.exchanged, _free(picture)))

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        pool, kinds, works = state.pools[self.unit], state.rules.tables.units.kinds, state.rules.tables.works
        if state.fleet_in(state.other(seat), self.side):
            yield Told(seat=seat, report=MarchStopped(units=(self.unit,), at=self.side, why="fleet"))
        else:
            nation = state.kind(pool).nation
            supply = next(code for code, kind in kinds.items() if (kind.nation, kind.role) == (nation, "supply"))
            used = sum(one.number for one in state.pools.values() if one.kind == supply)
            free = free_boats(state.rules, state.settings, seat, state.fleet(seat))
            yield from shrunk(state, pool, 1)
            if used < state.rules.tables.counter_mix.supply[nation] or not state.settings.counter_limits:
                yield PoolSet(pool=exchanged(pool, state.next_id(supply), supply))
            yield from launch(state, seat, self.side, min(works.bateaus.exchanged, free))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id, pool in picture.own.items():
            there = () if pool.aboard else tuple(_sites(picture, pool.at))
            if there and accepts(picture, cls(unit=id, side=there[0])):
                yield Option(kind="exchange-magazine", title=say("Exchange ", named(id), " for bateaus"),
                             subjects=(id,), fixed={"unit": id}, fields={"side": Places(places=there)},
                             rule=EXCHANGE)  # fmt: skip


def exchanged(magazine: Pool, id: PoolId, kind: str) -> Pool:
    """The supply unit that a magazine leaves when it is exchanged (C76-BAT-07)."""
    return replace(magazine, id=id, kind=kind, number=1, stopped=True, bound=True, idle=True)


@dataclass(frozen=True, kw_only=True)
class DestroyBateau(Order):
    """Destroy a bateau of one's own; who is aboard is lost with it.

    Its counter can be used in this month only if that is done before anybody moves, since bateaus are built there.
    """

    rule: ClassVar[str] = DESTROY
    phrase: ClassVar[Phrase] = Phrase("destroy {ship}")
    kind: Literal["destroy-bateau"] = "destroy-bateau"
    ship: Subject[str]

    def said(self, to: Saying) -> Sentence:
        return say("Destroy ", to.unit(self.ship))

    def check(self, picture: Picture) -> None:
        ship = own_ship(picture, self.ship)
        demand(ship.kind == "bateau", DESTROY, (own(ship.id), " is not a bateau."))
        held = all(hex in picture.rules.board.land and occupied(picture, hex) for hex in beside(ship.at))
        demand(not held, DESTROY, ("The enemy stands on both sides of ", place(ship.at), "."))

    def believe(self, picture: Picture) -> None:
        del picture.ships[self.ship]
        for pool in [one for one in picture.own.values() if one.aboard == self.ship]:
            del picture.own[pool.id]

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if self.ship in state.ships:
            yield from drowned(state, state.ships[self.ship])
            yield ShipGone(ship=self.ship)
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id, ship in picture.ships.items():
            if ship.kind == "bateau" and accepts(picture, cls(ship=id)):
                yield Option(kind="destroy-bateau", title=say("Destroy ", own(id)), subjects=(id,),
                             fixed={"ship": id}, rule=DESTROY)  # fmt: skip


ORDERS: tuple[type[Order], ...] = (BuildBateaus, ExchangeMagazine, DestroyBateau)
