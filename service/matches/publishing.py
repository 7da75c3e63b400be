"""Publishing what came of the orders of several matches, with one wait for the disk."""

from __future__ import annotations

from collections.abc import Sequence

from service.logs import log
from service.matches.context import Context
from service.matches.match_queue import MatchQueue
from service.store import SeatTold, Unavailable, Work
from service.store.ahead import appended


def publish_together(context: Context, queues: Sequence[MatchQueue]) -> Sequence[MatchQueue]:
    """Publish what is next in each of these matches, by one transaction.

    Gives those for which the database did not answer: one, or where it answers nobody all of them. With these, as with
    whatever it raises, nothing is published.
    """
    asked: list[MatchQueue] = []

    def write(work: Work) -> list[tuple[int, Sequence[SeatTold]]]:
        written = []
        appended(work, [queue.next_up() for queue in queues])
        for queue in queues:
            asked[:] = [queue]
            written.append(queue.write_down(work))
        asked.clear()
        return written

    try:
        written = context.store.write_for(queues[0].match_id, write)
    except Unavailable as fault:
        log.warning("matches wait for the database", matches=len(asked or queues), fault=str(fault))
        return asked or queues
    for queue, (version, told) in zip(queues, written, strict=True):
        queue.is_written(version, told)
    return ()
