"""The orders that change a side's lines, lawful at any time (parent 3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from service.engine.lines import AddLine, DropLine, LineList, MoveLine, Otherwise, SetOtherwise
from service.engine.options import Option
from service.engine.orders import Order
from service.games.korsun.known import line_lists as kept
from service.games.korsun.known.defense import (
    AirLine,
    ArtilleryLine,
    BarrageLine,
    Choices,
    EngineerLine,
    NoRetreatLine,
    ReactionLine,
    RetreatLine,
    SupplyLine,
)
from service.games.korsun.known.picture import Picture
from service.games.korsun.known.standing import DemolitionLine, InterceptLine
from service.games.korsun.printed.reading import GERMAN

ListName = Literal[
    "intercepts", "demolitions", "reactions", "supply", "air", "artillery", "engineers", "no-retreats", "retreats",
    "barrages",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class AddInterceptLine(AddLine, InterceptLine):
    """Add a line for armor intercepts, which answers also while you are present: which unit tries, where, at whom.

    Of all lines the first that fits acts; where none fits nobody tries. `number`: which line of the list it becomes,
    counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = kept.INTERCEPT
    kind: Literal["add-intercept-line"] = "add-intercept-line"
    added_to: ClassVar[LineList[Any]] = kept.INTERCEPTS


@dataclass(frozen=True, kw_only=True)
class AddDemolitionLine(AddLine, DemolitionLine):
    """Add a line for bridges that are blown before the enemy can cross, which answers also while you are present.

    Of all lines the first that fits acts; where none fits a bridge is left. `number`: which line of the list it
    becomes, counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = kept.DEMOLITION
    kind: Literal["add-demolition-line"] = "add-demolition-line"
    added_to: ClassVar[LineList[Any]] = kept.DEMOLITIONS


@dataclass(frozen=True, kw_only=True)
class AddReactionLine(AddLine, ReactionLine):
    """Add a line for the German armor reaction, which answers while you are on standing orders.

    For each unit the first line that fits it and an attack acts; where none fits it holds. `number`: which line of the
    list it becomes, counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = kept.REACTION
    kind: Literal["add-reaction-line"] = "add-reaction-line"
    added_to: ClassVar[LineList[Any]] = kept.REACTIONS

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.side == GERMAN:
            yield from super().offers(picture)


@dataclass(frozen=True, kw_only=True)
class AddSupplyLine(AddLine, SupplyLine):
    """Add a line for supported combat in defense, which answers while you are on standing orders.

    For each command the first line that fits acts; where none fits a point is paid if one is left afterwards.
    `number`: which line of the list it becomes, counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = kept.SUPPLY
    kind: Literal["add-supply-line"] = "add-supply-line"
    added_to: ClassVar[LineList[Any]] = kept.SUPPLIES


@dataclass(frozen=True, kw_only=True)
class AddAirLine(AddLine, AirLine):
    """Add a line for air missions in defense, which answers while you are on standing orders.

    The first line that fits acts; where none fits one mission flies while the odds before shifts are 2:1 or more.
    `number`: which line of the list it becomes, counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = kept.AIR
    kind: Literal["add-air-line"] = "add-air-line"
    added_to: ClassVar[LineList[Any]] = kept.MISSIONS


@dataclass(frozen=True, kw_only=True)
class AddArtilleryLine(AddLine, ArtilleryLine):
    """Add a line for artillery in defense, which answers while you are on standing orders.

    The first line that fits acts; where none fits all Full pieces in range fire if the attacker's do. `number`: which
    line of the list it becomes, counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = kept.ARTILLERY
    kind: Literal["add-artillery-line"] = "add-artillery-line"
    added_to: ClassVar[LineList[Any]] = kept.GUNS


@dataclass(frozen=True, kw_only=True)
class AddEngineerLine(AddLine, EngineerLine):
    """Add a line for engineers in defense, which answers while you are on standing orders.

    The first line that fits acts; where none fits they are not declared. `number`: which line of the list it becomes,
    counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = kept.ENGINEERS
    kind: Literal["add-engineer-line"] = "add-engineer-line"
    added_to: ClassVar[LineList[Any]] = kept.ASSAULTS


@dataclass(frozen=True, kw_only=True)
class AddNoRetreatLine(AddLine, NoRetreatLine):
    """Add a line for No Retreat, which answers while you are on standing orders.

    The first line that fits acts; where none fits it is not declared. `number`: which line of the list it becomes,
    counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = kept.NO_RETREAT
    kind: Literal["add-no-retreat-line"] = "add-no-retreat-line"
    added_to: ClassVar[LineList[Any]] = kept.STANDS


@dataclass(frozen=True, kw_only=True)
class AddRetreatLine(AddLine, RetreatLine):
    """Add a line for where units retreat, which answers also while you are present.

    For each unit the first line that fits acts; where none fits it goes toward its supply marker. `number`: which line
    of the list it becomes, counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = kept.RESULT
    kind: Literal["add-retreat-line"] = "add-retreat-line"
    added_to: ClassVar[LineList[Any]] = kept.RETREATS


@dataclass(frozen=True, kw_only=True)
class AddBarrageLine(AddLine, BarrageLine):
    """Add a line for whom a barrage of level 3 disorganizes, which answers also while you are present.

    The first line that fits acts; where none fits it is the unit with the lowest defense. `number`: which line of the
    list it becomes, counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = kept.BARRAGE
    kind: Literal["add-barrage-line"] = "add-barrage-line"
    added_to: ClassVar[LineList[Any]] = kept.BARRAGES

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.side == GERMAN and picture.rules.barrage_units:
            yield from super().offers(picture)


@dataclass(frozen=True, kw_only=True)
class SetDefense(SetOtherwise, Choices):
    """Say who loses steps in defense, and at whom your armor and anti-tank guns fire then; also while you are present.

    Without this order steps fall on the strongest first, and fire goes to the strongest.
    """

    rule: ClassVar[str] = kept.RESULT
    kind: Literal["set-defense"] = "set-defense"
    otherwise: ClassVar[Otherwise[Any]] = kept.CHOICES


@dataclass(frozen=True, kw_only=True)
class MoveStandingLine(MoveLine):
    """Move a line: of the `list` that is named, line `number` becomes line `to`, counted from 1."""

    rule: ClassVar[str] = kept.INTERCEPT
    kind: Literal["move-standing-line"] = "move-standing-line"
    lists: ClassVar[tuple[LineList[Any], ...]] = kept.LISTS
    list: ListName


@dataclass(frozen=True, kw_only=True)
class DropStandingLine(DropLine):
    """Drop a line, by its `number` in the `list` that is named, counted from 1; 0 drops all of it."""

    rule: ClassVar[str] = kept.INTERCEPT
    kind: Literal["drop-standing-line"] = "drop-standing-line"
    lists: ClassVar[tuple[LineList[Any], ...]] = kept.LISTS
    list: ListName


ORDERS: tuple[type[Order], ...] = (
    AddInterceptLine, AddDemolitionLine, AddReactionLine, AddSupplyLine, AddAirLine, AddArtilleryLine, AddEngineerLine,
    AddNoRetreatLine, AddRetreatLine, AddBarrageLine, SetDefense, MoveStandingLine, DropStandingLine,
)  # fmt: skip
