"""Matches: opening one, finding one's own, and taking a seat."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from schemas import wire
from service import matches
from service.api.dependencies import Player, Seated, TheCredentials, problems, too_often
from service.api.paging import PAGED, ThePage
from service.api.routers import router_of
from service.dependencies import ClientAddress, TheContext
from service.matches import ending
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Malformed,
    NotFound,
    NotNow,
    NotSignedIn,
    OutOfScope,
    OwnerAsked,
    RulesRefuse,
    SeatNotForYou,
    SeatTaken,
    TooMany,
)
from service.matches.open_seats import open_seats, open_to_anybody, take_open_seat
from service.store.clocks import ClockTerms

router = router_of("matches")


@router.post(
    "/matches",
    status_code=201,
    responses=problems(BadRequest, NotSignedIn, OutOfScope, RulesRefuse, TooMany, BodyTooLarge, Malformed)
    | too_often("match", "match-from"),
)
def open_match(
    context: TheContext, account: Player, client_address: ClientAddress, asked: wire.NewMatch
) -> wire.Opened:
    """Open a match and take a seat of it, or, for practice, all; others come by invitation, or are the computer."""
    opened = matches.open_match(
        context,
        account,
        asked.game,
        asked.scenario,
        seat=asked.seat,
        options=asked.options,
        opponent=asked.opponent,
        name=asked.name,
        talk=asked.talk,
        arbiter=asked.arbiter,
        moderator=asked.moderator,
        clock=ClockTerms(**{**asked.clock.model_dump(), "off": tuple(asked.clock.off)}) if asked.clock else None,
        client_address=client_address,
    )
    return wire.Opened.model_validate(opened)


@router.get("/matches", responses=problems(NotSignedIn, Malformed) | PAGED)
def list_matches(
    context: TheContext,
    account: Player,
    page: ThePage,
    asked: Annotated[bool, Query(description="Only those that wait for your word.")] = False,
) -> list[wire.HeldSeat]:
    """The seats that you hold, newest match first, and which of them wait for your word."""
    found = matches.matches_of(context, account, asked=asked)
    found = page.of(found, lambda one: f"{one.match_id} {one.seat}")
    return [wire.HeldSeat.model_validate(line) for line in found]


@router.get("/matches/{match_id}", responses=problems(NotSignedIn, NotFound))
def read_match(context: TheContext, account: Player, match_id: str) -> wire.MatchCard:
    """What a match was opened with, and the commitments of its dice."""
    return wire.MatchCard.model_validate(matches.match_card(context, account, match_id))


@router.get("/matches/{match_id}/seats/{seat}", responses=problems(NotSignedIn, NotFound))
def read_company(context: TheContext, at: Seated) -> wire.Company:
    """With whom you play: who holds which seat, and whether one account holds several. To be read before you order."""
    return wire.Company.model_validate(matches.company(context, at))


@router.post(
    "/matches/{match_id}/seats/{seat}",
    responses=problems(
        BadRequest, NotSignedIn, OutOfScope, NotFound, SeatTaken, SeatNotForYou, OwnerAsked, BodyTooLarge, Malformed
    ),
)
def take_seat(
    context: TheContext,
    account: Player,
    credentials: TheCredentials,
    match_id: str,
    seat: str,
    asked: wire.TakeSeat,
) -> wire.Seated:
    """Take a seat by invitation, also from its holder, or one that is open to you without.

    Nobody may who holds, held or was shown another seat of the match.
    """
    if asked.invitation is None:
        return wire.Seated.model_validate(take_open_seat(context, account, match_id, seat, credentials=credentials))
    taken = matches.take_seat(context, account, match_id, seat, asked.invitation, credentials=credentials)
    return wire.Seated.model_validate(taken)


@router.delete("/matches/{match_id}", status_code=204, responses=problems(NotSignedIn, OutOfScope, NotFound, NotNow))
def delete_match(context: TheContext, account: Player, match_id: str) -> None:
    """Delete a match that you opened, and to which nobody else has come yet."""
    ending.delete_match(context, account, match_id)


@router.get("/open-seats", responses=problems(NotSignedIn, Malformed) | PAGED)
def list_open_seats(context: TheContext, account: Player, page: ThePage) -> list[wire.OpenSeat]:
    """The free seats that you may take without an invitation: those that are kept for you in a rematch come first."""
    found = open_seats(context, account)
    found = page.of(found, lambda one: f"{one.match_id} {one.seat}")
    return [wire.OpenSeat.model_validate(one) for one in found]


@router.put(
    "/matches/{match_id}/open-seats",
    status_code=204,
    responses=problems(BadRequest, NotSignedIn, OutOfScope, NotFound, NotNow, BodyTooLarge, Malformed),
)
def open_seat(context: TheContext, account: Player, match_id: str, asked: wire.OpenToAnybody) -> None:
    """Open a free seat of a match that you opened to anybody of the server who has a name, or close it again."""
    open_to_anybody(context, account, match_id, asked.seat, open_=asked.anybody)
