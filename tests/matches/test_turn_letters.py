"""A turn's letter is written without a page: its text has the question, the options and the sentences."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

WITHOUT_PAGES = """
import sys
from importlib.abc import MetaPathFinder
from pathlib import Path

class NoPages(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("web", "fastapi", "jinja2_fragments"):
            raise ImportError(f"{name} is forbidden here")

sys.meta_path.insert(0, NoPages())
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from service.matches.turn_letters import turn_letter
from tests.kept import context_on, kept
from tests.random_play import begun, one_call

for game, seed, calls in (NDC, 3, 14), (SKIRMISH, 2, 16):
    folder = Path(sys.argv[2], game.info.name)
    folder.mkdir()
    context, _ = context_on(Path(sys.argv[1]), folder)
    match, rng, dice = begun(game, seed, strict=False)
    while match.calls < calls:
        one_call(match, rng, dice, strict=False)
    played = kept(context, match.opening, Outcome(match.state, match.journal, match.logs), {}, game)
    for seat in game.info.seats:
        print(f"#### {game.info.name}, {'asked' if match.state.pictures[seat].asked else 'waiting'}")
        print(turn_letter(context, played.at(seat)))
assert not any(name.partition(".")[0] == "web" for name in sys.modules)
"""
"""A process in which no page can be imported writes a turn's letter of both seats of a match of each game."""


def test_a_turn_is_written_as_plain_text_where_no_page_can_be_imported(empty_database: Path, tmp_path: Path):
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT_PAGES, empty_database, tmp_path], capture_output=True, text=True, timeout=60
    )
    assert told.returncode == 0, told.stderr
    texts = dict(re.findall(r"#### (\w+, \w+)\n(.*?)(?=\n####|\Z)", told.stdout, re.DOTALL))
    assert set(texts) == {"ndc, asked", "ndc, waiting", "skirmish, asked", "skirmish, waiting"}
    for text in texts.values():
        assert re.match(r"SITUATION REPORT \d+\n", text), "what was told last comes first"
        assert max(map(len, text.splitlines())) <= 72
