"""Asking a seat, and not asking it: who is answered for in advance, and which headings are passed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.engine.copying import same_in_another
from service.engine.cursor import address_of, titles_of, trail
from service.engine.events import Told
from service.engine.game import AnyGame
from service.engine.judging import nothing_to_decide
from service.engine.orders import Done
from service.engine.outline import Heading
from service.engine.recording import Recorder
from service.engine.reports import HeadingOpened, HeadingPassed
from service.engine.seats import STANDING, Seat
from service.engine.state import Frame


class Asker(Recorder):
    """The part of the umpire that puts questions."""

    def put_question(self, seat: Seat, frames: Sequence[Frame]) -> None:
        """Tell a seat that it is asked, and where."""
        if self.passed is not None and self.passed[1] == seat:
            self.passed = None
        self.happen(Told(seat=seat, report=self.question(seat, frames)))

    def question(self, seat: Seat, frames: Sequence[Frame]) -> HeadingOpened:
        """What a seat that is asked there is told."""
        return HeadingOpened(
            address=address_of(frames),
            titles=titles_of(self.game.outline, frames),
            turn=self.state.turn,
            item=self.state.item(),
            own=self.state.phasing in (None, seat),
        )

    def is_passed(self, heading: Heading, seat: Seat, frames: Sequence[Frame]) -> bool:
        """Pass a heading that passes where its seat could do nothing but close it; whether that was so.

        It goes by the picture alone, as it would be if the seat were asked, and dice fall as if it had closed it.
        """
        asked, believed = self.question(seat, frames), same_in_another(self.state.pictures[seat])
        asked.teach(believed)
        if self.is_answered_for(seat, heading) or not nothing_to_decide(self.game, believed):
            return False
        told = HeadingPassed(address=asked.address, titles=asked.titles, turn=asked.turn)
        self.happen(Told(seat=seat, report=told))
        self.passed = heading, seat
        self.dice.ordered(Done.kind, seat)
        return True

    def is_answered_for(self, seat: Seat, heading: Heading) -> bool:
        """Whether a seat that is asked at a heading is answered for: by a plan of its own, or by standing orders.

        Standing orders answer in another's turn, and in nobody's beside others: there somebody else at the table has to
        be present, or all are asked, for a match does not play itself. Whom else a heading asks is not looked at: where
        a function says it, a seat may not know.
        """
        if self.state.window == "over" or self.game.unasked(self.state.pictures[seat], heading):
            return True
        if self.state.attendance.get(seat) != STANDING:
            return False
        if self.state.phasing is not None:
            return bool(self.state.phasing != seat)
        if current(self.game, self.state).by == seat:
            return False
        return any(self.state.attendance.get(other) != STANDING for other in self.state.seats if other != seat)


def current(game: AnyGame, state: Any) -> Heading:
    """The innermost heading at which the match stands."""
    return trail(game.outline, state.cursor)[-1]


def current_for(game: AnyGame, state: Any, seat: Seat) -> Heading:
    """The heading at which a seat stands: the match's, or its own step of it."""
    heading = current(game, state)
    return heading.child(state.steps[seat]) if seat in state.steps else heading
