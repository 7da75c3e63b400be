"""The West Indies count beside a search that tries all that a month allows, by the orders' own rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine.places import Place
from service.games.campaign1776.known.field import March
from service.games.campaign1776.known.indies import Search
from service.games.campaign1776.known.picture import Picture, field_of, sea_of
from service.games.campaign1776.known.sea import Voyage
from service.games.campaign1776.known.treks import Treks
from service.games.campaign1776.printed.pieces import Ship
from service.games.campaign1776.sections.landing import price, shores
from tests.games.campaign1776.printed_data import hex_of
from tests.games.campaign1776.table import position

JULY, JANUARY = 19, 13
MOST = 6
"""Months that are tried."""
GUARDS = ("TR am in OO33/PP34", "BF am in GGG47", "BF am in QQ40", "1 RM at PP33", "9 CA at III45", "4 CA at VV36")
KINDS = pytest.mark.parametrize(("kind", "turn", "guards"), [
    pytest.param("BF", JULY, GUARDS, marks=pytest.mark.soak), pytest.param("TR", JULY, (), marks=pytest.mark.soak),
    pytest.param("TR", JANUARY, GUARDS, marks=pytest.mark.soak),
])  # fmt: skip


class Months:
    """What one fleet can do, a month at a time, out of every place."""

    def __init__(self, picture: Picture, kind: str) -> None:
        self.picture, self.sea, self.kind = picture, sea_of(picture), kind
        self.goal = picture.rules.tables.west_indies.box
        self.ends: dict[Place, frozenset[Place]] = {}

    def ship(self, at: Place, spent: int = 0, moved: bool = False) -> Ship:
        return Ship(id="BF9", kind=self.kind, seat="British", at=at, spent=spent, moved=moved)  # type: ignore[arg-type]

    def out_of(self, at: Place) -> frozenset[Place]:
        """Where a month ends that begins here; it may end here too."""
        if at not in self.ends:
            self.ends[at] = frozenset(way.node for way in Voyage(self.sea, (self.ship(at),)).ways())
        return self.ends[at]

    def to_the_goal(self, starts: frozenset[Place]) -> int | None:
        """In how many months a fleet is there that begins its next month in one of these places."""
        seen: set[Place] = set(starts)
        for month in range(MOST):
            if self.goal in starts:
                return month
            starts = frozenset(end for start in starts for end in self.out_of(start)) - seen
            seen |= starts
        return None

    def with_troops(self, start: Place, hex: Place) -> int | None:
        """The same for one that takes the troops of a hex aboard on its way."""
        costs = self.picture.rules
        held = hex in field_of(self.picture).enemies
        found, starts = list[int](), {start}
        for month in range(MOST):
            for at in starts:
                for way in Voyage(self.sea, (self.ship(at),)).ways():
                    in_port = costs.water.is_port(way.node)
                    if hex not in shores(costs, way.node) or (in_port and way.path):
                        continue
                    spent = way.cost + price(costs, self.ship(way.node), in_port=in_port, occupied=held)
                    there = self.ship(way.node, spent, bool(way.path))
                    stops = bool(way.path) and self.sea.stops(at, way.node) is not None
                    if spent <= self.sea.rules.tables.naval.vessels[there.kind].allowance and not stops:
                        onward = frozenset(one.node for one in Voyage(self.sea, (there,)).ways())
                        later = self.to_the_goal(onward)
                        found += [month + 1 + later] if later is not None else []
            if found:
                return min(found)
            starts = {end for at in starts for end in self.out_of(at)}
        return None


def seen(turn: int, guards: tuple[str, ...], *things: str) -> Picture:
    table = position(
        "1 CA at CCC31",
        "1 BR at XXX42",
        f"5 BR at {hex_of('Boston')}",
        "BF am in West Indies",
        "4 FR at West Indies",
        *guards,
        *things,
        heading="British movement",
        turn=turn,
        scenario="northern-war",
        visibility="open",
        campaign={"allied": 1, "entered": tuple("ABCDEF"), "entry": True},
    )
    return table.picture("br")


@KINDS
def test_a_fleet_is_there_as_soon_as_orders_bring_it_there(kind: str, turn: int, guards: tuple[str, ...]):
    """Out of every place of the water."""
    picture = seen(turn, guards)
    months, search = Months(picture, kind), Search.at_start(picture)
    places = [place for place in picture.rules.water.places if picture.rules.sails(place)]
    for place in places:
        ship = months.ship(place)
        brute = months.to_the_goal(frozenset({place}))
        assert search.months(ship) == brute or (brute is None and (search.months(ship) or 99) > MOST), place


@pytest.mark.parametrize(("place", "kind", "turn"), [
    ("port Boston", "TR", JULY),
    *(pytest.param(place, kind, turn, marks=pytest.mark.soak)
      for place in ("south box", "Halifax", "port New York", "PP43") for kind in ("TR", "BF")
      for turn in (JULY, JANUARY)),
])  # fmt: skip
@pytest.mark.parametrize("at", [hex_of("Boston"), pytest.param("JJJ47", marks=pytest.mark.soak)])
def test_troops_are_there_as_soon_as_orders_bring_them_there(place: str, kind: str, turn: int, at: str):
    picture = seen(turn, (), f"3 BR at {at}")
    pool = next(pool for pool in picture.own.values() if pool.at == at)
    ship = Months(picture, kind).ship(Place(place))
    search = Search.at_start(picture)
    search.treks.walked(pool)
    for found, _ in search.treks._walks.values():
        del found[1:]
    assert search.by(pool, ship, search.seeds(ship)) == Months(picture, kind).with_troops(Place(place), Place(at))


@pytest.mark.parametrize(("turn", "guards"), [(JULY, GUARDS), (JANUARY, ())])
@pytest.mark.parametrize("start", ["FFF39", "III44"])
def test_troops_are_in_each_hex_as_soon_as_marches_bring_them_there(start: str, turn: int, guards: tuple[str, ...]):
    """Those that sweep nobody away: a single regular without supply."""
    picture = seen(turn, guards, f"1 BR at {start}")
    pool = next(pool for pool in picture.own.values() if pool.at == start)
    walked, field = Treks(picture, fresh=True).walked(pool), field_of(picture)
    here, months = {pool.at: 0}, 0
    starts = {pool.at}
    while starts and months < 3:
        months += 1
        ends = {
            one.place for at in starts
            for one in March(field, (replace(pool, at=at, began=at, piece=""),)).destinations()
        }  # fmt: skip
        starts = ends - set(here)
        here |= dict.fromkeys(starts, months)
    assert {hex: month for hex, month in walked.items() if month < 3} == {
        hex: month for hex, month in here.items() if month < 3
    }
