"""The processes that serve one server: each has a place among them, and one of them the lead, by leases that it renews.

All serve, and each works its share of the matches (`shares.py`). Whoever has the lead sees to the duties of the server,
which are there once: its bots, its mails out and in, and what time brings. A process that does not renew its leases,
since it was killed or cannot reach the database, is replaced when they are over; it stops by itself before.

A server on a database of its own, a file, has one process, which has all of this at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Protocol

from service.logs import log, note_fault
from service.matches.between import Between
from service.matches.context import Context
from service.store import Claim, Unavailable, Work
from service.store.leases import LEAD, SERVING

RENEWALS = 3
"""So often a lease is renewed in its time."""
SOON = 0.02
"""Seconds after the end of another's lease at which it is asked for."""


class Duty(Protocol):
    """Something that is there once on a server, and goes on in threads of its own."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


class Member:
    """One process of those that serve, from `start` to `stop`, with the duties that it has while it leads.

    `lease`: seconds. `moment` says by whose clock leases run: the database's; `ticks` counts seconds in this process.
    `when_behind` is called where the tables are of another release. `name` is its own among all who ever serve, or that
    of one that has ended for certain, whose leases it takes over at once.
    """

    def __init__(
        self,
        context: Context,
        duties: Sequence[Callable[[], Duty]],
        lease: float,
        *,
        moment: Callable[[Work], datetime] = lambda work: work.leases.moment(),
        ticks: Callable[[], float] = time.monotonic,
        when_behind: Callable[[], None] = lambda: None,
        name: str = "",
    ) -> None:
        self.context, self.duties, self.lease, self.moment, self.ticks = context, duties, lease, moment, ticks
        self.when_behind = when_behind
        self.name = name or context.new_id()
        self.at_work: list[Duty] = []
        """The duties that go on here."""
        self.leads = False
        self.renewed: float | None = None
        """At which tick the leases were last renewed here, before it was asked."""
        self.between = None if context.store.is_embedded else Between(context, self.called)
        self.waking = threading.Event()
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run, name="member", daemon=True)

    def start(self) -> None:
        """Take a place among those who serve, and the lead if nobody has it. Raises Unavailable."""
        if self.between is None:
            self.take_up_duties()
            return
        self.context.store.claim = Claim()
        self.between.start()
        self.renew()
        self.between.say("members")
        self.between.say("all")  # one that was killed before may not have told what it wrote
        self.thread.start()

    def stop(self) -> None:
        """Give up the duties, and then the place, so that others have both at once."""
        self.stopping.set()
        self.waking.set()
        if self.thread.is_alive():
            self.thread.join()
        self.give_up_duties()
        if self.between is None:
            return
        with suppress(Unavailable), self.context.store.work() as work:
            work.leases.give_back(self.name, self.moment(work))
        self.between.say("members")
        self.between.stop()

    def called(self) -> None:
        """Another process has come or goes: it is looked who serves now."""
        self.waking.set()

    def run(self) -> None:
        """Renew the leases, and do what they say, until it is stopped."""
        pause = self.lease / RENEWALS
        while not self.stopping.is_set():
            self.waking.wait(pause)
            self.waking.clear()
            if self.stopping.is_set():
                return
            pause = self.go_on()

    def go_on(self) -> float:
        """Renew the leases; seconds until it is to be done again."""
        try:
            return self.renew()
        except Unavailable as fault:
            log.warning("the leases of this process wait for the database", fault=str(fault))
        except Exception as fault:
            note_fault(fault, "the leases of this process could not be renewed")
        if self.is_over:
            self.lose()
        return min(1.0, self.lease / RENEWALS / 2)

    @property
    def is_over(self) -> bool:
        """Whether the leases may have gone to others, as far as this process can know."""
        return self.renewed is None or self.ticks() - self.renewed >= self.lease * (1 - 1 / RENEWALS / 2)

    def renew(self) -> float:
        """Renew the place, and the lead or try for it; seconds until it is to be done again. Raises Unavailable."""
        before = self.ticks()
        with self.context.store.work() as work:
            at = self.moment(work)
            until = at + timedelta(seconds=self.lease)
            work.leases.take(SERVING + self.name, self.name, at, until)
            leads = work.leases.take(LEAD, self.name, at, until)
            serving = work.leases.serving(at)
            lead = work.leases.holder(LEAD)
        self.renewed = before
        if self.context.store.claim is not None:
            self.context.store.claim.is_held = True
        self.see_who_serves(serving)
        if not self.context.store.is_up_to_date():
            self.when_behind()
        if leads:
            self.take_up_duties()
        else:
            self.give_up_duties()
        ends = [until for name, until in serving.items() if name != self.name] + ([lead[1]] if lead else [])
        soonest = min(((one - at).total_seconds() + SOON for one in ends), default=self.lease)
        return max(SOON, min(self.lease / RENEWALS, soonest))

    def see_who_serves(self, serving: Collection[str]) -> None:
        """Share the matches with those who serve now; where one has gone without a word, listeners look at all."""
        shares, now = self.context.shares, tuple(sorted(serving))
        gone = set(shares.serving or ()) - set(now)
        if now == shares.serving:
            return
        shares.share(self.name, now)
        self.context.bell.set()
        if gone:  # it may have written what it had not told the others yet
            self.context.hub.look_at_all()

    def lose(self) -> None:
        """Do nothing any more that another does by now."""
        if self.context.store.claim is not None:
            self.context.store.claim.is_held = False
        self.context.shares.share(self.name, ())
        self.give_up_duties()

    def take_up_duties(self) -> None:
        """Begin those duties that do not go on here; what does not begin is tried again with the next renewal."""
        self.leads = True
        for begin in self.duties[len(self.at_work) :]:
            try:
                duty = begin()
                duty.start()
            except Exception as fault:
                if self.between is None:
                    raise
                note_fault(fault, "a duty of the server could not be taken up")
                return
            self.at_work.append(duty)

    def give_up_duties(self) -> None:
        """End the duties, the last first; one that does not end well, such as a door that is not closed in time, keeps
        no other from it.
        """
        self.leads = False
        while self.at_work:
            duty = self.at_work.pop()
            try:
                duty.stop()
            except Exception as fault:
                note_fault(fault, "a duty of the server did not end well")
