"""The page of an arbiter: a match as they may see it, and what they rule when the time of a side is over."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import APIRouter, Response

from service.dependencies import TheContext
from service.engine.sentences import plain_text
from service.engine.words import PlainWords
from service.matches import Account, Context
from service.matches.arbiters import (
    MORE_DAYS,
    Arbitration,
    agree,
    arbitration,
    arbitrations,
    decision_of,
    rule,
    say_no,
)
from service.matches.clock_terms import in_words
from service.matches.errors import Malformed, NotNow, NotSignedIn, Problem, SeatNotForYou
from service.matches.times import moment, span
from web.house.accounts import reasons
from web.house.officials import OfficialCard, first_what_needs_them, official_card, scenario_title
from web.parts.clocks import days_away
from web.parts.dependencies import Person, Sent, arbitration_page, text, whole
from web.parts.render import go, page

router = APIRouter(include_in_schema=False)


def arbiter_cards(context: Context, me: Account) -> list[OfficialCard]:
    """The matches whose arbiter somebody was named, by whose time is over there."""
    return first_what_needs_them(_card(context, found) for found in arbitrations(context, me))


def _card(context: Context, found: Arbitration) -> OfficialCard:
    late = " and ".join(_words(context, found).seat(seat) for seat in found.late)
    return official_card(context, found, arbitration_page(found.match_id), f"Time over: {late}" if late else "")


def _words(context: Context, found: Arbitration) -> PlainWords:
    return context.game(found.game, found.data).words


@router.get("/matches/{match_id}/arbitration")
def arbitration_shown(context: TheContext, me: Person, match_id: str) -> Response:
    """The match as its arbiter sees it."""
    if me is None:
        raise NotSignedIn()
    return shown(context, me, arbitration(context, me, match_id))


@router.post("/matches/{match_id}/arbitration")
def arbitrated(context: TheContext, me: Person, match_id: str, sent: Sent) -> Response:
    """Agree to be the arbiter, say no, or rule, as the form says."""
    if me is None:
        raise NotSignedIn()
    do = text(sent, "do")
    try:
        if do == "agree":
            agree(context, me, match_id)
        elif do == "no":
            say_no(context, me, match_id)
            return go("/")
        else:
            decision = decision_of(do)
            days = whole(sent, "days") if decision == "more-time" else 0
            rule(context, me, match_id, text(sent, "seat"), decision, days=days, reason=text(sent, "reason"))
    except (Malformed, NotNow, SeatNotForYou) as problem:
        return shown(context, me, arbitration(context, me, match_id), problem, reason=text(sent, "reason"))
    return go(arbitration_page(match_id))


def shown(
    context: Context, me: Account, found: Arbitration, problem: Problem | None = None, *, reason: str = ""
) -> Response:  # fmt: skip
    """The page; with what could not be done, where that was so, and the `reason` that was given for it."""
    words = _words(context, found)
    return page(
        "arbitration.html",
        status=problem.status if problem is not None else 200,
        person=me,
        problem=(problem.detail or reasons(problem)) if problem is not None else "",
        reason=reason,
        found=found,
        title=scenario_title(context, found),
        agreed=in_words(found.clock),
        seats=list(_seats(found, words, me.zone)),
        away=days_away(found.away, words),
        late=[
            (seat, words.the_side(seat), moment(since, me.zone), moment(found.answered_at[seat], me.zone))
            for seat, since in found.late.items()
        ],
        two=len(found.holders) == 2,
        days=MORE_DAYS,
        rulings=[plain_text(words.ruled(ruling)) for ruling in reversed(found.rulings)],
        changes=[change.text for change in reversed(found.changes)],
        ended=(plain_text(words.concluded(found.conclusion)) if found.conclusion else "The match is over.")
        if found.ended
        else "",
    )


def _seats(found: Arbitration, words: PlainWords, zone: str) -> Iterator[str]:
    for seat, holder in found.holders.items():
        if seat in found.late:
            stands = f"the time has been over since {moment(found.late[seat], zone)}"
        else:
            stands = f"{span(found.hours[seat])} with the last letter"
        yield f"{words.seat(seat)}: {holder or 'nobody yet'}, {stands}."
