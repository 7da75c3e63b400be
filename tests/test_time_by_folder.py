"""What is printed at the end of a run of how long each folder took."""

from __future__ import annotations

import pytest

from tests.time_by_folder import piece_of_work, table


def report(nodeid: str, when: str, seconds: float) -> pytest.TestReport:
    return pytest.TestReport(nodeid, ("", 0, ""), {}, "passed", None, when, duration=seconds)  # type: ignore[arg-type]


def test_set_up_and_tear_down_count_and_the_dearest_folder_comes_first():
    reports = [
        report("tests/engine/test_dice.py::test_a[x::y]", "call", 1.5),
        report("tests/web/test_map.py::test_b", "setup", 2.0),
        report("tests/web/test_map.py::test_b", "call", 3.0),
        report("tests/web/test_play.py::test_c", "teardown", 0.5),
        report("tests/test_toy.py::test_d", "call", 0.25),
    ]
    *folders, last = table(reports, pace=[0.1, 0.5, 0.2])
    assert [line.split() for line in folders] == [
        ["5.5", "s", "2", "tests", "tests/web"],
        ["1.5", "s", "1", "tests", "tests/engine"],
        ["0.2", "s", "1", "tests", "tests"],
        ["7.2", "s", "4", "tests", "in", "all"],
    ]
    assert last.strip() == "36 pieces of work, of which one took 0.200 s (0.100 to 0.500)"


def test_where_no_worker_said_how_fast_it_was_nothing_is_said_of_it():
    assert table([report("tests/test_toy.py::test_d", "call", 0.25)], pace=[])[1:] == [
        "     0.2 s      1 tests  in all"
    ]


def test_the_piece_of_work_takes_its_time_and_little_of_it():
    assert 0.01 < piece_of_work() < 60
