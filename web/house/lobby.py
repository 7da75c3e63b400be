"""The lobby of a match: its seats, and the link to send to whoever is to take the free one."""

from __future__ import annotations

from contextlib import suppress

from fastapi import APIRouter, Request, Response

from service.dependencies import TheContext
from service.matches import Account, AtSeat, Context, invitation, invite, match_card, seat_by_link, seat_link
from service.matches.errors import NotFound, NotSignedIn
from web.house.made import forget, show_once, shown_once
from web.parts.dependencies import Person, Sent, lobby_page, seat_page, text
from web.parts.render import go, page
from web.parts.words import ago

router = APIRouter()


@router.get("/matches/{match}")
def lobby(request: Request, context: TheContext, me: Person, match: str) -> Response:
    """Who sits where, and the link that was made just now, to be copied."""
    if me is None:
        raise NotSignedIn()
    card = match_card(context, me, match)
    game = context.game(card.game, card.data)
    here = str(request.base_url).rstrip("/")
    secret = shown_once(request)
    answer = page(
        "lobby.html",
        person=me,
        match=card,
        words=game.words,
        title=game.info.scenarios[card.scenario].title,
        opened=ago(card.opened_at, context.clock()),
        names={seat: game.words.seat(seat) for seat in card.seats},
        game=f"/games/{game.address}",
        book=bool(game.rulebook().sections),
        pages={seat: seat_page(match, seat) for seat in card.mine},
        invitation=f"{here}/invitations/{secret}" if invites(context, secret, match) else "",
        link=f"{here}/seat/{secret}" if leads(context, me, secret, match) else "",
    )
    return forget(request, answer)


def invites(context: Context, secret: str, match: str) -> bool:
    """Whether it is an invitation to a free seat of the match."""
    with suppress(NotFound):
        return bool(secret) and invitation(context, secret).match_id == match
    return False


def leads(context: Context, me: Account, secret: str, match: str) -> bool:
    """Whether it is a link to a seat of mine in the match."""
    with suppress(NotFound):
        seat = seat_by_link(context, secret) if secret else None
        return seat is not None and (seat.match_id, seat.account_id) == (match, me.id)
    return False


@router.post("/matches/{match}/invitations")
def invited(request: Request, context: TheContext, me: Person, match: str, sent: Sent) -> Response:
    """One more invitation to a free seat."""
    if me is None:
        raise NotSignedIn()
    token = invite(context, me, match, text(sent, "seat"))
    return show_once(request, go(lobby_page(match)), lobby_page(match), token)


@router.post("/matches/{match}/links")
def linked(request: Request, context: TheContext, me: Person, match: str, sent: Sent) -> Response:
    """A link that signs another device of mine in to my seat."""
    if me is None:
        raise NotSignedIn()
    seat = text(sent, "seat")
    if seat not in match_card(context, me, match).mine:
        raise NotFound()
    return show_once(request, go(lobby_page(match)), lobby_page(match), seat_link(context, AtSeat(match, seat, me.id)))
