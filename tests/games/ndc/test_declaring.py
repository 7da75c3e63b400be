"""Ground combats are declared: what is asked of the attacker, and what the defender may read (NDC-GCD-01 to 11)."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from service.engine.hexes import Hex
from service.engine.orders import Done
from service.engine.sentences import OwnSpan, PlaceSpan
from service.games.ndc.game import NDC
from service.games.ndc.known.picture import Attack
from service.games.ndc.known.reports import AttackDeclared, AttackTotalled, CombatResolved, MarkerPlaced, QuestionPut
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sections.movement import Move
from service.matches import order_forms
from tests.games.ndc.fighting import answer, attack, battle, breakdown, resolved, result, sheet, stock
from tests.positions import Table


def declared(table: Table) -> Attack:
    """The attack as the defender was told of it."""
    return table.told("us", AttackDeclared)[-1].attack


def to(target: str, **entries: object) -> DeclareGroundCombat:
    return DeclareGroundCombat(**{"unit": "S-A1", "target": target, "type": "assault", **entries})  # type: ignore[arg-type]


@pytest.mark.rule("NDC-GCD-01")
def test_the_second_attack_on_a_hex_meets_what_the_first_has_left_there():
    """The tanks drive the battalion out of 0902; the riflemen, declared after them, find only the tanks there."""
    table = battle("su S-I1 at 0801 attack", attacker="leadership 9", die=7)
    table.order("su", to("0902"), to("0902", unit="S-I1", type="probe"), Done())
    resolved(table)
    assert [report.number for report in table.told("us", QuestionPut)] == [1], (
        "of the second there is nothing to decide"
    )
    assert [report.outcome for report in table.told("su", CombatResolved)] == ["resolved", "no-contact"]
    assert table.unit("S-A1").hex == "0902"
    assert table.unit("S-I1").hex == "0801"


@pytest.mark.rule("NDC-GCD-01")
def test_in_the_other_order_the_riflemen_fight():
    table = battle("su S-I1 at 0801 attack", attacker="leadership 9", die=7)
    table.order("su", to("0902", unit="S-I1", type="probe"), to("0902"), Done())
    resolved(table)
    assert [report.outcome for report in table.told("su", CombatResolved)] == ["resolved", "resolved"]
    assert sheet(table, 1).unit == "S-I1"
    assert sheet(table, 2).unit == "S-A1"


@pytest.mark.rule("NDC-GCD-02")
def test_the_target_is_an_adjacent_hex_and_the_defender_reads_it():
    table = battle()
    refusal = table.refused("su", to("1002"))
    assert refusal.rule == "NDC-GCD-02"
    unit = table.believes("su", "S-A1")
    assert {PlaceSpan(Hex("1002")), OwnSpan("S-A1", unit.designation)} <= {*refusal.said}
    assert refusal.reason == f"1002 is not adjacent to {unit.name} in {unit.hex}."
    assert table.refused("su", to("9999")).rule == "NDC-GCD-02"
    north = battle("su S-I1 at 0801 attack").refused("su", to("0800", unit="S-I1"))
    assert "There is no hex '0800'" in north.reason
    assert declared(attack(table)).target == "0902"


def test_whether_anybody_is_in_the_target_hex_makes_no_difference_to_the_answer():
    empty = battle().order("su", to("0903"))
    held = battle("us U-I2 at 0903 defend").order("su", to("0903"))
    assert repr(empty.picture("su")) == repr(held.picture("su"))
    assert empty.options("su") == held.options("su")


def test_one_does_not_attack_ones_own_hex_nor_with_armor_across_an_unbridged_major_river():
    table = battle("su S-I1 at 0903 attack", "su S-A2 at 1302 attack", "su S-I2 at 1303 attack", hqs=())
    assert "stands in 0903" in table.refused("su", to("0903")).reason
    assert "Erle" in table.refused("su", to("1202", unit="S-A2")).reason
    table.order("su", to("1202", unit="S-I2"))


@pytest.mark.rule("NDC-GCD-03")
def test_the_defender_reads_whence_he_is_attacked_but_not_by_whom():
    table = attack(battle())
    assert declared(table).origin == "0802"
    words = repr(table.told("us", AttackDeclared))
    assert "S-A1" not in words
    assert "Tank" not in words
    assert "armor" not in words


@pytest.mark.parametrize(
    ("attacker", "order", "reason"),
    [
        ("march", to("0902"), "march mode has attack strength 0"),
        ("defend spread 0803", to("0902"), "double zone has attack strength 0"),
        ("attack", to("0603", unit="S-1R"), "is a headquarters"),
        ("attack", to("0902", unit="U-I1"), "no unit 'U-I1'"),
    ],
)
def test_who_cannot_attack(attacker: str, order: DeclareGroundCombat, reason: str):
    assert reason in battle(attacker=attacker).refused("su", order).reason


def test_a_unit_attacks_once_a_phase():
    table = battle().order("su", to("0902"))
    assert "has attacked in this phase" in table.refused("su", to("0903")).reason
    resolved(table.done("su"))
    assert "Engaged" in table.refused("su", to("0903")).reason


@pytest.mark.rule("NDC-GCD-04")
@pytest.mark.parametrize("type", ["probe", "assault"])
def test_probe_or_assault_is_declared(type: str):
    assert declared(attack(battle(), type)).type == type
    with pytest.raises(TypeError):
        DeclareGroundCombat(unit="S-A1", target="0902")  # type: ignore[call-arg]


def test_an_attack_that_is_sent_as_neither_or_as_anything_else_is_no_order():
    sent = {"kind": "declare-ground-combat", "unit": "S-A1", "target": "0902"}
    for type, read in (("probe", 1), ("assault", 1), ("raid", 0), (None, 0)):
        try:
            orders = order_forms(NDC).read(json.dumps([sent | ({"type": type} if type else {})]))
        except ValidationError:
            orders = []
        assert len(orders) == read


@pytest.mark.rule("NDC-GCD-05")
@pytest.mark.parametrize("level", [0, 1, 3])
def test_the_jamming_that_lies_on_the_attacker_is_declared(level: int):
    assert declared(attack(battle(attacker=f"ew {level}"))).attacker_ew == level


@pytest.mark.rule("NDC-GCD-06")
def test_barrage_csps_are_booked_against_what_is_in_range():
    """1st Regiment has 4 artillery points, and the division is too far off to help from the map's corner."""
    table = battle(hqs=("su S-1R at 0602 deployed", "su S-DIV at 2016 deployed"))
    refusal = table.refused("su", to("0902", barrage=5))
    assert refusal.rule == "NDC-GCD-06"
    assert "You asked for 5 CSPs at 0902; 4 are left in range" in refusal.reason
    table.order("su", to("0902", barrage=3))
    assert table.picture("su").account.support_used == {"S-1R": 3}
    table.done("su")
    assert declared(table).barrage == sheet(table).csps == 3
    assert table.truth.accounts["Soviet"].support_used == {"S-1R": 3}


