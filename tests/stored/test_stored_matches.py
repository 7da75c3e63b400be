"""Matches that were stored by earlier commits load, go on, and verify: for ever.

Beside this file lies a folder for each such commit: `house.db.gz`, a whole server of it; its matches as `sitrep export`
wrote them; and `matches.json`, the id of each by name. None of these files is ever written again.
"""

from __future__ import annotations

import gzip
import json
import random
import shutil
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from service import matches, verify
from service.app import create_app
from service.engine.reports import RulesTold
from service.engine.sentences import plain_text
from service.engine.state import duplicate
from service.games.shelf import GAMES
from service.matches import AtSeat, Context
from service.matches.clock import lapse
from service.matches.dice_proof import export_as_if_over
from service.matches.new_rules import follow_all
from service.matches.rate_limits import RateLimits
from service.matches.replaying import NotReplayed, Stretch, replay
from service.settings import Settings
from service.store import Store
from service.store.transfer import import_rows, look_through
from tests.client import TestClient
from tests.random_play import random_orders
from tests.service_fixtures import drawn

COMMITS = ("7c6f1ea",)
HERE = Path(__file__).parent
STORED = [
    pytest.param(commit, name, id=f"{commit}-{name}")
    for commit in COMMITS
    for name in json.loads((HERE / commit / "matches.json").read_text())
]
GOING_ON = [one for one in STORED if not str(one.values[1]).endswith("-over")]
EXPORTED = [
    pytest.param(file.parent.name, file.name.removesuffix(".json.gz"), id=f"{file.parent.name}-{file.name}")
    for file in sorted(HERE.glob("*/*-going-on.json.gz"))
]
MOST_CALLS = 2_000
FIRST_CALLS = 8
Json = dict[str, Any]


class Later:
    """A clock that goes on from the day on which the matches were stored."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 22, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def context_on(file: Path, *, migrated: bool = False) -> Context:
    context = Context(
        Store(f"sqlite:///{file}", GAMES),
        rate_limits=RateLimits({"orders": "1000000 per minute"}),
        clock=Later(),
        secret=drawn(file.name),
    )
    if not migrated:
        context.store.migrate()
    return context


@pytest.fixture(scope="session")
def up_to_date(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The server of a commit, brought up to date: once, of which each test has a copy."""

    @cache
    def file_of(commit: str) -> Path:
        file = tmp_path_factory.mktemp(commit) / "house.db"
        file.write_bytes(gzip.decompress((HERE / commit / "house.db.gz").read_bytes()))
        context = context_on(file)
        with context.store.writer.connect() as connection:
            connection.exec_driver_sql("ROLLBACK")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.exec_driver_sql("BEGIN")
        context.store.close()
        return file

    return file_of


@pytest.fixture
def house(commit: str, up_to_date: Callable[[str], Path], tmp_path: Path) -> Iterator[Context]:
    """The server of that commit, brought up to date."""
    context = context_on(Path(shutil.copyfile(up_to_date(commit), tmp_path / "house.db")), migrated=True)
    yield context
    context.store.close()


def ids(commit: str) -> Mapping[str, str]:
    found: Mapping[str, str] = json.loads((HERE / commit / "matches.json").read_text())
    return found


def seats_of(context: Context, match_id: str) -> list[AtSeat]:
    with context.store.look() as look:
        return [AtSeat(match_id, seat, account or "") for seat, account in look.matches.holders(match_id).items()]


@pytest.mark.parametrize("commit", COMMITS)
def test_matches_of_before_sets_had_names_are_played_by_the_shipped_one(house: Context, commit: str):
    """From when the server is brought up to date: stored with them, whatever lies on the shelf later."""
    for match_id in ids(commit).values():
        match = house.store.read(match_id)
        shipped = GAMES[match.game.info.name].data_id
        assert shipped and match.facts.data == match.state.data == shipped
        with house.store.look() as look:
            assert look.matches.opening(match_id, match.game).data == shipped
            assert look.matches.kept(shipped)


