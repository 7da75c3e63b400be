"""What a side is told, and what it learns by it. Each report names the rule that allows it in `owed_by`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from service.engine.bills import Bill
from service.engine.hexes import Hex
from service.engine.reports import Report
from service.engine.sightings import ContactsTold
from service.engine.state import duplicate
from service.games.korsun.known.former import renewed_contacts, renewed_items, renewed_support, renewed_throw
from service.games.korsun.known.picture import Attack, Contact, Patrol, Picture
from service.games.korsun.known.plans import Item
from service.games.korsun.printed.reading import Side
from service.games.korsun.printed.units import Command, Public, Sdm, Stores, Unit, UnitId

Purpose = Literal[
    "air", "barrage", "demolition", "german-drop", "intercept", "landing", "mines", "partisans", "partisans-return",
    "position", "release", "reliability", "soviet-drop",
]  # fmt: skip
ADDED = {
    "anti_armor": "anti-armor", "target_L": "light target", "target_M": "medium target", "target_H": "heavy target",
    "screened": "cover", "storm": "storm", "shaken": "lead unit in disorder", "clear": "clear sky",
    "overcast": "overcast", "operation_wanda": "Operation Wanda", "enemy_adjacent": "enemy adjacent",
    "enemy_near": "enemy near", "covered": "covered hex", "mud": "mud", "korsun_isolated": "Korsun isolated",
    "game_turns": "game-turns gone",
}  # fmt: skip
"""What is added to a die, by its name in a report."""
COMBAT = "combat"
"""The occasion of all that is told of one combat."""

# ---- how things stand


@dataclass(frozen=True, kw_only=True)
class WeatherSettled(Report):
    """Ground and visibility of the game-turn, with the dice that settled them (KOR-WX-01 to 06)."""

    owed_by: ClassVar[str] = "KOR-WX-01"
    kind: Literal["weather-settled"] = "weather-settled"
    turn: int
    ground_die: int
    modifier: int
    ground: str
    visibility_dice: tuple[int, ...]
    visibility: str


@dataclass(frozen=True, kw_only=True)
class PublicTold(Report):
    """What both sides know is otherwise than it was (fog 4.1)."""

    owed_by: ClassVar[str] = "KOR-P4.1"
    kind: Literal["public-told"] = "public-told"
    public: Public

    def teach(self, picture: Picture) -> None:
        picture.public = duplicate(self.public)


@dataclass(frozen=True, kw_only=True)
class OwnForce(Report):
    """Units of one's own as they stand now, where that is otherwise than their owner had it; `gone` left the game."""

    owed_by: ClassVar[str] = "KOR-P4.1"
    kind: Literal["own-force"] = "own-force"
    units: tuple[Unit, ...] = ()
    gone: tuple[UnitId, ...] = ()

    def teach(self, picture: Picture) -> None:
        for unit in self.units:
            picture.own[unit.id] = replace(unit)
        for id in self.gone:
            picture.own.pop(id, None)


@dataclass(frozen=True, kw_only=True)
class OwnSupply(Report):
    """Supply markers of one's own as they stand now (KOR-SUP-02)."""

    owed_by: ClassVar[str] = "KOR-P4.1"
    kind: Literal["own-supply"] = "own-supply"
    sdms: tuple[Sdm, ...]

    def teach(self, picture: Picture) -> None:
        for sdm in self.sdms:
            picture.sdms[sdm.command] = replace(sdm)


@dataclass(frozen=True, kw_only=True)
class OwnStores(Report):
    """What a side keeps off the map: missions, points, cadres, the Uman track, works and minefields."""

    owed_by: ClassVar[str] = "KOR-P4.1"
    kind: Literal["own-stores"] = "own-stores"
    stores: Stores
    improved: tuple[Hex, ...] = ()

    def teach(self, picture: Picture) -> None:
        picture.stores, picture.improved = duplicate(self.stores), list(self.improved)


@dataclass(frozen=True, kw_only=True)
class EnemySeen(ContactsTold):
    """Enemy hexes that are new or look otherwise; `empty`: contacts gone; `unwatched`: out of sight."""

    owed_by: ClassVar[str] = "KOR-P4.3"
    kind: Literal["enemy-seen"] = "enemy-seen"
    contacts: tuple[Contact, ...] = ()

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renewed_contacts(said)


