"""Credentials: tokens, sessions, the set-up link and links to sign up with."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest

from service import matches
from service.matches import Account, Context, Credentials
from service.matches.clocks import beat
from service.matches.credentials import MOST_TOKENS, SET_UP, TOGETHER, set_bot
from service.matches.errors import (
    NameTaken,
    NotFound,
    NotNow,
    NotSignedIn,
    OutOfScope,
    SignUpClosed,
    TooMany,
    TooOften,
    WrongPassword,
)
from service.store import Store


@pytest.fixture
def closed(context: Context) -> Context:
    """A server that is not open to all, as a server is unless it is told otherwise."""
    return replace(context, open_sign_up=False)


def owner_of(context: Context) -> Account:
    link = matches.set_up_link(context)
    assert link
    return matches.make_account(context, "Owner", "a long password", link=link)


# ---- setting up


def test_nobody_has_an_account_until_somebody_sets_the_house_up(closed: Context):
    with closed.store.look() as look:
        assert not look.accounts.has_owner()
    with pytest.raises(SignUpClosed):
        matches.make_account(closed, "Anna", "a long password")
    for name in ("admin", "owner", "root", "practice", "bot"):
        with pytest.raises(WrongPassword):
            matches.sign_in(closed, name, "admin", client_address=name)


def test_the_set_up_link_makes_the_owner_s_account_once(closed: Context):
    link = matches.set_up_link(closed)
    assert link and matches.read_sign_up_link(closed, link).sets_up
    assert matches.make_account(closed, "Anna", "a long password", link=link).owner
    with pytest.raises(NotFound):
        matches.read_sign_up_link(closed, link)
    with pytest.raises(NotFound):
        matches.make_account(closed, "Ben", "a long password", link=link)
    assert matches.set_up_link(closed) is None


def test_two_at_once_do_not_both_set_the_house_up(closed: Context):
    link = matches.set_up_link(closed)
    made: list[Account] = []

    def set_up(name: str) -> None:
        with suppress(NotFound):
            made.append(matches.make_account(closed, name, "a long password", link=link))

    threads = [Thread(target=set_up, args=(name,)) for name in ("Anna", "Ben", "Carl")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1


def test_the_newest_set_up_link_alone_counts(closed: Context):
    first, second = matches.set_up_link(closed), matches.set_up_link(closed)
    assert first and second
    with pytest.raises(NotFound):
        matches.read_sign_up_link(closed, first)
    assert matches.read_sign_up_link(closed, second).sets_up


def test_of_processes_that_start_together_one_prints_the_link_that_sets_the_house_up(closed: Context):
    """Each on connections of its own; once one ends, or a minute is over, another gets a link again."""
    alike = Barrier(4)
    links = dict[str, str | None]()

    def start(name: str) -> None:
        there = replace(closed, store=Store(str(closed.store.writer.url.render_as_string(hide_password=False)), {}))
        alike.wait()
        with suppress(NotNow):
            links[name] = matches.set_up_link(there, name)
        there.store.close()

    threads = [Thread(target=start, args=(name,)) for name in ("first", "second", "third", "fourth")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    [(name, link)] = links.items()
    assert link and matches.read_sign_up_link(closed, link).sets_up
    with closed.store.work() as work:
        work.leases.give_back(name, work.leases.moment())
    again = matches.set_up_link(closed, "fifth")
    assert again and matches.read_sign_up_link(closed, again).sets_up
    with pytest.raises(NotNow):
        matches.set_up_link(closed, "sixth")
    with closed.store.work() as work:
        at = work.leases.moment()
        assert work.leases.holder(SET_UP) is not None and work.leases.take(
            SET_UP, "sixth", at + TOGETHER, at + TOGETHER
        )


def test_a_process_that_printed_the_link_prints_another_as_it_starts_again(closed: Context):
    """And one that is alone with its file has no name, and always does."""
    for name in ("first", "first", "", ""):
        link = matches.set_up_link(closed, name)
        assert link and matches.read_sign_up_link(closed, link).sets_up


def test_a_house_that_has_guests_only_is_not_set_up_yet(closed: Context):
    matches.practice_links(closed, "toy", "yard")
    assert matches.set_up_link(closed)


def test_a_house_where_people_have_names_and_nobody_owns_it_can_be_set_up(context: Context):
    """As one is that was filled before there were owners, or that is open to all."""
    anna = matches.make_account(context, "Anna", "a long password")
    link = matches.set_up_link(context)
    assert link and not anna.owner
    with pytest.raises(NotFound):
        matches.become_owner(context, matches.make_guest(context), link)
    matches.become_owner(context, anna, link)
    cookie = matches.sign_in(context, "Anna", "a long password")
    assert matches.who(context, matches.Credentials(cookies={matches.SESSION_COOKIE: cookie})).owner
    with pytest.raises(NotFound):
        matches.become_owner(context, anna, link)
    assert matches.set_up_link(context) is None


def test_a_link_to_sign_up_with_makes_nobody_the_owner(closed: Context):
    link = matches.set_up_link(closed)
    owner = matches.make_account(closed, "Anna", "a long password", link=link)
    ben = matches.make_account(closed, "Ben", "a long password", link=matches.sign_up_link(closed, owner))
    with pytest.raises(NotFound):
        matches.become_owner(closed, ben, matches.sign_up_link(closed, owner))


def test_the_owner_lets_others_sign_up_by_links_that_work_once(closed: Context):
    owner = owner_of(closed)
    link = matches.sign_up_link(closed, owner)
    with pytest.raises(NameTaken):
        matches.make_account(closed, "owner", "a long password", link=link)
    anna = matches.make_account(closed, "Anna", "a long password", link=link)
    assert not anna.owner
    with pytest.raises(NotFound):
        matches.make_account(closed, "Ben", "a long password", link=link)
    with pytest.raises(NotFound):
        matches.sign_up_link(closed, anna)


def test_a_closed_house_still_takes_guests_by_invitation_and_by_the_link_of_a_seat(closed: Context):
    owner = owner_of(closed)
    opened = matches.open_match(closed, owner, "toy", "yard", seat="north")
    guest = matches.make_guest(closed)
    at = matches.take_seat(closed, guest, opened.match_id, "south", opened.invitations["south"])
    assert matches.seat_by_link(closed, matches.seat_link(closed, at)) == at


# ---- tokens and sessions


def test_a_token_is_listed_without_what_it_is_and_revoked_at_once(context: Context):
    anna = matches.make_account(context, "Anna", "a long password")
    token = matches.issue_token(context, "Anna", "a long password", label="laptop", scope="read")
    [line] = matches.tokens(context, anna)
    assert (line.label, line.scope) == ("laptop", "read")
    assert token not in repr(line) and line.id not in token
    brought = Credentials(bearer=token, only_looks=True)
    assert matches.who(context, brought) == anna
    matches.revoke_token(context, anna, line.id)
    assert matches.tokens(context, anna) == []
    with pytest.raises(NotSignedIn):
        matches.who(context, brought)


def test_nobody_revokes_what_is_another_s(context: Context):
    anna, ben = (matches.make_account(context, name, "a long password") for name in ("Anna", "Ben"))
    matches.new_token(context, anna)
    matches.open_session(context, anna.id)
    for id in (matches.tokens(context, anna)[0].id, "0" * 16, "%", ""):
        with pytest.raises(NotFound):
            matches.revoke_token(context, ben, id)
    with pytest.raises(NotFound):
        matches.revoke_session(context, ben, matches.sessions(context, anna)[0].id)
    assert len(matches.tokens(context, anna)) == len(matches.sessions(context, anna)) == 1


def test_a_session_is_listed_and_revoked(context: Context):
    anna = matches.make_account(context, "Anna", "a long password")
    here, there = matches.open_session(context, anna.id), matches.open_session(context, anna.id)
    listed = matches.sessions(context, anna, here)
    assert sorted(session.this for session in listed) == [False, True]
    matches.revoke_session(context, anna, next(session.id for session in listed if not session.this))
    assert matches.who(context, Credentials(cookies={matches.SESSION_COOKIE: here})) == anna
    with pytest.raises(NotSignedIn):
        matches.who(context, Credentials(cookies={matches.SESSION_COOKIE: there}))


def test_a_link_to_a_seat_is_listed_and_revoked(context: Context):
    anna = matches.make_account(context, "Anna", "a long password")
    opened = matches.open_match(context, anna, "toy", "yard")
    link = matches.seat_link(context, matches.AtSeat(opened.match_id, "north", anna.id))
    [listed] = matches.sessions(context, anna)
    assert (listed.match_id, listed.seat) == (opened.match_id, "north")
    matches.revoke_session(context, anna, listed.id)
    with pytest.raises(NotFound):
        matches.seat_by_link(context, link)


def test_an_account_has_only_so_many_tokens(context: Context):
    anna = matches.make_account(context, "Anna", "a long password")
    for _ in range(MOST_TOKENS):
        matches.new_token(context, anna)
    with pytest.raises(TooMany):
        matches.new_token(context, anna)


def test_who_tries_many_names_from_one_address_has_to_wait(context: Context, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.matches.accounts.PASSWORDS.verify", lambda *_: False)
    for number in range(60):
        with pytest.raises(WrongPassword):
            matches.sign_in(context, f"name {number}", "guess", client_address="1.2.3.4")
    with pytest.raises(TooOften):
        matches.sign_in(context, "another", "guess", client_address="1.2.3.4")
    with pytest.raises(WrongPassword):
        matches.sign_in(context, "another", "guess", client_address="1.2.3.5")


# ---- tokens that end, are for one seat, and say when they were used


def test_a_token_begins_with_a_word_of_ours_says_when_it_was_used_and_ends(context: Context):
    now = [datetime(2026, 11, 28, 12, tzinfo=UTC)]
    context = replace(context, clock=lambda: now[0])
    anna = matches.make_account(context, "Anna", "a long password")
    token = matches.new_token(context, anna, label="laptop", days=3)
    [kept] = matches.tokens(context, anna)
    assert token.startswith("sitrep_") and token.startswith(kept.start) and len(kept.start) < 12
    assert (kept.used_at, kept.ends_at) == (None, now[0] + timedelta(days=3))
    assert matches.who(context, Credentials(bearer=token)) == anna
    beat(context, None)
    assert matches.tokens(context, anna)[0].used_at == now[0]
    now[0] += timedelta(days=3)
    with pytest.raises(NotSignedIn):
        matches.who(context, Credentials(bearer=token))


def test_a_token_for_one_seat_does_nothing_else(context: Context):
    """Neither at the other seat of its account, nor for the account; it is not said whether another match exists."""
    anna, ben = (matches.make_account(context, name, "a long password") for name in ("Anna", "Ben"))
    first, second = (matches.open_match(context, anna, "toy", "yard", seat="north").match_id for _ in range(2))
    token = Credentials(bearer=matches.new_token(context, anna, scope="bot", seat=(first, "north")))
    assert matches.at_seat(context, token, first, "north").account_id == anna.id
    for match_id, seat in ((second, "north"), (first, "south"), ("nowhere", "north")):
        with pytest.raises(NotFound):
            matches.at_seat(context, token, match_id, seat)
    with pytest.raises(OutOfScope):
        matches.who(context, token)
    assert [at.match_id for at, _ in matches.seats_held(context, token)] == [first]
    with pytest.raises(NotFound):
        matches.new_token(context, ben, seat=(first, "north"))


def test_a_bot_of_somebody_s_is_called_one_by_all_who_meet_it(context: Context):
    anna, ben = (matches.make_account(context, name, "a long password") for name in ("Anna", "Ben"))
    opened = matches.open_match(context, anna, "toy", "yard", seat="north")
    at = matches.take_seat(context, ben, opened.match_id, "south", opened.invitations["south"])
    set_bot(context, anna, bot=True)
    assert str(matches.company(context, at).holders["north"]) == "Anna (a bot)"
    set_bot(context, anna, bot=False)
    assert str(matches.company(context, at).holders["north"]) == "Anna"
