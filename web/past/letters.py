"""A seat's letters on a page of their own, to be read, printed and sent; and as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from service.dependencies import TheContext
from service.matches import AtSeat, Context, game_at, letter_text, letters_text, seat_letters
from service.matches.errors import NotFound
from service.matches.letters import LetterHead, letter_alone, letter_heads
from service.matches.reading import read
from service.matches.rulebooks import rule_url
from web.games.shelf import dress
from web.parts.dependencies import Seated, seat_page, whole_number
from web.parts.letters import LetterShown, letter_shown, letters_of, situation_shown
from web.parts.render import page
from web.parts.sentences import Links
from web.parts.words import PageLink, ways_of

router = APIRouter(include_in_schema=False)

TEXT = "text/plain"
LETTERS_ON_A_PAGE = 12
"""So many stand on one page: the latest of them whole, each of the others once somebody opens it."""


@dataclass(frozen=True, kw_only=True)
class LettersPage:
    """Letters on a page: one of them by its `number`; or some of the `count` that came, newest first, with `number` 0.

    `folded` are those of which only the head is there, with the words of the turn in which each came.
    `older` and `newer` lead to the neighbouring pages, as far as there are such.
    """

    seat: str
    side: str
    base: str
    ways: tuple[PageLink, ...]
    title: str
    colour: str
    name: str
    number: int
    count: int
    older: Turn
    newer: Turn
    letters: tuple[LetterShown, ...]
    folded: tuple[tuple[int, str], ...]
    plain: str
    plain_at: str


@router.get("/matches/{match_id}/{seat}/letters.txt")
def all_letters_text(context: TheContext, at: Seated) -> Response:
    """All letters as one plain text, oldest first."""
    return PlainTextResponse(letters_text(seat_letters(context, at)))


@router.get("/matches/{match_id}/{seat}/letters")
def letters_by_page(request: Request, context: TheContext, at: Seated) -> Response:
    """The latest letters, or those `before` one, newest first: the first of them whole; all as plain text to whoever
    asks for that.
    """
    if wants_text(request):
        return all_letters_text(context, at)
    before = whole_number(request.query_params.get("before", "")) or None
    found = seat_letters(context, at, latest=1, before=before)
    heads = letter_heads(context, at, before=found.count, most=LETTERS_ON_A_PAGE - 1)
    links = links_of(context, at, "/history?place={}")
    last = (situation_shown(found.last, links, name="Last report", id="last-report"),) if found.last else ()
    return shown(context, at, (*last, *letters_of(found.letters, links)), letters_text(found), heads=heads[::-1])


@router.get("/matches/{match_id}/{seat}/letters/{number}.txt")
def one_letter_text(context: TheContext, at: Seated, number: str) -> Response:
    """One letter as plain text."""
    return PlainTextResponse(letter_text(context, at, numbered(number)))


@router.get("/matches/{match_id}/{seat}/letters/{number}")
def one_letter(request: Request, context: TheContext, at: Seated, number: str) -> Response:
    """One letter, with the way to the one before it and after it; as plain text to whoever asks for that."""
    wanted = numbered(number)
    alone = letter_alone(context, at, wanted)
    text = letters_text(alone)
    if wants_text(request):
        return PlainTextResponse(text)
    [found] = alone.letters
    links = links_of(context, at, f"/history?at={found.at}&place={{}}")
    return shown(context, at, (letter_shown(found, links, text),), text, number=wanted)


def shown(
    context: Context,
    at: AtSeat,
    letters: tuple[LetterShown, ...],
    text: str,
    *,
    number: int = 0,
    heads: Sequence[LetterHead] = (),
) -> Response:
    reading, base = read(context, at), seat_page(at.match_id, at.seat)
    words, count = reading.game.words, reading.where.letters
    numbers = [number for number in (*(one.number for one in letters), *(one.number for one in heads)) if number]
    older, newer = (turned if number else turned_by_page)(f"{base}/letters", numbers, count)
    return page(
        "letters.html",
        page=LettersPage(
            seat=at.seat,
            side=words.seat(at.seat),
            base=base,
            ways=ways_of(reading.game, base),
            title=reading.game.info.scenarios[reading.scenario].title,
            colour=dress(reading.game).colour(at.seat, reading.game.info.seats),
            name=f"Situation report {number}" if number else "Letters",
            number=number,
            count=count,
            older=older,
            newer=newer,
            letters=letters,
            folded=tuple((one.number, words.turns_of(one.turn)) for one in heads),
            plain=text,
            plain_at=f"{base}/letters/{number}.txt" if number else f"{base}/letters.txt",
        ),
    )


Turn = tuple[str, str] | None
"""Where a link to a neighbouring page leads, and what it says."""


def turned(base: str, numbers: Sequence[int], count: int) -> tuple[Turn, Turn]:
    """The letter before the one that is shown, and the one after it."""
    older, newer = min(numbers) - 1, max(numbers) + 1
    return (
        (f"{base}/{older}", f"Report {older}") if older else None,
        (f"{base}/{newer}", f"Report {newer}") if newer <= count else None,
    )


def turned_by_page(base: str, numbers: Sequence[int], count: int) -> tuple[Turn, Turn]:
    """The letters before those that are shown, and those after them."""
    first, last = min(numbers, default=1), max(numbers, default=count)
    until = last + LETTERS_ON_A_PAGE + 1
    return (
        (f"{base}?before={first}", "Earlier letters") if first > 1 else None,
        (f"{base}?before={until}" if until <= count else base, "Later letters") if last < count else None,
    )


def numbered(said: str) -> int:
    """A letter's number in an address. Raises NotFound for what is none."""
    found = whole_number(said)
    if not found:
        raise NotFound()
    return found


def wants_text(request: Request) -> bool:
    return request.headers.get("accept", "").startswith(TEXT)


def links_of(context: Context, at: AtSeat, to: str) -> Links:
    """Where the sentences of a letter lead: places to the history, at `to` from the seat's own page on."""
    game, base = game_at(context, at), seat_page(at.match_id, at.seat)
    reading = read(context, at)
    printed = dress(game).map(reading.picture)
    places = printed.places if printed else ()
    return Links(ground=reading.ground, places=places, to=base + to, seat=base, rule=partial(rule_url, game))
