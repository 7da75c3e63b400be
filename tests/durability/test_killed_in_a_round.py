"""Killed at any statement of a round, it has taken the orders of all of its matches or of none, and none twice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.service_fixtures import PATIENCE


def test_killed_at_each_statement_of_a_round(tmp_path: Path):
    """What was answered is there; what was not, in all matches or in none; asked again, each is answered as before."""
    command = [sys.executable, "-m", "tests.durability.dying", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=5 * PATIENCE, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    houses: list[dict[str, list[Any]]] = []
    for line in done.stdout.splitlines():
        what, *said = json.loads(line)
        if what == "house":
            houses.append({"answered": [], "stands": []})
        else:
            houses[-1][what].append(said)
    taken = []
    for house in houses:
        logs = [log.count("orders-accepted") for _, log in house["stands"]]
        before = [version for _, version in house["answered"][:-3]]
        assert logs in ([0, 0, 0], [1, 1, 1])
        assert not before or logs == [1, 1, 1], "answered before it was written down"
        assert [version for _, version in house["answered"][-3:]] == [2, 2, 2], "asked again with its key"
        taken.append(logs[0])
    assert taken == sorted(taken) and {*taken} == {0, 1}
    assert len(houses) > 10
