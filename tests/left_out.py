"""A pytest plugin: what a run leaves out unless it is named.

What runs for long is marked `soak`, and runs where `-m` names it: `-m soak`, `-m "browser and soak"`, but not
`-m "not browser"`. What asks for a PostgreSQL server runs where one is named, as `.ci/with-postgres` does; what asks
for a Postfix, a Dovecot, proxies, generators or earlier releases where `-m` names it, as `.ci/with-postfix` and the
others beside it do. All of these may take as long as they like; whatever else hangs is ended (`faulthandler_timeout`).
"""

from __future__ import annotations

import faulthandler
import re

import pytest

from tests.databases import SERVER

SOAK, POSTGRES = "soak", "postgres"
OF_OTHERS = {"postfix", "dovecot", "proxies", "generators", "upgrades"}
"""What asks for programs that are not ours."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    named = set(re.findall(r"\w+", config.option.markexpr))
    unasked = {SOAK, POSTGRES, *OF_OTHERS} - named - ({POSTGRES} if SERVER else set())
    left_out = [item for item in items if any(item.get_closest_marker(mark) for mark in unasked)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not any(item.get_closest_marker(mark) for mark in unasked)]


def pytest_runtest_setup(item: pytest.Item) -> None:
    if any(item.get_closest_marker(mark) for mark in (SOAK, *OF_OTHERS)):
        faulthandler.cancel_dump_traceback_later()
