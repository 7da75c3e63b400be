"""Who sits at the table, and who speaks at a heading."""

from __future__ import annotations

from typing import Final, Literal

Seat = str
"""A side in a match, by the name the game gives it."""

Speaker = str
"""PHASING, NON_PHASING, BOTH, or the name of a seat."""

PHASING: Final = "phasing"
NON_PHASING: Final = "non-phasing"
BOTH: Final = "both"

Attendance = Literal["present", "standing"]
"""How a seat takes part in the other side's turn: asked each time, or answered for from its standing orders."""

PRESENT: Final[Attendance] = "present"
STANDING: Final[Attendance] = "standing"
