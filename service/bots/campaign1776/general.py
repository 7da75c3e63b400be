"""A bot for 1776: armies go for the towns that count, fight where the odds are good, and slip away where they are not.

The British side takes and holds towns. The American side keeps its army where it cannot be caught, falls upon what is
weaker than it, and in the last month marches into every town that the enemy would else be paid for.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import httpx

from service.bots.campaign1776.situation import COMBAT, NEAR, Hex, Situation, distance, strength
from service.bots.player import DONE, JSON, Offer, Order, Player, closable

ATTACKS, GOES_ON, BEGINS = 1.2, 1.0, 1.5
"""Odds from which it attacks, goes on, and begins combat that it could do without."""
ASSAULTS = 1.5
"""Odds against a fort, its walls counted, from which it is assaulted."""
AT_ONCE = 5.0
"""Odds at which rounds are fought without cards: then nobody slips away."""
SLIPS_AWAY = 2.0
"""Odds of the enemy's at which a defender withdraws."""
STAYS = 0.5
"""Of the enemy that can come to a town in a month, so much stays there as a garrison when an army leaves it."""
GOES_WITH = 3
"""Strength points that an army has left, or it leaves no garrison."""
SAFE = 0.7
"""Of the enemy nearby, so much lands together, or nobody does."""
HELD, WAIT = 0.9, 0.7
"""What a town is worth where one is, and what is left of it with each month that it is off."""
LOSS = 0.12
"""What a strength point lost is worth, in points of the score; one of the enemy's is worth half of it."""