def test_the_owner_names_the_headquarters_he_draws_from_or_the_fullest_one_is_taken():
    drawn = battle().order("su", to("0902", barrage=5)).picture("su").account.support_used
    assert drawn == {"S-DIV": 5}
    named = battle().order("su", to("0902", barrage=5, hqs=("S-1R", "S-DIV"))).picture("su").account.support_used
    assert named == {"S-1R": 4, "S-DIV": 1}
    assert "8 CSPs in one combat; you ordered 9" in battle().refused("su", to("0902", barrage=9)).reason


def test_only_headquarters_that_can_fire_are_drawn_on_and_no_fewer_than_no_csps():
    table = battle(hqs=("su S-1R at 0602 deployed", "su S-2R at 2016 deployed"))
    assert "S-2R has no CSPs left that reach 0902" in table.refused("su", to("0902", barrage=1, hqs=("S-2R",))).reason
    assert table.refused("su", to("0902", barrage=-1)).rule == "NDC-GCD-06"
    near = battle(hqs=("su S-1R at 0602 deployed", "su S-2R at 0503 deployed"))
    assert "4 are left in range from S-1R" in near.refused("su", to("0902", barrage=5, hqs=("S-1R",))).reason


@pytest.mark.parametrize(
    ("words", "entries", "left"),
    [
        ("deployed", {}, 4),
        ("march", {}, 0),
        ("deployed to 2", {}, 2),
        ("deployed", {"suppressed": True}, 2),
        ("deployed", {"ammo_low": True}, 2),
    ],
)
def test_what_a_regiments_guns_can_do(words: str, entries: dict[str, bool], left: int):
    """None in March mode, scaled by the T/O level, halved when suppressed or low on ammunition."""
    table = battle(hqs=(f"su S-1R at 0602 {words}",))
    for there in (table.truth.units, table.picture("su").own):
        for name, value in entries.items():
            setattr(there["S-1R"], name, value)
    assert f"You asked for 8 CSPs at 0902; {left} are left" in table.refused("su", to("0902", barrage=8)).reason


