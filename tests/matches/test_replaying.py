"""A match that is over is worked anew by its own rules: whatever was dropped or altered of it is found."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from docs.examples.fox import FOX_AND_HOUNDS
from service import matches, verify
from service.cli import cli
from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.outline import Heading, Phase, Repeat, Segment
from service.engine.state import duplicate
from service.games.shelf import GAMES
from service.matches import AtSeat, Context
from service.matches.dice_proof import export_as_if_over
from service.matches.match_queue import MatchQueue
from service.matches.rate_limits import RateLimits
from service.matches.replaying import NotReplayed, Stretch, replay
from service.store import Store
from tests.altered import with_info
from tests.matches.altering import (
    ALTERED,
    UNSEEN_BY_DICE,
    Altered,
    a_report_altered,
    an_event_dropped,
    an_outcome_altered,
    other,
    outcomes,
    the_opening_altered,
    told,
)
from tests.random_play import random_orders
from tests.service_fixtures import drawn
from tests.toy import HEXES, NORTH, SOUTH, TOY, Hide, MatchOver, Search

Json = dict[str, Any]


def looked(state: Any, dice: Dice) -> Iterator[Event]:
    """Nobody is found."""
    yield from ()


def over(state: Any, dice: Dice) -> Iterator[Event]:
    """Neither has found the other."""
    for seat in state.seats:
        yield Told(seat=seat, report=MatchOver(winner=NORTH))


def enough(state: Any) -> bool:
    return bool(state.round() >= len(HEXES) + 3)


SCOUTS = replace(
    with_info(TOY, name="scouts"),
    outline=Heading("Scouts")[
        Repeat("Rounds", until=enough)[
            Segment("Scout", by=NORTH, orders=(Search,), works="when done", ends=looked, passes=True),
            Segment("Move", by=NORTH, orders=(Hide,)),
            Segment("Answer", by=SOUTH, orders=(Hide,)),
        ],
        Phase("End", does=over),
    ],
)
"""When every hex has been searched, North is asked there no more."""
EVERY = {**GAMES, "toy": TOY, "fox": FOX_AND_HOUNDS, "scouts": SCOUTS}
LONG = [pytest.param(game, marks=pytest.mark.soak) for game in GAMES]
WHOLE = ["toy", "fox", *LONG]
"""Played to their ends; the games of the shelf, which take long, in the long run."""
MOST_CALLS = 3_000
FIRST_CALLS = 12
FIRST_LUCK = defaultdict(lambda: 5, skirmish=32)
"""In the first calls of a skirmish a battery is to be called."""


def played(context: Context, game: str, luck: int, most: int = MOST_CALLS) -> tuple[AtSeat, AtSeat]:
    """A match at random to its end, or so many calls of it; both its seats."""
    played, account, rng = EVERY[game], matches.make_guest(context), random.Random(luck)
    opened = matches.open_match(context, account, game, next(iter(played.info.scenarios)))
    first, second = (AtSeat(opened.match_id, seat, account.id) for seat in played.info.seats)
    for call in range(MOST_CALLS):
        state = context.store.read(opened.match_id).state
        if state.ended or call == most:
            return first, second
        at = first if rng.choice(state.waiting) == first.seat else second
        if orders := random_orders(played, state.pictures[at.seat], rng):
            matches.take_orders(context, at, orders, version=state.log_lengths[at.seat])
    raise AssertionError(f"{game} came to no end")


def exported(context: Context, at: AtSeat) -> Json:
    found: Json = json.loads(json.dumps(matches.export(context, at)))
    return found


@pytest.fixture(scope="module")
def context(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    file = shutil.copyfile(empty_database, tmp_path_factory.mktemp("replayed") / "sitrep.db")
    limits = RateLimits({"orders": "1000000 per minute", "anytime": "1000000 per day"})
    context = Context(Store(f"sqlite:///{file}", EVERY), rate_limits=limits, secret=drawn("replayed"))
    yield context
    context.store.close()


class Exports(dict[str, tuple[Json, Json]]):
    """Both seats' exports by game, each played when it is asked for; too long to print."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context

    def __missing__(self, game: str) -> tuple[Json, Json]:
        context = replace(self.context, secret=drawn(f"whole {game}"))  # whichever test asks first
        first, second = played(context, game, luck=5)
        self[game] = exported(context, first), exported(context, second)
        return self[game]

    def __repr__(self) -> str:
        return "exports"


