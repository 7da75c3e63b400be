"""A game's book: its own page, the rules, the charts and the example of play. Public, and the same for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Response

from service.engine.rulebook import Case, Rulebook
from service.engine.ruleset import Ruleset
from service.matches import Context
from service.matches.errors import NotFound
from web.book.texts import Texts
from web.games import dress
from web.parts.dependencies import Person, TheContext
from web.parts.render import go, page

router = APIRouter()
MOST_FOUND = 40


@dataclass(frozen=True)
class Found:
    """A case that a search came upon."""

    case: Case
    section: str


@router.get("/games/{game}")
def game_page(at: TheContext, me: Person, game: str) -> Response:
    """A game: what there is to read about it, and what can be played."""
    rules = game_of(at, game)
    scenarios = {
        title: (str(rules.scenario_facts(name).get("summary", "")), rules.turns(name))
        for name, title in rules.scenarios.items()
    }
    return page(
        "rulebook_game.html",
        person=me,
        game=rules,
        book=rules.rulebook(),
        scenarios=scenarios,
        here="game",
        sides=[dress(rules.name).seat(seat) for seat in rules.seats],
    )


@router.get("/games/{game}/rules")
def rules_page(at: TheContext, me: Person, game: str, q: str = "") -> Response:
    """The rules, every case under its id. `q` looks for words in them, or goes to the rule of that id."""
    rules = game_of(at, game)
    book = book_of(rules)
    asked = q.strip()[:80]
    if asked.upper() in book.rules:
        return go(f"/games/{rules.name}/rules#{asked.upper()}")
    return page(
        "rulebook.html",
        person=me,
        game=rules,
        book=book,
        here="rules",
        texts=Texts(book, rules="", known=book.rules),
        asked=asked,
        found=search(book, asked) if asked else (),
    )


@router.get("/games/{game}/charts")
def charts_page(at: TheContext, me: Person, game: str) -> Response:
    """Every chart, with where its figures come from."""
    rules = game_of(at, game)
    book = book_of(rules)
    texts = Texts(book, rules="rules", known=book.rules)
    return page("charts.html", person=me, game=rules, book=book, here="charts", texts=texts)


@router.get("/games/{game}/example")
def example_page(at: TheContext, me: Person, game: str) -> Response:
    """The example of play, both sides beside each other."""
    rules = game_of(at, game)
    book = book_of(rules)
    if book.example is None:
        raise NotFound()
    texts = Texts(book, rules="rules", known=book.rules)
    return page(
        "example.html",
        person=me,
        game=rules,
        book=book,
        here="example",
        texts=texts,
        example=book.example,
        sides={seat: dress(rules.name).seat(seat) for seat in rules.seats},
        colours={seat: dress(rules.name).colour(seat, rules.seats) for seat in rules.seats},
    )


@router.get("/games/{game}/pictures/{name}")
def picture(at: TheContext, game: str, name: str) -> Response:
    """A picture of the book."""
    found = game_of(at, game).rulebook().pictures.get(name)
    if found is None:
        raise NotFound()
    return Response(found, media_type="image/svg+xml")


def game_of(at: Context, game: str) -> Ruleset:
    """A game on the shelf. Raises NotFound."""
    rules = at.games.get(game)
    if rules is None:
        raise NotFound()
    return rules


def book_of(rules: Ruleset) -> Rulebook:
    """The book of a game that has one. Raises NotFound."""
    book = rules.rulebook()
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
