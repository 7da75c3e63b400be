"""Coming to sit: by the link of a seat that one holds, or by an invitation to a free one."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from service.dependencies import TheContext, client_address
from service.matches import SESSION_COOKIE, invitation, make_guest, open_session, seat_by_link, seat_cookie, take_seat
from web.parts.dependencies import Person, seat_page, secure, user_agent
from web.parts.render import go, page

router = APIRouter()


@router.get("/seat/{token}")
def by_link(request: Request, context: TheContext, token: str) -> Response:
    """Sign this browser in to the seat of the link, and to nothing else."""
    seat = seat_by_link(context, token)
    cookie = (seat_cookie(seat.match_id, seat.seat), token)
    return go(seat_page(seat.match_id, seat.seat), [cookie], secure=secure(request))


@router.get("/invitations/{token}")
def invited(context: TheContext, me: Person, token: str) -> Response:
    """Who invites to what, what was agreed, and the button that takes the seat."""
    found = invitation(context, token)
    game = context.game(found.game, found.data)
    scenario, words = game.info.scenarios[found.scenario], game.words
    return page(
        "seat.html", person=me, invited=found, seat=words.seat(found.seat), scenario=scenario,
        briefing=scenario.briefings.get(found.seat), about=f"/games/{game.address}/scenarios/{found.scenario}",
        options=[(words.option(name), words.option_value(name, value)) for name, value in found.options.items()],
        action=f"/invitations/{token}",
    )  # fmt: skip


@router.post("/invitations/{token}")
def taken(request: Request, context: TheContext, me: Person, token: str) -> Response:
    """Take the seat; whoever has no account yet gets one without a name."""
    found = invitation(context, token)
    cookies = []
    if me is None:
        context.rate_limits.admit("account", client_address(request))
        me = make_guest(context)
        cookies = [(SESSION_COOKIE, open_session(context, me.id, user_agent(request)))]
    seat = take_seat(context, me, found.match_id, found.seat, token)
    return go(seat_page(seat.match_id, seat.seat), cookies, secure=secure(request))
