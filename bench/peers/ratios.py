"""`python -m bench ratios [FILE]`: what an order and a page cost, each as a ratio to a reference of the same run.

It takes node, with what `bench/peers/package.json` names installed beside it (`npm install` there). BENCH_FOLDER names
a folder in memory for the databases, where the disk is shared with others. The medians of three runs are printed, and
with the raw rows, the commit and the machine written to the file as JSON.
"""

from __future__ import annotations

import json
import platform
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bench.peers.servers import (
    ATTEND,
    BOARDGAME_IO,
    HERE,
    HEXWAR,
    NDC,
    ONE_COMMIT,
    SKIRMISH,
    WHOLE_PATH,
    Kind,
    product_formerly,
    running,
    slow_disk,
)

RUNS, SECONDS, WARM = 3, 4.0, 2.0
MANY, SOCKETS, TOLD = 50, 200, 100
OPEN, IN_ALL = 1_000, 500
"""Open matches, and sockets in all, of which so many as above are at one seat."""
LOTS = (100,) * 6
"""So many matches are played at a time, each lot when the one before it has come to rest."""
SLOW_DISK = 2_000
"""Microseconds more for each wait for the disk, as a disk takes that is not in memory."""
IDLE = 40
"""Seconds without an order after which a match is idle."""
Json = dict[str, Any]


def closed(kind: Kind, matches: int, environment: Mapping[str, str] | None = None) -> Json:
    """Orders as fast as they are answered, one in flight in each of so many matches."""
    with running(kind, environment) as server:
        return server.load("--mode", "closed", "--matches", matches, "--secs", SECONDS, "--warm", WARM)


def on_slow_disk(kind: Kind, **environment: str) -> Json:
    """The same with fifty matches, where each wait for the disk takes longer."""
    with slow_disk(SLOW_DISK) as slow:
        return closed(kind, MANY, {**slow, **environment})


def formerly_on_slow_disk() -> Json:
    """The same of the product as it was when each order had a transaction of its own."""
    with product_formerly() as kind:
        return on_slow_disk(kind)


def growth(kind: Kind) -> Json:
    """One match of a thousand orders, one after another."""
    with running(kind) as server:
        return server.load("--mode", "growth", "--matches", 1, "--moves", 1_100)


def sockets(number: int) -> Json:
    """Orders of one seat, told to so many sockets of the other."""
    with running(ATTEND) as server:
        return server.client("sockets.mjs", "--n", number, "--kind", "live", "--orders", TOLD)


def pages(kind: Kind) -> Json:
    """What reading costs at several lengths of one match."""
    with running(kind) as server:
        return server.client("pages.mjs", "--game", kind.name, "--at", "10,150", "--n", 60)


def memory() -> Json:
    """Resident memory, as matches are opened, listened at, played in lots and left alone.

    What the first lots leave is for the most part the process's own: what it makes once for a game, caches that are
    full then, and room that it had need of while it worked, which it takes a megabyte at a time. So a match takes what
    each of those takes that are played in the second half of the lots.
    """
    lots = ",".join(map(str, LOTS))
    with running(HEXWAR) as server:
        return server.load(
            "--mode", "idle", "--matches", sum(LOTS), "--connect", "--live", lots, "--moves", 40, "--rest", IDLE
        )


def crowd() -> Json:
    """Memory with many open matches and many sockets, and an order told to those at one seat."""
    numbers = ("--n", SOCKETS, "--all", IN_ALL, "--open", OPEN)
    with running(ATTEND) as server:
        return server.client("crowd.mjs", *numbers, "--kind", "live", "--orders", TOLD)


