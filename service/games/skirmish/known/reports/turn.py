"""What both sides are told of the game turn, the ground and the weather, and of the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from service.engine.hexes import Hex
from service.engine.reports import Report
from service.games.skirmish.known.picture import Announcement, Group, Picture
from service.games.skirmish.printed.bases import BaseId, Gone, Side
from service.games.skirmish.printed.field import Field
from service.games.skirmish.printed.figures import Weathered


@dataclass(frozen=True, kw_only=True)
class PlayerTurnOpened(Report):
    """A player turn begins; both are told whose (SKR-SEQ-06)."""

    kind: Literal["player-turn-opened"] = "player-turn-opened"
    turn: int
    player_turn: int
    attacker: Side

    def teach(self, picture: Picture) -> None:
        picture.turn, picture.player_turn, picture.attacker = self.turn, self.player_turn, self.attacker
        picture.batches = 0
        picture.markers, picture.runners = [], ()


@dataclass(frozen=True, kw_only=True)
class GroundSeen(Report):
    """The ground as it is now, which both sides see (P24)."""

    kind: Literal["ground-seen"] = "ground-seen"
    ground: Field

    def teach(self, picture: Picture) -> None:
        picture.ground = self.ground


@dataclass(frozen=True, kw_only=True)
class GroupAnnounced(Report):
    """Reinforcements will come on in a zone, instead of another it may be; both are told (SKR-RNF-02).

    What they are their owner alone knows: to them `group` names them; `kinds` are told by option only.
    """

    kind: Literal["group-announced"] = "group-announced"
    side: Side
    zone: str
    hexes: tuple[Hex, ...]
    was: str | None = None
    group: str | None = None
    kinds: tuple[str, ...] = ()

    def teach(self, picture: Picture) -> None:
        if picture.side == self.side:
            assert self.group is not None
            picture.groups[self.group] = Group(id=self.group, zone=self.zone, since=picture.player_turn)
            return
        withdrawn = next((there for there in picture.announced if there.zone == self.was), None)
        if withdrawn is not None:
            picture.announced.remove(withdrawn)
        picture.announced.append(Announcement(zone=self.zone, hexes=self.hexes, kinds=self.kinds))


@dataclass(frozen=True, kw_only=True)
class WeatherTold(Report):
    """The throw for the weather, which both see (SKR-WX-01), and what it changed."""

    kind: Literal["weather-told"] = "weather-told"
    faces: tuple[int, ...]
    change: Weathered


@dataclass(frozen=True, kw_only=True)
class BeyondRate:
    """A shot beyond a base's rate of fire, which the opponent could have ruled out by a marker: the base's n-th."""

    side: Side
    base: BaseId
    hex: Hex
    turn: int
    number: int
    rate: int


@dataclass(frozen=True, kw_only=True)
class RecordOpened(Report):
    """The match is over: all shots beyond a rate of fire are told to both (SKR-MRK-07)."""

    kind: Literal["record-opened"] = "record-opened"
    shots: tuple[BeyondRate, ...]


@dataclass(frozen=True, kw_only=True)
class LostForGood:
    """A base that was lost in the match: whose, how, and what it counts for the other side, in halves of a point."""

    side: Side
    name: str
    how: Gone
    halves: int


@dataclass(frozen=True, kw_only=True)
class VerdictTold(Report):
    """The match is over: both are told the score, who has won, and what counts: who holds what, and who was lost.

    In matches of before that was not told (SKR-ADM-03, P26).
    """

    kind: Literal["verdict-told"] = "verdict-told"
    title: str
    winner: Side | None
    score: int
    # Not compared, so that a match of before is worked anew as it was.
    holders: dict[Hex, Side] = field(default_factory=dict, compare=False)
    losses: tuple[LostForGood, ...] = field(default=(), compare=False)

    def teach(self, picture: Picture) -> None:
        picture.ended, picture.verdict, picture.score = True, self.title, self.score
