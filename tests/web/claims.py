"""What a coach's words say of the position, put to the picture of whoever reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.engine.game import AnyGame
from service.engine.hexes import Hex, distance
from service.engine.lessons import NAMED, Followed
from service.engine.options import Option
from service.engine.orders import Refusal
from service.engine.sentences import plain_text
from service.games.korsun.known.picture import field_of
from service.games.korsun.known.supply import reach
from service.matches.order_json import orders_from_plain

FAR = 3
"""So many hexes are some."""


@dataclass(frozen=True)
class Claim:
    """Words of a coach with the order that they advise, and what their reader knows and may order at that moment."""

    game: AnyGame
    picture: Any
    said: str
    followed: Followed
    options: Sequence[Option]

    def offers(self, *kinds: str) -> bool:
        """Whether one of these orders may be given."""
        return any(option.kind in kinds for option in self.options)

    def most(self, kind: str, field: str) -> int:
        """The most that a field of such an order takes."""
        found = [option.fields[field].most if field in option.fields else option.fixed[field]  # type: ignore[union-attr]
                 for option in self.options if option.kind == kind]  # fmt: skip
        return max(map(int, found), default=0)

    def helps(self, fire: int) -> bool:
        """Whether so many CSPs more change anything of an attack, by the odds that the form shows."""
        orders = orders_from_plain(
            self.game, [{"kind": "defend", "fire": points} for points in (0, min(fire, self.most("defend", "fire")))]
        )
        without, with_fire = (self.game.odds(self.picture, order) for order in orders)
        return without is not None and with_fire is not None and with_fire.promise > without.promise

    def places(self, things: Mapping[str, Any]) -> set[str]:
        return {place for thing in things.values() for place in self.game.forces.places_of(thing)}

    @property
    def met(self) -> set[str]:
        return self.places(self.game.forces.contacts(self.picture))

    @property
    def own(self) -> set[str]:
        return self.places(self.game.forces.own(self.picture))


def known_there(claim: Claim) -> bool:
    """Somebody is known in the place that is named."""
    return claim.followed.says[re.findall(NAMED, claim.said)[0]] in claim.met


def beside(claim: Claim) -> bool:
    """The unit that is named stands beside the target."""
    unit = claim.game.forces.own(claim.picture)[claim.followed.says["unit"]]
    return any(distance(Hex(one), claim.followed.says["target"]) == 1 for one in claim.game.forces.places_of(unit))


def nobody_should_move(claim: Claim) -> bool:
    """Whether whoever can move at all holds something, comes no nearer to what counts next to it, or could go only
    through fire or gas."""
    harmed = {marker.hex for marker in claim.picture.markers if marker.kind in ("interdiction", "gas")}
    posts = {one.hex for one in claim.picture.rules.objectives}
    for option in claim.options:
        try:
            found = claim.game.forces.destinations(claim.picture, option.subjects) if option.kind == "move" else ()
        except Refusal:
            continue
        safe = [one.place for one in found if not harmed & {*one.path}]
        here = claim.picture.own[option.subjects[0]].hex if safe else None
        if here is None or here in posts:
            continue
        goal = min(posts, key=lambda post: distance(here, post))
        if any(distance(Hex(place), goal) < distance(here, goal) for place in safe):
            return False
    return True


def nobody_known(claim: Claim) -> bool:
    """Nobody is known in the place to which the unit is sent."""
    return claim.followed.says["path"][-1] not in claim.met


def counts(claim: Claim) -> bool:
    """What a place is said to count it counts by the scenario, and it is as far away as is said."""
    said = claim.followed.why
    if claim.game.info.code == "korsun":
        return serves(claim, said)
    worth = {one.name: one for one in claim.picture.rules.objectives}
    at = Hex(claim.followed.says["target"] if "target" in claim.followed.says else claim.followed.says["path"][-1])
    here = re.fullmatch(r"(\w+) (?:counts|would count) (\d+) points?(?: for them)?", said)
    there = re.fullmatch(r"(\d+) hex(?:es)? from (\w+), which counts (\d+)", said)
    if here is not None:
        return (worth[here[1]].points, worth[here[1]].hex) == (int(here[2]), at)
    return there is not None and worth[there[2]].points == int(there[3]) and (
        distance(worth[there[2]].hex, at) == int(there[1]))  # fmt: skip


def serves(claim: Claim, said: str) -> bool:
    """Whether an own unit of Korsun goes into a place that counts so much and is not its side's, or comes beside an
    enemy whom it is said to attack, or nearer to them, or comes onto the map."""
    rules, to = claim.picture.rules, Hex(claim.followed.says["path"][-1])
    takes = re.fullmatch(r"(\w+) can take (\w+) there, which counts (\d+)", said)
    if takes is not None:
        worth = rules.victory["Soviet"].control_at_end[to]
        held = claim.picture.public.control.get(to) == claim.picture.side
        return (rules.board.names[to], worth) == (takes[2], int(takes[3])) and not held and to not in claim.met
    if waits := re.fullmatch(r"(\w+) waits off the map to come in", said):
        return claim.picture.own[waits[1]].hex is None and to not in claim.met
    attacks = re.fullmatch(r"(\w+) (?:can|is to) attack (\d{4}) from (there|near there)", said)
    if attacks is None or attacks[2] not in claim.met:
        return False
    far, was = (distance(hex, Hex(attacks[2])) for hex in (to, claim.picture.own[attacks[1]].hex))
    return far == 1 if attacks[3] == "there" else far < was


def reaches_more(claim: Claim) -> bool:
    """Whether a supply marker reaches more of its units from the hex that is named than from where it stands."""
    picture, command = claim.picture, claim.followed.says["command"]
    field, units = field_of(picture), [id for id in picture.own if picture.rules.counters[id].command == command]

    def reached(hex: str) -> int:
        there = reach(field, Hex(hex), field.increment(command))
        return sum(picture.own[id].hex in there for id in units)

    return reached(claim.followed.says["hex"]) > reached(picture.sdms[command].hex or "")


def clears(claim: Claim) -> bool:
    """Whether a hex falls on at least 4 results of the die, as the odds of the attack say."""
    [order] = orders_from_plain(
        claim.game, [{"kind": "declare-attack", "planned": False, "missions": 0, **claim.followed.says}]
    )
    odds = claim.game.odds(claim.picture, order)
    said = plain_text(odds.outlook[0]) if odds is not None else ""
    runs = re.findall(r"(\d)(?: to (\d))?", said.partition("falls on ")[2].partition(", and")[0])
    return sum(int(last or first) - int(first) + 1 for first, last in runs) >= 4


def fires_a_shift(claim: Claim) -> bool:
    """Whether the guns that are named have four points, each half where its ammunition is low."""
    picture = claim.picture
    guns = [(picture.own[id], picture.rules.profile(id).fs) for id in claim.followed.says["units"]]
    return sum(points if gun.ammo == 2 else points / 2 for gun, points in guns) >= 4


SAYS: Mapping[str, Callable[[Claim], bool]] = {
    r"somebody is known or suspected|An enemy is known in": known_there,
    r"nobody is known there": nobody_known,
    r"An enemy in @target (bars|stands before)|Attack @target": lambda claim: known_there(claim) and beside(claim),
    r"@why": counts,
    r"lie close together": lambda claim: sum(
        distance(Hex(one), claim.followed.says["hex"]) < FAR for one in claim.met) > 1,
    r"from your own men": lambda claim: min(
        (distance(Hex(one), Hex(claim.followed.says["hex"])) for one in claim.own), default=FAR) >= FAR,
    r"None of your units has a move or an attack that promises": lambda claim: nobody_should_move(claim),
    r"None of your bases has a (target|shot)": lambda claim: not claim.offers("fire"),
    r"That is all that is asked": lambda claim: not claim.offers("allot-intelligence"),
    r"No fire that you can spare changes|Neither your guns": lambda claim: not claim.helps(1),
    r"Neither your guns nor your jammers": lambda claim: not claim.most("defend", "ew"),
    r"Your tanks stand in Attack mode": lambda claim: all(
        unit.mode == "attack" for unit in claim.picture.own.values() if unit.type == "Armor" and unit.hex),
    r"Your units at the bridges": lambda claim: claim.own & {"1204", "1208", "1113"} != set(),
    r"reaches more of its units": reaches_more,
    r"at least 4 of the die's 6 results clear it": clears,
    r"@units: four points make a shift": fires_a_shift,
    r"Fire for effect": lambda claim: claim.offers("fire-for-effect"),
}  # fmt: skip
"""What is said in words such as these, and how it is seen whether it holds."""


def doubted(claim: Claim) -> list[str]:
    """What of a coach's words does not hold: places, sectors and points that the order has not, and what they claim."""
    has = {str(value) for one in claim.followed.says.values() for value in (one if isinstance(one, list) else [one])}
    way = claim.followed.says.get("path")
    has |= {str(way[-1])} if way else set()
    found = [place for place in re.findall(r"\b\d{4}\b", claim.said) if place not in has | claim.met]
    if claim.followed.option.kind == "allot-intelligence":
        sectors = set(re.findall(r"\b[A-Z]\d\b", claim.said.replace("D1 to D4", "D1 D2 D3 D4")))
        found += sectors ^ has & sectors
        found += [points for points in re.findall(r"with (\d+) signal points", claim.said) if points not in has]
    found += [points for points in re.findall(r"(\d+) CSPs", claim.said) if points not in has]
    return found + [words for words, holds in SAYS.items() if re.search(words, claim.said) and not holds(claim)]
