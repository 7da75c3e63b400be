"""A file of all that is kept of an account, and the account's end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service import matches
from service.matches import Account, AtSeat, Context, Credentials, leaving
from service.matches.ending import resign
from service.matches.errors import NotFound, NotSignedIn, WrongPassword
from service.matches.leaving import delete_account
from service.matches.talk import say_to_others, write_note
from service.matches.who_sits import BOT_ACCOUNT
from service.store import NoSuchMatch

PASSWORD = "a long password"


@pytest.fixture
def anna(context: Context) -> Account:
    return matches.make_account(context, "Anna", PASSWORD)


@pytest.fixture
def ben(context: Context) -> Account:
    return matches.make_account(context, "Ben", PASSWORD)


def against(context: Context, anna: Account, ben: Account) -> tuple[AtSeat, AtSeat]:
    opened = matches.open_match(context, anna, "toy", "yard", seat="north", name="Sunday")
    south = matches.take_seat(context, ben, opened.match_id, "south", opened.invitations["south"])
    return AtSeat(opened.match_id, "north", anna.id), south


def data_of(context: Context, account: Account) -> Any:
    return json.loads(b"".join(leaving.own_data(context, account, PASSWORD)))


def test_the_file_holds_what_the_seats_of_the_account_were_told_and_no_secret(
    context: Context, anna: Account, ben: Account
):
    north, south = against(context, anna, ben)
    token = matches.new_token(context, anna, label="laptop")
    cookie = matches.open_session(context, anna.id)
    here, there = (
        matches.orders_from_json(matches.game_at(context, north), b'[{"kind": "hide", "hex": "%s"}]' % at)
        for at in (b"12", b"32")
    )
    matches.put_sheet(context, north, here)
    matches.take_orders(context, south, there, version=matches.version(context, south))
    say_to_others(context, south, "Well met")
    write_note(context, north, "They will come by the north")
    with pytest.raises(WrongPassword):
        leaving.own_data(context, anna, "guess")
    found = data_of(context, anna)
    assert found["account"]["name"] == "Anna" and found["tokens"][0]["label"] == "laptop"
    [seat] = found["seats"]
    assert (seat["name"], seat["match"]["seat"]) == ("Sunday", "north")
    assert seat["match"] == json.loads(json.dumps(matches.export(context, north)))
    assert [one["kind"] for one in seat["sheet"]] == ["hide"] and seat["sheet"][0]["hex"] == "12"
    assert [one["text"] for one in (*seat["talk"], *seat["notes"])] == ["Well met", "They will come by the north"]
    assert [(one["seat"], one["held"]) for one in found["shown"]] == [("north", True)]
    text = json.dumps(found)
    assert all(secret not in text for secret in (token, cookie, "argon2", '"32"'))


@pytest.mark.parametrize(("successor", "sits"), [("computer", "The computer"), ("open", None)])
def test_an_account_that_ends_leaves_its_seats_as_it_wished_and_takes_its_name_along(
    context: Context, anna: Account, ben: Account, successor: leaving.Successor, sits: str | None
):
    north, south = against(context, anna, ben)
    alone = matches.open_match(context, anna, "toy", "yard")
    computer = matches.open_match(context, anna, "toy", "yard", seat="north", opponent="computer")
    waiting = matches.open_match(context, anna, "toy", "yard", seat="north")
    session, bot = matches.open_session(context, anna.id), matches.new_token(context, anna)
    link = matches.seat_link(context, north)
    write_note(context, north, "They will come by the north")
    with pytest.raises(WrongPassword):
        delete_account(context, anna, "guess", successor)
    delete_account(context, anna, PASSWORD, successor)
    for credentials in (Credentials(bearer=bot), Credentials(cookies={matches.SESSION_COOKIE: session})):
        with pytest.raises(NotSignedIn):
            matches.who(context, credentials)
    with pytest.raises(NotFound):
        matches.seat_by_link(context, link)
    with pytest.raises(WrongPassword):
        matches.sign_in(context, "Anna", PASSWORD)
    for gone in (alone, computer, waiting):
        with pytest.raises(NoSuchMatch):
            context.store.read(gone.match_id)
    holder = matches.company(context, south).holders["north"]
    assert (str(holder) if holder else None) == sits
    with context.store.look() as look:
        assert look.talk.notes(north.match_id, "north") == []
    [change] = matches.seat_changes(context, south.match_id)
    assert change.kind == ("computer" if sits else "left") and "Anna" not in change.text
    assert "has left" in str(matches.match_card(context, ben, south.match_id).opened_by)
    assert matches.make_account(context, "Anna", PASSWORD).id != anna.id, "her name is free, and opens nothing of hers"


def test_in_a_match_that_is_over_it_says_that_somebody_has_left(context: Context, anna: Account, ben: Account):
    south = against(context, anna, ben)[1]
    resign(context, south)
    delete_account(context, anna, PASSWORD, "computer")
    assert str(matches.company(context, south).holders["north"]) == "Somebody who has left"
    assert matches.seat_changes(context, south.match_id) == []
    with context.store.look() as look:
        assert look.seatings.shown(south.match_id, [anna.id]) == {"north"}


def test_the_owner_may_leave_and_the_house_is_set_up_again(context: Context):
    olga = matches.make_account(context, "Olga", PASSWORD, link=matches.set_up_link(context))
    sent = matches.sign_up_link(context, olga)
    assert olga.owner and matches.set_up_link(context) is None
    delete_account(context, olga, PASSWORD, "open")
    assert matches.set_up_link(context)
    with pytest.raises(NotFound):
        matches.read_sign_up_link(context, sent)


def test_a_guest_has_no_password_to_confirm_with(context: Context):
    for account in (matches.make_guest(context), Account(BOT_ACCOUNT, None)):
        with pytest.raises(WrongPassword):
            delete_account(context, account, "", "open")
