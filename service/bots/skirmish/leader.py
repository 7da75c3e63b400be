"""A player of skirmishes with sense: fire where it pays, go from cover to cover, hold what is held, rally who runs."""

from __future__ import annotations

from typing import Any

import httpx

from service.bots.player import DONE, JSON, Offer, Order, Player, ask, closable
from service.bots.skirmish.figures import SUPPORT, firepower, suppressions
from service.bots.skirmish.ground import Ground, Hex, distance

WORTH_STAYING, WORTH_HALTING, WORTH_A_SHOT = 1.3, 0.5, 0.3
"""Suppressions to be expected for which a base that could move stays and fires, halts a mover, fires what is left."""
TRIES = ("repair", "self-rally", "prepare", "call-contact", "fire-for-effect")
"""What is worth trying whenever it is offered."""
SAFE = 2
"""Shells and bombs fall no nearer to one's own men than this, in hexes."""


class Situation:
    """A view, sorted."""

    def __init__(self, view: JSON, ground: Ground) -> None:
        self.view, self.ground = view, ground
        self.own = {base["id"]: base for base in view["own"]}
        self.contacts = {contact["handle"]: contact for contact in view["contacts"]}
        self.enemies = {c["hex"] for c in view["contacts"] if c["in_sight"] or c["turn"] >= view["turn"] - 1}
        self.goes_forward = ground.from_afar(view["seat"])

    def worth(self, base: JSON, target: JSON, weapon: str, step: str, more: int = 0) -> float:
        """What a base's fire at a contact may be expected to do, with so much firepower more."""
        apart = distance(base["hex"], target["hex"])
        shows = target["shows"] or {}
        modifier = self.ground.cover(target["hex"]) + (2 if target["level"] < 2 else 0) - (2 if apart == 1 else 0)
        modifier += (2 if base["pinned"] else 0) + (1 if shows.get("cowered") else 0)
        modifier -= 1 if shows.get("moving") or (self.view["film"] or {}).get("handle") == target["handle"] else 0
        if step == "closing-fire":
            modifier += 2 if base["moved"] else 1
        expected = suppressions(firepower(base, weapon, apart) + more, modifier)
        return expected * (0.5 if shows.get("morale") == "routed" else 1.0)


