"""How the entries of a data file are laid out as a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from service.engine.rulebook import Table
from service.games.ndc.rulebook.figures import plain
from service.games.ndc.rulebook.wording import WORDS
from service.games.ndc.tables import load

Raw = Mapping[str, Any]
"""A data file, or a part of it, as it stands."""
Files = Mapping[str, Raw]
"""The data files by their names."""


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A chart before its origin is known: `files` name where its figures stand, or `provenance` tells it."""

    name: str
    title: str
    text: str
    tables: tuple[Table, ...]
    rules: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    provenance: str = ""


def name(key: object) -> str:
    """An entry's name as words."""
    words = str(key).replace("_", " ").replace(" csp", " CSP").replace("csps", "CSPs").replace("hq", "HQ")
    return words[:1].upper() + words[1:]


def terrain_name(code: str) -> str:
    return load().chart.terrain[code].name


def number(value: int | None, none: str = "") -> str:
    """A number that needs no sign."""
    return none if value is None else str(value)


def yes(value: bool) -> str:
    return "yes" if value else "no"


def banded(band: object) -> str:
    """A margin: a run of numbers with a dash, proper minuses."""
    words = str(band).replace("..", " to ")
    return words.replace("-", "−") if words.startswith("-") or " to " in words else words.replace("-", "–")


def cells(values: Iterable[object]) -> tuple[str, ...]:
    """Cells of a table, levels, results or shifts."""
    return tuple(plain(value) for value in values)


def drawn(file: str, raw: Raw) -> Table:
    """Entries of a file that are single figures, one a line; those within an entry after its name."""
    return Table(head=("", ""), rows=tuple(lines(file, raw)))


def lines(path: str, raw: Raw, before: str = "") -> Iterable[tuple[str, str]]:
    for key, value in raw.items():
        place = f"{path}.{key}"
        words = WORDS.get(place) or (f"{before}: {name(key).lower()}" if before else name(key))
        if isinstance(value, Mapping):
            yield from lines(place, value, words)
        else:
            yield words, ", ".join(map(str, value)) if isinstance(value, list) else plain(value)
