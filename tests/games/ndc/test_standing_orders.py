"""Standing orders by lines: what they answer, and that all that is asked in the enemy's turn can be answered so.

The tank battalion S-A1 assaults U-I1 in 0902 with a total of 20; see `fighting`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from service.engine.orders import Done, Order
from service.engine.outline import Heading, walk
from service.engine.reports import OrdersAccepted
from service.engine.seats import NON_PHASING
from service.games.ndc.game import NDC
from service.games.ndc.known.lines import (
    MOST_AVOIDED,
    MOST_LINES,
    AddAttackLine,
    AddRetreatLine,
    DropStandingLine,
    MoveStandingLine,
    SetStandingOrders,
)
from service.games.ndc.known.standing import AttackLine, RetreatLine, StandingLines
from service.games.ndc.sections.answers import ANSWERED, answer
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat
from service.games.ndc.sections.defence import Defend, Retreat, StandFast
from service.matches import order_forms
from service.store.codec import Codec
from tests.games.ndc.fighting import HQS, attack, battle, leaving, result, sheet, stock
from tests.positions import Table, position

GUIDE = Path(__file__).parents[3] / "docs" / "standing-orders.md"
ONE_HEX: dict[str, Any] = {"attacker": "leadership 5", "die": 7}
TWO_HEXES: dict[str, Any] = {"attacker": "leadership 12", "die": 9}


def fired(line: AddAttackLine, type: str = "assault", **given: Any) -> int:
    """How many CSPs fall on the tanks by this line alone."""
    return result(attack(leaving(battle(**given), line), type), "su").fire


# ---- attacks


def test_of_the_lines_that_fit_the_first_acts():
    """On any assault with a total of 10 or more: 2 CSPs and an EW attack; on whatever else: 5."""
    strong = AddAttackLine(type="assault", his_total=10, fire=2, ew=1)
    table = leaving(stock(battle(), "us", ew_points=20), strong, AddAttackLine(fire=5))
    attack(table)
    assert (result(table, "su").fire, sheet(table).fire_ew) == (2, 1)
    assert result(attack(leaving(battle(), strong, AddAttackLine(fire=5)), "probe"), "su").fire == 5
    turned = leaving(battle(), strong, AddAttackLine(fire=5), MoveStandingLine(list="attacks", number=2, to=1))
    assert result(attack(turned), "su").fire == 5


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ({"type": "probe"}, False), ({"hex": "0902"}, True), ({"hex": "0903"}, False), ({"unit": "U-I1"}, True),
        ({"unit": "U-1B"}, False), ({"unit_type": "infantry"}, True), ({"unit_type": "HQ"}, False),
        ({"mode": "defend"}, True), ({"mode": "dug-in"}, False), ({"to_most": 3}, False), ({"to_least": 4}, True),
        ({"his_total": 20}, True), ({"his_total": 21}, False), ({"his_barrage": 1}, False), ({"his_ew": 1}, False),
        ({"his_superiority": 1}, False), ({"his_jamming": 1}, False), ({"his_chemical": True}, False),
    ],
)  # fmt: skip
def test_a_line_fits_what_he_declared_and_what_stands_there(line: dict[str, Any], fits: bool):
    assert fired(AddAttackLine(**line, fire=3)) == (3 if fits else 0)


def test_a_line_may_wait_for_his_barrage_or_his_jamming():
    heavy = leaving(battle(), AddAttackLine(his_barrage=3, fire=4))
    assert result(attack(heavy, barrage=3), "su").fire == 4
    jammed = leaving(battle(attacker="ew 1"), AddAttackLine(his_jamming=1, fire=4))
    assert result(attack(jammed), "su").fire == 4


def test_a_line_that_orders_nothing_keeps_the_others_from_acting():
    quiet = leaving(battle(), AddAttackLine(hex="0902"), SetStandingOrders(fire=4))
    assert result(attack(quiet), "su").fire == 0
    otherwise = leaving(battle(), AddAttackLine(hex="0903"), SetStandingOrders(fire=4))
    assert result(attack(otherwise), "su").fire == 4


def test_no_standing_answer_spends_the_csps_to_keep():
    whole = battle().picture("us")
    table = leaving(battle(), AddAttackLine(fire=8), SetStandingOrders(keep_csps=5))
    before = sum(whole.account.support_used.values())
    attack(table)
    kept = leaving(battle(), AddAttackLine(fire=8), SetStandingOrders(keep_csps=99))
    assert result(attack(kept), "su").fire == 0
    assert before == 0 < result(table, "su").fire < 8


def test_standing_answers_jam_no_more_than_was_said_in_a_phase():
    """Two assaults; the first is answered with two EW attacks, and one is left for the second."""
    table = stock(battle("su S-I1 at 0803 attack", "us U-I2 at 0903 defend"), "us", ew_points=40)
    leaving(table, AddAttackLine(ew=2), SetStandingOrders(most_ew=3))
    orders = [
        DeclareGroundCombat(unit=unit, target=hex, type="assault") for unit, hex in (("S-A1", "0902"), ("S-I1", "0903"))
    ]
    table.order("su", *orders).done("su")
    assert [sheet(table, number).fire_ew for number in (1, 2)] == [2, 1]
    assert table.truth.accounts["US"].ew_attacks == 3
    assert table.picture("us").account == table.truth.accounts["US"]


def test_chemicals_fall_only_where_they_are_released_and_the_fire_is_heavy_enough():
    least = battle().truth.tables.chemical.csps_at_least
    for released, fire, fell in ((True, least, True), (False, least, False), (True, least - 1, False)):
        table = stock(battle(), "us", released=released)
        attack(leaving(table, AddAttackLine(fire=fire, chemical=True, persistent=True)))
        assert (sheet(table).fire_chemical, sheet(table).fire_persistent) == (fell, fell)
        assert result(table, "su").fire == fire


def test_what_is_answered_for_a_side_stands_in_its_log_as_such():
    table = leaving(battle(), AddAttackLine(fire=2))
    attack(table)
    said = [report for report in table.told("us", OrdersAccepted) if report.answered_for]
    assert Defend(fire=2) in said[0].orders
    assert not any(report.answered_for for report in table.told("su", OrdersAccepted))
    assert table.refolds()


# ---- retreats


def retreated(*orders: Order, more: tuple[str, ...] = (), **given: Any) -> str | None:
    """Where U-I1 stands after the assault."""
    table = leaving(battle(*more, **{**ONE_HEX, **given}), *orders)
    attack(table)
    assert table.refolds()
    return table.unit("U-I1").hex


def test_it_goes_where_its_line_says():
    """0901, 1001 and 1002 are open to it; a staff known in 1103 makes 0901 the rules' own choice."""
    staff = ("su S-2R at 1103 deployed level 3",)
    assert retreated(more=staff) == "0901"
    assert retreated(AddRetreatLine(to="hex", hex="1104"), more=staff) == "1002"
    assert retreated(AddRetreatLine(to="hq"), more=staff) in ("1001", "1002")
    assert retreated(AddRetreatLine(avoid=("0901",)), more=staff) == "1001"
    assert retreated(AddRetreatLine(avoid=("0901", "1001", "1002")), more=staff) == "0901"


