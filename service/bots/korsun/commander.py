"""A player of Korsun with sense: supply first, attacks at odds that pay, places held, and out of the pocket in time.

What it does not know how to use it leaves; so it comes to the end of any scenario by what it is offered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx

from service.bots.korsun import escape, moves, plans, ring
from service.bots.korsun.situation import JSON, Hex, Situation, distance
from service.bots.player import DONE, Offer, Order, Player

LEFT = 1
"""Supply points that a marker keeps for the next combat."""
NEARER = 1.0
"""So many hexes nearer to its units on an average a marker is worth setting anew."""


class CorpsCommander(Player):
    """One seat of a match of `korsun`; restarted, it goes by what it sees."""

    def __init__(self, http: httpx.Client, match_id: str, seat: str) -> None:
        super().__init__(http, match_id, seat)
        self.known: JSON | None = None
        self.tried: set[tuple[Any, ...]] = set()
        self.plan: dict[str, Hex] = {}
        self.planned_at = (0, "")

    def situation(self) -> Situation:
        answer = self.get("/view").json()
        if self.known is None:
            self.known = self.facts(answer)
        return Situation(answer["view"], self.known)

    def once(self, at: Situation, *what: Any) -> bool:
        """Whether this is tried for the first time at this heading of this game-turn."""
        key = (at.turn, at.view["address"], at.view["item"], *what)
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
        if not at.view["standing"]["intercepts"] and self.once(at, "lines"):
            return [dict(line) for line in plans.LINES[at.side]]
        for kind, judge in self.judges().items():
            if kind in by_kind:
                for order in judge(at, by_kind[kind]):
                    if self.once(at, repr(sorted(order.items()))):
                        return [order]
        return [dict(DONE)]

    def judges(self) -> dict[str, Callable[[Situation, list[Offer]], list[Order]]]:
        """Who says what to do with offers of each kind; of the others none is taken."""
        return {
            "place-marker": self.markers, "drop-to-units": self.filled, "extend-supply": self.extended,
            "resupply": self.filled, "drop-supply": self.drops, "fly-to-korsun": self.filled,
            "allot-korsun": self.filled, "allot-drops": self.filled, "replace": self.filled,
            "throw-for-release": self.filled, "declare-breakout": self.filled, "isolate-korps": self.filled,
            "activate-korsun": self.filled, "move": self.moves, "declare-attack": self.attacks,
            "pay-supply": self.filled, "fire-artillery": self.filled, "commit-engineers": self.filled,
            "fly-in-defense": self.filled, "no-retreat": self.stands, "attack-by-breakthrough": self.follows,
            "break-out": self.breaks_out, "improve-position": self.filled, "fire-barrage": self.filled,
            "bring-back": pieces_back,
            "plan-closing": lambda at, offers: plans.closing(at), "plan-work": lambda at, offers: plans.works(at),
            "plan-supply": lambda at, offers: plans.supply(at), "plan-marker": self.planned_markers,
            "plan-air": lambda at, offers: plans.air(at, "player-turn" in at.view["address"]),
            "break-through": self.goes_on,
        }  # fmt: skip

    def filled(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """The most of what is offered, of each."""
        return [order for offer in offers if (order := full(offer)) is not None]

    # ---- supply

    def markers(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """A marker goes where its units are nearest, and no enemy is."""
        found: list[Order] = []
        for offer in offers:
            command = offer["fixed"]["command"]
            units = [at.own[id]["hex"] for id in at.own if at.printed[id]["command"] == command]
            if not units:
                continue
            off = {hex: self.marker_off(at, hex, units) for hex in offer["fields"]["hex"]["places"]}
            best = min(off, key=lambda hex: (off[hex], hex))
            sdm = at.view["sdms"][command]
            now = self.marker_off(at, sdm["hex"], units) if sdm["hex"] else 99.0
            if off[best] + NEARER < now:
                found.append({"kind": "place-marker", "command": command, "hex": best})
        return found

    def planned_markers(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Where markers go in the next game-turn, by where their units stand now."""
        return [{**order, "kind": "plan-marker"} for order in self.markers(at, offers)]

    def marker_off(self, at: Situation, hex: Hex, units: list[Hex]) -> float:
        near = sum(3.0 for one in at.enemies if distance(one, hex) <= 1)
        return sum(distance(hex, one) for one in units) / len(units) + near

    def extended(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Units that would else be OOS, where the marker has points enough for it, the most in a hex first."""
        found: list[tuple[int, Order]] = []
        for offer in offers:
            command = offer["fixed"]["command"]
            if at.points(command) > LEFT + 1:
                for hex in offer["fields"]["hex"]["places"]:
                    combat = sum(at.is_combat(id) for id in at.stack(hex))
                    found.append((-combat, {"kind": "extend-supply", "command": command, "hex": hex}))
        return [order for worth, order in sorted(found, key=lambda one: (one[0], one[1]["hex"])) if worth < -1]

    def drops(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Supply is dropped on units before markers, on the hex with most of them."""
        found: list[Order] = []
        for offer in sorted(offers, key=lambda offer: offer["fixed"]["target"] != "units"):
            places = offer["fields"]["hex"]["places"]
            hex = max(places, key=lambda hex: (at.size(at.stack(hex)), hex))
            found.append({"kind": "drop-supply", **offer["fixed"], "hex": hex})
        return found

    # ---- moving

    def moves(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """One unit after the other: those with a target first, the nearest of them before the others."""
        if self.planned_at != (at.turn, at.view["address"]):
            self.plan, self.planned_at = moves.targets(at), (at.turn, at.view["address"])
        movable = sorted({id for offer in offers for id in offer["subjects"]})
        movable = [id for id in movable if id in at.own or at.view["own"][id]["box"] == "staged"]
        movable.sort(key=lambda id: (id not in self.plan, self.off(at, id), id))
        for id in movable:
            if not self.once(at, "looked", id):
                continue
            ways = {way["place"]: way for way in self.ways(id)}
            if id not in at.own:  # it comes onto the map, and is looked at again when it is there
                goal = min(ways, key=lambda hex: (nearest(at, hex), hex), default=None)
            elif self.stays(at, id):
                continue
            else:
                costs = {hex: int(way["cost"]) for hex, way in ways.items()}
                goal = moves.best_place(at, id, self.plan.get(id), costs)
            if goal is not None:
                return [{"kind": "move", "units": [id], "path": list(ways[goal]["path"])}]
        return []

    def off(self, at: Situation, id: str) -> int:
        here = at.own[id]["hex"] if id in at.own else None
        return distance(here, self.plan[id]) if here and id in self.plan else 99

    def stays(self, at: Situation, id: str) -> bool:
        """Whether a unit holds where it is: alone in contact, or in a place that has to be held, without a target."""
        here, target = at.own[id]["hex"], self.plan.get(id)
        if target is not None:
            return distance(here, target) == 1 and at.crossing(here, target) == 1.0
        others = [one for one in at.stack(here) if one != id and at.is_combat(one)]
        return at.is_combat(id) and not others and (bool(at.beside_enemy(here)) or here in at.facts["places"])

    # ---- attacks

    def attacks(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """The best attack that is worth it, with all who stand there and do not lower it."""
        found: list[tuple[float, Order]] = []
        attacked = {one["hex"] for one in at.view["attacks"] if not one["done"]}
        for offer in offers:
            hex = offer["fixed"]["hex"]
            if hex not in at.contacts:
                continue
            able = offer["fields"]["units"]["values"]
            for also in ({hex}, {hex, *self.could_be_attacked(offers)}):
                units = sorted(able, key=lambda id: -at.force(id, at.own[id]["hex"], hex, attacked | also))
                force = sum(at.force(id, at.own[id]["hex"], hex, attacked | also) for id in units)
                missions = max(offer["fields"]["missions"]["values"])
                column = at.column(force, hex, units, missions)
                worth = at.worth(column, hex, units) - (0.15 if len(also) > 1 else 0.0) - ring.risk(at, column, units)
                if worth > 0:
                    found.append((worth, self.attack_on(at, hex, units, missions)))
        return [order for _, order in sorted(found, key=lambda one: (-one[0], one[1]["hex"]))]

    def could_be_attacked(self, offers: list[Offer]) -> set[Hex]:
        return {offer["fixed"]["hex"] for offer in offers}

    def attack_on(self, at: Situation, hex: Hex, units: list[str], missions: int) -> Order:
        engineers = [id for id in units if at.printed[id]["engineer"] and at.facts["ground"][hex].endswith("town")]
        order: Order = {
            "kind": "declare-attack", "hex": hex, "units": units, "missions": missions, "planned": True,
            "artillery": at.guns_for(hex, units), "engineers": engineers, "losses": "infantry-first",
        }  # fmt: skip
        advance = ring.who_advances(at, hex, units)
        return order if advance is None else {**order, "advance": advance}

    def follows(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """An attack by breakthrough, where it is worth as much as any other."""
        found = []
        for offer in offers:
            order = full(offer)
            if order is None or order.get("hex") not in at.contacts:
                continue
            order.pop("artillery", None)  # it is kept for the attacks that are declared
            units = order.get("units") or offer["subjects"]
            force = sum(at.force(id, at.own[id]["hex"], order["hex"], {order["hex"]}) for id in units if id in at.own)
            if at.worth(at.column(force, order["hex"], units), order["hex"], units) > 0:
                found.append(order)
        return found

    def goes_on(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """A hex further by breakthrough, where it brings a unit nearer to its goal and beside no more enemies."""
        found: list[Order] = []
        for offer in offers:
            id = offer["fixed"]["unit"]
            here, goal = at.own[id]["hex"], moves.goal_of(at, id)
            near = [
                hex for hex in offer["fields"]["hex"]["places"] if goal and distance(hex, goal) < distance(here, goal)
            ]
            safe = [hex for hex in near if len(at.beside_enemy(hex)) <= len(at.beside_enemy(here))]
            if safe:
                found.append({"kind": "break-through", "unit": id, "hex": min(safe)})
        return found

    def stands(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """No Retreat in a place that scores, with two steps or more to lose."""
        here = next((one["hex"] for one in at.view["attacks"] if str(one["number"]) == str(at.view["item"])), None)
        if here is None or not at.facts["places"].get(here):
            return []
        return self.filled(at, offers) if len(at.stack(here)) > 1 else []

    # ---- the breakout

    def breaks_out(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """On the night for it each unit goes by the way that is likely to save most, the likeliest first."""
        ways = {offer["fixed"]["unit"]: self.ways(offer["fixed"]["unit"]) for offer in offers}
        found = {id: best for id in ways if (best := escape.best_way(at, id, ways[id])) is not None}
        if not escape.is_the_night(at, {id: gained for id, (gained, _) in found.items()}):
            return []
        return [
            {"kind": "break-out", "unit": id, "path": list(way["path"])}
            for id, (gained, way) in sorted(found.items(), key=lambda one: (-one[1][0], one[0])) if gained > 0
        ]  # fmt: skip


def nearest(at: Situation, hex: Hex) -> int:
    return min((distance(hex, one) for one in at.enemies), default=0)


def pieces_back(at: Situation, offers: list[Offer]) -> list[Order]:
    """A piece of a barrage unit comes back where enemies are farthest, of such hexes where most defends it."""
    found: list[Order] = []
    for offer in offers:
        places = offer["fields"]["hex"]["places"]
        best = max(places, key=lambda hex: (nearest(at, hex), at.held(hex), hex))
        found.append({"kind": "bring-back", **offer["fixed"], "hex": best})
    return found


def full(offer: Offer) -> Order | None:
    """The order with the most of everything that is offered; None where it needs a way or several places to choose."""
    order: Order = {"kind": offer["kind"], **offer["fixed"]}
    for name, domain in offer["fields"].items():
        match domain["domain"]:
            case "range":
                order[name] = domain["most"]
            case "several":
                order[name] = list(domain["values"][: domain["most"]])
            case "choice":
                order[name] = domain["values"][-1]
            case "places":
                order[name] = domain["places"][0]
            case _:
                return None
    return order
