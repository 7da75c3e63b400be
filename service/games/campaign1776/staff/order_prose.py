"""What the sentences of several order types have in common."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.order_words import Saying, through
from service.engine.places import Place
from service.engine.sentences import Sentence, counted, place, say
from service.games.campaign1776.staff.terms import SUPPLIES


def moved_said(to: Saying, units: Sequence[str], verb: str, path: Sequence[Place]) -> Sentence:
    """Who marches or sails, and where to."""
    return say(to.units(units), f" {verb} to ", place(path[-1]), through(path)) if units and path else ()


def attack_said(to: Saying, lead: str, hex: Place, card: str, continuous: int, rest: str) -> Sentence:
    """An attack or a next round of it: where, how it is fought, and the rest."""
    how = f", {counted(continuous, 'round')} without cards" if continuous else card_said(to, card)
    return say(lead, place(hex), how, rest)


def who(to: Saying, units: Sequence[str]) -> Sentence:
    """Own units or ships by their names; nobody, where an order names none."""
    return to.units(units) if units else say("Nobody")


def card_said(to: Saying, card: str) -> str:
    """By which card; by one that is drawn, where none is named."""
    return f" with {to.words.lexicon.card(card)}" if card else " with a card that is drawn"


def rest_said(supply: str, lead: str = "", *, planned: bool = False) -> str:
    """What is said of supply, and that the rest of the battle is left to the plan, where it is not as usual."""
    said = f", {lead}supply {SUPPLIES[supply]}" if supply != "rule" else ""
    return said + ", the rest by plan" * planned
