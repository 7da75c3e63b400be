"""A first game with a coach: what they say when, and that nothing of it comes twice."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from fastapi import FastAPI

from service import matches
from service.engine.game import AnyGame
from service.engine.kinds import kind_of
from service.engine.lessons import OCCASIONS, WAITING, WELCOME
from service.engine.orders import Done
from service.engine.outline import AtOwnPace, Heading, Step, walk
from service.engine.recording import Outcome
from service.engine.rulebook import RULE_ID
from service.games.ndc.game import NDC
from service.games.shelf import GAMES
from service.matches import Context, seat_by_link
from service.matches.coaching import be_coached, coaching
from service.matches.drafts import draft
from service.store import SavedCoaching
from tests.client import TestClient
from tests.positions import Table, position
from tests.web.conftest import Forms, Plain, sit
from tests.web.midway import saved

COACHED = {name: game for name, game in GAMES.items() if game.coach() is not None}
STAFFS = ("su S-DIV at 1908 deployed", "su S-1R at 1904 deployed", "su S-TR at 2009 deployed")
BY_HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def games() -> dict[str, Any]:
    return {"ndc": NDC}


@pytest.mark.parametrize("game", COACHED.values(), ids=list(COACHED))
def test_every_heading_that_asks_is_explained_and_every_rule_that_is_cited_can_be_read(game: AnyGame):
    coach = game.coach()
    assert coach is not None and coach.seat in game.info.seats and coach.scenario in game.info.scenarios
    asking = {heading.name for heading in walk(game.outline) if asks(heading)}
    assert set(coach.lessons) == asking | set(OCCASIONS)
    cited = set()
    kinds = {*game.orders_by_kind, kind_of(Done)}
    for lesson in coach.lessons.values():
        assert {advice.seat for advice in lesson.tries} <= {"", *game.info.seats}
        assert all(advice.kind in kinds for advice in lesson.tries), lesson.name
        assert lesson.name in OCCASIONS or all(
            list(lesson.advices(seat, turn, written=written))
            for seat in game.info.seats
            for turn in (0, 1, 2, 16, 17)
            for written in (False, True)
        ), lesson.name
        cited |= {rule for text in lesson.texts() for rule in RULE_ID.findall(text)}
    assert len(cited) > 10
    assert cited <= game.rulebook().rules


def asks(heading: Heading) -> bool:
    """Whether a seat can be asked under a heading; of one that each takes at its own pace its steps with orders ask."""
    return (isinstance(heading, Step) and bool(heading.orders)) or (
        heading.by is not None and not isinstance(heading, AtOwnPace)
    )


def note(page: str) -> str:
    """The lesson of the coach's note on a page, if there is one."""
    found = re.search(r'id="coach"[^>]* data-lesson="([\w-]+)"', page)
    return found[1] if found else ""


def guided(client: TestClient) -> Plain:
    """The first form of the front page, sent as it stands, by somebody whom nobody knows."""
    forms = Forms()
    forms.feed(client.get("/").text)
    action, fields = next((action, fields) for action, fields in forms.found if fields.get("guided"))
    answer = client.post(action, data=fields)
    player = Plain(client, answer.url.path)
    player.take(answer)
    return player


def shown_by(page: str) -> str:
    """What the button of the coach's note adds to the page's address."""
    found = re.search(r'class="button coach-shows" href="[^"?]*([^"#]*)', page)
    assert found, "the note shows nothing"
    return unescape(found[1])


def test_what_the_coach_fills_in_goes_when_it_is_left_and_comes_back_by_his_button(
    visitor: TestClient, context: Context
):
    """Whoever has chosen something else, or nothing, keeps that."""
    player = guided(visitor)
    us_begins(context, player)
    player.look()
    assert "coach-shows" not in player.page, "it is shown already"
    player.send(done=True)
    player.send(done=True)
    player.send(done=True)
    assert note(player.look()) == "movement-segment"
    assert 'name="unit" data-chosen value="S-I4"' in player.page
    player.look("?unit=S-I1")
    assert 'name="unit" data-chosen value="S-I1"' in player.page
    player.look("?unit=")
    assert 'name="unit" data-chosen value=""' in player.page
    player.look(shown_by(player.page))
    assert 'name="unit" data-chosen value="S-I4"' in player.page


def say(player: Plain, what: str, **more: str) -> str:
    """Tell the coach something without JavaScript."""
    return player.take(player.client.post(f"{player.path}/coach", data={"do": what, **more}))


def test_a_visitor_is_led_from_the_front_page_through_his_first_steps(visitor: TestClient, context: Context):
    """A note on what is asked stays until that is done; what it advises is filled in as its heading opens."""
    player = guided(visitor)
    assert player.path.endswith("/Soviet")
    assert note(player.page) == "welcome"
    assert "/games/ndc/rules#NDC-SEC-01" in player.page
    fields = player.form("/coach", do="read")
    assert note(say(player, what=fields["do"], lesson=fields["lesson"])) == "waiting"
    us_begins(context, player)
    assert note(player.look()) == "intelligence-phase"
    assert player.form("/sheet", kind="allot-intelligence")["range:signal"] == "4", "it is filled in, and nothing sent"
    player.send(done=True)
    assert note(player.look()) == "asset-transfer-phase"
    assert "Nothing needs to be moved in a first turn. Close this step." in player.page
    assert note(say(player, "read", lesson="asset-transfer-phase")) == "asset-transfer-phase", "he is asked still"

    again = guided(visitor)
    assert note(again.page) == "welcome", "who asks for a guided game is led from the beginning"


