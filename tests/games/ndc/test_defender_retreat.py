"""The defender's retreat: their choice by what they know, and what then comes of it (NDC-RES-11, 13, 14; parent 3.27).

An overrun by leadership 12 and a 9 on the die drives the battalion two hexes from 0902 with a loss of 2; with
leadership 5 a 7 drives it one hex back with a loss of 1.
"""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.hexes import Hex
from service.engine.options import Places
from service.engine.orders import Done
from service.engine.places import Place
from service.engine.sentences import plain_text
from service.games.ndc.game import NDC
from service.games.ndc.known.lines import SetStandingOrders
from service.games.ndc.known.picture import Marker
from service.games.ndc.known.reports import CombatResolved, EnemyRetreated, OwnUnitGone, UnitLocated
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.defence import Retreat, StandFast
from service.games.ndc.sections.movement import Move
from service.games.ndc.truth.zones import controllers, exerting
from tests.games.ndc.fighting import HQS, answer, attack, battle, leaving, resolved, result, sheet, stock
from tests.positions import Table, position, said

ONE_HEX: dict[str, Any] = {"attacker": "leadership 5", "die": 7}
TWO_HEXES: dict[str, Any] = {"attacker": "leadership 12", "die": 9}


def offered(table: Table) -> tuple[str, ...]:
    """The hexes to which the retreating unit may go."""
    [option] = table.options("us", "retreat")
    hexes = option.fields["hex"]
    assert isinstance(hexes, Places)
    return hexes.places


def test_who_is_asked_where_to_go_reads_first_what_came_of_the_fight():
    table = attack(battle(**TWO_HEXES)).done("us")
    known = NDC.known(table.picture("us"))
    asked = NDC.in_words(known)(NDC.words.ask(known, ["retreat"], "Retreat"))
    assert asked == (
        "The fight went against you: 1st Mech Bn has to go 2 hexes from 0902, with 2 T/O levels left. Choose where to."
    )
    facts = {fact.label: NDC.in_words(known)(fact.value) for fact in NDC.words.question(known)}
    assert facts["Driven back by"] == "the assault on 0902 from 0802" and facts["T/O levels left"] == "2"


def test_a_hex_under_known_enemy_control_is_offered_only_where_there_is_no_other():
    table = attack(battle("su S-I1 at 1101 attack known", **ONE_HEX)).done("us")
    assert offered(table) == ("0901", "1002")
    shut = attack(battle("su S-I1 at 1101 attack known", "su S-I2 at 1003 attack known", **ONE_HEX)).done("us")
    assert shut.unit("U-I1").hex == "0901"  # the one hex left is taken without a question


def test_an_unseen_zone_of_control_costs_a_level_and_is_not_in_the_offer():
    seen_nothing = attack(battle(**ONE_HEX)).done("us")
    table = attack(battle("su S-I1 at 1101 attack", **ONE_HEX)).done("us")
    assert offered(table) == offered(seen_nothing)
    table.order("us", Retreat(hex="1001"), Done())
    assert (table.unit("U-I1").hex, table.unit("U-I1").to) == ("1001", 4 - 1 - 1)


def test_beside_a_hex_stands_what_it_costs_to_fall_back_there_as_far_as_that_is_known():
    """An enemy of whom nothing is known costs as much, and changes no word."""
    read = {}
    for what, enemy in (("known", "su S-I1 at 1101 attack known"), ("unknown", "su S-I1 at 1101 attack"), ("far", "")):
        table = attack(battle(*filter(None, [enemy]), **ONE_HEX)).done("us")
        read[what] = NDC.words.met(NDC.known(table.picture("us")), Place("1001"))
    assert read == {"known": "enemy control: −1 T/O level", "unknown": "", "far": ""}
    table.picture("us").markers.append(Marker(kind="interdiction", hex=Hex("1001"), side="Soviet", strength=1))
    assert NDC.words.met(NDC.known(table.picture("us")), Place("1001")) == "interdicted: may cost T/O levels"


