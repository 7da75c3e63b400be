"""The truth of a match of NATO Division Commander, and the events that more than one section of the rules needs.

Views, reports, checks and options never import this module (`trust.md` calls it one way in and out; an import
contract says so).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from service.engine.contacts import Contacts
from service.engine.events import Event
from service.engine.hexes import Hex, distance
from service.engine.state import Position
from service.games.ndc.known.picture import HANDLES, Contact, MustRetreat, Picture
from service.games.ndc.printed.scenario import Scenario, scenario
from service.games.ndc.printed.tables import Tables
from service.games.ndc.printed.units import (
    Account,
    Harm,
    LostOnTheWay,
    Marker,
    Side,
    Unit,
    UnitId,
    copied,
)


@dataclass(slots=True, kw_only=True)
class Trace:
    """Which unit a side's contact really is, and in which of its hexes it was reported."""

    unit: UnitId
    hex: Hex


@dataclass(slots=True, kw_only=True)
class MoveSeen:
    """Hexes that a unit's level obliges its owner to report, in the order entered; `followed`: at level 2 or more."""

    unit: UnitId
    start: Hex
    path: tuple[Hex, ...]
    followed: bool


@dataclass(slots=True, kw_only=True)
class Exposed:
    """A unit whose hex is declared to a side by rule or by its owner, at that side's next letter."""

    to: Side
    unit: UnitId
    hex: Hex
    because: Literal["stop", "contact", "combat", "revealed"]


@dataclass(slots=True, kw_only=True)
class Revealed:
    """What a unit's owner has freely chosen to tell, at the next letter to the other side."""

    unit: UnitId
    items: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Engagement:
    """Who is engaged with whom since an attack of this phase (parent 3.29)."""

    attacker: UnitId
    defender: UnitId


