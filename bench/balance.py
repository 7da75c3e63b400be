"""`python -m bench.balance`: who wins an introductory scenario when sensible bots play it, and what an option adds.

Matches are played until so many are decided, in several processes, each from a seed of its own that follows from the
base seed: the same command gives the same matches. A draw decides nothing; draws are counted and played past.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import mean, quantiles, stdev
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

from bench.contests import CONTESTS, Contest, Result

Z = 1.959964
"""Standard deviations on either side of the middle that hold 95 %."""


def main(
    game: Annotated[str, typer.Option(help=" or ".join(CONTESTS))] = "ndc",
    matches: Annotated[int, typer.Option(help="How many decided matches of each kind.")] = 400,
    jobs: Annotated[int, typer.Option(help="In how many processes.")] = 2,
    base_seed: Annotated[str, typer.Option(help="All matches follow from it; if left out, the scenario's name.")] = "",
    beside: Annotated[
        list[str], typer.Option(help="Play again with an option of the match, such as fog=off; may be given again.")
    ] = [],  # noqa: B006 - typer's own way
    results: Annotated[
        Path | None, typer.Option(help="A file that keeps each match; those in it are not played again.")
    ] = None,
    service: Annotated[bool, typer.Option(help="Through the whole service, which takes four times as long.")] = False,
) -> None:
    """Play, and print tables."""
    contest = CONTESTS[game]
    seed = base_seed or contest.scenario
    print(f"{matches} decided matches of each kind, base seed {seed!r}\n")
    command = [sys.executable, "-m", "bench.duels", game, *(["--service"] if service else [])]
    kept = Kept(results)
    plain = played("as it stands", {}, matches, jobs, seed, command, kept)
    print(table(contest, "As it stands", plain), flush=True)
    for option in beside:
        name, _, value = option.partition("=")
        found = played(option, {name: value}, matches, jobs, seed, command, kept)
        print(table(contest, f"With {option}", found))
        side = value if value in contest.sides else contest.sides[0]
        print(f"{effect(option, side, plain, found)}\n", flush=True)


# ---- playing


class Kept:
    """Results in a file, a line of JSON each, so that a long run may be interrupted; without a file, nothing."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        lines = file.read_text().splitlines() if file is not None and file.exists() else []
        self.found: dict[str, Result] = {one["asked"]: one["result"] for one in map(json.loads, lines)}

    def add(self, asked: str, result: Result) -> None:
        if self.file is not None:
            with self.file.open("a") as file:
                print(json.dumps({"asked": asked, "result": result}), file=file)


