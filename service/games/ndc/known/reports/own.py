"""What a side is told of its own units and points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.hexes import Hex
from service.engine.reports import Report
from service.engine.state import duplicate
from service.games.ndc.known.picture import Picture
from service.games.ndc.printed.units import Account, Unit, UnitId


@dataclass(frozen=True, kw_only=True)
class OwnUnitReported(Report):
    """One of the reader's own units reports how it stands. `changed` names the entries that their owner had wrong."""

    owed_by: ClassVar[str] = "NDC-REP-01"
    kind: Literal["own-unit-reported"] = "own-unit-reported"
    unit: Unit
    changed: tuple[str, ...]

    def teach(self, picture: Picture) -> None:
        picture.own[self.unit.id] = duplicate(self.unit)


@dataclass(frozen=True, kw_only=True)
class OwnUnitGone(Report):
    """One of the reader's own units is no more: `how` is eliminated, broken-down or recombined."""

    owed_by: ClassVar[str] = "NDC-REP-01"
    kind: Literal["own-unit-gone"] = "own-unit-gone"
    unit: UnitId
    designation: str
    how: Literal["eliminated", "broken-down", "recombined"]

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
    """

    owed_by: ClassVar[str] = "NDC-ZOC-04"
    kind: Literal["movement-stopped"] = "movement-stopped"
    unit: UnitId
    hex: Hex
    why: Literal["zone of control", "contact", "friends in the way"]
    reached: Hex | None = None

    def teach(self, picture: Picture) -> None:
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
