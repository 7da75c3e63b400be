"""Talk between the sides of a match, and a side's own notes: a page beside the match."""

from __future__ import annotations

from fastapi import APIRouter, Response

from service.dependencies import TheContext
from service.engine.sentences import listed
from service.matches import Account, AtSeat, Context, read, signs
from service.matches.errors import Malformed, NotNow, Problem
from service.matches.talk import LONGEST_MESSAGE, box, delete_note, mark_read, mute, notes, say_to_others, write_note
from service.matches.times import ago
from web.games.shelf import dress
from web.house.accounts import reasons
from web.parts.dependencies import Person, Seated, Sent, live_socket, seat_page, text, whole
from web.parts.render import go, page

router = APIRouter(include_in_schema=False)


@router.get("/matches/{match_id}/{seat}/talk")
def talk_page(context: TheContext, me: Person, at: Seated) -> Response:
    """What was said, a box to say something, and the notes. To look at it marks nothing as read: a form does."""
    return shown(context, me, at)


@router.post("/matches/{match_id}/{seat}/talk")
def talked(context: TheContext, me: Person, at: Seated, sent: Sent) -> Response:
    """Say, mute, mark as read, note, or take a note away, as the form says."""
    do = text(sent, "do")
    try:
        if do == "say":
            mark_read(context, at, whole(sent, "up_to"))  # whoever answers has read what stood there
            say_to_others(context, at, text(sent, "text"))
        elif do == "note":
            write_note(context, at, text(sent, "text"), whole(sent, "number") or None)
        elif do == "forget":
            delete_note(context, at, whole(sent, "number"))
        elif do == "mute":
            mute(context, at, [value for value in sent.getlist("muted") if isinstance(value, str)])
        elif do == "read":
            mark_read(context, at, whole(sent, "up_to"))
        else:
            raise Malformed([(["do"], "The form asks for nothing that can be done.")])
    except (Malformed, NotNow) as problem:
        return shown(context, me, at, problem, written=(do, text(sent, "text")))
    base = seat_page(at.match_id, at.seat)
    return go(base if do == "read" else f"{base}/talk{'#notes' if do in ('note', 'forget') else ''}")


def shown(
    context: Context,
    me: Account | None,
    at: AtSeat,
    problem: Problem | None = None,
    *,
    written: tuple[str, str] = ("", ""),
) -> Response:
    """The page; with what could not be done, and what was `written` in that form, where that was so."""
    shows = signs(context, at)  # before the rest is read: what is said meanwhile is nudged
    said, reading, now = box(context, at), read(context, at), context.clock()
    words, seats = reading.game.words, reading.game.info.seats
    return page(
        "talk.html",
        status=problem.status if problem is not None else 200,
        person=me,
        problem=(problem.detail or reasons(problem)) if problem is not None else "",
        written=written,
        box=said,
        messages=[
            (
                one,
                words.seat(one.sender),
                own := one.sender == at.seat,
                ago(one.at, now),
                not own and said.read < one.number,
            )
            for one in reversed(said.messages)
        ],
        notes=[(one, ago(one.at, now)) for one in reversed(notes(context, at))],
        others=[(seat, words.seat(seat), seat in said.muted) for seat in seats if seat != at.seat],
        to=listed(words.seat(seat) for seat in seats if seat != at.seat),
        seat=words.seat(at.seat),
        most=LONGEST_MESSAGE,
        base=seat_page(at.match_id, at.seat),
        socket=live_socket(at.match_id, at.seat, shows.version, shows.beside) if said.on else "",
        title=reading.name or reading.game.info.scenarios[reading.scenario].title,
        colour=dress(reading.game).colour(at.seat, seats),
    )
