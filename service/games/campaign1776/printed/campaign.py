"""What the months of a campaign bring: areas and recruits, reinforcements, France, the West Indies, victory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from service.engine.places import Place
from service.engine.tables import Datum
from service.games.campaign1776.printed.board import AREAS
from service.games.campaign1776.printed.land import Units
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.naval import VESSELS
from service.games.campaign1776.printed.off_board import OffBoard
from service.games.campaign1776.printed.reading import (
    BRITISH,
    fraction,
    hex_named,
    keyed,
    known,
    month,
    month_of_year,
    whole,
    year,
)

STATUSES = ("American", "leaning American", "leaning British", "British")
_MONTHS = range(1, 13)


# ---- calendar (4)


@dataclass(frozen=True)
class Calendar:
    """The quarters, and what the months are called."""

    quarters: Mapping[str, frozenset[int]]
    names: tuple[str, ...]

    def quarter(self, month: int) -> str:
        """The quarter of a month, counted as in `reading.month`."""
        return next(name for name, months in self.quarters.items() if month_of_year(month) in months)

    def closes_quarter(self, month: int) -> bool:
        """Whether an interphase follows a month."""
        return self.quarter(month) != self.quarter(month + 1)

    def named(self, month: int) -> str:
        """A month as players say it: August 1777."""
        return f"{self.names[month_of_year(month) - 1]} {year(month)}"


def read_calendar(data: str) -> Calendar:
    file = whole(data, "calendar").entries_for(("quarters", "names"))
    quarters = {
        name: frozenset(there.integer(1, 12) for there in months.items())
        for name, months in file["quarters"].entries().items()
    }
    if sorted(one for months in quarters.values() for one in months) != list(_MONTHS):
        raise file["quarters"].fault("every month lies in one quarter")
    names = tuple(there.text() for there in file["names"].items())
    if len(names) != len(_MONTHS):
        raise file["names"].fault("a year has twelve months")
    return Calendar(quarters, names)


# ---- areas and recruits (15)


@dataclass(frozen=True)
class SupplyDue:
    """American supply units of a quarter: in each area, in one area, and French ones."""

    each_area: int
    one_area: int
    French: int


@dataclass(frozen=True)
class Areas:
    """The strategic areas: names, the test of their status, and what each status brings, in the order of `STATUSES`."""

    names: dict[str, str]
    leaning_british_from: Fraction
    militia: dict[str, dict[str, tuple[int, ...]]]
    continentals: dict[str, dict[str, tuple[int, ...]]]
    supply: dict[str, SupplyDue]
    placed_within: int
    garrisons: dict[str, int]


def read_areas(data: str, calendar: Calendar, units: Units) -> Areas:
    file = whole(data, "areas")
    keyed(file["names"], AREAS)
    recruiting = [area for area in AREAS if area != "C"]
    militia = [code for code, kind in units.kinds.items() if kind.militia]
    tables = [keyed(line, militia) for line in file["militia"].entries_for(recruiting).values()]
    tables += [keyed(line, recruiting) for line in file["continentals"].entries_for(calendar.quarters).values()]
    for table in tables:
        for there in table.entries().values():
            if len(there.items()) != len(STATUSES):
                raise there.fault(f"has a number for each of {', '.join(STATUSES)}")
    keyed(file["supply"], calendar.quarters)
    return file.record(Areas, leaning_british_from=fraction(file["leaning_british_from"]))


# ---- reinforcements (15)


@dataclass(frozen=True)
class Group:
    """British reinforcements that come in together. Ports and boxes by name; `lane`: or any sea lane of its row, or
    south of it; `any_port`: or any port that they control."""

    month: int
    units: Mapping[str, int]
    fleets: Mapping[str, int]
    bateaus: int
    ports: tuple[str, ...]
    boxes: tuple[Place, ...]
    lane: Hex | None
    any_port: bool


@dataclass(frozen=True)
class Reinforcements:
    """Replacements by quarter, and the groups by letter."""

    replacements: Mapping[str, Mapping[str, int]]
    groups: Mapping[str, Group]


def read_reinforcements(data: str, calendar: Calendar, units: Units, off_board: OffBoard) -> Reinforcements:
    file = whole(data, "reinforcements").entries_for(("replacements", "groups"))
    return Reinforcements(
        replacements={
            quarter: numbers(line, units.kinds)
            for quarter, line in file["replacements"].entries_for(calendar.quarters).items()
        },
        groups={name: _group(line, units, off_board) for name, line in file["groups"].entries().items()},
    )


_GROUP = ("month", "units", "fleets", "bateaus", "ports", "boxes", "sea_lane_at_or_south_of", "any_port")


def _group(datum: Datum, units: Units, off_board: OffBoard) -> Group:
    known(datum, _GROUP)
    lane, fleets, bateaus, port = (
        datum.get(name) for name in ("sea_lane_at_or_south_of", "fleets", "bateaus", "any_port")
    )
    ports, boxes = datum.get("ports"), datum.get("boxes")
    group = Group(
        month=month(datum["month"]), units=numbers(datum["units"], units.kinds),
        fleets=numbers(fleets, VESSELS) if fleets is not None else {},
        bateaus=bateaus.integer(1) if bateaus is not None else 0,
        ports=tuple(there.text() for there in ports.items()) if ports is not None else (),
        boxes=tuple(Place(there.text(off_board.boxes)) for there in boxes.items()) if boxes is not None else (),
        lane=hex_named(lane) if lane is not None else None, any_port=port.flag() if port is not None else False,
    )  # fmt: skip
    if not (group.ports or group.boxes or group.lane or group.any_port):
        raise datum.fault("the group can enter nowhere")
    return group


def numbers(datum: Datum, among: Mapping[str, object] | tuple[str, ...]) -> dict[str, int]:
    """How many of what, by name."""
    return {name: there.integer(1) for name, there in known(datum, among).entries().items()}


# ---- France and the West Indies (17 to 19)


@dataclass(frozen=True)
class Losses:
    """A modifier for each time that so many regulars were lost in one hex and phase, up to the most."""

    regulars: int
    modifier: int
    most: int


@dataclass(frozen=True)
class French:
    """When France comes in, and with what. `least`: the sum of the dice needed from each month on."""

    dice: int
    least: tuple[tuple[int, int], ...]
    heavy_losses: Losses
    few_towns: dict[str, int]
    many_towns: dict[str, int]
    whole_area: int
    fleets: int
    aboard: Mapping[str, int]
    west_indies: Mapping[str, int]

    def needed(self, month: int) -> int | None:
        """The sum of the dice with which France comes in; None before it can."""
        found = [least for start, least in self.least if start <= month]
        return found[-1] if found else None


def read_french(data: str, units: Units) -> French:
    names = ("dice", "least", "heavy_losses", "few_towns", "many_towns", "whole_area", "fleets", "west_indies")
    file = whole(data, "french").entries_for(names)
    least = [keyed(line, ("from", "least")) for line in file["least"].items()]
    scale = tuple((month(line["from"]), line["least"].integer(2)) for line in least)
    if not scale or list(scale) != sorted(dict(scale).items()):
        raise file["least"].fault("the months are not in order")
    fleets = file["fleets"].entries_for(("number", "aboard"))
    few, many = keyed(file["few_towns"], ("at_most", "modifier")), keyed(file["many_towns"], ("at_least", "modifier"))
    return French(
        dice=file["dice"].integer(1), least=scale, heavy_losses=file["heavy_losses"].record(Losses),
        few_towns={name: there.integer() for name, there in few.entries().items()},
        many_towns={name: there.integer() for name, there in many.entries().items()},
        whole_area=file["whole_area"].integer(), fleets=fleets["number"].integer(1),
        aboard=numbers(fleets["aboard"], units.kinds), west_indies=numbers(file["west_indies"], units.kinds),
    )  # fmt: skip


@dataclass(frozen=True)
class WestIndies:
    """The duty to match the French in the West Indies."""

    box: Place
    stay: int
    longest: int
    free: dict[str, int]
    sizes: dict[str, int]


def read_west_indies(data: str, units: Units, off_board: OffBoard) -> WestIndies:
    file = whole(data, "west_indies")
    file["box"].text(off_board.boxes)
    numbers(file["free"], units.kinds)
    return file.record(WestIndies)


@dataclass(frozen=True)
class VariableForces:
    """Fleets that come and go by a die: it comes on the first number or more, goes on the second or less."""

    fleets: int
    arrives_from: int
    departs_to: int
    aboard: dict[str, int]


def read_variable_forces(data: str, units: Units) -> dict[str, VariableForces]:
    file = whole(data, "variable_forces").entries_for((BRITISH, "French"))
    for there in file.values():
        numbers(there["aboard"], units.kinds)
    return {nation: there.record(VariableForces) for nation, there in file.items()}


# ---- victory (22)


@dataclass(frozen=True)
class Towns:
    """Strategic towns at the end with which the British win, or draw; and whether a whole area wins, too.

    Where both are the same there is no draw.
    """

    win: int
    draw: int
    whole_area_wins: bool


@dataclass(frozen=True)
class Victory:
    """The ends of the long and the short campaign, and from which month on the British can lose all at once."""

    campaign: Towns
    short: Towns
    american_at_once_from: int


def read_victory(data: str) -> Victory:
    file = whole(data, "victory")
    found = file.record(Victory, american_at_once_from=month(file["american_at_once_from"]))
    for name, towns in (("campaign", found.campaign), ("short", found.short)):
        if towns.draw > towns.win:
            raise file[name]["draw"].fault("a draw takes no more towns than a win")
    return found
