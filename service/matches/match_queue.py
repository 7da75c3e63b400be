"""Working orders that were acknowledged before: in their order, each list once, and publishing what came of it in time.

An acknowledgement says nothing of the work, nor may the time at which its outcome is seen. Whatever came of a list is
published when so many seconds (the context's pace) have passed since it was acknowledged, however short the work was;
where it took longer, when the pace has passed twice, and so on. So the work is done ahead, in memory, and only its
writing down waits. What is not written down yet is worked again after a kill: the queue still has it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from service.engine import recording, umpire
from service.engine.seats import Seat
from service.engine.telling import acceptance
from service.logs import note_fault
from service.matches.clocks import send_sheet
from service.matches.context import Context
from service.matches.ready_sheets import send_what_is_ready
from service.matches.telling import InWords, said_at, told_of
from service.matches.worked_ahead import Ahead, stop_told_at, whole_paces_after
from service.store import (
    POSITION_EVERY,
    MatchMovedOn,
    Queued,
    SavedMatch,
    SeatTold,
    Unavailable,
    Work,
    Worked,
    write_up,
)

MOST_TRIES = 20


class MatchQueue:
    """The queue of one match in the hands of a worker; where somebody else writes the position, they begin anew."""

    def __init__(self, context: Context, match_id: str) -> None:
        self.context = context
        self.match_id = match_id
        self.to_work: deque[Queued] = deque()
        """What was read of the queue and is not worked yet."""
        self.ahead: deque[Ahead] = deque()
        self.match: SavedMatch | None = None
        """At the version that is stored, with the position as all that was worked ahead leaves it."""
        self.read = 0
        self.unstored = 0
        """Events that were worked, or read, since the position was stored."""
        self.lapses = 0
        """How often the end of a time was published here."""
        self.stops_at: datetime | None = None
        """When all sides are told that the match has stopped, where it did so here."""
        self.looked_at = context.clock()
        """What the clock said when it was last looked at."""
        self.out: tuple[Seat, datetime] | None = None
        """The seat whose time is over, and since when, as of the last look."""
        self.moved_on = False
        """Whether somebody else wrote the position, and it was not read again yet."""

    def go_on(self, *, hurry: bool = False) -> datetime | None:
        """Publish what is due, work all that waits; when there is more to do, or None. In a `hurry` all is due at once.

        Raises Unavailable; then it goes on another time.
        """
        again = self.step(hurry=hurry)
        while self.has_more:
            again = self.step(hurry=hurry)
        return again

    def step(self, *, hurry: bool = False) -> datetime | None:
        """Publish what is due, and work one list or the end of a time; when there is more to do, or None.

        Raises Unavailable; then it goes on another time.
        """
        self.keep_at(partial(self.work_next, hurry))
        return self.again_at()

    def work_ahead(self) -> None:
        """Work one list or the end of a time, and publish nothing. Raises Unavailable; then it goes on another time."""
        self.keep_at(self.work_one)

    def publish_due(self) -> None:
        """Publish what is due, and work nothing. Raises Unavailable; then it goes on another time."""
        self.is_done(partial(self.publish, hurry=False))

    def keep_at(self, work: Callable[[], None]) -> None:
        """Do this, anew where somebody else wrote the position meanwhile."""
        for _ in range(MOST_TRIES):
            if self.is_done(work):
                break

    def is_done(self, work: Callable[[], None]) -> bool:
        """Do this; False where somebody else wrote the position, so that it is done anew. A fault stops the match."""
        try:
            work()
        except MatchMovedOn:
            self.forget()
            self.moved_on = True
            return False
        except Unavailable:
            raise
        except Exception as fault:
            self.stop(fault)
        return True

    @property
    def has_more(self) -> bool:
        """Whether something that was read is still to be worked."""
        return bool(self.to_work) or self.is_over() or self.is_out()

    def again_at(self) -> datetime | None:
        """When there is more to do, or None."""
        if self.has_more or self.moved_on:
            return self.now()
        return self.ahead[0].due if self.ahead else None

    def is_ahead_of(self, last: int, version: int | None, *, lapsed: bool) -> bool:
        """Whether all that waits, up to this number of the queue, was worked ahead already, and nothing of it is due.

        `lapsed`: a time is over, to be worked too. `version` is that of the match, where it is known.
        """
        if self.match is None or self.to_work or not self.ahead or self.ahead[0].due <= self.now():
            return False
        ended = any(one.queued is None for one in self.ahead)
        return last <= self.read and version in (None, self.match.version) and (ended or not lapsed)

    @property
    def goes_on(self) -> bool:
        """Whether the position is at hand, of a match that goes on: whoever works it next need not read it again."""
        return self.match is not None and not self.match.state.ended

    def forget(self) -> None:
        """Let go of what was worked ahead: it is worked again by what is stored."""
        self.to_work.clear()
        self.ahead.clear()
        self.match, self.read = None, 0

    def now(self) -> datetime:
        """What the clock says. Where it was set back, what was worked ahead is due as soon as it was before."""
        now = self.context.clock()
        if now < self.looked_at:
            for one in self.ahead:
                one.due -= self.looked_at - now
        self.looked_at = now
        return now

    def times_end_by(self) -> datetime:
        """The moment up to which times are over by now."""
        return min(self.now(), self.context.times_end_by())

    # ---- working ahead

    def work_next(self, hurry: bool) -> None:
        """Work the next list of the queue, or the end of the time if it is over, between publishing what is due."""
        self.publish(hurry)
        self.work_one()
        self.publish(hurry)

    def work_one(self) -> None:
        """Work the next list of the queue, or the end of the time if it is over."""
        with self.context.store.look() as look:
            queued = self.look_again(look)
            if self.lapsed_before(queued):
                self.forget()  # what was accepted before the end of a time is published is worked before it
                queued = self.look_again(look)
        self.to_work += queued
        if self.to_work:
            self.work(self.to_work.popleft())
        elif self.is_over():
            if not self.sheets_go():
                self.lapse()
        elif self.is_out():
            self.time_out()

    def lapsed_before(self, queued: Sequence[Queued]) -> bool:
        """Whether the end of a time was worked ahead of any of these orders, which are in time still."""
        match = self.match
        return match is not None and any(one.is_in_time(queued, match.game) for one in self.ahead if one.queued is None)

    def look_again(self, look: Work) -> Sequence[Queued]:
        """What has come into the queue since; the position is read, or takes in what its seats were told meanwhile."""
        self.moved_on = False
        facts, version = look.matches.facts_and_version(self.match_id)
        if facts is None or facts.stopped_at is not None:
            self.forget()
            return ()
        if self.match is not None and version != self.match.version:
            self.forget()
        queued = look.queue.waiting(self.match_id, facts.game, after=self.read)
        self.out = next(iter(look.matches.run_out(self.match_id, self.times_end_by())), None)
        if self.match is None:
            self.match = look.matches.saved_of(facts)
            self.unstored = self.match.unstored
        else:
            self.match = replace(self.match, facts=facts)
            if self.follow(queued):
                self.take_in(queued)
            else:
                self.read_pictures(look)
        if queued:
            self.read = queued[-1].number
        return queued

    def follow(self, queued: Sequence[Queued]) -> bool:
        """Whether each acceptance of these stands in its seat's log right behind what the position has told it."""
        assert self.match is not None
        log_lengths = dict(self.match.state.log_lengths)
        for one in queued:
            log_lengths[one.seat] += 1
            if one.entry != log_lengths[one.seat]:
                return False
        return True

    def take_in(self, queued: Sequence[Queued]) -> None:
        """Let these acceptances happen to the position, as they have in the journal."""
        assert self.match is not None
        for one in queued:
            acceptance(one.seat, one.orders).change(self.match.state)

    def read_pictures(self, look: Work) -> None:
        """Have the pictures as they are stored now, with what was worked ahead told after that."""
        assert self.match is not None
        state = self.match.state
        for seat, (picture, log_length) in look.matches.pictures(self.match_id, self.match.game).items():
            told = [entry.report for one in self.ahead for entry in one.worked.told.get(seat, ())]
            for report in told:
                report.teach(picture)
            state.pictures[seat], state.log_lengths[seat] = picture, log_length + len(told)

    def work(self, queued: Queued) -> None:
        """Work one list of orders."""
        match = self.match
        assert match is not None
        turns = {seat: picture.turn for seat, picture in match.state.pictures.items()}
        outcome = umpire.take_up(match.game, match.state, queued.seat, queued.orders, queued.entry, match.dice())
        ready = max(self.now(), self.ahead[-1].due) if self.ahead else self.now()
        self.add(outcome, queued, self.due(queued.at, ready))
        self.ahead[-1].said = {seat: self.said_of(outcome, seat, turns[seat]) for seat in outcome.told}

    def is_over(self) -> bool:
        """Whether a time that runs is over, and nothing that was worked ahead has ended it before."""
        match = self.match
        return (
            match is not None
            and match.facts.due_at is not None
            and match.facts.due_at <= self.times_end_by()
            and match.state.window == "open"
            and all(one.worked.window is None for one in self.ahead)
        )

    def sheets_go(self) -> bool:
        """Whether something stood ready on the sheet of a seat that is asked; it is in the queue now, to be worked."""
        assert self.match is not None
        return any(send_what_is_ready(self.context, self.match_id, seat) for seat in self.match.state.waiting)

    def lapse(self) -> None:
        """Work the end of the time. It is published in its own time, with all that stands before it."""
        match = self.match
        assert match is not None and match.facts.due_at is not None
        waiting = tuple(match.state.waiting)
        outcome = umpire.lapse(match.game, match.state, match.dice())
        due = self.due(match.facts.due_at, self.now())
        for one in self.ahead:
            one.due = min(one.due, due)
        self.add(outcome, None, due, waiting)

    def is_out(self) -> bool:
        """Whether the time of a seat is over that is still asked, and nothing that was worked ahead has answered it."""
        match, out = self.match, self.out
        ahead = any(one.queued is None for one in self.ahead)
        return match is not None and out is not None and not ahead and out[0] in match.state.waiting

    def time_out(self) -> None:
        """Send the sheet of the seat whose time is over, or answer for it; all are told of the first such answer.

        Raises MatchMovedOn.
        """
        match, out = self.match, self.out
        assert match is not None and out is not None
        seat, since = out
        if send_sheet(self.context, self.match_id, seat):
            raise MatchMovedOn()  # it is worked from the queue, or else the seat is answered for
        with self.context.store.look() as look:
            tell = not look.matches.clocks(self.match_id)[seat].warned
        outcome = umpire.time_out(match.game, match.state, seat, match.dice(), tell=tell)
        self.out = None
        self.add(outcome, None, self.due(since, self.now()), (seat,))

    def add(
        self, outcome: recording.Outcome, queued: Queued | None, due: datetime, waiting: tuple[Seat, ...] = ()
    ) -> None:
        """Keep what was worked until it is due. The position is stored now and then, and as the match ends.

        Without a pace it is stored each time, and pictures are: whoever brings orders reads all of it then, and would
        wait for what others did.
        """
        assert self.match is not None
        facts, state = self.match.facts, outcome.state
        self.unstored += len(outcome.journal)
        often = self.context.pace is None or self.unstored >= POSITION_EVERY
        stored = often or queued is None or state.ended or state.data != facts.data
        if stored:
            self.unstored = 0
        codec = self.context.store.codec(facts.game)
        worked = write_up(codec, outcome, with_position=stored, with_pictures=self.context.pace is None)
        self.ahead.append(Ahead(worked, queued, self.read, due, waiting))

    def said_of(self, outcome: recording.Outcome, seat: Seat, turn: int) -> InWords:
        """What is said to those who listen at a seat of what it is told; before, it believed to be in this turn."""
        assert self.match is not None
        told, game = outcome.told[seat], self.match.game
        return said_at(self.context, self.match_id, seat, game, outcome.state.pictures[seat], told, turn)

    def due(self, since: datetime, ready: datetime) -> datetime:
        """When to publish what is ready: after the pace, or the next whole number of paces."""
        if not self.context.pace:
            return ready
        since = min(since, self.now())  # it is later where the clock was set back, or the match imported from elsewhere
        return whole_paces_after(since, ready, self.context.pace)

    # ---- publishing

    def publish(self, hurry: bool) -> None:
        """Write down what is due, and wake those who listen. Raises MatchMovedOn."""
        while self.ahead and (hurry or self.ahead[0].due <= self.now()):
            self.is_written(*self.context.store.write_for(self.match_id, self.write_down))

    @property
    def is_due(self) -> bool:
        """Whether something is to be published now."""
        return bool(self.ahead) and self.ahead[0].due <= self.now()

    def write_down(self, work: Work) -> tuple[int, Sequence[SeatTold]]:
        """Write down what is published next; the version that it leads to, and who was told. Raises MatchMovedOn."""
        assert self.match is not None
        match, one = self.match, self.ahead[0]
        at = one.due if self.context.pace else self.now()
        if one.queued is None:
            self.demand_nothing_in_time(work, one)
        number, before = one.queued.number if one.queued else None, len(work.told)
        version = work.matches.append(match, one.worked, one.seat, at, queued=number, read=one.read)
        return version, work.told[before:]

    def next_up(self) -> tuple[SavedMatch, Worked, int]:
        """What is published next, with the last number of the queue that was known when it was worked."""
        assert self.match is not None
        return self.match, self.ahead[0].worked, self.ahead[0].read

    def is_written(self, version: int, told: Sequence[SeatTold]) -> None:
        """What was to be published next is committed: wake those who listen."""
        assert self.match is not None
        self.match = replace(self.match, version=version)
        one = self.ahead.popleft()
        self.lapses += one.queued is None
        lengths = one.worked.log_lengths
        said = {seat: said for seat, said in one.said.items() if said}
        heard = {who.seat: said.get(who.seat) if who.after == lengths[who.seat] else None for who in told}
        self.context.hub.nudge(self.match_id, {who.seat: told_of(self.context, who, heard[who.seat]) for who in told})

    def demand_nothing_in_time(self, work: Work, lapse: Ahead) -> None:
        """Raise MatchMovedOn where orders were accepted that are still in time: they are worked before its end."""
        assert self.match is not None
        work.matches.hold(self.match_id)
        game = self.match.game
        if lapse.is_in_time(work.queue.waiting(self.match_id, game, after=lapse.read), game):
            raise MatchMovedOn()

    # ---- a fault of ours

    def stop(self, fault: Exception) -> None:
        """Stop the match, whose queue stays as it is, and write the fault down, once. Raises Unavailable."""
        self.forget()
        self.stops_at = stop_told_at(self.context.clock(), self.context.pace)
        with self.context.store.work() as work:
            stopped = work.queue.stop(self.match_id, self.stops_at)
        if stopped:
            note_fault(fault, "a match has stopped", match=self.match_id, remedy=f"sitrep resume {self.match_id}")


def work_off(context: Context, match_id: str) -> None:
    """Work and publish at once whatever waits in a match. Raises Unavailable."""
    MatchQueue(context, match_id).go_on(hurry=True)
