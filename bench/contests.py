"""What is played against itself, by which bot, and what is counted of it: a contest for each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from statistics import mean
from typing import Any

import httpx

from service.bots.campaign1776 import General
from service.bots.korsun import CorpsCommander
from service.bots.ndc import Commander
from service.bots.ndc.situation import Situation as DivisionsSituation
from service.bots.player import JSON, Player
from service.bots.skirmish import PlatoonLeader
from service.bots.skirmish.situation import Situation

Result = dict[str, Any]
"""`winner` (a side or None), its `grade`, the `score`, and by side what else is counted, as plain values."""


@dataclass(frozen=True, kw_only=True)
class Contest:
    """A scenario that two of the house's bots play. `counted` are the lines of its table below the wins.

    `others` play a side instead of `player`, each by the side's name.
    """

    game: str
    scenario: str
    sides: tuple[str, str]
    grades: tuple[str, ...]
    player: type[Player]
    result: Callable[[Mapping[str, Any]], Result]
    counted: Mapping[str, str]
    others: Mapping[str, type[Player]] = field(default_factory=dict)

    def enemy(self, side: str) -> str:
        return self.sides[1 - self.sides.index(side)]


def log_of(player: Player) -> list[JSON]:
    """All that a player was told, in the order in which they were told it."""
    entries: list[JSON] = []
    while more := player.get(f"/log?after={entries[-1]['number'] if entries else 0}").json()["entries"]:
        entries += more
    return entries


# ---- NATO Division Commander


class NotingCommander(Commander):
    """A Commander who notes, as their movement begins, what the enemy may know of their battalions: their levels."""

    def __init__(self, http: httpx.Client, match_id: str, seat: str) -> None:
        super().__init__(http, match_id, seat)
        self.exposed: dict[int, list[int]] = {}

    def situation(self) -> DivisionsSituation:
        at = super().situation()
        if at.view["address"].endswith("movement-segment") and at.turn not in self.exposed:
            self.exposed[at.turn] = [unit["level"] for unit in at.combat]
        return at


def result_of_divisions(players: Mapping[str, NotingCommander]) -> Result:
    found: Result = {"lost": {}, "attacks": {}, "search": {}, "sectors": {}, "found": {}, "refused": {}}
    for seat, player in players.items():
        enemy, log = NDC.enemy(seat), log_of(player)
        declared = [entry["report"] for entry in log if entry["kind"] == "sectors-declared"]
        [victory] = [entry["report"] for entry in log if entry["kind"] == "victory-declared"]
        found["lost"][seat] = abs(victory["parts"][f"T/O levels lost by {seat}"])
        found["attacks"][seat] = sum(entry["kind"] == "attack-totalled" for entry in log)
        found["search"][enemy] = mean(report["level"] for report in declared)
        found["sectors"][enemy] = mean(len(report["sectors"]) for report in declared)
        found["found"][enemy] = mean(level for levels in player.exposed.values() for level in levels or [0])
        found["refused"][seat] = sum(player.refused.values())
        winner, _, grade = victory["verdict"].partition(" ")
        found.update({"score": victory["score"], "winner": winner if grade else None, "grade": grade})
    return found


NDC = Contest(
    game="ndc", scenario="kaltenbach", sides=("US", "Soviet"), grades=("decisive", "marginal"),
    player=NotingCommander, result=result_of_divisions,
    counted={
        "lost": "T/O levels lost a match", "attacks": "attacks a match", "search": "operational intelligence level",
        "sectors": "sectors searched a turn", "found": "level of enemy battalions as they begin to move",
        "refused": "orders refused a match",
    },
)  # fmt: skip


# ---- Skirmish


class NotingLeader(PlatoonLeader):
    """A PlatoonLeader who notes how much of the enemy they have recognized, whenever they look."""

    def __init__(self, http: httpx.Client, match_id: str, seat: str) -> None:
        super().__init__(http, match_id, seat)
        self.recognized: list[float] = []

    def situation(self) -> Situation:
        at = super().situation()
        known = [contact["level"] > 1 for contact in at.contacts.values()]
        self.recognized.append(mean(known) if known else 0.0)
        return at


def result_of_skirmish(players: Mapping[str, NotingLeader]) -> Result:
    found: Result = {"lost": {}, "shots": {}, "moves": {}, "recognized": {}, "refused": {}}
    for seat, player in players.items():
        view = player.get("/view").json()["view"]
        [verdict] = [entry["report"] for entry in log_of(player) if entry["kind"] == "verdict-told"]
        found["lost"][seat] = len(view["gone"])
        found["shots"][seat] = player.met["fire"] + player.met["shoot"]
        found["moves"][seat] = player.met["move"] + player.met["advance"]
        found["recognized"][seat] = 100 * mean(player.recognized)
        found["refused"][seat] = sum(player.refused.values())
        grade = "decisive" if "decisive" in verdict["title"] else "plain"
        found.update({"score": verdict["score"], "winner": verdict["winner"], "grade": grade, "turn": view["turn"]})
    return found


SKIRMISH = Contest(
    game="skirmish", scenario="moulin-basset", sides=("allied", "german"), grades=("decisive", "plain"),
    player=NotingLeader, result=result_of_skirmish,
    counted={
        "lost": "bases lost a match", "shots": "attacks by fire a match", "moves": "moves and advances a match",
        "recognized": "contacts recognized, of 100 known", "refused": "orders refused a match",
    },
)  # fmt: skip

# ---- Korsun


def result_of_korsun(players: Mapping[str, CorpsCommander]) -> Result:
    found: Result = {"lost": {}, "attacks": {}, "moves": {}, "out": {}, "refused": {}}
    for seat, player in players.items():
        [end] = [entry["report"] for entry in log_of(player) if entry["kind"] == "game-ended"]
        scored = end["items"].get(KORSUN.enemy(seat), {})
        found["lost"][seat] = sum(scored.get(what, 0) for what in ("armor", "losses")) / QUARTERS
        found["attacks"][seat] = player.met["declare-attack"]
        found["moves"][seat] = player.met["move"]
        found["out"][seat] = player.met["break-out"]
        found["refused"][seat] = sum(player.refused.values())
        score = (end["points"].get("Soviet", 0) - end["points"].get("German", 0)) / QUARTERS
        side, _, grade = end["level"].partition("-")
        found.update({"score": score, "winner": side.title() if grade else None, "grade": grade})
    return found


QUARTERS = 4
"""In which its points are counted."""
KORSUN = Contest(
    game="korsun", scenario="korsun-first", sides=("Soviet", "German"), grades=("decisive", "victory"),
    player=CorpsCommander, result=result_of_korsun,
    counted={
        "lost": "points for steps lost a match", "attacks": "attacks a match", "moves": "moves a match",
        "out": "attempts to break out a match", "refused": "orders refused a match",
    },
)  # fmt: skip

# ---- 1776


def result_of_1776(players: Mapping[str, General]) -> Result:
    found: Result = {"lost": {}, "attacks": {}, "marches": {}, "landings": {}, "refused": {}}
    for seat, player in players.items():
        view, enemy = player.get("/view").json()["view"], CAMPAIGN1776.enemy(seat)
        told = [entry["report"]["lost"] for entry in log_of(player) if entry["kind"] == "round-fought"]
        found["lost"][enemy] = sum(sum(one.get(enemy, {}).values()) for one in told)
        found["attacks"][seat] = sum(player.met[kind] for kind in ("attack", "start-combat", "continue"))
        found["marches"][seat] = player.met["march"] + player.met["force-march"]
        found["landings"][seat] = player.met["debark"]
        found["refused"][seat] = sum(player.refused.values())
        winner = None if view["verdict"] == "draw" else view["verdict"]
        found.update({"score": view["score"], "winner": winner, "grade": "victory"})
    return found


CAMPAIGN1776 = Contest(
    game="campaign1776", scenario="brandywine-1777", sides=("British", "American"), grades=(),
    player=General, result=result_of_1776,
    counted={
        "lost": "strength points lost in battle a match", "attacks": "attacks a match", "marches": "marches a match",
        "landings": "landings a match", "refused": "orders refused a match",
    },
)  # fmt: skip

LONGER = {
    name: replace(shortest, scenario=name)
    for shortest, names in (
        (KORSUN, ("korsun-intro", "korsun-full")),
        (CAMPAIGN1776, ("highlands-1777", "northern-war-1777", "northern-war")),
    )
    for name in names
}
"""The other scenarios of Korsun and 1776, which take three to two hundred times as long."""

CONTESTS = {contest.game: contest for contest in (NDC, SKIRMISH, KORSUN, CAMPAIGN1776)} | LONGER
