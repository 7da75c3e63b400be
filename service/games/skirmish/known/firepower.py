"""What weapons can do (P7, P8): firepower, and the suppressions that an attack causes."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Literal, NamedTuple

from service.engine.hexes import Hex
from service.games.skirmish.printed.bases import Base, BaseId
from service.games.skirmish.printed.figures import FireFigures
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.printed.tables import Tables

Weapon = Literal["small arms", "machine guns", "high explosive", "rifles", "armour piercing"]
WEAPONS: tuple[Weapon, ...] = ("small arms", "machine guns", "high explosive", "rifles")
"""What is fired with at men and soft targets; `rifles` are what a crew falls back on when its weapon breaks down."""


def weapons_of(tables: Tables, base: Base) -> list[Weapon]:
    """What a base can fire with at men and soft targets."""
    profile = tables.bases.profile(base)
    nearest = max(1, profile.cls.least_range)
    usable = (weapon for weapon in WEAPONS if weapon != "high explosive" or profile.main_gun_left(base))
    return [weapon for weapon in usable if power(tables, base, weapon, nearest)]


def directed_by(own: Iterable[Base], able: Container[object]) -> BaseId | None:
    """The leader who improves a shot most, by the ids of those who are able to direct it; None where nobody does."""
    better = [base for base in own if base.id in able and base.rating < 0]
    return min(better, key=lambda base: base.rating).id if better else None


def inside_arc(rules: Scenario, base: Base, hex: Hex) -> bool:
    """Whether a base's gun bears on a hex: a turret's all round, others within 60 degrees of the heading (P12)."""
    make = rules.profile(base).make
    if make is None or make.turret or base.hex is None or base.hex == hex:
        return True
    return rules.sheet.within_sixty(base.hex, base.heading, hex) >= 0


def aside(rules: Scenario, base: Base, hex: Hex) -> bool:
    """Whether a turret is turned out of the front arc to fire at a hex, which costs it, whatever it fires (P12)."""
    make = rules.profile(base).make
    turret = make is not None and make.turret and base.hex not in (None, hex)
    return turret and rules.sheet.within_sixty(Hex(str(base.hex)), base.heading, hex) < 0


class Reach(NamedTuple):
    """How strong a weapon is up to how many hexes, and how many it reaches at least and at most."""

    strength: int
    near: int
    far: int
    least: int = 0


NOTHING = Reach(0, 0, 0)


def reach_of(tables: Tables, base: Base, weapon: Weapon) -> Reach:
    """How far a base fires with a weapon, and how strongly, whatever it has left to fire (P7, P8)."""
    profile = tables.bases.profile(base)
    cls, make = profile.cls, profile.make
    if weapon == "rifles":
        of = tables.bases.classes["crew"]
        return Reach(of.firepower, of.range, of.long) if profile.works(base, "rifles") else NOTHING
    if not profile.works(base, weapon):
        return NOTHING
    if weapon == "small arms":
        return Reach(cls.firepower, cls.range, cls.long, cls.least_range) if make is None else NOTHING
    if make is None or weapon == "armour piercing":
        return NOTHING
    ranges = tables.bases.machine_gun_range if weapon == "machine guns" else tables.bases.high_explosive_range
    return Reach(make.mg if weapon == "machine guns" else make.he, ranges.range, ranges.long)


def power(tables: Tables, base: Base, weapon: Weapon, distance: int) -> int:
    """A base's firepower at a distance; 0 where it cannot fire so far, or not with that (P7, P8)."""
    strength, near, far, least = reach_of(tables, base, weapon)
    if not least <= distance <= far or base.ammunition == "out":
        return 0
    is_foot = tables.bases.profile(base).make is None
    strength += tables.fire.low_ammunition if base.ammunition == "low" and is_foot else 0
    return max(0, strength if distance <= near else strength // tables.fire.long_range_divisor)


def suppressions_by(figures: FireFigures, firepower: int, total: int, added: int = 0) -> int:
    """What an attack inflicts: by its margin, one more on an original 2, nothing on an original 12 (P7).

    `total` is that of the dice, `added` that of their bill.
    """
    if total == figures.unlucky:
        return 0
    margin = firepower + figures.base - total - added
    return min(figures.most, figures.suppressions.at(margin) + (1 if total == figures.lucky else 0))