def test_a_line_leads_over_every_hex_of_a_retreat():
    table = leaving(battle(**TWO_HEXES), AddRetreatLine(to="hex", hex="1104"))
    attack(table)
    assert sheet(table).paths["U-I1"] == ("1002", "1103")


def test_the_first_line_for_the_unit_says_whether_it_stands_fast():
    dug_in: dict[str, Any] = {"defender": "dug-in", "attacker": "leadership 8", "die": 7}
    everybody, this_one = AddRetreatLine(stand_fast=True), AddRetreatLine(unit="U-I1", to="hq")
    assert retreated(everybody, **dug_in) == "0902"
    assert retreated(everybody, AddRetreatLine(unit="U-I1", to="hq", number=1), **dug_in) != "0902"
    assert retreated(this_one, SetStandingOrders(stand_fast=True), **dug_in) != "0902"
    assert retreated(AddRetreatLine(unit="U-1B"), SetStandingOrders(stand_fast=True), **dug_in) == "0902"


def test_displacement_by_fire_has_lines_of_its_own():
    """The brigade's staff is driven out of 0902 by counter-battery fire, known enemies being far away."""

    def displaced(line: Order) -> str | None:
        table = position(
            "su S-1R at 0602 deployed", "us U-1B at 0902 deployed level 2", "us U-DIV at 1302 deployed", phasing="su",
            by_purpose={"NDC-CBF-08 counter-battery fire": [6], "NDC-RES-11": [1]},
        )  # fmt: skip
        leaving(table, line).order("su", CounterBattery(target="0902", csps=3), Done())
        return table.unit("U-1B").hex

    assert displaced(AddRetreatLine(why="displace", to="hex", hex="0903")) == "0903"
    assert displaced(AddRetreatLine(why="displace", to="hq")) == "1001"
    assert displaced(AddRetreatLine(why="retreat", to="hex", hex="0903")) != "0903"


