"""What a player may ask before he orders, answered from his picture alone: lines of sight, and odds of fire."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from service.engine.bills import Bill, Term
from service.engine.hexes import Hex
from service.engine.orders import Order
from service.engine.sightlines import Odds, SightLine
from service.games.skirmish.known.firepower import aside, modifiers_of, power, suppressions_by, worst
from service.games.skirmish.known.picture import Contact, Picture
from service.games.skirmish.known.view import known_foxholes
from service.games.skirmish.printed.bases import Base, Fired
from service.games.skirmish.printed.field import cover
from service.games.skirmish.sections.armour import number_to_hit
from service.games.skirmish.sections.fire import STEPS, Fire, known_cover
from service.games.skirmish.sections.gunnery import Shoot, is_armour
from service.games.skirmish.sections.plans import moves_fast

THROWS = tuple(a + b for a, b in product(range(1, 7), repeat=2))


def sight_line(picture: Picture, a: Hex, b: Hex) -> SightLine | None:
    """The line of sight between two hexes over the ground as both sides see it (P9), with the cover at its far end.

    Foot is meant; a foxhole counts where it is known (P10).
    """
    given, ground = picture.rules, picture.ground
    if a not in given.sheet or b not in given.sheet:
        return None
    line, weather = picture.sight(a, b), ground.weather
    far = line.distance > given.tables.weather.sight(weather.precipitation, weather.visibility)
    why = "" if line.open else "too far to see in this weather" if far else "blocked"
    return SightLine(
        a=a, b=b, open=line.open, distance=line.distance, hindrances=line.hindrances, smoke=line.smoke,
        cover=cover(given, ground, b, a, dug=b in known_foxholes(picture)) if a != b else 0, why=why, rule="P9",
    )  # fmt: skip


def odds(picture: Picture, order: Order) -> Odds | None:
    """What an attack is likely to do, by what its owner knows (P7, P13); nothing for other orders."""
    step = STEPS.get(picture.step, "defensive")
    if isinstance(order, Fire):
        contact = picture.contacts.get(order.target)
        at_armour = contact is not None and is_armour(picture.tables.bases, contact)
        if at_armour and order.weapon == "high explosive":
            return odds_of_shot(picture, order)  # it has to hit, like a shot (P12)
        return odds_of_fire(picture, order, step, in_vain=at_armour)
    return odds_of_shot(picture, order) if isinstance(order, Shoot) else None


def odds_of_fire(picture: Picture, order: Fire, step: Fired, *, in_vain: bool) -> Odds | None:
    """`in_vain`: bullets at armour, to which they do nothing (P12)."""
    contact, group = picture.contacts.get(order.target), order.group(picture)
    if contact is None or any(base.hex is None for base in group):
        return None
    given, shows, strength, known = picture.rules, contact.shows, 0, []
    moving = (picture.film is not None and picture.film.handle == contact.handle) or bool(shows and shows.moving)
    for base in group:
        line = picture.sight(Hex(str(base.hex)), contact.hex)
        strength += power(given.tables, base, order.weapon, line.distance)
        known.append(modifiers_of(
            given.tables, base, line, known_cover(picture, base, contact), step, suspected=not contact.identified,
            moving=moving, fast=moves_fast(picture, contact), cowered=bool(shows and shows.cowered),
            in_woods=picture.ground.terrain(given, contact.hex).air_burst,
            off=aside(given, base, contact.hex),
        ))  # fmt: skip
    modifiers = worst(known)
    if order.leader is not None and picture.own[order.leader].rating:
        modifiers.append(("leader", picture.own[order.leader].rating))
    effective = (
        0 if in_vain else sum(suppressions_by(given.tables.fire, strength, throw, modifiers) > 0 for throw in THROWS)
    )
    return Odds(figure="firepower", value=strength, bill=bill_of(modifiers, "P7"), chance=percent(effective))


def odds_of_shot(picture: Picture, order: Shoot | Fire) -> Odds | None:
    base, contact = picture.base(order.base), picture.contacts.get(order.target)
    if contact is None or base.hex is None:
        return None
    given, line = picture.rules, picture.sight(base.hex, contact.hex)
    figures = given.tables.fire
    number, names = number_to_hit(figures, base, line.distance), figures.to_hit_modifiers
    moving = (picture.film is not None and picture.film.handle == contact.handle) or bool(
        contact.shows and contact.shows.moving
    )
    fast, earlier = moves_fast(picture, contact), shots_at(picture, base, contact)
    make = given.profile(contact.shows).make if contact.shows else None
    found = [
        ("cover", cover(given, picture.ground, contact.hex, base.hex, dug=False)),
        ("target moving fast", names["target moving fast"] if fast else 0),
        ("target moving", names["target moving"] if moving and not fast else 0),
        ("small target", names["small target"] if make is not None and make.small else 0),
        ("shooter moved", names["shooter moved"] if base.moved else 0),
        ("pinned", names["pinned"] if base.pinned else 0),
        ("earlier shots", max(names["earlier shots at most"], names["earlier shot"] * earlier)),
        (
            "outside the front arc",
            figures.modifiers["outside the front arc"] if aside(given, base, contact.hex) else 0,
        ),
        ("hindrance", figures.modifiers["hindrance"] * line.hindrances),
        ("smoke", figures.modifiers["smoke"] * line.smoke),
    ]
    added = sum(value for _, value in found)
    hits = sum(
        throw != figures.unlucky and (throw == figures.lucky or throw + added <= number) for throw in THROWS
    )  # fmt: skip
    return Odds(figure="to hit", value=number, bill=bill_of(found, "P13"), chance=percent(hits))


def shots_at(picture: Picture, base: Base, contact: Contact) -> int:
    """How often a base has shot at a vehicle in this player turn and the last, as far as its owner was told (P13)."""
    turn, count = picture.ranged.get(f"{base.id}>{contact.handle}", (0, 0))
    return count if turn >= picture.player_turn - 1 else 0


RULES = {
    "cover": "P10", "hindrance": "P9", "smoke": "P9", "suspected": "P24", "leader": "P6", "pinned": "P5",
    "target cowered": "P5", "advanced fire": "SKR-MOV-03", "stays in motion": "SKR-MOV-04", "waited": "SKR-AFP-03",
}  # fmt: skip
"""The rule of a modifier, where it has another than the attack itself."""


def bill_of(modifiers: Sequence[tuple[str, int]], rule: str) -> Bill:
    """Modifiers that are not nought, each with its rule."""
    return Bill(tuple(Term(name=name, value=value, rule=RULES.get(name, rule)) for name, value in modifiers if value))


def percent(of_36: int) -> int:
    return round(100 * of_36 / len(THROWS))
