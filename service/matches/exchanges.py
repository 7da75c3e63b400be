"""A seat's exchange meter: how often the match waited for it, and what its standing orders saved it.

Counted from its own log and from nothing else, so it tells of no other seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from service.engine.kinds import kind_of
from service.engine.reports import HeadingOpened, LetterArrived, OrdersAccepted, Report
from service.matches.context import AtSeat, Context
from service.matches.errors import NotFound
from service.matches.reading import EVERY_ENTRY

COUNTED = (HeadingOpened, LetterArrived, OrdersAccepted)


@dataclass(frozen=True)
class Exchanges:
    """Counts of a turn, or of a match.

    `questions`: headings at which the match waited, or waits, for this seat's word. `sittings`: how often it had to sit
    down for them; one is all that is asked between two letters. `letters`: those that reached it. `answered_for`:
    headings at which it was answered for; `sittings_saved`: sittings at which nothing else was asked.
    """

    questions: int
    sittings: int
    letters: int
    answered_for: int
    sittings_saved: int


@dataclass(frozen=True)
class Meter:
    """The turn of which the seat was last told, and the match so far."""

    turn: int
    this_turn: Exchanges
    so_far: Exchanges


@dataclass
class Sitting:
    """What is asked between two letters, and at how much of it the seat was answered for."""

    asked: int = 0
    answered_for: int = 0


@dataclass
class Turn:
    number: int
    letters: int = 0
    sittings: list[Sitting] = field(default_factory=list)


def exchanges(context: Context, at: AtSeat) -> Meter:
    """The seat's meter as of now."""
    with context.store.look() as look:
        facts = look.matches.facts(at.match_id)
        if facts is None:
            raise NotFound()
        logged = [
            one
            for report in COUNTED
            for one in look.matches.log(at.match_id, at.seat, facts.game, 0, EVERY_ENTRY, kind=kind_of(report))
        ]
    return meter(one.report for one in sorted(logged, key=lambda one: one.number))


def meter(log: Iterable[Report]) -> Meter:
    """What a log says, in its order."""
    turns, fresh = [Turn(0)], True
    for report in log:
        if isinstance(report, HeadingOpened | LetterArrived) and report.turn != turns[-1].number:
            turns.append(Turn(report.turn))
            fresh = True
        now = turns[-1]
        match report:
            case LetterArrived():
                now.letters += 1
                fresh = True
            case HeadingOpened():
                if fresh:
                    now.sittings.append(Sitting())
                now.sittings[-1].asked += 1
                fresh = False
            case OrdersAccepted(answered_for=True) if now.sittings:
                now.sittings[-1].answered_for += 1
    return Meter(turns[-1].number, counted(turns[-1:]), counted(turns))


def counted(turns: Sequence[Turn]) -> Exchanges:
    sittings = [sitting for turn in turns for sitting in turn.sittings]
    return Exchanges(
        questions=sum(one.asked - one.answered_for for one in sittings),
        sittings=sum(one.asked > one.answered_for for one in sittings),
        letters=sum(turn.letters for turn in turns),
        answered_for=sum(one.answered_for for one in sittings),
        sittings_saved=sum(one.asked == one.answered_for for one in sittings),
    )
