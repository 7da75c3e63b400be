"""A pytest plugin: at the end of a run of several folders, how long the tests of each took, dearest folder first.

The seconds are those of the workers by the clock, set-up and tear-down included: what a full run costs is their sum
divided by the number of workers, if nothing else runs on the machine. The last line says how fast the machine was:
each worker did the same piece of work when it began and when it ended, and the sum is said in units of its time too.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import PurePosixPath
from statistics import median

import pytest

ROUNDS = 60


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Pace(), "pace")


class Pace:
    """How long the piece of work took, each time that a process of this run did it."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if runs_tests(session.config):
            self.seconds.append(piece_of_work())

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if runs_tests(session.config):
            self.seconds.append(piece_of_work())
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["pace"] = self.seconds

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        self.seconds += getattr(node, "workeroutput", {}).get("pace", [])

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        found = terminalreporter.stats.values()
        lines = table([one for reports in found for one in reports if isinstance(one, pytest.TestReport)], self.seconds)
        if len(lines) > 3:
            terminalreporter.section("time by folder")
            terminalreporter.write_line("\n".join(lines))


def runs_tests(config: pytest.Config) -> bool:
    """Whether tests run in this process, and are not only listed or handed to workers."""
    hands_out = config.getoption("dist", "no") != "no" and not hasattr(config, "workerinput")
    return not hands_out and not config.option.collectonly


def piece_of_work() -> float:
    """Seconds by the clock for what is the same in every run: plain Python of the kind that tests are made of."""
    began = time.perf_counter()
    for turn in range(ROUNDS):
        units = {f"U-{number}": {"hex": f"{number % 30:02}{turn:02}", "steps": number % 7} for number in range(500)}
        read = json.loads(json.dumps(units))
        assert sorted(read, key=lambda unit: (read[unit]["steps"], read[unit]["hex"])) and read == units
    return time.perf_counter() - began


def table(reports: Iterable[pytest.TestReport], pace: Iterable[float]) -> list[str]:
    """A line for each folder with its seconds, its tests and its path, a line with the sums, and how fast it went."""
    seconds: dict[str, float] = {}
    tests: dict[str, set[str]] = {}
    for report in reports:
        folder = str(PurePosixPath(report.nodeid.partition("::")[0]).parent)
        seconds[folder] = seconds.get(folder, 0.0) + report.duration
        tests.setdefault(folder, set()).add(report.nodeid)
    lines = [line(seconds[one], len(tests[one]), one) for one in sorted(seconds, key=seconds.__getitem__, reverse=True)]
    whole = sum(seconds.values())
    return [*lines, line(whole, sum(map(len, tests.values())), "in all"), *paced(whole, list(pace))]


def line(seconds: float, tests: int, where: str) -> str:
    return f"{seconds:8.1f} s {tests:6} tests  {where}"


def paced(whole: float, pace: list[float]) -> list[str]:
    """The sum in units of the piece of work; nothing where nobody did it."""
    if not pace:
        return []
    unit = median(pace)
    return [f"{whole / unit:8.0f} pieces of work, of which one took {unit:.3f} s ({min(pace):.3f} to {max(pace):.3f})"]