class Begun(Exports):
    """The same of matches that have only begun, as if they were over."""

    def __missing__(self, game: str) -> tuple[Json, Json]:
        context = replace(self.context, secret=drawn(f"begun {game}"))
        with context.store.look() as look:
            first, second = (
                json.loads(json.dumps(export_as_if_over(context, look, at)))
                for at in played(context, game, luck=FIRST_LUCK[game], most=FIRST_CALLS)
            )
        for export in (first, second):
            export["whole"]["journal"].pop()  # the root that ends it, which no step made
        self[game] = first, second
        return self[game]


@pytest.fixture(scope="module")
def exports(context: Context) -> Exports:
    return Exports(context)


@pytest.fixture(scope="module")
def begun(context: Context) -> Exports:
    return Begun(context)


def test_what_was_passed_is_passed_again(context: Context):
    """By the picture that its seat had then; a passed heading that is altered is found like anything else."""
    for at in played(context, "scouts", luck=5):
        export = exported(context, at)
        passed = [
            event for event in export["whole"]["journal"] if event.get("report", {}).get("kind") == "heading-passed"
        ]
        assert len(passed) > 1 and {event["seat"] for event in passed} == {NORTH}
        assert all(stretch.replayed for stretch in replay(export, EVERY))
        passed[0]["report"]["titles"] = ["Answer"]
        with pytest.raises(NotReplayed):
            replay(export, EVERY)


@pytest.mark.parametrize("game", WHOLE)
def test_a_match_worked_anew_from_its_opening_and_its_seeds_is_the_same_to_the_letter(exports: Exports, game: str):
    for export in exports[game]:
        verify.verify(export)
        assert sum(step["events"] for step in export["whole"]["steps"]) == len(export["whole"]["journal"])
        last = export["whole"]["steps"][-1]["step"]
        assert replay(export, EVERY) == [Stretch(1, last, EVERY[game].info.version, True)]


ALL_BUT_THE_END = "^the match is not over yet$"


@pytest.mark.parametrize("game", GAMES)
def test_the_first_calls_of_a_match_are_the_same_to_the_letter_when_they_are_worked_anew(begun: Exports, game: str):
    """Everything checks out up to there, for each seat; what is asked after that is whether it is the end."""
    for export in begun[game]:
        assert len(export["whole"]["steps"]) > FIRST_CALLS / 2 and len(told(export)) > 3
        with pytest.raises(NotReplayed, match=ALL_BUT_THE_END):
            replay(export, EVERY)


def test_a_file_of_before_occasions_were_kept_is_worked_anew_without_them(exports: Exports):
    """And so is one of a match in the midst of which they began."""
    export = duplicate(exports["toy"][0])
    occasions = [event for event in export["whole"]["journal"] if event.get("occasion")]
    assert len(occasions) > 2
    for before in (occasions[:1], occasions):
        for event in before:
            event.pop("occasion", None)
        heard = [event.get("occasion") for event in export["whole"]["journal"] if is_told(event, export["seat"])]
        for entry, occasion in zip(export["log"], heard, strict=True):
            entry["occasion"] = occasion
        replay(export, EVERY)
    for entry in export["log"]:
        del entry["occasion"]
    assert all(stretch.replayed for stretch in replay(export, EVERY))


def is_told(event: Json, seat: str) -> bool:
    return bool(event["kind"] == "told" and event["seat"] == seat)


# ---- what was written otherwise before


def mission_of_before(said: Json) -> None:
    """All that a report on an artillery mission tells in its words alone."""
    hex, step, limit, over, fire = (said.pop(name) for name in ("hex", "step", "limit", "over", "fire"))
    said["what"] = {
        "phase": "a new phase", "lost": "the contact is lost", "spotting": f"a spotting round at {hex}",
        "call": f"no contact on {limit} or less{', and the mission is over' * over}",
        "correction": f"corrected to {hex}", "effect": f"fire for effect {fire} at {hex}",
        "fall": f"it falls in {hex}" if hex else "nobody sees it fall",
    }[step]  # fmt: skip


def standing_orders_of_before(said: Json) -> None:
    """The division commander's part called otherwise than in an order to defend."""
    said["commander"] = said.pop("command")


