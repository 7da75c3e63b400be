"""Fleets and bateaus under way (9, 12): sea lanes, class 3 hexsides, ports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.options import Domain, Option, Routes, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, Reason, demand
from service.engine.places import Place
from service.engine.roles import Subject, Way
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, own, place, say
from service.games.campaign1776.known.militia import MILITIA
from service.games.campaign1776.known.picture import Picture, sea_of
from service.games.campaign1776.known.reports import MarchStopped, Why
from service.games.campaign1776.known.sea import Bar, Sea, Voyage
from service.games.campaign1776.printed.lettered import is_side
from service.games.campaign1776.printed.pieces import REPAIR, Ship
from service.games.campaign1776.printed.waterways import port_of
from service.games.campaign1776.staff.order_prose import done_by_ships, moved_said
from service.games.campaign1776.truth.events import PoolSet, ShipSet
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State

HEAVY = "C76-NTR-13"
SAIL, GRID, ICE, TAKEN, SHUT, SHORE, STOPS = (
    "P12", "C76-PRT-04", "C76-WIN-04", "C76-PRT-12", "C76-PRT-13", "C76-BAT-01", "C76-PRT-10",
)  # fmt: skip


def own_ship(picture: Picture, id: str) -> Ship:
    """An own fleet or bateau; an enemy's is refused like one that does not exist."""
    demand(id in picture.ships, SAIL, f"You have no fleet {id!r}.")
    return picture.ships[id]


def voyage_of(picture: Picture, ids: Sequence[str]) -> Voyage:
    """Own fleets, or bateaus, that can sail together now. Raises a Refusal where they cannot."""
    demand(ids and len(set(ids)) == len(ids), SAIL, "Name the fleets that sail, each once.")
    ships = tuple(own_ship(picture, id) for id in ids)
    demand(all(ship.at != REPAIR for ship in ships), "C76-NAV-01", "A fleet under repair cannot sail.")
    demand(len({ship.at for ship in ships}) == 1, SAIL, "Fleets that sail together lie in one place.")
    demand(len({ship.kind == "bateau" for ship in ships}) == 1, SAIL, "Bateaus and fleets go different ways.")
    for ship in ships:
        demand(not ship.ferried, "P9", (own(ship.id), " has ferried troops, and stays."))
        demand(not ship.stopped, STOPS, (own(ship.id), " goes no further in this phase."))
    return Voyage(sea_of(picture), ships)


@dataclass(frozen=True, kw_only=True)
class Sail(Order):
    """Sail with fleets, or bateaus, that lie in one place: over sea lanes, hexsides and into ports, step by step."""

    rule: ClassVar[str] = SAIL
    phrase: ClassVar[Phrase] = Phrase("sail {ships} via {path}")
    kind: Literal["sail"] = "sail"
    ships: Subject[tuple[str, ...]]
    path: Way[tuple[Place, ...]]

    def said(self, to: Saying) -> Sentence:
        return moved_said(done_by_ships(to, self.ships, "sail"), self.path)

    def check(self, picture: Picture) -> None:
        voyage = voyage_of(picture, self.ships)
        demand(self.path, SAIL, "Name the places of the way, without the one that it sets out from.")
        made, _, bar = voyage.priced(self.path)
        if bar is not None:
            demand(False, *barred(bar, (voyage.start, *self.path)[made], self.path[made], voyage))

    def believe(self, picture: Picture) -> None:
        voyage = Voyage(sea_of(picture), tuple(picture.ships[id] for id in self.ships))
        here = voyage.start
        for there in self.path:
            cost = voyage.cost(here, there)
            for id in self.ships:
                picture.ships[id] = come(voyage.sea, picture.ships[id], there, cost)
            here = there
        for pool in picture.own.values():
            if pool.aboard in self.ships:
                pool.at = here
                if here == picture.rules.tables.west_indies.box:
                    pool.held_until = picture.turn + picture.rules.tables.west_indies.stay

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from under_way(state, seat, self.ships, self.path)
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for at, ships in fleets_by_place(picture).items():
            fields: dict[str, Domain] = {
                "ships": Several(values=ships, least=1, most=len(ships)), "path": Routes(follows="ships"),
            }  # fmt: skip
            yield Option(kind="sail", title=say("Sail from ", place(at)), subjects=ships, fields=fields, rule=SAIL)


