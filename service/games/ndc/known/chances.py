"""What dice may make of a line of a combat: the values that it may come to, each with the throws that bring it."""

from __future__ import annotations

from collections.abc import Iterable

from service.games.ndc.printed.tables import Tables

LEVELS = range(5)
"""The intelligence levels of a unit."""
Chances = tuple[tuple[int, int], ...]
"""What a line may come to, each value with the number of throws that bring it."""


def counted_up(values: Iterable[tuple[int, int]]) -> Chances:
    """Values with their weights, each value once, from the least."""
    found: dict[int, int] = {}
    for value, weight in values:
        found[value] = found.get(value, 0) + weight
    return tuple(sorted(found.items()))


def together(lines: Iterable[Chances]) -> Chances:
    """What several lines come to in all."""
    whole: Chances = ((0, 1),)
    for line in lines:
        whole = counted_up((one + other, by * times) for one, by in whole for other, times in line)
    return whole


def moved(chances: Chances, by: int) -> Chances:
    """The same with something added that is sure."""
    return tuple((value + by, weight) for value, weight in chances)


def faces(die: str) -> range:
    """The faces of a die: of 1d6, 1 to 6."""
    return range(1, 1 + int(die.partition("d")[2]))


def support(tables: Tables, net: int, levels: Iterable[int]) -> Chances:
    """NDC-DFM-16: the support shift of so many CSPs more than the other side's, at levels that a defender may have."""
    seen = [tables.observed_fire(level) for level in levels]
    return counted_up((tables.support_shift(net, face + by), 1) for face in faces(tables.support.die) for by in seen)


def jamming(tables: Tables, rule: str, attacks: int, level: int, better: int) -> Chances:
    """NDC-RES-05, 06: what a unit's EW level comes to after so many EW attacks on it, at a net superiority."""
    levels: Chances = ((level, 1),)
    for _ in range(attacks):
        rises = counted_up((tables.ew_rise(face + better), 1) for face in faces(tables.ew.die))
        levels = counted_up(
            (min(tables.ew.highest, at + rise), by * times) for at, by in levels for rise, times in rises
        )
    return counted_up((tables.modifier(rule, at), by) for at, by in levels)
