"""The orders that change a side's battle plan, lawful at any time (24)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from service.engine.lines import AddLine, DropLine, LineList, MoveLine
from service.engine.orders import Order, demand
from service.engine.places import Place
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.known.standing import (
    MOST_LOST,
    MOST_ROUNDS,
    EntryLine,
    PlanLine,
    column_said,
)

PLAN, ENTRY = "C76-GEN-01", "C76-FORT-01"
MOST_LINES = 20
"""Of each kind."""
ListName = Literal["battles", "entries"]


def plan_line(picture: Picture, line: PlanLine, number: int) -> None:
    """Refuse a line that speaks of what is not there."""
    tables = picture.rules.tables
    _in_play(picture, line.hex, PLAN)
    demand(not line.card or line.card in tables.matrix.cards, PLAN, f"There is no card {line.card!r}.")
    known = line.odds == "any" or line.odds in map(column_said, tables.odds.columns)
    demand(known, PLAN, f"There is no column {line.odds!r} in the odds table.")
    demand(1 <= line.round <= MOST_ROUNDS, PLAN, f"Name a round from 1 to {MOST_ROUNDS}.")
    demand(0 <= line.lost <= MOST_LOST, PLAN, f"Name a number of points from 0 to {MOST_LOST}.")


def entry_line(picture: Picture, line: EntryLine, number: int) -> None:
    _in_play(picture, line.hex, ENTRY)


def _in_play(picture: Picture, hex: Place | None, rule: str) -> None:
    demand(hex is None or hex in picture.rules.land_in_play, rule, f"There is no hex {hex!r} in play.")


def keep_battles(picture: Picture, lines: list[PlanLine]) -> None:
    picture.standing.battles = lines


def keep_entries(picture: Picture, lines: list[EntryLine]) -> None:
    picture.standing.entries = lines


BATTLES = LineList(
    name="battles", title="The battle plan", line=PlanLine, most=MOST_LINES, rule=PLAN, check=plan_line,
    kept=lambda picture: picture.standing.battles, keep=keep_battles,
)  # fmt: skip
ENTRIES = LineList(
    name="entries", title="The list for forts", line=EntryLine, most=MOST_LINES, rule=ENTRY, check=entry_line,
    kept=lambda picture: picture.standing.entries, keep=keep_entries,
)  # fmt: skip
LISTS: tuple[LineList[Any], ...] = (BATTLES, ENTRIES)


@dataclass(frozen=True, kw_only=True)
class AddPlanLine(AddLine, PlanLine):
    """Add a line to the battle plan, which answers in battles that are left to it, and wherever you say nothing.

    Of all lines the first that fits acts; where none fits, the rules' default. `number`: which line of the list it
    becomes, counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = PLAN
    kind: Literal["add-plan-line"] = "add-plan-line"
    added_to: ClassVar[LineList[Any]] = BATTLES


@dataclass(frozen=True, kw_only=True)
class AddEntryLine(AddLine, EntryLine):
    """Add a line for troops that have fought before a fort of their own: whether they go inside when combat closes.

    Of all lines the first that fits acts. `number`: which line of the list it becomes, counted from 1; 0 for the last.
    """

    rule: ClassVar[str] = ENTRY
    kind: Literal["add-entry-line"] = "add-entry-line"
    added_to: ClassVar[LineList[Any]] = ENTRIES


@dataclass(frozen=True, kw_only=True)
class MoveStandingLine(MoveLine):
    """Move a line: of the `list` for battles or for entries into forts, line `number` becomes line `to`, from 1."""

    rule: ClassVar[str] = PLAN
    kind: Literal["move-standing-line"] = "move-standing-line"
    lists: ClassVar[tuple[LineList[Any], ...]] = LISTS
    list: ListName


@dataclass(frozen=True, kw_only=True)
class DropStandingLine(DropLine):
    """Drop a line, by its `number` in the `list` for battles or for entries into forts, from 1; 0 drops all of it."""

    rule: ClassVar[str] = PLAN
    kind: Literal["drop-standing-line"] = "drop-standing-line"
    lists: ClassVar[tuple[LineList[Any], ...]] = LISTS
    list: ListName


ORDERS: tuple[type[Order], ...] = (AddPlanLine, AddEntryLine, MoveStandingLine, DropStandingLine)
