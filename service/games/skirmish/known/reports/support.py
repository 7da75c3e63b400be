"""What a side is told of support from off the map: artillery and air strikes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from service.engine.hexes import Hex
from service.engine.reports import Report
from service.games.skirmish.known.former import fall_told, mission_told
from service.games.skirmish.known.picture import Falling, Mission, MissionStep, Picture
from service.games.skirmish.printed.figures import Struck


@dataclass(frozen=True, kw_only=True)
class PuffSeen(Report):
    """A round has been seen to fall in a hex (P18); why it fell there is known to whoever fired it alone."""

    kind: Literal["puff-seen"] = "puff-seen"
    hex: Hex
    what: Falling

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return fall_told(said)


@dataclass(frozen=True, kw_only=True)
class StrikeTold(Report):
    """Whether an air strike comes, with the dice: told to its owner alone (P19, P27)."""

    kind: Literal["strike-told"] = "strike-told"
    faces: tuple[int, ...]
    result: Struck
    ready: bool

    def teach(self, picture: Picture) -> None:
        picture.strike_ready = self.ready


@dataclass(frozen=True, kw_only=True)
class MissionTold(Report):
    """How an artillery mission stands, with the dice that decided it: told to its owner alone (P18, P27).

    `step` says of what it tells. `hex`: at which it aims, or in which it was seen to fall. `limit`: what the dice of a
    call must not pass. `over`: whether a call has ended the mission. `fire`: which fire for effect it is.
    """

    kind: Literal["mission-told"] = "mission-told"
    mission: Mission
    step: MissionStep
    faces: tuple[int, ...] = ()
    hex: Hex | None = None
    limit: int | None = None
    over: bool = False
    fire: int | None = None

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return mission_told(said)

    def teach(self, picture: Picture) -> None:
        picture.missions[self.mission.id] = self.mission
