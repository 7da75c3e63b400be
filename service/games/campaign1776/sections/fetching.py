"""What a silent side does for what it owes in the West Indies: the first shortest way that its count finds (24)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from service.engine.orders import Order, Refusal
from service.engine.places import Place
from service.engine.state import duplicate
from service.games.campaign1776.known.indies import Need, Search, count_of, need_of
from service.games.campaign1776.known.passages import Passages
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.known.room import capacity
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import REPAIR, Pool, PoolId, Ship, pool_id
from service.games.campaign1776.sections.duty import comes_no_later
from service.games.campaign1776.sections.france import FLEET
from service.games.campaign1776.sections.landing import Debark, Embark
from service.games.campaign1776.sections.marching import Detach, MarchTo
from service.games.campaign1776.sections.sailing import Sail


@dataclass(frozen=True)
class Pickup:
    """So many units that a fleet is to fetch: out of which hex, and where it lies then."""

    ship: str
    unit: PoolId
    number: int
    hex: Hex
    place: Place


def usual_way(picture: Picture) -> list[Order]:
    """What a silent side orders for its duty: it fetches whom it owes, and sails with them and the fleets that it owes.

    Nothing without a duty, where it is done, and where it can never be met.
    """
    need = need_of(picture)
    if need is None or not picture.count_at_start:
        return []
    search = Search.under_way(picture)
    if (within := count_of(search)) is None:
        return []
    given = Given(duplicate(picture), search.passages)
    kept = {pickup.ship for pickup in pickups(search, need, within) if not given.fetches(pickup)}
    for id in bound_there(given.search, need):
        if id not in kept:
            given.sails(id)
    if need.ashore:
        given.lands(need)
    return given.orders


def pickups(search: Search, need: Need, within: int) -> list[Pickup]:
    """Who fetches whom, the quickest first, until as many as are owed are there in so many months."""
    lacking = need.units - sum(number for number, time in search.coming(need) if time <= within)
    room = {ship.id: capacity(search.picture.rules, ship) - search.load(aboard(search.picture, ship.id))
            for ship in search.fleets}  # fmt: skip
    left = {pool.id: pool.number for pool in search.ashore(need)}
    found = list[Pickup]()
    for _, ship, pool, hex, place in sorted(pairs(search, need, within), key=lambda one: one[0]):
        size = search.load([replace(pool, number=1)])
        number = min(lacking, left[pool.id], max(0, room[ship.id]) // size)
        if number > 0:
            found.append(Pickup(ship.id, pool.id, number, hex, place))
            lacking, left[pool.id], room[ship.id] = (
                lacking - number,
                left[pool.id] - number,
                room[ship.id] - number * size,
            )
    return found


def pairs(search: Search, need: Need, within: int) -> Iterator[tuple[int, Ship, Pool, Hex, Place]]:
    """The fleets with units that they can have in the West Indies in so many months."""
    for ship in search.fleets:
        for pool in search.ashore(need):
            fetching = search.fetching(pool, ship, search.seeds(ship))
            if fetching is not None and fetching[0] <= within:
                months, hex, place = fetching
                yield months, ship, pool, hex, place


def aboard(picture: Picture, ship: str) -> list[Pool]:
    return [pool for pool in picture.own.values() if pool.aboard == ship]


def bound_there(search: Search, need: Need) -> list[str]:
    """The fleets that sail there: as many as are owed, the quickest first, and those with troops for it aboard."""
    picture = search.picture
    afloat = [ship for ship in search.fleets if ship.at != REPAIR]
    times = {ship.id: time for ship in afloat if (time := search.months(ship))}
    there = sum(ship.kind == FLEET and ship.at == search.goal for ship in afloat)
    fleets = [id for id in sorted(times, key=lambda id: (times[id], id)) if picture.ships[id].kind == FLEET]
    carriers = [id for id in times if any(pool.kind in need.kinds for pool in aboard(picture, id))]
    return list(dict.fromkeys((*fleets[: max(0, need.fleets - there)], *carriers)))


@dataclass
class Given:
    """The orders so far, and what the side will know of its own by them."""

    then: Picture
    water: Passages
    orders: list[Order] = field(default_factory=list)

    @property
    def search(self) -> Search:
        return Search.under_way(self.then, self.water)

    def take(self, *orders: Order) -> bool:
        """Give some orders, if the rules take them all and none makes the West Indies any further."""
        then = duplicate(self.then)
        for one in orders:
            try:
                one.check(then)
                comes_no_later(then, one, self.water)
            except Refusal:
                return False
            one.believe(then)
        self.then = then
        self.orders += orders
        return True

    def fetches(self, pickup: Pickup) -> bool:
        """What can be done of a pickup in this month; whether the units are aboard by it."""
        ship, pool = self.then.ships[pickup.ship], self.then.own[pickup.unit]
        parted, unit = list[Order](), pickup.unit
        if pickup.number < pool.number:
            parted.append(Detach(unit=unit, number=pickup.number))
            unit = pool_id(pool.kind, self.then.numbered.get(pool.kind, 0) + 1)
        if ship.at != pickup.place:
            self.sails(ship.id, pickup.place)
        if pool.at == pickup.hex:
            return self.take(*parted, Embark(units=(unit,), ship=ship.id))
        way = self.search.treks.path(pool, pickup.hex)
        for last in range(len(way), 0, -1):
            if self.take(*parted, MarchTo(units=(unit,), path=tuple(map(Place, way[:last])))):
                break
        return False

    def sails(self, ship: str, to: Place | None = None) -> None:
        """Sail a fleet as far to the West Indies, or to another place, as it comes in this month."""
        if way := self.search.way(self.then.ships[ship], to):
            self.take(Sail(ships=(ship,), path=way))

    def lands(self, need: Need) -> None:
        """Land in the West Indies whoever has to come ashore there."""
        goal = self.then.rules.tables.west_indies.box
        for ship in [ship.id for ship in self.then.ships.values() if ship.at == goal]:
            if units := tuple(pool.id for pool in aboard(self.then, ship) if pool.kind in need.kinds):
                self.take(Debark(units=units, ship=ship, hex=goal))
