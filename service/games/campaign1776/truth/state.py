"""The truth of a match of 1776. Views, reports, checks and options never import this module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from service.engine.contacts import sightings_named
from service.engine.places import Place
from service.engine.state import Position, duplicate
from service.games.campaign1776.known.battles import Battle, Commit
from service.games.campaign1776.known.field import Field
from service.games.campaign1776.known.militia import kept_by
from service.games.campaign1776.known.passengers import LeftOpen
from service.games.campaign1776.known.picture import Contact, Picture
from service.games.campaign1776.known.room import overloaded
from service.games.campaign1776.known.sea import Sea
from service.games.campaign1776.known.stay import stay_of
from service.games.campaign1776.printed.land import Kind
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.naval import Vessel
from service.games.campaign1776.printed.pieces import (
    NOWHERE,
    Holder,
    Pool,
    PoolId,
    Public,
    Ship,
    Tasks,
    boats_named,
    pool_id,
)
from service.games.campaign1776.printed.reading import AMERICAN, BRITISH, Seat
from service.games.campaign1776.printed.scenario import Scenario, Settings, scenario


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """What a campaign keeps from month to month.

    `towns`: those that counted for the British when the month began; `statuses`: of the areas, as they were found last;
    `entered`: the reinforcements that have come in, by letter; `allied`: the month of the war in which France came in,
    0 before. `heavy`: how often the British lost heavily; `entry`: the French fleets have come in; `withdrawing`: they
    have to go home; `arrived`: the fleets that were called up in this interphase.
    """

    towns: int = 0
    statuses: dict[str, str] = field(default_factory=dict)
    entered: tuple[str, ...] = ()
    allied: int = 0
    heavy: int = 0
    entry: bool = False
    withdrawing: bool = False
    arrived: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RoundBefore:
    """A hex as it was before the last round that was rolled for in it, for whoever has to void that round."""

    battle: Battle
    commits: dict[Seat, Commit]
    pools: tuple[Pool, ...]
    entrenched: Seat = ""


@dataclass(frozen=True, kw_only=True)
class Strike:
    """What has struck a fleet, held until its enemy has said who was aboard it (C76-PBM-08)."""

    ship: str
    left: LeftOpen


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What stands where, as a roll may change it."""

    pools: dict[PoolId, Pool]
    ships: dict[str, Ship]
    forts: dict[Hex, Seat]
    entrenched: dict[Hex, Seat]
    due: dict[PoolId, tuple[Hex, ...]]
    lost: dict[str, int]
    fallen: dict[Hex, int]
    tied: dict[Hex, dict[Seat, PoolId]]
    marched: list[tuple[Hex, Hex]]
    tasks: dict[Seat, Tasks]
    campaign: Campaign
    struck: dict[str, Strike]

    @classmethod
    def of(cls, state: State) -> Kept:
        return cls(**{one.name: duplicate(getattr(state, one.name)) for one in fields(cls)})


Thrown = Literal["forced march", "naval combat", "French intervention", "fleets called up"]
"""What the last roll was for, of those that a moderator may void besides the rounds of battles."""


@dataclass(frozen=True, kw_only=True)
class Throw:
    """The last roll, and how things stood before it and stand after it, for whoever has to void it.

    `units`: who marched or attacked, and `path` the route or the place; `nation`: of fleets that are called up.
    """

    what: Thrown
    seat: Seat = ""
    units: tuple[str, ...] = ()
    path: tuple[Place, ...] = ()
    nation: str = ""
    before: Kept | None = None
    after: Kept | None = None


