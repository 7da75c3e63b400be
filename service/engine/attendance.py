"""Attendance: whether a seat is asked, or its standing orders answer for it, and the order that says which.

A seat that is *present* is asked at every decision point of another's turn. A seat *on standing orders* is
answered for at once; where its standing orders are silent, the rules' default holds. All seats know which it is, so
the time of an answer tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Attended, Event
from service.engine.options import Choice, Option
from service.engine.orders import Order, Phrase
from service.engine.reports import AttendanceTold
from service.engine.seats import PRESENT, STANDING, Attendance, Seat
from service.engine.sentences import say
from service.engine.telling import announce


@dataclass(frozen=True, kw_only=True)
class Attend(Order):
    """Be asked at every decision of another's turn (present) or leave the answers to your standing orders.

    Lawful at any time, told to every seat, in force from the next question that has not been put yet.
    """

    phrase: ClassVar[Phrase] = Phrase("attend {attendance}")
    kind: Literal["attend"] = "attend"
    attendance: Attendance

    def resolve(self, state: Any, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield Attended(seat=seat, attendance=self.attendance)
        yield from announce(state, AttendanceTold(seat=seat, attendance=self.attendance))

    @classmethod
    def offers(cls, picture: Any) -> Iterator[Option]:
        yield Option(
            kind="attend", title=say("Be asked each time, or leave it to standing orders"),
            fields={"attendance": Choice(values=(PRESENT, STANDING))},
        )  # fmt: skip