@dataclass(slots=True, kw_only=True)
class Combat:
    """A declared combat of the present segment, ground, counter-battery or interdiction, with its answers and results.

    `lines` are the attacker's modifiers by rule id, `total` their sum, fixed when it is declared; `answers` come from
    the defender. `drawn` says from which HQ (or "air") how many CSPs were booked for it.
    """

    number: int
    kind: Literal["ground", "counter-battery", "interdiction"]
    side: Side
    target: Hex
    unit: UnitId | None = None
    origin: Hex | None = None
    type: str = ""
    csps: int = 0
    chemical: bool = False
    persistent: bool = False
    ew: int = 0
    superiority: int = 0
    attacker_ew: int = 0
    command: bool = False
    drawn: dict[str, int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    total: int = 0
    cancelled: bool = False
    fire: int = 0
    fire_drawn: dict[str, int] = field(default_factory=dict)
    fire_chemical: bool = False
    fire_persistent: bool = False
    fire_ew: int = 0
    fire_command: bool = False
    answered: bool = False
    defender: UnitId | None = None
    resolver_lines: dict[str, int] = field(default_factory=dict)
    differential: int | None = None
    outcome: Literal["", "cancelled", "no-contact", "abort", "overrun", "resolved"] = ""
    attacker_loss: int = 0
    attacker_fell: bool = False
    """The attacker is eliminated, and the other side is to hear of it."""
    attacker_path: tuple[Hex, ...] = ()
    advanced: bool = False
    breakthrough: bool = False
    retreat_hexes: int = 0
    """How many hexes the result makes the defender retreat."""
    retreat: MustRetreat | None = None
    """The defender's unit that must choose a hex before the combat can be finished."""
    followers: tuple[UnitId, ...] = ()
    """Others that stood in the hex and must still leave it with the defender, HQs most of all."""
    before: dict[UnitId, int] = field(default_factory=dict)
    levels: dict[UnitId, int] = field(default_factory=dict)
    held: dict[UnitId, tuple[Hex, ...]] = field(default_factory=dict)
    """T/O level, intelligence level and hexes, before the result, of the units that it may touch."""
    paths: dict[UnitId, tuple[Hex, ...]] = field(default_factory=dict)
    """The hexes into which each of them has retreated or was displaced."""
    steps: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class State(Position):
    """The true position. `entered_hexes`: hexes the phasing side's units have entered in this phase (NDC-REP-05)."""

    pictures: dict[Side, Picture] = field(default_factory=dict)
    first: Side = ""
    double_intelligence: Side | None = None
    """The side whose points on operational intelligence count twice; public."""
    time_of_day: str = ""
    weather: tuple[str, ...] = ()
    units: dict[UnitId, Unit] = field(default_factory=dict)
    accounts: dict[Side, Account] = field(default_factory=dict)
    markers: list[Marker] = field(default_factory=list)
    control: dict[Hex, Side] = field(default_factory=dict)
    segment: int = 0
    combats: list[Combat] = field(default_factory=list)
    combats_numbered: int = 0
    """Combats declared in the present phase so far."""
    engagements: list[Engagement] = field(default_factory=list)
    entered_hexes: set[Hex] = field(default_factory=set)
    traces: dict[Side, dict[str, Trace]] = field(default_factory=dict)
    moves_seen: list[MoveSeen] = field(default_factory=list)
    exposed: list[Exposed] = field(default_factory=list)
    reveals: dict[Side, list[Revealed]] = field(default_factory=dict)
    losses: dict[Side, int] = field(default_factory=dict)
    """T/O levels lost, those of an HQ counted double (parent 4)."""
    first_uses: dict[Side, int] = field(default_factory=dict)
    """The turn of each side's first chemical use, noted when the next turn begins (parent 3.34)."""
    lost_on_the_way: dict[UnitId, tuple[LostOnTheWay, ...]] = field(default_factory=dict, compare=False)
    """What units have lost to markers as they moved, in this Movement Segment; older matches lack it."""
    phase_told: bool = False
    """The non-phasing side has been told that the present Movement and Combat Phase is on."""

    def hears_by_letter(self, seat: Side) -> bool:
        """The non-phasing side hears of things at once, the phasing side with the resolution letter (parent 3.12)."""
        return seat == self.phasing

    @property
    def rules(self) -> Scenario:
        return scenario(self.data, self.scenario)

    @property
    def tables(self) -> Tables:
        return self.rules.tables

    def on_map(self, side: Side | None = None) -> list[Unit]:
        """Units on the map, of one side or both."""
        return [u for u in self.units.values() if u.hex is not None and (side is None or u.side == side)]

    def units_at(self, hex: Hex, side: Side | None = None) -> list[Unit]:
        """Units that occupy a hex, a spread zone included, of one side or both."""
        here = [u for u in self.units.values() if u.hex == hex or (hex in u.spread and u.hex is not None)]
        return here if side is None else [u for u in here if u.side == side]

    def combat(self) -> Combat:
        """The declared combat that is being worked."""
        number = self.item()
        return next(combat for combat in self.combats if str(combat.number) == number)

    def contacts_of(self, side: Side, picture: Picture | None = None) -> Contacts[Contact, Trace]:
        """A side's contacts with what they truly stand for, as this picture of it has them, or else its present one."""
        picture = picture or self.pictures[side]
        return Contacts(HANDLES, picture.contacts, self.traces.get(side, {}), picture.sightings)

    def holds_known(self, observer: Side, unit: Unit, hex: Hex) -> bool:
        """Whether the observer's picture counts this unit as known in this hex (parent 3.14)."""
        contacts = self.contacts_of(observer)
        return bool(contacts.where(lambda seen, trace: trace.unit == unit.id and seen.known and hex in seen.hexes))


@dataclass(frozen=True, kw_only=True)
class UnitNoted(Event):
    """Entries of a unit's own bookkeeping were written: points spent, moved, finished, engaged and the like."""

    kind: Literal["unit-noted"] = "unit-noted"
    unit: UnitId
    entries: dict[str, int | bool | str | None]

    def change(self, state: State) -> None:
        for name, value in self.entries.items():
            setattr(state.units[self.unit], name, value)


@dataclass(frozen=True, kw_only=True)
class UnitPlaced(Event):
    """A unit stands in these hexes, the base hex first; no hex: it is off the map."""

    kind: Literal["unit-placed"] = "unit-placed"
    unit: UnitId
    hexes: tuple[Hex, ...]

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.hex = self.hexes[0] if self.hexes else None
        unit.spread = self.hexes[1:]


@dataclass(frozen=True, kw_only=True)
class LevelSet(Event):
    """A unit's intelligence level is now this."""

    kind: Literal["level-set"] = "level-set"
    unit: UnitId
    level: int

    def change(self, state: State) -> None:
        state.units[self.unit].level = self.level


@dataclass(frozen=True, kw_only=True)
class LossTaken(Event):
    """A unit lost T/O levels; at 0 it is eliminated and leaves the game (parent 3.7).

    `marker`: that of the hex into which it moved, where that was what cost it.
    """

    kind: Literal["loss-taken"] = "loss-taken"
    unit: UnitId
    steps: int
    marker: Harm | None = field(default=None, compare=False)  # so that older matches are worked anew alike

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        steps = min(self.steps, unit.to)
        unit.to -= steps
        if self.marker is not None and unit.hex is not None:
            lost = LostOnTheWay(marker=self.marker, hex=unit.hex, steps=steps, left=unit.to)
            state.lost_on_the_way[unit.id] = (*state.lost_on_the_way.get(unit.id, ()), lost)
        counted = steps * (1 if unit.combat else state.rules.victory.hq_levels_count)
        state.losses[unit.side] = state.losses.get(unit.side, 0) + counted
        if unit.to == 0:
            del state.units[self.unit]
            remove_eliminated(state, unit)


def remove_eliminated(state: State, unit: Unit) -> None:
    """What goes with an eliminated unit: its ties, its assets; a division commander with it is hit (parent 3.20, 3.21).

    They go to the nearest own HQ, of several equally near ones to that in the first hex.
    """
    # A defender fixed by an attacker who fell stays fixed (parent 3.29).
    state.engagements = [tie for tie in state.engagements if tie.defender != unit.id]
    account = state.accounts[unit.side]
    account.air = max(0, account.air - unit.points("air"))
    account.ew_points = max(0, account.ew_points - unit.points("signal"))
    if account.commander == unit.id:
        hqs = [hq for hq in state.on_map(unit.side) if not hq.combat]
        here = unit.hex or Hex("")
        nearest = sorted(hqs, key=lambda hq: (distance(hq.hex or here, here), hq.hex, hq.designation))
        account.commander = nearest[0].id if nearest else None
        account.commander_hit = state.tables.division_commander.hit_mode_changes


@dataclass(frozen=True, kw_only=True)
class AccountSet(Event):
    """A side's account was rewritten."""

    kind: Literal["account-set"] = "account-set"
    account: Account

    def change(self, state: State) -> None:
        state.accounts[self.account.side] = copied(self.account)


@dataclass(frozen=True, kw_only=True)
class ExposedBy(Event):
    """A unit's hex is to be declared at a side's next letter."""

    kind: Literal["exposed-by"] = "exposed-by"
    exposed: Exposed

    def change(self, state: State) -> None:
        state.exposed.append(self.exposed)


@dataclass(frozen=True, kw_only=True)
class ControlTaken(Event):
    """A side had the last combat unit in an objective hex (parent 3.38)."""

    kind: Literal["control-taken"] = "control-taken"
    hex: Hex
    side: Side

    def change(self, state: State) -> None:
        state.control[self.hex] = self.side


COMMON_EVENTS: tuple[type[Event], ...] = (
    UnitNoted, UnitPlaced, LevelSet, LossTaken, AccountSet, ExposedBy, ControlTaken,
)  # fmt: skip
