"""Odds of a combat: strengths, the initial column, and the shifts in their order (12, KOR-CBT-15 to 30).

A `Fight` is what the sum is made of, whoever reckons it: the umpire by what is true, a player by a picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as entry
from fractions import Fraction

from service.engine.bills import Bill, Term
from service.engine.hexes import Hex
from service.engine.sentences import say
from service.games.korsun.known.field import Field
from service.games.korsun.printed.reading import SOVIET, Side
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.terrain_tables import Terrain
from service.games.korsun.printed.units import Unit, UnitId

SHIFTS = {
    "artillery": ("Artillery", "KOR-CBT-22"), "air": ("Combat air support", "KOR-CBT-23"),
    "division": ("Soviet division", "KOR-CBT-24"), "combined_arms": ("Combined arms", "KOR-CBT-25"),
    "armor": ("Armor superiority", "KOR-CBT-26"), "hilltop": ("Hilltop", "KOR-CBT-27"),
    "engineers": ("Assault engineers", "KOR-CBT-28"), "oos2": ("OOS2", "KOR-CBT-29"),
    "minefield": ("Minefield", "KOR-CBT-30"),
}  # fmt: skip
"""The nine kinds of shift in the order in which they are worked out (KOR-CBT-21), each with its rule."""


@dataclass(frozen=True, kw_only=True)
class Fight:
    """One combat as it is reckoned. `field` is the map as the attacker's side has it.

    `supported`: the units that count in full (12.4). `attacked`: every hex under a declared attack of the segment, for
    12.6. `points`: artillery that fires, by side; `engineers`: declared ones, by side. `barrage`: the level of a
    Barrage Effects marker on the hex. `mined`: an enemy minefield of the attacker lies there, as far as the
    reckoner knows; `works`: an improved position is there.
    """

    field: Field
    hex: Hex
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    supported: frozenset[UnitId] = frozenset()
    attacked: frozenset[Hex] = frozenset()
    points: Mapping[Side, int] = entry(default_factory=dict)
    missions: int = 0
    air: int = 0
    engineers: Mapping[Side, tuple[UnitId, ...]] = entry(default_factory=dict)
    barrage: int = 0
    works: bool = False
    mined: bool = False

    @property
    def attacker(self) -> Side:
        return self.field.side

    @property
    def defender(self) -> Side:
        return other(self.field.side)

    @property
    def terrain(self) -> Terrain:
        return self.field.board.terrain[self.hex]

    @property
    def fighting_back(self) -> tuple[Unit, ...]:
        """The combat units among the defenders; artillery lends its defense only where it stands alone."""
        combat = tuple(unit for unit in self.defenders if self.field.profile(unit.id).is_combat)
        return combat or self.defenders


@dataclass(slots=True, kw_only=True)
class Reckoning:
    """The odds as they were worked out: strengths as fractions such as "87/4", columns by their names."""

    attack: str = "0"
    defense: str = "0"
    initial: str = ""
    shifts: dict[str, int] = entry(default_factory=dict)
    applied: int = 0
    final: str = ""

    @property
    def bill(self) -> Bill:
        """The shifts as a sum."""
        return Bill(tuple(
            Term(name=say(SHIFTS[name][0]), value=value, rule=SHIFTS[name][1]) for name, value in self.shifts.items()
        ))  # fmt: skip


# ---- strengths (12.3 to 12.6, 12.17.2)


def attack_strength(fight: Fight, unit: Unit) -> Fraction:
    """What an attacking unit counts (KOR-CBT-16 to 19)."""
    figures, printed = fight.field.tables.combat, fight.field.profile(unit.id)
    strength = Fraction(unit.attack(printed))
    if unit.id not in fight.supported:
        strength *= figures.supported["attack"]
    strength *= across(fight, unit)
    assert unit.hex is not None
    if any(there not in fight.attacked and there != fight.hex for there in fight.field.controllers(unit.hex)):
        strength *= figures.enemy_zone
    return strength * ordered(figures.disorganized, figures.regroup, unit, "attack")


def across(fight: Fight, unit: Unit) -> Fraction:
    """The factor of the hexside that a unit attacks across (12.5); a rail bridge is one for feet alone (9.2)."""
    assert unit.hex is not None
    crossing = fight.field.board.crossing(unit.hex, fight.hex)
    if crossing is None:
        return Fraction(1)
    afoot = fight.field.profile(unit.id).cls == "L" and fight.field.bridge(unit.hex, fight.hex) is not None
    over = afoot or fight.field.bridged(unit.hex, fight.hex)
    return crossing.attack_over_bridge if over else crossing.attack


def defense_strength(fight: Fight, unit: Unit) -> Fraction:
    """What a defending unit counts (KOR-CBT-16, 17, 19)."""
    figures, printed = fight.field.tables.combat, fight.field.profile(unit.id)
    strength = Fraction(unit.defense(printed))
    if unit.id not in fight.supported:
        strength *= figures.supported["defense"]
    pair = fight.terrain.armor_defense if printed.is_armor else None
    factor = (pair or fight.terrain.defense)[fight.field.ground == "mud"]
    if fight.works:
        factor += fight.field.tables.terrain.improved_position
    return strength * factor * ordered(figures.disorganized, figures.regroup, unit, "defense")


def ordered(disorganized: Mapping[str, Fraction], regroup: Mapping[str, Fraction], unit: Unit, what: str) -> Fraction:
    """The factor of a unit that is Disorganized or regroups (12.17.2)."""
    return {"disorganized": disorganized[what], "regroup": regroup[what]}.get(unit.order, Fraction(1))


# ---- shifts, each with its own condition


def artillery_shift(fight: Fight) -> int:
    net = fight.points.get(fight.attacker, 0) - fight.points.get(fight.defender, 0)
    return fight.field.tables.combat.artillery.at(net) + fight.barrage  # 17.1.4: in the artillery item


def division_shift(fight: Fight) -> int:
    """The Soviet division effect (12.9.2): for a Soviet attack, or against one on a Soviet defense."""
    attacks = fight.attacker == SOVIET
    figures = fight.field.tables.combat.division
    needed = figures["attack" if attacks else "defense"]
    regiments: dict[str, list[Unit]] = {}
    for unit in fight.attackers if attacks else fight.defenders:
        division = fight.field.rules.counters[unit.id].div
        if division and unit.order != "disorganized":
            regiments.setdefault(division, []).append(unit)
    whole = any(
        len(units) >= needed and all(unit.supply != "oos2" for unit in units) for units in regiments.values()
    )  # fmt: skip
    return (1 if attacks else -1) if whole else 0


def combined_arms_shift(fight: Fight) -> int:
    """Armor and infantry together (12.7)."""
    field, least = fight.field, fight.field.tables.combat.combined_arms_attack

    def strong(unit: Unit) -> bool:
        return unit.attack(field.profile(unit.id)) >= least and not unit.order

    armor = any(field.profile(unit.id).is_armor and strong(unit) for unit in fight.attackers)
    infantry = any(field.profile(unit.id).is_infantry and strong(unit) for unit in fight.attackers)
    against = [field.profile(unit.id) for unit in fight.defenders]
    answered = any(p.is_armor or p.type == "at" for p in against) and any(p.is_infantry for p in against)
    barred = fight.terrain.name in field.tables.terrain.no_combined_arms
    return int(armor and infantry and not answered and not barred)


def armor_points(fight: Fight, units: Iterable[Unit]) -> int:
    return sum(unit.ap(fight.field.profile(unit.id)) for unit in units)


def armor_shift(fight: Fight) -> int:
    """Armor superiority (12.8)."""
    if fight.terrain.name in fight.field.tables.terrain.no_armor_superiority:
        return 0
    figures = fight.field.tables.combat.armor_superiority
    ours, theirs = armor_points(fight, fight.attackers), armor_points(fight, fight.defenders)
    if ours >= figures["points"] and ours >= figures["times"] * theirs:
        return 1
    return -1 if theirs >= figures["points"] and ours and theirs >= figures["times"] * ours else 0


def hilltop_shift(fight: Fight) -> int:
    """A hill that nobody attacks from a hill (12.5.2)."""
    terrain = fight.field.board.terrain
    from_hill = any(unit.hex is not None and terrain[unit.hex].name == "hill" for unit in fight.attackers)
    return -1 if fight.terrain.name == "hill" and not from_hill else 0


def engineers_shift(fight: Fight) -> int:
    """Declared assault engineers (12.9.1)."""
    field, built = fight.field, fight.terrain.name in fight.field.tables.terrain.assaulted_by_engineers
    over_river = any(unit.hex is not None and field.board.is_river(unit.hex, fight.hex) for unit in fight.attackers)
    shift = 1 if fight.engineers.get(fight.attacker) and (built or fight.works or fight.mined or over_river) else 0
    return shift - (1 if fight.engineers.get(fight.defender) and (built or fight.works) else 0)


def oos2_shift(fight: Fight) -> int:
    """Units in state OOS2 (13.5.2): any attacking one, all defending combat units."""
    defending = fight.fighting_back
    shift = -1 if any(unit.supply == "oos2" for unit in fight.attackers) else 0
    return shift + (1 if defending and all(unit.supply == "oos2" for unit in defending) else 0)


def minefield_shift(fight: Fight) -> int:
    """A minefield of the defender's (15.3)."""
    figures = fight.field.tables.combat.minefield
    if not fight.mined:
        return 0
    return -figures["with_engineers" if fight.engineers.get(fight.attacker) else "left"]


