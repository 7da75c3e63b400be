"""What a side keeps of its log for the score: the steps that it was told to be lost, and how it was judged in the end.

The score itself counts what is hidden too, and is told to nobody before the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from service.engine.reports import Telling
from service.engine.seats import Seat
from service.engine.state import duplicate
from service.games.korsun.known.former import renewed_items
from service.games.korsun.known.losses import losses_told
from service.games.korsun.known.reports import GameEnded
from service.games.korsun.printed.reading import Side
from service.games.korsun.printed.scenario import Scenario
from service.games.korsun.printed.units import Counter, UnitId


@dataclass(frozen=True, kw_only=True)
class Scorebook:
    """What is kept: steps of armor and of others that each side lost, and what was told when the match was over.

    `items` are points in quarters, by side and by what they are for.
    """

    armor: dict[Side, int] = field(default_factory=dict)
    others: dict[Side, int] = field(default_factory=dict)
    items: dict[Side, dict[str, int]] = field(default_factory=dict)

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renewed_items(said)


class Scorekeeper:
    """Keeps the scorebooks of matches that are played by the scenarios of one set of data."""

    def __init__(self, scenarios: Iterable[Scenario]) -> None:
        self.counters: dict[UnitId, Counter] = {}
        for given in scenarios:
            self.counters.update(given.counters)

    def after(self, kept: Scorebook | None, told: Telling, seat: Seat, /) -> Scorebook:
        """What is kept after one more entry of a side's log."""
        scorebook = kept or Scorebook()
        if isinstance(told.report, GameEnded):
            return replace(scorebook, items=duplicate(told.report.items))
        losses = losses_told(told.report)
        return self.lost(scorebook, losses) if losses else scorebook

    def lost(self, scorebook: Scorebook, losses: Mapping[UnitId, int]) -> Scorebook:
        """The same with these steps lost; those of alarm units count for nobody."""
        armor, others = dict(scorebook.armor), dict(scorebook.others)
        for id, steps in losses.items():
            counter = self.counters[id]
            if steps and not counter.profile.is_alarm:
                track = armor if counter.profile.is_armor else others
                track[counter.side] = track.get(counter.side, 0) + steps
        return replace(scorebook, armor=armor, others=others)