OF_BEFORE: dict[str, tuple[str, Callable[[Json], None]]] = {
    "skirmish": ("mission-told", mission_of_before),
    "ndc": ("set-standing-orders", standing_orders_of_before),
}


def of_kind(kind: str, said: Any) -> list[Json]:
    """Whatever is of this kind, however deep in a file."""
    if isinstance(said, list):
        return [found for one in said for found in of_kind(kind, one)]
    if not isinstance(said, dict):
        return []
    return ([said] if said.get("kind") == kind else []) + of_kind(kind, list(said.values()))


@pytest.mark.parametrize("game", OF_BEFORE)
def test_what_a_file_of_before_says_otherwise_is_worked_anew_as_what_it_says_now(begun: Exports, game: str):
    """In the journal and in the log; and what is added to it is found all the same."""
    kind, write_as_before = OF_BEFORE[game]
    export = duplicate(begun[game][0])
    found = of_kind(kind, export)
    for one in found:
        write_as_before(one)
    assert found and found != of_kind(kind, begun[game][0])
    with pytest.raises(NotReplayed, match=ALL_BUT_THE_END):
        replay(export, EVERY)
    of_kind(kind, export["whole"]["journal"])[0]["more"] = "than there was"
    with pytest.raises(NotReplayed, match="the rules make"):
        replay(export, EVERY)


# ---- what is altered


@pytest.mark.parametrize("alter", [a_report_altered, an_event_dropped, an_outcome_altered, the_opening_altered])
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_altered_in_its_first_calls_fails(begun: Exports, game: str, alter: Altered):
    export = duplicate(begun[game][0])
    alter(export, random.Random(1))
    assert export != begun[game][0]
    with pytest.raises(NotReplayed) as found:
        replay(export, EVERY)
    assert not re.match(ALL_BUT_THE_END, str(found.value))


@pytest.mark.parametrize("lucks", [range(2), pytest.param(range(2, 4), marks=pytest.mark.soak)], ids=str)
@pytest.mark.parametrize("alter", ALTERED)
@pytest.mark.parametrize("game", WHOLE)
def test_whatever_is_dropped_or_altered_fails(exports: Exports, game: str, alter: Altered, lucks: range):
    """Once in the file of each seat."""
    for luck in lucks:
        export = duplicate(exports[game][luck % 2])
        try:
            alter(export, random.Random(luck))
        except IndexError:
            continue  # a match without anything of the kind
        if export == exports[game][luck % 2]:
            continue
        with pytest.raises(NotReplayed):
            replay(export, EVERY)
            raise AssertionError(f"{alter.__name__} was not found")


@pytest.mark.parametrize("alter", UNSEEN_BY_DICE)
@pytest.mark.parametrize("game", ["toy", pytest.param("ndc", marks=pytest.mark.soak)])
def test_the_dice_alone_do_not_find_what_came_of_them(exports: Exports, game: str, alter: Altered):
    """So the file that checks the dice says that it does not check this."""
    passed = 0
    for luck in range(12):
        export = duplicate(exports[game][0])
        alter(export, random.Random(luck))
        try:
            verify.verify(export)
        except verify.Untrue:
            continue
        passed += 1
    assert passed


@pytest.mark.parametrize("game", ["toy", "fox", pytest.param("ndc", marks=pytest.mark.soak)])
def test_a_log_that_is_not_what_the_journal_told_is_found_without_the_rules(exports: Exports, game: str):
    for luck in range(6):
        export = duplicate(exports[game][0])
        rng = random.Random(luck)
        entry = rng.choice([entry for entry in export["log"] if len(entry["report"]) > 1])
        name = rng.choice([name for name in entry["report"] if name != "kind"])
        entry["report"][name] = other(entry["report"][name])
        with pytest.raises(verify.Untrue):
            verify.verify(export)


# ---- acknowledged first, worked after


