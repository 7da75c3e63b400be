"""The page of an arbiter: a match as they may see it, and what they rule when the time of a side is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
from web.parts.clocks import days_away
from web.parts.dependencies import Person, Sent, arbitration_page, text, whole
from web.parts.render import go, page

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, kw_only=True)
class ArbiterCard:
    """A match on the first page of its arbiter: `needs` says whose time is over, or that they are asked to agree."""

    href: str
    title: str
    game: str
    needs: str
    ended: bool


def arbiter_cards(context: Context, me: Account) -> list[ArbiterCard]:
    """The matches whose arbiter somebody was named, those that need them first; those that are over are left out."""
    cards = [_card(context, found) for found in arbitrations(context, me)]
    return sorted((card for card in cards if not card.ended), key=lambda card: not card.needs)


def _card(context: Context, found: Arbitration) -> ArbiterCard:
    words, title = _words(context, found), _title(context, found)
    late = " and ".join(words.seat(seat) for seat in found.late)
    return ArbiterCard(
        href=arbitration_page(found.match_id),
        title=found.name or title,
        game=f"{title} · {found.title}" if found.name else found.title,
        needs="" if found.agreed and not late else f"Time over: {late}" if found.agreed else "You are asked to agree",
        ended=found.ended,
    )


def _words(context: Context, found: Arbitration) -> PlainWords:
    return context.game(found.game, found.data).words


def _title(context: Context, found: Arbitration) -> str:
    named = context.game(found.game, found.data).info.scenarios.get(found.scenario)
    return named.title if named is not None else found.scenario


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
        title=_title(context, found),
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
