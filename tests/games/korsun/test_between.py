"""What one thing does to the next: combat after combat, retreats into attacked hexes, supply that fails (12, 13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine.attendance import Attend
from service.engine.orders import Done
from service.games.korsun.known.lines import AddDemolitionLine
from service.games.korsun.known.reports import CombatFought, Thrown
from service.games.korsun.known.standing import DemolitionLine, InterceptLine
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.breakthrough import (
    AttackByBreakthrough,
    AttackFromReserve,
    BreakThrough,
    MoveReserve,
    SecondAttack,
    WithdrawByNight,
)
from service.games.korsun.sections.closing_plans import PlanClosing, PlanWork
from service.games.korsun.sections.conversions import RebuildFromCadres
from service.games.korsun.sections.movement import Move
from service.games.korsun.sections.reserves import DeclareReserve
from service.games.korsun.sections.support import CommitEngineers, FireArtillery, FlyInDefense, PaySupply
from tests.games.korsun.table import Table, position
from tests.games.korsun.test_combat import attack, combat, resolved

STORM = ("42 at 0610", "22GTB at 0610", "20GTB at 0611")
"""They come at 0711 by 2:1, and by combined arms and armor at 4:1."""


def all_fought(table: Table) -> list[CombatFought]:
    return table.done_until("d-breakthrough-segment").told("so", CombatFought)


def test_two_planned_attacks_share_the_point_and_the_guns_in_their_order():
    """One point and one piece: the first has the point and Full ammunition, the second none and Low."""
    table = combat(
        "42 at 0610", "1127 at 0607", "DG332 at 0711", "DG255 at 0708", "ART480 at 0509", "marker 27A at 0509 sp 1",
        by_purpose={"KOR-CBT-32": [1, 1]},
    )  # fmt: skip
    for hex, unit in (("0711", "42"), ("0708", "1127")):
        attack(table, "so", hex, unit, planned=True, artillery=("ART480",))
    first, second = all_fought(table.done("so"))
    assert [(one.attack, one.shifts["artillery"]) for one in (first, second)] == [("4", 1), ("2", 0)]
    assert table.unit("ART480").ammo == 0 and table.truth.sdms["27A"].sp == 0


def test_who_retreats_into_a_hex_under_attack_defends_there_too():
    """DG332, disorganized, falls back on R245 in Lysa: 9 for it, and 3 for who has come."""
    table = combat(
        *STORM, "1129 at 0810", "DG332 at 0711", "R245 at 0811", "marker XXXXII at 0811",
        by_purpose={"KOR-CBT-32": [4, 1]},
    )  # fmt: skip
    attack(table, "so", "0711", "42", "22GTB", "20GTB", planned=True, supported=())
    attack(table, "so", "0811", "1129", planned=True, supported=())
    first, second = all_fought(table.done("so"))
    assert (first.result, first.retreated, table.unit("DG332").lost) == ("-/1DR1", ("DG332",), 1)
    assert second.defense == "12"


@pytest.mark.parametrize(("beside", "lost", "hex"), [((), 1, "0811"), (("1129 at 0810",), 2, "0711")])
def test_a_hex_of_retreat_that_cannot_be_made_costs_a_step(beside: tuple[str, ...], lost: int, hex: str):
    table = combat(*STORM, *beside, "DG332 at 0711", "marker XXXXII at 0811", by_purpose={"KOR-CBT-32": [4]})
    came = resolved(attack(table, "so", "0711", "42", "22GTB", "20GTB", planned=True, supported=()))
    assert came.result == "-/1DR1" and (table.unit("DG332").lost, table.unit("DG332").hex) == (lost, hex)


@pytest.mark.rule("KOR-CBT-28")
@pytest.mark.parametrize(("declared", "loses"), [((), "204"), (("ENG27",), "ENG27")])
def test_the_first_step_lost_is_a_declared_engineers(declared: tuple[str, ...], loses: str):
    table = combat("ENG27 at 1711", "204 at 1711", "STUG905 at 1712", by_purpose={"KOR-CBT-32": [1]})
    attack(table, "so", "1712", "ENG27", "204", planned=True, supported=(), engineers=declared)
    assert resolved(table).losses == {loses: 1}
    dice = {"KOR-CBT-31": [1] * 4, "KOR-CBT-32": [6]}
    defense = combat("ENG27 at 1711", "204 at 1711", "11PZ at 1712", "16PZ at 1712", turn="F", by_purpose=dice)
    attack(defense, "ge", "1711", "11PZ", "16PZ", planned=True, supported=()).done_until("the-defender-s-engineers")
    defense.order("so", *[CommitEngineers(units=declared)] * bool(declared), Done())
    assert resolved(defense).losses == {loses: 1}


@pytest.mark.rule("KOR-CBT-21")
def test_all_shifts_together_are_limited_to_four_and_the_column_is_bounded_once():
    """Three columns for 18 points of artillery, two for air missions and one for OOS2, less one for the hill: four."""
    table = combat(
        "204 at 1912", "R544 at 1811 oos2", *(f"AB{n} at 2012" for n in (1, 2, 3)), by_purpose={"KOR-CBT-32": [1]},
        soviet={"missions": {"1UF": 0, "2UF": 2}},
    )  # fmt: skip
    guns = ("AB1", "AB2", "AB3")
    came = resolved(attack(table, "so", "1811", "204", planned=True, supported=(), artillery=guns, missions=2))
    names = list(table.truth.tables.combat.columns)
    assert (came.shifts["artillery"], came.shifts["air"], sum(came.shifts.values()), came.applied) == (3, 2, 5, 4)
    assert names.index(came.final) - names.index(came.initial) == 4


def test_oos2_shortens_the_march_and_leaves_a_zone_of_influence_alone():
    """16PZ has 12 points: 8 as OOS1, 3 as OOS2. An enemy that is OOS2 stops nobody."""
    most = {}
    for state in ("", "oos1", "oos2"):
        table = position(f"16PZ at 1014 {state}", "21 at 0107", heading="F movement", scenario="korsun-full", turn=10)
        most[state] = max(way.cost for way in table.ways("ge", "16PZ"))
    assert most == {"": 12, "oos1": 8, "oos2": 3}
    ends = {}
    for state in ("", "oos2"):
        table = position("20GTB at 0606", f"DG255 at 0708 {state}", heading="E movement", scenario="korsun-intro")
        ends[state] = table.order("so", Move(units=("20GTB",), path=("0707", "0806"))).unit("20GTB").hex
    assert ends == {"": "0707", "oos2": "0806"}


@pytest.mark.rule("KOR-CBT-12")
@pytest.mark.parametrize(("state", "fires"), [("oos1", True), ("oos2", False)])
def test_a_piece_that_is_oos2_cannot_fire(state: str, fires: bool):
    table = attack(combat("42 at 0610", "DG332 at 0711", f"ART188 at 0709 {state}"), "so", "0711", "42", planned=True)
    table.done("so").done_until("defender-artillery")
    if fires:
        table.order("ge", FireArtillery(units=("ART188",)))
    else:
        assert table.refused("ge", FireArtillery(units=("ART188",))).rule == "KOR-CBT-12"


def test_a_reserve_is_hidden_until_it_moves():
    table = position("22GTB at 1013", "34R at 1114", "marker 6TA at 1213 sp 3", heading="E reserves")
    far = position("22GTB at 1012", "34R at 1114", "marker 6TA at 1213 sp 3", heading="E reserves")
    before = len(far.logs["German"])
    far.order("so", DeclareReserve(units=("22GTB",)))
    assert far.unit("22GTB").reserve and len(far.logs["German"]) == before
    assert table.refused("so", DeclareReserve(units=("22GTB",))).rule == "KOR-SMV-02"  # in a zone of control


def test_two_cadres_rebuild_a_unit_at_one_step_next_to_its_marker():
    """It costs both cadres and a point; what was lost for victory stays lost."""
    table = position(
        "DG112 at 0904", "21 at 0107", "marker XXXXVII at 1616 sp 3", heading="F replacements", scenario="korsun-full",
        turn=10, german={"cadres": {"XXXXVII": ["110PG", "66PG"]}, "points": {"XXXXVII": 1}},
    )  # fmt: skip
    order = RebuildFromCadres(unit="110PG", other="66PG", hex="1615")
    assert table.refused("ge", RebuildFromCadres(unit="110PG", other="66PG", hex="1616")).rule == "KOR-GRR-06"
    assert table.refused("ge", RebuildFromCadres(unit="110PG", other="111PG", hex="1615")).rule == "KOR-GRR-06"
    points = table.truth.stores["German"].points["XXXXVII"]
    table.order("ge", order)
    stores = table.picture("ge").stores
    assert (table.unit("110PG").hex, table.unit("110PG").lost) == ("1615", 2)
    assert stores.cadres["XXXXVII"] == [] and stores.points["XXXXVII"] == points - 1


def test_nobody_blows_a_bridge_against_reserves_that_move():
    table = position(
        "9MB at 0811 reserve", "PI16 at 0914", "DG112 at 0907", heading="E breakthrough",
        by_purpose={"KOR-SMV-10": [6]},
    )  # fmt: skip
    table.picture("ge").standing.demolitions = [DemolitionLine()]
    table.done_until("e-reserve-movement-segment")
    table.order("so", MoveReserve(units=("9MB",), path=("0812",)))
    assert table.unit("9MB").hex == "0812" and "0812-0813" in table.truth.public.bridges


@pytest.mark.parametrize(("die", "tries"), [(3, 1), (6, 0)])
def test_an_overrun_changes_what_another_units_standing_line_says(die: int, tries: int):
    """The bridge is spared as long as the alarm unit holds out beyond it, and blown against the next who comes."""
    table = position(
        "20GTB at 0709", "42 at 0811", "AL1 at 0710", "PI16 at 0814", heading="E movement", scenario="korsun-intro",
        turn=9, by_purpose={"KOR-SMV-07": [die], "KOR-SMV-10": [6]},
    )  # fmt: skip
    table.order("ge", AddDemolitionLine(bridge="0812-0813", beyond=True))
    table.order("so", Move(units=("20GTB",), path=("0710",)), Move(units=("42",), path=("0812",)))
    assert len(table.rolls("KOR-SMV-10")) == tries
    assert ("0812-0813" in table.truth.public.bridges) is not bool(tries)


@pytest.mark.parametrize(("beaten", "throws"), [(False, 1), (True, 0)])
def test_a_unit_that_was_beaten_does_not_intercept_as_its_line_says(beaten: bool, throws: int):
    """Disorganized by an attack in the Soviet combat phase, it lets the next move pass."""
    state = "disorganized" if beaten else ""
    table = position(f"16PZ at 0909 {state}", "42 at 0710", heading="E movement", scenario="korsun-intro", turn=9)
    table.picture("ge").standing.intercepts = [InterceptLine(unit="16PZ")]
    table.order("so", Move(units=("42",), path=("0809",)))
    assert len(table.rolls("KOR-SMV-09")) == throws


def test_a_mission_flown_in_one_combat_is_not_there_for_the_next():
    table = combat("42 at 0610", "1127 at 0607", "DG332 at 0711", "DG255 at 0708", german={"missions": {"German": 1}},
                   by_purpose={"KOR-CBT-32": [1, 1]})  # fmt: skip
    for hex, unit in (("0711", "42"), ("0708", "1127")):
        attack(table, "so", hex, unit, planned=True)
    table.done("so").done_until("combat-air-support-of-the-defender").order("ge", FlyInDefense(missions=1), Done())
    assert resolved(table).shifts["air"] == -1
    table.done_until("combat-air-support-of-the-defender")
    assert table.refused("ge", FlyInDefense(missions=1)).rule == "KOR-CBT-10"
    assert resolved(table).shifts["air"] == 0


def test_strengths_are_changed_by_factors_and_columns_by_shifts_and_neither_does_the_others_work():
    """Unsupported, in a zone of control, regrouping, in a town: no shift comes of any of it."""
    table = combat("86 at 0810", "21 at 0711 regroup", "R245 at 0811", "DG332 at 0910", by_purpose={"KOR-CBT-32": [1]})
    came = resolved(attack(table, "so", "0811", "86", "21", planned=True, supported=()))
    assert (came.attack, came.defense) == ("2", "9") and not any(came.shifts.values())


@pytest.mark.parametrize(
    ("unit", "marked"), [("22GTB", True), ("1458SU", True), ("9MB", True), ("42", False), ("ENG180", False)]
)
def test_a_breakthrough_marker_is_for_who_advances_and_can_go_on(unit: str, marked: bool):
    """Tanks, assault guns and mechanized infantry; who attacked and did not advance has none."""
    units = dict.fromkeys(("22GTB", "233TB", "42", unit))
    table = position(
        *(f"{id} at {hex}" for id, hex in zip(units, ("1110", "1110", "1210", "1210"), strict=False)), "34R at 1111",
        heading="E combat", by_purpose={"KOR-CBT-32": [6]},
    )  # fmt: skip
    came = resolved(attack(table, "so", "1111", *units, planned=True, supported=(), advance=(unit,)))
    assert came.result.endswith("B") and came.advanced == (unit,)
    assert [id for id, one in table.truth.units.items() if one.breakthrough] == ([unit] if marked else [])


@pytest.mark.rule("KOR-CBT-11")
def test_a_planned_piece_that_cannot_fire_when_the_combat_comes_is_passed_over():
    """ART480 has one shot, spent in the first; the others bear No Fire, have none left, or stand too far off."""
    guns = ("ART480 at 0509 low", "AB1 at 0511 nofire 1", "AB2 at 0511 out", "AB3 at 2111")
    things = ("42 at 0610", "1127 at 0607", "DG332 at 0711", "DG255 at 0708", *guns)
    table = combat(*things, by_purpose={"KOR-CBT-32": [1, 1]})
    named = ("ART480", "AB1", "AB2", "AB3")
    attack(table, "so", "0711", "42", planned=True, artillery=named)
    attack(table, "so", "0708", "1127", planned=True, artillery=named)
    resolved(table)
    resolved(table)
    assert [one.points.get("Soviet", 0) for one in table.truth.attacks] == [2, 0]
    assert [table.unit(id).ammo for id in named] == [0, 2, 0, 2]


@pytest.mark.rule("KOR-GCB-05")
def test_a_unit_that_fought_by_breakthrough_does_not_withdraw_by_night():
    things = ("16PZ at 0813 breakthrough", "STUG905 at 0813", "42 at 0913")
    table = position(*things, heading="F breakthrough", scenario="korsun-intro", by_purpose={"KOR-CBT-32": [3]})
    table.order("ge", AttackByBreakthrough(hex="0913", units=("16PZ",))).done_until("g-night-withdrawal-segment")
    assert table.unit("16PZ").hex == "0813", "the enemy held"
    assert table.refused("ge", WithdrawByNight(unit="16PZ", hex="0814")).rule == "KOR-GCB-05"
    assert table.order("ge", WithdrawByNight(unit="STUG905", hex="0814")).unit("STUG905").hex == "0814"


@pytest.mark.parametrize("used", [False, True])
def test_a_unit_whose_marker_lapsed_withdraws_by_night_and_one_that_used_it_does_not(used: bool):
    table = position("16PZ at 0813 breakthrough", "42 at 0110", heading="F breakthrough", scenario="korsun-intro")
    if used:
        table.order("ge", BreakThrough(unit="16PZ", hex="0914"))
    table.done_until("g-night-withdrawal-segment")
    here = table.unit("16PZ").hex
    assert not table.unit("16PZ").breakthrough
    to = WithdrawByNight(unit="16PZ", hex="0814" if not used else "0915")
    if used:
        assert table.refused("ge", to).rule == "KOR-GCB-05"
    else:
        assert here == "0813" and table.order("ge", to).unit("16PZ").hex == "0814"


def test_a_reserve_is_no_attacker_in_segment_a():
    table = combat("22GTB at 0610 reserve", "DG332 at 0711")
    assert table.refused("so", DeclareAttack(hex="0711", units=("22GTB",))).rule == "KOR-CBT-02"
    assert not any("22GTB" in option.subjects for option in table.options("so", "declare-attack"))


@pytest.mark.parametrize(
    ("unit", "hit", "course"),
    [
        ("DG332", "E", {"F": "regroup", "E+": ""}), ("DG332", "F", {"E+": "disorganized", "F+": "regroup", "E++": ""}),
        ("42", "F", {"E+": "regroup", "F+": ""}), ("42", "E", {"F": "disorganized", "E+": "regroup", "F+": ""}),
    ],
)  # fmt: skip
def test_from_disorganized_by_regroup_to_free_goes_over_two_player_turns(unit: str, hit: str, course: dict[str, str]):
    """The four rows of 12.17.4: how a unit stands in the combat phases that follow."""
    table = combat("42 at 0110", "DG332 at 0711", turn=hit)
    table.truth.units[unit].order = table.picture("so" if unit == "42" else "ge").own[unit].order = "disorganized"
    stood, turn = {}, table.truth.turn
    for when in course:
        table.done(table.waiting[0]).done_until("a-combat-declaration-segment", 90)
        stood["FE"["e-soviet" in table.address] + "+" * (table.truth.turn - turn)] = table.unit(unit).order
        assert when in stood
    assert stood == course


def test_a_bridge_that_was_not_blown_is_not_shown_to_who_crosses_it():
    table = position(
        "42 at 0811", "PI16 at 0814", heading="E movement", scenario="korsun-intro", turn=9,
        by_purpose={"KOR-SMV-10": [1]},
    )  # fmt: skip
    table.order("ge", AddDemolitionLine())
    before = len(table.logs["Soviet"])
    table.order("so", Move(units=("42",), path=("0812",)))
    assert len(table.rolls("KOR-SMV-10")) == 1 and not table.told("so", Thrown)
    assert {entry.report.kind for entry in table.logs["Soviet"][before:]} <= {
        "orders-accepted",
        "own-force",
        "enemy-seen",
    }
    assert [one.purpose for one in table.done("so").told("ge", Thrown)] == ["demolition"]


# ---- what one unit's combat or retreat does to another's plan, path, supply or standing line


def test_who_fell_in_the_first_combat_is_missed_by_the_plans_of_the_rest():
    """ENG27 falls as an attacker; the closing plan has work for it and moves the reserve all the same."""
    table = position(
        "ENG27 at 1711", "204 at 1711", "8GTB at 2012 reserve", "STUG905 at 1712", heading="E combat", turn=9,
        scenario="korsun-intro", by_purpose={"KOR-CBT-32": [1]}, soviet={"mines_left": 1},
    )  # fmt: skip
    table.truth.units["ENG27"].lost = table.picture("so").own["ENG27"].lost = 1
    attack(table, "so", "1712", "ENG27", "204", planned=True, supported=(), engineers=("ENG27",))
    table.order("so", PlanClosing(reserves="2112"), PlanWork(unit="ENG27", work="lay-mines"), Done())
    table.done_until("b-german-declaration-segment")
    assert "ENG27" not in table.truth.units and table.unit("8GTB").hex == "2112"
    assert not table.truth.stores["Soviet"].mines


def test_a_reserve_whose_way_was_closed_by_a_retreat_stops_where_it_meets_who_retreated():
    """By the order of its closing plan it would go down the road; DG332 has fallen back upon it."""
    table = combat(
        *STORM, "9MB at 0509 reserve", "DG332 at 0711", "marker XXXXII at 0811", by_purpose={"KOR-CBT-32": [4]}
    )
    attack(table, "so", "0711", "42", "22GTB", "20GTB", planned=True, supported=(), advance=())
    table.order("so", PlanClosing(reserves="0811"), Done())
    table.done_until("b-german-declaration-segment")
    assert table.unit("DG332").hex == "0811" and table.unit("9MB").hex not in ("0509", "0811", None)


@pytest.mark.parametrize(("die", "supported"), [(1, "6"), (6, "9/2")])
def test_a_marker_that_an_advance_overran_supports_no_later_combat(die: int, supported: str):
    """DG332 alone covers the marker of its Korps; where it is driven off, DG255 fights unsupported after it."""
    table = combat(
        *STORM, "1127 at 0607", "DG332 at 0711", "DG255 at 0708", "marker XXXXII at 0711 sp 4",
        by_purpose={"KOR-CBT-32": [die, 1]},
    )  # fmt: skip
    attack(table, "so", "0711", "42", "22GTB", "20GTB", planned=True, supported=())
    attack(table, "so", "0708", "1127", planned=True, supported=())
    table.order("ge", Attend(attendance="standing"))
    _, second = all_fought(table.done("so"))
    assert second.defense == supported


def test_a_line_for_a_unit_that_fell_in_combat_is_passed_over_for_the_next_that_fits():
    table = position("SSPZ at 0909", "42 at 0710", heading="E movement", scenario="korsun-intro", turn=9)
    table.picture("ge").standing.intercepts = [InterceptLine(unit="16PZ"), InterceptLine(unit="SSPZ")]
    table.order("so", Move(units=("42",), path=("0809",)))
    assert len(table.rolls("KOR-SMV-09")) == 1


# ---- second combats, and what is asked although there is a plan


def test_of_a_planned_attack_the_items_that_it_lists_are_asked():
    """The artillery, and neither supply nor engineers."""
    table = combat("42 at 0610", "DG332 at 0711", "ART480 at 0509", "marker 27A at 0509 sp 4")
    order = DeclareAttack(hex="0711", units=("42",), planned=True, ask=("fire",))
    assert table.refused("so", replace(order, ask=("fire", "fire"))).rule == "KOR-CBT-02"
    table.order("so", order, Done())
    asked = []
    while not table.told("so", CombatFought):
        asked += [table.heading] * (table.waiting == ["Soviet"])
        table.order(table.waiting[0], *[FireArtillery(units=("ART480",))] * (table.waiting == ["Soviet"]), Done())
    assert asked == ["the-attacker-s-pieces"]
    assert (table.unit("ART480").ammo, table.truth.sdms["27A"].sp) == (1, 3)


@pytest.mark.parametrize("second", ["breakthrough", "reserve"])
def test_who_defends_in_a_second_combat_is_asked_where_that_was_agreed_on(second: str):
    """By default the umpire answers: nobody pays, and the combat is fought as it is ordered."""
    mark = "breakthrough" if second == "breakthrough" else "reserve"
    things = (f"22GTB at 0610 {mark}", "DG332 at 0711", "marker XXXXII at 0907 sp 4")
    order: type[SecondAttack] = AttackByBreakthrough if second == "breakthrough" else AttackFromReserve
    for asked, fought_at_once in (((), 1), (("second_combats",), 0)):
        table = position(*things, heading="E breakthrough", scenario="korsun-intro", options=asked,
                         by_purpose={"KOR-CBT-32": [1]})  # fmt: skip
        if second == "reserve":
            table.done_until("f-reserve-combat-segment")
        kind = "attack-by-breakthrough" if second == "breakthrough" else "attack-from-reserve"
        table.order("so", order(kind=kind, hex="0711", units=("22GTB",)))
        assert len(table.told("ge", CombatFought)) == fought_at_once
    assert table.done("so").waiting == ["German"] and table.heading == "the-defender-s-supported-commands"
    table.order("ge", PaySupply(commands=("XXXXII",)))
    assert resolved(table).defense == "6" and table.truth.sdms["XXXXII"].sp == 3
    assert table.waiting == ["Soviet"] and not table.unit("22GTB").breakthrough


def test_a_b_in_a_second_combat_is_ignored():
    strong = ("20GTB at 0610 breakthrough", "22GTB at 0611 breakthrough", "8GTB at 0611 breakthrough")
    table = position(*strong, "DG332 at 0711 lost 1", "marker XXXXII at 0907", heading="E breakthrough",
                     scenario="korsun-full", turn=10, by_purpose={"KOR-CBT-32": [6]})  # fmt: skip
    table.order(
        "so",
        AttackByBreakthrough(
            hex="0711",
            units=("20GTB", "22GTB"),
        ),
    )
    [came] = table.told("so", CombatFought)
    assert came.result.endswith("B") and came.advanced and not came.breakthrough
    assert not table.unit("20GTB").breakthrough and not table.unit("22GTB").breakthrough
