"""Writes that come at the same time share a transaction, and each is over when that is committed, or else failed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from service.store.together import MOST, Together
from tests.service_fixtures import PATIENCE


class Full(Exception):
    """The disk has no room left just now."""


class Ledger:
    """A database of lines. The first transaction is held open until the test lets it go on."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.transactions: list[list[str]] = []
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.at_commit: Callable[[list[str]], None] = lambda lines: None

    @contextmanager
    def begin(self) -> Iterator[list[str]]:
        lines: list[str] = []
        if not self.begun.is_set():
            self.begun.set()
            assert self.go_on.wait(PATIENCE)
        yield lines
        self.at_commit(lines)
        self.lines += lines
        self.transactions.append(lines)


def writes(line: str) -> Callable[[list[str]], str]:
    """Writes a line, and says whose it was."""

    def write(lines: list[str]) -> str:
        if line.startswith("unlawful"):
            lines.append("half of it")
            raise ValueError(line)
        lines.append(line)
        return f"{line} written"

    return write


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


def together(ledger: Ledger, *lines: str) -> list[Future[str]]:
    """The first line is being written as the others come, in whatever order; how each ended."""
    writer = Together(ledger.begin, Full)
    with ThreadPoolExecutor(len(lines) + 1) as pool:
        began = pool.submit(writer.write, "", writes("first"))
        assert ledger.begun.wait(PATIENCE)
        others = [pool.submit(writer.write, line, writes(line)) for line in lines]
        while len(writer.waiting) < len(lines):
            assert not began.done()
        ledger.go_on.set()
    assert began.exception() is None
    return others


def test_what_comes_while_another_is_written_shares_a_transaction_in_the_order_of_its_key(ledger: Ledger):
    ended = together(ledger, "c", "a", "b")
    assert [one.result() for one in ended] == ["c written", "a written", "b written"]
    assert ledger.transactions == [["first"], ["a", "b", "c"]]


def test_so_many_share_a_transaction_and_the_others_the_next(ledger: Ledger):
    lines = [f"{number:02}" for number in range(MOST + 2)]
    assert [one.result() for one in together(ledger, *lines)] == [f"{line} written" for line in lines]
    assert list(map(len, ledger.transactions)) == [1, MOST, 2]


def test_one_that_fails_takes_none_of_the_others_with_it(ledger: Ledger):
    """Nothing of it is written, and it alone is told."""
    ended = together(ledger, "c", "unlawful", "a")
    assert [type(one.exception()) for one in ended] == [type(None), ValueError, type(None)]
    assert ledger.lines == ["first", "a", "c"]


def test_where_the_disk_is_full_all_are_told_and_nothing_is_written(ledger: Ledger):
    def full(lines: list[str]) -> None:
        if len(lines) > 1:
            raise Full

    ledger.at_commit = full
    ended = together(ledger, "a", "b")
    assert [type(one.exception()) for one in ended] == [Full, Full]
    assert ledger.lines == ["first"]


def test_whoever_comes_after_a_failure_is_written(ledger: Ledger):
    ledger.go_on.set()
    writer = Together(ledger.begin, Full)
    with pytest.raises(ValueError, match="unlawful"):
        writer.write("", writes("unlawful"))
    assert writer.write("", writes("a")) == "a written"
    assert ledger.lines == ["a"]
