"""Bills: what is added up, what of it is known, and how it is told."""

from __future__ import annotations

import pytest

from service.engine.bills import Bill, Term, itemised
from service.engine.sentences import plain_text, rule, say
from tests.bills import lines, pending

GROUND = Bill.of([("hill", 2), ("road", 0), ("river", -3)], "TER-01")
DIE = Bill((Term(name=say("support"), value=None, rule="SUP-01", why="by a die"),))


def test_the_total_is_that_of_the_lines_that_are_known():
    assert GROUND.total == (GROUND + DIE).total == -1
    assert (Bill().total, Bill().lines) == (0, ())
    assert (GROUND + DIE).pending == DIE.lines and GROUND.pending == ()


def test_a_line_that_comes_to_nothing_does_not_count_and_one_that_is_pending_does():
    assert lines((GROUND + DIE).that_counts) == {"hill": 2, "river": -3, "support": None}
    assert lines(GROUND) == {"hill": 2, "road": 0, "river": -3}
    assert pending(DIE) == {"SUP-01"}


def test_a_bill_is_told_line_by_line_each_with_its_rule():
    told = itemised(GROUND + DIE + Bill.of([("smoke", 1)]))
    assert plain_text(told) == "hill +2, river −3, support (by a die), smoke +1"
    assert told[:2] == say(rule("TER-01", "hill"), " +2, ")
    assert itemised(Bill.of([("", 4)], "TER-02")) == say(rule("TER-02"), " +4"), "where the rule alone is told"
    assert itemised(Bill()) == ()


@pytest.mark.parametrize("faulty", [GROUND + GROUND, Bill((Term(name=say("wind"), value=1, why="by a die"),))])
def test_the_tests_own_reading_of_a_bill_fails_on_one_that_is_none(faulty: Bill):
    with pytest.raises(AssertionError):
        lines(faulty)
