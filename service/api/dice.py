"""The dice: a seat's share of them, their proof, and a match as a file that can be checked offline."""

from __future__ import annotations

from schemas import wire
from service import matches
from service.api.dependencies import Seated, problems, too_often
from service.api.routers import SEAT, router_of
from service.dependencies import TheContext
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Busy,
    EntropyRefused,
    Malformed,
    NotFound,
    NotSignedIn,
    OutOfScope,
)

router = router_of("seats", SEAT, problems(NotSignedIn, NotFound))


@router.get("/dice")
def read_dice(context: TheContext, at: Seated) -> wire.Dice:
    """Commitments, the seats' shares, the keys of the turns that are over, public rolls, and your letters' roots."""
    return wire.Dice.model_validate(matches.dice(context, at))


@router.put(
    "/entropy",
    responses=problems(BadRequest, OutOfScope, EntropyRefused, BodyTooLarge, Malformed, Busy) | too_often("orders"),
)
def bring_entropy(context: TheContext, at: Seated, asked: wire.Entropy) -> wire.Dice:
    """Commit to a share of the dice of your own, and, when every seat has committed, open it. One of the two.

    A share that is open when a turn begins is in its dice and in all that follow; in the first turn it is as soon as
    anything more is worked. One that is not opened in time is left out, and all can see that.
    """
    if asked.commitment is not None and asked.entropy is None:
        return wire.Dice.model_validate(matches.commit_share(context, at, asked.commitment))
    if asked.entropy is not None and asked.commitment is None:
        return wire.Dice.model_validate(matches.open_share(context, at, bytes.fromhex(asked.entropy)))
    raise Malformed([(["body"], "Bring either a commitment or the entropy.")])


@router.get("/export")
def export_match(context: TheContext, at: Seated) -> wire.Export:
    """All that you know of the match as one file; after the end everything, with which `sitrep verify` checks it."""
    return wire.Export.model_validate(matches.export(context, at))
