"""The stops of a log as they are defined, entry by entry: what the store finds by the kinds of the entries alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from service.engine.reports import HeadingOpened, LetterArrived, LogEntry, OrdersAccepted


def stops_of(log: Sequence[LogEntry]) -> Iterator[int]:
    """The last entry of each stretch: a log is cut before a letter, and before the first orders after a question."""
    asked = False
    for one, following in pairwise(log):
        asked = asked or isinstance(one.report, LetterArrived | HeadingOpened)
        answered = asked and isinstance(following.report, OrdersAccepted)
        if answered or isinstance(following.report, LetterArrived):
            yield one.number
            asked = False
    if log:
        yield log[-1].number