CASES: dict[str, Callable[[], Json]] = {
    "one commit/50": lambda: closed(ONE_COMMIT, MANY),
    "reference/50": lambda: closed(WHOLE_PATH, MANY),
    "boardgame.io/50": lambda: closed(BOARDGAME_IO, MANY),
    "hexwar/50": lambda: closed(HEXWAR, MANY),
    "hexwar/1": lambda: closed(HEXWAR, 1),
    "ndc/50": lambda: closed(NDC, MANY),
    "skirmish/50": lambda: closed(SKIRMISH, MANY),
    "growth": lambda: growth(HEXWAR),
    "sockets/2": lambda: sockets(2),
    "sockets/200": lambda: sockets(SOCKETS),
    "pages": lambda: pages(NDC),
    "memory": memory,
    "crowd": crowd,
    "one commit/50, slow disk": lambda: on_slow_disk(ONE_COMMIT),
    "hexwar/50, slow disk": lambda: on_slow_disk(HEXWAR),
    "hexwar/50, slow disk, a commit for each": lambda: on_slow_disk(HEXWAR, BENCH_ALONE="1"),
    "hexwar/50, slow disk, formerly": formerly_on_slow_disk,
}


def row_of(pages: Json, at: int, what: str) -> Json:
    """The row of a page at a length of the match: the first or the last."""
    rows: list[Json] = [row for row in pages["rows"] if row["what"] == what]
    return rows[at]


def ratios(rows: dict[str, Json]) -> dict[str, float]:
    """The figures of one run, each a ratio within it."""
    commit = rows["one commit/50"]["moves_per_s"]
    found = {
        f"{name}, durable orders a second against one durable commit": rows[f"{name}/50"]["moves_per_s"] / commit
        for name in ("hexwar", "ndc", "skirmish", "reference", "boardgame.io")
        if f"{name}/50" in rows
    }
    cpu = "server_cpu_ms_per_move"
    found["fifty matches against one, processor time an order"] = rows["hexwar/50"][cpu] / rows["hexwar/1"][cpu]
    found["200 sockets at a seat against 2, processor time an order"] = (
        rows["sockets/200"]["cpu_ms_an_order"] / rows["sockets/2"]["cpu_ms_an_order"]
    )
    found["order 1,000 against order 100"] = rows["growth"]["growth_1000"]
    for what in ("page", "fragments"):
        early, late = (row_of(rows["pages"], at, what)["cpu_ms"] for at in (0, -1))
        found[f"{what} late in a match against early, processor time"] = late / early
    found["fragments late, bytes compressed"] = row_of(rows["pages"], -1, "fragments gzip")["bytes"]
    found["memory of a match that was played and is idle (kB)"] = rows["memory"]["kib_per_further_match"]
    found["the same of the first hundred, with what a process makes once (kB)"] = rows["memory"]["kib_per_played_match"]
    crowded = rows["crowd"]
    found["memory with 1,000 open matches against none"] = (
        crowded["mib_with_open_matches"] / crowded["mib_at_the_start"]
    )
    found["memory of an open socket, of 500 (kB)"] = (
        (crowded["mib_with_sockets"] - crowded["mib_with_open_matches"]) * 1024 / IN_ALL
    )
    slow = rows["hexwar/50, slow disk"]["moves_per_s"]
    for beside in (
        "one commit/50, slow disk", "hexwar/50, slow disk, a commit for each", "hexwar/50, slow disk, formerly",
    ):  # fmt: skip
        found[f"hexwar/50, slow disk, orders a second against {beside}"] = slow / rows[beside]["moves_per_s"]
    return found


def commit_here() -> str:
    asked = ["git", "-C", str(HERE), "describe", "--always", "--dirty"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def main(file: Path | None) -> None:
    runs: list[dict[str, Json]] = []
    for number in range(RUNS):
        rows: dict[str, Json] = {}
        for case, measured in CASES.items():
            rows[case] = measured()
            print(f"{number + 1} {case}: {json.dumps(rows[case])[:200]}", file=sys.stderr, flush=True)
        runs.append(rows)
    found = [ratios(rows) for rows in runs]
    medians = {what: statistics.median(one[what] for one in found) for what in found[0]}
    print("| figure | ratio |\n|---|---|")
    for what, ratio in medians.items():
        print(f"| {what} | {ratio:.3g} |")
    if file is not None:
        said = {"commit": commit_here(), "python": platform.python_version(), "machine": platform.machine()}
        file.write_text(json.dumps({**said, "medians": medians, "runs": runs}, indent=1) + "\n")
