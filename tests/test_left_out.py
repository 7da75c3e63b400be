"""What runs for long runs only where it is asked for by its mark, whatever else is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import left_out

pytest_plugins = ["pytester"]

SUITE = """
import pytest

def test_short(): pass

@pytest.mark.browser
def test_page(): pass

@pytest.mark.soak
def test_long(): pass

@pytest.mark.soak
@pytest.mark.browser
def test_long_page(): pass

@pytest.mark.postgres
def test_server(): pass

@pytest.mark.postfix
def test_mail(): pass
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A suite of its own, without the plugins of the real one, and without a PostgreSQL server."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.setattr(left_out, "SERVER", "")
    pytester.makeini("[pytest]\nmarkers =\n    browser\n    soak\n    postgres\n    postfix\n")
    pytester.makepyfile(SUITE)
    return pytester


def ran(suite: pytest.Pytester, *arguments: str) -> set[str]:
    """The names of the tests that ran."""
    done = suite.inline_run("-p", "no:cacheprovider", *arguments, plugins=[left_out])
    passed, skipped, failed = done.listoutcomes()
    assert not skipped and not failed
    return {report.nodeid.partition("::test_")[2] for report in passed}


@pytest.mark.parametrize(
    ("asked", "runs"),
    [
        ("", {"short", "page"}),
        ("not browser", {"short"}),
        ("browser", {"page"}),
        ("soak", {"long", "long_page"}),
        ("browser and not soak", {"page"}),
        ("browser and soak", {"long_page"}),
        ("postgres", {"server"}),
        ("postfix", {"mail"}),
    ],
)
def test_what_runs_for_long_or_wants_a_server_is_named(suite: pytest.Pytester, asked: str, runs: set[str]):
    assert ran(suite, "-m", asked) == runs


def test_where_there_is_a_server_nothing_need_be_named(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(left_out, "SERVER", "postgresql://somewhere")
    assert ran(suite) == {"short", "page", "server"}


@pytest.mark.parametrize(("mark", "passes"), [("soak", True), ("browser", False)])
def test_what_hangs_is_ended_but_not_what_may_take_long(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, mark: str, passes: bool
):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    suite.makepyfile(f"import pytest, time\n\n@pytest.mark.{mark}\ndef test_long(): time.sleep(1)\n")
    ended = ("-o", "faulthandler_timeout=0.3", "-o", "faulthandler_exit_on_timeout=true")
    done = suite.runpytest_subprocess("-p", "tests.left_out", "-m", mark, *ended)
    assert (done.ret == 0, "Timeout" in done.stderr.str()) == (passes, not passes)
