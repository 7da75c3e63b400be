"""The book that players read agrees with the game: every rule and principle that the code cites, with its figures."""

from __future__ import annotations

import re
from pathlib import Path

import service.games.skirmish
from service.engine.figures import filled
from service.engine.rulebook import RULE_ID
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.rulebook import example
from service.games.skirmish.rulebook.book import EXAMPLE
from service.games.skirmish.rulebook.printed import files
from service.games.skirmish.rulebook.wording import CLOSE_COMBAT, FIRE, OPTIONS, TO_HIT, WINDOWS
from tests.games.cited import carried_by_tests, cited_in
from tests.shipped import MOULIN_BASSET as GIVEN
from tests.shipped import SKIRMISH_TABLES as TABLES

GAME = Path(service.games.skirmish.__file__).parent


def test_every_rule_and_principle_that_the_code_cites_can_be_read():
    """A refusal that names one, SKR-MOV-06 or P7, leads to it."""
    texts = [file.read_text("utf-8") for kind in ("py", "yaml") for file in GAME.rglob(f"*.{kind}")]
    cited = {rule for text in texts for rule in cited_in(text, "SKR")}
    principles = {rule for text in texts for rule in re.findall(r"\bP\d{1,2}\b", text)}
    assert len(cited) > 60
    assert len(principles) > 20
    assert cited | principles <= SKIRMISH.rulebook().rules


def test_every_rule_that_a_test_shows_can_be_read():
    assert carried_by_tests("SKR") <= SKIRMISH.rulebook().rules


def test_the_principles_are_all_there():
    assert {rule for rule in SKIRMISH.rulebook().rules if rule.startswith("P")} == {
        f"P{number}" for number in range(1, 29)
    }


def test_what_the_book_points_to_is_there():
    """Rules and charts; and no two things under one name."""
    book = SKIRMISH.rulebook()
    texts = [case.text for case in book.cases()] + [section.text for section in book.sections]
    assert book.example is not None
    steps = book.example.steps
    texts += [text for step in steps for text in (step.text, step.comment, *(part.why for part in step.parts))]
    charts = {chart.name for chart in book.charts}
    for text in texts:
        assert set(RULE_ID.findall(text)) <= book.rules
        assert "{" not in text
        for target in re.findall(r"\]\((.*?)\)", text):
            page, _, name = target.partition("#")
            assert page == "charts", target
            assert not name or name in charts, target
    assert {rule for step in steps for rule in step.rules} <= book.rules
    assert {rule for chart in book.charts for rule in chart.rules} <= book.rules
    names = [case.id for case in book.cases()] + [section.name for section in book.sections]
    assert len(names) == len(set(names))
    assert len(charts) == len(book.charts)


def test_figures_in_the_rules_are_those_of_the_data():
    """Whoever puts their own figures in reads them in the rules too."""
    text = (GAME / "rulebook" / "05-reinforcements.md").read_text("utf-8")
    theirs = {**files(GIVEN), "support": {"reinforcements": {"closed_within": 71}}}
    assert "within 71 hexes" in filled(text, theirs, "reinforcements")
    assert "71" not in filled(text, files(GIVEN), "reinforcements")


def test_the_charts_show_every_table_of_the_data():
    """Entry by entry where a file may grow, cell by cell where it counts, and each file's word on its figures."""
    charts = {chart.name: chart for chart in SKIRMISH.rulebook().charts}
    tables = TABLES
    assert set(OPTIONS) == set(tables.options)
    assert set(FIRE) == set(tables.fire.modifiers)
    assert set(TO_HIT) == set(tables.fire.to_hit_modifiers)
    assert set(WINDOWS) == set(files(GIVEN)["windows"]) - {"provenance"}
    single = {name for name, value in files(GIVEN)["close_combat"].items() if isinstance(value, int)}
    assert set(CLOSE_COMBAT) == {name for name in single if not name.endswith("suppressions")}
    [ground, besides] = charts["terrain"].tables
    assert [row[1] for row in ground.rows] == [terrain.letter for terrain in tables.ground.terrain.values()]
    assert besides.rows[0][3:] == ("½", "½")
    on_foot = {"gun", "vehicle"}.symmetric_difference(tables.bases.classes)
    assert len(charts["bases"].tables[0].rows) == len(on_foot)
    assert [row[1] for row in charts["fire"].tables[1].rows][2:4] == ["−1", "−2"]
    told = {chart.provenance for chart in charts.values()}
    assert {str(file["provenance"]).strip() for file in files(GIVEN).values()} <= told
    assert all(chart.provenance for chart in charts.values())


def test_what_fire_is_likely_to_do_is_reckoned_from_all_throws():
    """Firepower 4 without modifiers: 48 suppressions in 36 throws, 26 of which have an effect; 12 at +4: 109 and 35."""
    [chart] = [chart for chart in SKIRMISH.rulebook().charts if chart.name == "expected"]
    [table] = chart.tables
    cells = {(row[0], column): cell for row in table.rows for column, cell in zip(table.head, row, strict=True)}
    assert cells["4", "0"] == "1.3 (26)"
    assert cells["12", "+4"] == "3.0 (35)"


def test_the_chances_of_a_quality_roll():
    [chart] = [chart for chart in SKIRMISH.rulebook().charts if chart.name == "morale"]
    column = chart.tables[0].head.index("0")
    assert [row[column] for row in chart.tables[0].rows] == ["10", "15", "21", "26", "30", "33"]


def test_the_charts_tell_no_more_of_the_scenario_than_is_public():
    """Neither who is there, nor where anybody stands, digs in or comes on."""
    cells = {
        cell for chart in SKIRMISH.rulebook().charts if chart.name in ("scenario", "victory")
        for table in chart.tables for row in table.rows for cell in row
    }  # fmt: skip
    given = GIVEN
    public = {*given.names, *given.objectives, *(side.headquarters for side in given.sides.values())}
    secret = {hex for group in given.reinforcements for zone in group.zones.values() for hex in zone}
    secret |= {dummy.hex for dummy in given.dummies} | set(given.entrenchments)
    secret |= {str(unit.hex) for unit in given.units} | {unit.name for unit in given.everybody.values()}
    assert not (secret - public) & cells


def test_the_example_is_what_comes_of_its_script():
    """Played anew it is the same to the letter; else: python -m service.games.skirmish.rulebook.example."""
    assert example.written() == EXAMPLE.read_text("utf-8")
