"""The test game of `bgio/game.cjs` as a game of ours, so that servers are measured on like work.

Two sides of forty units, a map of 60 by 45 hexes, one checked step of one hex a turn, and a fog of three hexes. The
fields of a unit are those of the test game; the terrain is static there and here. Objectives stand in the truth (in the
test game every view carries them too).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.game import Game, Info, Options, ScenarioInfo
from service.engine.options import Choice, Option, Places
from service.engine.orders import Order, demand
from service.engine.outline import Heading, PlayerTurn, Repeat, Segment
from service.engine.reports import Report
from service.engine.seats import PHASING, Seat
from service.engine.sentences import say
from service.engine.state import Picture, Position

COLUMNS, ROWS, SIGHT, ROUND, FRONT = 60, 45, 3, 40, 20
MOST_ROUNDS = 1_000_000
SIDES = BLUE, RED = "Blue", "Red"
TERRAIN = [1 + ((i * 7919 + (i // COLUMNS) * 104729) % 3) for i in range(COLUMNS * ROWS)]
SCENARIOS = {"40": "As the test game", "20": "Half of it", "80": "Twice as many", "160": "Four times as many"}


@cache
def column_and_row(hex: str) -> tuple[int, int]:
    return int(hex[:2]), int(hex[2:])


def distance(a: str, b: str) -> int:
    (ac, ar), (bc, br) = column_and_row(a), column_and_row(b)
    across, down = (ac - ((ar - (ar & 1)) >> 1)) - (bc - ((br - (br & 1)) >> 1)), ar - br
    return (abs(across) + abs(down) + abs(across + down)) // 2


@cache
def in_sight(hex: str) -> frozenset[str]:
    """The hexes that a unit sees from here."""
    column, row = column_and_row(hex)
    around = (
        f"{c:02}{r:02}"
        for c in range(max(0, column - 4), min(COLUMNS, column + 5))
        for r in range(max(0, row - 3), min(ROWS, row + 4))
    )
    return frozenset(there for there in around if distance(hex, there) <= SIGHT)


def cost(hex: str) -> int:
    column, row = column_and_row(hex)
    return TERRAIN[row * COLUMNS + column]


@dataclass(slots=True, kw_only=True)
class Unit:
    """A counter, with the fields of the test game."""

    owner: Seat
    kind: str
    name: str
    hex: str
    steps: int = 4
    max_steps: int = 4
    mp: int = 6
    left: int = 6
    morale: int = 3
    fatigue: int = 0
    supplied: bool = True
    entrenched: bool = False
    hq: str
    mode: str = "march"
    spotted: bool = False
    arrived: int = 0


@dataclass(slots=True, kw_only=True)
class War(Position):
    """The truth."""

    units: dict[str, Unit] = field(default_factory=dict)
    objectives: dict[str, Seat] = field(default_factory=dict)
    moved: int = 0
    rounds: int = 1


@dataclass(slots=True, kw_only=True)
class Known(Picture):
    """What a side knows: its units, and those of the enemy that it sees."""

    units: dict[str, Unit] = field(default_factory=dict)
    stepped: bool = False


@dataclass(frozen=True, kw_only=True)
class UnitStepped(Event):
    """A unit is in another hex."""

    kind: Literal["unit-stepped"] = "unit-stepped"
    unit: str
    hex: str

    def change(self, state: War) -> None:
        unit = state.units[self.unit]
        unit.hex, unit.fatigue = self.hex, (unit.fatigue + 1) % 5
        state.moved += 1


@dataclass(frozen=True, kw_only=True)
class Supplied(Event):
    """Who is in supply is determined anew, once a round."""

    kind: Literal["supplied"] = "supplied"

    def change(self, state: War) -> None:
        for unit in state.units.values():
            column = column_and_row(unit.hex)[0]
            unit.supplied = column < 45 if unit.owner == BLUE else column > 15
        state.moved, state.rounds = 0, state.rounds + 1


@dataclass(frozen=True, kw_only=True)
class Sighted(Report):
    """An enemy unit, as it is seen now."""

    kind: Literal["sighted"] = "sighted"
    id: str
    unit: Unit

    def teach(self, picture: Known) -> None:
        picture.units[self.id] = replace(self.unit)


@dataclass(frozen=True, kw_only=True)
class Lost(Report):
    """An enemy unit is seen no more."""

    kind: Literal["lost"] = "lost"
    id: str

    def teach(self, picture: Known) -> None:
        picture.units.pop(self.id, None)


@dataclass(frozen=True, kw_only=True)
class SideBegan(Report):
    """It is this side's turn."""

    kind: Literal["side-began"] = "side-began"

    def teach(self, picture: Known) -> None:
        picture.stepped = False


