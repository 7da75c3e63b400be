"""Ways out of a match, on a page of their own: resigning, offers to end it, and a rematch with sides swapped."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

from service.dependencies import TheContext, client_address
from service.engine.sentences import listed, plain_text
from service.engine.words import PlainWords
from service.matches import Account, AtSeat, Context, company, read
from service.matches.ending import (
    OFFER_LASTS,
    Terms,
    WaysOut,
    accept_offer,
    decline_offer,
    make_offer,
    rematch,
    resign,
    ways_out,
    withdraw_offer,
)
from service.matches.errors import Malformed, NotNow, Problem, SeatTaken, TooMany
from service.matches.times import moment
from web.games.shelf import dress
from web.parts.dependencies import Person, Seated, Sent, seat_page, text, whole
from web.parts.render import go, page

router = APIRouter(include_in_schema=False)

WHAT: dict[str, str] = {"draw": "a draw", "abandonment": "to abandon the match"}
LASTS = ((1, "for an hour"), (24, "for a day"), (72, "for three days"), (168, "for a week"))
"""How long an offer may stand, as the form says it, in hours."""


@dataclass(frozen=True, kw_only=True)
class OfferShown:
    """An open offer in a sentence, and what its button says; `seat` and `terms` are what an answer names."""

    said: str
    act: str
    seat: str
    terms: Terms
    own: bool


def offers_shown(found: WaysOut, words: PlainWords, zone: str) -> tuple[OfferShown, ...]:
    """What is offered in a match, to the reader and by them."""
    shown = []
    for one in found.offers:
        own, waits = one.seat == found.seat, one in found.others
        agreed = f" {listed(words.seat(seat) for seat in one.agreed)} agreed already." if one.agreed else ""
        said = f"{'You offer' if own else f'{words.seat(one.seat)} offers'} {WHAT[one.terms]}."
        shown.append(
            OfferShown(
                said=f"{said}{agreed} It stands until {moment(one.until, zone)}.",
                act="Answer" if waits else "See it",
                seat=one.seat, terms=one.terms, own=own,
            )
        )  # fmt: skip
    return tuple(shown)


@router.get("/matches/{match_id}/{seat}/end")
def ending_page(context: TheContext, me: Person, at: Seated) -> Response:
    """What one may do to end the match, or how it ended."""
    return shown(context, me, at)


@router.post("/matches/{match_id}/{seat}/end")
def ended(request: Request, context: TheContext, me: Person, at: Seated, sent: Sent) -> Response:
    """Resign, offer, withdraw, accept, decline, or go on to a rematch, as the form says."""
    way, terms = text(sent, "way"), terms_of(text(sent, "terms"))
    try:
        if way == "rematch":
            there = rematch(context, at, client_address(request))
            return go(seat_page(there.match_id, there.seat))
        if way == "resign":
            if not text(sent, "sure"):
                raise NotNow("Confirm that you mean it: once you resign, the match is over.")
            resign(context, at)
        elif way == "withdraw":
            withdraw_offer(context, at)
        elif way == "offer" and terms is not None:
            hours = whole(sent, "hours", OFFER_LASTS[-1])
            make_offer(context, at, terms, hours if hours in OFFER_LASTS else OFFER_LASTS[-1])
        elif way == "decline":
            decline_offer(context, at, text(sent, "seat"))
        elif way == "accept" and terms is not None:
            accept_offer(context, at, text(sent, "seat"), terms)
        else:
            raise Malformed([(["way"], "The form asks for nothing that can be done.")])
    except (NotNow, SeatTaken, TooMany) as problem:
        return shown(context, me, at, problem)
    base = seat_page(at.match_id, at.seat)
    return go(base if ways_out(context, at).ended else f"{base}/end")


def terms_of(said: str) -> Terms | None:
    """What a form offers or accepts."""
    return "draw" if said == "draw" else "abandonment" if said == "abandonment" else None


def shown(context: Context, me: Account | None, at: AtSeat, problem: Problem | None = None) -> Response:
    """The page; with what could not be done, where that was so."""
    found, reading = ways_out(context, at), read(context, at)
    words = reading.game.words
    aim = words.stands_with_aim(reading.known)
    return page(
        "ending.html",
        person=me,
        status=problem.status if problem is not None else 200,
        problem=(problem.detail or problem.title) if problem is not None else "",
        found=found,
        offers=offers_shown(found, words, me.zone if me is not None and me.id == at.account_id else "UTC"),
        verdict=plain_text(aim.title, reading.ground) or "The match is over.",
        free=listed(words.seat(seat) for seat in found.free),
        others=listed(words.seat(seat) for seat in reading.game.info.seats if seat != at.seat),
        seat=words.seat(at.seat),
        theirs=words.seat(found.rematch[1]) if found.rematch is not None else "",
        lasts=LASTS,
        computer=any(
            holder is not None and holder.kind == "computer" for holder in company(context, at).holders.values()
        ),
        by_link=at.by_link,
        base=seat_page(at.match_id, at.seat),
        title=reading.name or reading.game.info.scenarios[reading.scenario].title,
        colour=dress(reading.game).colour(at.seat, reading.game.info.seats),
    )
