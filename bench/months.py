"""In process: whether what a seat reads of a match of many months grows slower as the months go by.

Two bots play the war in the north over HTTP, but for the sockets. In some months, where the seats stand at the first
question of the month, each of its pages is fetched in turn; a finished match is reviewed month by month. Time is the
processor's.

`python -m bench.months [FILE [SEED]]` prints the rows, and writes all that was measured into the file, as JSON.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import cast

import httpx

from bench.duels import Drawn, leave_unsynced
from service import matches
from service.app import context_for, create_app
from service.bots.campaign1776 import General
from service.matches import AtSeat, Context
from service.matches.dossiers import contacts_in_brief
from service.matches.review import review
from service.settings import Settings
from tests.client import TestClient
from tests.service_fixtures import bearer
from tests.web.nudged import Kept

GAME, SCENARIO, SEED = "campaign1776", "northern-war", "northern-war 0"
MONTHS = (2, 36, 70)
"""The second is the first in which a seat has had a letter; in this match no towns are left in the seventieth."""
TIMES = 7
MOST_LOOKS = 100_000
NO_LIMIT = "1000000 per minute"
PAGES = {
    "page": "", "letters": "/letters", "the last letter": "/letters/{letter}", "history": "/history",
    "contacts": "/contacts", "a dossier": "/contacts/{contact}", "figures": "/figures", "clock": "/clock",
}  # fmt: skip
"""What is fetched below a seat's page; {letter} is the number of its last letter, {contact} the contact of which it
was told most of those on its map, or that left it last."""
REVIEW, NUDGE, LOG = "review, after the end", "nudge", "log over the API"
FIRST_REVIEW, FIGURES_OF_ALL = "first look of a review, after the end", "figures, after the end"


class Measured:
    """Milliseconds by what was asked for, and the month in which it was."""

    def __init__(self) -> None:
        self.took: dict[tuple[str, int], list[float]] = {}

    def get(self, what: str, month: int, client: TestClient, path: str) -> None:
        began = time.process_time()
        answer = client.get(path)
        self.took.setdefault((what, month), []).append(1000 * (time.process_time() - began))
        answer.raise_for_status()

    def of(self, what: str) -> list[float]:
        """All that was measured of it, in whatever month."""
        return [one for (name, _), took in self.took.items() if name == what for one in took]

    def rows(self) -> dict[str, dict[int, list[float]]]:
        """All that was measured, by what and month, to a hundredth of a millisecond."""
        found: dict[str, dict[int, list[float]]] = {}
        for (what, month), took in self.took.items():
            found.setdefault(what, {})[month] = [round(one, 2) for one in took]
        return found

    def ratios(self) -> dict[str, tuple[float, float]]:
        """Each later month against the first, by medians."""
        return {
            f"{what} of {SCENARIO}, month {month} against month {MONTHS[0]} (ms)": (
                median(found), median(self.took[what, MONTHS[0]]),
            )
            for (what, month), found in self.took.items() if month != MONTHS[0] and (what, MONTHS[0]) in self.took
        }  # fmt: skip


def run(seed: str = SEED) -> Measured:
    """What each page costs in some of the months."""
    with tempfile.TemporaryDirectory() as folder:
        settings, drawn = (
            Settings(data=Path(folder), database_url=None, limits={"orders": NO_LIMIT, "anytime": NO_LIMIT}),
            Drawn(),
        )
        drawn.begin(seed)
        made = context_for(settings)
        context = Context(made.store, rate_limits=made.rate_limits, secret=drawn)
        leave_unsynced(context)
        context.store.migrate()
        account = matches.make_guest(context)
        match = matches.open_match(context, account, GAME, SCENARIO).match_id
        app = create_app(settings, context)
        seats = [AtSeat(match, seat, account.id) for seat in context.games[GAME].info.seats]
        readers = {at: reader(context, TestClient(app), at) for at in seats}
        client = TestClient(app, headers=bearer(context, account))
        found = Measured()
        for month in played(context, client, seats):
            for at, http in readers.items():
                pages_of(context, found, month, at, http)
            print(f"month {month}", file=sys.stderr, flush=True)
        for at, http in readers.items():
            reviews_of(found, context, at, http)
        context.store.close()
    return found


def reader(context: Context, client: TestClient, at: AtSeat) -> TestClient:
    client.cookies.set(matches.seat_cookie(at.match_id, at.seat), matches.seat_link(context, at))
    return client


def played(context: Context, client: TestClient, seats: list[AtSeat]) -> Iterator[int]:
    """Play to the end; the months to look at, as each of them begins."""
    players = [General(cast(httpx.Client, client), at.match_id, at.seat) for at in seats]
    left = list(MONTHS)
    for _ in range(MOST_LOOKS):
        if left and matches.read(context, seats[0]).picture.turn >= left[0]:
            yield left.pop(0)
        for player in players:
            player.act()
        if all(player.ended for player in players):
            return
    raise RuntimeError(f"no end after {MOST_LOOKS} looks")


def pages_of(context: Context, found: Measured, month: int, at: AtSeat, http: TestClient) -> None:
    path, version = f"/matches/{at.match_id}/{at.seat}", matches.version(context, at)
    page = Kept.at(http, path)
    present, gone = contacts_in_brief(context, at, most=1)
    most = max(present or gone, key=lambda one: one.reports)
    named = {"letter": matches.read(context, at).where.letters, "contact": most.handle}
    for _ in range(TIMES):
        for what, below in PAGES.items():
            found.get(what, month, http, path + below.format(**named))
        found.get(LOG, month, http, f"/api/v1{path.replace(at.seat, 'seats/' + at.seat)}/log?after={version - 5}")
        page.state["after"] = str(version - 5)
        began = time.process_time()
        page.look()
        found.took.setdefault((NUDGE, month), []).append(1000 * (time.process_time() - began))


def reviews_of(found: Measured, context: Context, at: AtSeat, http: TestClient) -> None:
    """What a review costs at the first step of a month; nothing for months that the match did not come to. The first
    look of all lays the courses of the match.
    """
    path = f"/matches/{at.match_id}/{at.seat}"
    if not found.of(FIRST_REVIEW):
        found.get(FIRST_REVIEW, MONTHS[-1], http, f"{path}/review")
    for _ in range(TIMES):
        found.get(FIGURES_OF_ALL, MONTHS[-1], http, f"{path}/figures")
    steps = review(context, at).steps
    for month in MONTHS:
        for number, step in enumerate(steps):
            if step.turn == month:
                for _ in range(TIMES):
                    found.get(REVIEW, month, http, f"/matches/{at.match_id}/{at.seat}/review?step={number}")
                break


if __name__ == "__main__":
    file, *seed = sys.argv[1:] or [""]
    measured = run(*seed)
    for row, (later, first) in measured.ratios().items():
        print(f"| {row} | {later:.1f} | {first:.1f} | {later / first:.2f} |", flush=True)
    for row in (FIRST_REVIEW, FIGURES_OF_ALL):
        print(f"| {row} of {SCENARIO} (ms) | {median(measured.of(row)):.1f} |", flush=True)
    if file:
        Path(file).write_text(json.dumps({"months": measured.rows()}, indent=1) + "\n", "utf-8")
