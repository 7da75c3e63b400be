"""The orders that change a side's lines, lawful at any time (parent 3.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from service.engine.lines import AddLine, DropLine, LineList, MoveLine
from service.engine.orders import Order, demand
from service.games.korsun.known.picture import Picture
from service.games.korsun.known.standing import MOST_HEXES, DemolitionLine, InterceptLine

INTERCEPT, DEMOLITION = "KOR-SMV-09", "KOR-SMV-10"
MOST_LINES = 20
"""Of each kind."""
ListName = Literal["intercepts", "demolitions"]


def intercept_line(picture: Picture, line: InterceptLine, number: int) -> None:
    """Refuse a line that speaks of what is not there."""
    demand(line.unit is None or line.unit in picture.own, INTERCEPT, f"You have no unit {line.unit!r}.")
    if line.unit is not None:
        demand(picture.rules.profile(line.unit).is_armor, INTERCEPT, "Only armor units intercept.")
    demand(len(line.hexes) <= MOST_HEXES, INTERCEPT, f"A line names at most {MOST_HEXES} hexes.")
    for hex in line.hexes:
        demand(hex in picture.rules.board.land, INTERCEPT, f"There is no hex {hex!r} to move in on this map.")
    demand(0 <= line.chance <= 6, INTERCEPT, "A die has 6 faces; name a number of them from 0 to 6.")


def demolition_line(picture: Picture, line: DemolitionLine, number: int) -> None:
    """Refuse a line for a bridge that there is not."""
    known = line.bridge is None or line.bridge in picture.public.bridges or line.bridge in picture.rules.board.bridges
    demand(known, DEMOLITION, f"There is no bridge at {line.bridge!r}.")


def keep_intercepts(picture: Picture, lines: list[InterceptLine]) -> None:
    picture.standing.intercepts = lines


def keep_demolitions(picture: Picture, lines: list[DemolitionLine]) -> None:
    picture.standing.demolitions = lines


INTERCEPTS = LineList(
    name="intercepts", title="The list for intercepts", line=InterceptLine, most=MOST_LINES, rule=INTERCEPT,
    check=intercept_line, kept=lambda picture: picture.standing.intercepts, keep=keep_intercepts,
)  # fmt: skip
DEMOLITIONS = LineList(
    name="demolitions", title="The list for demolitions", line=DemolitionLine, most=MOST_LINES, rule=DEMOLITION,
    check=demolition_line, kept=lambda picture: picture.standing.demolitions, keep=keep_demolitions,
)  # fmt: skip
LISTS: tuple[LineList[Any], ...] = (INTERCEPTS, DEMOLITIONS)


@dataclass(frozen=True, kw_only=True)
class AddInterceptLine(AddLine, InterceptLine):
    """Add a line for armor intercepts, which answers also while you are present: which unit tries, where, at whom.

    Of all lines the first that fits acts; where none fits nobody tries. `number`: which line of the list it becomes,
    counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = INTERCEPT
    kind: Literal["add-intercept-line"] = "add-intercept-line"
    added_to: ClassVar[LineList[Any]] = INTERCEPTS


@dataclass(frozen=True, kw_only=True)
class AddDemolitionLine(AddLine, DemolitionLine):
    """Add a line for bridges that are blown before the enemy can cross, which answers also while you are present.

    Of all lines the first that fits acts; where none fits a bridge is left. `number`: which line of the list it
    becomes, counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = DEMOLITION
    kind: Literal["add-demolition-line"] = "add-demolition-line"
    added_to: ClassVar[LineList[Any]] = DEMOLITIONS


@dataclass(frozen=True, kw_only=True)
class MoveStandingLine(MoveLine):
    """Move a line: of the `list` for intercepts or for demolitions, line `number` becomes line `to`, counted from 1."""

    rule: ClassVar[str] = INTERCEPT
    kind: Literal["move-standing-line"] = "move-standing-line"
    lists: ClassVar[tuple[LineList[Any], ...]] = LISTS
    list: ListName


@dataclass(frozen=True, kw_only=True)
class DropStandingLine(DropLine):
    """Drop a line, by its `number` in the `list` for intercepts or for demolitions, from 1; 0 drops all of it."""

    rule: ClassVar[str] = INTERCEPT
    kind: Literal["drop-standing-line"] = "drop-standing-line"
    lists: ClassVar[tuple[LineList[Any], ...]] = LISTS
    list: ListName


ORDERS: tuple[type[Order], ...] = (AddInterceptLine, AddDemolitionLine, MoveStandingLine, DropStandingLine)
