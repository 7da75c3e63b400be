"""In process: what a nudged page and a whole one cost late in a match against early, in the processor's time.

The logs are swollen at once, as a day of coming and going swells one.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

from starlette.testclient import TestClient

from service import matches
from service.app import context_for, create_app
from service.settings import Settings
from tests.matches.test_swollen_logs import swollen
from tests.web.nudged import Kept

EARLY, LATE, TIMES = 100, 5_000, 15


def run() -> dict[str, tuple[float, float]]:
    """Milliseconds of a nudge and of a page at entry 5,000 against entry 100 of a log."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database_url=f"sqlite:///{Path(folder) / 'sitrep.db'}")
        context = context_for(settings)
        context.store.migrate()
        late, early = (measured(settings, replace(context, pace=None), entries) for entries in (LATE, EARLY))
        context.store.close()
    names = ("a nudge", "a match page")
    return {
        f"{name}, at entry {LATE:,} against entry {EARLY} (ms)": pair
        for name, pair in zip(names, zip(late, early, strict=True), strict=True)
    }


def measured(settings: Settings, context: matches.Context, entries: int) -> tuple[float, float]:
    """Milliseconds of the processor's time of a nudge, and of a whole page."""
    at = swollen(context, entries)
    client = TestClient(create_app(settings, context))
    client.cookies.set(matches.seat_cookie(at.match_id, at.seat), matches.seat_link(context, at))
    nudges, pages = [], []
    for _ in range(TIMES):
        began = time.process_time()
        page = Kept.at(client, f"/matches/{at.match_id}/{at.seat}")
        pages.append(1000 * (time.process_time() - began))
        page.state["after"] = str(entries - 1)
        began = time.process_time()
        page.look()
        nudges.append(1000 * (time.process_time() - began))
    return median(nudges), median(pages)
