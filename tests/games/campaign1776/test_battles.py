"""Land combat round by round: cards and supply sealed until both are in, the sum, losses, and who goes on."""

from __future__ import annotations

import pytest

from service.engine.cards import Card
from service.engine.orders import Done, Order
from service.engine.sentences import plain_text
from service.engine.state import Known
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.battles import BATTLE, Supply
from service.games.campaign1776.known.reports import BattleTold, Captured, RoundFought
from service.games.campaign1776.sections.battles import Attack, ContinueCombat, FightOn, StartCombat, StopFighting
from service.games.campaign1776.sections.defending import MeetAttack
from service.games.campaign1776.sections.marching import MarchTo
from service.games.campaign1776.staff.names import Names
from service.games.campaign1776.staff.prose import prose
from tests.games.campaign1776.table import Table, position

EVEN = "EC"
"""Echelon against Echelon changes nothing."""


def attack(table: Table, *orders: Order) -> Table:
    """The side in turn closes its movement, attacks, and closes its attacks."""
    side = table.waiting[0]
    table.done_until(side, "attacks")
    return table.order(side, *orders, Done())


def fought(*things: str, dice: tuple[int, ...], card: str = EVEN, against: str = EVEN, hex: str = "PP32",
           declares: Supply = "rule", **where: object) -> Table:  # fmt: skip
    """A first round of the British against the Americans, without or with cards."""
    table = position(*things, **where)  # type: ignore[arg-type]
    table.dice.faces += dice
    attack(table, Attack(hex=hex, card=card))  # type: ignore[arg-type]
    return table.order("am", MeetAttack(hex=hex, card=against, supply=declares), Done())  # type: ignore[arg-type]


def rounds(table: Table, side: str = "br") -> list[RoundFought]:
    return table.told(side, RoundFought)


def last(table: Table) -> RoundFought:
    return rounds(table)[-1]


def points(table: Table, side: str, hex: str = "PP32") -> int:
    return table.truth.strength({"br": "British", "am": "American"}[side], hex)  # type: ignore[arg-type]


# ---- the first round


@pytest.mark.rule("C76-PBM-17")
def test_a_card_stays_sealed_until_the_other_side_has_played_its_own_and_then_both_are_told():
    table = position("12 BR at PP32", "3 CA at PP32")
    table.dice.faces += [4]
    sealed = position("12 BR at PP32", "3 CA at PP32").done("br").order("br", Attack(hex="PP32", card="FA"))  # type: ignore[arg-type]
    assert sealed.refused("br", Attack(hex="PP32", card="SK")).rule == "C76-PBM-17"  # type: ignore[arg-type]
    attack(table, Attack(hex="PP32", card="FA"))  # type: ignore[arg-type]
    assert rounds(table) == rounds(table, "am") == [] and not table.truth.rolls
    assert "FA" not in repr(table.logs["American"]) and not table.picture("am").commits
    [declared] = table.told("am", BattleTold)
    assert (declared.battle.hex, declared.battle.attacker) == ("PP32", "British")
    table.order("am", MeetAttack(hex="PP32", card="SK"), Done())  # type: ignore[arg-type]
    for side in ("br", "am"):
        [told] = rounds(table, side)
        assert (told.cards, told.die) == ({"British": "FA", "American": "SK"}, 4)
    assert table.refused("am", MeetAttack(hex="PP32", card="FA")).rule == "C76-PBM-17"  # type: ignore[arg-type]


def test_the_worked_example_of_the_first_evening():
    """12 regulars against 3 entrenched Continentals, both with supply: 4:1, entrenchment -1, Echelon +1, die 4."""
    table = fought("12 BR at PP32", "1 BA at PP32", "2 BS at PP32", "3 CA at PP32", "1 AA at PP32", "1 AS at PP32",
                   "dug PP32 am", dice=(4, 1), against="RL")  # fmt: skip
    told = last(table)
    assert (told.column, told.modifiers, told.net, told.result) == ("4:1", {"cards": 1, "entrenchment": -1}, 0, "-/H")
    assert (points(table, "br"), points(table, "am"), told.lost) == (12, 1, {"British": {}, "American": {"CA": 2}})
    table.order("br", FightOn(hex="PP32", continuous=1), Done())  # type: ignore[arg-type]
    assert (last(table).column, last(table).result, points(table, "am")) == ("8:1", "-/E", 0)
    assert table.truth.entrenched == {} and [report.was for report in table.told("am", Captured)] == ["AA"]


