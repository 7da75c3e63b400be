"""The printed tables of NATO Division Commander, and the questions that the rules ask of them.

`load(data)` reads them from a set of data, which it refuses (DataFault: file, place, reason) if one of its files is
faulty. Who plays reaches them by the position or the picture, as `state.tables`. The shipped figures are original
defaults; each file says so in its provenance, and may be replaced singly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from service.data_files import read
from service.engine.data import data_set
from service.engine.rolls import RollKind, read_rolls
from service.engine.tables import BandedScale, BandedTable, Datum
from service.games.ndc.printed import reading
from service.games.ndc.printed.charts import (
    ASSET_KINDS,
    AssetKind,
    ChangeCondition,
    Chart,
    Mode,
    Movement,
    Profile,
    ReportLevels,
    SearchModifiers,
    Strength,
    TacticalModifiers,
    ZoneMode,
)
from service.games.ndc.printed.combat_charts import (
    Assets,
    Breakdown,
    Chemical,
    CombatResults,
    Commander,
    CommandFigures,
    CounterBatteryFigures,
    ElectronicWarfare,
    Fatigue,
    FireResult,
    Interdiction,
    Modifier,
    RetreatFigures,
    Sectors,
    SupportShift,
    WeatherEffects,
)

FILES = (
    "chart_9_7", "movement", "modes", "profiles", "table_5_1", "table_5_7", "tactical", "reports", "sectors",
    "crt_11_93", "table_8_7", "table_8_65", "retreat_11_6", "ammo_11_8", "modifiers", "weather", "command", "commander",
    "ew", "interdiction", "chemical", "fatigue", "breakdown", "assets", "dice",
)  # fmt: skip
ROLL_SLOTS = ("rule", "side", "hex", "how")
"""What a purpose of a roll has in braces."""
# What stands in the files that are read entry by entry; the others are read whole.
_ENTRIES: Mapping[str, tuple[str, ...]] = {
    "modes": ("modes", "changes", "out_of_command_die", "zones"),
    "profiles": ("profiles", "to_levels", "establishment", "least_strength"),
    "table_5_1": ("level", "sectors_per_coverage_point", "kinds"),
    "table_5_7": ("die", "modifiers", "table"),
    "tactical": ("die", "modifiers", "level"),
    "ammo_11_8": ("die", "low_on", "low_divisor"),
    "weather": ("die", "times", "hours", "night_time", "results", "pregame", "effects"),
}


@dataclass(frozen=True, eq=False)
class Tables:
    """All tables. Levels are numbers: intelligence 0 (None) to 4, fatigue 0 to 3, EW 0 to 3, T/O 1 to 6.

    An unknown name (mode, profile, terrain, rule …) is a KeyError, a number off a table a LookupError.
    """

    printed: Mapping[str, object]
    """Every file as it stands, by its name: what the tables look like and where their figures come from."""
    chart: Chart
    movement: Movement
    modes: Mapping[str, Mode]
    mode_changes: Mapping[tuple[str, str], ChangeCondition]
    zone_modes: Mapping[str, ZoneMode]
    profiles: Mapping[str, Profile]
    to_levels: Mapping[int, int]
    establishment: int
    least_strength: int
    quality: BandedScale[int]
    sectors_per_coverage_point: int
    intelligence_kinds: tuple[AssetKind, ...]
    search: SearchModifiers
    search_table: BandedTable[int]
    tactical: TacticalModifiers
    tactical_levels: BandedScale[int]
    reports: ReportLevels
    sectors: Sectors
    crt: CombatResults
    support: SupportShift
    counter_battery_fire: CounterBatteryFigures
    retreat: RetreatFigures
    ammo: BandedScale[int]
    ammo_low_divisor: int
    modifiers: Mapping[str, Modifier]
    weather_results: BandedScale[dict[str, str]]
    weather_by_condition: Mapping[str, WeatherEffects]
    pregame_weather: str
    night_time: str
    times_of_day: tuple[str, ...]
    command: CommandFigures
    division_commander: Commander
    ew: ElectronicWarfare
    interdiction: Interdiction
    chemical: Chemical
    fatigue: Fatigue
    breakdown: Breakdown
    assets: Assets
    rolls: Mapping[str, RollKind]

    def die(self, file: str, entry: str = "die") -> str:
        """The dice with which a table is used, such as "2d6", as its file says."""
        return str(cast(Mapping[str, object], self.printed[file])[entry])

    # ---- weather (3.18)

    def is_night(self, time_of_day: str) -> bool:
        return time_of_day == self.night_time

    def weather(self, die: int, time_of_day: str) -> str:
        """clear, fog or precipitation, by 2d6 and the turn's time of day."""
        return self.weather_results.at(die)[time_of_day]

    def weather_effects(self, condition: str) -> WeatherEffects:
        """What clear, fog, precipitation or night does besides NDC-ATM-09."""
        return self.weather_by_condition[condition]

    # ---- intelligence (5.0 to 5.7)

    def sectors_covered(self, points: int) -> int:
        """How many sectors these coverage points search (NDC-INT-02)."""
        return points * self.sectors_per_coverage_point

    def intelligence_level(self, quality_points: int) -> int:
        """The operational intelligence level (5.1)."""
        return self.quality.at(quality_points)

    def table_5_7(self, level: int, die: int) -> int:
        """The level found by a searcher of level 1 to 4 with a modified die; level 0 searches nothing (LookupError)."""
        return self.search_table.at(die, level)

    def tactical_level(self, die: int) -> int:
        """The level found by tactical intelligence with a modified die."""
        return self.tactical_levels.at(die)

    # ---- modes and strengths (3.6 to 3.12)

    def mode(self, name: str) -> Mode:
        return self.modes[name]

    def mode_change(self, old: str, new: str) -> ChangeCondition:
        """On what condition a unit may change between two modes; "never" too where no type has both."""
        return self.mode_changes.get((old, new), "never")

    def zone_mode(self, name: str) -> ZoneMode:
        return self.zone_modes[name]

    def profile(self, name: str) -> Profile:
        return self.profiles[name]

    def strength(self, profile: str, mode: str, to: int, *, zone: str = "single", detachment: bool = False) -> Strength:
        """Both strengths of a unit: a detachment's halved, then changed by T/O level and zone mode, never below 1.

        An attack strength printed as 0 stays 0, and in a zone mode that may not attack it is 0.
        """
        printed, spread = self.profiles[profile].modes[mode], self.zone_modes[zone]
        part = self.breakdown.strength_divisor if detachment else 1
        change = self.to_levels[to]
        attack = max(self.least_strength, printed.attack // part + change) if printed.attack and spread.attacks else 0
        return Strength(attack, max(self.least_strength, printed.defence // part + change + spread.defence))

    def allowance(
        self, profile: str, mode: str, *, night: bool = False, forced: bool = False, zone: str = "single"
    ) -> int:
        """Movement points for a phase: less at night, then times 3/2 in a forced march; none if spread over a zone."""
        points = self.profiles[profile].modes[mode].allowance
        if not points or not self.zone_modes[zone].moves:
            return 0
        if night:
            effect = self.weather_by_condition["night"]
            points = max(min(points, effect.allowance_floor), points + effect.allowance)
        march = self.movement.forced_march
        return points * march.allowance_numerator // march.allowance_denominator if forced else points

    # ---- terrain (chart 9.7); the map puts these together in `Board.step_cost`

    def entry_cost(self, cls: str, terrain: str) -> int | None:
        """Points to enter a hex of this terrain other than by road; None if that cannot be done."""
        return self.chart.terrain[terrain].cost[cls]

    def road_cost(self, cls: str, mode: str, *, autobahn: bool = False) -> int:
        """Points along a road or autobahn hexside, instead of terrain and river."""
        ways = self.chart.ways
        if not autobahn:
            return ways.road[cls]
        return (ways.autobahn_in_march if mode == ways.march_mode else ways.autobahn)[cls]

    def minor_river_cost(self, cls: str) -> int:
        """Points on top of the terrain to cross a minor river without a bridge."""
        return self.chart.minor_river.crossing[cls]

    def may_ford_major(self, cls: str, amphibious: bool) -> bool:
        """Whether such a unit can cross a major river without a bridge at all (3.17)."""
        major = self.chart.major_river
        return cls in major.crossing_classes or (amphibious and major.crossing_amphibious)

    # ---- combat

    def modifier(self, rule: str, of: int | str | None = None, *, use: int = 1) -> int:
        """What a line of the modifiers adds to the differential, e.g. ("NDC-ATM-08", 2) or ("NDC-ATM-10", "L").

        `of` is the number measured or counted, the level (a number, or as printed) or result of a ladder, or, for
        chemical weapons, the side, with the number of its `use` in the game. A plain value takes none. ValueError for
        anything else.
        """
        line = self.modifiers[rule]
        if line.value is not None and of is None:
            return line.value
        if line.measure is not None and isinstance(of, int):
            return line.measure * of
        if line.each is not None and isinstance(of, int):
            return line.each * of
        if line.ladder is not None:
            steps = list(line.ladder.values())
            if isinstance(of, str) and of in line.ladder:
                return line.ladder[of]
            if isinstance(of, int) and 0 <= of < len(steps):
                return steps[of]
        if line.uses is not None and isinstance(of, str) and of in line.uses and use >= 1:
            return line.uses[of][min(use, len(line.uses[of])) - 1]
        raise ValueError(f"{rule} ({line.name}) has no entry for {of!r}")

    def observed_fire(self, level: int) -> int:
        """Added to the die of table 8.7, by the defending unit's intelligence level."""
        return self.support.observed_fire[level]

    def support_shift(self, net: int, die: int) -> int:
        """Table 8.7: net CSPs (barrage less Final Protective Fire) and the modified die."""
        return self.support.table.at(net, die)

    def counter_battery_die(self, level: int) -> int:
        """Added to the die of table 8.65, by the target's intelligence level."""
        return self.counter_battery_fire.observed_fire[level]

    def counter_battery(self, points: int, die: int) -> FireResult:
        """Table 8.65: points (two a CSP) and the modified die."""
        return self.counter_battery_fire.table.at(die, points)

    def interdiction_markers(self, csps: int) -> int:
        """NDC-CBF-03: T/O markers that CSPs, counting double, put on an interdiction marker; 0 if they are too few."""
        table = self.interdiction
        if csps < table.csps_at_least:
            return 0
        return min(table.most_markers, csps * table.points_per_csp // table.points_per_marker)

    def probe_retreat_limit(self, to: int | None) -> int:
        """T/O levels that a probing attacker can save by retreating; None: their level is not known to the enemy."""
        counted = self.retreat.probe_assumed_to if to is None else to
        return -(-counted // self.retreat.probe_limit_divisor)

    # ---- command, EW, assets

    def commander(self, result: int) -> str:
        """none, P, L or C, by the division commander's die plus rating."""
        return self.division_commander.result.at(result)

    def ew_superiority(self, points: int) -> int:
        """A side's EW superiority level by its EW points."""
        return self.ew.superiority.at(points)

    def ew_rise(self, die: int) -> int:
        """By how much an EW attack raises its target's level (at most to 3), by die plus net superiority."""
        return self.ew.rise.at(die)

    def artillery_points(self, points: int, to: int, *, suppressed: bool = False, ammo_low: bool = False) -> int:
        """The CSPs that an HQ's artillery points are worth at its T/O level, halved (rounded down) for each trouble."""
        full = self.assets.full_artillery_to
        csps = points * min(full, to) // full
        if suppressed:
            csps //= self.counter_battery_fire.suppressed_divisor
        return csps // self.ammo_low_divisor if ammo_low else csps

    def ammo_low_on(self, uses: int, points: int) -> int:
        """The die up to which an HQ runs low after so many uses of its artillery points; 0: it is not tested (11.8)."""
        return self.ammo.at(uses // points) if points else 0


@lru_cache(maxsize=64)
def load(data: str) -> Tables:
    """All tables of the set of data of this id, read once; DataFault for the first thing that is wrong with them."""
    files = {name: read(data_set(data), f"{name}.yaml") for name in FILES}
    for name, entries in _ENTRIES.items():
        files[name].entries_for(("provenance", *entries))
    chart = reading.read_chart(files["chart_9_7"])
    modes, mode_changes, zone_modes = reading.read_modes(files["modes"])
    weather_results, weather_by_condition = reading.read_weather(files["weather"])
    _check_dice_and_divisors(files)
    _check_levels(files)
    for name in ("table_5_7", "tactical"):
        reading.known_terrain(files[name]["modifiers"]["cover_terrain"], chart)
    files["assets"]["artillery_range"].entries_for(("formation", "division"))
    kinds = files["table_5_1"]["kinds"]
    return Tables(
        printed={name: file.value for name, file in files.items()},
        chart=chart,
        movement=files["movement"].record(Movement),
        modes=modes,
        mode_changes=mode_changes,
        zone_modes=zone_modes,
        profiles=reading.read_profiles(files["profiles"], modes),
        to_levels=reading.read_to_levels(files["profiles"]),
        establishment=files["profiles"]["establishment"].integer(),
        least_strength=files["profiles"]["least_strength"].integer(low=0),
        quality=files["table_5_1"]["level"].scale(reading.level, 0, None),
        sectors_per_coverage_point=files["table_5_1"]["sectors_per_coverage_point"].integer(low=1),
        intelligence_kinds=tuple(kind for kind in ASSET_KINDS if kind in reading.all_of(kinds, ASSET_KINDS)),
        search=files["table_5_7"]["modifiers"].record(SearchModifiers),
        search_table=files["table_5_7"]["table"].table(reading.level, columns=(1, 4)),
        tactical=files["tactical"]["modifiers"].record(TacticalModifiers),
        tactical_levels=files["tactical"]["level"].scale(reading.level),
        reports=files["reports"].record(ReportLevels),
        sectors=files["sectors"].record(Sectors),
        crt=reading.read_combat_results(files["crt_11_93"]),
        support=reading.read_support_shift(files["table_8_7"]),
        counter_battery_fire=reading.read_counter_battery(files["table_8_65"]),
        retreat=files["retreat_11_6"].record(RetreatFigures),
        ammo=files["ammo_11_8"]["low_on"].scale(reading.whole, 0, None),
        ammo_low_divisor=files["ammo_11_8"]["low_divisor"].integer(low=1),
        modifiers=reading.read_modifiers(files["modifiers"]),
        weather_results=weather_results,
        weather_by_condition=weather_by_condition,
        pregame_weather=files["weather"]["pregame"].text(),
        night_time=files["weather"]["night_time"].text(),
        times_of_day=tuple(time.text() for time in files["weather"]["times"].items()),
        command=files["command"].record(CommandFigures),
        division_commander=files["commander"].record(
            Commander, result=files["commander"]["result"].scale(reading.commander_result)
        ),
        ew=files["ew"].record(
            ElectronicWarfare,
            superiority=files["ew"]["superiority"].scale(lambda there: there.integer(0, 3), 0, None),
            rise=files["ew"]["rise"].scale(reading.whole),
        ),
        interdiction=files["interdiction"].record(Interdiction),
        chemical=files["chemical"].record(Chemical),
        fatigue=files["fatigue"].record(Fatigue),
        breakdown=files["breakdown"].record(Breakdown),
        assets=files["assets"].record(Assets),
        rolls=read_rolls(files["dice"], ROLL_SLOTS),
    )


def _check_dice_and_divisors(files: Mapping[str, Datum]) -> None:
    for name in ("table_5_7", "tactical", "ammo_11_8", "commander", "ew", "interdiction"):
        reading.faces(files[name]["die"])
    for dice in (
        files["modes"]["out_of_command_die"],
        files["movement"]["forced_march"]["die"],
        files["chemical"]["gas"]["die"],
        files["fatigue"]["recovery_die"],
    ):
        reading.faces(dice)
    reading.positive(
        files["movement"]["forced_march"]["allowance_denominator"],
        files["retreat_11_6"]["probe_limit_divisor"],
        files["interdiction"]["points_per_marker"],
        files["breakdown"]["strength_divisor"],
        files["assets"]["full_artillery_to"],
        files["ew"]["points_per_attack"],
        files["sectors"]["columns"],
        files["sectors"]["rows"],
    )


def _check_levels(files: Mapping[str, Datum]) -> None:
    """Levels have lines in other tables, as far as these go; and a battalion breaks down into two parts."""
    for name, most in (("ew", 3), ("fatigue", 3), ("reports", 4)):
        files[name]["highest"].integer(0, most)
    breakdown = files["breakdown"]
    parts = [part.text() for part in breakdown["parts"].items()]
    if len(parts) != 2 or len(set(parts)) != 2:
        raise breakdown["parts"].fault("there are two parts, each with a name of its own")
    breakdown["to_at_least"].integer(2 * breakdown["to_of_a_part"].integer(1))