def play_on(context: Context, match_id: str, luck: int, most: int = MOST_CALLS) -> int:
    """Play a match at random to its end, or so many calls; how many calls that took."""
    rng = random.Random(luck)
    for calls in range(MOST_CALLS):
        match = context.store.read(match_id)
        state = match.state
        if state.ended or calls == most:
            return calls
        if state.window == "open" and (not state.waiting or rng.random() < 0.3):
            assert isinstance(context.clock, Later)
            context.clock.now += timedelta(days=2)
            lapse(context, match_id)
            continue
        seat = rng.choice(state.waiting)
        if orders := random_orders(match.game, state.pictures[seat], rng):
            at = next(at for at in seats_of(context, match_id) if at.seat == seat)
            matches.take_orders(context, at, orders, version=state.log_lengths[seat])
    raise AssertionError(f"{match_id} came to no end in {MOST_CALLS} calls")


def exported(context: Context, at: AtSeat) -> dict[str, Any]:
    """A seat's export as it stands in a file."""
    found: dict[str, Any] = json.loads(json.dumps(matches.export(context, at)))
    return found


def exported_as_if_over(context: Context, at: AtSeat) -> Json:
    """What it would be if the match ended now: all its dice with their seeds, and what the rules made of them."""
    with context.store.look() as look:
        found: Json = json.loads(json.dumps(export_as_if_over(context, look, at)))
    return found


def replayed_as_far_as_it_is(export: Json) -> None:
    """Every event and report comes out, and what is asked after that is whether the match is over."""
    begun = duplicate(export)
    begun["whole"]["journal"].pop()  # the root that would end it, which no step made
    with pytest.raises(NotReplayed, match=r"^the match is not over yet$"):
        replay(begun, GAMES)


@pytest.mark.parametrize("commit", COMMITS)
def test_both_players_of_a_match_that_goes_on_under_new_rules_are_told_so_at_once(house: Context, commit: str) -> None:
    """When the server starts; once, and only in matches that go on."""
    going_on = [id for name, id in ids(commit).items() if not name.endswith("-over")]
    before = {id: {at.seat: matches.log(house, at).version for at in seats_of(house, id)} for id in going_on}
    assert follow_all(house) == len(going_on) and follow_all(house) == 0
    for id in going_on:
        for at in seats_of(house, id):
            log = matches.log(house, at)
            assert log.version == before[id][at.seat] + 1
            told = log.entries[-1]
            assert told.kind == "rules-told", told
            game = matches.game_at(house, at)
            words = game.words.prose(
                RulesTold(version=game.info.version, was="2026.1", changes=game.changes_since("2026.1"))
            )
            assert game.info.version in plain_text(words)
            with house.store.look() as look:
                [said] = look.matches.log(id, at.seat, game, log.version - 1, 1)
            assert isinstance(said.report, RulesTold) and said.report.changes
            assert said.report.version == game.info.version and game.knows(said.report.was)


@pytest.mark.parametrize("commit", COMMITS)
def test_a_match_that_is_over_follows_no_new_rules(house: Context, commit: str) -> None:
    """Its last root is the end of it: anything behind that would make its dice fail for ever."""
    over = {name: id for name, id in ids(commit).items() if name.endswith("-over")}
    for id in over.values():
        before = {at: matches.log(house, at).version for at in seats_of(house, id)}
        assert not matches.follow(house, id)
        assert {at: matches.log(house, at).version for at in before} == before
        at = seats_of(house, id)[-1]
        assert verify.verify(exported(house, at)).whole


@pytest.mark.parametrize("commit", COMMITS)
def test_they_are_told_as_the_service_starts(house: Context, commit: str) -> None:
    """Not with the next orders: that would tell one side that the other has ordered something."""
    going_on = [id for name, id in ids(commit).items() if not name.endswith("-over")]
    with TestClient(create_app(Settings(), house, with_pages=False)):
        for id in going_on:
            for at in seats_of(house, id):
                assert [entry.kind for entry in matches.log(house, at).entries][-1] == "rules-told"


