"""What a player of skirmishes knows by heart: roughly what each kind of base fires with, and what cover is worth.

Printed figures of the game as it comes; where a server has put others, they are off by a little and nothing breaks.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

THROWS = tuple(a + b for a, b in product(range(1, 7), repeat=2))
FIREPOWER = {
    "squad": (4, 8, 16, 1), "assault_squad": (5, 5, 8, 1), "team": (2, 6, 12, 1), "lmg_team": (3, 10, 20, 2),
    "mmg_team": (5, 12, 24, 3), "hmg_team": (6, 12, 24, 3), "light_mortar_team": (4, 18, 18, 2),
    "at_team": (1, 4, 6, 1), "leader": (1, 4, 4, 1), "observer": (0, 0, 0, 0), "crew": (1, 6, 12, 1),
    "gun": (6, 12, 24, 2), "vehicle": (6, 12, 24, 2),
}  # fmt: skip
"""Firepower, the ranges in hexes up to which all and half of it counts, and the rate of fire."""
UNKNOWN = (4, 8, 16, 1)
WEAPONS = {"high explosive": (6, 12, 24, 1), "machine guns": (4, 12, 24, 2), "rifles": (1, 6, 12, 1)}
COVER = {
    "rubble": 2, "grain": 1, "orchard": 1, "hedge": 2, "woods": 2, "wooden_building": 2, "stone_building": 3,
    "stream": 1,
}  # fmt: skip
FOXHOLE = 3
HEIGHT = {"hedge": 60, "woods": 100, "wooden_building": 100, "stone_building": 100}
"""What stands in a hex, in hundredths of a level."""
ROUGH = ("rubble", "hedge", "woods", "wooden_building", "stone_building", "stream")
HINDRANCES = ("grain", "orchard")
LEVEL, EYE, HINDERS_BELOW, HINDRANCES_BLOCK, SMOKE_BLOCKS = 100, 50, 55, 3, 2
SEEN_AT = {0: 24, 1: 8, 2: 4}
"""How far off a base is recognized, by its cover; in more cover at 2 hexes."""
SUPPORT = ("lmg_team", "mmg_team", "hmg_team", "light_mortar_team", "gun", "at_team")
"""Those who do more by fire than by going forward."""
RIFLES = ("squad", "assault_squad", "team", "crew")
SINGLE = ("leader", "observer")
AGAINST_ARMOUR = {"gun": (24, 0.5), "vehicle": (24, 0.4), "at_team": (3, 0.5)}
"""How far, and with what chance of a kill, the enemy's weapons reach armour."""
MAY_BE_A_GUN = 0.12
"""The chance that what is only suspected would kill a vehicle in its sight."""
QUALITY = 4
SUPPRESSED = 2
"""What is added to fire at what is only suspected, and to that of a pinned base."""


@cache
def suppressions(firepower: int, modifier: int) -> float:
    """What an attack causes on the average."""
    found = 0
    for throw in THROWS:
        by_margin = max(0, min(4, (firepower + 6 - throw - modifier) // 2))
        found += 0 if throw == 12 else min(4, by_margin + (throw == 2))
    return found / len(THROWS)


def strength_at(figures: tuple[int, int, int, int], apart: int) -> int:
    """The firepower that is left at a distance."""
    strength, near, far, _ = figures
    return strength if apart <= near else strength // 2 if apart <= far else 0


def firepower(base: dict[str, Any], weapon: str, apart: int) -> int:
    """What an own base fires with at a distance."""
    return strength_at(WEAPONS.get(weapon) or FIREPOWER.get(base["kind"], UNKNOWN), apart)


def spotted_at(cover: int, *, moving: bool) -> int:
    """How far off a base is recognized in such cover."""
    return SEEN_AT.get(cover, 2) * (2 if moving and cover else 1)


@cache
def close_combat(edge: int) -> tuple[float, float, float]:
    """The chances to win, to be eliminated, and to eliminate, in a close combat with so much added to one's dice."""
    gaps = [a - b + edge for a, b in product(THROWS, repeat=2)]
    of = len(gaps)
    return sum(g > 0 for g in gaps) / of, sum(g <= -5 for g in gaps) / of, sum(g >= 5 for g in gaps) / of
