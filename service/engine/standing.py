"""Standing orders: answers given in advance, and the order that says whether they are to be used.

A seat that is *present* is asked at every decision point of another's turn. A seat *on standing orders* is
answered for at once; where its standing orders are silent, the rules' default holds. All seats know which it is, so
the time of an answer tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Attended, Event, Told
from service.engine.options import Choice, Option
from service.engine.orders import Done, Order, Phrase
from service.engine.reports import AttendanceTold
from service.engine.seats import PRESENT, STANDING, Attendance, Seat
from service.engine.sentences import say


@dataclass(frozen=True, kw_only=True)
class Attend(Order):
    """Be present (asked at every decision of another's turn) or leave the answers to your standing orders.

    Lawful at any time, told to every seat, in force from the next question that has not been put yet.
    """

    phrase: ClassVar[Phrase] = Phrase("attend {attendance}")
    kind: Literal["attend"] = "attend"
    attendance: Attendance

    def resolve(self, state: Any, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield Attended(seat=seat, attendance=self.attendance)
        for reader in state.seats:
            yield Told(seat=reader, report=AttendanceTold(seat=seat, attendance=self.attendance))

    @classmethod
    def offers(cls, picture: Any) -> Iterator[Option]:
        yield Option(
            order="attend", title=say("Be present, or leave it to standing orders"),
            fields={"attendance": Choice(values=(PRESENT, STANDING))},
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class StandingAnswer:
    """What standing orders say to a question, or for one of the units to which it is put.

    They give this `order`; or the unit is to "hold", which is no order; or its owner is to be asked. `line` is the
    place of the line that decides, counted from 1: None where none does, or where the game does not say.
    """

    does: Literal["order", "hold", "ask"] = "order"
    unit: str | None = None
    order: Order | None = None
    line: int | None = None


ENGINE_ORDERS: tuple[type[Order], ...] = (Done, Attend)