@pytest.mark.parametrize(("weather", "left"), [((), 5), (("night",), 2), (("fog",), 0), (("precipitation",), 0)])
def test_what_aircraft_can_do_in_the_weather(weather: tuple[str, ...], left: int):
    table = stock(battle(hqs=(), weather=weather), "su", air=5)
    assert f"You asked for 6 CSPs at 0902; {left} are left" in table.refused("su", to("0902", barrage=6)).reason


def test_aircraft_carry_no_chemicals():
    table = stock(battle(hqs=()), "su", air=5, released=True)
    refusal = table.refused("su", to("0902", barrage=4, chemical=True))
    assert (refusal.rule, "there are 0" in refusal.reason) == ("NDC-GCD-07", True)


@pytest.mark.rule("NDC-GCD-07")
def test_a_chemical_barrage_needs_release_and_is_declared():
    table = battle()
    refusal = table.refused("su", to("0902", barrage=2, chemical=True))
    assert refusal.rule == "NDC-GCD-07"
    assert "no chemical release in turn 1" in refusal.reason
    stock(table, "su", released=True)
    assert "take 2 artillery CSPs" in table.refused("su", to("0902", barrage=1, chemical=True)).reason
    attack(table, barrage=2, chemical=True)
    assert declared(table).chemical
    resolved(table)
    assert table.truth.accounts["Soviet"].chemical_uses == 1
    assert table.picture("us").enemy_uses == 1


@pytest.mark.rule("NDC-GCD-08")
@pytest.mark.parametrize("persistent", [True, False])
def test_persistent_gas_lies_on_the_target_hex_in_both_views(persistent: bool):
    table = stock(battle(), "su", released=True)
    assert declared(attack(table, barrage=2, chemical=True, persistent=persistent)).persistent == persistent
    resolved(table)
    for side in ("us", "su"):
        assert bool(table.picture(side).marker("gas", "0902")) == persistent
        assert len(table.told(side, MarkerPlaced)) == persistent


@pytest.mark.parametrize(("die", "left"), [(2, 3), (3, 4)])
def test_who_enters_persistent_gas_may_lose_a_level(die: int, left: int):
    """It lies in 0903 through the enemy's turn; the battalion in 0902 drives into it."""
    table = stock(battle(more_dice={"NDC-GCD-08": [die]}), "su", released=True)
    resolved(attack(table, "probe", target="0903", barrage=2, chemical=True, persistent=True))
    table.done_until("housekeeping-phase").done("su").done_until("movement-segment")
    table.order("us", Move(unit="U-I1", path=("0903",)), Done())
    assert (table.unit("U-I1").hex, table.unit("U-I1").to) == ("0903", left)


def test_only_chemicals_are_persistent():
    table = stock(battle(), "su", released=True)
    assert table.refused("su", to("0902", barrage=2, persistent=True)).rule == "NDC-GCD-08"


