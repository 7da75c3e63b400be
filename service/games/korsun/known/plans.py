"""Plans: what a side in turn answers in advance for an attack of its own (parent 3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from service.games.korsun.printed.units import Command, UnitId

Losses = Literal["infantry-first", "armor-first", "strongest-first"]
ArmorTarget = Literal["strongest", "weakest-armor"]
ITEMS = ("supported", "artillery", "engineers")
"""The items of support that an attacker declares, in their order (KOR-CBT-08)."""


@dataclass(frozen=True, kw_only=True)
class AttackPlan:
    """What an attacker answers for one attack. `planned`: each item is answered by the plan, and not asked.

    `supported`: None for every command of the attack that has points in reach. `advance`: None for the usual choice.
    """

    planned: bool = False
    supported: tuple[Command, ...] | None = None
    artillery: tuple[UnitId, ...] = ()
    engineers: tuple[UnitId, ...] = ()
    losses: Losses = "strongest-first"
    armor_target: ArmorTarget = "strongest"
    advance: tuple[UnitId, ...] | None = None
