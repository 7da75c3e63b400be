"""The sequence of play, step by step (NDC-SEQ-01 to 07)."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from service.engine.events import CursorMoved, Told
from service.engine.orders import Done
from service.engine.outline import printed
from service.engine.reports import LetterArrived
from service.games.ndc.known.reports import CombatResolved, SectorsDeclared, WeatherDetermined
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sequence import OUTLINE
from tests.positions import Table, new_match, position

GOLDEN = Path(__file__).with_name("outline.txt")
TURN = ("game-turns", "game-turn")
SECOND = (
    "intelligence-phase", "asset-transfer-phase", "mode-change-and-forced-march-designation-phase", "search-phase",
    "movement-and-combat-phase", "housekeeping-phase",
)  # fmt: skip
FIRST = ("weather-determination-segment", *SECOND)


def steps(table: Table, under: tuple[str, ...]) -> list[str]:
    """The headings that were entered directly under another, each once for every time it was come to."""
    names = [
        event.frames[len(under)].heading if len(event.frames) > len(under) else ""
        for event in table.journal
        if isinstance(event, CursorMoved) and tuple(frame.heading for frame in event.frames[: len(under)]) == under
    ]
    return [name for name, _ in groupby(names) if name]


def play_to_turn(table: Table, turn: int) -> Table:
    while table.truth.turn < turn:
        table.done(table.waiting[0])
    return table


def told_at(table: Table, seat: str, kind: type[object]) -> list[int]:
    """Where in the journal a seat was told a report of a kind."""
    return [
        i for i, e in enumerate(table.journal) if isinstance(e, Told) and e.seat == seat and isinstance(e.report, kind)
    ]


def test_the_outline_reads_like_the_rulebook():
    """The printed outline is a golden file: `python -m tests.games.ndc.test_sequence` writes it anew."""
    assert "\n".join(printed(OUTLINE)) + "\n" == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.rule("NDC-SEQ-01")
def test_first_and_second_player_turns_follow_one_another_after_one_pregame():
    match = play_to_turn(new_match(), 3)

    turns = steps(match, ()) + [name for name in steps(match, TURN) if name]
    assert turns == [
        "pregame", "game-turns", "first-player-turn", "second-player-turn", "first-player-turn", "second-player-turn",
        "first-player-turn",
    ]  # fmt: skip
    match.done_until("asset-transfer-phase")
    refusal = match.refused("su", AllotIntelligence(air=1, signal=0, coverage=1, sectors=("C1",)))
    assert refusal.rule == "NDC-INT-01"
    assert "Asset Transfer Phase" in refusal.reason


@pytest.mark.rule("NDC-SEQ-02")
def test_the_pregame_is_an_intelligence_phase_of_the_second_player_and_comes_once():
    match = new_match(by_purpose={"NDC-SEA-02": [6] * 20})
    assert (match.heading, match.waiting) == ("pregame-intelligence-phase", ["US"])
    match.order("us", AllotIntelligence(air=0, signal=3, coverage=1, sectors=("D1", "D3")), Done())

    assert (match.heading, match.waiting) == ("intelligence-phase", ["Soviet"])
    assert len(match.rolls("NDC-WEA-01")) == 1
    [declared] = match.told("su", SectorsDeclared)
    assert (declared.level, declared.sectors) == (2, ("D1", "D3"))

    match.done_until("movement-segment")
    board = match.truth.rules.board
    searched = {roll.purpose.split()[-1] for roll in match.rolls("NDC-SEA-02")}
    assert searched == {unit.hex for unit in match.truth.on_map("Soviet") if board.sector_of(unit.hex) in ("D1", "D3")}
    play_to_turn(match, 3)
    assert steps(match, ()).count("pregame") == 1
    assert steps(match, ("pregame",)) == ["pregame-intelligence-phase", "letter-to-the-first-player"]


@pytest.mark.rule("NDC-SEQ-03")
def test_the_first_player_turn_has_seven_steps():
    match = new_match().done_until("housekeeping-phase")
    match.done("su")
    assert tuple(steps(match, (*TURN, "first-player-turn"))) == FIRST
    assert match.address == "game-turns/game-turn/second-player-turn/intelligence-phase"


@pytest.mark.rule("NDC-SEQ-04")
def test_the_second_player_turn_has_the_same_steps_without_weather():
    match = play_to_turn(new_match(), 2)
    assert tuple(steps(match, (*TURN, "second-player-turn"))) == SECOND
    assert len(match.rolls("NDC-WEA-01")) == 2, "one for each first player turn that has begun"


def fight(phasing: str, attacker: str, defender: str, target: str) -> Table:
    table = position(attacker, defender, heading="movement", phasing=phasing, by_purpose={"NDC-": [4] * 20})
    unit = attacker.split()[1]
    table.order(phasing, DeclareGroundCombat(unit=unit, target=target, type="probe"), Done())
    return table


@pytest.mark.parametrize(
    ("phasing", "attacker", "defender", "target"),
    [
        pytest.param(
            "su", "su S-A1 at 1603 attack", "us U-I1 at 1602 defend level 2", "1602",
            marks=pytest.mark.rule("NDC-SEQ-05"), id="first player turn",
        ),
        pytest.param(
            "us", "us U-A1 at 1602 attack", "su S-I1 at 1603 attack level 2", "1603",
            marks=pytest.mark.rule("NDC-SEQ-06"), id="second player turn",
        ),
    ],
)  # fmt: skip
def test_movement_letter_resolution_letter_and_round_again(phasing: str, attacker: str, defender: str, target: str):
    """First player's turn and, mirrored, the second's: the other side answers between the two letters."""
    table = fight(phasing, attacker, defender, target)
    mover, other = ("Soviet", "US") if phasing == "su" else ("US", "Soviet")
    assert table.waiting == [other]
    assert (table.letters(other), table.letters(mover)) == (1, 0)
    table.done_until("movement-segment")

    assert (table.letters(other), table.letters(mover)) == (1, 1)
    [out], [home] = told_at(table, other, LetterArrived), told_at(table, mover, LetterArrived)
    resolved = told_at(table, other, CombatResolved)
    assert resolved and all(out < worked < home for worked in resolved)
    side = "first-player-turn" if phasing == "su" else "second-player-turn"
    cycle = (*TURN, side, "movement-and-combat-phase", "movement-and-combat")
    assert steps(table, cycle) == [
        "movement-segment", "letter-to-the-non-phasing-player", "combat-resolution-segment",
        "letter-to-the-phasing-player", "movement-segment",
    ]  # fmt: skip
    assert table.waiting == [mover]


@pytest.mark.rule("NDC-SEQ-07")
def test_one_intelligence_phase_a_turn_stands_until_the_next():
    """What the first player set covers the second player's turn after it."""
    match = new_match(by_purpose={"NDC-SEA-02": [6] * 20, "NDC-WEA-01": [2] * 4})
    match.done_until("intelligence-phase")
    match.order("su", AllotIntelligence(air=2, signal=2, coverage=2, sectors=("C1", "C2", "C3", "C4")), Done())
    match.done_until("housekeeping-phase").done("su")
    match.done_until("movement-segment")

    account = match.truth.accounts["Soviet"]
    assert (account.level, account.sectors) == (2, ("C1", "C2", "C3", "C4"))
    searched = [roll.purpose for roll in match.rolls("NDC-SEA-02")]
    assert searched == ["NDC-SEA-02 search of US at 1113", "NDC-SEA-02 search of US at 1204"] + [
        f"NDC-SEA-02 search of US at {hex}" for hex in ("1208", "1513")
    ]
    match.done_until("housekeeping-phase")
    assert steps(match, (*TURN, "first-player-turn")).count("intelligence-phase") == 1
    assert steps(match, (*TURN, "second-player-turn")).count("intelligence-phase") == 1


