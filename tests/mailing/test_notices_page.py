"""The notices page: an address is set, confirmed by a button behind a link, tested, paused and taken away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from service import matches
from service.app import create_app
from service.matches import SESSION_COOKIE, Account, AtSeat, Context, seat_cookie, seat_link
from service.settings import Settings
from tests.client import TestClient
from tests.mailing.conftest import Post

ADDRESS = "anna@mail.example"
FORM = {
    "do": "save",
    "address": ADDRESS,
    "password": "fifteen herons",
    "contents": "letter",
    "pace": "at-once",
    "zone": "Europe/Paris",
    "waits": "yes",
}


@pytest.fixture
def anywhere(settings: Settings, post: Post) -> Iterator[TestClient]:
    """A browser that is signed in to nothing."""
    with TestClient(create_app(settings, post.context)) as client:
        yield client


@pytest.fixture
def browser(anywhere: TestClient, post: Post, anna: Account) -> TestClient:
    """Anna's."""
    anywhere.cookies.set(SESSION_COOKIE, matches.open_session(post.context, anna.id))
    return anywhere


def link_in(text: str) -> str:
    found = re.search(r"https://sitrep\.example(/mail/[\w/-]+)", text)
    assert found is not None, text
    return found[1]


def test_an_address_counts_once_its_button_was_pressed(browser: TestClient, post: Post):
    assert browser.post("/notices", data=FORM, follow_redirects=False).status_code == 303
    assert "Not confirmed" in browser.get("/notices").text
    (mail,) = post.wait()
    assert (mail.recipient, mail.message["Subject"]) == (ADDRESS, "Sitrep: confirm this address")
    link = link_in(mail.text)
    browser.cookies.clear()  # it may be opened on another device
    for _ in range(2):  # by a program that looks at links, and by hand
        assert 'type="submit">Confirm</button>' in browser.get(link).text
    assert "It is confirmed" in browser.post(link).text
    assert "It is confirmed" in browser.get(link).text


def test_the_test_shows_the_other_server_s_own_words(browser: TestClient, post: Post, anna: Account):
    post.address(anna)
    browser.post("/notices", data={"do": "test"})
    assert "on its way" in browser.get("/notices").text
    (mail,) = post.wait()
    assert mail.message["Subject"] == "Sitrep: a test"
    assert "250 2.0.0 Ok: queued as" in browser.get("/notices").text
    post.box.to_recipients.append("550 5.1.1 No such user here")
    browser.post("/notices", data={"do": "test"})
    post.wait()
    assert "550 5.1.1 No such user here" in browser.get("/notices").text


def test_a_form_that_cannot_be_says_why(browser: TestClient):
    for wrong, said in (
        ({"address": "anna at mail"}, "written as anna@example.org"),
        ({"address": "a@b.example\r\nBcc: all@b.example"}, "written as anna@example.org"),
        ({"zone": "Mars/Base"}, "no such time zone"),
        ({"hours": "100"}, "1 to 72"),
        ({"pace": "often"}, "How often is"),
    ):
        answer = browser.post("/notices", data={**FORM, **wrong})
        assert answer.status_code == 422 and said in answer.text, wrong


def test_mails_that_are_asked_for_are_counted(browser: TestClient):
    answers = [browser.post("/notices", data={**FORM, "address": f"a{n}@mail.example"}) for n in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert "Try again" in answers[-1].text


def test_a_guest_sets_one_for_his_seat_and_whoever_came_by_a_link_none_for_an_account(
    anywhere: TestClient, post: Post, anna: Account
):
    opened = matches.open_match(post.context, anna, "toy", "yard", seat="north")
    guest = matches.make_guest(post.context)
    matches.take_seat(post.context, guest, opened.match_id, "south", opened.invitations["south"])
    for seat, account in ("north", anna), ("south", guest):
        link = seat_link(post.context, AtSeat(opened.match_id, seat, account.id))
        anywhere.cookies.set(seat_cookie(opened.match_id, seat), link)
    south, north = (f"/matches/{opened.match_id}/{seat}/notices" for seat in ("south", "north"))
    assert anywhere.post(south, data=FORM, follow_redirects=False).status_code == 303
    assert ADDRESS in anywhere.get(south).text
    assert "belongs to somebody with an account" in anywhere.get(north).text
    assert anywhere.post(north, data=FORM).status_code == 401
    (mail,) = post.wait()
    anywhere.post(link_in(mail.text))
    assert len(post.wait(seconds=10)) == 0, "he was asked before he had an address"


def test_a_link_in_a_mail_ends_the_mails_of_a_match_without_a_cookie(anywhere: TestClient, post: Post, anna: Account):
    post.address(anna)
    first = matches.open_match(post.context, anna, "toy", "yard", seat="north")
    (mail,) = post.wait(seconds=10)
    assert mail.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = link_in(str(mail.message["List-Unsubscribe"]))
    assert "End them</button>" in anywhere.get(link).text, "a program that follows links ends nothing"
    assert "No more email about this match" in anywhere.post(link, data={"List-Unsubscribe": "One-Click"}).text
    with post.context.store.look() as look:
        channel = look.notices.channel_of(anna.id)
        assert channel is not None and look.notices.paces(channel.id) == {first.match_id: "silent"}
    matches.open_match(post.context, anna, "toy", "yard", seat="north")
    assert len(post.wait(seconds=10)) == 1, "another match's come as before"


@pytest.mark.parametrize("what", ["confirm", "stop"])
def test_a_link_that_is_not_ours_leads_nowhere(anywhere: TestClient, post: Post, anna: Account, what: str):
    channel = post.address(anna)
    for token in ("x", channel.id, f"{channel.id}-aaaaaaaaaaaaaaaaaaaaaaaa", f"{channel.id}-é-x"):
        assert anywhere.get(f"/mail/{what}/{token}").status_code == 404
        assert anywhere.post(f"/mail/{what}/{token}").status_code == 404


def test_a_house_without_mail_says_so_and_offers_no_form(settings: Settings, context: Context, post: Post):
    account = matches.make_account(context, "Berta", "fifteen herons")
    with TestClient(create_app(settings, replace(context, mail=None))) as client:
        client.cookies.set(SESSION_COOKIE, matches.open_session(context, account.id))
        shown = client.get("/notices").text
        assert "This server sends no mail." in shown and "notices-form" not in shown
        answer = client.post("/notices", data=FORM)
        assert answer.status_code == 409 and "This server sends no mail." in answer.text
