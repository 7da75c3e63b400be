"""`.ci/with-postgres python -m bench.scaling`: what a list of orders writes to PostgreSQL, and what follows of that.

A recorded match of `ndc` is played over within this process, as `sitrep serve` would take and work it. The table that
follows is arithmetic alone: its assumptions stand in `Assumed`, and what they rest on in `docs/scaling.md`.
"""

from __future__ import annotations

import json
import math
import time
from dataclasses import dataclass

from sqlalchemy import text

from bench.peers.servers import HERE
from bench.peers.serving import context_for, settings_for, throw_alike
from bench.workers import processor_of_database
from service import matches
from service.matches import AtSeat
from service.matches.clock import Clock
from service.matches.order_json import orders_from_plain
from tests.databases import postgres_database

TIMES = 8
"""So often the match is played over, one after another."""
SIZES = (10, 100, 1_000, 10_000, 100_000, 1_000_000)


@dataclass(frozen=True)
class Written:
    """What a list of orders takes: bytes in tables and indexes, bytes of the log ahead, and processor time in ms."""

    stored: float
    logged: float
    ms_here: float
    ms_database: float


@dataclass(frozen=True)
class Assumed:
    """Of an open match, a day: `lists` of orders, of which the busiest hour has `peak`; and what each comes to.

    `pages` whole pages and `nudges` of pages that are open go with a list, at so many ms; `order_ms` is that of taking,
    working and telling it over HTTP, `database_ms` that of PostgreSQL for all of it. A processor is used to `use`.
    `words` are said to the other processes.
    """

    lists: float = 20.0
    peak: float = 0.15
    pages: float = 1.0
    nudges: float = 2.0
    page_ms: float = 46.6
    nudge_ms: float = 25.1
    order_ms: float = 20.0
    database_ms: float = 12.0
    use: float = 0.5
    words: float = 2.0
    watched: float = 0.02


def measured() -> Written:
    throw_alike()
    record = json.loads((HERE / "ndc.json").read_text())
    with postgres_database() as url:
        context = context_for(settings_for(HERE, url))
        context.store.migrate()
        clock, account = Clock(context), matches.make_guest(context)
        game, lists, size_before, log_before, ended = context.games[record["game"]], 0, 0, 0, 0.0
        for round_ in range(TIMES + 1):  # the first warms up
            match_id = matches.open_match(context, account, record["game"], record["scenario"]).match_id
            if round_ == 1:
                size_before, log_before = vacuumed(context), logged(context)
                began, database = time.process_time(), processor_of_database()
            for number, sent in enumerate(record["orders"]):
                at = AtSeat(match_id, record["seats"][sent["seat"]], account.id)
                with context.store.look() as look:
                    version = look.matches.log_length(match_id, at.seat)
                matches.take_orders(
                    context, at, orders_from_plain(game, sent["orders"]), version=version, key=f"k{number}"
                )
                clock.go_round()
                lists += round_ > 0
        ended, theirs = time.process_time(), processor_of_database()
        log, size = logged(context), vacuumed(context)
        context.store.close()
    return Written(
        (size - size_before) / lists, (log - log_before) / lists, (ended - began) * 1000 / lists,
        (theirs - database) * 1000 / lists,
    )  # fmt: skip


def vacuumed(context: matches.Context) -> int:
    """Bytes of the whole database, with nothing in it that is dead."""
    with context.store.writer.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM FULL"))
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())


def logged(context: matches.Context) -> int:
    """Where the database's log ahead stands, in bytes."""
    with context.store.look() as look:
        return int(look.connection.execute(text("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")).scalar_one())


def house(open_: int, of: Written, assumed: Assumed) -> list[str]:
    """A row: open matches, lists a second at the peak, processes, database processors, words heard, bytes a year."""
    peak = open_ * assumed.lists * assumed.peak / 3600
    ms = assumed.order_ms + assumed.pages * assumed.page_ms + assumed.nudges * assumed.nudge_ms
    processes = max(1, math.ceil(peak * ms / 1000 / assumed.use))
    heard = peak * assumed.words * processes * (processes > 1)
    a_year = open_ * assumed.lists * 365 * of.stored
    return [
        f"{open_:,}", f"{peak:.3g}", f"{processes:,}", f"{peak * assumed.database_ms / 1000 / assumed.use:.2g}",
        f"{heard:,.0f}", f"{open_ * assumed.watched * 2:,.0f}", f"{peak * of.logged / 1e6:.2g}", f"{a_year / 1e9:,.1f}",
    ]  # fmt: skip


def main() -> None:
    of = measured()
    print(of)
    print("| open matches | lists a second | processes | processors of the database | words heard a second |"
          " open sockets | MB of log ahead a second | GB a year |\n|---|---|---|---|---|---|---|---|")  # fmt: skip
    for open_ in SIZES:
        print(f"| {' | '.join(house(open_, of, Assumed()))} |")


if __name__ == "__main__":
    main()
