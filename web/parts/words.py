"""Words that several pages use: how long ago."""

from __future__ import annotations

from datetime import datetime

SPANS = ((86400, "day"), (3600, "hour"), (60, "minute"))


def ago(then: datetime, now: datetime) -> str:
    """How long ago a moment was, in its largest unit."""
    seconds = (now - then).total_seconds()
    for length, name in SPANS:
        if seconds >= length:
            many = int(seconds // length)
            return f"{many} {name}{'' if many == 1 else 's'} ago"
    return "just now"
