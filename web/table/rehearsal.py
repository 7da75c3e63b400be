"""What a seat's standing orders would have answered so far: its questions of earlier, put to them again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Response

from service.dependencies import TheContext
from service.engine.facts import Fact
from service.engine.orders import Done, Order
from service.engine.places import Ground
from service.engine.sentences import plain_text
from service.engine.state import Known
from service.engine.words import PlainWords
from service.matches import read
from service.matches.rehearsal import Rehearsal, rehearse
from web.games.shelf import dress
from web.parts.dependencies import Seated, seat_page
from web.parts.render import page
from web.parts.words import ways_of

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, kw_only=True)
class Rehearsed:
    """A question of earlier: what it was about, what was answered, and what would be answered now."""

    when: str
    title: str
    facts: tuple[Fact, ...]
    answered: str
    said: tuple[str, ...]
    open: bool


@router.get("/matches/{match_id}/{seat}/standing-orders/rehearsal")
def rehearsal_page(context: TheContext, at: Seated) -> Response:
    """The latest questions, what was answered, and what today's standing orders would answer."""
    reading, base = read(context, at), seat_page(at.match_id, at.seat)
    words = reading.game.words
    return page(
        "standing.html",
        questions=[rehearsed(found, words, reading.ground) for found in rehearse(context, at)],
        seat=words.seat(at.seat),
        ground=reading.ground,
        base=base,
        ways=ways_of(reading.game, base),
        title=reading.game.info.scenarios[reading.scenario].title,
        colour=dress(reading.game).colour(at.seat, reading.game.info.seats),
    )


def rehearsed(found: Rehearsal, words: PlainWords, ground: Ground | None) -> Rehearsed:
    """A question of earlier in the game's words."""
    reads = words.reader(found.known)
    return Rehearsed(
        when=words.turns_of(found.turn),
        title=found.titles[-1],
        facts=words.recalled(found.known),
        answered=answer_words(found.known, found.answered, words, ground)
        + (" (for you)" if found.answered_for else ""),
        said=tuple(plain_text(reads(words.answer(found.known, answer)), ground) for answer in found.said)
        or (words.silence,),
        open=found.open,
    )


def answer_words(known: Known[Any, Any], orders: Sequence[Order], words: PlainWords, ground: Ground | None) -> str:
    reads = words.reader(known)
    said = [plain_text(reads(words.order(known, order)), ground) for order in orders if not isinstance(order, Done)]
    return "; ".join(said) or words.silence
