"""What a side knows: its picture, built up from reports, never cut down from the truth.

Own units stand where their owner believes them; an enemy stands where and as they were last reported, with the turn of
the report. This module never imports the truth.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NewType

from service.engine.contacts import Handles
from service.engine.hexes import Hex
from service.engine.state import Picture as EnginePicture
from service.games.ndc.known.standing import StandingLines
from service.games.ndc.printed.scenario import Scenario, scenario
from service.games.ndc.printed.tables import Tables
from service.games.ndc.printed.units import Account, Marker, Mode, Side, Unit, UnitId, UnitType, Zone

HANDLES = Handles("E")
"""E1, E2 and so on."""

HexRow = NewType("HexRow", str)
"""Hexes as a picture keeps several of them, in order, with a space between each two: 0805 0905."""


def in_a_row(hexes: Iterable[Hex]) -> HexRow:
    return HexRow(" ".join(sorted(hexes)))


@lru_cache(maxsize=4096)
def hexes_of(row: HexRow) -> frozenset[Hex]:
    """The hexes of a row."""
    return frozenset(map(Hex, row.split()))


@dataclass(slots=True, kw_only=True)
class Contact:
    """An enemy as last reported, under a handle of this side's own counting.

    `hexes`: where; more than one when told that it is one unit in a double or triple zone. `known`: it counts as a
    known unit there (NDC-ZOC-01, parent 3.14). `track`: the hexes of its last reported movement. `engaged`: this side
    attacked it in this phase and the attack was not aborted; `engaged_with`: by these own units. `turn`: when it was
    last reported.
    """

    handle: str
    hexes: tuple[Hex, ...]
    known: bool
    turn: int
    type: UnitType | None = None
    designation: str | None = None
    mode: Mode | None = None
    to: int | None = None
    zone: Zone | None = None
    track: tuple[Hex, ...] = ()
    engaged: bool = False
    engaged_with: tuple[UnitId, ...] = ()


@dataclass(slots=True, kw_only=True)
class Attack:
    """A ground combat as it was declared to the defender, and so as they are asked about it (NDC-GCD-02 to 11)."""

    number: int
    target: Hex
    origin: Hex
    type: str
    attacker_ew: int
    barrage: int
    chemical: bool
    persistent: bool
    ew_attacks: int
    superiority: int
    total: int


@dataclass(slots=True, kw_only=True)
class Fire:
    """A counter-battery fire or interdiction as it was declared: hex and CSPs, undoubled (NDC-CBF-06, 07, 10, 11)."""

    number: int
    kind: str
    target: Hex
    csps: int


@dataclass(slots=True, kw_only=True)
class Planned:
    """A combat that this side has declared in the present segment, as it believes it: who, whence, what it books."""

    kind: str
    unit: UnitId | None
    origin: Hex | None
    target: Hex
    type: str = ""
    csps: int = 0
    ew: int = 0
    chemical: bool = False
    persistent: bool = False
    command: bool = False
    drawn: dict[str, int] = field(default_factory=dict)
    """How many CSPs come from which HQ, or from "air"."""
    lines: dict[str, int] = field(default_factory=dict, compare=False)  # older pictures lack it
    """What the attacker's own lines came to as it was ordered, by rule id."""


@dataclass(slots=True, kw_only=True)
class MustRetreat:
    """An own unit that has to leave its hex: where it is, how many hexes still, and from whom (parent 3.27).

    `kind`: "retreat" before an attack, "displace" by counter-battery fire. `stand_fast`: the owner may take the losses
    instead. `refused`: hexes that were tried in vain. `lines`: what the defender's own lines came to in the combat that
    drives it back, {rule id: value}; `fire` CSPs and `ew` attacks were its side's answer.
    """

    unit: UnitId
    kind: str
    hex: Hex
    hexes_left: int
    away_from: Hex | None
    stand_fast: bool
    refused: tuple[Hex, ...] = ()
    lines: dict[str, int] = field(default_factory=dict, compare=False)  # so that older matches are worked anew alike
    fire: int = field(default=0, compare=False)
    ew: int = field(default=0, compare=False)


