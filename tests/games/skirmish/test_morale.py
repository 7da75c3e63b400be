"""Morale checks and what becomes of men, crews and soft vehicles under fire (P4, P5, P13)."""

from __future__ import annotations

import pytest

from service.engine.dice import Roll
from service.games.skirmish.known.reports import CheckTold
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.morale import passes
from tests.games.skirmish.table import Table, added, position
from tests.games.skirmish.test_flight import plain
from tests.shipped import SKIRMISH_TABLES as TABLES


def under_fire(*bases: str, fire: list[int], check: list[int]) -> Table:
    """A machine gun of firepower 6 fires at the first base, seven hexes off in the open."""
    table = position("A-HMG hmg_team at 0507", *bases, ground=plain(), by_purpose={"P7 fire": fire, "P5": check})
    return table.order("allied", Fire(base="A-HMG", target=table.handle(bases[0].split()[0])))


@pytest.mark.parametrize(
    ("check", "result", "state"),
    [
        ([3, 4], "steady", (False, False, "good")),
        ([3, 5], "cowered", (False, True, "good")),
        ([4, 5], "cowered", (False, True, "good")),
        ([4, 6], "broken", (False, False, "broken")),
        ([1, 1], "steady", (False, False, "good")),
        ([6, 6], "broken", (False, False, "broken")),
    ],
)
def test_one_suppression_on_regular_men(check: list[int], result: str, state: tuple[bool, bool, str]):
    """Quality 4 passes on 7; it fails by two and cowers, by three and breaks."""
    table = under_fire("G-SQ1 squad at 1207 q4", fire=[4, 6], check=check)
    [told] = table.told("german", CheckTold)
    base = table.base("G-SQ1")
    assert (told.result, told.modifiers) == (result, ())
    assert (base.pinned, base.cowered, base.morale) == state and base.suppression == (base.morale == "good")
    assert not table.told("allied", CheckTold)


@pytest.mark.parametrize(("morale", "check", "result"), [("broken", [3, 5], "routed"), ("broken", [3, 4], "no worse")])
def test_a_broken_base_that_fails_at_all_is_a_state_worse(morale: str, check: list[int], result: str):
    table = under_fire(f"G-SQ1 squad at 1207 q4 {morale}", fire=[4, 6], check=check)
    assert table.told("german", CheckTold)[0].result == result
    assert table.base("G-SQ1").morale == ("routed" if result == "routed" else "broken")


def test_the_best_leader_beside_it_who_is_in_good_order_steadies_a_base_and_nobody_himself():
    leaders = (
        "G-L1 leader at 1207 q9 rating 0",
        "G-L2 leader at 1207 q9 rating -2",
        "G-L3 leader at 1208 q9 rating -1",
    )
    table = under_fire("G-SQ1 squad at 1207 q4", *leaders, fire=[3, 5], check=[1, 2] * 3)
    checks = {told.base: added(told) for told in table.told("german", CheckTold)}
    assert checks == {
        "G-SQ1": {"suppressions": 1, "leader": -2}, "G-L1": {"suppressions": 1, "leader": -2},
        "G-L2": {"suppressions": 1},
    }  # fmt: skip
    broken = under_fire(
        "G-SQ1 squad at 1207 q4", "G-L2 leader at 1207 q9 rating -2 broken", fire=[3, 5], check=[1, 2] * 2
    )
    assert added(broken.told("german", CheckTold)[0]) == {"suppressions": 1}


def test_an_original_2_always_does_and_an_original_12_never():
    assert passes(TABLES.morale, Roll((1, 1), 1), 2, 9) == 0 and passes(TABLES.morale, Roll((6, 6), 1), 7, -9) == -1
    assert passes(TABLES.morale, Roll((3, 4), 1), 4) == 0 and passes(TABLES.morale, Roll((4, 4), 1), 4) == -1


@pytest.mark.parametrize(("suppression", "gone"), [(2, None), (3, "eliminated")])
def test_a_lorry_is_attacked_like_men_in_the_open_and_lost_at_its_threshold(suppression: int, gone: str | None):
    table = under_fire(f"G-LO lorry at 1207 q4 suppression {suppression}", fire=[4, 6], check=[1, 2])
    assert table.base("G-LO").gone == gone


def test_men_who_man_a_gun_leave_it_broken_and_go_on_as_what_they_were():
    table = position("A-HMG hmg_team at 0507", "G-ATG at_gun_75 at 1207 q2 heading 4", "G-SQ9 squad q2", ground=plain(),
                     by_purpose={"P7 fire": [1, 1]})  # fmt: skip
    table.truth.bases["G-ATG"].manned_by = "G-SQ9"
    table.order("allied", Fire(base="A-HMG", target=table.handle("G-ATG")))
    gun, men = table.base("G-ATG"), table.base("G-SQ9")
    assert (gun.crewed, gun.manned_by, gun.suppression) == (False, None, 0)
    assert (men.hex, men.morale, men.suppression, men.pinned) == ("1207", "broken", 0, False)
    assert "G-ATG-C" not in table.truth.bases
