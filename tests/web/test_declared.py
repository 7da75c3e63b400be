"""What is declared against a seat stands above the form that asks about the first of it, and in its letter and API."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.matches import AtSeat, Context, read
from service.matches.turn_letters import turn_letter
from tests.client import TestClient
from tests.games.ndc.test_declared import attacked
from tests.web.midway import saved
from tests.web.test_aims import block


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


def test_page_api_and_letter_say_the_same_of_all_that_is_declared(context: Context, visitor: TestClient):
    table = attacked()
    link = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["US"]
    page = visitor.get(link)
    shown = block(page.text, "declared")
    assert "1 Assault on 0902 from 0802 now" in shown and "3 Counter-battery fire on 0902 In the hex" in shown
    match_id = page.url.path.split("/")[2]
    declared = visitor.get(f"/api/v1/matches/{match_id}/seats/US/view").json()["declared"]
    assert [(one["number"], one["stage"]) for one in declared["combats"]] == [(1, "asked"), (2, "comes"), (3, "comes")]
    letter = "\n".join(turn_letter(read(context, AtSeat(match_id, "US", ""))))
    for one in declared["combats"]:
        assert one["title"] in shown and f"{one['number']}. {one['title']}" in letter
        for fact in (*one["facts"], *one["answers"]):
            assert f"{fact['label']} {fact['value']}" in shown
            assert f"{fact['label']}: {fact['value']}" in letter
