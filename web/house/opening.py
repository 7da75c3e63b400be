"""Opening a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData

from service.dependencies import TheContext, client_address
from service.engine.facts import running
from service.engine.game import AnyGame, MatchOption
from service.engine.options import Scalar
from service.matches import (
    SESSION_COOKIE,
    Account,
    AtSeat,
    Context,
    Opponent,
    matches_of,
    open_match,
    open_session,
)
from service.matches.clock_terms import WEEKDAYS
from service.matches.coaching import be_coached
from service.matches.errors import Malformed, TooMany
from service.store.clocks import ClockTerms, WhenOver
from web.house.accounts import reasons
from web.house.shown_once import show_once
from web.parts.dependencies import Person, Sent, lobby_page, seat_page, secure, text, user_agent, whole
from web.parts.render import go, page
from web.parts.words import zones

router = APIRouter(include_in_schema=False)

OPPONENTS: Mapping[str, Opponent] = {opponent: opponent for opponent in get_args(Opponent)}
WHEN_OVER: Mapping[str, WhenOver] = {over: over for over in get_args(WhenOver)}


@dataclass(frozen=True, kw_only=True)
class OptionValue:
    """A value of an option, as its button says it: `sent` is empty for what holds where nobody chooses."""

    sent: str
    label: str
    meaning: str
    usual: bool = False
    within: tuple[OptionShown, ...] = ()
    """What is agreed on with this value alone."""


@dataclass(frozen=True, kw_only=True)
class OptionShown:
    """What may be agreed on when a match is opened, the usual choice first. `rare` ones stand in a fold.

    `scenarios`: those in which alone it matters, as the form names them.
    """

    field: str
    title: str
    about: str
    choices: tuple[OptionValue, ...]
    rare: bool
    scenarios: tuple[str, ...] = ()


@router.get("/matches/new")
def new_match(context: TheContext, me: Person, scenario: str = "", game: str = "") -> Response:
    """The form to open a match with; the address may name the scenario, as `game/scenario`, or the game alone."""
    found = context.games.get(game)
    first = f"{game}/{next(iter(found.info.scenarios))}" if found is not None else ""
    return form(context, me, chosen=scenario or first)


@router.post("/matches")
def opened(request: Request, context: TheContext, me: Person, sent: Sent) -> Response:
    """Open it. Practice, and a match against the computer, lead to a seat; else the lobby shows the link to send."""
    game, _, scenario = text(sent, "scenario").partition("/")
    opponent = OPPONENTS.get(text(sent, "opponent"), "invitation")
    side = text(sent, f"seat/{game}") or text(sent, "seat")
    offered = context.games[game].info.options if game in context.games else {}
    options = {
        name: value_said(option, said) for name, option in offered.items()
        if (said := text(sent, field_of(game, name))) and scenario in (option.scenarios or (scenario,))
    }  # fmt: skip
    is_new, person = me is None, me
    if me is None:
        context.rate_limits.admit("account", client_address(request))
        me = Account(context.new_id(), None)
    clock = clock_said(sent) if opponent in ("invitation", "anybody") else None
    try:
        match = open_match(
            context,
            me,
            game,
            scenario,
            seat=side,
            options=options,
            opponent=opponent,
            name=text(sent, "name"),
            talk=not text(sent, "quiet"),
            clock=clock,
            arbiter=text(sent, "arbiter") if clock is not None and clock.over == "arbiter" else "",
            moderator=text(sent, "moderator") if opponent in ("invitation", "anybody") else "",
            client_address=client_address(request),
            is_new=is_new,
        )
    except (Malformed, TooMany) as problem:
        return form(
            context,
            person,
            chosen=text(sent, "scenario"),
            sent=sent,
            problem=problem.detail or reasons(problem),
            status=problem.status,
        )
    cookies = [(SESSION_COOKIE, open_session(context, me.id, user_agent(request)))] if is_new else []
    if text(sent, "guided") and side in match.seats:
        be_coached(context, AtSeat(match.match_id, side, me.id), True)
    if opponent not in ("invitation", "anybody"):
        asked = (line.seat for line in matches_of(context, me) if line.match_id == match.match_id and line.asked)
        to = seat_page(match.match_id, side if side in match.seats else next(asked, match.seats[0]))
    else:
        to = lobby_page(match.match_id)
    answer = go(to, cookies, secure=secure(request))
    for invitation in match.invitations.values():
        show_once(request, answer, to, invitation)
    return answer


def clock_said(sent: FormData) -> ClockTerms | None:
    """What a form says of time; None where nothing was chosen."""
    kind = text(sent, "clock")
    if kind not in ("step", "bank"):
        return None
    off = tuple(int(day) for day in sent.getlist("off") if isinstance(day, str) and day in "0123456" and day)
    return ClockTerms(
        kind="step" if kind == "step" else "bank",
        days=whole(sent, "days"),
        increment=whole(sent, "increment") if kind == "bank" else 0,
        off=off,
        zone=text(sent, "zone", "UTC"),
        absence=whole(sent, "absence"),
        over=WHEN_OVER.get(text(sent, "over"), "answered"),
    )


def form(
    context: Context, me: Account | None, *, chosen: str = "", sent: FormData | None = None, problem: str = "",
    status: int = 200,
) -> Response:  # fmt: skip
    """The page with the form, at the scenario that is chosen, or at the first; with all that was `sent` and refused.

    Whoever has chosen one sees it alone, and the others in a fold: all else that the form asks stands below.
    """
    said = {name: value for name, value in sent.multi_items() if isinstance(value, str)} if sent is not None else {}
    games: list[dict[str, Any]] = [
        {
            "name": game.info.name,
            "title": game.info.title,
            "seats": [(seat, game.words.seat(seat)) for seat in game.info.seats],
            "scenarios": [
                {
                    "name": f"{game.info.name}/{name}", "title": scenario.title, "summary": scenario.summary,
                    "address": f"/games/{game.address}/scenarios/{name}",
                }
                for name, scenario in game.info.scenarios.items()
            ],
            "options": [option_shown(game, name) for name, option in game.info.options.items() if not option.within],
            "rare_chosen": any(
                said.get(field_of(game.info.name, name))
                for name, option in game.info.options.items()
                if option.rare or (option.within and game.info.options[option.within[0]].rare)
            ),
        }
        for game in context.games.values()
    ]  # fmt: skip
    names = [scenario["name"] for game in games for scenario in game["scenarios"]]
    most_seats = max((len(game.info.seats) for game in context.games.values()), default=2)
    return page(
        "open.html", weekdays=WEEKDAYS, status=status, person=me, games=games, most_seats=most_seats, problem=problem,
        named=chosen in names, chosen=chosen if chosen in names else next(iter(names), ""), others=len(names) - 1,
        said=said, off=sent.getlist("off") if sent is not None else [], zone=me.zone if me is not None else "UTC",
        zones=zones(),
    )  # fmt: skip


def option_shown(game: AnyGame, name: str) -> OptionShown:
    """An option in words; what is usual is a choice of its own where it is none of the values, or another one alone."""
    option, words = game.info.options[name], game.words
    choices = [
        OptionValue(
            sent=str(value),
            label=words.option_value(name, value),
            meaning=words.option_meaning(name, value),
            within=tuple(option_shown(game, other) for other in options_within(game, name, value)),
        )
        for value in option.values
    ]
    if option.usual or option.alone is not None:
        alone = running(words.option_value(name, option.alone)) if option.alone is not None else ""
        label = option.usual or choices[0].label
        meaning = "" if option.usual else choices[0].meaning
        if meaning and alone:  # said once
            choices[0] = replace(
                choices[0], label=f"{label}, even if you play alone", meaning="The same if you play alone."
            )
        meaning += f" If you play alone: {alone}." if alone else ""
        choices.insert(0, OptionValue(sent="", label=label, meaning=meaning.strip(), usual=True))
    else:
        choices[0] = replace(choices[0], sent="", usual=True)
    if all(str(value).isdigit() for value in option.values):  # figures stand in order, the usual one where it falls
        choices.sort(key=lambda choice: int(choice.sent or str(option.values[0])))
    return OptionShown(
        field=field_of(game.info.name, name), title=words.option(name), about=option.about, choices=tuple(choices),
        rare=option.rare, scenarios=tuple(f"{game.info.name}/{scenario}" for scenario in option.scenarios),
    )  # fmt: skip


def options_within(game: AnyGame, name: str, value: Scalar) -> list[str]:
    """The options that matter with this value of another one alone."""
    return [other for other, option in game.info.options.items() if option.within == (name, value)]


def value_said(option: MatchOption, said: str) -> Scalar:
    """The value of an option that a form's text stands for; the text itself where it stands for none."""
    return next((value for value in option.values if str(value) == said), said)


def field_of(game: str, option: str) -> str:
    """The name that an option of a game has in the form."""
    return f"option/{game}/{option}"
