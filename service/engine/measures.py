"""What a match comes to in figures, turn by turn: the material of its charts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LineRole = Literal["own", "foe", "first", "second", "faint", "fair", "good", "full"]
"""How a line is to be told from the others: ours or theirs, a side's in a match that is over, or a degree."""


@dataclass(frozen=True, kw_only=True)
class Measure:
    """One figure of a moment: in which chart it stands, what it is called there. `stacked`: it is a part of a sum."""

    chart: str
    name: str
    value: int
    role: LineRole
    stacked: bool = False
