"""Which rules texts cite and tests carry is read rightly."""

from __future__ import annotations

from tests.games.cited import cited_in, rules_marked

MODULE = '''
import pytest

SUITE = """
@pytest.mark.rule("TOY-MOV-01")
def test_within_a_string(): pass
"""

# @pytest.mark.rule("TOY-MOV-02")
@pytest.mark.rule("TOY-MOV-03", "TOY-MOV-04")
@pytest.mark.parametrize("hex", ["a", pytest.param("b", marks=pytest.mark.rule("TOY-MOV-05"))])
def test_by_both_ways(hex): pass
'''


def test_a_mark_counts_as_code_and_not_within_a_string_or_comment():
    assert set(rules_marked(MODULE)) == {"TOY-MOV-03", "TOY-MOV-04", "TOY-MOV-05"}


def test_ranges_of_rules_are_cited_one_by_one():
    assert list(cited_in("TOY-MOV-03 to 05 and 08, TOY-ZOC-01", "TOY")) == [
        "TOY-MOV-03", "TOY-MOV-04", "TOY-MOV-05", "TOY-MOV-08", "TOY-ZOC-01",
    ]  # fmt: skip