@pytest.mark.parametrize("marker", [False, True])
def test_whose_battalion_falls_in_its_retreat_reads_what_cost_its_last_level(marker: bool):
    """Unless a marker lies there too, of which a survivor could not tell enemy control either."""
    table = battle("su S-I1 at 1101 attack", defender="to 2", **ONE_HEX)
    if marker:
        table.truth.markers.append(Marker(kind="interdiction", hex=Hex("1001"), side="Soviet", strength=0))
    attack(table).done("us").order("us", Retreat(hex="1001"), Done())
    [gone] = table.told("us", OwnUnitGone)
    assert (gone.cause, gone.hex) == ("on its way" if marker else "enemy control", "1001")
    assert table.told("su", OwnUnitGone) == []
    why = " as it fell back to 1001" + ("" if marker else ", into enemy control, which cost its last T/O level")
    shown = next(
        one for one in NDC.words.cards(NDC.known(table.picture("us")), table.logs["US"]) if one.kind == "combat"
    )
    assert [plain_text(one.what) for one in shown.losses if one.own] == [f"eliminated{why}"]
    assert f"1st Mech Battalion has been eliminated{why}." in plain_text(shown.text) or why in plain_text(shown.text)


def test_a_battalion_that_falls_where_a_marker_lies_does_not_tell_whether_an_enemy_controls_the_hex():
    read = []
    for strength, enemy in (
        (6, "su S-I1 at 0604 attack"),
        (6, "su S-I1 at 1101 attack"),
        (0, "su S-I1 at 1101 attack"),
    ):
        table = battle(enemy, defender="to 2", **ONE_HEX)
        for markers in (table.truth.markers, table.picture("us").markers):
            markers.append(Marker(kind="interdiction", hex=Hex("1001"), side="Soviet", strength=6))
        table.truth.markers[-1].strength = strength
        attack(table).done("us").order("us", Retreat(hex="1001"), Done())
        [gone] = table.told("us", OwnUnitGone)
        read.append((gone.cause, gone.hex, said(gone)))
    assert len(set(read)) == 1 and read[0][0] == "on its way"


def test_whose_battalion_falls_for_it_cannot_go_back_or_stands_fast_reads_so():
    around = [f"su S-I{n} at {hex} attack known" for n, hex in ((1, "0901"), (2, "1001"), (3, "1002"))]
    shut = attack(battle(*around, attacker="leadership 4", defender="to 3", die=8)).done("us")
    fast = attack(battle(defender="dug-in to 2", attacker="leadership 8", die=7)).done("us")
    fast.order("us", StandFast(), Done())
    for table, cause in ((shut, "no way back"), (fast, "stood fast")):
        assert [(gone.cause, gone.hex) for gone in table.told("us", OwnUnitGone)] == [(cause, "0902")]


def test_with_no_hex_to_go_to_the_battalion_stays_and_pays():
    around = [f"su S-I{n} at {hex} attack known" for n, hex in ((1, "0901"), (2, "1001"), (3, "1002"))]
    table = attack(battle(*around, attacker="leadership 0", die=9)).done("us")
    assert table.heading == "send-the-results"
    assert table.unit("U-I1").hex == "0902"
    assert sheet(table).paths == {}
    resolved(table)
    assert not result(table, "su").advanced


@pytest.mark.parametrize(
    ("words", "hexes", "left"), [("leadership 0 fatigue 2", 2, 1), ("fatigue 3 leadership 0", 1, 3)]
)
def test_each_hex_that_is_not_retreated_costs_a_level(words: str, hexes: int, left: int):
    """With three friends about, +2 and a 10 give 0/1r2; -1 gives 0/0r1."""
    around = [f"su S-I{n} at {hex} attack known" for n, hex in ((1, "0901"), (2, "1001"), (3, "1002"))]
    table = resolved(attack(battle(*around, attacker=words, die=10)))
    assert sheet(table).retreat_hexes == hexes
    assert (table.unit("U-I1").hex, table.unit("U-I1").to) == ("0902", left)


def test_a_known_enemy_s_hex_is_not_offered():
    """A staff controls no hex, but it is there."""
    table = attack(battle("su S-2R at 1001 deployed level 3", **ONE_HEX)).done("us")
    assert offered(table) == ("0901", "1002")


