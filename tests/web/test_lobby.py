"""Who sits where: in the lobby, and on the page of whoever waits for somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from service import matches
from service.matches import Context, housekeeping
from tests.client import TestClient

ANNA = {"name": "Anna", "password": "a long password"}
AS_ANNA = {"kind": "named", "name": "Anna", "bot": False}
BEN = {"name": "<b>Ben</b>", "password": "a long password"}
BY_HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def anna(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as client:
        client.post("/sign-up", data=ANNA)
        yield client


def test_a_guest_is_asked_once_what_to_be_called_and_the_others_see_it(app: FastAPI, anna: TestClient):
    """It need not be theirs alone, so it is said that they are a guest; nobody is called the umpire."""
    match, lobby = opened(anna)
    link = re.search(r"/invitations/[^\"]+", lobby)
    assert link
    with TestClient(app) as guest:
        assert 'name="called" value="Anna&#39;s friend"' in guest.get(link[0]).text
        refused = guest.post(link[0], data={"called": "The umpire"})
        assert refused.status_code == 409 and "It could be mistaken for the umpire." in refused.text
        assert guest.post(link[0], data={"called": "x" * 51}).status_code == 422
        assert guest.post(link[0], data={"called": " Ben <b> "}).status_code == 200
    assert "Ben &lt;b&gt; (guest)" in anna.get(match).text
    assert "Ben &lt;b&gt; (guest)" in anna.get("/").text


def opened(client: TestClient, opponent: str = "invitation") -> tuple[str, str]:
    """A match with its opener at north: its address, and the page that answered."""
    answer = client.post("/matches", data={"scenario": "toy/yard", "seat": "north", "opponent": opponent})
    found = re.search(r"/matches/\w+", str(answer.url))
    assert found, answer.text
    return found[0], answer.text


def test_the_opener_is_told_that_the_seat_is_free_and_then_who_has_taken_it(app: FastAPI, anna: TestClient):
    match, lobby = opened(anna)
    link = re.search(r"/invitations/[^\"]+", lobby)
    assert link and "Nobody has joined yet. Whoever opens your link first takes the seat." in lobby
    assert "Make another link" in lobby, "one is out already"
    page = anna.get(f"{match}/north").text
    assert f'href="{match}">south: nobody yet' in page
    with TestClient(app) as ben:
        ben.post("/sign-up", data=BEN)
        ben.post(link[0])
        assert "north: <span hx-ignore>Anna</span>" in ben.get(f"{match}/south").text
    asked = re.search(r'hx-get="([^"]+others=1)" hx-trigger="every', page)
    assert asked
    news = anna.get(asked[1], headers=BY_HTMX).text
    assert "south: <span hx-ignore>&lt;b&gt;Ben&lt;/b&gt;</span>" in news
    assert "every" not in news, "nobody else is waited for"
    assert "&lt;b&gt;Ben&lt;/b&gt;" in anna.get(match).text


def test_an_invitation_leads_its_taker_back_to_the_seat_and_tells_others_that_it_is_taken(
    app: FastAPI, anna: TestClient
):
    _, lobby = opened(anna)
    invitation = re.search(r"/invitations/[^\"]+", lobby)
    assert invitation
    with TestClient(app) as ben, TestClient(app) as clara:
        seat = ben.post(invitation[0]).url.path
        for again in (ben.get(invitation[0]), ben.post(invitation[0])):
            assert again.url.path == seat and again.status_code == 200
        for late in (clara.get(invitation[0]), clara.post(invitation[0])):
            assert late.status_code == 409 and "This seat is taken" in late.text
        assert "Sign in" in clara.get("/").text, "nobody got an account by it"


def test_a_guest_and_the_computer_are_called_so(app: FastAPI, anna: TestClient, context: Context):
    match, lobby = opened(anna)
    link = re.search(r"/invitations/[^\"]+", lobby)
    assert link
    with TestClient(app) as guest:
        guest.post(link[0])
    assert "A guest" in anna.get(match).text

    matches.bot_token(context)
    match, _ = opened(anna, "computer")
    assert "The computer" in anna.get(match).text
    assert "south: <span hx-ignore>The computer</span>" in anna.get(f"{match}/north").text
    card = anna.get(f"/api/v1{match}").json()
    assert card["holders"] == {"north": AS_ANNA, "south": {**AS_ANNA, "kind": "computer", "name": None}}


def test_in_practice_nobody_is_missing(app: FastAPI, context: Context, visitor: TestClient):
    for token in matches.practice_links(context, "toy", "yard").values():
        page = visitor.get(f"/seat/{token}").text
    assert "Play north" in page and "free" not in page and "A guest" not in page


def test_a_match_page_says_where_else_its_player_is_asked(anna: TestClient):
    """Of other matches how many, a link to the only one, and nothing of this one."""
    pages = [
        anna.post("/matches", data={"scenario": "toy/yard", "opponent": "practice", "seat": "north"}).url.path
        for _ in range(3)
    ]
    assert "2 other matches need you" in anna.get(pages[0]).text
    alone = opened(anna, "computer")[0]
    assert "3 other matches need you" in anna.get(f"{alone}/north").text, "a match counts once, however many its seats"


# ---- who came by a link


def practice(client: TestClient) -> tuple[str, str]:
    """A match of which Anna holds both seats, and her link to south."""
    match = str(client.post("/matches", data={"scenario": "toy/yard", "opponent": "practice"}).url.path)
    match = match.rpartition("/")[0]
    lobby = client.post(f"{match}/links", data={"seat": "south"}).text
    link = re.search(r"/seat/[\w-]+", lobby)
    assert link
    return match, link[0]


def test_who_comes_by_a_link_is_told_that_one_account_holds_both_sides(app: FastAPI, anna: TestClient):
    """On the page on which they will give their first order, and by the API; and it stays there."""
    match, link = practice(anna)
    with TestClient(app) as ben:
        for page in (ben.get(link).text, ben.get(f"{match}/south").text):
            said = re.search(r'<div id="company">(.*?)</div>', page, re.DOTALL)
            assert said and "notice warn" in said[1]
            assert "This match is for practice." in said[1] and "You came by a link." in said[1]
            assert "north and south are held by one account, Anna: whoever has it sees both sides" in said[1]
            assert page.index('id="company"') > page.index('id="orders"'), "it parts no question from its form"
        assert ben.get(f"/api/v1{match}/seats/south").json() == {
            "match_id": match.rpartition("/")[2],
            "seat": "south",
            "holders": dict.fromkeys(("north", "south"), AS_ANNA),
            "together": ["north", "south"],
            "by_link": True,
        }
        assert ben.get(f"/api/v1{match}/seats/north").status_code == 401


def test_who_practises_by_himself_is_not_alarmed(anna: TestClient):
    match, _ = practice(anna)
    page = anna.get(f"{match}/south").text
    assert "both sides are open to you here" in page and "notice warn company" not in page
    assert anna.get(f"/api/v1{match}/seats/south").json()["by_link"] is False
    assert anna.get(f"/api/v1{match}").json()["together"] == ["north", "south"]


def test_a_link_to_a_seat_of_a_match_between_two_says_whose_seat_it_is(app: FastAPI, anna: TestClient):
    match, lobby = opened(anna)
    invitation = re.search(r"/invitations/[^\"]+", lobby)
    assert invitation
    with TestClient(app) as ben:
        ben.post("/sign-up", data=BEN)
        page = ben.post(invitation[0]).text
        assert '<div id="company"></div>' in page, "he came by an invitation, and has a seat of his own"
        assert ben.get(f"/api/v1{match}/seats/south").json()["together"] == []
    link = re.search(r"/seat/[\w-]+", anna.post(f"{match}/links", data={"seat": "north"}).text)
    assert link
    with TestClient(app) as clara:
        page = clara.get(link[0]).text
        assert "You came by a link to the seat of Anna," in page and "south: &lt;b&gt;Ben&lt;/b&gt;" in page
        assert "This match is for practice" not in page
    page = anna.get(link[0]).text
    assert '<div id="company"></div>' in page, "her own link tells her nothing new"


def test_a_guest_who_is_let_in_again_is_not_told_of_another_player(app: FastAPI, anna: TestClient, context: Context):
    """They come by a link to a seat of their own, which is nobody else's."""
    match, lobby = opened(anna)
    invitation = re.search(r"/invitations/[^\"]+", lobby)
    assert invitation
    with TestClient(app) as guest:
        guest.post(invitation[0], data={"called": "Theo"})
    way_in = housekeeping.way_in(context, None, match.rpartition("/")[2], "south")
    with TestClient(app) as guest:
        page = guest.post(f"/way-in/{way_in}").text
        assert "You came by a link to this seat." in page and "Whoever else came to it sees what you see" in page
        assert "the seat of" not in page


