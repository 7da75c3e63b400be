"""Forts in combat: assaults, supply on both sides of the wall, how forts fall, and who goes inside afterwards."""

from __future__ import annotations

import pytest

from service.engine.orders import Done, Refusal
from service.engine.places import Place
from service.engine.sentences import plain_text
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.reports import BattleTold, Captured, FortFell
from service.games.campaign1776.known.supply import sources
from service.games.campaign1776.sections.battles import Attack, ContinueCombat, FightOn, StopFighting
from service.games.campaign1776.sections.defending import DeclareSupply, MeetAttack
from service.games.campaign1776.sections.forts import GoInside
from service.games.campaign1776.sections.marching import MarchTo
from tests.games.campaign1776.table import Table, position
from tests.games.campaign1776.test_battles import EVEN, attack, fought, last, points, rounds

FORT = "fort PP32 am"


def assaulted(*things: str, dice: tuple[int, ...]) -> Table:
    table = position(*things)
    table.dice.faces += dice
    return attack(table, Attack(hex="PP32"))  # type: ignore[arg-type]


def test_a_fort_is_assaulted_frontally_at_two_less_and_with_artillery_and_nothing_else():
    table = position("9 BR at PP32", "1 BA at PP32", "1 BS at PP32", "3 RM inside PP32", "1 AS inside PP32", FORT)
    table.dice.faces += [4]
    table.done_until("br", "attacks")
    assert "attacked by Frontal Assault" in table.refused("br", Attack(hex="PP32", card="EC")).reason  # type: ignore[arg-type]
    table.order("br", Attack(hex="PP32"), Done())  # type: ignore[arg-type]
    told = last(table)
    assert (told.cards, told.modifiers) == ({"British": "FA"}, {"artillery": 1, "fort": -2})
    assert (told.column, told.net, told.result) == ("3:1", -1, "S/T")


@pytest.mark.rule("C76-FORT-05")
def test_a_garrison_does_not_go_on_when_the_assault_stops():
    table = assaulted("4 BR at PP32", "4 CA inside PP32", FORT, dice=(6,))
    table.order("br", StopFighting(hex="PP32"), Done())  # type: ignore[arg-type]
    assert table.told("am", BattleTold)[-1].battle.over == "stopped" and table.heading != "continuation"
    open_field = fought("4 BR at PP32", "4 CA at PP32", dice=(4,))
    open_field.order("br", StopFighting(hex="PP32"), Done())  # type: ignore[arg-type]
    assert open_field.heading == "continuation"


@pytest.mark.rule("C76-FORT-07")
def test_supply_inside_the_fort_supports_those_outside():
    things = ("6 BR at PP32", "1 BS at PP32", "3 CA at PP32", "1 RM inside PP32", "1 AS inside PP32", FORT)
    table = fought(*things, dice=(4,))
    assert last(table).supplied == ("British", "American") and last(table).column == "2:1"


@pytest.mark.rule("C76-FORT-08")
def test_an_assault_after_a_fight_outside_goes_on_with_the_same_supply():
    table = fought("12 BR at PP32", "2 BS at PP32", "1 CA at PP32", "1 CA inside PP32", FORT, dice=(4, 6))
    assert points(table, "am") == 1 and table.heading == "going-on"
    table.order("br", FightOn(hex="PP32", supply="use"), Done())  # type: ignore[arg-type]
    assert last(table).assault and table.truth.forts == {"PP32": "British"}
    table.done("br")
    assert [pool.number for pool in table.truth.pools.values() if pool.kind == "BS"] == [1]


@pytest.mark.rule("C76-FORT-08")
def test_another_supply_unit_of_the_hex_is_not_drawn_on_for_the_assault():
    """Nor does it matter that the supply of those who fell outside is lost with them."""
    things = ("12 BR at PP32", "1 BS at PP32", "1 BR at OO32", "1 BS at OO32", "1 CA at PP32", "1 AS at PP32")
    table = position(*things, "1 CA inside PP32", FORT, dice=(4, 6))
    table.order("br", MarchTo(units=("BR2", "BS2"), path=(Place("PP32"),)))
    attack(table, Attack(hex=Place("PP32"), card=EVEN))
    table.order("am", MeetAttack(hex=Place("PP32"), card=EVEN), Done())
    table.order("br", FightOn(hex=Place("PP32"), supply="use"), Done())
    assert last(table).assault and table.truth.forts == {"PP32": "British"}
    assert "BS1" not in table.truth.pools and table.pool("BS2").number == 1


