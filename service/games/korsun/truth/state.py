"""The truth of a match of Korsun, and the events that more than one section of the rules needs.

Views, reports, checks and options never import this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Literal

from service.engine.contacts import sightings_named
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.places import Place
from service.engine.sightings import ContactsSet
from service.engine.state import Position, duplicate
from service.games.korsun.known.field import Enemy, Field, zone_of
from service.games.korsun.known.former import renewed_contacts
from service.games.korsun.known.picture import Attack, Contact, Picture, suppressed
from service.games.korsun.known.plans import AttackPlan, Decided
from service.games.korsun.known.strengths import Reckoning
from service.games.korsun.printed.reading import GERMAN, SOVIET, Side
from service.games.korsun.printed.scenario import Scenario, scenario
from service.games.korsun.printed.tables import Tables, other
from service.games.korsun.printed.units import (
    Airstrip,
    Barrage,
    BridgeWork,
    Command,
    Depot,
    Profile,
    Public,
    Sdm,
    Stores,
    Unit,
    UnitId,
    renewed_works,
)


@dataclass(slots=True, kw_only=True)
class State(Position):
    """The true position.

    `eyes`: for each side its contacts as it was told of them, or will be when it is no longer held. `attacks`: those of
    the present combat phase, with their owners' plans by number. `firing`: pieces that fire in the present combat.
    `thrown`, `die`: its result, where somebody is still to decide what comes of it; `lost_before`: the steps that who
    fights in it had lost before; `decided`: what each side has said.
    `engaged`: enemy units that each side has fought in this player-turn (fog 4.2, level 3). `lost`: steps lost for
    victory, by side, of armor units and others. `saved`: steps that broke out. `crossed`, `tried`: bridges that the
    side in turn has crossed, and those that the other has tried to blow, in this segment; `held`: those in both of
    whose hexes the side in turn stood when it began. `from_depot`: the depots that pay in the present
    combat. `hunted`: partisans that a unit has thrown for in it, by hex and
    unit. `harried`: units of the side in turn that it was tried to intercept in this segment.
    """

    pictures: dict[Side, Picture] = field(default_factory=dict)
    public: Public = field(default_factory=Public)
    units: dict[UnitId, Unit] = field(default_factory=dict)
    sdms: dict[Command, Sdm] = field(default_factory=dict)
    stores: dict[Side, Stores] = field(default_factory=dict)
    improved: list[Hex] = field(default_factory=list)
    found_mines: list[Hex] = field(default_factory=list)
    seen_partisans: list[Hex] = field(default_factory=list)
    hunted: list[str] = field(default_factory=list)
    harried: list[UnitId] = field(default_factory=list)
    eyes: dict[Side, dict[str, Contact]] = field(default_factory=dict)
    sightings: dict[Side, int] = field(default_factory=dict)
    engaged: dict[Side, list[UnitId]] = field(default_factory=dict)
    attacks: list[Attack] = field(default_factory=list)
    attacks_numbered: int = 0
    attack_plans: dict[str, AttackPlan] = field(default_factory=dict)
    firing: dict[Side, list[UnitId]] = field(default_factory=dict)
    thrown: str = ""
    die: int = 0
    lost_before: dict[UnitId, int] = field(default_factory=dict)
    decided: dict[Side, Decided] = field(default_factory=dict)
    reckoning: Reckoning = field(default_factory=Reckoning)
    lost: dict[Side, dict[str, int]] = field(default_factory=dict)
    saved: int = 0
    crossed: list[str] = field(default_factory=list)
    blown: list[str] = field(default_factory=list)
    straddled: list[str] = field(default_factory=list)
    placed: dict[Side, list[Command]] = field(default_factory=dict)
    from_depot: dict[Command, Hex] = field(default_factory=dict)
    over: bool = False

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return sightings_named(said)

    @property
    def rules(self) -> Scenario:
        return scenario(self.data, self.scenario)

    @property
    def tables(self) -> Tables:
        return self.rules.tables

    def profile(self, unit: UnitId) -> Profile:
        return self.rules.profile(unit)

    def side_of(self, unit: UnitId) -> Side:
        return self.rules.counters[unit].side

    def of(self, side: Side) -> dict[UnitId, Unit]:
        """A side's units, those off the map too."""
        its = self.rules.sides[side]
        return {id: unit for id, unit in self.units.items() if id in its}

    def at(self, hex: Hex, side: Side | None = None) -> list[Unit]:
        """The units in a hex, of one side or of both."""
        there = [unit for unit in self.units.values() if unit.hex == hex]
        return there if side is None else [unit for unit in there if self.side_of(unit.id) == side]

    def sdms_of(self, side: Side) -> dict[Command, Sdm]:
        markers = self.rules.markers
        return {command: sdm for command, sdm in self.sdms.items() if markers[command].side == side}

    def combat_at(self, hex: Hex, side: Side) -> bool:
        """Whether a combat unit of a side stands in a hex."""
        return any(self.profile(unit.id).is_combat for unit in self.at(hex, side))

    def field(self, side: Side) -> Field:
        """The map as it truly is, seen from one side."""
        enemies = self.enemies_of(side)
        return Field(
            side=side, rules=self.rules, public=self.public, own=self.of(side), sighted=lambda: enemies,
            sdms=self.sdms_of(side), stores=self.stores[side],
            partisans=frozenset(self.stores[SOVIET].partisans) if side == GERMAN else frozenset(),
            mines=frozenset(self.stores[SOVIET].mines) if side == GERMAN else frozenset(),
        )  # fmt: skip

    def enemies_of(self, side: Side) -> Mapping[Hex, Enemy]:
        """Whom a side truly has against it, by hex."""
        stacks: dict[Hex, list[Unit]] = {}
        for unit in self.of(other(side)).values():
            if unit.hex is not None:
                stacks.setdefault(unit.hex, []).append(unit)
        effects = self.stores[SOVIET].effects if side == SOVIET else {}
        return {hex: self._enemy(units, effects.get(hex, 0)) for hex, units in stacks.items()}

    def _enemy(self, units: list[Unit], barrage: int) -> Enemy:
        rules, tables = self.rules, self.tables
        printed = [rules.profile(unit.id) for unit in units]
        least = tables.movement.zone_of_control["from_defense"]
        zones = [zone_of(unit, profile, least) for unit, profile in zip(units, printed, strict=True)]
        return Enemy(
            zone=suppressed("zoc" if "zoc" in zones else "zoi" if "zoi" in zones else "", barrage, tables),
            occupied=True,
            combat=any(profile.is_combat for profile in printed),
            small=sum(profile.size for profile in printed) <= tables.fog.small_at_most,
            units=tuple(unit.id for unit in units),
        )  # fmt: skip

    def attack(self, number: int) -> Attack:
        return next(one for one in self.attacks if one.number == number)

    @property
    def present(self) -> Attack:
        """The combat that is being fought."""
        item = self.item()
        assert item is not None, "no combat is being fought"
        return self.attack(int(item))

    def decided_by(self, side: Side) -> Decided:
        """What a side has decided of the present combat."""
        return self.decided.get(side, Decided())

    def plan_of(self, attack: Attack) -> AttackPlan:
        return self.attack_plans.get(str(attack.number), AttackPlan())


