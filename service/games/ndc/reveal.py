"""What is lawful at any time: to tell the enemy more than one must, and to give standing orders.

Free reveals: NDC-REP-15, what they are for NDC-REP-16, and what they leave as it is NDC-REP-17.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Choice, Option, Range, Several
from service.engine.orders import Order, demand
from service.engine.seats import Seat
from service.games.ndc.asking import own_unit
from service.games.ndc.knowledge import Picture
from service.games.ndc.state import Revealed, State
from service.games.ndc.units import Side, StandingOrders, UnitId

Item = Literal["hex", "type", "designation", "mode", "to"]
ITEMS: tuple[Item, ...] = ("hex", "type", "designation", "mode", "to")


# ---- what can be ordered


@dataclass(frozen=True, kw_only=True)
class Reveal(Order):
    """Tell the enemy more of one of your units than its level demands: hex, type, designation, mode, T/O level (`to`).

    The values are those that are true when your next letter to him goes out. The unit's level stays as it is, but once
    its hex has been told it counts as known there.
    """

    rule: ClassVar[str] = "NDC-REP-15"
    kind: Literal["reveal"] = "reveal"
    unit: UnitId
    items: tuple[Item, ...]

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
                    order="reveal",
                    title=f"Reveal more of {unit.designation}",
                    subject=unit.id,
                    fixed={"unit": unit.id},
                    fields={"items": Several(values=ITEMS, least=1, most=len(ITEMS))},
                    rule="NDC-REP-15",
                )


@dataclass(frozen=True, kw_only=True)
class SetStandingOrders(Order):
    """Answer in advance the questions of the enemy's turn, for when you leave them to your standing orders.

    `fire`: CSPs of Final Protective Fire in each ground combat against a hex of yours, as far as there are any;
    `only_assaults`: not against probes. `chemical`, `persistent`: with such shells where they are released and the
    fire is heavy enough. `ew`: EW attacks on each attacker. `commander`: he uses command where he can. `stand_fast`:
    dug-in units take the losses and stay.
    """

    rule: ClassVar[str] = "NDC-MOV-02"
    kind: Literal["set-standing-orders"] = "set-standing-orders"
    fire: int = 0
    only_assaults: bool = False
    chemical: bool = False
    persistent: bool = False
    ew: int = 0
    commander: bool = False
    stand_fast: bool = False

    def check(self, picture: Picture) -> None:
        fire, ew = picture.tables.assets.csps_in_a_combat, picture.tables.ew.attacks_in_a_combat
        demand(
            0 <= self.fire <= fire, "NDC-RES-02",
            f"A side uses between 0 and {fire} CSPs in one combat; you ordered {self.fire}.",
        )  # fmt: skip
        demand(
            0 <= self.ew <= ew, "NDC-RES-06",
            f"A side makes between 0 and {ew} EW attacks in one combat; you ordered {self.ew}.",
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.standing = StandingOrders(
            fire=self.fire,
            only_assaults=self.only_assaults,
            chemical=self.chemical,
            persistent=self.persistent,
            ew=self.ew,
            commander=self.commander,
            stand_fast=self.stand_fast,
        )

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        either = Choice(values=(False, True))
        yield Option(
            order="set-standing-orders",
            title="Set your standing orders",
            fields={
                "fire": Range(least=0, most=picture.tables.assets.csps_in_a_combat),
                "only_assaults": either,
                "chemical": either,
                "persistent": either,
                "ew": Range(least=0, most=picture.tables.ew.attacks_in_a_combat),
                "commander": either,
                "stand_fast": either,
            },
            rule="NDC-MOV-02",
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
