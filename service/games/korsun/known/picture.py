"""What a side knows: its picture, built up from reports, never cut down from the truth (fog 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Literal

from service.engine.contacts import Handles
from service.engine.hexes import Hex
from service.engine.places import Place
from service.engine.state import Picture as EnginePicture
from service.games.korsun.known.field import Enemy, Field, Zone, zone_of
from service.games.korsun.known.former import renewed_contact
from service.games.korsun.known.plans import Plans
from service.games.korsun.known.standing import StandingLines
from service.games.korsun.printed.reading import SOVIET, Side
from service.games.korsun.printed.scenario import Scenario, scenario
from service.games.korsun.printed.tables import Tables, other
from service.games.korsun.printed.units import Command, Public, Sdm, Stores, Supply, Unit, UnitId

HANDLES = Handles("E")
"""E1, E2 and so on."""
CONTACT, IDENTIFIED, ENGAGED = 1, 2, 3
"""The levels at which an enemy hex is seen (fog 4.2)."""


@dataclass(slots=True, kw_only=True)
class Seen:
    """An enemy unit as it was identified. The last three are known of who fought the viewer's units alone."""

    id: UnitId
    lost: int
    order: str = ""
    breakthrough: bool = False
    supply: Supply | None = None
    no_fire: int | None = None
    ammo: int | None = None


@dataclass(slots=True, kw_only=True)
class Contact:
    """An enemy hex as it was last reported, under a handle of this side's own counting (fog 4.2, 4.5).

    `large`: stacking 3 or more. `units`: those that were identified; `marker`: a supply marker was; `building`: the
    hexsides of it at which a bridge is under construction. `in_sight`: it is watched now. `turn` and `address`: when it
    was last reported, by game-turn and heading.
    """

    handle: str
    hex: Hex
    level: int
    large: bool
    units: tuple[Seen, ...] = ()
    marker: bool = False
    improved: bool = False
    building: tuple[Place, ...] = ()
    in_sight: bool = True
    turn: int = 0
    address: str = ""

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renewed_contact(said)


@dataclass(slots=True, kw_only=True)
class Attack:
    """A combat as both sides know it: who attacks what, with how many air missions, and what was declared for it.

    `air`: the defender's missions. `points`: the artillery points that fire, by side. `item`: the support that is
    being declared now. `engineers`: those declared, by side. `result`: that of the die, where somebody is still to
    decide what comes of it.
    """

    number: int
    hex: Hex
    by: Side
    kind: Literal["declared", "breakthrough", "reserve"]
    units: tuple[UnitId, ...]
    missions: int = 0
    supported: dict[Side, list[Command]] = field(default_factory=dict)
    air: int = 0
    points: dict[Side, int] = field(default_factory=dict)
    engineers: dict[Side, list[UnitId]] = field(default_factory=dict)
    no_retreat: bool = False
    result: str = ""
    done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Patrol:
    """What the patrols of F1 found (13.1.3): `roads` says of each command whether the road to its marker is open."""

    airfield_road: bool
    enemy_beside_airfield: bool
    korsun_isolated: bool
    roads: dict[Command, bool]
    cut_off: tuple[Command, ...]


