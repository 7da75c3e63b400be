"""The owner of a server keeps it: accounts are blocked and removed, guests let in, matches put away, bounds set.

Where the owner has a part in it, the page refuses, and the command line does it and tells all who sit there.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service import matches
from service.matches import Account, AtSeat, Context, Credentials
from service.matches import bounds as module
from service.matches.bounds import bounds, set_bound, take_up_bounds
from service.matches.ending import resign
from service.matches.errors import Blocked, Malformed, NotFound, NotNow, OwnPart, SignUpClosed, TooOften, WrongPassword
from service.matches.housekeeping import (
    archive,
    block,
    delete_unbegun,
    kept_accounts,
    kept_matches,
    prune,
    prune_all,
    remove_account,
    rules_in_use,
    way_in,
)
from service.matches.importing import take_in_match
from service.matches.rate_limits import Most, RateLimits
from service.store import Store
from tests.matches.test_handover import PASSWORD, holders, person, told
from tests.matches.waiting import Hand
from tests.toy import TOY

DAY = 24 * 3600


@pytest.fixture
def context(context: Context, hand: Hand, tmp_path: Path) -> Context:
    return replace(context, clock=hand, archive=tmp_path / "archive")


@pytest.fixture
def owner(context: Context) -> Account:
    account = person(context, "Olga")
    matches.become_owner(context, account, matches.set_up_link(context) or "")
    return replace(account, owner=True)


def sit(context: Context, north: Account, south: Account) -> tuple[AtSeat, AtSeat]:
    opened = matches.open_match(context, north, "toy", "yard", seat="north")
    at = matches.take_seat(context, south, opened.match_id, "south", opened.invitations["south"])
    return AtSeat(at.match_id, "north", north.id), at


def the_match(context: Context, by: Account | None, match_id: str) -> Any:
    return next(one for one in kept_matches(context, by) if one.id == match_id)


# ---- accounts


def test_a_blocked_account_comes_in_by_nothing_and_all_at_its_matches_are_told(context: Context, owner: Account):
    anna, ben = person(context, "Anna"), person(context, "Ben")
    at, _ = sit(context, anna, ben)
    cookie, token = matches.open_session(context, anna.id), matches.new_token(context, anna)
    link = matches.seat_link(context, at)
    block(context, owner, "anna")
    assert [one.name for one in kept_accounts(context, owner) if one.blocked_at] == ["Anna"]
    for brought in ({"cookies": {"sitrep": cookie}}, {"bearer": token}, {"cookies": {"x": link}}):
        with pytest.raises(matches.errors.NotSignedIn):
            matches.who(context, Credentials(**brought))  # type: ignore[arg-type]
    with pytest.raises(Blocked):
        matches.sign_in(context, "Anna", PASSWORD)
    with pytest.raises(WrongPassword):
        matches.sign_in(context, "Anna", "not the password")  # nobody else learns that it is blocked
    secret = matches.password_link(context, "Anna", by=owner)
    matches.set_password_by_link(context, secret, "another long password")
    with pytest.raises(Blocked):
        matches.issue_token(context, "Anna", "another long password")
    with pytest.raises(Blocked):
        matches.open_session(context, anna.id)
    assert holders(context, at)["north"], "the seat is still theirs"
    block(context, owner, "Anna", blocked=False)
    assert matches.sign_in(context, "Anna", "another long password")
    assert [kind for kind, _ in told(context, at)] == ["blocked", "password-link", "password-set", "unblocked"]
    with pytest.raises(NotNow):
        block(context, owner, "Anna", blocked=False)


def test_the_owner_removes_an_account_and_its_seats_pass_on(context: Context, owner: Account):
    anna, ben, carl = person(context, "Anna"), person(context, "Ben"), person(context, "Carl")
    _, at = sit(context, anna, ben)
    _, other = sit(context, anna, carl)
    remove_account(context, owner, "Ben", "open")
    remove_account(context, owner, "Carl", "computer")
    assert [kind for kind, _ in told(context, at) + told(context, other)] == ["removed", "removed-computer"]
    assert told(context, at)[0][1] == "south: Olga, the owner of the server, has removed the account that sat here."
    assert holders(context, at)["south"] is None and holders(context, other)["south"] == "The computer"
    assert [one.name for one in kept_accounts(context, owner)] == ["Anna", "Olga"]


def test_the_owner_is_not_blocked_or_removed(context: Context, owner: Account):
    for do in (lambda: block(context, None, "Olga"), lambda: remove_account(context, None, "Olga", "open")):
        with pytest.raises(NotNow):
            do()


def test_the_owner_does_nothing_with_whoever_plays_against_them_but_by_the_command_line(
    context: Context, owner: Account
):
    ben, guest = person(context, "Ben"), matches.make_guest(context)
    at, _ = sit(context, owner, ben)
    beside, _ = sit(context, owner, guest)
    matches.ask_for_way_in(context, owner, beside.match_id, "south")
    [wish] = matches.wishes(context, owner)

    def tried(by: Account | None) -> list[Callable[[], Any]]:
        return [
            lambda: matches.password_link(context, "Ben", by=by),
            lambda: block(context, by, "Ben"),
            lambda: way_in(context, by, beside.match_id, "south"),
            lambda: matches.grant(context, by, wish.id),
            lambda: remove_account(context, by, "Ben", "open"),
        ]

    for do in tried(owner):
        with pytest.raises(OwnPart) as refused:
            do()
        assert "sitrep " in refused.value.detail
    assert not told(context, at) and not told(context, beside)
    for do in tried(None):
        do()
    assert [kind for kind, _ in told(context, at)] == ["password-link", "blocked", "removed"]
    assert [kind for kind, _ in told(context, beside)] == ["link-made", "link-made"]
    assert all("whoever runs this server" in text for _, text in told(context, at) + told(context, beside))


def test_whoever_was_shown_a_seat_of_a_match_has_a_part_in_it(context: Context, owner: Account):
    """Also when they sit there no more: the owner has handed the seat over."""
    guest, heir = matches.make_guest(context), person(context, "Ben")
    at, _ = sit(context, owner, guest)
    matches.take_seat(context, heir, at.match_id, "north", matches.hand_over(context, owner, at.match_id, "north"))
    with pytest.raises(OwnPart):
        way_in(context, owner, at.match_id, "south")


def test_a_guest_who_lost_the_way_is_led_back_by_a_link_of_the_owner_s(context: Context, owner: Account):
    anna, guest = person(context, "Anna"), matches.make_guest(context)
    _, at = sit(context, anna, guest)
    for by in (owner, None):
        with pytest.raises(NotNow, match=r"No guest sits at this seat.* `sitrep password NAME`"):
            way_in(context, by, at.match_id, "north")
        with pytest.raises(NotNow, match=r"no seat west\. Its seats are north and south"):
            way_in(context, by, at.match_id, "west")
        with pytest.raises(NotFound):
            way_in(context, by, "nothing", "north")
    free = matches.open_match(context, anna, "toy", "yard", seat="north").match_id
    with pytest.raises(NotNow) as free_or_held:
        way_in(context, owner, free, "south")
    with pytest.raises(NotNow) as held:
        way_in(context, owner, at.match_id, "north")
    assert free_or_held.value.plain() == held.value.plain(), "who sits where is not told"
    assert matches.come_in(context, way_in(context, owner, at.match_id, "south")).at == at
    assert [kind for kind, _ in told(context, at)] == ["link-made", "link-used"]


@pytest.mark.parametrize("who", ["a player", "whoever opened it"])
def test_nobody_else_keeps_the_house(context: Context, who: str):
    anna, ben = person(context, "Anna"), person(context, "Ben")
    at, _ = sit(context, anna, ben)
    by = anna if who == "whoever opened it" else ben
    asked: list[Callable[[], Any]] = [
        lambda: kept_accounts(context, by), lambda: kept_matches(context, by), lambda: block(context, by, "Anna"),
        lambda: remove_account(context, by, "Anna", "open"), lambda: way_in(context, by, at.match_id, "south"),
        lambda: archive(context, by, at.match_id), lambda: prune(context, by, at.match_id),
        lambda: prune_all(context, by), lambda: delete_unbegun(context, by, at.match_id),
        lambda: bounds(context, by), lambda: set_bound(context, by, "sign-up", "open"),
    ]  # fmt: skip
    for do in asked:
        with pytest.raises(NotFound):
            do()


# ---- matches


def test_the_list_says_since_which_day_a_hand_over_is_due_and_of_one_s_own_match_what_one_knows(
    context: Context, owner: Account, hand: Hand
):
    anna, ben = person(context, "Anna"), person(context, "Ben")
    at, _ = sit(context, anna, ben)
    north, _ = sit(context, owner, ben)
    first = hand().date()
    hand.on(3 * DAY)
    line, own = the_match(context, owner, at.match_id), the_match(context, owner, north.match_id)
    assert (line.due_since, line.own, own.own) == (first, False, True)
    with context.store.look() as look:
        asked = look.matches.seat(north.match_id, "north")
    assert asked is not None and (own.due_since == first) == asked.picture.asked
    assert rules_in_use(kept_matches(context, owner)) == [(TOY.info.title, TOY.info.version, 2)]


def test_a_match_that_is_over_is_put_into_a_file_that_another_house_takes_in(
    context: Context, owner: Account, hand: Hand, tmp_path: Path
):
    anna, ben = person(context, "Anna"), person(context, "Ben")
    at, _ = sit(context, anna, ben)
    with pytest.raises(NotNow):
        archive(context, owner, at.match_id)
    resign(context, at)
    file = archive(context, owner, at.match_id)
    assert file.stat().st_mode & 0o077 == 0
    assert the_match(context, owner, at.match_id).ended_at is not None, "it stays"
    with pytest.raises(NotNow):
        prune(context, owner, at.match_id)
    assert not prune_all(context, owner)
    hand.on(31 * DAY)
    assert prune_all(context, None) == [file]
    assert not kept_matches(context, owner)
    brought = take_in_match(context, json.loads(file.read_text()))
    assert brought.match_id == at.match_id and the_match(context, owner, at.match_id).ended_at is not None


def test_the_owner_deletes_what_never_began_and_nothing_else(context: Context, owner: Account):
    anna, ben = person(context, "Anna"), person(context, "Ben")
    lonely = matches.open_match(context, anna, "toy", "yard", seat="north").match_id
    practice = matches.open_match(context, anna, "toy", "yard").match_id
    begun, _ = sit(context, anna, ben)
    assert the_match(context, owner, lonely).is_new
    for match_id in (begun.match_id, practice):
        assert not the_match(context, owner, match_id).is_new
        with pytest.raises(NotNow):
            delete_unbegun(context, owner, match_id)
    delete_unbegun(context, owner, lonely)
    assert lonely not in [one.id for one in kept_matches(context, owner)]


# ---- bounds


def test_a_bound_that_the_owner_sets_holds_at_once_and_after_a_restart(
    context: Context, owner: Account, database_url: str
):
    context = replace(context, most=Most(matches=7), rate_limits=RateLimits({"sign-in": "5 per minute"}))
    set_bound(context, owner, "sign-in", "2 per hour")
    set_bound(context, owner, "most matches", " 1 ")
    set_bound(context, owner, "sign-up", "closed")
    with pytest.raises(SignUpClosed):
        person(context, "Anna")
    for _ in range(2):
        with pytest.raises(WrongPassword):
            matches.sign_in(context, "Olga", "not the password")
    with pytest.raises(TooOften):
        matches.sign_in(context, "Olga", PASSWORD)
    matches.open_match(context, owner, "toy", "yard", seat="north", client_address="192.0.2.1")
    with pytest.raises(matches.errors.TooMany):
        matches.open_match(context, owner, "toy", "yard", seat="north", client_address="192.0.2.1")
    later = Context(Store(database_url, {"toy": TOY}), most=Most(matches=7), open_sign_up=True)
    take_up_bounds(later)
    assert (later.most.matches, later.lets_anybody_sign_up, later.rate_limits.limit("sign-in")) == (
        1, False, "2 per hour",
    )  # fmt: skip
    for name in ("sign-in", "most matches", "sign-up"):
        set_bound(later, owner, name, "")
    assert (later.most.matches, later.lets_anybody_sign_up, later.rate_limits.limit("sign-in")) == (
        7, True, "10 per minute",
    )  # fmt: skip
    assert not any(one.is_set for one in bounds(later, owner))
    later.store.close()


def test_bounds_are_taken_up_while_the_owner_sets_another(context: Context, monkeypatch: pytest.MonkeyPatch):
    """One is heard of from another process in a thread of its own."""
    set_bound(context, None, "most lists", "5")
    set_bound(context, None, "most lists", "")
    put, set_meanwhile = module._put, False

    def put_and_set(then: Context, name: str, value: str) -> None:
        nonlocal set_meanwhile
        put(then, name, value)
        if not set_meanwhile:
            set_meanwhile = True
            set_bound(context, None, "most matches", "7")

    monkeypatch.setattr(module, "_put", put_and_set)
    take_up_bounds(context)
    assert context.most.matches == 7


@pytest.mark.parametrize(
    ("name", "said"),
    [("sign-in", "often"), ("sign-in", "0 per hour"), ("most matches", "0"), ("most matches", "-1"),
     ("most matches", "many"), ("sign-up", "ajar")],
)  # fmt: skip
def test_what_is_no_bound_is_refused(context: Context, owner: Account, name: str, said: str):
    with pytest.raises(Malformed):
        set_bound(context, owner, name, said)
    with pytest.raises(NotFound):
        set_bound(context, owner, "pace", "1")
