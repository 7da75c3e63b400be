"""What `sitrep import` takes in: an honest file and nothing else. Whatever is altered, it is refused and nothing is
written, or the match can be read, played on and verified.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.cli import cli
from service.engine.game import AnyGame
from service.engine.state import duplicate
from service.engine.tally import Tally
from service.games.shelf import GAMES
from service.matches import Context
from service.matches.importing import take_in_match
from service.store import Store
from service.store.import_checks import UnfitMatch
from tests.store.files import STORED, File, House, rows, taken_or_refused
from tests.toy import TOY


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"toy": TOY, **GAMES}


def test_an_honest_file_is_taken_in_and_the_match_goes_on(elsewhere: House, honest: File):
    assert not taken_or_refused(elsewhere, honest)
    take_in_match(elsewhere.context, honest)
    assert taken_or_refused(elsewhere, honest) == "This server has that match already."


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, id=file.name, marks=[pytest.mark.soak] * ("-over" in file.name)) for file in STORED],
)
def test_files_of_an_older_version_are_taken_in(elsewhere: House, file: Path):
    assert not taken_or_refused(elsewhere, json.loads(gzip.decompress(file.read_bytes())), calls=2)


def test_a_forged_entry_for_another_match_is_refused(elsewhere: House, honest: File):
    """It would stand in the log of people who never heard of the file, and their match could not be written again."""
    with elsewhere.context.store.look() as look:
        [victim] = look.keeping.matches()
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
    """Which they would read in the list of their matches."""
    next(row for row in rows(file, "seat") if row["question"])["question"] += " Or do you give up?"


def another_turn(file: File) -> None:
    rows(file, "seat")[0]["turn"] += 1


def asked_otherwise(file: File) -> None:
    row = rows(file, "seat")[0]
    row["asked"] = not row["asked"]


def further_into_the_dice(file: File) -> None:
    """They would be shown dice before the sequence of play tells them anything."""
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


@pytest.mark.parametrize(
    "text", ["", "x", "[]", "7", "null", "[" * 100_000, '{"format": "sitrep-match/1"}'], ids=range(7)
)
def test_what_is_no_match_is_refused_by_the_command(tmp_path: Path, database: Path, text: str):
    (tmp_path / "file").write_text(text)
    result = CliRunner().invoke(cli, ["import", str(tmp_path / "file")], env={"DATABASE_URL": f"sqlite:///{database}"})
    assert result.exit_code == 1 and "is no match that `sitrep export` has written" in result.output.replace("\n", " ")


def test_what_another_house_has_counted_of_a_log_is_counted_anew(honest: File, elsewhere: House):
    """It may have counted by another sequence of play."""
    file = duplicate(honest)
    for row in rows(file, "seat"):
        row["tally"] = '{"turn":77,"rules_told":3}'
    brought = take_in_match(elsewhere.context, file)
    with elsewhere.context.store.look() as look:
        for seat in brought.links:
            found = look.matches.seat(brought.match_id, seat)
            assert found is not None
            read = look.matches.log(brought.match_id, seat, found.game, 0, 10**9)
            log = [one.telling for one in read]
            assert found.tally == Tally().after(log, found.game, seat, log_length=0) != Tally()


def test_a_match_of_rules_that_this_house_does_not_know_is_refused(honest: File, elsewhere: House):
    for said in ("match", "journal_entry"):
        file = duplicate(honest)
        file["tables"][said][-1]["rules_version"] = "2999.1"
        with pytest.raises(UnfitMatch, match=r"worked by version 2999\.1 of the rules of .* it has version 1"):
            take_in_match(elsewhere.context, file)


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
