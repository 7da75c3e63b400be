"""A first game with a coach: what he says when, and that nothing of it comes twice."""

from __future__ import annotations

import re
from typing import Any

import pytest

from service import matches
from service.engine.coaching import OCCASIONS, WAITING, WELCOME, Coach
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.outline import walk
from service.engine.rulebook import RULE_ID
from service.games.ndc.game import NDC
from service.games.shelf import GAMES
from service.matches import Context
from service.matches.coaching import coaching
from service.store import SavedCoaching
from tests.client import TestClient
from tests.web.conftest import Forms, Plain

BY_HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def games() -> dict[str, Any]:
    return {"ndc": NDC}


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_heading_that_asks_is_explained_and_every_rule_that_is_cited_can_be_read(game: AnyGame):
    coach = game.coach()
    assert coach is not None and coach.seat in game.info.seats and coach.scenario in game.info.scenarios
    asking = {heading.name for heading in walk(game.outline) if heading.by is not None}
    assert set(coach.lessons) == asking | set(OCCASIONS)
    cited = set()
    for lesson in coach.lessons.values():
        assert all(lesson.suggestion(seat) for seat in game.info.seats), lesson.name
        assert set(lesson.tries) <= {"", *game.info.seats}
        cited |= {rule for text in lesson.texts() for rule in RULE_ID.findall(text)}
    assert len(cited) > 10
    assert cited <= game.rulebook().rules


def note(page: str) -> str:
    """The title of the coach's note on a page, if there is one."""
    found = re.search(r'class="coach-title"[^>]*>(.*?)</h2>', page)
    return found[1] if found else ""


def title(name: str) -> str:
    coach: Coach | None = NDC.book.coach()
    assert coach is not None
    return coach.lessons[name].title


def guided(client: TestClient) -> Plain:
    """The first form of the front page, sent as it stands, by somebody whom nobody knows."""
    forms = Forms()
    forms.feed(client.get("/").text)
    action, fields = next((action, fields) for action, fields in forms.found if fields.get("guided"))
    answer = client.post(action, data=fields)
    player = Plain(client, answer.url.path)
    player.take(answer)
    return player


def say(player: Plain, what: str, **more: str) -> str:
    """Tell the coach something without JavaScript."""
    return player.take(player.client.post(f"{player.path}/coach", data={"do": what, **more}))


def test_a_visitor_is_led_from_the_front_page_through_his_first_steps(visitor: TestClient, context: Context):
    """Each note is put away by hand, or by doing what it speaks of, and then comes no more."""
    player = guided(visitor)
    assert player.path.endswith("/Soviet")
    assert note(player.page) == title("welcome")
    assert "/games/ndc/rules#NDC-SEC-01" in player.page
    fields = player.form("/coach", do="read")
    assert note(say(player, what=fields["do"], lesson=fields["lesson"])) == title("waiting")
    us_begins(context, player)
    assert note(player.look()) == title("intelligence-phase")
    player.send(done=True)
    assert note(player.look()) == title("asset-transfer-phase")
    assert note(say(player, "read", lesson="asset-transfer-phase")) == title("letter")
    assert note(say(player, "read", lesson="letter")) == ""

    again = guided(visitor)
    assert note(again.page) == title("welcome"), "who asks for a guided game is led from the beginning"


def test_the_coach_is_sent_away_and_called_back_and_speaks_to_nobody_who_has_not_asked_for_him(visitor: TestClient):
    player = guided(visitor)
    assert note(say(player, "stop")) == ""
    assert "Have each step explained" in player.page
    assert note(say(player, "begin")) == title("welcome")
    piece = visitor.post(f"{player.path}/coach", data={"do": "read", "lesson": "welcome"}, headers=BY_HTMX)
    assert re.findall(r'<hx-partial hx-target="#([\w-]+)"', piece.text) == ["coach", "extras"]
    assert visitor.post(f"{player.path}/coach", data={"do": "sing"}).status_code == 422
    opened = visitor.post("/matches", data={"scenario": "ndc/kaltenbach", "opponent": "computer", "seat": "US"})
    assert note(opened.text) == "", "he leads one side, and not the other"


def us_begins(context: Context, player: Plain) -> None:
    """What the computer does at the other side: it closes its pregame step."""
    at = matches.AtSeat(player.path.split("/")[2], "US", "bot")
    matches.take_orders(context, at, [Done()], version=matches.version(context, at))


def test_he_does_not_speak_of_waiting_while_the_orders_are_with_the_umpire(visitor: TestClient, context: Context):
    """What is asked next may be told in a moment; the note would come and go under the reader's eyes."""
    token = matches.practice_links(context, "ndc", "kaltenbach")["Soviet"]
    at = matches.seat_by_link(context, token)
    at = matches.AtSeat(at.match_id, at.seat, at.account_id)
    reading = matches.read(context, at)
    assert not reading.where.asked
    reading.settles = 1.0
    had = SavedCoaching(True, (WELCOME,))
    found = coaching(had, reading)
    assert found is not None and found.lesson is None
    reading.settles = 0.0
    found = coaching(had, reading)
    assert found is not None and found.lesson is not None and found.lesson.name == WAITING
