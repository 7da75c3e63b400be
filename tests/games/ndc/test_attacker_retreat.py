"""An attacker goes back by the list of three descriptions (NDC-RET-01 to 05).

An abort drives them one hex back. From the clear hex 0802 no road leads away; 0703 lies straight behind.
"""

from __future__ import annotations

import pytest

from service.games.ndc.known.reports import EnemyLost
from service.games.ndc.printed.units import Marker
from tests.games.ndc.fighting import attack, battle, resolved, result, sheet, stock
from tests.positions import Table, position

ABORT = {"attacker": "leadership 0 level 4", "die": 1}
FAR = ("su S-1R at 0402 deployed", "su S-DIV at 0302 deployed")


def thrown_back(*units: str, **dice: list[int]) -> Table:
    """The tanks abort their attack from 0802 on 0902."""
    return resolved(
        attack(battle(*units, hqs=FAR, more_dice={"NDC-RES-13": [1], **dice}, attacker="level 4 fatigue 3"))
    )


def on_the_road(*units: str, faces: tuple[int, ...] = (2,)) -> Table:
    """Riflemen in 0804, on the road from 0104 to 2004, abort their attack on the town 0904."""
    return resolved(
        attack(
            position(
                "su S-I1 at 0804 attack level 4 fatigue 3", "us U-I1 at 0904 dug-in", *units, phasing="su",
                by_purpose={"NDC-RES-13": [1], "NDC-RET-05": list(faces)},
            ),
            unit="S-I1", target="0904",
        )
    )  # fmt: skip


@pytest.mark.rule("NDC-RET-01", "NDC-RET-03")
def test_without_a_road_he_goes_straight_away_from_the_defender():
    table = thrown_back()
    assert result(table, "su").outcome == "abort"
    assert table.unit("S-A1").hex == "0703"
    assert table.rolls("NDC-RET-05") == []
    controlled = thrown_back("us U-A1 at 0603 attack", "us U-A2 at 0804 attack")
    assert controlled.unit("S-A1").hex == "0702", "0703 and 0803 are under control"


@pytest.mark.rule("NDC-RET-01", "NDC-RET-02")
def test_a_road_comes_before_the_way_straight_back_unless_the_enemy_controls_it():
    """Behind 0804 lies 0705; the road goes west to 0704, which a hidden battalion in 0603 controls."""
    assert on_the_road().unit("S-I1").hex == "0704"
    assert on_the_road("us U-A1 at 0603 attack").unit("S-I1").hex == "0705"


@pytest.mark.rule("NDC-RET-04")
def test_with_the_way_straight_back_under_control_any_other_free_hex_is_taken():
    """0703 and 0803 are under control, and the hexes beside the defender; 0702 remains."""
    table = thrown_back("us U-A1 at 0603 attack", "us U-A2 at 0804 attack")
    assert table.unit("S-A1").hex == "0702"


def test_a_hex_under_enemy_control_is_never_used():
    """Battalions in 0602 and 0804 control everything behind them: they stay, with their loss of two."""
    table = thrown_back("us U-A1 at 0602 attack", "us U-A2 at 0804 attack")
    assert table.unit("S-A1").hex == "0802"
    assert table.unit("S-A1").to == 2
    assert result(table, "su").attacker_path == ()


@pytest.mark.parametrize(("unit", "hex"), [("S-I1", "1202"), ("S-A1", "1302")])
def test_only_who_may_cross_it_goes_back_over_an_unbridged_major_river(unit: str, hex: str):
    """Behind 1303 flows the Erle: riflemen swim straight back, tanks go along the bank."""
    table = position(
        f"su {unit} at 1303 attack level 4 fatigue 3", "us U-I1 at 1403 dug-in", by_purpose={"NDC-RES-13": [1]}
    )
    assert resolved(attack(table, unit=unit, target="1403")).unit(unit).hex == hex


def test_a_hex_with_any_unit_in_it_is_not_used():
    """The regiment's own staff in 0703 bars the way."""
    table = thrown_back("su S-2R at 0703 deployed")
    assert table.unit("S-A1").hex in ("0702", "0803")


@pytest.mark.rule("NDC-RET-05")
@pytest.mark.parametrize(("face", "hex"), [(1, "0702"), (2, "0803")])
def test_among_several_fitting_hexes_the_dice_choose(face: int, hex: str):
    """With 0703 taken, 0702 and 0803 fit the third description."""
    table = thrown_back("su S-2R at 0703 deployed", **{"NDC-RET-05": [face]})
    assert table.unit("S-A1").hex == hex
    [roll] = table.rolls("NDC-RET-05")
    assert not roll.public
    assert "S-A1" not in roll.purpose


