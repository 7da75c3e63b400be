"""What a side can reckon of a round before it is ordered: by its own picture, with the umpire's sum."""

from __future__ import annotations

from typing import Any

from service.engine.odds import Odds
from service.engine.orders import Done, Order
from service.engine.sentences import plain_text
from service.engine.state import Known
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.lines import AddPlanLine
from service.games.campaign1776.known.reports import RoundFought
from service.games.campaign1776.sections.battles import Attack, FightOn
from service.games.campaign1776.sections.defending import MeetAttack
from tests.games.campaign1776.table import Table, position

HEX: Any = "PP32"


def help_of(table: Table, side: str, kind: str) -> str:
    return plain_text(CAMPAIGN1776.words.help(Known(picture=table.picture(side), makes=lambda picture: picture), kind))


def odds_of(table: Table, side: str, order: Order) -> Odds:
    assert CAMPAIGN1776.odds is not None
    found = CAMPAIGN1776.odds(table.picture(side), order)
    assert found is not None
    return found


def outlook(table: Table, side: str, order: Order) -> str:
    return " ".join(map(plain_text, odds_of(table, side, order).outlook))


def at_attacks(*things: str) -> Table:
    table = position(*things)
    return table.done_until("br", "attacks")


def test_before_an_attack_the_page_says_how_strong_the_two_sides_are_as_far_as_one_knows():
    seen = at_attacks("14 BR at PP32", "1 BS at PP32", "5 CA at PP32", "1 AS at PP32", "dug PP32 am")
    assert help_of(seen, "br", "attack").startswith(
        "PP32: 14 of yours against 4 to 9 behind an entrenchment, column 3:2 to 6:1. "
    )
    for others in (4, 9):  # whichever of these it truly is, the sentence is the same
        same = at_attacks("14 BR at PP32", "1 BS at PP32", f"{others} CA at PP32", "dug PP32 am")
        assert help_of(same, "br", "attack") == help_of(seen, "br", "attack")
    strong = at_attacks("3 BR at PP32", "12 CA at PP32")
    assert help_of(strong, "br", "attack").startswith("PP32: 3 of yours against 10 or more, column 1:3. ")


def test_whoever_is_attacked_reads_that_their_entrenchment_counts():
    table = at_attacks("14 BR at PP32", "1 BS at PP32", "5 CA at PP32", "1 AS at PP32", "dug PP32 am")
    table.order("br", Attack(hex=HEX, card="EC"), Done())
    assert help_of(table, "am", "meet-attack").startswith("PP32: 5 of yours behind your entrenchment against 14, ")


def test_an_answer_is_reckoned_with_what_the_letter_told_and_the_next_round_by_what_both_know():
    table = at_attacks("14 BR at PP32", "1 BS at PP32", "5 CA at PP32", "1 AS at PP32")
    table.dice.faces += [4]
    table.order("br", Attack(hex=HEX, card="EC"), Done())
    assert help_of(table, "am", "meet-attack").startswith("PP32: 5 of yours against 14, column 1:1 to 2:1. ")
    table.order("am", MeetAttack(hex=HEX, card="EC"), Done())
    [fought] = table.told("br", RoundFought)
    assert fought.column == "2:1"
    left = 5 - sum(fought.lost["American"].values())
    assert help_of(table, "br", "fight-on").startswith(f"PP32: {14 - sum(fought.lost['British'].values())} of yours")
    assert f" against {left}, " in help_of(table, "br", "fight-on")
    assert odds_of(table, "br", FightOn(hex=HEX, card="EC")).bill.lines[-1].value is None


def test_a_card_says_what_it_gives_against_each_of_theirs_and_who_gets_away():
    table = at_attacks("14 BR at PP32", "5 CA at PP32")
    said = outlook(table, "br", Attack(hex=HEX, card="EL"))
    assert "Enfilade Left gives the attacker's die +2 against Refuse Left and Frontal Assault; +1 against" in said
    assert "they get away with Withdraw" not in said
    assert "they get away with Withdraw." in outlook(table, "br", Attack(hex=HEX, card="FA"))
    table.order("br", Attack(hex=HEX, card="FA"), Done())
    away = outlook(table, "am", MeetAttack(hex=HEX, card="WD"))
    assert "Withdraw gives the attacker's die +1 against Enfilade Right and Enfilade Left; no combat" in away
    assert "you get away from Frontal Assault, Echelon, Refuse Left, Refuse Right and Skirmish." in away


def foretold(table: Table, side: str) -> list[tuple[str, bool]]:
    assert CAMPAIGN1776.foretell is not None
    return [(plain_text(one.text), one.grave) for one in CAMPAIGN1776.foretell(table.picture(side), ())]


def test_whoever_closes_without_meeting_an_attack_is_told_first_what_plays_for_them():
    table = at_attacks("14 BR at PP32", "5 CA at PP32")
    assert foretold(table, "br") == []
    table.order("br", Attack(hex=HEX, card="EC"), Done())
    assert foretold(table, "am") == [("You do not meet the attack in PP32: a card is drawn for you.", True)]
    planned = AddPlanLine(card="WD")
    table.order("am", planned)
    assert foretold(table, "am") == [("You do not meet the attack in PP32: your battle plan answers.", False)]
    met = MeetAttack(hex=HEX, card="EC")
    met.believe(table.picture("am"))
    assert foretold(table, "am") == []


def test_rounds_at_once_are_reckoned_without_cards_and_nothing_else_has_odds():
    table = at_attacks("14 BR at PP32", "1 BS at PP32", "5 CA at PP32")
    found = odds_of(table, "br", Attack(hex=HEX, continuous=2))
    assert found.value == -2 and "gives the attacker's die" not in outlook(table, "br", Attack(hex=HEX, continuous=2))
    assert CAMPAIGN1776.odds is not None and CAMPAIGN1776.odds(table.picture("br"), Done()) is None
