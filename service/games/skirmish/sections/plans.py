"""Fire plans: standing orders for opportunity and remaining fire, and the default doctrine (P16).

A plan is a list of lines; for each base the first that fits says what it does: fire, hold, or ask its owner. A line is
judged by what its owner knows: a condition on the kind of a mover who is only suspected does not hold. What no line
decides is asked, and where nobody answers in time the default doctrine holds: fire where it is worth it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from service.engine.hexes import Hex
from service.games.skirmish.known.bills import fire_bill
from service.games.skirmish.known.chances import THROWS
from service.games.skirmish.known.firepower import Weapon, aside, directed_by, power, suppressions_by, weapons_of
from service.games.skirmish.known.lines import worth_it
from service.games.skirmish.known.picture import Contact, Picture
from service.games.skirmish.known.standing import ANY, At, PlanLine, Then
from service.games.skirmish.printed.bases import Base, BaseId, Fired
from service.games.skirmish.printed.field import cost, cover
from service.games.skirmish.printed.figures import FireFigures
from service.games.skirmish.sections.armour import aspect_of
from service.games.skirmish.sections.fire import Fire, able, chiefs, mover_left, targets
from service.games.skirmish.sections.gunnery import Shoot, armour_in_reach, is_armour

MOST_SHOTS = 40
"""The shots that one answer fires at most."""


# ---- what a shot is worth, and what was seen of a mover


def expected(figures: FireFigures, firepower: int, added: int) -> Fraction:
    """The suppressions that an attack causes on the average, with so much added to its dice."""
    return Fraction(sum(suppressions_by(figures, firepower, throw, added) for throw in THROWS), len(THROWS))


def moves_fast(picture: Picture, contact: Contact) -> bool:
    """Whether an identified mover is known to go fast (P11): own fire has shown it, or the steps that were seen of it
    cost more than its normal speed allows.

    A vehicle's turns, and a step out of the unknown, are not counted: it may go faster than one can tell.
    """
    film, shows = picture.film, contact.shows
    if film is None or film.handle != contact.handle or shows is None:
        return False
    if contact.handle in picture.runners:
        return True
    rules, profile = picture.rules, picture.rules.profile(shows)
    way = film.way if film.since is None else (film.since, *film.way)
    steps = ((here, there) for here, there in pairwise(way) if here != there)
    spent = sum(cost(rules, picture.ground, profile.going, here, there) or 0 for here, there in steps)
    return spent > profile.allowance("normal")


def worth_of(picture: Picture, base: Base, contact: Contact, weapon: Weapon, leader: BaseId | None = None) -> Fraction:
    """What a base's fire at a contact, directed by a `leader` or nobody, is expected to do by what its owner knows."""
    assert base.hex is not None
    rules, line = picture.rules, picture.sight(base.hex, contact.hex)
    screen = cover(rules, picture.ground, contact.hex, base.hex, dug=contact.identified)
    film = picture.film is not None and picture.film.handle == contact.handle
    shows = contact.shows
    added = fire_bill(
        rules.tables, base, line, screen, "defensive", suspected=not contact.identified,
        moving=film or bool(shows and shows.moving), fast=moves_fast(picture, contact),
        cowered=bool(shows and shows.cowered),
        in_woods=picture.ground.terrain(rules, contact.hex).air_burst,
        off=aside(rules, base, contact.hex),
    )  # fmt: skip
    rating = picture.own[leader].rating if leader is not None else 0
    return expected(rules.tables.fire, power(rules.tables, base, weapon, line.distance), added.total + rating)


@dataclass(frozen=True)
class Shot:
    """A shot that a base may make: the order that makes it, and what it is worth."""

    base: Base
    contact: Contact
    order: Fire | Shoot
    worth: Fraction


def shots(picture: Picture, base: Base, step: Fired = "defensive") -> list[Shot]:
    """The lawful shots of a base by its owner's knowledge, the best first; in the film at the mover only.

    A leader who stands with it directs it, where that makes it better (P6).
    """
    if not able(picture, base, step):
        return []
    film, tables = picture.film, picture.tables
    if film is not None and (base.id in film.fired or not mover_left(picture)):
        return []
    leader = directed_by(picture.own.values(), chiefs(picture, base))
    found = [
        Shot(base, contact, Fire(base=base.id, target=handle, weapon=weapon, leader=leader),
             worth_of(picture, base, contact, weapon, leader))
        for weapon in weapons_of(tables, base) for handle in targets(picture, base, weapon)
        if film is None or picture.contacts[handle].hex == film.hex
        if not is_armour(tables.bases, contact := picture.contacts[handle])
    ]  # fmt: skip
    found += [
        Shot(base, picture.contacts[handle], Shoot(base=base.id, target=handle), worth_it(tables.fire))
        for handle in armour_in_reach(picture, base) if film is None or handle == film.handle
    ]  # fmt: skip
    return sorted(found, key=lambda shot: (-shot.worth, shot.contact.hex))


# ---- lines


