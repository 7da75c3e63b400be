"""What is ordered in defense: a card, and what of supply (11, C76-PBM-17 to 22)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Choice, Domain, Option
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.places import Place
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.games.campaign1776.known.battles import Commit, Supply
from service.games.campaign1776.known.contact import has_supply, inside_at, own_battle
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.sections.battles import CARDS, CHOICE, ROUND, demand_supply, uncommitted, words_for
from service.games.campaign1776.staff.order_prose import card_said, rest_said
from service.games.campaign1776.staff.terms import SUPPLIES
from service.games.campaign1776.truth.events import BattleSet, Committed
from service.games.campaign1776.truth.state import State


@dataclass(frozen=True, kw_only=True)
class MeetAttack(Order):
    """Play a card as the defender, and declare supply for the round after it.

    `supply`: use, not, wusad (use it if the attacker does), or rule (where it changes the odds). `planned`: the rest of
    the battle is left to the battle plan, and nothing more is asked in it, which both sides are told.
    """

    rule: ClassVar[str] = ROUND
    phrase: ClassVar[Phrase] = Phrase(
        "meet the attack in {hex}", card="with {}", supply="then supply {}", planned="by plan"
    )
    kind: Literal["meet-attack"] = "meet-attack"
    hex: Place
    card: str = ""
    supply: Supply = "rule"
    planned: bool = False

    def said(self, to: Saying) -> Sentence:
        return say(
            "Meet the attack in ",
            place(self.hex),
            card_said(to, self.card),
            rest_said(self.supply, "then ", planned=self.planned),
        )

    def check(self, picture: Picture) -> None:
        hex, cards = Hex(self.hex), picture.rules.tables.matrix.cards
        uncommitted(picture, hex)
        battle = own_battle(picture, hex, ROUND)
        demand(battle.attacker != picture.side, ROUND, ("You attack in ", place(hex), " yourself."))
        demand(not inside_at(picture, hex), CARDS, "In a fort no card is played.")
        demand(not self.card or self.card in cards, CARDS, f"There is no card {self.card!r}.")
        demand(has_supply(picture, hex) or self.supply != "use", "P10", "You have no supply there.")

    def believe(self, picture: Picture) -> None:
        picture.commits[Hex(self.hex)] = self.commit

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield Committed(seat=seat, hex=Hex(self.hex), commit=self.commit)

    @property
    def commit(self) -> Commit:
        return Commit(card=self.card, supply=self.supply, planned=self.planned)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        cards = picture.rules.tables.matrix.cards
        labels = (say("drawn"), *(say(name) for name in cards.values()))
        for hex in defending_in(picture):
            if not inside_at(picture, hex):
                fields: dict[str, Domain] = {
                    "card": Choice(values=("", *cards), labels=labels), "supply": words_for(picture, hex),
                }  # fmt: skip
                if picture.side not in picture.battles[hex].by_plan:
                    fields["planned"] = Choice(values=(False, True))
                yield Option(
                    kind="meet-attack", title=say("Meet the attack in ", place(hex)), fixed={"hex": hex},
                    fields=fields, rule=ROUND,
                )  # fmt: skip


def defending_in(picture: Picture) -> list[Hex]:
    """The battles in which this side defends."""
    return [
        hex for hex, battle in picture.battles.items()
        if battle.open and battle.attacker != picture.side and not battle.stopped and hex not in picture.commits
    ]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class DeclareSupply(Order):
    """Declare, as the defender, whether supply is used in the coming round."""

    rule: ClassVar[str] = CHOICE
    phrase: ClassVar[Phrase] = Phrase("declare supply in {hex}", supply="as {}")
    kind: Literal["declare-supply"] = "declare-supply"
    hex: Place
    supply: Supply = "rule"

    def said(self, to: Saying) -> Sentence:
        return say("Supply in ", place(self.hex), f" is {SUPPLIES[self.supply]}")

    def check(self, picture: Picture) -> None:
        battle = own_battle(picture, Hex(self.hex), CHOICE)
        demand(battle.attacker != picture.side, CHOICE, ("You attack in ", place(self.hex), " yourself."))
        demand_supply(picture, Hex(self.hex), self.supply, first=False)
        demand(
            has_supply(picture, Hex(self.hex)), "C76-FORT-09", ("You have lost your supply in ", place(self.hex), ".")
        )

    def believe(self, picture: Picture) -> None:
        picture.battles[Hex(self.hex)].said[picture.side] = self.supply

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        battle = state.battles[Hex(self.hex)]
        yield BattleSet(battle=replace(battle, said={**battle.said, seat: self.supply}))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in defending_in(picture):
            if picture.side not in picture.battles[hex].said and has_supply(picture, hex):
                yield Option(
                    kind="declare-supply", title=say("Declare supply in ", place(hex)), fixed={"hex": hex},
                    fields={"supply": words_for(picture, hex)}, rule=CHOICE,
                )  # fmt: skip
