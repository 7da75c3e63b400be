"""Time in a match: orders that are worked after they were acknowledged, and windows that a game opens for so long.

What waits to be worked, and when a window ends, is written down with the match, so that a service that was away catches
up when it is back. That each is carried out once is seen to where it is written: another who did so first has moved
the match on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from service.logs import log, note_fault
from service.matches.clocks import beat
from service.matches.context import Context
from service.matches.knocking import answer_knocks
from service.matches.match_queue import MatchQueue
from service.matches.publishing import publish_together
from service.memory import give_back
from service.store import Unavailable, ahead

LONGEST_SLEEP = 1.0
"""Seconds between two looks at what is to be done, in which another process may have let a match go on."""
HEARS_EVERY = timedelta(seconds=0.9)
"""So long after a look at what commands have done the next round looks again: once a second on a quiet server."""
SHORTEST_SLEEP = 0.002
ANSWER_FIRST = 0.002
"""Seconds that whoever rang has to send their answer: threads share one processor, and the work can wait."""
AT_A_TIME = 64
"""Matches in which what is due is published by one transaction, in some tens of milliseconds."""
GATHERS_FOR = timedelta(milliseconds=50)
"""So long after it was due it is put off to publish something together with what is worked meanwhile."""
PUT_OFF = timedelta(seconds=LONGEST_SLEEP)
MOST_RESTING = 128
"""Matches whose positions are at hand though nothing waits in them. Each takes up to half a megabyte."""
RESTS_FOR = timedelta(seconds=30)
"""So long a position is at hand after the last list that was worked."""


def lapse(context: Context, match_id: str) -> bool:
    """End a match's window if its time is over, after what was accepted in time; whether that was done here."""
    queue = MatchQueue(context, match_id)
    queue.go_on(hurry=True)
    return queue.lapses > 0


def lapse_all(context: Context) -> int:
    """End every window whose time is over; how many."""
    with context.store.look() as look:
        due = look.matches.due(context.times_end_by())
    return sum(lapse(context, match_id) for match_id in due)