def fits(picture: Picture, line: PlanLine, shot: Shot, at: At) -> bool:
    """Whether a line speaks of a shot, by what its owner knows."""
    base, contact = shot.base, shot.contact
    assert base.hex is not None
    shows, apart = contact.shows, picture.rules.sheet.distance(base.hex, contact.hex)
    screen = cover(picture.rules, picture.ground, contact.hex, base.hex, dug=contact.identified)
    exposure = {"open" if screen <= 0 else "cover"} | ({"moving_fast"} if moves_fast(picture, contact) else set())
    kinds = {shows.kind, shows.type} if shows is not None else set()
    conditions = (
        not line.bases or base.id in line.bases,
        line.at in (at, "both"),
        not line.target or bool(kinds & set(line.target)),
        line.range_min is None or apart >= line.range_min,
        line.range_max is None or apart <= line.range_max,
        not line.exposure or bool(exposure & set(line.exposure)),
        line.expected is None or shot.worth * 10 >= line.expected,
        not line.aspect or aspect_shown(picture, base, contact) in line.aspect,
        not line.hexes or contact.hex in line.hexes,
        not line.crosses or comes_onto(picture, line.crosses, contact),
        line.steps_min is None or len(seen_steps(picture, contact)) >= line.steps_min,
        line.enemies_min is None or enemies_in_sight(picture) >= line.enemies_min,
        line.enemies_max is None or enemies_in_sight(picture) <= line.enemies_max,
        line.concealed is None or line.concealed == base.lies_low,
        line.leader is None or line.leader == any(b.leader and b.good_order for b in picture.at(base.hex)),
        line.last_shot is None or line.last_shot == last_shot(picture, base),
        line.turn_from is None or picture.turn >= line.turn_from,
        line.shots is None or base.shots < line.shots,
        line.reserve is None or (last_shot(picture, base) and awaited(picture, line.reserve)),
    )
    return all(conditions)


def seen_steps(picture: Picture, contact: Contact) -> tuple[Hex, ...]:
    """The steps that were seen of the mover, where it is the one to fire at: all that is in its hex is attacked."""
    film = picture.film
    return film.way if film is not None and film.hex == contact.hex else ()


def comes_onto(picture: Picture, ends: Sequence[Hex], contact: Contact) -> bool:
    """Whether the mover has come onto a line that is drawn between two hexes by the step just made."""
    a, b = ends
    drawn = {a, b, *(hex for line in picture.rules.sheet.lines(a, b) for hex in line)}
    way, film = seen_steps(picture, contact), picture.film
    return way[-1:] != () and way[-1] in drawn and not drawn & {*way[:-1], film.since if film else None}


def enemies_in_sight(picture: Picture) -> int:
    return sum(contact.in_sight and not contact.abandoned for contact in picture.contacts.values())


def last_shot(picture: Picture, base: Base) -> bool:
    """Whether a base's next shot may be its last: where shots are kept on a die, each may be (P8)."""
    return picture.options["rof_mode"] == "dice" or base.shots >= picture.rules.profile(base).rof(base) - 1


def awaited(picture: Picture, zone: str) -> bool:
    """Whether reinforcements are announced for a zone, where nobody has been seen to come on yet (SKR-RNF-02)."""
    return any(not there.noticed and zone in (ANY, there.zone) for there in picture.announced)


def aspect_shown(picture: Picture, base: Base, contact: Contact) -> str:
    """The plate that an identified vehicle shows a base; nothing for others."""
    shows = contact.shows
    if shows is None or shows.heading is None or base.hex is None or not picture.rules.profile(shows).armoured:
        return ""
    seen = Base(id="", side="", kind="vehicle", name="", quality=0, hex=contact.hex, heading=shows.heading)
    return aspect_of(picture.rules.sheet, seen, base.hex)


def decision(picture: Picture, base: Base, at: At) -> tuple[Then, Shot] | None:
    """What the plan says of a base's best shot that a line speaks of; `ask` where none does; None without a shot."""
    found = shots(picture, base)
    if not found:
        return None
    for line in picture.plan:
        for shot in found:
            if fits(picture, line, shot, at):
                return line.then, shot
    return "ask", found[0]


def in_plan_order(picture: Picture) -> list[Base]:
    """Own bases in the order in which the plan names them, then by id."""
    named = [id for line in picture.plan for id in line.bases]
    return sorted(picture.on_map(), key=lambda b: (named.index(b.id) if b.id in named else len(named), b.id))


def planned_shot(picture: Picture, at: At) -> Shot | None:
    """The next shot that the plan orders."""
    for base in in_plan_order(picture):
        decided = decision(picture, base, at)
        if decided is not None and decided[0] == "fire":
            return decided[1]
    return None


def undecided(picture: Picture, at: At) -> list[Shot]:
    """The best shots of the bases of which the plan says nothing, or that their owner is to be asked."""
    decided = (decision(picture, base, at) for base in in_plan_order(picture))
    return [found[1] for found in decided if found is not None and found[0] == "ask"]


def doctrine(picture: Picture, at: At) -> Shot | None:
    """What is fired where nobody answers: the best shot that is worth it, by the option of the match.

    Live, where seconds decide, it is fired by nobody who is hidden.
    """
    if picture.options.get("default_doctrine") != "fire":
        return None
    least, live = worth_it(picture.tables.fire), picture.options["interrupts"] == "live"
    found = [shot for shot in undecided(picture, at) if not (live and shot.base.lies_low)]
    worthy = [shot for shot in found if shot.worth >= least]
    return min(worthy, key=lambda shot: (-shot.worth, shot.contact.hex), default=None)


def unspoken(picture: Picture, at: At) -> Shot | None:
    """What is fired where neither plan nor owner has spoken: live at a step, only what a halt has promised."""
    film = picture.film
    if at == "opportunity" and picture.options["interrupts"] == "live":
        return best_shot(picture) if film is not None and film.halted and not film.fired else None
    return doctrine(picture, at)


def best_shot(picture: Picture) -> Shot | None:
    """The lawful shot of best expectation; of several the one at the lowest hex; from out of hiding, if no other is
    there."""
    found = [shot for base in picture.on_map() for shot in shots(picture, base)]
    return min(found, key=lambda shot: (shot.base.lies_low, -shot.worth, shot.contact.hex), default=None)
