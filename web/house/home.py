"""Home: to a visitor what Sitrep is, and a first game; to a player what needs them, and then their other matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from fastapi import APIRouter, Response

from service.dependencies import TheContext
from service.engine.seats import Seat
from service.engine.sentences import counted
from service.matches import (
    Account,
    Context,
    SeatHolder,
    practice_scenario,
    seats_held,
)
from service.matches.open_seats import OpenSeat, open_seats
from service.matches.seats_held import how_ended, times_that_run
from service.matches.times import ago, how_long, moment
from service.matches.vitals import vitals
from service.matches.who_sits import seated_with
from service.store import HeldSeat
from web.games.shelf import dress
from web.house.arbiters import arbiter_cards
from web.house.moderators import moderator_cards
from web.parts.dependencies import Person, TheCredentials, seat_page
from web.parts.render import page

router = APIRouter(include_in_schema=False)

LATEST_OVER = 10
"""So many matches that are over stand on the page until all are asked for."""


@dataclass(frozen=True, kw_only=True)
class SeatCard:
    """One of my seats, as the list shows it: what tells it from others, and how it stands.

    `time`: when its own time is over, and in how long; `unread`: what was said to it and is not read yet; `outcome`:
    how the match ended. Each is empty where there is nothing to say.
    """

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
    time: str
    comes: str
    unread: str
    outcome: str


@dataclass(frozen=True, kw_only=True)
class FirstGame:
    """A game that one can begin with, led by its coach; its `seats` with what they are called, the easiest first.

    `others` are the sides that the computer plays.
    """

    title: str
    scenario: str
    seats: Mapping[Seat, str]
    others: int


def card(
    context: Context, held: HeldSeat, me: Account | None, holders: Mapping[Seat, SeatHolder | None], outcome: str,
    comes: str,
) -> SeatCard:  # fmt: skip
    """A seat of the list, in words; the lobby is for those who have an account. `comes`: what to it, in time."""
    game, now = context.game(held.game, held.data), context.clock()
    words, zone = game.words, me.zone if me is not None else "UTC"
    named = game.info.scenarios.get(held.scenario)
    scenario = named.title if named is not None else held.scenario
    others = [opponent(holder) for seat, holder in holders.items() if seat != held.seat]
    return SeatCard(
        match_id=held.match_id,
        href=seat_page(held.match_id, held.seat),
        lobby=f"/matches/{held.match_id}" if me else "",
        title=held.name or scenario,
        game=f"{scenario} · {game.info.title}" if held.name else game.info.title,
        seat=words.seat(held.seat),
        against=" and ".join(others),
        opened_at=held.opened_at,
        opened=ago(held.opened_at, now),
        options=", ".join(
            f"{words.option(name)}: {words.option_value(name, value)}" for name, value in held.options.items()
        ),
        turn=words.turns_of(held.turn),
        question=held.question or "Your orders",
        asked_at=held.asked_at,
        since=ago(held.asked_at, now) if held.asked_at else "",
        asked=held.asked and not held.ended,
        ended=held.ended,
        time=time_left(held.ends_at, now, zone) if held.ends_at is not None else "",
        comes=f"{comes} {how_long(now, held.due_at)}, {moment(held.due_at, zone)}" if comes and held.due_at else "",
        unread=counted(held.unread, "new message") if held.unread else "",
        outcome=outcome,
    )


def time_left(ends_at: datetime, now: datetime, zone: str) -> str:
    """When the time of a seat is over, by the reader's clock, and in how long."""
    if ends_at <= now:
        return f"Your time ran out on {moment(ends_at, zone)}"
    return f"You have until {moment(ends_at, zone)}, {how_long(now, ends_at)}"


@dataclass(frozen=True, kw_only=True)
class FreeSeat:
    """A seat that may be taken without an invitation, in words; `kept` for the reader, in a rematch."""

    match_id: str
    seat: str
    name: str
    title: str
    game: str
    by: str
    opened: str
    options: str
    about: str
    kept: bool


def free_seat(context: Context, free: OpenSeat) -> FreeSeat:
    """A free seat in words."""
    game = context.game(free.game, free.data)
    words, named = game.words, game.info.scenarios.get(free.scenario)
    scenario = named.title if named is not None else free.scenario
    return FreeSeat(
        match_id=free.match_id,
        seat=free.seat,
        name=words.seat(free.seat),
        title=free.name or scenario,
        game=f"{scenario} · {free.title}" if free.name else free.title,
        by=str(free.opened_by),
        opened=ago(free.opened_at, context.clock()),
        options=", ".join(
            f"{words.option(name)}: {words.option_value(name, value)}" for name, value in free.options.items()
        ),
        about=f"/games/{game.address}/scenarios/{free.scenario}",
        kept=free.kept,
    )


def opponent(holder: SeatHolder | None) -> str:
    """Who sits opposite, within a sentence."""
    if holder is None:
        return "nobody yet"
    return str(holder) if holder.name else str(holder)[0].lower() + str(holder)[1:]


def first_games(context: Context) -> list[FirstGame]:
    """The games that can be learnt by playing, in the order of the shelf."""
    led = [(game, coach) for game in context.games.values() if (coach := game.coach()) is not None]
    return [
        FirstGame(
            title=game.info.title,
            scenario=f"{game.info.name}/{coach.scenario}",
            seats={seat: game.words.seat(seat) for seat in (coach.seat, *game.info.seats)},
            others=len(game.info.seats) - 1,
        )
        for game, coach in led
    ]


@router.get("/")
def home(context: TheContext, me: Person, credentials: TheCredentials, left: str = "", over: str = "") -> Response:
    """The first page. Those of my matches that need me stand first, the one that has waited longest before all.

    Of those that are over it has the latest, and with `over` all. With `left` it says that the account is deleted, if
    nobody is signed in.
    """
    held = [one for _, one in seats_held(context, credentials)]
    ended = [one for one in held if one.ended]
    shown = ended if over else ended[:LATEST_OVER]
    mine = [one for one in held if not one.ended] + shown
    holders, outcomes = seated_with(context, mine), how_ended(context, shown)
    comes = times_that_run(context, mine)
    cards = [
        card(context, one, me, holders[one.match_id], outcomes.get((one.match_id, one.seat), ""),
             comes.get((one.match_id, one.seat), ""))
        for one in mine
    ]  # fmt: skip
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
        alarms=list(vitals(context).alarms()) if me is not None and me.owner else [],
        left=bool(left) and me is None,
        lists=[
            (f"{needing} of your matches {'needs' if needing == 1 else 'need'} you", asked),
            ("Waiting for another side", [one for one in cards if not one.asked and not one.ended]),
            ("Over", [one for one in cards if one.ended]),
        ],
        needing=needing,
        more_over=len(ended) - len(shown),
        arbitrating=arbiter_cards(context, me) if me is not None and me.name is not None else [],
        moderating=moderator_cards(context, me) if me is not None and me.name is not None else [],
        free=[free_seat(context, one) for one in open_seats(context, me)] if me is not None else [],
        open_sign_up=context.lets_anybody_sign_up,
        is_player=bool(cards) or (me is not None and me.name is not None),
        first_games=first_games(context),
        games=games,
        listens=len(ended) < len(held),
        practice="/".join(practice_scenario(context)),
        picture=next(filter(None, (dress(game).first_picture() for game in context.games.values())), None),
    )
