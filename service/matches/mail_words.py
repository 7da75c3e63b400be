"""The words that an answer to a mail may hold besides orders, each alone in its line."""

from __future__ import annotations

from typing import Literal

from service.engine.phrase_reading import words_of

Does = Literal["sends", "sends and closes the step", "empties the sheet first", "ends the mails of the match"]
WORDS_OF_MAIL: dict[str, Does] = {
    "send": "sends", "done": "sends and closes the step", "clear": "empties the sheet first",
    "stop": "ends the mails of the match",
}  # fmt: skip
"""What each word does. `done` is an order too, and `stop` works only where nothing else was written."""


def done_by(line: str) -> Does | None:
    """What a line does that is such a word; None for any other."""
    words = words_of(line)
    return WORDS_OF_MAIL.get(words[0]) if len(words) == 1 else None
