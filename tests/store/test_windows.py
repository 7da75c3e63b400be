"""When a window ends: after so many seconds, or when an hour strikes somewhere."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from service.engine.events import HourStrikes, WindowLapsed, WindowOpened
from service.store.windows import due_of, window_of

HOURS = 3600


def ends(at: str, seconds: int, until: HourStrikes | None = None) -> str | None:
    """When a window ends that is opened at a moment, both in UTC."""
    window = window_of([WindowLapsed(), WindowOpened(seconds=seconds, until=until)])
    due = due_of(window, datetime.fromisoformat(at).replace(tzinfo=UTC))["due_at"]
    return due.isoformat(" ", "minutes")[:16] if due else None


@pytest.mark.parametrize(
    ("at", "hour", "zone", "due"),
    [
        ("2026-11-22 09:00", 18, "UTC", "2026-11-22 18:00"),
        ("2026-11-22 12:00", 18, "UTC", "2026-11-22 18:00"),
        ("2026-11-22 12:01", 18, "UTC", "2026-11-23 18:00"),
        ("2026-11-22 09:00", 18, "Europe/Paris", "2026-11-22 17:00"),
        ("2026-07-22 09:00", 18, "Europe/Paris", "2026-07-22 16:00"),
        ("2026-11-22 23:00", 8, "Pacific/Auckland", "2026-11-23 19:00"),
        ("2026-11-22 09:00", 0, "America/New_York", "2026-11-23 05:00"),
        ("2026-03-28 20:00", 2, "Europe/Paris", "2026-03-29 01:00"),  # left out as clocks go forward
        ("2026-10-24 20:00", 2, "Europe/Paris", "2026-10-25 00:00"),  # it comes twice, and counts the first time
    ],
)  # fmt: skip
def test_an_hour_strikes_by_the_clocks_of_a_zone_after_six_hours_at_least(at, hour, zone, due):
    least = 4 if hour == 2 else 6
    assert ends(at, least * HOURS, HourStrikes(hour=hour, zone=zone)) == due


def test_without_an_hour_it_ends_after_its_seconds():
    assert ends("2026-11-22 09:00", 24 * HOURS) == "2026-11-23 09:00"
    assert due_of(window_of([WindowOpened(seconds=9), WindowLapsed()]), datetime.now(UTC)) == {"due_at": None}
    assert due_of(window_of([]), datetime.now(UTC)) == {}
