"""British reinforcements: when and where they come in, and how they are shared out (C76-PLC-01 to 09)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine.orders import Done
from service.games.campaign1776.known.reports import GroupsDue, UnitsLost
from service.games.campaign1776.sections.forces import destinations
from service.games.campaign1776.sections.groups import BringIn, ShareOut
from service.games.campaign1776.sections.landing import Debark
from service.games.campaign1776.sections.sailing import Sail
from tests.games.campaign1776.printed_data import hex_of
from tests.games.campaign1776.recruits import turn_of
from tests.games.campaign1776.table import Table, position

BOSTON, NEW_YORK, NEWPORT = map(hex_of, ("Boston", "New York", "Newport"))
EARLIER = {"A": (), "B": ("A",), "C": ("A", "B"), "D": ("A", "B", "C"), "E": ("A", "B", "C", "D"),
           "F": ("A", "B", "C", "D", "E")}  # fmt: skip
MONTHS = {"A": "1776-05", "B": "1776-06", "C": "1776-07", "D": "1776-10", "E": "1777-06", "F": "1779-07"}


def arrivals(letter: str, *things: str, month: str = "", entered: tuple[str, ...] | None = None) -> Table:
    """The British arrivals of the month in which a group comes, those before it being in."""
    turn = turn_of(month or MONTHS[letter])
    table = position("1 CA at GGG44", *things, heading="American arrivals", turn=turn - 1, scenario="northern-war")
    before = EARLIER[letter] if entered is None else entered
    table.truth.campaign = replace(table.truth.campaign, entered=before)
    for _ in range(30):
        if table.truth.turn == turn:
            break
        table.done(table.waiting[0])
    return table


def bring(entry: str) -> BringIn:
    return BringIn(entry=entry)  # type: ignore[arg-type]


def entries(table: Table) -> set[str]:
    [option] = table.options("br", "bring-in")
    return set(option.fields["entry"].places)  # type: ignore[union-attr]


@pytest.mark.rule("C76-PLC-01")
def test_all_groups_of_one_month_enter_together_at_one_place():
    table = arrivals("C", "1 BR at Halifax", f"1 BR at {BOSTON}")
    table.order("br", bring("Halifax"))
    assert table.truth.strength("British", "Halifax") == 19  # type: ignore[arg-type]
    both = arrivals("C", f"1 BR at {BOSTON}", "1 BR at Halifax", entered=("A",))
    assert both.picture("br").tasks.groups == ("B", "C") and entries(both) == {"Halifax"}
    apart = arrivals("C", f"1 BR at {BOSTON}", entered=("A",))
    assert apart.picture("br").tasks.groups == ("C",)


def test_a_later_group_that_shares_no_entry_waits_a_month():
    table = arrivals("D", f"1 BR at {BOSTON}", f"1 BR at {hex_of('Quebec')}", entered=("A", "C"))
    assert table.picture("br").tasks.groups == ("B",)


@pytest.mark.rule("C76-PLC-02")
def test_a_group_comes_in_its_month_or_else_in_the_first_with_a_port():
    due = arrivals("E", f"1 BR at {BOSTON}")
    assert due.refused("br", Done()).rule == "C76-PLC-02"
    due.order("br", bring(BOSTON), Done())
    later = arrivals("E", month="1777-07")
    assert not later.picture("br").tasks.groups and not later.told("am", GroupsDue)
    in_time = arrivals("E", f"1 BR at {BOSTON}", month="1777-08")
    assert in_time.picture("br").tasks.groups == ("E",)


@pytest.mark.rule("C76-PLC-03")
def test_group_a_enters_in_the_lane_off_new_york_or_south_of_it():
    found = entries(arrivals("A"))
    assert {"TT40", "SS40", "LL38"} <= found and "UU40" not in found
    refusal = arrivals("A").refused("br", bring("UU40"))
    assert refusal.rule == "C76-PLC-01" and "enter at UU40; they may at TT40, the first of " in str(refusal)


@pytest.mark.rule("C76-PLC-04")
def test_the_troops_of_a_group_are_shared_out_among_its_fleets_as_far_as_they_hold():
    table = arrivals("A").order("br", bring("TT40"))
    table.order("br", ShareOut(unit="BA1", number=1, ship="TR2"), ShareOut(unit="BS1", number=2, ship="TR2"))
    assert {pool.aboard for pool in table.truth.of("British").values() if pool.kind != "BR"} == {"TR2"}
    assert table.pool("BR1").aboard == "TR1" and table.pool("BR1").number == 7
    full = arrivals("C").order("br", bring("east box"))
    assert full.truth.pools["BR2"].aboard == "TR2"
    assert full.refused("br", ShareOut(unit="BR2", number=1, ship="TR1")).rule == "C76-NTR-19"


@pytest.mark.rule("C76-PLC-05", "C76-PLC-06")
def test_who_has_come_in_sails_and_lands_at_once_with_all_its_points():
    table = arrivals("A").order("br", bring("TT40"), Done())
    table.done_until("br", "regular-movement")
    assert table.truth.ships["TR1"].spent == 0
    [voyage] = [one for one in destinations(table.picture("br"), ["TR1"]) if one.place == "VV37/WW38"]
    table.order("br", Sail(ships=("TR1",), path=voyage.path))
    table.order("br", Debark(units=("BR1",), ship="TR1", hex=NEW_YORK, by_port=True))  # type: ignore[arg-type]
    assert table.pool("BR1").at == NEW_YORK


@pytest.mark.rule("C76-PLC-07")
def test_halifax_takes_reinforcements_only_with_a_regular_ashore():
    afloat = arrivals("C", "TR br in Halifax", "2 BR aboard TR1")
    assert "Halifax" not in entries(afloat) and afloat.refused("br", bring("Halifax")).rule == "C76-PLC-01"
    ashore = arrivals("C", "TR br in Halifax", "1 BR at Halifax")
    ashore.order("br", bring("Halifax"))


def test_bateaus_of_a_group_lie_beside_its_port():
    table = arrivals("B", f"1 BR at {hex_of('Quebec')}").order("br", bring(hex_of("Quebec")))
    assert {ship.at for ship in table.truth.ships.values() if ship.kind == "bateau"} == {"XXX42/XXX43"}


@pytest.mark.rule("C76-MSC-09")
def test_what_there_are_no_counters_for_does_not_come():
    table = arrivals("F", f"1 BR at {BOSTON}", f"8 BA at {BOSTON}").order("br", bring(BOSTON))
    [lost] = table.told("br", UnitsLost)
    assert lost.units == {"BA": 1} and lost.why == "counters" and not table.told("am", UnitsLost)


def test_both_sides_hear_that_a_group_has_come_but_the_enemy_not_where():
    table = arrivals("E", f"1 BR at {BOSTON}").order("br", bring(BOSTON), Done())
    assert [one.groups for one in table.told("br", GroupsDue)] == [("E",)]
    assert table.told("am", GroupsDue) == []
    table.done_until("am", "regular-movement")
    assert [one.groups for one in table.told("am", GroupsDue)] == [("E",)]
