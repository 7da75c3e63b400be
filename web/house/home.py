"""Home: to a visitor what Sitrep is, and a first game; to a player what needs him, and then his other matches."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from fastapi import APIRouter, Response

from service.dependencies import TheContext
from service.engine.seats import Seat
from service.matches import (
    SESSION_COOKIE,
    Account,
    Context,
    Credentials,
    SeatHolder,
    matches_of,
    practice_scenario,
    seat_by_link,
)
from service.matches.errors import NotFound
from service.matches.opening import seated_with
from service.store import SeatLine
from web.games.shelf import dress
from web.parts.dependencies import Person, TheCredentials, seat_page
from web.parts.render import page
from web.parts.words import ago

router = APIRouter()


@dataclass(frozen=True, kw_only=True)
class Card:
    """One of my seats, as the list shows it: what tells it from others, and how it stands."""

    match_id: str
    href: str
    lobby: str
    title: str
    game: str
    seat: str
    against: str
    opened_at: datetime
    opened: str
    options: str
    turn: str
    question: str
    asked_at: datetime | None
    since: str
    asked: bool
    ended: bool


@dataclass(frozen=True, kw_only=True)
class FirstGame:
    """A game that one can begin with, led by its coach; `others` are the sides that the computer plays."""

    title: str
    scenario: str
    seat: Seat
    others: int


def card(context: Context, line: SeatLine, me: Account | None, holders: Mapping[Seat, SeatHolder | None]) -> Card:
    """A seat of the list, in words; the lobby is for those who have an account."""
    game, now = context.game(line.game, line.data), context.clock()
    shown = game.words
    named = game.info.scenarios.get(line.scenario)
    scenario = named.title if named is not None else line.scenario
    others = [opponent(holder) for seat, holder in holders.items() if seat != line.seat]
    return Card(
        match_id=line.match_id,
        href=seat_page(line.match_id, line.seat),
        lobby=f"/matches/{line.match_id}" if me else "",
        title=line.name or scenario,
        game=f"{scenario} · {game.info.title}" if line.name else game.info.title,
        seat=shown.seat(line.seat),
        against=" and ".join(others),
        opened_at=line.opened_at,
        opened=ago(line.opened_at, now),
        options=", ".join(
            f"{shown.option(name)}: {shown.option_value(name, value)}" for name, value in line.options.items()
        ),
        turn=shown.turns_of(line.turn),
        question=line.question or "Your orders",
        asked_at=line.asked_at,
        since=ago(line.asked_at, now) if line.asked_at else "",
        asked=line.asked and not line.ended,
        ended=line.ended,
    )


def opponent(holder: SeatHolder | None) -> str:
    """Who sits opposite, within a sentence."""
    if holder is None:
        return "nobody yet"
    return holder.name or {"computer": "the computer"}.get(holder.kind, "a guest")


def lines(context: Context, me: Account | None, credentials: Credentials) -> list[SeatLine]:
    """My seats, and those that this browser holds by their links."""
    mine = matches_of(context, me) if me else []
    for name, token in credentials.cookies.items():
        if not name.startswith(f"{SESSION_COOKIE}-"):
            continue
        with suppress(NotFound):
            seat = seat_by_link(context, token)
            held = matches_of(context, Account(seat.account_id, None))
            mine += [one for one in held if (one.match_id, one.seat) == (seat.match_id, seat.seat) and one not in mine]
    return mine


def first_games(context: Context) -> list[FirstGame]:
    """The games that can be learnt by playing, in the order of the shelf."""
    led = [(game, coach) for game in context.games.values() if (coach := game.coach()) is not None]
    return [
        FirstGame(
            title=game.info.title,
            scenario=f"{game.info.name}/{coach.scenario}",
            seat=coach.seat,
            others=len(game.info.seats) - 1,
        )
        for game, coach in led
    ]


@router.get("/")
def home(context: TheContext, me: Person, credentials: TheCredentials) -> Response:
    """The first page. Those of my matches that need me stand first, the one that has waited longest before all."""
    mine = lines(context, me, credentials)
    holders = seated_with(context, mine)
    cards = [card(context, line, me, holders[line.match_id]) for line in mine]
    asked = sorted((one for one in cards if one.asked), key=lambda one: one.asked_at or one.opened_at)
    games = [
        {
            "name": game.info.name,
            "title": game.info.title,
            "scenarios": [scenario.title for scenario in game.info.scenarios.values()],
            "seats": [game.words.seat(seat) for seat in game.info.seats],
            "first_seat": game.info.seats[0],
            "book": bool(game.rulebook().sections),
        }
        for game in context.games.values()
    ]
    needing = len({one.match_id for one in asked})  # of a match to practise at both seats may be asked
    return page(
        "home.html",
        person=me,
        lists=[
            (f"{needing} of your matches {'needs' if needing == 1 else 'need'} you", asked),
            ("Waiting for another side", [one for one in cards if not one.asked and not one.ended]),
            ("Over", [one for one in cards if one.ended]),
        ],
        needing=needing,
        open_sign_up=context.open_sign_up,
        is_player=bool(cards) or (me is not None and me.name is not None),
        first_games=first_games(context),
        games=games,
        practice="/".join(practice_scenario(context)),
        picture=next(filter(None, (dress(game).first_picture() for game in context.games.values())), None),
    )
