"""Opening a match and coming to sit at one."""

from __future__ import annotations

import pytest

from service import matches
from service.engine.dice import digest
from service.engine.game import MatchOption
from service.matches import Context, Credentials
from service.matches.errors import Malformed, NotFound, NotSignedIn, SeatTaken
from service.settings import Settings
from service.store import Store
from tests.altered import with_info
from tests.toy import TOY


def anna(context: Context) -> matches.Account:
    return matches.make_guest(context)


def test_a_practice_match_gives_all_seats_to_one_account(context: Context):
    account = anna(context)
    opened = matches.open_match(context, account, "toy", "yard")
    assert opened.seats == ("north", "south") and not opened.invitations
    assert {line.seat for line in matches.matches_of(context, account)} == {"north", "south"}


def test_the_commitments_stand_when_the_match_is_opened_and_fit_the_seeds(context: Context):
    account = anna(context)
    opened = matches.open_match(context, account, "toy", "yard")
    seeds = context.store.read(opened.match_id).facts.seeds
    chain, hidden = matches.match_card(context, account, opened.match_id).commitments
    assert chain == digest("sitrep/chain", seeds.turn_key(1)).hex()
    assert hidden == digest("sitrep/hidden/2", seeds.hidden).hex()


def test_two_matches_have_different_seeds(context: Context):
    account = anna(context)
    first, second = (matches.open_match(context, account, "toy", "yard").match_id for _ in "ab")
    assert context.store.read(first).facts.seeds != context.store.read(second).facts.seeds


def test_an_invitation_seats_whoever_brings_it_first_and_nobody_after_him(context: Context):
    host, guest, late = (anna(context) for _ in "abc")
    opened = matches.open_match(context, host, "toy", "yard", seat="north")
    token = opened.invitations["south"]
    assert matches.invitation(context, token).seat == "south"
    matches.take_seat(context, guest, opened.match_id, "south", token)
    matches.take_seat(context, guest, opened.match_id, "south", token)
    with pytest.raises(SeatTaken):
        matches.take_seat(context, late, opened.match_id, "south", token)
    with pytest.raises(SeatTaken):
        matches.invitation(context, token)
    found = [matches.seat_of_invitation(context, account, token) for account in (guest, late, host)]
    assert found == [matches.AtSeat(opened.match_id, "south", guest.id), None, None]
    with pytest.raises(SeatTaken):
        matches.invite(context, host, opened.match_id, "south")


def test_an_invitation_is_for_its_own_seat_and_match_only(context: Context):
    host, guest = anna(context), anna(context)
    first = matches.open_match(context, host, "toy", "yard", seat="north")
    second = matches.open_match(context, host, "toy", "yard", seat="north")
    with pytest.raises(NotFound):
        matches.take_seat(context, guest, second.match_id, "south", first.invitations["south"])
    with pytest.raises(NotFound):
        matches.take_seat(context, guest, first.match_id, "north", first.invitations["south"])


def test_only_who_opened_a_match_invites_to_it(context: Context):
    opened = matches.open_match(context, anna(context), "toy", "yard", seat="north")
    with pytest.raises(NotFound):
        matches.invite(context, anna(context), opened.match_id, "south")


@pytest.mark.parametrize(
    ("game", "scenario", "seat"), [("go", "yard", None), ("toy", "moon", None), ("toy", "yard", "west")]
)
def test_what_is_not_on_the_shelf_cannot_be_opened(context: Context, game: str, scenario: str, seat: str | None):
    with pytest.raises(Malformed):
        matches.open_match(context, anna(context), game, scenario, seat=seat)


def test_the_practice_match_is_opened_once_and_its_links_are_to_one_seat_each(context: Context):
    links = matches.practice_links(context, "toy", "yard")
    again = matches.practice_links(context, "toy", "yard")
    north, south = (matches.seat_by_link(context, links[seat]) for seat in ("north", "south"))
    assert (north.seat, south.seat) == ("north", "south")
    assert north.match_id == south.match_id == matches.seat_by_link(context, again["north"]).match_id
    assert links["north"] != again["north"]


def test_a_link_signs_in_to_its_seat_and_to_nothing_else(context: Context):
    """Two links in two windows of one browser: two cookies, two seats."""
    links = matches.practice_links(context, "toy", "yard")
    match_id = matches.seat_by_link(context, links["north"]).match_id
    north = {matches.seat_cookie(match_id, "north"): links["north"]}
    both = {**north, matches.seat_cookie(match_id, "south"): links["south"]}
    assert matches.at_seat(context, Credentials(cookies=north), match_id, "north").seat == "north"
    assert matches.at_seat(context, Credentials(cookies=both), match_id, "south").seat == "south"
    for cookies in (
        {matches.seat_cookie(match_id, "south"): links["north"]},
        {matches.SESSION_COOKIE: links["north"]},
    ):
        with pytest.raises(NotSignedIn):
            matches.at_seat(context, Credentials(cookies=cookies), match_id, "south")
    with pytest.raises(NotSignedIn):
        matches.at_seat(context, Credentials(bearer=links["north"]), match_id, "north")


def test_a_link_that_nobody_made(context: Context):
    with pytest.raises(NotFound):
        matches.seat_by_link(context, "guess")


def test_a_link_that_was_signed_out_of_is_worth_nothing(context: Context):
    token = matches.practice_links(context, "toy", "yard")["north"]
    matches.sign_out(context, token)
    with pytest.raises(NotFound):
        matches.seat_by_link(context, token)


def test_a_match_is_opened_only_with_options_that_its_game_has(settings: Settings):
    """All are public: whoever sits at the match finds them on its card."""
    windy = with_info(TOY, options={"wind": MatchOption(about="Whence it blows.", values=("north", "south"))})
    context = Context(Store(settings.url, {"toy": windy, "calm": with_info(TOY, name="calm")}))
    account = anna(context)
    opened = matches.open_match(context, account, "toy", "yard", options={"wind": "south"})
    assert matches.match_card(context, account, opened.match_id).options == {"wind": "south"}
    for game, options in (("toy", {"wind": "west"}), ("toy", {"wind": True}), ("toy", {"rain": 1}), ("calm", {"a": 1})):
        with pytest.raises(Malformed):
            matches.open_match(context, account, game, "yard", options=options)
    context.store.close()


def test_alone_some_options_are_otherwise_unless_they_are_chosen(settings: Settings):
    """Against oneself, or the computer."""
    option = MatchOption(about="Whence it blows.", values=("north", "south", "west"), alone="south")
    context = Context(Store(settings.url, {"toy": with_info(TOY, options={"wind": option})}))
    account = anna(context)
    for given, options in (
        ({}, {"wind": "south"}), ({"seat": "north", "opponent": "computer"}, {"wind": "south"}),
        ({"seat": "north"}, {}), ({"options": {"wind": "west"}}, {"wind": "west"}),
    ):  # fmt: skip
        opened = matches.open_match(context, account, "toy", "yard", **given)
        assert matches.match_card(context, account, opened.match_id).options == options
    context.store.close()
