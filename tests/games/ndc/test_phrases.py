"""Orders to which no match at random comes, as lines: where one is offered, what is written reads back."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from service.games.ndc.game import NDC
from service.games.ndc.sections.breakdown import BreakDown
from tests.engine.test_phrases import UNMET, read_back
from tests.games.ndc.fighting import attack, battle
from tests.games.ndc.moving import GUNS, move
from tests.games.ndc.test_breakdown import a_turn_later, keeping
from tests.positions import Table, position


def driven_back() -> Table:
    """Dug in, it may stand fast, or retreat at once."""
    return attack(battle(defender="dug-in", attacker="leadership 9", die=9)).done("us")


def moved() -> Table:
    return position("su S-I1 at 1804 attack level 3", GUNS).order("su", move("S-I1", "1704"))


def in_two() -> Table:
    return a_turn_later(keeping("us U-I1 at 1005 attack").order("us", BreakDown(unit="U-I1", to=1, hex="1006")))


SCENES: dict[str, Callable[[], Table]] = {
    "finish": moved, "retreat": driven_back, "stand-fast": driven_back, "recombine": in_two
}  # fmt: skip
"""Positions in which each of these kinds of orders is offered to whoever is asked."""


@pytest.mark.parametrize("kind", sorted(UNMET["ndc"]))
def test_an_order_that_is_seldom_offered_reads_back_as_it_was_written(kind: str):
    table, met = SCENES[kind](), Counter[str]()
    for picture in table.truth.pictures.values():
        read_back(NDC, picture, random.Random(0), met, set())
    assert met[kind]