def test_after_a_form_without_script_it_is_still_said(app: FastAPI, anna: TestClient):
    match, link = practice(anna)
    with TestClient(app) as ben:
        ben.get(link)
        answer = ben.post(f"{match}/south/sheet", data={"kind": "nonsense"})
        assert answer.status_code == 422 and "This match is for practice." in answer.text


# ---- secrets just made


MADE = re.compile(r'value="http://testserver(/(?:seat|invitations)/[\w-]+)"')


def test_no_secret_stands_in_an_address(anna: TestClient, app: FastAPI):
    """Not where a match is opened, nor where an invitation or a link is made: each is shown once, on its page."""
    with TestClient(app, follow_redirects=False) as plain:
        plain.cookies = anna.cookies
        answer = plain.post("/matches", data={"scenario": "toy/yard", "seat": "north", "opponent": "invitation"})
        match = answer.headers["location"]
        assert re.fullmatch(r"/matches/\w+", match)
        for action, seat in (("invitations", "south"), ("links", "north")):
            answer = plain.post(f"{match}/{action}", data={"seat": seat})
            assert (answer.status_code, answer.headers["location"]) == (303, match)
            cookie = answer.headers["set-cookie"]
            assert f"Path={match};" in cookie and "HttpOnly" in cookie and "SameSite=strict" in cookie
            assert "Max-Age=120" in cookie
            [made] = MADE.findall(plain.get(match).text)
            assert made.startswith("/invitations/" if action == "invitations" else "/seat/")
            assert not MADE.findall(plain.get(match).text), "it was shown"


