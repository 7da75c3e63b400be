"""How the bot of 1776 goes by water: who goes aboard for where, how vessels sail, and where troops come ashore.

A vessel takes troops aboard for one landing, which it makes in the same month where its points suffice. What has
troops aboard without such an aim goes to the best shore in reach; an empty one goes to where troops are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.bots.campaign1776.ashore import Ashore, garrison, size
from service.bots.campaign1776.country import Hex, Place
from service.bots.campaign1776.situation import COMBAT, Situation, strength
from service.bots.player import JSON, Offer, Order

POINTS = {"TR": 36, "BF": 40, "bateau": 18}
ROOM = {"TR": 15, "BF": 3, "bateau": 4}
FRENCH_ROOM, LARGE = 6, 4
"""What a French battle fleet carries, and from which room on a vessel takes supply and a gun along."""
IN_PORT, AT_SIDE, BY_BATEAU, AMONG_ENEMIES = 5, 10, 2, 5
"""Points of a vessel for a stack that goes aboard or comes ashore, and on top of it where the enemy is."""
AT_SEA = 0.75
"""What a landing is worth that is made in the next month."""
BETTER = 0.08
"""By how much a voyage is to be worth more than staying, or a march."""
SAFE = 0.7
"""Of the enemy nearby, so much lands together, or nobody does."""
LANDS = 1.2
"""Odds from which troops land among the enemy."""
MILITIA = ("TM", "RM")
"""Who never goes aboard: they have to stay in their area, and are lost ashore in another."""
WORTH_FETCHING = 3
"""Strength points for which a fleet goes somewhere to take them aboard."""


@dataclass
class Aim:
    """Where a vessel takes troops aboard and lands them, and how many of each kind it has yet to take."""

    start: Hex
    place: Place
    hex: Hex
    still: dict[str, int]


class Afloat(Ashore):
    """The part of a player that goes by water."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.aims: dict[str, Aim] = {}

    def aim(self, ship: str) -> Aim | None:
        """What a vessel is under way for in this month."""
        return self.aims.get(ship)

    def aboard(self, at: Situation, ships: list[str]) -> list[JSON]:
        return [pool for pool in at.own.values() if pool["aboard"] in ships]

    # ---- going aboard

    def embarks(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """The vessels of one place and one kind take a stack aboard, if its best landing is worth the voyage."""
        ships = at.view["ships"]
        for ship in [ship for ship, aim in self.aims.items() if aim.still and ship in ships]:
            if (order := self.load(at, ship, self.aims[ship])) is not None:
                return [order]
        beside = [
            (hex, ship) for ship, one in ships.items() if one["at"] and not (one["stopped"] or one["docked"])
            for hex in self.ashore_of(at, one["at"]) if hex in at.camps
        ]  # fmt: skip
        for hex, ship in sorted(beside, key=lambda one: (-strength(at.camps[one[0]]), one)):
            place, kind = ships[ship]["at"], ships[ship]["kind"]
            fleet = [
                other for other, one in ships.items() if (one["at"], one["kind"], one["spent"]) == (place, kind, 0)
                and not self.aboard(at, [other]) and other not in self.aims
            ]  # fmt: skip
            if not fleet or not self.once(at, "lift", place, kind, hex):
                continue
            self.plan_voyage(at, hex, fleet, passengers(at, hex))
            for other in fleet:
                if (aim := self.aim(other)) is not None and (order := self.load(at, other, aim)) is not None:
                    return [order]
        return []

    def plan_voyage(self, at: Situation, hex: Hex, fleet: list[str], pools: list[JSON]) -> None:
        """Give vessels that lie beside a stack their aim, if there is a landing that is worth it."""
        here = at.view["ships"][fleet[0]]
        staying = self.stay_ashore(at, hex, pools)
        going = shared_out(at, pools, [room(at, ship) for ship in fleet], staying)
        units = part_of(pools, sum(map(Counter, going), Counter[str]()))
        if not strength(units):
            return
        prospect = self.prospect(at, units, {hex: staying})
        left = points_left(here) - price(here, here["at"], hex in at.enemies)
        best: tuple[float, Place, Hex] | None = None
        for way in self.ways(fleet[0]):
            for shore in at.country.hexes_at(way["place"]):
                among = shore in at.enemies or shore in at.inside
                lands = way["cost"] + price(here, way["place"], among) <= left
                if shore == hex or way["cost"] > left or not self.can_land(at, shore, units):
                    continue
                worth = prospect.worth(shore) * (1.0 if lands else AT_SEA) - 0.002 * way["cost"]
                if best is None or worth > best[0]:
                    best = worth, way["place"], shore
        if best is None:
            return
        on_foot = max((prospect.worth(way["place"]) for way in self.ways(*(one["id"] for one in units))), default=-9.0)
        if best[0] > BETTER + max(prospect.worth(hex), on_foot):
            self.claim(at, prospect, best[2])
            for ship, part in zip(fleet, going, strict=True):
                if part:
                    self.aims[ship] = Aim(hex, best[1], best[2], dict(part))

    def stay_ashore(self, at: Situation, hex: Hex, pools: list[JSON]) -> int:
        """How many strength points stay behind: those that hold a town, beside others that stand there."""
        if not at.towns.get(hex) or at.side != "British":
            return 0
        ids = {pool["id"] for pool in pools}
        there = strength([pool for pool in at.stacks.get(hex, []) if pool["id"] not in ids])
        return max(0, garrison(at, hex) - there)

    def load(self, at: Situation, ship: str, aim: Aim) -> Order | None:
        """The order by which a vessel gets what it has yet to take aboard: what is too large is parted before."""
        chosen: list[str] = []
        here = passengers(at, aim.start)
        for kind, number in aim.still.items():
            pools = sorted((pool for pool in here if pool["kind"] == kind), key=lambda p: (-p["number"], p["id"]))
            for pool in pools:
                if number and pool["number"] <= number:
                    chosen.append(pool["id"])
                    number -= pool["number"]
            larger = next((pool for pool in pools if pool["id"] not in chosen and pool["number"] > number), None)
            if number and larger is not None and self.can_part(larger["id"], number):
                return {"kind": "detach", "unit": larger["id"], "number": number}
        aim.still = {}
        offers = (offer for offer in self.offered.get("embark", ()) if offer["fixed"]["ship"] == ship)
        able = {id for offer in offers for id in offer["subjects"]}
        chosen = [id for id in chosen if id in able]
        if size(at, chosen):
            return {"kind": "embark", "units": chosen, "ship": ship}
        del self.aims[ship]
        return None

    # ---- under way

    def sails(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Vessels with troops go to where they land them; empty ones to where troops are."""
        ships = at.view["ships"]
        for offer in offers:
            for ship in offer["subjects"]:
                aboard, one = self.aboard(at, [ship]), ships[ship]
                if aboard and self.aim(ship) is None and self.once(at, "lands", one["at"], one["kind"] == "bateau"):
                    self.plan_landing(at, [
                        other for other in offer["subjects"] if other not in self.aims and self.aboard(at, [other])
                    ])  # fmt: skip
                aim = self.aim(ship)
                if not self.once(at, "sails", ship, bool(aboard), aim is not None):
                    continue
                if aim is not None and aboard and one["at"] != aim.place:
                    way = next((way for way in self.ways(ship) if way["place"] == aim.place), None)
                else:
                    way = self.to_fetch(at, ship) if not aboard else None
                if way is not None:
                    return [{"kind": "sail", "ships": [ship], "path": list(way["path"])}]
        return []

    def plan_landing(self, at: Situation, fleet: list[str]) -> None:
        """Give vessels that lie in one place with troops aboard the landing that is worth most to them, if any is."""
        one, aboard = at.view["ships"][fleet[0]], self.aboard(at, fleet)
        if not strength(aboard):
            return
        prospect, left = self.prospect(at, aboard), min(points_left(at.view["ships"][ship]) for ship in fleet)
        best: tuple[float, Place, Hex] | None = None
        for way in ({"place": one["at"], "cost": 0}, *self.ways(*fleet)):
            for hex in at.country.hexes_at(way["place"]):
                if not self.can_land(at, hex, aboard):
                    continue
                lands = way["cost"] + price(one, way["place"], hex in at.enemies or hex in at.inside) <= left
                worth = prospect.worth(hex) * (1.0 if lands else AT_SEA) - 0.002 * way["cost"]
                if best is None or worth > best[0]:
                    best = worth, way["place"], hex
        if best is not None:
            self.claim(at, prospect, best[2])
            self.aims.update({ship: Aim("", best[1], best[2], {}) for ship in fleet})

    def to_fetch(self, at: Situation, ship: str) -> JSON | None:
        """The way of an empty vessel to the largest stack of its own, unless it lies beside one."""
        one = at.view["ships"][ship]

        def troops(place: Place) -> int:
            return max((self.waits_at(at, hex) for hex in self.ashore_of(at, place)), default=0)

        if one["kind"] == "BF" or troops(one["at"]):
            return None

        ways = [way for way in self.ways(ship) if troops(way["place"])]
        return max(ways, key=lambda way: (troops(way["place"]) - 0.05 * way["cost"], way["place"]), default=None)

    def ashore_of(self, at: Situation, place: Place) -> list[Hex]:
        """Where those stand who can go aboard a vessel at a place: on the land to which it lies, or off the map."""
        return at.country.hexes_at(place) or [place]

    def waits_at(self, at: Situation, hex: Hex) -> int:
        """Strength points in a hex, or off the map, that are worth a voyage to them, 0 where there are fewer."""
        there = strength([
            pool for pool in at.camps.get(hex, ())
            if pool["kind"] not in MILITIA and not pool["inside"] and pool["held_until"] <= at.turn
        ])  # fmt: skip
        return there if there >= WORTH_FETCHING and hex not in at.enemies else 0

    # ---- coming ashore

    def landings(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Troops land where they are under way to, or else where they hold their own."""
        found: list[tuple[float, Order]] = []
        for offer in offers:
            if "units" not in offer["fields"]:
                continue
            ship, hex = offer["fixed"]["ship"], offer["fixed"]["hex"]
            able, aim = offer["fields"]["units"]["values"], self.aim(ship)
            pools = [pool for pool in self.aboard(at, [ship]) if pool["id"] in able]
            if offer["fixed"].get("inside") or not strength(pools) or (aim is not None and aim.hex != hex):
                continue
            one = at.view["ships"][ship]
            if aim is not None and (one["at"] != aim.place or aim.still) and not one["stopped"]:
                continue
            if self.can_land(at, hex, self.together(at, hex, pools)):
                order = {"kind": "debark", "units": [pool["id"] for pool in pools], **offer["fixed"]}
                found.append((-self.prospect(at, pools).worth(hex), order))
        return [order for worth, order in sorted(found, key=lambda one: (one[0], repr(one[1]))) if worth < 0.5]

    def together(self, at: Situation, hex: Hex, pools: list[JSON]) -> list[JSON]:
        """All who land in a hex in this month, with those who do now."""
        ships = [ship for ship, aim in self.aims.items() if aim.hex == hex]
        ids = {pool["id"] for pool in pools}
        return [*pools, *(pool for pool in self.aboard(at, ships) if pool["id"] not in ids)]

    def can_land(self, at: Situation, hex: Hex, pools: list[JSON]) -> bool:
        """Whether troops that land hold their own against who is there, and who may come."""
        together = [*pools, *at.ours(hex)]
        odds = at.odds(hex, together) if hex in at.enemies else 99.0
        return odds >= LANDS and at.effective(together) >= SAFE * at.threat(hex)


def points_left(ship: JSON) -> int:
    """What a vessel may still spend in this phase, the ice left out."""
    return POINTS[ship["kind"]] - int(ship["spent"])


def price(ship: JSON, place: Place, among: bool) -> int:
    """What it costs a vessel to take a stack aboard at a place, or to land it; `among`: the enemy is in the hex."""
    plain = BY_BATEAU if ship["kind"] == "bateau" else IN_PORT if place.startswith("port") else AT_SIDE
    return plain + (AMONG_ENEMIES if among else 0)


def room(at: Situation, ship: str) -> int:
    """How many passengers a vessel takes."""
    one = at.view["ships"][ship]
    return FRENCH_ROOM if one["kind"] == "BF" and at.side != "British" else ROOM[one["kind"]]


def shared_out(at: Situation, pools: list[JSON], rooms: list[int], staying: int) -> list[dict[str, int]]:
    """How many of each kind go aboard which vessel: troops but for those who stay, with a gun and supply."""
    combat = [[pool["kind"], pool["number"]] for pool in sorted(pools, key=rank) if pool["kind"] in COMBAT]
    size = 2 if at.view["settings"]["transport"] else 1
    with_them = [
        next((pool["kind"] for pool in pools if pool["kind"] in kinds), "")
        for kinds in (("BS", "AS", "FS"), ("BA", "AA", "FA"))
    ]
    free = sum(number for _, number in combat) - staying
    found: list[dict[str, int]] = []
    for left in rooms:
        part: dict[str, int] = {}
        for kind in filter(None, with_them if not found and left >= LARGE else ()):
            part[kind], left = 1, left - size
        for one in combat:
            if (number := min(left, free, one[1])) > 0:
                part[one[0]] = part.get(one[0], 0) + number
                one[1], left, free = one[1] - number, left - number, free - number
        found.append(part if any(kind in COMBAT for kind in part) else {})
    return found


def passengers(at: Situation, hex: Hex) -> list[JSON]:
    """The units in a hex that could go aboard a vessel."""
    fit = ("BR", "BA", "BS") if at.side == "British" else ("FR", "CA", "FA", "AA", "FS", "AS")
    return [
        pool for pool in at.camps.get(hex, ())
        if pool["kind"] in fit
        and not (pool["spent"] or pool["stopped"] or pool["bound"] or pool["landed"] or pool["toll"])
        and pool["held_until"] <= at.turn
    ]  # fmt: skip


def rank(pool: JSON) -> tuple[int, str]:
    """The most of one kind first."""
    return -pool["number"], pool["id"]


def part_of(pools: list[JSON], part: Mapping[str, int]) -> list[JSON]:
    """Units as they would be aboard: so many of each kind."""
    first = {pool["kind"]: pool for pool in reversed(pools)}
    return [{**first[kind], "number": number} for kind, number in part.items()]