@pytest.mark.rule("NDC-GCD-09")
def test_ew_attacks_are_booked_against_the_stock():
    table = stock(battle(), "su", ew_points=2)
    refusal = table.refused("su", to("0902", ew=3))
    assert refusal.rule == "NDC-GCD-09"
    assert "cost 3 EW points; you have 2" in refusal.reason
    attack(table, ew=2)
    assert declared(table).ew_attacks == 2
    assert table.truth.accounts["Soviet"].ew_points == 0
    assert sheet(table).ew == 2


def test_ew_attacks_need_a_signal_asset_within_8_hexes_and_are_at_most_3():
    far = stock(battle(hqs=("su S-DIV at 1802 deployed",)), "su", ew_points=5)
    assert "within 8 hexes of 0902" in far.refused("su", to("0902", ew=1)).reason
    near = stock(battle(), "su", ew_points=5)
    assert "between 0 and 3 EW attacks" in near.refused("su", to("0902", ew=4)).reason


@pytest.mark.rule("NDC-GCD-10")
def test_the_sides_ew_superiority_is_declared():
    table = stock(battle(), "su", ew_points=4, superiority=2)
    assert declared(attack(table, ew=1)).superiority == 2


@pytest.mark.rule("NDC-GCD-10")
def test_the_superiority_is_that_of_the_allotment_whatever_has_been_spent_since():
    """One of the division's 4 points goes to intelligence: 3 are superiority 1, also when 2 of them are spent."""
    table = battle("su S-I1 at 0801 attack", heading="intelligence")
    table.order("su", AllotIntelligence(air=0, signal=1, coverage=0, sectors=())).done_until("movement-segment")
    table.order("su", to("0902", ew=2), to("0902", unit="S-I1", ew=1), Done())
    assert [report.attack.superiority for report in table.told("us", AttackDeclared)] == [1, 1]


@pytest.mark.rule("NDC-GCD-11")
def test_only_the_total_is_declared_and_its_parts_are_the_attackers_own():
    """Strength 12, T/O 4, level None, one friend next to the target, ratings 1 and 1."""
    table = attack(battle("su S-I1 at 0801 attack"))
    assert declared(table).total == 12 + 4 + 2 + 2 + 1 + 1
    assert table.told("us", AttackTotalled) == []
    assert table.told("su", AttackTotalled) == []
    resolved(table)
    assert sum(breakdown(table).values()) == declared(table).total
    assert [type(r) for r in table.letter("su")].count(AttackTotalled) == 1
    assert table.told("us", AttackTotalled) == []


def test_the_total_stands_on_the_positions_as_ordered_though_a_friend_was_stopped():
    """The riflemen never reach 0801: a hidden battalion stops them in 0701. The tanks' total counts them still."""
    table = battle("su S-I1 at 0601 attack level 2", "us U-I4 at 0702 attack")
    table.order("su", Move(unit="S-I1", path=("0701", "0801")), to("0902"), Done())
    assert table.unit("S-I1").hex != "0801"
    resolved(table)
    assert breakdown(table)["NDC-ATM-05"] == 2


def test_an_earlier_combat_of_the_segment_does_not_change_a_total():
    """The riflemen are thrown back from the hex by which they helped the tanks, who were totalled before."""
    table = battle("su S-I1 at 0801 attack leadership 0", more_dice={"NDC-RES-13": [1, 5]})
    table.order("su", to("0902", unit="S-I1", type="probe"), to("0902"), Done())
    totals = [report.attack.total for report in table.told("us", AttackDeclared)]
    resolved(table)
    assert [sheet(table, n).total for n in (1, 2)] == totals
    assert sheet(table, 2).lines["NDC-ATM-05"] == 2


def test_the_defender_answers_and_both_are_told_alike():
    table = answer(attack(battle()), fire=3)
    resolved(table)
    assert result(table, "us") == result(table, "su")
    assert result(table, "su").fire == 3


def test_air_points_named_for_a_barrage_in_fog_are_refused_with_the_weather_as_the_reason():
    table = stock(battle(weather=("fog",)), "su", air=4)
    order = DeclareGroundCombat(unit="S-A1", target="0902", type="probe", barrage=1, hqs=("air",))
    assert table.refused("su", order).reason == "In this weather (fog) air points give no CSPs."
