"""Movement Segments (NDC-MOV-01 to 08), and what finishing a move does to a unit's level (NDC-MAC-01 to 03)."""

from __future__ import annotations

import pytest

from service.engine.hexes import adjacent
from service.engine.orders import Done, Order
from service.games.ndc.game import NDC
from service.games.ndc.known.reach import allowance, destinations
from service.games.ndc.known.reports import (
    AttackDeclared,
    AttackTotalled,
    CombatResolved,
    FireDeclared,
    FireResolved,
    MovementSighted,
    MovementStopped,
    UnitLocated,
)
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat, Interdict
from service.games.ndc.sections.movement import Finish, Move
from service.games.ndc.sections.reveal import Reveal
from tests.games.ndc.fighting import attack, battle, resolved
from tests.games.ndc.moving import FIRE, GUNS, WEST, move, next_segment, reachable
from tests.positions import Table, position

# ---- declared as it moves, reset when it has finished, searched for at once


@pytest.mark.rule("NDC-MAC-01")
def test_what_of_a_move_is_declared_depends_on_the_level_of_the_mover():
    """Of three columns the enemy hears nothing of the first, and each hex of the two others."""
    table = position("su S-I1 at 1804 attack", "su S-I2 at 1813 attack level 1", "su S-I3 at 1808 attack level 2")
    table.order("su", move("S-I1", *WEST), move("S-I2", "1713", "1613", "1513"), move("S-I3", "1708", "1608", "1508"))
    assert table.told("us", MovementSighted) == []
    table.done("su")
    sighted = [report for report in table.letter("us") if isinstance(report, MovementSighted)]
    assert [report.path for report in sighted] == [("1708", "1608", "1508"), ("1713", "1613", "1513")]


ENDINGS: dict[str, tuple[str, tuple[Order, ...]]] = {
    "its owner says so": ("attack", (move("S-I1", "1704"), Finish(unit="S-I1"), FIRE)),
    "a known zone of control": ("attack", (move("S-I1", "1704", "1604"), FIRE)),
    "an attack": ("attack", (move("S-I1", "1704"), DeclareGroundCombat(unit="S-I1", target="1603", type="probe"))),
    "no points left": ("defend", (move("S-I1", "1803", "1903"), FIRE)),
    "an unseen zone of control": ("attack", (move("S-I1", "1805"), FIRE)),
    "the end of the phase": ("attack", (move("S-I1", "1704"),)),
}


@pytest.mark.rule("NDC-MAC-02")
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_unit_that_has_finished_its_movement_is_unknown_again(ending: str):
    """Its neighbour of the same level that stayed where it was is as well known as before."""
    mode, orders = ENDINGS[ending]
    table = position(
        f"su S-I1 at 1804 {mode} level 3", "su S-I2 at 1813 attack level 3", GUNS, "us U-I1 at 1505 dug-in known",
        "us U-I2 at 1706 dug-in",
    )  # fmt: skip
    table.order("su", *orders, Done())
    assert table.unit("S-I1").moved and table.unit("S-I1").level == 0
    assert table.unit("S-I2").level == 3


@pytest.mark.rule("NDC-MAC-02")
def test_a_unit_that_may_still_move_keeps_its_level_until_its_movement_ends():
    """It stops short with points left, the segment ends, and the enemy goes on following it in the next one."""
    table = position("su S-I1 at 1804 attack level 3", GUNS)
    table.order("su", move("S-I1", "1704"), FIRE, Done())
    assert table.unit("S-I1").level == 3
    next_segment(table).done("su")
    assert table.unit("S-I1").level == 0


