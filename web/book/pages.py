"""A game's book: its own page, the rules, the charts and the example of play. Public, and the same for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Response

from service.dependencies import TheContext
from service.engine.game import AnyGame
from service.engine.rulebook import Case, Rulebook
from service.matches.errors import NotFound
from service.matches.rulebooks import game_of
from web.book.pieces import pieces_of
from web.book.scenarios import scenario_shown
from web.book.texts import Texts
from web.games.shelf import dress
from web.parts.dependencies import Person
from web.parts.render import go, page

router = APIRouter(include_in_schema=False)


def the_game(context: TheContext, game: str) -> AnyGame:
    """The game that the address names. Raises NotFound."""
    return game_of(context, game)


TheGame = Annotated[AnyGame, Depends(the_game)]
MOST_FOUND = 40


@dataclass(frozen=True)
class Found:
    """A case that a search came upon."""

    case: Case
    section: str


@router.get("/games/{game}")
def game_page(me: Person, game: TheGame) -> Response:
    """A game: what there is to read about it, and what can be played."""
    return page(
        "rulebook_game.html",
        person=me,
        game=game,
        book=game.rulebook(),
        here="game",
        scenarios=[scenario_shown(game, name) for name in game.info.scenarios],
        sides=[game.words.seat(seat) for seat in game.info.seats],
    )


@router.get("/games/{game}/rules")
def rules_page(me: Person, game: TheGame, q: str = "") -> Response:
    """The rules, every case under its id. `q` looks for words in them, or goes to the rule of that id."""
    book = book_of(game)
    asked = q.strip()[:80]
    if asked.upper() in book.rules:
        return go(f"/games/{game.address}/rules#{asked.upper()}")
    return page(
        "rulebook.html",
        person=me,
        game=game,
        book=book,
        here="rules",
        texts=Texts(book, rules="", known=book.rules),
        pieces=pieces_of(game),
        asked=asked,
        found=search(book, asked) if asked else (),
    )


@router.get("/games/{game}/rules/{rule}")
def rule_page(me: Person, game: TheGame, rule: str) -> Response:
    """One case of the rules alone, as it is shown beside what cites it."""
    book = book_of(game)
    case = next((case for case in book.cases() if case.id == rule), None)
    if case is None:
        raise NotFound()
    home = f"/games/{game.address}"
    texts = Texts(book, rules=f"{home}/rules", known=book.rules)
    text = case.text.replace("](pictures/", f"]({home}/pictures/")
    return page(
        "rule.html",
        person=me,
        game=game,
        book=book,
        here="rule",
        case=case,
        text=texts.prose(text),
        pieces=pieces_of(game),
    )


@router.get("/games/{game}/charts")
def charts_page(me: Person, game: TheGame) -> Response:
    """Every chart, with where its figures come from."""
    book = book_of(game)
    texts = Texts(book, rules="rules", known=book.rules)
    return page("charts.html", person=me, game=game, book=book, here="charts", texts=texts)


@router.get("/games/{game}/example")
def example_page(me: Person, game: TheGame) -> Response:
    """The example of play, the sides beside each other."""
    book = book_of(game)
    if book.example is None:
        raise NotFound()
    texts = Texts(book, rules="rules", known=book.rules)
    return page(
        "example.html",
        person=me,
        game=game,
        book=book,
        here="example",
        texts=texts,
        pieces=pieces_of(game),
        example=book.example,
        sides={seat: game.words.seat(seat) for seat in game.info.seats},
        colours={seat: dress(game).colour(seat, game.info.seats) for seat in game.info.seats},
    )


@router.get("/games/{game}/pictures/{name}")
def picture(game: TheGame, name: str) -> Response:
    """A picture of the book."""
    found = game.rulebook().pictures.get(name)
    if found is None:
        raise NotFound()
    return Response(found, media_type="image/svg+xml")


def book_of(game: AnyGame) -> Rulebook:
    """The book of a game that has one. Raises NotFound."""
    book = game.rulebook()
    if not book.sections:
        raise NotFound()
    return book


def search(book: Rulebook, words: str) -> tuple[Found, ...]:
    """The cases that hold all the words, those with them in their titles first."""
    wanted = words.lower().split()
    hits = [
        Found(case, section.title)
        for section in book.sections
        for case in section.cases
        if all(word in f"{section.title} {case.id} {case.title} {case.text}".lower() for word in wanted)
    ]
    hits.sort(key=lambda hit: not all(word in f"{hit.case.id} {hit.case.title}".lower() for word in wanted))
    return tuple(hits[:MOST_FOUND])
