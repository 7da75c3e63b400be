"""The printed figures that it has by heart: it judges by them, and orders nothing that they alone allow."""

from __future__ import annotations

COLUMNS = (("8:1", 8.0), ("7:1", 7.0), ("6:1", 6.0), ("5:1", 5.0), ("4:1", 4.0), ("3:1", 3.0), ("2:1", 2.0),
           ("3:2", 1.5), ("1:1", 1.0), ("1:2", 0.5), ("1:3", 1 / 3), ("1:4", 0.0))  # fmt: skip
"""The columns of the results table, the best first, each with the least ratio of strengths that gives it."""
LOST = {
    "1:4": (1.5, 0.0), "1:3": (1.3, 0.0), "1:2": (1.0, 0.2), "1:1": (0.8, 0.4), "3:2": (0.6, 0.6), "2:1": (0.4, 0.7),
    "3:1": (0.4, 1.2), "4:1": (0.4, 1.3), "5:1": (0.3, 1.5), "6:1": (0.2, 1.7), "7:1": (0.1, 1.9), "8:1": (0.0, 2.2),
}  # fmt: skip
"""Steps that attacker and defender lose on an average, the retreats that cost steps counted with them."""
SHAKES = {
    "1:4": 5 / 6, "1:3": 4 / 6, "1:2": 4 / 6, "1:1": 3 / 6, "3:2": 2 / 6, "2:1": 2 / 6,
    "3:1": 1 / 6, "4:1": 1 / 6, "5:1": 0.0, "6:1": 1 / 6, "7:1": 1 / 6, "8:1": 0.0,
}  # fmt: skip
"""How likely it is that one of the attackers, or all of them, are disorganized."""
PUSHED_FROM = "3:2"
"""The first column in which the defender may have to retreat."""
COVER = {"woods": 1.5, "balka": 1.5, "town": 2.0, "major_town": 2.0}
BARE_FOR_ARMOR = ("woods", "town", "major_town")
OVER_RIVER, OVER_STREAM = 0.5, 0.75
UNSUPPORTED, IN_A_ZONE, SHAKEN = 0.5, 0.5, 0.5
ZONE_FROM = 2
"""The defense from which a stack has a zone of control."""
ARMOR, GUNS, FOOT = ("tank", "sg"), ("art", "rkt"), ("inf", "cav", "pg", "eng")
STACKING = 6
UNKNOWN = {True: 8.0, False: 4.0}
"""What is feared behind a contact that is large, or small, and not identified."""
WORTH = {"Soviet": (1.0, 0.5, 2.0, 1.0), "German": (2.0, 1.0, 1.0, 0.5)}
"""What a step of armor and of others is worth to the enemy, and such a step of the enemy's to the side."""
