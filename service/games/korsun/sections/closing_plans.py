"""Plans are laid for the end of a player-turn: what a side still does once the declared combats are fought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.hexes import Hex
from service.engine.options import Choice, Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.places import Place
from service.engine.roles import Subject
from service.engine.sentences import Sentence, place, say
from service.games.korsun.known.asking import named, own_unit
from service.games.korsun.known.picture import Picture
from service.games.korsun.known.plans import ClosingPlan, PlannedWork, Work
from service.games.korsun.printed.reading import GERMAN
from service.games.korsun.printed.units import UnitId
from service.games.korsun.sections.plans import PLAN, Ahead, on_land

BRIDGES: Mapping[Work, str] = {
    "destroy-bridge": "", "repair-bridge": "", "build-s-bridge": "S", "build-j-bridge": "J", "build-k-bridge": "K",
}  # fmt: skip
"""Works at a hexside, with the type of the bridge where one is built."""


def goals(picture: Picture) -> tuple[Hex | None, ...]:
    """Where a plan may send units: to the places that have a name, and to known enemies; or nowhere."""
    return (None, *sorted({*picture.rules.control, *(contact.hex for contact in picture.contacts.values())}))


@dataclass(frozen=True, kw_only=True)
class PlanClosing(Ahead):
    """Lay the plan for the rest of your player-turn once the declared combats are fought: it is not asked then.

    `breakthrough`: units with a Breakthrough marker go a hex towards it; left out, their markers lapse. `reserves`:
    they move towards it; left out, they stand. There is no further combat. It replaces one that you have laid.
    """

    phrase: ClassVar[Phrase] = Phrase("plan closing", breakthrough="break through to {}", reserves="reserves to {}")
    kind: Literal["plan-closing"] = "plan-closing"
    breakthrough: Place | None = None
    reserves: Place | None = None

    def said(self, to: Saying) -> Sentence:
        through = say(", breakthrough to ", place(self.breakthrough)) if self.breakthrough else ()
        moved = say(", reserves to ", place(self.reserves)) if self.reserves else ()
        return say("The rest of the player-turn by plan", through, moved)

    def check(self, picture: Picture) -> None:
        on_land(picture, tuple(hex for hex in (self.breakthrough, self.reserves) if hex is not None))

    def believe(self, picture: Picture) -> None:
        picture.laid.closing = ClosingPlan(
            turn=picture.turn, breakthrough=self.breakthrough, reserves=self.reserves
        )  # fmt: skip

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        where = Choice(values=goals(picture))
        yield Option(
            kind="plan-closing", title=say("Plan the rest of this player-turn"), rule=PLAN,
            fields={"breakthrough": where, "reserves": where},
        )  # fmt: skip


def laid_closing(picture: Picture) -> ClosingPlan:
    """The closing plan of this player-turn. Raises a Refusal where none is laid."""
    laid = picture.laid.closing
    demand(laid is not None and laid.turn == picture.turn, PLAN, "Lay the plan for the rest of this player-turn first.")
    assert laid is not None
    return laid


@dataclass(frozen=True, kw_only=True)
class PlanWork(Ahead):
    """Add to your closing plan what a unit does in the engineering phase, if it then can."""

    phrase: ClassVar[Phrase] = Phrase("plan work of {unit} {work}", bridge="at {}")
    kind: Literal["plan-work"] = "plan-work"
    unit: Subject[UnitId]
    work: Work
    bridge: Place | None = None

    def said(self, to: Saying) -> Sentence:
        where = say(" at ", place(self.bridge)) if self.bridge is not None else ()
        return say("By plan, ", to.unit(self.unit), f": {self.work.replace('-', ' ')}", where)

    def check(self, picture: Picture) -> None:
        own_unit(picture, self.unit, PLAN)
        laid = laid_closing(picture)
        board = picture.rules.board
        sides = {*board.river, *board.stream, *board.bridges} if self.work in BRIDGES else {None}
        wanted = "Name the hexside of the bridge." if self.work in BRIDGES else "That work is not done on a hexside."
        demand(self.bridge in sides, PLAN, wanted)
        demand(all(one.unit != self.unit for one in laid.works), PLAN, (named(self.unit), " has work already."))

    def believe(self, picture: Picture) -> None:
        laid = laid_closing(picture)
        laid.works = (*laid.works, PlannedWork(unit=self.unit, work=self.work, bridge=self.bridge))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        laid = picture.laid.closing
        if laid is None or laid.turn != picture.turn:
            return
        german: tuple[Work, ...] = ("improve-position",)
        works = german if picture.side == GERMAN else ("lay-mines",)
        busy = {one.unit for one in laid.works}
        for id, unit in picture.own.items():
            printed = picture.rules.profile(id)
            able = printed.is_infantry if picture.side == GERMAN else printed.engineer
            if able and unit.hex is not None and id not in busy:
                yield Option(
                    kind="plan-work", title=say("Plan the work of ", named(id)), subjects=(id,), fixed={"unit": id},
                    fields={"work": Choice(values=works)}, rule=PLAN,
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class PlanWithdrawal(Ahead):
    """Add to your closing plan that a German armor unit withdraws by night, if it then can."""

    phrase: ClassVar[Phrase] = Phrase("plan withdrawal of {unit} to {hex}")
    kind: Literal["plan-withdrawal"] = "plan-withdrawal"
    unit: Subject[UnitId]
    hex: Place

    def said(self, to: Saying) -> Sentence:
        return say("By plan, ", to.unit(self.unit), " withdraws to ", place(self.hex))

    def rule_out(self, picture: Picture) -> None:
        demand(picture.side == GERMAN, PLAN, "Only German armor withdraws by night.")

    def check(self, picture: Picture) -> None:
        self.rule_out(picture)
        own_unit(picture, self.unit, PLAN)
        laid_closing(picture)
        demand(picture.rules.profile(self.unit).is_armor, PLAN, (named(self.unit), " is not an armor unit."))
        on_land(picture, (self.hex,))

    def believe(self, picture: Picture) -> None:
        laid = laid_closing(picture)
        laid.withdrawals = {**laid.withdrawals, self.unit: self.hex}

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        laid, board = picture.laid.closing, picture.rules.board
        if picture.side != GERMAN or laid is None or laid.turn != picture.turn:
            return
        for id, unit in picture.own.items():
            if unit.hex is not None and picture.rules.profile(id).is_armor and id not in laid.withdrawals:
                beside = tuple(hex for hex in board.beside(unit.hex) if hex in board.land)
                yield Option(
                    kind="plan-withdrawal", title=say("Plan a withdrawal of ", named(id)), subjects=(id,),
                    fixed={"unit": id}, fields={"hex": Places(places=beside)}, rule=PLAN,
                )  # fmt: skip


OF_CLOSING: tuple[type[Order], ...] = (PlanClosing, PlanWork, PlanWithdrawal)
