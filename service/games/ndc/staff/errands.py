"""Where the aim of a side calls a unit, and what it had better not do: what the coach of a newcomer advises by.

All of it goes by what that side knows, as the computer's own player does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from service.engine.figures import signed
from service.engine.hexes import Hex, adjacent, distance
from service.engine.lessons import Errand
from service.engine.places import Place
from service.engine.sentences import counted
from service.games.ndc.known.command import within_range
from service.games.ndc.known.orders import GroundAttack
from service.games.ndc.known.picture import MustRetreat, Picture
from service.games.ndc.known.score import Scorebook
from service.games.ndc.known.ways_out import headquarters, room, ways
from service.games.ndc.printed.scenario import Objective
from service.games.ndc.printed.units import Unit
from service.games.ndc.staff.aims import is_held
from service.games.ndc.staff.rosters import short

NEAR = 4
"""So many hexes from an objective an enemy is near it: a battalion may be there in a turn."""
A_TURN_AWAY = 6
"""So many hexes from an objective an enemy may walk in within a turn, as soon as it is left."""
CLOSE = 2
"""So many hexes from an enemy no headquarters is advised to go, and no battalion that is weak."""
LATELY = 1
"""Turns: an enemy who was reported longer ago may be anywhere."""
HARMFUL = ("interdiction", "gas")
"""Markers that cost whoever enters their hex points, and maybe men."""
WEAK = 2
"""Whose T/O level is this part of the full one or less is weak: they are lost where they are sent to fight."""


def errand(picture: Picture, scorebook: Scorebook, unit: Unit, places: Collection[Place]) -> Errand | None:
    """To which of these places a unit is called: the nearest objective that calls it, or, for who has to take them, the
    nearest to that. Who stands as near to it as they can come is called nowhere. A headquarters is called to where it
    commands those who are to attack, and who is weak out of the enemy's reach."""
    if not unit.combat:
        return post_of_command(picture, scorebook, unit, places)
    if is_weak(unit):
        places = [place for place in places if not is_close(picture, Hex(place))]
        if unit.hex is not None and is_close(picture, unit.hex):
            return out_of_reach(unit.hex, places)
    goals = [*sought(picture, scorebook, unit)]
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


def is_weak(unit: Unit) -> bool:
    """Whether a battalion has lost so much that it had better keep out of the fighting."""
    return unit.to * WEAK <= unit.to_max


def is_close(picture: Picture, hex: Hex) -> bool:
    """Whether an enemy who is known or was reported lately stands by a hex, or a hex away from it."""
    return any(distance(hex, enemy) <= CLOSE for enemy in suspected(picture))


def out_of_reach(here: Hex, places: Collection[Place]) -> Errand | None:
    """Of these places, at which no enemy is close, the nearest."""
    best = min(places, key=lambda place: (distance(here, Hex(place)), place), default=None)
    return Errand(best, "out of their reach: it is weak", there=False) if best is not None else None


def sought(picture: Picture, scorebook: Scorebook, unit: Unit) -> Iterator[Objective]:
    """The objectives that call a battalion: those that its side has to take, or to guard and nobody does.

    Who is the only one to hold an objective of their own side is called nowhere.
    """
    if not unit.combat or unit.hex is None or is_guard(picture, unit):
        return
    enemies = [*picture.known_enemies()]
    for one in picture.rules.objectives:
        if guards(picture, one):
            continue
        lost = not is_held(picture, scorebook, one, by_own=True)
        near = not attacks(picture) and any(distance(hex, one.hex) <= NEAR for hex in enemies)
        if lost or near:
            yield one


# ---- where a headquarters is needed


def post_of_command(picture: Picture, scorebook: Scorebook, hq: Unit, places: Collection[Place]) -> Errand | None:
    """Where a headquarters commands more of its battalions that can attack than it does, by the shortest way
    and not close to an enemy; None where those that are out of its command stay so."""
    mine = [unit for unit in picture.own.values() if unit.parent == hq.id and can_attack(picture, scorebook, unit)]
    out = [unit for unit in mine if not within_range(hq, unit.hex, picture.rules)]
    if hq.hex is None or not out:
        return None
    here = hq.hex
    first = min(out, key=lambda unit: (distance(here, unit.hex or here), unit.id))

    def commanded(place: Place) -> int:
        there = replace(hq, hex=Hex(place))
        return sum(within_range(there, unit.hex, picture.rules) for unit in mine)

    def price(place: Place) -> tuple[int, int, int, Place]:
        forward = sum(distance(Hex(place), unit.hex or here) for unit in mine)
        return -commanded(place), distance(here, Hex(place)), forward, place

    safe = [
        place for place in places
        if commanded(place) > len(mine) - len(out) and not is_close(picture, Hex(place))
    ]  # fmt: skip
    if not safe:
        return None
    best = min(safe, key=price)
    there = replace(hq, hex=Hex(best))
    helped = first if within_range(there, first.hex, picture.rules) else next(
        unit for unit in out if within_range(there, unit.hex, picture.rules)
    )  # fmt: skip
    rule, fights = ("NDC-ATM-06", "it attacks") if attacks(picture) else ("NDC-DFM-06", "they attack it")
    or_else = f"or {fights} at {signed(picture.tables.modifier(rule))}"
    return Errand(best, f"to command your {short(helped.designation)}, {or_else}", there=False)


