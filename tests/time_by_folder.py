"""A pytest plugin: at the end of a run of several folders, how long the tests of each took, dearest folder first.

The seconds are those of the workers by the clock, set-up and tear-down included: what a full run costs is their sum
divided by the number of workers, if nothing else runs on the machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [one for found in terminalreporter.stats.values() for one in found if isinstance(one, pytest.TestReport)]
    lines = table(reports)
    if len(lines) > 2:
        terminalreporter.section("time by folder")
        terminalreporter.write_line("\n".join(lines))


def table(reports: Iterable[pytest.TestReport]) -> list[str]:
    """A line for each folder with its seconds, its tests and its path, and a last line with the sums."""
    seconds: dict[str, float] = {}
    tests: dict[str, set[str]] = {}
    for report in reports:
        folder = str(PurePosixPath(report.nodeid.partition("::")[0]).parent)
        seconds[folder] = seconds.get(folder, 0.0) + report.duration
        tests.setdefault(folder, set()).add(report.nodeid)
    lines = [line(seconds[one], len(tests[one]), one) for one in sorted(seconds, key=seconds.__getitem__, reverse=True)]
    return [*lines, line(sum(seconds.values()), sum(map(len, tests.values())), "in all")]


def line(seconds: float, tests: int, where: str) -> str:
    return f"{seconds:8.1f} s {tests:6} tests  {where}"
