"""Matches that go on under a newer version of their rules: each of their players is told from where, and what changed.

They are told when the service starts, or a match is taken in from a file: at one moment, which says nothing of what
anybody ordered. A match that was passed over then follows with whatever is worked in it next.
"""

from __future__ import annotations

from service.engine import umpire
from service.logs import log, note_fault
from service.matches.context import Context
from service.store import MatchMovedOn, NoSuchMatch, Unavailable


def follow_all(context: Context) -> int:
    """Have every match that goes on follow this version's rules and dice; how many did not do so before."""
    try:
        with context.store.look() as look:
            behind = look.matches.behind()
        return sum(follow(context, match_id) for match_id in behind)
    except Unavailable as fault:
        log.warning("matches follow new rules with their next orders", fault=str(fault))
        return 0


def follow(context: Context, match_id: str) -> bool:
    """Have one match follow this version's rules and dice; whether it did not do so before."""
    try:
        match = context.store.read(match_id)
        outcome = umpire.catch_up(match.game, match.state, match.dice())
        if not outcome.journal:
            return False
        with context.store.work() as work:
            work.matches.append(match, outcome, None, context.clock())
    except (MatchMovedOn, Unavailable):
        return False
    except NoSuchMatch:
        raise
    except Exception as fault:
        note_fault(fault, "a match cannot follow new rules")
        return False
    context.hub.nudge(match_id)
    return True
