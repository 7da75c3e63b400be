"""Seats that change hands, guests who are let in again, and who may not have a seat however they come."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service import matches
from service.matches import Account, AtSeat, Context, Credentials
from service.matches.errors import NotFound, NotSignedIn, OwnerAsked, SeatNotForYou, SeatTaken
from service.matches.seat_transfers import pass_on

PASSWORD = "a long password"


def person(context: Context, name: str) -> Account:
    return matches.make_account(context, name, PASSWORD)


@pytest.fixture
def anna(context: Context) -> Account:
    return person(context, "Anna")


@pytest.fixture
def ben(context: Context) -> Account:
    return person(context, "Ben")


@pytest.fixture
def owner(context: Context) -> Account:
    return replace(person(context, "Olga"), owner=True)


def against(context: Context, anna: Account, other: Account) -> AtSeat:
    """Anna plays north; the other's seat, south."""
    opened = matches.open_match(context, anna, "toy", "yard", seat="north")
    return matches.take_seat(context, other, opened.match_id, "south", opened.invitations["south"])


def holders(context: Context, at: AtSeat) -> dict[str, str | None]:
    found = matches.company(context, at).holders
    return {seat: str(holder) if holder else None for seat, holder in found.items()}


def told(context: Context, at: AtSeat) -> list[tuple[str, str]]:
    return [(change.kind, change.text) for change in matches.seat_changes(context, at.match_id)]


def vacate(context: Context, at: AtSeat) -> None:
    """As one does who leaves the server."""
    with context.store.work() as work:
        pass_on(
            work, at.match_id, at.seat, was=at.account_id, to=None, by=at.account_id, kind="left", at=context.clock()
        )


# ---- handing over


def test_a_seat_is_handed_over_with_its_holder_s_consent_and_all_are_told(
    context: Context, anna: Account, ben: Account
):
    seat = against(context, anna, ben)
    link, bot = matches.seat_link(context, seat), Credentials(bearer=matches.new_token(context, ben))
    first, token = (matches.hand_over(context, ben, seat.match_id, "south") for _ in range(2))
    assert holders(context, seat) == {"north": "Anna", "south": "Ben"}, "until somebody opens it all is as it was"
    assert matches.seat_of_invitation(context, ben, token) is None
    with pytest.raises(NotFound):
        matches.invitation(context, first)
    carl = person(context, "Carl")
    handed = matches.invitation(context, token)
    assert (str(handed.handed_by), handed.seat) == ("Ben", "south")
    now = matches.take_seat(context, carl, seat.match_id, "south", token)
    assert holders(context, now) == {"north": "Anna", "south": "Carl"}
    assert told(context, now) == [("handed-over", "south: Ben handed this seat over to Carl.")]
    assert matches.seat_of_invitation(context, carl, token) == now, "and leads there from then on"
    for gone in (
        lambda: matches.seat_by_link(context, link),
        lambda: matches.at_seat(context, bot, seat.match_id, "south"),
    ):
        with pytest.raises(NotFound):
            gone()
    with pytest.raises(SeatTaken):
        matches.take_seat(context, person(context, "Dora"), seat.match_id, "south", token)


def test_a_guest_may_take_over_by_the_holder_s_own_link(context: Context, anna: Account, ben: Account):
    seat = against(context, anna, ben)
    token = matches.hand_over(context, ben, seat.match_id, "south")
    matches.take_seat(context, matches.make_guest(context), seat.match_id, "south", token)
    assert told(context, seat) == [("handed-over", "south: Ben handed this seat over to a guest.")]


def test_nobody_hands_over_what_is_not_his_or_one_of_several(context: Context, anna: Account, ben: Account):
    seat = against(context, anna, ben)
    for somebody, where in ((anna, "south"), (ben, "north"), (ben, "nowhere")):
        with pytest.raises(NotFound):
            matches.hand_over(context, somebody, seat.match_id, where)
    practice = matches.open_match(context, anna, "toy", "yard")
    with pytest.raises(SeatNotForYou):
        matches.hand_over(context, anna, practice.match_id, "south")


# ---- who may have a seat


def test_whoever_has_seen_another_seat_takes_none(context: Context, anna: Account, ben: Account):
    """The opponent, who held a seat before, who opened the link of one, and whose browser has such a link."""
    seat = against(context, anna, ben)
    carl, dora, emil = (person(context, name) for name in ("Carl", "Dora", "Emil"))
    north = AtSeat(seat.match_id, "north", anna.id)
    matches.take_seat(context, carl, seat.match_id, "north", matches.hand_over(context, anna, seat.match_id, "north"))
    north = replace(north, account_id=carl.id)
    link = matches.seat_link(context, north)
    matches.came_by_link(context, dora, matches.seat_by_link(context, link))
    carries = Credentials(cookies={f"sitrep-{seat.match_id}-north": link})
    token = matches.hand_over(context, ben, seat.match_id, "south")
    for who, credentials in ((carl, None), (anna, None), (dora, None), (emil, carries)):
        with pytest.raises(SeatNotForYou):
            matches.take_seat(context, who, seat.match_id, "south", token, credentials=credentials)
    assert matches.take_seat(context, emil, seat.match_id, "south", token).account_id == emil.id


