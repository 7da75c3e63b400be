"""A way back in by mail: a new password, or a guest's seat, to the confirmed address and no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from service import matches
from service.app import create_app
from service.matches import SESSION_COOKIE, Account, AtSeat, Context, mail_addresses
from service.matches.errors import TooOften
from service.matches.recovery import ask_way_back
from service.settings import Settings
from tests.client import TestClient
from tests.mailing.conftest import Post, Taken
from tests.mailing.test_notices import subjects

NEW = "sixteen grey herons"


@pytest.fixture
def anywhere(settings: Settings, post: Post) -> Iterator[TestClient]:
    """A browser that is signed in to nothing."""
    with TestClient(create_app(settings, post.context)) as client:
        yield client


def link_in(mail: Taken) -> str:
    found = re.search(r"https://sitrep\.example(/[\w/-]+)", mail.text)
    assert found is not None, mail.text
    return found[1]


def test_a_lost_password_is_set_anew_by_a_link_to_the_confirmed_address(
    anywhere: TestClient, post: Post, anna: Account
):
    channel = post.address(anna)
    assert "/way-back" in anywhere.get("/sign-in").text
    said = anywhere.post("/way-back", data={"address": channel.address.upper()}).text
    assert "an email with a link is on its way" in said
    (mail,) = post.wait()
    assert subjects([mail]) == ["Sitrep: a way back in"] and mail.message["List-Unsubscribe"] is None
    link = link_in(mail)
    assert "Anna" in anywhere.get(link).text
    anywhere.post(link, data={"password": NEW})
    assert "Anna" in anywhere.get("/account").text, "and this browser is signed in"
    assert matches.sign_in(post.context, "Anna", NEW)
    assert anywhere.get(link).status_code == 404, "it works once"


def test_a_guest_is_let_in_again_by_the_confirmed_address_and_all_are_told(
    anywhere: TestClient, post: Post, anna: Account
):
    opened = matches.open_match(post.context, anna, "toy", "yard", seat="north")
    guest = matches.make_guest(post.context)
    south = matches.take_seat(post.context, guest, opened.match_id, "south", opened.invitations["south"])
    channel = post.address(mail_addresses.AddressOwner(guest.id, south.match_id, "south"))
    post.wait(minutes=10)
    anywhere.post("/way-back", data={"address": channel.address})
    (mail,) = post.wait()
    link = link_in(mail)
    assert link.startswith("/way-in/")
    page = f"/matches/{south.match_id}/south"
    assert anywhere.get(page).status_code == 401
    assert "Come in here" in anywhere.get(link).text
    assert anywhere.post(link, follow_redirects=False).status_code == 303
    assert anywhere.get(page).status_code == 200
    assert anywhere.post(link).status_code == 404, "it works once"
    kinds = [change.kind for change in matches.seat_changes(post.context, south.match_id)]
    assert kinds == ["link-mailed", "mail-used"]
    (told,) = post.wait(seconds=10)
    assert told.recipient == channel.address and "somebody came in by the link" in " ".join(told.text.split())
    assert "every other browser here is signed out" in anywhere.get(page).text


def test_nobody_learns_whether_an_address_is_known(anywhere: TestClient, post: Post, anna: Account):
    channel = post.address(anna)
    mail_addresses.put_channel(
        post.context,
        mail_addresses.owner_of(matches.make_account(post.context, "Ben", NEW)),
        "b@mail.example",
        mail_addresses.Wishes(),
    )
    post.wait()
    answers = {}
    for address in (channel.address, "b@mail.example", "nobody@mail.example"):
        answer = anywhere.post("/way-back", data={"address": address})
        over_api = anywhere.post("/api/v1/ways-back", json={"address": address})
        answers[answer.status_code, answer.text.replace(address, ""), over_api.status_code, over_api.content] = address
    assert len(answers) == 1
    assert [mail.recipient for mail in post.wait()] == [channel.address], "not to one that nobody has confirmed"


def test_a_link_ends_after_three_days(post: Post, anna: Account, anywhere: TestClient):
    ask_way_back(post.context, post.address(anna).address)
    (mail,) = post.wait()
    post.now[0] += timedelta(days=3)
    assert anywhere.get(link_in(mail)).status_code == 404


def test_a_link_that_is_sent_again_is_the_same(post: Post, anna: Account, anywhere: TestClient):
    ask_way_back(post.context, post.address(anna).address)
    post.box.answers.append("451 4.3.0 Come back later")
    assert post.wait() == []
    (mail,) = post.wait(minutes=1)
    assert anywhere.get(link_in(mail)).status_code == 200


def test_whoever_holds_the_seat_no_more_is_not_led_back_to_it(post: Post, anna: Account):
    guest = matches.make_guest(post.context)
    opened = matches.open_match(post.context, anna, "toy", "yard", seat="north")
    south = matches.take_seat(post.context, guest, opened.match_id, "south", opened.invitations["south"])
    channel = post.address(mail_addresses.AddressOwner(guest.id, south.match_id, "south"))
    token = matches.hand_over(post.context, guest, south.match_id, "south")
    matches.take_seat(post.context, matches.make_account(post.context, "Ben", NEW), south.match_id, "south", token)
    ask_way_back(post.context, channel.address)
    assert post.wait(hours=1) == []


def test_links_are_asked_for_so_often(post: Post):
    for _ in range(10):
        ask_way_back(post.context, "anna@mail.example")
    with pytest.raises(TooOften):
        ask_way_back(post.context, "Anna@mail.example", client_address="elsewhere")


def test_another_address_takes_the_password(anywhere: TestClient, post: Post, anna: Account):
    """Or whoever finds a browser signed in would have a new password sent to themselves."""
    anywhere.cookies.set(SESSION_COOKIE, matches.open_session(post.context, anna.id))
    form = {"do": "save", "address": "thief@mail.example"}
    answer = anywhere.post("/notices", data=form)
    assert answer.status_code == 401 and "not your current password" in answer.text
    headers = {"Authorization": f"Bearer {matches.new_token(post.context, anna)}"}
    assert anywhere.put("/api/v1/me/notices", json={"address": form["address"]}, headers=headers).status_code == 401
    assert post.wait(hours=1) == []
    anywhere.post("/notices", data={**form, "password": "fifteen herons"})
    assert len(post.wait()) == 1
    assert anywhere.post("/notices", data={**form, "letters": "yes"}).status_code == 200, "the same one takes none"


def test_a_token_that_only_plays_sets_no_address_of_its_account(anywhere: TestClient, post: Post, anna: Account):
    match = matches.open_match(post.context, anna, "toy", "yard", seat="north").match_id
    path = f"/api/v1/matches/{match}/seats/north/notices"
    headers = {"Authorization": f"Bearer {matches.new_token(post.context, anna, scope='bot')}"}
    wished = {"address": "thief@mail.example", "password": "fifteen herons"}
    assert anywhere.put(path, json=wished, headers=headers).status_code == 403
    assert anywhere.get(path, headers=headers).json()["address"] is None


def test_a_guest_s_address_over_the_api(anywhere: TestClient, post: Post):
    guest = matches.make_guest(post.context)
    match = matches.open_match(post.context, guest, "toy", "yard", seat="north").match_id
    north = AtSeat(match, "north", guest.id)
    anywhere.cookies.set(matches.seat_cookie(match, "north"), matches.seat_link(post.context, north))
    path = f"/api/v1/matches/{match}/seats/north/notices"
    assert anywhere.get(path).json()["state"] == "none"
    assert anywhere.put(path, json={"address": "g@mail.example"}).json()["state"] == "unconfirmed"
    (mail,) = post.wait()
    anywhere.post(link_in(mail))
    assert anywhere.get(path).json()["state"] == "works"
    assert anywhere.put(f"{path}/pace", json={"pace": "silent"}).json()["matches"] == [
        {"match_id": match, "pace": "silent"}
    ]
    assert anywhere.post(f"{path}/test").status_code == 202
    assert len(post.wait()) == 1
    assert anywhere.delete(path).status_code == 204 and anywhere.get(path).json()["state"] == "none"


def test_a_house_without_mail_says_who_helps_instead(settings: Settings, context: Context):
    with TestClient(create_app(settings, replace(context, mail=None))) as client:
        shown = client.get("/way-back").text
        assert "This server sends no mail. Its owner makes a link for you" in shown and "way-back-form" not in shown
        assert client.post("/way-back", data={"address": "a@mail.example"}).status_code == 409
        assert client.post("/api/v1/ways-back", json={"address": "a@mail.example"}).status_code == 409
