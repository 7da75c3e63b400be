"""A contact keeps who was seen in a hex when nobody looks there any more; in combat they count where they stand now."""

from __future__ import annotations

import pytest

from service.engine.attendance import Attend
from service.engine.hexes import Hex
from service.engine.orders import Done
from service.games.korsun.known.picture import Contact, Seen
from service.games.korsun.known.reports import CombatFought, SupportDeclared
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.decisions import AimAt
from service.games.korsun.sections.support import FireArtillery
from tests.games.korsun.table import Table
from tests.games.korsun.test_combat import FIVE, WORKED, combat
from tests.games.korsun.test_decisions import asked

BEFORE = "1903"
"""Far from every unit of these scenes."""


def seen_before(table: Table, side: str, unit: str) -> Table:
    """A side had identified a unit in a hex that none of its own is near now."""
    one = Seen(id=unit, lost=0, order="")
    gone = Contact(handle="E99", hex=Hex(BEFORE), level=2, large=False, units=(one,), in_sight=False, turn=8)
    table.picture(side).contacts["E99"] = gone
    return table


@pytest.mark.parametrize("unit", ["", *FIVE])
def test_lines_reckon_the_odds_of_attackers_where_they_stand_whoever_was_seen_elsewhere_before(unit: str):
    """At 4:1 before shifts a mission flies, and the pieces fire as those of the attacker do."""
    table = combat(*WORKED, german={"missions": {"German": 2}}, by_purpose={"KOR-CBT-32": [1]})
    if unit:
        seen_before(table, "ge", unit)
    table.order("ge", Attend(attendance="standing"))
    table.order("so", DeclareAttack(hex="0711", units=FIVE, planned=True, artillery=("ART480",)), Done())
    said = {one.item: one.attack for one in table.told("so", SupportDeclared) if one.by == "German"}
    assert table.told("ge", CombatFought)
    assert said["air"].air == 1 and said["fire"].points["German"] == 4


@pytest.mark.parametrize("before", [False, True])
def test_pieces_in_range_of_an_attacker_alone_may_fire_though_that_unit_was_seen_elsewhere_before(before: bool):
    """ART188 is six hexes from 0711, and five from 42 in 0610."""
    table = combat("42 at 0610", "DG332 at 0711", "ART188 at 0605", "marker XXXXII at 0907 sp 4")
    if before:
        seen_before(table, "ge", "42")
    table.order("so", DeclareAttack(hex="0711", units=("42",)), Done()).done_until("defender-artillery")
    assert [option.subjects for option in table.options("ge", "fire-artillery")] == [("ART188",)]
    table.order("ge", FireArtillery(units=("ART188",)))
    assert table.truth.attacks[0].points["German"] == 4


@pytest.mark.parametrize(("side", "unit"), [("so", "STUG905"), ("so", "11PZ"), ("ge", "20GTB"), ("ge", "22GTB")])
def test_armor_in_a_combat_can_be_aimed_at_though_it_was_seen_elsewhere_before(side: str, unit: str):
    units = ("20GTB", "22GTB")
    table = asked("20GTB at 0611", "22GTB at 0610", "11PZ at 0711", "STUG905 at 0711", die=1, units=units)
    seen_before(table, side, unit).done_until("the-attacker-s-engineers" if side == "so" else "no-retreat")
    table.order(side, AimAt(target=unit))
