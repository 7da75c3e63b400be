"""What the files under `data/` hold, record by record: ground, bases, fire, morale, weather, support, close combat.

Movement costs are in halves of a point. Which file holds what, `tables` says, which reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from service.engine.tables import BandedScale

Men = Literal["multi", "single", "crew", "vehicle"]
Going = Literal["foot", "tracked", "wheeled"]
Aspect = Literal["front", "side", "rear"]
Kill = Literal["destroyed", "knocked_out", "immobilised", "shaken", "nothing"]
Change = Literal[
    "precipitation worse", "visibility worse", "wind clockwise", "wind anticlockwise", "wind speed", "better", "nothing"
]
"""What a throw for the weather may change."""
Weathered = Literal[
    "no change", "precipitation worse", "visibility worse", "wind clockwise", "wind anticlockwise", "wind speed",
    "better", "the wind rises", "the wind drops",
]  # fmt: skip
"""What was told of such a throw."""
Bombs = Literal["hit", "wide", "mistaken"]
Struck = Literal["they come", "none today", "driven off", "hit", "wide", "mistaken"]
"""What came of an air strike, as its side is told."""
Checked = Literal[
    "pinned", "cowered", "broken", "routed", "eliminated", "steady", "no worse", "rallied", "no better", "worse",
    "repaired", "still broken down", "supplied", "nothing to be had", "goes in", "stays back", "new leader",
]  # fmt: skip
"""What a throw for a base came to."""
Fought = Literal["locked", "thrown back", "broken", "eliminated", "knocked out", "immobilised", "held off"]
"""What a close combat left its loser."""
Barred = Literal[
    "", "eliminated", "captured", "left the map", "broken", "routed", "pinned", "cowered", "halted", "in close combat",
    "immobilised",
]  # fmt: skip
"""The state of a base that bars what was ordered."""
Close = Literal["locked", "thrown back", "broken", "eliminated"]


@dataclass(frozen=True, kw_only=True)
class Terrain:
    """A kind of ground; None where a class may not go. `height` in hundredths of a level."""

    letter: str
    title: str
    cover: int
    foot: int | None = None
    tracked: int | None = None
    wheeled: int | None = None
    height: int = 0
    road: bool = False
    hedge: bool = False
    hindrance: bool = False
    burns: bool = False
    building: bool = False
    air_burst: bool = False

    def cost(self, going: Going) -> int | None:
        """What it costs to enter, in halves of a point."""
        costs: dict[Going, int | None] = {"foot": self.foot, "tracked": self.tracked, "wheeled": self.wheeled}
        return costs[going]


@dataclass(frozen=True, kw_only=True)
class Climb:
    foot: int
    tracked: int
    wheeled: int

    def cost(self, going: Going) -> int:
        costs: dict[Going, int] = {"foot": self.foot, "tracked": self.tracked, "wheeled": self.wheeled}
        return costs[going]


@dataclass(frozen=True, kw_only=True)
class WreckGround:
    cover: int
    tracked: int
    wheeled: int


@dataclass(frozen=True, kw_only=True)
class SightFigures:
    """Heights in hundredths of a level."""

    level: int
    eye: int
    hindrance_below: int
    hindrances_that_block: int
    smoke_that_blocks: int


@dataclass(frozen=True, kw_only=True)
class Grounds:
    terrain: dict[str, Terrain]
    along_road: int
    up_a_level: Climb
    wreck: WreckGround
    foxhole_cover: int
    hull_down: int
    sight: SightFigures


@dataclass(frozen=True, kw_only=True)
class FireFigures:
    """The fire attack (P7) and the shot at armour (P13); modifiers by their names."""

    dice: str
    base: int
    suppressions: BandedScale[int]
    lucky: int
    most: int
    worth_firing: int
    most_attacks: int
    unlucky: int
    long_range_divisor: int
    low_ammunition: int
    modifiers: dict[str, int]
    to_hit: BandedScale[int]
    to_hit_at_weapon: BandedScale[int]
    gun_range: int
    to_hit_modifiers: dict[str, int]
    kill_base: int
    high_explosive_ap: int
    kill: BandedScale[Kill]
    shots_at_the_wheel: int
    smoke_shell: int


@dataclass(frozen=True, kw_only=True)
class Leaders:
    command_range: int
    bases: int
    alone: int
    enemy_near: int
    enemy_near_within: int
    in_cover: int
    cover_from: int
    created_on: int
    created_quality_at_most: int
    created_die: str
    created_rating: BandedScale[int]


@dataclass(frozen=True, kw_only=True)
class Replenishment:
    within: int


@dataclass(frozen=True, kw_only=True)
class MoraleFigures:
    dice: str
    quality_bonus: int
    always: int
    never: int
    pinned_from: int
    cowered_up_to: int
    crew_shaken: int
    recovery: int
    leaders: Leaders
    replenishment: Replenishment


@dataclass(frozen=True, kw_only=True)
class SmokeFigures:
    die: str
    result: BandedScale[str]
    strong: int
    heavy: int
    calm: int
    densest: int


@dataclass(frozen=True, kw_only=True)
class Spread:
    level: int
    down_wind: int
    up_wind: int


@dataclass(frozen=True, kw_only=True)
class BurningFigures:
    dice: str
    spreads: Spread
    strong: int
    light: int
    heavy: int
    calm: int
    out_on: int
    out_on_heavy: int
    turns: int
    smoke: int
    smoke_down_wind: int
    wreck_turns: int


@dataclass(frozen=True, kw_only=True)
class WeatherFigures:
    dice: str
    precipitation: tuple[str, ...]
    wind: tuple[str, ...]
    visibility: tuple[int, ...]
    heavy_rain_visibility: int
    change: BandedScale[Change]
    wind_speed_die: str
    smoke: SmokeFigures
    fire: BurningFigures

    def sight(self, precipitation: str, visibility: int) -> int:
        """How many hexes one sees, rain included."""
        return min(visibility, self.heavy_rain_visibility) if precipitation == self.precipitation[-1] else visibility


@dataclass(frozen=True, kw_only=True)
class ArtilleryFigures:
    dice: str
    spotting_exact: int
    effect_exact: int
    again: int
    far: int
    correction: int
    next_correction: int
    distance_die: str
    firepower: int
    firepower_around: int
    fires_for_effect: int
    failures: int


@dataclass(frozen=True, kw_only=True)
class AirDefence:
    within: int
    rof: int
    number: int


@dataclass(frozen=True, kw_only=True)
class AirFigures:
    dice: str
    wide: BandedScale[Bombs]
    astray: int
    firepower: int
    firepower_around: int
    ap: int
    mistaken_within: int
    defence: AirDefence


@dataclass(frozen=True, kw_only=True)
class EntryFigures:
    closed_within: int


@dataclass(frozen=True, kw_only=True)
class SupportFigures:
    reinforcements: EntryFigures
    artillery: ArtilleryFigures
    air: AirFigures
    artillery_ap: int


@dataclass(frozen=True, kw_only=True)
class ExposureFigures:
    active: int
    still: int


@dataclass(frozen=True, kw_only=True)
class SightingFigures:
    in_the_open: ExposureFigures
    in_cover: BandedScale[int]
    moving_in_cover: int
    adjacent: int
    engine_noise: int
    remembered: int


@dataclass(frozen=True, kw_only=True)
class VehicleAttack:
    number: int
    with_weapon: int
    immobilised: int
    moved: int
    near_miss: int
    answer: int


@dataclass(frozen=True, kw_only=True)
class CloseFigures:
    dice: str
    further_base: int
    enemy_held: int
    enemy_broken: int
    out_of_ammunition: int
    single_man: int
    results: BandedScale[Close]
    locked_suppressions: int
    thrown_back_suppressions: int
    vehicle: VehicleAttack


@dataclass(frozen=True, kw_only=True)
class Windows:
    """Times, in seconds."""

    fixed_delay: int
    daily_least: int
    live_pause: int
    live_shot: int
    live_other: int