# ---- events


@dataclass(frozen=True, kw_only=True)
class UnitChanged(Event):
    """Something of a unit is otherwise than it was."""

    kind: Literal["unit-changed"] = "unit-changed"
    unit: UnitId
    entries: dict[str, Any]

    def change(self, state: State) -> None:
        for name, value in self.entries.items():
            setattr(state.units[self.unit], name, value)


@dataclass(frozen=True, kw_only=True)
class UnitGone(Event):
    """A unit has left the game."""

    kind: Literal["unit-gone"] = "unit-gone"
    unit: UnitId

    def change(self, state: State) -> None:
        del state.units[self.unit]


@dataclass(frozen=True, kw_only=True)
class StepLost(Event):
    """A unit lost steps that count for victory; without any left it is eliminated (12.13, 20.0)."""

    kind: Literal["step-lost"] = "step-lost"
    unit: UnitId
    steps: int

    def change(self, state: State) -> None:
        unit, printed = state.units[self.unit], state.profile(self.unit)
        steps = min(self.steps, unit.steps(printed))
        unit.lost += steps
        if not printed.is_alarm:
            count = state.lost.setdefault(state.side_of(self.unit), {"armor_unit": 0, "other": 0})
            count["armor_unit" if printed.is_armor else "other"] += steps
        if unit.steps(printed) <= 0:
            del state.units[self.unit]


@dataclass(frozen=True, kw_only=True)
class SdmChanged(Event):
    """Something of a supply marker is otherwise than it was."""

    kind: Literal["sdm-changed"] = "sdm-changed"
    command: Command
    entries: dict[str, Any]

    def change(self, state: State) -> None:
        for name, value in self.entries.items():
            setattr(state.sdms[self.command], name, value)


@dataclass(frozen=True, kw_only=True)
class StoresChanged(Event):
    """Something that a side keeps off the map is otherwise than it was; `uman`: boxes of the Uman track."""

    kind: Literal["stores-changed"] = "stores-changed"
    side: Side
    entries: dict[str, Any] = field(default_factory=dict)
    uman: dict[str, Any] = field(default_factory=dict)

    def change(self, state: State) -> None:
        for name, value in self.entries.items():
            setattr(state.stores[self.side], name, duplicate(value))
        for name, value in self.uman.items():
            setattr(state.stores[self.side].uman, name, value)


@dataclass(frozen=True, kw_only=True)
class BarragesSet(Event):
    """The Soviet side's barrage units stand otherwise than they did (17.1)."""

    kind: Literal["barrages-set"] = "barrages-set"
    barrages: dict[UnitId, Barrage]

    def change(self, state: State) -> None:
        state.stores[SOVIET].barrages = duplicate(self.barrages)


