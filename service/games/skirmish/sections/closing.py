"""Closing fire and advance ordered beforehand, with the moves, so that a player turn can cost one exchange (P16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Choice, Option
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, Refusal, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.engine.telling import tell
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reach import waits_for
from service.games.skirmish.known.reports import Lapsed
from service.games.skirmish.printed.bases import BaseId
from service.games.skirmish.sections.advance import Advance
from service.games.skirmish.sections.close_combat import fight
from service.games.skirmish.sections.plans import shots
from service.games.skirmish.truth.state import State


@dataclass(frozen=True, kw_only=True)
class CloseWith(Order):
    """Say with your moves what a base does when their results are in: fire its best shot, advance to a hex, or neither.

    Once you have said it of one base it stands for the closing fire and the advance of all: those of which you say
    nothing do nothing, and you are not asked again in this player turn. What has become impossible lapses.
    """

    rule: ClassVar[str] = "SKR-AFP-01"
    phrase: ClassVar[Phrase] = Phrase("follow up with {base}", fire="hold fire", advance="advance to {}")

    kind: Literal["close-with"] = "close-with"
    base: Subject[BaseId]
    fire: bool = True
    advance: Hex | None = None

    def said(self, to: Saying) -> Sentence:
        fires = " follows up: it fires" if self.fire else " follows up: it does not fire"
        there = say(" and advances to ", place(self.advance)) if self.advance else " and stays where it is"
        return say(to.unit(self.base), fires, there)

    def check(self, picture: Picture) -> None:
        base = picture.base(self.base)
        demand(base.id not in picture.closing, "P16", (base.said, " is to follow up already."))
        known = self.advance is None or self.advance in picture.rules.sheet
        demand(known, "P2", f"There is no hex {self.advance} on this map.")

    def believe(self, picture: Picture) -> None:
        picture.closing = (*picture.closing, self.base)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.on_map():
            if base.id in picture.closing or base.morale != "good" or waits_for(picture, base):
                continue
            there = picture.ordered.get(base.id, Hex(str(base.hex)))
            around = picture.rules.sheet.neighbours(there) if there in picture.rules.sheet else ()
            yield Option(
                kind="close-with", title=say(base.said, ", when the results are in"), subjects=(base.id,),
                fixed={"base": base.id},
                fields={"fire": Choice(values=(True, False)), "advance": Choice(values=(None, *around))},
            )  # fmt: skip


def ordered_beforehand(state: State) -> bool:
    return bool(state.playing.closing)


def by_hand(state: State) -> bool:
    return not state.playing.closing


def carry_out(state: State, dice: Dice) -> Iterator[Event]:
    """The closing fire, then the advances and their close combats, in the order in which they were given."""
    attacker = state.phasing
    assert attacker is not None
    given = [order for order in state.playing.closing if isinstance(order, CloseWith)]
    for order in given:
        picture = state.pictures[attacker]
        base = picture.own[order.base]
        found = shots(picture, base, "closing") if order.fire and base.hex is not None else []
        if found:
            dice.ordered(found[0].order.kind, attacker)  # as by hand: the other side is not told that it was planned
            yield from found[0].order.resolve(state, attacker, dice)
    for order in given:
        if order.advance is not None:
            dice.ordered(Advance.kind, attacker)
            yield from advance(state, attacker, Advance(base=order.base, hex=order.advance), dice)
    yield from fight(state, dice)


def advance(state: State, seat: Seat, order: Advance, dice: Dice) -> Iterator[Event]:
    """An advance, if by what its owner knows by now it is lawful; else it lapses."""
    try:
        order.check(state.pictures[seat])
    except Refusal:
        yield tell(state, seat, Lapsed(order=order.kind, base=order.base))
    else:
        yield from order.resolve(state, seat, dice)
