"""What a player may ask before he orders, answered from his picture alone: lines of sight, and odds of fire."""

from __future__ import annotations

from itertools import product

from service.engine.hexes import Hex
from service.engine.orders import Order
from service.engine.sightlines import Odds, SightLine
from service.games.skirmish.known.bills import bill, fire_bill, shot_bill, worst
from service.games.skirmish.known.firepower import aside, power, suppressions_by
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
        known.append(fire_bill(
            given.tables, base, line, known_cover(picture, base, contact), step, suspected=not contact.identified,
            moving=moving, fast=moves_fast(picture, contact), cowered=bool(shows and shows.cowered),
            in_woods=picture.ground.terrain(given, contact.hex).air_burst,
            off=aside(given, base, contact.hex),
        ))  # fmt: skip
    found = worst(known)
    if order.leader is not None:
        found += bill("P7", [("leader", picture.own[order.leader].rating)])
    effective = (
        0 if in_vain else sum(suppressions_by(given.tables.fire, strength, throw, found.total) > 0 for throw in THROWS)
    )
    return Odds(figure="firepower", value=strength, bill=found, chance=percent(effective))


def odds_of_shot(picture: Picture, order: Shoot | Fire) -> Odds | None:
    base, contact = picture.base(order.base), picture.contacts.get(order.target)
    if contact is None or base.hex is None:
        return None
    given, line = picture.rules, picture.sight(base.hex, contact.hex)
    figures = given.tables.fire
    number = number_to_hit(figures, base, line.distance)
    moving = (picture.film is not None and picture.film.handle == contact.handle) or bool(
        contact.shows and contact.shows.moving
    )
    make = given.profile(contact.shows).make if contact.shows else None
    found = shot_bill(
        figures, base, line, cover(given, picture.ground, contact.hex, base.hex, dug=False), moving=moving,
        fast=moves_fast(picture, contact), small=make is not None and make.small,
        earlier=shots_at(picture, base, contact), off=aside(given, base, contact.hex),
    )  # fmt: skip
    hits = sum(
        throw != figures.unlucky and (throw == figures.lucky or throw + found.total <= number) for throw in THROWS
    )  # fmt: skip
    return Odds(figure="to hit", value=number, bill=found, chance=percent(hits))


def shots_at(picture: Picture, base: Base, contact: Contact) -> int:
    """How often a base has shot at a vehicle in this player turn and the last, as far as its owner was told (P13)."""
    turn, count = picture.ranged.get(f"{base.id}>{contact.handle}", (0, 0))
    return count if turn >= picture.player_turn - 1 else 0


def percent(of_36: int) -> int:
    return round(100 * of_36 / len(THROWS))
