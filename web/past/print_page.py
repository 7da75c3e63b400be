"""A seat's match on paper: the map, the order of battle as the seat knows it, and its latest letters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from urllib.parse import quote

from fastapi import APIRouter, Response
from markupsafe import Markup

from service.dependencies import TheContext
from service.engine.facts import Fact, Roster
from service.engine.game import AnyGame
from service.matches import read, seat_letters
from service.matches.rulebooks import rule_url
from web.drawing.layers import MapLinks
from web.drawing.map import render_map
from web.games.shelf import dress
from web.parts.dependencies import Seated, seat_page
from web.parts.letters import LetterShown, letters_of
from web.parts.render import page
from web.parts.sentences import Links
from web.parts.words import PageLink, ways_of

router = APIRouter(include_in_schema=False)

LATEST = 4
"""So many letters go on the sheet; the page of letters prints them all."""


@dataclass(frozen=True, kw_only=True)
class PrintPage:
    """What goes on paper. `inks` says how the sides are told apart there, the name of each with its ink."""

    side: str
    base: str
    ways: tuple[PageLink, ...]
    title: str
    colour: str
    facts: tuple[Fact, ...]
    points: tuple[Fact, ...]
    rosters: tuple[Roster, ...]
    inks: tuple[tuple[str, str], ...]
    links: Links
    drawn: Markup
    letters: tuple[LetterShown, ...]
    count: int


@router.get("/matches/{match_id}/{seat}/paper")
def paper_page(context: TheContext, at: Seated) -> Response:
    """The map with the order of battle and the latest letters, to be printed."""
    reading, base = read(context, at), seat_page(at.match_id, at.seat)
    game, known = reading.game, reading.known
    found, look, words = seat_letters(context, at, latest=LATEST), dress(game), game.words
    drawing = look.map(known.picture)
    links = Links(
        ground=reading.ground, places=drawing.places if drawing else (), to=f"{base}/history?place={{}}", seat=base,
        rule=partial(rule_url, game),
    )  # fmt: skip
    leads = MapLinks(
        unit_href=lambda unit: f"{base}?unit={quote(unit)}#tab-orders",
        contact_href=lambda handle: f"{base}/contacts/{quote(handle, safe='')}",
    )
    return page(
        "print_page.html",
        page=PrintPage(
            side=words.seat(at.seat),
            base=base,
            ways=ways_of(game, base),
            title=game.info.scenarios[reading.scenario].title,
            colour=look.colour(at.seat, game.info.seats),
            facts=words.facts(known, reading.where.turn),
            points=words.points(known),
            rosters=words.rosters(known),
            inks=inks_of(game, drawing is not None and drawing.by_side),
            links=links,
            drawn=render_map(drawing, known.view, leads, key=f"{at.match_id}/{at.seat}/paper")
            if drawing
            else Markup(""),
            letters=letters_of(found.letters, links),
            count=found.count,
        ),
    )


def inks_of(game: AnyGame, by_side: bool) -> tuple[tuple[str, str], ...]:
    """Whose counters are plain on paper and whose are hatched: a side's for all readers alike, or the enemy's."""
    if not by_side:
        return ("plain", "Your own"), ("hatched", "The enemy's")
    seats = game.info.seats
    return tuple(
        ("hatched" if dress(game).colour(seat, seats) == "red" else "plain", game.words.seat(seat)) for seat in seats
    )
