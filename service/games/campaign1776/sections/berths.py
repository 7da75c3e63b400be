"""Passengers of fleets that lie together, of whom it is left open who is aboard which (C76-PBM-08)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.options import Choice, Domain, Option, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, own, place, say
from service.games.campaign1776.known.counters import fits, of_kind
from service.games.campaign1776.known.passengers import LeftOpen, stowed
from service.games.campaign1776.known.picture import Picture, in_hex
from service.games.campaign1776.known.reports import PassengersOpen
from service.games.campaign1776.known.room import capacity, load
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import Pool, PoolId, Ship, pool_id
from service.games.campaign1776.printed.scenario import Scenario, Settings
from service.games.campaign1776.sections.capture import give_up_works
from service.games.campaign1776.sections.landing import (
    demand_points,
    embarked,
    is_occupied,
    occupied,
    on_the_shore,
    ready,
    shores,
)
from service.games.campaign1776.staff.order_prose import done_by, who
from service.games.campaign1776.staff.terms import VESSELS
from service.games.campaign1776.truth.events import PoolSet, ShipSet, StrikeHeld
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State

OPEN, COUNTERS, ROOM = "C76-PBM-08", "C76-MSC-09", "C76-NTR-19"


# ---- leaving it open


@dataclass(frozen=True, kw_only=True)
class EmbarkAmong(Order):
    """Take units of one hex aboard fleets that lie together, without saying who goes on which.

    The fleets are filled in the order of their names, and each of them pays. Where both sides see everything the enemy
    may say otherwise when one of these fleets is struck in naval combat.
    """

    rule: ClassVar[str] = OPEN
    phrase: ClassVar[Phrase] = Phrase("stow {units} among {ships}")
    kind: Literal["embark-among"] = "embark-among"
    units: Subject[tuple[PoolId, ...]]
    ships: tuple[str, ...]

    def said(self, to: Saying) -> Sentence:
        return say(done_by(to, self.units, "embark among "), who(to, self.ships))

    def check(self, picture: Picture) -> None:
        two = len(self.ships) > 1 and len(set(self.ships)) == len(self.ships)
        demand(two, OPEN, "Name the fleets that they go aboard, two or more, each once.")
        ships = [ready(picture, id) for id in self.ships]
        demand(
            len({ship.at for ship in ships}) == 1, OPEN, "Fleets that take a stack aboard together lie in one place."
        )
        for ship in ships:
            demand(ship.kind != "bateau", OPEN, (own(ship.id), " is a bateau: say who goes on it."))
            pools = on_the_shore(picture, ship, self.units)
        rooms = _rooms(picture, ships)
        parts = stowed(picture.rules, picture.settings.transport, rooms, pools)
        demand(parts is not None, ROOM, f"The fleets have room for {sum(rooms.values())}, each for itself.")
        for ship in ships:
            demand_points(picture, ship, Hex(pools[0].at))
        for kind in {pool.kind for pool in pools}:
            left = of_kind(picture, kind)
            for pool in pools:
                if pool.kind == kind:
                    left.remove(pool.number)
            left += [part.number for _, part in parts or () if part.kind == kind]
            demand(fits(picture, kind, left), COUNTERS, "There are not enough counters of one point to part them so.")

    def believe(self, picture: Picture) -> None:
        pools, ships = [picture.own[id] for id in self.units], [picture.ships[id] for id in self.ships]
        held, rooms = occupied(picture, Hex(pools[0].at)), _rooms(picture, ships)
        for ship, aboard in embarked_among(picture.rules, picture.settings, rooms, ships, pools, held):
            picture.ships[ship.id] = ship
            for pool in aboard:
                id = pool.id
                if id in picture.own and picture.own[id].aboard:
                    picture.numbered[pool.kind] = picture.numbered.get(pool.kind, 0) + 1
                    id = pool_id(pool.kind, picture.numbered[pool.kind])
                picture.own[id] = replace(pool, id=id)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        pools = [state.pools[id] for id in self.units if id in state.pools]
        ships, hexes = [state.ships[id] for id in self.ships], {pool.at for pool in pools}
        here = all(hexes <= set(shores(state.rules, ship.at)) for ship in ships)
        if len(hexes) == 1 and here and not any(pool.aboard for pool in pools):
            hex, named = Hex(hexes.pop()), set[PoolId]()
            held, rooms = is_occupied(state, seat, hex), rooms_of(state.rules, state.settings, ships, state.of(seat))
            for ship, aboard in embarked_among(state.rules, state.settings, rooms, ships, pools, held):
                yield ShipSet(ship=ship)
                for pool in aboard:
                    id = state.next_id(pool.kind) if pool.id in named else pool.id
                    named.add(pool.id)
                    yield PoolSet(pool=replace(pool, id=id))
            yield from give_up_works(state, seat, hex)
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        """Where no fleet that lies there has room for all who can go aboard."""
        fleets: dict[Place, list[Ship]] = {}
        for ship in picture.ships.values():
            if ship.kind != "bateau":
                fleets.setdefault(ship.at, []).append(ship)
        for at, ships in fleets.items():
            ids = tuple(_in_order(ship.id for ship in ships))
            for hex in shores(picture.rules, at) if len(ships) > 1 else ():
                units = tuple(
                    pool.id for pool in in_hex(picture, hex) if accepts(picture, cls(units=(pool.id,), ships=ids))
                )
                units = units if accepts(picture, cls(units=units, ships=ids)) else ()
                number = [(picture.rules.kind(picture.own[id].kind), picture.own[id].number) for id in units]
                taken = load(picture.rules, picture.settings.transport, number)
                if units and taken > max(_rooms(picture, ships).values()):
                    fields: dict[str, Domain] = {"units": Several(values=units, least=1, most=len(units))}
                    yield Option(kind="embark-among", title=_warned(picture, hex), subjects=units,
                                 fixed={"ships": ids}, fields=fields, rule=OPEN)  # fmt: skip


def _warned(picture: Picture, hex: Hex) -> Sentence:
    """What the option is called, with what the enemy may make of it."""
    warning = " (the enemy may say who is on which)" * (picture.settings.visibility == "open")
    return say("Embark in ", place(hex), " among the fleets there", warning)


def _in_order(ids: Iterator[str]) -> list[str]:
    """Ids of ships by their numbers."""
    return sorted(ids, key=lambda id: (len(id), id))


def _rooms(picture: Picture, ships: Sequence[Ship]) -> Mapping[str, int]:
    return rooms_of(picture.rules, picture.settings, ships, picture.own)


def rooms_of(
    rules: Scenario, settings: Settings, ships: Sequence[Ship], own: Mapping[PoolId, Pool]
) -> Mapping[str, int]:
    """What room each of some fleets of a side has left, in the order of their names."""
    found, fleets = dict[str, int](), {ship.id: ship for ship in ships}
    for id in _in_order(iter(fleets)):
        aboard = [(rules.kind(pool.kind), pool.number) for pool in own.values() if pool.aboard == id]
        found[id] = max(0, capacity(rules, fleets[id]) - load(rules, settings.transport, aboard))
    return found


def embarked_among(
    rules: Scenario, settings: Settings, rooms: Mapping[str, int], ships: Sequence[Ship], pools: Sequence[Pool],
    held: bool,
) -> Iterator[tuple[Ship, list[Pool]]]:  # fmt: skip
    """Each of some fleets, and who goes aboard it; where both sides see everything, it stays open who is on which."""
    parts = stowed(rules, settings.transport, rooms, pools) or ()
    among = tuple(rooms) if settings.visibility == "open" else ()
    for ship in ships:
        vessel, aboard = embarked(rules, ship, [pool for fleet, pool in parts if fleet == ship.id], held)
        yield vessel, [replace(pool, among=among) for pool in aboard]


# ---- what the enemy makes of it


@dataclass(frozen=True, kw_only=True)
class PlacePassengers(Order):
    """Say how many of the enemy's passengers of a kind were aboard the fleet of theirs that is struck in a place.

    `of`: the kind, by its code. Of whom nothing is said, it stays as they were put aboard.
    """

    rule: ClassVar[str] = OPEN
    phrase: ClassVar[Phrase] = Phrase("berth {number} {of} aboard the fleet struck in {at}")
    kind: Literal["place-passengers"] = "place-passengers"
    at: Place
    of: str
    number: int

    def said(self, to: Saying) -> Sentence:
        names = to.words.lexicon
        units = names.some(self.number, self.of) if self.of in names.kinds else f"{self.number} {self.of}"
        return say("Aboard the fleet that is struck in ", place(self.at), f": {units}")

    def check(self, picture: Picture) -> None:
        left = picture.placing.get(self.at)
        demand(left is not None, OPEN, ("No passengers were left open in ", place(self.at), "."))
        assert left is not None
        demand(self.of in left.units, OPEN, (f"None of {self.of} were left open in ", place(self.at), "."))
        numbers = left.numbers(picture.rules, picture.settings.transport, self.of)
        within = f"{numbers[0]} to {numbers[-1]}"
        demand(
            self.number in numbers, OPEN, f"By the room of the fleets {within} of them were on the one that is struck."
        )

    def believe(self, picture: Picture) -> None:
        picture.placing[self.at] = picture.placing[self.at].placed(self.of, self.number)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        for strike in list(state.struck.values()):
            if strike.left.at == self.at and state.ships[strike.ship].seat != seat:
                left = strike.left.placed(self.of, self.number)
                yield StrikeHeld(strike=replace(strike, left=left))
                yield Told(seat=seat, report=PassengersOpen(left=left))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for at, left in picture.placing.items():
            for kind in left.units:
                numbers = left.numbers(picture.rules, picture.settings.transport, kind)
                if len(numbers) > 1:
                    all_of_them = f"{left.units[kind]} {picture.rules.kind(kind).many}"
                    labels = tuple(say(f"{number} of {all_of_them}") for number in numbers)
                    yield Option(kind="place-passengers", title=_asked(picture, at, left, kind),
                                 fixed={"at": at, "of": kind},
                                 fields={"number": Choice(values=numbers, labels=labels)}, rule=OPEN)  # fmt: skip


def _asked(picture: Picture, at: Place, left: LeftOpen, kind: str) -> Sentence:
    of = picture.rules.kind(kind).many
    return say(f"Say how many {of} were on the {VESSELS[left.of][0]} that is struck in ", place(at))
