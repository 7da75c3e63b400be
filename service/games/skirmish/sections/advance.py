"""The advance of one base, and the close combat that it may open (P17; SKR-ADV-01 to 06)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.engine.telling import tell
from service.games.skirmish.known.paths import room
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reports import CheckTold, HaltTold
from service.games.skirmish.printed.bases import Base, BaseId
from service.games.skirmish.printed.field import cost
from service.games.skirmish.sections.morale import changed, passes
from service.games.skirmish.truth.looking import look_at_enemy, tell_own_of
from service.games.skirmish.truth.state import State


@dataclass(frozen=True, kw_only=True)
class CombatOpened(Event):
    """A base has advanced into an enemy's hex; `origin` is where it came from."""

    kind: Literal["combat-opened"] = "combat-opened"
    hex: Hex
    base: BaseId
    origin: Hex

    def change(self, state: State) -> None:
        if self.hex not in state.combats:
            state.combats.append(self.hex)
        state.origins[self.base] = self.origin


def may_advance(base: Base) -> None:
    """Refuse a base that may not advance (SKR-ADV-01, SKR-ADV-02); what it did before makes no difference (ADV-03)."""
    demand(
        base.morale == "good", "SKR-ADV-01", (base.said, f" is {base.morale}, and does not advance."), "NOT_ELIGIBLE"
    )
    held = base.pinned or base.cowered
    demand(not held, "SKR-ADV-02", (base.said, " is pinned or cowered, and does not advance."), "NOT_ELIGIBLE")
    demand(not base.locked and base.crewed and not base.immobilised, "P17", (base.said, " cannot leave its hex."),
           "NOT_ELIGIBLE")  # fmt: skip
    demand(not base.advanced, "SKR-ADV-04", (base.said, " has advanced."), "TOO_FAR")


@dataclass(frozen=True, kw_only=True)
class Advance(Order):
    """Advance one hex, whatever it costs and whatever the base did before; on foot also into an enemy's hex.

    Close combats are fought when the step is closed, in the order in which they were opened.
    """

    rule: ClassVar[str] = "SKR-SEQ-04"
    phrase: ClassVar[Phrase] = Phrase("advance {base} {hex}")

    kind: Literal["advance"] = "advance"
    base: Subject[BaseId]
    hex: Hex

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.base), " advances to ", place(self.hex))

    def on_button(self, to: Saying) -> Sentence:
        return say("Advance to ", place(self.hex))

    def check(self, picture: Picture) -> None:
        base, rules = picture.base(self.base), picture.rules
        demand(base.hex is not None, "SEQUENCE", (base.said, " is not on the map."))
        assert base.hex is not None
        may_advance(base)
        demand(self.hex in rules.sheet, "P2", f"There is no hex {self.hex} on this map.")
        goes = base.foot or not picture.known_at(self.hex)
        demand(goes, "P17", ("Only men on foot enter an enemy's hex: ", place(self.hex), "."), "ENEMY_THERE")
        apart = rules.sheet.distance(base.hex, self.hex)
        demand(
            apart == 1, "SKR-ADV-04", ("An advance is one hex, and ", place(self.hex), f" is {apart} away."), "TOO_FAR"
        )
        ahead = rules.sheet.heading(base.hex, self.hex) == base.heading
        demand(not base.vehicle or ahead, "P17", (base.said, " advances straight ahead only."), "TOO_FAR")
        price = cost(rules, picture.ground, rules.profile(base).going, base.hex, self.hex)
        demand(price is not None, "P10", (base.said, " cannot enter ", place(self.hex), "."), "NOT_AFFORDED")
        demand(
            room(picture, base, self.hex),
            "P2",
            ("There is no room for ", base.said, " in ", place(self.hex), "."),
            "NOT_AFFORDED",
        )

    def believe(self, picture: Picture) -> None:
        picture.own[self.base].hex = self.hex
        picture.own[self.base].advanced = True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        base, origin = state.bases[self.base], state.bases[self.base].hex
        if origin is None or base.gone:
            return
        yield changed(base.id, advanced=True)
        enemies = [b for b in state.at(self.hex, state.other(seat)) if b.crewed]
        armour = any(state.rules.profile(b).armoured for b in enemies)
        if enemies and not base.foot:
            yield tell(state, seat, HaltTold(base=base.id, hex=origin, because="contact"))
        elif not state.tables.bases.stacks(base, state.at(self.hex, seat)):  # who was to leave it has stayed
            yield tell(state, seat, HaltTold(base=base.id, hex=origin, because="room"))
        elif armour and not (yield from dares(state, base, dice)):
            yield tell(state, seat, HaltTold(base=base.id, hex=origin, because="lapsed"))
        else:
            yield changed(base.id, hex=self.hex, in_motion=False)
            if enemies:
                yield CombatOpened(hex=self.hex, base=base.id, origin=origin)
        yield from look_at_enemy(state, moving=(base.id,))
        yield from look_at_enemy(state)
        yield from tell_own_of(state, seat, only=(base.id,))  # the next may be ordered already, and not have gone yet

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.on_map():
            assert base.hex is not None
            there = tuple(
                hex for hex in picture.rules.sheet.neighbours(base.hex) if accepts(picture, cls(base=base.id, hex=hex))
            )
            if there:
                yield Option(
                    kind="advance", title=say(base.said, " advances"), subjects=(base.id,), fixed={"base": base.id},
                    fields={"hex": Places(places=there)},
                )  # fmt: skip


def dares(state: State, base: Base, dice: Dice) -> Generator[Event, None, bool]:
    """The quality roll without which men do not go at a vehicle (P17)."""
    figures = state.tables.morale
    roll = dice.roll(figures.dice, f"P17 nerve of {base.side} at {base.hex}")
    daring = passes(figures, roll, base.quality) >= 0
    told = CheckTold(
        base=base.id, what="nerve", rule="P17", faces=roll.faces, result="goes in" if daring else "stays back"
    )
    yield tell(state, base.side, told)
    return daring