@pytest.mark.rule("NDC-MAC-03")
def test_a_unit_that_ends_its_movement_in_a_searched_sector_is_searched_for_at_once():
    """A die of 5, one more for having moved, makes level 2 for a searcher of level 1; the letter gives its hex.

    One that is in another sector is not searched for, nor one in this sector that has not moved.
    """
    table = position(
        "su S-I1 at 1804 attack level 3", "su S-I2 at 1813 attack level 3", "su S-I3 at 1803 attack level 3", GUNS,
        searched={"us": (1, ("D1",))}, by_purpose={"NDC-MAC-03": [5]},
    )  # fmt: skip
    table.order(
        "su", move("S-I1", "1704"), move("S-I2", "1713"), Finish(unit="S-I1"), Finish(unit="S-I2"), FIRE, Done()
    )
    assert (table.unit("S-I1").level, table.unit("S-I2").level, table.unit("S-I3").level) == (2, 0, 3)
    assert [roll.purpose for roll in table.rolls("NDC-MAC-03")] == ["NDC-MAC-03 search of Soviet at 1704"]
    located = [report for report in table.letter("us") if isinstance(report, UnitLocated)]
    assert [(report.hexes, report.type) for report in located] == [(("1704",), None)]
    assert table.believes("su", "S-I1").level == 3, "its owner hears of its level with the resolution letter"
    next_segment(table)
    assert table.believes("su", "S-I1").level == 2
    table.done("su")
    assert table.unit("S-I3").level == 3 and len(table.rolls("NDC-MAC-03")) == 1 and not table.rolls("NDC-SEA-02")


@pytest.mark.rule("NDC-MAC-02")
def test_the_reset_comes_before_the_combat_is_totalled():
    """It moved up at level 3, which would cost it two points; it attacks as one of whom the enemy knows nothing."""
    table = position("su S-I1 at 1804 attack level 3")
    table.order("su", move("S-I1", "1704"), DeclareGroundCombat(unit="S-I1", target="1603", type="probe"), Done())
    next_segment(table)
    [told] = table.told("su", AttackTotalled)
    assert told.lines["NDC-ATM-02"] == 2


def test_a_unit_marked_as_finished_moves_no_more_in_the_phase():
    table = position("su S-I1 at 1804 attack level 3", "us U-I1 at 1505 dug-in", GUNS)
    table.order("su", move("S-I1", "1704"), Finish(unit="S-I1"), FIRE, Done())
    # An enemy comes to light beside 1604, so that going there is not a move held back.
    table.order("us", Reveal(unit="U-I1", items=("hex",)))
    refusal = next_segment(table).refused("su", move("S-I1", "1604"))
    assert refusal.rule == "NDC-MAC-02" and "2 of 16 points" in refusal.reason
    assert reachable(table, "su", "S-I1") == {}


def broken_through() -> Table:
    """A tank battalion at level 3 has attacked from where it stood, and stands freed in the hex of a defender gone."""
    table = battle(
        attacker="level 3", defender="march to 1 known", die=10, searched={"us": (4, ("B1",))},
        more_dice={"NDC-MAC-03": [6]},
    )  # fmt: skip
    resolved(attack(table))
    assert (table.unit("S-A1").hex, table.unit("S-A1").level) == ("0902", 3)
    return table


@pytest.mark.rule("NDC-MAC-02")
def test_an_advance_is_no_movement():
    table = broken_through().done("su")
    assert table.unit("S-A1").level == 3 and table.rolls("NDC-MAC-03") == []


@pytest.mark.rule("NDC-MAC-03")
def test_a_move_after_a_breakthrough_ends_with_a_reset_and_a_search_of_its_own():
    table = broken_through().order("su", move("S-A1", "1001"), Done())
    assert (table.unit("S-A1").hex, table.unit("S-A1").level) == ("1001", 4)
    assert len(table.rolls("NDC-MAC-03")) == 1


# ---- a segment


@pytest.mark.rule("NDC-MOV-01")
def test_a_segment_is_moves_and_then_combats():
    """Both are taken as one segment; what moves after the first combat, or after the close, is for the next one."""
    table = position("su S-I1 at 1804 attack", "su S-I2 at 1813 attack", GUNS)
    attack = DeclareGroundCombat(unit="S-I1", target="1603", type="probe")
    refusal = table.refused("su", move("S-I1", "1704"), attack, move("S-I2", "1713"))
    assert (refusal.rule, refusal.index) == ("NDC-MOV-01", 2)
    table.order("su", move("S-I1", "1704"), attack, Done())
    assert table.unit("S-I1").hex == "1704"
    assert [(combat.origin, combat.cancelled) for combat in table.truth.combats] == [("1704", False)]
    assert table.refused("su", move("S-I2", "1713")).rule == "NDC-MOV-01"
    next_segment(table)
    assert table.address.endswith("movement-and-combat/movement-segment") and table.truth.segment == 2


