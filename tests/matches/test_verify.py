"""One file checks a match offline: every roll and every root, and nothing that was changed gets past it."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from service import matches, verify
from service.cli import cli
from service.engine.orders import Done
from service.engine.shares import commitment_to
from service.engine.state import duplicate
from service.matches import AtSeat, Context
from service.store import Store
from tests.random_play import random_orders
from tests.service_fixtures import drawn
from tests.toy import NORTH, TOY

pytest_plugins = ["tests.service_fixtures"]
Json = dict[str, Any]
DICE_EVENTS = ("rolled", "phase-sealed", "share-made", "share-committed", "share-opened", "shares-mixed")


def played(context: Context, luck: int, *, to_the_end: bool, opens: bool = True) -> Json:
    """North's export of a match at random; North brings a share of their own, South leaves it to the server.

    Where North never `opens` their share it is left out."""
    account = matches.make_guest(context)
    opened = matches.open_match(context, account, "toy", "yard")
    at = {seat: AtSeat(opened.match_id, seat, account.id) for seat in TOY.info.seats}
    matches.commit_share(context, at[NORTH], commitment_to(opened.match_id, NORTH, b"\7" * 32))
    rng = random.Random(luck)
    for _ in range(200 if to_the_end else 12):
        state = context.store.read(opened.match_id).state
        if state.ended:
            break
        if opens and matches.dice(context, at[NORTH]).may_open:
            matches.open_share(context, at[NORTH], b"\7" * 32)
        seat = state.waiting[0]
        orders = [o for o in random_orders(TOY, state.pictures[seat], rng, closing=0) if not isinstance(o, Done)]
        matches.take_orders(context, at[seat], [*orders, Done()], version=state.log_lengths[seat])
    found: Json = json.loads(json.dumps(matches.export(context, at[NORTH])))
    return found


class Exports(dict[bool, Json]):
    """By whether the match is over; too long to print."""

    def __repr__(self) -> str:
        return "two exports"


@pytest.fixture(scope="module")
def exports(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Exports:
    """A match that is over, with enough rolls in it, and one that is being played."""
    file = shutil.copyfile(empty_database, tmp_path_factory.mktemp("played") / "sitrep.db")
    context = Context(Store(f"sqlite:///{file}", {"toy": TOY}), secret=drawn("verified"))
    over = played(context, 2, to_the_end=True)
    going_on = played(context, 1, to_the_end=False)
    context.store.close()
    return Exports({True: over, False: going_on})


def test_a_match_that_is_over_comes_out(exports):
    checked = verify.verify(exports[True])
    assert checked.whole and checked.hidden_rolls > 2 and checked.public_rolls > 2 and checked.roots > 9
    assert checked.shares == 2 and checked.letters > 2


def test_a_match_that_goes_on_comes_out_as_far_as_it_is_open(exports):
    export = exports[False]
    checked = verify.verify(export)
    assert not checked.whole and export["whole"] is None and export["dice"]["seed"] is None
    assert checked.public_rolls and checked.letters and checked.turns
    words = json.dumps(export)
    assert "rolled" not in words and "hidden_rolls" not in words


def dice_events(export: Json) -> list[int]:
    return [i for i, event in enumerate(export["whole"]["journal"]) if event["kind"] in DICE_EVENTS]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every scalar of a value, by the way to it."""
    if isinstance(value, dict):
        return [place for key, inner in value.items() for place in places(inner, (*path, key))]
    if isinstance(value, list):
        return [place for key, inner in enumerate(value) for place in places(inner, (*path, key))]
    return [path]


def proven(export: Json) -> list[tuple[Any, ...]]:
    """The way to everything that has to do with dice."""
    sheet = [p for p in places(export["dice"], ("dice",)) if p[1] not in ("may_commit", "may_open")]
    events = [p for i in dice_events(export) for p in places(export["whole"]["journal"][i], ("whole", "journal", i))]
    letters = [
        ("log", i, "report", name) for i, e in enumerate(export["log"]) if e["report"]["kind"] == "letter-arrived"
        for name in ("root", "number")
    ]  # fmt: skip
    return [*sheet, *events, *letters]


