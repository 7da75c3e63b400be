"""Units that come in, and how the first evening ends."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.engine.sentences import plain_text
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.reports import GameEnded
from service.games.campaign1776.sections.arrivals import PlaceArrival
from service.games.campaign1776.sections.marching import MarchTo
from tests.games.campaign1776.table import Table, position

SEPTEMBER, OCTOBER, NOVEMBER = 2, 3, 4


def test_units_that_may_come_in_at_several_hexes_are_placed_by_their_owner():
    table = position("1 BR at OO32", heading="American arrivals", turn=SEPTEMBER)
    assert table.waiting == ["American"] and set(table.picture("am").due) == {"RM1"}
    assert table.refused("am", Done()).reason.endswith("have to be placed.")
    refusal = table.refused("am", PlaceArrival(unit="RM1", hex="SS35"))  # type: ignore[arg-type]
    assert refusal.rule == "C76-PLC-05"
    assert str(refusal).endswith("be placed in SS35: there are 7 places for them in Middle States.")
    [option] = table.options("am", "place-arrival")
    assert set(option.fields["hex"].places) <= {"QQ31", *table.truth.rules.board.neighbours("QQ31")}  # type: ignore[union-attr, arg-type]
    table.order("am", PlaceArrival(unit="RM1", hex="QQ31"), Done())  # type: ignore[arg-type]
    assert table.pool("RM1").at == "QQ31" and table.heading == "start-of-phase"


def test_who_has_come_in_may_march_at_once():
    table = position("1 BR at OO32", heading="American arrivals", turn=OCTOBER)
    assert (table.pool("CA1").at, table.pool("AS1").at) == ("SS35", "SS35")
    table.done("am").done("am").order("am", MarchTo(units=("CA1", "AS1"), path=("TT35",)))  # type: ignore[arg-type]
    assert table.pool("CA1").at == "TT35"


@pytest.mark.parametrize(("things", "hex"), [
    (("1 BR at PP32",), "PP32"), (("1 BR at QQ33",), "QQ33"), (("1 BR at OO31",), "OO32"), (("1 TM at PP32",), "OO32"),
    (("1 BR inside QQ33", "fort QQ33 br", "2 CA at QQ33"), "QQ33"),
])  # fmt: skip
def test_supply_comes_to_a_port_that_is_controlled_or_else_to_the_head_of_elk(things: tuple[str, ...], hex: str):
    table = position(*things, heading="British arrivals", turn=OCTOBER)
    assert table.pool("BS1").at == hex


# ---- the end


def ended(*things: str) -> tuple[Table, GameEnded]:
    table = position(*things, heading="American movement", turn=NOVEMBER)
    while not table.truth.ended:
        table.done(table.waiting[0])
    [report] = table.told("br", GameEnded)
    return table, report


@pytest.mark.parametrize(("things", "score", "winner"), [
    (("1 BR at QQ33",), 3, "British"), (("1 BR at PP32",), 1, ""), (("1 BR at OO32",), 0, "American"),
    (("1 BR at PP32", "1 BR at SS35"), 2, "British"), (("2 BR at QQ33", "1 RM at QQ33"), 0, "American"),
    (("2 BR at QQ33", "1 RM inside QQ33", "fort QQ33 am"), 3, "British"),
])  # fmt: skip
def test_the_first_evening_is_won_by_the_towns_that_are_held(things: tuple[str, ...], score: int, winner: str):
    table, report = ended(*things, "1 CA at RR33")
    assert (report.score, report.winner) == (score, winner)
    assert table.truth.ended and table.picture("am").verdict == (winner or "draw")
    assert table.told("am", GameEnded) == [report]


def test_at_the_end_both_read_how_many_british_regulars_were_lost_and_the_lines_come_to_the_score():
    """Those of a forced march, too, of which the Americans had not been told."""
    table = position("1 BR at QQ33", "1 CA at RR33", heading="American movement", turn=NOVEMBER)
    table.truth.lost["BR"] = 5
    while not table.truth.ended:
        table.done(table.waiting[0])
    for side in ("br", "am"):
        picture, kept = table.picture(side), None
        for told in table.logs[picture.side]:
            kept = CAMPAIGN1776.score.after(kept, told, picture.side)  # type: ignore[union-attr]
        aim = CAMPAIGN1776.words.aim(CAMPAIGN1776.known(picture, kept))
        assert aim is not None and aim.total == "2" and aim.bill is not None and aim.bill.total == 2
        assert "5 British regulars lost" in [plain_text(line.name) for line in aim.bill.lines]


def test_the_aim_says_with_how_many_points_or_towns_nobody_wins():
    aims = {name: plain_text(one.briefings["British"].aim) for name, one in CAMPAIGN1776.info.scenarios.items()}
    assert "or more at the end. With 1 point it is a draw. The British side" in aims["brandywine-1777"]
    assert "controlled at the end. With 4 strategic towns it is a draw." in aims["northern-war-1777"]
    assert "it is a draw" not in aims["northern-war"], "there somebody always wins"
