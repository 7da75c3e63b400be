"""Of which kind a roll is that has fallen, and whose: told from its purpose by the seats and places of its game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from service.engine.data import data_set
from service.engine.game import AnyGame
from service.engine.rolls import SLOT, RollKind
from service.engine.seats import Seat

WORDS = {"rule": r"NDC-[A-Z]{3}-\d\d", "how": "retreat|displace", "what": "shot|hit"}
"""What stands in a purpose for anything but a seat or a place."""


@dataclass(frozen=True, kw_only=True)
class Kind(RollKind):
    """A kind of roll whose purposes can be told; `side` in it is the owner."""

    pattern: re.Pattern[str]

    def learns(self, seat: Seat, what: str, purpose: str) -> bool:
        """Whether a seat learns this of a roll with this purpose, before the end of the match."""
        owns = self.owner(purpose) == seat
        return {"both": True, "owner": owns, "enemy": not owns, "nobody": False}[self.learn[what]]

    def owner(self, purpose: str) -> Seat | None:
        """The side that the purpose names, if it names one."""
        found = self.pattern.fullmatch(purpose)
        return found.groupdict().get("side") if found else None


def kinds_of_match(kinds: Mapping[str, RollKind], seats: Iterable[str], places: Iterable[str]) -> dict[str, Kind]:
    """The kinds of roll as they are met between these seats on these places."""
    there = alternatives(places)
    slots = {**WORDS, "side": alternatives(seats), "hex": there, "to": there}
    return {name: Kind(**vars(kind), pattern=pattern(kind.purpose, slots)) for name, kind in kinds.items()}


def alternatives(names: Iterable[str]) -> str:
    return "|".join(map(re.escape, names))


def pattern(purpose: str, slots: Mapping[str, str]) -> re.Pattern[str]:
    """What purposes of a kind look like."""
    words = SLOT.split(purpose)
    return re.compile("".join(f"(?P<{w}>{slots[w]})" if at % 2 else re.escape(w) for at, w in enumerate(words)))


def kinds_of(kinds: Mapping[str, Kind], purpose: str) -> list[Kind]:
    """The kinds that a purpose belongs to; always exactly one."""
    return [kind for kind in kinds.values() if kind.pattern.fullmatch(purpose)]


@cache
def kinds_in(game: AnyGame, data: str = "") -> Mapping[str, Kind]:
    """The kinds of roll of a game, by its own set of data or another, on the ground of its first scenario."""
    game = game.bound_to(data_set(data)) if data else game
    state = game.open(next(iter(game.info.scenarios)), {})
    ground = game.ground(next(iter(state.pictures.values())))
    return kinds_of_match(state.tables.rolls, game.info.seats, ground.places)
