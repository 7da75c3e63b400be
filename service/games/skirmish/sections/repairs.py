"""Repairs in the Rally Phase (SKR-REP-01 to 03)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Option
from service.engine.orders import Phrase, demand
from service.engine.seats import Seat
from service.engine.sentences import say
from service.engine.telling import tell
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.printed.bases import Base, BaseId
from service.games.skirmish.printed.figures import Checked
from service.games.skirmish.sections.morale import changed, passes
from service.games.skirmish.sections.trying import Try, attacker_bases, defenders, may, told
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State


def may_repair(base: Base) -> None:
    """Refuse a repair by a base that carries nothing broken down, or has tried (SKR-REP-02, SKR-REP-03)."""
    down = base.broken_down or base.jammed
    demand(down, "SKR-REP-03", (base.said, " carries nothing that is broken down."), "NOT_THE_CARRIER")
    demand(base.hex is not None and base.crewed, "SKR-REP-03", (base.said, " has no crew."), "NOT_ELIGIBLE")
    demand("repair" not in base.tried, "SKR-REP-02", (base.said, " has tried in this phase."), "ALREADY_TRIED")


@dataclass(frozen=True, kw_only=True)
class Repair(Try):
    """Try to repair what a base carries and what has broken down."""

    what: ClassVar[str] = "repair"
    phrase: ClassVar[Phrase] = Phrase("repair {base}")

    kind: Literal["repair"] = "repair"

    def check(self, picture: Picture) -> None:
        may_repair(picture.base(self.base))

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from try_repair(state, self.base, dice)
        yield from look(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.on_map():
            if may(may_repair, base):
                yield Option(
                    kind="repair", title=say("Repair ", base.said), subjects=(base.id,), fixed={"base": base.id}
                )


def try_repair(state: State, id: BaseId, dice: Dice) -> Iterator[Event]:
    """A quality roll of the base that carries it (SKR-REP-02, SKR-REP-03); a vehicle's gun comes before the rest."""
    base, rules = state.bases[id], state.rules
    figures = rules.tables.morale
    roll = dice.roll(figures.dice, f"SKR-REP-02 repair of {base.side} at {base.hex}")
    works = passes(figures, roll, base.quality) >= 0
    left = [part for part in rules.profile(base).mounted if part in base.jammed][works:]
    yield changed(id, tried=(*base.tried, "repair"), broken_down=base.broken_down and not works, jammed=tuple(left))
    result: Checked = "repaired" if works else "still broken down"
    yield tell(state, base.side, told(base, "repair", "SKR-REP-02", roll.faces, result))


def repair_to_try(state: State) -> bool:
    return any(may(may_repair, base) for base in attacker_bases(state))


def defender_repairs(state: State, dice: Dice) -> Iterator[Event]:
    for base in defenders(state):
        if may(may_repair, base):
            yield from try_repair(state, base.id, dice)
    yield from look(state)
