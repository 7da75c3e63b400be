"""`.ci/with-postgres python -m bench.workers [FILE]`: two processes on one PostgreSQL beside one, with the same load.

Fifty matches of `hexwar`, one order in flight in each; of two processes each match has a seat at either, or, in the
last column, both at one. Orders a second say how the whole machine did, database and load client included, which take
the same processors; so beside them stands the processor time of an order in the processes that serve, and in the
database. By the former two processes do so many times as much as one, where each has a processor: twice what an order
takes in one, divided by what it takes in two of the same run. It takes what `bench.peers.ratios` does.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

from bench.peers.servers import HERE, free_port, wait_until_ready
from tests.databases import address_of, postgres_database

RUNS, SECONDS, WARM, MATCHES = 3, 6.0, 3.0, 50
SOCKETS_AT_A_SEAT, SOCKETS_IN_ALL, OPEN = 200, 500, 1_000
Json = dict[str, Any]


@contextmanager
def serving(count: int, url: str) -> Iterator[tuple[list[str], int]]:
    """So many processes on a database: their addresses, and the process whose children they are."""
    with tempfile.TemporaryDirectory() as folder:
        ports = [free_port() for _ in range(count)]
        log = Path(folder) / "said"
        commands = [f"{sys.executable} -m bench.peers.serve {port} {folder}" for port in ports]
        others = "".join(f"{one} & " for one in commands[1:])
        with log.open("wb") as said:
            parent = subprocess.Popen(
                ["sh", "-c", f"{others} exec {commands[0]}"],  # the last one, of which the others are children
                env={**os.environ, "BENCH_PG": url}, stdout=said, stderr=said,
            )  # fmt: skip
        try:
            for port in ports:
                wait_until_ready(parent, f"http://127.0.0.1:{port}/healthz", log)
            time.sleep(3)  # until each knows of the other
            yield [f"http://127.0.0.1:{port}" for port in ports], parent.pid
        finally:
            asked = ["ps", "--ppid", str(parent.pid), "-o", "pid="]
            for child in subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split():
                os.kill(int(child), signal.SIGTERM)
            parent.terminate()
            parent.wait(30)


def client(script: str, addresses: list[str], process: int, *arguments: object, together: bool = False) -> Json:
    """What a script of the load client prints of these."""
    command = [
        "node",
        str(HERE / "client" / script),
        "--base",
        addresses[0],
        "--pid",
        str(process),
        *map(str, arguments),
    ]
    environment = {**os.environ, "BASES": ",".join(addresses[1:]), "TOGETHER": "1" if together else ""}
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment)
    if done.returncode:
        raise RuntimeError((done.stderr or done.stdout)[-600:])
    found: Json = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def load(addresses: list[str], process: int, together: bool, seconds: float = SECONDS) -> Json:
    return client(
        "load.mjs", addresses, process, "--adapter", "ours", "--game", "hexwar", "--mode", "closed",
        "--matches", MATCHES, "--secs", seconds, "--warm", WARM, together=together,
    )  # fmt: skip


def processor_of_database() -> float:
    """Seconds of the processor that the database's processes have had."""
    with create_engine(address_of(None)).connect() as connection:
        folder = Path(str(connection.execute(text("SHOW data_directory")).scalar()))
    parent = (folder / "postmaster.pid").read_text().split()[0]
    return sum(
        (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        for fields in (stat_of(file) for file in Path("/proc").glob("[0-9]*/stat"))
        if fields and parent in (fields[1],)
    )


def stat_of(file: Path) -> list[str]:
    try:
        return file.read_text().rpartition(")")[2].split()
    except OSError:  # it has ended
        return []


def orders(count: int, together: bool) -> Json:
    """Orders in so many processes; both seats of a match come to one of them, or each to another."""
    with postgres_database() as url, serving(count, url) as (addresses, process):
        load(addresses, process, together, 1.0)
        before, others = processor_of_database(), os.getloadavg()[0]
        found = load(addresses, process, together)
        moves = found["moves_per_s"] * (SECONDS + WARM)
        return {
            "processes": count, "together": together, "orders_per_s": found["moves_per_s"],
            "errors": found.get("errors", 0), "ms_an_order": found["server_cpu_ms_per_move"],
            "database_ms_an_order": (processor_of_database() - before) * 1000 / moves,
            "load_of_the_machine": others,
        }  # fmt: skip


def memory(count: int) -> Json:
    """A thousand open matches, 200 sockets at one seat, and 500 in all; what each process has then, in MiB."""
    with postgres_database() as url, serving(count, url) as (addresses, process):
        script = ("--n", SOCKETS_AT_A_SEAT, "--all", SOCKETS_IN_ALL, "--open", OPEN, "--kind", "live", "--orders", 10)
        return {"processes": count, **client("crowd.mjs", addresses, process, *script)}


COLUMNS = {"one process": (1, False), "two": (2, False), "two, both seats at one": (2, True)}


def main(file: Path | None) -> None:
    rows: dict[str, list[Json]] = {name: [] for name in COLUMNS}
    for _ in range(RUNS):
        for name, column in COLUMNS.items():
            rows[name].append(orders(*column))
            print(json.dumps(rows[name][-1]), file=sys.stderr, flush=True)
    for of in rows.values():
        for one, row in zip(rows["one process"], of, strict=True):
            row["times_as_much"] = row["processes"] * one["ms_an_order"] / row["ms_an_order"]
    crowds = [memory(count) for count in (1, 2)]
    print(json.dumps(crowds), file=sys.stderr, flush=True)
    print(f"| figure | {' | '.join(COLUMNS)} |\n|---|{'---|' * len(COLUMNS)}")
    for what in ("orders_per_s", "ms_an_order", "database_ms_an_order", "times_as_much", "load_of_the_machine"):
        print(f"| {what} | {' | '.join(f'{statistics.median(row[what] for row in of):.3g}' for of in rows.values())} |")
    for what in crowds[0]:
        print(f"| {what} | {crowds[0][what]} | {crowds[1][what]} | |")
    if file is not None:
        asked = ["git", "-C", str(HERE), "describe", "--always", "--dirty"]
        commit = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
        file.write_text(json.dumps({"commit": commit, "orders": rows, "crowds": crowds}, indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
