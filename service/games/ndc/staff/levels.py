"""What the enemy is told of a unit at which intelligence level, in words, by the figures of a set of data."""

from __future__ import annotations

from collections.abc import Mapping

from service.games.ndc.printed.charts import ReportLevels

FACTS = {
    "hex": "where it stands",
    "type": "its type",
    "designation": "its name",
    "mode": "its mode",
    "to": "its T/O level",
}
NEW_HEXES, EVERY_HEX = "new hexes as it enters them", "every hex that it enters"


def told_from(least: ReportLevels) -> Mapping[str, int]:
    """The least level at which each thing is told, in words."""
    return {
        NEW_HEXES: least.movement,
        EVERY_HEX: least.movement + 1,
        **{FACTS[name]: level for name, level in least.shown.items()},
        "its losses in combat": least.losses,
        "that it is one unit, though spread": least.one_unit_though_spread,
    }


def told_at(least: ReportLevels, level: int) -> tuple[str, ...]:
    """What is told at this level, and not at a lower one."""
    return tuple(words for words, first in told_from(least).items() if first == level)


def told_of_mover(least: ReportLevels, level: int) -> tuple[str, ...]:
    """All that is told of a unit of this level that moves."""
    known = {words for words, first in told_from(least).items() if first <= level}
    steps = EVERY_HEX if EVERY_HEX in known else NEW_HEXES
    return tuple(words for words in (steps, *FACTS.values()) if words in known)
