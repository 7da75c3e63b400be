"""E4C to E4F, F4G: what comes of a combat, and who fights and moves after it (KOR-CBT-31 to 39, KOR-GCB-03 to 05)."""

from __future__ import annotations

import pytest

from service.games.korsun.known.reports import ArmorShot, CombatFought
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.breakthrough import (
    AttackByBreakthrough,
    AttackFromReserve,
    BreakThrough,
    MoveReserve,
    WithdrawByNight,
)
from tests.games.korsun.table import position
from tests.games.korsun.test_combat import FIVE, WORKED, attack, combat, fought, resolved


@pytest.mark.rule("KOR-CBT-31")
def test_armor_fights_before_the_general_combat():
    table = combat("20GTB at 0611", "11PZ at 0711", by_purpose={"KOR-CBT-31": [6, 6], "KOR-CBT-32": [4]})
    attack(table, "so", "0711", "20GTB", planned=True)
    resolved(table)
    shots = table.told("ge", ArmorShot)
    assert [(shot.by, shot.target, shot.steps) for shot in shots] == [("Soviet", "11PZ", 0), ("German", "20GTB", 2)]
    order = [roll.purpose[:10] for roll in table.rolls("KOR-CBT")]
    assert order == ["KOR-CBT-31", "KOR-CBT-31", "KOR-CBT-32"]


@pytest.mark.rule("KOR-CBT-33")
def test_disorganized_units_are_marked_and_seen_so():
    table = combat("86 at 0611", "20GTB at 0611", "DG332 at 0711", by_purpose={"KOR-CBT-32": [4]})
    attack(table, "so", "0711", "86", "20GTB", planned=True, supported=())
    came = resolved(table)
    assert came.disorganized and table.unit("DG332").order == "disorganized"
    seen = table.contact("so", table.unit("DG332").hex or "")
    assert seen is None or seen.units[0].order == "disorganized"


@pytest.mark.rule("KOR-CBT-34")
def test_breakthrough_is_for_armor_and_cavalry_that_advance():
    table = combat(*WORKED, by_purpose={"KOR-CBT-32": [4]})
    attack(table, "so", "0711", *FIVE, planned=True, advance=("20GTB", "42"))
    came = resolved(table)
    assert (came.advanced, came.breakthrough) == (("20GTB", "42"), ("20GTB",))
    assert table.unit("20GTB").breakthrough and not table.unit("42").breakthrough


SIX_KINDS = ("8GTB", "1549SU", "7GMR", "ENG27", "204", "37CR")
"""Tank, assault gun, panzer grenadier, engineer, infantry and cavalry."""


@pytest.mark.rule("KOR-CBT-34")
@pytest.mark.parametrize(
    ("advance", "marked"),
    [
        (("37CR",), ("37CR",)), (("1549SU",), ("1549SU",)), (("7GMR",), ("7GMR",)), (("8GTB",), ("8GTB",)),
        (("204",), ()), (("ENG27",), ()), ((), ()), (("204", "7GMR", "37CR"), ("7GMR", "37CR")),
        (("37CR", "1549SU", "7GMR"), ("37CR", "1549SU")), (None, ("8GTB", "7GMR")),
    ],
)  # fmt: skip
def test_two_at_most_of_tanks_assault_guns_grenadiers_and_cavalry_break_through_that_advance(
    advance: tuple[str, ...] | None, marked: tuple[str, ...]
):
    """Not who stays behind, nor infantry or engineers; the best tank and the best of infantry type go by themselves."""
    near = [f"{unit} at {'1710' if unit in ('204', '37CR') else '1711'}" for unit in SIX_KINDS]
    table = combat(*near, "R544 at 1610 lost 1", scenario="korsun-full", by_purpose={"KOR-CBT-32": [6]}, game_turn=10)
    attack(table, "so", "1610", *SIX_KINDS, planned=True, supported=(), advance=advance)
    came = resolved(table)
    assert came.result.endswith("B") and came.breakthrough == marked
    assert came.advanced == (("8GTB", "7GMR") if advance is None else advance)[: len(came.advanced)]
    assert [id for id, unit in table.truth.units.items() if unit.breakthrough] == sorted(marked, key=SIX_KINDS.index)


@pytest.mark.rule("KOR-CBT-35")
def test_breakthrough_waits_until_every_combat_is_resolved():
    table = combat(*WORKED, "1127 at 0607", "DG255 at 0708", by_purpose={"KOR-CBT-32": [4, 1]})
    attack(table, "so", "0711", *FIVE, planned=True)
    attack(table, "so", "0708", "1127", planned=True)
    resolved(table)
    assert table.refused("so", BreakThrough(unit="20GTB", hex="0712")).rule == "KOR-CBT-36"
    resolved(table)
    assert table.heading == "d-breakthrough-segment"


@pytest.mark.rule("KOR-CBT-36")
def test_a_marker_is_used_once_for_a_hex_or_for_a_combat():
    things = ("20GTB at 0711 breakthrough", "22GTB at 0810 breakthrough", "DG332 at 0811")
    table = position(*things, heading="E breakthrough", scenario="korsun-intro")
    assert table.refused("so", BreakThrough(unit="20GTB", hex="0713")).rule == "KOR-CBT-36"
    table.order("so", BreakThrough(unit="20GTB", hex="0712"))
    assert table.refused("so", AttackByBreakthrough(hex="0811", units=("20GTB",))).rule == "KOR-CBT-36"
    table.order("so", AttackByBreakthrough(hex="0811", units=("22GTB",)))
    assert len(table.told("ge", CombatFought)) == 1
    if "22GTB" in table.truth.units:
        assert table.refused("so", BreakThrough(unit="22GTB", hex="0809")).rule == "KOR-CBT-36"


