"""A side's figures for charts, as it knows them: from its own picture and from what it was told."""

from __future__ import annotations

from collections.abc import Mapping

from service.engine.measures import LineRole, Measure
from service.engine.reports import Telling
from service.games.campaign1776.known.losses import losses_told
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.known.score import british_hold
from service.games.campaign1776.printed.reading import BRITISH

LOSSES, TOWNS, TROOPS, CONTACTS = "Strength points lost", "Points for towns", "Strength points", "What is seen"
DEGREES: tuple[tuple[str, LineRole], ...] = (
    ("that somebody is there", "fair"), ("about how many", "good"), ("by kind", "full"),
)  # fmt: skip
OURS, THEIRS = "ours", "theirs"
"""What is counted of the log."""


def measures(picture: Picture, counts: Mapping[str, int]) -> list[Measure]:
    """A side's figures as it knows them; `counts` are of all that it was told until now."""
    kinds, intel = picture.rules.kind, picture.rules.tables.intel.levels
    score = picture.rules.score
    towns = sum(points for hex, points in score.points.items() if british_hold(picture, hex)) if score else 0
    own = sum(pool.number for pool in picture.own.values() if kinds(pool.kind).combat)
    contacts = [one for one in picture.contacts.values() if one.ships is None]
    levels = (intel.presence, intel.estimate, intel.composition)
    seen = [sum(one.in_sight and min(one.level, levels[-1]) == level for one in contacts) for level in levels]
    return [
        Measure(chart=TROOPS, name="ours", value=own, role="own"),
        Measure(chart=LOSSES, name="ours", value=counts.get(OURS, 0), role="own"),
        Measure(chart=LOSSES, name="the enemy's, as told", value=counts.get(THEIRS, 0), role="foe"),
        Measure(chart=TOWNS, name="British", value=towns, role="own" if picture.side == BRITISH else "foe"),
        Measure(chart=CONTACTS, name="out of sight", value=sum(not one.in_sight for one in contacts), role="faint",
                stacked=True),
        *(
            Measure(chart=CONTACTS, name=name, value=value, role=role, stacked=True)
            for value, (name, role) in zip(seen, DEGREES, strict=True)
        ),
    ]  # fmt: skip


def counted(picture: Picture, told: Telling) -> dict[str, int]:
    """Strength points of one's own, and of the enemy, that a report tells to be lost."""
    found = dict[str, int]()
    for code, number in losses_told(told.report).items():
        kind = picture.rules.kind(code)
        if kind.combat:
            whose = OURS if kind.seat == picture.side else THEIRS
            found[whose] = found.get(whose, 0) + number
    return found
