"""Capture of guns, supply, magazines and bateaus, and works that nobody is left behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from service.engine.events import Event
from service.engine.places import Place
from service.engine.seats import Seat
from service.engine.telling import tell
from service.games.campaign1776.known.reports import BateausTaken, Captured, UnitsLost
from service.games.campaign1776.printed.lettered import Hex, beside, is_side
from service.games.campaign1776.printed.pieces import Pool, Ship
from service.games.campaign1776.printed.reading import BRITISH
from service.games.campaign1776.printed.scenario import Scenario, Settings
from service.games.campaign1776.truth.events import (
    EntrenchmentGone,
    PointsLost,
    PoolGone,
    PoolSet,
    ShipGone,
    ShipSet,
)
from service.games.campaign1776.truth.raising import room
from service.games.campaign1776.truth.state import State


def capture_in(state: State, captor: Seat, hex: Hex) -> Iterator[Event]:
    """What non-combat units a side takes in a hex: it has strength points outside a fort there, and its enemy none.

    A garrison inside does not shield what stands outside the walls (C76-FORT-06).
    """
    enemy = state.other(captor)
    if not state.strength(captor, hex, inside=False) or state.strength(enemy, hex, inside=False):
        return
    yield from take(state, captor, hex, state.on_land(enemy, hex, inside=False))
    yield from give_up_works(state, enemy, hex)
    if captor == state.phasing:
        yield from capture_boats(state, captor, hex)


def capture_boats(state: State, captor: Seat, hex: Hex) -> Iterator[Event]:
    """The enemy bateaus along the sides of a hex that a side holds, and their owner neither there nor across (9).

    Who has strength points aboard keeps the bateau. What else is aboard is lost.
    """
    enemy, taken = state.other(captor), dict[str, int]()
    for ship in list(state.fleet(enemy).values()):
        held = is_side(ship.at) and hex in beside(ship.at) and state.strength(captor, hex)
        if ship.kind != "bateau" or not held or any(state.strength(enemy, there) for there in beside(ship.at)):
            continue
        if any(pool.aboard == ship.id and state.kind(pool).combat for pool in state.pools.values()):
            continue
        yield from drowned(state, ship)
        yield ShipGone(ship=ship.id)
        if free_boats(state.rules, state.settings, captor, state.fleet(captor)):
            yield ShipSet(ship=Ship(id=state.next_boat(captor), kind="bateau", seat=captor, at=ship.at))
        taken[ship.at] = taken.get(ship.at, 0) + 1
    for at, number in taken.items():
        for seat in state.seats:
            yield tell(state, seat, BateausTaken(at=Place(at), number=number, by_us=seat == captor))


def free_boats(rules: Scenario, settings: Settings, seat: Seat, ships: Mapping[str, Ship]) -> int:
    """How many counters of bateaus a side has left."""
    used = sum(ship.kind == "bateau" for ship in ships.values())
    left = rules.tables.counter_mix.bateaus[seat] - used
    return max(0, left) if settings.counter_limits else rules.tables.counter_mix.bateaus[seat]


def drowned(state: State, ship: Ship) -> Iterator[Event]:
    """Whoever is aboard a vessel is lost; their owner alone is told who (13)."""
    lost: dict[str, int] = {}
    for pool in [one for one in state.pools.values() if one.aboard == ship.id]:
        yield PoolGone(pool=pool.id)
        if state.kind(pool).combat:
            yield PointsLost(of=pool.kind, number=pool.number, at_sea=True)
        lost[pool.kind] = lost.get(pool.kind, 0) + pool.number
    if lost:
        yield tell(state, ship.seat, UnitsLost(units=lost, why="sunk"))


def take(state: State, captor: Seat, hex: Hex, pools: Sequence[Pool], *, inside: bool = False) -> Iterator[Event]:
    """Non-combat units change sides, as far as there are counters for them; both sides are told, once of a kind."""
    told = dict[tuple[str, str], int]()
    for pool in pools:
        yield PoolGone(pool=pool.id)
        kind, number = becomes(state, captor, hex, pool)
        left = room(state, kind)
        taken = number if left is None else min(number, left)
        if taken:
            new = state.next_id(kind)
            yield PoolSet(
                pool=Pool(id=new, kind=kind, number=taken, at=hex, inside=inside, began=hex, stopped=True, bound=True)
            )  # fmt: skip
        told[pool.kind, kind] = told.get((pool.kind, kind), 0) + pool.number
    for (was, kind), number in told.items():
        for seat in state.seats:
            yield tell(state, seat, Captured(
                at=hex, number=number, was=was, becomes=kind, inside=inside, by_us=seat == captor
            ))  # fmt: skip


def becomes(state: State, captor: Seat, hex: Hex, pool: Pool) -> tuple[str, int]:
    """What a captured pool is to its captor: guns are guns; of supply and magazines each is supply."""
    role = state.kind(pool).role
    number = pool.number * state.rules.tables.works.magazine.reduced_to if role == "magazine" else pool.number
    wanted = "supply" if role == "magazine" else role
    nations = {state.kind(one).nation for one in state.on_land(captor, hex, inside=False) if state.kind(one).combat}
    nation = "French" if nations == {"French"} else "British" if captor == BRITISH else "American"
    kinds = state.rules.tables.units.kinds.items()
    return next(code for code, kind in kinds if (kind.role, kind.nation) == (wanted, nation)), number


def give_up_works(state: State, seat: Seat, hex: Hex) -> Iterator[Event]:
    """An entrenchment goes when no strength point of its side is left in the hex outside a fort."""
    if state.entrenched.get(hex) == seat and not state.strength(seat, hex, inside=False):
        yield EntrenchmentGone(hex=hex)
