"""The sequence of play, heading for heading (KOR-TURN-01 to 03)."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from service.engine.events import CursorMoved
from service.engine.outline import printed, walk
from service.games.korsun.game import KORSUN
from service.games.korsun.sections.engineering import DestroyBridge
from service.games.korsun.sequence import OUTLINE
from service.games.shelf import GAMES
from tests.games.korsun.table import Table, new_match, position

GOLDEN = Path(__file__).with_name("outline.txt")
STAGES = [
    "a-weather-stage", "b-mutual-air-stage", "c-mutual-supply-stage", "d-german-air-supply-stage",
    "e-soviet-player-turn", "f-german-player-turn", "g-game-turn-stage",
]  # fmt: skip


def under(table: Table, depth: int, *above: str) -> list[str]:
    """The headings that were come to at a depth, below these, each once for every time."""
    names = [
        e.frames[depth].heading for e in table.journal
        if isinstance(e, CursorMoved) and len(e.frames) > depth
        and tuple(frame.heading for frame in e.frames[depth - len(above) : depth]) == above
    ]  # fmt: skip
    return [name for name, _ in groupby(names)]


def a_turn_passed() -> Table:
    """A game-turn in which both sides only pass."""
    table = new_match()
    while table.truth.turn < 17:
        table.done(table.waiting[0])
    return table


def test_the_outline_reads_like_the_source():
    """The printed outline is a golden file: `python -m tests.games.korsun.test_sequence` writes it anew."""
    assert "\n".join(printed(OUTLINE)) + "\n" == GOLDEN.read_text(encoding="utf-8")


def test_it_stands_on_the_shelf_with_its_three_scenarios_the_first_evening_first():
    KORSUN.validate()
    assert GAMES["korsun"] is KORSUN
    assert list(KORSUN.info.scenarios) == ["korsun-first", "korsun-intro", "korsun-full"]


@pytest.mark.rule("KOR-TURN-01")
def test_a_game_turn_runs_through_its_seven_stages_once_each():
    stages = under(a_turn_passed(), 2, "game-turns", "game-turn")
    assert stages[: len(STAGES)] == STAGES and stages[len(STAGES) :] == STAGES[:3]


@pytest.mark.rule("KOR-TURN-02")
def test_the_soviet_player_turn_has_six_phases_in_order():
    assert under(a_turn_passed(), 3, "e-soviet-player-turn") == [
        "1-event-phase", "2-replacement-reinforcement-phase", "3-movement-phase", "4-combat-phase",
        "5-engineering-phase", "6-disorganization-regroup-phase",
    ]  # fmt: skip
    moving = position("ENG180 at 0811", "marker 27A at 0811 sp 3")
    assert moving.refused("so", DestroyBridge(unit="ENG180", bridge="0812-0813")).rule == "KOR-SEN-01"


@pytest.mark.rule("KOR-TURN-03")
def test_the_german_player_turn_has_a_seventh_phase_where_a_breakout_was_declared():
    phases = [
        "1-event-phase", "2-replacement-reinforcement-phase", "3-movement-phase", "4-combat-phase",
        "5-engineering-phase", "6-disorganization-regroup-phase",
    ]  # fmt: skip
    assert under(a_turn_passed(), 3, "f-german-player-turn") == phases
    declared = position("DG112 at 0907", "21 at 0912", heading="F events", breakout=17)
    declared.done_until("7-breakout-phase")
    assert under(declared, 3, "f-german-player-turn")[-1] == "7-breakout-phase"


@pytest.mark.rule("KOR-CBT-01", "KOR-GCB-01", "KOR-GCB-02")
def test_the_combat_phases_have_the_letters_of_the_source():
    letters = {
        turn.title[0]: [segment.title[0] for segment in phase.children if segment.title[1] == "."]
        for turn in walk(OUTLINE) if turn.title.endswith("Player-Turn")
        for phase in turn.children if phase.title == "4. Combat Phase"
    }  # fmt: skip
    assert letters == {"E": list("ABCDEF"), "F": list("ACDEFG")}


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(printed(OUTLINE)) + "\n", encoding="utf-8")
