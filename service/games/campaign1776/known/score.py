"""What a side keeps of its log for the score: the British regulars that it was told to be lost, and the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from service.engine.reports import Telling
from service.engine.seats import Seat
from service.games.campaign1776.known.losses import losses_told
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.known.reports import GameEnded
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.reading import AMERICAN, BRITISH


@dataclass(frozen=True, kw_only=True)
class Scorebook:
    """Strength points that were told to be lost, by kind; and at the end the points by town, and how many British
    regulars were lost in all, those of whom one had not been told among them."""

    lost: dict[str, int] = field(default_factory=dict)
    points: dict[Hex, int] | None = None
    regulars: int | None = None


class Scorekeeper:
    """Keeps the scorebooks of matches."""

    def after(self, kept: Scorebook | None, told: Telling, seat: Seat, /) -> Scorebook:
        """What is kept after one more entry of a side's log."""
        scorebook = kept or Scorebook()
        if isinstance(told.report, GameEnded):
            return replace(scorebook, points=dict(told.report.points), regulars=told.report.lost)
        lost = losses_told(told.report)
        return _with(scorebook, lost) if lost else scorebook


def _with(scorebook: Scorebook, lost: Mapping[str, int]) -> Scorebook:
    found = dict(scorebook.lost)
    for kind, number in lost.items():
        found[kind] = found.get(kind, 0) + number
    return replace(scorebook, lost=found)


def british_hold(picture: Picture, hex: Hex) -> bool:
    """Whether the British hold a town, as far as a side knows: who has troops in towns is public."""
    holder = picture.public.held.get(hex, "nobody")
    if holder != "both":
        return holder == BRITISH
    if picture.side == AMERICAN:
        kinds = picture.rules.kind
        return not any(
            pool.at == hex and not pool.inside and not pool.aboard and kinds(pool.kind).combat
            for pool in picture.own.values()
        )
    return picture.contact_at(hex) is None
