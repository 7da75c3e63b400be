"""What answers for a silent side that owes something in the West Indies: the first shortest way is gone (24)."""

from __future__ import annotations

import pytest

from service.engine import umpire
from service.engine.attendance import Attend
from service.engine.orders import Done
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.reports import IndiesCounted
from service.games.campaign1776.sections.fetching import usual_way
from tests.games.campaign1776.table import SEATS, Table
from tests.games.campaign1776.test_france import BOX, allied
from tests.games.campaign1776.test_indies import BOSTON, BOSTON_PORT, EAST, NEWPORT, SOUTH, british, french

NEAR_BOSTON = "HHH44"


def month_by_month(table: Table, side: str, months: int) -> list[int | None]:
    """The count as each movement of a side ends whose clock runs out, and which the other side lets be."""
    seat = SEATS[side]
    for _ in range(months):
        told = len(table.told(side, IndiesCounted))
        while not any(one.when == "end" for one in table.told(side, IndiesCounted)[told:]):
            if seat in table.waiting:
                table.took(umpire.time_out(CAMPAIGN1776, table.truth, seat, table.dice, tell=True, strict=True))
            else:
                table.done(table.waiting[0])
        table.done_until(side, "regular-movement")
    return [one.months for one in table.told(side, IndiesCounted) if one.when == "end"]


@pytest.mark.parametrize(("things", "first", "months"), [
    ((f"TR br in {BOSTON_PORT}", f"5 BR at {BOSTON}"), ["detach", "embark", "sail", "sail"], 2),
    ((f"TR br in {BOSTON_PORT}", f"3 BR at {NEAR_BOSTON}"), ["sail", "detach", "march"], 3),
    pytest.param(("TR br in Halifax", f"5 BR at {BOSTON}"), ["sail"], 3, marks=pytest.mark.soak),
    pytest.param((f"TR br in {BOSTON_PORT}", "2 BR aboard TR1"), ["sail", "sail"], 2, marks=pytest.mark.soak),
])  # fmt: skip
def test_whom_it_owes_a_silent_side_fetches_takes_aboard_and_brings_there(
    things: tuple[str, ...], first: list[str], months: int
):
    """Two points are owed, and no more are taken; each month brings them a month nearer, until they are there."""
    table = british(*french(1, 2), f"BF br in {SOUTH}", *things)
    assert [order.kind for order in usual_way(table.picture("br"))] == first
    assert month_by_month(table, "br", months) == list(reversed(range(months)))
    there = [pool for pool in table.truth.of("British").values() if pool.at == BOX]
    assert sum(pool.number for pool in there) == 2


@pytest.mark.soak
def test_a_larger_force_is_fetched_from_two_places_with_all_fleets_that_it_takes():
    table = british(*french(2, 9), f"BF br in {SOUTH}", f"BF br in {BOSTON_PORT}", f"TR br in {BOSTON_PORT}",
                    f"3 BR at {NEAR_BOSTON}", f"9 BR at {NEWPORT}", f"3 BA at {NEAR_BOSTON}")  # fmt: skip
    assert month_by_month(table, "br", 3) == [2, 1, 0]
    there = [pool for pool in table.truth.of("British").values() if pool.at == BOX]
    assert {pool.kind for pool in there} == {"BR"} and sum(pool.number for pool in there) == 9


def test_fleets_that_suffice_are_sent_and_the_others_stay():
    table = british(
        *french(1, 2), f"BF br in {EAST}", f"TR br in {SOUTH}", "2 BR aboard TR1", f"BF br in {BOSTON_PORT}"
    )
    table.order("br", *usual_way(table.picture("br")), Done())
    assert {id: ship.at for id, ship in table.truth.ships.items() if ship.seat == "British"} == {
        "BF2": SOUTH, "TR1": BOX, "BF3": BOSTON_PORT,
    }  # fmt: skip


def test_who_owes_nothing_or_can_never_meet_it_moves_nothing():
    matched = british(*french(1, 2), f"BF br in {BOX}", f"2 BR at {BOX}")
    hopeless = british(*french(2, 2), f"BF br in {BOSTON_PORT}", f"2 BR at {BOSTON}")
    assert [usual_way(table.picture("br")) for table in (matched, hopeless)] == [[], []]


def test_a_silent_withdrawal_brings_the_french_there_and_ashore():
    table = allied(f"BF am in {EAST}", "2 FR aboard BF1", entry=True, withdrawing=True)
    table.done_until("am", "regular-movement")
    for _ in range(12):
        if not table.truth.campaign.withdrawing:
            break
        if "American" in table.waiting:
            table.took(umpire.time_out(CAMPAIGN1776, table.truth, "American", table.dice, tell=True, strict=True))
        else:
            table.done(table.waiting[0])
    assert not table.truth.campaign.withdrawing
    assert table.pool("FR1").at == BOX and not table.pool("FR1").aboard


@pytest.mark.soak
def test_a_side_on_standing_orders_brings_it_there_without_a_question():
    table = british(*french(1, 2), f"BF br in {SOUTH}", f"TR br in {BOSTON_PORT}", f"5 BR at {BOSTON}")
    table.order("br", Attend(attendance="standing"))
    table.order("br", *usual_way(table.picture("br")), Done())
    for _ in range(30):
        if table.truth.turn == 22:
            break
        assert table.waiting == ["American"]
        table.done("am")
    assert sum(pool.number for pool in table.truth.of("British").values() if pool.at == BOX) == 2