def fleets_by_place(picture: Picture) -> dict[Place, tuple[str, ...]]:
    """The fleets, or bateaus, that may sail together, by place; those that have somewhere to go."""
    sea, found = sea_of(picture), dict[tuple[Place, bool], list[str]]()
    for ship in picture.ships.values():
        if not (ship.ferried or ship.stopped or ship.at == REPAIR) and Voyage(sea, (ship,)).can_go():
            found.setdefault((ship.at, ship.kind == "bateau"), []).append(ship.id)
    return {at: tuple(ids) for (at, _), ids in reversed(found.items())}


def barred(bar: Bar, here: Place, there: Place, voyage: Voyage) -> tuple[str, Reason]:
    """Why a step is refused, with the rule that says so."""
    match bar:
        case "off":
            rule = GRID if port_of(there) is not None else "C76-MAP-09" if is_side(there) else SAIL
            return rule, ("No ship goes from ", place(here), " to ", place(there), " in one step.")
        case "area":
            return MILITIA, ("Militia cannot leave its area, and ", place(there), " lies in another: land it first.")
        case "ice":
            return ICE, ("In winter ice bars the way to ", place(there), " to all but battle fleets.")
        case "battle fleet":
            return STOPS, ("An enemy battle fleet lies on ", place(there), ", which is not the entrance of a port.")
        case "port taken":
            return TAKEN, ("An enemy fleet lies in ", place(there), ".")
        case "port shut":
            return SHUT, (place(there), " is in enemy hands: a fleet comes in there only to land troops at once.")
        case "stopped":
            return STOPS, ("The way ends in ", place(here), ": whoever comes upon an enemy fleet or guns there stops.")
        case "month":
            return SAIL, ("It takes a whole month from box to box.",)
        case "held":
            return "C76-WI-01", ("Whoever is sent to the West Indies stays there for three months.",)
        case "needed":
            return "C76-WI-07", ("They are needed in the West Indies, to match the French there.",)
        case "bound":
            return "C76-FRE-07", ("With French troops aboard they go to the West Indies, and nowhere else.",)
        case "shore":
            return SHORE, ("No playable land lies along ", place(there), " for a bateau to rest at.")
        case "overloaded":
            return HEAVY, (
                "With more aboard than it carries, a fleet comes into ",
                place(there),
                " only to land at once.",
            )
        case "points":
            return SAIL, ("The way to ", place(there), f" costs more than the {counted(voyage.points, 'point')} left.")


def come(sea: Sea, ship: Ship, there: Place, cost: int) -> Ship:
    """A vessel once it has come to the next place of its way."""
    stop = sea.stops(ship.at, there)
    if there == sea.rules.tables.west_indies.box and ship.kind == "BF":
        ship = replace(ship, held_until=sea.turn + sea.rules.tables.west_indies.stay, uncounted=False)
    elif ship.uncounted:
        ship = replace(ship, uncounted=False)
    return replace(
        ship, at=there, spent=ship.spent + cost, moved=True, docked=ship.docked or sea.rules.water.is_port(there),
        stopped=stop is not None, met=ship.met or stop == "fleet",
    )  # fmt: skip


def under_way(state: State, seat: Seat, ids: Sequence[str], path: Sequence[Place]) -> Iterator[Event]:
    """Sail along a path that was lawful by its owner's picture, as far as it truly leads."""
    if len({state.ships[id].at for id in ids if id in state.ships}) != 1:
        return
    for there in path:
        voyage = Voyage(state.sea(seat), tuple(state.ships[id] for id in ids))
        here, bar = voyage.start, voyage.bar(voyage.start, there)
        if bar is not None or any(ship.stopped for ship in voyage.ships):
            yield stopped(seat, ids, here, "fleet" if bar is not None else "elsewhere")
            return
        for ship in voyage.ships:
            yield ShipSet(ship=come(voyage.sea, ship, there, voyage.cost(here, there)))
        indies = state.rules.tables.west_indies
        if there == indies.box:
            sent = [pool for pool in state.of(seat).values() if pool.aboard in ids]
            yield from (PoolSet(pool=replace(pool, held_until=state.turn + indies.stay)) for pool in sent)
        met = voyage.sea.stops(here, there)
        yield from settle(state, (seat,))
        if met is not None:
            if met != "box" and (there != path[-1] or met == "guns"):
                yield stopped(seat, ids, there, met)
            return


def stopped(seat: Seat, ids: Sequence[str], at: Place, why: Why) -> Event:
    return Told(seat=seat, report=MarchStopped(units=tuple(ids), at=at, why=why))
