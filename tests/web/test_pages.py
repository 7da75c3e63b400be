"""Each page by itself: what it says, what browsers and caches may keep of it, and what is said when things go wrong."""

from __future__ import annotations

import re

import pytest

from tests.client import TestClient
from tests.web.conftest import Plain, sit
from web.parts.render import SCRIPTS


def every_page(visitor: TestClient, seats: dict[str, Plain]) -> dict[str, str]:
    """The HTML of every page."""
    opened = visitor.post("/matches", data={"scenario": "toy/yard", "opponent": "invitation", "seat": "north"})
    invitation = re.search(r"/invitations/([\w-]+)", opened.text)
    assert invitation
    return {
        "home": visitor.get("/").text,
        "open": visitor.get("/matches/new").text,
        "sign in": visitor.get("/sign-in").text,
        "sign up": visitor.get("/sign-up").text,
        "lobby": opened.text,
        "invitation": visitor.get(f"/invitations/{invitation[1]}").text,
        "match": seats["north"].page,
        "not found": visitor.get("/nowhere").text,
    }


def test_no_page_has_inline_scripts_styles_or_handlers(visitor: TestClient, seats: dict[str, Plain]):
    for name, html in every_page(visitor, seats).items():
        assert not re.search(r"<style|\sstyle=|\son\w+=|hx-on|javascript:|js:", html), name
        for script in re.findall(r"<script[^>]*>", html):
            assert "src=" in script, name


def test_scripts_from_the_cdn_are_pinned(visitor: TestClient, seats: dict[str, Plain]):
    for script in SCRIPTS:
        assert f'src="{script["src"]}" integrity="{script["integrity"]}" crossorigin="anonymous"' in seats["north"].page
    policy = visitor.get("/").headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "script-src 'self' https://cdn.jsdelivr.net/" in policy
    assert "connect-src 'self'" in policy


def test_game_pages_are_not_kept_but_our_own_files_are(visitor: TestClient, seats: dict[str, Plain]):
    assert visitor.get(seats["north"].path).headers["cache-control"] == "no-store"
    address = re.search(r'href="(/static/app.css\?v=\w+)"', seats["north"].page)
    assert address
    kept = visitor.get(address[1])
    assert kept.status_code == 200
    assert "immutable" in kept.headers["cache-control"]
    assert visitor.get("/static/../render.py").status_code == 404
    assert '"history": false' in seats["north"].page


def test_a_name_is_text_wherever_it_stands(visitor: TestClient):
    """A name may look like HTML or like an HTMX attribute; it stays dead."""
    name = '<b hx-get="/x">A&B</b>'
    answer = visitor.post("/sign-up", data={"name": name, "password": "a long password"})
    assert answer.status_code == 200
    assert "<b hx-get" not in answer.text
    assert '<span class="who" hx-ignore>&lt;b hx-get=&#34;/x&#34;&gt;A&amp;B&lt;/b&gt;</span>' in answer.text
    visitor.post("/sign-out")
    again = visitor.post("/sign-in", data={"name": name, "password": "wrong"})
    assert again.status_code == 401
    assert "<b hx-get" not in again.text
    assert "The name or the password is wrong" in again.text


def test_signing_up_in_and_out(visitor: TestClient):
    assert "at least 8" in visitor.get("/sign-up").text.lower()
    short = visitor.post("/sign-up", data={"name": "Anna", "password": "short"})
    assert short.status_code == 422
    assert 'value="Anna"' in short.text
    visitor.post("/sign-up", data={"name": "Anna", "password": "a long password"})
    assert "Anna" in visitor.get("/").text
    visitor.post("/sign-out")
    assert "Anna" not in visitor.get("/").text
    assert visitor.post("/sign-up", data={"name": "anna", "password": "a long password"}).status_code == 409
    back = visitor.post("/sign-in", data={"name": "Anna", "password": "a long password", "next": "//evil.example/"})
    assert back.url.path == "/"
    assert "Anna" in back.text


def test_who_signs_up_keeps_the_seats_that_he_took_as_a_guest(visitor: TestClient):
    opened = visitor.post("/matches", data={"scenario": "toy/yard", "opponent": "practice"})
    visitor.post("/sign-up", data={"name": "Berta", "password": "a long password"})
    assert visitor.get(opened.url.path).status_code == 200
    visitor.post("/sign-out")
    assert opened.url.path not in visitor.get("/").text
    back = visitor.post("/sign-in", data={"name": "Berta", "password": "a long password"})
    assert opened.url.path in back.text


def test_a_name_that_is_taken_leaves_a_guest_as_he_was(visitor: TestClient):
    visitor.post("/sign-up", data={"name": "Berta", "password": "a long password"})
    visitor.post("/sign-out")
    opened = visitor.post("/matches", data={"scenario": "toy/yard", "opponent": "practice"})
    assert visitor.post("/sign-up", data={"name": "berta", "password": "a long password"}).status_code == 409
    assert opened.url.path in visitor.get("/").text


