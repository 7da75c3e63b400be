"""Reading the data files: every one is checked when it is loaded, and refused with file, place and reason."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from service.engine.tables import BandedScale, Datum
from service.games.ndc.printed.charts import (
    CHANGES,
    CLASSES,
    LEVELS,
    MODES,
    UNIT_TYPES,
    ZONES,
    ChangeCondition,
    Chart,
    Mode,
    ModeStrengths,
    MovementClass,
    Profile,
    Terrain,
    UnitType,
    ZoneMode,
)
from service.games.ndc.printed.combat_charts import (
    CombatResult,
    CombatResults,
    CounterBatteryFigures,
    Modifier,
    SupportShift,
    WeatherEffects,
    combat_cell,
    fire_cell,
)

_DICE = re.compile(r"([12])d(6|10)")
_FATIGUE = ("F0", "F1", "F2", "F3")
_EW = ("none", "EW1", "EW2", "EW3")
_COMMANDER = ("none", "P", "L", "C")
_WEATHER = ("clear", "night", "fog", "precipitation")
_LADDERS: dict[str, tuple[str, ...]] = {
    "NDC-ATM-02": LEVELS, "NDC-ATM-08": _FATIGUE, "NDC-ATM-09": _WEATHER,
    "NDC-ATM-10": _COMMANDER, "NDC-ATM-11": _COMMANDER,
    "NDC-DFM-02": LEVELS, "NDC-DFM-07": _FATIGUE, "NDC-DFM-10": _EW, "NDC-DFM-11": _EW,
    "NDC-DFM-12": _COMMANDER, "NDC-DFM-13": _COMMANDER,
}  # fmt: skip
_KINDS: dict[str, str] = {
    **dict.fromkeys(("NDC-ATM-05", "NDC-DFM-05"), "each"),
    **dict.fromkeys(("NDC-ATM-06", "NDC-ATM-07", "NDC-DFM-06"), "value"),
    **dict.fromkeys(("NDC-DFM-08", "NDC-DFM-09"), "uses"),
    **dict.fromkeys(_LADDERS, "ladder"),
}
_RULES = [f"NDC-ATM-{n:02}" for n in range(1, 14)] + [f"NDC-DFM-{n:02}" for n in range(1, 17)]


# ---- single values


def whole(datum: Datum) -> int:
    return datum.integer()


def positive(*data: Datum) -> None:
    """Refuse any of these numbers that is less than 1 (what divides must)."""
    for datum in data:
        datum.integer(low=1)


def faces(datum: Datum) -> tuple[int, int]:
    """The lowest and the highest roll of dice such as "2d6"."""
    dice = _DICE.fullmatch(datum.text())
    if dice is None:
        raise datum.fault(f"{datum.value!r} are no dice: 1d6, 2d6 or 1d10")
    return int(dice[1]), int(dice[1]) * int(dice[2])


def level(datum: Datum) -> int:
    """An intelligence level, None or 1 to 4."""
    return 0 if datum.value == "None" else datum.integer(0, 4)


def by_level(datum: Datum) -> tuple[int, ...]:
    """A number for each intelligence level, None first."""
    return tuple(whole(there) for there in datum.entries_for(LEVELS).values())


def all_of(datum: Datum, known: Iterable[str]) -> tuple[str, ...]:
    """A list of known names, none of them twice."""
    names = tuple(there.text(known) for there in datum.items())
    if len(set(names)) < len(names):
        raise datum.fault("a name stands twice")
    return names


def _by_class(datum: Datum) -> dict[str, int]:
    return {cls: there.integer(low=0) for cls, there in datum.entries_for(CLASSES).items()}


# ---- one file each


def read_chart(file: Datum) -> Chart:
    """Chart 9.7."""
    terrain: dict[str, Terrain] = {}
    for code, line in file["terrain"].entries().items():
        if len(code) != 1:
            raise line.fault("a terrain's code is one letter")
        cost = {
            cls: None if points.value is None else points.integer(low=1)
            for cls, points in line["cost"].entries_for(CLASSES).items()
        }
        terrain[code] = line.record(Terrain, cost=cost)
    for way in ("road", "autobahn", "autobahn_in_march"):
        _by_class(file["ways"][way])
    _by_class(file["minor_river"]["crossing"])
    major, attack = file["major_river"], file["attack"]
    all_of(major["no_attack_across"], UNIT_TYPES)
    all_of(major["crossing_classes"], CLASSES)
    all_of(major["crossing_modes"], MODES)
    all_of(attack["high_ground"], terrain)
    for type_, effects in attack["into"].entries().items():
        if type_ not in UNIT_TYPES:
            raise effects.fault(f"{type_!r} is no type of unit")
        for code, effect in effects.entries().items():
            if code not in terrain:
                raise effect.fault(f"{code!r} is no terrain")
    return file.record(Chart, terrain=terrain)


def read_modes(file: Datum) -> tuple[dict[str, Mode], dict[tuple[str, str], ChangeCondition], dict[str, ZoneMode]]:
    """Modes, the changes between them, and zone modes."""
    modes: dict[str, Mode] = {}
    for name, line in file["modes"].entries_for(MODES).items():
        all_of(line["types"], UNIT_TYPES)
        modes[name] = line.record(Mode)
    changes: dict[tuple[str, str], ChangeCondition] = {}
    for old, row in file["changes"].entries_for(MODES).items():
        open_to = [new for new in MODES if new != old and set(modes[new].types) & set(modes[old].types)]
        for new, condition in row.entries_for(open_to).items():
            changes[old, new] = cast(ChangeCondition, condition.text(CHANGES))
    zones: dict[str, ZoneMode] = {}
    for number, (name, line) in enumerate(file["zones"].entries_for(ZONES).items(), start=1):
        line["hexes"].integer(number, number)
        all_of(line["types"], UNIT_TYPES)
        all_of(line["modes"], MODES)
        zones[name] = line.record(ZoneMode)
    return modes, changes, zones


def read_profiles(file: Datum, modes: dict[str, Mode]) -> dict[str, Profile]:
    """Strengths and allowances; each profile has exactly the modes that are open to its type."""
    profiles: dict[str, Profile] = {}
    for name, line in file["profiles"].entries().items():
        line.entries_for(("type", "class", "amphibious", "modes"))
        type_ = cast(UnitType, line["type"].text(UNIT_TYPES))
        strengths: dict[str, ModeStrengths] = {}
        for mode, cells in line["modes"].entries_for([mode for mode in MODES if type_ in modes[mode].types]).items():
            numbers = [there.integer(low=0) for there in cells.items()]
            if len(numbers) != 3:
                raise cells.fault("expected attack, defence and allowance")
            strengths[mode] = ModeStrengths(*numbers)
        cls = cast(MovementClass, line["class"].text(CLASSES))
        profiles[name] = Profile(type_, cls, line["amphibious"].flag(), strengths)
    return profiles


def read_to_levels(file: Datum) -> dict[int, int]:
    """What each T/O level adds to the strengths: level 1 to the highest without a gap, the establishment among them."""
    found = file["to_levels"].entries()
    if set(found) != {str(level) for level in range(1, len(found) + 1)}:
        raise file["to_levels"].fault("the T/O levels must run from 1 upward without a gap")
    file["establishment"].integer(1, len(found))
    return {int(level): whole(there) for level, there in found.items()}


def read_combat_results(file: Datum) -> CombatResults:
    """Table 11.93."""
    aborted = CombatResult("abort", attacker_loss=file["abort_attacker_loss"].integer(low=0))
    overrun = CombatResult(
        "overrun",
        defender_loss=file["overrun_defender_loss"].integer(low=0),
        retreat=file["overrun_retreat"].integer(0),
    )
    table = file["table"].table(lambda cell: combat_cell(cell, aborted, overrun), rows=faces(file["die"]))
    return file.record(CombatResults, table=table)


def read_support_shift(file: Datum) -> SupportShift:
    """Table 8.7."""
    faces(file["die"])
    observed = by_level(file["observed_fire"])
    return file.record(SupportShift, observed_fire=observed, table=file["table"].table(whole))


def read_counter_battery(file: Datum) -> CounterBatteryFigures:
    """Table 8.65; its points begin at those of one CSP."""
    faces(file["die"])
    positive(file["points_per_csp"], file["suppressed_divisor"])
    observed = by_level(file["observed_fire"])
    table = file["table"].table(fire_cell, columns=(file["points_per_csp"].integer(), None))
    return file.record(CounterBatteryFigures, observed_fire=observed, table=table)


def read_weather(file: Datum) -> tuple[BandedScale[dict[str, str]], dict[str, WeatherEffects]]:
    """The conditions by roll and time of day, and what each condition does."""
    times = [there.text() for there in file["times"].items()]
    file["hours"].entries_for(times)
    file["night_time"].text(times)
    effects = {name: line.record(WeatherEffects) for name, line in file["effects"].entries_for(_WEATHER).items()}
    conditions = [name for name in _WEATHER if name != "night"]
    file["pregame"].text(conditions)

    def line(datum: Datum) -> dict[str, str]:
        return {time: there.text(conditions) for time, there in datum.entries_for(times).items()}

    return file["results"].scale(line, *faces(file["die"])), effects


def read_modifiers(file: Datum) -> dict[str, Modifier]:
    """Both lists of modifiers by rule id."""
    found = file.entries_for(["provenance", *_RULES])
    return {rule: _modifier(rule, found[rule]) for rule in _RULES}


def _modifier(rule: str, line: Datum) -> Modifier:
    kind = _KINDS.get(rule, "measure")
    name = line.entries_for(("name", kind))["name"].text()
    datum = line[kind]
    if kind == "measure":
        return Modifier(name, measure=1 if datum.text(("+", "-")) == "+" else -1)
    if kind == "each":
        return Modifier(name, each=whole(datum))
    if kind == "value":
        return Modifier(name, value=whole(datum))
    if kind == "ladder":
        return Modifier(name, ladder={step: whole(there) for step, there in datum.entries_for(_LADDERS[rule]).items()})
    uses = {side: tuple(whole(use) for use in there.items()) for side, there in datum.entries().items()}
    if not all(uses.values()):
        raise datum.fault("every side needs at least one use")
    return Modifier(name, uses=uses)


def commander_result(datum: Datum) -> str:
    return datum.text(_COMMANDER)


def known_terrain(datum: Datum, chart: Chart) -> None:
    """Refuse terrain codes that chart 9.7 does not have."""
    all_of(datum, chart.terrain)
