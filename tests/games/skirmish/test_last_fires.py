"""The defender's remaining fire, the attacker's closing fire, and their advance (SKR-DEF, SKR-AFP, SKR-ADV)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.skirmish.known.reports import CloseCombatTold, FireTold
from service.games.skirmish.sections.advance import Advance
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.moving import FireOnMove, Move
from tests.games.skirmish.table import Table, added, position
from tests.games.skirmish.test_flight import plain

NOTHING = {"P7 fire": [6, 5] * 20}


def open_ground(*bases: str, step: str, by_purpose: dict[str, list[int]] | None = None, **options: str) -> Table:
    return position(*bases, step=step, ground=plain(), by_purpose=NOTHING | (by_purpose or {}), **options)


def fire(table: Table, base: str, target: str) -> Fire:
    return Fire(base=base, target=table.handle(target))


def move(base: str, *path: str) -> Move:
    return Move(base=base, path=path)


@pytest.mark.rule("SKR-DEF-01", "SKR-DEF-02")
@pytest.mark.parametrize("remaining", ["rof_left", "not_yet_fired"])
def test_the_defender_fires_what_he_has_left(remaining: str):
    """A machine gun that fired once at a mover has two shots left, or by option none; a squad has held its fire."""
    table = open_ground("A-SQ1 squad at 0507 q9", "G-HMG hmg_team at 1207", "G-SQ1 squad at 1208", step="movement",
                        remaining_fire=remaining)  # fmt: skip
    table.order("allied", move("A-SQ1", "0607"), Done())
    table.order("german", fire(table, "G-HMG", "A-SQ1"), Done())
    assert table.step == "remaining-fire"
    table.order("german", fire(table, "G-SQ1", "A-SQ1"))
    again = fire(table, "G-HMG", "A-SQ1")
    if remaining == "not_yet_fired":
        assert table.refused("german", "ALREADY_FIRED", again).rule == "SKR-DEF-01"
    else:
        table.order("german", again, again)
        assert table.refused("german", "ROF_SPENT", again).rule == "SKR-DEF-02"


@pytest.mark.rule("SKR-DEF-02")
def test_three_shots_and_no_fourth():
    table = open_ground("A-SQ1 squad at 0507 q9", "G-HMG hmg_team at 1207", step="remaining-fire")
    for _ in range(3):
        table.order("german", fire(table, "G-HMG", "A-SQ1"))
    table.refused("german", "ROF_SPENT", fire(table, "G-HMG", "A-SQ1"))
    assert len(table.rolls("P7 fire")) == 3


def test_the_step_is_opened_and_closed_alike_for_a_defender_without_a_target():
    told = []
    for there in ("G-SQ1 squad at 1207", "G-SQ1 squad at 2014"):
        table = open_ground("A-SQ1 squad at 0101", there, step="movement")
        table.order("allied", Done())
        assert table.step == "remaining-fire" and table.waiting == ["german"]
        table.order("german", Done())
        told.append([entry.report.kind for entry in table.logs["allied"]])
    assert told[0] == told[1]


@pytest.mark.rule("SKR-AFP-01")
def test_closing_fire_is_for_those_who_have_not_fired_and_still_can():
    table = open_ground(
        "A-SQ1 squad at 0507 q9", "A-SQ2 squad at 0505", "A-SQ3 squad at 0503 q2", "A-SQ4 squad at 0509 q9",
        "G-SQ1 squad at 1007 q9", "G-SQ2 squad at 1003 q9", step="prepared-fire",
    )  # fmt: skip
    table.order("allied", fire(table, "A-SQ2", "G-SQ1"), Done())
    linked = FireOnMove(base="A-SQ4", target=table.handle("G-SQ1"))
    table.order("allied", move("A-SQ1", "0607"), move("A-SQ4", "0609"), linked, Done()).let_pass()
    table.dice.by_purpose["P7 fire"] = [1, 1]
    table.order("german", fire(table, "G-SQ2", "A-SQ3"), Done())
    assert table.base("A-SQ3").morale == "broken"
    table.order("allied", fire(table, "A-SQ1", "G-SQ1"))
    assert table.refused("allied", "PREPARED_FIRE", fire(table, "A-SQ2", "G-SQ1")).rule == "SKR-PRE-02"
    table.refused("allied", "NOT_ELIGIBLE", fire(table, "A-SQ3", "G-SQ1"))
    assert table.refused("allied", "FIRED", fire(table, "A-SQ4", "G-SQ1")).rule == "SKR-AFP-01"


@pytest.mark.rule("SKR-AFP-02", "SKR-AFP-04")
@pytest.mark.parametrize(("base", "rule"), [("A-SQ1 squad", "SKR-AFP-02"), ("A-MMG mmg_team", "SKR-AFP-04")])
@pytest.mark.parametrize("markers", ["enforced", "honour"])
def test_rates_of_fire_do_not_count_in_closing_fire(base: str, rule: str, markers: str):
    table = open_ground(f"{base} at 0507", "G-SQ1 squad at 1007 q9", step="closing-fire", markers=markers)
    shot = fire(table, base.split()[0], "G-SQ1")
    table.order("allied", shot)
    assert table.refused("allied", "ONE_SHOT", shot).rule == rule
    assert not table.options("allied", "fire")


@pytest.mark.rule("SKR-AFP-03")
@pytest.mark.parametrize(("moves", "modifiers"), [(True, {"advanced fire": 2}), (False, {"waited": 1})])
def test_closing_fire_pays_for_having_moved_or_for_having_waited(moves: bool, modifiers: dict[str, int]):
    table = open_ground("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1107 q9", step="movement")
    table.order("allied", *([move("A-SQ1", "0607")] if moves else []), Done()).let_pass().done()
    table.order("allied", fire(table, "A-SQ1", "G-SQ1"))
    [told] = table.told("allied", FireTold)
    assert told.reckoning is not None and added(told.reckoning) == modifiers


@pytest.mark.rule("SKR-ADV-01", "SKR-ADV-02")
def test_who_is_broken_routed_pinned_or_cowered_does_not_advance():
    states = {"A-SQ1": "broken", "A-SQ2": "routed", "A-SQ3": "pinned", "A-SQ4": "cowered"}
    hexes = {"A-SQ1": "0105", "A-SQ2": "0107", "A-SQ3": "0109", "A-SQ4": "0111"}
    given = [f"{id} squad at {hexes[id]} {state}" for id, state in states.items()]
    table = position(*given, step="advance", ground=plain() | {"smoke": {}})
    for id in states:
        rule = table.refused("allied", "NOT_ELIGIBLE", Advance(base=id, hex=f"02{hexes[id][2:]}")).rule
        assert rule == ("SKR-ADV-01" if id in ("A-SQ1", "A-SQ2") else "SKR-ADV-02")


@pytest.mark.rule("SKR-ADV-03", "SKR-ADV-04")
def test_all_others_advance_one_hex_whatever_they_did_and_unopposed():
    table = open_ground(
        "A-SQ1 squad at 0507 q9", "A-SQ2 squad at 0505 q9", "A-SQ3 squad at 0503 q9", "A-SQ4 squad at 0509 q9",
        "A-TK1 medium_tank at 0211 heading 1", "G-SQ1 squad at 1007 q9", step="prepared-fire",
    )  # fmt: skip
    table.order("allied", fire(table, "A-SQ1", "G-SQ1"), Done())
    linked = FireOnMove(base="A-SQ3", target=table.handle("G-SQ1"))
    table.order("allied", move("A-SQ2", "0605"), move("A-SQ3", "0603"), linked, Done()).let_pass()
    table.done_until("advance")
    assert table.refused("allied", "TOO_FAR", Advance(base="A-SQ1", hex="0707")).rule == "SKR-ADV-04"
    table.refused("allied", "TOO_FAR", Advance(base="A-TK1", hex="0111"))
    steps = {"A-SQ1": "0607", "A-SQ2": "0705", "A-SQ3": "0703", "A-SQ4": "0609", "A-TK1": "0311"}
    for id, hex in steps.items():
        table.order("allied", Advance(base=id, hex=hex))
        assert table.waiting == ["allied"], "nobody is asked for fire"
    table.refused("allied", "TOO_FAR", Advance(base="A-SQ1", hex="0707"))
    assert {id: table.base(id).hex for id in steps} == steps


def test_an_advance_is_one_hex_whatever_it_costs():
    table = position("A-SQ1 squad at 0507", step="advance", ground=plain(h0607="woods"))
    table.order("allied", Advance(base="A-SQ1", hex="0607"))
    assert table.base("A-SQ1").hex == "0607"


def closing_in(enemy: str, **dice: list[int]) -> Table:
    """A squad advances into the next hex, where an enemy is; the step is closed."""
    purposes = {name.replace("_", " "): faces for name, faces in dice.items()}
    table = open_ground("A-SQ1 squad at 0907 q4", enemy, step="advance", by_purpose=purposes)
    return table.order("allied", Advance(base="A-SQ1", hex="1007"), Done())


@pytest.mark.rule("SKR-ADV-05")
@pytest.mark.parametrize("enemy", ["G-SQ1 squad at 1007 q4", "G-L1 leader at 1007 q4"])
def test_an_advance_brings_men_into_close_combat_with_men(enemy: str):
    """5 or more: the loser is eliminated. Against a single man 3 are added."""
    table = closing_in(enemy, P17_close=[6, 5, 2, 2])
    [combat] = table.told("german", CloseCombatTold)
    assert combat.hex == "1007" and combat.loser == "german" and combat.result == "eliminated"
    assert added(combat.strengths[0]).get("single man", 0) == (3 if "leader" in enemy else 0)
    assert table.base("A-SQ1").hex == "1007" and table.base(enemy.split()[0]).gone == "eliminated"


def test_no_move_leads_into_the_hex_of_a_known_enemy():
    table = open_ground("A-SQ1 squad at 0907", "G-SQ1 squad at 1007", step="movement")
    assert table.refused("allied", "ENEMY_THERE", move("A-SQ1", "1007")).rule == "SKR-ADV-05"


@pytest.mark.rule("SKR-ADV-06")
def test_a_gun_whose_crew_is_beaten_is_captured():
    table = closing_in("G-ATG at_gun_75 at 1007 heading 4", P17_close=[4, 3, 3, 3])
    assert table.told("allied", CloseCombatTold)[0].result == "thrown back"
    assert table.base("G-ATG").gone == "captured" and table.truth.points["allied"] == 2 * 2 * 2


@pytest.mark.rule("SKR-ADV-06")
@pytest.mark.parametrize(("throw", "result"), [([2, 3], "knocked out"), ([3, 3], "immobilised"), ([4, 3], "held off")])
def test_men_go_at_a_tank_if_they_dare(throw: list[int], result: str):
    """Two dice of 5 or less knock it out, 6 immobilises it; its machine guns answer who comes from the front."""
    table = closing_in(
        "G-SG1 assault_gun at 1007 heading 4", P17_nerve=[2, 3], P17_close=throw, P17_answer=[6, 4],
    )  # fmt: skip
    [combat] = table.told("allied", CloseCombatTold)
    assert combat.result == result
    tank = table.base("G-SG1")
    assert tank.gone == ("eliminated" if result == "knocked out" else None)
    assert tank.immobilised == (result == "immobilised")
    assert table.base("A-SQ1").hex == ("1007" if result == "knocked out" else "0907")


def test_men_who_do_not_dare_stay_where_they_are():
    table = closing_in("G-SG1 assault_gun at 1007 heading 4", P17_nerve=[6, 5])
    assert table.base("A-SQ1").hex == "0907" and not table.told("allied", CloseCombatTold)


def test_a_panzerfaust_used_at_arms_length_is_used_up():
    table = open_ground("A-PF at_team at 0907 weapon panzerfaust", "G-SG1 assault_gun at 1007 heading 4",
                        step="advance", by_purpose={"P17 nerve": [2, 3], "P17 close": [4, 4]})  # fmt: skip
    table.order("allied", Advance(base="A-PF", hex="1007"), Done())
    assert table.base("G-SG1").gone == "eliminated" and table.base("A-PF").weapon_shots == 0


def test_high_explosive_has_to_hit_armour_and_to_go_through_it():
    """Against the side of an assault gun: K is 4 + 5 - 4 (P12)."""
    table = open_ground("A-TK1 medium_tank at 0507 heading 1", "G-SG1 assault_gun at 1007 heading 2",
                        step="prepared-fire", by_purpose={"P13 shot": [2, 2], "P13 hit": [1, 3]})  # fmt: skip
    order = Fire(base="A-TK1", target=table.handle("G-SG1"), weapon="high explosive")
    table.order("allied", order)
    [told] = [told.shot for told in table.told("allied", FireTold)]
    assert told is not None and (told.aspect, told.kill_number) == ("side", 5)
    assert table.base("G-SG1").gone == "eliminated" and table.truth.ground.wrecks == ("1007",)


def test_nobody_fires_into_a_close_combat():
    """Equal throws: both are locked, and neither moves, nor fires, nor is fired at (P17)."""
    table = open_ground("A-SQ1 squad at 0907 q6", "A-MMG mmg_team at 0507", "G-SQ1 squad at 1007 q6",
                        step="advance", by_purpose={"P17 close": [3, 3, 3, 3]})  # fmt: skip
    table.order("allied", Advance(base="A-SQ1", hex="1007"), Done())
    assert table.base("A-SQ1").locked and table.base("G-SQ1").locked and table.base("A-SQ1").hex == "1007"
    assert table.step == "prepared-fire" and table.waiting == ["german"]
    table.refused("german", "NOT_ELIGIBLE", fire(table, "G-SQ1", "A-MMG"))
    table.done_until("remaining-fire")
    table.refused("allied", "NO_SHOT", fire(table, "A-MMG", "G-SQ1"))
