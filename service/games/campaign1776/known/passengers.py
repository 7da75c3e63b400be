"""Passengers of whom it was left open which fleet carries them, where one of these fleets is struck (C76-PBM-08)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from service.engine.places import Place
from service.games.campaign1776.known.room import load
from service.games.campaign1776.printed.naval import Damage, Vessel
from service.games.campaign1776.printed.pieces import Pool
from service.games.campaign1776.printed.scenario import Scenario


@dataclass(frozen=True, kw_only=True)
class LeftOpen:
    """Who may have been aboard a fleet that is struck, for its enemy to say.

    `of`: its kind. `units`: the passengers that were left open, by kind, and `aboard`: how many of them are on it as
    things stand. `room`: what it has for them, and `rest`: what each of the fleets beside it has.
    """

    at: Place
    of: Vessel
    damage: Damage
    units: dict[str, int]
    aboard: dict[str, int]
    room: int
    rest: tuple[int, ...]

    def placed(self, kind: str, number: int) -> LeftOpen:
        """So many of a kind are on the fleet that is struck."""
        return replace(self, aboard={**self.aboard, kind: number})

    def fits(self, rules: Scenario, options_vary: bool) -> bool:
        """Whether all of them have room, on it and beside it."""
        here = [(rules.kind(kind), number) for kind, number in self.aboard.items()]
        beside = [
            Pool(id=kind, kind=kind, number=number - self.aboard.get(kind, 0), at=self.at)
            for kind, number in self.units.items()
        ]  # fmt: skip
        rooms = {str(number): room for number, room in enumerate(self.rest)}
        return load(rules, options_vary, here) <= self.room and stowed(rules, options_vary, rooms, beside) is not None

    def numbers(self, rules: Scenario, options_vary: bool, kind: str) -> tuple[int, ...]:
        """How many of a kind may have been on it, while the others stay as they are."""
        all_of_them = range(self.units.get(kind, 0) + 1)
        return tuple(number for number in all_of_them if self.placed(kind, number).fits(rules, options_vary))


def stowed(
    rules: Scenario, options_vary: bool, rooms: Mapping[str, int], pools: Iterable[Pool]
) -> Sequence[tuple[str, Pool]] | None:
    """Passengers by fleet, each filled before the next, what takes most room first; None where some find none.

    What is parted keeps its id in each part.
    """
    left, found = dict(rooms), list[tuple[str, Pool]]()
    waiting = list(pools)
    sizes = {pool.id: load(rules, options_vary, [(rules.kind(pool.kind), 1)]) for pool in waiting}
    for pool in sorted(waiting, key=lambda one: -sizes[one.id]):
        number = pool.number
        for ship in left:
            goes = min(number, left[ship] // sizes[pool.id])
            if goes:
                found.append((ship, replace(pool, number=goes)))
                left[ship] -= goes * sizes[pool.id]
                number -= goes
        if number:
            return None
    return found