@pytest.mark.rule("NDC-RET-05", "NDC-RET-02")
@pytest.mark.parametrize(("face", "hex"), [(1, "0204"), (3, "0404")])
def test_among_several_road_hexes_too(face: int, hex: str):
    """Three roads lead from the crossroads 0304 away from the defender in 0303."""
    table = position(
        "su S-I1 at 0304 attack level 4 fatigue 3", "us U-I1 at 0303 dug-in", phasing="su",
        by_purpose={"NDC-RES-13": [1], "NDC-RET-05": [face]},
    )  # fmt: skip
    resolved(attack(table, unit="S-I1", target="0303"))
    assert table.unit("S-I1").hex == hex


def test_off_the_line_any_hex_farther_from_the_defender_leads_away_from_him():
    """The road goes round a corner and is then taken by a staff: from 0704, no line to 0904, only 0603 is farther."""
    table = position(
        "su S-I1 at 0804 attack", "us U-I1 at 0904 dug-in", "su S-2R at 0604 deployed",
        by_purpose={"NDC-RES-13": [9], "NDC-RET-05": [2]},
    )  # fmt: skip
    resolved(attack(table, "probe", unit="S-I1", target="0904"))
    assert result(table, "su").attacker_path == ("0704", "0603")
    assert table.rolls("NDC-RET-05") == []


@pytest.mark.rule("NDC-RET-01", "NDC-RET-03")
def test_the_second_hex_is_measured_through_the_first():
    """A probe with a loss of two goes two hexes, both on the line from 0902: 0703 and 0603."""
    table = resolved(attack(battle(hqs=FAR, attacker="level 2 fatigue 2 leadership 0", die=2), "probe"))
    assert sheet(table).attacker_loss == 0
    assert sheet(table).attacker_path == ("0703", "0603")


def test_a_seen_attacker_is_followed_on_his_way_back():
    """At level 2 they are the same contact before, after, and in the letter that follows."""
    table = battle(hqs=FAR, attacker="level 2 fatigue 3 leadership 0", die=1)
    [seen] = table.contacts_at("us", "0802")
    resolved(attack(table))
    assert [contact.handle for contact in table.contacts_at("us", "0703")] == [seen.handle]
    table.done("su")
    assert [(c.handle, c.known) for c in table.contacts_at("us", "0703")] == [(seen.handle, True)]


def test_nobody_is_asked_and_both_are_told():
    table = attack(battle(hqs=FAR, attacker="level 4 fatigue 3", die=1))
    assert table.heading == "send-the-results"
    resolved(table)
    assert result(table, "us").attacker_path == result(table, "su").attacker_path == ("0703",)
    assert len(table.contacts_at("us", "0703")) == 1


@pytest.mark.parametrize(("level", "told"), [(1, [True]), (0, [])])
def test_a_seen_attacker_who_ends_in_gas_on_his_way_back_is_told_of(level: int, told: list[bool]):
    """Parent 3.7: an end is told like any T/O loss, so not of a battalion at level None. It has 3 levels: two go with
    the abort, the last in the gas that lies behind it."""
    table = battle(hqs=FAR, more_dice={"NDC-RES-13": [1], "NDC-GCD-08": [2]}, attacker=f"level {level} to 3 fatigue 3")
    for there in (table.truth, *table.truth.pictures.values()):
        there.markers = [Marker(kind="gas", hex="0703", side="US")]
    resolved(attack(table))
    assert "S-A1" not in table.truth.units
    assert result(table, "us").attacker_path == ("0703",)
    assert [report.eliminated for report in table.told("us", EnemyLost)] == told
    assert len(table.contacts_at("us", "0703")) == 1 - len(told)


@pytest.mark.parametrize(("die", "hit"), [(2, 2), (3, 0)])
def test_a_division_commander_may_be_hit_where_gas_costs_his_retreating_battalion_a_level(die: int, hit: int):
    """The second roll, after that for the abort's own loss."""
    dice = {"NDC-RES-13": [1], "NDC-GCD-08": [2], "NDC-ATM-10 division commander of Soviet under fire": [6, die]}
    table = stock(battle(hqs=FAR, more_dice=dice, attacker="level 1 fatigue 3"), "su", commander="S-A1")
    for there in (table.truth, *table.truth.pictures.values()):
        there.markers = [Marker(kind="gas", hex="0703", side="US")]
    resolved(attack(table))
    assert table.unit("S-A1").to == 1
    assert table.truth.accounts["Soviet"].commander_hit == hit
