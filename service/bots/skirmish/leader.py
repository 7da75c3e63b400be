"""A player of skirmishes with sense: fire where it pays, go from cover to cover, hold what is held, rally who runs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import httpx

from service.bots.player import DONE, JSON, Offer, Order, Player, closable
from service.bots.skirmish import fires
from service.bots.skirmish.figures import RIFLES, SUPPORT
from service.bots.skirmish.ground import Ground, Hex
from service.bots.skirmish.moves import advance_worth, best_way
from service.bots.skirmish.situation import Situation

TRIES = ("repair", "self-rally", "rally", "prepare", "call-contact", "fire-for-effect")
"""What is worth trying whenever it is offered."""
WORTH_ADVANCING = 0.4


class PlatoonLeader(Player):
    """One seat of a match of `skirmish`; restarted, it reads its log anew."""

    def __init__(self, http: httpx.Client, match_id: str, seat: str) -> None:
        super().__init__(http, match_id, seat)
        self.ground: Ground | None = None
        self.held: set[Hex] = set()
        self.blind: Counter[Hex] = Counter()
        self.read_up_to = 0
        self.step = ""
        self.tried: set[tuple[Any, ...]] = set()

    # ---- looking

    def situation(self) -> Situation:
        answer = self.get("/view").json()
        view = answer["view"]
        if self.ground is None:
            self.ground = Ground(self.facts(answer))
            self.held = set() if self.ground.from_afar(self.seat) else set(self.ground.objectives)
        while entries := self.get(f"/log?after={self.read_up_to}").json()["entries"]:
            self.read_up_to = entries[-1]["number"]
            steps = [e["report"]["address"] for e in entries if e["kind"] == "heading-opened"]
            self.step = steps[-1].rsplit("/", 1)[-1] if steps else self.step
        self.note_holders(view)
        return Situation(view, self.ground, self.held, self.blind)

    def note_holders(self, view: JSON) -> None:
        """What its men stand on it takes for its own, until it sees the enemy there."""
        assert self.ground is not None
        for hex in self.ground.objectives:
            if any(b["hex"] == hex and b["morale"] == "good" and b["kind"] in (*RIFLES, *SUPPORT) for b in view["own"]):
                self.held.add(hex)
            elif any(c["hex"] == hex and c["level"] > 1 and c["in_sight"] for c in view["contacts"]):
                self.held.discard(hex)

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
        kinds = {offer["kind"] for offer in offers}
        if self.step == "movement":
            return self.moves(at, offers) or self.any_flight(offers) or [dict(DONE)]
        if kinds & {"fire", "shoot", "lay-smoke"}:
            order = self.a_shot(at, offers)
        elif "advance" in kinds:
            order = self.an_advance(at, offers)
        else:
            order = self.a_try(at, offers)
        return [order] if order is not None else [dict(DONE)]

    def a_try(self, at: Situation, offers: list[Offer]) -> Order | None:
        """Repairs, rallies, reinforcements, artillery and aircraft: whatever is offered is done, on a worthy target."""
        for offer in offers:
            order: Order | None = None
            if offer["kind"] in TRIES:
                chosen = {name: field["values"][0] for name, field in offer["fields"].items()}
                order = {"kind": offer["kind"], **offer["fixed"], **chosen}
            elif offer["kind"] in ("strike", "spotting-round", "correct"):
                order = fires.shells(at, offer)
            if order is not None and self.once(order, at):
                return order
        return None

    def a_shot(self, at: Situation, offers: list[Offer]) -> Order | None:
        """Smoke for those who are to go forward; else the best shot that is worth it at this step."""
        smoke = fires.smoke(at, offers) if self.step == "prepared-fire" else None
        if smoke is not None and self.once(smoke, at):
            return smoke
        for order in fires.best_fire(at, offers, self.step):
            if self.once(order | {"shots": at.own[order["base"]]["shots"]}, at):
                target = at.contacts[order["target"]]
                self.blind[target["hex"]] += target["level"] < 2
                return order
        return None

    def an_advance(self, at: Situation, offers: list[Offer]) -> Order | None:
        """The best advance: into an objective, at an enemy who is down, or a step towards the goal."""
        found = [
            (advance_worth(at, at.own[offer["fixed"]["base"]], hex), offer["fixed"]["base"], hex)
            for offer in offers if offer["kind"] == "advance" for hex in offer["fields"]["hex"]["places"]
        ]  # fmt: skip
        for worth, base, hex in sorted(found, reverse=True):
            order = {"kind": "advance", "base": base, "hex": hex}
            if worth >= WORTH_ADVANCING and self.once(order, at):
                return order
        return None

    # ---- moving

    def note_refusal(self, orders: list[Order], problem: JSON) -> None:
        """What was sent with the refused one is judged anew."""
        super().note_refusal(orders, problem)
        refused = orders[problem.get("index", 0)].get("base")
        bases = {order.get("base") for order in orders} - {refused}
        self.tried = {key for key in self.tried if not (len(key) == 4 and (key[2] in bases or key[2] == "movement"))}

    def moves(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Those who flee first, one by one, as where one goes bears on the next; then the others, in one list.

        No two of them go to one place. Where the list is refused, they too go one after the other.
        """
        movable = [at.own[o["fixed"]["base"]] for o in offers if o["kind"] == "move" and o["fixed"].keys() == {"base"}]
        movable.sort(key=lambda base: ("routed", "broken", "good").index(base["morale"]))
        flees = [base for base in movable if base["morale"] != "good"]
        found: list[Order] = []
        taken: set[Hex] = set()
        for base in flees or movable:
            here = (at.view["turn"], at.view["attacker"], base["id"], base["hex"])
            if here in self.tried:
                continue
            self.tried.add(here)
            path = best_way(at, base, [way for way in self.ways(base["id"]) if way["place"] not in taken])
            order = {"kind": "move", "base": base["id"], "path": path}
            if path is not None and self.once(order, at):
                found.append(order)
                taken.add(path[-1])
                base["hex"] = path[-1]
                if flees or self.refusals_here:
                    break
        return found

    def any_flight(self, offers: list[Offer]) -> list[Order]:
        """Where Done is not lawful yet somebody has to go: the first who can, anywhere."""
        if closable(offers):
            return []
        for offer in offers:
            whole = offer["kind"] == "move" and offer["fixed"].keys() == {"base"}
            if whole and (ways := self.ways(offer["fixed"]["base"])):
                path = list(ways[self.refusals_here % len(ways)]["path"])
                return [{"kind": "move", **offer["fixed"], "path": path}]
        return [{"kind": o["kind"], **o["fixed"]} for o in offers if o["kind"] == "leave-map"][:1]
