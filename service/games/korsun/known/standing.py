"""Lines of standing orders: those here answer in the enemy's movement also for a seat that is present (parent 3.4).

The lines of whoever is attacked stand in `defense.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from service.engine.hexes import Hex
from service.engine.line_fields import OWN, YES_OR_NO, fixed_to, line_field, numbers
from service.engine.options import Choice, Domain
from service.engine.places import Place
from service.games.korsun.known.defense import (
    MOST_HEXES,
    AirLine,
    ArtilleryLine,
    BarrageLine,
    Choices,
    EngineerLine,
    NoRetreatLine,
    ReactionLine,
    RetreatLine,
    SupplyLine,
    armor,
    some_hexes,
)
from service.games.korsun.printed.units import UnitId

DOES = {"try": "Try", "hold": "Hold"}


def bridges(picture: Any) -> Domain:
    return Choice(values=(None, *sorted(picture.public.bridges)))


@dataclass(frozen=True, kw_only=True)
class InterceptLine:
    """Whether a unit tries to intercept: the first line that fits the unit, the mover and the hex that it entered.

    `large`: only who is seen to be large. `chance`: only where at least so many faces of the die succeed.
    """

    unit: UnitId | None = line_field(
        None, "With", values={None: "Any armor unit"}, names=OWN, offers=armor, first=1, says="with {}",
        open="with any armor unit",
    )  # fmt: skip
    hexes: tuple[Hex, ...] = line_field(
        (), "In these hexes", offers=some_hexes, several=True, most=MOST_HEXES, written="places", says="in {}"
    )
    large: bool = line_field(False, "Only large stacks", offers=YES_OR_NO, says={True: "only large stacks"})
    ground: Literal["any", "frozen", "mud"] = line_field(
        "any", "On the ground", values={"any": "Any", "frozen": "Frozen", "mud": "Mud"},
        offers=fixed_to("any", "frozen", "mud"), says={"frozen": "on Frozen ground", "mud": "in Mud"},
    )  # fmt: skip
    chance: int = line_field(
        0, "Faces that succeed, at least", zero="any", offers=numbers(0, 6), says="{} faces or more"
    )
    does: Literal["try", "hold"] = line_field(
        "try", "It is to", values=DOES, offers=fixed_to("try", "hold"), first=2, part="does", always=True,
        says={"try": "try", "hold": "hold"},
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class DemolitionLine:
    """Whether a bridge is blown before a mover can cross it: the first line that fits the bridge and who comes.

    `large`: only against who is seen to be large. `beyond`: not while an own combat unit is beyond it.
    """

    bridge: Place | None = line_field(
        None, "Bridge", values={None: "Any bridge"}, offers=bridges, first=1, says="the bridge {}", open="any bridge"
    )
    large: bool = line_field(False, "Only against large stacks", offers=YES_OR_NO, says={True: "only large stacks"})
    beyond: bool = line_field(
        False, "Not while units of ours are beyond", offers=YES_OR_NO, says={True: "with none of ours beyond"}
    )
    does: Literal["try", "hold"] = line_field(
        "try", "They are to", values=DOES, offers=fixed_to("try", "hold"), first=2, part="does", always=True,
        says={"try": "blow it", "hold": "leave it"},
    )  # fmt: skip


@dataclass(slots=True, kw_only=True)
class StandingLines:
    """The standing orders of a side. Where no line fits, the rules' default holds."""

    intercepts: list[InterceptLine] = field(default_factory=list)
    demolitions: list[DemolitionLine] = field(default_factory=list)
    reactions: list[ReactionLine] = field(default_factory=list)
    supply: list[SupplyLine] = field(default_factory=list)
    air: list[AirLine] = field(default_factory=list)
    artillery: list[ArtilleryLine] = field(default_factory=list)
    engineers: list[EngineerLine] = field(default_factory=list)
    no_retreats: list[NoRetreatLine] = field(default_factory=list)
    retreats: list[RetreatLine] = field(default_factory=list)
    barrages: list[BarrageLine] = field(default_factory=list)
    choices: Choices = field(default_factory=Choices)
