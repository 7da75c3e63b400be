"""Backup, restore, export and import by the command line, with orders being given meanwhile."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from service import maintenance, matches
from service.app import create_app
from service.cli import cli, main
from service.engine.game import AnyGame
from service.games.shelf import GAMES
from service.matches import Context
from service.settings import Settings
from service.store import Store, UnfitAddress
from service.store.clocks import ClockTerms
from tests.client import TestClient
from tests.service_fixtures import Player, sit_down


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": GAMES["ndc"]}


@pytest.fixture
def seat(context: Context, client: TestClient) -> Player:
    return sit_down(context, client, "ndc", "kaltenbach")["US"]


def run(database: Path, *command: str | Path, fails: bool = False) -> str:
    result = CliRunner().invoke(cli, [str(word) for word in command], env={"DATABASE_URL": f"sqlite:///{database}"})
    assert result.exit_code == (1 if fails else 0), result.output
    return result.output


@contextmanager
def writing(player: Player) -> Iterator[list[int]]:
    """A player who writes their sheet all the time; the versions that were acknowledged."""
    acknowledged: list[int] = []
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            answer = player.client.put(f"{player.path}/sheet", json=[{"kind": "done"}], headers=player.headers)
            if answer.status_code == 200:
                acknowledged.append(answer.json()["version"])

    thread = threading.Thread(target=write)
    thread.start()
    try:
        while len(acknowledged) < 3:
            thread.join(0.01)
        yield acknowledged
    finally:
        stop.set()
        thread.join(30)


def written_after(count: int, acknowledged: list[int]) -> None:
    """Wait until more than so many sheets were acknowledged."""
    for _ in range(3000):
        if len(acknowledged) > count:
            return
        time.sleep(0.01)
    pytest.fail("nothing was written any more")


def sheet_version(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        return int(connection.execute("SELECT max(version) FROM sheet").fetchone()[0])


def test_a_backup_is_one_moment_of_a_house_that_goes_on(context: Context, seat: Player, database: Path, tmp_path: Path):
    with closing(sqlite3.connect(database)) as connection:  # big enough that much is written during the copy
        connection.execute("CREATE TABLE ballast (x)")
        connection.executemany("INSERT INTO ballast VALUES (zeroblob(4000))", [()] * 5000)
        connection.commit()
    with writing(seat) as acknowledged:
        before = len(acknowledged)
        run(database, "backup", tmp_path / "one")
        between = len(acknowledged)
        run(database, "backup", tmp_path / "two")
        assert len(acknowledged) > before, "orders were taken meanwhile"
    assert before <= sheet_version(tmp_path / "one") <= between + 1 <= sheet_version(tmp_path / "two") + 1
    assert (tmp_path / "one").stat().st_mode & 0o077 == 0
    assert "there already" in run(database, "backup", tmp_path / "one", fails=True)


def test_what_was_backed_up_comes_back_and_the_match_goes_on(
    context: Context, seat: Player, database: Path, tmp_path: Path, games: Mapping[str, AnyGame]
):
    run(database, "backup", tmp_path / "backup")
    seen = seat.view()
    seat.order({"kind": "done"})
    elsewhere = tmp_path / "new" / "sitrep.db"
    run(elsewhere, "restore", tmp_path / "backup")
    there = Context(Store(f"sqlite:///{elsewhere}", games))
    with TestClient(create_app(Settings(database_url=f"sqlite:///{elsewhere}"), there)) as client:
        player = Player(client, seat.match_id, seat.seat, seat.headers)
        assert player.view() == seen
        player.order({"kind": "done"})


def test_restoring_while_orders_are_given_is_all_or_nothing(
    context: Context, seat: Player, database: Path, tmp_path: Path
):
    run(database, "backup", tmp_path / "backup")
    with writing(seat) as acknowledged:
        said = run(database, "restore", tmp_path / "backup")
        written_after(len(acknowledged) + 1, acknowledged)  # the first of these may have been under way before
    former = re.search(r"is in\s+(.+)\.", said.replace("\n", ""))
    assert former and sheet_version(Path(former[1])) >= 3
    assert sheet_version(database) >= 1
    assert seat.view()["seat"] == "US"


def test_a_file_that_is_no_backup_changes_nothing(context: Context, seat: Player, database: Path, tmp_path: Path):
    junk = tmp_path / "junk"
    junk.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    assert "no database of Sitrep" in run(database, "restore", junk, fails=True).replace("\n", " ")
    assert seat.view()["version"] >= 1


def test_what_a_later_version_has_made_is_left_alone(context: Context, seat: Player, database: Path, tmp_path: Path):
    """Neither is it put in the place of what there is, nor is a server opened with it."""
    run(database, "backup", tmp_path / "later")
    with closing(sqlite3.connect(tmp_path / "later")) as later:
        later.execute("UPDATE alembic_version SET version_num = 'later'")
        later.commit()
    assert "later version" in run(database, "restore", tmp_path / "later", fails=True).replace("\n", " ")
    assert seat.view()["version"] >= 1 and not list(tmp_path.glob("*.before-*"))
    with pytest.raises(UnfitAddress, match="later version"):
        Store(f"sqlite:///{tmp_path / 'later'}", {}).migrate()


def test_an_empty_table_of_versions_makes_no_backup(context: Context, seat: Player, database: Path, tmp_path: Path):
    with closing(sqlite3.connect(tmp_path / "hollow")) as hollow:
        hollow.execute("CREATE TABLE alembic_version (version_num)")
    assert "no database of Sitrep" in run(database, "restore", tmp_path / "hollow", fails=True).replace("\n", " ")


def test_a_match_moves_to_another_house(context: Context, seat: Player, database: Path, tmp_path: Path, monkeypatch):
    seat.order({"kind": "done"})
    seen = seat.view()
    run(database, "export", seat.match_id, tmp_path / "match.json")
    said = (tmp_path / "match.json").read_text()
    assert seat.headers["Authorization"].split()[1] not in said
    elsewhere = tmp_path / "elsewhere.db"
    links = dict(re.findall(r"(\w+)  \S*/seat/(\S+)", run(elsewhere, "import", tmp_path / "match.json")))
    assert set(links) == set(GAMES["ndc"].info.seats)
    with TestClient(create_app(Settings(database_url=f"sqlite:///{elsewhere}"))) as client:
        client.get(f"/seat/{links['US']}")
        assert client.get(f"{seat.path}/view").json() == seen
    assert "already" in run(elsewhere, "import", tmp_path / "match.json", fails=True)


def test_what_is_no_match_is_not_taken_in(context: Context, seat: Player, database: Path, tmp_path: Path):
    run(database, "export", seat.match_id, tmp_path / "match.json")
    whole = json.loads((tmp_path / "match.json").read_text())
    for number, change in enumerate(({"format": "x"}, {"tables": {}}, {"tables": {**whole["tables"], "seat": [{}]}})):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps({**whole, **change}))
        run(tmp_path / "other.db", "import", file, fails=True)
    assert "no such match" in run(database, "export", "nothing", tmp_path / "x", fails=True)


def test_a_seats_own_export_holds_what_it_knows(context: Context, seat: Player, database: Path, tmp_path: Path):
    run(database, "export", seat.match_id, tmp_path / "us.json", "--seat", "US")
    found = json.loads((tmp_path / "us.json").read_text())
    assert found["seat"] == "US" and found["whole"] is None and "tables" not in found
    assert "everything checks out" in run(database, "verify", tmp_path / "us.json")
    assert (tmp_path / "us.json").stat().st_mode & 0o077 == 0


def test_the_whole_match_is_not_taken_for_what_a_seat_knows(
    context: Context, seat: Player, database: Path, tmp_path: Path
):
    run(database, "export", seat.match_id, tmp_path / "all.json")
    result = CliRunner().invoke(cli, ["verify", str(tmp_path / "all.json")])
    assert result.exit_code == 2 and "--seat" in result.output


def test_the_operator_finds_a_match_that_has_stopped_and_lets_it_go_on(context: Context, seat: Player, database: Path):
    assert "has not stopped" in run(database, "resume", seat.match_id, fails=True)
    assert "no such match" in run(database, "resume", "nowhere", fails=True)
    with context.store.work() as work:
        assert work.queue.stop(seat.match_id, context.clock())
    assert run(database, "matches").rstrip().endswith("stopped")
    assert "The match goes on." in run(database, "resume", seat.match_id)
    assert "stopped" not in run(database, "matches")


def test_the_operator_pauses_a_match_by_the_clock_and_lets_it_go_on(context: Context, database: Path):
    account = matches.make_guest(context)
    match_id = matches.open_match(
        context, account, "ndc", "kaltenbach", seat="US", clock=ClockTerms("step", 3)
    ).match_id  # fmt: skip
    assert "no such match" in run(database, "pause", "nowhere", fails=True)
    assert "not paused" in run(database, "go-on", match_id, fails=True)
    assert run(database, "pause", match_id) == "Matches paused: 1.\n"
    assert run(database, "matches").rstrip().endswith("paused")
    assert "paused already" in run(database, "pause", match_id, fails=True)
    assert run(database, "pause") == "Matches paused: 0.\n"
    assert run(database, "go-on") == "Matches going on: 1.\n"
    told = [change.text for change in matches.seat_changes(context, match_id)]
    assert [text.split(" ")[2:6] for text in told] == [
        ["whoever", "runs", "this", "server"],
        ["it", "goes", "on,", "as"],
    ]


def test_the_operator_finds_the_ids_of_matches(context: Context, seat: Player, database: Path):
    assert run(database, "matches").startswith(f"{seat.match_id}  ndc/kaltenbach  ")


@pytest.mark.parametrize("command", [("backup",), ("export", "some-match")])
def test_a_folder_that_is_not_there_is_named(database: Path, tmp_path: Path, command: tuple[str, ...]):
    said = run(database, *command, tmp_path / "nowhere" / "file", fails=True)
    assert "no folder" in said and "nowhere" in said.replace("\n", "")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SITREP_PORT", "x", "SITREP_PORT: "),
        ("SITREP_LIMITS", '{"sign-in": "lots"}', "SITREP_LIMITS: "),
        ("SITREP_LIMITS", '{"order": "10 per minute"}', "SITREP_LIMITS.*'orders'"),
        ("SITREP_DATA", "/proc/nowhere", "/proc/nowhere"),
        ("DATABASE_URL", "mysql://h/x", "must begin with"),
        ("DATABASE_URL", "sqlite:////nowhere/x.db", "cannot be used"),
    ],
)
def test_an_operator_s_mistake_is_answered_in_a_sentence(tmp_path: Path, monkeypatch, name: str, value: str, said: str):
    monkeypatch.setenv("SITREP_DATA", str(tmp_path))
    monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.argv", ["sitrep", "serve"])
    with pytest.raises(SystemExit, match=said):
        main()


def test_only_one_worker_serves(database: Path):
    result = CliRunner().invoke(cli, ["serve"], env={"DATABASE_URL": f"sqlite:///{database}", "SITREP_WORKERS": "2"})
    assert result.exit_code == 1 and "one process" in result.output


def test_another_database_is_left_to_its_own_tools(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://elsewhere/sitrep")
    with pytest.raises(typer.Exit):
        maintenance.database()
