"""Free reveals, lawful at any time: to tell the enemy more than one must (NDC-REP-15, 16, 17)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Option, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, own, say
from service.games.ndc.known.asking import own_unit
from service.games.ndc.known.picture import Picture
from service.games.ndc.printed.units import Side, UnitId
from service.games.ndc.truth.state import Revealed, State

Item = Literal["hex", "type", "designation", "mode", "to"]
ITEMS: tuple[Item, ...] = ("hex", "type", "designation", "mode", "to")


# ---- what can be ordered


@dataclass(frozen=True, kw_only=True)
class Reveal(Order):
    """Tell the enemy more of one of your units than its level demands: hex, type, designation, mode, T/O level (`to`).

    The values are those that are true when your next letter to them goes out. The unit's level stays as it is, but once
    its hex has been told it counts as known there.
    """

    rule: ClassVar[str] = "NDC-REP-15"
    phrase: ClassVar[Phrase] = Phrase("reveal {unit} {items}")
    kind: Literal["reveal"] = "reveal"
    unit: Subject[UnitId]
    items: tuple[Item, ...]

    def said(self, to: Saying) -> Sentence:
        return say("Tell the enemy of ", to.unit(self.unit), ": ", to.held(self, "items"))

    def check(self, picture: Picture) -> None:
        own_unit(picture, self.unit, "NDC-REP-15")
        demand(self.items, "NDC-REP-15", f"Name at least one item to reveal: {', '.join(ITEMS)}.")
        for item in self.items:
            demand(item in ITEMS, "NDC-REP-15", f"{item!r} cannot be revealed; the items are {', '.join(ITEMS)}.")
        demand(len(set(self.items)) == len(self.items), "NDC-REP-15", "An item is named twice.")

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if self.unit in state.units:
            yield RevealOrdered(side=seat, unit=self.unit, items=self.items)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for unit in picture.own.values():
            if unit.hex is not None:
                yield Option(
                    kind="reveal",
                    title=say("Reveal more of ", own(unit.id, unit.designation)),
                    subjects=(unit.id,),
                    fixed={"unit": unit.id},
                    fields={"items": Several(values=ITEMS, least=1, most=len(ITEMS))},
                    rule="NDC-REP-15",
                )


# ---- what happens


@dataclass(frozen=True, kw_only=True)
class RevealOrdered(Event):
    """A side's next letter is to tell these items of one of its units, with the values that they then have."""

    kind: Literal["reveal-ordered"] = "reveal-ordered"
    side: Side
    unit: UnitId
    items: tuple[str, ...]

    def change(self, state: State) -> None:
        state.reveals.setdefault(self.side, []).append(Revealed(unit=self.unit, items=self.items))


EVENTS: tuple[type[Event], ...] = (RevealOrdered,)
