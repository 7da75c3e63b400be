"""The lobby of a match: its seats, and the link to send to whoever is to take the free one."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response

from service.matches import AtSeat, invite, match_card, seat_link
from service.matches.errors import NotFound, NotSignedIn
from web.games import dress
from web.pages.doors import AtDesk, Person, Sent, seat_page, text
from web.render import go, page
from web.words import ago

router = APIRouter()


@router.get("/matches/{match}")
def lobby(request: Request, at: AtDesk, me: Person, match: str, invitation: str = "", link: str = "") -> Response:
    """Who sits where. `invitation` and `link` are secrets just made, shown to be copied."""
    if me is None:
        raise NotSignedIn()
    card = match_card(at, me, match)
    here = str(request.base_url).rstrip("/")
    return page(
        "lobby.html",
        person=me,
        match=card,
        title=at.games[card.game].scenarios[card.scenario],
        opened=ago(card.opened_at, at.clock()),
        names={seat: dress(card.game).seat(seat) for seat in card.seats},
        game=f"/games/{card.game}",
        book=bool(at.games[card.game].rulebook().sections),
        pages={seat: seat_page(match, seat) for seat in card.mine},
        invitation=f"{here}/invitations/{invitation}" if invitation and not all(card.seats.values()) else "",
        link=f"{here}/seat/{link}" if link else "",
    )


@router.post("/matches/{match}/invitations")
def invited(at: AtDesk, me: Person, match: str, sent: Sent) -> Response:
    """One more invitation to a free seat."""
    if me is None:
        raise NotSignedIn()
    token = invite(at, me, match, text(sent, "seat"))
    return go(f"/matches/{match}?{urlencode({'invitation': token})}")


@router.post("/matches/{match}/links")
def linked(at: AtDesk, me: Person, match: str, sent: Sent) -> Response:
    """A link that signs another device of mine in to my seat."""
    if me is None:
        raise NotSignedIn()
    seat = text(sent, "seat")
    if seat not in match_card(at, me, match).mine:
        raise NotFound()
    return go(f"/matches/{match}?{urlencode({'link': seat_link(at, AtSeat(match, seat, me.id))})}")