@pytest.mark.rule("KOR-CBT-36")
@pytest.mark.parametrize(
    ("unit", "at", "to", "bridges", "crosses"),
    [
        ("20GTB", "0912", "0913", {}, False), ("39CR", "1315", "1316", {}, False),
        ("20GTB", "0912", "0913", {"0912-0913": "S"}, True), ("39CR", "1315", "1316", {"1315-1316": "rail"}, True),
        ("20GTB", "0912", "0913", {"0912-0913": "rail"}, False), ("11PZ", "0912", "0913", {"0912-0913": "K"}, False),
        ("20GTB", "1904", "1804", {}, True),
    ],
)  # fmt: skip
def test_nobody_breaks_through_across_a_river_without_a_bridge_for_it(
    unit: str, at: str, to: str, bridges: dict[str, str], crosses: bool
):
    """On Frozen ground, where an ordinary move might; a stream bars nobody."""
    side, turn = ("ge", "F") if unit == "11PZ" else ("so", "E")
    table = position(
        f"{unit} at {at} breakthrough", heading=f"{turn} breakthrough", scenario="korsun-full", bridges=bridges
    )  # fmt: skip
    order = BreakThrough(unit=unit, hex=to)
    if crosses:
        assert table.order(side, order).unit(unit).hex == to
    else:
        assert table.refused(side, order).rule == "KOR-CBT-36"
        assert all(to not in dict(option.fields)["hex"].places for option in table.options(side, "break-through"))


@pytest.mark.rule("KOR-CBT-37")
def test_a_reserve_moves_half_its_allowance():
    things = ("22GTB at 0511 reserve", "20GTB at 0511", "DG332 at 1808")
    table = position(*things, heading="E breakthrough", scenario="korsun-intro").done("so")
    assert table.refused("so", MoveReserve(units=("20GTB",), path=("0411",))).rule == "KOR-CBT-37"
    seven = ("0411", "0410", "0409", "0408")
    assert table.refused("so", MoveReserve(units=("22GTB",), path=seven)).rule == "KOR-CBT-37"
    table.order("so", MoveReserve(units=("22GTB",), path=seven[:3]))
    assert table.unit("22GTB").spent == 6


@pytest.mark.rule("KOR-CBT-38", "KOR-CBT-39")
def test_reserves_alone_attack_when_all_have_moved():
    things = ("22GTB at 0510 reserve", "42 at 0611", "DG332 at 0711")
    table = position(*things, heading="E breakthrough", scenario="korsun-intro").done("so")
    table.order("so", MoveReserve(units=("22GTB",), path=("0610",)))
    assert table.refused("so", AttackFromReserve(hex="0711", units=("22GTB",))).rule == "KOR-CBT-39"
    table.done("so")
    assert table.refused("so", AttackFromReserve(hex="0711", units=("42",))).rule == "KOR-CBT-39"
    table.order("so", AttackFromReserve(hex="0711", units=("22GTB",)))
    assert fought(table).attack == "7/2"


# ---- night withdrawal


@pytest.mark.rule("KOR-GCB-03", "KOR-GCB-04", "KOR-GCB-05")
def test_german_armor_that_did_not_break_through_withdraws_by_night():
    things = ("16PZ at 0813", "64PG at 0813", "11PZ at 0814 used", "42 at 0811")
    table = position(*things, heading="F night", scenario="korsun-intro")
    assert table.refused("ge", WithdrawByNight(unit="64PG", hex="0914")).reason == "64PG is not an armor unit."
    assert "a move of one" in table.refused("ge", WithdrawByNight(unit="16PZ", hex="0815")).reason
    assert table.refused("ge", WithdrawByNight(unit="11PZ", hex="0815")).rule == "KOR-GCB-05"
    table.order("ge", WithdrawByNight(unit="16PZ", hex="0914"))
    assert table.unit("16PZ").hex == "0914"
    assert table.refused("ge", WithdrawByNight(unit="16PZ", hex="0915")).reason == "16PZ has withdrawn."


def test_whoever_a_plan_names_and_is_not_in_the_attack_is_passed_over():
    """6TA and its brigade do not attack: its marker pays nothing, the brigade stays where it is, and 42 advances."""
    table = combat(
        *(one.replace("DG332 at 0711", "DG332 at 0711 lost 2") for one in WORKED), "ENG27 at 0605", dice=(3,) * 9
    )
    attack(
        table, "so", "0711", "42", "21", "86", planned=True, supported=("27A", "6TA"), engineers=("ENG27",),
        advance=("22GTB", "42"),
    )  # fmt: skip
    came = resolved(table)
    assert not table.truth.at("0711", "German")
    assert (came.advanced, table.unit("22GTB").hex) == (("42",), "0610")
    assert {command: table.truth.sdms[command].sp for command in ("27A", "6TA")} == {"27A": 3, "6TA": 3}


@pytest.mark.parametrize(
    ("named", "rule"),
    [
        ({"engineers": ("42",)}, "KOR-CBT-13"), ({"engineers": ("PI188",)}, "KOR-CBT-13"),
        ({"advance": ("ART480",)}, "KOR-CBT-32"), ({"advance": ("DG332",)}, "KOR-CBT-32"),
        ({"supported": ("XI",)}, "KOR-CBT-09"), ({"artillery": ("42",)}, "KOR-CBT-11"),
    ],
)  # fmt: skip
def test_a_plan_names_own_engineers_combat_units_commands_and_pieces(named: dict[str, tuple[str, ...]], rule: str):
    table = combat(*WORKED, "PI188 at 0702")
    assert table.refused("so", DeclareAttack(hex="0711", units=("42",), planned=True, **named)).rule == rule  # type: ignore[arg-type]
