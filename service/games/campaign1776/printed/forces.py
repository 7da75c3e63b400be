"""What stands on the map: pools of units, fleets, and what both sides know of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from service.engine.places import Place
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.reading import Seat

PoolId = str
DUE = Place("")
"""Where units are that have come in and are not placed yet."""
Within = Literal["", "fort", "aboard"]
Holder = Literal["nobody", "British", "American", "both"]


@dataclass(slots=True, kw_only=True)
class Pool:
    """So many units of one kind in one place that have done the same in this movement phase.

    `inside`: in the fort of the hex. `aboard`: the fleet or bateau whose passengers they are. `began`: where the phase
    found them, `within` a fort or aboard; `spent`: points since, and `toll` what they pay besides if they go on;
    `piece`: of a split hex, the one that they came to; `stopped`: they stay; `bound`: for the whole movement phase.
    """

    id: PoolId
    kind: str
    number: int
    at: Place
    inside: bool = False
    aboard: str = ""
    began: Place = DUE
    within: Within = ""
    spent: int = 0
    toll: int = 0
    piece: str = ""
    stopped: bool = False
    bound: bool = False

    @property
    def place(self) -> Within:
        """Where in its hex it stands."""
        return "aboard" if self.aboard else "fort" if self.inside else ""

    def like(self, other: Pool) -> bool:
        """Whether two pools are of one kind, in one place, and have done the same."""
        return replace(self, id="", number=0) == replace(other, id="", number=0)


@dataclass(slots=True, kw_only=True)
class Ship:
    """A fleet, and where it lies."""

    id: str
    kind: str
    seat: Seat
    at: Place


@dataclass(slots=True, kw_only=True)
class Public:
    """What both sides know at any time: whose forts stand where, and who has strength points in towns and ports."""

    forts: dict[Hex, Seat] = field(default_factory=dict)
    held: dict[Hex, Holder] = field(default_factory=dict)


def pool_id(kind: str, number: int) -> PoolId:
    """What the so-many-th pool of a kind is called."""
    return f"{kind}{number}"


def pool_number(id: PoolId, kind: str) -> int:
    """Which of its kind a pool is."""
    return int(id.removeprefix(kind))
