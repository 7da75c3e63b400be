"""The situation as one side sees it: its view, sorted, with the map at hand."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from service.bots.ndc import figures
from service.bots.ndc.ground import Ground, Hex, distance

Unit = dict[str, Any]
Contact = dict[str, Any]

DOUBT = 2
"""Hexes: an enemy who is as near to an objective that nobody holds may have come through it."""


class Situation:
    """A seat's view. `mine` are the objectives that it believes to hold."""

    def __init__(self, view: dict[str, Any], ground: Ground, mine: set[Hex] | None = None) -> None:
        self.view = view
        self.ground = ground
        self.seat: str = view["seat"]
        self.enemy: str = view["enemy"]
        self.turn: int = view["turn"]
        self.turns: int = view["turns"]
        self.weather: list[str] = view["weather"]
        self.own: dict[str, Unit] = {unit["id"]: unit for unit in view["own"] if unit["hexes"]}
        self.mine = mine if mine is not None else set()

    @property
    def attacking(self) -> bool:
        """Whether this side has to take ground, rather than hold it."""
        return self.seat == self.ground.attacker

    @cached_property
    def enemy_turns(self) -> int:
        """In how many turns the enemy may still come forward, from now on: none in the last player turn of a match."""
        return self.turns - self.turn + ("second-player-turn" not in self.view.get("address", ""))

    @cached_property
    def doubted(self) -> set[Hex]:
        """Objectives through which an enemy may have come unseen: they were told of nearby, and nobody stands there."""
        return {
            hex
            for hex in self.ground.objectives
            if hex not in self.taken_by_own and self.ground.nearest(hex, self.threats) <= DOUBT
        }

    @cached_property
    def combat(self) -> list[Unit]:
        """Own battalions on the map."""
        return [unit for unit in self.own.values() if unit["type"] != "HQ"]

    @cached_property
    def hqs(self) -> list[Unit]:
        return [unit for unit in self.own.values() if unit["type"] == "HQ"]

    @cached_property
    def known(self) -> dict[Hex, Contact]:
        """Known enemies by hex."""
        return {hex: contact for contact in self.view["contacts"] if contact["known"] for hex in contact["hexes"]}

    @cached_property
    def shut(self) -> frozenset[Hex]:
        """Hexes of known enemies, around which ways are sought."""
        return frozenset(self.known)

    @cached_property
    def suspected(self) -> dict[Hex, Contact]:
        """All enemies that were reported lately, known or not, by the hex where they were last."""
        recent = (contact for contact in self.view["contacts"] if contact["known"] or contact["age"] <= 1)
        return {hex: contact for contact in recent for hex in contact["hexes"]}

    @cached_property
    def threats(self) -> list[Hex]:
        """Hexes in which enemy battalions probably stand."""
        return [hex for hex, contact in self.suspected.items() if kind_of(contact) != "HQ"]

    @cached_property
    def taken_by_own(self) -> dict[Hex, Unit]:
        """Own battalions by hex."""
        return {hex: unit for unit in self.combat for hex in unit["hexes"]}

    def hq_of(self, unit: Unit) -> Unit | None:
        return self.own.get(unit["parent"] or "")

    def command_range(self, hq: Unit) -> int:
        """How far an HQ commands."""
        reach = figures.COMMAND_RANGE.get(self.seat, 5) if hq["parent"] is not None else figures.DIVISION_RANGE
        return int(reach - hq["ew"] - (2 if hq["mode"] == "march" else 0))

    def commanded_from(self, unit: Unit, hex: Hex, slack: int = 0) -> bool:
        """Whether a unit would be in command in a hex, were its HQ so many hexes nearer."""
        hq = self.hq_of(unit)
        return hq is not None and distance(hq["hexes"][0], hex) <= self.command_range(hq) + slack

    def worth_of(self, hex: Hex) -> float:
        """What it is worth to come to stand in a hex: the points of an objective that the enemy holds."""
        points = self.ground.objectives.get(hex, 0)
        return float(points if hex not in self.mine else 0)


def kind_of(contact: Contact) -> str | None:
    """What an enemy is, as far as it was told or follows: only headquarters deploy."""
    kind: str | None = "HQ" if contact["mode"] == "deployed" else contact["type"]
    return kind


def here(unit: Unit) -> Hex:
    """A unit's base hex."""
    hex: Hex = unit["hexes"][0]
    return hex