@dataclass(frozen=True, kw_only=True)
class DepotsSet(Event):
    """The German side's depots, or the points in them, are otherwise than they were (15.6)."""

    kind: Literal["depots-set"] = "depots-set"
    depots: dict[Hex, Depot]

    def change(self, state: State) -> None:
        state.stores[GERMAN].depots = duplicate(self.depots)


@dataclass(frozen=True, kw_only=True)
class WorksSet(Event):
    """A side's work on bridges is otherwise than it was (15.2)."""

    kind: Literal["works-set"] = "works-set"
    side: Side
    works: dict[Place, BridgeWork]

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renewed_works(said)

    def change(self, state: State) -> None:
        state.stores[self.side].works = dict(self.works)


@dataclass(frozen=True, kw_only=True)
class AirstripSet(Event):
    """The alternate airfield is begun, complete, in use or lost (15.5)."""

    kind: Literal["airstrip-set"] = "airstrip-set"
    airstrip: Airstrip | None

    def change(self, state: State) -> None:
        state.stores[GERMAN].airstrip = duplicate(self.airstrip)


@dataclass(frozen=True, kw_only=True)
class UnitRaised(Event):
    """A unit that was eliminated stands on the map again (8.6.3)."""

    kind: Literal["unit-raised"] = "unit-raised"
    unit: Unit

    def change(self, state: State) -> None:
        state.units[self.unit.id] = duplicate(self.unit)


@dataclass(frozen=True, kw_only=True)
class PublicChanged(Event):
    """Something that both sides know is otherwise than it was."""

    kind: Literal["public-changed"] = "public-changed"
    entries: dict[str, Any]

    def change(self, state: State) -> None:
        for name, value in self.entries.items():
            setattr(state.public, name, duplicate(value))


@dataclass(frozen=True, kw_only=True)
class PositionNoted(Event):
    """The umpire's own bookkeeping: bridges of a segment, positions improved, who fights and who was fought."""

    kind: Literal["position-noted"] = "position-noted"
    entries: dict[str, Any]

    def change(self, state: State) -> None:
        for name, value in self.entries.items():
            setattr(state, name, duplicate(value))


@dataclass(frozen=True, kw_only=True)
class OddsSet(Event):
    """The odds of the present combat have been worked out as far as this."""

    kind: Literal["odds-set"] = "odds-set"
    reckoning: Reckoning

    def change(self, state: State) -> None:
        state.reckoning = duplicate(self.reckoning)


@dataclass(frozen=True, kw_only=True)
class AttackSet(Event):
    """A combat of this phase was declared, or something more of it is known."""

    kind: Literal["attack-set"] = "attack-set"
    attack: Attack
    plan: AttackPlan | None = None

    def change(self, state: State) -> None:
        made = duplicate(self.attack)
        if any(one.number == made.number for one in state.attacks):
            state.attacks = [made if one.number == made.number else one for one in state.attacks]
        else:
            state.attacks.append(made)
            state.attacks_numbered = max(state.attacks_numbered, made.number)
        if self.plan is not None:
            state.attack_plans[str(made.number)] = copy(self.plan)


@dataclass(frozen=True, kw_only=True)
class DecidedSet(Event):
    """A side has said something more of what comes of the present combat."""

    kind: Literal["decided-set"] = "decided-set"
    side: Side
    decided: Decided

    def change(self, state: State) -> None:
        state.decided[self.side] = duplicate(self.decided)


@dataclass(frozen=True, kw_only=True)
class AttacksCleared(Event):
    """The combat phase, or the segment, is over."""

    kind: Literal["attacks-cleared"] = "attacks-cleared"

    def change(self, state: State) -> None:
        state.attacks, state.attack_plans, state.firing = [], {}, {}


@dataclass(frozen=True, kw_only=True)
class ContactsNoted(ContactsSet):
    """What a side sees, or will be told that it saw, is otherwise than it was."""

    kind: Literal["contacts-noted"] = "contacts-noted"
    contacts: tuple[Contact, ...] = ()

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renewed_contacts(super().renewed(said))


COMMON_EVENTS: tuple[type[Event], ...] = (
    UnitChanged, UnitGone, UnitRaised, StepLost, SdmChanged, StoresChanged, BarragesSet, DepotsSet, WorksSet,
    AirstripSet, PublicChanged, PositionNoted, OddsSet, AttackSet, DecidedSet,
    AttacksCleared, ContactsNoted,
)  # fmt: skip


def change_units(units: Mapping[UnitId, Unit], **entries: Any) -> Iterator[Event]:
    """The events that set these entries of units, as far as they are otherwise."""
    for id, unit in list(units.items()):
        differing = {name: value for name, value in entries.items() if getattr(unit, name) != value}
        if differing:
            yield UnitChanged(unit=id, entries=differing)


def within_of(state: State, hex: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes of the map at this distance or nearer."""
    return state.rules.board.grid.within(hex, radius)