class PlatoonLeader(Player):
    """One seat of a match of `skirmish`; restarted, it reads its log anew."""

    def __init__(self, http: httpx.Client, match_id: str, seat: str) -> None:
        super().__init__(http, match_id, seat)
        self.ground: Ground | None = None
        self.read_up_to = 0
        self.step = ""
        self.tried: set[tuple[Any, ...]] = set()

    # ---- looking

    def situation(self) -> Situation:
        answer = self.get("/view").json()
        if self.ground is None:
            path = f"/api/v1/games/skirmish/scenarios/{answer['view']['scenario']}"
            self.ground = Ground(ask(self.http, "GET", path).raise_for_status().json()["facts"])
        while entries := self.get(f"/log?after={self.read_up_to}").json()["entries"]:
            self.read_up_to = entries[-1]["number"]
            steps = [e["report"]["address"] for e in entries if e["kind"] == "heading-opened"]
            self.step = steps[-1].rsplit("/", 1)[-1] if steps else self.step
        return Situation(answer["view"], self.ground)

    def once(self, order: Order, at: Situation) -> bool:
        """Whether this is tried for the first time in this step; what is refused is not tried again."""
        key = (at.view["turn"], at.view["attacker"], self.step, repr(sorted(order.items())))
        if key in self.tried:
            return False
        self.tried.add(key)
        return True

    # ---- ordering

    def orders(self, offers: list[Offer]) -> list[Order]:
        at = self.situation()
        kinds = {offer["order"] for offer in offers}
        order = None
        if self.step == "movement":
            return self.moves(at, offers) or self.any_flight(offers) or [dict(DONE)]
        if kinds & {"fire", "shoot"}:
            order = self.a_shot(at, offers)
        elif "advance" in kinds:
            order = self.an_advance(at, offers)
        else:
            order = self.a_try(at, offers)
        return [order] if order is not None else [dict(DONE)]

    def a_try(self, at: Situation, offers: list[Offer]) -> Order | None:
        """Repairs, rallies, reinforcements, artillery and aircraft: whatever is offered is done, on a worthy target."""
        own = [base["hex"] for base in at.own.values() if base["hex"]]
        for offer in offers:
            order = {"kind": offer["order"], **offer["fixed"]}
            fields = offer["fields"]
            if offer["order"] in TRIES:
                order |= {name: field["values"][0] for name, field in fields.items()}
            elif offer["order"] == "rally":
                order["leader"] = fields["leader"]["values"][0]
            elif offer["order"] in ("strike", "spotting-round", "correct"):
                worthy = [h for h in fields["hex"]["hexes"] if h in at.enemies and at.ground.nearest(h, own) > SAFE]
                if not worthy and offer["order"] == "strike":
                    worthy = sorted(fields["hex"]["hexes"], key=lambda h: -at.ground.nearest(h, own))[:1]
                if not worthy:
                    continue
                order["hex"] = worthy[0]
            else:
                continue
            if self.once(order, at):
                return order
        return None

    def a_shot(self, at: Situation, offers: list[Offer]) -> Order | None:
        """The best shot that is worth it at this step; a mover that has broken is let go."""
        least = {"prepared-fire": WORTH_STAYING, "halt-or-pass": WORTH_HALTING}.get(self.step, WORTH_A_SHOT)
        found: list[tuple[float, Order]] = []
        for offer in offers:
            if offer["order"] == "shoot":
                target = offer["fields"]["target"]["values"][0]
                found.append((3.0, {"kind": "shoot", **offer["fixed"], "target": target}))
            elif offer["order"] == "fire":
                found.append(self.valued(at, offer))
        stays = at.ground.nearest
        for worth, order in sorted(found, key=lambda one: (-one[0], repr(one[1]))):
            base = at.own[order["base"]]
            settled = base["kind"] in SUPPORT or base["pinned"] or self.holds(at, base)
            limit = WORTH_A_SHOT if self.step == "prepared-fire" and settled else least
            if self.step == "prepared-fire" and stays(base["hex"], at.ground.objectives) <= 3:
                limit = min(limit, 0.7)
            if worth >= limit and self.once(order | {"shots": base["shots"]}, at):
                return order
        return None

    def valued(self, at: Situation, offer: Offer) -> tuple[float, Order]:
        """A fire, with those beside it whose own fire would be weak, and a leader who directs it."""
        order: Order = {"kind": "fire", **offer["fixed"]}
        base, target = at.own[order["base"]], at.contacts[order["target"]]
        worth = at.worth(base, target, order["weapon"], self.step)
        others = [id for id in offer["fields"].get("with_", {}).get("values", ()) if at.own[id]["kind"] not in SUPPORT]
        if others and worth < 1.5 and (self.step != "prepared-fire" or self.holds(at, base)):
            helper = others[0]
            apart = distance(at.own[helper]["hex"], target["hex"])
            more = firepower(at.own[helper], order["weapon"], apart)
            joint = at.worth(base, target, order["weapon"], self.step, more)
            if joint > 1.6 * worth:
                order["with_"], worth = [helper], joint * 0.6
        chiefs = [id for id in offer["fields"].get("leader", {}).get("values", ()) if id and at.own[id]["rating"] < 0]
        if chiefs:
            order["leader"] = chiefs[0]
        return worth, order

    def holds(self, at: Situation, base: JSON) -> bool:
        """Whether a base stands where it should."""
        return not at.goes_forward or base["hex"] in at.ground.objectives

    # ---- moving

    def note_refusal(self, orders: list[Order], problem: JSON) -> None:
        """What was sent with the refused one is judged anew."""
        super().note_refusal(orders, problem)
        refused = orders[problem.get("index", 0)].get("base")
        bases = {order.get("base") for order in orders} - {refused}
        self.tried = {key for key in self.tried if not (len(key) == 4 and (key[2] in bases or key[2] == "movement"))}

    def moves(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Those who flee first, as the rules have it, then the others, each from cover to cover; no two to one place.

        They go in one list; where that is refused, one after the other.
        """
        movable = [at.own[o["fixed"]["base"]] for o in offers if o["order"] == "move" and o["fixed"].keys() == {"base"}]
        movable.sort(key=lambda base: ("routed", "broken", "good").index(base["morale"]))
        flees = [base for base in movable if base["morale"] != "good"]
        found: list[Order] = []
        taken: set[Hex] = set()
        for base in flees or movable:
            here = (at.view["turn"], at.view["attacker"], base["id"], base["hex"])
            if here in self.tried:
                continue
            self.tried.add(here)
            path = self.best_way(at, base, [way for way in self.ways(base["id"]) if way["hex"] not in taken])
            order = {"kind": "move", "base": base["id"], "path": path}
            if path is not None and self.once(order, at):
                found.append(order)
                taken.add(path[-1])
                if self.refusals_here:
                    break
        return found

    def any_flight(self, offers: list[Offer]) -> list[Order]:
        """Where Done is not lawful yet somebody has to go: the first who can, anywhere."""
        if closable(offers):
            return []
        for offer in offers:
            if offer["order"] == "move" and offer["fixed"].keys() == {"base"}:
                for way in self.ways(offer["fixed"]["base"])[self.refusals_here :]:
                    return [{"kind": "move", **offer["fixed"], "path": list(way["path"])}]
        return [{"kind": o["order"], **o["fixed"]} for o in offers if o["order"] == "leave-map"][:1]

    def best_way(self, at: Situation, base: JSON, ways: list[JSON]) -> list[Hex] | None:
        """Where a base goes; None where it stays."""
        if not ways:
            return None
        if base["morale"] != "good":
            return list(max(ways, key=lambda way: (at.ground.cover(way["hex"]), -way["cost"], way["hex"]))["path"])
        here = self.value(at, base, base["hex"], 0) if base["hex"] else -99.0
        best = max(ways, key=lambda way: (self.value(at, base, way["hex"], way["cost"]), way["hex"]))
        return list(best["path"]) if self.value(at, base, best["hex"], best["cost"]) > here + 0.5 else None

    def value(self, at: Situation, base: JSON, hex: Hex, cost: int) -> float:
        """What it is worth to stand in a hex: near to a goal, in cover, and not under the enemy's eyes in the open."""
        ground, foot = at.ground, base["kind"] not in ("vehicle", "gun")
        nearest = ground.nearest(hex, at.enemies)
        late = at.view["turn"] >= ground.turns - 2
        cover = 0.8 * ground.cover(hex) if foot else 0.0
        exposed = (
            (2.0 if ground.cover(hex) == 0 else 0.6) * max(0, 6 - nearest) / 2 if foot else 0.5 * max(0, 5 - nearest)
        )
        if not at.goes_forward:
            taken = [b["hex"] for b in at.own.values() if b["hex"] and b["id"] != base["id"]]
            goals = {goal: worth for goal, worth in ground.objectives.items() if goal not in taken}
            near = min((distance(hex, goal) / worth for goal, worth in goals.items()), default=0.0)
            return cover * 1.5 - exposed * 0.5 - (1.2 * near if base["kind"] == "squad" else 0.4 * cost)
        if base["kind"] in (*SUPPORT, "observer"):
            return cover - abs(nearest - 9) * (0.6 if at.enemies else 0.0) - 0.5 * cost
        near = min((distance(hex, goal) - worth / 2 for goal, worth in ground.objectives.items()), default=0.0)
        pull = 1.6 if late else 1.0
        fast = 0.7 * max(0, cost - 4) if foot and nearest < 12 else 0.0
        return cover - (exposed * (0.4 if late else 0.8)) - pull * near - fast

    def an_advance(self, at: Situation, offers: list[Offer]) -> Order | None:
        """Into an objective, or at an enemy who is down; else a step towards the goal, into cover."""
        for offer in offers:
            if offer["order"] != "advance":
                continue
            base = at.own[offer["fixed"]["base"]]
            best, worth = None, 0.7
            for hex in offer["fields"]["hex"]["hexes"]:
                gain = self.value(at, base, hex, 0) - self.value(at, base, base["hex"], 0)
                gain += 3.0 if hex in at.ground.objectives and at.goes_forward else 0.0
                gain -= 3.0 if base["hex"] in at.ground.objectives else 0.0
                held = [c for c in at.contacts.values() if c["hex"] == hex and c["hex"] in at.enemies]
                if held:
                    down = all((c["shows"] or {}).get("morale") in ("broken", "routed")
                               or (c["shows"] or {}).get("pinned") or (c["shows"] or {}).get("cowered")
                               for c in held)  # fmt: skip
                    gain = 3.0 if down and base["kind"] in ("squad", "assault_squad") else -9.0
                if gain > worth:
                    best, worth = hex, gain
            order = {"kind": "advance", **offer["fixed"], "hex": best}
            if best is not None and self.once(order, at):
                return order
        return None
