"""Who sits at the table, and who speaks at a heading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

Seat = str
"""A side in a match, by the name the game gives it."""

Role = str
"""PHASING, NON_PHASING (all the others), EVERYBODY, or the name of a seat."""

Speaker = Role | tuple[Role, ...] | Callable[[Any], Sequence[Seat]]
"""Who speaks at a heading: a role, several, or whoever a function of the position names."""

PHASING: Final = "phasing"
NON_PHASING: Final = "non-phasing"
EVERYBODY: Final = "everybody"

Attendance = Literal["present", "standing"]
"""How a seat takes part in another's turn: asked each time, or answered for from its standing orders."""

PRESENT: Final[Attendance] = "present"
STANDING: Final[Attendance] = "standing"