@dataclass(slots=True, kw_only=True)
class Picture(EnginePicture):
    """All that one side of NATO Division Commander knows.

    `earlier_moves` and `open_moves` remember, by unit, which hexes it could have reached in earlier segments of the
    phase, and which it can newly reach in this one: {unit: {hexes of the known enemies beside: destinations}}
    (NDC-MOV-06).
    """

    side: Side
    double_intelligence: Side | None = None
    """The side whose points on operational intelligence count twice, as agreed when the match was opened."""
    time_of_day: str = ""
    weather: tuple[str, ...] = ()
    own: dict[UnitId, Unit] = field(default_factory=dict)
    account: Account = field(default_factory=lambda: Account(side=""))
    standing: StandingLines = field(default_factory=StandingLines)
    contacts: dict[str, Contact] = field(default_factory=dict)
    sightings: int = 0
    enemy_level: int | None = None
    enemy_sectors: tuple[str, ...] = ()
    markers: list[Marker] = field(default_factory=list)
    segment: int = 0
    planned: list[Planned] = field(default_factory=list)
    attacks: list[Attack] = field(default_factory=list)
    fires: list[Fire] = field(default_factory=list)
    question: int | None = None
    """The number of the declared combat that this side is being asked about."""
    retreating: MustRetreat | None = None
    open_moves: dict[UnitId, dict[HexRow, HexRow]] = field(default_factory=dict)
    earlier_moves: dict[UnitId, dict[HexRow, HexRow]] = field(default_factory=dict)
    enemy_uses: int = 0
    """The enemy's chemical uses in the whole game, as declared."""
    score: int | None = None
    verdict: str | None = None
    sent_off: dict[UnitId, tuple[Hex, ...]] = field(default_factory=dict, compare=False)  # older pictures lack it
    """The ways on which own units were ordered, each from its first hex, when `sent_off_at` was how the match stood."""
    sent_off_at: str = field(default="", compare=False)
    barred: dict[Hex, int] = field(default_factory=dict, compare=False)  # older pictures lack it
    """Hexes in which there was no room for an own unit because of an enemy that nobody told of, with the turn."""
    withstood: dict[Hex, int] = field(default_factory=dict, compare=False)  # older pictures lack it
    """Hexes on which an own attack was aborted this turn, with the most that the defender's lines can have come to."""

    @property
    def under_way(self) -> dict[UnitId, tuple[Hex, ...]]:
        """Own units of which it is not told yet whether they came where they were ordered, with their ways."""
        return self.sent_off if self.sent_off_at == self.moment else {}

    @property
    def moment(self) -> str:
        """What changes as soon as the orders of a segment are worked and told."""
        return f"{self.turn} {self.address} {self.segment} {self.letters}"

    def set_off(self, unit: UnitId, *way: Hex) -> None:
        """A unit is ordered along this way, from the hex where it is believed to stand."""
        before = self.under_way
        self.sent_off = {**before, unit: (*before.get(unit, ())[:-1], *way)}
        self.sent_off_at = self.moment

    @property
    def rules(self) -> Scenario:
        """Map, order of battle and victory conditions: public to both."""
        return scenario(self.data, self.scenario)

    @property
    def tables(self) -> Tables:
        return self.rules.tables

    @property
    def enemy(self) -> Side:
        return next(seat for seat in self.seats if seat != self.seat)

    def known_enemies(self) -> dict[Hex, Contact]:
        """Known enemy units by hex (parent 3.14)."""
        return {hex: contact for contact in self.contacts.values() if contact.known for hex in contact.hexes}

    def own_at(self, hex: Hex) -> list[Unit]:
        """Own units that this side believes to be in a hex, a spread zone included."""
        return [unit for unit in self.own.values() if unit.hex == hex or hex in unit.spread]

    def marker(self, kind: str, hex: Hex) -> Marker | None:
        return next((marker for marker in self.markers if marker.kind == kind and marker.hex == hex), None)
