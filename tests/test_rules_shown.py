"""The record of the rules shown speaks for a whole run of the suite, and only for tests that passed."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

ROOT = Path(__file__).resolve().parent.parent

SUITE = """
    import pytest

    @pytest.mark.rule("TOY-MOV-01", "TOY-MOV-02")
    def test_passes(): pass

    @pytest.mark.rule("TOY-MOV-01")
    @pytest.mark.parametrize("hex", ["a", pytest.param("b", marks=pytest.mark.rule("TOY-MOV-03"))])
    def test_passes_everywhere(hex): pass

    @pytest.mark.rule("TOY-BAD-01")
    def test_fails(): assert False

    @pytest.mark.rule("TOY-BAD-02")
    @pytest.mark.skip
    def test_is_skipped(): pass

    @pytest.mark.rule("TOY-BAD-03")
    def test_skips_itself(): pytest.skip()

    @pytest.mark.rule("TOY-BAD-04")
    @pytest.mark.xfail
    def test_is_expected_to_fail(): assert False

    @pytest.mark.rule("TOY-BAD-05")
    @pytest.mark.xfail(strict=False)
    def test_passes_against_expectation(): pass

    @pytest.fixture
    def breaks_afterwards():
        yield
        assert False

    @pytest.mark.rule("TOY-BAD-06")
    def test_breaks_afterwards(breaks_afterwards): pass

    @pytest.mark.soak
    @pytest.mark.rule("TOY-BAD-07")
    def test_runs_for_long(): pass

    def test_shows_no_rule(): pass
"""

SHOWN = {
    "TOY-MOV-01": [
        "tests/test_toy.py::test_passes",
        "tests/test_toy.py::test_passes_everywhere[a]",
        "tests/test_toy.py::test_passes_everywhere[b]",
    ],
    "TOY-MOV-02": ["tests/test_toy.py::test_passes"],
    "TOY-MOV-03": ["tests/test_toy.py::test_passes_everywhere[b]"],
}


class Suite:
    """A suite of its own in a folder of its own, run by a pytest of its own in this process, or in others by xdist."""

    def __init__(self, pytester: pytest.Pytester, tests: str) -> None:
        self.pytester = pytester
        self.record = pytester.path / "build" / "rules-shown.json"
        settings = (
            "testpaths = tests\naddopts = -p tests.left_out -p tests.rules_shown -p no:cacheprovider\nmarkers = soak\n"
        )
        self.write("pytest.ini", f"[pytest]\n{settings}")
        self.write("tests/test_toy.py", tests)
        self.write("tests/test_more.py", "def test_more(): pass\n")

    def write(self, path: str, text: str) -> None:
        file = self.pytester.path / path
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(line.removeprefix("    ") for line in text.splitlines()), encoding="utf-8")

    def run(self, *arguments: str) -> str:
        if "-n" in arguments:
            done = self.pytester.runpytest_subprocess("-p", "xdist", *arguments)
        else:
            done = self.pytester.runpytest_inprocess(*arguments)
        return str(done.stdout) + str(done.stderr)

    def shown(self) -> dict[str, list[str]]:
        shown: dict[str, list[str]] = json.loads(self.record.read_text(encoding="utf-8"))
        return shown


@pytest.fixture
def pytester(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Without the plugins of the real suite, which take longer to load than these take to run."""
    for name in [name for name in os.environ if name.startswith(("PYTEST_", "COV_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return pytester


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Suite:
    return Suite(pytester, SUITE)


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_full_run_records_what_passed(suite: Suite, workers: str) -> None:
    said = suite.run("-n", workers)
    assert "2 failed" in said or "1 failed" in said, said
    assert suite.shown() == SHOWN


@pytest.mark.parametrize("arguments", [["tests"], ["."], ["-m", ""]])
def test_a_run_that_names_the_whole_suite_is_full(suite: Suite, arguments: list[str]) -> None:
    suite.run(*arguments)
    assert suite.shown().items() >= {"TOY-MOV-02": ["tests/test_toy.py::test_passes"]}.items()


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(arguments.split(), id=arguments, marks=[pytest.mark.soak] if "-n" in arguments else [])
        for arguments in (
            "tests/test_toy.py",
            "tests/test_toy.py::test_passes",
            "-k passes",
            "-m soak",
            "--deselect tests/test_more.py",
            "--ignore tests/test_more.py",
            "--collect-only",
            "--maxfail=1",
            "--maxfail=1 -n 2",
        )
    ],
)
def test_a_part_of_a_run_leaves_no_record(suite: Suite, arguments: list[str]) -> None:
    suite.run(*arguments)
    assert not suite.record.exists()


def test_a_part_of_a_run_keeps_the_record_of_the_last_full_one(suite: Suite) -> None:
    suite.run()
    suite.run("-k", "more")
    assert suite.shown() == SHOWN


def test_a_suite_that_cannot_be_collected_leaves_no_record(suite: Suite) -> None:
    suite.run()
    suite.write("tests/test_more.py", "import a_module_that_is_not_there\n")
    suite.run()
    assert not suite.record.exists()


@pytest.mark.parametrize(
    ("mark", "complaint"),
    [
        ("rule('movement')", "'movement' is not the id of a rule, like 'NDC-MOV-03'"),
        ("rule", "'' is not the id of a rule, like 'NDC-MOV-03'"),
        (
            "rule(*(f'TOY-MOV-0{n}' for n in range(5)))",
            "shows 5 rules, and 4 are the most: make it several tests",
        ),
    ],
    ids=["unreadable", "missing", "too many"],
)
def test_a_mark_that_would_count_for_nothing_is_refused(pytester: pytest.Pytester, mark: str, complaint: str) -> None:
    suite = Suite(pytester, f"import pytest\n@pytest.mark.{mark}\ndef test_toy(): pass\n")
    assert f"tests/test_toy.py::test_toy: {complaint}" in suite.run()
    assert not suite.record.exists()


def test_the_suite_as_it_is_set_up_counts_as_full():
    """No option of pyproject.toml asks for a part of the suite; else no run would leave a record."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    assert not {"-m", "-k", "--deselect", "--ignore", "--ignore-glob"} & {*settings["addopts"]}
