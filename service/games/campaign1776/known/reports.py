"""What a side is told, and what it learns by it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from service.engine.places import Place
from service.engine.reports import Report
from service.engine.state import duplicate
from service.games.campaign1776.known.picture import Contact, Picture
from service.games.campaign1776.printed.forces import Pool, PoolId, Public, pool_number
from service.games.campaign1776.printed.lettered import Hex

Why = Literal["enemies", "captured", "elsewhere", "held"]
"""Why a march came to less than was ordered: enemy strength points were met, those who marched were captured, what went
before left them elsewhere, or they stood before enemies beside others."""


@dataclass(frozen=True, kw_only=True)
class OwnForce(Report):
    """Own units as they stand now, where that is otherwise than their owner had it; `gone`: no longer there."""

    kind: Literal["own-force"] = "own-force"
    pools: tuple[Pool, ...] = ()
    gone: tuple[PoolId, ...] = ()
    due: dict[PoolId, tuple[Hex, ...]] = field(default_factory=dict)
    entrenched: tuple[Hex, ...] = ()

    def teach(self, picture: Picture) -> None:
        for pool in self.pools:
            picture.own[pool.id] = replace(pool)
            count = picture.numbered.get(pool.kind, 0)
            picture.numbered[pool.kind] = max(count, pool_number(pool.id, pool.kind))
        for id in self.gone:
            picture.own.pop(id, None)
        picture.due, picture.entrenched = dict(self.due), list(self.entrenched)


@dataclass(frozen=True, kw_only=True)
class PublicTold(Report):
    """What both sides know of forts, towns and ports is otherwise than it was."""

    kind: Literal["public-told"] = "public-told"
    public: Public

    def teach(self, picture: Picture) -> None:
        picture.public = duplicate(self.public)


@dataclass(frozen=True, kw_only=True)
class EnemySeen(Report):
    """Enemy places that are new or look otherwise; `empty`: contacts gone; `unwatched`: out of sight."""

    kind: Literal["enemy-seen"] = "enemy-seen"
    contacts: tuple[Contact, ...] = ()
    empty: tuple[str, ...] = ()
    unwatched: tuple[str, ...] = ()
    sightings: int = 0

    def teach(self, picture: Picture) -> None:
        for handle in self.empty:
            picture.contacts.pop(handle, None)
        for handle in self.unwatched:
            picture.contacts[handle] = replace(picture.contacts[handle], in_sight=False)
        for contact in self.contacts:
            picture.contacts[contact.handle] = duplicate(contact)
        picture.sightings = max(picture.sightings, self.sightings)


@dataclass(frozen=True, kw_only=True)
class MarchStopped(Report):
    """A march came to less than was ordered."""

    kind: Literal["march-stopped"] = "march-stopped"
    units: tuple[PoolId, ...]
    at: Place
    why: Why

    def teach(self, picture: Picture) -> None:
        """Where they stand is told with the force."""


@dataclass(frozen=True, kw_only=True)
class Captured(Report):
    """Guns, supply or a magazine have changed hands: so many of a kind, which the captor has as another."""

    kind: Literal["captured"] = "captured"
    at: Place
    number: int
    was: str
    becomes: str
    by_us: bool

    def teach(self, picture: Picture) -> None:
        """Who has them now is told with the force."""


@dataclass(frozen=True, kw_only=True)
class GameEnded(Report):
    """How the match ended: who won, or a draw, and with how many points."""

    kind: Literal["game-ended"] = "game-ended"
    winner: str
    points: dict[Hex, int]
    lost: int
    score: int

    def teach(self, picture: Picture) -> None:
        picture.ended, picture.verdict, picture.score = True, self.winner or "draw", self.score


REPORTS: tuple[type[Report], ...] = (OwnForce, PublicTold, EnemySeen, MarchStopped, Captured, GameEnded)
