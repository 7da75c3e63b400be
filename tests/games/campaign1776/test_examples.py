"""The examples of the book: what comes of their scripts, and the figures of the rules that they stand beside."""

from __future__ import annotations

from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.rulebook import example
from service.games.campaign1776.rulebook.book import EXAMPLE


def test_the_examples_are_what_comes_of_their_scripts():
    """Played anew they are the same to the letter; else: python -m service.games.campaign1776.rulebook.example."""
    assert example.written() == EXAMPLE.read_text("utf-8")


def test_the_charts_write_nations_and_kinds_as_they_are_written_elsewhere():
    tables = {table.title: table for chart in CAMPAIGN1776.rulebook().charts for table in chart.tables}
    assert {"Supply: British", "One point: CA"} <= {row[0] for row in tables["Counters"].rows}
    assert "Rebel militia" in {row[1] for row in tables["Units"].rows}
    assert ("E", "all") in tables["Losses"].rows


def test_the_examples_come_to_what_their_rules_say():
    """Half of three left at 4:1; six of twelve marched off and lost; fifteen points for two stacks."""
    book = CAMPAIGN1776.rulebook()
    assert book.example is not None and book.scenes is not None
    told = " ".join(line for step in book.example.steps for part in step.parts for line in part.told)
    assert "Column 4:1, cards +1" in told and "die 4: -/H. Lost: 2 Continentals" in told
    assert "4 points sought, die 3, 3 gained, 6 British regulars lost" in told
    assert "2 points cannot be spent, and all are lost" in told
    last = book.scenes()[-1]["British"].picture
    assert last.ships["TR1"].spent == 15
    assert {step for step, _ in book.drawn.values()} == {1, 3, 5, 6, 7}


def test_what_the_examples_point_to_can_be_read():
    book = CAMPAIGN1776.rulebook()
    assert book.example is not None
    assert {rule for step in book.example.steps for rule in step.rules} | set(book.drawn) <= book.rules
