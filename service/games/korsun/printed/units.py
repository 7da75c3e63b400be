"""Counters as they are printed, and units as they stand (23). A unit's values are those of its counter, by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from service.engine.hexes import Hex
from service.engine.places import Place
from service.games.korsun.printed.reading import Condition, MovementClass, Side, Visibility

UnitId = str
Command = str
UnitType = Literal["inf", "cav", "pg", "eng", "tank", "sg", "at", "art", "rkt", "alarm"]
TYPES: tuple[UnitType, ...] = ("inf", "cav", "pg", "eng", "tank", "sg", "at", "art", "rkt", "alarm")
ARMOR = ("tank", "sg")
GUNS = ("art", "rkt")
INFANTRY = ("inf", "cav", "pg", "eng")
Weight = Literal["", "L", "M", "H"]

Supply = Literal["in", "oos1", "oos2"]
Order = Literal["", "disorganized", "regroup"]
Box = Literal["", "coming", "staged", "holding", "workshop", "saved"]
"""Where a unit is that stands in no hex; empty for one that does."""
Mode = Literal["", "tactical", "strategic", "rail"]

FULL, LOW, OUT = 2, 1, 0
"""The states of artillery ammunition (14.4)."""
AMMUNITION = {FULL: "Full", LOW: "Low", OUT: "Out of Ammo"}


@dataclass(frozen=True, kw_only=True)
class Profile:
    """What a class of units has printed on it. `atk`, `defense` and `ap` are by step, full strength first."""

    type: UnitType
    cls: MovementClass
    ma: int
    size: int
    atk: tuple[int, ...]
    defense: tuple[int, ...]
    armor: Weight = ""
    ap: tuple[int, ...] = ()
    aa: int = 0
    fs: int = 0
    range: int = 0
    sub: int = 0
    ammo: int = 0
    engineer: bool = False
    bridging: bool = False

    @property
    def steps(self) -> int:
        return len(self.defense)

    @property
    def is_gun(self) -> bool:
        """Whether it is artillery or rockets."""
        return self.type in GUNS

    @cached_property
    def is_combat(self) -> bool:
        """Whether it is a combat unit: everything but artillery and rockets (2.4)."""
        return self.type not in GUNS

    @property
    def is_armor(self) -> bool:
        return self.type in ARMOR

    @property
    def is_infantry(self) -> bool:
        """Whether it is of infantry type (2.4)."""
        return self.type in INFANTRY

    @property
    def is_alarm(self) -> bool:
        return self.type == "alarm"

    @property
    def is_heavy(self) -> bool:
        """Whether it is heavy armor, which not every bridge carries."""
        return self.is_armor and self.armor == "H"


@dataclass(frozen=True, kw_only=True)
class Counter:
    """A unit of the order of battle: who it is, whose, and where or when it comes. `entry`: its map entry hex (7.0)."""

    id: UnitId
    side: Side
    command: Command
    front: str = ""
    div: str = ""
    profile: Profile
    hex: Hex | None = None
    turn: int = 0
    entry: Hex | None = None
    rail: bool = False


@dataclass(slots=True, kw_only=True)
class Unit:
    """A unit as it stands: only what changes; what is printed on it is its counter's.

    `lost`: steps lost. `was_oos1`: it bore OOS1 when this turn's Stage C opened (13.4). `extended`: in supply by
    extended supply or a drop alone (14.7). `spent`: movement points spent in this segment; `ended`: its move is over.
    `tried`: its intercept, engineering or breakout of this phase. `used`: it moved or fought by breakthrough in this
    phase, or has reacted. `moved`, `attacked`: in this player-turn. `staged_for`: game-turns that it has stood staged;
    `entered`: it came onto the map in this player-turn.
    """

    id: UnitId
    hex: Hex | None = None
    box: Box = ""
    lost: int = 0
    supply: Supply = "in"
    was_oos1: bool = False
    extended: bool = False
    order: Order = ""
    no_fire: int = 0
    ammo: int = FULL
    reserve: bool = False
    breakthrough: bool = False
    used: bool = False
    spent: int = 0
    mode: Mode = ""
    ended: bool = False
    tried: bool = False
    moved: bool = False
    attacked: bool = False
    staged_for: int = 0
    entered: bool = False

    def attack(self, of: Profile) -> int:
        return of.atk[min(self.lost, len(of.atk) - 1)]

    def defense(self, of: Profile) -> int:
        return of.defense[self.lost]

    def ap(self, of: Profile) -> int:
        """Armor points of its present step."""
        return of.ap[self.lost] if of.ap else 0

    def steps(self, of: Profile) -> int:
        """Steps that it has left."""
        return of.steps - self.lost

    @property
    def out_of_supply(self) -> bool:
        return self.supply != "in"


@dataclass(slots=True, kw_only=True)
class Sdm:
    """A supply distribution marker as it stands (13.2). `hex` is None where it is off the map.

    `front`: it shows its front. `cut_off`: no road path led to any hex when it was last deployed. `isolated`: its Korps
    was declared isolated, so its units use the Korsun marker. `gone`: it is out of the game.
    """

    command: Command
    hex: Hex | None = None
    sp: int = 0
    front: bool = False
    cut_off: bool = False
    isolated: bool = False
    gone: bool = False


@dataclass(slots=True, kw_only=True)
class UmanTrack:
    """The boxes of the Uman Airfield Track, in supply points, and how many may fly in a game-turn (14.6.1)."""

    stock: int = 0
    lift: int = 0
    drop_next: int = 0
    korsun_next: int = 0
    drop_now: int = 0
    korsun_now: int = 0
    flown: bool = False


@dataclass(slots=True, kw_only=True)
class Barrage:
    """A barrage unit (17.1): in its holding box, in a `hex`, or on the Turn Record Track until game-turn `due`.

    `back_to`: the hex that it has left, as long as components of it are still to come back there.
    """

    hex: Hex | None = None
    due: int = 0
    fired: bool = False
    back_to: Hex | None = None


@dataclass(slots=True, kw_only=True)
class Depot:
    """A depot (15.6): of which Korps, with how many points; `due`: the game-turn in which it is complete, 0 once it is.

    `taken`: points that it has taken in during this game-turn.
    """

    command: Command
    sp: int = 0
    due: int = 0
    taken: int = 0


@dataclass(slots=True, kw_only=True)
class Airstrip:
    """An alternate airfield (15.5): who builds it, whether it is complete, and whether it serves in Korsun's stead."""

    hex: Hex
    engineer: UnitId
    complete: bool = False
    serves: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgeWork:
    """A bridge that has been begun: of which type, and by which engineer."""

    type: str
    unit: UnitId


