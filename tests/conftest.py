"""What every test may rely on."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from importlib import import_module

import pytest
from hypothesis import settings

from service import logs
from tests.machine import what_the_browser_lacks

pytest_plugins = ["tests.left_out", "tests.rules_shown", "tests.time_by_folder"]
pytest.register_assert_rewrite("tests.service_fixtures")  # before a folder's conftest imports it

IN_CI = os.environ.get("CI") == "true"

# The machine is shared by several workers, so no example is too slow; in CI the same examples every time.
settings.register_profile("sitrep", deadline=None, derandomize=IN_CI, print_blob=True)
settings.load_profile("sitrep")

gc.disable()  # what is imported and collected stays: looking through it for garbage takes as long as reading it


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Half as many workers again as there are processors: whoever drives a browser waits for it a third of the time."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, processors * 3 // 2)


def pytest_configure(config: pytest.Config) -> None:
    """Load the fixtures of the service, and with them the service, but not where tests are only handed to workers."""
    hands_out = config.getoption("dist", "no") != "no" and not config.option.collectonly
    if not hands_out or hasattr(config, "workerinput"):
        config.pluginmanager.import_plugin("tests.service_fixtures")


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Have each worker import the tests from another place on, so that in a new tree they do not all compile the same
    files at the same time, but find most of them compiled by another.
    """
    from tests.rules_shown import is_full  # a plugin, which is not to be imported before it is registered

    worker = getattr(session.config, "workerinput", None)
    if worker and is_full(session.config):
        root = session.config.rootpath
        files = sorted((root / "tests").rglob("test_*.py"))
        first = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"] % len(files)
        for file in files[first:] + files[:first]:
            import_module(".".join(file.relative_to(root).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """From here on there is garbage, but not among what was there before. Looking takes long, so it is done seldom."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 10)
    gc.enable()


@pytest.fixture(autouse=True)
def faults(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[BaseException]]:
    """What the service wrote down as faults of ours: a test in which that happens fails, if it is not about faults.

    A fault is answered, not raised, so a test that looks at no status would not notice it.
    """
    noted: list[BaseException] = []

    def and_note(error: BaseException) -> str:
        noted.append(error)
        return kinds_of(error)

    kinds_of = logs.kinds_of
    monkeypatch.setattr(logs, "kinds_of", and_note)
    yield noted
    if noted and not request.node.get_closest_marker("faults"):
        raise ExceptionGroup("the service met faults of its own", [one for one in noted if isinstance(one, Exception)])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the browser tests where they cannot run; in CI nothing is skipped, so there they fail."""
    lacking = what_the_browser_lacks()
    if lacking and not IN_CI:
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason=lacking))
