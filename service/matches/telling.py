"""What a seat is told, said to those who listen there: made once, as it is told, and not read again for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.engine.game import AnyGame
from service.engine.reports import LogEntry, in_their_turns
from service.engine.seats import Seat
from service.live import Said, Tidings, Words
from service.matches.context import Context
from service.store import SeatTold

MOST_AT_ONCE = 100
"""Of more entries nothing is made ahead: whoever listens reads them, so many at a time."""
InWords = Mapping[Words, Said]


def said_at(
    context: Context, match_id: str, seat: Seat, game: AnyGame, picture: Any, told: Sequence[LogEntry], turn: int
) -> InWords:
    """What those who listen at a seat say of these entries of its log, after which it has this picture.

    `turn` is that in which it believed itself to be before them. Nothing is made on PostgreSQL: there a right may end
    between its number's being read and the commit.
    """
    if len(told) > MOST_AT_ONCE or not context.store.is_embedded:
        return {}
    entries = [*in_their_turns(told, turn)]
    return {words: Said(words(game, picture, entries)) for words in context.hub.words_at(match_id, seat)}


def told_of(context: Context, who: SeatTold, said: InWords | None) -> Tidings | None:
    """What is handed to those who listen at a seat that was told something just now; None where they are to look."""
    return Tidings(who.after, who.upto, who.account_id, who.number, said, context.clock()) if said else None