def coached_in(table: Table, side: str, context: Context, client: TestClient) -> tuple[Plain, str]:
    """A player who is coached where a match stands so, and what their coach says."""
    link = saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))[side]
    be_coached(context, seat_by_link(context, link.removeprefix("/seat/")), True)
    player = sit(client, link)
    [said] = re.findall(r"Coach:</strong> (.*?) <span class=\"coach-why\"", player.page)
    return player, re.sub("<[^>]*>", "", said)


def test_a_move_is_shown_with_the_battalion_nearest_to_a_place_that_counts(context: Context, visitor: TestClient):
    """And with no headquarters, though the division's would be the first of the list."""
    table = position(
        "su S-DIV at 1908 deployed", "su S-A1 at 2001 attack", "su S-I5 at 1809 attack", "su S-I1 at 1901 attack",
        heading="movement", phasing="su", turn=2,
    )  # fmt: skip
    player, said = coached_in(table, "Soviet", context, visitor)
    assert said == "Send your Rifle Bn, 3rd Regt to 1608: Grenzrod counts 2 points."
    assert "unit=S-I5&to=1608" in shown_by(player.page)


def test_after_the_first_turn_those_sectors_are_to_be_searched_in_which_somebody_is_known(
    context: Context, visitor: TestClient
):
    """The form is filled in with them; where nobody is known, with those on the way."""
    known = position(*STAFFS, "us U-R1 at 1608 defend known", heading="intelligence", phasing="su", turn=2)
    player, said = coached_in(known, "Soviet", context, visitor)
    assert said == "Search D2, where an enemy is known: you attack best whom you have found."
    assert player.form("/sheet", kind="allot-intelligence")["several:sectors"] == "D2"
    nobody = position(*STAFFS, heading="intelligence", phasing="su", turn=2)
    assert coached_in(nobody, "Soviet", context, visitor)[1].startswith("Search C2 and C3, on your way")


def test_the_button_that_closes_is_loud_where_the_coach_advises_to_close(context: Context, visitor: TestClient):
    """To whoever is not coached, passing is pale."""
    table = position(*STAFFS, heading="assets", phasing="su")
    closes = r'<button class="([^"]*)" type="submit">Close without orders<'
    assert re.findall(closes, coached_in(table, "Soviet", context, visitor)[0].page) == ["button primary"]
    plain = sit(visitor, saved(context, NDC, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"])
    say(plain, "stop")
    assert re.findall(closes, plain.look()) == ["button"]


def test_the_coach_is_sent_away_and_called_back_and_speaks_to_nobody_who_has_not_asked_for_him(visitor: TestClient):
    player = guided(visitor)
    assert note(say(player, "stop")) == ""
    assert "Have each step explained" in player.page
    assert note(say(player, "begin")) == "welcome"
    piece = visitor.post(f"{player.path}/coach", data={"do": "read", "lesson": "welcome"}, headers=BY_HTMX)
    assert re.findall(r'<hx-partial hx-target="#([\w-]+)"', piece.text) == ["coach", "extras"]
    assert visitor.post(f"{player.path}/coach", data={"do": "sing"}).status_code == 422
    opened = visitor.post("/matches", data={"scenario": "ndc/kaltenbach", "opponent": "computer", "seat": "US"})
    assert note(opened.text) == "", "he was asked for at one side, and not at the other"


def test_nobody_else_is_told_that_a_player_has_a_coach(
    app: FastAPI, visitor: TestClient, context: Context, monkeypatch: pytest.MonkeyPatch
):
    """Two people play: what the other side reads is the same to the letter, and nothing bids it look."""
    lobby = visitor.post("/matches", data={"scenario": "ndc/kaltenbach", "opponent": "invitation", "seat": "Soviet"})
    [link] = re.findall(r"/invitations/[\w-]+", lobby.text)
    mine, bidden = f"{lobby.url.path}/Soviet", []
    with TestClient(app) as other:
        theirs = other.post(link).url.path
        places = (theirs, f"{theirs}?others=1", f"{theirs}/history", f"/api/v1{theirs.replace('/US', '/seats/US')}")

        def read() -> list[str]:  # but for the keys that a form draws each time
            return [re.sub(r'name="key" value="\w+', "", other.get(place).text) for place in places]

        before = read()
        assert "Have each step explained" in before[0] and '"US"' in before[-1]
        for told in ("nudge", "look_again"):
            monkeypatch.setattr(context.hub, told, lambda *at, told=told: bidden.append((told, *at)))
        assert note(visitor.post(f"{mine}/coach", data={"do": "begin"}).text) == "welcome"
        assert read() == before and not bidden
        assert note(before[0]) == "", "each side asks for its own"


def us_begins(context: Context, player: Plain) -> None:
    """What the computer does at the other side: it closes its pregame step."""
    at = matches.AtSeat(player.path.split("/")[2], "US", "bot")
    matches.take_orders(context, at, [Done()], version=matches.version(context, at))


def test_he_does_not_speak_of_waiting_while_the_orders_are_with_the_umpire(visitor: TestClient, context: Context):
    """What is asked next may be told in a moment; the note would come and go under the reader's eyes."""
    token = matches.practice_links(context, "ndc", "kaltenbach")["Soviet"]
    at = matches.seat_by_link(context, token)
    at = matches.AtSeat(at.match_id, at.seat, at.account_id)
    here = draft(context, at)
    assert not here.reading.where.asked
    here.reading.settles = 1.0
    had = SavedCoaching(True, (WELCOME,))
    found = coaching(had, here)
    assert found is not None and found.lesson is None
    here.reading.settles = 0.0
    found = coaching(had, here)
    assert found is not None and found.lesson is not None and found.lesson.name == WAITING