@pytest.mark.parametrize("name", ["link", "invitation"])
def test_what_an_address_says_is_no_link_of_ours(anna: TestClient, name: str):
    """Whoever sends somebody an address of their own making has nothing shown as if the server had made it."""
    match, _ = opened(anna)
    page = anna.get(f"{match}?{name}=elsewhere").text
    assert "elsewhere" not in page and not MADE.findall(page)


def test_what_a_cookie_says_is_looked_up_first(anna: TestClient, app: FastAPI, context: Context):
    """A neighbouring site can plant one: only an invitation to this match, or one's own link to it, is shown."""
    match, _ = opened(anna)
    other, _ = opened(anna)
    assert anna.get(match, headers={"Cookie": f"sitrep={anna.cookies['sitrep']}"}).status_code == 200
    with TestClient(app) as ben:
        ben.post("/sign-up", data=BEN)
        theirs, _ = opened(ben)
        foreign = MADE.findall(ben.post(f"{theirs}/links", data={"seat": "north"}).text)[0]
    mine = MADE.findall(anna.post(f"{other}/links", data={"seat": "north"}).text)[0]
    session = f"sitrep={anna.cookies['sitrep']}"
    for secret in ("<b>", foreign.rpartition("/")[2], mine.rpartition("/")[2]):
        page = anna.get(match, headers={"Cookie": f"{session}; sitrep_made={secret}"})
        assert page.status_code == 200 and not MADE.findall(page.text)


@pytest.mark.parametrize("path", ["/seat/SECRET", "/invitations/SECRET", "/sign-up/SECRET"])
def test_whoever_has_to_sign_in_takes_no_secret_along(visitor: TestClient, path: str):
    for headers in (
        {"Referer": f"http://testserver{path}"},
        {"HX-Request": "true", "HX-Current-URL": f"http://x{path}"},
    ):
        answer = visitor.post("/matches/nothing/links", data={"seat": "x"}, headers=headers)
        assert answer.status_code == 401 and "SECRET" not in answer.text


@pytest.mark.parametrize(
    ("form", "above"),
    [
        ("/open-seats", ""), ("/ways-in", ""), ("/north/orders", "/north"), ("/north/sheet/lines/preview", "/north"),
    ],
)  # fmt: skip
def test_where_a_form_has_answered_opened_again_is_the_page_above_it(anna: TestClient, form: str, above: str):
    """A phone opens the tab again that it had put away: by GET, where there was only something to send."""
    match, _ = opened(anna)
    answer = anna.get(match + form, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, match + above)
    assert anna.get("/matches", follow_redirects=False).headers["location"] == "/"


def test_a_match_page_bears_its_name_and_has_a_menu_apart_from_the_map(anna: TestClient):
    form = {"scenario": "toy/yard", "opponent": "practice", "name": "Return match"}
    page = anna.post("/matches", data=form)
    assert re.search(r"Return match · Sitrep\s*</title>", page.text)
    assert 'class="bar-match" hx-ignore>Return match</span>' in page.text
    [menu] = re.findall(r'<details class="match-menu".*?</details>\s*</div>\s*</details>', page.text, re.S)
    lobby = page.url.path.rpartition("/")[0]
    for way in (
        f'"{lobby}"',
        '"/games/toy/scenarios/yard"',
        f'"{page.url.path}/history"',
        'id="extras"',
        "How this page",
    ):
        assert way in menu, way
    assert anna.get("/games/toy/scenarios/yard").status_code == 200


def test_the_first_page_says_in_its_title_how_many_matches_need_its_reader(anna: TestClient):
    assert 'data-needing="0"' in anna.get("/").text
    opened(anna)
    home = anna.get("/").text
    assert 'data-needing="1"' in home and re.search(r"\s\(1\) Your matches · Sitrep\s", home)
