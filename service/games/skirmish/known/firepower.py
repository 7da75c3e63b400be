"""What weapons can do (P7, P8): firepower, modifiers, and the suppressions that an attack causes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from service.engine.hexes import Hex
from service.games.skirmish.printed.bases import Base, Fired
from service.games.skirmish.printed.figures import FireFigures
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.printed.sight import Sight
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


def inside_arc(given: Scenario, base: Base, hex: Hex) -> bool:
    """Whether a base's gun bears on a hex: a turret's all round, others within 60 degrees of the heading (P12)."""
    make = given.profile(base).make
    if make is None or make.turret or base.hex is None or base.hex == hex:
        return True
    return given.sheet.within_sixty(base.hex, base.heading, hex) >= 0


def aside(given: Scenario, base: Base, hex: Hex) -> bool:
    """Whether a turret is turned out of the front arc to fire at a hex, which costs it, whatever it fires (P12)."""
    make = given.profile(base).make
    turret = make is not None and make.turret and base.hex not in (None, hex)
    return turret and given.sheet.within_sixty(Hex(str(base.hex)), base.heading, hex) < 0


def power(tables: Tables, base: Base, weapon: Weapon, distance: int) -> int:
    """A base's firepower at a distance; 0 where it cannot fire so far, or not with that (P7, P8)."""
    profile = tables.bases.profile(base)
    cls, make = profile.cls, profile.make
    if weapon == "rifles":
        of = tables.bases.classes["crew"]
        strength, near, far = of.firepower if profile.works(base, "rifles") else 0, of.range, of.long
    elif not profile.works(base, weapon):
        return 0
    elif weapon == "small arms":
        if make is not None or distance < cls.least_range:
            return 0
        strength, near, far = cls.firepower, cls.range, cls.long
    elif make is not None and weapon != "armour piercing":
        ranges = tables.bases.machine_gun_range if weapon == "machine guns" else tables.bases.high_explosive_range
        strength, near, far = make.mg if weapon == "machine guns" else make.he, ranges.range, ranges.long
    else:
        return 0
    if distance > far or base.ammunition == "out":
        return 0
    strength += tables.fire.low_ammunition if base.ammunition == "low" and make is None else 0
    return max(0, strength if distance <= near else strength // tables.fire.long_range_divisor)


def modifiers_of(
    tables: Tables, shooter: Base, line: Sight, screen: int, step: Fired, *, suspected: bool, moving: bool, fast: bool,
    cowered: bool, in_woods: bool = False, off: bool = False,
) -> list[tuple[str, int]]:  # fmt: skip
    """The modifiers of one shooter's fire by name, those that are nought left out (P7; SKR-MOV-03, 04, SKR-AFP-03).

    `off`: he fires a turret outside his front arc.
    """
    figures, found = tables.fire.modifiers, []
    if tables.bases.profile(shooter).cls.indirect and in_woods:
        found.append(("air burst", figures["air burst"]))
    else:
        found.append(("cover", screen))
    found.append(("target cowered", figures["target cowered"] if cowered else 0))
    if fast:
        found.append(("target moving fast", figures["target moving fast"]))
    elif moving and screen <= 0:
        found.append(("target moving", figures["target moving"]))
    conditions = {
        "adjacent": line.distance == 1,
        "advanced fire": shooter.moved and step in ("moving", "closing"),
        "stays in motion": shooter.in_motion,
        "waited": step == "closing" and not shooter.moved,
        "pinned": shooter.pinned,
        "outside the front arc": off,
        "suspected": suspected,
    }
    found += [(name, figures[name]) for name, holds in conditions.items() if holds]
    found += [("hindrance", figures["hindrance"] * line.hindrances), ("smoke", figures["smoke"] * line.smoke)]
    return [(name, value) for name, value in found if value]


def worst(groups: Sequence[Sequence[tuple[str, int]]]) -> list[tuple[str, int]]:
    """Of a group that fires together, each modifier as it is worst for the fire."""
    names = dict.fromkeys(name for group in groups for name, _ in group)
    return [(name, value) for name in names if (value := max(dict(group).get(name, 0) for group in groups))]


def suppressions_by(figures: FireFigures, firepower: int, total: int, modifiers: Sequence[tuple[str, int]]) -> int:
    """What an attack inflicts: by its margin, one more on an original 2, nothing on an original 12 (P7)."""
    if total == figures.unlucky:
        return 0
    margin = firepower + figures.base - total - sum(value for _, value in modifiers)
    return min(figures.most, figures.suppressions.at(margin) + (1 if total == figures.lucky else 0))
