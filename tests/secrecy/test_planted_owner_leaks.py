"""Leaks planted in what the owner of a server reads: the trial of two servers finds each, where it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlmodel import col, func, select

from service.matches import housekeeping
from service.store import tables
from service.store.keeping import Keeping
from tests.secrecy.bustle import bustle
from tests.secrecy.houses import OF_THE_HOUSE, House, parted
from tests.secrecy.test_two_worlds_http import SECRET, STARTS, pair_of_houses
from tests.secrecy.worlds import Leak

NEVER = datetime(2026, 1, 1, tzinfo=UTC)
"""When a match was last moved of which nothing was played yet."""


def owner_reads_alike(a: House, b: House) -> None:
    """What the owner, who has no part in the match, reads is the same in both. Raises Leak."""
    for place in OF_THE_HOUSE:
        parted(*(house.fetch(place, house.arbiter) for house in (a, b)), f"the owner of the server {place}")


def a_list_that_says_how_often_a_match_has_moved_on(monkeypatch: Any) -> None:
    """As `sitrep matches` once did."""
    altered(monkeypatch, lambda look, line: replace(line, rules=f"{line.rules}.{moves(look, line.id)}"))


def a_hand_over_that_is_due_since_the_last_order(monkeypatch: Any) -> None:
    """The moment at which anything was last ordered, in the place of the day since when somebody is asked."""
    altered(monkeypatch, lambda look, line: replace(line, due_since=last_moment(look, line.id)))


def a_list_with_the_match_first_that_moved_last(monkeypatch: Any) -> None:
    honest = Keeping.matches
    monkeypatch.setattr(
        Keeping, "matches",
        lambda self: sorted(honest(self), key=lambda one: last_moment_in(self.session, one.id), reverse=True),
    )  # fmt: skip


def altered(monkeypatch: Any, alter: Callable[[Any, Any], Any]) -> None:
    """Each line of the list of matches is made so."""
    honest = housekeeping._line
    monkeypatch.setattr(
        housekeeping, "_line", lambda context, look, *rest: alter(look, honest(context, look, *rest))
    )  # fmt: skip


def moves(look: Any, match_id: str) -> int:
    """How long the umpire's journal is."""
    _, version = look.matches.facts_and_version(match_id)
    return int(version)


def last_moment(look: Any, match_id: str) -> Any:
    return last_moment_in(look.keeping.session, match_id)


def last_moment_in(session: Any, match_id: str) -> Any:
    j = tables.JournalEntry
    return session.exec(select(func.max(col(j.at))).where(j.match_id == match_id)).one() or NEVER


PLANTED = (
    a_list_that_says_how_often_a_match_has_moved_on,
    a_hand_over_that_is_due_since_the_last_order,
    a_list_with_the_match_first_that_moved_last,
)


def busy_in_one_world(empty_database, tmp_path) -> tuple[House, House]:
    _, a, b = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    bustle(a, SECRET)
    return a, b


@pytest.mark.parametrize("planted", PLANTED, ids=lambda one: one.__name__)
def test_a_leak_in_what_the_owner_reads_is_found(planted, monkeypatch, empty_database, tmp_path):
    planted(monkeypatch)
    a, b = busy_in_one_world(empty_database, tmp_path)
    with pytest.raises(Leak, match="the owner of the server /account/house/matches differs"):
        owner_reads_alike(a, b)


def test_without_one_the_owner_reads_the_same(empty_database, tmp_path):
    owner_reads_alike(*busy_in_one_world(empty_database, tmp_path))
