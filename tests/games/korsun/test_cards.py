"""Result cards: a combat is one card for either side, with its shifts, its result and whose losses they were."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from service.engine.cards import Card
from service.engine.reports import Telling
from service.engine.sentences import plain_text
from service.games.korsun import sections
from service.games.korsun.game import KORSUN
from service.games.korsun.known.reports import ADDED, CombatFought, GameEnded, Thrown
from service.games.korsun.printed.scenario import scenario
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.breakthrough import AttackFromReserve
from service.games.korsun.staff.aims import aim
from service.games.korsun.staff.cards import outcome
from service.games.korsun.staff.prose import prose
from tests.games.korsun.table import Table, position
from tests.games.korsun.test_combat import attack, combat, resolved


def fought(lost: int = 0) -> Table:
    """A tank brigade and a regiment against a German regiment that has lost so many steps before, to its end."""
    table = position(
        "42 at 1013", "22GTB at 1113", f"34R at 1114 lost {lost}", heading="E combat", by_purpose={"KOR-CBT-32": [5]}
    )
    table.order("so", DeclareAttack(hex="1114", units=("22GTB", "42"), planned=True))  # type: ignore[arg-type]
    return table.done_until("d-breakthrough-segment")


def card(table: Table, side: str) -> Card:
    [found] = KORSUN.words.cards(KORSUN.known(table.picture(side)), table.logs[table.picture(side).side])
    return found


def test_a_combat_is_one_card_named_by_its_hex():
    table = fought()
    for side in ("so", "ge"):
        assert plain_text(card(table, side).title) == "Combat at 1114"
        [shifts] = card(table, side).sums
        assert shifts.least == shifts.most and plain_text(shifts.comes_to) in plain_text(card(table, side).outcome)


def test_a_combat_that_is_still_to_be_fought_is_said_to_be():
    table = position("42 at 1013", "22GTB at 1113", "34R at 1114", heading="E combat")
    table.order("so", DeclareAttack(hex="1114", units=("22GTB", "42"), planned=True))  # type: ignore[arg-type]
    table.done("so").done_until("combat-air-support-of-the-defender")
    assert {plain_text(card(table, side).outcome) for side in ("so", "ge")} == {"Not fought yet"}


def test_a_combat_by_breakthrough_or_from_reserve_has_a_card_of_its_own():
    """Also where it is fought at once, without headings: after a declared one there are two cards, the newest last."""
    table = position(
        "42 at 1013", "22GTB at 1113 reserve", "34R at 1114", heading="E combat", by_purpose={"KOR-CBT-32": [1, 4]}
    )
    table.order("so", DeclareAttack(hex="1114", units=("42",), planned=True))  # type: ignore[arg-type]
    table.done_until("f-reserve-combat-segment")
    table.order("so", AttackFromReserve(hex="1114", units=("22GTB",))).done("so")  # type: ignore[arg-type]
    for side in ("so", "ge"):
        cards = KORSUN.words.cards(KORSUN.known(table.picture(side)), table.logs[table.picture(side).side])
        fights = table.told(side, CombatFought)
        assert len(fights) == 2
        assert [plain_text(one.outcome) for one in cards] == [plain_text(outcome(one)) for one in fights]


def test_losses_are_ours_or_theirs_and_ours_are_read_first():
    table = fought()
    soviet, german = card(table, "so"), card(table, "ge")
    assert {plain_text(one.who) for one in german.losses if one.own} == {"34R"} and german.weight == "grave"
    assert {plain_text(one.who) for one in soviet.losses if not one.own} == {"34R"}
    assert not any(one.own for one in soviet.losses) and soviet.weight == "usual"
    for lost in (0, 1):
        assert [one.whole for one in card(fought(lost), "ge").losses if one.own] == [lost == 1], "its last step"


def test_what_is_lost_for_good_is_said_to_be_destroyed():
    for lost, said in ((0, "1 step"), (1, "1 step, destroyed")):
        assert [plain_text(one.what) for one in card(fought(lost), "ge").losses if one.own] == [said]


def test_where_the_shifts_are_more_than_the_most_it_is_said_that_no_more_count():
    shifts = {"artillery": 2, "air": 2, "combined_arms": 1}
    told = CombatFought(number=1, hex="0911", by="German", initial="2:1", final="6:1", die=6, result="-", shifts=shifts,
                        applied=4)  # fmt: skip
    assert "+4 applied (no more count), 6:1" in plain_text(prose(told) or ())
    assert "no more count" not in plain_text(prose(replace(told, shifts={**shifts, "air": 1})) or ())


def test_who_blows_a_bridge_is_not_blown_up():
    told = Thrown(purpose="demolition", die=6, succeeded=True, hex="1114", unit="9MB")
    assert plain_text(prose(told) or ()).startswith("Demolition by 9MB at 1114: die 6")


# ---- the score


def lines_of(table: Table, side: str) -> dict[str, str]:
    """The lines of the sum that a side has of its aim, as they are printed."""
    kept: Any = None
    for entry in table.logs["Soviet" if side == "so" else "German"]:
        kept = KORSUN.score.after(kept, Telling(report=entry.report), side)
    return {plain_text(one.name): one.figure for one in aim(table.picture(side), kept).bill.lines}


def test_the_verdict_is_said_line_by_line_and_adds_up_to_the_score():
    """Lysa and Korsun are Soviet; R105 stands cut off in the pocket with three steps, and SSG is out of it."""
    table = position(
        "R105 at 1107", "SSG at 0915", "34R at 0916", "1127 at 0709", "1129 at 0909", "1131 at 1109", "21 at 1309",
        heading="G", turn=19, control={"1206": "Soviet", "0811": "Soviet", "0907": "German"},
        lost={"Soviet": {"armor_unit": 1, "other": 3}, "German": {"armor_unit": 1, "other": 3}},
    )  # fmt: skip
    assert lines_of(table, "so") == lines_of(table, "ge") == {
        "Lysa 0811 is Soviet": "+3", "Korsun 1206 is Soviet": "+3", "German armor steps lost": "+2",
        "Other German steps lost": "+3", "German steps that are cut off": "+3", "Soviet armor steps lost": "−1",
        "Other Soviet steps lost": "−1½",
        "German steps saved from the pocket": "−3",
    }  # fmt: skip
    [ended] = table.told("so", GameEnded)
    assert sum(ended.points.values()) == 4 * (14 + 5) + 2


def test_before_the_end_the_sum_has_what_was_told():
    table = combat("42 at 0610", "22GTB at 0610", "20GTB at 0611", "DG332 at 0711", scenario="korsun-intro",
                   by_purpose={"KOR-CBT-32": [4]})  # fmt: skip
    attack(table, "so", "0711", "42", "22GTB", "20GTB", planned=True, supported=())
    assert resolved(table).losses == {"DG332": 1}
    found = lines_of(table, "ge")
    assert found["Other German steps lost"] == "+½" and found["Soviet armor steps lost"] == "0"


def test_before_the_end_the_german_side_reads_how_much_of_the_pocket_is_cut_off_by_what_it_has_seen():
    """R105, three steps, and SSG stand within Soviet zones or outside them; the Soviet side is not told."""

    def said(*soviet: str) -> dict[str, str]:
        table = position("R105 at 1107", "SSG at 0915", *soviet, heading="E movement")
        return {side: plain_text(aim(table.picture(side), None).unknown) for side in ("so", "ge")}

    free, shut = said("1127 at 0709"), said("42 at 1006", "1131 at 1106", "21 at 1206", "1129 at 1108")
    assert "0 of the 6 steps of the XI Korps are cut off now, which counts 0 " in free["ge"]
    assert "3 of the 6 steps of the XI Korps are cut off now, which counts 3 " in shut["ge"]
    assert shut["so"] == free["so"] and shut["so"].endswith("how many steps of the XI Korps are cut off.")


def added_in(source: str) -> Iterator[str]:
    """The names that a file of rules gives to what it adds to a die, where they are written out in it."""
    for node in ast.walk(ast.parse(source)):
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Subscript) and ast.unparse(target.value) in ("modifiers", "found"):
            yield ast.literal_eval(target.slice) if isinstance(target.slice, ast.Constant) else ""
        if getattr(target, "id", getattr(node, "name", "")) in ("modifiers", "modifiers_of"):
            within = (one for one in ast.walk(node) if isinstance(one, ast.Dict))
            yield from (key.value for one in within for key in one.keys if isinstance(key, ast.Constant))


def test_all_that_is_added_to_a_die_has_a_name_in_reports():
    """As the rules write it; the weather and the weight of a target are named by the tables."""
    written = {name for file in Path(sections.__path__[0]).glob("*.py") for name in added_in(file.read_text("utf-8"))}
    rules = scenario(KORSUN.data_id, "korsun-full")
    weights = {f"target_{rules.profile(id).armor}" for id in rules.counters if rules.profile(id).armor}
    assert {"mud", "screened", "enemy_near", "anti_armor"} <= written
    assert {*filter(None, written), *rules.tables.weather.air_modifiers, *weights} == {*ADDED}
