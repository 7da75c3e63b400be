"""Opening a match and coming to sit at one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service import matches
from service.engine.dice import digest
from service.engine.ruleset import MatchOption
from service.matches import Credentials, Desk
from service.matches.errors import Malformed, NotFound, NotSignedIn, SeatTaken
from service.settings import Settings
from service.store import Store
from tests.toy import TOY


def anna(desk: Desk) -> matches.Account:
    return matches.make_guest(desk)


def test_a_practice_match_gives_all_seats_to_one_account(desk: Desk):
    account = anna(desk)
    opened = matches.open_match(desk, account, "toy", "yard")
    assert opened.seats == ("north", "south") and not opened.invitations
    assert {line.seat for line in matches.matches_of(desk, account)} == {"north", "south"}


def test_the_commitments_stand_when_the_match_is_opened_and_fit_the_seeds(desk: Desk):
    account = anna(desk)
    opened = matches.open_match(desk, account, "toy", "yard")
    seeds = desk.store.read(opened.match_id).facts.seeds
    chain, hidden = matches.match_card(desk, account, opened.match_id).commitments
    assert chain == digest("sitrep/chain", seeds.turn_key(1)).hex()
    assert hidden == digest("sitrep/hidden/2", seeds.hidden).hex()


def test_two_matches_have_different_seeds(desk: Desk):
    account = anna(desk)
    first, second = (matches.open_match(desk, account, "toy", "yard").match_id for _ in "ab")
    assert desk.store.read(first).facts.seeds != desk.store.read(second).facts.seeds


def test_an_invitation_seats_whoever_brings_it_first_and_nobody_after_him(desk: Desk):
    host, guest, late = (anna(desk) for _ in "abc")
    opened = matches.open_match(desk, host, "toy", "yard", seat="north")
    token = opened.invitations["south"]
    assert matches.invitation(desk, token).seat == "south"
    matches.take_seat(desk, guest, opened.match_id, "south", token)
    matches.take_seat(desk, guest, opened.match_id, "south", token)
    with pytest.raises(NotFound):
        matches.take_seat(desk, late, opened.match_id, "south", token)
    with pytest.raises(NotFound):
        matches.invitation(desk, token)
    with pytest.raises(SeatTaken):
        matches.invite(desk, host, opened.match_id, "south")


def test_an_invitation_is_for_its_own_seat_and_match_only(desk: Desk):
    host, guest = anna(desk), anna(desk)
    first = matches.open_match(desk, host, "toy", "yard", seat="north")
    second = matches.open_match(desk, host, "toy", "yard", seat="north")
    with pytest.raises(NotFound):
        matches.take_seat(desk, guest, second.match_id, "south", first.invitations["south"])
    with pytest.raises(NotFound):
        matches.take_seat(desk, guest, first.match_id, "north", first.invitations["south"])


def test_only_who_opened_a_match_invites_to_it(desk: Desk):
    opened = matches.open_match(desk, anna(desk), "toy", "yard", seat="north")
    with pytest.raises(NotFound):
        matches.invite(desk, anna(desk), opened.match_id, "south")


@pytest.mark.parametrize(
    ("game", "scenario", "seat"), [("go", "yard", None), ("toy", "moon", None), ("toy", "yard", "west")]
)
def test_what_is_not_on_the_shelf_cannot_be_opened(desk: Desk, game: str, scenario: str, seat: str | None):
    with pytest.raises(Malformed):
        matches.open_match(desk, anna(desk), game, scenario, seat=seat)


def test_the_practice_match_is_opened_once_and_its_links_are_to_one_seat_each(desk: Desk):
    links = matches.practice_links(desk, "toy", "yard")
    again = matches.practice_links(desk, "toy", "yard")
    north, south = (matches.seat_by_link(desk, links[seat]) for seat in ("north", "south"))
    assert (north.seat, south.seat) == ("north", "south")
    assert north.match_id == south.match_id == matches.seat_by_link(desk, again["north"]).match_id
    assert links["north"] != again["north"]


def test_a_link_signs_in_to_its_seat_and_to_nothing_else(desk: Desk):
    """Two links in two windows of one browser: two cookies, two seats."""
    links = matches.practice_links(desk, "toy", "yard")
    match_id = matches.seat_by_link(desk, links["north"]).match_id
    north = {matches.seat_cookie(match_id, "north"): links["north"]}
    both = {**north, matches.seat_cookie(match_id, "south"): links["south"]}
    assert matches.at_seat(desk, Credentials(cookies=north), match_id, "north").seat == "north"
    assert matches.at_seat(desk, Credentials(cookies=both), match_id, "south").seat == "south"
    for cookies in (
        {matches.seat_cookie(match_id, "south"): links["north"]},
        {matches.SESSION_COOKIE: links["north"]},
    ):
        with pytest.raises(NotSignedIn):
            matches.at_seat(desk, Credentials(cookies=cookies), match_id, "south")
    with pytest.raises(NotSignedIn):
        matches.at_seat(desk, Credentials(bearer=links["north"]), match_id, "north")


def test_a_link_that_nobody_made(desk: Desk):
    with pytest.raises(NotFound):
        matches.seat_by_link(desk, "guess")


def test_a_link_that_was_signed_out_of_is_worth_nothing(desk: Desk):
    token = matches.practice_links(desk, "toy", "yard")["north"]
    matches.sign_out(desk, token)
    with pytest.raises(NotFound):
        matches.seat_by_link(desk, token)


def test_a_match_is_opened_only_with_options_that_its_game_has(settings: Settings):
    """All are public: whoever sits at the match finds them on its card."""
    windy = replace(TOY, options={"wind": MatchOption(about="Whence it blows.", values=("north", "south"))})
    desk = Desk(Store(settings.url, {"toy": windy, "calm": replace(TOY, name="calm")}))
    account = anna(desk)
    opened = matches.open_match(desk, account, "toy", "yard", options={"wind": "south"})
    assert matches.match_card(desk, account, opened.match_id).options == {"wind": "south"}
    for game, options in (("toy", {"wind": "west"}), ("toy", {"wind": True}), ("toy", {"rain": 1}), ("calm", {"a": 1})):
        with pytest.raises(Malformed):
            matches.open_match(desk, account, game, "yard", options=options)
    desk.store.close()


def test_alone_some_options_are_otherwise_unless_they_are_chosen(settings: Settings):
    """Against oneself, or the computer."""
    option = MatchOption(about="Whence it blows.", values=("north", "south", "west"), alone="south")
    desk = Desk(Store(settings.url, {"toy": replace(TOY, options={"wind": option})}))
    account = anna(desk)
    for given, options in (
        ({}, {"wind": "south"}), ({"seat": "north", "bot": True}, {"wind": "south"}), ({"seat": "north"}, {}),
        ({"options": {"wind": "west"}}, {"wind": "west"}),
    ):  # fmt: skip
        opened = matches.open_match(desk, account, "toy", "yard", **given)
        assert matches.match_card(desk, account, opened.match_id).options == options
    desk.store.close()
