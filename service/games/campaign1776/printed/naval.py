"""Ships: allowances, capacities, costs, and naval combat."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from service.engine.tables import Datum
from service.games.campaign1776.printed.reading import table_file

Vessel = Literal["TR", "BF", "bateau"]
VESSELS: tuple[Vessel, ...] = get_args(Vessel)
Nation = Literal["British", "American", "French"]
NATIONS: tuple[Nation, ...] = get_args(Nation)
Damage = Literal["D-1", "D-2", "sunk"]
_STRUCK = re.compile(r"([AD]) (D-1|D-2|sunk)")
_ODDS = re.compile(r"([1-9]):([1-9])")
_FACES = 6


@dataclass(frozen=True)
class Ship:
    """A kind of vessel: points a month, passengers by nation, strength in combat."""

    allowance: int
    capacity: Mapping[Nation, int]
    strength: int


@dataclass(frozen=True)
class NavalCosts:
    """Movement points of a fleet; the last of a bateau's own."""

    sea_lane_hex: int
    class_3_hexside: int
    port_to_entrance: int
    leave_or_enter_map: int
    st_lawrence_exit: int
    embark_or_debark_in_port: int
    embark_or_debark_at_class_3: int
    enemy_occupied_hex: int
    bateau_embark_or_debark: int


@dataclass(frozen=True)
class Takes:
    """How much of a vessel's capacity one passenger takes."""

    strength_point: int
    artillery: int
    supply: int


@dataclass(frozen=True)
class NavalTables:
    """All of ships. `combat[column][die - 1]` says what becomes of the attacker and of the defender."""

    vessels: Mapping[Vessel, Ship]
    takes: Mapping[str, Takes]
    costs: NavalCosts
    columns: tuple[Fraction, ...]
    combat: tuple[tuple[Mapping[str, Damage], ...], ...]
    repair: Mapping[str, int]

    def capacity(self, vessel: Vessel, nation: Nation) -> int:
        """How much a vessel of a nation carries; it is never pooled (C76-NTR-19)."""
        return self.vessels[vessel].capacity[nation]


def read_naval(data: str) -> NavalTables:
    """The naval tables of the set of data of this id. Raises DataFault."""
    file = table_file(data, "naval", ("vessels", "takes", "costs", "combat", "repair"))
    combat = file["combat"].entries_for(("columns", "rows"))
    columns = tuple(_odds(there) for there in combat["columns"].items())
    if list(columns) != sorted(set(columns)):
        raise combat["columns"].fault("the columns are not in order")
    rows = combat["rows"].entries_for(map(str, range(1, _FACES + 1)))
    cells = {face: [_struck(there) for there in row.items()] for face, row in rows.items()}
    for face, row in rows.items():
        if len(cells[face]) != len(columns):
            raise row.fault(f"has {len(cells[face])} results for {len(columns)} columns")
    return NavalTables(
        vessels={name: _ship(there) for name, there in file["vessels"].entries_for(VESSELS).items()},  # type: ignore[misc]
        takes={name: there.record(Takes) for name, there in file["takes"].entries_for(("plain", "variable")).items()},
        costs=file["costs"].record(NavalCosts), columns=columns,
        combat=tuple(zip(*cells.values(), strict=True)),
        repair={name: there.integer(1) for name, there in file["repair"].entries_for(("D-1", "D-2")).items()},
    )  # fmt: skip


def _ship(datum: Datum) -> Ship:
    entries = datum.entries_for(("allowance", "capacity", "strength"))
    capacity: dict[Nation, int] = {}
    for nation, there in entries["capacity"].entries().items():
        if nation not in NATIONS:
            raise there.fault(f"{nation!r} is no nation; there are {', '.join(NATIONS)}")
        capacity[nation] = there.integer(1)
    return Ship(entries["allowance"].integer(1), capacity, entries["strength"].integer(0))


def _odds(datum: Datum) -> Fraction:
    if (found := _ODDS.fullmatch(datum.text())) is None:
        raise datum.fault(f"{datum.value!r} is no odds, such as 2:1")
    return Fraction(int(found[1]), int(found[2]))


def _struck(datum: Datum) -> Mapping[str, Damage]:
    text = datum.text()
    found: dict[str, Damage] = dict(_STRUCK.findall(text))
    if text != "-" and " ".join(f"{who} {damage}" for who, damage in found.items()) != text:
        raise datum.fault(f"{text!r} is no result of naval combat, such as A D-1 D D-1")
    return found