def played(
    what: str, options: dict[str, str], matches: int, jobs: int, base_seed: str, command: list[str], kept: Kept
) -> list[Result]:
    """The first matches by number of which so many are decided, whichever was finished first."""

    def asking(number: int) -> str:
        return json.dumps({"seed": f"{base_seed} {number}", "options": options})

    done = {number: kept.found[asked] for number in range(10 * matches) if (asked := asking(number)) in kept.found}
    if (found := first_decided(done, matches)) is not None:
        return found
    numbers = (number for number in range(sys.maxsize) if number not in done)
    lock, enough = threading.Lock(), threading.Event()

    def seat_a_player() -> None:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin is not None and process.stdout is not None
            while not enough.is_set():
                with lock:
                    number = next(numbers)
                print(asking(number), file=process.stdin, flush=True)
                line = process.stdout.readline()
                if not line:
                    enough.set()
                    raise RuntimeError(f"match {number} came to no end")
                with lock:
                    done[number] = json.loads(line)
                    kept.add(asking(number), done[number])
                    first = first_decided(done, matches)
                    bar.update(task, completed=sum(decided(one) for one in in_a_row(done)))
                if first is not None:
                    enough.set()
            process.stdin.close()

    columns = (*Progress.get_default_columns(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar, ThreadPoolExecutor(jobs) as pool:
        task = bar.add_task(what, total=matches)
        for player in [pool.submit(seat_a_player) for _ in range(jobs)]:
            player.result()
    found = first_decided(done, matches)
    assert found is not None
    return found


def in_a_row(done: dict[int, Result]) -> Iterator[Result]:
    """The results from match 0 on, up to the first that is still being played."""
    number = 0
    while number in done:
        yield done[number]
        number += 1


def first_decided(done: dict[int, Result], matches: int) -> list[Result] | None:
    """The matches from number 0 on that hold so many decided ones; None while there are too few."""
    found: list[Result] = []
    left = matches
    for one in in_a_row(done):
        if not left:
            break
        found.append(one)
        left -= decided(one)
    return found if not left else None


def decided(result: Result) -> bool:
    return result["winner"] is not None


def won(result: Result, side: str) -> bool:
    return bool(result["winner"] == side)


# ---- telling


def table(contest: Contest, title: str, results: Sequence[Result]) -> str:
    """A Markdown table of so many matches."""
    count = sum(decided(one) for one in results)
    scores = [one["score"] for one in results]
    low, middle, high = quantiles(scores, n=4)
    first, second = contest.sides
    lines = [f"**{title}**", "", f"| {len(results)} matches | {name(first)} | {name(second)} |", "|---|---|---|"]

    def line(what: str, say: Callable[[str], str]) -> None:
        lines.append(f"| {what} | {say(first)} | {say(second)} |")

    def wins(side: str, grade: str | None = None) -> int:
        return sum(won(one, side) and grade in (None, one["grade"]) for one in results)

    line(f"wins, of {count} decided", lambda side: str(wins(side)))
    for grade in contest.grades:
        line(f"- {grade}", lambda side, grade=grade: str(wins(side, grade)))  # type: ignore[misc]
    line("share of the decided", lambda side: percent(wins(side) / count))
    line("- 95 % interval (Wilson)", lambda side: interval(wilson(wins(side), count)))
    for key, what in contest.counted.items():
        line(what, lambda side, key=key: mean_of(one[key][side] for one in results))  # type: ignore[misc]
    lines += [
        "",
        f"Draws: {len(results) - count}. Score: mean {mean(scores):.1f}, standard deviation {stdev(scores):.1f}, "
        f"quartiles {low:.0f}, {middle:.0f}, {high:.0f}; least {min(scores)}, most {max(scores)}.",
        "",
    ]
    return "\n".join(lines)


def name(side: str) -> str:
    """A side as it is written."""
    return side[0].upper() + side[1:]


def effect(option: str, side: str, plain: Sequence[Result], beside: Sequence[Result]) -> str:
    """What an option adds to a side's share of the decided matches, with Newcombe's interval from Wilson's."""
    counts = [(sum(won(one, side) for one in found), sum(map(decided, found))) for found in (plain, beside)]
    (before, after), (low, high) = (won_ / of for won_, of in counts), newcombe(*counts)
    return (
        f"With {option}, {name(side)} wins {percent(after)} of the decided matches instead of {percent(before)}: "
        f"{100 * (after - before):+.1f} points, 95 % interval {100 * low:+.1f} to {100 * high:+.1f}."
    )


def wilson(wins: int, of: int) -> tuple[float, float]:
    """Wilson's score interval of a share."""
    share, wide = wins / of, Z * Z / of
    middle = (share + wide / 2) / (1 + wide)
    half = Z * math.sqrt(share * (1 - share) / of + wide / (4 * of)) / (1 + wide)
    return max(0.0, middle - half), min(1.0, middle + half)


def newcombe(before: tuple[int, int], after: tuple[int, int]) -> tuple[float, float]:
    """Newcombe's interval of the difference of two shares, made of their Wilson intervals (method 10)."""
    (first, second), ((low_1, high_1), (low_2, high_2)) = (
        (w / of for w, of in (before, after)),
        (wilson(*one) for one in (before, after)),
    )
    gap = second - first
    return gap - math.hypot(second - low_2, high_1 - first), gap + math.hypot(high_2 - second, first - low_1)


def mean_of(numbers: Iterable[float]) -> str:
    return f"{mean(numbers):.2f}"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def interval(bounds: tuple[float, float]) -> str:
    return f"{100 * bounds[0]:.1f} to {100 * bounds[1]:.1f} %"


if __name__ == "__main__":
    typer.run(main)
