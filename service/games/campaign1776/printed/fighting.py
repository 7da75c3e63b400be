"""Land combat: the odds table, the tactical matrix and the modifiers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from service.engine.tables import BandedScale, Datum
from service.games.campaign1776.printed.reading import fraction, keyed, whole

Loss = Literal["", "S", "T", "H", "E"]
Card = str
Ending = Literal["NC", "W"]
"""What ends a battle without a die: no combat, or a withdrawal that succeeds."""
_ODDS = re.compile(r"([1-9]):([1-9])")
_CELL = re.compile(r"([STHE-])/([STHE-])")
DESTROYED: Loss = "E"


def odds(datum: Datum) -> Fraction:
    """A column of the odds table, such as 3:2."""
    if (found := _ODDS.fullmatch(datum.text())) is None:
        raise datum.fault(f"{datum.value!r} is no odds, such as 3:2")
    return Fraction(int(found[1]), int(found[2]))


@dataclass(frozen=True)
class Result:
    """A cell of the odds table: what either side loses; where `ends`, nobody does, and the battle is over."""

    attacker: Loss = ""
    defender: Loss = ""
    ends: bool = False


@dataclass(frozen=True)
class OddsTable:
    """The table, and which part of those who fought each letter takes."""

    columns: tuple[Fraction, ...]
    rows: BandedScale[tuple[Result, ...]]
    losses: Mapping[str, Fraction]

    def column(self, odds: Fraction) -> Fraction:
        """The column of these odds, rounded in the defender's favor; the first for less."""
        return max((one for one in self.columns if one <= odds), default=self.columns[0])

    def of(self, column: Fraction, row: int) -> Result:
        return self.rows.at(row)[self.columns.index(column)]

    def eliminates(self, column: Fraction, modifier: int, faces: tuple[int, int]) -> bool:
        """Whether every die of the column destroys the defender, and costs the attacker nothing."""
        least, most = faces
        return all(
            self.of(column, die + modifier) == Result(defender=DESTROYED) for die in range(least, most + 1)
        )  # fmt: skip


def read_odds_table(data: str) -> OddsTable:
    """The odds table of the set of data of this id. Raises DataFault."""
    file = whole(data, "odds_table").entries_for(("columns", "rows", "losses"))
    columns = tuple(odds(there) for there in file["columns"].items())
    if list(columns) != sorted(set(columns)) or not columns:
        raise file["columns"].fault("the columns are not in order")

    def row(datum: Datum) -> tuple[Result, ...]:
        cells = tuple(_result(there) for there in datum.items())
        if len(cells) != len(columns):
            raise datum.fault(f"has {len(cells)} results for {len(columns)} columns")
        return cells

    losses = keyed(file["losses"], [loss for loss in get_args(Loss) if loss]).entries()
    return OddsTable(columns, file["rows"].scale(row), {name: fraction(there) for name, there in losses.items()})


def _result(datum: Datum) -> Result:
    text = datum.text()
    if text == "NE":
        return Result(ends=True)
    if (found := _CELL.fullmatch(text)) is None:
        raise datum.fault(f"{text!r} is no combat result, such as S/T")
    attacker, defender = (side.replace("-", "") for side in found.groups())
    if not attacker and not defender:
        raise datum.fault("every result but NE costs somebody something, else a battle might never end")
    return Result(attacker, defender)  # type: ignore[arg-type]


# ---- cards


@dataclass(frozen=True)
class TacticalMatrix:
    """The cards by code, and what the attacker's against the defender's gives: a modifier of the die, or an ending."""

    cards: Mapping[Card, str]
    withdraw: Card
    assault: Card
    enfilades: tuple[Card, ...]
    cells: Mapping[Card, Mapping[Card, int | Ending]]
    draw: Mapping[str, Mapping[Card, int]]


def read_tactical_matrix(data: str) -> TacticalMatrix:
    """The cards of the set of data of this id. Raises DataFault."""
    file = whole(data, "tactical_matrix").entries_for(("cards", "withdraw", "assault", "enfilades", "rows", "draw"))
    cards = {code: there.text() for code, there in file["cards"].entries().items()}
    cells: dict[Card, dict[Card, int | Ending]] = {}
    for code, row in file["rows"].entries_for(cards).items():
        if len(row.items()) != len(cards):
            raise row.fault(f"has {len(row.items())} entries for {len(cards)} cards")
        cells[code] = dict(zip(cards, map(_against, row.items()), strict=True))
    draw = {
        side: {code: there.integer(0) for code, there in line.entries_for(cards).items()}
        for side, line in file["draw"].entries_for(("attacker", "defender")).items()
    }
    for side, weights in draw.items():
        if not any(weights.values()):
            raise file["draw"][side].fault("no card is ever drawn")
    return TacticalMatrix(
        cards=cards, withdraw=file["withdraw"].text(cards), assault=file["assault"].text(cards),
        enfilades=tuple(there.text(cards) for there in file["enfilades"].items()), cells=cells, draw=draw,
    )  # fmt: skip


def _against(datum: Datum) -> int | Ending:
    return datum.integer() if isinstance(datum.value, int) else datum.text(get_args(Ending))  # type: ignore[return-value]


# ---- modifiers


@dataclass(frozen=True)
class Limits:
    """The least and the most of something, both included."""

    least: int
    most: int


@dataclass(frozen=True)
class Modifiers:
    """Modifiers of the die, and the other figures of combat."""

    artillery: int
    entrenched: int
    attacker_militia: int
    defender_militia: int
    continuous: int
    fort: int
    net: Limits
    unsupplied: Fraction
    rounds_of_supply: int
    elimination_die: Limits


def read_modifiers(data: str) -> Modifiers:
    file = whole(data, "modifiers")
    return file.record(Modifiers, unsupplied=fraction(file["unsupplied"]))
