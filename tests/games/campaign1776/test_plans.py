"""Battle plans: what they answer line by line, who is asked nothing more, and how many letters a month then takes."""

from __future__ import annotations

import pytest

from service.engine.attendance import Attend
from service.engine.cursor import heading_at
from service.engine.orders import Done, Order
from service.engine.places import Place
from service.engine.sentences import plain_text
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.lines import AddEntryLine, AddPlanLine
from service.games.campaign1776.known.reports import BattleTold, RoundFought
from service.games.campaign1776.known.standing import PlanLine
from service.games.campaign1776.sections.answers import rehearse
from service.games.campaign1776.sections.battles import Attack, LeaveToPlan
from service.games.campaign1776.sections.defending import MeetAttack
from tests.games.campaign1776.table import Table, position

PP32, QQ31, SS35 = Place("PP32"), Place("QQ31"), Place("SS35")


def rounds(table: Table) -> list[RoundFought]:
    return table.told("br", RoundFought)


def over(table: Table) -> dict[str, str]:
    return {told.battle.hex: told.battle.over for told in table.told("br", BattleTold) if told.battle.over}


def test_the_first_line_that_fits_says_whether_an_attack_goes_on_and_with_which_card():
    table = position("9 BR at PP32", "9 CA at PP32")
    table.order(
        "br",
        AddPlanLine(round=3, does="rest"),
        AddPlanLine(hex=PP32, when="attacking", card="EC"),
        AddPlanLine(card="FA"),
    )
    table.dice.faces += [4, 4]
    table.done("br").order("br", Attack(hex=PP32, card="FA", planned=True), Done())
    table.order("am", MeetAttack(hex=PP32, card="FA", planned=True), AddPlanLine(card="SK"), Done())
    assert [told.cards for told in rounds(table)] == [
        {"British": "FA", "American": "FA"}, {"British": "EC", "American": "SK"},
    ]  # fmt: skip
    assert over(table) == {"PP32": "stopped"}


@pytest.mark.parametrize(("line", "said"), [
    (PlanLine(when="defending", card="WD"), "Anywhere, attacked: play Withdraw."),
    (PlanLine(hex=PP32, card="FA", supply="use"), "In PP32: play Frontal Assault, supply is used."),
    (PlanLine(), "Anywhere: fight."),
    (PlanLine(does="rest"), "Anywhere: rest."),
    (PlanLine(does="rest", card="WD"), "Anywhere: rest, and if attacked play Withdraw."),
])  # fmt: skip
def test_a_line_of_the_plan_says_which_card_is_played(line: PlanLine, said: str):
    """Nobody fights with Withdraw."""
    assert plain_text(CAMPAIGN1776.words.line(None, line)) == said


@pytest.mark.parametrize(("odds", "fought"), [("2:1", 1), ("1:1", 2)])
def test_a_line_for_better_odds_does_not_fit_at_worse_ones(odds: str, fought: int):
    table = position("9 BR at PP32", "9 CA at PP32")
    table.order("br", AddPlanLine(when="attacking", odds=odds, round=1), AddPlanLine(does="rest"))
    table.dice.faces += [4] * fought
    table.done("br").order("br", Attack(hex=PP32, card="FA", planned=True), Done())
    table.order("am", MeetAttack(hex=PP32, card="FA", planned=True), Done())
    assert rounds(table)[0].column == "1:1" and len(rounds(table)) >= fought


def test_a_plan_takes_up_combat_where_the_enemy_has_stopped_and_where_it_was_spared():
    table = position("9 BR at PP32", "9 CA at PP32", "9 BR at QQ31", "9 CA at QQ31")
    table.order(
        "am", AddPlanLine(when="stopped", round=2), AddPlanLine(hex=QQ31, when="spared"), AddPlanLine(does="rest")
    )
    table.order("br", AddPlanLine(round=2, does="rest"))
    table.order("am", Attend(attendance="standing"))
    table.dice.faces += [4] * 6
    table.done("br").order("br", Attack(hex=PP32, card="FA", planned=True), LeaveToPlan(hex=QQ31), Done())
    first = [(told.hex, told.number, told.attacker) for told in rounds(table)]
    assert first[:3] == [("QQ31", 1, "American"), ("PP32", 1, "British"), ("PP32", 2, "American")]
    assert set(over(table)) == {"PP32", "QQ31"}


def test_a_line_for_forts_says_who_goes_inside():
    table = position("3 CA at YY37", "1 CA inside YY37", "1 AA at YY37", "fort YY37 am", "1 BR at YY37",
                     scenario="northern-war", turn=5)  # fmt: skip
    table.order("am", AddEntryLine(does="inside", alone=True), Attend(attendance="standing"))
    table.dice.faces += [4]
    table.done("br").order("br", Attack(hex=Place("YY37"), card="SK", planned=True), Done())
    inside = {pool.kind for pool in table.truth.on_land("American", Place("YY37"), inside=True)}
    assert inside == {"CA"}


def test_both_are_told_who_fights_by_plan_and_no_more_of_it():
    table = position("9 BR at PP32", "9 CA at PP32").order("br", AddPlanLine(card="EC"))
    table.done("br").order("br", Attack(hex=PP32, card="FA", planned=True), Done())
    told = table.told("am", BattleTold)[-1]
    assert told.battle.by_plan == ["British"]
    assert "EC" not in repr(table.logs["American"]) and "PlanLine" not in repr(table.picture("am").standing)


def test_a_plan_can_be_tried_on_what_was_asked_before():
    table = position("9 BR at PP32", "9 CA at PP32")
    table.done("br").order("br", Attack(hex=PP32, card="FA"), Done())
    then = table.picture("am")
    table.order("am", AddPlanLine(card="SK"))

    answers = rehearse(then, table.picture("am"), heading_at(CAMPAIGN1776.outline, table.address))
    assert answers is not None and [answer.order for answer in answers] == [MeetAttack(hex=PP32, card="SK")]


# ---- letters


def hand_overs(table: Table, *standing: str) -> int:
    """How often the match passes from one side to the other in a month in which three hexes are fought for."""
    for side in standing:
        table.order(side, Attend(attendance="standing"))
    sittings, last = 0, ""
    month = table.truth.turn
    while table.truth.turn == month and not table.truth.ended:
        seat = last if last in table.waiting else table.waiting[0]
        sittings += seat != last
        last = seat
        orders: list[Order] = []
        if table.heading == "attacks":
            hexes = dict.fromkeys(option.fixed["hex"] for option in table.options(seat, "attack"))
            orders = [Attack(hex=hex, planned=True) for hex in hexes]
            orders = [
                order for order in orders if any(one.fixed["hex"] == order.hex for one in table.options(seat, "attack"))
            ]  # type: ignore[attr-defined]
        table.order(seat, *orders, Done())
    return sittings


@pytest.mark.parametrize(("standing", "most"), [((), 3), (("American",), 2)])
def test_a_month_of_three_battles_and_a_continuation_takes_two_letters(standing: tuple[str, ...], most: int):
    """The third sitting is the next month's first: the British one in which they answer, and go on with their own."""
    table = position("9 BR at PP32", "9 CA at PP32", "9 BR at QQ31", "9 CA at QQ31", "9 BR at SS35", "9 CA at SS35")
    table.order("am", AddPlanLine(hex=PP32, when="stopped", round=2, lost=4))
    table.order("br", AddPlanLine(hex=PP32, round=2, when="attacking", does="rest"))
    table.dice.faces += [4] * 40
    assert hand_overs(table, *standing) <= most
    assert {(told.hex, told.attacker) for told in rounds(table)} >= {("PP32", "British"), ("PP32", "American")}
