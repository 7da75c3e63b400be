"""The mail of a turn is written without a page: it has the sentences, the question and an example of each order."""

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
from tests.kept import context_on, kept
from tests.mailing.house import letter
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
        asked = match.state.pictures[seat].asked
        print(f"#### {game.info.name}, {'asked' if asked else 'waiting'}")
        print(letter(played, seat, match.state.log_lengths[seat], kind="asked" if asked else "letter").body)
assert not any(name.partition(".")[0] == "web" for name in sys.modules)
"""
"""A process in which no page can be imported writes the mail of a turn to both seats of a match of each game."""


SAID = {
    "ndc, asked": (
        "assault from 1804 found nobody",
        "\nSEND THE RESULTS\n",
        "\nContact E1, 1704: ",
        "EXAMPLE EACH\n· done\n",
    ),
    "ndc, waiting": ("The morning brings fog [1].", "\nWeather: Fog\n", "\nS-RC Reconnaissance Bn, 1409: recon"),
    "skirmish, asked": ("The HMG team came under", "\nTap a base, then where it goes.", "\n· fire on move L2\n"),
    "skirmish, waiting": ("Lt Hartley was halted in 0610", "\nTurn: 1 of 8\n", "\nA-L1 Lt Hartley, 0610: leader"),
}
"""What each of these mails says among the rest, in this order: a sentence of a report, what is asked or how the seat
stands, a line of a roster, and examples of what may be ordered."""


def test_a_turn_is_written_as_plain_text_where_no_page_can_be_imported(empty_database: Path, tmp_path: Path):
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT_PAGES, empty_database, tmp_path], capture_output=True, text=True, timeout=600
    )
    assert told.returncode == 0, told.stderr
    texts = dict(re.findall(r"#### (\w+, \w+)\n(.*?)(?=\n####|\Z)", told.stdout, re.DOTALL))
    assert set(texts) == {"ndc, asked", "ndc, waiting", "skirmish, asked", "skirmish, waiting"}
    for told_to, text in texts.items():
        found = [text.find(said) for said in ("\nSITUATION REPORT 1\n", *SAID[told_to])]
        assert -1 not in found and found == sorted(found), f"{told_to}: {found}"
        assert ("\n· " in text) == told_to.endswith("asked"), "only who is asked may order"
        assert max(len(line) for line in text.splitlines() if "https://" not in line) <= 72