@dataclass(frozen=True, kw_only=True)
class Step(Order):
    """Step into a hex beside one's own."""

    kind: Literal["step"] = "step"
    rule = "HEX-MOV-01"
    unit: str
    to: str

    def check(self, picture: Known) -> None:
        unit = picture.units.get(self.unit)
        demand(not picture.stepped, "HEX-MOV-01", "One step a turn.")
        demand(unit is not None and unit.owner == picture.seat, "HEX-MOV-02", f"You have no unit {self.unit}.")
        assert unit is not None
        on_map = len(self.to) == 4 and self.to.isdecimal() and int(self.to[:2]) < COLUMNS and int(self.to[2:]) < ROWS
        demand(on_map, "HEX-MOV-03", f"{self.to} is off the map.")
        demand(distance(unit.hex, self.to) == 1, "HEX-MOV-03", f"{self.to} does not adjoin {unit.hex}.")
        demand(cost(self.to) <= unit.left, "HEX-MOV-04", f"{self.to} costs {cost(self.to)} of {unit.left}.")
        demand(all(other.hex != self.to for other in picture.units.values()), "HEX-MOV-05", "Somebody stands there.")

    def believe(self, picture: Known) -> None:
        unit = picture.units[self.unit]
        unit.hex, unit.fatigue, picture.stepped = self.to, (unit.fatigue + 1) % 5, True

    def resolve(self, state: War, seat: Seat, dice: Dice) -> Iterator[Event]:
        was, enemy = state.units[self.unit].hex, state.other(seat)
        yield UnitStepped(unit=self.unit, hex=self.to)
        unit = state.units[self.unit]
        if any(other.owner == enemy and other.hex in in_sight(self.to) for other in state.units.values()):
            yield Told(seat=enemy, report=Sighted(id=self.unit, unit=replace(unit)))
        elif self.unit in state.pictures[enemy].units:
            yield Told(seat=enemy, report=Lost(id=self.unit))
        known, now, before = state.pictures[seat].units, in_sight(self.to), in_sight(was)
        for id, other in list(state.units.items()):
            if other.owner != enemy:
                continue
            if other.hex in now and id not in known:
                yield Told(seat=seat, report=Sighted(id=id, unit=replace(other)))
            elif other.hex in before and other.hex not in now and id in known:
                near = in_sight(other.hex)
                if not any(own.owner == seat and own.hex in near for own in state.units.values()):
                    yield Told(seat=seat, report=Lost(id=id))

    @classmethod
    def offers(cls, picture: Known) -> Iterator[Option]:
        if picture.stepped:
            return
        taken = {unit.hex for unit in picture.units.values()}
        for id, unit in picture.units.items():
            if unit.owner == picture.seat:
                near = (hex for hex in sorted(in_sight(unit.hex)) if distance(hex, unit.hex) == 1)
                free = tuple(hex for hex in near if hex not in taken and cost(hex) <= unit.left)
                if free:
                    fields = {"unit": Choice(values=(id,)), "to": Places(places=free)}
                    yield Option(kind="step", title=say("Step"), subjects=(id,), fields=fields)


def begin(state: War, dice: Dice) -> Iterator[Event]:
    assert state.phasing is not None
    yield Told(seat=state.phasing, report=SideBegan())


def supply(state: War, dice: Dice) -> Iterator[Event]:
    if state.moved >= ROUND:
        yield Supplied()


def is_decided(state: War) -> bool:
    """Never in a bench: it takes more rounds than any plays."""
    return state.rounds > MOST_ROUNDS


STEP = Segment("Step", by=PHASING, orders=(Step,), does=begin, rule="HEX-MOV-01")
OUTLINE = Heading("Hexwar")[
    Repeat("War", until=is_decided)[
        PlayerTurn("Blue turn", phasing=lambda state: BLUE)[STEP],
        PlayerTurn("Red turn", phasing=lambda state: RED)[STEP],
        Segment("Supply", does=supply),
    ],
]


def army(side: int, size: int) -> Iterator[tuple[str, Unit]]:
    """The units of a side by id: twenty in front, the others behind, out of sight."""
    for i in range(size):
        front = i < FRONT
        behind = 0 if i < 2 * FRONT else 2 * (i // FRONT - 1)
        column = (28 if front else 10 - behind) if side == 0 else (31 if front else 50 + behind)
        yield f"{'AB'[side]}{i:02}", Unit(
            owner=SIDES[side], kind="infantry" if front else "artillery", name=f"{i + 1}. Division {SIDES[side]}",
            hex=f"{max(0, min(COLUMNS - 1, column)):02}{2 + (i % FRONT) * 2:02}", hq=f"{'AB'[side]}HQ{i % 4}",
        )  # fmt: skip


def opening(scenario: str, options: Options) -> War:
    units = {id: unit for side in (0, 1) for id, unit in army(side, int(scenario))}
    objectives = {f"{(i * 13) % COLUMNS:02}{(i * 7) % ROWS:02}": SIDES[i % 2] for i in range(60)}
    pictures: dict[Seat, Picture] = {}
    for seat in SIDES:
        seen: set[str] = set().union(*(in_sight(unit.hex) for unit in units.values() if unit.owner == seat))
        known = {id: replace(unit) for id, unit in units.items() if unit.owner == seat or unit.hex in seen}
        pictures[seat] = Known(units=known)
    return War(units=units, objectives=objectives, pictures=pictures)


TITLES: Mapping[str, ScenarioInfo] = {name: ScenarioInfo(title=title, turns=1) for name, title in SCENARIOS.items()}

HEXWAR: Game[War, Known, Known] = Game(
    info=Info(name="hexwar", title="Hexwar", version="1", seats=SIDES, scenarios=TITLES),
    outline=OUTLINE, position=War, picture=Known, view_type=Known, orders=(Step,), events=(UnitStepped, Supplied),
    reports=(Sighted, Lost, SideBegan), set_up=opening,
)  # fmt: skip