def test_a_friend_s_hex_is_not_offered_where_there_is_no_way_on_behind_it():
    staffs = ("su S-2R at 1102 deployed level 3", "su S-TR at 1103 deployed level 3")
    table = attack(battle("us U-A1 at 1002 defend", *staffs, **ONE_HEX)).done("us")
    assert offered(table) == ("0901", "1001")


@pytest.mark.parametrize(("unit", "hexes"), [("U-I2", ("1202", "1203", "1302")), ("U-A2", ("1302",))])
def test_only_who_may_cross_it_retreats_over_an_unbridged_major_river(unit: str, hexes: tuple[str, ...]):
    """West of 1303 flows the Erle: mechanized infantry swims, tanks go along the bank."""
    table = position(
        "su S-A1 at 1403 attack leadership 18", f"us {unit} at 1303 defend", by_purpose={"NDC-RES-13": [7]}
    )
    due = attack(table, target="1303").picture("us")
    assert (due.retreating is not None) == (len(hexes) > 1)
    if due.retreating is not None:
        assert offered(table) == hexes
    resolved(table)
    assert sheet(table).paths[unit][0] in hexes


def test_by_default_it_goes_where_the_known_enemies_are_farthest():
    table = attack(battle("su S-2R at 1103 deployed level 3", **ONE_HEX)).done("us")
    assert offered(table) == ("0901", "1001", "1002")
    table.done("us")
    assert table.unit("U-I1").hex == "0901"
    assert table.rolls("NDC-RES-11") == []


def test_a_friend_is_passed_and_does_not_count():
    """A friend holds 1002; through them it goes one hex more."""
    table = attack(battle("us U-A1 at 1002 defend", **ONE_HEX)).done("us")
    assert offered(table) == ("0901", "1001", "1002")
    table.order("us", Retreat(hex="1002"), Retreat(hex="1102"), Done())
    assert table.unit("U-I1").hex == "1102"
    assert table.unit("U-I1").to == 3


def test_a_staff_is_no_obstacle():
    hqs = tuple(line.replace("1202", "1002") for line in HQS)
    table = attack(battle(hqs=hqs, **ONE_HEX)).done("us")
    table.order("us", Retreat(hex="1002"), Done())
    assert table.unit("U-I1").hex == table.unit("U-1B").hex == "1002"


def test_a_dug_in_battalion_may_stand_fast():
    table = attack(battle(defender="dug-in", attacker="leadership 8", die=7)).done("us")
    [option] = table.options("us", "stand-fast")
    assert "loses 1 T/O" in plain_text(option.title)
    table.order("us", StandFast(), Done())
    assert (table.unit("U-I1").hex, table.unit("U-I1").to, table.unit("U-I1").mode) == ("0902", 2, "dug-in")
    assert not result(resolved(table), "su").advanced
    other = attack(battle(**ONE_HEX)).done("us")
    assert "cannot stand fast" in other.refused("us", StandFast()).reason


def test_who_leaves_his_holes_is_dug_in_no_longer():
    table = attack(battle(defender="dug-in", attacker="leadership 8", die=7)).done("us")
    resolved(table.order("us", Retreat(hex="1001"), Done()))
    assert table.unit("U-I1").mode == "defend"


def test_a_spread_battalion_leaves_all_its_hexes():
    table = attack(battle(defender="spread 1001", **ONE_HEX)).done("us")
    assert offered(table) == ("0901", "1002")
    resolved(table.order("us", Retreat(hex="1002"), Done()))
    assert table.unit("U-I1").hexes == ("1002",)


def test_headquarters_in_the_hex_stay_with_a_battalion_that_stands_fast():
    hqs = tuple(line.replace("1202", "0902") for line in HQS)
    table = attack(battle(hqs=hqs, defender="dug-in to 3", attacker="leadership 8", die=7)).done("us")
    resolved(table.order("us", StandFast(), Done()))
    assert sheet(table).defender == "U-I1", "the battalion, though the staff has more T/O levels"
    assert (table.unit("U-I1").hex, table.unit("U-1B").hex, table.unit("U-1B").to) == ("0902", "0902", 4)


