"""How many months it takes a side to be in the West Indies with so much, found by search (C76-WI-06 to 11).

The same search serves the British duty to match the French there, and the French withdrawal. It is made from what the
side knows: enemies stand still, and those of whom it does not know are not in it. The season stays as it is now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from service.engine.paths import Route, cheapest
from service.engine.places import Place
from service.games.campaign1776.known.field import Field, March
from service.games.campaign1776.known.picture import Contact, Picture, field_of, sea_of
from service.games.campaign1776.known.reckoning import Fight, Host, host_of
from service.games.campaign1776.known.room import capacity, load
from service.games.campaign1776.known.sea import Sea
from service.games.campaign1776.printed.land import COMBAT
from service.games.campaign1776.printed.landways import Footing
from service.games.campaign1776.printed.lettered import Hex, beside, is_side
from service.games.campaign1776.printed.pieces import NOWHERE, Pool, Ship
from service.games.campaign1776.printed.waterways import port_of, port_place

Time = tuple[int, int]
"""Months that are over, and the points spent in the one that runs."""
MONTH = 1_000
"""More points than anybody can spend in a month, so that a time is one number to the search for ways."""
RETURN = 4
"""No second voyage is over in so many months: out of the West Indies, to the coast, and back again."""
WALK = 6
"""The most months that a march to the ships is looked at."""


def number_of(time: Time) -> int:
    """A time as one number, later times as greater ones."""
    month, spent = time
    return month * MONTH + spent


def time_of(number: int) -> Time:
    return divmod(number, MONTH)


@dataclass(frozen=True)
class Need:
    """What has to be there: battle fleets, and units of these kinds; `ashore`: they have to have landed."""

    fleets: int
    units: int
    kinds: tuple[str, ...]
    ashore: bool = False


@dataclass(frozen=True, eq=False)
class Search:
    """A count from one side's knowledge. `fresh`: as if a new month began, with all points and nothing done yet."""

    picture: Picture
    fresh: bool

    @cached_property
    def sea(self) -> Sea:
        return sea_of(self.picture)

    @cached_property
    def land(self) -> Field:
        return field_of(self.picture)

    @cached_property
    def goal(self) -> Place:
        return self.picture.rules.tables.west_indies.box

    @cached_property
    def afloat(self) -> tuple[Ship, ...]:
        """The fleets in play."""
        return tuple(ship for ship in self.picture.ships.values() if ship.kind != "bateau" and ship.at not in NOWHERE)

    # ---- fleets

    def most(self, ship: Ship) -> int:
        return self.picture.rules.tables.naval.vessels[ship.kind].allowance

    def start(self, ship: Ship) -> Time:
        """When a fleet can go on from where it is: with what it has left, or next month."""
        if self.fresh:
            return self.free(ship), 0
        if ship.stopped or ship.ferried:
            return max(1, self.free(ship)), 0
        return self.free(ship), ship.spent if not self.free(ship) else 0

    def free(self, ship: Ship) -> int:
        """In how many months a fleet that is held in the West Indies may leave."""
        later = ship.held_until - self.picture.turn - self.fresh
        return max(0, later) if ship.at == self.goal else 0

    def sailed(self, ship: Ship, seeds: Mapping[Place, Time]) -> dict[Place, tuple[Time, Place | None]]:
        """When a fleet is in each place at the earliest, and out of which it comes there."""
        most = self.most(ship)

        def price(so_far: Route[Place | None, int], there: Place | None) -> int:
            assert so_far.node is not None and there is not None
            month, spent = time_of(so_far.cost)
            cost, stops = self.steps(ship, so_far.node)[there]
            if cost is None:
                return number_of((month + (spent > 0), most)) - so_far.cost
            month, spent = (month, spent + cost) if spent + cost <= most else (month + 1, cost)
            return number_of((month, most if stops else spent)) - so_far.cost

        order = count()  # of ways that are as early the one found first
        found: dict[Place, tuple[Time, Place | None]] = {}
        for way in cheapest(
            None, lambda here: seeds if here is None else self.steps(ship, here), price,
            number_of((self.picture.rules.tables.west_indies.longest, 0)) - 1,
            first=lambda there: number_of(seeds[there]) if there is not None else None,
            prefer=lambda *_: next(order),
        ):  # fmt: skip
            if way.node is not None:
                found[way.node] = time_of(way.cost), way.path[-2] if len(way.path) > 1 else None
        return found

    def steps(self, ship: Ship, here: Place) -> dict[Place, tuple[int | None, bool]]:
        """Where a fleet can go from a place, with the points, None for a whole month, and whether it stops there."""
        key = ship.kind, here
        if key not in self._steps:
            water = self.sea.rules.water
            self._steps[key] = {
                there: (
                    None if here in water.boxes and there in water.boxes else water.cost(here, there),
                    bool(self.sea.stops(here, there)),
                )
                for there in water.beside(here) if not self.barred(ship, here, there)
            }  # fmt: skip
        return self._steps[key]

    @cached_property
    def _steps(self) -> dict[tuple[str, Place], dict[Place, tuple[int | None, bool]]]:
        return {}

    def barred(self, ship: Ship, here: Place, there: Place) -> bool:
        """Whether a fleet cannot go from one place to the next, whatever it costs."""
        sea = self.sea
        if not sea.rules.sails(there):
            return True
        if sea.winter and ship.kind != "BF" and sea.rules.water.frozen_to(here, there):
            return True
        if (name := port_of(there)) is not None:
            return bool(sea.fleets(there)) or sea.rules.board.ports[name].hex in sea.shut
        return is_side(there) and there not in sea.entrances and "BF" in sea.fleets(there)

    def months(self, ship: Ship) -> int | None:
        """In how many months a fleet stands in the West Indies."""
        if ship.at == self.goal:
            return 0
        reached = self.reach(ship).get(self.goal)
        return reached[0][0] + 1 if reached is not None else None

    def reach(self, ship: Ship) -> dict[Place, tuple[Time, Place | None]]:
        key = ship.kind, ship.at, self.start(ship)
        if key not in self._reached:
            self._reached[key] = self.sailed(ship, {ship.at: self.start(ship)})
        return self._reached[key]

    @cached_property
    def _reached(self) -> dict[tuple[str, Place, Time], dict[Place, tuple[Time, Place | None]]]:
        return {}

    def way(self, ship: Ship) -> tuple[Place, ...]:
        """What a fleet sails in this month of its quickest way to the West Indies."""
        reached, place = self.reach(ship), self.goal
        back: list[Place] = []
        while place in reached and (before := reached[place][1]) is not None:
            if not reached[place][0][0]:
                back.append(place)
            place = before
        return tuple(reversed(back))

    # ---- troops

    def walked(self, pool: Pool) -> dict[Hex, int]:
        """In which month, at its beginning, units stand in each hex that they can come to; 0: they are there now."""
        march, rules = March(self.land, (pool,)), self.picture.rules
        ready = self.fresh or not (pool.spent or pool.stopped or pool.landed or pool.bound or pool.at != pool.began)
        hexes: dict[Hex, int] = {Hex(pool.at): 0 if ready else 1}
        if pool.at not in rules.board.land:
            return hexes
        whole = rules.kind(pool.kind).allowance
        left = 0 if pool.stopped or pool.bound else self.land.left(pool)
        start: Time = (0, whole - left) if not self.fresh else (0, 0)

        def price(so_far: Route[Footing, int], there: Footing) -> int | None:
            here, (month, spent) = so_far.node, time_of(begun + so_far.cost)
            if march.barrier(here, there.hex) is not None:
                return None
            cost = march.cost(here, there.hex)
            if cost is None or cost > self.allowance(here.hex, whole):
                return None
            most = self.allowance(here.hex, whole) if month else whole
            month, spent = (month, spent + cost) if spent + cost <= most else (month + 1, cost)
            if there.hex in self.land.enemies:
                toll = rules.tables.forced_march.elimination
                swept = self.sweeps(pool, there.hex) and spent + toll <= most
                spent = spent + toll if swept else most
            return number_of((month, spent)) - begun - so_far.cost

        begun = number_of(start)
        for way in cheapest(march.start, rules.land.neighbours, price, number_of((WALK, 0)) - 1 - begun):
            hexes.setdefault(way.node.hex, time_of(begun + way.cost)[0] + 1)
        return hexes

    def allowance(self, hex: Hex, whole: int) -> int:
        winter = self.picture.rules.tables.winter
        halved = self.land.winter and self.picture.rules.board.area.get(hex) in winter.northern
        return whole // winter.divided_by if halved else whole

    def sweeps(self, pool: Pool, hex: Hex) -> bool:
        """Whether units could eliminate the enemy in a hex on their way, by what is known of it (C76-WI-11)."""
        enemy = self.picture.contact_at(hex)
        if enemy is None:
            return True
        with_it = [one for one in self.picture.own.values() if one.at == pool.at and not one.aboard]
        supplied = any(self.picture.rules.kind(one.kind).role == "supply" for one in with_it)
        troops = [one for one in with_it if self.picture.rules.kind(one.kind).role == "regular"]
        ours = host_of(((self.picture.rules.kind(one.kind), one.number) for one in troops), inside=False, dug=False)
        theirs, fed = self.held_to_be(enemy)
        return not theirs.points or Fight(self.picture.rules.tables, ours, theirs).destroys(supplied, fed)

    def held_to_be(self, enemy: Contact) -> tuple[Host, bool]:
        """How strong an enemy is taken to be, and whether as supplied: the middle of its size where that is all."""
        kinds = self.picture.rules.kind
        if enemy.units is not None:
            fed = any(kinds(kind).role in ("supply", "magazine") for kind in enemy.units)
            units = ((kinds(kind), number) for kind, number in enemy.units.items())
            return host_of(units, inside=False, dug=enemy.entrenched), fed
        size = self.picture.rules.tables.west_indies.sizes[enemy.size or "body"]
        of_theirs = next(kind for kind in self.picture.rules.tables.units.kinds.values()
                         if kind.seat != self.picture.side and kind.role == "regular")  # fmt: skip
        return host_of([(of_theirs, size)], inside=False, dug=enemy.entrenched), False

    def embarkations(self, hex: Hex) -> Iterator[Place]:
        """The places from which a fleet takes troops of a hex aboard."""
        rules = self.picture.rules
        if hex not in rules.board.terrain:
            yield Place(hex)
            return
        yield from (port_place(port.name) for port in rules.board.ports.values() if port.hex == hex)
        yield from self._sides.get(hex, ())

    @cached_property
    def _sides(self) -> dict[Hex, list[Place]]:
        found: dict[Hex, list[Place]] = {}
        for one in self.picture.rules.board.class_3:
            for hex in beside(one):
                found.setdefault(hex, []).append(one)
        return found

    def by(
        self, pool: Pool, walked: Mapping[Hex, int], ship: Ship, reached: Mapping[Place, tuple[Time, Place | None]]
    ) -> int | None:
        """In how many months units are in the West Indies aboard a fleet that is in each place at these times."""
        costs = self.picture.rules.tables.naval.costs
        seeds: dict[Place, Time] = {}
        for hex, month in walked.items():
            for place in self.embarkations(hex):
                if place not in reached:
                    continue
                (came, spent), before = reached[place]
                in_port, off = not is_side(place), place in self.sea.rules.water.boxes
                if in_port and before is not None:
                    came, spent = came + 1, 0
                if month > came:
                    came, spent = month, 0
                cost = costs.embark_or_debark_in_port if in_port else costs.embark_or_debark_at_class_3
                cost += costs.enemy_occupied_hex if hex in self.land.enemies else 0
                if spent + cost > self.most(ship):
                    came, spent = came + 1, 0
                time = (came, 0 if off else spent + cost)
                seeds[place] = min(time, seeds.get(place, time))
        if not seeds:
            return None
        there = self.sailed(ship, seeds).get(self.goal)
        return there[0][0] + 1 if there is not None else None

    # ---- the count

    def count(self, need: Need) -> int | None:
        """The least number of months in which all that is needed is there; None where it never is."""
        fleets = sorted(
            time for ship in self.afloat if ship.kind == "BF" and (time := self.months(ship)) is not None
        )  # fmt: skip
        if len(fleets) < need.fleets:
            return None
        least = fleets[need.fleets - 1] if need.fleets else 0
        pools = [pool for pool in self.picture.own.values() if pool.kind in need.kinds and pool.at not in NOWHERE]
        found = self.soonest(list(self.offers(pools, need)), need, least)
        if found is not None and found <= RETURN:
            return found
        return self.soonest(list(self.offers(pools, need, again=True)), need, least)

    def soonest(self, offers: list[tuple[int, str, str, int, int]], need: Need, least: int) -> int | None:
        longest = self.picture.rules.tables.west_indies.longest
        times = sorted({least, *(time for *_, time in offers if least < time <= longest)})
        return next((time for time in times if time <= longest and self.carried(offers, time) >= need.units), None)

    def offers(
        self, pools: Sequence[Pool], need: Need, *, again: bool = False
    ) -> Iterator[tuple[int, str, str, int, int]]:
        """How many units of which pool, by which fleet with how much room for them, are there after how many months.

        `again`: second voyages are among them.
        """
        for pool in pools:
            if pool.at == self.goal and not pool.aboard:
                yield pool.number, pool.id, "", pool.number, 0
            elif pool.aboard:
                ship = self.picture.ships[pool.aboard]
                if ship.at not in NOWHERE and (time := self.months(ship)) is not None:
                    yield pool.number, pool.id, f"{ship.id} aboard {pool.id}", pool.number, max(time, int(need.ashore))
            else:
                yield from self.ferried(pool, again)

    def ferried(self, pool: Pool, again: bool) -> Iterator[tuple[int, str, str, int, int]]:
        """Units on land: by each fleet that takes them, on its first voyage and on later ones."""
        walked = self.walked(pool)
        kind, rules = self.picture.rules.kind(pool.kind), self.picture.rules
        alike: dict[tuple[str, Place, Time], int | None] = {}
        takes = load(rules, self.picture.settings.transport, [(kind, 1)])
        for ship in self.afloat:
            aboard = [(rules.kind(one.kind), one.number) for one in self.picture.own.values() if one.aboard == ship.id]
            room = (capacity(rules, ship) - load(rules, self.picture.settings.transport, aboard)) // takes
            key = ship.kind, ship.at, self.start(ship)
            if key not in alike:
                alike[key] = self.by(pool, walked, ship, self.reach(ship))
            time = alike[key]
            if time is not None and room > 0:
                yield pool.number, pool.id, ship.id, room, time
            if again:
                yield from self.again(pool, walked, ship, capacity(rules, ship) // takes, time)

    def again(
        self, pool: Pool, walked: Mapping[Hex, int], ship: Ship, room: int, first: int | None
    ) -> Iterator[tuple[int, str, str, int, int]]:
        """The second voyage of a fleet: out of the West Indies once it may leave, and back again."""
        after = first if first is not None else self.months(ship)
        if after is None:
            return
        stay = self.picture.rules.tables.west_indies.stay if ship.kind == "BF" else 1
        at_sea = {self.goal: (after - 1 + stay, 0)}
        if (time := self.by(pool, walked, ship, self.sailed(ship, at_sea))) is not None:
            yield pool.number, pool.id, f"{ship.id} again", room, time

    def carried(self, offers: Iterable[tuple[int, str, str, int, int]], time: int) -> int:
        """The most units that are there in time, no room of a fleet being used twice."""
        flow = Flow()
        for number, pool, ship, room, when in offers:
            if when <= time:
                flow.joins(pool, number, ship or f"at {pool}", room)
        return flow.most()


@dataclass(eq=False)
class Flow:
    """How much goes from sources to sinks, unit by unit, over what joins them."""

    sources: dict[str, int] = field(default_factory=dict)
    sinks: dict[str, int] = field(default_factory=dict)
    joined: dict[str, list[str]] = field(default_factory=dict)

    def joins(self, source: str, number: int, sink: str, room: int) -> None:
        self.sources[source], self.sinks[sink] = number, max(room, self.sinks.get(sink, 0))
        self.joined.setdefault(source, []).append(sink)

    def most(self) -> int:
        taken: dict[str, list[str]] = {sink: [] for sink in self.sinks}

        def finds(source: str, tried: set[str]) -> bool:
            for sink in self.joined[source]:
                if sink in tried:
                    continue
                tried.add(sink)
                if len(taken[sink]) < self.sinks[sink]:
                    taken[sink].append(source)
                    return True
                for index, other in enumerate(taken[sink]):
                    if other != source and finds(other, tried):
                        taken[sink][index] = source
                        return True
            return False

        return sum(finds(source, set()) for source, number in self.sources.items() for _ in range(number))


# ---- what is needed


def british_need(picture: Picture) -> Need:
    """What the British have to have there: as much as the French that count."""
    fleets, strength = picture.public.owed
    return Need(fleets, strength, ("BR",))


def french_need(picture: Picture) -> Need:
    """What the French have to land there: all their strength points and guns in play (C76-FRE-05, 11)."""
    kinds = tuple(
        code for code, kind in picture.rules.tables.units.kinds.items()
        if kind.nation == "French" and kind.role in (*COMBAT, "artillery")
    )  # fmt: skip
    total = sum(pool.number for pool in picture.own.values() if pool.kind in kinds and in_play(picture, pool))
    return Need(0, total, kinds, ashore=True)


def in_play(picture: Picture, pool: Pool) -> bool:
    """Whether units are on the map or off it in a box: not with a fleet that is away."""
    return pool.at not in NOWHERE


def need_of(picture: Picture) -> Need | None:
    """What a side owes in the West Indies now, if anything; the British nothing without a French fleet (C76-WI-04)."""
    if picture.side == "British":
        need = british_need(picture)
        return need if need.fleets else None
    return french_need(picture) if picture.public.withdrawing else None


def count_now(picture: Picture, *, fresh: bool) -> int | None:
    """In how many months a side is where it has to be; 0 where it owes nothing, or is there; None: never."""
    need = need_of(picture)
    return Search(picture, fresh).count(need) if need is not None else 0
