"""Data belong to the match: what lies on the shelf now, in files or in a release, changes no match that is open."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from service import matches
from service.app import create_app
from service.cli import judged_again
from service.data_files import read_folder
from service.engine.data import DataSet, UnfitData
from service.engine.game import AnyGame
from service.engine.reports import RulesTold
from service.games.ndc.game import HERE, NDC, ndc_of
from service.games.shelf import GAMES
from service.matches import AtSeat, Context
from service.matches.dice_proof import export_as_if_over
from service.matches.history import history
from service.matches.importing import take_in_match
from service.matches.new_rules import follow_all
from service.matches.rate_limits import RateLimits
from service.matches.replaying import NotReplayed, replay
from service.matches.review import review_of
from service.settings import Settings
from service.store import Store, tables
from service.store.import_checks import UnfitMatch
from service.store.transfer import export_rows
from tests.client import TestClient
from tests.other_data import HIGHLANDS, replaced
from tests.random_play import random_orders
from tests.service_fixtures import bearer, drawn
from tests.toy import TOY

Json = dict[str, Any]
SEVENTY = ("name: clear, cost: {tracked: 3", "name: heath, cost: {tracked: 7")
"""A figure of chart 9.7, and a name, as somebody may change them."""


@cache
def source(file: Path) -> Callable[[int], bytes]:
    """The source of secrets of all houses on one database, so that none draws what another has drawn."""
    return drawn(file.name)


def house(file: Path, games: Mapping[str, AnyGame]) -> Context:
    """A server on a database, as it starts."""
    limits = RateLimits({"orders": "1000000 per minute"})
    context = Context(Store(f"sqlite:///{file}", games), rate_limits=limits, secret=source(file))
    follow_all(context)
    return context


def opened(context: Context, game: str) -> dict[str, AtSeat]:
    account, info = matches.make_guest(context), context.games[game].info
    match_id = matches.open_match(context, account, game, next(iter(info.scenarios))).match_id
    return {seat: AtSeat(match_id, seat, account.id) for seat in info.seats}


def play(context: Context, seats: Mapping[str, AtSeat], luck: int, calls: int) -> None:
    """So many calls at random, or to the end."""
    rng = random.Random(luck)
    match_id = next(iter(seats.values())).match_id
    for _ in range(calls):
        match = context.store.read(match_id)
        if match.state.ended:
            return
        seat = rng.choice(match.state.waiting)
        orders = random_orders(match.game, match.state.pictures[seat], rng)
        matches.take_orders(context, seats[seat], orders, version=match.state.log_lengths[seat])


def edited(game: AnyGame, path: str, *changes: tuple[str, str]) -> DataSet:
    """A game's set of data with these texts of one file changed."""
    assert game.data is not None
    return DataSet.of({**game.data.files, path: replaced(game.data.files[path], *changes)})


def told_to(context: Context, seats: Mapping[str, AtSeat]) -> dict[str, bytes]:
    """What the API answers each seat, by address; each unit's ways among it."""
    found: dict[str, bytes] = {}
    with TestClient(create_app(Settings(), context, with_pages=False)) as client:
        for at in seats.values():
            path, headers = f"/api/v1/matches/{at.match_id}/seats/{at.seat}", bearer(context, account_of(at))
            own = client.get(f"{path}/view", headers=headers).json()["view"]["own"]
            ways = [f"destinations?unit={unit['id']}" for unit in own[:3]]
            for what in ("view", "options", "log", "history", "standing-orders", *ways):
                answer = client.get(f"{path}/{what}", headers=headers)
                assert answer.status_code == 200, (what, answer.text)
                found[f"{at.seat} {what}"] = answer.content
    return found


def account_of(at: AtSeat) -> matches.Account:
    return matches.Account(at.account_id, None)


def journal(context: Context, match_id: str) -> list[str]:
    with context.store.look() as look:
        game = look.matches.facts(match_id).game  # type: ignore[union-attr]
        return [context.store.codec(game).event(event) for event in look.matches.journal(match_id, game)]


# ---- a file on disk


