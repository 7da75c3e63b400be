"""What fighting costs: fire of armor, steps, guns that stand alone, cadres, and being disorganized again."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.korsun.known.lines import SetDefense
from service.games.korsun.known.reports import ArmorShot
from tests.games.korsun.test_combat import attack, combat, resolved


@pytest.mark.parametrize(
    ("units", "added"), [(("22GTB",), 2), (("22GTB", "20GTB"), 3), (("22GTB", "42"), 2)]
)  # fmt: skip
def test_one_more_is_added_where_other_armor_fires_beside_the_lead_unit(units: tuple[str, ...], added: int):
    things = (*(f"{unit} at 0610" for unit in units), "SSPZ at 0711")
    table = combat(*things, by_purpose={"KOR-CBT-31": [1, 1], "KOR-CBT-32": [1]})
    resolved(attack(table, "so", "0711", *units, planned=True, supported=()))
    [shot] = [shot for shot in table.told("so", ArmorShot) if shot.by == "Soviet"]
    assert shot.modifiers == {"anti_armor": added}


@pytest.mark.parametrize(("state", "more"), [("", {}), ("regroup", {"shaken": -1}), ("disorganized", {"shaken": -1})])
def test_a_lead_unit_in_disorder_takes_one_off_its_fire(state: str, more: dict[str, int]):
    table = combat("22GTB at 0610", f"SSPZ at 0711 {state}", by_purpose={"KOR-CBT-31": [1, 1], "KOR-CBT-32": [1]})
    resolved(attack(table, "so", "0711", "22GTB", planned=True, supported=()))
    [shot] = [shot for shot in table.told("so", ArmorShot) if shot.by == "German"]
    assert shot.modifiers == {"anti_armor": 3, **more}


@pytest.mark.parametrize(
    ("unit", "left"),
    [("DG332 at 0711 lost 2", 1), ("DG332 at 0711 lost 2 oos1", 1), ("DG332 at 0711 lost 2 oos2", 0),
     ("STUG905 at 0711 lost 1", 0)],
)  # fmt: skip
def test_a_regiment_that_falls_leaves_a_cadre_unless_it_was_oos2(unit: str, left: int):
    """8.6.3; other units leave none."""
    table = combat(
        "22GTB at 0610", "42 at 0610", "21 at 0611", unit, by_purpose={"KOR-CBT-31": [1, 1], "KOR-CBT-32": [6]}
    )
    resolved(attack(table, "so", "0711", "22GTB", "42", "21", planned=True, supported=()))
    name, cadres = unit.split()[0], table.truth.stores["German"].cadres
    assert name not in table.truth.units and sum(map(len, cadres.values())) == left


@pytest.mark.parametrize(("state", "die", "lost"), [("", 4, 1), ("regroup", 4, 1), ("disorganized", 2, 2)])
def test_whoever_is_disorganized_again_loses_a_step_for_it(state: str, die: int, lost: int):
    """12.17.1: the same result each time, of better odds against who is in disorder."""
    table = combat("22GTB at 0610", "42 at 0610", f"DG332 at 0711 {state}", by_purpose={"KOR-CBT-32": [die]})
    came = resolved(attack(table, "so", "0711", "22GTB", "42", planned=True, supported=()))
    assert came.result == "d/1D" and came.losses == {"DG332": lost}
    assert table.unit("DG332").order == "disorganized"


@pytest.mark.rule("KOR-CBT-33")
@pytest.mark.parametrize(
    ("losses", "hit"), [("strongest-first", "22GTB"), ("infantry-first", "42"), ("armor-first", "22GTB")]
)
def test_of_attackers_who_lost_nothing_the_first_to_lose_a_step_is_disorganized_by_a_d(losses: str, hit: str):
    """12.2: as the plan of the attack has it."""
    table = combat("22GTB at 0610", "42 at 0610", "DG332 at 0711 disorganized", by_purpose={"KOR-CBT-32": [2]})
    came = resolved(attack(table, "so", "0711", "22GTB", "42", planned=True, supported=(), losses=losses))
    assert came.result == "d/1D"
    assert [id for id in ("22GTB", "42") if table.unit(id).order] == [hit]


@pytest.mark.rule("KOR-CBT-33")
@pytest.mark.parametrize(("losses", "hit"), [("strongest-first", "DG332"), ("armor-first", "SSPZ")])
@pytest.mark.parametrize("lost", ["", " lost 1"])
def test_of_defenders_too_by_what_their_owner_said_and_not_by_who_was_hurt_before(losses: str, hit: str, lost: str):
    """1/d at 1:3; the worn R544 would come last."""
    table = combat("42 at 0610", "21 at 0610", "DG332 at 0711", "SSPZ at 0711", f"R544 at 0711{lost}",
                   by_purpose={"KOR-CBT-31": [1] * 4, "KOR-CBT-32": [6]})  # fmt: skip
    table.order("ge", SetDefense(losses=losses))  # type: ignore[arg-type]
    came = resolved(attack(table, "so", "0711", "42", "21", planned=True, supported=()))
    assert came.result == "1/d" and came.disorganized == (hit,)


@pytest.mark.parametrize(("guard", "die", "hex"), [((), 1, None), (("DG332 at 0711",), 5, "0712")])
def test_guns_alone_in_an_attacked_hex_are_lost_and_with_a_regiment_they_retreat(
    guard: tuple[str, ...], die: int, hex: str | None
):
    """12.13."""
    table = combat("22GTB at 0610", "42 at 0610", "ART188 at 0711", *guard, by_purpose={"KOR-CBT-32": [die]})
    resolved(attack(table, "so", "0711", "22GTB", "42", planned=True, supported=()))
    assert (table.unit("ART188").hex if "ART188" in table.truth.units else None) == hex


# ---- fire of armor (12.12.1)


@pytest.mark.rule("KOR-CBT-31")
@pytest.mark.parametrize(
    ("start", "hex", "entries", "attacker", "defender"),
    [
        ("0610", "0711", {}, {}, {}),
        ("0610", "0710", {}, {"screened": -1}, {}),  # balka
        ("0607", "0507", {}, {"screened": -1}, {}),  # woods
        ("0810", "0811", {}, {"screened": -1}, {}),  # town
        ("0607", "0708", {}, {}, {}),  # hill
        ("0710", "0711", {}, {}, {}),  # out of a balka
        ("0610", "0711", {"improved": ["0711"]}, {"screened": -1}, {}),
        ("0610", "0711", {"visibility": "storm"}, {"storm": -1}, {"storm": -1}),
        ("0610", "0710", {"visibility": "storm"}, {"screened": -1, "storm": -1}, {"storm": -1}),
    ],
)  # fmt: skip
def test_cover_screens_the_defenders_armor_and_a_storm_everybodys(
    start: str, hex: str, entries: dict[str, Any], attacker: dict[str, int], defender: dict[str, int]
):
    table = combat(
        f"22GTB at {start}", f"SSPZ at {hex}", by_purpose={"KOR-CBT-31": [1, 1], "KOR-CBT-32": [1]}, **entries
    )
    resolved(attack(table, "so", hex, "22GTB", planned=True, supported=()))
    shots = {shot.by: shot.modifiers for shot in table.told("ge", ArmorShot)}
    assert shots == {"Soviet": {"anti_armor": 2, **attacker}, "German": {"anti_armor": 3, **defender}}


@pytest.mark.rule("KOR-CBT-31")
@pytest.mark.parametrize(
    ("dice", "left", "thrown"),
    [((6, 6), set(), 0), ((1, 6), {"SSPZ"}, 0), ((6, 1), {"22GTB"}, 0), ((1, 1), {"SSPZ"}, 1)],
)  # fmt: skip
def test_both_fire_at_the_same_time_and_no_die_is_thrown_where_a_side_has_nobody_left(
    dice: tuple[int, int], left: set[str], thrown: int
):
    """The attacker's die first, 2 for its guns, 3 for the others: each has one step left. An empty hex is entered."""
    table = combat("22GTB at 0610 lost 2", "SSPZ at 0711 lost 1", "42 at 0110", "DG112 at 1710",
                   by_purpose={"KOR-CBT-31": list(dice), "KOR-CBT-32": [5]})  # fmt: skip
    came = resolved(attack(table, "so", "0711", "22GTB", planned=True, supported=()))
    assert {"22GTB", "SSPZ"} & table.truth.units.keys() == left and len(table.told("so", ArmorShot)) == 2
    assert (len(table.rolls("KOR-CBT-32")), bool(came.die), bool(came.result)) == (thrown, bool(thrown), bool(thrown))
    assert came.advanced == (("22GTB",) if left == {"22GTB"} else ()) and not came.breakthrough
