"""Result cards where a game says nothing of its own, and totals that are ranges."""

from __future__ import annotations

from typing import Any, cast

import pytest

from service.engine.bills import Bill
from service.engine.cards import Sum
from service.engine.figures import signed
from service.engine.reports import AttendanceTold, HeadingOpened, LogEntry, Occasion, RulesTold
from service.engine.sentences import plain_text, say
from service.engine.state import Known
from service.engine.words import PlainWords

FAIR = Occasion(kind="horse-fair", turn=2, phasing="north", item="3")


def test_all_that_was_told_on_one_occasion_is_a_card():
    """Of it what is news; what was told on no occasion stands on no card."""
    told = [
        LogEntry(7, None, AttendanceTold(seat="south", attendance="standing"), FAIR),
        LogEntry(8, None, AttendanceTold(seat="south", attendance="present"), None),
        LogEntry(9, 1, HeadingOpened(address="fair", titles=("Fair",), turn=2), FAIR),
        LogEntry(10, 1, RulesTold(version="2", was="1"), FAIR),
    ]
    [card] = PlainWords().cards(cast(Known[Any, Any], None), told)
    assert (card.kind, plain_text(card.title), card.entries, card.number) == ("horse-fair", "Horse fair 3", (7, 10), 10)
    assert plain_text(card.text).startswith("south: on standing orders from now on. From here on version 2")
    assert (card.sums, card.losses, card.weight) == ((), (), "usual")


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [(3, 3, "+3"), (-1, 4, "−1 to +4"), (2, None, "+2 or more"), (None, 0, f"{signed(0)} or less"), (None, None, "")],
)
def test_a_total_of_which_not_all_was_told_is_a_range(least: int | None, most: int | None, said: str):
    assert Sum(title=say("Total"), bill=Bill.of([("cover", 3)]), least=least, most=most).total == said
    assert Sum.of(say("Total"), Bill.of([("cover", 3), ("smoke", -1)])).total == "+2"
