"""Printed tables: bands such as "2-7" and "7 or more", tables of them, and reading them without trusting the file.

A loader wraps what it read in a `Datum`, which knows the file and the place in it, so that whatever is wrong with a
data file is refused by a `DataFault` that says where. No game and no file format is in here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from itertools import pairwise
from types import UnionType
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from service.engine.places import Place

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
R = TypeVar("R", bound="DataclassInstance")


class DataFault(Exception):
    """A data file that the game refuses: which file, where in it, and why."""

    def __init__(self, file: str, place: str, reason: str) -> None:
        super().__init__(f"{file}: {place}: {reason}")
        self.file = file
        self.place = place
        self.reason = reason


# ---- bands

_NUMBER = r"([+-]?\d+)"
_EXACTLY = re.compile(rf"{_NUMBER}")
_OR_MORE = re.compile(rf"{_NUMBER}\s+or\s+more")
_OR_LESS = re.compile(rf"{_NUMBER}\s+or\s+less")
_FROM_TO = re.compile(rf"{_NUMBER}\s*(?:\.\.|-)\s*{_NUMBER}")


@dataclass(frozen=True, slots=True)
class Band:
    """A run of whole numbers as a table's margin prints it; an end that is None is open."""

    low: int | None
    high: int | None

    @classmethod
    def parse(cls, text: str | int) -> Band:
        """Read "5", "2-7", "0..+2", "7 or more" or "-12 or less"; ValueError for anything else."""
        words = str(text).strip()
        if exactly := _EXACTLY.fullmatch(words):
            return cls(int(exactly[1]), int(exactly[1]))
        if or_more := _OR_MORE.fullmatch(words):
            return cls(int(or_more[1]), None)
        if or_less := _OR_LESS.fullmatch(words):
            return cls(None, int(or_less[1]))
        if from_to := _FROM_TO.fullmatch(words):
            low, high = int(from_to[1]), int(from_to[2])
            if low <= high:
                return cls(low, high)
        raise ValueError(f"{words!r} is no band of numbers")

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int):
            return False
        return (self.low is None or self.low <= number) and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        if self.low is None:
            return "any" if self.high is None else f"{self.high} or less"
        if self.high is None:
            return f"{self.low} or more"
        return str(self.low) if self.low == self.high else f"{self.low}..{self.high}"


def joined_up(bands: Iterable[Band]) -> tuple[Band, ...]:
    """The same numbers in as few bands as there can be, lowest first: those that follow upon each other made one."""
    runs: list[Band] = []
    for band in sorted(bands, key=lambda one: (one.low is not None, one.low)):
        last = runs[-1] if runs else None
        if last is not None and last.high is not None and band.low == last.high + 1:
            runs[-1] = Band(last.low, band.high)
        else:
            runs.append(band)
    return tuple(runs)


def band_fault(bands: Sequence[Band], low: int | None, high: int | None) -> str | None:
    """What is wrong with bands that should cover `low` to `high` (None: without end) in order; None if nothing is."""
    if not bands:
        return "there are no bands"
    if bands[0].low != low:
        return f"begins with {bands[0]}, but should begin at {'the lowest numbers' if low is None else low}"
    for before, after in pairwise(bands):
        if before.high is None or after.low is None or after.low <= before.high:
            return f"{before} and {after} overlap or are out of order"
        if after.low > before.high + 1:
            return f"there is a gap between {before} and {after}"
    if bands[-1].high != high:
        return f"ends with {bands[-1]}, but should end at {'the highest numbers' if high is None else high}"
    return None


def _index(bands: Sequence[Band], number: int) -> int:
    for index, band in enumerate(bands):  # what `in` asks, without a call for each
        if (band.low is None or band.low <= number) and (band.high is None or number <= band.high):
            return index
    raise LookupError(f"{number} is not on the table, which runs from {bands[0]} to {bands[-1]}")


