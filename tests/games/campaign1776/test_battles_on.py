"""Land combat beyond a battle of cards: rounds at once, several battles, winter, and who says nothing."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.engine.places import Place
from service.engine.reports import HeadingOpened
from service.games.campaign1776.known.counters import fits, of_kind
from service.games.campaign1776.known.reports import BattleTold
from service.games.campaign1776.sections.battles import Attack, ContinueCombat, FightOn, StopFighting
from service.games.campaign1776.sections.defending import DeclareSupply, MeetAttack
from tests.games.campaign1776.table import Table, position
from tests.games.campaign1776.test_battles import EVEN, attack, fought, last, points, rounds

# ---- rounds at once


def asked(table: Table, side: str) -> list[str]:
    return [report.address.split("/")[-1] for report in table.told(side, HeadingOpened)]


@pytest.mark.rule("C76-PBM-27", "C76-PBM-29")
def test_a_continuous_round_asks_the_defender_nothing_and_is_fought_at_the_worst_modifier():
    table = position("12 BR at PP32", "4 CA at PP32", "dug PP32 am")
    table.dice.faces += [6]
    attack(table, Attack(hex="PP32", continuous=1))  # type: ignore[arg-type]
    told = last(table)
    assert (told.cards, told.modifiers, told.net) == ({}, {"continuous combat": -2, "entrenchment": -1}, -3)
    assert (told.column, told.die, told.result) == ("3:1", 6, "S/T") and rounds(table, "am") == [told]
    assert asked(table, "am") == [] and table.truth.rolls == {"public": 1}


@pytest.mark.rule("C76-PBM-28")
def test_rounds_at_once_wait_where_the_defender_has_to_decide_on_supply():
    things = ("16 BR at PP32", "1 BS at PP32", "9 CA at PP32", "1 AS at PP32")
    table = fought(*things, dice=(4, 6, 6, 6), declares="not")
    table.order("br", FightOn(hex="PP32", continuous=3, supply="use"), Done())  # type: ignore[arg-type]
    assert len(rounds(table)) == 2 and (table.heading, table.waiting) == ("supply", ["American"])
    table.order("am", DeclareSupply(hex="PP32", supply="use"), Done())  # type: ignore[arg-type]
    both = ("British", "American")
    assert [told.supplied for told in rounds(table)][1:3] == [("British",), both]
    used = fought(*things, dice=(4, 6, 6, 6), declares="use")
    used.order("br", FightOn(hex="PP32", continuous=3, supply="use"), Done())  # type: ignore[arg-type]
    assert len(rounds(used)) == 4 and "supply" not in asked(used, "am")


def test_what_the_silent_do_with_supply_is_reckoned_anew_before_each_of_several_rounds():
    """It raises the odds of six against eight; of one against six the last column holds with it and without."""
    table = fought("6 BR at PP32", "1 BS at PP32", "8 CA at PP32", "1 AS at PP32", dice=(4, 4, 4, 4))
    table.order("br", FightOn(hex="PP32", continuous=3, supply="use"), Done())  # type: ignore[arg-type]
    assert [told.points for told in rounds(table)][1:] == [
        {"British": 4, "American": 6}, {"British": 2, "American": 6}, {"British": 1, "American": 6}
    ]  # fmt: skip
    assert ["American" in told.supplied for told in rounds(table)] == [True, True, True, False]


def test_no_loss_is_refused_for_want_of_counters():
    """All fourteen counters of one point lie elsewhere, and four of six Continentals are left: a three and a one."""
    ones = [f"1 CA at {hex}" for hex in ("QQ28", "QQ29", "QQ30", "RR28", "RR29", "RR30", "SS29", "SS30", "SS31", "TT29",
                                         "TT30", "TT31", "UU30", "UU31")]  # fmt: skip
    table = fought("10 BR at PP32", "6 CA at PP32", *ones, dice=(4,), settings={"counter_limits": True})
    assert last(table).lost["American"] == {"CA": 2} and points(table, "am") == 4
    assert not fits(table.picture("am"), "CA", of_kind(table.picture("am"), "CA"))


# ---- several battles at a time


THREE = ("6 BR at PP32", "6 CA at PP32", "6 BR at QQ31", "6 CA at QQ31", "6 BR at SS35", "6 CA at SS35")


@pytest.mark.rule("C76-PBM-30")
def test_all_battles_of_a_segment_are_fought_round_by_round_together():
    table = position(*THREE)
    table.dice.faces += [4] * 6
    attack(table, *(Attack(hex=hex, card=EVEN) for hex in ("PP32", "QQ31", "SS35")))  # type: ignore[arg-type]
    table.order("am", *(MeetAttack(hex=hex, card=EVEN) for hex in ("SS35", "QQ31", "PP32")), Done())  # type: ignore[arg-type]
    assert sorted((told.hex, told.number) for told in rounds(table)) == [("PP32", 1), ("QQ31", 1), ("SS35", 1)]
    on = (FightOn(hex="PP32", card=EVEN), StopFighting(hex="QQ31"), FightOn(hex="SS35", card=EVEN))  # type: ignore[arg-type]
    table.order("br", *on, Done())
    table.order("am", *(MeetAttack(hex=hex, card=EVEN) for hex in ("PP32", "SS35")), Done())  # type: ignore[arg-type]
    assert table.heading == "continuation" and len(rounds(table)) == 3, "no battle runs ahead of the one that may go on"
    table.order("am", ContinueCombat(hex="QQ31", card=EVEN), Done())  # type: ignore[arg-type]
    table.order("br", MeetAttack(hex="QQ31", card=EVEN), Done())  # type: ignore[arg-type]
    assert sorted((told.hex, told.number) for told in rounds(table)[3:]) == [("PP32", 2), ("QQ31", 2), ("SS35", 2)]


# ---- winter


@pytest.mark.rule("C76-WIN-01")
@pytest.mark.parametrize(("turn", "over"), [(1, "winter"), (4, "")])
def test_in_winter_a_hex_sees_two_rounds_and_no_third(turn: int, over: str):
    table = fought("12 BR at DDD37", "12 CA at DDD37", dice=(4, 4), hex="DDD37", scenario="northern-war", turn=turn)
    table.order("br", FightOn(hex="DDD37", card=EVEN), Done())  # type: ignore[arg-type]
    table.order("am", MeetAttack(hex="DDD37", card=EVEN), Done())  # type: ignore[arg-type]
    assert (points(table, "br", "DDD37"), points(table, "am", "DDD37")) == (8, 8)
    assert table.told("br", BattleTold)[-1].battle.over == over


@pytest.mark.rule("C76-WIN-02")
def test_in_winter_the_other_side_continues_after_one_round_for_one_round():
    things = ("12 BR at DDD37", "12 CA at DDD37")
    table = fought(*things, dice=(4, 4), hex="DDD37", scenario="northern-war", turn=1)
    table.order("br", StopFighting(hex="DDD37"), Done())  # type: ignore[arg-type]
    table.order("am", ContinueCombat(hex="DDD37", card=EVEN), Done())  # type: ignore[arg-type]
    table.order("br", MeetAttack(hex="DDD37", card=EVEN), Done())  # type: ignore[arg-type]
    assert last(table).attacker == "American" and table.told("am", BattleTold)[-1].battle.over == "winter"


@pytest.mark.rule("C76-WIN-02")
def test_in_winter_nobody_continues_after_two_rounds_not_even_who_had_no_supply():
    table = fought("12 BR at DDD37", "1 BS at DDD37", "12 CA at DDD37", dice=(4, 4), hex="DDD37",
                   scenario="northern-war", turn=1)  # fmt: skip
    table.order("br", FightOn(hex="DDD37", card=EVEN, supply="use"), Done())  # type: ignore[arg-type]
    table.order("am", MeetAttack(hex="DDD37", card=EVEN), Done())  # type: ignore[arg-type]
    assert last(table).supplied == ("British",) and table.told("am", BattleTold)[-1].battle.over == "winter"
    assert "continuation" not in asked(table, "am") and not table.truth.battles


# ---- those who say nothing


def test_who_says_nothing_has_a_card_drawn_by_a_die_of_their_own():
    table = position("12 BR at PP32", "6 CA at PP32")
    table.dice.by_purpose = {"C76-PBM-20": [48, 20], "C76-PBM-17": [4]}
    attack(table, Attack(hex="PP32"))  # type: ignore[arg-type]
    table.done("am")
    assert last(table).cards == {"British": "EC", "American": "EL"}
    assert (last(table).drawn, rounds(table, "am")[-1].drawn) == (48, 20)


@pytest.mark.parametrize(("dice", "heading"), [((6,), "defense"), ((1,), "continuation")])
def test_who_says_nothing_goes_on_while_they_have_lost_no_more_than_the_enemy(dice: tuple[int, ...], heading: str):
    """At 2:1, twelve against six: 6 costs the defender a half, 1 the attacker a third."""
    table = fought("12 BR at PP32", "6 CA at PP32", dice=dice)
    table.done("br")
    assert table.heading == heading


@pytest.mark.rule("C76-PBM-27")
def test_rounds_at_once_are_fought_without_cards():
    table = position("12 BR at PP32", "1 BS at PP32", "6 CA at PP32").done_until("br", "attacks")
    refusal = table.refused("br", Attack(hex=Place("PP32"), card="EC", continuous=2))
    assert refusal.rule == "C76-PBM-27" and "without cards" in refusal.reason
    table.order("br", Attack(hex=Place("PP32"), continuous=2))