def test_moves_are_worked_in_the_order_given():
    """The one in front makes room, and the one behind it closes up."""
    table = position("su S-I1 at 1804 attack", "su S-I2 at 1704 attack")
    table.order("su", move("S-I2", "1604"), move("S-I1", "1704"), Done())
    assert (table.unit("S-I1").hex, table.unit("S-I2").hex) == ("1704", "1604")
    assert table.told("su", MovementStopped) == []


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ((), "is empty"), (("9999",), "no hex"), (("1604",), "not adjacent"), (("1704", "1504"), "not adjacent"),
        (("1904",), "S-I2"), (("1805",), "known enemy"),
    ],
)  # fmt: skip
def test_a_move_that_cannot_be_made_is_refused_with_the_reason(path: tuple[str, ...], reason: str):
    table = position("su S-I1 at 1804 attack", "su S-I2 at 1904 attack", "us U-I1 at 1805 march known")
    refusal = table.refused("su", Move(unit="S-I1", path=path))
    assert refusal.rule == "NDC-MOV-01" and reason in refusal.reason


@pytest.mark.rule("NDC-MOV-02")
def test_all_combats_of_a_segment_are_resolved_before_the_next_one():
    """The other side sends the resolution off, though it has nothing to decide; till then nothing is told of it."""
    table = position(GUNS)
    fires = [CounterBattery(target=hex, csps=1) for hex in ("1607", "1608", "1609")]
    table.order("su", *fires, Done())
    asked = []
    while table.waiting == ["US"]:
        asked.append((table.heading, table.picture("us").question))
        assert table.letters("su") == 0
        table.done("us")
    assert asked == [("send-the-results", None)], "fires leave nothing to decide, and are worked in their turn"
    assert table.heading == "movement-segment" and table.letters("su") == 1
    worked = [(report.number, report.target) for report in table.told("su", FireResolved)]
    assert worked == [(1, "1607"), (2, "1608"), (3, "1609")], "and is told what came of them all"


@pytest.mark.rule("NDC-MOV-03")
def test_a_further_segment_is_offered_even_to_a_side_that_can_do_nothing_more():
    """Its only unit has attacked, and it has no guns: all that it can do is to close the segment."""
    table = position("su S-I1 at 1804 attack")
    table.order("su", DeclareGroundCombat(unit="S-I1", target="1704", type="probe"), Done())
    next_segment(table)
    assert table.waiting == ["Soviet"] and table.picture("su").segment == 2
    assert not [o for o in table.options("su") if o.kind in ("move", "declare-ground-combat", "counter-battery")]


@pytest.mark.rule("NDC-MOV-04")
def test_a_segment_without_a_combat_ends_the_phase():
    """Its movements are reported, and its stops come to light with the close, for no resolution will tell of them."""
    table = position("su S-I1 at 1804 attack level 2", "us U-I1 at 1505 defend")
    table.order("su", move("S-I1", *WEST), Done())
    assert table.heading == "housekeeping-phase" and table.waiting == ["Soviet"]
    assert [r.path for r in table.told("us", MovementSighted)] == [("1704", "1604")]
    assert [(r.unit, r.hex) for r in table.told("su", MovementStopped)] == [("S-I1", "1604")]
    assert [c.hexes for c in table.contacts_at("su", "1505")] == [("1505",)]
    assert table.letters("us") == 1 and table.letters("su") == 0


@pytest.mark.rule("NDC-MOV-05")
@pytest.mark.parametrize("fire", [FIRE, Interdict(target="1609", csps=2)], ids=["counter-battery", "interdiction"])
def test_a_fire_is_a_combat_that_keeps_the_phase_going(fire: CounterBattery | Interdict):
    table = position(GUNS, "us U-I1 at 0404 defend")
    table.order("su", fire, Done())
    assert table.heading == "send-the-results"
    next_segment(table)
    assert table.truth.segment == 2 and table.waiting == ["Soviet"]


@pytest.mark.rule("NDC-MOV-03")
def test_segment_follows_upon_segment_as_long_as_combats_are_declared():
    table = position(GUNS)
    for segment in (1, 2, 3, 4):
        assert table.truth.segment == segment
        table.order("su", FIRE, Done())
        next_segment(table)
    assert table.truth.segment == 5 and table.waiting == ["Soviet"]


# ---- no holding back