def test_a_file_that_is_changed_on_disk_changes_no_open_match(empty_database: Path, tmp_path: Path):
    """Neither what it is told, nor what comes of an order; a new match has the new figure, and each its own book."""
    folder, file, chart = tmp_path / "data", tmp_path / "house.db", "chart_9_7.yaml"
    shutil.copytree(HERE / "printed" / "data", folder)
    shutil.copyfile(empty_database, file)
    before = house(file, {"ndc": ndc_of(read_folder(folder))})
    seats = opened(before, "ndc")
    match_id = next(iter(seats.values())).match_id
    play(before, seats, 1, 5)
    told = told_to(before, seats)
    before.store.close()
    kept = shutil.copyfile(file, tmp_path / "unchanged.db")
    (folder / chart).write_text(replaced((folder / chart).read_text("utf-8"), SEVENTY), "utf-8")

    after = house(file, {"ndc": ndc_of(read_folder(folder))})
    assert after.games["ndc"].data_id != NDC.data_id
    assert told_to(after, seats) == told
    play(after, seats, 2, 4)
    unchanged = house(kept, {"ndc": NDC})
    play(unchanged, seats, 2, 4)
    assert journal(after, match_id) == journal(unchanged, match_id), "the same orders come to the same"

    anew = opened(after, "ndc")
    state = after.store.read(next(iter(anew.values())).match_id).state
    assert state.tables.chart.terrain["C"].cost["tracked"] == 7
    assert after.store.read(match_id).state.tables.chart.terrain["C"].cost["tracked"] == 3
    reads_its_own_book(after, seats["US"], anew["US"])
    for context in (after, unchanged):
        context.store.close()


def reads_its_own_book(context: Context, old: AtSeat, new: AtSeat) -> None:
    """From its page each match leads to charts with its own figures."""
    with TestClient(create_app(Settings(), context)) as client:
        for at, address, figure in ((old, f"ndc@{NDC.data_id}", "clear (C)"), (new, "ndc", "heath (C)")):
            client.get(f"/seat/{matches.seat_link(context, at)}")
            page = client.get(f"/matches/{at.match_id}/{at.seat}").text
            assert f'"/games/{address}' in page
            charts = client.get(f"/games/{address}/charts")
            assert charts.status_code == 200 and figure in charts.text
            assert ("the figures on offer" in charts.text) == (at is old)
            scenario = client.get(f"/api/v1/games/{address}/scenarios/kaltenbach")
            assert scenario.status_code == 200 and scenario.json()["game"] == "ndc"
        for wrong in (f"ndc@{'0' * 40}", "ndc@", "ndc@x", f"toy@{NDC.data_id}"):
            assert client.get(f"/games/{wrong}/rules").status_code == 404
            assert client.get(f"/api/v1/games/{wrong}").status_code == 404


# ---- another release


def release(game: AnyGame, version: str, data: DataSet, shipped: Mapping[str, str]) -> AnyGame:
    """A game as a release of another version would have it, with its own data."""
    one = game.bound_to(data)
    info = replace(one.info, version=version, shipped=shipped)
    return replace(one, info=info, on_shelf=None, bind=lambda other: release(game, version, other, shipped))


