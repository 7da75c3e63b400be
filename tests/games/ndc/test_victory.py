"""Victory (parent 3.38 and 4): told to both when the last turn is over, and to nobody before."""

from __future__ import annotations

import pytest

from service.games.ndc.known.reports import VictoryDeclared
from service.games.ndc.sections.turns import declare_victory, score_bill
from tests.bills import lines
from tests.positions import Table, position


def last_turn(**losses: int) -> Table:
    table = position("us U-I1 at 1005 defend", "su S-I1 at 1903 attack", heading="housekeeping", phasing="us", turn=6)
    table.truth.losses.update(losses)
    return table


def test_the_match_ends_with_the_last_housekeeping_and_both_hear_the_score():
    table = last_turn(US=5, Soviet=3)
    for hex in ("1604", "1208", "0508"):
        table.truth.control[hex] = "Soviet"
    table.truth.accounts["Soviet"].chemical_uses = 2
    table.truth.accounts["US"].chemical_uses = 1
    assert table.picture("us").score is None and table.picture("su").verdict is None
    table.done("us")

    assert table.truth.ended
    [us], [su] = table.told("us", VictoryDeclared), table.told("su", VictoryDeclared)
    assert us == su
    assert us.score == (2 + 4 + 8) + 5 - 3 - 2 * 2 + 2 * 1
    assert us.verdict == "Soviet decisive"
    assert us.control["0508"] == "Soviet" and us.control["1204"] == "US"
    assert table.picture("us").ended and table.picture("su").score == us.score


@pytest.mark.parametrize(
    ("us_lost", "soviet_lost", "verdict"),
    [
        (13, 0, "Soviet decisive"), (12, 0, "Soviet marginal"), (5, 0, "Soviet marginal"), (4, 0, "draw"),
        (3, 0, "draw"), (2, 0, "US marginal"), (0, 0, "US marginal"), (0, 5, "US marginal"), (0, 6, "US decisive"),
    ],
)  # fmt: skip
def test_the_thresholds_of_the_scenario(us_lost: int, soviet_lost: int, verdict: str):
    table = last_turn(US=us_lost, Soviet=soviet_lost).done("us")
    [told] = table.told("su", VictoryDeclared)
    assert (told.score, told.verdict) == (us_lost - soviet_lost, verdict)


def test_before_the_last_turn_is_over_the_match_goes_on():
    table = position("us U-I1 at 1005 defend", heading="housekeeping", phasing="us", turn=5).done("us")
    assert not table.truth.ended
    assert table.told("us", VictoryDeclared) == []


def test_a_level_lost_by_a_headquarters_counts_double():
    from service.games.ndc.truth.state import LossTaken

    table = position("us U-1B HQ at 0904 deployed", "us U-I1 at 1005 defend", heading="housekeeping", phasing="us")
    for unit in ("U-1B", "U-I1"):
        LossTaken(unit=unit, steps=1).change(table.truth)
    assert lines(score_bill(table.truth))["T/O levels lost by US"] == 3
    events = list(declare_victory(table.truth, table.dice))
    assert [event.kind for event in events] == ["told", "told", "ended"]
