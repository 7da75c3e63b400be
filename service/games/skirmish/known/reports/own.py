"""What a side is told of its own bases: how they are, what they throw for, and who is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from service.engine.reports import Report
from service.games.skirmish.known.former import check_told
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.printed.bases import Base, BaseId, Gone
from service.games.skirmish.printed.figures import Checked


@dataclass(frozen=True, kw_only=True)
class OwnBases(Report):
    """Own bases as they are now: an owner knows all of their bases.

    Of an ordered way what was gone lies behind them; `under_way` says so, since matches of before kept it whole.
    """

    kind: Literal["own-bases"] = "own-bases"
    bases: tuple[Base, ...]
    under_way: bool = False

    def teach(self, picture: Picture) -> None:
        for base in self.bases:
            before, march = picture.own.get(base.id), picture.marches.get(base.id)
            picture.own[base.id] = base.changed()
            stepped = before is not None and before.hex != base.hex
            if self.under_way and stepped and march and march.path[:1] == (base.hex,):
                picture.marches[base.id] = replace(march, path=march.path[1:])


MORALE_CHECK = "P5"
"""The rule of a morale check, and of no other quality roll."""


@dataclass(frozen=True, kw_only=True)
class NewLeader:
    """A leader who has come from the ranks (SKR-RAL-03)."""

    quality: int
    rating: int


@dataclass(frozen=True, kw_only=True)
class CheckTold(Report):
    """A quality roll of an own base, all of it (P27): what for, the dice, what was added, and what came of it.

    Where the base is a `leader` who has come from the ranks, their quality and rating. `number` is the total up to
    which the throw succeeds; `now` the morale that a rally has brought the base to.
    """

    kind: Literal["check-told"] = "check-told"
    base: BaseId
    what: str
    rule: str
    faces: tuple[int, ...] = ()
    modifiers: tuple[tuple[str, int], ...] = ()
    result: Checked
    # Not compared, so that a match of before, which told it in the result alone, is worked anew as it was.
    leader: NewLeader | None = field(default=None, compare=False)
    number: int | None = field(default=None, compare=False)
    now: str = field(default="", compare=False)

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return check_told(said)


@dataclass(frozen=True, kw_only=True)
class BaseLost(Report):
    """An own base is gone for good: eliminated, captured, or off the map."""

    kind: Literal["base-lost"] = "base-lost"
    base: BaseId
    how: Gone
