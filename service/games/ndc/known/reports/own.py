"""What a side is told of its own units and points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from service.engine.hexes import Hex
from service.engine.reports import Report
from service.engine.state import duplicate
from service.games.ndc.known.picture import Picture
from service.games.ndc.printed.units import Account, LostOnTheWay, Unit, UnitId


@dataclass(frozen=True, kw_only=True)
class OwnUnitReported(Report):
    """One of the reader's own units reports how it stands. `changed` names the entries that their owner had wrong.

    `on_the_way`: what it has lost since it last reported as it moved, each with its hex, which lies marked on the map.
    """

    owed_by: ClassVar[str] = "NDC-REP-01"
    kind: Literal["own-unit-reported"] = "own-unit-reported"
    unit: Unit
    changed: tuple[str, ...]
    on_the_way: tuple[LostOnTheWay, ...] = field(default=(), compare=False)  # so that older matches are worked alike

    def teach(self, picture: Picture) -> None:
        picture.own[self.unit.id] = duplicate(self.unit)


@dataclass(frozen=True, kw_only=True)
class OwnUnitGone(Report):
    """One of the reader's own units is no more: `how` is eliminated, broken-down or recombined.

    `cause`, and `hex`: what cost its last level in a retreat, or as it moved, and where; "" where the result itself
    did, or in older matches. Who had lost less would know it from how the unit stands: so in a retreat nothing tells
    enemy control from a marker that lies in the same hex ("on its way").
    """

    owed_by: ClassVar[str] = "NDC-REP-01"
    kind: Literal["own-unit-gone"] = "own-unit-gone"
    unit: UnitId
    designation: str
    how: Literal["eliminated", "broken-down", "recombined"]
    cause: Literal["", "enemy control", "on its way", "no way back", "stood fast", "interdiction", "gas"] = field(
        default="", compare=False
    )
    hex: Hex | None = field(default=None, compare=False)  # both so that older matches are worked anew alike

    def teach(self, picture: Picture) -> None:
        picture.own.pop(self.unit, None)


@dataclass(frozen=True, kw_only=True)
class OwnAccountReported(Report):
    """The reader's own points: allotments, CSPs, EW points, commander. `changed` names the entries that differ."""

    owed_by: ClassVar[str] = "NDC-INT-01"
    kind: Literal["own-account-reported"] = "own-account-reported"
    account: Account
    changed: tuple[str, ...]

    def teach(self, picture: Picture) -> None:
        picture.account = duplicate(self.account)


@dataclass(frozen=True, kw_only=True)
class MovementStopped(Report):
    """An own unit was stopped: by an unseen zone of control, or by contact with a hidden enemy; it stands in `hex`.

    `reached`: where it was stopped, if it had to go back from there along its path for want of room (parent 3.13).
    `room`: who took it, which its owner, who knows where their own stand, could tell; "" in older matches.
    """

    owed_by: ClassVar[str] = "NDC-ZOC-04"
    kind: Literal["movement-stopped"] = "movement-stopped"
    unit: UnitId
    hex: Hex
    why: Literal["zone of control", "contact", "friends in the way"]
    reached: Hex | None = None
    room: Literal["", "friends", "an enemy"] = field(
        default="", compare=False
    )  # so that older matches are worked anew alike

    def teach(self, picture: Picture) -> None:
        if self.room == "an enemy" and self.reached is not None:
            picture.barred = {**picture.barred, self.reached: picture.turn}
        if self.why != "friends in the way" and self.unit in picture.own:
            picture.own[self.unit].stopped = True


@dataclass(frozen=True, kw_only=True)
class CommanderUsed(Report):
    """The reader's own division commander used command in a combat: result C, L, P or none."""

    owed_by: ClassVar[str] = "NDC-ATM-10"
    kind: Literal["commander-used"] = "commander-used"
    number: int
    result: str

    def teach(self, picture: Picture) -> None:
        """Their uses, and whether they were hit, stand in the account."""
