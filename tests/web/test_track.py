"""The strip above the question: where a match is in its sequence of play, and what comes next."""

from __future__ import annotations

import pytest

from docs.examples.towns import THREE_HOUSES
from service.engine.outline import Heading
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from tests.positions import position
from web.table.track import track

COMBAT = "game-turns/game-turn/first-player-turn/combat-phase"
MODES = "game-turns/game-turn/first-player-turn/mode-change-and-forced-march-designation-phase"
HOUSEKEEPING = "game-turns/game-turn/second-player-turn/housekeeping-phase"


@pytest.mark.parametrize(("turn", "following"), [(1, "another Game Turn"), (6, "Victory")])
def test_where_the_rules_say_how_many_turns_there_are_the_strip_knows_what_follows(turn: int, following: str | None):
    table = position("us U-A1 at 1206", "su S-A1 at 1709", turn=turn)
    knows = NDC.words.another_turn(NDC.known(table.picture("us")))
    found = track(NDC.outline, HOUSEKEEPING, (), asked=True, ended=False, another_turn=knows)
    assert found.next == following
    assert any(line.stage == "next" for line in found.lines) is (turn == 6)


@pytest.mark.parametrize(
    ("outline", "address", "following"),
    [
        (THREE_HOUSES.outline, "seasons/season/roads", "Bids"),
        (THREE_HOUSES.outline, "seasons/season/bids", "another Season, or Reckoning"),
        (THREE_HOUSES.outline, "reckoning", None),
        (NDC.outline, "game-turns/game-turn", "First Player Turn"),
        (NDC.outline, MODES, "Movement and Combat Phase"),  # not the search, which asks nobody
        (SKIRMISH.outline, "game-turns/game-turn/first-player-turn/combat-phase/advance", "Admin Phase"),
        (SKIRMISH.outline, f"{COMBAT}/fire-before-the-moves/prepared-fire", "Movement"),  # no title of a loop
        (SKIRMISH.outline, f"{COMBAT}/movement-of-the-attacker/movement", "Move and fire"),  # no letter to the enemy
    ],
)
def test_after_the_last_step_of_a_turn_the_next_may_come_round(outline: Heading, address: str, following: str | None):
    """Whether it does is for the umpire to know, so both are named, in the last turn as in the first.

    What may not come at all, as the reinforcements of a defender who has none, is not called the next.
    """
    found = track(outline, address, (), asked=True, ended=False)
    assert found.next == following
    assert track(outline, address, (), asked=False, ended=False).next is None


def test_rounds_that_say_nothing_and_times_that_run_out_are_left_out():
    """The sixth step of a move is no sixth of anything to a player, and nobody waits for the time of a step."""
    step = "move-and-fire/halt-or-pass"
    turn = "game-turns/game-turn/first-player-turn/combat-phase/movement-of-the-attacker"
    titles = ("Game Turns", "Game Turn", "First Player Turn", "Combat Phase", "Movement of the attacker 2",
              "Move and fire 6", "Halt or pass")  # fmt: skip
    found = track(SKIRMISH.outline, f"{turn}/{step}", titles, asked=True, ended=False)
    assert found.titles == ("First Player Turn", "Combat Phase", "Halt or pass")
    assert found.next == "Remaining fire"
