"""Pausing a match, or all that are played by the clock: the owner of the server does it, and all sides are told.

The moderator of a match may pause it too (`moderators`).

While a match is paused no clock runs: no time ends, nobody is answered for, nothing is claimed or ruled. Orders are
taken as ever. When it goes on each side has the time that it had, so every end moves by as long as the pause was.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from service.matches.context import Context
from service.matches.credentials import Account
from service.matches.errors import NotFound, NotNow
from service.matches.seat_transfers import SeatChangeKind, tell
from service.store import MatchFacts, Work
from service.store.clocks import ClockTerms


def pause(context: Context, by: Account | None, match_id: str) -> None:
    """Pause a match. `by` is the owner of the server; None for whoever runs it, on its command line.

    Raises NotFound to anybody else and where there is no such match; NotNow where it has no clocks, is over, or paused.
    """
    _demand_owner(by)
    now = context.clock()
    with context.store.work() as work:
        work.matches.hold(match_id)
        pause_match(work, by, by_the_clock(work, match_id), now, "paused")
    context.hub.nudge(match_id)


def go_on(context: Context, by: Account | None, match_id: str) -> None:
    """Let a paused match go on. Raises as `pause` does; NotNow where it is not paused."""
    _demand_owner(by)
    now = context.clock()
    with context.store.work() as work:
        work.matches.hold(match_id)
        end_pause(work, by, by_the_clock(work, match_id), now, "resumed")
    context.hub.nudge(match_id)
    context.bell.set()


def pause_all(context: Context, by: Account | None) -> int:
    """Pause every match by the clock that goes on, at one moment; how many. Raises NotFound to any but the owner."""
    _demand_owner(by)
    now, paused = context.clock(), list[str]()
    with context.store.work() as work:
        for match_id in work.matches.by_the_clock(paused=False):
            work.matches.hold(match_id)
            pause_match(work, by, by_the_clock(work, match_id), now, "paused")
            paused.append(match_id)
    for match_id in paused:
        context.hub.nudge(match_id)
    return len(paused)


def all_go_on(context: Context, by: Account | None) -> int:
    """Let every paused match go on, at one moment; how many. Raises NotFound to any but the owner."""
    _demand_owner(by)
    now, gone_on = context.clock(), list[str]()
    with context.store.work() as work:
        for match_id in work.matches.by_the_clock(paused=True):
            work.matches.hold(match_id)
            end_pause(work, by, by_the_clock(work, match_id), now, "resumed")
            gone_on.append(match_id)
    for match_id in gone_on:
        context.hub.nudge(match_id)
    context.bell.set()
    return len(gone_on)


def counted(context: Context, by: Account) -> tuple[int, int]:
    """How many matches by the clock run, and how many are paused. Raises NotFound to any but the owner."""
    _demand_owner(by)
    with context.store.look() as look:
        return len(look.matches.by_the_clock(paused=False)), len(look.matches.by_the_clock(paused=True))


def _demand_owner(by: Account | None) -> None:
    if by is not None and not by.owner:
        raise NotFound()


def by_the_clock(work: Work, match_id: str) -> MatchFacts:
    """A match that has clocks and goes on. Raises NotFound, NotNow."""
    facts = work.matches.facts(match_id)
    if facts is None:
        raise NotFound()
    if ClockTerms.of(facts.terms) is None:
        raise NotNow("This match is played without clocks, so there is nothing to pause.")
    if work.matches.has_ended(match_id):
        raise NotNow("The match is over.")
    return facts


def pause_match(work: Work, by: Account | None, facts: MatchFacts, now: datetime, kind: SeatChangeKind) -> None:
    """Have the clocks of a match stand; those of one that has stopped for a fault have stood since then.

    `kind`: what all sides are told. Raises NotNow where it is paused.
    """
    if facts.paused_at is not None:
        raise NotNow("This match is paused already.")
    terms = ClockTerms.of(facts.terms)
    assert terms is not None
    stood = min(now, facts.stopped_at or now)
    for _, seat, clock in work.matches.running_clocks(facts.id):
        work.matches.put_clock(facts, seat, clock.paused(terms, stood))
    work.matches.pause(facts.id, now)
    tell(work, facts.id, "", kind, by.id if by is not None else None, now)


def end_pause(work: Work, by: Account | None, facts: MatchFacts, now: datetime, kind: SeatChangeKind) -> None:
    """Have the clocks of a match run again, and an announced claim wait for as long as the pause was.

    `kind`: what all sides are told. Raises NotNow where it is not paused.
    """
    since = facts.paused_at
    if since is None:
        raise NotNow("This match is not paused.")
    work.matches.pause(facts.id, None)
    for seat, clock in work.matches.clocks(facts.id).items():
        if clock.announced is not None:
            work.matches.put_clock(facts, seat, replace(clock, announced=clock.announced + (now - since)))
    work.matches.start_clocks(facts.id, now)
    tell(work, facts.id, "", kind, by.id if by is not None else None, now)