class General(Player):
    """One seat of a match of `campaign1776`; restarted, it goes by what it sees."""

    def __init__(self, http: httpx.Client, match_id: str, seat: str) -> None:
        super().__init__(http, match_id, seat)
        self.known: JSON | None = None
        self.tried: set[tuple[Any, ...]] = set()

    def situation(self) -> Situation:
        answer = self.get("/view").json()
        if self.known is None:
            self.known = self.facts(answer)
        return Situation(answer["view"], self.known)

    def once(self, at: Situation, *what: Any) -> bool:
        """Whether this is tried for the first time at this heading of this month."""
        key = (at.turn, at.view["address"], *what)
        if key in self.tried:
            return False
        self.tried.add(key)
        return True

    # ---- ordering

    def orders(self, offers: list[Offer]) -> list[Order]:
        at = self.situation()
        by_kind: dict[str, list[Offer]] = {}
        for offer in offers:
            by_kind.setdefault(offer["kind"], []).append(offer)
        for kind, judge in self.judges().items():
            if kind in by_kind:
                for order in judge(at, by_kind[kind]):
                    if kind in IN_BATTLE or self.once(at, repr(sorted(order.items()))):
                        return [order]
        if closable(offers):
            return [dict(DONE)]
        return self.all_filled(at, offers)[:1]

    def judges(self) -> dict[str, Callable[[Situation, list[Offer]], list[Order]]]:
        """Who says what to do with offers of each kind; others are left unless something has to be answered."""
        return {
            "place-arrival": self.placed, "bring-in": self.all_filled, "disband": self.all_filled,
            "bring-back": self.all_filled, "dig": self.works, "debark": self.landings, "sail": self.sails,
            "march": self.marches, "force-march": self.forced, "attack": self.attacks,
            "meet-attack": self.meets, "start-combat": self.begins, "declare-supply": self.all_filled,
            "fight-on": self.goes_on, "stop-fighting": self.stops, "continue": self.continues,
        }  # fmt: skip

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

    # ---- moving

    def works(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Troops in a town dig in where a stronger enemy is near, and the town can be held against them."""
        found = []
        for offer in offers:
            hex = at.own[offer["fixed"]["units"][0]]["at"]
            here, threat = at.effective(at.ours(hex)), at.threat(hex)
            if hex in at.towns and threat > here >= 0.6 * threat and not at.last and hex not in at.enemies:
                found.append({"kind": "dig", **offer["fixed"]})
        return found

    def marches(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """One stack after the other, the strongest first; somebody stays in a town."""
        stacks = sorted((list(offer["subjects"]) for offer in offers), key=lambda ids: (-size(at, ids), ids))
        for ids in stacks:
            hex = at.own[ids[0]]["at"]
            if not self.once(at, "looked", tuple(sorted(ids))):
                continue
            staying = self.left_behind(at, hex, ids)
            going = [id for id in ids if id != staying]
            if not size(at, going):
                continue
            best = self.best_way(at, hex, going, kept=staying is not None)
            if best is None:
                continue
            if staying == "" and (order := parted(at, going, garrison(at, hex))) is not None:
                self.tried.discard((at.turn, at.view["address"], "looked", tuple(sorted(ids))))
                return [order]
            return [{"kind": "march", "units": going, "path": best["path"]}]
        return []

    def forced(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """In the last month, into a town that the enemy would be paid for."""
        if not at.last or at.side == "British":
            return []
        found: list[Order] = []
        for offer in offers:
            ids = [id for id in offer["subjects"] if at.own[id]["kind"] in COMBAT]
            if not ids or not self.once(at, "forced", tuple(sorted(ids))) or at.own[ids[0]]["at"] in at.towns:
                continue
            ways = [way for way in self.ways(*ids) if at.towns.get(way["place"]) and self.is_theirs(at, way["place"])]
            if ways:
                best = max(ways, key=lambda way: (at.towns[way["place"]], way["place"]))
                found.append({"kind": "force-march", "units": ids, "path": list(best["path"])})
        return found

    def left_behind(self, at: Situation, hex: Hex, ids: list[str]) -> str | None:
        """Who stays in a town: a unit, "" where one has to be detached for it, None where nobody has to."""
        if not at.towns.get(hex) or at.side != "British" or hex in at.enemies:
            return None
        number = garrison(at, hex)
        if size(at, ids) < number + GOES_WITH:
            return None
        few = [id for id in ids if at.own[id]["kind"] in COMBAT and at.own[id]["number"] == number]
        return few[0] if few else ""

    def best_way(self, at: Situation, here: Hex, ids: list[str], *, kept: bool) -> JSON | None:
        """The way to the hex that is worth most to a stack; None where that is its own. `kept`: a garrison stays."""
        pools = [at.own[id] for id in ids]
        best, most = None, self.worth(at, here, pools, kept=here if kept else "") + 0.05
        for way in self.ways(*ids):
            worth = self.worth(at, way["place"], pools, kept=here if kept else "") - 0.001 * way["cost"]
            if worth > most:
                best, most = way, worth
        return best

    def worth(self, at: Situation, hex: Hex, pools: list[JSON], *, kept: Hex = "") -> float:
        """What it is worth that a stack ends its march in a hex; it counts nothing in one that is `kept` without it."""
        ids = {pool["id"] for pool in pools}
        with_others = [*pools, *(one for one in at.ours(hex) if one["id"] not in ids)]
        return (
            self.fight(at, hex, with_others) + self.towns(at, hex, pools, ids, kept) - self.risk(at, hex, with_others)
            - self.off_the_army(at, hex, ids)
        )  # fmt: skip

    def off_the_army(self, at: Situation, hex: Hex, ids: set[str]) -> float:
        """What it costs to be away from the rest, for who is few; guns and supply are worth most with an army."""
        others = [at_hex for at_hex, stack in at.stacks.items() if strength([p for p in stack if p["id"] not in ids])]
        apart = min((distance(hex, one) for one in others), default=0)
        return 0.02 * min(apart, 10)

    def fight(self, at: Situation, hex: Hex, pools: list[JSON]) -> float:
        """What a battle there is worth, by what it is likely to cost both."""
        theirs = at.enemies.get(hex, 0.0)
        if not theirs:
            return 0.0
        odds, ours = at.odds(hex, pools), strength(pools)
        own_share, their_share = min(1.0, 0.6 / (odds * math.sqrt(odds))), min(1.0, 0.5 * odds)
        return LOSS * (their_share * theirs - own_share * ours * (1.0 if not at.last else 0.4))

    def towns(self, at: Situation, hex: Hex, pools: list[JSON], ids: set[str], kept: Hex) -> float:
        """What the towns are worth that a stack is in, or nearer to."""
        best = 0.0
        for town, points in at.towns.items():
            value = float(points)
            others = strength([one for one in at.ours(town) if one["id"] not in ids])
            if town == kept or (others and at.side == "British"):
                continue
            if at.side != "British" and not self.is_theirs(at, town):
                value = 0.25 * value  # kept by whoever comes last
            apart = distance(hex, town)
            months = -(-apart // NEAR)
            chance = max(0.0, min(1.0, at.odds(town, pools) - 0.5)) if not at.last or at.side == "British" else 0.6
            best = max(best, HELD * value * chance * WAIT**months * (1.0 if apart else 1.1) - 0.01 * apart)
        return best

    def is_theirs(self, at: Situation, town: Hex) -> bool:
        return at.enemy_there(town)

    def risk(self, at: Situation, hex: Hex, pools: list[JSON]) -> float:
        """What an attack upon a stack would cost in the enemy's next segment."""
        threat, ours = at.threat(hex), at.effective(pools)
        if threat <= ours or (at.last and at.side != "British"):
            return 0.0
        return LOSS * strength(pools) * min(1.0, threat / max(ours, 0.5) - 1.0)

    # ---- at sea

    def sails(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Fleets with troops go where these can land in a town, or beside an own army."""
        for offer in offers:
            ships = list(offer["subjects"])
            aboard = [pool for pool in at.own.values() if pool["aboard"] in ships]
            if not strength(aboard) or not self.once(at, "sails", tuple(ships)):
                continue
            here = at.view["ships"][ships[0]]["at"]
            best, most = None, self.shore(at, here, aboard) + 0.2
            for way in self.ways(*ships):
                worth = self.shore(at, way["place"], aboard)
                if worth > most:
                    best, most = way, worth
            if best is not None:
                return [{"kind": "sail", "ships": ships, "path": list(best["path"])}]
        return []

    def shore(self, at: Situation, place: str, aboard: list[JSON]) -> float:
        """What it is worth to lie at a place on the water: by the best hex there to land in."""
        ports = self.known["ports"] if self.known is not None else {}
        hexes = [ports[place]["hex"]] if place in ports else place.partition(":")[0].split("/")
        if len(hexes) == 1 and place not in ports:  # a sea lane: how near it is to something that counts
            return -0.1 * min((distance(place, town) for town in at.towns), default=99)
        land = [hex for hex in hexes if hex in at.facts["ground"]]
        return max((self.worth(at, hex, aboard) for hex in land), default=-9.0)

    def landings(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Troops land where they hold their own, all together."""
        found: list[tuple[float, Order]] = []
        for offer in offers:
            ids = list(offer["fields"]["units"]["values"])[: offer["fields"]["units"]["most"]]
            pools, hex = [at.own[id] for id in ids], offer["fixed"]["hex"]
            together = [*pools, *at.ours(hex)]
            holds = at.odds(hex, together) >= ATTACKS and at.effective(together) >= SAFE * at.threat(hex)
            if strength(pools) and not offer["fixed"].get("inside") and holds:
                found.append((-self.worth(at, hex, pools), {"kind": "debark", "units": ids, **offer["fixed"]}))
        return [order for _, order in sorted(found, key=lambda one: (one[0], repr(one[1])))]

    # ---- battles

    def attacks(self, at: Situation, offers: list[Offer]) -> list[Order]:
        return [self.round_of(at, offer) for offer in offers if self.pays(at, offer["fixed"]["hex"], ATTACKS)]

    def begins(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """In the enemy's segment a town that counts is cleared at the end; else only at good odds."""
        needed = at.last and at.side == "British"
        return [
            self.round_of(at, offer) for offer in offers
            if self.pays(at, hex := offer["fixed"]["hex"], GOES_ON if needed and at.towns.get(hex) else BEGINS)
        ]  # fmt: skip

    def goes_on(self, at: Situation, offers: list[Offer]) -> list[Order]:
        return [self.round_of(at, offer) for offer in offers if self.pays(at, offer["fixed"]["hex"], GOES_ON)]

    def continues(self, at: Situation, offers: list[Offer]) -> list[Order]:
        return [self.round_of(at, offer) for offer in offers if self.pays(at, offer["fixed"]["hex"], BEGINS)]

    def stops(self, at: Situation, offers: list[Offer]) -> list[Order]:
        return [{"kind": "stop-fighting", **offer["fixed"]} for offer in offers]

    def pays(self, at: Situation, hex: Hex, least: float) -> bool:
        return at.odds(hex) >= (least if hex in at.enemies else ASSAULTS)

    def round_of(self, at: Situation, offer: Offer) -> Order:
        """A round by a drawn card, or several at once where nobody is to slip away."""
        order: Order = {"kind": offer["kind"], **offer["fixed"]}
        if at.odds(offer["fixed"]["hex"], defended=False) >= AT_ONCE and offer["fixed"]["hex"] in at.enemies:
            order["continuous"] = 3
        return order

    def meets(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """The weaker withdraws: its troops stay in the hex, and live."""
        found = []
        for offer in offers:
            odds = at.odds(offer["fixed"]["hex"], defended=False)
            cards = offer["fields"]["card"]["values"]
            card = "WD" if "WD" in cards and odds * SLIPS_AWAY <= 1.0 else ""
            found.append({"kind": "meet-attack", **offer["fixed"], "card": card})
        return found


IN_BATTLE = frozenset({"meet-attack", "start-combat", "declare-supply", "fight-on", "stop-fighting", "continue"})
"""Orders that may be given again word for word at one heading of a month, in the next round."""


def size(at: Situation, ids: list[str]) -> int:
    return strength([at.own[id] for id in ids])


def garrison(at: Situation, hex: Hex) -> int:
    """How many strength points are to stay in a town."""
    return max(1, round(STAYS * at.threat(hex)))


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
