"""Home: what Sitrep is, what needs me, my matches."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from fastapi import APIRouter, Response

from service.matches import SESSION_COOKIE, Account, Credentials, Desk, matches_of, seat_by_link
from service.matches.errors import NotFound
from service.store import SeatLine
from web.games import dress
from web.pages.doors import AtDesk, Credited, Person, seat_page
from web.render import page

router = APIRouter()


@dataclass(frozen=True)
class Card:
    """One of my seats, as the list shows it."""

    href: str
    lobby: str
    title: str
    game: str
    seat: str
    state: str
    asked: bool
    ended: bool


def card(at: Desk, line: SeatLine, me: Account | None) -> Card:
    """A seat of the list, in words; the lobby is for those who have an account."""
    rules = at.games[line.game]
    turn = dress(line.game).turns_of(line.turn)
    state = "over" if line.ended else f"{turn}: your orders" if line.asked else turn
    return Card(
        href=seat_page(line.match_id, line.seat),
        lobby=f"/matches/{line.match_id}" if me else "",
        title=rules.scenarios.get(line.scenario, line.scenario),
        game=rules.title,
        seat=line.seat,
        state=state,
        asked=line.asked and not line.ended,
        ended=line.ended,
    )


def lines(at: Desk, me: Account | None, brought: Credentials) -> list[SeatLine]:
    """My seats, and those that this browser holds by their links."""
    mine = matches_of(at, me) if me else []
    for name, token in brought.cookies.items():
        if not name.startswith(f"{SESSION_COOKIE}-"):
            continue
        with suppress(NotFound):
            seat = seat_by_link(at, token)
            held = matches_of(at, Account(seat.account_id, None))
            mine += [one for one in held if (one.match_id, one.seat) == (seat.match_id, seat.seat) and one not in mine]
    return mine


@router.get("/")
def home(at: AtDesk, me: Person, brought: Credited) -> Response:
    """The first page; those of my matches that need me stand first."""
    cards = [card(at, line, me) for line in lines(at, me, brought)]
    cards.sort(key=lambda one: (not one.asked, one.ended))
    games = [
        {
            "name": rules.name,
            "title": rules.title,
            "scenarios": list(rules.scenarios.values()),
            "seats": rules.seats,
            "book": bool(rules.rulebook().sections),
        }
        for rules in at.games.values()
    ]
    first = next(iter(at.games.values()))
    return page(
        "home.html",
        person=me,
        matches=cards,
        needed=sum(one.asked for one in cards),
        games=games,
        practice=f"{first.name}/{next(iter(first.scenarios))}",
    )
