"""What a side is told of combats and fires: declared, asked about, resolved."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from service.engine.hexes import Hex
from service.engine.reports import Report
from service.engine.state import duplicate
from service.games.ndc.known.chances import LEVELS, support
from service.games.ndc.known.picture import Attack, Fire, MustRetreat, Picture
from service.games.ndc.printed.units import Marker, UnitId

COMBAT = "combat"
"""What a report is told on that tells of one combat or fire, from its declaration on; the item is its number, of which
both sides hear with the declaration."""


@dataclass(frozen=True, kw_only=True)
class AttackDeclared(Report):
    """The enemy declares a ground combat: to its defender.

    `in_target`, `in_origin`: the reader's own units that stand then in the hex attacked, and in that it comes from.
    """

    owed_by: ClassVar[str] = "NDC-GCD-02"
    kind: Literal["attack-declared"] = "attack-declared"
    attack: Attack
    in_target: tuple[UnitId, ...] = field(default=(), compare=False)  # so that older matches are worked anew alike
    in_origin: tuple[UnitId, ...] = field(default=(), compare=False)

    def teach(self, picture: Picture) -> None:
        """Whoever is known where it comes from has been seen there now, if that is one alone."""
        picture.attacks.append(duplicate(self.attack))
        there = [seen for seen in picture.contacts.values() if seen.known and self.attack.origin in seen.hexes]
        if len(there) == 1:
            there[0].turn = picture.turn


@dataclass(frozen=True, kw_only=True)
class FireDeclared(Report):
    """The enemy declares counter-battery fire or an interdiction.

    `in_target`: the reader's own headquarters with guns in the hex; None where it was told before that was kept.
    """

    owed_by: ClassVar[str] = "NDC-CBF-06"
    kind: Literal["fire-declared"] = "fire-declared"
    fire: Fire
    in_target: tuple[UnitId, ...] | None = field(default=None, compare=False)

    def teach(self, picture: Picture) -> None:
        picture.fires.append(duplicate(self.fire))


@dataclass(frozen=True, kw_only=True)
class AttackTotalled(Report):
    """The breakdown of an attacker's own total, line by line: {rule id: value}.

    `ordered`: what those lines of it came to, as its owner ordered it, that have come otherwise.
    """

    owed_by: ClassVar[str] = "NDC-GCD-11"
    kind: Literal["attack-totalled"] = "attack-totalled"
    number: int
    unit: UnitId
    target: Hex
    lines: dict[str, int]
    total: int
    ordered: dict[str, int] = field(default_factory=dict, compare=False)  # so that older matches are worked anew alike

    def teach(self, picture: Picture) -> None:
        """The picture keeps no breakdowns but that of an attack whose result is not told yet; they stand in the log."""
        for plan in picture.planned:
            if (plan.kind, plan.unit, plan.target) == ("ground", self.unit, self.target):
                plan.lines = dict(self.lines)


@dataclass(frozen=True, kw_only=True)
class DefenceTotalled(Report):
    """What the defender's own lines came to in a combat that was fought: {rule id: value}, told with its result.

    All of it follows from its own units as they stood. What the attacker has brought and the support shift, whose die
    nobody is told, is not among it (NDC-RES-07).
    """

    owed_by: ClassVar[str] = "NDC-REP-01"
    kind: Literal["defence-totalled"] = "defence-totalled"
    number: int
    unit: UnitId
    target: Hex
    lines: dict[str, int]

    def teach(self, picture: Picture) -> None:
        """The picture keeps no breakdowns; they stand in the log."""


@dataclass(frozen=True, kw_only=True)
class SupportLost(Report):
    """Not all could be given that its side ordered for a combat or fire: an HQ was lost, hurt or stopped on its way.

    `csps` of the `ordered` ones fire, `ew` of the `ew_ordered` attacks are made; `chemical_lost`: its shells bear no
    chemicals. Of an interdiction, `marker` is the own one that truly lies in the hex.
    """

    owed_by: ClassVar[str] = "NDC-GCD-06"
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
        """An interdiction lies on its owner's map from the moment when they order it."""
        for plan in picture.planned:
            if (plan.kind, plan.target, plan.csps) == ("ground", self.target, self.ordered) and not self.interdiction:
                plan.csps = self.csps
        if self.interdiction:
            kept = [
                m for m in picture.markers if (m.kind, m.hex, m.side) != ("interdiction", self.target, picture.side)
            ]
            picture.markers = kept + ([copy(self.marker)] if self.marker is not None else [])


