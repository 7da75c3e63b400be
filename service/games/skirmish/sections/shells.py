"""Smoke shells (P3, P20): a mortar lays smoke instead of firing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.roles import Subject, Target
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.engine.telling import tell
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reports import Lapsed
from service.games.skirmish.printed.bases import Base, BaseId
from service.games.skirmish.sections.elements import set_ground
from service.games.skirmish.sections.fire import STEPS, able, can_fire, fit, observed, spend
from service.games.skirmish.sections.hearing import heard_at_once
from service.games.skirmish.sections.markers import counted
from service.games.skirmish.sections.morale import changed
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State


@dataclass(frozen=True, kw_only=True)
class LaySmoke(Order):
    """Lay smoke with a mortar on a hex that it, or a friend near it, sees. It costs an attack and a shell."""

    rule: ClassVar[str] = "SKR-SEQ-04"
    phrase: ClassVar[Phrase] = Phrase("smoke {base} {hex}")

    kind: Literal["lay-smoke"] = "lay-smoke"
    base: Subject[BaseId]
    hex: Target[Hex]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.base), " lays smoke in ", place(self.hex))

    def on_button(self, to: Saying) -> Sentence:
        return say("Lay smoke in ", place(self.hex))

    def check(self, picture: Picture) -> None:
        base = picture.base(self.base)
        can_fire(picture, base, STEPS[picture.step])
        demand(base.smoke_rounds > 0, "P3", (base.said, " has no smoke shells."), "NO_SHOT")
        demand(self.hex in picture.rules.sheet, "P2", f"There is no hex {self.hex} on this map.")
        demand(
            self.hex in in_range(picture, base),
            "P3",
            (base.said, " cannot lay smoke on ", place(self.hex), "."),
            "NO_SHOT",
        )

    def believe(self, picture: Picture) -> None:
        base = picture.own[self.base]
        spend(picture, base)
        base.smoke_rounds -= 1

    @heard_at_once
    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        base = state.bases[self.base]
        if not fit(state.rules, base, "small arms"):
            yield tell(state, seat, Lapsed(order=self.kind, base=self.base))
            return
        yield from counted(state, base, STEPS[state.cursor[-1].heading])
        yield changed(base.id, smoke_rounds=base.smoke_rounds - 1)
        yield from look(state, firing=(base.id,))
        smoke = {**state.ground.smoke, self.hex: state.tables.fire.smoke_shell}
        yield from set_ground(state, replace(state.ground, smoke=dict(sorted(smoke.items()))))
        yield from look(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.on_map():
            if base.smoke_rounds and able(picture, base, STEPS[picture.step]):
                found = in_range(picture, base)
                if found and not base.broken_down:
                    yield Option(
                        kind="lay-smoke", title=say(base.said, " lays smoke"), subjects=(base.id,),
                        fixed={"base": base.id}, fields={"hex": Places(places=found)},
                    )  # fmt: skip


def in_range(picture: Picture, base: Base) -> tuple[Hex, ...]:
    """The hexes on which a mortar can lay smoke: in range, and seen by itself or by a friend near it."""
    if base.hex is None:
        return ()
    cls, apart = picture.rules.profile(base).cls, picture.rules.sheet.distance
    return tuple(
        hex for hex in picture.rules.sheet
        if cls.least_range <= apart(base.hex, hex) <= cls.long
        and (picture.sight(base.hex, hex).open or observed(picture, base, hex))
    )  # fmt: skip
