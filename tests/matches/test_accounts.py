"""Accounts, passwords and sessions."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from service import matches
from service.matches import Credentials, Desk
from service.matches.errors import Malformed, NameTaken, NotSignedIn, TooOften, WrongPassword


def test_a_name_is_one_name_however_it_is_written(desk: Desk):
    matches.make_account(desk, "  Anna   Schmidt ", "password-1")
    with pytest.raises(NameTaken):
        matches.make_account(desk, "ANNA SCHMIDT", "password-2")
    assert matches.issue_token(desk, "anna schmidt", "password-1")


@pytest.mark.parametrize("name", ["x", "x" * 41, "a\u202eb", "a\x07b", "a\u200bb", "   "])
def test_a_name_is_made_of_letters_that_show(desk: Desk, name: str):
    with pytest.raises(Malformed):
        matches.make_account(desk, name, "password-1")


def test_the_password_is_not_kept(desk: Desk):
    account = matches.make_account(desk, "Anna", "password-1")
    with desk.store.look() as look:
        kept = look.accounts.by_id(account.id)
    assert kept is not None and kept.password is not None
    assert kept.password.startswith("$argon2id$") and "password-1" not in kept.password


def test_a_wrong_name_and_a_wrong_password_are_one_problem(desk: Desk):
    matches.make_account(desk, "Anna", "password-1")
    said = []
    for name in ("Anna", "Nobody"):
        with pytest.raises(WrongPassword) as problem:
            matches.sign_in(desk, name, "password-2")
        said.append(problem.value.plain())
    assert said[0] == said[1]


def test_a_guest_has_no_password_to_guess(desk: Desk):
    matches.make_guest(desk)
    with pytest.raises(WrongPassword):
        matches.sign_in(desk, "", "")


def test_signing_in_too_often_has_to_wait(desk: Desk):
    for _ in range(10):
        with pytest.raises(WrongPassword):
            matches.sign_in(desk, "Anna", "guess", knocker="1.2.3.4")
    with pytest.raises(TooOften) as problem:
        matches.sign_in(desk, "Anna", "guess", knocker="1.2.3.4")
    assert problem.value.retry_after is not None and 1 <= problem.value.retry_after <= 60


def test_a_session_ends(desk: Desk):
    account = matches.make_account(desk, "Anna", "password-1")
    cookies = {matches.SESSION_COOKIE: matches.sign_in(desk, "Anna", "password-1")}
    assert matches.who(desk, Credentials(cookies=cookies)) == account
    later = replace(desk, clock=lambda: desk.clock() + timedelta(days=91))
    with pytest.raises(NotSignedIn):
        matches.who(later, Credentials(cookies=cookies))
    matches.sign_out(desk, cookies[matches.SESSION_COOKIE])
    with pytest.raises(NotSignedIn):
        matches.who(desk, Credentials(cookies=cookies))


def test_a_token_that_nobody_issued(desk: Desk):
    with pytest.raises(NotSignedIn):
        matches.who(desk, Credentials(bearer="guess"))
