"""Reading what data files of this game hold: whole files, fractions, hexes, sides and months."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final

from service.data_files import read
from service.engine.data import data_set
from service.engine.tables import Datum
from service.games.campaign1776.printed.lettered import Hex, Side, both_sides, coordinates, side

Seat = str
BRITISH: Final = "British"
AMERICAN: Final = "American"
SEATS: Final = (BRITISH, AMERICAN)
"""In the order in which they play a month; the American plays the French too."""

_FRACTION = re.compile(r"\d{1,4}/[1-9]\d{0,3}")
_MONTH = re.compile(r"(17\d\d)-(0[1-9]|1[0-2])")
_YEAR = 12


def table_file(data: str, name: str, entries: Iterable[str]) -> dict[str, Datum]:
    """The entries of a file of the set of data of this id, which has these and no others. Raises DataFault."""
    return whole(data, name).entries_for(entries)


def fraction(datum: Datum) -> Fraction:
    """A part, such as 1/3."""
    text = datum.text()
    if _FRACTION.fullmatch(text) is None:
        raise datum.fault(f"expected a fraction such as 1/3, found {text!r}")
    return Fraction(text)


def month(datum: Datum) -> int:
    """A month such as 1777-08, counted from January of the year 0, so that the next month is one more."""
    if (found := _MONTH.fullmatch(datum.text())) is None:
        raise datum.fault(f"expected a month such as 1777-08, found {datum.value!r}")
    return int(found[1]) * _YEAR + int(found[2]) - 1


def month_of_year(month: int) -> int:
    """1 for January to 12 for December."""
    return month % _YEAR + 1


def year(month: int) -> int:
    return month // _YEAR


def hex_named(datum: Datum, text: str | None = None) -> Hex:
    """A hex by its name, on whatever map."""
    name = datum.text() if text is None else text
    try:
        coordinates(Hex(name))
    except ValueError as error:
        raise datum.fault(str(error)) from None
    return Hex(name)


def side_named(datum: Datum) -> Side:
    """A hexside by its name, written with the lower row first, on whatever map."""
    text = datum.text()
    try:
        both_sides(Side(text))
        if ":" not in text and side(*map(Hex, text.split("/"))) != text:
            raise ValueError(f"{text!r} is no hexside: the lower row, or else the lower number, is written first")
    except ValueError as error:
        raise datum.fault(str(error)) from None
    return Side(text)


@lru_cache(maxsize=128)
def whole(data: str, name: str) -> Datum:
    """A file of the set of data of this id but for its provenance. Raises DataFault."""
    file = read(data_set(data), f"{name}.yaml")
    return Datum(file.file, "", {key: there.value for key, there in file.entries().items() if key != "provenance"})


def keyed(datum: Datum, names: Iterable[str]) -> Datum:
    """The same mapping, which has an entry for each of these names and no others."""
    datum.entries_for(names)
    return datum


def known(datum: Datum, names: Iterable[str]) -> Datum:
    """The same mapping, of which every entry has one of these names."""
    among = tuple(names)
    for name, there in datum.entries().items():
        if name not in among:
            raise there.fault(f"{name!r} is unknown; known are {', '.join(among)}")
    return datum
