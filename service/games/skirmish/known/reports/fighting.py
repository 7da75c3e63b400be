"""What a side is told of fire and close combat, and how they were reckoned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from service.engine.hexes import Hex
from service.engine.reports import Report
from service.games.skirmish.known.former import shot_told, suffered_told
from service.games.skirmish.known.picture import Falling, Handle, Picture
from service.games.skirmish.printed.bases import BaseId, Side
from service.games.skirmish.printed.figures import Fought, Kill


@dataclass(frozen=True, kw_only=True)
class Reckoning:
    """How an attack was reckoned: firepower, modifiers by name, and the dice.

    The enemy is told neither the firepower nor the rating of a leader who directed it (P24).
    """

    firepower: int | None
    modifiers: tuple[tuple[str, int], ...]
    faces: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class ShotReckoning:
    """How a shot at armour was reckoned: the number to hit, what was added, the dice, and those of the hit (P13)."""

    number: int
    modifiers: tuple[tuple[str, int], ...]
    faces: tuple[int, ...]
    aspect: str = ""
    kill_number: int | None = None
    kill_faces: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FireTold(Report):
    """What a side may know of an attack of its own bases (P27): dice and effect at a target that it sees, else nothing.

    `suppressions` is what the attack caused, None where it is not known, `kill` what a hit at a vehicle did to it, None
    where nothing hit; `at_armour`: it was a shot at a vehicle. What was added for a target that moves fast
    holds for the next shot at it too, and so does what a shot at armour has shown of the range (P13): the picture
    `keeps` it, which those of earlier matches did not.
    """

    kind: Literal["fire-told"] = "fire-told"
    shooters: tuple[BaseId, ...]
    weapon: str
    hex: Hex
    target: Handle | None = None
    reckoning: Reckoning | None = None
    shot: ShotReckoning | None = None
    suppressions: int | None = None
    kill: Kill | None = None
    at_armour: bool = False
    keeps: bool = False

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return shot_told(said)

    def teach(self, picture: Picture) -> None:
        reckoned = self.shot or self.reckoning
        if not self.keeps or self.target is None or reckoned is None:
            return
        if "target moving fast" in dict(reckoned.modifiers) and self.target not in picture.runners:
            picture.runners = (*picture.runners, self.target)
        for base in self.shooters if self.shot else ():
            turn, count = picture.ranged.get(f"{base}>{self.target}", (0, 0))
            kept = count if turn >= picture.player_turn - 1 else 0
            picture.ranged[f"{base}>{self.target}"] = (picture.player_turn, kept + 1)


@dataclass(frozen=True, kw_only=True)
class FireSuffered(Report):
    """What a side may know of an attack on its base (P27): the harm; the dice where both see each other.

    `kill` is what a hit did to the base, a vehicle; None where nothing hit. What `fell` on it came from afar.
    """

    kind: Literal["fire-suffered"] = "fire-suffered"
    base: BaseId
    weapon: str
    shooters: tuple[Handle, ...] = ()
    reckoning: Reckoning | None = None
    shot: ShotReckoning | None = None
    suppressions: int = 0
    kill: Kill | None = None
    at_armour: bool = False
    fell: Falling | None = None

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return suffered_told(said)


@dataclass(frozen=True, kw_only=True)
class Strength:
    """One side's throw in a close combat: the dice, what was added, the total."""

    side: Side
    faces: tuple[int, ...]
    modifiers: tuple[tuple[str, int], ...]
    total: int


@dataclass(frozen=True, kw_only=True)
class CloseCombatTold(Report):
    """A close combat, all of it, to both (P27); the loser is None where they are locked."""

    kind: Literal["close-combat-told"] = "close-combat-told"
    hex: Hex
    strengths: tuple[Strength, ...]
    result: Fought
    loser: Side | None
