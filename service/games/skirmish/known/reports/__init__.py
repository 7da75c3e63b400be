"""What a side may be told: every kind of report, each with the rule that allows it, and what a picture makes of it."""

from __future__ import annotations

from service.engine.reports import Report
from service.games.skirmish.known.reports.enemy import ContactSeen, ContactStruck, EnemyLost
from service.games.skirmish.known.reports.fighting import (
    CloseCombatTold,
    FireSuffered,
    FireTold,
    Reckoning,
    ShotReckoning,
    Strength,
)
from service.games.skirmish.known.reports.moves import (
    FilmShown,
    HaltTold,
    Lapsed,
    MovesIn,
    MovesPlayed,
    MovesSealed,
    TimeRuns,
)
from service.games.skirmish.known.reports.own import MORALE_CHECK, BaseLost, CheckTold, NewLeader, OwnBases
from service.games.skirmish.known.reports.support import MissionTold, PuffSeen, StrikeTold
from service.games.skirmish.known.reports.turn import (
    BeyondRate,
    GroundSeen,
    GroupAnnounced,
    LostForGood,
    PlayerTurnOpened,
    RecordOpened,
    VerdictTold,
    WeatherTold,
)

__all__ = [
    "MORALE_CHECK", "REPORTS", "BaseLost", "BeyondRate", "CheckTold", "CloseCombatTold", "ContactSeen",
    "ContactStruck", "EnemyLost", "FilmShown", "FireSuffered", "FireTold", "GroundSeen", "GroupAnnounced",
    "HaltTold", "Lapsed", "LostForGood", "MissionTold", "MovesIn", "MovesPlayed", "MovesSealed",
    "NewLeader", "OwnBases", "PlayerTurnOpened", "PuffSeen", "Reckoning", "RecordOpened", "ShotReckoning",
    "Strength", "StrikeTold", "TimeRuns", "VerdictTold", "WeatherTold",
]  # fmt: skip

REPORTS: tuple[type[Report], ...] = (
    PlayerTurnOpened, OwnBases, GroundSeen, ContactSeen, ContactStruck, FireTold, FireSuffered, CheckTold,
    CloseCombatTold, BaseLost, EnemyLost, HaltTold, Lapsed, MovesIn, MovesSealed, MovesPlayed, TimeRuns, FilmShown,
    GroupAnnounced, WeatherTold, PuffSeen, StrikeTold, MissionTold, RecordOpened, VerdictTold,
)  # fmt: skip
