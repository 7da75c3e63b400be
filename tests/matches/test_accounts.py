"""Accounts, passwords and sessions."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from http.cookies import SimpleCookie

import pytest

from service import matches
from service.matches import Context, Credentials, accounts
from service.matches.accounts import PASSWORDS
from service.matches.errors import Malformed, NameTaken, NotSignedIn, TooOften, WrongPassword


def test_a_name_is_one_name_however_it_is_written(context: Context):
    matches.make_account(context, "  Anna   Schmidt ", "a long password")
    with pytest.raises(NameTaken):
        matches.make_account(context, "ANNA SCHMIDT", "another long password")
    assert matches.issue_token(context, "anna schmidt", "a long password")


@pytest.mark.parametrize("name", ["x", "x" * 41, "a\u202eb", "a\x07b", "a\u200bb", "   "])
def test_a_name_is_made_of_letters_that_show(context: Context, name: str):
    with pytest.raises(Malformed):
        matches.make_account(context, name, "a long password")


def test_the_password_is_not_kept(context: Context):
    account = matches.make_account(context, "Anna", "a long password")
    with context.store.look() as look:
        kept = look.accounts.by_id(account.id)
    assert kept is not None and kept.password is not None
    assert kept.password.startswith("$argon2id$") and "a long password" not in kept.password


def test_a_guess_costs_what_argon2_recommends(context: Context, monkeypatch: pytest.MonkeyPatch):
    """64 MiB, three times over, as RFC 9106 has it for where memory is short."""
    monkeypatch.setattr(accounts, "PASSWORDS", PASSWORDS)
    anna = matches.make_account(context, "Anna", "a long password")
    with context.store.look() as look:
        kept = look.accounts.by_id(anna.id)
    assert (
        kept is not None and kept.password is not None and kept.password.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    )
    assert matches.issue_token(context, "Anna", "a long password")


def test_a_wrong_name_and_a_wrong_password_are_one_problem(context: Context):
    matches.make_account(context, "Anna", "a long password")
    said = []
    for name in ("Anna", "Nobody"):
        with pytest.raises(WrongPassword) as problem:
            matches.sign_in(context, name, "another long password")
        said.append(problem.value.plain())
    assert said[0] == said[1]


def test_a_guest_has_no_password_to_guess(context: Context):
    matches.make_guest(context)
    with pytest.raises(WrongPassword):
        matches.sign_in(context, "", "")


def test_signing_in_too_often_has_to_wait(context: Context):
    for _ in range(10):
        with pytest.raises(WrongPassword):
            matches.sign_in(context, "Anna", "guess", client_address="1.2.3.4")
    with pytest.raises(TooOften) as problem:
        matches.sign_in(context, "Anna", "guess", client_address="1.2.3.4")
    assert problem.value.retry_after is not None and 1 <= problem.value.retry_after <= 60


def test_a_session_ends(context: Context):
    account = matches.make_account(context, "Anna", "a long password")
    cookies = {matches.SESSION_COOKIE: matches.sign_in(context, "Anna", "a long password")}
    assert matches.who(context, Credentials(cookies=cookies)) == account
    later = replace(context, clock=lambda: context.clock() + timedelta(days=91))
    with pytest.raises(NotSignedIn):
        matches.who(later, Credentials(cookies=cookies))
    matches.sign_out(context, cookies[matches.SESSION_COOKIE])
    with pytest.raises(NotSignedIn):
        matches.who(context, Credentials(cookies=cookies))


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0", "Firefox on Android"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
         "Chrome on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 "
         "Safari/537.36 Edg/131.0.0.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
         "Version/18.1 Mobile/15E148 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 "
         "Chrome/125.0.0.0 Mobile Safari/537.36", "Samsung Internet on Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Mac"),
        ("python-httpx/0.28.1", ""),
        ("", ""),
        ("x" * 100_000 + "Firefox/1 Android", ""),
    ],
)  # fmt: skip
def test_a_browser_is_listed_by_what_it_calls_itself(context: Context, said: str, name: str):
    account = matches.make_account(context, "Anna", "a long password")
    matches.sign_in(context, "Anna", "a long password", user_agent=said)
    assert [session.device for session in matches.sessions(context, account)] == [name]


def test_a_token_that_nobody_issued(context: Context):
    with pytest.raises(NotSignedIn):
        matches.who(context, Credentials(bearer="guess"))


@pytest.mark.parametrize("seat", ["The Crown", "Король", "A/B", "north"])
def test_any_seat_has_a_cookie_whose_name_a_browser_takes(seat: str):
    name = accounts.seat_cookie("m", seat)
    SimpleCookie()[name] = "secret"
    assert len({accounts.seat_cookie("m", one) for one in (seat, "The-Crown", "A.B")}) == 3
    assert accounts.seat_cookie("m", "north") == "sitrep-m-north"
