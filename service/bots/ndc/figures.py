"""The printed figures that a player knows by heart. If a server plays with others the bot judges worse, and no more."""

from __future__ import annotations

from itertools import pairwise

STRENGTHS: dict[tuple[str, str], dict[str, tuple[int, int]]] = {
    ("US", "armor"): {"march": (0, 3), "attack": (12, 7), "defend": (6, 9), "dug-in": (3, 11)},
    ("US", "infantry"): {"march": (0, 2), "attack": (9, 7), "defend": (5, 10), "dug-in": (2, 13)},
    ("US", "recon"): {"march": (0, 3), "attack": (8, 6), "defend": (5, 8), "dug-in": (2, 10)},
    ("Soviet", "armor"): {"march": (0, 2), "attack": (12, 6), "defend": (5, 7), "dug-in": (3, 9)},
    ("Soviet", "infantry"): {"march": (0, 2), "attack": (10, 6), "defend": (5, 8), "dug-in": (2, 11)},
    ("Soviet", "recon"): {"march": (0, 2), "attack": (6, 4), "defend": (3, 5), "dug-in": (2, 6)},
}
"""Attack and defence by side, type and mode."""
HQ_STRENGTHS = {"march": (0, 1), "deployed": (0, 3)}
ALLOWANCES = {
    ("US", "armor"): (15, 9), ("US", "infantry"): (15, 9), ("US", "recon"): (18, 12),
    ("Soviet", "armor"): (16, 6), ("Soviet", "infantry"): (16, 6), ("Soviet", "recon"): (18, 9),
}  # fmt: skip
"""Movement points in Attack and in Defend mode."""
BY_LEVEL = {6: 2, 5: 1, 4: 0, 3: -1, 2: -3, 1: -5}
"""What the T/O level adds to both strengths."""

ENTRY = {
    "tracked": {"C": 3, "H": 4, "F": 6, "R": 8, "T": 3, "U": 4},
    "wheeled": {"C": 4, "H": 6, "F": 8, "T": 3, "U": 4},
}
"""Points to enter a hex; what is missing is entered by road only."""
MINOR_RIVER = {"tracked": 3, "wheeled": 5}
ROAD, AUTOBAHN_IN_MARCH = 2, 1
RIVER_ASSAULT = 16
"""About what it costs an amphibious unit to cross a major river without a bridge: the whole allowance."""

DEFENCE = {"C": 0, "H": -2, "F": -2, "R": -4, "T": -3, "U": -4}
ARMOR_INTO = {"F": -1, "R": -2, "T": -1, "U": -3}
HIGH_GROUND = "HR"

ATTACKER_LEVEL = (2, 1, 0, -2, -3)
DEFENDER_LEVEL = (0, 1, 2, 3, 4)
FATIGUE = (0, -2, -5, -8)
WEATHER = {"night": 1, "fog": 1, "precipitation": 2}
JAMMED_ATTACKER = (0, -5, -6, -8)
OUT_OF_COMMAND, UNPREPARED, FRIEND_ADJACENT = -8, -2, 2
COMMANDER = 2
"""What a division commander brings on average where they use command."""
RATINGS = {"US": 3, "Soviet": 2}
"""What the commanders of an enemy battalion and of its brigade or regiment together usually add."""

SUPPORT = {0: 0, 1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4, 7: 4, 8: 5}
"""What so many CSPs more than the other side's shift the differential by, on an average die."""
FIRE_EXPECTED = 2
"""CSPs of Final Protective Fire to reckon with."""

COLUMNS = (-11, -7, -3, 0, 3, 6, 9, 13, 18, 24)
"""Where the second and each further column of the combat results table begin."""
OUTCOMES = (
    (1.9, 0.0, 0.0), (1.5, 0.0, 0.0), (1.2, 0.1, 0.0), (0.9, 0.2, 0.1), (0.7, 0.4, 0.3), (0.6, 0.5, 0.4),
    (0.4, 0.7, 0.5), (0.4, 0.9, 0.7), (0.3, 1.3, 0.9), (0.2, 1.6, 0.9), (0.1, 1.7, 1.0),
)  # fmt: skip
"""By column: mean loss of the attacker, of the defender, and the chance that the defender leaves their hex."""

COMMAND_RANGE = {"US": 6, "Soviet": 5}
DIVISION_RANGE = 12
QUALITY = (0, 1, 2, 4, 6)
"""Points of quality that each operational intelligence level takes."""
FOUND = (0.0, 1.0, 1.5, 2.0, 3.2)
"""The mean level at which each operational intelligence level finds a unit that has moved in the open."""

assert len(OUTCOMES) == len(COLUMNS) + 1 and all(low < high for low, high in pairwise(COLUMNS))
