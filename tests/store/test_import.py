"""What `sitrep import` takes in: an honest file and nothing else. Whatever is altered, it is refused and nothing is
written, or the match can be read, played on and verified.
"""

from __future__ import annotations

import gzip
import json
import random
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from service import matches, verify
from service.cli import cli
from service.engine.game import AnyGame
from service.engine.state import duplicate
from service.engine.tally import Tally
from service.games.shelf import GAMES
from service.matches import AtSeat, Context
from service.matches.bringing import bring_in
from service.matches.history import history
from service.matches.rate_limits import RateLimits
from service.store import Store
from service.store.scrutiny import UnfitMatch
from service.store.transfer import export_rows
from tests.random_play import random_orders
from tests.service_fixtures import drawn
from tests.toy import TOY

STORED = sorted((Path(__file__).parents[1] / "stored").glob("*/*.json.gz"))
File = dict[str, Any]


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY, **GAMES}


def play(context: Context, seats: Mapping[str, AtSeat], rng: random.Random, calls: int) -> None:
    """So many calls at random, or to the end."""
    match_id = next(iter(seats.values())).match_id
    for _ in range(calls):
        state = context.store.read(match_id).state
        if state.ended or not state.waiting:
            return
        seat = rng.choice(state.waiting)
        if orders := random_orders(context.store.read(match_id).game, state.pictures[seat], rng):
            matches.take_orders(context, seats[seat], orders, version=state.log_lengths[seat])


def opened(context: Context, game: str, scenario: str) -> dict[str, AtSeat]:
    account = matches.make_guest(context)
    match_id = matches.open_match(context, account, game, scenario).match_id
    return {seat: AtSeat(match_id, seat, account.id) for seat in context.games[game].info.seats}


def exported(context: Context, match_id: str) -> File:
    """The file that `sitrep export` writes."""
    with context.store.look() as look:
        found = export_rows(look.session, match_id, lambda name, rows: None)
    again: File = json.loads(json.dumps(found))
    return again


def going_on(context: Context) -> File:
    """A match of the toy game that goes on, with a sheet, an answer, and orders that wait to be worked."""
    seats = opened(context, "toy", "yard")
    rng = random.Random(5)
    play(context, seats, rng, 9)
    state = context.store.read(seats["north"].match_id).state
    assert not state.ended
    asked = seats[state.waiting[0]]
    orders = random_orders(TOY, state.pictures[asked.seat], random.Random(1))
    matches.put_sheet(context, asked, orders or matches.orders_from_plain(TOY, [{"kind": "done"}]))
    attend = matches.orders_from_plain(TOY, [{"kind": "attend", "attendance": "present"}])
    matches.take_orders(context, asked, attend, version=state.log_lengths[asked.seat], key="k-1")
    version = matches.version(context, asked)
    matches.take_orders(replace(context, pace=60.0), asked, attend, version=version)
    file = exported(context, asked.match_id)
    assert all(file["tables"].values()), "something of every kind"
    return file


HONEST: list[str] = []
"""The file that the first test made: that of one is that of all, and to play the match takes long."""


@pytest.fixture
def honest(request: pytest.FixtureRequest) -> File:
    """An honest file of a match that goes on, for this test alone."""
    if not HONEST:
        HONEST.append(json.dumps(going_on(request.getfixturevalue("context"))))
    file: File = json.loads(HONEST[0])
    return file


class House:
    """Another house, in which a match is being played already."""

    def __init__(self, empty: Path, file: Path, games: Mapping[str, AnyGame]) -> None:
        self.file, self.games, self.secret = file, games, drawn(file.name)
        file.write_bytes(empty.read_bytes())
        self.context = self.made()
        opened(self.context, "toy", "yard")
        self.context.store.close()
        self.as_it_was = file.read_bytes()
        self.anew()

    def made(self) -> Context:
        return Context(
            Store(f"sqlite:///{self.file}", self.games),
            rate_limits=RateLimits({"orders": "1000000 per minute"}),
            secret=self.secret,
        )

    def anew(self) -> None:
        """As it was."""
        self.context.store.close()
        for beside in ("-wal", "-shm"):
            self.file.with_name(self.file.name + beside).unlink(missing_ok=True)
        self.file.write_bytes(self.as_it_was)
        self.context = self.made()


@pytest.fixture
def elsewhere(empty_database: Path, tmp_path: Path, games: Mapping[str, AnyGame]) -> Iterator[House]:
    house = House(empty_database, tmp_path / "elsewhere.db", games)
    yield house
    house.context.store.close()


def everything(context: Context) -> str:
    """All that a house holds."""
    with closing(sqlite3.connect(str(context.store.writer.url.database))) as connection:
        return "\n".join(connection.iterdump())


