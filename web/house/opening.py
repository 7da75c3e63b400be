"""Opening a match."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from service.engine.game import AnyGame, MatchOption
from service.engine.glances import running
from service.engine.options import Scalar
from service.matches import (
    SESSION_COOKIE,
    Account,
    AtSeat,
    Context,
    make_guest,
    matches_of,
    open_match,
    open_session,
)
from service.matches.coaching import be_coached
from service.matches.errors import Malformed, TooMany
from web.house.accounts import reasons
from web.house.made import show_once
from web.parts.dependencies import (
    Person,
    Sent,
    TheContext,
    client_address,
    lobby_page,
    seat_page,
    secure,
    text,
    user_agent,
)
from web.parts.render import go, page

router = APIRouter()


@router.get("/matches/new")
def new_match(at: TheContext, me: Person) -> Response:
    """The form to open a match with."""
    return form(at, me)


@router.post("/matches")
def opened(request: Request, at: TheContext, me: Person, sent: Sent) -> Response:
    """Open it. Practice, and a match against the bot, lead to a seat; else the lobby shows the link to send."""
    game, _, scenario = text(sent, "scenario").partition("/")
    opponent, side = text(sent, "opponent"), text(sent, f"seat/{game}") or text(sent, "seat")
    practice, bot = opponent == "practice", opponent == "bot"
    seat = None if practice else side
    offered = at.games[game].info.options if game in at.games else {}
    options = {
        name: value_said(option, said) for name, option in offered.items() if (said := text(sent, field_of(game, name)))
    }
    cookies = []
    if me is None:
        at.rate_limits.admit("account", client_address(request))
        me = make_guest(at)
        cookies = [(SESSION_COOKIE, open_session(at, me.id, user_agent(request)))]
    try:
        match = open_match(
            at,
            me,
            game,
            scenario,
            seat=seat,
            options=options,
            bot=bot,
            name=text(sent, "name"),
            client_address=client_address(request),
        )
    except (Malformed, TooMany) as problem:
        return form(at, me, problem=problem.detail or reasons(problem), status=problem.status)
    if text(sent, "guided") and side in match.seats:
        be_coached(at, AtSeat(match.match_id, side, me.id), True)
    if practice or bot:
        asked = (line.seat for line in matches_of(at, me) if line.match_id == match.match_id and line.asked)
        to = seat_page(match.match_id, side if side in match.seats else next(asked, match.seats[0]))
    else:
        to = lobby_page(match.match_id)
    answer = go(to, cookies, secure=secure(request))
    for invitation in match.invitations.values():
        show_once(request, answer, to, invitation)
    return answer


def form(at: Context, me: Account | None, *, problem: str = "", status: int = 200) -> Response:
    """The page with the form."""
    games = [
        {
            "name": game.info.name,
            "title": game.info.title,
            "seats": [(seat, game.words.seat(seat)) for seat in game.info.seats],
            "scenarios": [
                {"name": f"{game.info.name}/{name}", "title": scenario.title, "turns": scenario.turns}
                for name, scenario in game.info.scenarios.items()
            ],
            "options": [
                {
                    "field": field_of(game.info.name, name),
                    "title": game.words.option(name),
                    "about": option.about,
                    "usual": usual(game, name),
                    "choices": [(value, game.words.option_value(name, value)) for value in option.values],
                }
                for name, option in game.info.options.items()
            ],
        }
        for game in at.games.values()
    ]
    most_seats = max((len(game.info.seats) for game in at.games.values()), default=2)
    return page("open.html", status=status, person=me, games=games, most_seats=most_seats, problem=problem)


def usual(game: AnyGame, name: str) -> str:
    """What an option is where nobody chooses it, in words; alone it may be something else."""
    option, words = game.info.options[name], game.words
    said = option.usual or words.option_value(name, option.values[0])
    return said if option.alone is None else f"{said}, alone {running(words.option_value(name, option.alone))}"


def value_said(option: MatchOption, said: str) -> Scalar:
    """The value of an option that a form's text stands for; the text itself where it stands for none."""
    return next((value for value in option.values if str(value) == said), said)


def field_of(game: str, option: str) -> str:
    """The name that an option of a game has in the form."""
    return f"option/{game}/{option}"
