"""All tables of a set of data; `load(data)` reads and checks them whole, or raises DataFault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from service.engine.tables import Datum
from service.games.campaign1776.printed.campaign import (
    Areas,
    Calendar,
    French,
    Reinforcements,
    VariableForces,
    Victory,
    WestIndies,
    read_areas,
    read_calendar,
    read_french,
    read_reinforcements,
    read_variable_forces,
    read_victory,
    read_west_indies,
)
from service.games.campaign1776.printed.fighting import (
    Modifiers,
    OddsTable,
    TacticalMatrix,
    odds,
    read_modifiers,
    read_odds_table,
    read_tactical_matrix,
)
from service.games.campaign1776.printed.knowing import Doctrine, Intel, Roll, read_dice, read_doctrine, read_intel
from service.games.campaign1776.printed.land import (
    CounterMix,
    ForcedMarch,
    Units,
    Works,
    read_counter_mix,
    read_forced_march,
    read_units,
    read_works,
)
from service.games.campaign1776.printed.naval import NavalTables, read_naval
from service.games.campaign1776.printed.off_board import OffBoard, read_off_board
from service.games.campaign1776.printed.reading import whole
from service.games.campaign1776.printed.terrain import TerrainChart, read_terrain
from service.games.campaign1776.printed.winter import Winter, read_winter


@dataclass(frozen=True, eq=False)
class Tables:
    """The printed tables, a record a file."""

    units: Units
    counter_mix: CounterMix
    calendar: Calendar
    terrain: TerrainChart
    forced_march: ForcedMarch
    works: Works
    odds: OddsTable
    matrix: TacticalMatrix
    modifiers: Modifiers
    naval: NavalTables
    off_board: OffBoard
    areas: Areas
    reinforcements: Reinforcements
    winter: Winter
    french: French
    west_indies: WestIndies
    variable_forces: Mapping[str, VariableForces]
    victory: Victory
    intel: Intel
    dice: Mapping[str, Roll]
    doctrine: Doctrine


@lru_cache(maxsize=16)
def load(data: str) -> Tables:
    """All tables of the set of data of this id. Raises DataFault."""
    units, calendar, off_board = read_units(data), read_calendar(data), read_off_board(data)
    tables = Tables(
        units=units, counter_mix=read_counter_mix(data, units), calendar=calendar, terrain=read_terrain(data),
        forced_march=read_forced_march(data), works=read_works(data), odds=read_odds_table(data),
        matrix=read_tactical_matrix(data), modifiers=read_modifiers(data), naval=read_naval(data),
        off_board=off_board, areas=read_areas(data, calendar, units),
        reinforcements=read_reinforcements(data, calendar, units, off_board), winter=read_winter(data),
        french=read_french(data, units), west_indies=read_west_indies(data, units, off_board),
        variable_forces=read_variable_forces(data, units), victory=read_victory(data), intel=read_intel(data),
        dice=read_dice(data), doctrine=read_doctrine(data, units),
    )  # fmt: skip
    check_stated(data)
    check_together(data, tables)
    return tables


def check_stated(data: str) -> None:
    """No file says otherwise than the rules themselves do (C76-GEN-02)."""
    for line in whole(data, "stated")["figures"].items():
        entries = line.entries_for(("file", "entry", "is", "rule"))
        there: Datum = whole(data, entries["file"].text())
        for name in entries["entry"].text().split("."):
            there = there.items()[int(name) - 1] if isinstance(there.value, list) else there[name]
        if there.value != entries["is"].value:
            raise there.fault(f"is {there.value!r}, and {entries['rule'].text()} says {entries['is'].value!r}")


def check_together(data: str, tables: Tables) -> None:
    """What no file can be asked alone."""
    matrix, modifiers = tables.matrix, tables.modifiers
    for card in matrix.enfilades:
        if matrix.cells[matrix.assault][card] != modifiers.continuous:
            there = whole(data, "tactical_matrix")["rows"][matrix.assault]
            raise there.fault(
                f"against {card} is not {modifiers.continuous}, as continuous combat is fought (C76-PBM-27)"
            )
    die = modifiers.elimination_die
    sure = odds(stated := whole(data, "stated")["sure_elimination"])
    if not tables.odds.eliminates(tables.odds.column(sure), 0, (die.least, die.most)):
        raise whole(data, "odds_table")["rows"].fault(
            f"{stated.value} does not destroy the defender on every die (C76-NTR-18)"
        )
