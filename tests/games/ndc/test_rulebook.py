"""The book that players read agrees with the game: every rule that the code cites, with the figures of the data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import service.games.ndc
from service.engine.figures import filled
from service.engine.rulebook import RULE_ID
from service.engine.tables import DataFault
from service.games.ndc.game import NDC
from service.games.ndc.rulebook import example
from service.games.ndc.rulebook.book import EXAMPLE
from service.games.ndc.staff.key import STATES
from service.games.ndc.staff.terms import LABELS, MODE_NAMES, TITLES
from tests.games.cited import carried_by_tests, cited_in
from tests.shipped import KALTENBACH, NDC_TABLES

GAME = Path(service.games.ndc.__file__).parent


def test_every_rule_that_the_code_cites_can_be_read():
    files = [file for kind in ("py", "yaml") for file in GAME.rglob(f"*.{kind}")]
    cited = {rule for file in files for rule in cited_in(file.read_text("utf-8"), "NDC")}
    assert len(cited) > 100
    assert cited <= NDC.rulebook().rules


def test_every_rule_that_can_be_read_is_shown_by_a_test_and_the_other_way_round():
    assert carried_by_tests("NDC") == NDC.rulebook().rules


def test_what_the_book_points_to_is_there():
    """Rules, charts and pictures; and no two things under one name."""
    book = NDC.rulebook()
    texts = [case.text for case in book.cases()] + [section.text for section in book.sections]
    assert book.example is not None
    steps = book.example.steps
    texts += [text for step in steps for text in (step.text, step.comment, *(part.why for part in step.parts))]
    charts = {chart.name for chart in book.charts}
    for text in texts:
        assert set(RULE_ID.findall(text)) <= book.rules
        for target in re.findall(r"\]\((.*?)\)", text):
            page, _, name = target.partition("#")
            assert page in ("charts", "pictures/zones.svg"), target
            assert not name or name in charts, target
    assert {rule for step in steps for rule in step.rules} <= book.rules
    assert {rule for chart in book.charts for rule in chart.rules} <= book.rules
    assert set(book.pictures) == {"zones.svg"}
    names = [case.id for case in book.cases()] + [section.name for section in book.sections]
    assert len(names) == len(set(names))
    assert len(charts) == len(book.charts)


def test_figures_in_the_rules_are_those_of_the_data():
    """Whoever puts their own figures in reads them in the rules too."""
    text = (GAME / "rulebook" / "08-movement.md").read_text("utf-8")
    printed = {**NDC_TABLES.printed}
    before = filled(text, printed, "movement")
    printed["movement"] = {**printed["movement"], "leaving_zone_of_control": 71}
    changed = filled(text, printed, "movement")
    assert "71 more" in changed
    assert "71" not in before
    with pytest.raises(DataFault, match="no data file has such an entry"):
        filled("{movement.no_such_entry}", printed, "movement")
    with pytest.raises(DataFault, match="cannot be said so"):
        filled("{movement.forced_march}", printed, "movement")
    assert not any("{" in case.text for case in NDC.rulebook().cases())


def test_the_words_of_forms_counters_and_cards_are_explained():
    """States that are marked, kinds of fire and of attack, and how a card says that a combat ended."""
    [words] = [case.text.lower() for case in NDC.rulebook().cases() if case.title == "Words"]
    states = {"Engaged", "Low on ammunition", "Suppressed", "Out of command"}
    assert states <= STATES.keys()
    used = {
        *states, *MODE_NAMES.values(), LABELS["barrage"], LABELS["fire"], TITLES["counter-battery"], "interdiction",
        "standing fast", "probe", "assault", "aborted", "overrun", "cancelled", "breakthrough", "contact", "fatigue",
        "zone of control", "support shift", "differential", "roll", "unprepared", "objective", "score", "CSP",
        "T/O level",
    }  # fmt: skip
    assert [word for word in sorted(used) if word.lower() not in words] == []


def test_the_charts_show_every_table_of_the_data():
    """Cell by cell where it counts, and each file's word on where its figures come from."""
    charts = {chart.name: chart for chart in NDC.rulebook().charts}
    results = NDC_TABLES.printed["crt_11_93"]
    assert [row[1:] for row in charts["crt-11-93"].tables[0].rows] == [
        tuple(row) for row in results["table"]["rows"].values()
    ]
    lines = {row[0]: row[2] for table in charts["modifiers"].tables for row in table.rows}
    assert list(lines) == list(NDC_TABLES.modifiers)
    assert lines["NDC-DFM-06"] == "+4"
    assert lines["NDC-ATM-08"].replace("\N{NO-BREAK SPACE}", " ") == "F0 0, F1 −2, F2 −5, F3 −8"
    assert [row[-1] for row in charts["terrain"].tables[0].rows][:6] == ["0", "−2", "−2", "−4", "−3", "−4"]
    told = {chart.provenance for chart in charts.values()}
    assert {str(file["provenance"]).strip() for file in NDC_TABLES.printed.values()} <= told
    assert all(chart.provenance for chart in charts.values())


def test_the_order_of_battle_tells_no_more_than_is_public():
    """Who there is and when they come: neither where, nor under which id, nor how strong."""
    [chart] = [chart for chart in NDC.rulebook().charts if chart.name == "order-of-battle"]
    cells = [cell for table in chart.tables for row in table.rows for cell in row]
    for unit in KALTENBACH.units:
        assert unit.designation in cells
        assert unit.id not in cells
        assert not set(unit.hexes) & set(cells)


def test_the_example_is_what_comes_of_its_script():
    """Played anew it is the same to the letter; else: python -m service.games.ndc.rulebook.example."""
    assert example.written() == EXAMPLE.read_text("utf-8")
