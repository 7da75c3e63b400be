"""Reading what data files hold beyond plain values: fractions, pairs for frozen and muddy ground, whole files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from fractions import Fraction
from typing import Any, Final, Literal, TypeVar

from service.data_files import read
from service.engine.data import data_set
from service.engine.tables import Datum

R = TypeVar("R")
Side = str
SOVIET: Final = "Soviet"
GERMAN: Final = "German"
SIDES: Final = (SOVIET, GERMAN)
"""The seats, in the order in which they play a game-turn (KOR-TURN-01)."""

Condition = Literal["frozen", "mud"]
"""The ground condition (5.1)."""
Visibility = Literal["clear", "overcast", "storm"]
MovementClass = Literal["L", "W", "T"]
CLASSES: tuple[MovementClass, ...] = ("L", "W", "T")
HEAVY: Final = "heavy"
"""What carries heavy armor beside the classes: a bridge, a hexside."""

_FRACTION = re.compile(r"\d{1,4}(/[1-9]\d{0,3})?")


def table_file(data: str, name: str, entries: Iterable[str]) -> dict[str, Datum]:
    """The entries of a file of the set of data of this id, which has these and no others. Raises DataFault."""
    return read(data_set(data), f"{name}.yaml").entries_for(("provenance", *entries))


def fraction(datum: Datum) -> Fraction:
    """A factor of a strength or an allowance: a whole number, or two with a stroke between them."""
    text = str(datum.value)
    if isinstance(datum.value, bool) or _FRACTION.fullmatch(text) is None:
        raise datum.fault(f"expected a fraction such as 3/2, found {datum.value!r}")
    return Fraction(text)


def pair(datum: Datum) -> tuple[Datum, Datum]:
    """The two entries of [frozen, mud]."""
    items = datum.items()
    if len(items) != 2:
        raise datum.fault(f"expected [frozen, mud], found {len(items)} entries")
    return items[0], items[1]


def costs(datum: Datum) -> tuple[int | None, int | None]:
    """Points on frozen and on muddy ground; None where it is prohibited."""
    frozen, mud = pair(datum)
    return _points(frozen), _points(mud)


def _points(datum: Datum) -> int | None:
    return None if datum.value is None else datum.integer(low=0)


def on(condition: Condition, pair: tuple[int | None, int | None]) -> int | None:
    """What a pair says of the ground condition in force (KOR-WX-03)."""
    return pair[0] if condition == "frozen" else pair[1]


def file_of(data: str, name: str, cls: Any) -> dict[str, Datum]:
    """The entries of a file of tables, which are those of a record."""
    return table_file(data, name, [field.name for field in fields(cls)])


def record_of(file: dict[str, Datum], cls: type[R], **given: object) -> R:
    """A record of a file's entries, those that are given having been read already."""
    file = {name: datum for name, datum in file.items() if name != "provenance"}
    some = next(iter(file.values()))
    whole = Datum(some.file, "", {name: datum.value for name, datum in file.items()})
    return whole.record(cls, **given)  # type: ignore[type-var]
