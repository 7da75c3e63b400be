"""Any one thing of a match in a file may be otherwise: the file is refused in a sentence, or the match goes on."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from service.engine.game import AnyGame
from service.engine.state import duplicate
from service.games.shelf import GAMES
from tests.store.files import STORED, File, House, rows, taken_or_refused
from tests.toy import TOY


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY, **GAMES}


TABLES = ("match", "opening", "seat", "log_entry", "journal_entry", "sheet", "answer", "queued_orders", "kept_data")
WRONG: tuple[Any, ...] = (
    None, True, -1, 0, 1, 10**6, 2**31, 10**400, 1.5, float("nan"), "", "x", "0" * 64, "\0", "\ud800",
    "aaaaaaaaaaaaaaab",
    "2026-01-01T00:00:00", "2026-01-01T00:00:00+00:00", [], {}, "[]", "{}", "null", '{"kind": "nothing"}', "[" * 3000,
)  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("each", [24, pytest.param(1, marks=pytest.mark.soak)])
def test_any_value_of_any_column_may_be_wrong(elsewhere: House, honest: File, table: str, each: int):
    """One value in each column, the one after it in the next; all of them in the long run."""
    rng, refused, tried = random.Random(table), 0, 0
    for place, column in enumerate(rows(honest, table)[0]):
        for wrong in WRONG[place % each :: each]:
            file = duplicate(honest)
            rng.choice(rows(file, table))[column] = wrong
            refused += bool(taken_or_refused(elsewhere, file, calls=40 if each == 1 else 6))
            tried += 1
    assert refused > 0.8 * tried - 30 / each


def filled(file: File) -> list[str]:
    """The tables in which something stands."""
    return [table for table in TABLES if rows(file, table)]


def leaf_changed(plain: Any, rng: random.Random, others: list[Any]) -> Any:
    """JSON with one thing in it changed: a number, a word, a member more or less, or two that have changed places."""
    if isinstance(plain, dict) and plain:
        name = rng.choice(sorted(plain))
        if rng.random() < 0.1:
            return {key: value for key, value in plain.items() if key != name}
        return {**plain, name: leaf_changed(plain[name], rng, others)}
    if isinstance(plain, list) and plain:
        place, how = rng.randrange(len(plain)), rng.random()
        if how < 0.1:
            return plain[:place] + plain[place + 1 :]
        if how < 0.2:
            return [*plain, plain[place]]
        return [*plain[:place], leaf_changed(plain[place], rng, others), *plain[place + 1 :]]
    if isinstance(plain, bool):
        return not plain
    if isinstance(plain, int):
        return plain + rng.choice((-1, 1, 100))
    return rng.choice(others)


def words_of(plain: Any) -> Iterator[Any]:
    for one in plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ():
        yield from words_of(one)
    if isinstance(plain, str):
        yield plain


def inside(file: File, rng: random.Random) -> None:
    """Something within a position, picture, event, report or order."""
    table, column = rng.choice(
        (("match", "position"), ("opening", "position"), ("seat", "picture"), ("log_entry", "report"),
         ("journal_entry", "event"), ("sheet", "orders"))
    )  # fmt: skip
    if not rows(file, table):
        return
    row = rng.choice(rows(file, table))
    plain = json.loads(row[column])
    others = [None, 7, "nowhere", *sorted(set(words_of(plain)))]
    row[column] = json.dumps(leaf_changed(plain, rng, others))


def row_gone(file: File, rng: random.Random) -> None:
    found = rows(file, rng.choice(filled(file)))
    found.pop(rng.randrange(len(found)))


def row_twice(file: File, rng: random.Random) -> None:
    """A row once more, as it is, under the next number, at the other seat, or of another match."""
    found = rows(file, rng.choice(filled(file)))
    row = dict(rng.choice(found))
    change = rng.choice(("same", "number", "seat", "match_id", "id"))
    if change == "number" and "number" in row:
        row["number"] = max(one["number"] for one in found) + 1
    elif change == "seat" and row.get("seat"):
        row["seat"] = rng.choice(("north", "south", "west"))
    elif change in row:
        row[change] = "aaaaaaaaaaaaaaab"
    found.append(row)


def rows_swapped(file: File, rng: random.Random) -> None:
    """Two rows have changed what stands in one column."""
    found = rows(file, rng.choice([table for table in TABLES if len(rows(file, table)) > 1]))
    one, other = rng.sample(found, 2)
    column = rng.choice(sorted(one))
    one[column], other[column] = other[column], one[column]


def counted_wrongly(file: File, rng: random.Random) -> None:
    row = rng.choice(rows(file, rng.choice(filled(file))))
    numbers = [name for name, value in row.items() if type(value) is int]
    if numbers:
        row[rng.choice(numbers)] += rng.choice((-1, 1))


def outside(file: File, rng: random.Random) -> None:
    """A table gone, one more, or a field more or less."""
    table = rng.choice(filled(file))
    match rng.randrange(4):
        case 0:
            del file["tables"][table]
        case 1:
            file["tables"]["account"] = [{"id": "bot", "name": "x", "owner": True}]
        case 2:
            rng.choice(rows(file, table))["more"] = 1
        case _:
            row = rng.choice(rows(file, table))
            del row[rng.choice(sorted(row))]


CHANGES: tuple[Callable[[File, random.Random], None], ...] = (
    inside, inside, inside, row_gone, row_twice, rows_swapped, counted_wrongly, outside,
)  # fmt: skip


def altered(honest: File, luck: int) -> File:
    """An honest file with any one thing in it altered."""
    rng = random.Random(luck)
    file = duplicate(honest)
    while file == honest:
        rng.choice(CHANGES)(file, rng)
    return file


@pytest.mark.parametrize("lucks", [range(8), pytest.param(range(8, 240), marks=pytest.mark.soak)], ids=str)
def test_any_one_thing_may_be_altered(elsewhere: House, honest: File, lucks: range):
    calls = 40 if len(lucks) > 40 else 6
    refused = sum(bool(taken_or_refused(elsewhere, altered(honest, luck), luck, calls)) for luck in lucks)
    assert refused > len(lucks) / 2


@pytest.mark.parametrize("lucks", [range(1), pytest.param(range(1, 20), marks=pytest.mark.soak)], ids=str)
@pytest.mark.parametrize("game", ["ndc", "skirmish"])
def test_any_one_thing_may_be_altered_in_a_match_of_an_older_version(elsewhere: House, game: str, lucks: range):
    file = next(file for file in STORED if file.name == f"{game}-going-on.json.gz")
    honest = json.loads(gzip.decompress(file.read_bytes()))
    for luck in lucks:
        taken_or_refused(elsewhere, altered(honest, luck), luck, calls=3)
