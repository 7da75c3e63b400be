"""The reports of NATO Division Commander, and what each teaches the side that is told.

NDC-SEC-01: nothing else is ever told. `OWED` lists every kind with the rule that allows it; a test compares it with all
kinds met in long playouts. What is secret for good has no report that bears it to the other side (NDC-SEC-02): points
and how they are split, transfers, forced marches, fatigue, ratings. This module never imports the truth.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.bills import Bill
from service.engine.hexes import Hex
from service.engine.reports import Report
from service.engine.state import duplicate
from service.games.ndc.known.picture import Attack, Contact, Fire, MustRetreat, Picture
from service.games.ndc.printed.units import Account, Marker, Mode, Side, Unit, UnitId, UnitType, Zone

COMBAT = "combat"
"""What a report is told on that tells of one combat or fire, from its declaration on; the item is its number, of which
both sides hear with the declaration."""


@dataclass(frozen=True, kw_only=True)
class NdcReport(Report):
    """A report of this game. `rule` says which rule lets it be told."""

    rule: ClassVar[str]


# ---- the turn


@dataclass(frozen=True, kw_only=True)
class WeatherDetermined(NdcReport):
    """The weather of the game turn. The dice are public, `number` is the roll's number on the public track."""

    rule: ClassVar[str] = "NDC-WEA-02"
    kind: Literal["weather-determined"] = "weather-determined"
    turn: int
    time_of_day: str
    conditions: tuple[str, ...]
    dice: tuple[int, ...]
    number: int

    def teach(self, picture: Picture) -> None:
        picture.turn = self.turn
        picture.time_of_day = self.time_of_day
        picture.weather = self.conditions


@dataclass(frozen=True, kw_only=True)
class SectorsDeclared(NdcReport):
    """The enemy's operational intelligence level and the sectors that he searches."""

    rule: ClassVar[str] = "NDC-INT-03"
    kind: Literal["sectors-declared"] = "sectors-declared"
    level: int
    sectors: tuple[str, ...]

    def teach(self, picture: Picture) -> None:
        picture.enemy_level = self.level
        picture.enemy_sectors = self.sectors


# ---- one's own side


@dataclass(frozen=True, kw_only=True)
class OwnUnitReported(NdcReport):
    """One of the reader's own units reports how it stands. `changed` names the entries that differ from his belief."""

    rule: ClassVar[str] = "NDC-REP-01"
    kind: Literal["own-unit-reported"] = "own-unit-reported"
    unit: Unit
    changed: tuple[str, ...]

    def teach(self, picture: Picture) -> None:
        picture.own[self.unit.id] = duplicate(self.unit)


@dataclass(frozen=True, kw_only=True)
class OwnUnitGone(NdcReport):
    """One of the reader's own units is no more: `how` is eliminated, broken-down or recombined."""

    rule: ClassVar[str] = "NDC-REP-01"
    kind: Literal["own-unit-gone"] = "own-unit-gone"
    unit: UnitId
    designation: str
    how: Literal["eliminated", "broken-down", "recombined"]

    def teach(self, picture: Picture) -> None:
        picture.own.pop(self.unit, None)


@dataclass(frozen=True, kw_only=True)
class OwnAccountReported(NdcReport):
    """The reader's own points: allotments, CSPs, EW points, commander. `changed` names the entries that differ."""

    rule: ClassVar[str] = "NDC-INT-01"
    kind: Literal["own-account-reported"] = "own-account-reported"
    account: Account
    changed: tuple[str, ...]

    def teach(self, picture: Picture) -> None:
        picture.account = duplicate(self.account)


@dataclass(frozen=True, kw_only=True)
class SegmentOpened(NdcReport):
    """A Movement Segment of the reader's own phase begins; what each unit could reach is remembered (NDC-MOV-06)."""

    rule: ClassVar[str] = "NDC-MOV-03"
    kind: Literal["segment-opened"] = "segment-opened"
    segment: int

    def teach(self, picture: Picture) -> None:
        from service.games.ndc.known.reach import remember_open_moves

        picture.segment = self.segment
        picture.planned = []
        remember_open_moves(picture)


@dataclass(frozen=True, kw_only=True)
class PhaseOpened(NdcReport):
    """A Movement and Combat Phase begins, of the reader's side or (`own` false) the other's: accounts are full."""

    rule: ClassVar[str] = "NDC-MOV-01"
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
class MovementStopped(NdcReport):
    """An own unit was stopped: by an unseen zone of control, or by contact with a hidden enemy; it stands in `hex`.

    `reached`: where it was stopped, if it had to go back from there along its path for want of room (parent 3.13).
    """

    rule: ClassVar[str] = "NDC-ZOC-04"
    kind: Literal["movement-stopped"] = "movement-stopped"
    unit: UnitId
    hex: Hex
    why: Literal["zone of control", "contact", "friends in the way"]
    reached: Hex | None = None

    def teach(self, picture: Picture) -> None:
        if self.why != "friends in the way" and self.unit in picture.own:
            picture.own[self.unit].stopped = True


