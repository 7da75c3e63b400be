"""How likely things are, by exact count of the 36 throws of two dice."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from service.games.skirmish.known.firepower import suppressions_by
from service.games.skirmish.printed.figures import FireFigures, MoraleFigures

THROWS = tuple(a + b for a, b in product(range(1, 7), repeat=2))
"""The sum of each throw of two dice."""


def percent(comes_true: Callable[[int], bool]) -> int:
    """In how many of a hundred throws something comes true, to the nearest."""
    return round(100 * sum(map(comes_true, THROWS)) / len(THROWS))


def effect_chance(figures: FireFigures, firepower: int, added: int) -> int:
    """The chance that a fire attack inflicts a suppression or more (P7), in a hundred."""
    return percent(lambda throw: suppressions_by(figures, firepower, throw, added) > 0)


def hit_chance(figures: FireFigures, number: int, added: int) -> int:
    """The chance that a shot at armour hits (P13), in a hundred."""
    return percent(lambda throw: throw != figures.unlucky and (throw == figures.lucky or throw + added <= number))


def pass_chance(figures: MoraleFigures, quality: int, added: int) -> int:
    """The chance of a quality roll (P4), in a hundred."""
    number = quality + figures.quality_bonus
    return percent(lambda throw: throw != figures.never and (throw == figures.always or throw + added <= number))
