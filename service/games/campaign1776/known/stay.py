"""Who has to stay in the West Indies, and who has to go there (C76-WI-01, 07, C76-FRE-07)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from service.engine.places import Place
from service.games.campaign1776.printed.pieces import DUE, Pool, Public, Ship
from service.games.campaign1776.printed.reading import BRITISH
from service.games.campaign1776.printed.scenario import Scenario

StayBar = Literal["held", "needed", "bound"]


@dataclass(frozen=True)
class Stay:
    """What keeps a side's fleets in the West Indies. `held`: those that may not leave yet, or whose passengers may not.

    `bound`: those that may go there alone, and `goal` is where. `spare`: the battle fleets and strength points there
    that can be spared, where the French are matched; `weighs`: what each ship there is of both.
    """

    goal: Place = DUE
    held: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()
    spare: tuple[int, int] | None = None
    weighs: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def bars(self, ships: Sequence[str], here: Place, there: Place) -> StayBar | None:
        """Why some ships may not go from a box to the next place."""
        if here == self.goal and any(id in self.held for id in ships):
            return "held"
        if here == self.goal and self.spare is not None:
            leaving = [self.weighs.get(id, (0, 0)) for id in ships]
            if any(
                sum(parts) > most
                for parts, most in zip(zip(*leaving, strict=True), self.spare, strict=True)
                if sum(parts)
            ):
                return "needed"
        if there != self.goal and any(id in self.bound for id in ships):
            return "bound"
        return None


NO_STAY = Stay()


def stay_of(
    rules: Scenario, turn: int, own: Mapping[str, Pool], ships: Mapping[str, Ship], public: Public, count: int | None
) -> Stay:
    """What keeps a side's fleets; `count`: the months to a match when its movement began, 0 where all was matched."""
    if not public.allied:
        return NO_STAY
    goal = rules.tables.west_indies.box
    seat = next((ship.seat for ship in ships.values()), "")
    aboard: dict[str, list[Pool]] = {}
    for pool in own.values():
        if pool.aboard:
            aboard.setdefault(pool.aboard, []).append(pool)
    there = [ship for ship in ships.values() if ship.at == goal]
    held = frozenset(
        ship.id for ship in there
        if ship.held_until > turn or any(pool.held_until > turn for pool in aboard.get(ship.id, ()))
    )  # fmt: skip
    if seat != BRITISH:
        south = rules.tables.off_board.transitional[-1]
        bound = frozenset(
            ship.id for ship in ships.values()
            if public.withdrawing and ship.at == south
            and any(land_forces(rules, pool) for pool in aboard.get(ship.id, ()))
        )  # fmt: skip
        return Stay(goal, held, bound)
    if count != 0 or not public.owed[0]:
        return Stay(goal, held)
    weighs = {
        ship.id: (int(ship.kind == "BF"),
                  sum(pool.number for pool in aboard.get(ship.id, ()) if rules.kind(pool.kind).role == "regular"))
        for ship in there
    }  # fmt: skip
    fleets = sum(ship.kind == "BF" for ship in there)
    regulars = sum(pool.number for pool in own.values() if pool.at == goal and rules.kind(pool.kind).role == "regular")
    return Stay(goal, held, spare=(fleets - public.owed[0], regulars - public.owed[1]), weighs=weighs)


def land_forces(rules: Scenario, pool: Pool) -> bool:
    """Whether units are French land forces: strength points or guns, no supply (C76-FRE-11)."""
    kind = rules.kind(pool.kind)
    return kind.nation == "French" and (kind.combat or kind.role == "artillery")
