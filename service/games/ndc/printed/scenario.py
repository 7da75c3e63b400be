"""A scenario: the map, the order of battle, the turns and what they are fought for.

`scenario(data, name)` reads `scenarios/<name>.yaml` of a set of data, and refuses it (DataFault: file, place, reason)
if anything in it is faulty. Who plays reaches it by the position or the picture, as `state.rules`. Of the order of
battle only what the rules make public may be shown to the other side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from service.data_files import WHOLE, read
from service.engine.data import data_set
from service.engine.hexes import Hex
from service.engine.tables import BandedScale, DataFault, Datum
from service.games.ndc.printed.designations import Designation, by_what_is_told
from service.games.ndc.printed.ground import Board, EntryCost, on_map, read_board
from service.games.ndc.printed.order_of_battle import AssetSetup, Side, UnitId, UnitSetup, read_forces
from service.games.ndc.printed.reading import all_of
from service.games.ndc.printed.tables import Tables, load

__all__ = [
    "AssetSetup",
    "Board",
    "ChemicalRelease",
    "CommandRange",
    "EntryCost",
    "Objective",
    "Scenario",
    "SideSetup",
    "Turn",
    "UnitSetup",
    "Verdict",
    "Victory",
    "scenario",
    "scenarios",
]  # fmt: skip


_ENTRIES = (
    "provenance", "title", "summary", "players", "turns", "sides", "map", "at_start", "units", "objectives", "victory",
)  # fmt: skip
COLOURS = ("blue", "red")
"""How the counters of a side can look: blue rectangles or red diamonds."""


@dataclass(frozen=True)
class CommandRange:
    """Hexes, of a brigade's or regiment's HQ and of the division's."""

    formation: int
    division: int


@dataclass(frozen=True)
class ChemicalRelease:
    """When a side may use chemical weapons: from a turn on, or so many turns after the enemy's first use."""

    from_turn: int | None = None
    turns_after_enemy_use: int | None = None

    def given(self, turn: int, enemy_first_use: int | None) -> bool:
        """Whether it is in force in a turn, given the turn of the enemy's first use (None: there was none)."""
        if self.from_turn is not None and turn >= self.from_turn:
            return True
        after = self.turns_after_enemy_use
        return after is not None and enemy_first_use is not None and turn >= enemy_first_use + after


@dataclass(frozen=True)
class SideSetup:
    """Data of a side: `mode_change_from` is the least die with which a unit out of command changes its mode."""

    colour: str
    command_range: CommandRange
    commander_rating: int
    commander_starts_with: tuple[UnitId, ...]
    mode_change_from: int
    chemical_release: ChemicalRelease


@dataclass(frozen=True)
class Turn:
    number: int
    day: int
    time_of_day: str

    @property
    def name(self) -> str:
        return f"Day {self.day}, {self.time_of_day}"


@dataclass(frozen=True)
class Objective:
    hex: Hex
    points: int
    name: str


@dataclass(frozen=True)
class Verdict:
    """How a match ends; the winner is None in a draw."""

    name: str
    winner: Side | None = None


@dataclass(frozen=True)
class Victory:
    """The scorer's points besides objectives, for T/O levels lost, and the outcome by score.

    A chemical use costs the side that made it `Tables.chemical.victory_points`.
    """

    scorer: Side
    objectives_held_by: Side
    enemy_level_lost: int
    own_level_lost: int
    hq_levels_count: int
    outcomes: BandedScale[Verdict]


@dataclass(frozen=True, eq=False)
class Scenario:
    """A scenario as it is before the first turn, with the tables by which it is played."""

    name: str
    title: str
    summary: str
    provenance: str
    board: Board
    sides: Mapping[Side, SideSetup]
    first: Side
    second: Side
    units: tuple[UnitSetup, ...]
    turns: tuple[Turn, ...]
    objectives: tuple[Objective, ...]
    victory: Victory
    tables: Tables

    def unit(self, id: UnitId) -> UnitSetup:
        """A unit of the order of battle; KeyError if there is none of that id."""
        for unit in self.units:
            if unit.id == id:
                return unit
        raise KeyError(id)

    @cached_property
    def _designations(self) -> Mapping[str, Designation]:
        return by_what_is_told((unit.called for unit in self.units), self.tables.breakdown.parts)

    def designated(self, told: str) -> Designation:
        """The parts of a designation as it is told; one that is nobody's here is a unit without formation."""
        return self._designations.get(told) or Designation(unit=told)

    def order_of_battle(self, side: Side) -> tuple[UnitSetup, ...]:
        return tuple(unit for unit in self.units if unit.side == side)

    def enemy_of(self, side: Side) -> Side:
        return self.second if side == self.first else self.first

    def turn(self, number: int) -> Turn:
        """A turn by its number, from 1."""
        if not 1 <= number <= len(self.turns):
            raise KeyError(number)
        return self.turns[number - 1]

    def time_of_day(self, turn: int) -> str:
        return self.turn(turn).time_of_day

    def verdict(self, score: int) -> Verdict:
        """What the scorer's points after the last turn amount to."""
        return self.victory.outcomes.at(score)


