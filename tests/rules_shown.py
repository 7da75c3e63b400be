"""A pytest plugin: which rules of the catalogue a full run of the suite has shown to work.

A test carries the ids of the rules it shows, `@pytest.mark.rule("NDC-MOV-03")`. At the end of a full run
`build/rules-shown.json` says which tests showed which rule: those that ran and passed, neither skipped nor expected
to fail. A run of a part of the suite writes nothing, so that the record never speaks for tests that were left out.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

RECORD = Path("build", "rules-shown.json")
RULE_ID = re.compile(r"[A-Z0-9]+-[A-Z]+-\d{2,}")
MOST_RULES_A_TEST = 4
EVERYDAY = ("", "not soak")
"""What `-m` says in a full run: `tests.left_out` leaves out the soak, which is a run of its own."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(id, ...): the rules of the catalogue that this test shows, four at most")
    if not is_worker(config) and is_full(config):
        config.pluginmanager.register(Recorder(config.rootpath / RECORD), "rules-shown-recorder")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    complaints = [f"{item.nodeid}: {complaint}" for item in items for complaint in complaints_about(rules_of(item))]
    if complaints:
        raise pytest.UsageError("\n".join(complaints))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Write the rules into the item's properties, which travel with its reports, from worker to controller too."""
    item.user_properties.extend(("rule", rule) for rule in rules_of(item))


class Recorder:
    """Listens to the reports of all tests, wherever they ran, and writes the record when the run was whole."""

    def __init__(self, record: Path) -> None:
        self.record = record
        self.game: dict[str, set[str]] = {}
        self.passed: set[str] = set()
        self.spoilt: set[str] = set()
        record.unlink(missing_ok=True)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.game[report.nodeid] = {str(value) for name, value in report.user_properties if name == "rule"}
        if not report.passed or hasattr(report, "wasxfail"):
            self.spoilt.add(report.nodeid)
        elif report.when == "call":
            self.passed.add(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        ran_through = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if ran_through and not (session.shouldstop or session.shouldfail):
            self.record.parent.mkdir(parents=True, exist_ok=True)
            self.record.write_text(json.dumps(self.shown(), indent=2) + "\n", encoding="utf-8")

    def shown(self) -> dict[str, list[str]]:
        tests: defaultdict[str, list[str]] = defaultdict(list)
        for test in sorted(self.passed - self.spoilt):
            for rule in self.game[test]:
                tests[rule].append(test)
        return dict(sorted(tests.items()))


def is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def is_full(config: pytest.Config) -> bool:
    """Whether nothing on the command line leaves a part of the suite out."""
    option = config.option
    left_out = (
        *(getattr(option, name, None) for name in ("keyword", "deselect", "ignore", "ignore_glob", "lf", "stepwise")),
        *(getattr(option, name, None) for name in ("collectonly", "setuponly", "setupplan")),
    )
    return not any(left_out) and option.markexpr in EVERYDAY and covers_every_testpath(config)


def covers_every_testpath(config: pytest.Config) -> bool:
    asked = [(config.invocation_params.dir / argument).resolve() for argument in config.args]
    suite = [(config.rootpath / path).resolve() for path in config.getini("testpaths") or ["."]]
    return all(any(path.is_relative_to(folder) for folder in asked) for path in suite)


def rules_of(item: pytest.Item) -> list[str]:
    return sorted({str(rule) for mark in item.iter_markers("rule") for rule in (mark.args or ("",))})


def complaints_about(rules: list[str]) -> list[str]:
    complaints = [
        f"{rule!r} is not the id of a rule, like 'NDC-MOV-03'" for rule in rules if not RULE_ID.fullmatch(rule)
    ]
    if len(rules) > MOST_RULES_A_TEST:
        complaints.append(f"shows {len(rules)} rules, and {MOST_RULES_A_TEST} are the most: make it several tests")
    return complaints
