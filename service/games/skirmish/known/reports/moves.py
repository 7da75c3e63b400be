"""What a side is told of moves that are sent, played and halted, and of orders that lapse."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from service.engine.hexes import Hex
from service.engine.reports import Report
from service.games.skirmish.known.picture import Film, Picture
from service.games.skirmish.printed.bases import BaseId
from service.games.skirmish.printed.figures import Barred


def goes_no_further(picture: Picture, base: BaseId) -> None:
    """Nothing is left of the way that was ordered for a base; `ends_way` says so, as matches of before did not."""
    if base in picture.marches:
        picture.marches[base] = replace(picture.marches[base], path=())


@dataclass(frozen=True, kw_only=True)
class HaltTold(Report):
    """A moving base was stopped by fire (SKR-MOV-06, SKR-MOV-07): its owner learns it with the results of the moves."""

    kind: Literal["halt-told"] = "halt-told"
    base: BaseId
    hex: Hex
    because: Literal["fire", "contact", "sighted", "lapsed", "room", "routed"]
    ends_way: bool = False

    def teach(self, picture: Picture) -> None:
        if self.ends_way:
            goes_no_further(picture, self.base)


@dataclass(frozen=True, kw_only=True)
class Lapsed(Report):
    """An accepted order that events have made impossible: nothing was done (P11). `why`: the state that bars it."""

    kind: Literal["lapsed"] = "lapsed"
    order: str
    base: BaseId
    why: Barred = ""
    ends_way: bool = False

    def teach(self, picture: Picture) -> None:
        if self.ends_way:
            goes_no_further(picture, self.base)


@dataclass(frozen=True, kw_only=True)
class MovesIn(Report):
    """The attacker's moves are in: told always, whether or not there is anything to decide (P16)."""

    kind: Literal["moves-in"] = "moves-in"


@dataclass(frozen=True, kw_only=True)
class MovesSealed(Report):
    """Own moves are sent; what comes of them is told when the defender has had their say (P16)."""

    kind: Literal["moves-sealed"] = "moves-sealed"

    def teach(self, picture: Picture) -> None:
        picture.sealed = True


@dataclass(frozen=True, kw_only=True)
class MovesPlayed(Report):
    """Own moves have been played: own bases stand where they came to."""

    kind: Literal["moves-played"] = "moves-played"

    def teach(self, picture: Picture) -> None:
        picture.sealed = picture.more = False
        picture.clock = ""
        picture.marches = {}
        picture.closing = ()
        picture.batches += 1


@dataclass(frozen=True, kw_only=True)
class TimeRuns(Report):
    """Live, a time runs before both: that of a step of the moves, of naming the shot after a halt, or of the remaining
    fire; with nothing said, none runs any more (P16)."""

    kind: Literal["time-runs"] = "time-runs"
    what: Literal["step", "shot", "remaining", ""]
    seconds: int

    def teach(self, picture: Picture) -> None:
        picture.clock = self.what
        if self.what != "shot":
            picture.steppers, picture.stepping = picture.stepping if self.what == "step" else (), ()
        picture.steps = picture.steps + 1 if self.what == "step" else picture.steps if self.what == "shot" else 0


@dataclass(frozen=True, kw_only=True)
class FilmShown(Report):
    """The defender is asked: halt this mover here by fire, or let it pass (SKR-MOV-06)."""

    kind: Literal["film-shown"] = "film-shown"
    film: Film | None

    def teach(self, picture: Picture) -> None:
        picture.film = self.film
        if self.film is not None:
            asked = self.film.handle
            picture.steppers = tuple(handle for handle in picture.steppers if handle != asked)
