"""What a player of skirmishes knows by heart: roughly what each kind of base fires with, and what cover is worth.

Printed figures of the game as it comes; where a house has put others, they are off by a little and nothing breaks.
"""

from __future__ import annotations

from itertools import product
from typing import Any

THROWS = tuple(a + b for a, b in product(range(1, 7), repeat=2))
FIREPOWER = {
    "squad": (4, 8), "assault_squad": (5, 5), "team": (2, 6), "lmg_team": (3, 10), "mmg_team": (5, 12),
    "hmg_team": (6, 12), "light_mortar_team": (4, 18), "at_team": (1, 4), "leader": (1, 4), "crew": (1, 6),
}  # fmt: skip
"""Firepower, and the range in hexes up to which all of it counts; beyond that half."""
GUNS = {"high explosive": (6, 12), "machine guns": (4, 12)}
COVER = {
    "rubble": 2, "grain": 1, "orchard": 1, "hedge": 2, "woods": 2, "wooden_building": 2, "stone_building": 3,
    "stream": 1,
}  # fmt: skip
SUPPORT = ("lmg_team", "mmg_team", "hmg_team", "light_mortar_team", "gun")
"""Those who do more by fire than by going forward."""


def suppressions(firepower: int, modifier: int) -> float:
    """What an attack causes on the average."""
    margins = [firepower + 6 - throw - modifier for throw in THROWS]
    return sum(max(0, min(4, margin // 2)) for margin in margins) / len(THROWS)


def firepower(base: dict[str, Any], weapon: str, apart: int) -> int:
    """What a base fires with at a distance."""
    strength, near = GUNS.get(weapon) or FIREPOWER.get(base["kind"], (1, 6))
    return strength if apart <= near else strength // 2
