"""What is said of levels and T/O is said with the figures of the set that is played by, not with the shipped ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.engine.attendance import Attend
from service.engine.game import AnyGame
from service.engine.options import Range
from service.engine.seats import STANDING
from service.engine.sentences import plain_text
from service.games.ndc.game import HERE, NDC
from service.games.ndc.known.lines import AddAttackLine
from service.games.ndc.sections.foretelling import rule_of_level
from service.games.ndc.staff.levels import told_of_mover
from tests.games.ndc.fighting import attack, battle, result
from tests.other_data import HIGHLANDS


def key(game: AnyGame) -> dict[str, str]:
    return {fact.label: plain_text(fact.value) for fact in game.words.key()}


def case(game: AnyGame, rule: str) -> str:
    [found] = [case for section in game.book.rulebook().sections for case in section.cases if case.id == rule]
    return f"{found.title}\n{found.text}"


def test_the_key_of_a_page_names_the_levels_and_the_strength_of_the_set():
    assert key(NDC)["Bars"].endswith("4 is a full battalion")
    assert key(NDC)["Enemy knows"].endswith(
        "from 1 new hexes as it enters them and its losses in combat; from 2 every hex that it enters and where it "
        "stands; from 3 its type; from 4 its name, its mode, its T/O level and that it is one unit, though spread"
    )
    assert key(HIGHLANDS)["Bars"].endswith("3 is a full battalion")
    assert key(HIGHLANDS)["Enemy knows"].endswith(
        "from 1 new hexes as it enters them; from 2 every hex that it enters and its losses in combat; from 3 where it "
        "stands, its type, its name, its mode and that it is one unit, though spread; from 4 its T/O level"
    )


def test_the_book_tells_the_levels_of_the_set_though_a_type_is_never_told_of_a_unit_whose_hex_is_not():
    assert case(NDC, "NDC-REP-08").startswith("Level 3: its type")
    assert case(HIGHLANDS, "NDC-REP-06").startswith("Level 3: its place")
    assert case(HIGHLANDS, "NDC-REP-08").startswith("Level 3: its type")
    assert case(HIGHLANDS, "NDC-REP-12").startswith("Level 4: its strength")
    assert "below 2, neither its retreat" in case(HIGHLANDS, "NDC-RES-14")
    [reports] = [section for section in HIGHLANDS.book.rulebook().sections if section.name == "reports"]
    assert "| 1 | new hexes as it enters them |\n| 2 | also every hex that it enters and its losses" in reports.text
    [chart] = [chart for chart in HIGHLANDS.book.rulebook().charts if chart.name == "reports"]
    assert chart.tables[0].rows[4] == ("4", "its T/O level")


TYPED = re.compile(r"\b[Ll]evels? \d|\bT/O (?:level )?\d|\bF\d\b|\b\d is a full")
STANDS = {"At level 0 you search nothing", "F0, rested"}


@pytest.mark.parametrize("text", sorted((HERE / "rulebook").glob("[01]*.md")), ids=lambda text: text.stem)
def test_no_text_has_a_level_of_its_own(text: Path):
    if text.stem.endswith("what-changed"):
        return
    written = text.read_text("utf-8")
    for words in STANDS:
        written = written.replace(words, "")
    assert TYPED.findall(written) == []


def test_what_sending_tells_goes_by_the_levels_of_the_set():
    least = HIGHLANDS.words.tables.reports
    assert told_of_mover(least, 0) == ()
    assert told_of_mover(least, 2) == ("every hex that it enters",)
    assert told_of_mover(least, 3)[1:] == ("where it stands", "its type", "its name", "its mode")
    assert [rule_of_level(least, level)[-2:] for level in range(5)] == ["03", "04", "04", "10", "10"]


def test_a_line_that_names_no_strength_is_for_a_unit_of_any():
    """A battalion that has taken in another's men stands above its full strength."""
    table = battle(defender="to 6")
    table.order("us", AddAttackLine(fire=2), Attend(attendance=STANDING))
    assert result(attack(table), "su").fire == 2
    asked = next(option for option in AddAttackLine.offers(table.picture("us")))
    assert asked.fields["to_most"] == Range(least=0, most=6)
