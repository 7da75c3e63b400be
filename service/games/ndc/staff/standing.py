"""What is to be known of the lists of standing orders."""

from __future__ import annotations

ABOUT_ATTACKS = (
    "When the enemy attacks and you are on standing orders, the umpire goes down the list: the first line that fits "
    "answers, and no other. Only an attack on a hex of yours is answered, and only as far as points and ranges allow."
)
ABOUT_RETREATS = (
    "When a unit of yours has to leave its hex, the first line that is for it says how. If there is none, it goes "
    "where known enemies are farthest."
)
LIST_HELP = {"attacks": ABOUT_ATTACKS, "retreats": ABOUT_RETREATS}
"""By the names of the lists."""
