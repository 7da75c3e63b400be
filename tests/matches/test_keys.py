"""Keys to the house: tokens, sessions, the set-up link and links to sign up with."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from threading import Thread

import pytest

from service import matches
from service.matches import Account, Credentials, Desk
from service.matches.errors import NameTaken, NotFound, NotSignedIn, SignUpClosed, TooMany, TooOften, WrongPassword
from service.matches.keys import MOST_TOKENS


@pytest.fixture
def closed(desk: Desk) -> Desk:
    """A house that is not open to all, as a house is unless it is told otherwise."""
    return replace(desk, open_sign_up=False)


def owner_of(desk: Desk) -> Account:
    link = matches.set_up_link(desk)
    assert link
    return matches.make_account(desk, "Owner", "password-1", link=link)


# ---- setting up


def test_nobody_has_an_account_until_somebody_sets_the_house_up(closed: Desk):
    with closed.store.look() as look:
        assert not look.accounts.has_owner()
    with pytest.raises(SignUpClosed):
        matches.make_account(closed, "Anna", "password-1")
    for name in ("admin", "owner", "root", "practice", "bot"):
        with pytest.raises(WrongPassword):
            matches.sign_in(closed, name, "admin", knocker=name)


def test_the_set_up_link_makes_the_owner_s_account_once(closed: Desk):
    link = matches.set_up_link(closed)
    assert link and matches.read_sign_up_link(closed, link).sets_up
    assert matches.make_account(closed, "Anna", "password-1", link=link).owner
    with pytest.raises(NotFound):
        matches.read_sign_up_link(closed, link)
    with pytest.raises(NotFound):
        matches.make_account(closed, "Ben", "password-1", link=link)
    assert matches.set_up_link(closed) is None


def test_two_at_once_do_not_both_set_the_house_up(closed: Desk):
    link = matches.set_up_link(closed)
    made: list[Account] = []

    def set_up(name: str) -> None:
        with suppress(NotFound):
            made.append(matches.make_account(closed, name, "password-1", link=link))

    threads = [Thread(target=set_up, args=(name,)) for name in ("Anna", "Ben", "Carl")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1


def test_the_newest_set_up_link_alone_counts(closed: Desk):
    first, second = matches.set_up_link(closed), matches.set_up_link(closed)
    assert first and second
    with pytest.raises(NotFound):
        matches.read_sign_up_link(closed, first)
    assert matches.read_sign_up_link(closed, second).sets_up


def test_a_house_that_has_guests_only_is_not_set_up_yet(closed: Desk):
    matches.practice_links(closed, "toy", "yard")
    assert matches.set_up_link(closed)


def test_a_house_where_people_have_names_and_nobody_owns_it_can_be_set_up(desk: Desk):
    """As one is that was filled before there were owners, or that is open to all."""
    anna = matches.make_account(desk, "Anna", "password-1")
    link = matches.set_up_link(desk)
    assert link and not anna.owner
    with pytest.raises(NotFound):
        matches.become_owner(desk, matches.make_guest(desk), link)
    matches.become_owner(desk, anna, link)
    cookie = matches.sign_in(desk, "Anna", "password-1")
    assert matches.who(desk, matches.Credentials(cookies={matches.SESSION_COOKIE: cookie})).owner
    with pytest.raises(NotFound):
        matches.become_owner(desk, anna, link)
    assert matches.set_up_link(desk) is None


def test_a_link_to_sign_up_with_makes_nobody_the_owner(closed: Desk):
    link = matches.set_up_link(closed)
    owner = matches.make_account(closed, "Anna", "password-1", link=link)
    ben = matches.make_account(closed, "Ben", "password-1", link=matches.sign_up_link(closed, owner))
    with pytest.raises(NotFound):
        matches.become_owner(closed, ben, matches.sign_up_link(closed, owner))


def test_the_owner_lets_others_sign_up_by_links_that_work_once(closed: Desk):
    owner = owner_of(closed)
    link = matches.sign_up_link(closed, owner)
    with pytest.raises(NameTaken):
        matches.make_account(closed, "owner", "password-1", link=link)
    anna = matches.make_account(closed, "Anna", "password-1", link=link)
    assert not anna.owner
    with pytest.raises(NotFound):
        matches.make_account(closed, "Ben", "password-1", link=link)
    with pytest.raises(NotFound):
        matches.sign_up_link(closed, anna)


def test_a_closed_house_still_takes_guests_by_invitation_and_by_the_link_of_a_seat(closed: Desk):
    owner = owner_of(closed)
    opened = matches.open_match(closed, owner, "toy", "yard", seat="north")
    guest = matches.make_guest(closed)
    at = matches.take_seat(closed, guest, opened.match_id, "south", opened.invitations["south"])
    assert matches.seat_by_link(closed, matches.seat_link(closed, at)) == at


# ---- tokens and sessions


def test_a_token_is_listed_without_what_it_is_and_revoked_at_once(desk: Desk):
    anna = matches.make_account(desk, "Anna", "password-1")
    token = matches.issue_token(desk, "Anna", "password-1", label="laptop", scope="read")
    [line] = matches.tokens(desk, anna)
    assert (line.label, line.scope) == ("laptop", "read")
    assert token not in repr(line) and line.id not in token
    brought = Credentials(bearer=token, only_looks=True)
    assert matches.who(desk, brought) == anna
    matches.revoke_token(desk, anna, line.id)
    assert matches.tokens(desk, anna) == []
    with pytest.raises(NotSignedIn):
        matches.who(desk, brought)


def test_nobody_revokes_what_is_another_s(desk: Desk):
    anna, ben = (matches.make_account(desk, name, "password-1") for name in ("Anna", "Ben"))
    matches.new_token(desk, anna)
    matches.open_session(desk, anna.id)
    for id in (matches.tokens(desk, anna)[0].id, "0" * 16, "%", ""):
        with pytest.raises(NotFound):
            matches.revoke_token(desk, ben, id)
    with pytest.raises(NotFound):
        matches.revoke_session(desk, ben, matches.sessions(desk, anna)[0].id)
    assert len(matches.tokens(desk, anna)) == len(matches.sessions(desk, anna)) == 1


def test_a_session_is_listed_and_revoked(desk: Desk):
    anna = matches.make_account(desk, "Anna", "password-1")
    here, there = matches.open_session(desk, anna.id), matches.open_session(desk, anna.id)
    listed = matches.sessions(desk, anna, here)
    assert sorted(session.this for session in listed) == [False, True]
    matches.revoke_session(desk, anna, next(session.id for session in listed if not session.this))
    assert matches.who(desk, Credentials(cookies={matches.SESSION_COOKIE: here})) == anna
    with pytest.raises(NotSignedIn):
        matches.who(desk, Credentials(cookies={matches.SESSION_COOKIE: there}))


def test_a_link_to_a_seat_is_listed_and_revoked(desk: Desk):
    anna = matches.make_account(desk, "Anna", "password-1")
    opened = matches.open_match(desk, anna, "toy", "yard")
    link = matches.seat_link(desk, matches.AtSeat(opened.match_id, "north", anna.id))
    [listed] = matches.sessions(desk, anna)
    assert (listed.match_id, listed.seat) == (opened.match_id, "north")
    matches.revoke_session(desk, anna, listed.id)
    with pytest.raises(NotFound):
        matches.seat_by_link(desk, link)


def test_an_account_has_only_so_many_tokens(desk: Desk):
    anna = matches.make_account(desk, "Anna", "password-1")
    for _ in range(MOST_TOKENS):
        matches.new_token(desk, anna)
    with pytest.raises(TooMany):
        matches.new_token(desk, anna)


def test_who_tries_many_names_from_one_address_has_to_wait(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.matches.accounts.PASSWORDS.verify", lambda *_: False)
    for number in range(60):
        with pytest.raises(WrongPassword):
            matches.sign_in(desk, f"name {number}", "guess", knocker="1.2.3.4")
    with pytest.raises(TooOften):
        matches.sign_in(desk, "another", "guess", knocker="1.2.3.4")
    with pytest.raises(WrongPassword):
        matches.sign_in(desk, "another", "guess", knocker="1.2.3.5")