def test_who_signs_in_where_a_guest_sat_has_seen_what_the_guest_saw(context: Context, anna: Account, ben: Account):
    guest = matches.make_guest(context)
    seat = against(context, anna, guest)
    matches.came_as_another(context, ben, guest, Credentials())
    token = matches.hand_over(context, anna, seat.match_id, "north")
    with pytest.raises(SeatNotForYou):
        matches.take_seat(context, ben, seat.match_id, "north", token)


def test_the_opener_takes_no_second_seat_of_his_own_match(context: Context, anna: Account):
    opened = matches.open_match(context, anna, "toy", "yard", seat="north")
    with pytest.raises(SeatNotForYou):
        matches.take_seat(context, anna, opened.match_id, "south", opened.invitations["south"])


def test_a_seat_that_was_left_goes_to_an_account_that_the_owner_confirms(
    context: Context, anna: Account, ben: Account, owner: Account
):
    seat = against(context, anna, ben)
    vacate(context, seat)
    token = matches.invite(context, anna, seat.match_id, "south")
    carl = person(context, "Carl")
    with pytest.raises(SeatNotForYou, match="an account with a name"):
        matches.take_seat(context, matches.make_guest(context), seat.match_id, "south", token)
    for _ in range(2):
        with pytest.raises(OwnerAsked):
            matches.take_seat(context, carl, seat.match_id, "south", token)
    [wish] = matches.wishes(context, owner)
    assert (wish.kind, str(wish.by), str(wish.successor), wish.seat) == ("successor", "Anna", "Carl", "south")
    for nobody in (anna, carl):
        with pytest.raises(NotFound):
            matches.wishes(context, nobody)
        with pytest.raises(NotFound):
            matches.grant(context, nobody, wish.id)
    assert matches.grant(context, owner, wish.id) is None
    assert holders(context, replace(seat, account_id=carl.id)) == {"north": "Anna", "south": "Carl"}
    assert [text for _, text in told(context, seat)] == [
        "south: whoever sat here has left this server.",
        "south: Carl has taken this seat, which its holder had left; Olga, the owner of the server, has confirmed it.",
    ]
    assert matches.wishes(context, owner) == []


# ---- a guest who has lost their browser


def test_a_guest_is_let_in_again_by_a_link_of_the_owner_s_that_works_once(
    context: Context, anna: Account, owner: Account
):
    guest = matches.make_guest(context)
    seat = against(context, anna, guest)
    before = Credentials(cookies={matches.SESSION_COOKIE: matches.open_session(context, guest.id)})
    matches.ask_for_way_in(context, anna, seat.match_id, "south")
    matches.ask_for_way_in(context, anna, seat.match_id, "south")
    [wish] = matches.wishes(context, owner)
    link = matches.grant(context, owner, wish.id)
    assert link and matches.read_way_in(context, link) == seat
    with pytest.raises(SeatNotForYou):
        matches.come_in(context, link, anna)
    came = matches.come_in(context, link)
    name, value, at = came.cookie, came.value, came.at
    assert at == seat and matches.seat_by_link(context, value) == seat and name.endswith("-south")
    with pytest.raises(NotFound):
        matches.come_in(context, link)
    with pytest.raises(NotSignedIn):
        matches.who(context, before)
    assert [text for _, text in told(context, seat)] == [
        "south: Olga, the owner of the server, made a link that lets the guest who sits here in again; it works once.",
        "south: somebody came in by the link that Olga, the owner of the server, had made; every other browser here is "
        "signed out.",
    ]


def test_nobody_asks_for_a_way_in_to_what_no_guest_holds(context: Context, anna: Account, ben: Account):
    seat = against(context, anna, ben)
    alone = matches.open_match(context, anna, "toy", "yard", seat="north", opponent="computer")
    for who, match, where in (
        (anna, seat.match_id, "south"), (ben, seat.match_id, "north"), (anna, alone.match_id, "south"),
        (anna, seat.match_id, "nowhere"), (person(context, "Carl"), seat.match_id, "south"),
    ):  # fmt: skip
        with pytest.raises(NotFound):
            matches.ask_for_way_in(context, who, match, where)


def test_a_password_set_by_the_owner_s_link_is_told_at_every_match_that_goes_on(
    context: Context, anna: Account, ben: Account, owner: Account
):
    seats = [against(context, anna, ben) for _ in range(2)]
    link = matches.password_link(context, "Ben", by=owner)
    made = (
        "south: Olga, the owner of the server, made a link by which whoever has the account that sits here sets a new "
        "password, once."
    )
    assert [told(context, seat) for seat in seats] == [[("password-link", made)]] * 2, "before it is used"
    matches.set_password_by_link(context, link, "quite another password")
    said = (
        "south: a new password was set for whoever sits here, by a link that Olga, the owner of the server, had made."
    )
    assert [told(context, seat)[1:] for seat in seats] == [[("password-set", said)]] * 2
    matches.set_password_by_link(context, matches.password_link(context, "Ben"), PASSWORD)
    assert "whoever runs this server made a link" in told(context, seats[0])[2][1]
    assert told(context, seats[0])[3][1].endswith("by a link that whoever runs this server had made.")
