"""What the processes of one server tell each other, so that whoever listens at one hears of what was done at another.

The words are names alone: of matches, seats and accounts, all of which whoever reads the database could read there, and
numbers of entries that a page has shown. What there is to tell, each listener's own process reads for them.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from service.matches.bounds import take_up_bounds
from service.matches.context import Context
from service.store.signals import Signals, Word


class Between:
    """The line to the other processes, from `start` to `stop`. `called` when one of them comes or goes."""

    def __init__(self, context: Context, called: Callable[[], None]) -> None:
        self.context, self.called = context, called
        self.signals = Signals(context.store.writer, self.hear)

    def start(self) -> None:
        self.context.hub.tell_others = self.signals.say
        self.signals.start()

    def stop(self) -> None:
        """Say what was still to be said, and no more."""
        self.context.hub.tell_others = None
        self.signals.stop()

    def say(self, *word: str) -> None:
        """Say this to the other processes."""
        self.signals.say(*word)

    def hear(self, word: Word) -> None:
        """Do here what another process has said, and tell nobody of it. An unknown word is of a later version."""
        context, hub = self.context, self.context.hub
        match word:
            case ["match", match_id]:
                hub.wake_at(match_id)
            case ["seat", match_id, seat]:
                hub.wake_at(match_id, seat)
                self.ring(match_id)
            case ["account", account_id]:
                hub.doubt(account_id)
            case ["seen", match_id, seat, number]:
                context.presence.saw(match_id, seat, int(number))
            case ["times", until]:
                if context.looks is not None:
                    context.looks.until = datetime.fromisoformat(until)
                    context.bell.set()
            case ["bounds"]:
                take_up_bounds(context)
            case ["members"]:
                self.called()
            case ["all"]:
                take_up_bounds(context)
                hub.look_at_all()
                context.bell.set()
            case _:
                pass

    def ring(self, match_id: str) -> None:
        """Have the clock look at once, if the match is one that this process works."""
        if self.context.shares.is_mine(match_id):
            self.context.bell.set()