# ---- the enemy


@dataclass(frozen=True, kw_only=True)
class MovementSighted(NdcReport):
    """An enemy unit entered these hexes, in this order. It is not known in the last of them by this report alone."""

    rule: ClassVar[str] = "NDC-REP-04"
    kind: Literal["movement-sighted"] = "movement-sighted"
    handle: str
    path: tuple[Hex, ...]

    def teach(self, picture: Picture) -> None:
        seen = picture.contacts.get(self.handle)
        if seen is None:
            picture.sightings += 1
            seen = Contact(handle=self.handle, hexes=(), known=False, turn=picture.turn)
            picture.contacts[self.handle] = seen
        supersede(picture, self.path[-1:], self.handle)
        seen.hexes, seen.track, seen.known, seen.turn = self.path[-1:], self.path, False, picture.turn
        seen.engaged, seen.engaged_with = False, ()


@dataclass(frozen=True, kw_only=True)
class UnitLocated(NdcReport):
    """An enemy unit stands in these hexes. Items that are not told are None.

    `replaces`: handles that were this unit too. `because`: its level, its owner's own word, or a rule (stop, contact,
    combat).
    """

    rule: ClassVar[str] = "NDC-REP-06"
    kind: Literal["unit-located"] = "unit-located"
    handle: str
    hexes: tuple[Hex, ...]
    because: Literal["intelligence", "stop", "contact", "combat", "revealed"]
    type: UnitType | None = None
    designation: str | None = None
    mode: Mode | None = None
    to: int | None = None
    zone: Zone | None = None
    replaces: tuple[str, ...] = ()

    def teach(self, picture: Picture) -> None:
        seen = picture.contacts.get(self.handle)
        if seen is None:
            picture.sightings += 1
            seen = Contact(handle=self.handle, hexes=self.hexes, known=True, turn=picture.turn)
            picture.contacts[self.handle] = seen
        for handle in self.replaces:
            picture.contacts.pop(handle, None)
        if self.designation is not None:
            for other in [c.handle for c in picture.contacts.values() if c.designation == self.designation]:
                if other != self.handle:
                    del picture.contacts[other]
        if self.hexes:
            supersede(picture, self.hexes, self.handle)
            seen.hexes, seen.known = self.hexes, True
        seen.turn = picture.turn
        seen.type = self.type or seen.type
        seen.designation = self.designation or seen.designation
        seen.mode = self.mode or seen.mode
        seen.to = seen.to if self.to is None else self.to
        seen.zone = self.zone or seen.zone


@dataclass(frozen=True, kw_only=True)
class ContactWithdrawn(NdcReport):
    """What was reported of a contact no longer holds; what holds instead is not told. `items`: hex, mode, to, zone.

    `hexes`: where the reader has had it, if it is its hex that no longer holds.
    """

    rule: ClassVar[str] = "NDC-REP-20"
    kind: Literal["contact-withdrawn"] = "contact-withdrawn"
    handle: str
    items: tuple[str, ...]
    hexes: tuple[Hex, ...] = ()

    def teach(self, picture: Picture) -> None:
        seen = picture.contacts.get(self.handle)
        if seen is None:
            return
        if "hex" in self.items:
            seen.known, seen.engaged, seen.engaged_with = False, False, ()
        if "mode" in self.items:
            seen.mode = None
        if "to" in self.items:
            seen.to = None
        if "zone" in self.items:
            seen.zone = None


@dataclass(frozen=True, kw_only=True)
class EnemyRetreated(NdcReport):
    """A contact left its hex, by retreat or displacement, through these hexes."""

    rule: ClassVar[str] = "NDC-RES-14"
    kind: Literal["enemy-retreated"] = "enemy-retreated"
    handle: str
    path: tuple[Hex, ...]
    displaced: bool = False

    def teach(self, picture: Picture) -> None:
        seen = picture.contacts.get(self.handle)
        if seen is None:
            return
        supersede(picture, self.path[-1:], self.handle)
        seen.hexes, seen.track, seen.known, seen.turn = self.path[-1:], self.path, False, picture.turn
        seen.engaged, seen.engaged_with, seen.zone = False, (), None


@dataclass(frozen=True, kw_only=True)
class EnemyLost(NdcReport):
    """A contact lost T/O levels; `eliminated`: it is gone."""

    rule: ClassVar[str] = "NDC-RES-14"
    kind: Literal["enemy-lost"] = "enemy-lost"
    handle: str
    steps: int
    eliminated: bool

    def teach(self, picture: Picture) -> None:
        if self.eliminated:
            picture.contacts.pop(self.handle, None)


