"""The lines of whoever is attacked, with what is to be known of each of their fields (parent 3.4).

They answer where their side is on standing orders, and in second combats; those for reactions and what support is
declared never for a side that is asked. Lines for retreats and barrages, and what is said of losses and of the target
of armor, answer also for a side that is present.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from service.engine.hexes import Hex
from service.engine.line_fields import OWN, YES_OR_NO, fixed_to, line_field, numbers
from service.engine.options import Choice, Domain, Several
from service.engine.sentences import Said, place, say
from service.games.korsun.known.plans import ArmorTarget, Losses
from service.games.korsun.printed.units import Command, UnitId

MOST_HEXES = 12
"""That a line may name."""
MOST_FIGURE = 99
"""The greatest strength, and number of points kept, that a line may name."""
MOST_STEPS = 20
ANY_HEX: dict[Any, str] = {None: "Any of mine"}
ANY_ODDS: dict[Any, str] = {None: "Any"}
LOSSES = {
    "strongest-first": "The strongest first", "infantry-first": "Infantry first", "armor-first": "Armor first",
}  # fmt: skip
TARGETS = {"strongest": "The strongest", "weakest-armor": "The weakest armored"}


def some_hexes(picture: Any) -> Domain:
    return Several(values=picture.rules.board.land_in_order, least=0, most=MOST_HEXES)


def any_hex(picture: Any) -> Domain:
    return Choice(values=(None, *picture.rules.board.land_in_order))


def held_hexes(picture: Any) -> Domain:
    return Choice(values=(None, *sorted({unit.hex for unit in picture.own.values() if unit.hex is not None})))


def odds(picture: Any) -> Domain:
    return Choice(values=(None, *picture.tables.combat.names))


def armor(picture: Any) -> Domain:
    """Own units that could react or intercept, or any."""
    return Choice(values=(None, *(id for id in picture.own if picture.rules.profile(id).is_armor)))


def a_combat_unit(picture: Any) -> Domain:
    return Choice(values=tuple(id for id in picture.own if picture.rules.profile(id).is_combat))


def every_unit(picture: Any) -> Domain:
    return Choice(values=(None, *picture.own))


def guns(picture: Any) -> Domain:
    pieces = tuple(id for id in picture.own if picture.rules.profile(id).is_gun)
    return Several(values=pieces, least=0, most=len(pieces))


def commands(picture: Any) -> Domain:
    return Choice(values=(None, *sorted(picture.sdms)))


def at_least(says: str = "at {} or more") -> Any:
    """A column of the combat results table, which the odds reach."""
    return line_field(None, "Odds at least", values=ANY_ODDS, offers=odds, says=says)


def at_most(says: str = "at {} or less") -> Any:
    """A column of the combat results table, which the odds do not pass."""
    return line_field(None, "Odds at most", values=ANY_ODDS, offers=odds, says=says)


def does(values: tuple[str, ...], says: dict[str, str], default: str) -> Any:
    return line_field(
        default, "Answer", values={value: said.capitalize() for value, said in says.items()}, offers=fixed_to(*values),
        first=2, part="does", always=True, says=says,
    )  # fmt: skip


def goes(line: ReactionLine) -> Said:
    """What a unit does in reaction."""
    if line.does != "move":
        return {"leave": "leave", "hold": "hold"}[line.does]
    return say("move to ", place(line.to)) if line.to else "move into the attacked hex"


@dataclass(frozen=True, kw_only=True)
class ReactionLine:
    """What an armor unit does in reaction: the first line that fits it, and an attack that is declared (12.1.2).

    `hex`: the attacked hex. `least`, `most`: columns of the combat results table, between which lies the ratio of the
    attackers declared to the units in the hex, printed strengths of the current steps without factors. It moves into
    the hex `to` (None: the attacked one), or leaves the attacked hex towards its supply marker, or holds.
    """

    unit: UnitId | None = line_field(
        None, "With", values={None: "Any armor unit"}, names=OWN, offers=armor, first=1, says="with {}",
        open="with any armor unit",
    )  # fmt: skip
    hex: Hex | None = line_field(None, "Attacked hex", values=ANY_HEX, offers=held_hexes, first=1, says="at {}")
    least: str | None = at_least("at a ratio of {} or more")
    most: str | None = at_most("at a ratio of {} or less")
    does: Literal["move", "leave", "hold"] = line_field(
        "move", "It is to", values={"move": "Move", "leave": "Leave the attacked hex", "hold": "Hold"},
        offers=fixed_to("move", "leave", "hold"), first=2, part="does", always=True, says=goes,
    )  # fmt: skip
    to: Hex | None = line_field(
        None, "Move to", values={None: "The attacked hex"}, offers=any_hex, first=3, written="place"
    )


@dataclass(frozen=True, kw_only=True)
class SupplyLine:
    """Whether supply is paid for a command that is attacked: the first line that fits it and the combat (12.4).

    `strength`: the attackers' at least, as printed on their current steps. `keep`: points that the marker is to keep.
    """

    command: Command | None = line_field(
        None, "Command", values={None: "Any"}, offers=commands, first=1, says="for {}", open="for any command"
    )
    hex: Hex | None = line_field(None, "Attacked hex", values=ANY_HEX, offers=held_hexes, first=1, says="at {}")
    strength: int = line_field(
        0, "Attackers' strength at least", zero="any", offers=numbers(0, MOST_FIGURE), written="figure", most=2,
        says="against a strength of {} or more",
    )  # fmt: skip
    does: Literal["pay", "not"] = does(("pay", "not"), {"pay": "pay", "not": "pay nothing"}, "pay")
    keep: int = line_field(
        0, "Points to be kept", zero="none", offers=numbers(0, MOST_FIGURE), written="figure", most=2,
        says="keeping {} or more", counts=("point",), part="does",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class AirLine:
    """How many air missions fly in defense: the first line that fits the combat (6.2).

    `least`, `most`: columns between which the odds before shifts lie, as this side can reckon them. `keep`: missions
    that are kept back.
    """

    hex: Hex | None = line_field(
        None, "Attacked hex", values=ANY_HEX, offers=held_hexes, first=1, says="at {}", open="in any combat"
    )
    least: str | None = at_least()
    most: str | None = at_most()
    missions: int = line_field(
        1, "Missions", zero="none", offers=numbers(0, 2), first=2, part="does", always=True,
        says={0: "no air mission", 1: "1 air mission", 2: "2 air missions"},
    )  # fmt: skip
    keep: int = line_field(
        0, "Missions to be kept", zero="none", offers=numbers(0, MOST_FIGURE), written="figure", most=2,
        says="keeping {} or more", part="does",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class ArtilleryLine:
    """Which pieces fire in defense: the first line that fits the combat (12.10).

    `fired`: only where the attacker's pieces fire. `units`: those that fire; none named for all in range. `keep`: with
    "low" a piece that is Low by now keeps what it has.
    """

    hex: Hex | None = line_field(
        None, "Attacked hex", values=ANY_HEX, offers=held_hexes, first=1, says="at {}", open="in any combat"
    )
    least: str | None = at_least()
    most: str | None = at_most()
    fired: bool = line_field(
        False, "Only if the attacker fires", offers=YES_OR_NO, says={True: "if the attacker fires"}
    )
    does: Literal["fire", "hold"] = does(("fire", "hold"), {"fire": "fire", "hold": "hold fire"}, "fire")
    units: tuple[UnitId, ...] = line_field(
        (), "With", names=OWN, offers=guns, several=True, says="with {}", part="does", joint=" "
    )
    keep: Literal["out", "low"] = line_field(
        "out", "Ammunition to be kept", values={"out": "None", "low": "Low"}, offers=fixed_to("out", "low"),
        says={"low": "Full pieces alone"}, part="does",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class EngineerLine:
    """Whether engineers that are attacked are declared: the first line that fits the combat (12.9.1)."""

    hex: Hex | None = line_field(
        None, "Attacked hex", values=ANY_HEX, offers=held_hexes, first=1, says="at {}", open="in any combat"
    )
    does: Literal["declare", "not"] = does(
        ("declare", "not"), {"declare": "declare engineers", "not": "do not declare them"}, "declare"
    )


@dataclass(frozen=True, kw_only=True)
class NoRetreatLine:
    """Whether No Retreat is declared: the first line that fits the combat (12.14). `steps`: own ones there at least."""

    hex: Hex | None = line_field(
        None, "Attacked hex", values=ANY_HEX, offers=held_hexes, first=1, says="at {}", open="in any combat"
    )
    steps: int = line_field(
        0, "Own steps at least", zero="any", offers=numbers(0, MOST_STEPS), written="figure", most=2,
        says="with {} or more", counts=("step",),
    )  # fmt: skip
    does: Literal["declare", "not"] = does(
        ("declare", "not"), {"declare": "declare No Retreat", "not": "do not declare it"}, "declare"
    )


@dataclass(frozen=True, kw_only=True)
class RetreatLine:
    """Where a unit retreats: the first line that fits it and the hex that it leaves (12.15).

    Of the hexes that lead away from the attackers it takes one of those to `prefer`, and one of those to `avoid` only
    where there is no other.
    """

    unit: UnitId | None = line_field(
        None, "Unit", values={None: "Any of mine"}, names=OWN, offers=every_unit, first=1, says="{}", open="any unit"
    )
    hex: Hex | None = line_field(None, "From the hex", values=ANY_HEX, offers=held_hexes, first=1, says="from {}")
    prefer: tuple[Hex, ...] = line_field(
        (), "Hexes to prefer", offers=some_hexes, written="places", several=True, most=MOST_HEXES, first=2,
        says="retreat through {}", part="does", open="retreat",
    )  # fmt: skip
    avoid: tuple[Hex, ...] = line_field(
        (), "Hexes to avoid", offers=some_hexes, written="places", several=True, most=MOST_HEXES, first=3,
        says="not through {} if there is another way", part="does",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class BarrageLine:
    """Whom a barrage of level 3 disorganizes: the first line that fits the hex and a unit in it (17.1.4)."""

    hex: Hex | None = line_field(
        None, "Hex", values=ANY_HEX, offers=held_hexes, first=1, says="at {}", open="in any hex"
    )
    unit: UnitId = line_field(
        "", "Unit", names=OWN, offers=a_combat_unit, first=2, part="does", always=True, says="{} is disorganized"
    )


@dataclass(frozen=True, kw_only=True)
class Choices:
    """Who loses steps in defense, and at whom own armor and anti-tank guns fire then (12.12.1, 12.13)."""

    losses: Losses = line_field(
        "strongest-first", "Steps are lost by", values=LOSSES, offers=fixed_to(*LOSSES), first=1, part="does",
        says={
            "strongest-first": "steps are lost by the strongest first", "infantry-first": "steps are lost by infantry "
            "first", "armor-first": "steps are lost by armor first",
        },
    )  # fmt: skip
    armor_target: ArmorTarget = line_field(
        "strongest", "Armor fires at", values=TARGETS, offers=fixed_to(*TARGETS), first=2, part="does",
        says={
            "strongest": "armor fires at the strongest", "weakest-armor": "armor fires at the weakest armored",
        },
    )  # fmt: skip
