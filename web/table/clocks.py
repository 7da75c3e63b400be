"""Time in correspondence: what was agreed, how the clocks stand, and absences, on a page of their own."""

from __future__ import annotations

from datetime import date, datetime

from fastapi import APIRouter, Response

from service.dependencies import TheContext
from service.engine.facts import Fact
from service.engine.words import PlainWords
from service.matches import Account, AtSeat, Context, read
from service.matches.clock_terms import in_words
from service.matches.clocks import ClockSheet, announce_claim, be_away, choose_to_send, claim, clock_sheet, take_back
from service.matches.errors import Malformed, NotNow, Problem
from service.matches.times import moment, span
from web.games.shelf import dress
from web.house.accounts import reasons
from web.parts.clocks import arbiter_said, days_away
from web.parts.dependencies import Person, Seated, Sent, seat_page, text
from web.parts.render import go, page

router = APIRouter(include_in_schema=False)
HOUR = 3_600


def own_time(left: int, over_at: datetime | None, zone: str, *, paused: bool = False) -> str:
    """How the reader's own clock stands, with so many seconds left, and when it is over if it runs, in their zone."""
    if over_at is None:
        return f"{span(left // HOUR)} left; {'the match is paused' if paused else 'it is stopped'}"
    return f"until {moment(over_at, zone)}" if left else f"over since {moment(over_at, zone)}"


def clock_facts(found: ClockSheet, words: PlainWords, zone: str) -> tuple[Fact, ...]:
    """The clocks at a glance: one's own, in the match's zone too, and the others' as of the last letter."""
    assert found.terms is not None
    others = (Fact.of(f"Time of {words.seat(seat)}", f"{span(hours)} with your last letter")
              for seat, hours in (found.others or {}).items())  # fmt: skip
    paused, agreed_on = found.paused_at is not None, found.terms.zone
    own = [Fact.of("Your time", own_time(found.left, found.over_at, zone, paused=paused))]
    if found.over_at is not None and moment(found.over_at, agreed_on) != moment(found.over_at, zone):
        own.append(Fact.of(f"In {agreed_on}", own_time(found.left, found.over_at, agreed_on)))
    return (*own, *others)


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
        if do == "announce":
            announce_claim(context, at)
        elif do == "away":
            be_away(context, at, day(text(sent, "first")), day(text(sent, "last") or text(sent, "first")))
        elif do == "back":
            take_back(context, at, day(text(sent, "first")))
        elif do == "sheet":
            choose_to_send(context, at, bool(text(sent, "sends")))
        else:
            raise Malformed([(["do"], "The form asks for nothing that can be done.")])
    except (Malformed, NotNow) as problem:
        return shown(context, me, at, problem)
    return go(f"{base}/clock")


def day(said: str) -> date:
    """A day as a form says it. Raises Malformed."""
    try:
        return date.fromisoformat(said)
    except ValueError:
        raise Malformed([(["first"], "Write the days as 2026-12-24.")]) from None


def shown(context: Context, me: Account | None, at: AtSeat, problem: Problem | None = None) -> Response:
    """The page; with what could not be done, where that was so."""
    found, reading = clock_sheet(context, at), read(context, at)
    words, seats = reading.game.words, reading.game.info.seats
    zone = me.zone if me is not None and me.id == at.account_id else "UTC"
    return page(
        "clock.html",
        status=problem.status if problem is not None else 200,
        person=me,
        problem=(problem.detail or reasons(problem)) if problem is not None else "",
        found=found,
        agreed=in_words(found.terms) if found.terms is not None else "",
        facts=clock_facts(found, words, zone) if found.terms is not None else (),
        away=days_away(found.away or {}, words),
        claimable=words.the_side(found.claimable) if found.claimable is not None else "",
        claim_at=moment(found.claim_at, zone) if found.claim_at is not None else "",
        may_claim=found.claim_at is not None and found.claim_at <= context.clock(),
        paused=moment(found.paused_at, zone) if found.paused_at is not None else "",
        arbiter=arbiter_said(found.arbiter) if found.terms is not None and found.terms.over == "arbiter" else "",
        own_away=[first for first, _ in (found.away or {}).get(at.seat, ())],
        ended=reading.where.ended,
        seat=words.seat(at.seat),
        base=seat_page(at.match_id, at.seat),
        title=reading.name or reading.game.info.scenarios[reading.scenario].title,
        colour=dress(reading.game).colour(at.seat, seats),
    )
