"""What stands in the data files on ground, movement, modes and intelligence, a frozen record for each block.

The figures mean what the comments in `data/*.yaml` say; `tables.py` asks them the questions that the rules ask. Levels
are whole numbers everywhere: intelligence 0 (None) to 4, fatigue 0 to 3, EW 0 to 3, T/O 1 to 6.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

UnitType = Literal["armor", "infantry", "recon", "HQ"]
MovementClass = Literal["tracked", "wheeled", "foot"]
ModeName = Literal["march", "attack", "defend", "dug-in", "deployed"]
ZoneName = Literal["single", "double", "triple"]
AssetKind = Literal["arty", "air", "signal"]
ChangeCondition = Literal["always", "never", "unless-adjacent", "if-idle"]

UNIT_TYPES: tuple[UnitType, ...] = ("armor", "infantry", "recon", "HQ")
CLASSES: tuple[MovementClass, ...] = ("tracked", "wheeled", "foot")
MODES: tuple[ModeName, ...] = ("march", "attack", "defend", "dug-in", "deployed")
ZONES: tuple[ZoneName, ...] = ("single", "double", "triple")
ASSET_KINDS: tuple[AssetKind, ...] = ("arty", "air", "signal")
CHANGES: tuple[ChangeCondition, ...] = ("always", "never", "unless-adjacent", "if-idle")
LEVELS = ("None", "1", "2", "3", "4")


# ---- chart 9.7


@dataclass(frozen=True)
class Terrain:
    """A line of chart 9.7: points to enter by class (None: only by road), and the defender's effect."""

    name: str
    cost: dict[str, int | None]
    defence: int


@dataclass(frozen=True)
class Ways:
    """Points along a road or an autobahn hexside by class."""

    road: dict[str, int]
    autobahn: dict[str, int]
    autobahn_in_march: dict[str, int]
    march_mode: ModeName


@dataclass(frozen=True)
class MinorRiver:
    """Points to cross by class, on top of the terrain, and the attacker's effects."""

    crossing: dict[str, int]
    attack_across: int
    attack_over_bridge: int


@dataclass(frozen=True)
class MajorRiver:
    """The attacker's effects, and who may cross where there is no bridge."""

    attack_across: int
    attack_over_bridge: int
    no_attack_across: frozenset[UnitType]
    crossing_classes: frozenset[MovementClass]
    crossing_amphibious: bool
    crossing_modes: frozenset[ModeName]


@dataclass(frozen=True)
class AttackTerrain:
    """The attacker's column: by type and terrain attacked, and for standing on high ground."""

    into: dict[str, dict[str, int]]
    high_ground: frozenset[str]
    from_high_ground: int


@dataclass(frozen=True)
class Chart:
    """Terrain and movement effects chart 9.7."""

    provenance: str
    terrain: dict[str, Terrain]
    ways: Ways
    minor_river: MinorRiver
    major_river: MajorRiver
    attack: AttackTerrain


# ---- movement, modes, profiles


@dataclass(frozen=True)
class ForcedMarch:
    modes: tuple[ModeName, ...]
    allowance_numerator: int
    allowance_denominator: int
    barred_from_fatigue: int
    risk_from_fatigue: int
    die: str
    loss_up_to: int
    loss: int


@dataclass(frozen=True)
class Noticing:
    """Levels at which a mover is surprised by a hidden zone of control (NDC-ZOC-03, 08)."""

    mover_level_at_least: int
    exerter_level_at_most: int
    unnoticed_level_at_most: int


@dataclass(frozen=True)
class Reset:
    """What movement does to the mover's level (NDC-MAC-02)."""

    hexes_at_least: int
    level: int


@dataclass(frozen=True)
class Movement:
    provenance: str
    whole_allowance_minimum: int
    leaving_zone_of_control: int
    combat_units_in_a_hex: int
    forced_march: ForcedMarch
    noticing: Noticing
    reset: Reset
    combats_to_continue: int
    reinforcement_modes: tuple[ModeName, ...]


@dataclass(frozen=True)
class Mode:
    """What a mode allows, to which types it is open, and which mode a displaced unit takes."""

    types: tuple[UnitType, ...]
    attacks: bool
    zone_of_control: bool
    fires: bool
    stands_fast: bool
    command_range: int
    when_displaced: ModeName


@dataclass(frozen=True)
class ZoneMode:
    """Single, double or triple: hexes held, change of defence, and who may take it."""

    hexes: int
    defence: int
    attacks: bool
    moves: bool
    to_at_least: int
    types: tuple[UnitType, ...]
    modes: tuple[ModeName, ...]


@dataclass(frozen=True)
class ModeStrengths:
    """Printed strengths and movement allowance in a mode."""

    attack: int
    defence: int
    allowance: int


@dataclass(frozen=True)
class Profile:
    type: UnitType
    cls: MovementClass
    amphibious: bool
    modes: dict[str, ModeStrengths]


@dataclass(frozen=True)
class Strength:
    """Attack and defence strength as they enter the differential (NDC-ATM-01, NDC-DFM-01)."""

    attack: int
    defence: int


# ---- intelligence

TO_THE_DIE = {
    "march_mode": "in March mode",
    "after_movement": "looked for after its movement",
    "fought": "fought since its side's last search",
    "cover": "in cover",
    "dug_in": "dug-in",
    "recon": "is recon itself",
    "recon_enemy": "an adjacent enemy is recon",
    "night": "Night",
    "night_or_fog": "Night or fog",
    "fog_or_precipitation": "Fog or precipitation",
}
"""What is said of each modifier to the dice of intelligence."""


@dataclass(frozen=True)
class SearchModifiers:
    """To the die of the intelligence procedure (table 5.7)."""

    march_mode: int
    after_movement: int
    fought: int
    cover: int
    dug_in: int
    recon: int
    night: int
    fog_or_precipitation: int
    cover_terrain: frozenset[str]


@dataclass(frozen=True)
class TacticalModifiers:
    """To the die of tactical intelligence."""

    recon_enemy: int
    cover: int
    night_or_fog: int
    recon: int
    cover_terrain: frozenset[str]


@dataclass(frozen=True)
class ReportLevels:
    """The least intelligence level at which each fact about a unit is told (NDC-REP-04 to 13, 19)."""

    provenance: str
    movement: int
    hex: int
    type: int
    designation: int
    mode: int
    to: int
    one_unit_though_spread: int
    losses: int
    highest: int

    @property
    def shown(self) -> Mapping[str, int]:
        """From which level each of these is told of where a unit stands: nothing while its hex is not told."""
        return {name: max(self.hex, getattr(self, name)) for name in ("hex", "type", "designation", "mode", "to")}
