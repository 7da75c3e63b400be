"""The clocks of a match's sides: what was agreed of time, how it passes, and what a seat's clock shows.

A clock runs while its seat is asked. What is granted is granted at the beginning of a sitting, which is all that is
asked between two letters (in a game without letters, in a turn): how often a seat was asked in it changes nothing. What
others are shown of a clock is as it stood when they had their last letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from service.engine.endings import Ruling
from service.engine.reports import HeadingOpened, LetterArrived, Report, RulingTold, TimeTold
from service.engine.seats import Seat

DAY = 86_400
ClockKind = Literal["step", "bank"]
WhenOver = Literal["answered", "claimed", "arbiter"]
ARBITER_HAS = timedelta(days=7)
"""An arbiter who rules nothing for so long leaves it to the umpire, so that no match waits for ever."""
CLAIM_WAITS = timedelta(days=1)
"""A claim is announced so long before it is carried out, and may still be answered meanwhile."""
FARTHEST = 3_660
"""Days that are looked ahead for the end of a time; nobody agrees on seven days off."""


@dataclass(frozen=True)
class ClockTerms:
    """What was agreed of time when a match was opened.

    `kind`: so many `days` for each sitting, or a bank of so many with `increment` hours more at each. Time does not
    pass on the weekdays `off` (0 is Monday) in the `zone`, nor while a side is away: `absence` days of it each has.
    `over`: when a time is over the umpire answers for the side; or the other side of two may claim the match; or the
    arbiter of the match rules.
    """

    kind: ClockKind
    days: int
    increment: int = 0
    off: tuple[int, ...] = ()
    zone: str = "UTC"
    absence: int = 0
    over: WhenOver = "answered"

    @classmethod
    def of(cls, terms: Mapping[str, Any]) -> ClockTerms | None:
        """As a match's terms have it; None where it is played without clocks."""
        said = terms.get("clock")
        return cls(**{**said, "off": tuple(said.get("off", ()))}) if isinstance(said, dict) else None

    def plain(self) -> dict[str, Any]:
        """As it is stored."""
        return {**asdict(self), "off": list(self.off)}

    def passes(self, day: date, away: Sequence[tuple[date, date]]) -> bool:
        """Whether time passes on a day, by the calendar of the zone."""
        return day.weekday() not in self.off and not any(first <= day <= last for first, last in away)

    def midnights(self, since: datetime) -> Iterator[datetime]:
        """The first moments of the days after that of a moment, in the zone; as many as are asked for."""
        zone, day = ZoneInfo(self.zone), since.astimezone(ZoneInfo(self.zone)).date()
        return (datetime.combine(day + timedelta(days=n), time(), zone).astimezone(UTC) for n in range(1, FARTHEST))

    def spent(self, since: datetime, until: datetime, away: Sequence[tuple[date, date]]) -> int:
        """How many seconds have passed between two moments, those left out on which time does not pass."""
        if not self.off and not away:
            return max(0, int((until - since).total_seconds()))
        zone, total, now = ZoneInfo(self.zone), 0.0, since
        for midnight in self.midnights(since):
            if now >= until:
                break
            if self.passes(now.astimezone(zone).date(), away):
                total += (min(midnight, until) - now).total_seconds()
            now = midnight
        return int(total)

    def ends(self, since: datetime, seconds: int, away: Sequence[tuple[date, date]]) -> datetime:
        """When so many seconds will have passed."""
        if not self.off and not away:
            return since + timedelta(seconds=seconds)
        zone, left, now = ZoneInfo(self.zone), float(seconds), since
        for midnight in self.midnights(since):
            if self.passes(now.astimezone(zone).date(), away):
                here = (midnight - now).total_seconds()
                if left <= here:
                    return now + timedelta(seconds=left)
                left -= here
            now = midnight
        return now