@pytest.mark.rule("NDC-MOV-06")
def test_a_unit_cannot_be_held_back_for_a_move_that_was_open_before():
    """It could have gone to 1604 at first; later it may not, unless an enemy has come to light there."""
    table = position("su S-I1 at 1804 attack", "us U-I1 at 1505 dug-in", GUNS)
    table.order("su", FIRE, Done())
    next_segment(table)
    refusal = table.refused("su", move("S-I1", "1704", "1604"))
    assert refusal.rule == "NDC-MOV-06" and "1604" in refusal.reason
    assert "1604" not in reachable(table, "su", "S-I1")
    table.order("su", FIRE, Done()).order("us", Reveal(unit="U-I1", items=("hex",)))
    next_segment(table)
    assert "1604" in reachable(table, "su", "S-I1")
    assert all(adjacent(hex, "1505") for hex in reachable(table, "su", "S-I1"))
    table.order("su", move("S-I1", "1704", "1604"), Done())
    assert table.unit("S-I1").hex == "1604"


@pytest.mark.rule("NDC-MOV-06")
def test_what_was_open_is_judged_by_what_the_mover_knew_then():
    """A hidden enemy beside 1604 all the time changes nothing: the refusal is the same, word for word, without them."""
    words = []
    for enemies in ([], ["us U-I1 at 1505 dug-in"]):
        table = position("su S-I1 at 1804 attack", *enemies, GUNS)
        table.order("su", FIRE, Done())
        words.append(str(next_segment(table).refused("su", move("S-I1", "1704", "1604"))))
    assert words[0] == words[1]


def test_a_way_that_a_combat_has_opened_is_no_move_held_back():
    """A known enemy bars the road at 1704; an attack finds them gone, and the hexes beyond are open to the column."""
    table = position("su S-I1 at 1904 defend", "su S-I2 at 1803 attack", "us U-I1 at 1704 dug-in known")
    table.truth.units["U-I1"].hex = "0404"
    assert "1604" not in reachable(table, "su", "S-I1")
    table.order("su", DeclareGroundCombat(unit="S-I2", target="1704", type="probe"), Done())
    next_segment(table)
    assert table.contacts_at("su", "1704") == []
    table.order("su", move("S-I1", "1804", "1704", "1604"), Done())
    assert table.unit("S-I1").hex == "1604"


@pytest.mark.rule("NDC-MOV-06")
def test_a_move_open_in_the_first_segment_is_held_back_in_the_third_too():
    """In the second an enemy stood revealed beside 1604; when the attack finds them gone, all is as it was at first."""
    table = position("su S-I1 at 1804 attack", "su S-I2 at 1605 attack", "us U-I1 at 1505 dug-in", GUNS)
    table.order("su", FIRE, Done()).order("us", Reveal(unit="U-I1", items=("hex",)))
    next_segment(table)
    assert "1604" in reachable(table, "su", "S-I1")
    table.truth.units["U-I1"].hex = "0404"
    table.order("su", DeclareGroundCombat(unit="S-I2", target="1505", type="probe"), Done())
    next_segment(table)
    assert table.contacts_at("su", "1505") == []
    assert table.refused("su", move("S-I1", "1704", "1604")).rule == "NDC-MOV-06"


@pytest.mark.rule("NDC-MOV-06")
def test_going_back_where_one_began_was_open_at_first():
    """Out to 1704 and back: the unit could have ended in 1804 in the first segment, so it may not in the second."""
    table = position("su S-I1 at 1804 attack", GUNS)
    table.order("su", move("S-I1", "1704"), FIRE, Done())
    assert next_segment(table).refused("su", move("S-I1", "1804")).rule == "NDC-MOV-06"


def test_a_hex_that_a_friend_has_left_was_not_open_before():
    """In the first segment a battalion stood in 1704; now the one behind it may close up."""
    table = position("su S-I1 at 1804 attack", "su S-I2 at 1704 attack", GUNS)
    table.order("su", move("S-I2", "1604"), FIRE, Done())
    next_segment(table).order("su", move("S-I1", "1704"), Done())
    assert table.unit("S-I1").hex == "1704"


def test_in_the_next_phase_nothing_has_been_held_back():
    table = position("su S-I1 at 1804 attack", GUNS)
    table.order("su", FIRE, Done())
    next_segment(table)
    assert "1704" not in reachable(table, "su", "S-I1")
    table.done("su").done_until("housekeeping-phase").done("su").done_until("housekeeping-phase").done("us")
    table.done_until("movement-segment").order("su", move("S-I1", "1704"), Done())
    assert table.unit("S-I1").hex == "1704"