@dataclass(frozen=True, kw_only=True)
class HexFoundEmpty(NdcReport):
    """No enemy was in a hex that was attacked, or that an own unit entered."""

    rule: ClassVar[str] = "NDC-REP-20"
    kind: Literal["hex-found-empty"] = "hex-found-empty"
    hex: Hex

    def teach(self, picture: Picture) -> None:
        forget_hex(picture, self.hex)


# ---- combats


@dataclass(frozen=True, kw_only=True)
class AttackDeclared(NdcReport):
    """The enemy declares a ground combat: to its defender."""

    rule: ClassVar[str] = "NDC-GCD-02"
    kind: Literal["attack-declared"] = "attack-declared"
    attack: Attack

    def teach(self, picture: Picture) -> None:
        picture.attacks.append(duplicate(self.attack))


@dataclass(frozen=True, kw_only=True)
class FireDeclared(NdcReport):
    """The enemy declares counter-battery fire or an interdiction."""

    rule: ClassVar[str] = "NDC-CBF-06"
    kind: Literal["fire-declared"] = "fire-declared"
    fire: Fire

    def teach(self, picture: Picture) -> None:
        picture.fires.append(duplicate(self.fire))


@dataclass(frozen=True, kw_only=True)
class AttackTotalled(NdcReport):
    """The breakdown of an attacker's own total, line by line: {rule id: value}."""

    rule: ClassVar[str] = "NDC-GCD-11"
    kind: Literal["attack-totalled"] = "attack-totalled"
    number: int
    unit: UnitId
    target: Hex
    lines: dict[str, int]
    total: int

    def teach(self, picture: Picture) -> None:
        """The picture keeps no breakdowns; they stand in the log."""


@dataclass(frozen=True, kw_only=True)
class SupportLost(NdcReport):
    """Not all could be given that its side ordered for a combat or fire: an HQ was lost, hurt or stopped on its way.

    `csps` of the `ordered` ones fire, `ew` of the `ew_ordered` attacks are made; `chemical_lost`: its shells bear no
    chemicals. Of an interdiction, `marker` is the own one that truly lies in the hex.
    """

    rule: ClassVar[str] = "NDC-GCD-06"
    kind: Literal["support-lost"] = "support-lost"
    number: int
    target: Hex
    ordered: int
    csps: int
    ew_ordered: int = 0
    ew: int = 0
    chemical_lost: bool = False
    interdiction: bool = False
    marker: Marker | None = None

    def teach(self, picture: Picture) -> None:
        """An interdiction lies on its owner's map from the moment when he orders it."""
        if self.interdiction:
            kept = [
                m for m in picture.markers if (m.kind, m.hex, m.side) != ("interdiction", self.target, picture.side)
            ]
            picture.markers = kept + ([copy(self.marker)] if self.marker is not None else [])


@dataclass(frozen=True, kw_only=True)
class QuestionPut(NdcReport):
    """The reader is asked about one declared combat, in the order in which they were declared."""

    rule: ClassVar[str] = "NDC-MOV-02"
    kind: Literal["question-put"] = "question-put"
    number: int

    def teach(self, picture: Picture) -> None:
        picture.question = self.number
        picture.retreating = None


@dataclass(frozen=True, kw_only=True)
class RetreatDue(NdcReport):
    """An own unit has to retreat or is displaced; its owner chooses the hex, or None: it is over."""

    rule: ClassVar[str] = "NDC-RES-11"
    kind: Literal["retreat-due"] = "retreat-due"
    due: MustRetreat | None

    def teach(self, picture: Picture) -> None:
        picture.retreating = duplicate(self.due)


@dataclass(frozen=True, kw_only=True)
class CombatResolved(NdcReport):
    """What is declared of a ground combat: to both sides alike.

    `outcome`: cancelled, no-contact, abort, overrun or resolved. `attacker_ew`: the attacking unit's EW level after the
    defender's EW attacks; how many he made, and that any failed, is told to nobody (NDC-RES-06). `attacker_loss`: T/O
    levels; `attacker_path`: hexes of its retreat; `advanced`: it holds the vacated hex. `breakthrough`: the hex of the
    marker.
    """

    rule: ClassVar[str] = "NDC-MAIL-04"
    kind: Literal["combat-resolved"] = "combat-resolved"
    number: int
    target: Hex
    origin: Hex
    type: str
    outcome: Literal["cancelled", "no-contact", "abort", "overrun", "resolved"]
    fire: int = 0
    chemical: bool = False
    persistent: bool = False
    attacker_ew: int = 0
    attacker_loss: int = 0
    attacker_path: tuple[Hex, ...] = ()
    advanced: bool = False
    breakthrough: Hex | None = None

    def teach(self, picture: Picture) -> None:
        """Losses and positions come with reports of their own; the enemy's chemical uses are counted (NDC-DFM-08)."""
        attack = next((attack for attack in picture.attacks if attack.number == self.number), None)
        used = self.chemical if attack is None else attack.chemical
        if used and self.outcome != "cancelled":
            picture.enemy_uses += 1
        picture.question, picture.retreating = None, None


