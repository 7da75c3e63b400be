"""The reports of NATO Division Commander, and what each teaches the side that is told.

NDC-SEC-01: nothing else is ever told. `OWED` lists every kind with the rule that allows it; a test compares it with all
kinds met in long playouts. What is secret for good has no report that bears it to the other side (NDC-SEC-02): points
and how they are split, transfers, forced marches, fatigue, ratings. Nothing here imports the truth.
"""

from __future__ import annotations

from service.engine.reports import Report
from service.games.ndc.known.reports.combats import (
    COMBAT,
    AttackDeclared,
    AttackTotalled,
    CombatResolved,
    DefenceTotalled,
    EngagedByUs,
    FireDeclared,
    FireResolved,
    QuestionPut,
    RetreatDue,
    SupportLost,
)
from service.games.ndc.known.reports.enemy import (
    ContactWithdrawn,
    EnemyLost,
    EnemyRetreated,
    HexFoundEmpty,
    MovementSighted,
    UnitLocated,
)
from service.games.ndc.known.reports.own import (
    CommanderUsed,
    MovementStopped,
    OwnAccountReported,
    OwnUnitGone,
    OwnUnitReported,
)
from service.games.ndc.known.reports.turn import (
    MarkerPlaced,
    MarkersRemoved,
    PhaseOpened,
    SectorsDeclared,
    SegmentOpened,
    VictoryDeclared,
    WeatherDetermined,
    lay_marker,
)

__all__ = [
    "COMBAT",
    "OWED",
    "REPORTS",
    "AttackDeclared",
    "AttackTotalled",
    "CombatResolved",
    "CommanderUsed",
    "ContactWithdrawn",
    "DefenceTotalled",
    "EnemyLost",
    "EnemyRetreated",
    "EngagedByUs",
    "FireDeclared",
    "FireResolved",
    "HexFoundEmpty",
    "MarkerPlaced",
    "MarkersRemoved",
    "MovementSighted",
    "MovementStopped",
    "OwnAccountReported",
    "OwnUnitGone",
    "OwnUnitReported",
    "PhaseOpened",
    "QuestionPut",
    "RetreatDue",
    "SectorsDeclared",
    "SegmentOpened",
    "SupportLost",
    "UnitLocated",
    "VictoryDeclared",
    "WeatherDetermined",
    "lay_marker",
]

REPORTS: tuple[type[Report], ...] = (
    WeatherDetermined, SectorsDeclared, OwnUnitReported, OwnUnitGone, OwnAccountReported,
    SegmentOpened, PhaseOpened, MovementStopped, MovementSighted, UnitLocated, ContactWithdrawn, EnemyRetreated,
    EnemyLost, HexFoundEmpty, AttackDeclared, FireDeclared, AttackTotalled, DefenceTotalled, SupportLost,
    QuestionPut, RetreatDue, CombatResolved, EngagedByUs, FireResolved, CommanderUsed, MarkerPlaced, MarkersRemoved,
    VictoryDeclared,
)  # fmt: skip

OWED: dict[str, str] = {str(report.__dataclass_fields__["kind"].default): report.owed_by for report in REPORTS}
"""Every kind of report that this game may hand out, with the rule that allows it."""