def taken_or_refused(house: House, file: File, luck: int = 0, calls: int = 6) -> str:
    """Refused, with a sentence and nothing written; or read, played on and verified. The sentence, or nothing."""
    context = house.context
    before = everything(context)
    try:
        brought = bring_in(context, file)
    except UnfitMatch as unfit:
        assert everything(context) == before, "nothing was written"
        said = str(unfit)
        assert said[0].isupper() and said[-1] == "." and "\n" not in said and len(said) < 300, said
        return said
    seats = {seat: matches.seat_by_link(context, link) for seat, link in brought.links.items()}
    for now in ("as it came", "played on"):
        if now == "played on":
            play(context, seats, random.Random(luck), calls)
        for at in seats.values():
            reading = matches.read(context, at)
            assert reading.view is not None and (reading.where.ended or reading.options)
            assert matches.log(context, at).version == reading.version
            for number in (0, reading.version // 2, reading.version):
                assert history(context, at, number).view is not None
            matches.letters(context, at)
            matches.preview(context, matches.read(context, at))
            verify.verify(json.loads(json.dumps(matches.export(context, at))))
        if reading.where.ended:
            break
    house.anew()
    return ""


def test_an_honest_file_is_taken_in_and_the_match_goes_on(elsewhere: House, honest: File):
    assert not taken_or_refused(elsewhere, honest)
    bring_in(elsewhere.context, honest)
    assert taken_or_refused(elsewhere, honest) == "This house has that match already."


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, id=file.name, marks=[pytest.mark.soak] * ("-over" in file.name)) for file in STORED],
)
def test_files_of_an_older_version_are_taken_in(elsewhere: House, file: Path):
    assert not taken_or_refused(elsewhere, json.loads(gzip.decompress(file.read_bytes())), calls=2)


def test_a_forged_entry_for_another_match_is_refused(elsewhere: House, honest: File):
    """It would stand in the log of people who never heard of the file, and their match could not be written again."""
    with elsewhere.context.store.look() as look:
        [victim] = look.matches.all()
        length = look.matches.log_length(victim.id, "north")
    forged = {**honest["tables"]["log_entry"][0], "match_id": victim.id, "seat": "north", "number": length + 1}
    honest["tables"]["log_entry"].append(forged)
    assert taken_or_refused(elsewhere, honest) == "The file holds rows of another match, among log_entry."


@pytest.mark.parametrize("turns", [1, 3, 1_000])
def test_dice_for_another_number_of_turns_are_refused(elsewhere: House, honest: File, turns: int):
    """Too few, and the match would stop on the way; one in six came through where one public die had fallen."""
    honest["tables"]["match"][0]["turns"] = turns
    said = "The dice of the match are not for as many turns as its scenario has."
    assert taken_or_refused(elsewhere, honest) == said


# ---- what waits to be worked


def queue_gone(file: File) -> None:
    rows(file, "queued_orders").clear()


def of_what_was_worked(file: File) -> None:
    """Orders that were worked already would be worked again."""
    waiting = rows(file, "queued_orders")
    worked = min(row["number"] for row in rows(file, "journal_entry") if '"orders-accepted"' in row["event"])
    waiting.append({**waiting[0], "number": worked})


def other_orders(file: File) -> None:
    rows(file, "queued_orders")[0]["orders"] = '[{"kind": "done"}]'


def of_the_other_seat(file: File) -> None:
    row = rows(file, "queued_orders")[0]
    row["seat"] = {"north": "south", "south": "north"}[row["seat"]]


def of_another_entry(file: File) -> None:
    rows(file, "queued_orders")[0]["entry"] -= 1


def counted_as_worked(file: File) -> None:
    rows(file, "match")[0]["journal_length"] -= 1


NOT_WAITING = "The queue is not what was accepted and waits to be worked."
NOT_ACCEPTED = "Orders {number} in the queue are not those that were accepted."
WRONG_QUEUES = {
    queue_gone: NOT_WAITING,
    of_what_was_worked: NOT_WAITING,
    other_orders: NOT_ACCEPTED,
    of_the_other_seat: NOT_ACCEPTED,
    of_another_entry: NOT_ACCEPTED,
    counted_as_worked: "The journal is longer than the match and what waits to be worked.",
}


def test_a_queue_that_is_not_what_was_accepted_is_refused(elsewhere: House, honest: File):
    refused_so(elsewhere, honest, WRONG_QUEUES, number=rows(honest, "queued_orders")[0]["number"])