def test_the_card_of_a_battle_names_the_town_and_who_is_lost_and_its_round_who_answers_whom():
    table = fought("12 BR at PP32", "3 CA at PP32", dice=(1,), against="RL")
    known = Known(picture=table.picture("br"), makes=lambda picture: picture)
    (card,) = [one for one in CAMPAIGN1776.words.cards(known, table.logs["British"]) if one.kind == BATTLE]
    assert plain_text(card.title) == "Battle in PP32 Wilmington"
    assert {plain_text(one.what) for one in card.losses} == {"lost"}
    tables = table.picture("br").rules.tables
    said = prose(Names(tables.units.kinds, tables.matrix.cards, tables.areas.names), last(table))
    assert "attacks with Echelon, and the American side answers with Refuse Left." in plain_text(said or ())


@pytest.mark.parametrize(("dice", "against", "came_of_it"), [
    ((3,), EVEN, "1 round; the fight dies down"), ((), "WD", "1 round; the American side has broken off"),
    ((4,), EVEN, "1 round"),
])  # fmt: skip
def test_the_card_of_a_battle_says_in_how_many_rounds_and_how_it_ended(
    dice: tuple[int, ...], against: str, came_of_it: str
):  # fmt: skip
    table = fought("6 BR at PP32", "6 CA at PP32", dice=dice, against=against)
    for side in ("br", "am"):
        known = Known(picture=table.picture(side), makes=lambda picture: picture)
        (card,) = [
            one for one in CAMPAIGN1776.words.cards(known, table.logs[table.picture(side).side]) if one.kind == BATTLE
        ]
        assert plain_text(card.outcome) == came_of_it


def cards_of(table: Table, side: str) -> list[Card]:
    picture = table.picture(side)
    return CAMPAIGN1776.words.cards(Known(picture=picture, makes=lambda picture: picture), table.logs[picture.side])


def told_of(table: Table, side: str = "br") -> str:
    """All that a side was told of battles, in sentences."""
    said = (prose(CAMPAIGN1776.words.lexicon, one) for one in (*rounds(table, side), *table.told(side, BattleTold)))
    return " ".join(plain_text(one or ()) for one in said)


def test_the_card_names_the_side_that_is_destroyed_and_what_want_of_supply_made_of_its_strength():
    table = fought("6 BR at PP32", "1 BS at PP32", "1 RM at PP32", dice=(4,))
    (card,) = [one for one in cards_of(table, "am") if one.kind == BATTLE]
    assert plain_text(card.outcome) == "1 round; the American side is destroyed"
    [round] = card.sums
    assert plain_text(round.comes_to).startswith("6 against 1/2, the American side being without supply, column 8:1: ")
    both = fought("6 BR at PP32", "1 BS at PP32", "2 CA at PP32", "1 AS at PP32", dice=(4,))
    (card,) = [one for one in cards_of(both, "am") if one.kind == BATTLE]
    assert plain_text(card.sums[0].comes_to).startswith("column 3:1: ")


def test_whoever_withdraws_is_said_to_stay_and_a_withdrawal_that_fails_is_said_to():
    away = fought("6 BR at PP32", "6 CA at PP32", dice=(), against="WD")
    assert "; the American side withdraws from the combat and stays in the hex, and no die is rolled." in told_of(away)
    caught = fought("6 BR at PP32", "6 CA at PP32", dice=(4,), card="EL", against="WD")
    assert "answers with Withdraw, and the withdrawal of the American side fails. Strength" in told_of(caught)


def test_who_attacks_is_told_once_and_not_again_with_what_is_said_of_supply():
    table = fought("6 BR at PP32", "1 BS at PP32", "6 CA at PP32", "1 AS at PP32", dice=(4,), declares="not")
    assert told_of(table).count("The British side attacks in PP32.") == 1
    assert "In the coming round in PP32 supply of the American side is not used." in told_of(table)


