"""The truth of a skirmish, and the events that more than one section of the rules needs.

Views, reports, checks and options never import this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from service.engine.contacts import Contacts, sightings_named
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.orders import Order
from service.engine.state import Position
from service.games.skirmish.known.picture import HANDLES, Contact, Film, Group, Handle, Mission, Picture
from service.games.skirmish.known.reports import BeyondRate
from service.games.skirmish.printed.bases import Base, BaseId, Side, Stage
from service.games.skirmish.printed.field import Field
from service.games.skirmish.printed.scenario import Scenario, scenario
from service.games.skirmish.printed.sight import Sight, sight
from service.games.skirmish.printed.tables import Tables


@dataclass(slots=True, kw_only=True)
class Lane:
    """How far a base has come that moves at the same time as others; the entries are as Playing has them."""

    path: list[str] = field(default_factory=list)
    trail: list[Hex] = field(default_factory=list)
    fired: list[BaseId] = field(default_factory=list)
    watched: Film | None = None


@dataclass(slots=True, kw_only=True)
class Playing:
    """A sealed batch of moves as it is played: what is left of it, and the base on its way.

    `path` are the steps that the mover still has to make: a hex to enter, or "@" and a heading to turn to. `stages`
    says of each base with which others it moves; `trail` are the hexes of the mover's way, from where it set out (""
    off the map) to where it is; `fled` are those that the server gave a path. `asked`: the defender is asked about the
    step just made. `fired`: their bases that have fired by plan at the mover where it stands. `last`: no other batch
    follows in this player turn; `closing`: what is ordered for the steps after the moves. `shown`: the shots of the
    defender's bases that the attacker has been shown, live. `watched`: the mover whom the defender saw last, with the
    steps that they have seen of it. Live, the first `together` orders are played at once; `lanes` are the bases on
    their way beside the mover, `stepped` those whose step is not seen to yet.
    """

    orders: list[Order] = field(default_factory=list)
    mover: BaseId | None = None
    path: list[str] = field(default_factory=list)
    trail: list[Hex] = field(default_factory=list)
    stages: dict[BaseId, Stage] = field(default_factory=dict)
    fled: list[BaseId] = field(default_factory=list)
    shown: dict[BaseId, int] = field(default_factory=dict)
    asked: bool = False
    watched: Film | None = None
    fired: list[BaseId] = field(default_factory=list)
    last: bool = True
    closing: list[Order] = field(default_factory=list)
    together: int = 0
    lanes: dict[BaseId, Lane] = field(default_factory=dict)
    stepped: list[BaseId] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class RallyPlan:
    """Which bases let it be in the enemy's Rally Phase, and which go for ammunition there."""

    resting: tuple[BaseId, ...] = ()
    fetching: tuple[BaseId, ...] = ()

    @classmethod
    def of(cls, bases: Iterable[Base]) -> RallyPlan:
        """As it is written beside these bases now."""
        given = list(bases)
        return cls(
            resting=tuple(base.id for base in given if not base.rallies),
            fetching=tuple(base.id for base in given if base.fetches),
        )


@dataclass(slots=True, kw_only=True)
class State(Position):
    """The true position.

    `eyes`: for each side its contacts as it has been told of them, or will be when it is no longer held; `traces`:
    which base, or dummy, each of them really is. `points`: halves scored off the other side's bases. `holders`:
    who holds each objective. `shots_at`: the latest player turn, and the number, of a base's shots at another (P13).
    `combats`: hexes of close combat; `origins`: whence their attackers came. `beyond`: the closed record of
    honour mode. `rally_plan`: the rally plans as they stood when the player turn began; None in one that began before
    they were kept.
    """

    pictures: dict[Side, Picture] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    player_turn: int = 0
    ground: Field
    bases: dict[BaseId, Base] = field(default_factory=dict)
    dummies: dict[BaseId, tuple[Side, Hex]] = field(default_factory=dict)
    eyes: dict[Side, dict[Handle, Contact]] = field(default_factory=dict)
    traces: dict[Side, dict[Handle, BaseId]] = field(default_factory=dict)
    sightings: dict[Side, int] = field(default_factory=dict)
    groups: dict[Side, dict[str, Group]] = field(default_factory=dict)
    missions: dict[Side, dict[str, Mission]] = field(default_factory=dict)
    strikes: dict[Side, int] = field(default_factory=dict)
    strike_ready: bool = False
    playing: Playing = field(default_factory=Playing)
    points: dict[Side, int] = field(default_factory=dict)
    holders: dict[Hex, Side] = field(default_factory=dict)
    shots_at: dict[str, tuple[int, int]] = field(default_factory=dict)
    combats: list[Hex] = field(default_factory=list)
    origins: dict[BaseId, Hex] = field(default_factory=dict)
    beyond: list[BeyondRate] = field(default_factory=list)
    rally_plan: RallyPlan | None = None

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return sightings_named(said)

    @property
    def rules(self) -> Scenario:
        """The scenario by which the match is played."""
        return scenario(self.data, self.scenario)

    @property
    def tables(self) -> Tables:
        return self.rules.tables

    def sight(self, a: Hex, b: Hex) -> Sight:
        return sight(self.rules, self.ground, a, b)

    def on_map(self, side: Side | None = None) -> list[Base]:
        """Bases on the map, of one side or both."""
        return [b for b in self.bases.values() if b.hex is not None and (side is None or b.side == side)]

    def at(self, hex: Hex, side: Side | None = None) -> list[Base]:
        """Bases in a hex, of one side or both."""
        return [b for b in self.bases.values() if b.hex == hex and (side is None or b.side == side)]

    def contacts_of(self, side: Side) -> Contacts[Contact, BaseId]:
        """A side's contacts with what they truly stand for."""
        return Contacts(HANDLES, self.eyes[side], self.traces[side], self.sightings[side])

    def seen_as(self, viewer: Side, base: BaseId) -> Contact | None:
        """The viewer's contact that stands for a base, in its present place; the latest, if there are several."""
        here = self.bases[base].hex
        found = self.contacts_of(viewer).where(lambda contact, traced: traced == base and contact.hex == here)
        return self.eyes[viewer][found[-1]] if found else None


