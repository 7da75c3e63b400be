"""Words that several pages use: how long ago, and with which options."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from service.engine.options import Scalar

SPANS = ((86400, "day"), (3600, "hour"), (60, "minute"))


def ago(then: datetime, now: datetime) -> str:
    """How long ago a moment was, in its largest unit."""
    seconds = (now - then).total_seconds()
    for length, name in SPANS:
        if seconds >= length:
            many = int(seconds // length)
            return f"{many} {name}{'' if many == 1 else 's'} ago"
    return "just now"


def options_words(options: Mapping[str, Scalar]) -> str:
    """What a match was opened with, where somebody chose it."""
    return ", ".join(f"{name.replace('_', ' ')}: {str(value).replace('_', ' ')}" for name, value in options.items())
