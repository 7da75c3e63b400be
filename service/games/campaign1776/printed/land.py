"""Units and what they build, forced march, and the counters that there are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from service.engine.tables import Datum
from service.games.campaign1776.printed.naval import NATIONS, Nation
from service.games.campaign1776.printed.reading import AMERICAN, BRITISH, Seat, keyed, known, whole

Role = Literal["regular", "militia", "artillery", "supply", "magazine"]
COMBAT: tuple[Role, ...] = ("regular", "militia")
"""Those that have strength points; all others are non-combat units."""
_FACES = 6
_MARCH = re.compile(r"(\d)( H)?")


# ---- units (3)


@dataclass(frozen=True)
class Kind:
    """A kind of unit. `one` and `many` are what it is called; `aboard`: of whose fleets it may be a passenger."""

    one: str
    many: str
    nation: Nation
    role: Role
    allowance: int
    aboard: tuple[Nation, ...]
    bateaus: bool

    @cached_property
    def seat(self) -> Seat:
        """Who plays it: the French are the American's."""
        return BRITISH if self.nation == BRITISH else AMERICAN

    @cached_property
    def combat(self) -> bool:
        """Whether each is a strength point."""
        return self.role in COMBAT

    @cached_property
    def militia(self) -> bool:
        return self.role == "militia"


@dataclass(frozen=True)
class Units:
    """All kinds by their codes, and what the counters of strength points are worth."""

    kinds: Mapping[str, Kind]
    denominations: tuple[int, ...]


def read_units(data: str) -> Units:
    """The kinds of unit of the set of data of this id. Raises DataFault."""
    file = whole(data, "units").entries_for(("kinds", "denominations"))
    kinds = {code: there.record(Kind) for code, there in file["kinds"].entries().items()}
    for nation in NATIONS:
        for role in ("regular", "artillery", "supply", "magazine"):
            if sum((one.nation, one.role) == (nation, role) for one in kinds.values()) != 1:
                raise file["kinds"].fault(f"there has to be one kind of {nation} {role}")
    for code, kind in kinds.items():
        if any(nation not in NATIONS for nation in kind.aboard):
            raise file["kinds"][code]["aboard"].fault(f"there are no fleets but those of {', '.join(NATIONS)}")
        if kind.allowance < 0:
            raise file["kinds"][code]["allowance"].fault("an allowance is 0 or more")
    worth = tuple(there.integer(1) for there in file["denominations"].items())
    if worth[:1] != (1,) or list(worth) != sorted(set(worth)):
        raise file["denominations"].fault("they begin with 1, and rise")
    return Units(kinds, worth)


# ---- counters (21)


@dataclass(frozen=True)
class CounterMix:
    """How many counters there are of each sort, by nation; of one-point regulars by kind (C76-MSC-09)."""

    supply: dict[str, int]
    magazines: dict[str, int]
    artillery: dict[str, int]
    bateaus: dict[str, int]
    entrenchments: dict[str, int]
    forts: dict[str, int]
    one_point: dict[str, int]


def read_counter_mix(data: str, units: Units) -> CounterMix:
    file = whole(data, "counter_mix")
    for name in ("supply", "magazines", "artillery"):
        keyed(file[name], NATIONS)
    for name in ("bateaus", "entrenchments", "forts"):
        keyed(file[name], (BRITISH, AMERICAN))
    keyed(file["one_point"], [code for code, kind in units.kinds.items() if kind.role == "regular"])
    return file.record(CounterMix)


# ---- forced march (7)


@dataclass(frozen=True)
class March:
    """What a forced march came to: points gained, and whether half of the strength points are lost before it."""

    points: int
    halved: bool


@dataclass(frozen=True)
class ForcedMarch:
    """The table. `cells[die - 1][sought - 1]`; `elimination`: points to go on after one (C76-AV-13)."""

    elimination: int
    cells: tuple[tuple[March, ...], ...]

    def of(self, die: int, sought: int) -> March:
        return self.cells[die - 1][sought - 1]

    @property
    def most(self) -> int:
        """The most points that can be sought."""
        return len(self.cells[0])


def read_forced_march(data: str) -> ForcedMarch:
    file = whole(data, "forced_march").entries_for(("elimination", "rows"))
    rows = file["rows"].entries_for(map(str, range(1, _FACES + 1)))
    cells = tuple(tuple(_march(there) for there in row.items()) for row in rows.values())
    for row, marches in zip(rows.values(), cells, strict=True):
        if len(marches) != len(cells[0]) or not marches:
            raise row.fault("all rows have results for as many points")
        if any(march.points > sought for sought, march in enumerate(marches, start=1)):
            raise row.fault("nobody gains more than they sought")
    return ForcedMarch(file["elimination"].integer(0), cells)


def _march(datum: Datum) -> March:
    if (found := _MARCH.fullmatch(datum.text())) is None:
        raise datum.fault(f"{datum.value!r} is no result of a forced march, such as 2 H")
    return March(int(found[1]), found[2] is not None)


# ---- works (8 to 10)


@dataclass(frozen=True)
class EntrenchmentCost:
    """Own strength points outside forts that dig."""

    strength_points: int


@dataclass(frozen=True)
class FortCost:
    """What builds a fort, how many strength points it holds, and the points to dismantle it."""

    regulars: int
    supply: int
    artillery: int
    holds: int
    dismantling: int


@dataclass(frozen=True)
class MagazineCost:
    """Supply units that become one, and that one becomes; and over how many hexes it supplies."""

    supply: int
    reduced_to: int
    covers: int


@dataclass(frozen=True)
class BateauCost:
    """Supply units for bateaus, the most that are built of them, and those that come of a magazine exchanged."""

    supply: int
    most: int
    exchanged: int


@dataclass(frozen=True)
class Works:
    """What units build, and of what."""

    entrenchment: EntrenchmentCost
    fort: FortCost
    magazine: MagazineCost
    bateaus: BateauCost


def read_works(data: str) -> Works:
    return whole(data, "works").record(Works)


def checked_losses(datum: Datum, units: Units) -> Datum:
    """A loss order names every combat kind of its seat once."""
    for seat, there in known(datum, (BRITISH, AMERICAN)).entries().items():
        own = sorted(code for code, kind in units.kinds.items() if kind.combat and kind.seat == seat)
        if sorted(one.text() for one in there.items()) != own:
            raise there.fault(f"names each of {', '.join(own)} once")
    return datum