@pytest.mark.rule("C76-FORT-09")
def test_supply_that_fell_outside_is_not_replaced_from_inside():
    table = fought("12 BR at PP32", "1 BS at PP32", "1 CA at PP32", "1 AS at PP32", "6 CA inside PP32",
                   "1 AS inside PP32", FORT, dice=(4, 1))  # fmt: skip
    assert last(table).supplied == ("British", "American")
    table.order("br", FightOn(hex="PP32", supply="use"), Done())  # type: ignore[arg-type]
    assert last(table).assault and last(table).supplied == ("British",)
    assert "AS1" not in table.truth.pools and table.told("br", BattleTold)[-1].battle.barred == ["American"]


@pytest.mark.rule("C76-FORT-09")
def test_who_has_lost_the_supply_outside_declares_none_from_inside():
    table = fought("12 BR at PP32", "1 BS at PP32", "1 CA at PP32", "1 AS at PP32", "6 CA inside PP32",
                   "1 AS inside PP32", FORT, dice=(4, 1))  # fmt: skip
    table.order("br", FightOn(hex=Place("PP32"), supply="use"), Done())
    with pytest.raises(Refusal, match="lost your supply") as refused:
        DeclareSupply(hex=Place("PP32")).check(table.picture("am"))
    assert refused.value.rule == "C76-FORT-09"


@pytest.mark.rule("C76-FORT-12")
def test_a_besieged_fort_draws_nothing_from_a_magazine_next_to_it():
    table = position("4 BR at DDD37", "1 BS at DDD37", "2 CA inside DDD37", "fort DDD37 am", "1 AM at DDD36",
                     scenario="highlands-1777")  # fmt: skip
    table.dice.faces += [4]
    attack(table, Attack(hex="DDD37"))  # type: ignore[arg-type]
    assert (last(table).supplied, last(table).column) == (("British",), "4:1")


@pytest.mark.rule("C76-FORT-11")
@pytest.mark.parametrize(("besieger", "supplied"), [((), True), (("1 BR at DDD37",), False)])
def test_a_magazine_in_a_fort_supports_the_hexes_around_it_until_it_is_besieged(
    besieger: tuple[str, ...], supplied: bool
):  # fmt: skip
    things = ("4 BR at DDD36", "2 CA at DDD36", "1 CA inside DDD37", "1 AM inside DDD37", "fort DDD37 am", *besieger)
    table = fought(*things, dice=(4,), hex="DDD36", scenario="highlands-1777")
    assert ("American" in last(table).supplied) is supplied


def test_guns_that_are_taken_together_are_told_of_once_and_those_of_a_fort_as_such():
    """A phone listed the same sentence twice, for two guns that had come into the fort one after the other."""
    table = position("9 BR at OO32", "1 AA at PP32", "1 AA at PP32", "1 AA inside PP32", "2 AA inside PP32", FORT)
    table.order("br", MarchTo(units=("BR1",), path=(Place("PP32"),)), Done()).done("br")
    told = table.told("br", Captured)
    assert [plain_text(CAMPAIGN1776.words.prose(one)) for one in told] == [
        "You capture 2 American artillery in PP32.", "You capture 3 American artillery in the fort in PP32.",
    ]  # fmt: skip
    assert table.truth.forts == {"PP32": "British"}
    assert sum(one.number for one in table.picture("br").own.values() if one.kind == "BA") == 5


def test_a_fort_without_strength_points_falls_to_whoever_ends_a_march_there():
    table = position("4 BR at OO32", "1 AA inside PP32", "1 AM inside PP32", FORT)
    table.order("br", MarchTo(units=("BR1",), path=("PP32",)))  # type: ignore[arg-type]
    assert table.truth.forts == {"PP32": "American"}
    table.done("br")
    assert table.truth.forts == {"PP32": "British"} and len(table.told("br", FortFell)) == 1
    assert sorted((pool.kind, pool.inside) for pool in table.truth.pools.values()) == [
        ("BA", True), ("BR", False), ("BS", True),
    ]  # fmt: skip


