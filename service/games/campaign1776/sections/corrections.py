"""What a moderator may put right in a match of 1776 (C76-PBM-31): a closed list, each kind checked by what is true.

The owner of what is corrected is told at once, and whoever is in turn sees it as after every step; the other side finds
it with its next letter, as it finds all else. Whoever could see nothing of it hears nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from service.engine.corrections import Correction, Standing
from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Choice, Domain, Option, Places, Range, Several
from service.engine.orders import demand
from service.engine.places import Place
from service.engine.seats import Seat
from service.engine.sentences import place, plain_text, say
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.printed.land import Kind
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import DUE, NOWHERE, Pool, PoolId, Ship
from service.games.campaign1776.printed.scenario import Scenario
from service.games.campaign1776.staff.names import Names, ship_name
from service.games.campaign1776.truth.events import PoolGone, PoolSet, ShipSet
from service.games.campaign1776.truth.looking import settle, tell_of_own
from service.games.campaign1776.truth.state import State

RULE = "C76-PBM-31"
MOST = 99
"""The largest number of units that a correction may give a pool."""


def told(state: State, *, pools: Iterable[PoolId] = (), ships: Iterable[str] = ()) -> Iterator[Event]:
    """Let those look who hear of things now, and tell the others of these of their own alone."""
    looking = state.seats if state.battles else tuple(seat for seat in state.seats if seat == state.phasing)
    yield from settle(state, looking)
    for seat in state.seats:
        if seat not in looking:
            yield from tell_of_own(state, seat, pools, ships)


def standing(rules: Scenario, pools: Mapping[PoolId, Pool], ids: Iterable[PoolId]) -> dict[str, str]:
    """How some units stand, as far as they are there."""
    found = {}
    for pool in (pools[id] for id in ids if id in pools):
        if pool.at == DUE:
            where = "not placed yet"
        elif pool.aboard:
            where = f"aboard {pool.aboard}"
        else:
            where = f"in {'the fort of ' if pool.inside else ''}{spoken(rules, pool.at)}"
        found[f"{rules.kind(pool.kind).many} ({pool.id})"] = f"{pool.number} {where}"
    return found


def seen(picture: Picture, places: Sequence[Place]) -> dict[str, str]:
    """What a side was told of its enemy in some places."""
    names = Names(picture.rules.tables.units.kinds, {}, {})
    return {
        f"The enemy in {'the fort of ' if one.inside else ''}{spoken(picture.rules, one.hex)}": names.strength(one)
        for one in picture.contacts.values() if one.hex in places
    }  # fmt: skip


def spoken(rules: Scenario, at: Place) -> str:
    """A place as players say it."""
    return rules.board.place(Hex(at))


def placed(state: State, id: PoolId) -> Pool:
    """Some units that are on the map or afloat. Refuses others."""
    demand(id in state.pools and state.pools[id].at not in NOWHERE, RULE, f"There are no units {id} in play.")
    return state.pools[id]


def on_map(state: State) -> tuple[PoolId, ...]:
    return tuple(id for id, pool in state.pools.items() if pool.at not in NOWHERE)


def named(state: State, ids: Iterable[PoolId]) -> Choice:
    """A choice among some units, by what they are and where they stand."""
    ids = tuple(ids)
    names = Names(state.rules.tables.units.kinds, {}, {})
    return Choice(values=ids, labels=tuple(say(plain_text(names.stands(state.pools[id])), f" ({id})") for id in ids))


def kinds(rules: Scenario) -> Choice:
    """A choice among the kinds of unit."""
    return Choice(
        values=tuple(rules.tables.units.kinds), labels=tuple(say(one.many) for one in rules.tables.units.kinds.values())
    )


def land(state: State) -> tuple[Place, ...]:
    return tuple(sorted(state.rules.land_in_play))


def demand_land(state: State, hex: Place) -> None:
    demand(hex in state.rules.land_in_play, RULE, f"{hex} is not a land hex in play.")


def demand_kind(state: State, kind: str) -> None:
    demand(kind in state.rules.tables.units.kinds, RULE, f"There are no units of the kind {kind!r}.")


def demand_room(state: State, hex: Place, seat: Seat, *, inside: bool) -> None:
    """Refuse a place in a fort to whoever has none there."""
    mine = state.forts.get(Hex(hex)) == seat
    demand(not inside or mine, RULE, ("The ", seat, " side has no fort in ", place(hex), "."))


# ---- units


@dataclass(frozen=True, kw_only=True)
class SetStrength(Correction):
    """Make some units as many as they should be; with 0 they are taken off the map. It counts no losses."""

    kind: Literal["set-strength"] = "set-strength"
    unit: PoolId
    number: int

    def check(self, state: State) -> None:
        pool = placed(state, self.unit)
        demand(0 <= self.number <= MOST, RULE, f"A pool has from 0 to {MOST} units.")
        demand(self.number != pool.number, RULE, f"There are {pool.number} of {self.unit} already.")

    def resolve(self, state: State, dice: Dice) -> Iterator[Event]:
        pool = state.pools[self.unit]
        yield PoolSet(pool=replace(pool, number=self.number)) if self.number else PoolGone(pool=pool.id)
        yield from told(state, pools=(self.unit,))

    def stands(self, state: State) -> Standing:
        return standing(state.rules, state.pools, (self.unit,))

    def places(self, state: State) -> Sequence[Place]:
        return (state.pools[self.unit].at,)

    def known_to(self, picture: Picture, places: Sequence[Place]) -> Standing:
        return standing(picture.rules, picture.own, (self.unit,)) | seen(picture, places)

    @classmethod
    def offers(cls, state: State) -> Iterator[Option]:
        yield Option(
            kind="set-strength", title=say("Set how many some units are"), rule=RULE,
            fields={"unit": named(state, on_map(state)), "number": Range(least=0, most=MOST)},
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class PutUnits(Correction):
    """Put some units of one side into a land hex, outside the fort there or inside; militia is at home there."""

    kind: Literal["put-units"] = "put-units"
    units: tuple[PoolId, ...]
    hex: Place
    in_fort: bool = False

    def check(self, state: State) -> None:
        demand(self.units and len(set(self.units)) == len(self.units), RULE, "Name each of the units once.")
        pools = [placed(state, id) for id in self.units]
        [seat, *others] = {state.kind(pool).seat for pool in pools}
        demand(not others, RULE, "All units are to be of one side.")
        demand_land(state, self.hex)
        demand_room(state, self.hex, seat, inside=self.in_fort)
        there = all((pool.at, pool.inside, pool.aboard) == (self.hex, self.in_fort, "") for pool in pools)
        demand(not there, RULE, ("They are in ", place(self.hex), " already."))

    def resolve(self, state: State, dice: Dice) -> Iterator[Event]:
        for id in self.units:
            pool = replace(state.pools[id], at=self.hex, inside=self.in_fort, aboard="", piece="", began=self.hex)
            yield PoolSet(pool=replace(pool, home="", within="fort" if self.in_fort else ""))
        yield from told(state, pools=self.units)

    def stands(self, state: State) -> Standing:
        return standing(state.rules, state.pools, self.units)

    def places(self, state: State) -> Sequence[Place]:
        return (self.hex, *(state.pools[id].at for id in self.units))

    def known_to(self, picture: Picture, places: Sequence[Place]) -> Standing:
        return standing(picture.rules, picture.own, self.units) | seen(picture, places)

    @classmethod
    def offers(cls, state: State) -> Iterator[Option]:
        units = on_map(state)
        fields: dict[str, Domain] = {
            "units": Several(values=units, least=1, most=len(units)), "hex": Places(places=land(state)),
            "in_fort": Choice(values=(False, True)),
        }  # fmt: skip
        yield Option(kind="put-units", title=say("Put units somewhere else"), fields=fields, rule=RULE)


@dataclass(frozen=True, kw_only=True)
class GiveUnits(Correction):
    """Give a side so many units of a kind in a land hex, such as those that were lost by a mistake."""

    kind: Literal["give-units"] = "give-units"
    unit_kind: str
    number: int
    hex: Place
    in_fort: bool = False

    def check(self, state: State) -> None:
        demand_kind(state, self.unit_kind)
        demand(1 <= self.number <= MOST, RULE, f"From 1 to {MOST} can be given at a time.")
        demand_land(state, self.hex)
        demand_room(state, self.hex, self._kind(state.rules).seat, inside=self.in_fort)

    def _kind(self, rules: Scenario) -> Kind:
        return rules.kind(self.unit_kind)

    def resolve(self, state: State, dice: Dice) -> Iterator[Event]:
        id = state.next_id(self.unit_kind)
        yield PoolSet(pool=Pool(id=id, kind=self.unit_kind, number=self.number, at=self.hex, inside=self.in_fort,
                                began=self.hex, within="fort" if self.in_fort else ""))  # fmt: skip
        yield from told(state, pools=(id,))

    def stands(self, state: State) -> Standing:
        return self._there(state.rules, state.pools.values())

    def _there(self, rules: Scenario, pools: Iterable[Pool]) -> dict[str, str]:
        here = (self.unit_kind, self.hex, self.in_fort, "")
        number = sum(pool.number for pool in pools if (pool.kind, pool.at, pool.inside, pool.aboard) == here)
        within = "the fort of " if self.in_fort else ""
        return {f"{self._kind(rules).many} in {within}{spoken(rules, self.hex)}": str(number)} if number else {}

    def places(self, state: State) -> Sequence[Place]:
        return (self.hex,)

    def known_to(self, picture: Picture, places: Sequence[Place]) -> Standing:
        return self._there(picture.rules, picture.own.values()) | seen(picture, places)

    @classmethod
    def offers(cls, state: State) -> Iterator[Option]:
        fields: dict[str, Domain] = {
            "unit_kind": kinds(state.rules), "number": Range(least=1, most=MOST),
            "hex": Places(places=land(state)), "in_fort": Choice(values=(False, True)),
        }  # fmt: skip
        yield Option(kind="give-units", title=say("Give units back"), fields=fields, rule=RULE)


@dataclass(frozen=True, kw_only=True)
class PutShip(Correction):
    """Put a fleet or bateau, with all aboard, into another place on the water."""

    kind: Literal["put-ship"] = "put-ship"
    ship: str
    to: Place

    def check(self, state: State) -> None:
        demand(self.ship in afloat(state), RULE, f"There is no ship {self.ship} in play.")
        ship, rules = state.ships[self.ship], state.rules
        fits = rules.water.takes_bateaus(self.to) if ship.kind == "bateau" else self.to in waters(state)
        demand(fits, RULE, f"{ship_name(ship)} cannot be in {self.to}.")
        demand(ship.at != self.to, RULE, "It is there already.")

    def resolve(self, state: State, dice: Dice) -> Iterator[Event]:
        yield ShipSet(ship=replace(state.ships[self.ship], at=self.to))
        aboard = [pool.id for pool in state.pools.values() if pool.aboard == self.ship]
        yield from told(state, pools=aboard, ships=(self.ship,))

    def stands(self, state: State) -> Standing:
        return self._lies(state.ships)

    def _lies(self, ships: Mapping[str, Ship]) -> dict[str, str]:
        return {ship_name(ships[self.ship]): f"at {ships[self.ship].at}"} if self.ship in ships else {}

    def places(self, state: State) -> Sequence[Place]:
        return (self.to, state.ships[self.ship].at)

    def known_to(self, picture: Picture, places: Sequence[Place]) -> Standing:
        return self._lies(picture.ships) | seen(picture, places)

    @classmethod
    def offers(cls, state: State) -> Iterator[Option]:
        if ships := afloat(state):
            labels = tuple(say(f"{ship_name(state.ships[id])} at {state.ships[id].at}") for id in ships)
            to = Places(places=waters(state))
            fields: dict[str, Domain] = {"ship": Choice(values=ships, labels=labels), "to": to}
            yield Option(kind="put-ship", title=say("Put a ship somewhere else"), fields=fields, rule=RULE)


def afloat(state: State) -> tuple[str, ...]:
    """The ships that lie somewhere."""
    return tuple(id for id, ship in state.ships.items() if ship.at not in NOWHERE)


def waters(state: State) -> tuple[Place, ...]:
    """The places on the water in which ships may be."""
    return tuple(sorted(one for one in (*state.rules.water.places, *state.rules.water.boxes) if in_play(state, one)))


def in_play(state: State, at: Place) -> bool:
    return at in state.rules.water.boxes or state.rules.sails(at)
