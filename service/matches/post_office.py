"""How the mail of the server goes, for its owner."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from service.matches.context import Context
from service.store import SavedQueue


@dataclass(frozen=True)
class PostOffice(SavedQueue):
    """How the mail of the server goes: what waits and went out, how many mails `came`, and when the last did.

    Of `unread` it is kept what they say. `shut`: why the mailbox could not be looked into, the last time.
    """

    came: int
    came_at: datetime | None
    unread: int
    shut: str


def post_office(context: Context) -> PostOffice:
    """How the mail of the server goes."""
    with context.store.look() as look:
        queue, (came, came_at, unread) = look.notices.queue(), look.arrivals.seen()
    shut = context.looks.fault if context.looks is not None else ""
    return PostOffice(**vars(queue), came=came, came_at=came_at, unread=unread, shut=shut)
