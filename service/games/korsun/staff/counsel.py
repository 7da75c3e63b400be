"""What the coach of a newcomer advises by: where a unit is wanted, who attacks together, what is better left alone.

All of it goes by what that side knows, as the computer's own player does.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from service.engine.hexes import Hex, distance
from service.engine.lessons import Errand
from service.engine.options import Option, Several
from service.engine.orders import Order
from service.engine.places import Place
from service.games.korsun.known.field import Field
from service.games.korsun.known.guns import halves
from service.games.korsun.known.picture import Contact, Picture, as_unit, field_of
from service.games.korsun.known.supply import (
    distances,
    gives_supply,
    reach,
    road_ways,
    source_hex,
    supplied,
    taken_in,
    within,
)
from service.games.korsun.printed.reading import SOVIET
from service.games.korsun.printed.units import Command, Sdm, Unit, UnitId
from service.games.korsun.staff.briefing import number

NEAR = 4
"""So many hexes from an enemy a unit may come to an attack on them."""
ENOUGH = 2
"""So many times the strength of an enemy that are near them go for an attack."""
FARTHEST = 100
"""Farther off than any hex of the map: who is wanted nowhere."""
UNSEEN = {False: 4, True: 10}
"""For how strong a stack is taken that nobody has identified, a small and a large one."""
KEPT = 2
"""So many points of a marker stay for combat."""
A_SHIFT = 4
"""The least artillery points that shift a column."""


# ---- movement


def errand(picture: Picture, unit: Unit, places: Collection[Place]) -> Errand | None:
    """To which of these places a unit is wanted: into a named place that nobody holds for its side, or beside an enemy
    whom enough of its side can attack; on the way there, where that is too far. Whoever is there is wanted nowhere, and
    who waits off the map is to come in."""
    field, waits = field_of(picture), unit.hex is None and bool(places)
    if not waits and (not may_attack(picture, unit) or holds(picture, field, unit)):
        return None
    for hex in sorted(lost_places(picture), key=lambda hex: (-worth(picture, hex), hex)):
        if hex in places and not field.occupied(hex) and picture.rules.profile(unit.id).is_combat:
            name, points = (
                picture.rules.board.names.get(hex, hex),
                number(picture.rules.victory[SOVIET].control_at_end[hex]),
            )
            return Errand(Place(hex), f"{unit.id} can take {name} there, which counts {points}")
    if waits:
        return Errand(comes_to(picture, field, places), f"{unit.id} waits off the map to come in", there=False)
    target = target_of(picture, unit)
    if target is None or not places:
        return None
    beside = [hex for hex in map(Hex, places) if distance(hex, target.hex) == 1]
    fit = [hex for hex in beside if helped_at(field, unit, hex)]
    if fit:
        best = min(fit, key=lambda hex: (
            field.board.crossing(hex, target.hex) is not None, len(field.controllers(hex)), hex,
        ))  # fmt: skip
        return Errand(Place(best), f"{unit.id} can attack {target.hex} from there")
    nearest = min(map(Hex, places), key=lambda hex: (distance(hex, target.hex), hex))
    if beside or distance(nearest, target.hex) >= distance(here(unit), target.hex):
        return None
    return Errand(Place(nearest), f"{unit.id} is to attack {target.hex} from near there", there=False)


def comes_to(picture: Picture, field: Field, places: Collection[Place]) -> Place:
    """Where a unit that comes onto the map is of most use: near what counts and the known enemy, two hexes off them,
    and where no zone of control stops it."""
    goals = [*lost_places(picture), *(one.hex for one in picture.contacts.values())]

    def far(hex: Hex) -> tuple[int, int, Hex]:
        return max(2, min((distance(hex, goal) for goal in goals), default=2)), len(field.controllers(hex)), hex

    return Place(min(map(Hex, places), key=far))


def wanted(picture: Picture, unit: Unit) -> int:
    """How far a unit is from whom it can attack; FARTHEST where it is wanted nowhere, or stands there."""
    free = may_attack(picture, unit) and not holds(picture, field_of(picture), unit)
    target = target_of(picture, unit) if free else None
    return distance(here(unit), target.hex) if target is not None else FARTHEST


def target_of(picture: Picture, unit: Unit) -> Contact | None:
    """The enemy near a unit that serves its side best: in a named place, weak; and on whom enough can go."""
    near = [
        one for one in picture.contacts.values()
        if one.turn >= picture.turn - 1 and distance(here(unit), one.hex) <= NEAR and can_be_attacked(picture, one)
    ]  # fmt: skip
    return min(near, key=lambda one: (strength(picture, one) - 3 * worth(picture, one.hex), one.hex), default=None)


def can_be_attacked(picture: Picture, there: Contact) -> bool:
    """Whether the units of a side that are near an enemy are enough for an attack."""
    force = sum(
        unit.attack(picture.rules.profile(unit.id)) for unit in picture.own.values()
        if unit.hex is not None and distance(unit.hex, there.hex) <= NEAR and may_attack(picture, unit)
    )  # fmt: skip
    return force >= ENOUGH * strength(picture, there)


def strength(picture: Picture, there: Contact) -> int:
    """What an enemy stack is taken to defend with, before terrain."""
    units = [(as_unit(seen), picture.rules.profile(seen.id)) for seen in there.units]
    if not units:
        return UNSEEN[there.large]
    return sum(unit.defense(printed) for unit, printed in units if printed.is_combat) or 1


def may_attack(picture: Picture, unit: Unit) -> bool:
    """Whether a unit can do something in an attack, in order and in supply."""
    printed = picture.rules.profile(unit.id)
    able = unit.hex is not None and not unit.reserve and unit.order != "disorganized" and not unit.out_of_supply
    return able and printed.is_combat and unit.attack(printed) > 0


def helped_at(field: Field, unit: Unit, hex: Hex) -> bool:
    """Whether a point of its marker would help a unit in a hex."""
    sdm = field.sdm_of(unit.id)
    return sdm is not None and sdm.hex is not None and within(field, sdm.hex, field.increment(sdm.command), hex)


def guards(picture: Picture, field: Field, unit: Unit) -> bool:
    """Whether a unit alone holds a named place, which an enemy would walk into."""
    if unit.hex is None or unit.hex not in picture.rules.victory[SOVIET].control_at_end:
        return False
    others = [one for one in field.at(unit.hex) if one.id != unit.id and may_attack(picture, one)]
    return picture.rules.profile(unit.id).is_combat and not others


def holds(picture: Picture, field: Field, unit: Unit) -> bool:
    """Whether a unit is needed where it stands: alone in a named place, or beside an enemy, whom it holds up."""
    return guards(picture, field, unit) or any(hex in field.enemies for hex in field.board.beside(here(unit)))


def shuns(picture: Picture, unit: Unit, way: Sequence[Place]) -> bool:
    """Whether a unit had better not go that way: from a named place that it alone holds, or, a gun, to the enemy."""
    if picture.rules.profile(unit.id).is_combat:
        return guards(picture, field_of(picture), unit)
    beside = picture.rules.board.beside(Hex(way[-1]))
    return any(contact.hex in beside for contact in picture.contacts.values())


def lost_places(picture: Picture) -> list[Hex]:
    """The named places that count, and that a side does not hold."""
    counts = picture.rules.victory[SOVIET].control_at_end
    return [hex for hex in counts if picture.public.control.get(hex) != picture.side]


def worth(picture: Picture, hex: Hex) -> int:
    """What a hex counts, whole points; 0 where it is no named place."""
    return int(picture.rules.victory[SOVIET].control_at_end.get(hex, 0))


def here(unit: Unit) -> Hex:
    assert unit.hex is not None
    return unit.hex


# ---- orders of several units


def best_group(picture: Picture, option: Option, name: str) -> list[str] | None:
    """Who a coach names in a field of several: all who can attack together, the guns that shift a column, and for a
    reserve one unit."""
    domain = option.fields[name]
    assert isinstance(domain, Several)
    ids: list[UnitId] = [*domain.values]
    if option.kind == "declare-reserve":
        return ids[:1]
    if option.kind == "fire-artillery":
        able = sum(halves(picture.rules, picture.own[id]) for id in ids) // 2 >= A_SHIFT
        return ids[: domain.most] if able else None
    return ids[: domain.most] or None


def unwise(picture: Picture, order: Order) -> bool:
    """Whether an order is better not given, whatever it promises: engineers where they change nothing, and in reserve
    who is wanted in an attack, or holds a place."""
    fight, units = picture.attack, order.subjects()
    match order.kind:
        case "commit-engineers" if fight is not None:
            board, tables = picture.rules.board, picture.tables.terrain
            attackers = [picture.own[id].hex for id in fight.units if id in picture.own]
            river = any(hex is not None and board.is_river(hex, fight.hex) for hex in attackers)
            built = board.terrain[fight.hex].name in tables.assaulted_by_engineers
            return not built and not (river and fight.by == picture.side)
        case "declare-reserve":
            field = field_of(picture)
            mine = [picture.own[id] for id in units if id in picture.own]
            return any(target_of(picture, one) is not None or guards(picture, field, one) for one in mine)
    return False


# ---- supply


def best_place(picture: Picture, kind: str, who: str, places: Collection[Place]) -> Place | None:
    """Where a marker reaches more of its units than it does; which hex a marker that has points left feeds; which
    attacked hex armor helps to hold; on which most is dropped. None where nothing of that helps."""
    field = field_of(picture)
    match kind:
        case "place-marker":
            return better_hex(field, who, places)
        case "extend-supply":
            sdm = picture.sdms[who]
            most = most_units(picture, field, places)
            return most if most is not None and sdm.sp > KEPT else None
        case "react":
            mine, attacked = picture.own[who], {one.hex for one in picture.attacks if not one.done}
            held = [place for place in places if Hex(place) in attacked and field.friendly(Hex(place))]
            return min(held, default=None) if mine.hex not in attacked else None
        case "drop-to-units" | "drop-supply":
            return max(places, key=lambda place: (len(field.at(Hex(place))), place), default=None)
    return None


def most_units(picture: Picture, field: Field, places: Collection[Place]) -> Place | None:
    """The hex in which most combat units are out of supply."""

    def many(place: Place) -> int:
        return sum(one.out_of_supply and picture.rules.profile(one.id).is_combat for one in field.at(Hex(place)))

    return max((place for place in places if many(place)), key=lambda place: (many(place), place), default=None)


def better_hex(field: Field, command: Command, places: Collection[Place]) -> Place | None:
    """The hex of a marker's road from which it reaches more of its units than where it stands, and takes in most."""
    sdm, source = field.sdms[command], source_hex(field, command)
    ways = road_ways(field, source) if source is not None else {}
    now = reached(field, sdm, sdm.hex) if sdm.hex in ways else 0
    if now == len(users(field, sdm)):
        return None
    found = {place: reached(field, sdm, Hex(place)) for place in places if place in ways}
    fit = [place for place, units in found.items() if units > now]
    return min(
        fit,
        key=lambda place: (-found[place], -(taken_in(field, command, Hex(place)) or 0), ways[Hex(place)].cost, place),
        default=None,
    )


def users(field: Field, sdm: Sdm) -> list[Unit]:
    """The units on the map that draw on a marker."""
    return [unit for unit in field.own.values() if unit.hex is not None and field.sdm_of(unit.id) is sdm]


def reached(field: Field, sdm: Sdm, hex: Hex | None) -> int:
    """How many of its units a marker would reach from a hex."""
    if hex is None or sdm.gone:
        return 0
    there = reach(field, hex, field.increment(sdm.command))
    return sum(unit.hex in there for unit in users(field, sdm))


def in_range(picture: Picture) -> tuple[int, int]:
    """How many of a side's units their markers reach where these stand, and how many there are on the map."""
    field = field_of(picture)
    units = [unit for unit in field.own.values() if unit.hex is not None]
    reaches = {c: hexes for c, hexes in distances(field).items() if gives_supply(field.sdms[c])}
    return sum(supplied(field, units, reaches).values()), len(units)
