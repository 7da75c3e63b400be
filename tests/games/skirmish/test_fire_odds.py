"""Fire attacks against exact odds, reckoned by hand from the dice (P5, P7)."""

from __future__ import annotations

from itertools import product

import pytest

from service.engine.dice import Roll
from service.games.skirmish.known.firepower import directed_by, suppressions_by
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.sections.morale import passes
from tests.games.skirmish.table import after_fire
from tests.shipped import SKIRMISH_TABLES as TABLES

THROWS = [a + b for a, b in product(range(1, 7), repeat=2)]

# Of 36 throws: the suppressions that they cause in all, by firepower and the sum of the modifiers from -2 to +4.
CAUSED = {
    1: (35, 23, 14, 8, 4, 2, 1),
    2: (48, 35, 23, 14, 8, 4, 2),
    3: (64, 48, 35, 23, 14, 8, 4),
    4: (80, 64, 48, 35, 23, 14, 8),
    5: (96, 80, 64, 48, 35, 23, 14),
    6: (109, 96, 80, 64, 48, 35, 23),
    8: (129, 121, 109, 96, 80, 64, 48),
    10: (138, 135, 129, 121, 109, 96, 80),
    12: (140, 140, 138, 135, 129, 121, 109),
}


@pytest.mark.parametrize("firepower", CAUSED)
def test_what_an_attack_causes(firepower: int):
    caused = tuple(
        sum(suppressions_by(TABLES.fire, firepower, throw, modifier) for throw in THROWS) for modifier in range(-2, 5)
    )
    assert caused == CAUSED[firepower]


def test_the_luckiest_throw_always_does_something_and_the_unluckiest_nothing():
    assert suppressions_by(TABLES.fire, 1, 2, 5) == 1
    assert suppressions_by(TABLES.fire, 12, 12) == 0
    assert suppressions_by(TABLES.fire, 12, 2) == 4, "four are the most"


@pytest.mark.parametrize(("quality", "of_36"), [(2, 10), (3, 15), (4, 21), (5, 26), (6, 30), (7, 33)])
def test_quality_rolls(quality: int, of_36: int):
    assert sum(passes(TABLES.morale, Roll((throw,), 1), quality) >= 0 for throw in THROWS) == of_36


@pytest.mark.parametrize(
    ("firepower", "modifier", "quality", "before", "outcomes"),
    [
        (4, 0, 4, 0, (360, 231, 185, 253, 231, 36)),
        (4, 3, 4, 0, (936, 147, 40, 96, 77, 0)),
        (4, 0, 4, 2, (360, 0, 110, 121, 165, 540)),
        (6, -1, 4, 0, (36, 105, 245, 265, 285, 360)),
        (6, -2, 5, 0, (36, 52, 462, 363, 383, 0)),
        (8, 0, 4, 0, (36, 42, 215, 216, 247, 540)),
        (8, 3, 4, 0, (216, 189, 235, 279, 269, 108)),
        (12, 3, 4, 0, (36, 0, 165, 154, 185, 756)),
    ],
)
def test_one_attack_on_a_base_in_good_order(
    firepower: int, modifier: int, quality: int, before: int, outcomes: tuple[int, ...]
):
    """All 1296 pairs of throws through the real rules: nothing, one suppression, pinned, cowered, broken either way."""
    counted = after_fire(firepower, modifier, quality, before)
    assert sum(counted.values()) == 1296
    names = ("nothing", "suppressed", "pinned", "cowered", "broken by check", "broken by threshold")
    assert tuple(counted[name] for name in names) == outcomes


def test_the_leader_who_improves_a_shot_most_directs_it_of_those_who_can():
    ratings = {"good": -1, "best": -2, "plain": 0, "bad": 1}
    own = [
        Base(id=id, side="allied", kind="leader", name=id, quality=4, rating=rating) for id, rating in ratings.items()
    ]
    assert directed_by(own, (None, "good", "best", "plain")) == "best"
    assert directed_by(own, (None, "good", "plain")) == "good"
    assert directed_by(own, (None, "plain", "bad")) is None, "no shot is better by them"