def test_headquarters_in_the_hex_leave_it_with_the_battalion():
    """The brigade's staff goes two hexes of its own; the attacker takes the hex."""
    hqs = tuple(line.replace("1202", "0902") for line in HQS)
    table = attack(battle(hqs=hqs, **ONE_HEX)).done("us")
    table.order("us", Retreat(hex="1001"), Done())
    due = table.picture("us").retreating
    assert due is not None
    assert (due.unit, due.hexes_left) == ("U-1B", 2)
    table.order("us", Retreat(hex="1002"), Retreat(hex="1103"), Done())
    assert table.unit("U-1B").hex == "1103"
    assert result(resolved(table), "su").advanced


def test_when_the_battalion_is_gone_its_headquarters_leave_all_the_same():
    hqs = tuple(line.replace("1202", "0902") for line in HQS)
    table = resolved(attack(battle(hqs=hqs, defender="to 1", **ONE_HEX)))
    assert "U-I1" not in table.truth.units
    assert "0902" not in table.unit("U-1B").hexes
    assert table.unit("S-A1").hex == "0902"


def test_a_division_commander_whose_battalion_falls_goes_hit_to_the_nearest_headquarters():
    table = resolved(attack(stock(battle(defender="to 1", **ONE_HEX), "us", commander="U-I1")))
    account = table.truth.accounts["US"]
    assert (account.commander, account.commander_hit) == ("U-1B", 2)
    assert table.picture("us").account == account


@pytest.mark.parametrize(("die", "hit"), [(2, 2), (3, 0)])
def test_a_division_commander_may_be_hit_with_his_battalion(die: int, hit: int):
    dice = {"NDC-ATM-10 division commander of US under fire": [die]}
    table = resolved(attack(stock(battle(more_dice=dice, **ONE_HEX), "us", commander="U-I1")))
    assert table.truth.accounts["US"].commander_hit == hit


def test_the_unseen_enemy_who_was_met_learns_where_the_battalion_was():
    table = attack(battle("su S-I1 at 1001 march", **ONE_HEX)).done("us")
    table.order("us", Retreat(hex="1001"), Done())
    assert [r.because for r in table.told("us", UnitLocated)] == ["contact"]
    resolved(table.order("us", Retreat(hex="1002"), Done()))
    assert table.told("su", EnemyRetreated) == []
    assert table.refolds()


# ---- standing orders


def test_a_side_on_standing_orders_is_answered_for_at_once():
    attack(table := leaving(battle(**TWO_HEXES), SetStandingOrders(fire=5, ew=3, command=True)))
    assert table.heading == "movement-segment"
    assert result(table, "su").fire == 5
    assert table.unit("U-I1").hex != "0902"


def test_standing_orders_fire_no_more_than_there_is_and_only_for_own_hexes():
    table = leaving(battle(hqs=("us U-1B at 1202 deployed",)), SetStandingOrders(fire=8))
    assert result(attack(table), "su").fire == 3
    empty = leaving(battle(), SetStandingOrders(fire=8))
    assert result(attack(empty, target="0803"), "su").fire == 0


def test_standing_orders_may_keep_the_fire_for_assaults():
    for type, fire in (("probe", 0), ("assault", 2)):
        table = leaving(battle(), SetStandingOrders(fire=2, only_assaults=True))
        assert result(attack(table, type), "su").fire == fire


def test_standing_fast_by_standing_orders():
    table = leaving(battle(defender="dug-in", attacker="leadership 8", die=7), SetStandingOrders(stand_fast=True))
    attack(table)
    assert (table.unit("U-I1").hex, table.unit("U-I1").to) == ("0902", 2)


# ---- engaged, no contact, cancelled


def test_after_a_combat_both_are_engaged_until_housekeeping():
    table = resolved(attack(battle()))
    assert table.unit("S-A1").engaged
    assert table.unit("U-I1").engaged
    [contact] = table.contacts_at("su", "0902")
    assert contact.engaged
    table.done_until("housekeeping-phase").done("su")
    assert not table.unit("U-I1").engaged
    assert not table.contacts_at("su", "0902")[0].engaged


