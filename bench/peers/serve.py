"""`python -m bench.peers.serve PORT FOLDER`: the product as `sitrep serve` runs it, but for what a bench needs.

It has the test game beside the shelf, limits that no load reaches, and no bot of the house. `POST
/bench/open?game=&scenario=` opens a match that one guest plays on both sides, and says by which token and cookies.
BENCH_PG names a database on PostgreSQL; PROFILE a file for cProfile's figures. With BENCH_ALONE=1 nothing is written
together: each list of orders has commits of its own.
"""

from __future__ import annotations

import cProfile
import os
import signal
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from bench.peers.serving import context_for, settings_for, throw_alike
from service import matches
from service.api import orders
from service.cli import config_of, let_threads_run_longer, look_for_garbage_seldom
from service.matches import AtSeat, Context, clock, credentials
from service.memory import keep_in_one_piece
from service.store import together


def opens_matches(app: FastAPI, context: Context) -> None:
    """Add the one route that is not measured."""
    guest = matches.make_guest(context)
    token = credentials.new_token(context, guest)

    @app.post("/bench/open")
    def open_match(game: str, scenario: str) -> dict[str, Any]:
        opened = matches.open_match(context, guest, game, scenario)
        with context.store.look() as look:
            seats = context.games[game].info.seats
            lengths = {seat: look.matches.log_length(opened.match_id, seat) for seat in seats}
            holders = look.matches.holders(opened.match_id)
        cookies = {
            seat: f"{matches.seat_cookie(opened.match_id, seat)}="
            f"{matches.seat_link(context, AtSeat(opened.match_id, seat, holder or ''))}"
            for seat, holder in holders.items()
        }
        return {"id": opened.match_id, "token": token, "versions": lengths, "cookies": cookies}


def write_each_alone() -> None:
    """Let no two lists of orders share a round or a transaction."""
    orders.AT_A_TIME = together.MOST = clock.AT_A_TIME = 1


def main() -> None:
    keep_in_one_piece()
    throw_alike()
    if os.environ.get("BENCH_ALONE"):
        write_each_alone()
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    settings = settings_for(folder, os.environ.get("BENCH_PG"), port)
    context = context_for(settings)
    context.store.migrate()
    config = config_of(settings, context)
    config.port = port
    opens_matches(config.app, context)  # type: ignore[arg-type]
    look_for_garbage_seldom()
    let_threads_run_longer()
    with context.store.single_instance(), profiled(os.environ.get("PROFILE")):
        uvicorn.Server(config).run()


def profiled(file: str | None) -> Any:
    """Nothing, or where a file is named cProfile, whose figures it has at the end."""
    if file is None:
        return nullcontext()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # which uvicorn raises again when it has ended

    class Profiled(cProfile.Profile):
        def __exit__(self, *exc: object) -> None:
            super().__exit__(*exc)
            self.dump_stats(file)

    return Profiled()


if __name__ == "__main__":
    main()