def test_a_match_of_the_shipped_data_goes_over_to_those_of_a_new_version_and_no_other_does(
    empty_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Both are told of the version; which figures hold, the one that moves is told too, and its past keeps the old, in
    a review too.
    """
    monkeypatch.setattr(import_module("service.matches.review"), "EVERY", 10)
    file = Path(shutil.copyfile(empty_database, tmp_path / "house.db"))
    first = house(file, {"ndc": NDC})
    shipped = opened(first, "ndc")
    play(first, shipped, 3, 5)
    first.store.close()
    own = edited(NDC, "chart_9_7.yaml", SEVENTY)
    second = house(file, {"ndc": ndc_of(own)})
    other = opened(second, "ndc")
    second.store.close()

    newer = edited(NDC, "chart_9_7.yaml", ("name: clear, cost: {tracked: 3", "name: clear, cost: {tracked: 4"))
    versions = {NDC.info.version: NDC.data_id, "2027.1": newer.id}
    third = house(file, {"ndc": release(NDC, "2027.1", newer, versions)})
    for seats, data, named in ((shipped, newer.id, newer.id), (other, own.id, "")):
        for at in seats.values():
            match = third.store.read(at.match_id)
            picture = match.state.pictures[at.seat]
            assert (match.game.data_id, match.state.data, picture.data) == (data, data, data)
            assert match.state.rules_version == "2027.1"
            with third.store.look() as look:
                [told] = look.matches.log(at.match_id, at.seat, match.game, 0, 1000, kind="rules-told")
                then = look.matches.opening_picture(at.match_id, at.seat, match.game)
            assert isinstance(told.report, RulesTold) and told.report.data == named
            assert then.data == (NDC.data_id if seats is shipped else own.id)
        play(third, seats, 4, 4)
        for at in seats.values():
            with third.store.work() as work:
                assert export_as_if_over(third, work, at)["data"] == data
    assert history(third, shipped["US"], 0).picture.tables.chart.terrain["C"].cost["tracked"] == 3
    match = third.store.read(shipped["US"].match_id)
    assert review_of(third, match.facts).state == match.state
    again = [review_of(third, match.facts, number).state.data for number in (25, match.journal_length)]
    assert again == [NDC.data_id, newer.id]
    third.store.close()


def test_a_set_that_can_be_read_no_more_harms_no_other_match(empty_database: Path, tmp_path: Path):
    """The server opens, lists name the match as it is called by what is on offer, and other matches go on."""
    file = Path(shutil.copyfile(empty_database, tmp_path / "house.db"))
    own = ndc_of(edited(NDC, "chart_9_7.yaml", SEVENTY))
    first = house(file, {"ndc": own, "toy": TOY})
    lost, other = opened(first, "ndc"), opened(first, "toy")
    with first.store.work() as work:
        kept = work.session.get_one(tables.KeptData, own.data_id)
        kept.files = kept.files.replace("heath", "moor")
    first.store.close()
    second = house(file, {"ndc": NDC, "toy": release(TOY, "2", TOY.data, {})})  # type: ignore[arg-type]
    with pytest.raises(UnfitData, match="is not what it was"):
        second.store.read(lost["US"].match_id)
    play(second, other, 9, 4)
    with TestClient(create_app(Settings(), second), raise_server_exceptions=False) as client:
        client.cookies.set(*cookie(second, lost["US"]))
        home = client.get("/")
        assert home.status_code == 200 and "The Kaltenbach Gap" in home.text
    second.store.close()


class Unforeseen(Exception):
    """A fault that no rules foresaw."""


def that_fails(data: DataSet) -> AnyGame:
    raise Unforeseen("nought divided by nought")


def test_a_set_at_which_the_rules_fail_harms_no_list_of_matches(empty_database: Path, tmp_path: Path):
    """As a later release may that reads it otherwise: the match cannot be read, and it says why."""
    file = Path(shutil.copyfile(empty_database, tmp_path / "house.db"))
    first = house(file, {"toy": TOY.bound_to(edited(TOY, "yard.yaml", ("made up", "made anew")))})
    lost = opened(first, "toy")
    first.store.close()
    second = house(file, {"toy": replace(TOY, bind=that_fails)})
    with pytest.raises(UnfitData, match="cannot be played by this set of data: Unforeseen nought divided by nought"):
        second.store.read(lost["north"].match_id)
    with TestClient(create_app(Settings(), second), raise_server_exceptions=False) as client:
        client.cookies.set(*cookie(second, lost["north"]))
        home = client.get("/")
        assert home.status_code == 200 and "Hide and Seek" in home.text
    second.store.close()


def cookie(context: Context, at: AtSeat) -> tuple[str, str]:
    """What the browser of a seat brings."""
    return matches.seat_cookie(at.match_id, at.seat), matches.seat_link(context, at)


# ---- a match as a file


def exported(context: Context, match_id: str) -> Json:
    with context.store.look() as look:
        found = export_rows(look.matches, match_id, lambda name, rows: None)
    again: Json = json.loads(json.dumps(found))
    return again


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC, "toy": TOY, "highlands": HIGHLANDS}


def test_a_match_takes_its_data_to_another_house(context: Context, empty_database: Path, tmp_path: Path):
    """To one that has never had them; there it goes on by them, and whoever looks for them finds them."""
    own = ndc_of(edited(NDC, "chart_9_7.yaml", SEVENTY))
    here = house(Path(shutil.copyfile(empty_database, tmp_path / "here.db")), {"ndc": own})
    seats = opened(here, "ndc")
    play(here, seats, 5, 4)
    match_id = next(iter(seats.values())).match_id
    file = exported(here, match_id)
    assert [row["id"] for row in file["tables"]["kept_data"]] == [own.data_id]
    brought = take_in_match(context, file)
    match = context.store.read(brought.match_id)
    assert match.game.data_id == match.state.data == own.data_id
    assert match.state == here.store.read(match_id).state
    taken = {seat: matches.seat_by_link(context, link) for seat, link in brought.links.items()}
    play(context, taken, 6, 2)
    here.store.close()


def without_them(file: Json) -> None:
    file["tables"]["kept_data"] = []


def with_others(file: Json) -> None:
    [row] = file["tables"]["kept_data"]
    row["files"] = replaced(row["files"], ("tracked: 7", "tracked: 8"))


def that_nobody_can_read(file: Json) -> None:
    [row] = file["tables"]["kept_data"]
    row["files"] = "[" * 100_000


def that_cannot_be_played(file: Json) -> None:
    [row] = file["tables"]["kept_data"]
    spoiled = DataSet.of({**json.loads(row["files"]), "ew.yaml": "provenance: nobody's\n"})
    row.update(id=spoiled.id, files=json.dumps(dict(spoiled.files)))
    file["tables"]["match"][0]["data"] = file["tables"]["opening"][0]["data"] = spoiled.id


def of_the_house(file: Json) -> None:
    file["tables"]["match"][0]["data"] = NDC.data_id
    file["tables"]["opening"][0]["data"] = NDC.data_id


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (without_them, "does not bring the set of data"),
        (with_others, "is not what its name says"),
        (that_nobody_can_read, "cannot be read"),
        (that_cannot_be_played, r"cannot be played by this set of data: ew\.yaml"),
        (of_the_house, "was never played by"),
    ],
)
def test_a_file_with_other_data_than_it_names_is_refused(spoil: Any, reason: str, context: Context, elsewhere: Json):
    file = json.loads(json.dumps(elsewhere))
    spoil(file)
    with pytest.raises(UnfitMatch, match=reason):
        take_in_match(context, file)


def test_a_file_with_figures_at_which_the_rules_fail_is_refused(empty_database: Path, tmp_path: Path):
    own = TOY.bound_to(edited(TOY, "yard.yaml", ("made up", "made anew")))
    there = house(Path(shutil.copyfile(empty_database, tmp_path / "there.db")), {"toy": own})
    file = exported(there, next(iter(opened(there, "toy").values())).match_id)
    here = house(Path(shutil.copyfile(empty_database, tmp_path / "here.db")), {"toy": replace(TOY, bind=that_fails)})
    with pytest.raises(UnfitMatch, match="Unforeseen nought divided by nought"):
        take_in_match(here, file)
    there.store.close()
    here.store.close()


@pytest.fixture(scope="module")
def elsewhere(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Json:
    """A match by data that nobody else has, as a file."""
    file = Path(shutil.copyfile(empty_database, tmp_path_factory.mktemp("elsewhere") / "house.db"))
    there = house(file, {"ndc": ndc_of(edited(NDC, "chart_9_7.yaml", SEVENTY))})
    found = exported(there, next(iter(opened(there, "ndc").values())).match_id)
    there.store.close()
    return found


def test_a_match_that_is_over_is_judged_by_the_data_in_its_file(
    empty_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Also where it went over to others on the way, and where the judge has neither of them on the shelf."""
    path = Path(shutil.copyfile(empty_database, tmp_path / "house.db"))
    newer, third = (edited(TOY, "yard.yaml", ("made up", said)) for said in ("made anew", "of somebody else"))
    versions = {TOY.info.version: TOY.data_id, "2": newer.id}
    first = house(path, {"toy": replace(TOY, info=replace(TOY.info, shipped=versions))})
    seats = opened(first, "toy")
    play(first, seats, 7, 5)
    first.store.close()
    second = house(path, {"toy": release(TOY, "2", newer, versions)})
    play(second, seats, 8, 500)
    export = json.loads(json.dumps(matches.export(second, seats["north"])))
    second.store.close()
    assert export["data"] == newer.id and set(export["whole"]["data_sets"]) == {TOY.data_id, newer.id}
    judge = {"toy": release(TOY, "2", third, {**versions, "2": third.id})}
    assert [stretch.replayed for stretch in replay(export, judge)] == [False, True]
    monkeypatch.setitem(GAMES, "toy", judge["toy"])
    lines, whole = judged_again(export)
    assert not whole and f"figures that the file brings, {newer.id}" in lines[-1]
    del export["whole"]["data_sets"][newer.id]
    with pytest.raises(NotReplayed, match="is missing"):
        replay(export, judge)