@dataclass(frozen=True, kw_only=True)
class BaseChanged(Event):
    """Something of a base is otherwise than it was; what the base holds as a tuple stands here as a list."""

    kind: Literal["base-changed"] = "base-changed"
    base: BaseId
    entries: dict[str, Any]

    def change(self, state: State) -> None:
        for name, value in self.entries.items():
            setattr(state.bases[self.base], name, tuple(value) if isinstance(value, list) else value)


@dataclass(frozen=True, kw_only=True)
class GroundChanged(Event):
    """Weather, smoke, fire, terrain or wrecks are otherwise than they were."""

    kind: Literal["ground-changed"] = "ground-changed"
    ground: Field

    def change(self, state: State) -> None:
        state.ground = self.ground


@dataclass(frozen=True, kw_only=True)
class ContactNoted(Event):
    """A side's contact stands so, for this base or dummy; None: for nothing that anybody knows of any more."""

    kind: Literal["contact-noted"] = "contact-noted"
    viewer: Side
    contact: Contact
    base: BaseId | None

    def change(self, state: State) -> None:
        handle = self.contact.handle
        state.eyes[self.viewer][handle] = self.contact
        state.sightings[self.viewer] = max(state.sightings[self.viewer], HANDLES.number(handle))
        if self.base is None:
            state.traces[self.viewer].pop(handle, None)
        else:
            state.traces[self.viewer][handle] = self.base


@dataclass(frozen=True, kw_only=True)
class ContactForgotten(Event):
    """A side's contact proved to be nothing."""

    kind: Literal["contact-forgotten"] = "contact-forgotten"
    viewer: Side
    handle: Handle

    def change(self, state: State) -> None:
        state.eyes[self.viewer].pop(self.handle, None)
        state.traces[self.viewer].pop(self.handle, None)


@dataclass(frozen=True, kw_only=True)
class DummyGone(Event):
    """A dummy has been looked at and is nothing."""

    kind: Literal["dummy-gone"] = "dummy-gone"
    dummy: BaseId

    def change(self, state: State) -> None:
        state.dummies.pop(self.dummy, None)


@dataclass(frozen=True, kw_only=True)
class PointsScored(Event):
    """A side has scored by an enemy base, in halves of a point."""

    kind: Literal["points-scored"] = "points-scored"
    side: Side
    halves: int

    def change(self, state: State) -> None:
        state.points[self.side] = state.points.get(self.side, 0) + self.halves


@dataclass(frozen=True, kw_only=True)
class ShotNoted(Event):
    """A base has shot at a vehicle: the next shot finds the range more easily (P13)."""

    kind: Literal["shot-noted"] = "shot-noted"
    shooter: BaseId
    target: BaseId

    def change(self, state: State) -> None:
        turn, count = state.shots_at.get(f"{self.shooter}>{self.target}", (0, 0))
        kept = count if turn >= state.player_turn - 1 else 0
        state.shots_at[f"{self.shooter}>{self.target}"] = (state.player_turn, kept + 1)


@dataclass(frozen=True, kw_only=True)
class ShotBeyondRate(Event):
    """A base has fired beyond its rate of fire: noted in the record, which is closed until the end (SKR-MRK-07)."""

    kind: Literal["shot-beyond-rate"] = "shot-beyond-rate"
    shot: BeyondRate

    def change(self, state: State) -> None:
        state.beyond.append(self.shot)


@dataclass(frozen=True, kw_only=True)
class GroupPrepared(Event):
    """A group of reinforcements is announced for a zone."""

    kind: Literal["group-prepared"] = "group-prepared"
    side: Side
    group: str
    zone: str

    def change(self, state: State) -> None:
        state.groups[self.side][self.group] = Group(id=self.group, zone=self.zone, since=state.player_turn)


@dataclass(frozen=True, kw_only=True)
class MissionSet(Event):
    """A battery's mission stands so now."""

    kind: Literal["mission-set"] = "mission-set"
    side: Side
    mission: Mission

    def change(self, state: State) -> None:
        state.missions[self.side][self.mission.id] = self.mission


@dataclass(frozen=True, kw_only=True)
class StrikeSet(Event):
    """An air strike is to be resolved, or has been; `used` counts those that have come."""

    kind: Literal["strike-set"] = "strike-set"
    side: Side
    ready: bool
    used: int

    def change(self, state: State) -> None:
        state.strike_ready, state.strikes[self.side] = self.ready, self.used


@dataclass(frozen=True, kw_only=True)
class RallyPlansFixed(Event):
    """In this player turn the rally plans hold as they stand now."""

    kind: Literal["rally-plans-fixed"] = "rally-plans-fixed"

    def change(self, state: State) -> None:
        state.rally_plan = RallyPlan.of(state.bases.values())


@dataclass(frozen=True, kw_only=True)
class BaseCreated(Event):
    """A base that was not there before."""

    kind: Literal["base-created"] = "base-created"
    base: Base

    def change(self, state: State) -> None:
        state.bases[self.base.id] = self.base.changed()


COMMON_EVENTS: tuple[type[Event], ...] = (
    BaseChanged, GroundChanged, ContactNoted, ContactForgotten, DummyGone, PointsScored, BaseCreated,
    ShotNoted, ShotBeyondRate, GroupPrepared, MissionSet, StrikeSet, RallyPlansFixed,
)  # fmt: skip