# ---- the account of points


@pytest.mark.rule("NDC-MOV-07")
def test_points_spent_in_one_segment_are_missing_in_the_next():
    """Of 15 points 9 went in the first segment: a path for 7 is refused, one for 6 is taken."""
    table = position("us U-I1 at 1115 attack", "us U-1B at 0909 deployed", "su S-I1 at 1116 dug-in", phasing="us")
    assert allowance(table.picture("us"), table.believes("us", "U-I1")) == 15
    table.order("us", move("U-I1", "1014", "0914", "0915"), CounterBattery(target="1409", csps=1), Done())
    assert table.unit("U-I1").spent == 9 and table.believes("us", "U-I1").spent == 9
    # An enemy comes to light beside 1015 and 1016, so that going there is not a move held back.
    table.order("su", Reveal(unit="S-I1", items=("hex",)), Done()).done_until("movement-segment")
    refusal = table.refused("us", move("U-I1", "0916", "1015"))
    assert refusal.rule == "NDC-MOV-07" and "6 of 15" in refusal.reason
    table.order("us", move("U-I1", "0916", "1016"), Done())
    assert (table.unit("U-I1").hex, table.unit("U-I1").spent) == ("1016", 15)


def test_the_account_is_full_again_in_the_next_phase():
    table = position("su S-I1 at 1804 attack", "us U-I1 at 0404 attack")
    table.order("su", move("S-I1", *WEST), Done()).done("su").done_until("movement-segment")
    assert table.waiting == ["US"] and table.unit("S-I1").spent == 6
    table.done("us").done_until("intelligence-phase")
    [before_it] = [unit for unit in NDC.known(table.picture("su")).view.own if unit.id == "S-I1"]
    assert before_it.left == before_it.allowance, "nothing of the last phase is missing"
    table.done_until("movement-segment")
    assert table.waiting == ["Soviet"] and table.unit("S-I1").spent == 0 and table.believes("su", "S-I1").spent == 0


@pytest.mark.rule("NDC-MOV-08")
def test_many_moves_and_combats_travel_in_two_letters():
    """Eight moves and four combats, three of them ground combats: one letter there, one back."""
    starts = {"1804": "1704", "1809": "1709", "1813": "1713", "1808": "1708", "1803": "1802", "1814": "1714",
              "1903": "1902", "1913": "1912"}  # fmt: skip
    units = [f"su X-{number} infantry at {hex} attack level 2" for number, hex in enumerate(starts)]
    table = position(*units, GUNS, "us U-I1 at 1603 dug-in", "us U-I2 at 1608 dug-in", "us U-I3 at 1612 dug-in")
    moves = [move(f"X-{number}", hex) for number, hex in enumerate(starts.values())]
    attacks = [
        DeclareGroundCombat(unit=unit, target=hex, type="probe")
        for unit, hex in (("X-0", "1603"), ("X-1", "1608"), ("X-2", "1612"))
    ]
    table.order("su", *moves, *attacks, CounterBattery(target="1607", csps=1), Done())
    next_segment(table)
    assert [table.unit(ordered.unit).moved for ordered in moves] == [True] * 8
    assert [len(table.told("us", report)) for report in (AttackDeclared, FireDeclared)] == [3, 1]
    assert [report.outcome for report in table.told("su", CombatResolved)].count("no-contact") == 0
    assert len(table.told("su", CombatResolved)) == 3
    assert (table.letters("us"), table.letters("su")) == (1, 1)


# ---- the record


def test_a_segment_refolds_from_its_journal():
    table = position("su S-I1 at 1804 attack level 2", "us U-I1 at 1505 defend", GUNS)
    table.order("su", move("S-I1", *WEST), FIRE, Done())
    next_segment(table)
    assert table.refolds()


def test_options_to_move_lead_only_to_moves_that_are_accepted():
    table = position("su S-I1 at 1804 attack", "su S-I2 at 1704 attack", "us U-I1 at 1505 dug-in known", GUNS)
    for found in destinations(table.picture("su"), "S-I1"):
        fresh = position("su S-I1 at 1804 attack", "su S-I2 at 1704 attack", "us U-I1 at 1505 dug-in known", GUNS)
        fresh.order("su", Move(unit="S-I1", path=found.path))
        assert fresh.believes("su", "S-I1").spent == found.cost
