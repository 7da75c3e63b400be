"""What a set of data must have because the rules name it: a set that lacks it is refused when it is read.

`check_tables` and `check_scenario` raise DataFault (file, place, reason). What the readers of the records see to,
such as an entry that is missing or a scale with a gap, is not asked again here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, get_args

from service.engine.tables import Band, BandedScale, DataFault, Datum, band_fault
from service.games.skirmish.printed.bases import SHORT
from service.games.skirmish.printed.figures import Men
from service.games.skirmish.printed.options import ABOUT

if TYPE_CHECKING:
    from service.games.skirmish.printed.scenario import Scenario
    from service.games.skirmish.printed.tables import Tables

CLASSES: Mapping[str, Men] = {"leader": "single", "crew": "multi", "gun": "crew", "vehicle": "vehicle"}
"""The classes that the rules speak of by name, and what men they are."""
BURNT = ("open", "rubble")
"""What fire leaves of a hex, and of buildings."""
STACKING = ("multi", "single")
MODIFIERS = (
    "target moving", "target moving fast", "adjacent", "advanced fire", "stays in motion", "waited", "pinned",
    "hindrance", "suspected", "smoke", "air burst", "target cowered", "outside the front arc",
)  # fmt: skip
TO_HIT = (
    "target moving", "target moving fast", "small target", "shooter moved", "pinned", "earlier shot",
    "earlier shots at most",
)  # fmt: skip
CHANGES = (
    "precipitation worse", "visibility worse", "wind clockwise", "wind anticlockwise", "wind speed", "better",
    "nothing",
)  # fmt: skip
SMOKE = ("thins", "stays", "drifts", "spreads")
BOMBS = ("hit", "wide", "mistaken")
RECKONED = "2d6"
"""The dice of fire and of morale: what is expected of them, and the charts of both, go through all their throws."""
EDGES = ("west", "east", "north", "south")
_DICE = re.compile(r"([1-9])d([1-9]\d?)")

Files = Mapping[str, Datum]


# ---- the tables


def check_tables(files: Files, tables: Tables) -> None:
    """Refuse tables that lack what the rules name, or that do not hold all that their dice can throw."""
    kinds = files["terrain"]["terrain"]
    for kind in BURNT:
        _ = kinds[kind]
    letters = [kind.letter for kind in tables.ground.terrain.values()]
    if len(set(letters)) < len(letters) or any(len(letter) != 1 for letter in letters):
        raise kinds.fault("each kind of ground has one letter, and no other kind has it")
    check_bases(files["bases"], tables)
    check_fire(files["fire"], tables)
    check_weather(files["weather"], tables)
    check_the_rest(files, tables)


def check_bases(file: Datum, tables: Tables) -> None:
    classes = file["classes"]
    for name, men in CLASSES.items():
        classes[name]["men"].text((men,))
    for room in file["stacking"].entries_for(STACKING).values():
        room.integer(1)
    nearest = tables.fire.to_hit_at_weapon
    for name, weapon in tables.bases.weapons.items():
        if fault := band_fault(within(nearest, weapon.range), 0, weapon.range):
            raise file["weapons"][name]["range"].fault(f"fire.yaml does not say what hits there: {fault}")


def check_fire(file: Datum, tables: Tables) -> None:
    file["dice"].text((RECKONED,))
    file["modifiers"].entries_for(MODIFIERS)
    file["to_hit_modifiers"].entries_for(TO_HIT)
    for divisor in ("long_range_divisor", "most_attacks"):
        file[divisor].integer(1)
    holds(file["suppressions"], tables.fire.suppressions, None, None)
    holds(file["kill"], tables.fire.kill, None, None)
    if fault := band_fault(within(tables.fire.to_hit, tables.fire.gun_range), 0, tables.fire.gun_range):
        raise file["to_hit"].fault(f"as far as guns reach: {fault}")


def check_weather(file: Datum, tables: Tables) -> None:
    figures = tables.weather
    if len(figures.precipitation) != 3:
        raise file["precipitation"].fault("there are three: none, light and heavy")
    for ladder in ("wind", "visibility"):
        if len(file[ladder].items()) < 2:
            raise file[ladder].fault("it changes by the weather, and has two values at least")
    holds_throws(file["change"], figures.change, file["dice"])
    only(file["change"], CHANGES)
    only(file["smoke"]["result"], SMOKE)
    holds(file["smoke"]["result"], figures.smoke.result, None, None)
    for die in (file["wind_speed_die"], file["smoke"]["die"], file["fire"]["dice"]):
        throws(die)


def check_the_rest(files: Files, tables: Tables) -> None:
    """Morale, support, sighting, close combat and what may be agreed on."""
    files["morale"]["dice"].text((RECKONED,))
    leaders = files["morale"]["leaders"]
    holds_throws(leaders["created_rating"], tables.morale.leaders.created_rating, leaders["created_die"])
    artillery, air = files["support"]["artillery"], files["support"]["air"]
    throws(artillery["dice"])
    throws(artillery["distance_die"])
    holds_throws(air["wide"], tables.support.air.wide, air["dice"])
    only(air["wide"], BOMBS)
    holds(files["sighting"]["in_cover"], tables.sighting.in_cover, 1, None)
    throws(files["close_combat"]["dice"])
    holds(files["close_combat"]["results"], tables.close.results, 0, None)
    for values in files["options"].entries_for(ABOUT).values():
        if not values.items():
            raise values.fault("there is nothing to choose from")


def within(scale: BandedScale[int], far: int) -> list[Band]:
    """The bands of a scale as far as a distance, the last of them cut off there."""
    return [
        Band(band.low, far if band.high is None else min(band.high, far))
        for band in scale.bands
        if band.low is None or band.low <= far
    ]


def holds(there: Datum, scale: BandedScale[Any], low: int | None, high: int | None) -> None:
    """Refuse a scale that does not go from `low` to `high`."""
    if fault := band_fault(scale.bands, low, high):
        raise there.fault(fault)


def holds_throws(there: Datum, scale: BandedScale[Any], dice: Datum) -> None:
    """Refuse a scale on which some throw of the dice has no line."""
    least, most = throws(dice)
    if missing := [total for total in range(least, most + 1) if not any(total in band for band in scale.bands)]:
        raise there.fault(f"a throw of {missing[0]} has no line")


def throws(dice: Datum) -> tuple[int, int]:
    """The least and the greatest throw of some dice; refused where they are none."""
    found = _DICE.fullmatch(dice.text())
    if found is None:
        raise dice.fault(f"{dice.value!r} are no dice: write them as 1d6 or 2d6")
    return int(found[1]), int(found[1]) * int(found[2])


def only(there: Datum, words: Collection[str]) -> None:
    """Refuse a table with another result than these."""
    for result in there.entries().values():
        result.text(words)


# ---- a scenario


def check_scenario(found: Scenario, data: Datum) -> None:
    """Refuse what does not fit together: sides, hexes, classes, types, weather and observers that are not there."""
    check_sides(found, data)
    check_units(found, data)
    ladders = found.tables.weather
    data["weather"]["precipitation"].text(ladders.precipitation)
    data["weather"]["wind_speed"].text(ladders.wind)
    data["weather"]["wind_direction"].integer(0, found.sheet.headings - 1)
    if found.weather.visibility not in ladders.visibility:
        raise data["weather"]["visibility"].fault(f"is none of {', '.join(map(str, ladders.visibility))}")
    known = found.tables.options
    for name, value in data["options"].entries().items():
        if name not in known:
            raise value.fault("is no option")
        value.text(known[name])
    for battery in found.artillery:
        if battery.observer not in found.everybody:
            raise DataFault(data.file, f"artillery.{battery.id}", f"has no observer {battery.observer!r}")
    victory = data["victory"]
    victory["enemy"].entries_for(get_args(Men))
    if fault := band_fault(sorted(found.outcomes, key=lowest), None, None):
        raise victory["outcomes"].fault(fault)


def on_map(hex: Datum, found: Scenario) -> None:
    if hex.text() not in found.ground:
        raise hex.fault(f"{hex.value!r} is off the map")


def lowest(band: Band) -> float:
    return float("-inf") if band.low is None else band.low


def check_sides(found: Scenario, data: Datum) -> None:
    """Two sides, one of them first; and wherever a side is named, one of these."""
    sides = data["sides"]
    if len(found.sides) != 2:
        raise sides.fault(f"a skirmish has two sides, not {len(found.sides)}")
    if [side.first for side in found.sides.values()].count(True) != 1:
        raise sides.fault("one of the two is first")
    for side in sides.entries().values():
        side["friendly_edge"].text(EDGES)
        on_map(side["headquarters"], found)
    data["setup_zones"].entries_for(found.sides)
    victory = data["victory"]
    named = [victory["held_at_start_by"], victory["scorer"], *data["concealed_at_start"].items()]
    for name in ("dummies", "reinforcements", "artillery", "air"):
        named += [one["side"] for one in data[name].items()]
    named += [level["winner"] for level in victory["outcomes"].entries().values() if level.get("winner")]
    if sudden := victory.get("sudden"):
        named.append(sudden["side"])
    for side in named:
        side.text(found.sides)
    for hex, there in victory["hexes"].entries().items():
        if hex not in found.ground:
            raise there.fault(f"{hex!r} is off the map")


def check_units(found: Scenario, data: Datum) -> None:
    """Bases of known classes, types and weapons, each with an id of its own, on the map."""
    tables = found.tables.bases
    ids = [unit.id for unit in found.everybody.values()] + [dummy.id for dummy in found.dummies]
    if len(set(ids)) != len(ids):
        raise data["units"].fault("two bases have one id")
    for unit in found.everybody.values():
        faults = (
            (unit.side not in found.sides, f"has no side {unit.side!r}"),
            (unit.kind not in tables.classes, f"is of no known class {unit.kind!r}"),
            (unit.type is not None and unit.type not in tables.types, f"is of no known type {unit.type!r}"),
            (unit.weapon is not None and unit.weapon not in tables.weapons, f"has no known weapon {unit.weapon!r}"),
            (unit.hex is not None and unit.hex not in found.sheet, f"is off the map at {unit.hex!r}"),
            (unit.kind in ("vehicle", "gun") and unit.type is None, "needs a type"),
            (len(unit.short) > SHORT, f"has no room for {unit.short!r} on its counter: {SHORT} letters have"),
        )
        for wrong, why in faults:
            if wrong:
                raise DataFault(data.file, f"units.{unit.id}", why)
    for dummy in data["dummies"].items():
        on_map(dummy["hex"], found)
    for group in data["reinforcements"].items():
        for zone in group["zones"].entries().values():
            for hex in zone.items():
                on_map(hex, found)
