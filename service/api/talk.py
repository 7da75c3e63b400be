"""Talk between the seats of a match, and private notes. Neither moves a version."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request, Response

from schemas import wire
from service.api.dependencies import After, Seated, problems, too_often
from service.api.paging import PAGED, ThePage, link
from service.api.routers import SEAT, router_of
from service.dependencies import TheContext
from service.matches import talk
from service.matches.errors import BadRequest, BodyTooLarge, Malformed, NotFound, NotNow, NotSignedIn, OutOfScope

router = router_of("seats", SEAT, problems(NotSignedIn, NotFound))
BODY = problems(BadRequest, OutOfScope, BodyTooLarge, Malformed)
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.get("/talk", responses=problems(Malformed) | PAGED)
def read_talk(
    context: TheContext,
    at: Seated,
    request: Request,
    response: Response,
    after: After = 0,
    before: Annotated[
        int | None, Query(ge=1, le=2**31 - 1, description="Only what was said before this number.")
    ] = None,
) -> wire.Talk:
    """What was said to your seat and by it: the latest; ask for `next`, as `Link` has it too, for what was before."""
    found = wire.Talk.model_validate(talk.box(context, at, after=after, before=before))
    first = found.messages[0].number if found.messages else 0
    if first > after + 1:
        said = {**({"after": after} if after else {}), "before": first}
        found = found.model_copy(update={"next": link(request, response, **said)})
    return found


@router.post("/talk", status_code=201, responses=BODY | problems(NotNow) | too_often("talk"))
def say_to_others(context: TheContext, at: Seated, asked: wire.Say) -> wire.SentMessage:
    """Say something to all other seats. It is text, and part of no rules; the seats are told at once."""
    return wire.SentMessage(number=talk.say_to_others(context, at, asked.text))


@router.put("/talk/read", status_code=204, responses=BODY)
def mark_talk_read(context: TheContext, at: Seated, asked: wire.MarkRead) -> None:
    """Mark your messages as read up to a number, for yourself alone."""
    talk.mark_read(context, at, asked.read)


@router.put("/talk/muted", status_code=204, responses=BODY)
def mute_sides(context: TheContext, at: Seated, asked: wire.Mute) -> None:
    """Say which sides you do not want to hear; they are not told."""
    talk.mute(context, at, asked.muted)


@router.get("/notes", responses=problems(Malformed) | PAGED)
def read_notes(context: TheContext, at: Seated, page: ThePage) -> list[wire.Note]:
    """What you have noted for yourself. It is kept after the end, and shown to nobody else."""
    found = talk.notes(context, at)
    found = page.of(found, lambda one: str(one.number))
    return [wire.Note.model_validate(one) for one in found]


@router.post("/notes", status_code=201, responses=BODY | problems(NotNow) | too_often("talk"))
def add_note(context: TheContext, at: Seated, asked: wire.Say) -> wire.Note:
    """Note something, with the number of your last letter."""
    return wire.Note.model_validate(talk.write_note(context, at, asked.text))


@router.put("/notes/{number}", responses=BODY | too_often("talk"))
def change_note(context: TheContext, at: Seated, number: Number, asked: wire.Say) -> wire.Note:
    """Write a note anew."""
    return wire.Note.model_validate(talk.write_note(context, at, asked.text, number))


@router.delete("/notes/{number}", status_code=204, responses=problems(OutOfScope, Malformed))
def delete_note(context: TheContext, at: Seated, number: Number) -> None:
    """Take a note away."""
    talk.delete_note(context, at, number)
