"""What both sides, or one of them, are told of the turn, of its markers, and of the end of the match."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.bills import Bill
from service.engine.hexes import Hex
from service.engine.reports import Report
from service.games.ndc.known.picture import Picture
from service.games.ndc.printed.units import Marker, Side


@dataclass(frozen=True, kw_only=True)
class WeatherDetermined(Report):
    """The weather of the game turn. The dice are public, `number` is the roll's number on the public track."""

    owed_by: ClassVar[str] = "NDC-WEA-02"
    kind: Literal["weather-determined"] = "weather-determined"
    turn: int
    time_of_day: str
    conditions: tuple[str, ...]
    dice: tuple[int, ...]
    number: int

    def teach(self, picture: Picture) -> None:
        picture.turn, picture.withstood = self.turn, {}
        picture.time_of_day = self.time_of_day
        picture.weather = self.conditions


@dataclass(frozen=True, kw_only=True)
class SectorsDeclared(Report):
    """The enemy's operational intelligence level and the sectors that they search."""

    owed_by: ClassVar[str] = "NDC-INT-03"
    kind: Literal["sectors-declared"] = "sectors-declared"
    level: int
    sectors: tuple[str, ...]

    def teach(self, picture: Picture) -> None:
        picture.enemy_level = self.level
        picture.enemy_sectors = self.sectors


@dataclass(frozen=True, kw_only=True)
class SegmentOpened(Report):
    """A Movement Segment of the reader's own phase begins; what each unit could reach is remembered (NDC-MOV-06)."""

    owed_by: ClassVar[str] = "NDC-MOV-03"
    kind: Literal["segment-opened"] = "segment-opened"
    segment: int

    def teach(self, picture: Picture) -> None:
        from service.games.ndc.known.reach import remember_open_moves

        picture.segment = self.segment
        picture.planned = []
        remember_open_moves(picture)


@dataclass(frozen=True, kw_only=True)
class PhaseOpened(Report):
    """A Movement and Combat Phase begins, of the reader's side or (`own` false) the other's: accounts are full."""

    owed_by: ClassVar[str] = "NDC-MOV-01"
    kind: Literal["phase-opened"] = "phase-opened"
    own: bool

    def teach(self, picture: Picture) -> None:
        picture.segment = 0
        picture.open_moves, picture.earlier_moves = {}, {}
        picture.planned, picture.attacks, picture.fires = [], [], []
        picture.account.begin_phase()
        for unit in picture.own.values() if self.own else ():
            unit.begin_phase()


@dataclass(frozen=True, kw_only=True)
class MarkerPlaced(Report):
    """A marker lies on both maps."""

    owed_by: ClassVar[str] = "NDC-RES-15"
    kind: Literal["marker-placed"] = "marker-placed"
    marker: Marker

    def teach(self, picture: Picture) -> None:
        lay_marker(picture.markers, self.marker)


@dataclass(frozen=True, kw_only=True)
class MarkersRemoved(Report):
    """Housekeeping of a side took these markers off; Engaged and EW markers go with it."""

    owed_by: ClassVar[str] = "NDC-HSK-02"
    kind: Literal["markers-removed"] = "markers-removed"
    markers: tuple[Marker, ...]

    def teach(self, picture: Picture) -> None:
        picture.markers = [marker for marker in picture.markers if marker not in self.markers]
        picture.attacks, picture.fires, picture.planned = [], [], []
        picture.question, picture.retreating = None, None
        for contact in picture.contacts.values():
            contact.engaged, contact.engaged_with = False, ()


@dataclass(frozen=True, kw_only=True)
class VictoryDeclared(Report):
    """The match is over: the score with its parts, who controls which objective, and the verdict."""

    owed_by: ClassVar[str] = "NDC-SEQ-01"
    kind: Literal["victory-declared"] = "victory-declared"
    score: int
    verdict: str
    parts: dict[str, int]
    control: dict[Hex, Side]

    @property
    def bill(self) -> Bill:
        """What the score is made of, as it is stored in `parts`."""
        return Bill.of(self.parts.items())

    def teach(self, picture: Picture) -> None:
        picture.score, picture.verdict = self.score, self.verdict
        picture.ended, picture.asked = True, False


def lay_marker(markers: list[Marker], marker: Marker) -> None:
    """Lay a marker; of two of one side and kind in a hex the stronger one stays."""
    for old in markers:
        if (old.kind, old.hex, old.side) == (marker.kind, marker.hex, marker.side):
            old.strength = max(old.strength, marker.strength)
            return
    markers.append(copy(marker))
