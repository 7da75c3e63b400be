"""A player of NATO Division Commander with sense: at each heading it asks the part of it whose business that is."""

from __future__ import annotations

import json
from typing import Any

import httpx

from service.bots.ndc import answers, fights, goals, modes, staff
from service.bots.ndc.ground import Ground, Hex
from service.bots.ndc.situation import Situation, here, kind_of
from service.bots.player import DONE, JSON, Offer, Order, Player


class Commander(Player):
    """One seat of a match of `ndc`. What it keeps in mind stands in its log too, so it may be restarted any time."""

    def __init__(self, http: httpx.Client, match_id: str, seat: str) -> None:
        super().__init__(http, match_id, seat)
        self.ground: Ground | None = None
        self.mine: set[Hex] = set()
        self.read_up_to = 0
        self.said_in_advance = False
        self.banned: set[str] = set()
        self.moved_in: tuple[Any, ...] = ()

    # ---- looking

    def situation(self) -> Situation:
        """The view, with what the log says of the objectives."""
        said = self.get("/view").json()
        view = said["view"]
        if self.ground is None:
            self.ground = Ground(self.facts(said))
            self.mine = set(self.ground.objectives) if view["seat"] == self.ground.held_first_by else set()
        at = Situation(view, self.ground, self.mine)
        if view["question"] is None:
            self.read_log(self.ground)
        self.mine |= set(self.ground.objectives) & set(at.taken_by_own)
        self.mine -= {hex for hex, contact in at.known.items() if kind_of(contact) != "HQ"}
        if not at.attacking and at.view["segment"] <= 1:  # after that it is their own battalions that move
            self.mine -= at.doubted
        return at

    def read_log(self, ground: Ground) -> None:
        """Who came to objectives since the log was last read: own orders, own reports, enemies located."""
        entries = self.get(f"/log?after={self.read_up_to}").json()["entries"]
        for entry in entries:
            self.read_up_to = entry["number"]
            report = entry["report"]
            match entry["kind"]:
                case "orders-accepted":
                    given = report["orders"]
                    self.mine |= {order["path"][-1] for order in given if order["kind"] == "move"} & set(
                        ground.objectives
                    )
                    self.said_in_advance |= any(order["kind"] == staff.STANDING["kind"] for order in given)
                case "own-unit-reported" if report["unit"]["type"] != "HQ":
                    self.mine |= {report["unit"]["hex"]} & set(ground.objectives)
                case "unit-located":
                    self.mine -= set(hexes_in(report))

    # ---- ordering

    def orders(self, offers: list[Offer]) -> list[Order]:
        kinds = {offer["kind"] for offer in offers}
        at = self.situation()
        standing = (
            [] if self.said_in_advance or staff.STANDING["kind"] not in self.anytime_kinds else [dict(staff.STANDING)]
        )
        self.said_in_advance |= bool(standing)
        return self.allowed([*standing, *self.business(at, offers, kinds)])

    def business(self, at: Situation, offers: list[Offer], kinds: set[str]) -> list[Order]:
        """What this heading is for."""
        if "defend" in kinds:
            return [*some(answers.defend(at, offers)), DONE]
        if at.view["retreating"] is not None and kinds & {"retreat", "stand-fast"}:
            return some(answers.retreat(at, offers))
        if "allot-intelligence" in kinds:
            return [*some(staff.allot(at, offers)), *some(staff.place_commander(at, offers)), DONE]
        if at.view["address"].endswith("movement-segment"):
            return self.segment(at, offers)
        if kinds & {"change-mode", "change-zone", "force-march"}:
            return [*modes.changes(at, offers), DONE]
        return [DONE]

    def segment(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """A Movement Segment: who comes in, who moves, then the combats one by one, then Done."""
        this = (at.turn, at.view["segment"])
        if self.moved_in != this and not at.view["planned"]:
            entering = self.entries(at, offers)
            if entering:
                return entering
            self.moved_in = this
            moves = self.moves(at, offers)
            if moves:
                return moves
        attack = fights.declare(at, offers)
        if attack is not None and not self.is_banned(attack):
            return [attack]
        return self.allowed(some(staff.a_fire(at, offers))) or [DONE]

    def entries(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """A reinforcement comes in where it is nearest to what is worth going to, ready to fight if it may."""
        for offer in offers:
            if offer["kind"] == "enter":
                hexes, aims = offer["fields"]["hex"]["places"], goals.aims(at)
                worth = {
                    hex: sum(w / (10 + at.ground.ways_to(goal).get(hex, 99)) for goal, w in aims.items())
                    for hex in hexes
                }
                modes_open = offer["fields"]["mode"]["values"]
                mode = "attack" if "attack" in modes_open else modes_open[0]
                order = {
                    "kind": "enter",
                    **offer["fixed"],
                    "hex": max(hexes, key=lambda h: (worth[h], h)),
                    "mode": mode,
                }
                if not self.is_banned(order):
                    return [order]
        return []

    def moves(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Moves for all who can: first those who go to attack, then those who have a goal, then headquarters."""
        movable = [offer["fixed"]["unit"] for offer in offers if offer["kind"] == "move"]
        ways = {unit: {way["place"]: way for way in self.ways(unit)} for unit in movable}
        attacking = {o["fixed"]["unit"] for o in offers if o["kind"] == "declare-ground-combat"} | {
            unit for unit in movable if at.own[unit]["attack"] > 0
        }
        reach = {unit: {here(at.own[unit]), *ways.get(unit, {})} for unit in attacking if unit in at.own}
        places = {unit["id"]: here(unit) for unit in at.own.values()}
        going = {one.unit: one.frm for one in fights.plan_assaults(at, reach)}
        taken = set(at.taken_by_own) | set(going.values())
        aimed = goals.goals(at)
        order = sorted(
            ways, key=lambda unit: goals.way(at, at.own[unit], here(at.own[unit]), aimed.get(unit, here(at.own[unit])))
        )
        moves: list[Order] = []
        for unit in [u for u in order if u in going] + [u for u in order if u not in going]:
            own, open_to = at.own[unit], {hex: way["cost"] for hex, way in ways[unit].items()}
            if own["type"] == "HQ":
                continue
            if unit in going:
                to = going[unit] if going[unit] in open_to else None
            elif goals.held(at, own) and here(own) == aimed.get(unit, here(own)):
                to = None
            else:
                to = goals.best_hex(at, own, aimed.get(unit, here(own)), open_to, taken)
            if to is not None:
                places[unit] = to
                taken.add(to)
                moves.append({"kind": "move", "unit": unit, "path": ways[unit][to]["path"]})
        for hq in at.hqs:
            to = goals.hq_hex(at, hq, places, {hex: way["cost"] for hex, way in ways.get(hq["id"], {}).items()})
            if to is not None and to != here(hq):
                places[hq["id"]] = to
                moves.append({"kind": "move", "unit": hq["id"], "path": ways[hq["id"]][to]["path"]})
        return moves

    # ---- refusals

    def allowed(self, orders: list[Order]) -> list[Order]:
        """Those that were not refused before at this heading."""
        return [order for order in orders if not self.is_banned(order)]

    def is_banned(self, order: Order) -> bool:
        return json.dumps(order, sort_keys=True) in self.banned

    def note_refusal(self, orders: list[Order], problem: JSON) -> None:
        """What was refused is not tried again here, and moves that were refused with it are planned anew."""
        super().note_refusal(orders, problem)
        self.banned.add(json.dumps(orders[problem.get("index", 0)], sort_keys=True))
        self.moved_in = ()

    def waits_for(self, orders: list[Order]) -> bool:
        """Nothing comes of what is ordered in a Movement Segment or a retreat before it is closed (NDC-MOV-01)."""
        return False

    def taken(self, orders: list[Order]) -> None:
        if DONE in orders:
            self.banned.clear()


def some(order: Order | None) -> list[Order]:
    return [order] if order is not None else []


def hexes_in(report: JSON) -> list[Hex]:
    """The hexes of an enemy that was located."""
    found = report.get("hexes") or ([report["hex"]] if report.get("hex") else [])
    return [str(hex) for hex in found]