def other(value: Any, rng: random.Random) -> Any:
    """Another value, as like the old one as can be."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1))
    if isinstance(value, str) and value:
        at = rng.randrange(len(value))
        return value[:at] + rng.choice([c for c in "0123456789abcdef" if c != value[at]]) + value[at + 1 :]
    return "0" if value is None else None


def changed(export: Json, rng: random.Random) -> str:
    *way, last = rng.choice(proven(export))
    holder: Any = export
    for key in way:
        holder = holder[key]
    holder[last] = other(holder[last], rng)
    return f"changed {way} {last}"


def dropped(export: Json, rng: random.Random) -> str:
    at = rng.choice(dice_events(export))
    gone = export["whole"]["journal"].pop(at)
    return f"dropped {gone}"


def doubled(export: Json, rng: random.Random) -> str:
    journal, at = export["whole"]["journal"], rng.choice(dice_events(export))
    journal.insert(at, duplicate(journal[at]))
    return f"doubled {journal[at]}"


def swapped(export: Json, rng: random.Random) -> str:
    """Two rolls or roots have changed places."""
    journal = export["whole"]["journal"]
    rolls = [i for i in dice_events(export) if journal[i]["kind"] in ("rolled", "phase-sealed")]
    a, b = rng.sample(rolls, 2)
    journal[a], journal[b] = journal[b], journal[a]
    return f"swapped {journal[a]} and {journal[b]}"


def dropped_in_public(export: Json, rng: random.Random) -> str:
    sheet = export["dice"]
    what = rng.choice(("rolls", "shares"))
    gone = sheet[what].pop(rng.randrange(len(sheet[what])))
    return f"dropped {gone}"


def lost_key(export: Json, rng: random.Random) -> str:
    turn = rng.choice(list(export["dice"]["keys"]))
    del export["dice"]["keys"][turn]
    return f"lost the key of turn {turn}"


MUTATIONS = (changed, dropped, doubled, swapped, dropped_in_public, lost_key)


@pytest.mark.parametrize("tries", [10, pytest.param(60, marks=pytest.mark.soak)])
@pytest.mark.parametrize("mutate", MUTATIONS)
def test_whatever_is_changed_dropped_or_put_elsewhere_is_found(exports, mutate, tries: int):
    for seed in range(tries):
        export = duplicate(exports[True])
        what = mutate(export, random.Random(seed))
        with pytest.raises(verify.Untrue):
            verify.verify(export)
            raise AssertionError(f"not found: {what}")


def test_every_single_scalar_of_the_dice_counts(exports):
    """Not a sample: each one by itself."""
    rng = random.Random(1)
    for *way, last in proven(exports[True]):
        export = duplicate(exports[True])
        holder: Any = export
        for key in way:
            holder = holder[key]
        holder[last] = other(holder[last], rng)
        with pytest.raises(verify.Untrue):
            verify.verify(export)
            raise AssertionError(f"not found: {way} {last}")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda s: st.lists(s) | st.dictionaries(st.text(), s)
    )
)
@settings(max_examples=30)
def test_whatever_is_no_export_is_refused(value):
    with pytest.raises(verify.Untrue):
        verify.verify(value)


def test_the_file_stands_alone(exports, tmp_path):
    """Copied elsewhere, without the server around it."""
    file = shutil.copyfile(verify.__file__, tmp_path / "verify.py")
    export = tmp_path / "export.json"
    export.write_text(json.dumps(exports[True]))
    run = [sys.executable, "-I", "-S", str(file), str(export)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "All dice check out." in done.stdout, done.stderr
    assert "What the rules of the game made of them was not checked" in done.stdout
    roll = next(event for event in exports[True]["whole"]["journal"] if event["kind"] == "rolled")
    export.write_text(json.dumps(exports[True]).replace(roll["purpose"], "another purpose"))
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "do NOT check out" in done.stderr


def test_the_command_line_checks_too(exports, tmp_path):
    export = tmp_path / "export.json"
    export.write_text(json.dumps(exports[False]))
    done = CliRunner().invoke(cli, ["verify", str(export)])
    assert done.exit_code == 0 and "So far everything checks out." in done.output
    assert CliRunner().invoke(cli, ["verify", str(tmp_path / "none.json")]).exit_code == 2