class Hand:
    """A clock that a hand moves on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 22, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def overlapping(context: Context, game: str, luck: int) -> tuple[AtSeat, AtSeat]:
    """A match to its end in which both send when they like, while the umpire is at work and before they publish."""
    played, account, rng = EVERY[game], matches.make_guest(context), random.Random(luck)
    match_id = matches.open_match(context, account, game, next(iter(played.info.scenarios))).match_id
    seats = {seat: AtSeat(match_id, seat, account.id) for seat in played.info.seats}
    queue = MatchQueue(context, match_id)
    assert isinstance(context.clock, Hand)
    for _ in range(20 * MOST_CALLS):
        seat = rng.choice(played.info.seats)
        with context.store.look() as look:
            picture, version = look.matches.pictures(match_id, played)[seat]
        if picture.ended:
            return seats[played.info.seats[0]], seats[played.info.seats[1]]
        if rng.random() < 0.6 and (orders := random_orders(played, picture, rng)):
            matches.take_orders(context, seats[seat], orders, version=version)
        elif rng.random() < 0.7:
            queue.go_on()
            context.clock.now += timedelta(seconds=rng.choice((0, 1, 3)))
        else:
            queue = MatchQueue(context, match_id)  # killed: what was worked and not published is worked again
    raise AssertionError(f"{game} came to no end")


OVERLAPS = [
    ("fox", 3),
    pytest.param("fox", 1, marks=pytest.mark.soak),
    *(pytest.param("toy", luck, marks=pytest.mark.soak) for luck in range(8)),
    pytest.param("skirmish", 1, marks=pytest.mark.soak),
]  # fmt: skip


@pytest.mark.parametrize(("game", "luck"), OVERLAPS)
def test_orders_that_came_while_the_umpire_was_at_work_are_worked_anew_as_they_were(
    context: Context, game: str, luck: int
):
    """By pictures without them, though they stand before it in the journal."""
    slow = replace(context, pace=2.0, clock=Hand())
    for at in overlapping(slow, game, luck):
        export = exported(slow, at)
        verify.verify(export)
        assert [stretch.replayed for stretch in replay(export, EVERY)] == [True]
        taken = [event for event in export["whole"]["journal"] if event["kind"] == "orders-taken-up"]
        assert len(taken) > 4 and any(event["unread"] for event in taken)
        swapped = duplicate(export)
        first, second = (event for event in swapped["whole"]["journal"] if event in taken[:2])
        first["entry"], first["seat"], second["entry"], second["seat"] = (
            second["entry"], second["seat"], first["entry"], first["seat"],
        )  # fmt: skip
        with pytest.raises(NotReplayed, match="out of their order"):
            replay(swapped, EVERY)


# ---- versions


def under_other_rules(export: Json, version: str) -> Json:
    """The file of a match that another version of the rules worked from its opening to its end."""
    other = duplicate(export)
    other["rules_version"] = other["whole"]["opening"]["rules_version"] = version
    for step in other["whole"]["steps"]:
        step["rules"] = version
    return other


def test_what_other_rules_worked_is_named_and_not_failed(exports: Exports):
    export = under_other_rules(exports["toy"][0], "0")
    last = export["whole"]["steps"][-1]["step"]
    assert replay(export, EVERY) == [Stretch(1, last, "0", False)]
    assert replay(export, {}) == [Stretch(1, last, "0", False)]


# ---- the command line


def said_of(export: Json, tmp_path: Path) -> tuple[int, str]:
    file = tmp_path / "export.json"
    file.write_text(json.dumps(export))
    done = CliRunner().invoke(cli, ["verify", str(file)])
    return done.exit_code, done.output


@pytest.mark.parametrize("game", ["toy", pytest.param("ndc", marks=pytest.mark.soak)])
def test_the_command_works_a_match_that_is_over_anew(
    exports: Exports, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(GAMES, "toy", TOY)
    export = exports[game][0]
    code, words = said_of(export, tmp_path)
    last = export["whole"]["steps"][-1]["step"]
    assert code == 0 and "Everything checks out." in words
    assert f"Steps 1 to {last} under {game} {EVERY[game].info.version}: worked anew" in words
    altered = duplicate(export)
    del altered["whole"]["journal"][outcomes(altered)[-1]]
    code, words = said_of(altered, tmp_path)
    assert code == 1 and "All dice check out, but what was made of them does NOT" in words
    assert "Everything checks out" not in words
    code, words = said_of(under_other_rules(export, "0.1"), tmp_path)
    assert code == 0 and f"Steps 1 to {last} under {game} 0.1: dice and journal checked, rules not replayed" in words
    assert "Everything checks out" not in words and "All that can be checked here is right." in words