def refused_so(elsewhere: House, honest: File, wrong: Mapping[Callable[[File], None], str], number: int) -> None:
    """Each alteration is refused in its own words, which may name the seat of either side."""
    for alters, said in wrong.items():
        file = duplicate(honest)
        alters(file)
        sentences = {said.format(seat=row["seat"], number=number) for row in rows(file, "seat")}
        assert taken_or_refused(elsewhere, file) in sentences, alters.__name__


def another_question(file: File) -> None:
    """Which he would read in the list of his matches."""
    next(row for row in rows(file, "seat") if row["question"])["question"] += " Or do you give up?"


def another_turn(file: File) -> None:
    rows(file, "seat")[0]["turn"] += 1


def asked_otherwise(file: File) -> None:
    row = rows(file, "seat")[0]
    row["asked"] = not row["asked"]


def further_into_the_dice(file: File) -> None:
    """He would be shown dice before the sequence of play tells him anything."""
    rows(file, "seat")[0]["journal_seen"] += 1


def an_entry_of_another_turn(file: File) -> None:
    rows(file, "log_entry")[0]["turn"] += 1


def an_entry_by_another_letter(file: File) -> None:
    rows(file, "log_entry")[0]["letter"] = 99


NOT_TOLD = "Entry {number} of the log of {seat} is not what the journal says that it was told."
WRONG_SEATS = {
    an_entry_of_another_turn: NOT_TOLD,
    an_entry_by_another_letter: NOT_TOLD,
    another_question: "The question to {seat} is not what it was told.",
    another_turn: "How the match stands for {seat} is not what it was told.",
    asked_otherwise: "How the match stands for {seat} is not what it was told.",
    further_into_the_dice: "How far {seat} may look into the dice is not what it was told.",
}


def test_what_is_noted_of_a_seat_and_its_log_beside_the_reports_is_what_it_was_told(elsewhere: House, honest: File):
    refused_so(elsewhere, honest, WRONG_SEATS, number=rows(honest, "log_entry")[0]["number"])


# ---- any one thing


def rows(file: File, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = file["tables"].get(table, [])  # files of older versions hold no queue
    return found


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


@pytest.mark.parametrize(
    "text", ["", "x", "[]", "7", "null", "[" * 100_000, '{"format": "sitrep-match/1"}'], ids=range(7)
)
def test_what_is_no_match_is_refused_by_the_command(tmp_path: Path, database: Path, text: str):
    (tmp_path / "file").write_text(text)
    result = CliRunner().invoke(cli, ["import", str(tmp_path / "file")], env={"DATABASE_URL": f"sqlite:///{database}"})
    assert result.exit_code == 1 and "is no match that `sitrep export` has written" in result.output.replace("\n", " ")


# ---- what is counted


def test_what_another_house_has_counted_of_a_log_is_counted_anew(honest: File, elsewhere: House):
    """It may have counted by another sequence of play."""
    file = duplicate(honest)
    for row in rows(file, "seat"):
        row["tally"] = '{"turn":77,"rules_told":3}'
    brought = bring_in(elsewhere.context, file)
    with elsewhere.context.store.look() as look:
        for seat in brought.links:
            found = look.matches.seat(brought.match_id, seat)
            assert found is not None
            read = look.matches.log(brought.match_id, seat, found.game, 0, 10**9)
            log = [one.telling for one in read]
            assert found.tally == Tally().after(log, found.game, seat, length=0) != Tally()


# ---- rules


def test_a_match_of_rules_that_this_house_does_not_know_is_refused(honest: File, elsewhere: House):
    for said in ("match", "journal_entry"):
        file = duplicate(honest)
        file["tables"][said][-1]["rules_version"] = "2999.1"
        with pytest.raises(UnfitMatch, match=r"worked by version 2999\.1 of the rules of .* it has version 1"):
            bring_in(elsewhere.context, file)


@pytest.mark.parametrize("stored", [file for file in STORED if "going-on" in file.name], ids=lambda file: file.name)
def test_whoever_takes_in_a_match_of_older_rules_is_told_and_so_are_its_players(
    stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "match.json"
    file.write_bytes(gzip.decompress(stored.read_bytes()))
    monkeypatch.setenv("SITREP_DATABASE_URL", f"sqlite:///{tmp_path / 'house.db'}")
    done = CliRunner().invoke(cli, ["import", str(file)])
    assert done.exit_code == 0 and "a newer version of the rules: all players are told" in done.output
    context = Context(Store(f"sqlite:///{tmp_path / 'house.db'}", GAMES))
    match_id = json.loads(file.read_text())["tables"]["match"][0]["id"]
    with context.store.look() as look:
        game = look.matches.saved(match_id).game
        for seat in game.info.seats:
            last = look.matches.log(match_id, seat, game, look.matches.log_length(match_id, seat) - 1, 1)
            assert [entry.report.kind for entry in last] == ["rules-told"]
    context.store.close()
