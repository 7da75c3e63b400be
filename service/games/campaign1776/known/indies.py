"""How many months it takes a side to be in the West Indies with so much, found by search (C76-WI-06 to 11).

The same search serves the British duty to match the French there, and the French withdrawal. It is made from what the
side knows: enemies stand still, and those of whom it does not know are not in it. The season stays as it is now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product

from service.engine.places import Place
from service.games.campaign1776.known.havens import havens
from service.games.campaign1776.known.passages import Passages, Reached, Seeds, Time
from service.games.campaign1776.known.picture import Picture, sea_of
from service.games.campaign1776.known.room import capacity, load
from service.games.campaign1776.known.stowing import Hold, Load, stows
from service.games.campaign1776.known.treks import Treks
from service.games.campaign1776.printed.land import COMBAT
from service.games.campaign1776.printed.lettered import Hex, beside, is_side
from service.games.campaign1776.printed.pieces import DUE, NOWHERE, REPAIR, Pool, PoolId, Ship
from service.games.campaign1776.printed.waterways import port_place

PLANS = 500
"""Of so many ways to share voyages out among the fleets it is tried whether one is enough, for one number of months."""


Fetching = tuple[int, Hex, Place]
"""In how many months units are in the West Indies, out of which hex they go aboard, and where the fleet lies then."""


@dataclass(frozen=True)
class Need:
    """What has to be there: battle fleets, and units of these kinds; `ashore`: they have to have landed."""

    fleets: int
    units: int
    kinds: tuple[str, ...]
    ashore: bool = False


@dataclass(frozen=True, eq=False)
class Search:
    """A count from one side's knowledge. `fresh`: as if a new month began, with all points and nothing done yet.

    `first`: which month it is that is counted as the first.
    """

    picture: Picture
    fresh: bool
    first: int
    passages: Passages
    treks: Treks

    @classmethod
    def at_start(cls, picture: Picture) -> Search:
        """As a side's movement begins."""
        return cls(picture, True, picture.turn, Passages(sea_of(picture)), Treks(picture, fresh=True))

    @classmethod
    def at_end(cls, picture: Picture) -> Search:
        """As it ends: the first month is the next one."""
        return cls(picture, True, picture.turn + 1, Passages(sea_of(picture)), Treks(picture, fresh=True))

    @classmethod
    def under_way(cls, picture: Picture, before: Passages | None = None) -> Search:
        """In the midst of it, with what the units have left. `before`: what was found of the water already."""
        sea = sea_of(picture)
        same = before is not None and before.is_of(sea)
        return cls(picture, False, picture.turn, before if before is not None and same else Passages(sea),
                   Treks(picture, fresh=False))  # fmt: skip

    @property
    def goal(self) -> Place:
        return self.passages.goal

    @cached_property
    def fleets(self) -> tuple[Ship, ...]:
        """The fleets that sail, and those under repair that will come back: of one that is called away nobody knows."""
        return tuple(
            ship for ship in self.picture.ships.values() if ship.kind != "bateau" and ship.at != DUE
            and (ship.at != REPAIR or ship.called or not ship.variable)
        )  # fmt: skip

    # ---- fleets

    def seeds(self, ship: Ship) -> Seeds:
        """Where and when a fleet can go on: with what it has left or next month, or where it comes back to."""
        if ship.at == REPAIR:
            month = max(ship.back, self.picture.turn + 1) - self.first
            return tuple((there, (month, 0)) for there in havens(self.picture, ship))
        held = max(0, ship.held_until - self.first) if ship.at == self.goal else 0
        if self.fresh:
            return ((ship.at, (held, 0)),)
        if ship.stopped or ship.ferried:
            return ((ship.at, (max(1, held), 0)),)
        return ((ship.at, (held, ship.spent if not held else 0)),)

    def months(self, ship: Ship) -> int | None:
        """In how many months a fleet stands in the West Indies."""
        if ship.at == self.goal:
            return 0
        found = (self._from(ship, place, time) for place, time in self.seeds(ship))
        return min((months for months in found if months is not None), default=None)

    def _from(self, ship: Ship, place: Place, time: Time) -> int | None:
        if place == self.goal:
            return time[0]  # repaired, and there before anybody moves
        return self.passages.months(ship.kind, place, time)

    def way(self, ship: Ship, to: Place | None = None) -> tuple[Place, ...]:
        """What a fleet sails in this month of its quickest way to the West Indies, or to another place."""
        reached, place = self.passages.reached(ship.kind, self.seeds(ship)), to if to is not None else self.goal
        back: list[Place] = []
        while place in reached and (before := reached[place][1]) is not None:
            if not reached[place][0][0]:
                back.append(place)
            place = before
        return tuple(reversed(back))

    # ---- troops

    def embarkations(self, pool: Pool, hex: Hex) -> Iterator[Place]:
        """The places from which a fleet takes units aboard in a hex."""
        rules = self.picture.rules
        if hex not in rules.board.terrain:
            yield Place(hex)
            return
        port = [port_place(port.name) for port in rules.board.ports.values() if port.hex == hex]
        yield from port
        besieged = pool.inside and hex == pool.at and hex in self.treks.land.enemies
        if not (port and besieged):  # out of a besieged fort nobody goes but by its port (C76-NTR-08)
            yield from self._sides.get(hex, ())

    @cached_property
    def _sides(self) -> dict[Hex, list[Place]]:
        found: dict[Hex, list[Place]] = {}
        for one in self.picture.rules.board.class_3:
            for hex in beside(one):
                found.setdefault(hex, []).append(one)
        return found

    def by(self, pool: Pool, ship: Ship, seeds: Seeds) -> int | None:
        """In how many months units are in the West Indies aboard a fleet that begins at these places and times."""
        found = self.fetching(pool, ship, seeds)
        return found[0] if found is not None else None

    def fetching(self, pool: Pool, ship: Ship, seeds: Seeds) -> Fetching | None:
        """The same with the hex where they go aboard, and the place where the fleet lies then."""
        rules, costs = self.picture.rules, self.picture.rules.tables.naval.costs
        reached, most = self.passages.reached(ship.kind, seeds), self.passages.most(ship.kind)
        best: Fetching | None = None
        for hex, month in self.treks.walking(pool):
            if best is not None and month + 1 >= best[0]:
                break  # who walks on for so long is there no sooner
            for place in self.embarkations(pool, hex):
                if place not in reached:
                    continue
                came, spent = self.berthed(ship, place, reached)
                if month > came:
                    came, spent = month, 0
                cost = costs.embark_or_debark_at_class_3 if is_side(place) else costs.embark_or_debark_in_port
                cost += costs.enemy_occupied_hex if hex in self.treks.land.enemies else 0
                if spent + cost > most:
                    came, spent = came + 1, 0
                spent = 0 if place in rules.water.boxes else spent + cost  # going aboard is no moving (C76-NTR-15)
                months = self.passages.months(ship.kind, place, (came, spent))
                if months is not None and (best is None or months < best[0]):
                    best = months, hex, place
        return best

    def berthed(self, ship: Ship, place: Place, reached: Reached) -> Time:
        """When a fleet that comes to a place can take units aboard: in a port next month (C76-PRT-09, 15)."""
        (came, spent), before = reached[place]
        entered = before is not None if not is_side(place) else False
        docked = not self.fresh and ship.docked and not came
        return (came + 1, 0) if entered or docked else (came, spent)

    # ---- voyages

    def voyages(self, ship: Ship, pools: Sequence[Pool], within: int) -> list[tuple[Hold, ...]]:
        """What a fleet can do in so many months, each a row of voyages: with how much room for which units."""
        aboard = self.load([pool for pool in self.picture.own.values() if pool.aboard == ship.id])
        full = capacity(self.picture.rules, ship)
        return list(self._rows(ship, pools, within, self.seeds(ship), max(0, full - aboard), full, self.months(ship)))

    def _rows(
        self, ship: Ship, pools: Sequence[Pool], within: int, seeds: Seeds, room: int, full: int, empty: int | None
    ) -> Iterator[tuple[Hold, ...]]:  # fmt: skip
        times = {pool.id: time for pool in pools if (time := self._by(pool, ship, seeds)) is not None}
        ends = {time for time in times.values() if time <= within}
        if empty and empty <= within:
            ends.add(empty)  # with whom it has aboard
        for end in sorted(ends):
            hold = Hold(room, frozenset(id for id, time in times.items() if time <= end))
            stay = self.picture.rules.tables.west_indies.stay if ship.kind == "BF" else 1
            again = ((self.goal, (end - 1 + stay, 0)),)
            back = end + stay < within  # one month out of the box, and one into it again, are the least
            later = list(self._rows(ship, pools, within, again, full, full, None)) if back else []
            yield from ((hold, *row) for row in later)
            if not later and end == max(ends):
                yield (hold,)

    def _by(self, pool: Pool, ship: Ship, seeds: Seeds) -> int | None:
        walked = (
            pool.at,
            pool.inside,
            pool.kind,
            pool.spent,
            pool.toll,
            pool.stopped,
            pool.bound,
            pool.landed,
            pool.began,
        )
        key = *walked, ship.kind, ship.docked, seeds
        if key not in self._times:
            self._times[key] = self.by(pool, ship, seeds)
        return self._times[key]

    @cached_property
    def _times(self) -> dict[tuple[object, ...], int | None]:
        return {}

    def load(self, pools: Sequence[Pool]) -> int:
        rules = self.picture.rules
        return load(rules, self.picture.settings.transport, [(rules.kind(pool.kind), pool.number) for pool in pools])

    # ---- the count

    def count(self, need: Need) -> int | None:
        """The least number of months in which all that is needed is there; None where it never is."""
        times = (self.months(ship) for ship in self.fleets if ship.kind == "BF")
        fleets = sorted(time for time in times if time is not None)
        if len(fleets) < need.fleets:
            return None
        least = fleets[need.fleets - 1] if need.fleets else 0
        there, ashore = self.coming(need), self.ashore(need)
        for within in range(least, self.passages.longest + 1):
            left = need.units - sum(number for number, time in there if time <= within)
            if left <= 0 or self.fetched(ashore, within, left):
                return within
        return None

    def coming(self, need: Need) -> list[tuple[int, int]]:
        """How many of the units needed are there already, or aboard a fleet, and in how many months they are there."""
        found = list[tuple[int, int]]()
        for pool in self.picture.own.values():
            if pool.kind not in need.kinds or pool.at == DUE or (need.ashore and not in_play(self.picture, pool)):
                continue
            if pool.aboard:
                ship = self.picture.ships[pool.aboard]
                time = self.months(ship) if ship in self.fleets else None
                if time is not None:
                    found.append((pool.number, max(time, int(need.ashore))))
            elif pool.at == self.goal:
                found.append((pool.number, 0))
        return found

    def ashore(self, need: Need) -> list[Pool]:
        """The units needed that have to be fetched."""
        return [
            pool for pool in self.picture.own.values()
            if pool.kind in need.kinds and pool.at not in (*NOWHERE, self.goal) and not pool.aboard
        ]  # fmt: skip

    def fetched(self, pools: Sequence[Pool], within: int, needed: int) -> bool:
        """Whether so many of some units can be fetched in so many months, no room of a voyage being used twice."""
        if sum(pool.number for pool in pools) < needed:
            return False
        loads = [Load(pool.id, pool.number, self.load([pool]) // pool.number) for pool in pools]
        rows = [row for ship in self.fleets if (row := self.voyages(ship, pools, within))]
        most = [Hold(hold.room, hold.takes) for row in rows for hold in _at_most(row)]
        if not stows(loads, most, needed):
            return False
        return any(
            stows(loads, [hold for row in plan for hold in row], needed) for plan in islice(product(*rows), PLANS)
        )


def _at_most(rows: Sequence[tuple[Hold, ...]]) -> Iterator[Hold]:
    """More than any of these rows of voyages carries: of each number the room, for whoever can go on any."""
    for number in range(max(map(len, rows))):
        holds = [row[number] for row in rows if number < len(row)]
        takes = frozenset[PoolId]().union(*(hold.takes for hold in holds))
        yield Hold(max(hold.room for hold in holds), takes)


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


def count_of(search: Search) -> int | None:
    """In how many months a side is where it has to be; 0 where it owes nothing, or is there; None: never."""
    need = need_of(search.picture)
    return search.count(need) if need is not None else 0
