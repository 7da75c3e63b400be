"""What a command does while the server serves, and how those who listen hear of it.

The hub wakes listeners of its own process alone. So a command, which is a process of its own, notes in the database
what it would have told the hub, and the process that serves looks there once a second and tells its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from service.live import Hub, Tidings
from service.matches.bounds import take_up_bounds
from service.matches.context import Context
from service.store import Store


class KnockingHub(Hub):
    """The hub of a command: nobody listens to it, and what it is told it notes for the process that serves."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store

    def nudge(self, match_id: str, told: Mapping[str, Tidings | None] | None = None) -> None:
        with self.store.work() as work:
            work.keeping.knock(match_id=match_id)

    def nudge_seat(self, match_id: str, seat: str, told: Tidings | None = None) -> None:
        self.nudge(match_id)

    def tell(self, *word: str) -> None:
        """What the owner of a server sets holds at once too; of matches and accounts it is noted above."""
        if word == ("bounds",):
            with self.store.work() as work:
                work.keeping.knock()

    def look_again(self, account_id: str) -> None:
        with self.store.work() as work:
            work.keeping.knock(account_id=account_id)


def from_outside(context: Context) -> Context:
    """The context of a command: what is done with it is heard by those who listen at the server that serves."""
    return replace(context, hub=KnockingHub(context.store))


def answer_knocks(context: Context) -> None:
    """Tell those who listen here what commands have done since. Raises Unavailable."""
    with context.store.look() as look:
        if not look.keeping.is_knocked():
            return
    with context.store.work() as work:
        found = work.keeping.answered_knocks()
    for match_id, account_id in dict.fromkeys(found):
        if account_id:
            context.hub.look_again(account_id)
        elif match_id:
            context.hub.nudge(match_id)
        else:
            take_up_bounds(context)
            context.hub.tell("bounds")