@dataclass(frozen=True, kw_only=True)
class MinesFound(Report):
    """Enemy minefields that a side has found (15.3, fog 4.3), all of them; shown for good."""

    owed_by: ClassVar[str] = "KOR-P4.3"
    kind: Literal["mines-found"] = "mines-found"
    hexes: tuple[Hex, ...]

    def teach(self, picture: Picture) -> None:
        picture.mines = list(self.hexes)


@dataclass(frozen=True, kw_only=True)
class PartisansSeen(Report):
    """Where the German side has seen partisans and not yet seen that they are gone (fog 4.3), all of them."""

    owed_by: ClassVar[str] = "KOR-P18.1"
    kind: Literal["partisans-seen"] = "partisans-seen"
    hexes: tuple[Hex, ...]

    def teach(self, picture: Picture) -> None:
        picture.partisans = list(self.hexes)


# ---- dice of its owner's (19)


@dataclass(frozen=True, kw_only=True)
class Thrown(Report):
    """A die that its owner is told: what for, its modifiers, and what came of it (parent 19).

    `succeeded`: whether what it was thrown for came off; None where it is no try. A barrage has its `level` instead,
    air availability the `missions` of a `track`.
    """

    owed_by: ClassVar[str] = "KOR-P19"
    kind: Literal["thrown"] = "thrown"
    purpose: Purpose
    die: int
    modifiers: dict[str, int] = field(default_factory=dict)
    succeeded: bool | None = None
    level: int | None = None
    track: str | None = None
    missions: int | None = None
    hex: Hex | None = None
    unit: UnitId | None = None

    @property
    def bill(self) -> Bill:
        """What is added to the die."""
        return Bill.of((ADDED[name], value) for name, value in self.modifiers.items())

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renewed_throw(said)


# ---- movement


@dataclass(frozen=True, kw_only=True)
class MoveStopped(Report):
    """A move came to less than was ordered: where it stopped, and why, as far as the mover saw it (fog 4.4)."""

    owed_by: ClassVar[str] = "KOR-P4.4"
    kind: Literal["move-stopped"] = "move-stopped"
    units: tuple[UnitId, ...]
    hex: Hex | None
    why: Literal[
        "occupied", "zone", "bridge", "intercepted", "mines", "overrun", "stacking", "impassable", "lapsed", "partisans"
    ]


@dataclass(frozen=True, kw_only=True)
class Intercepted(Report):
    """An armor intercept that succeeded: told to both (9.11)."""

    owed_by: ClassVar[str] = "KOR-SMV-09"
    kind: Literal["intercepted"] = "intercepted"
    by: Side
    unit: UnitId
    hex: Hex
    die: int


@dataclass(frozen=True, kw_only=True)
class OverrunTried(Report):
    """A Soviet unit tried to overrun an alarm unit: told to both (9.12)."""

    owed_by: ClassVar[str] = "KOR-SMV-07"
    kind: Literal["overrun-tried"] = "overrun-tried"
    unit: UnitId
    hex: Hex
    die: int
    succeeded: bool


# ---- combat


@dataclass(frozen=True, kw_only=True)
class AttacksDeclared(Report):
    """The attacks of a segment, in the order in which they are resolved: told to both (fog 4.1)."""

    owed_by: ClassVar[str] = "KOR-CBT-02"
    kind: Literal["attacks-declared"] = "attacks-declared"
    attacks: tuple[Attack, ...]

    def teach(self, picture: Picture) -> None:
        picture.attacks = [duplicate(one) for one in self.attacks]


@dataclass(frozen=True, kw_only=True)
class SupportDeclared(Report):
    """An item of a combat's support has been declared (KOR-CBT-08); of artillery the points are told."""

    owed_by: ClassVar[str] = "KOR-CBT-08"
    kind: Literal["support-declared"] = "support-declared"
    attack: Attack
    item: Item
    by: Side

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renewed_support(said)

    def teach(self, picture: Picture) -> None:
        kept = [duplicate(self.attack) if one.number == self.attack.number else one for one in picture.attacks]
        if all(one.number != self.attack.number for one in kept):
            kept.append(duplicate(self.attack))
        picture.attacks = kept


