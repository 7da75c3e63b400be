"""Coming to sit: by the link of a seat that one holds, or by an invitation to a free one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fastapi import APIRouter, Request, Response

from service.dependencies import TheContext, client_address
from service.engine.game import AnyGame
from service.engine.options import Scalar
from service.matches import (
    SESSION_COOKIE,
    Account,
    Context,
    came_by_link,
    come_in,
    forget_guest,
    game_at,
    invitation,
    make_guest,
    open_session,
    read_way_in,
    seat_by_link,
    seat_cookie,
    seat_of_invitation,
    take_seat,
)
from service.matches.account_names import GUEST_NAME_LENGTHS
from service.matches.clock_terms import in_words
from service.matches.errors import Malformed, NameMisleads
from web.house.accounts import reasons
from web.house.opening import options_within
from web.parts.clocks import arbiter_said, moderator_said
from web.parts.dependencies import Person, Sent, TheCredentials, here, seat_page, secure, text, user_agent
from web.parts.render import go, page

router = APIRouter(include_in_schema=False)


@router.get("/seat/{token}")
def by_link(request: Request, context: TheContext, me: Person, token: str) -> Response:
    """Sign this browser in to the seat of the link, and to nothing else."""
    seat = seat_by_link(context, token)
    if me is not None:
        came_by_link(context, me, seat)
    cookie = (seat_cookie(seat.match_id, seat.seat), token)
    return go(seat_page(seat.match_id, seat.seat), [cookie], secure=secure(request))


@router.get("/invitations/{token}")
def invited(request: Request, context: TheContext, me: Person, token: str) -> Response:
    """Who invites to what, what was agreed, and the button that takes the seat; once it is taken, the way there."""
    if me is not None and (mine := seat_of_invitation(context, me, token)) is not None:
        return go(seat_page(mine.match_id, mine.seat))
    return invited_page(request, context, me, token)


def invited_page(
    request: Request,
    context: Context,
    me: Account | None,
    token: str,
    *,
    called: str | None = None,
    problem: str = "",
    status: int = 200,
) -> Response:
    """The page of an invitation; to a visitor with what they would be `called`."""
    found = invitation(context, token)
    host = found.opened_by
    game = context.game(found.game, found.data)
    scenario, words = game.info.scenarios[found.scenario], game.words
    return page(
        "seat.html", status=status, person=me, problem=problem,
        time=in_words(found.clock) if found.clock is not None else "",
        arbiter=arbiter_said(found.arbiter) if found.clock is not None and found.clock.over == "arbiter" else "",
        moderator=moderator_said(found.moderator),
        called=called if called is not None else f"{host.name}'s friend" if host.kind == "named" else "",
        longest=GUEST_NAME_LENGTHS[-1], invited=found, seat=words.seat(found.seat), scenario=scenario,
        briefing=scenario.briefings.get(found.seat), about=f"/games/{game.address}/scenarios/{found.scenario}",
        options=[
            (words.option(name), words.option_value(name, value),
             words.option_meaning(name, value) or game.info.options[name].about)
            for name, value in agreed_on(game, found.options)
        ],
        explained=game.coach() is not None, action=f"/invitations/{token}", link=f"{here(request)}/invitations/{token}",
    )  # fmt: skip


def agreed_on(game: AnyGame, chosen: Mapping[str, Scalar]) -> Iterator[tuple[str, Scalar]]:
    """How a match was opened: what was chosen, and what is usual of what everybody is asked, or belongs to either."""
    often = {name: option.values[0] for name, option in game.info.options.items() if not (option.rare or option.within)}
    for name, value in {**often, **chosen}.items():
        yield name, value
        for other in options_within(game, name, value):
            if other not in chosen:
                yield other, game.info.options[other].values[0]


@router.post("/invitations/{token}")
def taken(
    request: Request, context: TheContext, me: Person, credentials: TheCredentials, token: str, sent: Sent
) -> Response:
    """Take the seat; whoever has no account yet gets a guest's, called as they say."""
    if me is not None and (mine := seat_of_invitation(context, me, token)) is not None:
        return go(seat_page(mine.match_id, mine.seat))
    found = invitation(context, token)
    cookies, guest = [], None
    if me is None:
        context.rate_limits.admit("account", client_address(request))
        called = text(sent, "called")
        try:
            me = guest = make_guest(context, called=called)
        except (Malformed, NameMisleads) as problem:
            return invited_page(
                request, context, None, token, called=called, problem=reasons(problem), status=problem.status
            )
    try:
        seat = take_seat(context, me, found.match_id, found.seat, token, credentials=credentials)
    except Exception:  # whoever is refused leaves nothing behind
        if guest is not None:
            forget_guest(context, guest)
        raise
    if guest is not None:
        cookies = [(SESSION_COOKIE, open_session(context, guest.id, user_agent(request)))]
    return go(seat_page(seat.match_id, seat.seat), cookies, secure=secure(request))


@router.get("/way-in/{token}")
def way_in_page(context: TheContext, me: Person, token: str) -> Response:
    """The button that lets a guest in again; to look uses nothing up, as programs that look at mail do."""
    at = read_way_in(context, token)
    return page("way_in.html", person=me, token=token, seat=game_at(context, at).words.seat(at.seat))


@router.post("/way-in/{token}")
def came_in(request: Request, context: TheContext, me: Person, token: str) -> Response:
    """Sign this browser in to the seat, and every other out."""
    came = come_in(context, token, me)
    return go(seat_page(came.at.match_id, came.at.seat), [(came.cookie, came.value)], secure=secure(request))
