"""Moments as a mail says them: by the clocks of a zone, and how long it is until then."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo


def moment(at: datetime, zone: str) -> str:
    """A moment by the clocks of a zone: Sunday 24 November 2026, 18:00 CET."""
    there = at.astimezone(ZoneInfo(zone))
    return f"{there:%A} {there.day} {there:%B %Y, %H:%M} {there.tzname()}"


def how_long(since: datetime, until: datetime) -> str:
    """How much time is left, in whole days, hours or minutes, never more than it is."""
    left = max(0, int((until - since).total_seconds()))
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if left >= 2 * length or length == 60:
            return f"in {left // length} {unit}{'s' if left // length != 1 else ''}"
    return ""