def shifts_of(fight: Fight) -> dict[str, int]:
    """All nine, in their order (KOR-CBT-21)."""
    return {
        "artillery": artillery_shift(fight), "air": fight.missions - fight.air, "division": division_shift(fight),
        "combined_arms": combined_arms_shift(fight), "armor": armor_shift(fight), "hilltop": hilltop_shift(fight),
        "engineers": engineers_shift(fight), "oos2": oos2_shift(fight), "minefield": minefield_shift(fight),
    }  # fmt: skip


def reckon(fight: Fight) -> Reckoning:
    """The odds: the initial column by the ratio, the shifts summed, limited, and the column bounded once (12.1.3)."""
    figures = fight.field.tables.combat
    attack = sum((attack_strength(fight, unit) for unit in fight.attackers), Fraction(0))
    defense = sum((defense_strength(fight, unit) for unit in fight.fighting_back), Fraction(0))
    initial, shifts = figures.column(attack, defense), shifts_of(fight)
    applied = max(-figures.shifts_at_most, min(figures.shifts_at_most, sum(shifts.values())))
    final = max(0, min(len(figures.names) - 1, initial + applied))
    return Reckoning(
        attack=str(attack), defense=str(defense), initial=figures.names[initial], shifts=shifts, applied=applied,
        final=figures.names[final],
    )  # fmt: skip