def can_attack(picture: Picture, scorebook: Scorebook, unit: Unit) -> bool:
    """Whether a battalion stands beside an enemy, or an objective that its side has to take, and has not fought yet."""
    if not unit.combat or unit.hex is None or unit.attacked or unit.mode == "march" or is_weak(unit):
        return False
    lost = [one.hex for one in picture.rules.objectives if not is_held(picture, scorebook, one, by_own=True)]
    return any(adjacent(unit.hex, hex) for hex in (*suspected(picture), *(lost if attacks(picture) else ())))


# ---- where to come in, and where to go back to


def entrance(picture: Picture, scorebook: Scorebook, places: Collection[Place]) -> Place | None:
    """Of the hexes at the edge the nearest to an objective that its side does not hold, or else to any."""
    objectives = picture.rules.objectives
    lost = [one.hex for one in objectives if not is_held(picture, scorebook, one, by_own=True)]
    goals = lost or [one.hex for one in objectives]
    return min(places, key=lambda place: (min(distance(Hex(place), goal) for goal in goals), place), default=None)


def ahead(picture: Picture, scorebook: Scorebook, unit: Unit, places: Collection[Place]) -> Place | None:
    """Of the hexes beside a unit that which lies on its way to the nearest objective that calls it, the most open of
    several, if no own unit has gone through there.

    Who stands in an objective probes nowhere: they may fall back from it.
    """
    goals, posts = [*sought(picture, scorebook, unit)], {one.hex for one in picture.rules.objectives}
    walked = {hex for way in picture.under_way.values() for hex in way}
    left = [place for place in places if place not in walked | posts]
    if not goals or not left or unit.hex in posts:
        return None
    goal = min(goals, key=lambda one: (way_to(unit, one), -one.points, one.hex))
    board, tables = picture.rules.board, picture.tables
    nearest = min(
        left, key=lambda place: (distance(Hex(place), goal.hex), -board.defence_effect(tables, Hex(place)), place)
    )
    return nearest if distance(Hex(nearest), goal.hex) < way_to(unit, goal) else None


def refuge(picture: Picture, due: MustRetreat, places: Collection[Place]) -> Place | None:
    """Of the hexes to which a unit may go back the nearest to its headquarters, in cover, and far from the enemy.

    None where a way of several hexes can be ordered as a whole.
    """
    if any(len(way) > 1 for way in ways(picture, due)):
        return None
    hq = headquarters(picture, due)

    def price(place: Place) -> tuple[int, int, int, Place]:
        hex = Hex(place)
        cover = picture.rules.board.defence_effect(picture.tables, hex)
        return distance(hex, hq) if hq is not None else 0, cover, -room(picture, hex), place

    return min(places, key=price, default=None)


# ---- what is better left alone


def shuns(picture: Picture, unit: Unit, way: Sequence[Place]) -> bool:
    """Whether a unit had better not go that way: from a post that an enemy would take, through fire and gas, or to
    where an enemy was reported lately or lies in wait."""
    harmful = {marker.hex for marker in picture.markers if marker.kind in HARMFUL}
    return keeps(picture, unit) or any(Hex(place) in harmful | suspected(picture) for place in way)


def barred(picture: Picture) -> set[Hex]:
    """Hexes in which an enemy of whom nobody told must have been lately: there was no room for an own unit."""
    return {hex for hex, turn in picture.barred.items() if turn >= picture.turn - LATELY and not picture.own_at(hex)}


def keeps(picture: Picture, unit: Unit, *, besides: Hex | None = None) -> bool:
    """Whether a unit alone holds an objective into which an enemy would walk, those in one hex left out.

    Who defends an objective never leaves it open.
    """
    if not unit.combat or not any(guards(picture, one) == [unit] for one in picture.rules.objectives):
        return False
    post = next(one.hex for one in picture.rules.objectives if guards(picture, one) == [unit])
    return not attacks(picture) or any(
        distance(hex, post) <= A_TURN_AWAY for hex in suspected(picture) if hex != besides
    )


def suspected(picture: Picture) -> set[Hex]:
    """Where enemies are known to be, or were reported lately, or must have been; no headquarters."""
    reported = {
        hex
        for one in picture.contacts.values()
        if (one.known or one.turn >= picture.turn - LATELY) and one.type != "HQ" and one.mode != "deployed"
        for hex in one.hexes
    }
    return reported | barred(picture)


def unwise(picture: Picture, order: GroundAttack) -> bool:
    """Whether an attack is better not made, whatever it promises: what it would cost is not in its sum.

    A probe never takes an objective, and one is enough to come to a second segment; an own unit on its way finds out by
    itself who is in a hex; a second attack on a hex waits for the segment after, as the first may take it; who assaults
    moves on if the hex is left to them; who is weak falls by it; and chemical weapons cost points.
    """
    unit, target = picture.own.get(order.unit), order.target
    if unit is None:
        return False
    walked = any(target in way for who, way in picture.under_way.items() if who != order.unit)
    again = any(plan.kind == "ground" and plan.target == target for plan in picture.planned)
    old = [one for one in picture.contacts.values() if target in one.hexes]
    is_old = bool(old) and target not in suspected(picture) and all(one.type != "HQ" for one in old)
    is_objective = any(one.hex == target for one in picture.rules.objectives)
    sure = target if target in picture.known_enemies() else None  # who is not sure to be there may walk round it
    leaves = order.type == "assault" and keeps(picture, unit, besides=sure)
    idle = order.type == "probe" and (is_objective or bool(picture.planned) or picture.segment > 1)
    return walked or again or is_old or leaves or idle or is_weak(unit) or order.chemical


# ---- objectives and those who stand in them


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
    points, mine = counted(objective.points, "point", "points"), picture.rules.victory.scorer == picture.side
    return f"{objective.name} counts {points}" if mine else f"{objective.name} would count {points} for them"
