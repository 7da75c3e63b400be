"""Interphases of the northern war for tests: the towns of an area, and what each side has been given to place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.engine.tables import Datum
from service.games.campaign1776.printed.reading import month
from tests.games.campaign1776.printed_data import board, hex_of
from tests.games.campaign1776.table import SEATS, Table, position

QUEBEC, MONTREAL = hex_of("Quebec"), hex_of("Montreal")
CANADA = (f"1 BR at {QUEBEC}", f"1 BR at {MONTREAL}")


def turn_of(text: str) -> int:
    """The turn of a month of the campaign, such as 1776-03."""
    return month(Datum("", "", text)) - month(Datum("", "", "1776-01")) + 1


def towns(area: str) -> list[str]:
    return list(board().strategic_towns[area].values())  # type: ignore[index]


def regulars(*hexes: str, number: int = 1) -> list[str]:
    return [f"{number} BR at {hex}" for hex in hexes]


def garrisons(*hexes: str) -> list[str]:
    """Three regulars each: enough for every town."""
    return regulars(*hexes, number=3)


def interphase(*things: str, before: str = "1776-04", heading: str = "interphase",
               campaign: Mapping[str, Any] = {}, dice: Sequence[int] = (), **settings: Any) -> Table:  # fmt: skip
    """The interphase before a month, with the American at his form, or at the first of the nine steps."""
    return position(*things, heading=heading, turn=turn_of(before) - 1, scenario="northern-war", settings=settings,
                    campaign=campaign, dice=dice)  # fmt: skip


def due(table: Table, side: str, kind: str, area: str = "") -> dict[str, tuple[str, ...]]:
    """The units of a kind that a side has to place, with their hexes; of an area, if one is named."""
    rules, picture = table.truth.rules, table.picture(side)
    return {
        id: hexes for id, hexes in picture.due.items()
        if picture.own[id].kind == kind and (not area or rules.board.area.get(hexes[0]) == area)
    }  # fmt: skip


def numbers(table: Table, side: str, kind: str, area: str = "") -> int:
    return sum(table.picture(side).own[id].number for id in due(table, side, kind, area))


def hexes(table: Table, side: str, kind: str, area: str) -> set[str]:
    """Where the new units of a kind may be placed in an area."""
    found = due(table, side, kind, area)
    assert len(found) == 1, found
    return set(next(iter(found.values())))


def british(table: Table) -> Table:
    """The same, with the British at their form: the American places what has come where it comes first."""
    assert table.waiting == [SEATS["am"]]
    return table.done("am")