def test_practice_goes_to_a_seat_that_is_asked_and_leads_to_the_other(visitor: TestClient):
    opened = visitor.post("/matches", data={"scenario": "toy/yard", "opponent": "practice"})
    assert "asked-asked" in opened.text
    other = {"north": "south", "south": "north"}[opened.url.path.rsplit("/", 1)[1]]
    assert f"Play {other}" in opened.text


def test_a_seat_held_by_its_link_stands_on_the_first_page(visitor: TestClient, app):
    opened = visitor.post("/matches", data={"scenario": "toy/yard", "opponent": "practice"})
    match = opened.url.path.rsplit("/", 1)[0]
    link = re.search(r"/seat/[\w-]+", visitor.post(f"{match}/links", data={"seat": "north"}).text)
    assert link
    with TestClient(app) as device:
        device.get(link[0])
        home = device.get("/").text
        assert f"{match}/north" in home
        assert f"{match}/south" not in home


def test_an_invitation_takes_the_other_seat_once(visitor: TestClient, app):
    opened = visitor.post("/matches", data={"scenario": "toy/yard", "opponent": "invitation", "seat": "south"})
    link = re.search(r"/invitations/[\w-]+", opened.text)
    assert link
    with TestClient(app) as guest:
        assert "north" in guest.get(link[0]).text
        seat = guest.post(link[0])
        assert seat.url.path.endswith("/north")
        assert "asked-asked" in seat.text
        other = seat.url.path.replace("north", "south")
        assert guest.get(other).status_code == 404
    with TestClient(app) as late:
        assert late.get(link[0]).status_code == 409
        assert late.post(link[0]).status_code == 409


def test_a_link_for_another_device_signs_it_in_to_the_seat_alone(visitor: TestClient, app):
    opened = visitor.post("/matches", data={"scenario": "toy/yard", "opponent": "practice"})
    match = opened.url.path.rsplit("/", 1)[0]
    lobby = visitor.post(f"{match}/links", data={"seat": "north"})
    link = re.search(r"/seat/[\w-]+", lobby.text)
    assert link
    with TestClient(app) as phone:
        north = sit(phone, link[0])
        assert north.asked
        assert phone.get(f"{match}/south").status_code in (401, 404)
        assert "Sign in" in phone.get("/").text


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/nowhere", 404, "There is nothing here"),
        ("/seat/nonsense", 404, "There is nothing here"),
        ("/invitations/nonsense", 404, "There is nothing here"),
        ("/matches/abc", 401, "Sign in first"),
        ("/matches/abc/north", 401, "Sign in first"),
    ],
)
def test_what_goes_wrong_has_a_page_with_a_way_on(visitor: TestClient, address: str, status: int, words: str):
    answer = visitor.get(address)
    assert answer.status_code == status
    assert words in answer.text
    assert 'class="button primary"' in answer.text
    assert 'href="/sign-up"' not in answer.text, "whoever asks may be signed in"
    piece = visitor.get(address, headers={"HX-Request": "true"})
    assert piece.status_code == status
    assert piece.text.startswith('<hx-partial hx-target="#trouble"')


def test_a_form_from_another_site_is_refused(visitor: TestClient, seats: dict[str, Plain]):
    answer = visitor.post(f"{seats['north'].path}/orders", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403


def test_too_many_sign_ins_are_told_to_wait(visitor: TestClient):
    answers = [visitor.post("/sign-in", data={"name": "Nobody", "password": "wrong one"}) for _ in range(12)]
    assert answers[-1].status_code == 429
    assert answers[-1].headers["retry-after"]
    assert "At most 10 times a minute one may try to sign in by one name from one address." in answers[-1].text


def test_a_nudged_page_fetches_what_changed_and_leaves_the_forms_alone(seats: dict[str, Plain]):
    north, south = seats["north"], seats["south"]
    by_htmx = {"HX-Request": "true", "HX-Request-Type": "partial"}
    state = re.search(r'name="after" value="(\d+)"', north.page)
    assert state
    address = f"{north.path}?live=1&after={state[1]}&unit="
    assert north.client.get(address, headers=by_htmx).status_code == 204
    north.send(done=True)
    south.look()
    south.send(done=True)
    news = north.client.get(address, headers=by_htmx)
    assert news.status_code == 200
    targets = re.findall(r'<hx-partial hx-target="#([\w-]+)"', news.text)
    assert "orders" not in targets
    assert {"asked", "sheet", "log", "state", "announce"} <= set(targets)
    assert "<html" not in news.text


def test_what_the_other_side_does_unseen_changes_no_byte(seats: dict[str, Plain]):
    """South writes on their sheet, of which north is told nothing."""
    north, south = seats["north"], seats["south"]
    north.send(done=True)

    def bytes_of(page: str) -> str:
        return re.sub(r'name="key" value="[^"]*"', "", page)

    before = bytes_of(north.look())
    south.look()
    south.write("hide", hex="22")
    assert bytes_of(north.look()) == before
