"""Units that come in: the arrivals of a scenario, at the opening of their owner's segment (C76-PLC-05, 08)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Option, Places
from service.engine.orders import Order, Phrase, demand
from service.engine.places import Place
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import place, say
from service.games.campaign1776.known.asking import named, own_pool
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.printed.land import Kind
from service.games.campaign1776.printed.lettered import Hex, distance
from service.games.campaign1776.printed.pieces import DUE, Pool
from service.games.campaign1776.printed.scenario import Arrival
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import DueSet, PoolSet, State

PLACING = "C76-PLC-05"


def open_arrivals(state: State, dice: Dice) -> Iterator[Event]:
    """What comes in this month: at once, where there is one hex for it; else its owner places it."""
    seat = state.phasing
    assert seat is not None
    for arrival in state.rules.arrivals:
        if (arrival.month, arrival.seat) != (state.month, seat):
            continue
        hexes = eligible(state, arrival)
        for kind, number in arrival.units.items() if hexes else ():
            pool = Pool(id=state.next_id(kind), kind=kind, number=number, at=hexes[0] if len(hexes) == 1 else DUE)
            pool.began = pool.at
            yield PoolSet(pool=pool)
            if pool.at == DUE:
                yield DueSet(pool=pool.id, hexes=hexes)
    yield from settle(state, (seat,))


def eligible(state: State, arrival: Arrival) -> tuple[Hex, ...]:
    """Where an arrival may be placed: in the hexes of its own, or in the first port of the list that is controlled."""
    for hex in arrival.controlled_ports:
        if controls(state, arrival.seat, hex):
            return (hex,)
    if arrival.at is not None:
        lost = arrival.if_controlled and not controls(state, arrival.seat, arrival.at)
        return () if lost else (arrival.at,)
    near = state.rules.tables.areas.placed_within
    return tuple(
        hex for hex in sorted(state.rules.land_in_play)
        if any(distance(hex, town) <= near and same_side(state, town, hex) for town in arrival.within_one_of)
    )  # fmt: skip


def same_side(state: State, town: Hex, hex: Hex) -> bool:
    """Whether a hex counts as within reach of a town: in its area, and not across water of class 3."""
    area = state.rules.board.area
    return area[town] == area[hex] and (town == hex or state.rules.land.cost(town, hex) is not None)


def controls(state: State, seat: Seat, hex: Hex) -> bool:
    """Whether a side has a regular strength point in a hex, in a fort or not (C76-PLC-19, 21)."""
    return any(controller(state.kind(pool), seat) for pool in state.on_land(seat, hex))


def controller(kind: Kind, seat: Seat) -> bool:
    return kind.seat == seat and kind.role == "regular"


@dataclass(frozen=True, kw_only=True)
class PlaceArrival(Order):
    """Place units that have come in."""

    rule: ClassVar[str] = PLACING
    phrase: ClassVar[Phrase] = Phrase("place {unit} at {hex}")
    kind: Literal["place-arrival"] = "place-arrival"
    unit: Subject[str]
    hex: Place

    def check(self, picture: Picture) -> None:
        own_pool(picture, self.unit)
        demand(self.unit in picture.due, PLACING, (named(self.unit), " have been placed."))
        demand(
            self.hex in picture.due[self.unit],
            PLACING,
            (named(self.unit), " cannot be placed in ", place(self.hex), "."),
        )

    def believe(self, picture: Picture) -> None:
        del picture.due[self.unit]
        pool = picture.own[self.unit]
        pool.at = pool.began = self.hex

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        pool = state.pools[self.unit]
        yield DueSet(pool=self.unit, hexes=())
        yield PoolSet(pool=replace(pool, at=self.hex, began=self.hex))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id, hexes in picture.due.items():
            yield Option(
                order="place-arrival", title=say("Place ", named(id)), subjects=(id,), fixed={"unit": id},
                fields={"hex": Places(places=hexes)}, rule=PLACING,
            )  # fmt: skip


def all_placed(picture: Picture) -> None:
    """Refuse to go on while something that has come in stands nowhere."""
    for id in picture.due:
        demand(False, PLACING, (named(id), " have come in, and have to be placed."))


def usual_places(picture: Picture) -> list[Order]:
    """Each at the first hex that it may be placed in, in the order of the map."""
    return [PlaceArrival(unit=id, hex=hexes[0]) for id, hexes in picture.due.items()]
