"""The clocks of a match's seats, as they are stored: read, written, started and stopped."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import update
from sqlmodel import col, select

from service.engine.reports import Report
from service.engine.seats import Seat
from service.store import tables
from service.store.clocks import ClockTerms, SeatClock
from service.store.match_columns import columns_of_clock
from service.store.match_reading import MatchReading
from service.store.saved import MatchFacts

_m, _s = tables.Match, tables.Seat


class MatchClocks(MatchReading):
    """The clocks of matches, within one unit of work."""

    def clocks(self, match_id: str) -> dict[Seat, SeatClock]:
        """The clock of each seat of a match."""
        rows = self.session.exec(select(_s.seat, _s.clock).where(_s.match_id == match_id))
        return {seat: SeatClock.of(clock) for seat, clock in rows}

    def clock_after(
        self, facts: MatchFacts, seat: Seat, told: Sequence[Report], at: datetime, *, asked: bool
    ) -> dict[str, Any]:
        """The columns of a seat's clock when it was told these reports; none in a match without clocks."""
        terms = ClockTerms.of(facts.terms)
        if terms is None:
            return {}
        clocks, runs = self.clocks(facts.id), self.clocks_may_run(facts.id)
        others = {name: one.hours(terms, at) for name, one in clocks.items() if name != seat}
        clock = clocks.get(seat, SeatClock())
        return columns_of_clock(terms, clock.told(terms, seat, told, at, asked=asked, runs=runs, others=others))

    def clocks_may_run(self, match_id: str) -> bool:
        """Whether somebody sits at each seat, and the match is not paused, as it is stored at this moment."""
        query = select(_m.paused_at, _s.account_id).join(_s, col(_s.match_id) == col(_m.id))
        rows = self.session.exec(query.where(_m.id == match_id)).all()
        return all(paused_at is None and holder is not None for paused_at, holder in rows)

    def pause(self, match_id: str, since: datetime | None) -> None:
        """Note since when a match is paused, or that it is no more."""
        statement = update(_m).where(col(_m.id) == match_id).values(paused_at=since)
        self.session.execute(statement.execution_options(synchronize_session=False))

    def put_clock(self, facts: MatchFacts, seat: Seat, clock: SeatClock) -> None:
        """Write a seat's clock anew."""
        terms = ClockTerms.of(facts.terms)
        assert terms is not None
        which = (col(_s.match_id) == facts.id, col(_s.seat) == seat)
        self.session.execute(
            update(_s)
            .where(*which)
            .values(**columns_of_clock(terms, clock))
            .execution_options(synchronize_session=False)
        )

    def start_clocks(self, match_id: str, at: datetime) -> None:
        """Once somebody sits at each seat, or a pause is over, the clocks of those that are asked begin to run."""
        facts = self.facts(match_id)
        if facts is None or ClockTerms.of(facts.terms) is None or not self.clocks_may_run(match_id):
            return
        asked = dict(self.session.exec(select(_s.seat, _s.asked).where(_s.match_id == match_id)).all())
        for seat, clock in self.clocks(match_id).items():
            if asked[seat]:
                self.put_clock(facts, seat, clock.running(at))

    def running_clocks(self, match_id: str | None = None) -> list[tuple[MatchFacts, Seat, SeatClock]]:
        """All clocks that run, in a match or in whatever one."""
        query = select(_s.match_id, _s.seat, _s.clock).where(col(_s.ended).is_(False))
        rows = self.session.exec(query if match_id is None else query.where(_s.match_id == match_id))
        found = [(match_id, seat, SeatClock.of(clock)) for match_id, seat, clock in rows if clock]
        running = [(self.facts(match_id), seat, clock) for match_id, seat, clock in found if clock.since is not None]
        return [(facts, seat, clock) for facts, seat, clock in running if facts is not None]

    def by_the_clock(self, *, paused: bool) -> list[str]:
        """The matches by the clock that go on and are paused, or are not."""
        which = col(_m.paused_at).is_not(None) if paused else col(_m.paused_at).is_(None)
        query = select(_m.id, _m.terms).join(_s, col(_s.match_id) == col(_m.id)).where(which, col(_s.ended).is_(False))
        found = dict(self.session.exec(query.order_by(col(_m.id))).all())
        return [match_id for match_id, terms in found.items() if ClockTerms.of(terms) is not None]
