"""What a seat knew: its picture at any point of its log, and each contact's dossier; after the end, the truth too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Path, Query, Response

from schemas import wire
from service import matches
from service.api.dependencies import OF_VIEW, Seated, problems, tag
from service.api.routers import SEAT, router_of
from service.api.view import view_on_the_wire
from service.dependencies import TheContext
from service.engine.seats import Seat
from service.engine.sentences import Sentence
from service.matches import AtSeat
from service.matches import history as past
from service.matches import review as afterwards
from service.matches.dossiers import contacts, dossier
from service.matches.errors import Malformed, NotFound, NotSignedIn

router = router_of("seats", SEAT, problems(NotSignedIn, NotFound))

MOST = 2**31 - 1


@router.get("/history", responses=problems(Malformed) | OF_VIEW)
def read_history(
    context: TheContext,
    at_seat: Seated,
    response: Response,
    at: Annotated[
        int | None, Query(ge=0, le=MOST, description="A number of this seat's own log; 0 is before the first entry.")
    ] = None,
) -> wire.History:
    """What this seat knew after an entry of its own log, or knows now; `stops` are the entries worth looking back from.

    The ETag is the version, the whole log's length. 404 for an entry that the log does not have.
    """
    found = past.history(context, at_seat, at)
    tag(response, found.version)
    in_words = found.game.in_words(found.known)
    return wire.History(
        version=found.version,
        seat=found.seat,
        at=found.at,
        stops=list(found.stops),
        where=wire.Where.model_validate(found.where),
        entries=[wire.LogEntry.model_validate(entry, context=in_words) for entry in found.entries],
        view=view_on_the_wire(found.game, found.view),
    )


@router.get("/contacts")
def list_contacts(context: TheContext, at: Seated) -> wire.Contacts:
    """Every contact that this seat was ever told of, in the order of its sightings, those that are gone among them."""
    return wire.Contacts(contacts=[wire.ContactLine.model_validate(line) for line in contacts(context, at)])


@router.get("/contacts/{handle}", responses=problems(Malformed) | OF_VIEW)
def read_dossier(
    context: TheContext, at: Seated, response: Response, handle: Annotated[str, Path(max_length=100)]
) -> wire.Dossier:
    """All that this seat was told of one contact, oldest first: when, by what letter, how it was learned, what it said.

    Under `finding`, `level` is the least intelligence level at which so much is told, and `near` what the seat had
    there itself; which search found the contact, the rules tell nobody.
    """
    found = dossier(context, at, handle)
    tag(response, found.version)
    return wire.Dossier.model_validate(found, context=matches.read(context, at).in_words)


def over(context: TheContext, at: Seated) -> AtSeat:
    """The seat, of a match that has ended. Until then there is nothing here, whatever else is asked."""
    afterwards.ended(context, at)
    return at


@router.get("/review", responses=problems(Malformed))
def read_review(
    context: TheContext,
    at_seat: Annotated[AtSeat, Depends(over)],
    at: Annotated[int | None, Query(ge=0, le=MOST, description="A number of the journal; 0 is before it.")] = None,
) -> wire.Review:
    """After the end: what each side believed and what was true, at any step of the match. Before the end it is a 404.

    `truth` holds each side's force as it truly stood, in the form of a view.
    """
    return review_on_the_wire(afterwards.review(context, at_seat, at))


def review_on_the_wire(found: afterwards.Review) -> wire.Review:
    """A match at one of its steps as the wire has it."""

    def in_words(side: Seat) -> Callable[[Sentence], str]:
        return found.game.in_words(found.truth.get(side, found.believed[side]))

    return wire.Review(
        at=found.at,
        length=found.length,
        turn=found.turn,
        steps=[wire.ReviewStep.model_validate(step) for step in found.steps],
        seats={
            seat: wire.Believed(
                version=found.versions[seat],
                entries=[wire.LogEntry.model_validate(entry, context=in_words(seat)) for entry in found.told[seat]],
                view=view_on_the_wire(found.game, known.view),
                differences=[
                    wire.Difference.model_validate(one, context=in_words(seat)) for one in found.differences[seat]
                ],
            )
            for seat, known in found.believed.items()
        },
        truth={seat: view_on_the_wire(found.game, known.view) for seat, known in found.truth.items()},
    )
