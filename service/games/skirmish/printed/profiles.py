"""What is printed of a base: its class, the type of a vehicle or gun, and what follows from them (P3, P8, P12).

A base itself says of what class and type it is, and how it stands; its figures are those of the tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from service.games.skirmish.printed.bases import FIRED_BY, Base, Pace, Part
from service.games.skirmish.printed.figures import Aspect, Going, Men


@dataclass(frozen=True, kw_only=True)
class Class:
    """A class of bases (P3)."""

    title: str
    men: Men
    normal: int
    fast: int
    firepower: int = 0
    range: int = 0
    long: int = 0
    rof: int = 1
    support_weapon: bool = False
    indirect: bool = False
    least_range: int = 0
    spotter_within: int = 0
    close_combat: int = 0


@dataclass(frozen=True, kw_only=True)
class Armour:
    front: int
    side: int
    rear: int

    def at(self, aspect: Aspect) -> int:
        plates: dict[Aspect, int] = {"front": self.front, "side": self.side, "rear": self.rear}
        return plates[aspect]


@dataclass(frozen=True, kw_only=True)
class Type:
    """A type of vehicle or gun; `ap` and `he` are its main gun's, `mg` its machine guns' firepower (0: none)."""

    title: str
    normal: int
    fast: int
    going: Going
    armour: Armour | None = None
    ap: int = 0
    he: int = 0
    rof: int = 1
    mg: int = 0
    mg_rof: int = 1
    turret: bool = False
    small: bool = False
    fast_on_road_only: bool = False


@dataclass(frozen=True, kw_only=True)
class WeaponFigures:
    """What an anti-tank team carries; `shots` is what it has in the whole match, 0 for no limit."""

    title: str
    ap: int
    range: int
    shots: int = 0


@dataclass(frozen=True, kw_only=True)
class Ranges:
    range: int
    long: int


@dataclass(frozen=True, kw_only=True)
class Turning:
    turn: int
    reverse: int


class OfAKind(Protocol):
    """A base, or what is seen of one: it says of what class it is, and of what type a vehicle or gun."""

    @property
    def kind(self) -> str: ...
    @property
    def type(self) -> str | None: ...


@dataclass(frozen=True, kw_only=True)
class Profile:
    """The figures of all bases of one class and type; `make` is the type of a vehicle or gun."""

    kind: str
    cls: Class
    make: Type | None = None

    @property
    def title(self) -> str:
        """What such a base is called: squad, medium tank."""
        return self.make.title if self.make else self.cls.title

    @property
    def armoured(self) -> bool:
        return self.make is not None and self.make.armour is not None

    @property
    def single(self) -> bool:
        return self.cls.men == "single"

    @property
    def going(self) -> Going:
        return self.make.going if self.make else "foot"

    @cached_property
    def mounted(self) -> tuple[Part, ...]:
        """A vehicle's weapons, each of which breaks down by itself (P8)."""
        make = self.make if self.kind == "vehicle" else None
        if make is None:
            return ()
        fitted: dict[Part, bool] = {"gun": bool(make.he or make.ap), "machine guns": bool(make.mg)}
        return tuple(part for part, there in fitted.items() if there)

    def allowance(self, pace: Pace) -> int:
        """Movement allowance in halves of a point."""
        of = self.make or self.cls
        return 2 * (of.normal if pace == "normal" else of.fast)

    def rof(self, base: Base) -> int:
        """How many attacks a base may make (P8): in the prepared-fire step, or as defender in a player turn."""
        make = self.make
        if make is None or base.broken_down:
            return 1 if base.broken_down else self.cls.rof
        return max(make.rof if make.he else 0, make.mg_rof if make.mg else 0)

    def works(self, base: Base, weapon: str = "") -> bool:
        """Whether a weapon is in order, or where none is named anything to fire with; the crew's rifles where not."""
        if weapon == "rifles" or base.broken_down:
            return weapon == "rifles" and base.broken_down and not base.vehicle
        part = FIRED_BY.get(weapon)
        if part in self.mounted:
            return part not in base.jammed
        return not self.mounted or len(base.jammed) < len(self.mounted)

    def main_gun_left(self, base: Base) -> bool:
        """Whether the rate of fire of a base's main gun is not used up (P12)."""
        return self.make is None or base.gun_shots < self.make.rof


@dataclass(frozen=True, kw_only=True)
class BaseFigures:
    """Classes, types and weapons by name; `stacking`: for how many bases, multi-man and single, a hex has room."""

    classes: dict[str, Class]
    stacking: dict[str, int]
    types: dict[str, Type]
    turning: Turning
    machine_gun_range: Ranges
    high_explosive_range: Ranges
    weapons: dict[str, WeaponFigures]

    def profile(self, one: OfAKind) -> Profile:
        """The printed figures of a base, or of what was seen of one."""
        return self._profiles[one.kind, one.type]

    def title(self, kind: str, type: str | None) -> str:
        """What a base of a class and type is called."""
        return self._profiles[kind, type].title

    @cached_property
    def _profiles(self) -> dict[tuple[str, str | None], Profile]:
        return {
            (kind, type): Profile(kind=kind, cls=cls, make=self.types[type] if type else None)
            for kind, cls in self.classes.items()
            for type in (None, *self.types)
        }

    def stacks(self, base: Base, others: Iterable[Base]) -> bool:
        """Whether there is room for a base beside others of its side (P2); what has no crew takes none."""
        single = self.profile(base).single
        beside = [other for other in others if other.id != base.id and other.crewed]
        alike = sum(self.profile(other).single == single for other in beside)
        return alike < self.stacking["single" if single else "multi"]
