"""Matches: opening one, finding one's own, and taking a seat."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from schemas import wire
from service import matches
from service.api.dependencies import Player, Seated, problems, too_often
from service.dependencies import ClientAddress, TheContext
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Malformed,
    NotFound,
    NotSignedIn,
    OutOfScope,
    RulesRefuse,
    TooMany,
)

router = APIRouter(tags=["matches"])


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
        seat=asked.seat if asked.opponent != "practice" else None,
        options=asked.options,
        bot=asked.opponent == "computer",
        name=asked.name,
        client_address=client_address,
    )
    return wire.Opened.model_validate(opened)


@router.get("/matches", responses=problems(NotSignedIn, Malformed))
def list_matches(
    context: TheContext,
    account: Player,
    asked: Annotated[bool, Query(description="Only those that wait for your word.")] = False,
) -> list[wire.SeatLine]:
    """The seats that you hold, newest match first, and which of them wait for your word."""
    return [wire.SeatLine.model_validate(line) for line in matches.matches_of(context, account, asked=asked)]


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
    responses=problems(BadRequest, NotSignedIn, OutOfScope, NotFound, BodyTooLarge, Malformed),
)
def take_seat(context: TheContext, account: Player, match_id: str, seat: str, asked: wire.TakeSeat) -> wire.Seated:
    """Take a seat by invitation."""
    return wire.Seated.model_validate(matches.take_seat(context, account, match_id, seat, asked.invitation))
