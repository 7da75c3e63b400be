"""What stands on the map: pools of units, fleets, and what both sides know of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from service.engine.places import Place
from service.games.campaign1776.printed.lettered import Hex, is_side
from service.games.campaign1776.printed.naval import Vessel
from service.games.campaign1776.printed.reading import Seat

PoolId = str
DUE = Place("")
"""Where units are that have come in and are not placed yet."""
REPAIR = Place("repair")
"""Where fleets are that were damaged, with all aboard."""
NOWHERE = (DUE, REPAIR)
"""What is no place of the map or the chart."""
Within = Literal["", "fort", "aboard"]
Holder = Literal["nobody", "British", "American", "both"]


@dataclass(slots=True, kw_only=True)
class Pool:
    """So many units of one kind in one place that have done the same in this movement phase.

    `inside`: in the fort of the hex. `aboard`: the fleet or bateau whose passengers they are. `began`: where the phase
    found them, `within` a fort or aboard; `spent`: points since, and `toll` what they pay besides if they go on;
    `piece`: of a split hex, the one that they came to; `stopped`: they stay; `bound`: for the whole movement phase.
    `embarked`: they have gone aboard in this phase, in a free port or elsewhere; `landed`: the hex in which they have
    come ashore, and `held`: they stay there, whatever becomes of the enemy. `held_until`: the month in which they may
    leave the West Indies. `idle`: supply that a magazine was exchanged for in this segment, which supports nobody.
    `home`: the area of militia that has gone aboard, until a movement phase ends with it ashore; empty as long as it is
    where it stands, or not known. `among`: the fleets that lie together of which it was left open which one carries
    them (C76-PBM-08).
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
    embarked: Literal["", "free port", "elsewhere"] = ""
    landed: Place = DUE
    held: bool = False
    held_until: int = 0
    idle: bool = False
    among: tuple[str, ...] = ()
    home: str = ""

    @property
    def place(self) -> Within:
        """Where in its hex it stands."""
        return "aboard" if self.aboard else "fort" if self.inside else ""

    def like(self, other: Pool) -> bool:
        """Whether two pools are of one kind, in one place, and have done the same."""
        return replace(self, id="", number=0) == replace(other, id="", number=0)


@dataclass(slots=True, kw_only=True)
class Ship:
    """A fleet or bateau: where it lies, and what it has done in this movement phase.

    `spent`: points; `moved`: it has left where the phase found it; `docked`: it has entered a port; `stopped`: it goes
    no further; `met`: it has come upon an enemy fleet; `ferried`: it has carried troops over its side, and stays;
    `fought`: in this combat phase there has been a battle where it lies. `back`: the month in which it is repaired;
    `held_until`: that in which it may leave the West Indies; `uncounted`: it first came in there, and has landed
    nothing. `variable`: it comes and goes by a die, and is `called` while it is in play. Away, it is at no place.
    `off`: in this phase it lies off the port of the West Indies, and neither loads nor lands.
    """

    id: str
    kind: Vessel
    seat: Seat
    at: Place
    spent: int = 0
    moved: bool = False
    docked: bool = False
    stopped: bool = False
    met: bool = False
    ferried: bool = False
    fought: bool = False
    back: int = 0
    held_until: int = 0
    uncounted: bool = False
    variable: bool = False
    called: bool = False
    off: bool = False

    @property
    def can_ferry(self) -> bool:
        """Whether troops can cross its side by it (9)."""
        return is_side(self.at) and not self.moved and not self.met


@dataclass(slots=True, kw_only=True)
class Public:
    """What both sides know at any time: whose forts stand where, and who has strength points in towns and ports.

    `british`: the towns and ports that the British control in a campaign. `indies`: the strength points of each side
    in the West Indies; `owed`: the French battle fleets and strength points there that the British have to match;
    `allied`: France has come in; `withdrawing`: the French have to go home.
    """

    forts: dict[Hex, Seat] = field(default_factory=dict)
    held: dict[Hex, Holder] = field(default_factory=dict)
    british: tuple[Hex, ...] = ()
    indies: dict[Seat, int] = field(default_factory=dict)
    owed: tuple[int, int] = (0, 0)
    allied: bool = False
    withdrawing: bool = False


@dataclass(frozen=True, kw_only=True)
class Excess:
    """So many units of a kind that a side has to take off the map in an area; Canada's with those at sea and off the
    map."""

    kind: str
    area: str
    number: int


@dataclass(frozen=True, kw_only=True)
class Tasks:
    """What a side has to see to before it goes on.

    `excess`: units that have to go; `groups`: reinforcements that have come in together, by letter; `fresh`: the ships
    and units of this month's reinforcements, which may still be shared out; `french`: the French fleets may come in.
    """

    excess: tuple[Excess, ...] = ()
    groups: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()
    french: bool = False


def pool_id(kind: str, number: int) -> PoolId:
    """What the so-many-th pool of a kind is called."""
    return f"{kind}{number}"


def boats_named(seat: Seat) -> str:
    """By what the bateaus of a side are counted and named that it builds or takes."""
    return f"{seat}-bateau"


def boat_id(seat: Seat, number: int) -> str:
    return pool_id(boats_named(seat), number)


def boat_number(ship: Ship) -> int:
    """Which of those that its side has built or taken a bateau is; 0 for one that was there at the start."""
    name = boats_named(ship.seat)
    return int(ship.id.removeprefix(name)) if ship.id.startswith(name) else 0


def pool_number(id: PoolId, kind: str) -> int:
    """Which of its kind a pool is."""
    return int(id.removeprefix(kind))
