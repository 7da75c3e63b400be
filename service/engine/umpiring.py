"""The umpire at work on one position: from orders, or a time that is over, to the next question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from service.engine.asking import Asker, current, current_for
from service.engine.corrections import AskAgain, Correction
from service.engine.cursor import (
    address_of,
    down,
    moved,
    onward,
    speakers,
    titles_of,
)
from service.engine.endings import Conclusion, Ruling, lost_by
from service.engine.events import (
    Attended,
    Concluded,
    Corrected,
    CorrectionMade,
    Ended,
    OrdersPlanned,
    OrdersTakenUp,
    PlansCleared,
    Ruled,
    SeatDone,
    SeatsAsked,
    StepReached,
    TimeOver,
    Told,
    WindowClosed,
    WindowLapsed,
)
from service.engine.game import AnyGame
from service.engine.judging import demand_lawful, is_lawful_anytime
from service.engine.orders import Done, Order, Refusal
from service.engine.outline import AtOwnPace, Dispatch, Heading, Phase, Step
from service.engine.reports import AttendanceTold, CorrectionTold, LetterArrived, MatchConcluded, RulingTold, TimeTold
from service.engine.seats import STANDING, Seat
from service.engine.state import Frame
from service.engine.telling import acceptance

MOST_STEPS = 10_000
"""Headings that one call may pass through; a sequence of play that asks nobody for so long is faulty."""


class Umpire(Asker):
    """One call's worth of work on one position."""

    # ---- orders

    def take(self, seat: Seat, orders: Sequence[Order]) -> None:
        """Check the whole list against the seat's picture, then accept it, work it and move the match on."""
        accepted = accept(self.game, self.state.pictures[seat], seat, orders)
        self.begin_work()
        self.happen(accepted)
        self.outcome.accepted = self.state.log_lengths[seat]
        self.carry_on(seat, orders)

    def take_up(self, seat: Seat, orders: Sequence[Order], entry: int) -> None:
        """Work orders that were accepted before, as this entry of the seat's log; after the end they lapse."""
        if self.state.ended:
            return
        self.begin_work()
        self.happen(OrdersTakenUp(seat=seat, entry=entry))
        self.carry_on(seat, orders)

    def carry_on(self, seat: Seat, orders: Sequence[Order]) -> None:
        """Work accepted orders, and move the match on where nobody is waited for any more."""
        spoke = seat in self.state.waiting
        self.carry_out(seat, orders)
        if spoke and any(isinstance(order, Done) for order in orders) and not self.state.waiting:
            self.leave()
            self.move_on()
        if self.state.ended:
            self.seal()

    def carry_out(self, seat: Seat, orders: Sequence[Order]) -> None:
        """Plan or resolve accepted orders, in order; those lapse that the end of match or heading overtakes.

        A seat is only ever asked at one heading, so what belongs to it is overtaken where nobody waits for that seat.
        """
        heading = current_for(self.game, self.state, seat)
        for order in orders:
            if self.state.ended:
                return
            if seat not in self.state.waiting and not is_lawful_anytime(self.game, order):
                continue
            self.dice.ordered(order.kind, seat)
            if isinstance(order, Done):
                self.close(seat, heading)
            elif heading.works == "when done" and type(order) in heading.orders and seat in self.state.waiting:
                self.happen(OrdersPlanned(seat=seat, orders=(order,)))
            else:
                self.aside = is_lawful_anytime(self.game, order)
                of_step = isinstance(heading, Step) and not self.aside
                self.work(order.resolve(self.state, seat, self.dice), at=(heading, seat) if of_step else None)
                self.aside = False

    def close(self, seat: Seat, heading: Heading) -> None:
        """A seat is done with its heading; with a step it goes on to its next, whatever the others do."""
        if not isinstance(heading, Step):
            self.happen(SeatDone(seat=seat))
            return
        self.finish(heading, seat)
        if not self.state.ended:
            self.next_step(seat, after=heading)

    def finish(self, step: Step, seat: Seat) -> None:
        """What the umpire does for a seat that leaves a step."""
        if step.finishes is not None:
            self.work(step.finishes(self.state, seat, self.dice), (step, seat))
        if step.works == "when done":
            self.clear_plans(seat)

    def clear_plans(self, *seats: Seat) -> None:
        """What was planned at a heading has been worked."""
        for seat in seats:
            if self.state.plans.get(seat) and not self.state.ended:
                self.happen(PlansCleared(seat=seat))

    # ---- the sequence of play

    def move_on(self) -> None:
        """From a heading that has been left, on to the next that must ask a seat, or to the end of the match."""
        for _ in range(MOST_STEPS):
            if self.state.ended:
                return
            if len(self.state.cursor) == 0:
                self.happen(Ended())
                return
            frames, entered = onward(self.game.outline, self.state)
            self.happen(moved(self.game.outline, self.state, frames))
            if not frames:
                continue
            if not entered:
                self.leave()
            elif self.enter():
                return
        raise RuntimeError(f"the sequence of play asked nobody for {MOST_STEPS} headings")

    def enter(self) -> bool:
        """Work the innermost heading as far as it goes by itself; True where it now waits for a seat."""
        while not self.state.ended:
            heading = current(self.game, self.state)
            if heading.timed and self.state.window == "open":
                self.stop_passing("the end of a time comes next")
                return True
            if heading.timed and self.state.window:
                self.happen(WindowClosed())
            self.dice.reached(address_of(self.state.cursor))
            if heading.does is not None:
                self.work(heading.does(self.state, self.dice))
            if isinstance(heading, Dispatch):
                self.dispatch(heading)
            if self.state.ended:
                return False
            if heading.by is not None:
                self.ask(heading)
                if self.state.waiting:
                    return True
            elif (frames := down(self.game.outline, self.state)) is not None:
                self.happen(moved(self.game.outline, self.state, frames))
                continue
            self.leave()
            return False
        return False

    def leave(self) -> None:
        """What the umpire does on leaving the innermost heading."""
        if self.state.ended:
            return
        heading = current(self.game, self.state)
        self.dice.reached(address_of(self.state.cursor))
        if heading.ends is not None:
            self.work(heading.ends(self.state, self.dice))
        if heading.works == "when done":
            self.clear_plans(*self.state.seats)
        if isinstance(heading, Phase) and not self.state.ended:
            self.seal()

    def ask(self, heading: Heading) -> None:
        """Put the question to all who speak; then those are answered for who have answered in advance."""
        seats = speakers(self.state, heading.by)
        self.happen(SeatsAsked(seats=seats))
        if heading.passes and len(seats) == 1 and self.is_passed(heading, seats[0], self.state.cursor):
            self.happen(SeatDone(seat=seats[0]))
            return
        if not isinstance(heading, AtOwnPace):
            for seat in seats:
                self.put_question(seat, self.state.cursor)
        for seat in seats:
            if self.state.ended:
                return
            if isinstance(heading, AtOwnPace):
                self.next_step(seat)
            elif self.is_answered_for(seat, heading):
                self.answer(seat)

    def next_step(self, seat: Seat, after: Step | None = None) -> None:
        """Bring a seat to the first step, or to the next after one, at which it is asked; or it has taken them all."""
        heading = current(self.game, self.state)
        steps = [step for step in heading.children if isinstance(step, Step)]
        rest = steps[steps.index(after) + 1 if after is not None else 0 :]
        for number, step in enumerate(rest, start=1):
            if self.state.ended:
                return
            if step.takes is not None and not step.takes(self.state, seat):
                continue
            self.happen(StepReached(seat=seat, step=step.name))
            frames = [*self.state.cursor, Frame(heading=step.name)]
            self.dice.reached(address_of(frames))
            if step.begins is not None:
                self.work(step.begins(self.state, seat, self.dice), (step, seat))
            passes = step.passes and not self.state.ended and self.is_asked_later(seat, rest[number:])
            passed = passes and self.is_passed(step, seat, frames)
            if step.orders and not passed and not self.state.ended:
                self.put_question(seat, frames)
                if self.is_answered_for(seat, step):
                    self.answer(seat)
                return
            if not self.state.ended:
                self.finish(step, seat)
        if not self.state.ended:
            self.happen(StepReached(seat=seat, step=None))
            self.happen(SeatDone(seat=seat))

    def is_asked_later(self, seat: Seat, steps: Sequence[Step]) -> bool:
        """Whether one of the steps that a seat still has to take asks it: its last one does, though it `passes`."""
        return any(step.orders and (step.takes is None or step.takes(self.state, seat)) for step in steps)

    def answer(self, seat: Seat) -> None:
        """Answer for a seat by its plans or standing orders; where its picture forbids it, by default: with nothing."""
        heading, picture = current_for(self.game, self.state, seat), self.state.pictures[seat]
        orders = [*self.game.answer(picture, heading), Done()]
        try:
            demand_lawful(self.game, picture, orders)
        except Refusal:
            orders = [Done()]
        self.happen(acceptance(seat, orders, answered_for=True))
        self.carry_out(seat, orders)

    def dispatch(self, heading: Dispatch) -> None:
        """Send the letter that is due, with the root of all dice so far; it goes also when it has nothing to say."""
        root = self.seal()
        for seat in speakers(self.state, heading.to):
            number = self.state.letters[seat] + 1
            arrived = LetterArrived(
                number=number,
                address=address_of(self.state.cursor),
                titles=titles_of(self.game.outline, self.state.cursor),
                turn=self.state.turn,
                root=root,
            )
            self.happen(Told(seat=seat, report=arrived, letter=number))
            if heading.compose is not None:
                self.work(
                    replace(event, letter=number) if isinstance(event, Told) and event.seat == seat else event
                    for event in heading.compose(self.state, seat, self.dice)
                )

    def lapse(self) -> None:
        """The time of the open window is over: answer for whoever has not spoken, and go on."""
        self.begin_work()
        self.happen(WindowLapsed())
        if self.state.waiting:
            for seat in list(self.state.waiting):
                if not self.state.ended:
                    self.answer(seat)
            self.leave()
            self.move_on()
        elif not self.enter():
            self.move_on()
        if self.state.ended:
            self.seal()

    def time_out(self, seat: Seat, *, tell: bool) -> None:
        """The time of a seat that is asked is over: answer for it where it stands, and go on.

        By its standing orders, else by the rules' default, as where a window is over; also in its own turn, and where
        it could not close its heading itself. `tell`: all seats are told so.
        """
        self.begin_work()
        self.happen(TimeOver(seat=seat, told=tell))
        if tell:
            self.announce(TimeTold(seat=seat))
            self.leave_to_standing_orders(seat)
        self.answer(seat)
        if not self.state.ended and not self.state.waiting:
            self.leave()
            self.move_on()
        if self.state.ended:
            self.seal()

    def leave_to_standing_orders(self, seat: Seat) -> None:
        """In a game that has it so, whoever is late is on standing orders from now on, until they say otherwise."""
        if self.game.late_are_standing and self.state.attendance.get(seat) != STANDING:
            self.happen(Attended(seat=seat, attendance=STANDING))
            self.announce(AttendanceTold(seat=seat, attendance=STANDING))

    def send_sheet(self, seat: Seat) -> None:
        """The time of a seat that is asked is over, and its sheet is accepted next: tell all seats so."""
        self.happen(TimeOver(seat=seat, told=True, by_sheet=True))
        self.announce(TimeTold(seat=seat, by_sheet=True))
        self.leave_to_standing_orders(seat)

    def rule(self, ruling: Ruling) -> None:
        """Tell all seats what the arbiter has ruled. A match that is forfeited ends; who is answered for was late."""
        self.happen(Ruled(ruling=ruling))
        self.announce(RulingTold(ruling=ruling))
        if ruling.decision == "answered":
            self.leave_to_standing_orders(ruling.seat)
        if ruling.decision == "forfeited":
            self.conclude(lost_by("forfeit", ruling.seat, self.state.seats))

    def correct(self, correction: Correction, reason: str) -> None:
        """Put something right, and tell each seat that knew of it what it had been told and what now is.

        Who knew nothing of it, neither before nor after, is told nothing.
        """
        correction.check(self.state)
        pictures, places = self.state.pictures, correction.places(self.state)
        known = {seat: correction.known_to(pictures[seat], places) for seat in self.state.seats}
        always = correction.always_told(self.state)
        self.happen(Corrected(correction=correction, reason=reason, was=dict(correction.stands(self.state))))
        self.aside = True
        self.dice.ruled(correction.kind)
        self.work(correction.resolve(self.state, self.dice))
        if isinstance(correction, AskAgain):
            self.happen(SeatsAsked(seats=(*self.state.waiting, correction.seat)))
            self.put_question(correction.seat, self.state.cursor)
        for seat, was in known.items():
            if (now := correction.known_to(pictures[seat], places)) != was or seat in always:
                self.happen(
                    Told(
                        seat=seat,
                        report=CorrectionTold(
                            reason=reason, was=tuple(dict(was).items()), now=tuple(dict(now).items())
                        ),
                    )
                )
        self.aside = False
        self.happen(CorrectionMade(now=dict(correction.stands(self.state))))

    def conclude(self, conclusion: Conclusion) -> None:
        """End the match otherwise than by its rules, and tell all seats, also those that hear of nothing else."""
        self.happen(Concluded(conclusion=conclusion))
        if self.state.window:
            self.happen(WindowClosed())
        self.announce(MatchConcluded(conclusion=conclusion, turn=self.state.turn))
        self.happen(Ended())
        self.seal()


def accept(game: AnyGame, picture: Any, seat: Seat, orders: Sequence[Order]) -> Told:
    """Check a list of orders by what the seat knows; its acceptance. Raises Refusal, with the index of the order."""
    demand_lawful(game, picture, orders)
    return acceptance(seat, orders)