@dataclass(frozen=True)
class SeatClock:
    """A seat's clock: seconds `left` when it began to run at `since`, or as it stands where it does not run.

    `fresh`: the next question begins another sitting; `turn` is that of the last one. `away` are days on which its side
    is away, first and last. `others` are the hours that each other side had left when this one had its last letter.
    `warned`: all were told in this sitting that its time is over and the umpire answers. `begun`: it has had a first
    sitting. `sends`: when its time is over what stands on its sheet is sent, once. `announced`: when the other side has
    announced, in this sitting and after this one's time was over, that it will claim the match.
    """

    left: int = 0
    since: datetime | None = None
    fresh: bool = True
    turn: int = 0
    away: tuple[tuple[date, date], ...] = ()
    others: Mapping[Seat, int] = field(default_factory=dict)
    warned: bool = False
    begun: bool = False
    sends: bool = False
    announced: datetime | None = None

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> SeatClock:
        """As it is stored; as it is before anything happens where nothing is."""
        if not stored:
            return cls()
        since = datetime.fromisoformat(stored["since"]) if stored.get("since") else None
        away = tuple((date.fromisoformat(first), date.fromisoformat(last)) for first, last in stored.get("away", ()))
        return cls(
            left=stored["left"], since=since, fresh=stored["fresh"], turn=stored["turn"], away=away,
            others=dict(stored["others"]), warned=stored["warned"], begun=stored["begun"],
            sends=stored.get("sends", False),
            announced=datetime.fromisoformat(stored["announced"]) if stored.get("announced") else None,
        )  # fmt: skip

    def plain(self) -> dict[str, Any]:
        """As it is stored."""
        return {
            "left": self.left, "since": self.since.isoformat() if self.since else None, "fresh": self.fresh,
            "turn": self.turn, "away": [[first.isoformat(), last.isoformat()] for first, last in self.away],
            "others": dict(self.others), "warned": self.warned, "begun": self.begun,
            "sends": self.sends, "announced": self.announced.isoformat() if self.announced else None,
        }  # fmt: skip

    def stands(self, terms: ClockTerms, now: datetime) -> int:
        """Seconds left now; before its first sitting what it is to begin with."""
        if not self.begun:
            return terms.days * DAY + self.left
        return max(0, self.left - (terms.spent(self.since, now, self.away) if self.since is not None else 0))

    def hours(self, terms: ClockTerms, now: datetime) -> int:
        """The same in whole hours, as others are shown it."""
        return self.stands(terms, now) // 3_600

    def over_at(self, terms: ClockTerms) -> datetime | None:
        """When its time is over; None while it does not run."""
        return terms.ends(self.since, self.left, self.away) if self.since is not None else None

    def claimable_at(self) -> datetime | None:
        """From when on the other side may claim the match, having announced that; None where it has not."""
        return self.announced + CLAIM_WAITS if self.announced is not None else None

    def stopped(self, terms: ClockTerms, now: datetime) -> SeatClock:
        """The same, not running."""
        if self.since is None:
            return self
        return replace(self, left=self.stands(terms, now), since=None)

    def answers_at(self, terms: ClockTerms) -> datetime | None:
        """When its sheet is to be sent, or the umpire answers for it; None while it does not run, or wants neither."""
        over_at = self.over_at(terms)
        if over_at is None or self.sends:
            return over_at
        if terms.over == "claimed":
            return None
        return over_at + ARBITER_HAS if terms.over == "arbiter" and not self.warned else over_at

    def ruled(self, terms: ClockTerms, ruling: Ruling, now: datetime) -> SeatClock:
        """The same after a ruling of the arbiter: with more time from now on, or answered for in this sitting."""
        stopped = self.stopped(terms, now)
        return replace(stopped, left=stopped.left + ruling.days * DAY, warned=ruling.decision == "answered")

    def extended(self, terms: ClockTerms, days: int, now: datetime, *, paused: bool) -> SeatClock:
        """The same with so many days more: of its bank, or of the sitting that it runs for.

        A time that was over runs from now on, and what was announced or warned of it no longer holds. `paused`: the
        match is, and so it may stand in the midst of a sitting.
        """
        if self.since is None:
            return replace(self, left=self.left + days * DAY) if terms.kind == "bank" or paused else self
        stopped = self.stopped(terms, now)
        return replace(stopped, left=stopped.left + days * DAY, announced=None, warned=False).running(now)

    def moved(self, terms: ClockTerms, stood: datetime, now: datetime) -> SeatClock:
        """The same where it runs and stood still from `stood` until now."""
        if self.since is None:
            return self
        left = self.left - terms.spent(self.since, max(self.since, stood), self.away)
        waits = self.announced + (now - max(self.announced, stood)) if self.announced is not None else None
        return replace(self, left=left, since=now, announced=waits)

    def paused(self, terms: ClockTerms, stood: datetime) -> SeatClock:
        """The same, standing since `stood`. What is over by then stays over by as much: `left` falls below nothing."""
        if self.since is None:
            return self
        spent = terms.spent(self.since, max(self.since, stood), self.away)
        return replace(self, left=self.left - spent, since=None)

    def running(self, now: datetime) -> SeatClock:
        """The same, running from now on where it did not."""
        return self if self.since is not None else replace(self, since=now)

    def granted(self, terms: ClockTerms, turn: int) -> SeatClock:
        """The same at the beginning of another sitting. In the first of all a bank has what it begins with."""
        whole = terms.days * DAY
        left = max(0, self.left) + (terms.increment * 3_600 if self.begun else whole) if terms.kind == "bank" else whole
        return replace(self, left=left, fresh=False, turn=turn, warned=False, begun=True, announced=None)

    def told(
        self, terms: ClockTerms, seat: Seat, told: Sequence[Report], now: datetime, *, asked: bool, runs: bool,
        others: Mapping[Seat, int],
    ) -> SeatClock:  # fmt: skip
        """The same after its `seat` was told these reports and is `asked` then, or not.

        `runs`: clocks run in the match, as they do when all seats are taken. `others`: hours that each has left.
        """
        clock = self
        for report in told:
            if isinstance(report, LetterArrived):
                clock = replace(clock, fresh=True, others=dict(others))
            elif isinstance(report, HeadingOpened) and (clock.fresh or clock.turn != report.turn):
                stopped = clock.stopped(terms, now)
                clock = replace(stopped.granted(terms, report.turn), others=dict(others))
            elif isinstance(report, TimeTold) and report.seat == seat and not report.by_sheet:
                clock = replace(clock, warned=True)
            elif isinstance(report, RulingTold) and report.ruling.seat == seat:
                clock = clock.ruled(terms, report.ruling, now)
        if not asked:
            clock = replace(clock, announced=None)  # it has answered, so there is nothing left to claim
        return clock.running(now) if asked and runs else clock.stopped(terms, now)