def renewed_works(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """What has work on bridges in it, which was once one text, of its type and its engineer: "S/ENG25"."""
    works = {
        side: dict(zip(("type", "unit"), work.split("/"), strict=False)) if isinstance(work, str) else work
        for side, work in said.get("works", {}).items()
    }
    return {**said, "works": works} if works else said


@dataclass(slots=True, kw_only=True)
class Stores:
    """What a side keeps off the map: air missions and replacement points by track, cadres, reserve markers, mines."""

    missions: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    cadres: dict[Command, list[UnitId]] = field(default_factory=dict)
    reserves: int = 0
    mines_left: int = 0
    mines: list[Hex] = field(default_factory=list)
    uman: UmanTrack = field(default_factory=UmanTrack)
    dropped: list[str] = field(default_factory=list)
    """The Fronts that have flown their drop of this game-turn (KOR-SUP-24)."""
    replaced: list[UnitId] = field(default_factory=list)
    """Units that have regained a step in this segment (8.0)."""
    rail: int = 0
    """Units that moved by rail in this game-turn (9.5)."""
    barrages: dict[UnitId, Barrage] = field(default_factory=dict)
    """The Soviet side's barrage units."""
    effects: dict[Hex, int] = field(default_factory=dict)
    """Levels of the Barrage Effects markers that the side knows of: all of them, or those on its own units (17.1.4)."""
    works: dict[Place, BridgeWork] = field(default_factory=dict)
    """Bridges being built or repaired, by hexside."""
    boundary: list[int] = field(default_factory=list)
    """Of each row, from row 01 on, the last column of the western Front's zone; none where one Front is in play."""
    adjusted: list[int] = field(default_factory=list)
    """Rows in which the boundary was moved in this segment."""
    partisans: list[Hex] = field(default_factory=list)
    """Where the Soviet side's partisans are."""
    partisans_lost: int = 0
    """Partisans that were removed, and may return."""
    displaced: list[Hex] = field(default_factory=list)
    """Where partisans went in this segment; an empty name for each that threw to return."""
    workshop: dict[UnitId, int] = field(default_factory=dict)
    """Steps of German heavy armor in the workshop boxes (18.2)."""
    depots: dict[Hex, Depot] = field(default_factory=dict)
    airstrip: Airstrip | None = None

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renewed_works(said)


Airfield = Literal["inactive", "active", "abandoned", "lost"]


@dataclass(slots=True, kw_only=True)
class Public:
    """What both sides know (fog 4.1). `bridges`: those that stand, with their types; `control`: of the named places.

    `active_since`: the game-turn in which the Korsun airfield was activated, 0 where it was active at the start.
    `wanda`: stages B and C in which Operation Wanda still counts; `breakout`: the game-turn in which one was declared.
    """

    ground: Condition = "frozen"
    visibility: Visibility = "clear"
    bridges: dict[Place, str] = field(default_factory=dict)
    control: dict[Hex, Side] = field(default_factory=dict)
    airfield: Airfield = "inactive"
    active_since: int = 0
    isolated: list[Command] = field(default_factory=list)
    isolated_next: list[Command] = field(default_factory=list)
    """Those of `isolated` that use their own marker still, until the next Stage C opens (16.2)."""
    wanda_declared: int = 0
    wanda_air: int = 0
    wanda_supply: int = 0
    abandoned: int = 0
    converted: bool = False
    breakout: int = 0
    attempted: int = 0
    front_released: bool = False
    release_thrown: int = 0
    front_hexes: list[Hex] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    """The optional rules that are in play."""
    noted: int = 0
    """Points in quarters that the Soviet side was noted on the way (20.0)."""
