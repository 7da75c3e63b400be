"""Units that come in, and where their owner places them: arrivals of a scenario, and recruits (C76-PLC-05 to 21)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Choice, Domain, Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, listed, place, say
from service.engine.state import duplicate
from service.games.campaign1776.known.asking import named, own_pool
from service.games.campaign1776.known.counters import fits, laid, sizes_but
from service.games.campaign1776.known.picture import Picture, field_of, in_hex, points, ships_known
from service.games.campaign1776.printed.land import Kind
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import DUE, Pool, PoolId, pool_id
from service.games.campaign1776.printed.reading import AMERICAN
from service.games.campaign1776.printed.scenario import Arrival
from service.games.campaign1776.sections.france import offer_french_fleets, usual_fleets
from service.games.campaign1776.sections.groups import open_groups, usual_entry
from service.games.campaign1776.truth.areas import near
from service.games.campaign1776.truth.events import DueSet, PoolSet, ThrowMade
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State

PLACING, PAIRS, BESIEGED, BLOCKADED, FORTS, COUNTERS = (
    "C76-PLC-05", "C76-PLC-08", "C76-PLC-19", "C76-PLC-20", "C76-FORT-03", "C76-MSC-09",
)  # fmt: skip


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
    yield from open_groups(state)
    yield from offer_french_fleets(state)
    yield from settle(state, (seat,))
    if state.throw is not None:
        yield ThrowMade()  # the roll that opened the month may still be voided


def eligible(state: State, arrival: Arrival) -> tuple[Hex, ...]:
    """Where an arrival may be placed: in the hexes of its own, or in the first port of the list that is controlled."""
    for hex in arrival.controlled_ports:
        if controls(state, arrival.seat, hex):
            return (hex,)
    if arrival.at is not None:
        lost = arrival.if_controlled and not controls(state, arrival.seat, arrival.at)
        return () if lost else (arrival.at,)
    return tuple(sorted(near(state, arrival.within_one_of)))


def controls(state: State, seat: Seat, hex: Hex) -> bool:
    """Whether a side has a regular strength point in a hex, in a fort or not (C76-PLC-19, 21)."""
    return any(controller(state.kind(pool), seat) for pool in state.on_land(seat, hex))


def controller(kind: Kind, seat: Seat) -> bool:
    return kind.seat == seat and kind.role == "regular"


def open_to(picture: Picture, unit: PoolId) -> str:
    """How many places there are for units that have come in, and in which areas."""
    rules, hexes = picture.rules, picture.due[unit]
    areas = {rules.tables.areas.names[rules.board.area[hex]] for hex in hexes if hex in rules.board.area}
    where = f" in {listed(sorted(areas))}" if areas else ""
    return f"there {'is' if len(hexes) == 1 else 'are'} {counted(len(hexes), 'place')} for them{where}"


@dataclass(frozen=True, kw_only=True)
class PlaceArrival(Order):
    """Place units that have come in: all of them, or, of those that may be divided, so many.

    `inside`: in the own fort of the hex; into one that is besieged only through a port that nobody blockades.
    """

    rule: ClassVar[str] = PLACING
    phrase: ClassVar[Phrase] = Phrase("place {unit} at {hex}", number="only {}", inside="in the fort")
    kind: Literal["place-arrival"] = "place-arrival"
    unit: Subject[str]
    hex: Place
    number: int = 0
    inside: bool = False

    def said(self, to: Saying) -> Sentence:
        pool = to.known.picture.own.get(self.unit) if to.known is not None else None
        some = f"{self.number} of " if self.number and (pool is None or pool.number != self.number) else ""
        return say(f"Place {some}", to.unit(self.unit), " in ", place(self.hex), ", in the fort" * self.inside)

    def check(self, picture: Picture) -> None:
        pool = own_pool(picture, self.unit)
        demand(self.unit in picture.due, PLACING, (named(self.unit), " have been placed."))
        demand(
            self.hex in picture.due[self.unit],
            PLACING,
            (named(self.unit), " cannot be placed in ", place(self.hex), f": {open_to(picture, self.unit)}."),
        )
        number = self.number or pool.number
        demand(
            1 <= number <= pool.number, PLACING, (named(self.unit), f" are {pool.number}: place that many, or fewer.")
        )
        divided = number == pool.number or divisible(picture.rules.kind(pool.kind))
        demand(divided, PAIRS, (named(self.unit), " come in together, at one port."))
        if self.inside:
            self._enters(picture, number if picture.rules.kind(pool.kind).combat else 0)
        demand(
            fits(picture, pool.kind, [*sizes_but(picture, pool.kind, self.hex, inside=self.inside),
                                      laid(picture, pool.kind, self.hex, inside=self.inside) + number]), COUNTERS,
            ("There are not enough counters of one point to place that many in ", place(self.hex), "."),
        )  # fmt: skip

    def _enters(self, picture: Picture, strength: int) -> None:
        hex, holds = Hex(self.hex), picture.rules.tables.works.fort.holds
        demand(picture.public.forts.get(hex) == picture.side, FORTS, ("You have no fort in ", place(hex), "."))
        there = points(picture, in_hex(picture, hex, inside=True))
        demand(
            there + strength <= holds, FORTS,
            ("The fort in ", place(hex), f" holds {holds} strength points; {there} are inside."),
        )  # fmt: skip
        port = next((port for port in picture.rules.board.ports.values() if port.hex == hex), None)
        open_port = port is not None and not blockaded(picture, port.entrance)
        demand(
            open_port or hex not in field_of(picture).enemies, BESIEGED if port is None else BLOCKADED,
            ("The fort in ", place(hex), " is besieged", ", and its port blockaded" * (port is not None), ": nobody "
             "new comes inside."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        pool = picture.own[self.unit]
        number = self.number or pool.number
        if number == pool.number:
            del picture.due[self.unit]
            pool.at = pool.began = self.hex
            pool.inside, pool.within = self.inside, "fort" if self.inside else ""
            return
        count = picture.numbered[pool.kind] = picture.numbered.get(pool.kind, 0) + 1
        new = pool_id(pool.kind, count)
        picture.own[new] = self._placed(pool, new, number)
        pool.number -= number

    def _placed(self, pool: Pool, id: PoolId, number: int) -> Pool:
        return replace(pool, id=id, number=number, at=self.hex, began=self.hex, inside=self.inside,
                       within="fort" if self.inside else "")  # fmt: skip

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        pool = state.pools[self.unit]
        number = self.number or pool.number
        if number == pool.number:
            yield DueSet(pool=self.unit, hexes=())
            yield PoolSet(pool=self._placed(pool, pool.id, number))
        else:
            new = state.next_id(pool.kind)
            yield PoolSet(pool=replace(pool, number=pool.number - number))
            yield PoolSet(pool=self._placed(pool, new, number))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id, hexes in picture.due.items():
            for inside in (False, True):
                yield from _placings(picture, id, hexes, inside=inside)


def _placings(picture: Picture, id: PoolId, hexes: tuple[Hex, ...], *, inside: bool) -> Iterator[Option]:
    """Where so many of some units can be placed: an option for all hexes that take the same numbers."""
    pool, alike = picture.own[id], dict[tuple[int, ...], list[Hex]]()
    least = 1 if divisible(picture.rules.kind(pool.kind)) else pool.number
    known: dict[tuple[int, Hex | None], tuple[int, ...]] = {}
    for hex in hexes:
        if inside and picture.public.forts.get(hex) != picture.side:
            continue
        lies = laid(picture, pool.kind, hex, inside=inside), hex if inside else None
        if lies not in known:
            known[lies] = tuple(
                number for number in range(least, pool.number + 1)
                if accepts(picture, PlaceArrival(unit=id, hex=hex, number=number, inside=inside))
            )  # fmt: skip
        if known[lies]:
            alike.setdefault(known[lies], []).append(hex)
    for numbers, there in alike.items():
        fields: dict[str, Domain] = {"hex": Places(places=tuple(there))}
        fixed: dict[str, Any] = {"unit": id, **({"inside": True} if inside else {})}
        if len(numbers) > 1:
            fields["number"] = Choice(values=numbers[::-1])
        elif numbers[0] != pool.number:
            fixed["number"] = numbers[0]
        title = say("Place ", named(id), " in a fort" if inside else "")
        yield Option(kind="place-arrival", title=title, subjects=(id,), fixed=fixed, fields=fields, rule=PLACING)


def divisible(kind: Kind) -> bool:
    """Whether new units of a kind may be placed in several hexes: American ones and Tory militia (C76-PLC-08, 10)."""
    return kind.nation == AMERICAN or kind.militia


def blockaded(picture: Picture, entrance: Place) -> bool:
    """Whether an enemy fleet lies on the entrance of a port, whatever lies there besides (C76-PLC-20)."""
    return bool(ships_known(picture).get(entrance, frozenset()) - {"bateau"})


def all_placed(picture: Picture) -> None:
    """Refuse to go on while something that has come in stands nowhere, and could stand somewhere."""
    for id, hexes in picture.due.items():
        if any(accepts(picture, PlaceArrival(unit=id, hex=hex)) for hex in hexes):
            demand(False, PLACING, (named(id), " have come in, and have to be placed."))
    demand(not picture.tasks.groups, "C76-PLC-02", "The reinforcements have come in, and have to enter.")


def usual_places(picture: Picture) -> list[Order]:
    """Each at the first hex that it can be placed in, in the order of the map."""
    found: list[Order] = [*usual_entry(picture), *usual_fleets(picture)]
    now = duplicate(picture)
    for id, hexes in picture.due.items():
        orders = (PlaceArrival(unit=id, hex=hex) for hex in hexes)
        if (order := next((one for one in orders if accepts(now, one)), None)) is not None:
            order.believe(now)
            found.append(order)
    return found
