"""Each kind of shift has its own condition (12.7 to 12.10): where it is just met, and where it is just missed."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.orders import Done
from service.games.korsun.sections.support import CommitEngineers
from tests.games.korsun.test_combat import attack, combat, odds, resolved

PAIR = ("20GTB at 0611", "86 at 0611")


@pytest.mark.rule("KOR-CBT-25", "KOR-CBT-26", "KOR-CBT-28", "KOR-CBT-30")
@pytest.mark.parametrize(
    ("kind", "shift", "things", "hex", "plan"),
    [
        ("combined_arms", 1, (*PAIR, "DG332 at 0711"), "0711", {}),
        ("combined_arms", 0, ("20GTB at 0605", "86 at 0605", "DG332 at 0604"), "0604", {}),
        ("combined_arms", 0, ("20GTB at 0611", "86 at 0611 regroup", "DG332 at 0711"), "0711", {}),
        ("combined_arms", 0, ("20GTB at 0611 regroup", "86 at 0611", "DG332 at 0711"), "0711", {}),
        ("combined_arms", 1, (*PAIR, "SSPZ at 0711"), "0711", {}),
        ("combined_arms", 0, (*PAIR, "SSPZ at 0711", "DG332 at 0711"), "0711", {}),
        ("combined_arms", 0, (*PAIR, "PAK88 at 0711", "DG332 at 0711"), "0711", {"scenario": "korsun-full"}),
        ("armor", 1, (*PAIR, "DG332 at 0711"), "0711", {}),
        ("armor", 0, ("20GTB at 0810", "86 at 0810", "DG332 at 0811"), "0811", {}),
        ("armor", 0, (*PAIR, "SSPZ at 0711"), "0711", {}),
        ("armor", 1, (*PAIR, "SSPZ at 0711 lost 1"), "0711", {}),
        ("armor", -1, ("1458SU at 0611 lost 1", "86 at 0611", "11PZ at 0711"), "0711", {}),
        ("armor", 0, ("86 at 0611", "11PZ at 0711"), "0711", {}),
        ("engineers", 1, ("ENG27 at 0913", "64PG at 1012"), "1012", {"engineers": ("ENG27",)}),
        ("engineers", 0, ("ENG27 at 0911", "64PG at 1011"), "1011", {"engineers": ("ENG27",)}),
        ("engineers", 1, ("ENG27 at 0611", "DG332 at 0711"), "0711", {"engineers": ("ENG27",), "improved": ["0711"]}),
        ("engineers", 1, ("PI188 at 0711", "86 at 0611"), "0611",
         {"engineers": ("PI188",), "turn": "F", "soviet": {"mines": ["0611"]}}),
        ("minefield", -2, ("PI188 at 0711", "86 at 0611"), "0611", {"turn": "F", "soviet": {"mines": ["0611"]}}),
    ],
)  # fmt: skip
def test_a_shift_is_made_where_its_condition_holds_and_not_beside_it(
    kind: str, shift: int, things: tuple[str, ...], hex: str, plan: dict[str, Any]
):
    entries = dict(plan)
    engineers, turn = entries.pop("engineers", ()), entries.pop("turn", "E")
    table = combat(*things, turn=turn, by_purpose={"KOR-CBT-31": [1] * 4, "KOR-CBT-32": [1]}, **entries)
    units = [thing.split()[0] for thing in things if f"at {hex}" not in thing]
    attack(table, "so" if turn == "E" else "ge", hex, *units, planned=True, supported=(), engineers=engineers)
    assert resolved(table).shifts[kind] == shift


@pytest.mark.rule("KOR-CBT-28")
@pytest.mark.parametrize(("hex", "declared", "shift"), [("1712", True, -1), ("1712", False, 0), ("1810", True, 0)])
def test_the_defenders_engineers_shift_where_they_are_declared_in_a_town(hex: str, declared: bool, shift: int):
    table = combat(
        "204 at 1711", f"PI16 at {hex}", "DG112 at 1508", by_purpose={"KOR-CBT-31": [1] * 4, "KOR-CBT-32": [1]}
    )
    attack(table, "so", hex, "204", planned=True, supported=()).done_until("the-defender-s-engineers")
    table.order("ge", *[CommitEngineers(units=("PI16",))] * declared, Done())
    assert resolved(table).shifts["engineers"] == shift


@pytest.mark.rule("KOR-CBT-24")
@pytest.mark.parametrize(("state", "shift"), [("", 1), (" oos1", 1), (" oos2", 0), (" disorganized", 0)])
def test_a_division_of_which_a_regiment_is_oos2_or_disorganized_does_not_shift(state: str, shift: int):
    things = ("42 at 0610", "21 at 0610", f"86 at 0611{state}", "DG332 at 0711")
    units = ("42", "21") if "disorganized" in state else ("42", "21", "86")
    assert odds(*things, hex="0711", units=units).shifts["division"] == shift


@pytest.mark.rule("KOR-CBT-21")
def test_the_column_is_bounded_below_too():
    came = odds("204 at 1911 lost 2", "R544 at 1811", hex="1811", units=("204",))
    assert (came.initial, came.applied, came.final) == ("1:4", -1, "1:4")


@pytest.mark.rule("KOR-CBT-17")
@pytest.mark.parametrize(("bridges", "attack"), [({"0812-0813": "printed"}, "3/2"), ({}, "1")])
def test_an_attack_over_a_bridge_is_less_weakened_than_over_the_river(bridges: dict[str, str], attack: str):
    assert odds("42 at 0812", "64PG at 0813", hex="0813", units=("42",), bridges=bridges).attack == attack


@pytest.mark.rule("KOR-CBT-17")
@pytest.mark.parametrize(
    ("unit", "bridges", "attack"),
    [("204", {"1808-1908": "rail"}, "5/2"), ("204", {}, "15/8"), ("8GTB", {"1808-1908": "rail"}, "21/8"),
     ("8GTB", {"1808-1908": "S"}, "7/2")],
)  # fmt: skip
def test_a_rail_bridge_is_a_bridge_for_an_attack_on_foot_alone(unit: str, bridges: dict[str, str], attack: str):
    """Over the Shpolka, unsupported."""
    assert odds(f"{unit} at 1908", "R544 at 1808", hex="1808", units=(unit,), bridges=bridges).attack == attack