@pytest.mark.rule("C76-PBM-18")
def test_in_the_first_round_of_a_hex_supply_has_to_be_used_if_there_is_any():
    table = position("8 BR at PP32", "1 BS at PP32", "4 CA at PP32", "1 AS at PP32")
    table.dice.faces += [4, 4]
    table.done_until("br", "attacks")
    assert table.refused("br", Attack(hex="PP32", supply="not")).rule == "C76-PBM-18"  # type: ignore[arg-type]
    table.order("br", Attack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    table.order("am", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert (last(table).supplied, last(table).column, last(table).result) == (("British", "American"), "2:1", "S/T")
    table.order("br", FightOn(hex="PP32", card=EVEN, supply="not"), Done())  # type: ignore[arg-type]
    table.order("am", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert last(table).supplied == ("American",) and last(table).column == "3:2"
    idle = fought("3 BR at PP32", "1 BS at PP32", "30 CA at PP32", "1 AS at PP32", dice=(6,))
    assert last(idle).supplied == ("British", "American"), "also where it changes nothing"


def test_a_side_without_supply_fights_at_half_and_its_guns_are_silent():
    table = fought("6 BR at PP32", "1 BA at PP32", "2 CA at PP32", "1 AS at PP32", dice=(4,))
    assert (last(table).column, last(table).modifiers) == ("3:2", {})
    loaded = fought("6 BR at PP32", "1 BA at PP32", "1 BS at PP32", "2 CA at PP32", "1 AS at PP32", dice=(4,))
    assert (last(loaded).column, last(loaded).modifiers) == ("3:1", {"artillery": 1})


@pytest.mark.parametrize(("die", "left"), [(1, (3, 2)), (5, (4, 2)), (6, (4, 1))])
def test_losses_are_parts_of_those_who_fought_rounded_up(die: int, left: tuple[int, int]):
    """At 3:2, of five and three: T/S, S/T and S/H."""
    table = fought("5 BR at PP32", "3 CA at PP32", dice=(die,))
    assert (points(table, "br"), points(table, "am")) == left


def test_militia_alone_fights_worse_and_falls_first():
    table = fought("2 TM at PP32", "2 BR at PP32", "4 RM at PP32", dice=(4,))
    assert last(table).modifiers == {"defenders all militia": 1}
    assert last(table).lost == {"British": {"TM": 1}, "American": {"RM": 2}}


# ---- what ends a battle


@pytest.mark.rule("C76-PBM-19")
def test_no_combat_ends_the_battle_for_the_phase_and_else_the_attacker_is_asked_again():
    over = fought("6 BR at PP32", "6 CA at PP32", dice=(), card="RL", against="RR")
    assert (last(over).result, last(over).die) == ("NC", 0)
    assert points(over, "br") == points(over, "am") == 6 and over.heading != "going-on"
    effect = fought("6 BR at PP32", "6 CA at PP32", dice=(3,))
    assert last(effect).result == "NE" and effect.heading not in ("going-on", "continuation")
    on = fought("6 BR at PP32", "6 CA at PP32", dice=(4,))
    assert (last(on).result, on.heading, on.waiting) == ("S/S", "going-on", ["British"])


@pytest.mark.rule("C76-PBM-19")
@pytest.mark.parametrize(("attackers", "defenders", "against", "over"), [
    (6, 6, "WD", "withdrawal"), (16, 1, EVEN, "destroyed"),
])  # fmt: skip
def test_a_withdrawal_or_the_end_of_one_side_ends_the_battle(attackers: int, defenders: int, against: str, over: str):
    table = fought(f"{attackers} BR at PP32", f"{defenders} CA at PP32", dice=(4,), against=against)
    assert table.told("br", BattleTold)[-1].battle.over == over and table.heading not in ("going-on", "continuation")


def test_a_withdrawal_ends_it_unless_an_enfilade_meets_it():
    away = fought("6 BR at PP32", "6 CA at PP32", dice=(), against="WD")
    assert (last(away).result, points(away, "am")) == ("W", 6)
    caught = fought("6 BR at PP32", "6 CA at PP32", dice=(4,), card="EL", against="WD")
    assert (last(caught).modifiers, last(caught).result) == ({"cards": 1}, "S/T")


# ---- supply from the second round on


@pytest.mark.rule("C76-PBM-20")
def test_what_the_defender_declares_for_the_coming_round_holds_and_is_told():
    table = fought("12 BR at PP32", "1 BS at PP32", "6 CA at PP32", "1 AS at PP32", dice=(4, 4), declares="not")
    assert table.told("br", BattleTold)[-1].battle.said == {"American": "not"}
    table.order("br", FightOn(hex="PP32", card=EVEN, supply="use"), Done())  # type: ignore[arg-type]
    table.order("am", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert last(table).supplied == ("British",)


@pytest.mark.rule("C76-PBM-21")
@pytest.mark.parametrize(("supply", "used"), [("use", ("British", "American")), ("not", ())])
def test_who_uses_supply_if_the_attacker_does_waits_for_the_attackers_word(supply: Supply, used: tuple[str, ...]):
    table = fought("12 BR at PP32", "1 BS at PP32", "6 CA at PP32", "1 AS at PP32", dice=(4, 4), declares="wusad")
    table.order("br", FightOn(hex="PP32", card=EVEN, supply=supply), Done())  # type: ignore[arg-type]
    table.order("am", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert last(table).supplied == used


@pytest.mark.rule("C76-PBM-22")
@pytest.mark.parametrize(("british", "american", "die", "used"), [
    (3, 30, 6, ("British",)), (7, 4, 4, ("British", "American")),
])  # fmt: skip
def test_who_declares_nothing_uses_supply_if_that_changes_the_odds(
    british: int, american: int, die: int, used: tuple[str, ...]
):  # fmt: skip
    """2 against 30 or 15 are 1:3 either way; 5 against 2 are 2:1, and 5:1 without supply."""
    things = (f"{british} BR at PP32", "1 BS at PP32", f"{american} CA at PP32", "1 AS at PP32")
    table = fought(*things, dice=(die, 4))
    table.order("br", FightOn(hex="PP32", card=EVEN, supply="use"), Done())  # type: ignore[arg-type]
    table.order("am", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert last(table).supplied == used


def test_an_attacker_has_nobody_to_wait_for_with_supply():
    table = fought("8 BR at PP32", "1 BS at PP32", "8 CA at PP32", dice=(5,))
    assert table.refused("br", FightOn(hex="PP32", card=EVEN, supply="wusad")).rule == "C76-PBM-20"  # type: ignore[arg-type]


@pytest.mark.rule("C76-PBM-23")
def test_from_the_second_round_on_the_attacker_may_leave_supply_unused():
    table = fought("8 BR at PP32", "1 BS at PP32", "8 CA at PP32", dice=(5, 4))
    table.order("br", FightOn(hex="PP32", card=EVEN, supply="not"), Done())  # type: ignore[arg-type]
    table.order("am", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert last(table).supplied == () and table.truth.battles["PP32"].used == {"British": 1}  # type: ignore[index]


@pytest.mark.rule("C76-MSC-03")
def test_a_supply_unit_used_in_two_rounds_is_lost_and_one_at_most():
    table = fought("12 BR at PP32", "2 BS at PP32", "6 CA at PP32", "1 AS at PP32", dice=(4, 1))
    table.order("br", FightOn(hex="PP32", card=EVEN, supply="use"), Done())  # type: ignore[arg-type]
    table.order("am", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    table.order("br", StopFighting(hex="PP32"), Done())  # type: ignore[arg-type]
    table.done("am")
    assert (table.pool("BS1").number, "AS1" in table.truth.pools) == (1, False)
    once = fought("12 BR at PP32", "1 BS at PP32", "6 CA at PP32", dice=(4,))
    once.order("br", StopFighting(hex="PP32"), Done()).done("am")  # type: ignore[arg-type]
    assert once.pool("BS1").number == 1


@pytest.mark.rule("C76-MSC-03")
def test_who_goes_on_draws_on_the_same_supply_and_each_side_loses_one_at_most():
    """Five rounds by the British and two by the Americans, all of them supplied; what is in the fort is not touched."""
    inside = ("1 BR inside PP32", "1 BS inside PP32", "fort PP32 br")
    table = fought("30 BR at PP32", "1 BS at PP32", *inside, "30 CA at PP32", "2 AS at PP32", dice=(4,) * 7)
    on = FightOn(hex="PP32", card=EVEN, supply="use")  # type: ignore[arg-type]
    met = MeetAttack(hex="PP32", card=EVEN, supply="use")  # type: ignore[arg-type]
    for _ in range(4):
        table.order("br", on, Done()).order("am", met, Done())
    table.order("br", StopFighting(hex="PP32", supply="use"), Done())  # type: ignore[arg-type]
    table.order("am", ContinueCombat(hex="PP32", card=EVEN, supply="use"), Done()).order("br", met, Done())  # type: ignore[arg-type]
    table.order("am", on, Done()).order("br", met, Done())
    assert [(told.attacker[0], told.supplied) for told in rounds(table)] == [
        (side, ("British", "American")) for side in "BBBBBAA"
    ]  # fmt: skip
    table.order("am", StopFighting(hex="PP32"), Done()).done("br")  # type: ignore[arg-type]
    left = {one.id: one.number for one in table.truth.pools.values() if one.kind in ("BS", "AS")}
    assert left == {"BS2": 1, "AS1": 1}


# ---- who goes on


@pytest.mark.rule("C76-PBM-25", "C76-PBM-24")
def test_the_other_side_may_go_on_when_the_attacker_stops_and_is_the_attacker_then():
    table = fought("6 BR at PP32", "1 BS at PP32", "8 CA at PP32", "1 AS at PP32", dice=(4, 4))
    table.order("br", StopFighting(hex="PP32", supply="wusad"), Done())  # type: ignore[arg-type]
    assert (table.waiting, table.heading) == (["American"], "continuation")
    table.order("am", ContinueCombat(hex="PP32", card=EVEN, supply="use"), Done())  # type: ignore[arg-type]
    assert (table.waiting, table.heading) == (["British"], "defense")
    table.order("br", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert (last(table).attacker, last(table).points) == ("American", {"American": 6, "British": 4})
    assert last(table).supplied == ("British", "American"), "what the British said when they stopped holds"
    table.order("am", StopFighting(hex="PP32"), Done()).done("br")  # type: ignore[arg-type]
    assert not table.truth.battles and table.heading != "going-on"


@pytest.mark.rule("C76-PBM-26")
def test_the_side_whose_turn_it_is_not_may_begin_where_it_is_left_alone():
    table = position("2 BR at PP32", "6 CA at PP32")
    table.dice.faces += [4]
    table.done("br").done("br")
    assert (table.heading, table.waiting) == ("answers", ["American"])
    table.order("am", StartCombat(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert (table.heading, table.waiting) == ("defense", ["British"])
    table.order("br", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert (last(table).attacker, last(table).column) == ("American", "3:1")
    shut_in = position("2 BR at PP32", "6 CA inside PP32", "fort PP32 am", "1 BR at QQ33", "1 RM at QQ33")
    shut_in.done("br").done("br")
    refusal = shut_in.refused("am", StartCombat(hex="PP32"))  # type: ignore[arg-type]
    assert refusal.rule == "C76-PBM-26" and "inside a fort" in refusal.reason


@pytest.mark.rule("C76-ENT-03", "C76-ENT-04")
def test_entrenched_troops_attack_in_their_own_combat_phase_and_begin_nothing_in_the_enemys():
    table = position("2 BR at PP32", "6 CA at PP32", "1 RM at QQ33", "1 BR at QQ33", "dug PP32 am")
    table.dice.faces += [4]
    table.done("br").done("br")
    assert table.refused("am", StartCombat(hex="PP32")).rule == "C76-ENT-04"  # type: ignore[arg-type]
    table.done_until("am", "attacks").order("am", Attack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    table.order("br", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert last(table).attacker == "American"


@pytest.mark.rule("C76-ENT-05", "C76-ENT-06", "C76-ENT-07")
def test_an_entrenchment_counts_only_while_those_behind_it_defend():
    table = fought("9 BR at PP32", "8 CA at PP32", "dug PP32 am", dice=(5, 4, 4))
    assert last(table).modifiers == {"entrenchment": -1}
    table.order("br", StopFighting(hex="PP32"), Done())  # type: ignore[arg-type]
    table.order("am", ContinueCombat(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    table.order("br", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert (last(table).attacker, last(table).modifiers, table.truth.entrenched) == (
        "American",
        {},
        {"PP32": "American"},
    )
    table.order("am", StopFighting(hex="PP32"), Done())  # type: ignore[arg-type]
    table.order("br", ContinueCombat(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    table.order("am", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert (last(table).attacker, last(table).modifiers) == ("British", {"entrenchment": -1})


@pytest.mark.rule("C76-ENT-01", "C76-PBM-09")
def test_one_entrenchment_covers_whoever_of_its_side_comes_into_the_hex():
    table = position("4 BR at PP32", "2 CA at PP32", "3 RM at QQ33", "dug PP32 am", heading="American movement")
    table.order("am", _march("RM1", "PP32"))
    table.done_until("br", "regular-movement")
    table.dice.faces += [4]
    attack(table, Attack(hex="PP32", card=EVEN))  # type: ignore[arg-type]
    table.order("am", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert last(table).points["American"] == 5 and last(table).modifiers == {"entrenchment": -1}


def _march(unit: str, *path: str) -> Order:
    return MarchTo(units=(unit,), path=path)  # type: ignore[arg-type]