GARRISONS = ("1 CA inside PP32", FORT, "1 CA inside QQ31", "2 RM at QQ31", "fort QQ31 am")


@pytest.mark.rule("C76-FORT-01")
def test_who_has_fought_outside_may_go_inside_when_the_phase_closes():
    table = fought("6 BR at PP32", "6 CA at PP32", *GARRISONS, dice=(3,))
    assert (table.heading, table.waiting) == ("fort-entry", ["American"])
    assert {option.fixed["hex"] for option in table.options("am", "go-inside")} == {"PP32"}
    assert table.refused("am", GoInside(hex="QQ31", units=("RM1",))).rule == "C76-FORT-01"  # type: ignore[arg-type]
    table.order("am", GoInside(hex="PP32", units=("CA1",)), Done())  # type: ignore[arg-type]
    assert table.pool("CA1").inside
    taken = assaulted("12 BR at PP32", "1 BS at PP32", "1 CA inside PP32", FORT, dice=(6,))
    assert taken.truth.forts == {"PP32": "British"}
    assert (taken.heading, taken.waiting) == ("fort-entry", ["British"])


def test_who_wants_to_stays_outside():
    taken = assaulted("12 BR at PP32", "1 BS at PP32", "1 CA inside PP32", FORT, dice=(6,))
    taken.order("br", GoInside(hex="PP32"), Done())  # type: ignore[arg-type]
    assert not taken.pool("BR1").inside


@pytest.mark.rule("C76-FORT-02")
def test_guns_and_supply_go_inside_with_those_who_fought_and_not_alone():
    table = fought(
        "6 BR at PP32", "1 BS at PP32", "6 CA at PP32", "1 AA at PP32", "1 AS at PP32", *GARRISONS, dice=(4,)
    )
    assert table.refused("am", GoInside(hex="PP32", units=("AA1",))).rule == "C76-FORT-02"  # type: ignore[arg-type]
    table.order("am", GoInside(hex="PP32", units=("CA1", "AA1", "AS1")), Done())  # type: ignore[arg-type]
    assert [table.pool(id).inside for id in ("CA1", "AA1", "AS1")] == [True] * 3


def test_who_says_nothing_goes_inside_while_enemies_remain():
    table = fought("6 BR at PP32", "6 CA at PP32", "1 AA at PP32", *GARRISONS, dice=(3,))
    table.done("am")
    assert table.pool("CA1").inside and table.pool("AA1").inside


def test_the_besieged_sally_as_in_the_open_and_are_in_the_fort_when_they_defend():
    table = position("4 BR at PP32", "6 CA inside PP32", FORT, heading="American movement")
    table.dice.faces += [4, 6]
    attack(table, Attack(hex="PP32", card=EVEN))  # type: ignore[arg-type]
    table.order("br", MeetAttack(hex="PP32", card=EVEN), Done())  # type: ignore[arg-type]
    assert not last(table).assault
    table.order("am", StopFighting(hex="PP32"), Done())  # type: ignore[arg-type]
    table.order("br", ContinueCombat(hex="PP32"), Done())  # type: ignore[arg-type]
    assert last(table).assault and last(table).modifiers == {"fort": -2} and len(rounds(table)) == 2


@pytest.mark.rule("C76-FORT-13")
def test_a_fort_is_besieged_whoever_stands_outside_it_and_not_by_a_gun():
    """Its magazine supports nobody in the next hex while it is."""

    def supports(*besieger: str) -> bool:
        things = ("1 CA inside DDD37", "1 AM inside DDD37", "2 CA at DDD37", "fort DDD37 am", "1 BR at OOO37")
        table = position(*things, *besieger, scenario="highlands-1777")
        return bool(sources(table.truth.field("American"), Place("DDD36"), inside=False))

    assert supports() and not supports("1 BR at DDD37") and supports("1 BA at DDD37")
