"""Which passwords are refused, and how one comes to another."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from service import matches, password_strength
from service.matches import Account, AtSeat, Context, Credentials
from service.matches.errors import Malformed, NotFound, NotSignedIn, TooOften, WrongPassword
from service.matches.passwords import judged

OLD, NEW = "a long password", "quite another password"


@pytest.fixture
def anna(context: Context) -> Account:
    return matches.make_account(context, "Anna Schmidt", OLD)


def said(problem: Malformed) -> str:
    [error] = problem.members["errors"]
    assert error["place"] == ["password"]
    return str(error["reason"])


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short", "8 to 200 characters"),
        ("x" * 201, "8 to 200 characters"),
        ("password", "top-10 common password"),
        ("Passw0rd1", "similar to a commonly used password: about"),
        ("          ", "nothing but spaces and symbols"),
        ("…—…—…—…—…", "nothing but spaces and symbols"),
        ("anna schmidt", "Your own name"),
        ("AnnaSchmidt1944", "Your own name"),
        ("sitrep2026", "too easy to guess: about 700,000 guesses"),
        ("qwertyuiop", "common password"),
        ("aaaaaaaaaaaa", 'Repeats like "aaa" are easy to guess: about'),
    ],
)
def test_a_password_is_refused_by_what_is_wrong_with_it(context: Context, password: str, why: str):
    with pytest.raises(Malformed) as refused:
        matches.make_account(context, "Anna Schmidt", password)
    assert why in said(refused.value), said(refused.value)
    assert matches.make_account(context, "Anna Schmidt", "kriegsspiel am Sonntag")


@pytest.mark.parametrize("password", ["Passw0rd1", "Kriegsspiel ‘am’ Sonntag"])
def test_a_process_of_its_own_judges_a_password_as_it_is_judged_here(password: str):
    assert judged(password, ["Anna"]) == password_strength.judged(password, ["Anna"])


def cookies(token: str) -> Credentials:
    return Credentials(cookies={matches.SESSION_COOKIE: token})


def test_changing_it_ends_every_other_session_and_link(context: Context, anna: Account):
    here, there = (matches.sign_in(context, "Anna Schmidt", OLD) for _ in range(2))
    opened = matches.open_match(context, anna, "toy", "yard", seat="north")
    link = matches.seat_link(context, AtSeat(opened.match_id, "north", anna.id))
    bot = Credentials(bearer=matches.new_token(context, anna))
    matches.change_password(context, anna, OLD, NEW, cookie=here)
    assert matches.who(context, cookies(here)) == matches.who(context, bot) == anna
    for ended in (lambda: matches.who(context, cookies(there)), lambda: matches.seat_by_link(context, link)):
        with pytest.raises((NotSignedIn, NotFound)):
            ended()
    with pytest.raises(WrongPassword):
        matches.sign_in(context, "Anna Schmidt", OLD)
    assert matches.sign_in(context, "Anna Schmidt", NEW)
    matches.change_password(context, anna, NEW, OLD, revoke_tokens=True, cookie=here)
    with pytest.raises(NotSignedIn):
        matches.who(context, bot)


def test_whoever_does_not_know_it_changes_nothing_and_may_not_guess_on(context: Context, anna: Account):
    for _ in range(10):
        with pytest.raises(WrongPassword):
            matches.change_password(context, anna, "guess", NEW)
    with pytest.raises(TooOften):
        matches.change_password(context, anna, OLD, NEW)
    with pytest.raises(WrongPassword):
        matches.change_password(context, matches.make_guest(context), "", NEW)
    assert matches.sign_in(context, "Anna Schmidt", OLD, client_address="elsewhere")


def test_a_link_of_the_owner_s_sets_it_once(context: Context, anna: Account):
    owner = replace(matches.make_account(context, "Olga", OLD), owner=True)
    session, bot = matches.sign_in(context, "Anna Schmidt", OLD), Credentials(bearer=matches.new_token(context, anna))
    for nobody in ("Nobody", ""):
        with pytest.raises(NotFound):
            matches.password_link(context, nobody, by=owner)
    with pytest.raises(NotFound):
        matches.password_link(context, "Olga", by=anna)
    before, link = (matches.password_link(context, "anna  SCHMIDT", by=owner) for _ in range(2))
    with pytest.raises(NotFound):
        matches.read_password_link(context, before)
    assert matches.read_password_link(context, link).name == "Anna Schmidt"
    with pytest.raises(Malformed):
        matches.set_password_by_link(context, link, "password")
    assert matches.set_password_by_link(context, link, NEW) == anna
    for gone in (cookies(session), bot):
        with pytest.raises(NotSignedIn):
            matches.who(context, gone)
    assert matches.sign_in(context, "Anna Schmidt", NEW)
    with pytest.raises(NotFound):
        matches.set_password_by_link(context, link, OLD)


def test_a_link_that_nobody_uses_ends_after_three_days(context: Context, anna: Account):
    link = matches.password_link(context, "Anna Schmidt")
    later = replace(context, clock=lambda: context.clock() + timedelta(days=3, seconds=1))
    with pytest.raises(NotFound):
        matches.set_password_by_link(later, link, NEW)