@dataclass(frozen=True, kw_only=True)
class EngagedByUs(NdcReport):
    """A contact that this side attacked shows as Engaged with the attacker until Housekeeping (parent 3.29)."""

    rule: ClassVar[str] = "NDC-HSK-06"
    kind: Literal["engaged-by-us"] = "engaged-by-us"
    handle: str
    unit: UnitId = ""

    def teach(self, picture: Picture) -> None:
        if self.handle in picture.contacts:
            seen = picture.contacts[self.handle]
            seen.engaged, seen.engaged_with = True, (*seen.engaged_with, self.unit)


@dataclass(frozen=True, kw_only=True)
class FireResolved(NdcReport):
    """A counter-battery fire was worked. What it did is told apart, and only as the target's level allows."""

    rule: ClassVar[str] = "NDC-CBF-09"
    kind: Literal["fire-resolved"] = "fire-resolved"
    number: int
    target: Hex
    csps: int

    def teach(self, picture: Picture) -> None:
        picture.question, picture.retreating = None, None


@dataclass(frozen=True, kw_only=True)
class CommanderUsed(NdcReport):
    """The reader's own division commander used command in a combat: result C, L, P or none."""

    rule: ClassVar[str] = "NDC-ATM-10"
    kind: Literal["commander-used"] = "commander-used"
    number: int
    result: str

    def teach(self, picture: Picture) -> None:
        """His uses, and whether he was hit, stand in the account."""


# ---- markers


@dataclass(frozen=True, kw_only=True)
class MarkerPlaced(NdcReport):
    """A marker lies on both maps."""

    rule: ClassVar[str] = "NDC-RES-15"
    kind: Literal["marker-placed"] = "marker-placed"
    marker: Marker

    def teach(self, picture: Picture) -> None:
        lay_marker(picture.markers, self.marker)


@dataclass(frozen=True, kw_only=True)
class MarkersRemoved(NdcReport):
    """Housekeeping of a side took these markers off; Engaged and EW markers go with it."""

    rule: ClassVar[str] = "NDC-HSK-02"
    kind: Literal["markers-removed"] = "markers-removed"
    markers: tuple[Marker, ...]

    def teach(self, picture: Picture) -> None:
        picture.markers = [marker for marker in picture.markers if marker not in self.markers]
        picture.attacks, picture.fires, picture.planned = [], [], []
        picture.question, picture.retreating = None, None
        for contact in picture.contacts.values():
            contact.engaged, contact.engaged_with = False, ()


# ---- the end


@dataclass(frozen=True, kw_only=True)
class VictoryDeclared(NdcReport):
    """The match is over: the score with its parts, who controls which objective, and the verdict."""

    rule: ClassVar[str] = "NDC-SEQ-01"
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


def supersede(picture: Picture, hexes: tuple[Hex, ...], handle: str) -> None:
    """A newer report of a hex takes the place of unconfirmed sightings there: one hex, one story."""
    for other in list(picture.contacts.values()):
        if other.handle != handle and not other.known and set(other.hexes) <= set(hexes):
            del picture.contacts[other.handle]


def forget_hex(picture: Picture, hex: Hex) -> None:
    """An own unit is in the hex, or found nobody there: no contact stands in it any longer."""
    for contact in list(picture.contacts.values()):
        if hex in contact.hexes:
            rest = tuple(other for other in contact.hexes if other != hex)
            if rest:
                contact.hexes = rest
            else:
                del picture.contacts[contact.handle]


REPORTS: tuple[type[NdcReport], ...] = (
    WeatherDetermined, SectorsDeclared, OwnUnitReported, OwnUnitGone, OwnAccountReported,
    SegmentOpened, PhaseOpened, MovementStopped, MovementSighted, UnitLocated, ContactWithdrawn, EnemyRetreated,
    EnemyLost, HexFoundEmpty, AttackDeclared, FireDeclared, AttackTotalled, SupportLost, QuestionPut, RetreatDue,
    CombatResolved, EngagedByUs, FireResolved, CommanderUsed, MarkerPlaced, MarkersRemoved, VictoryDeclared,
)  # fmt: skip

OWED: dict[str, str] = {str(report.__dataclass_fields__["kind"].default): report.rule for report in REPORTS}
"""Every kind of report that this game may hand out, with the rule that allows it."""