@dataclass(frozen=True, slots=True)
class BandedScale(Generic[T]):
    """A table with one line: a value for each band."""

    bands: tuple[Band, ...]
    values: tuple[T, ...]

    def at(self, number: int) -> T:
        """The value of the band that holds the number; LookupError where there is none."""
        return self.values[_index(self.bands, number)]


@dataclass(frozen=True, slots=True)
class BandedTable(Generic[T]):
    """A table with bands in both margins; `cells[row][column]`."""

    rows: tuple[Band, ...]
    columns: tuple[Band, ...]
    cells: tuple[tuple[T, ...], ...]

    def at(self, row: int, column: int, left: int = 0) -> T:
        """The cell of a row and a column, or so many columns to the left of it, the first column being the last resort.

        LookupError for a number that the margins do not hold.
        """
        across = max(0, _index(self.columns, column) - left)
        return self.cells[_index(self.rows, row)][across]


# ---- reading


@dataclass(frozen=True, slots=True)
class Datum:
    """Something read from a data file, with the place where it stood; every reader raises DataFault."""

    file: str
    place: str
    value: object

    def fault(self, reason: str) -> DataFault:
        return DataFault(self.file, self.place or "the whole file", reason)

    def _inside(self, key: object, value: object) -> Datum:
        return Datum(self.file, f"{self.place}.{key}" if self.place else str(key), value)

    def integer(self, low: int | None = None, high: int | None = None) -> int:
        """A whole number, within limits if they are given."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.fault(f"expected a whole number, found {self.value!r}")
        if (low is not None and self.value < low) or (high is not None and self.value > high):
            raise self.fault(f"{self.value} lies outside {Band(low, high)}")
        return self.value

    def text(self, one_of: Iterable[str] | None = None) -> str:
        """A text, one of those listed if there is a list."""
        if not isinstance(self.value, str):
            raise self.fault(f"expected a text, found {self.value!r} (is a quote missing?)")
        if one_of is not None and self.value not in (choices := list(one_of)):
            raise self.fault(f"{self.value!r} is unknown; known are {', '.join(choices)}")
        return self.value

    def flag(self) -> bool:
        """A yes or no."""
        if not isinstance(self.value, bool):
            raise self.fault(f"expected true or false, found {self.value!r}")
        return self.value

    def band(self) -> Band:
        """A run of whole numbers, as a margin prints it."""
        return self._band(self.text())

    def _band(self, text: object) -> Band:
        try:
            return Band.parse(str(text))
        except ValueError as error:
            raise self.fault(str(error)) from None

    def items(self) -> list[Datum]:
        """The entries of a list."""
        if not isinstance(self.value, list):
            raise self.fault(f"expected a list, found {self.value!r}")
        return [self._inside(number, item) for number, item in enumerate(self.value, start=1)]

    def entries(self) -> dict[str, Datum]:
        """The entries of a mapping, under their names."""
        if not isinstance(self.value, dict):
            raise self.fault(f"expected named entries, found {self.value!r}")
        return {str(key): self._inside(key, value) for key, value in self.value.items()}

    def entries_by_band(self) -> dict[Band, Datum]:
        """The entries of a mapping, under the runs of whole numbers that they are named by."""
        return {there._band(name): there for name, there in self.entries().items()}

    def entries_for(self, names: Iterable[str]) -> dict[str, Datum]:
        """The entries of a mapping that must hold these names and no others, in the order of the names."""
        found, wanted = self.entries(), list(names)
        for name in wanted:
            if name not in found:
                raise self.fault(f"the entry {name!r} is missing")
        for name in found:
            if name not in wanted:
                raise self.fault(f"the entry {name!r} is unknown; known are {', '.join(wanted)}")
        return {name: found[name] for name in wanted}

    def __getitem__(self, name: str) -> Datum:
        found = self.entries()
        if name not in found:
            raise self.fault(f"the entry {name!r} is missing")
        return found[name]

    def get(self, name: str) -> Datum | None:
        """An entry that need not be there."""
        return self.entries().get(name)

    def bands(self, margin: Iterable[tuple[object, Datum]], low: int | None, high: int | None) -> tuple[Band, ...]:
        """The bands of a margin, checked to cover `low` to `high` without gap or overlap."""
        read = [there._band(text) for text, there in margin]
        if fault := band_fault(read, low, high):
            raise self.fault(fault)
        return tuple(read)

    def scale(self, value: Callable[[Datum], T], low: int | None = None, high: int | None = None) -> BandedScale[T]:
        """A mapping of bands to values that covers `low` to `high`."""
        found = self.entries()
        bands = self.bands(found.items(), low, high)
        return BandedScale(bands, tuple(value(there) for there in found.values()))

    def table(
        self,
        cell: Callable[[Datum], T],
        rows: tuple[int | None, int | None] = (None, None),
        columns: tuple[int | None, int | None] = (None, None),
    ) -> BandedTable[T]:
        """A table written as `columns:` (a list of bands) and `rows:` (bands, each with a list of cells)."""
        across = self["columns"]
        column_bands = across.bands(((there.value, there) for there in across.items()), *columns)
        down = self["rows"].entries()
        row_bands = self["rows"].bands(down.items(), *rows)
        cells: list[tuple[T, ...]] = []
        for row in down.values():
            if len(row.items()) != len(column_bands):
                raise row.fault(f"has {len(row.items())} cells for {len(column_bands)} columns")
            cells.append(tuple(cell(there) for there in row.items()))
        return BandedTable(row_bands, column_bands, tuple(cells))

    def record(self, cls: type[R], **given: object) -> R:
        """A dataclass filled from the mapping, entry for field; fields in `given` have been read already.

        Understands whole numbers, runs of them, texts (of a Literal), flags, optional ones of these, tuples, sets,
        mappings and banded scales of them (which may begin and end anywhere, but have no gap), and records in records.
        An entry that is no field, and a field without entry or default, is a fault. So is null where a field has a
        default: that nothing is said is written in one way, by leaving the entry out.
        """
        hints = _hints(cls)
        found = self.entries()
        for name in found:
            if name not in hints:
                raise self.fault(f"the entry {name!r} is unknown; known are {', '.join(hints)}")
        values = dict(given)
        for field in fields(cls):
            if field.name in given:
                continue
            needed = field.default is MISSING and field.default_factory is MISSING
            if field.name in found:
                if found[field.name].value is None and not needed:
                    raise found[field.name].fault("holds nothing; an entry that need not be there is left out")
                values[field.name] = _read(found[field.name], hints[field.name])
            elif needed:
                raise self.fault(f"the entry {field.name!r} is missing")
        return cls(**values)


@cache
def _hints(cls: type[Any]) -> dict[str, Any]:
    return get_type_hints(cls)


def _read(datum: Datum, hint: Any) -> Any:
    """One value of the type that a record's field asks for."""
    if hint is int:
        return datum.integer()
    if hint in (str, Place):
        return datum.text()
    if hint is bool:
        return datum.flag()
    if hint is Band:
        return datum.band()
    if is_dataclass(hint) and isinstance(hint, type):
        return datum.record(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return datum.text(arguments)
    if origin in (UnionType, Union) and type(None) in arguments:
        return None if datum.value is None else _read(datum, arguments[0])
    if origin is tuple:
        return tuple(_read(item, arguments[0]) for item in datum.items())
    if origin is frozenset:
        return frozenset(_read(item, arguments[0]) for item in datum.items())
    if origin is BandedScale:
        return _scale(datum, arguments[0])
    if origin is dict:
        return {key: _read(there, arguments[1]) for key, there in datum.entries().items()}
    raise TypeError(f"a record's field cannot be read as {hint}")


def _scale(datum: Datum, hint: Any) -> BandedScale[Any]:
    """A scale of values of a type, from its lowest band to its highest."""
    margin = list(datum.entries())
    try:
        ends = Band.parse(margin[0]).low, Band.parse(margin[-1]).high
    except (IndexError, ValueError) as error:
        raise datum.fault(str(error) or "there are no bands") from None
    return datum.scale(lambda there: _read(there, hint), *ends)