@pytest.mark.parametrize("commit", COMMITS)
def test_the_page_says_so_above_all_else_and_not_among_the_news(house: Context, commit: str) -> None:
    """A skirmish folds its news away; what changed is a list, with the way to the rulebook."""
    at = seats_of(house, ids(commit)["skirmish-going-on"])[0]
    matches.follow(house, at.match_id)
    [change, *_] = matches.game_at(house, at).changes_since("2026.2")
    browser = TestClient(create_app(Settings(), house))
    page = browser.get(f"/seat/{matches.seat_link(house, at)}").text
    [before, after] = page.split('id="new-rules"')
    notice = after.partition("</div>")[0]
    assert f"<li>{escape(change)}</li>" in notice and "/rules#what-changed" in notice
    assert 'id="news-title"' not in before
    assert "of the rules applies" not in after.partition('id="news-title"')[2].partition("</details>")[0]


@pytest.mark.parametrize(("commit", "name"), STORED)
def test_a_stored_match_loads_goes_on_and_verifies(house: Context, commit: str, name: str) -> None:
    """What is open of its dice verifies before, and all of them a while after, when its seeds are opened."""
    match_id = ids(commit)[name]
    over = name.endswith("-over")
    for at in seats_of(house, match_id):
        reading = matches.read(house, at)
        assert reading.view is not None and (reading.where.ended or reading.heading_options or reading.anytime_kinds)
        assert matches.log(house, at).version == reading.version
        if over and at != seats_of(house, match_id)[0]:
            continue  # the others' file of one that is over: where it follows no new rules
        verdict = verify.verify(exported(house, at))
        assert verdict.whole == over and verdict.scheme == 1 and verdict.renewed is None
        assert bool(verdict.hidden_rolls) == over and (verdict.public_rolls or not over)
    at = seats_of(house, match_id)[0]
    if over:
        [former] = replay(exported(house, at), GAMES)
        assert not former.replayed
        return
    with house.store.look() as look:
        before = len(look.matches.steps(match_id))
    assert play_on(house, match_id, 1, FIRST_CALLS) == FIRST_CALLS
    export = exported_as_if_over(house, at)
    verdict = verify.verify(export)
    assert verdict.whole and verdict.hidden_rolls and verdict.public_rolls
    assert verdict.scheme == 1 and verdict.renewed is not None
    replayed_as_far_as_it_is(export)
    steps = export["whole"]["steps"]
    assert {step["rules"] for step in steps[:before]} == {export["rules_version"]}
    assert {step["rules"] for step in steps[before + 1 :]} == {GAMES[export["game"]].info.version}
    events = export["whole"]["journal"]
    renewed = next(i for i, event in enumerate(events) if event["kind"] == "rules-changed")
    del events[next(i for i, event in enumerate(events) if i > renewed and event["kind"] == "seat-done")]
    with pytest.raises(NotReplayed) as found:
        replay(export, GAMES)
    assert "not over yet" not in str(found.value)


@pytest.mark.soak
@pytest.mark.parametrize(("commit", "name"), STORED)
def test_what_an_earlier_version_worked_is_not_replayed_and_what_this_one_works_is(
    house: Context, commit: str, name: str
) -> None:
    match_id = ids(commit)[name]
    with house.store.look() as look:
        before = len(look.matches.steps(match_id))
    play_on(house, match_id, luck=4)
    export = exported(house, seats_of(house, match_id)[0])
    verify.verify(export)
    former, *new = replay(export, GAMES)
    assert (former.first, former.last, former.replayed) == (1, before, False)
    assert former.rules == export["rules_version"] != GAMES[export["game"]].info.version
    if name.endswith("-over"):
        assert not new
    else:
        last = export["whole"]["steps"][-1]
        assert new == [Stretch(before + 1, last["step"], GAMES[export["game"]].info.version, True)]
        assert last["rules"] == GAMES[export["game"]].info.version
        altered = duplicate(export)
        renewed = next(i for i, event in enumerate(altered["whole"]["journal"]) if event["kind"] == "rules-changed")
        lost = next(
            i for i, event in enumerate(altered["whole"]["journal"]) if i > renewed and event["kind"] == "seat-done"
        )
        del altered["whole"]["journal"][lost]
        with pytest.raises(NotReplayed):
            replay(altered, GAMES)


