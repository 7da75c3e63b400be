"""Where the aim of a side calls a unit, by what that side knows: what the coach of a newcomer advises by."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from service.engine.hexes import Hex, distance
from service.engine.lessons import Errand
from service.engine.places import Place
from service.engine.sentences import counted
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.score import Ledger
from service.games.ndc.printed.scenario import Objective
from service.games.ndc.printed.units import Unit
from service.games.ndc.staff.aims import is_held

NEAR = 4
"""So many hexes from an objective an enemy is near it: a battalion may be there in a turn."""


def errand(picture: Picture, ledger: Ledger, unit: Unit, places: Collection[Place]) -> Errand | None:
    """To which of these places a unit is called: the nearest objective that calls it, or, for who has to take them, the
    nearest to that. Who stands as near to it as they can come is called nowhere."""
    goals = [*sought(picture, ledger, unit)]
    if not goals:
        return None
    goal = min(goals, key=lambda one: (way_to(unit, one), -one.points, one.hex))
    if goal.hex in places:
        return Errand(Place(goal.hex), counts(picture, goal))
    if not attacks(picture):
        return None
    nearest = min(places, key=lambda place: distance(Hex(place), goal.hex), default=None)
    if nearest is None or distance(Hex(nearest), goal.hex) >= way_to(unit, goal):
        return None
    left = counted(distance(Hex(nearest), goal.hex), "hex", "hexes")
    return Errand(nearest, f"{left} from {goal.name}, which counts {goal.points}", there=False)


def sought(picture: Picture, ledger: Ledger, unit: Unit) -> Iterator[Objective]:
    """The objectives that call a battalion: those that its side has to take, or to guard and nobody does.

    Who is the only one to hold an objective of their own side is called nowhere.
    """
    if not unit.combat or unit.hex is None or is_guard(picture, unit):
        return
    enemies = [*picture.known_enemies()]
    for one in picture.rules.objectives:
        if guards(picture, one):
            continue
        lost = not is_held(picture, ledger, one, by_own=True)
        near = not attacks(picture) and any(distance(hex, one.hex) <= NEAR for hex in enemies)
        if lost or near:
            yield one


def attacks(picture: Picture) -> bool:
    """Whether a side is there to take objectives: the other held them to begin with."""
    return picture.rules.victory.objectives_held_by != picture.side


def guards(picture: Picture, objective: Objective) -> list[Unit]:
    """Own battalions in an objective, or on their way there."""
    return [unit for unit in picture.own_at(objective.hex) if unit.combat]


def is_guard(picture: Picture, unit: Unit) -> bool:
    """Whether a unit of those who hold is alone in an objective: it is lost when they leave it."""
    return not attacks(picture) and any(guards(picture, one) == [unit] for one in picture.rules.objectives)


def way_to(unit: Unit, objective: Objective) -> int:
    """How many hexes a unit is from an objective."""
    assert unit.hex is not None
    return distance(unit.hex, objective.hex)


def counts(picture: Picture, objective: Objective) -> str:
    """What an objective counts, and for whom."""
    points = counted(objective.points, "point", "points")
    return f"{objective.name} counts {points}{'' if picture.rules.victory.scorer == picture.side else ' for them'}"
