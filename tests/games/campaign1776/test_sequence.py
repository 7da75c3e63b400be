"""The sequence of play, heading for heading."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.engine.outline import printed
from service.engine.reports import LetterArrived
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.sequence import OUTLINE
from service.games.shelf import GAMES
from tests.games.campaign1776.table import Table, new_match, position

GOLDEN = Path(__file__).with_name("outline.txt")
BETWEEN = {"towns-controlled-at-the-end", "at-sea-militia-removed", "winter-reduction", "interphase"}


def test_the_outline_reads_like_the_source():
    """The printed outline is a golden file: `python -m tests.games.campaign1776.test_sequence` writes it anew."""
    assert "\n".join(printed(OUTLINE)) + "\n" == GOLDEN.read_text(encoding="utf-8")


def test_what_is_known_of_it_is_whole():
    CAMPAIGN1776.validate()
    assert GAMES[CAMPAIGN1776.info.name] is CAMPAIGN1776


def test_the_british_segment_comes_before_the_american_one_in_each_month():
    table = new_match()
    asked = []
    while not table.truth.ended:
        asked.append((table.truth.turn, table.waiting[0], table.heading))
        table.done(table.waiting[0])
    moves = [(turn, seat) for turn, seat, heading in asked if heading == "regular-movement"]
    assert moves == [(turn, seat) for turn in range(1, 5) for seat in ("British", "American")]


def letters(table: Table) -> list[tuple[str, int]]:
    return [
        (seat[0], entry.report.turn)
        for seat, entries in table.logs.items() for entry in entries if isinstance(entry.report, LetterArrived)
    ]  # fmt: skip


def test_two_letters_cross_in_a_month_one_each():
    table = new_match()
    while not table.truth.ended:
        table.done(table.waiting[0])
    assert sorted(letters(table)) == sorted((seat, turn) for seat in "AB" for turn in range(1, 5))


def between(table: Table) -> list[str]:
    """What stands between this month and the next, as it was come to."""
    turn = table.truth.turn
    table.done_until("am", "regular-movement")
    before = len(table.journal)
    while table.truth.turn == turn and not table.truth.ended:
        table.done(table.waiting[0])
    table.journal = table.journal[before:]
    return list(dict.fromkeys(name for name in table.headings() if name in BETWEEN))


@pytest.mark.rule("C76-GEN-03")
def test_a_scenario_without_recruits_has_no_interphase():
    things = ("1 BR at DDD37", "1 CA at GGG44")
    september = position(*things, scenario="highlands-1777", turn=4)
    assert september.truth.rules.tables.calendar.closes_quarter(september.truth.month) and between(september) == []
    march = position(*things, scenario="northern-war", turn=3)
    assert between(march) == ["towns-controlled-at-the-end", "at-sea-militia-removed", "interphase"]


def test_the_winter_reduction_stands_before_the_interphase_of_december():
    december = position("1 BR at DDD37", "1 CA at GGG44", scenario="northern-war", turn=12)
    assert between(december)[-2:] == ["winter-reduction", "interphase"]
    november = position("1 BR at DDD37", "1 CA at GGG44", scenario="northern-war", turn=11)
    assert between(november) == ["towns-controlled-at-the-end"]


def test_a_segment_runs_through_its_phases_in_order():
    table = new_match()
    table.done_until("am", "regular-movement")
    phases = ["arrivals", "start-of-phase", "regular-movement", "forced-march", "end-of-phase", "naval-combat",
              "attacks", "letter-to-the-other-side", "answers", "rounds", "fort-entry", "end-of-segment"]  # fmt: skip
    came = [name for name in table.headings() if name in phases]
    assert list(dict.fromkeys(came)) == phases


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(printed(OUTLINE)) + "\n", encoding="utf-8")
