"""How long own units take over land, month by month, by what a side knows (C76-WI-09 to 11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from service.engine.paths import Route, cheapest
from service.games.campaign1776.known.field import Field, March
from service.games.campaign1776.known.passages import number_of, time_of
from service.games.campaign1776.known.picture import Contact, Picture, field_of
from service.games.campaign1776.known.reckoning import Fight, Host, host_of
from service.games.campaign1776.printed.landways import Footing
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import Pool


@dataclass(frozen=True, eq=False)
class Treks:
    """The land as a side knows it. `fresh`: as if a month began, with all points and nothing done yet."""

    picture: Picture
    fresh: bool

    @cached_property
    def land(self) -> Field:
        return field_of(self.picture)

    def walked(self, pool: Pool) -> dict[Hex, int]:
        """In which month, at its beginning, units stand in each hex that they can come to; 0: they are there now."""
        return dict(self.walking(pool))

    def walking(self, pool: Pool) -> Iterator[tuple[Hex, int]]:
        """The same hex by hex, the earliest first, found only as far as it is read."""
        key = pool.at, pool.kind, pool.spent, pool.toll, pool.piece, pool.stopped, pool.bound, pool.landed, pool.began
        if key not in self._walks:
            self._walks[key] = [], self._trek(pool)
        found, more = self._walks[key]
        yield from found
        for step in more:
            found.append(step)
            yield step

    @cached_property
    def _walks(self) -> dict[tuple[object, ...], tuple[list[tuple[Hex, int]], Iterator[tuple[Hex, int]]]]:
        return {}

    def path(self, pool: Pool, hex: Hex) -> tuple[Hex, ...]:
        """The hexes of the quickest way of units to another hex; none where there is none."""
        return next((tuple(step.hex for step in way.path) for way, _ in self._ways(pool) if way.node.hex == hex), ())

    def _trek(self, pool: Pool) -> Iterator[tuple[Hex, int]]:
        ready = self.fresh or not (pool.spent or pool.stopped or pool.landed or pool.bound or pool.at != pool.began)
        yield Hex(pool.at), 0 if ready else 1
        met = {Hex(pool.at)}
        for way, month in self._ways(pool):
            if way.node.hex not in met:
                met.add(way.node.hex)
                yield way.node.hex, month

    def _ways(self, pool: Pool) -> Iterator[tuple[Route[Footing, int], int]]:
        """The ways of units, the quickest first, and in which month they stand at the end of each."""
        march, rules = March(self.land, (pool,)), self.picture.rules
        if pool.at not in rules.board.land:
            return
        toll, longest = rules.tables.forced_march.elimination, rules.tables.west_indies.longest
        whole = rules.kind(pool.kind).allowance
        left = 0 if pool.stopped or pool.bound else self.land.left(pool)
        begun = number_of((0, 0 if self.fresh else max(0, self.allowance(Hex(pool.at), whole) - left)))

        def price(so_far: Route[Footing, int], there: Footing) -> int | None:
            here, (month, spent) = so_far.node, time_of(begun + so_far.cost)
            at_once = there in rules.land.neighbours(here)  # else next month: a piece holds for one (C76-MAP-18)
            here = here if at_once else Footing(here.hex)
            if march.barrier(here, there.hex) is not None:
                return None
            cost, most = march.cost(here, there.hex), self.allowance(here.hex, whole)
            if cost is None or cost > most:
                return None
            month, spent = (month, spent + cost) if at_once and spent + cost <= most else (month + 1, cost)
            if there.hex in self.land.enemies:
                swept = self.sweeps(pool, there.hex) and spent + toll <= most
                spent = spent + toll if swept else max(most, spent)
            return max(number_of((month, spent)) - begun - so_far.cost, 0)

        start = Footing(march.start.hex) if self.fresh else march.start
        ways = cheapest(
            start, lambda here: rules.land.neighbours(Footing(here.hex)), price, number_of((longest, 0)) - 1 - begun
        )
        for way in ways:
            yield way, time_of(begun + way.cost)[0] + 1

    def allowance(self, hex: Hex, whole: int) -> int:
        """The points of a month that begins in a hex, halved in a winter of the north."""
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
