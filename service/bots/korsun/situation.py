"""A view of Korsun, sorted and judged: who stands where, what an attack comes to, and what a hex is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from service.bots.korsun.figures import (
    ARMOR,
    BARE_FOR_ARMOR,
    COLUMNS,
    COVER,
    FOOT,
    GUNS,
    IN_A_ZONE,
    LOST,
    OVER_RIVER,
    OVER_STREAM,
    PUSHED_FROM,
    SHAKEN,
    UNKNOWN,
    UNSUPPORTED,
    WORTH,
    ZONE_FROM,
)

JSON = dict[str, Any]
Hex = str
BESIDE = {
    True: ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    False: ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
}
"""The six neighbours of a hex in an odd column, and in an even one."""


def neighbours(hex: Hex) -> tuple[Hex, ...]:
    column, row = int(hex[:2]), int(hex[2:])
    return tuple(f"{column + right:02}{row + down:02}" for right, down in BESIDE[column % 2 == 1])


def distance(a: Hex, b: Hex) -> int:
    """The number of hexes from one to the other."""
    (q, s), (to_q, to_s) = ((int(h[:2]) - 1, int(h[2:]) - 1 - (int(h[:2]) - 1) // 2) for h in (a, b))
    across, down = to_q - q, to_s - s
    return (abs(across) + abs(down) + abs(across + down)) // 2


def side_of(a: Hex, b: Hex) -> str:
    return "-".join(sorted((a, b)))


class Situation:
    """What the side knows now, with the public facts of the scenario."""

    def __init__(self, view: JSON, facts: JSON) -> None:
        self.view, self.facts = view, facts
        self.side: str = view["side"]
        self.turn: int = view["turn"]
        self.printed: Mapping[str, JSON] = facts["units"]
        self.own: dict[str, JSON] = {id: unit for id, unit in view["own"].items() if unit["hex"]}
        self.contacts: dict[Hex, JSON] = {one["hex"]: one for one in view["contacts"].values()}
        self.enemies = {hex for hex, one in self.contacts.items() if one["units"] or one["level"] < 2}
        self.pocket: frozenset[str] = frozenset(view["public"]["isolated"])
        self.land: Collection[Hex] = facts["ground"]
        muddy = view["public"]["ground"] == "mud"
        self.uncrossed = {*facts["river"]} - {*view["public"]["bridges"]} if muddy else set()
        """The hexsides over which no zone reaches."""

    # ---- own units

    def stack(self, hex: Hex) -> list[str]:
        return [id for id, unit in self.own.items() if unit["hex"] == hex]

    def size(self, ids: Iterable[str]) -> int:
        return sum(self.printed[id]["size"] for id in ids)

    def is_combat(self, id: str) -> bool:
        return self.printed[id]["type"] not in GUNS

    def in_pocket(self, id: str) -> bool:
        return self.printed[id]["command"] in self.pocket

    def attack(self, id: str) -> float:
        """What a unit attacks with, as far as it stands by itself."""
        unit, figures = self.own[id], self.printed[id]["attack"]
        strength = float(figures[min(unit["lost"], len(figures) - 1)])
        if unit["order"] == "disorganized" or unit["reserve"]:
            return 0.0
        return strength * (SHAKEN if unit["order"] == "regroup" else 1.0)

    def defense(self, id: str, lost: int, hex: Hex) -> float:
        """What a unit of either side defends with in a hex."""
        printed, ground = self.printed[id], self.facts["ground"].get(hex, "clear")
        bare = printed["type"] in ARMOR and ground in BARE_FOR_ARMOR
        figures = printed["defense"]
        return float(figures[min(lost, len(figures) - 1)]) * (1.0 if bare else COVER.get(ground, 1.0))

    def held(self, hex: Hex) -> float:
        """What the side's own stack in a hex defends with."""
        return sum(self.defense(id, self.own[id]["lost"], hex) for id in self.stack(hex) if self.is_combat(id))

    def beside_enemy(self, hex: Hex) -> list[Hex]:
        """The enemy hexes next to one."""
        return [there for there in neighbours(hex) if there in self.enemies]

    # ---- the enemy

    def strength(self, hex: Hex) -> float:
        """What the enemy in a hex defends with, as far as it is known."""
        contact = self.contacts[hex]
        if contact["level"] < 2:
            return UNKNOWN[contact["large"]] * COVER.get(self.facts["ground"].get(hex, "clear"), 1.0)
        combat = [one for one in contact["units"] if self.printed[one["id"]]["type"] not in GUNS]
        total = 0.0
        for one in combat or contact["units"]:
            total += self.defense(one["id"], one["lost"], hex) * (SHAKEN if one["order"] == "disorganized" else 1.0)
        if contact["improved"]:
            total *= 1.3
        return max(total, 0.5)

    def has_zone(self, hex: Hex) -> bool:
        contact = self.contacts[hex]
        if contact["level"] < 2:
            return bool(contact["large"])
        return self.strength(hex) >= ZONE_FROM

    # ---- an attack

    def crossing(self, a: Hex, b: Hex) -> float:
        """The factor of an attack over a hexside."""
        side = side_of(a, b)
        bridged = side in self.view["public"]["bridges"]
        if side in self.facts["river"]:
            return OVER_STREAM if bridged else OVER_RIVER
        return OVER_STREAM if side in self.facts["stream"] and not bridged else 1.0

    def force(self, id: str, here: Hex, target: Hex, attacked: Collection[Hex]) -> float:
        """What a unit brings to an attack from a hex; `attacked` are all hexes that are attacked."""
        paid = self.points(self.printed[id]["command"]) > 0 and self.own[id]["supply"] == "in"
        others = [hex for hex in self.beside_enemy(here) if hex not in attacked and self.has_zone(hex)]
        factor = self.crossing(here, target) * (1.0 if paid else UNSUPPORTED) * (IN_A_ZONE if others else 1.0)
        return self.attack(id) * factor

    def points(self, command: str) -> int:
        """The supply points of the marker that serves a command."""
        sdm = self.view["sdms"].get("KORSUN" if command in self.pocket else command)
        return int(sdm["sp"]) if sdm else 0

    def column(self, force: float, target: Hex, units: Collection[str], missions: int = 0) -> str:
        """The column of the table that an attack comes to, the shifts that are likely with it."""
        ratio = force / self.strength(target)
        place = next(n for n, (_, least) in enumerate(COLUMNS) if ratio >= least)
        place -= min(4, self.shifts(target, units) + missions)
        return COLUMNS[min(max(place, 0), len(COLUMNS) - 1)][0]

    def shifts(self, target: Hex, units: Collection[str]) -> int:
        ground, kinds = self.facts["ground"].get(target, "clear"), {self.printed[id]["type"] for id in units}
        together = bool(kinds & {*ARMOR}) and bool(kinds & {*FOOT}) and ground not in ("woods", "marsh")
        fire: int = sum(self.printed[id]["support"] for id in self.guns_for(target, units))
        return int(together) + int(fire >= 4) + int(fire >= 10) - int(ground == "hill")

    def guns_for(self, target: Hex, units: Collection[str]) -> list[str]:
        """The own pieces that could fire at a hex for these units' commands."""
        commands = {self.printed[id]["command"] for id in units}
        return [
            id for id, unit in self.own.items()
            if id in self.printed and self.printed[id]["type"] in GUNS and unit["ammo"] > 0 and not unit["no_fire"]
            and self.printed[id]["command"] in commands and distance(unit["hex"], target) <= self.printed[id]["range"]
        ]  # fmt: skip

    def worth(self, column: str, target: Hex, units: Collection[str]) -> float:
        """What an attack is likely to bring in points, what the hex is worth with it."""
        of_own_armor, of_own, of_armor, of_others = WORTH[self.side]
        lost, taken = LOST[column]
        enemy = self.contacts[target]["units"]
        armored = any(self.printed[one["id"]]["type"] in ARMOR for one in enemy)
        own_armor = all(self.printed[id]["type"] in ARMOR for id in units)
        gain = taken * (of_armor if armored and len(enemy) == 1 else of_others)
        cost = lost * (of_own_armor if own_armor else of_own)
        pushes = [name for name, _ in COLUMNS].index(column) <= [name for name, _ in COLUMNS].index(PUSHED_FROM)
        return float(gain - cost + (0.3 + 0.5 * self.facts["places"].get(target, 0)) * pushes)
