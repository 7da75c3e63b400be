"""Time in a match: windows that a game opens for so many seconds, and what happens when they are over.

When a window ends is written down with the match, so that a service that was away catches up when it is back. That an
end is carried out once is seen to where it is written: another who did so first has moved the match on.
"""

from __future__ import annotations

import threading
from datetime import datetime

from service.engine import umpire
from service.logs import log, note_fault
from service.matches.desk import Desk
from service.store import MatchMovedOn, Unavailable, turns_believed

LONGEST_SLEEP = 1.0
"""Seconds between two looks at what is due, in which another window may have been opened."""
LEAST_AFTER_A_FAULT = 0.25
"""Seconds, while there is a window that cannot be ended and so stays due."""


def lapse(desk: Desk, match_id: str) -> bool:
    """End a match's window if its time is over; whether that was done here."""
    now = desk.clock()
    with desk.store.look() as look:
        due = look.matches.due_at(match_id)
        match = look.matches.saved(match_id)
    if due is None or due > now or match is None or match.state.window != "open":
        return False
    turns = turns_believed(match.state.pictures, match.rules.seats)
    outcome = umpire.lapse(match.rules, match.state, match.dice())
    try:
        with desk.store.work() as work:
            work.matches.append(match, outcome, None, turns, now)
    except MatchMovedOn:
        return False
    desk.hub.nudge(match_id)
    return True


def lapse_all(desk: Desk, failed: set[str] | None = None) -> int:
    """End every window whose time is over; how many. Where one fails, by a fault of ours, the others do not wait.

    `failed` holds the matches where that happened before, so that a fault that stays is written down once.
    """
    failed = set() if failed is None else failed
    with desk.store.look() as look:
        due = look.matches.due(desk.clock())
    ended = 0
    for match_id in due:
        try:
            ended += lapse(desk, match_id)
            failed.discard(match_id)
        except Unavailable:
            raise
        except Exception as fault:
            if match_id not in failed:
                note_fault(fault, "a window could not be ended")
            failed.add(match_id)
    return ended


def ends_at(desk: Desk, match_id: str) -> datetime | None:
    """When the window that is open in a match ends; both sides may know it. None where none is open."""
    with desk.store.look() as look:
        return look.matches.due_at(match_id)


class Clock:
    """Ends windows in time, in a thread of its own, until it is stopped."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.stopping = threading.Event()
        self.failed: set[str] = set()
        self.thread = threading.Thread(target=self.run, name="clock", daemon=True)

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        """Ask it to stop, and wait for what it is doing."""
        self.stopping.set()
        self.thread.join(5.0)

    def run(self) -> None:
        """Look, end what is over, and sleep until the next is."""
        while not self.stopping.is_set():
            try:
                lapse_all(self.desk, self.failed)
                pause = self.pause()
            except Unavailable as fault:
                log.warning("the clock waits for the database", fault=str(fault))
                pause = LONGEST_SLEEP
            except Exception as fault:
                note_fault(fault, "the clock could not look")
                pause = LONGEST_SLEEP
            self.stopping.wait(pause)

    def pause(self) -> float:
        """Seconds until the next end, at most a second; and no haste over one that could not be ended."""
        with self.desk.store.look() as look:
            due = look.matches.next_due()
        if due is None:
            return LONGEST_SLEEP
        return max(
            LEAST_AFTER_A_FAULT if self.failed else 0.02, min(LONGEST_SLEEP, (due - self.desk.clock()).total_seconds())
        )
