"""Whole matches between two of the house's bots, which know what their seats are told over HTTP and nothing else.

The requests are answered in this process: by the whole service on a database that is thrown away, or, in a quarter of
the time, by the umpire alone (`short_way.py`). All that is drawn at random comes from the match's own seed, and the
bots draw nothing: the same seed gives the same match, either way.

Run as `python -m bench.duels GAME`, or `GAME --service`, it reads a line of JSON for each match from its input and
writes one of its result.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI
from sqlalchemy import event

from bench.contests import CONTESTS, Contest, Result
from bench.short_way import ShortWay
from service import matches
from service.app import context_for, create_app
from service.bots.player import Player
from service.matches import Context
from service.matches.context import hashed
from service.settings import Settings

MOST_LOOKS = 10_000
ADDRESS = "http://service"

Play = Callable[[str, Mapping[str, Any]], Result]
"""The result, as plain values, of the match that belongs to a seed and options."""


class Drawn:
    """A source of secrets that gives the same bytes whenever it starts from the same seed."""

    def __init__(self) -> None:
        self.begin("")

    def begin(self, seed: str) -> None:
        self.seed, self.number = seed, 0

    def __call__(self, length: int) -> bytes:
        self.number += 1
        return hashlib.shake_256(f"{self.seed} {self.number}".encode()).digest(length)


# ---- one match


def duel(contest: Contest, http: httpx.Client, match_id: str) -> Result:
    """Play a match to its end; what came of it, from what its seats were told."""
    players = {seat: contest.others.get(seat, contest.player)(http, match_id, seat) for seat in contest.sides}
    for _ in range(MOST_LOOKS):
        acted = [acts_while_asked(player) for player in players.values()]
        if all(player.ended for player in players.values()):
            return contest.result(players)
        if not any(acted):
            raise RuntimeError(f"{match_id}: nobody is asked, and it is not over")
    raise RuntimeError(f"{match_id}: no end after {MOST_LOOKS} looks")


def acts_while_asked(player: Player) -> bool:
    """Let a player act as long as they are asked; whether they were."""
    acted = False
    while player.act():
        acted = True
    return acted


# ---- where it is played


@contextmanager
def short_way(contest: Contest) -> Iterator[Play]:
    """Matches in memory: the context's store gives codecs and is asked for nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        drawn = Drawn()
        context = Context(context_for(Settings(data=Path(folder), database_url=None)).store, secret=drawn)

        def play(seed: str, options: Mapping[str, Any]) -> Result:
            drawn.begin(seed)
            way = ShortWay(context, contest.game, contest.scenario, options)
            with httpx.Client(base_url=ADDRESS, transport=way) as http:
                return duel(contest, http, way.match_id)

        yield play


@contextmanager
def service(contest: Contest) -> Iterator[Play]:
    """Matches at the service, one after the other, over HTTP as it is but for the sockets."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        settings = Settings(data=folder, database_url=None, limits={"orders": "1000000 per minute"})
        made, drawn = context_for(settings), Drawn()
        context = Context(made.store, rate_limits=made.rate_limits, secret=drawn)
        leave_unsynced(context)
        context.store.migrate()
        opened.callback(context.store.close)
        portal = opened.enter_context(start_blocking_portal())
        app = create_app(settings, context, with_pages=False)
        http = opened.enter_context(httpx.Client(base_url=ADDRESS, transport=InProcess(app, portal)))
        account, token = matches.make_guest(context), context.new_token()
        with context.store.work() as work:
            work.accounts.add_token(hashed(token), account.id, "duel", context.clock())
        http.headers["Authorization"] = f"Bearer {token}"

        def play(seed: str, options: Mapping[str, Any]) -> Result:
            drawn.begin(seed)
            asked = {"game": contest.game, "scenario": contest.scenario, "options": dict(options)}
            answer = http.post("/api/v1/matches", json=asked)
            return duel(contest, http, answer.raise_for_status().json()["match_id"])

        yield play


class InProcess(httpx.BaseTransport):
    """Takes requests to an application in this process, which works them as it does those of a socket."""

    def __init__(self, app: FastAPI, portal: BlockingPortal) -> None:
        self.inner = httpx.ASGITransport(app)
        self.portal = portal

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self.portal.call(self.answer, request)

    async def answer(self, request: httpx.Request) -> httpx.Response:
        del request.headers["Accept-Encoding"]  # here nothing is gained by it
        found = await self.inner.handle_async_request(request)
        return httpx.Response(found.status_code, headers=found.headers, content=await found.aread())


def leave_unsynced(context: Context) -> None:
    """Nothing here has to outlive the process: the database leaves syncing out."""

    @event.listens_for(context.store.writer, "connect")
    def set_up(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA synchronous=OFF")


def main() -> None:
    game, *how = sys.argv[1:]
    with (service if how else short_way)(CONTESTS[game]) as play:
        for line in sys.stdin:
            asked = json.loads(line)
            print(json.dumps(play(asked["seed"], asked["options"])), flush=True)


if __name__ == "__main__":
    main()