# ---- everything that is asked


def test_all_that_the_non_phasing_side_is_asked_can_be_answered_by_standing_orders():
    asked = {order for heading in walk(NDC.outline) if heading.by == NON_PHASING for order in heading.orders}
    assert asked == set(ANSWERED)


def test_each_kind_of_question_has_met_an_answer():
    met: set[type[Order]] = set()
    scenes: list[tuple[Table, Order]] = [
        (battle(**ONE_HEX), AddRetreatLine(to="hq")),
        (battle(defender="dug-in", attacker="leadership 8", die=7), AddRetreatLine(stand_fast=True)),
        (battle(), AddAttackLine(fire=1)),
    ]
    for table, line in scenes:
        attack(leaving(table, line))
        met |= {type(order) for said in table.told("us", OrdersAccepted) if said.answered_for for order in said.orders}
    assert met >= {Defend, StandFast, Retreat}


def test_nothing_is_answered_where_nothing_is_asked():
    table = battle().order("us", AddAttackLine(fire=1), AddRetreatLine(to="hq"))
    for heading in walk(NDC.outline):
        assert answer(table.picture("us"), heading) == []
    assert answer(table.picture("us"), Heading("Nothing")) == []


# ---- writing them


def test_lines_are_added_moved_and_dropped():
    table = battle().order("us", *(AddAttackLine(fire=fire) for fire in (1, 2, 3)))
    table.order("us", AddAttackLine(fire=4, number=2), MoveStandingLine(list="attacks", number=4, to=1))
    assert [line.fire for line in table.picture("us").standing.attacks] == [3, 1, 4, 2]
    table.order("us", DropStandingLine(list="attacks", number=2), SetStandingOrders(keep_csps=3))
    assert table.picture("us").standing.attacks == tuple(AttackLine(fire=fire) for fire in (3, 4, 2))
    table.order("us", DropStandingLine(list="attacks", number=0), AddRetreatLine(unit="U-I1", to="hq"))
    assert table.picture("us").standing.attacks == ()
    assert table.picture("us").standing.retreats == (RetreatLine(unit="U-I1", to="hq"),)
    assert table.picture("su").standing.retreats == ()
    assert table.refolds()


def test_the_commanders_part_is_read_as_pictures_and_logs_of_before_call_it():
    """Both called it `commander`, where an order to defend says `command`."""
    codec = Codec(NDC)
    assert codec.to_orders('[{"kind": "set-standing-orders", "commander": true}]') == [SetStandingOrders(command=True)]
    picture = json.loads(codec.picture(battle().picture("us")))
    picture["standing"] = {"fire": 2, "commander": True, "attacks": [{"fire": 1}]}
    read = codec.to_picture(json.dumps(picture)).standing
    assert read == StandingLines(fire=2, command=True, attacks=(AttackLine(fire=1),))