def test_of_two_assaults_on_an_empty_hex_the_first_takes_it():
    table = battle("su S-I1 at 0803 attack")
    orders = [DeclareGroundCombat(unit=unit, target="0903", type="assault") for unit in ("S-A1", "S-I1")]
    resolved(table.order("su", *orders, Done()))
    assert (table.unit("S-A1").hex, table.unit("S-I1").hex) == ("0903", "0803")
    assert [report.advanced for report in table.told("su", CombatResolved)] == [True, False]


def test_an_assault_on_an_empty_hex_takes_it_and_a_probe_does_nothing():
    for type, hex in (("assault", "0903"), ("probe", "0802")):
        table = resolved(attack(battle(), type, target="0903", barrage=2))
        assert result(table, "su").outcome == "no-contact"
        assert table.unit("S-A1").hex == hex
        assert table.truth.accounts["Soviet"].support_used == {"S-DIV": 2}


def test_points_come_back_from_a_cancelled_combat_on_both_sides():
    """The tanks were to attack from 0802, and were stopped in 0703 by an unseen battalion."""
    table = position(
        "su S-A1 at 0603 attack level 2", "us U-I1 at 0902 defend", "us U-I2 at 0704 defend", *HQS, phasing="su"
    )
    order = DeclareGroundCombat(unit="S-A1", target="0902", type="assault", barrage=3)
    table.order("su", Move(unit="S-A1", path=("0703", "0802")), order, Done())
    assert table.picture("su").account.support_used == {"S-DIV": 3}
    resolved(answer(table, fire=4))
    assert result(table, "su").outcome == "cancelled"
    assert result(table, "su").fire == 0
    for side, seat in (("su", "Soviet"), ("us", "US")):
        assert table.truth.accounts[seat].support_used == {}
        assert table.picture(side).account == table.truth.accounts[seat]
    assert table.unit("U-I1").to == 4
    assert not table.unit("S-A1").attacked


def test_a_defender_whose_attacker_fell_is_fixed_all_the_same():
    """1/1 in column 0..+2: the tanks lose their last level on the battalion, which now controls no hex, so that others
    pass; what their owner sees and what is true agree."""
    table = resolved(attack(battle("su S-I1 at 0701 attack", attacker="to 1 leadership 9", die=6)))
    assert "S-A1" not in table.truth.units and table.unit("U-I1").hex == "0902"
    assert table.unit("U-I1").engaged and table.contacts_at("su", "0902")[0].engaged
    assert exerting(table.truth, "0802", "Soviet") == [] == controllers(table.picture("su"), "0802")
    assert table.refolds()


def test_a_whole_retreat_is_offered_in_one_tap_away_from_the_enemy_and_towards_the_headquarters():
    """Whatever is offered can be ordered as it is; of a single hex its own order is as short."""
    table = attack(battle("su S-I1 at 1003 attack known", **TWO_HEXES)).done("us")
    found = {bundle.title: bundle.orders for bundle in NDC.at_once(table.picture("us"))}
    away, back = "Retreat by 1001 to 1101, farthest from the enemy", "Retreat by 1001 to 1102, towards its headquarters"
    assert list(found) == [back, away], "that which the coach advises comes first"
    table.order("us", *found[back], Done())
    assert table.unit("U-I1").hex == "1102" and table.heading == "send-the-results"
    assert NDC.at_once(attack(battle(**ONE_HEX)).done("us").picture("us")) == []


def test_a_whole_retreat_says_what_known_enemies_beside_the_way_will_cost():
    table = attack(battle("su S-I1 at 1001 attack level 2", **TWO_HEXES)).done("us")
    before = table.unit("U-I1").to
    costly = [one for one in NDC.at_once(table.picture("us")) if ": costs " in one.title]
    assert costly, [one.title for one in NDC.at_once(table.picture("us"))]
    table.order("us", *costly[0].orders, Done())
    paid = before - table.unit("U-I1").to
    assert costly[0].title.endswith(f": costs {paid} T/O level" + "s" * (paid > 1))