class Clock:
    """Works what was accepted and ends windows in time, in a thread of its own, until it is stopped."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.moment = context.store.one_moment()
        self.in_round = replace(context, store=self.moment)
        """What is read in a round is of one moment, until something is written; then another begins."""
        self.queues: dict[str, MatchQueue] = {}
        self.resting: dict[str, MatchQueue] = {}
        """Queues with nothing in them, that which was worked last behind; their positions are at hand."""
        self.stops: dict[str, datetime] = {}
        """Matches of whose stopping their sides are told at these moments."""
        self.put_off: dict[str, datetime] = {}
        """Matches in which the database did not answer, and when they are tried again."""
        self.gathers_until: datetime | None = None
        """Until when what is due can be put off, where that is known: what becomes due later can be for longer."""
        self.at_rest = True
        """Whether nothing was worked since memory was given back."""
        self.noted: datetime | None = None
        """When it was last noted that the server is at work."""
        self.heard: datetime | None = None
        """When it was last looked what commands have done."""
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run, name="clock", daemon=True)

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        """Ask it to stop, and wait for what it is doing; what is not published yet stays in the queue."""
        self.stopping.set()
        self.context.bell.set()
        self.thread.join(5.0)

    def run(self) -> None:
        """Look, do what is to be done, and sleep until there is more, or somebody rings."""
        while not self.stopping.is_set():
            self.context.bell.clear()
            try:
                pause = self.go_round()
            except Unavailable as fault:
                log.warning("the clock waits for the database", fault=str(fault))
                pause = LONGEST_SLEEP
            except Exception as fault:
                note_fault(fault, "the clock could not look")
                pause = LONGEST_SLEEP
            if self.context.bell.wait(pause):
                self.stopping.wait(ANSWER_FIRST)

    def go_round(self) -> float:
        """Publish what is due in every match, and work one list in each; seconds until there is more, at most a second.

        A list that is long to work delays the others by its own length at most: what is due is published between two,
        or where that was no time ago after some more, for the disk is waited for but once for all of it.
        """
        self.moment.end()
        now = self.context.clock()
        if self.heard is None or not timedelta(0) <= now - self.heard < HEARS_EVERY:
            self.heard = now
            answer_knocks(self.context)
        try:
            return self.look_round()
        finally:
            self.moment.end()

    def look_round(self) -> float:
        """The same, in one moment."""
        context = self.in_round
        self.noted = beat(context, self.noted)
        context.store.pictures.sweep()
        with context.store.look() as look:
            due, waiting = look.matches.due(context.times_end_by()), look.queue.matches_waiting()
        self.keep_to_own_share()
        due = [match_id for match_id in due if context.shares.is_mine(match_id)]
        waiting = {match_id: found for match_id, found in waiting.items() if context.shares.is_mine(match_id)}
        self.publish_due()
        to_work = list[MatchQueue]()
        for match_id in dict.fromkeys((*self.queues, *due, *waiting)):
            if match_id not in self.queues:
                self.queues[match_id] = self.resting.pop(match_id, MatchQueue(context, match_id))
            queue = self.queues[match_id]
            if not queue.is_ahead_of(*waiting.get(match_id, (0, None)), lapsed=match_id in due):
                to_work.append(queue)
        for place, queue in enumerate(to_work):
            if place % AT_A_TIME == 0:
                self.ask_ahead(to_work[place : place + AT_A_TIME])
            self.attempt(queue, queue.work_ahead)
            self.publish_due(gathering=True)
        self.publish_due()
        moments = [*self.moments(), *self.tell_of_stops()]
        self.rest()
        with context.store.look() as look:
            next_due = look.matches.next_due()
        moments += [next_due] if next_due is not None and next_due > context.clock() else []
        soon = min(((moment - context.clock()).total_seconds() for moment in moments), default=LONGEST_SLEEP)
        return max(SHORTEST_SLEEP, min(LONGEST_SLEEP, soon))

    def keep_to_own_share(self) -> None:
        """Let go of the matches that another process works by now; what was worked ahead is worked again there."""
        for queues in (self.queues, self.resting):
            for match_id in [one for one in queues if not self.context.shares.is_mine(one)]:
                del queues[match_id]

    def ask_ahead(self, queues: Sequence[MatchQueue]) -> None:
        """Read at once what is read of each of these matches as it is worked."""
        if len(queues) > 1:
            with suppress(Unavailable), self.in_round.store.look() as look:
                ahead.to_be_worked(look, {queue.match_id: queue.read for queue in queues})

    def publish_due(self, *, gathering: bool = False) -> None:
        """Publish what is due in every match; while it is `gathering`, only where some of it has been due for a while.

        By one transaction, if that goes well; else each match by its own.
        """
        now, until = self.context.clock(), self.gathers_until
        if gathering and until is not None and until - GATHERS_FOR <= now < until:
            return
        due = [queue for queue in self.queues.values() if queue.is_due and queue.match_id not in self.put_off]
        self.gathers_until = min((queue.ahead[0].due for queue in due), default=now) + GATHERS_FOR
        if gathering and now < self.gathers_until:
            return
        self.gathers_until = None
        several = range(0, len(due), AT_A_TIME) if len(due) > 1 and self.context.store.is_embedded else ()
        for first in several:
            with suppress(Exception):  # whose it is, and what becomes of it, is found out match by match
                for queue in publish_together(self.in_round, due[first : first + AT_A_TIME]):
                    self.put_off[queue.match_id] = self.context.clock() + PUT_OFF
        for queue in self.queues.values():
            if queue.is_due:
                self.attempt(queue, queue.publish_due)

    def attempt(self, queue: MatchQueue, work: Callable[[], object]) -> None:
        """Do this in a match; where the database does not answer there, the match is put off, and no other."""
        moment = self.put_off.pop(queue.match_id, None)
        now = self.context.clock()
        if moment is not None and now < moment <= now + PUT_OFF:
            self.put_off[queue.match_id] = moment
            return
        try:
            work()
        except Unavailable as fault:
            log.warning("a match waits for the database", match=queue.match_id, fault=str(fault))
            self.moment.end()
            self.put_off[queue.match_id] = self.context.clock() + PUT_OFF
        if queue.stops_at is not None:
            self.stops[queue.match_id] = queue.stops_at

    def moments(self) -> list[datetime]:
        """When there is more to do in each match; those in which there is nothing are let go, or rest."""
        found = []
        for match_id, queue in list(self.queues.items()):
            moment = self.put_off.get(match_id) or queue.again_at()
            if moment is not None:
                found.append(moment)
                continue
            del self.queues[match_id]
            if queue.goes_on:
                self.resting[match_id] = queue
        now = self.context.clock()
        for match_id, queue in list(self.resting.items()):  # that which has rested longest first
            if len(self.resting) > MOST_RESTING or not now - RESTS_FOR < queue.looked_at <= now:
                del self.resting[match_id]
        return found

    def rest(self) -> None:
        """Give memory back, once no position is at hand any more."""
        if self.queues or self.resting:
            self.at_rest = False
        elif not self.at_rest:
            self.at_rest = True
            give_back()

    def tell_of_stops(self) -> list[datetime]:
        """Wake those who listen at matches that are now said to have stopped; when the others are."""
        for match_id, moment in list(self.stops.items()):
            if moment <= self.context.clock():
                del self.stops[match_id]
                self.context.hub.nudge(match_id)
        return list(self.stops.values())
