"""What a side is told of support from off the map: artillery and air strikes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from service.engine.hexes import Hex
from service.engine.reports import Report
from service.games.skirmish.known.former import MissionStep, mission_told
from service.games.skirmish.known.picture import Mission, Picture


@dataclass(frozen=True, kw_only=True)
class PuffSeen(Report):
    """A round has been seen to fall in a hex (P18); why it fell there is known to whoever fired it alone."""

    kind: Literal["puff-seen"] = "puff-seen"
    hex: Hex
    what: str


@dataclass(frozen=True, kw_only=True)
class StrikeTold(Report):
    """Whether an air strike comes, with the dice: told to its owner alone (P19, P27)."""

    kind: Literal["strike-told"] = "strike-told"
    faces: tuple[int, ...]
    result: str
    ready: bool

    def teach(self, picture: Picture) -> None:
        picture.strike_ready = self.ready


@dataclass(frozen=True, kw_only=True)
class MissionTold(Report):
    """How an artillery mission stands, with the dice that decided it: told to its owner alone (P18, P27).

    `step` says of what it tells, `what` the same in words; they end before the `hex` at which it aims or falls.
    """

    kind: Literal["mission-told"] = "mission-told"
    mission: Mission
    what: str
    faces: tuple[int, ...] = ()
    step: MissionStep
    hex: Hex | None = None

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return mission_told(said)

    def teach(self, picture: Picture) -> None:
        picture.missions[self.mission.id] = self.mission
