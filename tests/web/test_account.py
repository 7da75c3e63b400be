"""Setting up by the link that `sitrep serve` prints, and the page of an account."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from fastapi import FastAPI

from service import matches
from service.app import create_app
from service.matches import Context
from service.matches.times import by_clock
from service.settings import Settings
from tests.client import TestClient

OWNER = {"name": "Anna", "password": "a long password"}


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    """A server that is not open to all."""
    return create_app(settings, replace(context, open_sign_up=False))


@pytest.fixture
def owner(context: Context, visitor: TestClient) -> TestClient:
    answer = visitor.post(f"/sign-up/{matches.set_up_link(context)}", data=OWNER)
    assert answer.status_code == 200
    return visitor


def shown(page: str) -> str:
    """The secret that a page shows to be copied."""
    found = re.search(r'readonly value="([^"]+)"', page)
    assert found
    return html.unescape(found[1])


def test_the_set_up_link_leads_to_the_owner_s_account(context: Context, visitor: TestClient):
    link = f"/sign-up/{matches.set_up_link(context)}"
    assert "Set up this server" in visitor.get(link).text
    short = visitor.post(link, data={**OWNER, "password": "short"})
    assert short.status_code == 422 and f'action="{link}"' in short.text
    assert "Anna" in visitor.post(link, data=OWNER).text
    assert visitor.get(link).status_code == visitor.post(link, data=OWNER).status_code == 404


def test_a_closed_house_says_what_signing_up_takes(visitor: TestClient):
    page = visitor.get("/sign-up").text
    assert "For an account you need a link from whoever runs this server" in page and "<input" not in page
    assert 'href="/matches/new"' in page and "Link for another device" in page, "it is no dead end"
    assert visitor.post("/sign-up", data=OWNER).status_code == 403
    assert visitor.post("/api/v1/accounts", json=OWNER).status_code == 403


def test_the_owner_s_link_lets_one_person_sign_up(app: FastAPI, owner: TestClient):
    link = shown(owner.post("/account/sign-up-links").text).removeprefix("http://testserver")
    with TestClient(app) as other:
        assert "Ben" in other.post(link, data={"name": "Ben", "password": "a long password"}).text
        assert other.post("/account/sign-up-links").status_code == 404
        assert "Link for somebody" not in other.get("/account").text
    with TestClient(app) as third:
        assert third.post(link, data={"name": "Carl", "password": "a long password"}).status_code == 404


def test_a_token_is_shown_once_works_and_is_revoked(owner: TestClient):
    page = owner.post("/account/tokens", data={"label": "<b>laptop</b>", "scope": "read"}).text
    headers = {"Authorization": f"Bearer {shown(page)}"}
    assert owner.get("/api/v1/me", headers=headers).json()["name"] == "Anna"
    listed = owner.get("/account").text
    assert shown(page) not in listed and "&lt;b&gt;laptop" in listed
    revoke = re.search(r'action="(/account/tokens/\w+/revoke)"', listed)
    assert revoke
    assert owner.post(revoke[1]).status_code == 200
    assert owner.get("/api/v1/me", headers=headers).status_code == 401
    assert owner.post(revoke[1]).status_code == 404
    assert owner.post("/account/tokens", data={"scope": "all"}).status_code == 422


def test_another_browser_is_signed_out(app: FastAPI, owner: TestClient):
    with TestClient(app) as other:
        other.post("/sign-in", data=OWNER)
        assert other.get("/account").status_code == 200
        listed = owner.get("/account").text
        [revoke] = re.findall(r"A browser</span>.*?action=\"(/account/sessions/\w+/revoke)\"", listed, re.S)
        owner.post(revoke)
        assert other.get("/account").status_code == 401
    assert owner.get("/account").status_code == 200


def test_each_browser_is_listed_by_its_name_and_by_no_word_of_its_own(app: FastAPI, owner: TestClient):
    said = "Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0 <img src=x onerror=alert(1)>"
    with TestClient(app, headers={"User-Agent": said}) as phone:
        phone.post("/sign-in", data=OWNER)
        listed = phone.get("/account").text
    assert "Firefox on Android · this browser" in listed and "onerror" not in listed
    assert "A browser</span>" in listed, "the one that set the server up said nothing that we know"
    assert {session["device"] for session in owner.get("/api/v1/sessions").json()} == {"Firefox on Android", ""}


def test_who_had_a_name_before_the_house_had_an_owner_becomes_it(context: Context, app: FastAPI):
    matches.make_account(context, **OWNER)
    link = f"/sign-up/{matches.set_up_link(context)}"
    with TestClient(app) as anna, TestClient(app) as other:
        anna.post("/sign-in", data=OWNER)
        assert "Link for somebody to sign up" not in anna.get("/account").text
        assert 'name="own"' in anna.get(link).text and 'name="own"' not in other.get(link).text
        assert other.post(link, data={"own": "1"}).status_code == 422
        assert "Link for somebody to sign up" in anna.post(link, data={"own": "1"}).text
        assert anna.get(link).status_code == 404


def test_a_token_can_be_for_one_seat_alone(context: Context, owner: TestClient):
    """The form names the seats of matches that go on; the token opens that one, and no other seat or list."""
    me = matches.sign_in(context, OWNER["name"], OWNER["password"])
    account = matches.who(context, matches.Credentials(cookies={"sitrep": me}))
    mine, other = (matches.open_match(context, account, "toy", "yard", seat="north").match_id for _ in range(2))
    page = owner.get("/account").text
    assert f'value="{mine} north"' in page and f'value="{other} north"' in page
    made = owner.post("/account/tokens", data={"label": "bot", "scope": "play", "seat": f"{mine} north"}).text
    found = re.search(r'value="(sitrep_[^"]+)"', made)
    assert found and "for the seat north alone" in made
    bearer = {"Authorization": f"Bearer {found[1]}"}
    owner.cookies.clear()
    assert owner.get(f"/api/v1/matches/{mine}/seats/north/view", headers=bearer).status_code == 200
    assert owner.get(f"/api/v1/matches/{other}/seats/north/view", headers=bearer).status_code in (401, 403, 404)


def test_no_token_is_made_for_a_seat_of_somebody_else_s(owner: TestClient):
    refused = owner.post("/account/tokens", data={"label": "bot", "scope": "play", "seat": "nothing north"})
    assert refused.status_code == 404 and "That seat is not yours." in refused.text


def test_tokens_and_sessions_over_the_api(owner: TestClient):
    asked = {**OWNER, "label": "bot", "scope": "bot"}
    bot, mine = (
        {"Authorization": f"Bearer {owner.post('/api/v1/tokens', json=body).json()['token']}"}
        for body in (asked, OWNER)
    )
    lines = owner.get("/api/v1/tokens", headers=bot).json()
    assert [(line["label"], line["scope"]) for line in lines] == [("", "play"), ("bot", "bot")]
    assert owner.delete(f"/api/v1/tokens/{lines[1]['id']}", headers=bot).status_code == 403
    assert owner.delete(f"/api/v1/tokens/{lines[1]['id']}", headers=mine).status_code == 204
    assert owner.get("/api/v1/tokens", headers=bot).status_code == 401
    [session] = owner.get("/api/v1/sessions").json()
    assert session["this"] is True
    assert owner.delete(f"/api/v1/sessions/{session['id']}", headers=mine).status_code == 204
    assert owner.get("/account").status_code == 401


def test_the_password_is_changed_and_the_form_says_what_is_wrong(app: FastAPI, owner: TestClient):
    sent = {"current": OWNER["password"], "password": "quite another password"}
    with TestClient(app) as other:
        other.post("/sign-in", data=OWNER)
        wrong = owner.post("/account/password", data={**sent, "current": "a wrong password"})
        assert wrong.status_code == 401 and "not your current password" in wrong.text
        weak = owner.post("/account/password", data={**sent, "password": "password"})
        assert weak.status_code == 422 and "top-10 common password" in weak.text
        assert other.get("/account").status_code == 200, "nothing was done"
        done = owner.post("/account/password", data=sent)
        assert done.request.method == "GET" and done.url.fragment == "password", "to be opened afresh"
        form = done.text.split('action="/account/password#password"')[1].split("</form>")[0]
        assert "Your password is changed" in form
        assert other.get("/account").status_code == 401
    assert owner.get("/account").status_code == 200
    body = {"current": sent["password"], "password": OWNER["password"]}
    assert owner.put("/api/v1/me/password", json={**body, "current": "guess"}).status_code == 401
    assert owner.put("/api/v1/me/password", json=body).status_code == 204
    assert owner.get("/account").status_code == 200


def test_who_has_lost_the_password_sets_one_by_a_link_from_the_owner(context: Context, app: FastAPI, owner: TestClient):
    matches.make_account(context, "Ben", "a long password", link=matches.sign_up_link(context, owner_in(context)))
    listed = owner.get("/account/house").text
    assert "Ben" in listed and 'value="Ben"' in listed
    assert owner.post("/account/house/password-links", data={"name": "Nobody"}).status_code == 404
    made = owner.post("/account/house/password-links", data={"name": "Ben"}).text
    link = shown(made).removeprefix("http://testserver")
    with TestClient(app) as ben:
        assert "Ben" in ben.get(link).text
        assert "common password" in ben.post(link, data={"password": "password"}).text
        assert "Ben" in ben.post(link, data={"password": "quite another password"}).text, "and is signed in"
        assert ben.get(link).status_code == ben.post(link, data={"password": "x"}).status_code == 404
        api = owner.post("/api/v1/password-links", json={"name": "Ben"}).json()["link"]
        assert ben.get(f"/api/v1/password-links/{api}").json() == {"name": "Ben"}
        sent = {"password": "one more long password"}
        assert ben.put(f"/api/v1/password-links/{api}", json=sent).status_code == 204
        assert ben.get("/account").status_code == 401
        assert ben.post("/api/v1/tokens", json={"name": "Ben", **sent}).status_code == 201


def test_times_are_shown_by_the_clocks_of_one_s_zone(context: Context, owner: TestClient):
    """Two hours ahead of UTC in Paris in July, and five and three quarters in Kathmandu."""
    assert matches.who(context, matches.Credentials(cookies=dict(owner.cookies))).zone == "UTC"
    assert owner.post("/account/zone", data={"zone": "Paris"}).status_code == 422
    assert "clocks of Asia/Kathmandu" in owner.post("/account/zone", data={"zone": "Asia/Kathmandu"}).text
    [made] = re.findall(r"Since ([-: \d]+ \+0545)", owner.get("/account").text)
    shown = datetime.strptime(made, "%Y-%m-%d %H:%M %z")
    there = owner.get("/api/v1/sessions").json()[0]["made_at"]
    assert shown == datetime.fromisoformat(there).replace(second=0, microsecond=0)
    assert owner.put("/api/v1/me/zone", json={"zone": "Europe/Paris"}).json()["zone"] == "Europe/Paris"
    assert owner.put("/api/v1/me/zone", json={"zone": "../etc"}).status_code == 422
    july = datetime(2026, 7, 1, 12, tzinfo=UTC)
    assert (by_clock(july, "Europe/Paris"), by_clock(july)) == ("2026-07-01 14:00 CEST", "2026-07-01 12:00 UTC")


def test_what_is_kept_is_downloaded_and_the_account_deleted_with_the_password(owner: TestClient):
    wrong, right = {"password": "guess"}, {"password": OWNER["password"]}
    for form in ("/account/export", "/account/deletion"):
        refused = owner.post(form, data={**wrong, "seats": "open"})
        assert refused.status_code == 401 and "not your current password" in refused.text
    file = owner.post("/account/export", data=right)
    assert "attachment" in file.headers["content-disposition"] and file.json()["account"]["name"] == "Anna"
    assert owner.post("/api/v1/me/export", json=right).json()["account"] == file.json()["account"]
    assert owner.post("/account/deletion", data={**right, "seats": "x"}).status_code == 422
    assert owner.post("/api/v1/me/deletion", json=wrong).status_code == 401
    front = owner.post("/account/deletion", data={**right, "seats": "open"}).text
    assert "Anna" not in front and "Your account is deleted" in front
    assert owner.get("/account").status_code == 401
    assert owner.post("/sign-in", data=OWNER).status_code == 401


def owner_in(context: Context) -> matches.Account:
    with context.store.look() as look:
        account = look.accounts.by_name("anna")
    assert account
    return matches.Account(account.id, account.name, account.owner)


@pytest.mark.parametrize(
    "form", ["name", "zone", "password", "export", "deletion", "tokens", "sign-up-links", "house/password-links"]
)
def test_where_a_form_has_answered_the_page_opens_again_without_what_was_shown_once(owner: TestClient, form: str):
    answer = owner.get(f"/account/{form}")
    assert answer.status_code == 200 and answer.url.path == ("/account/house" if "house" in form else "/account")
    shown = owner.post(f"/account/{form}", data={"label": "a bot", "name": "Nobody"})
    secrets = re.findall(r'readonly value="([^"]+)"', shown.text)
    assert all(secret not in owner.get(f"/account/{form}").text for secret in secrets)
    assert bool(secrets) == (form in ("tokens", "sign-up-links"))
    folded = '<details class="fold" id="tokens">'
    assert (folded in shown.text) == (form in ("name", "zone", "password", "export", "sign-up-links")), (
        "few have programs play"
    )
