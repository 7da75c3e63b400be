"""Time in correspondence: what was agreed, how the clocks stand, and absences, on a page of their own."""

from __future__ import annotations

from datetime import date, datetime

from fastapi import APIRouter, Response

from service.dependencies import TheContext
from service.engine.glances import Fact
from service.engine.words import PlainWords
from service.matches import Account, AtSeat, Context, read
from service.matches.clock_terms import in_words
from service.matches.clocks import ClockSheet, be_away, choose_to_send, claim, clock_sheet, take_back
from service.matches.errors import Malformed, NotNow, Problem
from web.games.shelf import dress
from web.house.accounts import reasons
from web.parts.dependencies import Person, Seated, Sent, seat_page, text
from web.parts.render import go, page
from web.parts.times import arbiter_said, days_away, moment, span

router = APIRouter()
HOUR = 3_600


def own_time(left: int, over_at: datetime | None) -> str:
    """How the reader's own clock stands, with so many seconds left, and when it is over if it runs."""
    if over_at is None:
        return f"{span(left // HOUR)} left; it stands still"
    return f"until {moment(over_at)}" if left else f"over since {moment(over_at)}"


def clock_facts(found: ClockSheet, words: PlainWords) -> tuple[Fact, ...]:
    """The clocks at a glance: one's own, and the others' as they stood with the last letter."""
    others = (Fact.of(f"Time of {words.seat(seat)}", f"{span(hours)} with your last letter")
              for seat, hours in (found.others or {}).items())  # fmt: skip
    return (Fact.of("Your time", own_time(found.left, found.over_at)), *others)


@router.get("/matches/{match_id}/{seat}/clock")
def clock_page(context: TheContext, me: Person, at: Seated) -> Response:
    """What was agreed of time, the clocks, and who is away when."""
    return shown(context, me, at)


@router.post("/matches/{match_id}/{seat}/clock")
def clocked(context: TheContext, me: Person, at: Seated, sent: Sent) -> Response:
    """Say when one is away, take that back, claim the match, or have the sheet sent in the end, as the form says."""
    base, do = seat_page(at.match_id, at.seat), text(sent, "do")
    try:
        if do == "claim":
            claim(context, at)
            return go(base)
        if do == "away":
            be_away(context, at, day(text(sent, "first")), day(text(sent, "last") or text(sent, "first")))
        elif do == "back":
            take_back(context, at, day(text(sent, "first")))
        elif do == "sheet":
            choose_to_send(context, at, bool(text(sent, "sends")))
        else:
            raise Malformed([(["do"], "The form says nothing that can be done.")])
    except (Malformed, NotNow) as problem:
        return shown(context, me, at, problem)
    return go(f"{base}/clock")


def day(said: str) -> date:
    """A day as a form says it. Raises Malformed."""
    try:
        return date.fromisoformat(said)
    except ValueError:
        raise Malformed([(["first"], "Say the days as 2026-12-24.")]) from None


def shown(context: Context, me: Account | None, at: AtSeat, problem: Problem | None = None) -> Response:
    """The page; with what could not be done, where that was so."""
    found, reading = clock_sheet(context, at), read(context, at)
    words, seats = reading.game.words, reading.game.info.seats
    return page(
        "clock.html",
        status=problem.status if problem is not None else 200,
        person=me,
        problem=(problem.detail or reasons(problem)) if problem is not None else "",
        found=found,
        agreed=in_words(found.terms) if found.terms is not None else "",
        facts=clock_facts(found, words) if found.terms is not None else (),
        away=days_away(found.away or {}, words),
        claimable=words.the_side(found.claimable) if found.claimable is not None else "",
        arbiter=arbiter_said(found.arbiter) if found.terms is not None and found.terms.over == "arbiter" else "",
        own_away=[first for first, _ in (found.away or {}).get(at.seat, ())],
        ended=reading.where.ended,
        seat=words.seat(at.seat),
        base=seat_page(at.match_id, at.seat),
        title=reading.name or reading.game.info.scenarios[reading.scenario].title,
        colour=dress(reading.game).colour(at.seat, seats),
    )
