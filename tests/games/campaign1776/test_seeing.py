"""What a side sees: presence from the next hex, an estimate in the hex, everything with open counters; by letter."""

from __future__ import annotations

from service.engine.orders import Done
from service.engine.places import Place
from service.games.campaign1776.known.reports import EnemySeen
from service.games.campaign1776.sections.battles import Attack
from service.games.campaign1776.sections.marching import MarchTo
from tests.games.campaign1776.table import position


def test_from_the_next_hex_it_is_seen_that_somebody_is_there_outside_or_in_the_fort():
    table = position("4 BR at PP32", "1 CA inside QQ33", "2 RM at QQ33", "1 AA at QQ33", "fort QQ33 am", "dug QQ33 am")
    outside, inside = table.contact("br", "QQ33"), table.contact("br", "QQ33", inside=True)
    assert outside is not None and inside is not None
    assert (outside.level, outside.size, outside.guns, outside.units) == (1, None, None, None)
    assert outside.entrenched and not inside.entrenched
    assert table.picture("br").public.forts == {"QQ33": "American"}


def test_in_the_hex_their_size_and_their_guns_are_estimated():
    table = position("4 BR at PP32", "2 RM at QQ33", "2 CA at QQ33", "1 AA at QQ33", "1 CA at SS35")
    table.order("br", MarchTo(units=("BR1",), path=("QQ33",)))  # type: ignore[arg-type]
    contact = table.contact("br", "QQ33")
    assert contact is not None and (contact.level, contact.size, contact.guns, contact.units) == (2, "body", True, None)
    assert table.contact("br", "SS35") is None


def test_guns_and_supply_without_strength_points_are_not_seen():
    table = position("4 BR at PP32", "1 AA at QQ33", "1 AS at QQ33")
    assert table.contact("br", "QQ33") is None
    told = position("4 BR at PP32", "1 AA at QQ33", "1 AS at QQ33", visibility="open")
    contact = told.contact("br", "QQ33")
    assert contact is not None and contact.units == {"AA": 1, "AS": 1} and contact.size is None


def test_in_a_battle_those_who_fight_are_known_and_their_supply_is_not():
    table = position("9 BR at PP32", "1 BA at PP32", "1 BS at PP32", "6 CA at PP32", "1 AS at PP32")
    table.done("br").order("br", Attack(hex=Place("PP32")), Done())
    for side, units in (("br", {"CA": 6}), ("am", {"BR": 9, "BA": 1})):
        contact = table.contact(side, "PP32")
        assert contact is not None and (contact.level, contact.units) == (3, units)


def test_with_open_counters_everything_is_seen_everywhere():
    table = position("4 BR at OO32", "2 RM at SS35", "1 CA at SS35", visibility="open")
    contact = table.contact("br", "SS35")
    assert contact is not None and (contact.level, contact.units) == (4, {"RM": 2, "CA": 1})


def test_the_side_that_does_not_move_sees_how_things_stand_when_the_letter_comes():
    table = position("4 BR at OO32", "1 CA at QQ33")
    before = len(table.logs["American"])
    table.order("br", MarchTo(units=("BR1",), path=("PP32",)))  # type: ignore[arg-type]
    table.order("br", MarchTo(units=("BR1",), path=("PP31",)))  # type: ignore[arg-type]
    assert len(table.logs["American"]) == before, "it hears of nothing in the enemy's movement"
    table.done("br")
    assert table.contact("am", "PP32") is None, "they did not stay there"
    assert table.contact("am", "PP31") is None
    assert table.told("am", EnemySeen) == []


def test_what_was_seen_stays_dated_until_the_place_is_seen_again_under_another_handle():
    table = position("4 BR at PP32", "1 CA at QQ33", "1 RM at TT33")
    first = table.contact("br", "QQ33")
    assert first is not None and first.in_sight
    table.order("br", MarchTo(units=("BR1",), path=("OO32", "OO31")))  # type: ignore[arg-type]
    gone = table.contact("br", "QQ33")
    assert gone is not None and not gone.in_sight and gone.handle == first.handle
    table.order("br", MarchTo(units=("BR1",), path=("OO32", "PP32")))  # type: ignore[arg-type]
    again = table.contact("br", "QQ33")
    assert again is not None and again.in_sight and again.handle != first.handle


def test_who_holds_the_towns_is_public_and_told_by_letter():
    table = position("4 BR at OO32", "1 CA at QQ33", "1 RM inside PP32", "fort PP32 am", "1 CA at RR33")
    held = table.picture("br").public.held
    assert (held["QQ33"], held["PP32"], held["SS35"]) == ("American", "American", "nobody")  # type: ignore[index]
    assert held.keys() == set(table.truth.rules.watched) and "RR33" not in held, "and of no other hex"
    table.order("br", MarchTo(units=("BR1",), path=("PP32",)))  # type: ignore[arg-type]
    assert table.picture("br").public.held["PP32"] == "both"  # type: ignore[index]
    assert table.picture("am").public.held["PP32"] == "American"  # type: ignore[index]
    table.done("br").done("br")
    assert table.picture("am").public.held["PP32"] == "both"  # type: ignore[index]