@dataclass(frozen=True, kw_only=True)
class ArmorShot(Report):
    """One side's fire of an armor combat (12.12.1): told to both."""

    owed_by: ClassVar[str] = "KOR-CBT-31"
    kind: Literal["armor-shot"] = "armor-shot"
    number: int
    by: Side
    die: int
    modifiers: dict[str, int]
    target: UnitId
    steps: int

    @property
    def bill(self) -> Bill:
        """What is added to the die."""
        return Bill.of((ADDED[name], value) for name, value in self.modifiers.items())


@dataclass(frozen=True, kw_only=True)
class CombatThrown(Report):
    """The die of a combat, where somebody is still to decide what comes of its result (12.2)."""

    owed_by: ClassVar[str] = "KOR-CBT-32"
    kind: Literal["combat-thrown"] = "combat-thrown"
    attack: Attack
    die: int

    def teach(self, picture: Picture) -> None:
        picture.attacks = [
            duplicate(self.attack) if one.number == self.attack.number else one for one in picture.attacks
        ]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class CombatFought(Report):
    """A combat and what came of it, step by step: told to both (fog 4.1).

    Strengths are written as fractions, such as "87/4". `shifts` by their names, in the order of KOR-CBT-21; `applied`:
    their sum as limited. `result` is "" where no die was rolled.
    """

    owed_by: ClassVar[str] = "KOR-CBT-32"
    kind: Literal["combat-fought"] = "combat-fought"
    number: int
    hex: Hex
    by: Side
    attack: str = "0"
    defense: str = "0"
    initial: str = ""
    shifts: dict[str, int] = field(default_factory=dict)
    applied: int = 0
    final: str = ""
    die: int = 0
    result: str = ""
    steps: tuple[str, ...] = ()
    losses: dict[UnitId, int] = field(default_factory=dict)
    disorganized: tuple[UnitId, ...] = ()
    retreated: tuple[UnitId, ...] = ()
    advanced: tuple[UnitId, ...] = ()
    breakthrough: tuple[UnitId, ...] = ()

    def teach(self, picture: Picture) -> None:
        picture.attacks = [
            replace(one, done=True) if one.number == self.number else one for one in picture.attacks
        ]  # fmt: skip


# ---- events and the end


@dataclass(frozen=True, kw_only=True)
class PatrolReported(Report):
    """The patrol report at the opening of F1: true, and told to the German side alone (13.1.3)."""

    owed_by: ClassVar[str] = "KOR-P13.1.3"
    kind: Literal["patrol-reported"] = "patrol-reported"
    patrol: Patrol

    def teach(self, picture: Picture) -> None:
        picture.patrol = self.patrol


@dataclass(frozen=True, kw_only=True)
class Declared(Report):
    """One of the five declarations of F1B: told to both (KOR-GEV-03)."""

    owed_by: ClassVar[str] = "KOR-GEV-03"
    kind: Literal["declared"] = "declared"
    what: str
    command: Command | None = None


@dataclass(frozen=True, kw_only=True)
class BreakoutTried(Report):
    """A unit's attempt in F7, told to the German side (16.5): where it ended, its die, and the steps that it lost."""

    owed_by: ClassVar[str] = "KOR-GBO-02"
    kind: Literal["breakout-tried"] = "breakout-tried"
    unit: UnitId
    hex: Hex | None
    die: int
    total: int
    lost: int
    saved: bool


@dataclass(frozen=True, kw_only=True)
class GameEnded(Report):
    """The end, with both sides' points in quarters and the level of victory: told to both (KOR-END-02).

    `items`: the points of each side that has any, by what they are for.
    """

    owed_by: ClassVar[str] = "KOR-END-02"
    kind: Literal["game-ended"] = "game-ended"
    points: dict[Side, int]
    items: dict[Side, dict[str, int]]
    level: str

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renewed_items(said)

    def teach(self, picture: Picture) -> None:
        picture.ended, picture.asked, picture.verdict = True, False, self.level


REPORTS: tuple[type[Report], ...] = (
    WeatherSettled, PublicTold, OwnForce, OwnSupply, OwnStores, EnemySeen, MinesFound, PartisansSeen, Thrown,
    MoveStopped, Intercepted, OverrunTried, AttacksDeclared, SupportDeclared, ArmorShot, CombatThrown, CombatFought,
    PatrolReported, Declared, BreakoutTried, GameEnded,
)  # fmt: skip
