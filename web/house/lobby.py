"""The lobby of a match: its seats, and the link to send to whoever is to take the free one."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import quote

from fastapi import APIRouter, Request, Response

from service.dependencies import TheContext
from service.matches import (
    Account,
    AtSeat,
    Context,
    InvitedTo,
    ask_for_way_in,
    hand_over,
    invitation,
    invite,
    match_card,
    seat_by_link,
    seat_changes,
    seat_link,
    seats_held,
)
from service.matches.clock_terms import in_words
from service.matches.ending import delete_match
from service.matches.errors import NotFound, NotSignedIn, SeatTaken
from service.matches.open_seats import kept_for, open_to_anybody, take_open_seat
from service.matches.times import ago
from web.house.shown_once import forget, show_once, shown_once
from web.parts.clocks import arbiter_said, moderator_said
from web.parts.dependencies import Person, Sent, TheCredentials, here, lobby_page, seat_page, text
from web.parts.render import go, page

router = APIRouter(include_in_schema=False)


@router.get("/matches/{match_id}")
def lobby(request: Request, context: TheContext, me: Person, credentials: TheCredentials, match_id: str) -> Response:
    """Who sits where, and the link that was made just now, to be copied."""
    if me is None:
        raise NotSignedIn()
    card = match_card(context, me, match_id)
    game = context.game(card.game, card.data)
    secret = shown_once(request)
    to = invited_to(context, secret, match_id)
    changes = seat_changes(context, match_id)
    ended = {(at.match_id, line.ended) for at, line in seats_held(context, credentials)}
    answer = page(
        "lobby.html",
        person=me,
        match=card,
        words=game.words,
        title=game.info.scenarios[card.scenario].title,
        opened=ago(card.opened_at, context.clock()),
        time=in_words(card.clock) if card.clock is not None else "",
        arbiter=arbiter_said(card.arbiter) if card.clock is not None and card.clock.over == "arbiter" else "",
        moderator=moderator_said(card.moderator),
        names={seat: game.words.seat(seat) for seat in card.seats},
        game=f"/games/{game.address}",
        book=bool(game.rulebook().sections),
        kept={seat: who for seat, who in kept_for(context, match_id).items() if who.kind != "gone"},
        pages={seat: seat_page(match_id, seat) for seat in card.mine},
        listens=any(not is_over for _, is_over in ended),
        over=(match_id, True) in ended,
        changes=[(change, ago(change.at, context.clock())) for change in reversed(changes)],
        moderated=card.moderator is not None or any(change.kind.startswith("moderator") for change in changes),
        invitation=f"{here(request)}/invitations/{secret}" if to else "",
        handed=to.handed_by is not None if to else False,
        asked=request.query_params.get("asked", ""),
        link=f"{here(request)}/seat/{secret}" if leads(context, me, secret, match_id) else "",
    )
    return forget(request, answer)


def invited_to(context: Context, secret: str, match_id: str) -> InvitedTo | None:
    """What seat of the match it is an invitation to, if it is one."""
    with suppress(NotFound, SeatTaken):
        found = invitation(context, secret) if secret else None
        return found if found is not None and found.match_id == match_id else None
    return None


def leads(context: Context, me: Account, secret: str, match_id: str) -> bool:
    """Whether it is a link to a seat of mine in the match."""
    with suppress(NotFound):
        seat = seat_by_link(context, secret) if secret else None
        return seat is not None and (seat.match_id, seat.account_id) == (match_id, me.id)
    return False


@router.post("/matches/{match_id}/invitations")
def invited(request: Request, context: TheContext, me: Person, match_id: str, sent: Sent) -> Response:
    """One more invitation to a free seat."""
    if me is None:
        raise NotSignedIn()
    token = invite(context, me, match_id, text(sent, "seat"))
    return show_once(request, go(lobby_page(match_id)), lobby_page(match_id), token)


@router.post("/matches/{match_id}/links")
def linked(request: Request, context: TheContext, me: Person, match_id: str, sent: Sent) -> Response:
    """A link that signs another device of mine in to my seat."""
    if me is None:
        raise NotSignedIn()
    seat = text(sent, "seat")
    if seat not in match_card(context, me, match_id).mine:
        raise NotFound()
    return show_once(
        request, go(lobby_page(match_id)), lobby_page(match_id), seat_link(context, AtSeat(match_id, seat, me.id))
    )


@router.post("/matches/{match_id}/open-seats")
def opened_to_anybody(context: TheContext, me: Person, match_id: str, sent: Sent) -> Response:
    """A free seat is open to anybody of the server who has a name, or no longer."""
    if me is None:
        raise NotSignedIn()
    open_to_anybody(context, me, match_id, text(sent, "seat"), open_=text(sent, "anybody") == "1")
    return go(lobby_page(match_id))


@router.post("/matches/{match_id}/take")
def taken(context: TheContext, me: Person, credentials: TheCredentials, match_id: str, sent: Sent) -> Response:
    """Take a seat that is open to me."""
    if me is None:
        raise NotSignedIn()
    at = take_open_seat(context, me, match_id, text(sent, "seat"), credentials=credentials)
    return go(seat_page(at.match_id, at.seat))


@router.post("/matches/{match_id}/delete")
def deleted(context: TheContext, me: Person, match_id: str) -> Response:
    """Delete a match of mine to which nobody has come."""
    if me is None:
        raise NotSignedIn()
    delete_match(context, me, match_id)
    return go("/")


@router.post("/matches/{match_id}/hand-overs")
def handed_over(request: Request, context: TheContext, me: Person, match_id: str, sent: Sent) -> Response:
    """A link by which somebody else takes my seat over."""
    if me is None:
        raise NotSignedIn()
    token = hand_over(context, me, match_id, text(sent, "seat"))
    return show_once(request, go(lobby_page(match_id)), lobby_page(match_id), token)


@router.post("/matches/{match_id}/ways-in")
def way_in_asked(context: TheContext, me: Person, match_id: str, sent: Sent) -> Response:
    """Ask the owner of the server to let a guest in again."""
    if me is None:
        raise NotSignedIn()
    ask_for_way_in(context, me, match_id, text(sent, "seat"))
    return go(f"{lobby_page(match_id)}?asked={quote(text(sent, 'seat'), safe='')}")