@dataclass(slots=True, kw_only=True)
class State(Position):
    """The true position.

    `numbered`: how many pools of each kind there have been. `due`: units that have come in, and where each pool may be
    placed. `entrenched`: whose works stand where. `eyes`: each side's contacts as it was told of them. `lost`: strength
    points lost in battle and otherwise, by kind. `battles`: those of this combat phase, by hex; `commits`: what each
    side has sealed for their next rounds; `tied`: what supply each draws on in a hex; `marched`: the forced marches of
    this phase, from where to where. `tasks`: what each side has to see to; `fallen`: British
    regulars by hex in this phase. `rolled`: each battle before its last round. `struck`: the fleets that are struck, as
    soon as it is said who was aboard. `throw`: the last roll, while it may be voided.
    """

    pictures: dict[Seat, Picture] = field(default_factory=dict)
    settings: Settings
    pools: dict[PoolId, Pool] = field(default_factory=dict)
    numbered: dict[str, int] = field(default_factory=dict)
    due: dict[PoolId, tuple[Hex, ...]] = field(default_factory=dict)
    ships: dict[str, Ship] = field(default_factory=dict)
    forts: dict[Hex, Seat] = field(default_factory=dict)
    entrenched: dict[Hex, Seat] = field(default_factory=dict)
    eyes: dict[Seat, dict[str, Contact]] = field(default_factory=dict)
    sightings: dict[Seat, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    battles: dict[Hex, Battle] = field(default_factory=dict)
    commits: dict[Hex, dict[Seat, Commit]] = field(default_factory=dict)
    tied: dict[Hex, dict[Seat, PoolId]] = field(default_factory=dict)
    marched: list[tuple[Hex, Hex]] = field(default_factory=list)
    campaign: Campaign = field(default_factory=Campaign)
    tasks: dict[Seat, Tasks] = field(default_factory=dict)
    fallen: dict[Hex, int] = field(default_factory=dict)
    rolled: dict[Hex, RoundBefore] = field(default_factory=dict)
    struck: dict[str, Strike] = field(default_factory=dict)
    throw: Throw | None = None

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return sightings_named(said)

    def hears_by_letter(self, seat: Seat) -> bool:
        """The side in turn hears at once of what befalls, and the other one with its next letter."""
        return seat != self.phasing

    @property
    def rules(self) -> Scenario:
        return scenario(self.data, self.scenario)

    @property
    def month(self) -> int:
        return self.rules.month(self.turn)

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of units, by their codes."""
        return self.rules.tables.units.kinds

    def kind(self, pool: Pool) -> Kind:
        return self.kinds[pool.kind]

    def of(self, seat: Seat) -> dict[PoolId, Pool]:
        """A side's units."""
        kinds = self.kinds
        return {id: pool for id, pool in self.pools.items() if kinds[pool.kind].seat == seat}

    def on_land(self, seat: Seat, hex: Place, *, inside: bool | None = None) -> list[Pool]:
        """A side's units on land in a hex, in its fort, outside it, or both."""
        return [
            pool for pool in self.pools.values()
            if pool.at == hex and not pool.aboard and inside in (None, pool.inside) and self.kind(pool).seat == seat
        ]  # fmt: skip

    def strength(self, seat: Seat, hex: Place, *, inside: bool | None = None) -> int:
        """A side's strength points on land in a hex, in its fort, outside it, or both."""
        return sum(pool.number for pool in self.on_land(seat, hex, inside=inside) if self.kind(pool).combat)

    def outside(self, seat: Seat) -> frozenset[Hex]:
        """The hexes in which a side has strength points outside forts."""
        kinds = self.kinds
        return frozenset(
            pool.at for pool in self.of(seat).values()
            if kinds[pool.kind].combat and not pool.inside and not pool.aboard and pool.at in self.rules.board.land
        )  # fmt: skip

    def field(self, seat: Seat) -> Field:
        """The map as it truly is, seen from one side."""
        return Field(
            rules=self.rules, seat=seat, turn=self.turn, own=self.of(seat), enemies=self.outside(self.other(seat)),
            forts=self.forts, ships=self.fleet(seat), arrests=self.sailed(self.other(seat)),
        )  # fmt: skip

    def fleet(self, seat: Seat) -> dict[str, Ship]:
        """A side's fleets and bateaus."""
        return {id: ship for id, ship in self.ships.items() if ship.seat == seat}

    def fleet_in(self, seat: Seat, place: Place) -> list[Ship]:
        """A side's fleets in a place; bateaus are none."""
        return [ship for ship in self.fleet(seat).values() if ship.at == place and ship.kind != "bateau"]

    def sailed(self, seat: Seat) -> dict[Place, frozenset[Vessel]]:
        """Where a side's fleets and bateaus lie, and of which kinds."""
        found: dict[Place, frozenset[Vessel]] = {}
        for ship in self.fleet(seat).values():
            if ship.at in NOWHERE:
                continue
            found[ship.at] = found.get(ship.at, frozenset()) | {ship.kind}
        return found

    def sea(self, seat: Seat) -> Sea:
        """The water as it truly is, seen from one side."""
        enemy = self.other(seat)
        guns = {
            hex for hex, owner in self.forts.items()
            if owner == enemy and self.strength(enemy, hex, inside=True)
            and any(self.kind(pool).role == "artillery" for pool in self.on_land(enemy, hex, inside=True))
        }  # fmt: skip
        held = {hex for hex in self.rules.watched if self.strength(enemy, hex) and not self.strength(seat, hex)}
        picture = self.pictures[seat]
        stay = stay_of(self.rules, self.turn, self.of(seat), self.fleet(seat),
                       self.public() if self.campaign.allied else Public(), picture.count_at_start)  # fmt: skip
        return Sea(rules=self.rules, seat=seat, turn=self.turn, enemies=self.sailed(enemy), guns=frozenset(guns),
                   shut=frozenset(held), stay=stay,
                   heavy=overloaded(self.rules, self.settings.transport, self.ships, self.of(seat).values()),
                   ours=frozenset(pool.at for pool in self.of(seat).values()
                                  if not pool.aboard and self.kind(pool).role == "regular"),
                   kept=kept_by(self.rules, self.ships, self.of(seat).values()))  # fmt: skip

    def public(self) -> Public:
        """What both sides know at any time."""
        holders: dict[Place, set[Seat]] = {}
        british: set[Place] = set()
        kinds = self.kinds
        for pool in self.pools.values():
            if (kind := kinds[pool.kind]).combat and not pool.aboard:
                holders.setdefault(pool.at, set()).add(kind.seat)
                if kind.seat == BRITISH and not kind.militia:
                    british.add(pool.at)
        watched = self.rules.watched
        held = {hex: _holder(holders.get(hex, set())) for hex in watched}
        ours = tuple(hex for hex in watched if hex in british) if self.rules.towns is not None else ()
        found = Public(forts=dict(self.forts), held=held, british=ours)
        if self.campaign.allied:
            found.allied, found.withdrawing = True, self.campaign.withdrawing
            found.indies, found.owed = self._in_the_indies()
        return found

    def _in_the_indies(self) -> tuple[dict[Seat, int], tuple[int, int]]:
        """The strength points of each side in the West Indies, and what the British have to match (C76-WI-02 to 05)."""
        box = self.rules.tables.west_indies.box
        fleets = [
            ship for ship in self.ships.values() if ship.at == box and ship.kind == "BF" and ship.seat == AMERICAN
        ]
        counted = {ship.id for ship in fleets if not ship.uncounted}
        there, french = dict.fromkeys((BRITISH, AMERICAN), 0), 0
        for pool in self.pools.values():
            kind = self.kind(pool)
            if pool.at == box and kind.combat:
                there[kind.seat] += pool.number
                if kind.nation == "French" and (not pool.aboard or pool.aboard in counted):
                    french += pool.number
        return there, (len(counted), french)

    def next_id(self, kind: str) -> PoolId:
        """What the next new pool of a kind is called."""
        return pool_id(kind, self.numbered.get(kind, 0) + 1)

    def next_boat(self, seat: Seat) -> str:
        """What the next bateau is called that a side builds or takes."""
        return self.next_id(boats_named(seat))


def _holder(seats: set[Seat]) -> Holder:
    """Who has strength points where these sides have."""
    if BRITISH in seats:
        return "both" if AMERICAN in seats else "British"
    return "American" if seats else "nobody"
