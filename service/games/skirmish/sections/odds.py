"""What an order is likely to come to, by the picture of its owner alone."""

from __future__ import annotations

from service.engine.bills import Bill
from service.engine.hexes import Hex
from service.engine.odds import Odds
from service.engine.orders import Order
from service.games.skirmish.known.bills import LEADER, bill, fire_bill, rally_bill, shot_bill, worded, worst
from service.games.skirmish.known.chances import effect_chance, hit_chance, pass_chance, percent
from service.games.skirmish.known.firepower import aside, power
from service.games.skirmish.known.paths import pace_for, path_cost
from service.games.skirmish.known.picture import Contact, Picture
from service.games.skirmish.known.reach import planned
from service.games.skirmish.printed.bases import Base, Fired, Pace
from service.games.skirmish.printed.field import cover
from service.games.skirmish.sections.ammunition import Replenish, at_headquarters
from service.games.skirmish.sections.armour import number_to_hit
from service.games.skirmish.sections.exposure import exposure, in_words
from service.games.skirmish.sections.fire import STEPS, Fire, known_cover
from service.games.skirmish.sections.gunnery import Shoot, is_armour
from service.games.skirmish.sections.moving import Move
from service.games.skirmish.sections.plans import moves_fast
from service.games.skirmish.sections.rally import Rally, SelfRally
from service.games.skirmish.sections.repairs import Repair


def odds(picture: Picture, order: Order) -> Odds | None:
    """What an attack, a try or a move is likely to come to, by what its owner knows; nothing for other orders."""
    step = STEPS.get(picture.step, "defensive")
    if isinstance(order, Fire):
        contact = picture.contacts.get(order.target)
        at_armour = contact is not None and is_armour(picture.tables.bases, contact)
        if at_armour and order.weapon == "high explosive":
            return odds_of_shot(picture, order)  # it has to hit, like a shot (P12)
        return odds_of_fire(picture, order, step, in_vain=at_armour)
    match order:
        case Shoot():
            return odds_of_shot(picture, order)
        case SelfRally() | Rally():
            return odds_of_rally(picture, order)
        case Repair():
            return odds_of_quality(picture, picture.base(order.base), Bill(), "to repair it")
        case Replenish():
            return odds_of_ammunition(picture, order)
        case Move():
            return odds_of_move(picture, order)
    return None


def odds_of_fire(picture: Picture, order: Fire, step: Fired, *, in_vain: bool) -> Odds | None:
    """`in_vain`: bullets at armour, to which they do nothing (P12)."""
    contact, group = picture.contacts.get(order.target), order.group(picture)
    if contact is None or any(base.hex is None for base in group):
        return None
    rules, shows, strength, known = picture.rules, contact.shows, 0, []
    moving = (picture.film is not None and picture.film.handle == contact.handle) or bool(shows and shows.moving)
    for base in group:
        line = picture.sight(Hex(str(base.hex)), contact.hex)
        strength += power(rules.tables, base, order.weapon, line.distance)
        known.append(fire_bill(
            rules.tables, base, line, known_cover(picture, base, contact), step, suspected=not contact.identified,
            moving=moving, fast=moves_fast(picture, contact), cowered=bool(shows and shows.cowered),
            in_woods=picture.ground.terrain(rules, contact.hex).air_burst,
            off=aside(rules, base, contact.hex),
        ))  # fmt: skip
    found = worst(known)
    if order.leader is not None:
        found += bill("P7", [(LEADER, picture.own[order.leader].rating)])
    chance = 0 if in_vain else effect_chance(rules.tables.fire, strength, found.total)
    return Odds(figure="firepower", value=strength, bill=worded(found), chance=chance)


def odds_of_shot(picture: Picture, order: Shoot | Fire) -> Odds | None:
    base, contact = picture.base(order.base), picture.contacts.get(order.target)
    if contact is None or base.hex is None:
        return None
    rules, line = picture.rules, picture.sight(base.hex, contact.hex)
    figures = rules.tables.fire
    number = number_to_hit(figures, base, line.distance)
    moving = (picture.film is not None and picture.film.handle == contact.handle) or bool(
        contact.shows and contact.shows.moving
    )
    make = rules.profile(contact.shows).make if contact.shows else None
    found = shot_bill(
        figures, base, line, cover(rules, picture.ground, contact.hex, base.hex, dug=False), moving=moving,
        fast=moves_fast(picture, contact), small=make is not None and make.small,
        earlier=shots_at(picture, base, contact), off=aside(rules, base, contact.hex),
    )  # fmt: skip
    return Odds(
        figure="to hit", value=number, bill=found, chance=hit_chance(figures, number, found.total), effect="to hit"
    )


def shots_at(picture: Picture, base: Base, contact: Contact) -> int:
    """How often a base has shot at a vehicle in this player turn and the last, as far as its owner was told (P13)."""
    turn, count = picture.ranged.get(f"{base.id}>{contact.handle}", (0, 0))
    return count if turn >= picture.player_turn - 1 else 0


def odds_of_rally(picture: Picture, order: SelfRally | Rally) -> Odds | None:
    """The chance of a rally, alone or under a leader (P6)."""
    base = picture.base(order.base)
    if base.hex is None or base.morale == "good":
        return None
    chief = picture.base(order.leader) if isinstance(order, Rally) else None
    added = rally_bill(
        picture.rules, picture.ground, base, chief, picture.at(base.hex), picture.known_enemies()
    )  # fmt: skip
    return odds_of_quality(picture, base, added, "to rally")


def odds_of_quality(picture: Picture, base: Base, added: Bill, effect: str) -> Odds:
    """The chance of a quality roll (P4), whose number its dice must not pass."""
    figures = picture.tables.morale
    return Odds(
        figure="quality roll, at most", value=base.quality + figures.quality_bonus, bill=added,
        chance=pass_chance(figures, base.quality, added.total), effect=effect,
    )  # fmt: skip


def odds_of_ammunition(picture: Picture, order: Replenish) -> Odds | None:
    """The chance of ammunition, where the way ends close enough to the headquarters (P23)."""
    base, number = picture.base(order.base), picture.rules.replenish_number
    there = base.changed(hex=order.path[-1]) if order.path else base
    if not at_headquarters(picture.rules, there):
        return None
    return Odds(
        figure="roll, at most", value=number, bill=Bill(), chance=percent(lambda throw: throw <= number),
        effect="for ammunition",
    )  # fmt: skip


def odds_of_move(picture: Picture, order: Move) -> Odds | None:
    """What a way lays open to the enemies whom its owner knows."""
    base = picture.base(order.base)
    if not order.path:
        return None
    seen = exposure(picture, base, order.path, fast=pace_of(picture, base, order) == "fast")
    return Odds(figure="steps in sight", value=seen.seen, bill=Bill(), outlook=tuple(in_words(picture, base, seen)))


def pace_of(picture: Picture, base: Base, order: Move) -> Pace:
    """The pace of a move that is to be ordered, or stands on the sheet already."""
    march = picture.marches.get(base.id)
    if march is not None and march.path[-len(order.path) :] == order.path:
        return order.pace or march.pace
    there = planned(picture, base)
    spent = there.spent + path_cost(picture, there, order.path, reverse=order.reverse)
    return order.pace or pace_for(picture.rules.profile(base), spent) or "fast"
