"""The printed rules and figures of a game do not change without a new version, of which its players can read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import service.games
from service.engine.game import AnyGame
from service.games.shelf import GAMES
from service.printing import digest_of, printed, recorded

HOME = Path(service.games.__file__).parent
ADVICE = (
    "What is printed of {game} has changed since version {version}. Raise `version` in game.py, unless no "
    "release had that version yet; list the change in the section *What changed* of the rulebook; and write it down: "
    ".venv/bin/python -m service.printing {game}"
)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_printed_is_what_the_version_stands_for(game: str):
    version = GAMES[game].info.version
    assert recorded(HOME / game).get(version) == digest_of(HOME / game), ADVICE.format(game=game, version=version)


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.data is not None])
def test_each_version_says_by_which_data_it_is_played(game: str):
    """Matches that are played by it go over to those of the next version: whoever is not listed would stay behind."""
    version = GAMES[game].info.version
    assert GAMES[game].info.shipped.get(version) == GAMES[game].data_id, ADVICE.format(game=game, version=version)


@pytest.mark.parametrize("game", GAMES)
def test_a_figure_or_a_sentence_that_changes_changes_the_digest(game: str, tmp_path: Path):
    """Each data file and each section counts, and a coach's or an example's words do not."""
    files = printed(HOME / game)
    kinds = {file.suffix for file in files}
    assert kinds == {".md", ".yaml"} and not any(file.name in ("coach.md", "example.json") for file in files)
    before = digest_of(HOME / game)
    copy = tmp_path / game
    for file in files:
        target = copy / file.relative_to(HOME / game)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read_bytes())
    assert digest_of(copy) == before
    for file in printed(copy):
        text = file.read_text("utf-8")
        file.write_text(text + "more\n", "utf-8")
        assert digest_of(copy) != before, file
        file.write_text(text, "utf-8")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_each_version_that_has_a_digest_says_what_it_changed(game: AnyGame):
    changes = game.rulebook().changes
    assert next(iter(changes)) == game.info.version, "the newest stands first"
    assert all(changes.values()) and set(recorded(HOME / game.info.name)) <= set(changes)
    [*_, first] = changes
    assert game.changes_since(game.info.version) == () and game.changes_since(first)
    assert game.knows(first) and not game.knows("1999.1")


def test_the_record_is_kept_beside_the_rules():
    for game in GAMES:
        file = HOME / game / "versions.json"
        assert json.loads(file.read_text("utf-8")) == recorded(HOME / game)
