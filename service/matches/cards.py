"""Result cards: what came of fights and movements, made of the latest entries of a seat's own log when it is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from service.engine.cards import Card
from service.engine.game import AnyGame
from service.engine.reports import LetterArrived, LogEntry, OrdersAccepted
from service.engine.sentences import Sentence
from service.matches.context import AtSeat, Context
from service.matches.reading import seat_in
from service.store import Work

LATEST_TOLD, MOST_TOLD = 50, 100
"""So many entries are read first, as many as were read each time after, and so many at most."""


@dataclass(frozen=True)
class Cards:
    """The cards of the latest entries of a log, those first that were told first; `version` is the log's whole length.

    `in_words` makes of a sentence what the seat reads as plain text.
    """

    version: int
    cards: tuple[Card, ...]
    in_words: Callable[[Sentence], str] = field(compare=False)


def cards(context: Context, at: AtSeat, *, after: int = 0) -> Cards:
    """The cards of what the seat was told lately; `after`: those alone that tell of something after this entry."""
    with context.store.look() as look:
        seat = seat_in(look, at)
        entries = told_lately(look, at, seat.game, seat.log_length, letters=seat.picture.letters)
    known = seat.game.known(seat.picture)
    found = tuple(card for card in seat.game.words.cards(known, entries) if card.number > after)
    return Cards(seat.log_length, found, seat.game.in_words(known))


def told_lately(
    look: Work, at: AtSeat, game: AnyGame, until: int, *, letters: int, read: Sequence[LogEntry] = ()
) -> list[LogEntry]:
    """A log's latest entries, back to the last orders that its seat gave itself and to its last letter.

    `read` are those of them that were read before. What a page costs does not grow with the log: no more is read than
    is said above, even where neither is met.

    A LookupError, where the store holds less of the log than `until` says: a fault, and not a log to be waited for.
    """
    entries = list(read)
    while len(entries) < min(until, MOST_TOLD) and not is_enough(entries, letters):
        first = until - len(entries)
        most = min(max(LATEST_TOLD, len(entries)), first)
        earlier = look.matches.log(at.match_id, at.seat, game, first - most, most)
        if not earlier:
            raise LookupError(f"the log of {at.seat} in match {at.match_id} lacks its entries up to {first}")
        entries = [*earlier, *entries]
    return entries


def is_enough(entries: Sequence[LogEntry], letters: int) -> bool:
    """Whether they hold orders that the seat gave, and a letter, if it has had any."""
    reports: list[Any] = [one.report for one in entries]
    ordered = any(isinstance(one, OrdersAccepted) and not one.answered_for for one in reports)
    return ordered and (not letters or any(isinstance(one, LetterArrived) for one in reports))