@pytest.mark.rule("NDC-WEA-01", "NDC-WEA-02")
def test_the_weather_is_rolled_once_and_holds_for_both_player_turns():
    match = new_match(by_purpose={"NDC-WEA-01": [4, 4, 6, 5]})
    match.done_until("intelligence-phase")
    assert match.picture("su").weather == ("fog",)
    assert match.picture("us").weather == (), "the second player has not yet had a letter of this turn"
    match.done_until("movement-segment")
    match.done("su")

    [weather] = [report for report in match.letter("us") if isinstance(report, WeatherDetermined)]
    assert (weather.conditions, weather.dice) == (("fog",), (4, 4))
    match.done("su").done_until("movement-segment")
    assert match.truth.phasing == "US"
    assert match.truth.weather == match.picture("us").weather == ("fog",)
    assert len(match.rolls("NDC-WEA-01")) == 1
    play_to_turn(match, 2)
    assert match.truth.weather == ("precipitation",)


@pytest.mark.parametrize(
    ("turn", "dice", "conditions"),
    [
        (1, [1, 1], ()),
        (2, [4, 4], ()),
        (3, [1, 1], ("night",)),
        (3, [4, 5], ("night", "fog")),
        (3, [6, 6], ("night", "precipitation")),
    ],
)
def test_night_is_in_force_besides_the_weather(turn: int, dice: list[int], conditions: tuple[str, ...]):
    match = new_match(by_purpose={"NDC-WEA-01": [1, 1] * (turn - 1) + dice})
    play_to_turn(match, turn)
    assert match.truth.weather == conditions
    assert match.picture("su").weather == conditions


def test_a_whole_match_of_nothing_refolds_and_ends():
    match = new_match()
    for _ in range(400):
        if match.truth.ended:
            break
        match.done(match.waiting[0])
    assert match.truth.ended
    assert match.refolds()
    assert match.truth.turn == len(match.truth.rules.turns)


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(printed(OUTLINE)) + "\n", encoding="utf-8")
