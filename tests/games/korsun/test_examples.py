"""The examples of the book: what comes of their scripts, and the figures of the rules that they stand beside."""

from __future__ import annotations

from service.games.korsun.game import KORSUN
from service.games.korsun.rulebook import example
from service.games.korsun.rulebook.book import EXAMPLE


def test_the_examples_are_what_comes_of_their_scripts():
    """Played anew they are the same to the letter; else: python -m service.games.korsun.rulebook.example."""
    assert example.written() == EXAMPLE.read_text("utf-8")


def test_the_examples_come_to_what_their_rules_say():
    """A zone that nobody saw, a road that was barred, four points of six, 4:1 made 7:1, and a barrage of level 2."""
    book = KORSUN.rulebook()
    assert book.example is not None and book.scenes is not None
    told = " ".join(line for step in book.example.steps for part in step.parts for line in part.told)
    true = " ".join(line for step in book.example.steps for line in step.truth)
    assert "20GTB stopped in 0610: an enemy zone of control stopped them." in told
    assert "The marker of XXXXII stands in 0915." in true and "The marker of XXXXII has 4 points." in true
    assert "4:1; shifts Soviet division +1, Combined arms +1, Armor superiority +1, +3 applied, 7:1" in told
    assert "shifts Artillery +2, Combat air support +1, Hilltop −1, +2 applied" in told
    assert len(book.scenes()) == len(book.example.steps)


def test_what_the_examples_point_to_can_be_read():
    book = KORSUN.rulebook()
    assert book.example is not None
    assert {rule for step in book.example.steps for rule in step.rules} | set(book.drawn) <= book.rules
