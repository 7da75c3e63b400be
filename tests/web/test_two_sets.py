"""A match of Skirmish by another set of data, on a server that offers the shipped one: each has its own pages."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.games.skirmish.game import SKIRMISH
from service.matches import Context
from tests.client import TestClient
from tests.games.skirmish.other_set import other_set
from tests.random_play import begun
from tests.web.midway import saved

SAID = {
    "shipped": {"squad": "squad", "open": "Open ground", "size": "20 by 14 hexes", "sides": ("allied", "german")},
    "other": {"squad": "rifle group", "open": "Heath", "size": "23 by 16 hexes", "sides": ("northern", "southern")},
}


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"skirmish": SKIRMISH}


def test_matches_of_both_stand_open_side_by_side(context: Context, visitor: TestClient):
    """The other set lies on no shelf: it is found by the name that the match bears, and so are its rules and charts."""
    played = {"shipped": SKIRMISH, "other": SKIRMISH.bound_to(other_set())}
    links = {}
    for name, game in played.items():
        match, _, _ = begun(game, 5, strict=False)
        links[name] = saved(context, game, match.opening, Outcome(match.state, match.journal, match.logs))
    for name, said in SAID.items():
        assert tuple(links[name]) == said["sides"]
        page = visitor.get(links[name][said["sides"][0]])
        assert page.status_code == 200
        assert f"1st squad, {said['squad']}, quality 4" in page.text
        book = f"/games/{played[name].address}"
        assert f'href="{book}/rules' in page.text
        charts = visitor.get(f"{book}/charts")
        assert charts.status_code == 200
        for words in (said["squad"].capitalize(), said["open"], said["size"]):
            assert words in charts.text, (name, words)
        assert visitor.get(f"{book}/rules").status_code == 200
