"""Words that several pages use: how long ago, and what a match that is over can be looked at in."""

from __future__ import annotations

from datetime import datetime

from service.engine.game import AnyGame

SPANS = ((86400, "day"), (3600, "hour"), (60, "minute"))


def ago(then: datetime, now: datetime) -> str:
    """How long ago a moment was, in its largest unit."""
    seconds = (now - then).total_seconds()
    for length, name in SPANS:
        if seconds >= length:
            many = int(seconds // length)
            return f"{many} {name}{'' if many == 1 else 's'} ago"
    return "just now"


def pictures_of(game: AnyGame) -> str:
    """What can be looked back on when a match of a game is over."""
    pictures = "Both pictures" if len(game.info.seats) == 2 else "All pictures"
    return f"{pictures} and the truth" if game.records is not None else pictures
