"""What the sentences of several order types have in common."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.order_words import Saying, through
from service.engine.places import Place
from service.engine.sentences import Sentence, counted, place, say
from service.games.campaign1776.staff.terms import SUPPLIES


def moved_said(lead: Sentence, path: Sequence[Place]) -> Sentence:
    """Who marches or sails, and where to."""
    return say(lead, " to ", place(path[-1]), through(path)) if path else ()


def attack_said(to: Saying, lead: str, hex: Place, card: str, continuous: int, rest: str) -> Sentence:
    """An attack or a next round of it: where, how it is fought, and the rest."""
    how = f", {counted(continuous, 'round')} without cards" if continuous else card_said(to, card)
    return say(lead, place(hex), how, rest)


def who(to: Saying, units: Sequence[str]) -> Sentence:
    """Own units or ships by their names; nobody, where an order names none."""
    return to.units(units) if units else say("Nobody")


def done_by(to: Saying, units: Sequence[str], does: str) -> Sentence:
    """What own units are to do, by their names: 1 British supply unit to embark on, 2 British regulars to embark on.

    A log names units by what they were, which is not known where the sentence is made: so it agrees with any number.
    """
    return say(who(to, units), f" to {does}")


def done_by_ships(to: Saying, ships: Sequence[str], does: str) -> Sentence:
    """What own fleets or bateaus do, by their names: TR1 sails, TR1 and TR2 sail. A name stands for one."""
    verb, space, rest = does.partition(" ")
    return say(who(to, ships), f" {verb}{'s' * (len(ships) < 2)}{space}{rest}")


def card_said(to: Saying, card: str) -> str:
    """By which card; by one that is drawn, where none is named."""
    return f" with {to.words.lexicon.card(card)}" if card else " with a card that is drawn"


def rest_said(supply: str, lead: str = "", *, planned: bool = False) -> str:
    """What is said of supply, and that the rest of the battle is left to the plan, where it is not as usual."""
    said = f", {lead}supply {SUPPLIES[supply]}" if supply != "rule" else ""
    return said + ", the rest by plan" * planned
