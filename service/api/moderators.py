"""The moderator of a match: agreeing to it, seeing all of it, its clocks, putting things right, and who it is to be."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

from fastapi import Query

from schemas import wire
from service.api.dependencies import Player, Seated, problems, too_often
from service.api.history import MOST, review_on_the_wire
from service.api.paging import PAGED, ThePage
from service.api.routers import SEAT, router_of
from service.dependencies import TheContext
from service.engine.game import AnyGame
from service.engine.options import Option
from service.engine.sentences import plain_text
from service.matches import moderators
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Malformed,
    MatchStopped,
    NotFound,
    NotNow,
    NotSignedIn,
    OutOfScope,
    RulesRefuse,
    SeatNotForYou,
)
from service.store.codec import Codec

router = router_of("matches")
SENT = (BadRequest, NotSignedIn, OutOfScope, NotFound, SeatNotForYou, BodyTooLarge, Malformed)


def on_the_wire(context: TheContext, found: moderators.Moderation) -> wire.Moderation:
    """A match of a moderator as the wire has it."""
    game = context.game(found.game, found.data)
    codec = context.store.codec(game)
    return wire.Moderation.model_validate(
        {
            **vars(found),
            "may_correct": [_possible(game, option) for option in found.may_correct],
            "made": [_made(codec, made) for made in found.made],
        },
        context=plain_text,
    )


def _possible(game: AnyGame, option: Option) -> dict[str, Any]:
    about = inspect.getdoc(game.corrections_by_kind[option.kind]) or ""
    return {**{name: getattr(option, name) for name in ("kind", "title", "fixed", "fields", "rule")}, "about": about}


def _made(codec: Codec, made: moderators.Made) -> dict[str, Any]:
    return {**vars(made), "correction": codec.plain(made.correction)}


@router.get("/moderations", responses=problems(NotSignedIn, Malformed) | PAGED)
def list_moderations(context: TheContext, account: Player, page: ThePage) -> list[wire.Moderation]:
    """The matches that you moderate or were named for, the newest first; what may be put right is not listed here."""
    found = moderators.moderations(context, account)
    found = page.of(found, lambda one: one.match_id)
    return [on_the_wire(context, one) for one in found]


@router.get("/matches/{match_id}/moderation", responses=problems(NotSignedIn, NotFound))
def read_moderation(context: TheContext, account: Player, match_id: str) -> wire.Moderation:
    """One of them."""
    return on_the_wire(context, moderators.moderation(context, account, match_id))


@router.put("/matches/{match_id}/moderation", status_code=204, responses=problems(*SENT))
def agree_to_moderate(context: TheContext, account: Player, match_id: str, asked: wire.AgreeToModerate) -> None:
    """Agree to moderate a match, or say that you do not. All sides are told; and you never take a seat in it."""
    (moderators.agree if asked.agreed else moderators.say_no)(context, account, match_id)


@router.get(
    "/matches/{match_id}/moderation/review", responses=problems(NotSignedIn, NotFound, SeatNotForYou, Malformed)
)
def read_moderated(
    context: TheContext, account: Player, match_id: str,
    at: Annotated[int | None, Query(ge=0, le=MOST, description="A number of the journal; 0 is before it.")] = None,
) -> wire.Review:  # fmt: skip
    """What each side believes and what is true, at any step of a match that you moderate; left out, as of now."""
    return review_on_the_wire(moderators.looked_into(context, account, match_id, at))


@router.put("/matches/{match_id}/moderation/clocks", responses=problems(*SENT, NotNow) | too_often("orders"))
def moderate_clocks(
    context: TheContext, account: Player, match_id: str, asked: wire.PauseClocks | wire.GiveDays
) -> wire.Moderation:
    """Have all clocks of a match that you moderate stand or go on, or give every side more days. All sides are told."""
    if isinstance(asked, wire.GiveDays):
        return on_the_wire(context, moderators.extend(context, account, match_id, asked.days))
    return on_the_wire(context, (moderators.pause if asked.paused else moderators.go_on)(context, account, match_id))


@router.post(
    "/matches/{match_id}/moderation/corrections",
    responses=problems(*SENT, NotNow, RulesRefuse, MatchStopped) | too_often("orders"),
)
def correct(context: TheContext, account: Player, match_id: str, asked: wire.Correct) -> wire.Moderation:
    """Put something right in a match that you moderate. Only those are told who knew of it; no die can be chosen."""
    return on_the_wire(context, moderators.correct(context, account, match_id, asked.correction, reason=asked.reason))


@router.put(
    f"{SEAT}/moderator", status_code=204,
    responses=problems(BadRequest, NotSignedIn, OutOfScope, NotFound, NotNow, BodyTooLarge, Malformed)
    | too_often("orders"),
)  # fmt: skip
def choose_moderator(context: TheContext, at: Seated, asked: wire.ChooseModerator) -> None:
    """Say whom your side wants for moderator from now on. All are told; it is so once every side wants the same."""
    moderators.choose(context, at, asked.name)
