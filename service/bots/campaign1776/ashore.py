"""How the bot of 1776 moves on land: where armies march, who stays in a town, who brings supply, where it digs in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx

from service.bots.campaign1776.country import Country, Hex, distance
from service.bots.campaign1776.prospect import Prospect
from service.bots.campaign1776.situation import COMBAT, SUPPLY, Situation, strength
from service.bots.player import JSON, Offer, Order, Player

STAYS = 0.5
"""Of the enemy that can come to a town in a month, so much stays there as a garrison when an army leaves it."""
GOES_WITH = 1
"""Strength points that an army has left, or it leaves no garrison."""
ARMY = 3
"""Strength points from which a stack is an army, that guns and supply go to."""
SALLIES = 1.3
"""Odds from which troops come out of their fort to fight whoever stands before it."""
AT_ALL = 0.05
"""By how much a march is to be worth more than staying."""
ELIMINATES = 7.0
"""Odds from which an army tries to eliminate whom it has met."""


class Ashore(Player):
    """The part of a player that moves on land."""

    def __init__(self, http: httpx.Client, match_id: str, seat: str) -> None:
        super().__init__(http, match_id, seat)
        self.known: tuple[JSON, Country] | None = None
        self.offered: dict[str, list[Offer]] = {}
        """What is offered at this look, by kind."""
        self.tried: set[tuple[Any, ...]] = set()
        self.claims: dict[Hex, float] = {}
        self.month = 0

    def situation(self) -> Situation:
        answer = self.get("/view").json()
        if self.known is None:
            facts = self.facts(answer)
            self.known = facts, Country(facts)
        return Situation(answer["view"], *self.known)

    def once(self, at: Situation, *what: Any) -> bool:
        """Whether this is tried for the first time at this heading of this month."""
        key = (at.turn, at.view["address"], *what)
        if key in self.tried:
            return False
        self.tried.add(key)
        return True

    # ---- what is worth a move

    def prospect(self, at: Situation, pools: list[JSON], kept: Mapping[Hex, int] | None = None) -> Prospect:
        """What places are worth to a stack, beside what is under way in this month."""
        return Prospect(at, pools, self.claims, kept)

    def claim(self, at: Situation, prospect: Prospect, hex: Hex) -> None:
        """Note for what town a stack is under way that goes to a hex."""
        _, goal = prospect.towns(hex)
        if goal and goal != hex:
            self.claims[goal] = self.claims.get(goal, 0.0) + at.effective(prospect.pools)

    # ---- marches

    def marches(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """One stack after the other, the strongest first; somebody stays in a town."""
        stacks = sorted(alike(at, offers), key=lambda ids: (-size(at, ids), ids))
        for ids in stacks:
            hex = at.own[ids[0]]["at"]
            if not self.once(at, "looked", tuple(sorted(ids))):
                continue
            if not size(at, ids):
                if (order := self.follows(at, ids)) is not None:
                    return [order]
                continue
            staying = self.left_behind(at, hex, ids)
            going = [id for id in ids if id != staying]
            if not size(at, going):
                continue
            kept = {hex: garrison(at, hex)} if staying is not None else None
            prospect = self.prospect(at, [at.own[id] for id in going], kept)
            best = self.best_way(prospect, hex, going)
            if best is None:
                continue
            if staying == "" and (order := parted(at, ids, garrison(at, hex))) is not None:
                self.tried.discard((at.turn, at.view["address"], "looked", tuple(sorted(ids))))
                return [order]
            self.claim(at, prospect, best["place"])
            return [{"kind": "march", "units": going, "path": best["path"]}]
        return []

    def best_way(self, prospect: Prospect, here: Hex, ids: list[str]) -> JSON | None:
        """The way to the hex that is worth most to a stack; None where that is its own."""
        best, most = None, prospect.worth(here) + AT_ALL
        for way in self.ways(*ids):
            if (worth := prospect.worth(way["place"]) - 0.001 * way["cost"]) > most:
                best, most = way, worth
        return best

    def left_behind(self, at: Situation, hex: Hex, ids: list[str]) -> str | None:
        """Who stays in a town: a unit, "" where one has to be detached for it, None where nobody has to."""
        if not at.towns.get(hex) or at.side != "British" or hex in at.enemies:
            return None
        number = garrison(at, hex)
        if size(at, ids) < number + GOES_WITH:
            return None
        few = [id for id in ids if at.own[id]["kind"] in COMBAT and at.own[id]["number"] == number]
        if few:
            return few[0]
        order = parted(at, ids, number)
        return "" if order is not None and self.can_part(order["unit"], number) else None

    def can_part(self, unit: str, number: int) -> bool:
        """Whether so many can be detached from a unit now."""
        offers = (one for one in self.offered.get("detach", ()) if one["fixed"]["unit"] == unit)
        return any(number in one["fields"]["number"]["values"] for one in offers)

    def follows(self, at: Situation, ids: list[str]) -> Order | None:
        """Guns and supply by themselves go to the nearest army; supply to one that has none, if there is one."""
        here = at.own[ids[0]]["at"]
        armies = [hex for hex, stack in at.stacks.items() if strength(stack) >= ARMY]
        if any(at.own[id]["kind"] in SUPPLY for id in ids):
            armies = [hex for hex in armies if not any(p["kind"] in SUPPLY for p in at.stacks[hex])] or armies
        if not armies or here in armies:
            return None
        goal = min(armies, key=lambda hex: (distance(hex, here), hex))
        off = at.country.to(goal, at.waters)
        movable = [id for id in ids if at.own[id]["kind"][1] != "M"]
        ways = [way for way in self.ways(*movable) if way["place"] in off] if movable else []
        best = min(ways, key=lambda way: (off[way["place"]], way["cost"], way["place"]), default=None)
        if best is None or off[best["place"]] >= off.get(here, 99.0):
            return None
        return {"kind": "march", "units": movable, "path": best["path"]}

    def eliminates(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Who has met few of the enemy makes short work of them, and may go on."""
        return [
            {"kind": "eliminate", **offer["fixed"]} for offer in offers
            if at.odds(at.own[offer["fixed"]["units"][0]]["at"], [at.own[id] for id in offer["fixed"]["units"]])
            >= ELIMINATES
        ]  # fmt: skip

    def comes_out(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """A garrison comes out where it is stronger than whoever stands before its fort."""
        found = []
        for offer in offers:
            hex = at.own[offer["subjects"][0]]["at"]
            inside = [pool for pool in at.stacks.get(hex, []) if pool["inside"]]
            inside = [pool for pool in inside if pool["kind"] not in ("BM", "AM", "FM")]
            if hex in at.enemies and at.odds(hex, [*inside, *at.ours(hex)]) >= SALLIES and not at.ours(hex):
                found.append({"kind": offer["kind"], "units": [pool["id"] for pool in inside]})
        return found

    def forced(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """In the last month, into a town that the enemy would be paid for."""
        if not at.last or at.side == "British" or at.is_campaign:
            return []
        found: list[Order] = []
        for offer in offers:
            ids = [id for id in offer["subjects"] if at.own[id]["kind"] in COMBAT]
            if not ids or not self.once(at, "forced", tuple(sorted(ids))) or at.own[ids[0]]["at"] in at.towns:
                continue
            ways = [way for way in self.ways(*ids) if at.towns.get(way["place"]) and at.enemy_there(way["place"])]
            if ways:
                best = max(ways, key=lambda way: (at.towns[way["place"]], way["place"]))
                found.append({"kind": "force-march", "units": ids, "path": list(best["path"])})
        return found

    # ---- before and beside marches

    def works(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Troops in a town dig in where a stronger enemy is near, and the town can be held against them."""
        found = []
        for offer in offers:
            hex = at.own[offer["fixed"]["units"][0]]["at"]
            here, threat = at.effective(at.ours(hex)), at.threat(hex)
            if hex in at.towns and threat > here >= 0.6 * threat and not at.last and hex not in at.enemies:
                found.append({"kind": "dig", **offer["fixed"]})
        return found

    def reduces(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """An army that has a magazine and no supply makes supply of it, that it can take along."""
        found = []
        for offer in offers:
            stack = at.stacks.get(at.own[offer["fixed"]["unit"]]["at"], [])
            if strength(stack) > ARMY and not any(one["kind"] in ("BS", "AS", "FS") for one in stack):
                found.append({"kind": offer["kind"], **offer["fixed"]})
        return found

    def all_filled(self, at: Situation, offers: list[Offer]) -> list[Order]:
        return [order for offer in offers if (order := filled(offer)) is not None]

    def placed(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """New units go to the place nearest to an own army, away from the enemy."""
        found = []
        for offer in offers:
            order = filled(offer)
            if order is not None and not order.get("inside"):
                order["hex"] = min(offer["fields"]["hex"]["places"], key=lambda hex: (army_off(at, hex), hex))
                found.append(order)
        return found

    def brought(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Reinforcements come in where they are nearest to what counts: in a port of the map, if there is one."""
        found = []
        for offer in offers:
            [(name, domain)] = offer["fields"].items()
            best = min(domain["places"], key=lambda place: (place not in at.country.ground, self.off_towns(at, place)))
            found.append({"kind": offer["kind"], **offer["fixed"], name: best})
        return found

    def off_towns(self, at: Situation, place: str) -> float:
        """How far off the towns are that the side has not, on the whole."""
        waters = at.waters | {at.country.water_of("", bateau=False)}
        open_towns = [town for town in at.towns if at.enemy_there(town) == (at.side == "British")] or list(at.towns)
        if place in at.country.ground:
            return sum(at.country.to(town, waters).get(place, 99.0) for town in open_towns) / len(open_towns)
        return min(distance(place, town) for town in open_towns)


def alike(at: Situation, offers: list[Offer]) -> list[list[str]]:
    """The stacks that can march, those of one hex apart that have come ashore, or have gone some way."""
    found: dict[tuple[int, bool, int], list[str]] = {}
    for number, offer in enumerate(offers):
        for id in offer["subjects"]:
            found.setdefault((number, bool(at.own[id]["landed"]), at.own[id]["spent"]), []).append(id)
    return list(found.values())


def size(at: Situation, ids: list[str]) -> int:
    return strength([at.own[id] for id in ids])


def garrison(at: Situation, hex: Hex) -> int:
    """How many strength points are to stay in a town: in a campaign one, which makes it British and keeps the army."""
    return 1 if at.is_campaign else max(1, at.towns.get(hex, 0), round(STAYS * at.threat(hex)))


def parted(at: Situation, ids: list[str], number: int) -> Order | None:
    """The order that parts a garrison from the largest unit of a stack."""
    able = [at.own[id] for id in ids if at.own[id]["kind"] in COMBAT and at.own[id]["number"] > number]
    if not able:
        return None
    largest = max(able, key=lambda pool: (pool["number"], pool["id"]))
    return {"kind": "detach", "unit": largest["id"], "number": number}


def army_off(at: Situation, hex: Hex) -> float:
    """How far off the nearest own army is from a hex, and how near the enemy."""
    armies = [one for one, stack in at.stacks.items() if strength(stack)]
    near = min((distance(hex, one) for one in armies), default=0)
    return near + 3.0 * (hex in at.enemies) + 0.5 * sum(distance(hex, one) <= 1 for one in at.enemies)


def filled(offer: Offer) -> Order | None:
    """The order with the most of everything that is offered; None where it needs a way to choose."""
    order: Order = {"kind": offer["kind"], **offer["fixed"]}
    for name, domain in offer["fields"].items():
        match domain["domain"]:
            case "range":
                order[name] = domain["most"]
            case "several":
                order[name] = list(domain["values"][: domain["most"]])
            case "choice":
                values = domain["values"]
                order[name] = max(values) if all(isinstance(value, int) for value in values) else values[0]
            case "places":
                order[name] = domain["places"][0]
            case _:
                return None
    if isinstance(order.get("planned"), int):
        order["planned"] = False
    return order