@dataclass(frozen=True, kw_only=True)
class QuestionPut(Report):
    """The reader is asked about one declared combat, in the order in which they were declared."""

    owed_by: ClassVar[str] = "NDC-MOV-02"
    kind: Literal["question-put"] = "question-put"
    number: int

    def teach(self, picture: Picture) -> None:
        picture.question = self.number
        picture.retreating = None


@dataclass(frozen=True, kw_only=True)
class RetreatDue(Report):
    """An own unit has to retreat or is displaced; its owner chooses the hex, or None: it is over."""

    owed_by: ClassVar[str] = "NDC-RES-11"
    kind: Literal["retreat-due"] = "retreat-due"
    due: MustRetreat | None

    def teach(self, picture: Picture) -> None:
        picture.retreating = duplicate(self.due)


@dataclass(frozen=True, kw_only=True)
class CombatResolved(Report):
    """What is declared of a ground combat: to both sides alike.

    `outcome`: cancelled, no-contact, abort, overrun or resolved. `attacker_ew`: the attacking unit's EW level after the
    defender's EW attacks; how many they made, and that any failed, is told to nobody (NDC-RES-06). `attacker_loss`: T/O
    levels; `attacker_path`: hexes of its retreat; `advanced`: it holds the vacated hex. `breakthrough`: the hex of the
    marker.
    """

    owed_by: ClassVar[str] = "NDC-MAIL-04"
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
        most = most_that_withstood(picture, self) if self.outcome == "abort" else None
        if most is not None:
            picture.withstood = {**picture.withstood, self.target: most}


def most_that_withstood(picture: Picture, result: CombatResolved) -> int | None:
    """NDC-RES-09: the most that a defender's lines can have come to where an own attack was aborted; None for others.

    By what its reader was told: their own total, the ground, both sides' fire, how their unit was jammed.
    """
    tables = picture.tables
    fought = ("ground", result.origin, result.target, result.type)
    mine = next((one for one in picture.planned if (one.kind, one.origin, one.target, one.type) == fought), None)
    highest = tables.crt.aborted_up_to(probe=result.type == "probe")
    if mine is None or not mine.lines or mine.chemical or highest is None:
        return None
    [(least, _), *_] = support(tables, mine.csps - result.fire, LEVELS)
    ground = picture.rules.board.defence_effect(tables, result.target)
    jammed = tables.modifier("NDC-DFM-10", result.attacker_ew)
    return highest - (sum(mine.lines.values()) + ground + jammed + least)


@dataclass(frozen=True, kw_only=True)
class EngagedByUs(Report):
    """A contact that this side attacked shows as Engaged with the attacker until Housekeeping (parent 3.29)."""

    owed_by: ClassVar[str] = "NDC-HSK-06"
    kind: Literal["engaged-by-us"] = "engaged-by-us"
    handle: str
    unit: UnitId = ""

    def teach(self, picture: Picture) -> None:
        if self.handle in picture.contacts:
            seen = picture.contacts[self.handle]
            seen.engaged, seen.engaged_with = True, (*seen.engaged_with, self.unit)


@dataclass(frozen=True, kw_only=True)
class FireResolved(Report):
    """A counter-battery fire was worked. What it did is told apart, and only as the target's level allows."""

    owed_by: ClassVar[str] = "NDC-CBF-09"
    kind: Literal["fire-resolved"] = "fire-resolved"
    number: int
    target: Hex
    csps: int

    def teach(self, picture: Picture) -> None:
        picture.question, picture.retreating = None, None
