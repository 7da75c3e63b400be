"""The combat results table, armor combat, and what else of combat is printed (12)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from service.engine.tables import BandedScale, Datum
from service.games.korsun.printed.reading import (
    file_of,
    fraction,
    record_of,
)

_CELL = re.compile(r"(?:(?P<as>\d)?(?P<am>[dD])?|-)/(?:(?P<ds>\d)?(?P<dm>[dD])?(?:R(?P<r>\d))?(?P<b>B)?|-)")


@dataclass(frozen=True, slots=True)
class Result:
    """A cell of the combat results table (12.2): steps lost, marks ("d" one unit, "D" all), hexes of retreat."""

    text: str
    attacker_steps: int
    attacker_mark: str
    defender_steps: int
    defender_mark: str
    retreat: int
    breakthrough: bool


NO_RESULT = Result("-/-", 0, "", 0, "", 0, False)


def _cell(datum: Datum) -> Result:
    found = _CELL.fullmatch(datum.text())
    if found is None:
        raise datum.fault(f"{datum.value!r} is no combat result")
    number = {name: int(found[name] or 0) for name in ("as", "ds", "r")}
    return Result(
        text=datum.text(), attacker_steps=number["as"], attacker_mark=found["am"] or "",
        defender_steps=number["ds"], defender_mark=found["dm"] or "", retreat=number["r"],
        breakthrough=found["b"] is not None,
    )  # fmt: skip


@dataclass(frozen=True)
class ArmorCombat:
    """Armor against armor and anti-tank guns, before the die of the combat (12.12.1)."""

    engages_from: int
    target: dict[str, int]
    screened: int
    storm: int
    shaken: int
    steps: BandedScale[int]


@dataclass(frozen=True)
class CombatTables:
    """The combat results table and what shifts its columns. `odds` are the columns, lowest first, as ratios."""

    columns: Mapping[str, tuple[Result, ...]]
    shifts_at_most: int
    supported: Mapping[str, Fraction]
    enemy_zone: Fraction
    disorganized: Mapping[str, Fraction]
    regroup: Mapping[str, Fraction]
    artillery: BandedScale[int]
    division: dict[str, int]
    combined_arms_attack: int
    armor_superiority: dict[str, int]
    armor_combat: ArmorCombat
    minefield: dict[str, int]
    no_retreat: dict[str, int]
    breakthrough_units: int
    breakthrough_types: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The columns by their names, lowest first."""
        return tuple(self.columns)

    def result(self, text: str) -> Result:
        """The result that is written so."""
        return next(cell for cells in self.columns.values() for cell in cells if cell.text == text)

    def column(self, attack: Fraction, defense: Fraction) -> int:
        """The highest column that a ratio reaches, counted from 0; below the lowest the lowest (2.2)."""
        if defense <= 0:
            return len(self.columns) - 1
        reached = [i for i, name in enumerate(self.columns) if attack / defense >= ratio(name)]
        return max(reached, default=0)


def ratio(column: str) -> Fraction:
    """A column such as "3:2" as a number."""
    attack, _, defense = column.partition(":")
    return Fraction(int(attack), int(defense))


def combat_tables(data: str) -> CombatTables:
    file = file_of(data, "combat", CombatTables)
    columns: dict[str, tuple[Result, ...]] = {}
    for name, cells in file["columns"].entries().items():
        if re.fullmatch(r"[1-9]\d?:[1-9]\d?", name) is None:
            raise cells.fault(f"{name!r} is no ratio")
        if columns and ratio(name) <= ratio(next(reversed(columns))):
            raise cells.fault("the columns stand in no order")
        if len(cells.items()) != 6:
            raise cells.fault(f"has {len(cells.items())} results for the six faces of a die")
        columns[name] = tuple(_cell(there) for there in cells.items())
    factors = {
        name: {who: fraction(there) for who, there in file[name].entries_for(("attack", "defense")).items()}
        for name in ("supported", "disorganized", "regroup")
    }
    for name, needed in (
        ("division", ("attack", "defense")), ("armor_superiority", ("points", "times")),
        ("minefield", ("left", "with_engineers")), ("no_retreat", ("hexes_at_most",)),
    ):  # fmt: skip
        file[name].entries_for(needed)
    file["armor_combat"]["target"].entries_for(("L", "M", "H"))
    return record_of(
        file, CombatTables, columns=columns, enemy_zone=fraction(file["enemy_zone"]),
        artillery=file["artillery"].scale(lambda there: there.integer()), **factors,
        armor_combat=file["armor_combat"].record(
            ArmorCombat, steps=file["armor_combat"]["steps"].scale(lambda there: there.integer(low=0)),
        ),
    )  # fmt: skip