@pytest.mark.soak
@pytest.mark.parametrize(("commit", "name"), GOING_ON)
def test_a_stored_match_loads_goes_on_to_its_end_and_verifies(house: Context, commit: str, name: str) -> None:
    """Before it goes on, what is open of its dice verifies too."""
    match_id = ids(commit)[name]
    for at in seats_of(house, match_id):
        reading = matches.read(house, at)
        assert reading.view is not None and (reading.where.ended or reading.heading_options or reading.anytime_kinds)
        assert matches.log(house, at).version == reading.version
        assert verify.verify(exported(house, at)).whole == name.endswith("-over")
    calls = play_on(house, match_id, luck=1)
    assert (calls == 0) == name.endswith("-over")
    for at in seats_of(house, match_id):
        verdict = verify.verify(exported(house, at))
        assert verdict.whole and verdict.hidden_rolls and verdict.public_rolls
        assert verdict.scheme == 1 and (verdict.renewed is None) == name.endswith("-over")


def renewed(journal: list[Json]) -> int:
    [at] = [at for at, event in enumerate(journal) if event["kind"] == "dice-renewed"]
    return at


def not_at_all(export: Json) -> None:
    """As if all dice had followed the first scheme."""
    export["whole"]["journal"].pop(renewed(export["whole"]["journal"]))
    export["dice"]["renewed"] = None


def from_the_beginning(export: Json) -> None:
    """As if none had."""
    not_at_all(export)
    export["dice"]["scheme"] = 2


def a_roll_later(export: Json) -> None:
    journal = export["whole"]["journal"]
    event = journal.pop(at := renewed(journal))
    later = next(i for i, other in enumerate(journal) if i >= at and other["kind"] == "rolled")
    journal.insert(later + 1, event)


def with_no_roll_between(export: Json) -> None:
    """Where no roll lies between, the roots find it: they cover the renewal itself."""
    journal = export["whole"]["journal"]
    event = journal.pop(at := renewed(journal))
    before = next(i for i in reversed(range(at)) if journal[i]["kind"] in ("rolled", "phase-sealed"))
    journal.insert(before, event)


def twice(export: Json) -> None:
    journal = export["whole"]["journal"]
    journal.append(journal[renewed(journal)])


def elsewhere_in_the_proof(export: Json) -> None:
    export["dice"]["renewed"]["after"] += 1


@pytest.mark.parametrize("commit", COMMITS)
def test_the_dice_of_an_older_match_are_renewed_once_at_the_place_that_is_shown(house: Context, commit: str) -> None:
    """Before anything else that happens in it; nobody can say afterwards that it was otherwise."""
    match_id = ids(commit)["skirmish-going-on"]
    at = seats_of(house, match_id)[0]
    with house.store.look() as look:
        before = len(look.matches.journal(match_id, GAMES["skirmish"]))
    assert exported(house, at)["dice"]["renewed"] is None
    play_on(house, match_id, 3, FIRST_CALLS)
    export = exported_as_if_over(house, at)
    assert renewed(export["whole"]["journal"]) == before + 1, "only the acceptance of the first orders stands before it"
    for alter in (not_at_all, from_the_beginning, a_roll_later, with_no_roll_between, twice, elsewhere_in_the_proof):
        altered = duplicate(export)
        alter(altered)
        with pytest.raises(verify.Untrue):
            verify.verify(altered)
            raise AssertionError(f"not found: {alter.__name__}")


@pytest.mark.parametrize("calls", [FIRST_CALLS, pytest.param(MOST_CALLS, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("commit", "name"), EXPORTED)
def test_a_match_that_an_earlier_commit_exported_is_taken_in_goes_on_and_verifies(
    commit: str, name: str, database: Path, calls: int
) -> None:
    file = HERE / commit / f"{name}.json.gz"
    context = context_on(database)
    brought = look_through(json.loads(gzip.decompress(file.read_bytes())), context.store.shelf)
    accounts = {seat: matches.make_guest(context).id for seat in brought.seats}
    with context.store.work() as work:
        import_rows(work.session, brought, accounts, lambda name, rows: None)
    play_on(context, brought.match_id, 2, calls)
    for at in seats_of(context, brought.match_id):
        assert verify.verify(exported_as_if_over(context, at)).whole
    context.store.close()
