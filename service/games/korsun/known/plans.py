"""Plans: what a side answers in advance for its own part of the sequence of play (parent 3.2, 3.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from service.engine.hexes import Hex
from service.engine.places import Place
from service.games.korsun.printed.units import Command, UnitId

Losses = Literal["infantry-first", "armor-first", "strongest-first"]
ArmorTarget = Literal["strongest", "weakest-armor"]
Item = Literal["supply", "air", "fire", "assault", "no-retreat"]
"""The items of a combat's support, in the order in which they are declared (KOR-CBT-08)."""
AskedItem = Literal["supply", "fire", "assault", "casualties", "pursuit"]
"""What an attacker may be asked in spite of a plan (3.3): items of support, who loses steps, who advances.

They have words of their own, that no field of the plan has."""
Work = Literal[
    "destroy-bridge", "repair-bridge", "build-s-bridge", "build-j-bridge", "build-k-bridge", "lay-mines",
    "improve-position", "build-airfield", "build-depot",
]  # fmt: skip
Laid = Literal["supply", "air", "closing"]


@dataclass(frozen=True, kw_only=True)
class AttackPlan:
    """What an attacker answers for one attack. `planned`: each item but those of `ask` is answered and not asked.

    `supported`: None for every command of the attack that has points in reach. `advance`: None for the usual choice.
    """

    planned: bool = False
    supported: tuple[Command, ...] | None = None
    artillery: tuple[UnitId, ...] = ()
    engineers: tuple[UnitId, ...] = ()
    losses: Losses = "strongest-first"
    armor_target: ArmorTarget = "strongest"
    advance: tuple[UnitId, ...] | None = None
    ask: tuple[AskedItem, ...] = ()

    def asks(self, item: AskedItem) -> bool:
        """Whether its owner is asked for an item of support when it comes (parent 3.3)."""
        return not self.planned or item in self.ask


@dataclass(frozen=True, kw_only=True)
class Decided:
    """What a side has decided of the present combat, where its owner is asked.

    `target`: at whom its armor and guns fire. `losses`: who loses steps, in order. `retreats`: hexes that a unit
    prefers. `advance`: None for the usual choice.
    """

    target: UnitId | None = None
    losses: tuple[UnitId, ...] = ()
    retreats: dict[UnitId, tuple[Hex, ...]] = field(default_factory=dict)
    advance: tuple[UnitId, ...] | None = None


@dataclass(slots=True, kw_only=True)
class SupplyPlan:
    """A side's own Stage C of one game-turn: where markers go, and for what points are paid, in order of priority.

    `drops`: the hex of each Soviet Front's drop.
    """

    turn: int
    markers: dict[Command, Hex] = field(default_factory=dict)
    extended: tuple[Hex, ...] = ()
    artillery: tuple[UnitId, ...] = ()
    drops: dict[str, Hex] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class AirPlan:
    """Stage D of one game-turn: hexes for drops in order of priority, points that fly to Korsun, and what is set aside.

    A point is dropped on the out-of-supply units of a hex, else on a marker there.
    """

    turn: int
    drops: tuple[Hex, ...] = ()
    flights: int = 0
    allot_drops: int = 0
    allot_korsun: int = 0


@dataclass(frozen=True, kw_only=True)
class PlannedWork:
    """What a unit is to do in the engineering phase; `bridge`: the hexside, where it is for one."""

    unit: UnitId
    work: Work
    bridge: Place | None = None


@dataclass(slots=True, kw_only=True)
class ClosingPlan:
    """What is left of a player-turn once the declared combats are fought.

    `breakthrough`: the hex towards which units with a Breakthrough marker go; None: their markers lapse. `reserves`:
    the hex towards which reserves move; None: they stand. There are no further combats.
    """

    turn: int
    breakthrough: Hex | None = None
    reserves: Hex | None = None
    works: tuple[PlannedWork, ...] = ()
    withdrawals: dict[UnitId, Hex] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Plans:
    """The plans that a side has laid, each for the one game-turn that it names."""

    supply: SupplyPlan | None = None
    air: AirPlan | None = None
    closing: ClosingPlan | None = None
