"""E4 and F4: declaration, reaction, support, odds and shifts of a combat (KOR-CBT-01 to 30, KOR-GCB-01, 02)."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Done
from service.games.korsun.known.reports import ArmorShot, CombatFought, SupportDeclared
from service.games.korsun.sections.attacks import DeclareAttack, React
from service.games.korsun.sections.support import CommitEngineers, FireArtillery, FlyInDefense, HoldGround, PaySupply
from tests.games.korsun.table import Table, position

WORKED = (
    "42 at 0610", "21 at 0610", "22GTB at 0610", "86 at 0611", "20GTB at 0611", "ART480 at 0509", "DG332 at 0711",
    "ART188 at 0907", "marker 27A at 0505 sp 4", "marker 6TA at 0409 sp 3", "marker XXXXII at 0907 sp 4",
)  # fmt: skip
"""The worked example of `korsun-intro`: five Soviet units against DG332 in 0711."""
FIVE = ("42", "21", "22GTB", "86", "20GTB")


def combat(*things: str, turn: str = "E", scenario: str = "korsun-intro", **entries: Any) -> Table:
    return position(*things, heading=f"{turn} combat", scenario=scenario, turn=entries.pop("game_turn", 9), **entries)


def fought(table: Table) -> CombatFought:
    """The combat, of which both sides were told the same."""
    report = table.told("so", CombatFought)[-1]
    assert table.told("ge", CombatFought)[-1] == report
    return report


def resolved(table: Table, most: int = 30) -> CombatFought:
    """Close whatever is asked until a combat has been fought that this was not asked of before."""
    for _ in range(most):
        if len(table.told("so", CombatFought)) > table.looked_at:
            table.looked_at = len(table.told("so", CombatFought))
            return fought(table)
        table.done(table.waiting[0])
    raise AssertionError(f"nothing was fought, at {table.address}")


def attack(table: Table, seat: str, hex: str, *units: str, **plan: Any) -> Table:
    return table.order(seat, DeclareAttack(hex=hex, units=units, **plan))


def odds(*things: str, hex: str, units: tuple[str, ...], turn: str = "E", dice: tuple[int, ...] = (1,), **entries: Any):  # type: ignore[no-untyped-def]
    """The odds of one unsupported attack, with a first die that moves nobody."""
    table = combat(*things, turn=turn, by_purpose={"KOR-CBT-32": list(dice)}, **entries)
    attack(table, "so" if turn == "E" else "ge", hex, *units, planned=True, supported=())
    return resolved(table)


# ---- the worked example (parent 25.6)


@pytest.mark.rule("KOR-CBT-15", "KOR-CBT-20", "KOR-CBT-21", "KOR-CBT-32")
def test_the_worked_example_comes_out_figure_for_figure():
    table = combat(*WORKED, by_purpose={"KOR-CBT-32": [4]})
    attack(table, "so", "0711", *FIVE, planned=True, artillery=("ART480",))
    table.done_until("the-defender-s-supported-commands").order("ge", PaySupply(commands=("XXXXII",)), Done())
    table.done_until("defender-artillery").order("ge", FireArtillery(units=("ART188",)), Done())
    came = resolved(table)
    assert (came.attack, came.defense, came.initial) == ("26", "6", "4:1")
    assert came.shifts == {
        "artillery": 0, "air": 0, "division": 1, "combined_arms": 1, "armor": 1, "hilltop": 0, "engineers": 0,
        "oos2": 0, "minefield": 0,
    }  # fmt: skip
    assert (came.applied, came.final, came.die, came.result) == (3, "7:1", 4, "-/2DR2B")
    assert not table.told("so", ArmorShot)
    assert came.steps == ("step_losses", "disorganized", "retreated", "advanced", "breakthrough")
    assert (came.losses, came.disorganized, came.retreated) == ({"DG332": 2}, ("DG332",), ("DG332",))
    assert set(came.breakthrough) <= {"20GTB", "22GTB"} and came.breakthrough
    assert {table.truth.sdms[c].sp for c in ("27A", "6TA", "XXXXII")} == {3, 2}


def test_the_worked_example_without_supply():
    table = combat(*WORKED)
    attack(table, "so", "0711", *FIVE, planned=True, supported=(), artillery=("ART480",))
    table.done_until("defender-artillery").order("ge", FireArtillery(units=("ART188",)), Done())
    came = resolved(table)
    assert (came.attack, came.defense, came.initial, came.final) == ("13", "9/2", "2:1", "5:1")


# ---- declaration and reaction


@pytest.mark.rule("KOR-CBT-02")
def test_an_attack_names_an_adjacent_hex_and_who_attacks_it():
    table = combat("42 at 0610", "DG332 at 0711", "DG255 at 0809", "DG112 at 0708")
    for hex in ("0809", "0708"):
        refused = table.refused("so", DeclareAttack(hex=hex, units=("42",)))
        assert (refused.rule, refused.reason) == ("KOR-CBT-02", "42 does not stand next to it."), hex
    attack(table, "so", "0711", "42")
    assert table.refused("so", DeclareAttack(hex="0711", units=("42",))).rule == "KOR-CBT-02"


@pytest.mark.rule("KOR-CBT-03")
def test_the_attackers_missions_are_fixed_with_the_declaration():
    table = combat("42 at 0610", "86 at 0611", "DG332 at 0711", "DG255 at 0510")
    table.truth.stores["Soviet"].missions["1UF"] = table.picture("so").stores.missions["1UF"] = 1
    attack(table, "so", "0711", "86", missions=1)
    assert table.refused("so", DeclareAttack(hex="0510", units=("42",), missions=1)).rule == "KOR-CBT-03"
    attack(table, "so", "0510", "42").done("so")
    for attacks in (table.truth.attacks, table.picture("so").attacks, table.picture("ge").attacks):
        assert [(one.hex, one.missions) for one in attacks] == [("0711", 1), ("0510", 0)]
    table.done_until("combat-air-support-of-the-defender")
    assert table.refused("so", FlyInDefense(missions=1)).rule == "KOR-CBT-10"


@pytest.mark.rule("KOR-AIR-05")
def test_a_fronts_missions_serve_only_combats_of_its_units():
    table = combat("42 at 0610", "204 at 1812", "DG332 at 0711", "R544 at 1811")
    for stores in (table.truth.stores["Soviet"], table.picture("so").stores):
        stores.missions = {"1UF": 0, "2UF": 2}
    assert table.refused("so", DeclareAttack(hex="0711", units=("42",), missions=1)).rule == "KOR-CBT-03"
    attack(table, "so", "1811", "204", missions=1)
    assert table.truth.stores["Soviet"].missions == {"1UF": 0, "2UF": 1}


@pytest.mark.rule("KOR-CBT-04", "KOR-CBT-05")
def test_german_armor_reacts_one_hex_when_all_attacks_are_declared():
    things = ("42 at 0610", "DG332 at 0711", "SSPZ at 0811", "SSG at 0811")
    table = attack(combat(*things), "so", "0711", "42")
    assert table.refused("ge", React(unit="SSPZ", hex="0711")).rule == "KOR-CBT-04"
    table.done("so")
    assert table.refused("so", DeclareAttack(hex="0711", units=("42",))).rule == "KOR-CBT-02"
    assert table.refused("ge", React(unit="SSG", hex="0711")).rule == "KOR-CBT-04"
    for nowhere in ("0611", "SSG", "9999", ""):
        assert table.refused("ge", React(unit="SSPZ", hex=nowhere)).rule == "KOR-CBT-04"
    table.order("ge", React(unit="SSPZ", hex="0711"), Done())
    assert table.unit("SSPZ").hex == "0711" and not table.rolls("KOR-CBT-3")
    resolved(table)
    assert "SSPZ" in table.truth.engaged["Soviet"] or "SSPZ" not in table.truth.units


def test_german_armor_reacts_in_the_soviet_phase_alone():
    table = attack(combat("DG332 at 0711", "SSPZ at 0711", "42 at 0610", turn="F"), "ge", "0610", "DG332").done("ge")
    assert table.refused("ge", React(unit="SSPZ", hex="0811")).rule == "KOR-CBT-04"
    assert table.heading == "the-attacker-s-supported-commands"


def test_a_combat_with_nobody_left_in_it_asks_nobody_for_support():
    """Of two that were declared the defender of the second is gone when it comes to it."""
    table = combat("42 at 0610", "204 at 1711", "DG332 at 0711", "STUG905 at 1712", by_purpose={"KOR-CBT-32": [1]})
    attack(table, "so", "0711", "42", planned=True, supported=())
    attack(table, "so", "1712", "204").done("so").done_until("combat-air-support-of-the-defender")
    assert table.truth.item() == "1"
    del table.truth.units["STUG905"]
    while table.truth.item() == "1":
        table.done(table.waiting[0])
    assert table.truth.item() is None and [one.number for one in table.told("so", CombatFought)] == [1, 2]
    assert {one.attack.number for one in table.told("so", SupportDeclared)} == {1}


# ---- support, item by item


@pytest.mark.rule("KOR-CBT-06")
def test_a_combat_is_over_before_the_next_begins():
    """One shot is left to ART188, and it is spent in the first."""
    things = ("42 at 0610", "1127 at 0607", "DG332 at 0711", "DG255 at 0708", "ART188 at 0709 low", "ART480 at 0509")
    table = combat(*things, by_purpose={"KOR-CBT-32": [1, 1]})
    attack(table, "so", "0711", "42", planned=True)
    attack(table, "so", "0708", "1127", planned=True).done("so")
    table.done_until("defender-artillery").order("ge", FireArtillery(units=("ART188",)), Done())
    resolved(table)
    table.done_until("defender-artillery")
    assert table.refused("ge", FireArtillery(units=("ART188",))).rule == "KOR-CBT-12"


ITEMS = (
    ("the-attacker-s-supported-commands", "Soviet"), ("the-defender-s-supported-commands", "German"),
    ("combat-air-support-of-the-defender", "German"), ("the-attacker-s-pieces", "Soviet"),
    ("defender-artillery", "German"), ("the-attacker-s-engineers", "Soviet"),
    ("the-defender-s-engineers", "German"), ("no-retreat", "German"),
)  # fmt: skip


@pytest.mark.rule("KOR-CBT-07", "KOR-CBT-08")
def test_support_comes_item_by_item_the_attacker_first_and_is_not_opened_again():
    things = ("ENG27 at 1711", "204 at 1711", "110PG at 1712", "PI16 at 1712", "ART480 at 1612", "ART188 at 1912")
    table = attack(combat(*things, by_purpose={"KOR-CBT-32": [1]}), "so", "1712", "ENG27", "204")
    asked = []
    table.done("so")
    while not table.told("so", CombatFought):
        asked.append((table.heading, table.waiting[0]))
        if table.heading == "the-attacker-s-pieces":
            assert table.refused("ge", FireArtillery(units=("ART188",))).rule == "KOR-CBT-11"
        if table.heading == "defender-artillery":
            assert table.refused("so", FireArtillery(units=("ART480",))).rule == "KOR-CBT-11"
        table.done(table.waiting[0])
    assert asked[1:] == [*ITEMS]
    four = ["declaration-of-combat-support", "combat-odds-determination", "apply-combat-shifts", "resolve-combat"]
    assert list(dict.fromkeys(heading for heading in table.headings() if heading in four)) == four


@pytest.mark.parametrize(
    ("attacker", "defender", "more", "asked"),
    [
        ("42 at 0610", "DG332 at 0711", {}, ""), ("ENG27 at 0610", "DG332 at 0711", {}, "attacker engineers"),
        ("42 at 0610", "PI16 at 0711", {}, "defender engineers"),
        ("42 at 0610", "DG332 at 0711", {"improved": ["0711"]}, "no-retreat"),
        ("42 at 0610", "DG332 at 0711 disorganized", {"improved": ["0711"]}, ""),
    ],
)  # fmt: skip
def test_engineers_and_no_retreat_are_asked_where_both_sides_see_that_there_is_something_to_declare(
    attacker: str, defender: str, more: dict[str, Any], asked: str
):
    """Who fights, and on what ground, both know; so nothing is told by an item that is not asked."""
    table = combat(attacker, defender, by_purpose={"KOR-CBT-32": [1]}, **more)
    attack(table, "so", "0711", attacker.split()[0]).done("so")
    heard: list[str] = []
    while not table.told("so", CombatFought):
        heard.append(table.heading)
        table.done(table.waiting[0])
    last = {"the-attacker-s-engineers": "attacker engineers", "the-defender-s-engineers": "defender engineers"}
    assert " ".join(last.get(name, name) for name in heard if name in (*last, "no-retreat")) == asked


@pytest.mark.rule("KOR-CBT-09", "KOR-CBT-16")
def test_a_command_is_supported_for_a_point_of_its_marker():
    things = ("42 at 0610", "22GTB at 0610", "DG332 at 0711", "marker 27A at 0505 sp 4", "marker 6TA at 0409 sp 3")
    table = attack(combat(*things), "so", "0711", "42", "22GTB", planned=True, supported=("27A",))
    came = resolved(table)
    assert (came.attack, came.defense) == ("15/2", "9/2"), "4 in full, 7 halved; the defender three quarters"
    assert (table.truth.sdms["27A"].sp, table.truth.sdms["6TA"].sp) == (3, 3)
    both = attack(combat(*things), "so", "0711", "42", "22GTB", planned=True)
    assert resolved(both).attack == "11" and both.truth.sdms["6TA"].sp == 2


@pytest.mark.rule("KOR-SUP-18")
def test_a_unit_in_extended_supply_fights_unsupported():
    things = ("42 at 0610 extended", "DG332 at 0711", "marker 27A at 0505 sp 4")
    table = attack(combat(*things), "so", "0711", "42", planned=True, supported=("27A",))
    assert (resolved(table).attack, table.truth.sdms["27A"].sp) == ("2", 4)


@pytest.mark.rule("KOR-CBT-10", "KOR-CBT-23")
@pytest.mark.parametrize("turn", ["E", "F"])
def test_the_defender_commits_missions_of_its_own(turn: str):
    attacker, defender, hex, unit = ("so", "ge", "0711", "42") if turn == "E" else ("ge", "so", "0610", "DG332")
    table = combat("42 at 0610", "DG332 at 0711", turn=turn)
    for seat in ("so", "ge"):
        for stores in (table.truth.stores["Soviet" if seat == "so" else "German"], table.picture(seat).stores):
            stores.missions = dict.fromkeys(stores.missions, 2)
    attack(table, attacker, hex, unit, planned=True, missions=2)
    table.done_until("combat-air-support-of-the-defender").order(defender, FlyInDefense(missions=1), Done())
    assert resolved(table).shifts["air"] == 1


@pytest.mark.rule("KOR-CBT-11")
def test_the_attackers_pieces_must_be_ready_and_in_range():
    things = ("42 at 0610", "DG332 at 0711", "ART480 at 0509", "AB1 at 0511", "AB2 at 0611 nofire 1")
    table = attack(combat(*things), "so", "0711", "42").done("so").done_until("the-attacker-s-pieces")
    for unit in ("AB1", "AB2"):  # of another Front, and under No Fire
        assert table.refused("so", FireArtillery(units=(unit,))).rule == "KOR-CBT-11"
    table.order("so", FireArtillery(units=("ART480",)), Done())
    assert table.unit("ART480").ammo == 1
    far = attack(combat("42 at 0610", "DG332 at 0711", "ART480 at 0206"), "so", "0711", "42").done("so")
    assert far.done_until("the-attacker-s-pieces").refused("so", FireArtillery(units=("ART480",))).rule == "KOR-CBT-11"


@pytest.mark.rule("KOR-CBT-12")
def test_the_defender_sees_the_points_and_not_the_pieces_before_he_answers():
    table = combat("42 at 0610", "DG332 at 0711", "ART480 at 0509", "ART188 at 0907")
    attack(table, "so", "0711", "42", planned=True, artillery=("ART480",)).done_until("defender-artillery")
    seen = [report.attack.points for report in table.told("ge", SupportDeclared) if report.item == "fire"]
    assert seen == [{"Soviet": 4}] and "ART480" not in repr(table.told("ge", SupportDeclared))
    table.order("ge", FireArtillery(units=("ART188",)), Done())
    assert resolved(table).shifts["artillery"] == 0


@pytest.mark.rule("KOR-CBT-13", "KOR-CBT-28")
@pytest.mark.parametrize(("hex", "declared", "shift"), [("1712", True, 1), ("1712", False, 0), ("1810", True, 0)])
def test_engineers_shift_where_they_are_declared_against_a_town(hex: str, declared: bool, shift: int):
    table = combat("ENG27 at 1711", f"STUG905 at {hex}", "204 at 1813")
    attack(table, "so", hex, "ENG27", planned=True, engineers=("ENG27",) if declared else ())
    assert resolved(table).shifts["engineers"] == shift


@pytest.mark.rule("KOR-CBT-14")
def test_no_retreat_holds_the_hex_for_steps_and_order():
    """1DR2 in a town: one step, and one more for each hex that is not retreated."""
    things = ("80TB at 1711", "7GMR at 1612", "8GTB at 1812", "110PG at 1712", "204 at 1711")
    table = combat(*things, by_purpose={"KOR-CBT-31": [1] * 4, "KOR-CBT-32": [6]})
    attack(table, "so", "1712", "80TB", "7GMR", "8GTB", "204", planned=True, supported=())
    assert table.done("so").refused("ge", HoldGround()).rule == "KOR-CBT-14"
    table.done_until("no-retreat").order("ge", HoldGround(), Done())
    came = fought(table)
    assert came.result.endswith("R2") and "retreated" not in came.steps
    assert came.losses.get("110PG", 0) == 3 and "110PG" not in table.truth.units


# ---- strengths


@pytest.mark.rule("KOR-CBT-17")
def test_terrain_and_rivers_change_strengths():
    assert odds("86 at 0611", "DG332 at 0711", hex="0711", units=("86",)).defense == "9/2"
    assert odds("86 at 0810", "DG332 at 0811", hex="0811", units=("86",)).defense == "9"
    assert odds("9MB at 0913", "64PG at 1012", "marker III at 0915", hex="1012", units=("9MB",)).attack == "3/2"


@pytest.mark.rule("KOR-CBT-18")
def test_a_zone_of_control_from_a_hex_that_nobody_attacks_halves():
    things = ("86 at 0610", "42 at 0709", "DG332 at 0711", "DG255 at 0710")
    assert odds(*things, hex="0711", units=("86",)).attack == "1"
    table = combat(*things)
    attack(table, "so", "0711", "86", planned=True)
    attack(table, "so", "0710", "42", planned=True)
    assert resolved(table).attack == "2"


@pytest.mark.rule("KOR-CBT-19")
def test_disorder_halves_the_defense_and_regrouping_the_attack():
    things = ("86 at 0611 regroup", "DG332 at 0711 disorganized", "21 at 0610 disorganized")
    came = odds(*things, hex="0711", units=("86",))
    assert (came.attack, came.defense) == ("1", "9/4")
    assert combat(*things).refused("so", DeclareAttack(hex="0711", units=("21",))).rule == "KOR-CBT-02"


# ---- shifts


@pytest.mark.rule("KOR-CBT-22")
@pytest.mark.parametrize(("soviet", "german", "shift"), [(("AB1", "ART480"), ("ART188",), 1), ((), ("ART188",), -1)])
def test_artillery_shifts_by_net_points(soviet: tuple[str, ...], german: tuple[str, ...], shift: int):
    guns = [f"{unit} at 1110" for unit in soviet]
    table = combat("86 at 1211", "204 at 1312", "DG332 at 1311", "ART188 at 1310", *guns)
    attack(table, "so", "1311", "86", "204", planned=True, artillery=soviet)
    table.done_until("defender-artillery").order("ge", FireArtillery(units=german), Done())
    assert resolved(table).shifts["artillery"] == shift


@pytest.mark.rule("KOR-CBT-24")
def test_three_regiments_of_a_soviet_division_shift():
    three = ("42 at 0610", "21 at 0610", "86 at 0611", "DG332 at 0711")
    assert odds(*three, hex="0711", units=("42", "21", "86")).shifts["division"] == 1
    assert odds(*three, hex="0711", units=("42", "86")).shifts["division"] == 0
    assert odds(*three, hex="0610", units=("DG332",), turn="F").shifts["division"] == -1
    korps = ("DG332 at 0711", "DG255 at 0711", "DG112 at 0712", "42 at 0611")  # it exists for Soviet formations only
    assert odds(*korps, hex="0611", units=("DG332", "DG255", "DG112"), turn="F").shifts["division"] == 0
    assert odds("DG332 at 0711", "DG255 at 0711", "42 at 0611", hex="0711", units=("42",)).shifts["division"] == 0
    for other in ("21 at 0510", "21 at 0610 disorganized"):
        things = ("42 at 0610", other, "DG332 at 0711")
        assert odds(*things, hex="0610", units=("DG332",), turn="F").shifts["division"] == 0


@pytest.mark.rule("KOR-CBT-25")
def test_armor_and_infantry_together_shift():
    things = ("20GTB at 0611", "86 at 0611", "DG332 at 0711")
    assert odds(*things, hex="0711", units=("20GTB", "86")).shifts["combined_arms"] == 1
    assert odds(*things, hex="0711", units=("20GTB",)).shifts["combined_arms"] == 0
    assert odds(*things, "SSPZ at 0711", hex="0711", units=("20GTB", "86")).shifts["combined_arms"] == 0


@pytest.mark.rule("KOR-CBT-26")
def test_armor_superiority_shifts():
    things = ("20GTB at 0611", "22GTB at 0611", "DG332 at 0711")
    assert odds(*things, hex="0711", units=("20GTB", "22GTB")).shifts["armor"] == 1
    assert odds(*things, "11PZ at 0711", hex="0711", units=("20GTB", "22GTB")).shifts["armor"] == 0
    assert odds("86 at 0811", "20GTB at 0810", "DG332 at 0711", hex="0711", units=("86",)).shifts["armor"] == 0


@pytest.mark.rule("KOR-CBT-27")
def test_a_hilltop_shifts_unless_it_is_attacked_from_one():
    assert odds("204 at 1911", "R544 at 1811", hex="1811", units=("204",)).shifts["hilltop"] == -1
    assert odds("204 at 1711", "R544 at 1811", hex="1811", units=("204",)).shifts["hilltop"] == 0


@pytest.mark.rule("KOR-CBT-29")
@pytest.mark.parametrize(("state", "shift"), [("oos2", -1), ("oos1", 0)])
def test_oos2_shifts_and_oos1_does_not(state: str, shift: int):
    assert odds(f"86 at 0611 {state}", "DG332 at 0711", hex="0711", units=("86",)).shifts["oos2"] == shift
    assert odds("86 at 0611", f"DG332 at 0711 {state}", hex="0711", units=("86",)).shifts["oos2"] == -shift
    both = ("86 at 0611", "42 at 0611", "DG332 at 0711", "STUG905 at 0711")
    for one, shifted in (("86 at 0611", shift), ("DG332 at 0711", 0)):
        things = tuple(f"{thing} {state}" if thing == one else thing for thing in both)
        assert odds(*things, hex="0711", units=("86", "42")).shifts["oos2"] == shifted, "any attacker, all defenders"


@pytest.mark.rule("KOR-CBT-30")
def test_a_minefield_shifts_and_engineers_weaken_it():
    table = combat("86 at 0611", "DG332 at 0711", "PI188 at 0711", turn="F")
    table.truth.stores["Soviet"].mines = ["0611"]
    table.picture("so").stores.mines = ["0611"]
    attack(table, "ge", "0611", "DG332", "PI188")
    table.done("ge").done_until("the-attacker-s-engineers").order("ge", CommitEngineers(units=("PI188",)), Done())
    assert resolved(table).shifts["minefield"] == -1