@dataclass(slots=True, kw_only=True)
class Picture(EnginePicture):
    """All that one side knows."""

    side: Side
    public: Public = field(default_factory=Public)
    own: dict[UnitId, Unit] = field(default_factory=dict)
    sdms: dict[Command, Sdm] = field(default_factory=dict)
    stores: Stores = field(default_factory=Stores)
    improved: list[Hex] = field(default_factory=list)
    mines: list[Hex] = field(default_factory=list)
    """Enemy minefields that it has found (15.3)."""
    partisans: list[Hex] = field(default_factory=list)
    """Enemy partisans where they were last seen (18.1)."""
    contacts: dict[str, Contact] = field(default_factory=dict)
    sightings: int = 0
    attacks: list[Attack] = field(default_factory=list)
    standing: StandingLines = field(default_factory=StandingLines)
    laid: Plans = field(default_factory=Plans)
    patrol: Patrol | None = None
    """The latest patrol report of F1, German side only (13.1.3); None before the first."""
    verdict: str = ""
    score: tuple[int, int] | None = None

    @property
    def rules(self) -> Scenario:
        """Map, order of battle and victory conditions: public to both."""
        return scenario(self.data, self.scenario)

    @property
    def tables(self) -> Tables:
        return self.rules.tables

    @property
    def enemy(self) -> Side:
        return other(self.side)

    def contact_at(self, hex: Hex) -> Contact | None:
        return next((contact for contact in self.contacts.values() if contact.hex == hex), None)

    def attackers(self, attack: Attack) -> dict[UnitId, tuple[Seen, Hex]]:
        """The enemy units of a combat as they were identified, each with the hex beside it that it attacks from.

        A contact elsewhere may still have one of them where it was seen before.
        """
        beside = self.rules.board.beside(attack.hex)
        found = (contact for contact in self.contacts.values() if contact.hex in beside)
        return {one.id: (one, contact.hex) for contact in found for one in contact.units if one.id in attack.units}

    @property
    def attack(self) -> Attack | None:
        """The combat that is being fought now, by its number."""
        return next((one for one in self.attacks if self.item is not None and one.number == int(self.item)), None)


def field_of(picture: Picture) -> Field:
    """The map by a picture."""
    return Field(
        side=picture.side, rules=picture.rules, public=picture.public, own=picture.own, sdms=picture.sdms,
        sighted=partial(believed, picture), stores=picture.stores, partisans=frozenset(picture.partisans),
        mines=frozenset(picture.mines),
    )  # fmt: skip


def suppressed(zone: Zone, level: int, tables: Tables) -> Zone:
    """A zone of control in a hex under a heavy barrage is one of influence (17.1.4)."""
    return "zoi" if zone == "zoc" and level >= tables.barrage.suppresses_from else zone


def believed(picture: Picture) -> Mapping[Hex, Enemy]:
    """What the side takes to stand in enemy hexes."""
    return {contact.hex: as_enemy(picture, contact) for contact in picture.contacts.values()}


def as_enemy(picture: Picture, contact: Contact) -> Enemy:
    """One contact, as the rules take it: who is not identified counts as exerting a zone of control if it is large.

    A small one may be an alarm unit or artillery: a way past it is accepted, and what it is shows then (4.4, 9.12).
    """
    if contact.level < IDENTIFIED:
        zone: Zone = "zoc" if contact.large else ""
        return Enemy(zone=zone, occupied=True, combat=True, small=not contact.large, identified=False)
    rules = picture.rules
    zones = [
        seen_zone(picture.data, picture.scenario, seen.id, seen.lost, seen.order, seen.supply) for seen in contact.units
    ]
    return Enemy(
        zone=suppressed(
            "zoc" if "zoc" in zones else "zoi" if "zoi" in zones else "",
            picture.stores.effects.get(contact.hex, 0) if picture.side == SOVIET else 0, picture.tables,
        ),
        occupied=bool(contact.units), combat=any(rules.profile(seen.id).is_combat for seen in contact.units),
        small=not contact.large, units=tuple(seen.id for seen in contact.units),
    )  # fmt: skip


@lru_cache(maxsize=4096)
def seen_zone(data: str, name: str, id: UnitId, lost: int, order: str, supply: Supply | None) -> Zone:
    """The zone of an enemy unit as far as it is known; kept, since few are otherwise from one look to the next."""
    rules = scenario(data, name)
    seen = Seen(id=id, lost=lost, order=order, supply=supply)
    return zone_of(as_unit(seen), rules.profile(id), rules.tables.movement.zone_of_control["from_defense"])


def as_unit(seen: Seen) -> Unit:
    """An enemy unit as far as it is known: what is not is as it would be with a fresh unit."""
    return Unit(id=seen.id, lost=seen.lost, order=seen.order, supply=seen.supply or "in")  # type: ignore[arg-type]