def scenarios(data: str) -> tuple[Scenario, ...]:
    """All scenarios of a set of data, by the names of their files; DataFault for a set without any."""
    names = data_set(data).below("scenarios")
    if not names:
        raise DataFault("scenarios", WHOLE, "there is no scenario to play")
    return tuple(scenario(data, name) for name in names)


@lru_cache(maxsize=64)
def scenario(data: str, name: str) -> Scenario:
    """A scenario of the set of data of this id by the name of its file, read once.

    DataFault for what is wrong with it or with the tables.
    """
    tables = load(data)
    file = read(data_set(data), f"scenarios/{name}.yaml")
    entries = file.entries_for(_ENTRIES)
    board = read_board(entries["map"], tables)
    players = entries["players"].entries_for(("first", "second"))
    first, second = players["first"].text(), players["second"].text()
    if first == second:
        raise entries["players"].fault("both players have the same side")
    turns = _turns(entries["turns"], tables)
    units = read_forces(entries["units"], entries["at_start"], (first, second), len(turns), board, tables)
    sides: dict[Side, SideSetup] = {}
    for side, datum in entries["sides"].entries_for((first, second)).items():
        sides[side] = datum.record(SideSetup)
        _check_side(datum, side, units, tables)
    if sides[first].colour == sides[second].colour:
        raise entries["sides"].fault("both sides have the same colour")
    return Scenario(
        tables=tables,
        name=name,
        title=entries["title"].text(),
        summary=entries["summary"].text(),
        provenance=entries["provenance"].text(),
        board=board,
        sides=sides,
        first=first,
        second=second,
        units=units,
        turns=turns,
        objectives=_objectives(entries["objectives"], board),
        victory=_victory(entries["victory"], (first, second)),
    )


def _turns(datum: Datum, tables: Tables) -> tuple[Turn, ...]:
    times = [there.text(tables.times_of_day) for there in datum.items()]
    if not times:
        raise datum.fault("a scenario needs at least one turn")
    turns: list[Turn] = []
    for number, time in enumerate(times, start=1):
        new_day = bool(turns) and tables.times_of_day.index(time) <= tables.times_of_day.index(turns[-1].time_of_day)
        turns.append(Turn(number, (turns[-1].day if turns else 1) + new_day, time))
    return tuple(turns)


def _check_side(datum: Datum, side: Side, units: tuple[UnitSetup, ...], tables: Tables) -> None:
    datum["colour"].text(COLOURS)
    datum["commander_rating"].integer(0, tables.command.highest_rating)
    datum["mode_change_from"].integer(1)
    hosts = [unit.id for unit in units if unit.side == side and unit.turn == 1]
    if not all_of(datum["commander_starts_with"], hosts):
        raise datum["commander_starts_with"].fault("the division commander needs a unit to be with")
    if side not in (tables.modifiers["NDC-DFM-08"].uses or {}) or side not in (
        tables.modifiers["NDC-DFM-09"].uses or {}
    ):
        raise datum.fault(f"the modifiers NDC-DFM-08 and 09 have no ladder of chemical uses for {side}")


# ---- objectives


def _objectives(datum: Datum, board: Board) -> tuple[Objective, ...]:
    objectives: list[Objective] = []
    for name, there in datum.entries().items():
        hex = on_map(there, board.grid, name)
        objectives.append(Objective(hex, there.integer(low=1), board.places.get(hex, hex)))
    return tuple(objectives)


def _victory(datum: Datum, sides: tuple[Side, Side]) -> Victory:
    datum["scorer"].text(sides)
    datum["objectives_held_by"].text(sides)

    def verdict(cell: Datum) -> Verdict:
        if "winner" in cell.entries():
            cell["winner"].text(sides)
        return cell.record(Verdict)

    return datum.record(Victory, outcomes=datum["outcomes"].scale(verdict))
