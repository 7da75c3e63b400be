"""A base and its states (P3, P5): the same words for what is true, and for what its owner knows of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from service.engine.copying import same_but
from service.engine.hexes import Hex
from service.engine.sentences import OwnSpan, own

Side = str
BaseId = str
Morale = Literal["good", "broken", "routed"]
Ammunition = Literal["ok", "low", "out"]
Fired = Literal["none", "prepared", "moving", "closing", "defensive"]
Pace = Literal["normal", "fast"]
Gone = Literal["eliminated", "captured", "left the map"]
Stage = Literal["routed", "broken", "good"]
Part = Literal["gun", "machine guns"]
FIRED_BY: dict[str, Part] = {"machine guns": "machine guns", "high explosive": "gun", "armour piercing": "gun"}
"""Which of a vehicle's weapons fires what."""
SHORT = 7
"""So many letters of a name have room on a counter."""


@dataclass(slots=True, kw_only=True)
class Base:
    """A base of one side. Without a hex it is not on the map: `gone` says for good, else it is still to come.

    `shots` counts the attacks of this player turn, `gun_shots` those of its main gun, `since` those after which the
    enemy has not had the chance to mark it; `rate_lost`: its die says that it has no more (P8). `fired`, `moved` and
    `spent`, halves of a movement point, are this player turn's too. `crewed` is false for a gun that its crew has left;
    `manned_by` is the base that mans it instead. `tried` lists its tries of this Rally Phase. What it does while nobody
    asks its owner: `antiaircraft` (it fires at aircraft), and in the enemy's Rally Phase `rallies` and `fetches`
    (ammunition). `broken_down`: what it carries is; of a vehicle `jammed` are those of its weapons that are (P8).
    """

    id: BaseId
    side: Side
    kind: str
    name: str
    quality: int
    hex: Hex | None = None
    type: str | None = None
    rating: int = 0
    heading: int = 0
    weapon: str | None = None
    weapon_shots: int = 0
    smoke_rounds: int = 0
    suppression: int = 0
    morale: Morale = "good"
    pinned: bool = False
    cowered: bool = False
    ammunition: Ammunition = "ok"
    broken_down: bool = False
    jammed: tuple[Part, ...] = ()
    immobilised: bool = False
    crewed: bool = True
    manned_by: BaseId | None = None
    fired: Fired = "none"
    shots: int = 0
    gun_shots: int = 0
    since: int = 0
    rate_lost: bool = False
    moved: bool = False
    spent: int = 0
    pace: Pace | None = None
    in_motion: bool = False
    halted: bool = False
    advanced: bool = False
    under_fire: bool = False
    tried: tuple[str, ...] = ()
    replenished: bool = False
    ralliers: int = 0
    directed: bool = False
    locked: bool = False
    marked: bool = False
    antiaircraft: bool = False
    rallies: bool = True
    fetches: bool = False
    goal: Hex | None = None
    gone: Gone | None = None

    @property
    def said(self) -> OwnSpan:
        """As its owner calls it."""
        return called(self.id, self.name)

    @property
    def vehicle(self) -> bool:
        return self.kind == "vehicle"

    @property
    def foot(self) -> bool:
        return not self.vehicle and self.kind != "gun"

    @property
    def good_order(self) -> bool:
        """Good morale; pinned and cowered bases are in good order (P5)."""
        return self.morale == "good" and self.hex is not None and self.crewed

    @property
    def steady(self) -> bool:
        return self.good_order and not self.pinned and not self.cowered

    @property
    def leader(self) -> bool:
        return self.kind == "leader"

    @property
    def lies_low(self) -> bool:
        """Whether it has not shown itself in this player turn: it has neither fired nor moved (P16)."""
        return self.fired == "none" and not self.moved

    def changed(self, **fields: Any) -> Base:
        """A copy that differs in these fields."""
        return same_but(self, **fields)


@lru_cache(maxsize=1024)
def called(id: BaseId, name: str) -> OwnSpan:
    """What a base's owner calls it; kept, since whatever might be refused of a base names it."""
    return own(id, name)


def with_article(base: Base, single: bool) -> OwnSpan:
    """What its owner calls a base in a sentence: a single person by their name, anything else with its article."""
    begin = base.name[:1].lower() if base.name[1:2].islower() else base.name[:1]
    return own(base.id, base.name if single else f"the {begin}{base.name[1:]}")


@dataclass(frozen=True, kw_only=True)
class Outward:
    """What can be seen of a base from outside (P24, level 2); name and quality at level 3 only."""

    kind: str
    type: str | None = None
    morale: Morale = "good"
    pinned: bool = False
    cowered: bool = False
    heading: int | None = None
    moving: bool = False
    crewed: bool = True
    name: str | None = None
    quality: int | None = None


def outward(base: Base, level: int) -> Outward | None:
    """What a level of intelligence shows of a base; nothing below 2."""
    if level < 2:
        return None
    known = level >= 3
    return Outward(
        kind=base.kind,
        type=base.type,
        morale=base.morale,
        pinned=base.pinned,
        cowered=base.cowered,
        heading=base.heading if base.type else None,
        moving=base.in_motion,
        crewed=base.crewed,
        name=base.name if known else None,
        quality=base.quality if known else None,
    )
