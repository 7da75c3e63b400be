"""Battles of 1776 at questions that matches at random seldom come to."""

from __future__ import annotations

from service.engine.orders import Done
from service.engine.places import Place
from service.games.campaign1776.sections.battles import Attack, FightOn, StopFighting
from service.games.campaign1776.sections.defending import MeetAttack
from tests.games.campaign1776.table import Table, position

HERE = Place("PP32")
CARD = "EC"
THINGS = ("8 BR at PP32", "1 BS at PP32", "9 CA at PP32", "1 AS at PP32")


def first_round() -> Table:
    """The British have attacked, and nobody has left; the attacker is asked whether they go on."""
    table = position(*THINGS)
    table.dice.faces += [4] * 6
    table.done_until("British", "attacks").order("br", Attack(hex=HERE, card=CARD), Done())
    return table.order("am", MeetAttack(hex=HERE, card=CARD, supply="not"), Done())


def stopped() -> Table:
    """The attacker stops, and the defender is asked whether they continue."""
    return first_round().order("br", StopFighting(hex=HERE), Done())


def supply_asked() -> Table:
    """Rounds at once wait for whoever has said nothing of supply."""
    return first_round().order("br", FightOn(hex=HERE, continuous=3, supply="use"), Done())
