"""Looking back: what a seat knew at a moment, the dossier of a contact, and a finished match in review."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request, Response
from starlette.datastructures import QueryParams

from service.dependencies import TheContext
from service.matches import read
from service.matches.charts import charts, charts_of_all
from service.matches.dossiers import contacts_in_brief, dossier
from service.matches.errors import NotSignedIn
from service.matches.history import history
from service.matches.moderators import looked_into
from service.matches.review import review
from web.games.shelf import dress
from web.parts.dependencies import Person, Seated, moderation_page, seat_page, whole_number
from web.parts.render import by_htmx, fragments, page
from web.parts.words import ways_of
from web.past.charts import groups_of
from web.past.moments import ReviewPage, contact_shown, dossier_page, moment_page, review_page

router = APIRouter(include_in_schema=False)

GONE_ON_A_PAGE = 20
"""So many contacts that are no longer on the map stand on a page."""
STEPS = {"back": "dial-back", "on": "dial-on", "moment": "moment"}
MOMENT = {**STEPS, "layer": "map-live"}
SLIDER = {"slider": "slider"}
"""The slider itself, which is not swapped under the finger that moves it."""


@router.get("/matches/{match_id}/{seat}/history")
def history_page(request: Request, context: TheContext, at: Seated) -> Response:
    """What this seat knew at a stop of the slider (`stop`), after the telling of an entry of its log (`at`), or after
    the first telling since its own last turn (`since`); else what it knows."""
    query = request.query_params
    past = history(
        context, at, asked(query, "at"), stop=asked(query, "stop"), since="since" in query, whole=True
    )  # fmt: skip
    shown = moment_page(past, seat_page(at.match_id, at.seat), query.get("place", ""))
    if by_htmx(request):
        return fragments("history.html", MOMENT if "sliding" in query else {**MOMENT, **SLIDER}, page=shown)
    return page("history.html", page=shown)


def asked(query: QueryParams, name: str) -> int | None:
    """A number that an address gives, if it gives one."""
    said = query.get(name, "")
    return whole_number(said) if said.isdecimal() else None


@router.get("/matches/{match_id}/{seat}/contacts")
def contacts_page(request: Request, context: TheContext, at: Seated) -> Response:
    """The contacts on this seat's map, and the latest of those that are no longer on it; or those `past` so many."""
    reading, base = read(context, at), seat_page(at.match_id, at.seat)
    words, past = reading.game.words, asked(request.query_params, "past") or 0
    present, gone = contacts_in_brief(context, at, most=GONE_ON_A_PAGE + 1, past=past)
    shown = partial(contact_shown, reading)
    return page(
        "contacts.html",
        present=[*map(shown, present)] if not past else [],
        gone=[*map(shown, gone[:GONE_ON_A_PAGE])],
        past=past,
        older=past + GONE_ON_A_PAGE if len(gone) > GONE_ON_A_PAGE else None,
        seat=words.seat(at.seat),
        base=base,
        ways=ways_of(reading.game, base),
        title=reading.game.info.scenarios[reading.scenario].title,
        colour=dress(reading.game).colour(at.seat, reading.game.info.seats),
    )


@router.get("/matches/{match_id}/{seat}/figures")
def figures_page(context: TheContext, at: Seated) -> Response:
    """The match in charts: as this seat knows it; after the end the truth, and what each side believed, too."""
    reading, base = read(context, at), seat_page(at.match_id, at.seat)
    words, look, ended = reading.game.words, dress(reading.game), reading.where.ended
    drawn = charts_of_all(context, at) if ended else charts(context, at)
    heads = {"": "What was true", **{seat: f"As {words.the_side(seat)} knew it" for seat in reading.game.info.seats}}
    if not ended:
        heads[at.seat] = "As you know it"
    seats = reading.game.info.seats
    colours = {seat: look.colour(seat, seats) for seat in seats}
    return page(
        "figures.html",
        groups=groups_of(drawn, heads, {"": colours[seats[0]], **colours}),
        ended=ended,
        has_records=reading.game.records is not None,
        side=words.seat(at.seat),
        base=base,
        ways=ways_of(reading.game, base),
        title=reading.game.info.scenarios[reading.scenario].title,
        colour=colours[at.seat],
    )


@router.get("/matches/{match_id}/{seat}/contacts/{handle}")
def contact_page(request: Request, context: TheContext, at: Seated, handle: str) -> Response:
    """One contact's dossier: a page of its own, or a part of the match page."""
    shown = dossier_page(dossier(context, at, handle), read(context, at), seat_page(at.match_id, at.seat))
    if by_htmx(request):
        return fragments("dossier.html", {"dossier": "dossier"}, page=shown)
    return page("dossier.html", page=shown)


@router.get("/matches/{match_id}/moderation/review")
def moderated_match(request: Request, context: TheContext, me: Person, match_id: str) -> Response:
    """To whoever moderates a match: all pictures and the truth at a step of it; as of now where none is named."""
    if me is None:
        raise NotSignedIn()
    query = request.query_params
    found = looked_into(context, me, match_id, asked(query, "at"), step=asked(query, "step"))
    return reviewed(request, review_page(found, "", moderation_page(match_id), moderated=True))


@router.get("/matches/{match_id}/{seat}/review")
def review_of_match(request: Request, context: TheContext, at: Seated) -> Response:
    """After the end: all pictures and the truth at a step of the match. Before the end there is nothing here."""
    query = request.query_params
    found = review(context, at, asked(query, "at"), step=asked(query, "step"))
    return reviewed(request, review_page(found, at.seat, seat_page(at.match_id, at.seat)))


def reviewed(request: Request, shown: ReviewPage) -> Response:
    """The page of a review, or the parts of it that another step changes."""
    if by_htmx(request):
        layers, sliding = {pane.id: pane.layer for pane in shown.panes}, "sliding" in request.query_params
        return fragments("review.html", STEPS if sliding else {**STEPS, **SLIDER}, ready=layers, page=shown)
    return page("review.html", page=shown)