def test_a_line_s_number_and_list_are_read_as_logs_of_before_call_them():
    """A `place` among the `lines` of a list: in logs and on sheets alike."""
    codec = Codec(NDC)
    before = [
        {"kind": "add-retreat-line", "to": "hq", "place": 1},
        {"kind": "move-standing-line", "lines": "attacks", "place": 2, "to": 1},
        {"kind": "drop-standing-line", "lines": "retreats", "place": 0},
    ]
    assert codec.to_orders(json.dumps(before)) == [
        AddRetreatLine(to="hq", number=1), MoveStandingLine(list="attacks", number=2, to=1),
        DropStandingLine(list="retreats", number=0),
    ]  # fmt: skip
    [read] = codec.to_telling(json.dumps({"kind": "orders-accepted", "orders": before[2:]})).report.orders
    assert read == DropStandingLine(list="retreats", number=0)


def test_the_list_that_the_documentation_shows_is_accepted():
    """As it comes over the wire, and once more on top of itself."""
    shown, *_ = re.findall(r"```json\n(.*?)```", GUIDE.read_text("utf-8"), re.S)
    table = battle()
    for _ in range(2):
        table.order("us", *order_forms(NDC).read(shown))
    standing = table.picture("us").standing
    assert [line.fire for line in standing.attacks] == [2, 4]
    assert (standing.fire, standing.keep_csps, standing.most_ew, len(standing.retreats)) == (1, 4, 2, 2)


def test_what_cannot_be_meant_is_refused():
    table = position("us U-I1 at 0902 defend", "su S-A1 at 0802 attack level 4", *HQS, phasing="us")
    many = tuple(f"{column:02}{row:02}" for column in range(5, 9) for row in range(1, 5))
    for order, reason in (
        (AddAttackLine(unit="S-A1"), "no unit 'S-A1'"), (AddAttackLine(unit="\u202eU-I1\U0001f469"), "no unit"),
        (AddAttackLine(hex="9999"), "no hex '9999'"), (AddAttackLine(fire=9), "8 CSPs"), (AddAttackLine(ew=-1), "3 EW"),
        (AddAttackLine(to_least=3, to_most=2), "you named 3 to 2"), (AddAttackLine(his_total=10**15), "from 0 to 99"),
        (AddAttackLine(his_ew=-1), "The enemy's EW attacks at least: a number"),
        (AddAttackLine(number=2), "a number from 1 to 1"),
        (AddAttackLine(number=-1), "a number from 1 to 1"), (AddRetreatLine(to="hex"), "Name a hex"),
        (AddRetreatLine(hex="1001"), "Name a hex"), (AddRetreatLine(avoid=("1001", "1001")), "twice"),
        (AddRetreatLine(avoid=many), f"at most {MOST_AVOIDED}"), (AddRetreatLine(avoid=("ü",)), "no hex"),
        (SetStandingOrders(keep_csps=-1), "from 0 to 99"), (SetStandingOrders(most_ew=100), "from 0 to 99"),
        (MoveStandingLine(list="attacks", number=1, to=1), "no line 1"),
        (DropStandingLine(list="retreats", number=-1), "no line -1"),
    ):  # fmt: skip
        assert reason in table.refused("us", order).reason, order
    table.order("us", *(AddAttackLine() for _ in range(MOST_LINES)))
    assert "drop one" in table.refused("us", AddAttackLine()).reason
    assert table.options("us", "add-attack-line") == []


def test_an_enemy_id_is_refused_like_one_that_does_not_exist():
    table = battle()
    enemy, nobody = (table.refused("us", AddRetreatLine(unit=unit)).reason for unit in ("S-A1", "S-ZZ"))
    assert enemy.replace("S-A1", "") == nobody.replace("S-ZZ", "")
