"""A scenario: its turns, map, order of battle, supply markers and victory conditions (25 to 27).

`scenario(data, name)` reads `scenarios/<name>.yaml` of a set of data, and refuses it (DataFault: file, place, reason)
if anything in it is faulty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache

from service.data_files import WHOLE, read
from service.engine.data import data_set
from service.engine.hexes import Hex
from service.engine.tables import BandedScale, DataFault, Datum
from service.games.korsun.printed import board as maps
from service.games.korsun.printed.board import Board, on_grid, read_board
from service.games.korsun.printed.reading import CLASSES, GERMAN, SIDES, SOVIET, Condition, Side
from service.games.korsun.printed.tables import Tables, load
from service.games.korsun.printed.units import TYPES, Command, Counter, Profile, UnitId

KORSUN = "KORSUN"
"""The command of the Korsun supply marker."""
AIRFIELD = "korsun_airfield"
"""The source of the Korsun supply marker."""
PARTISANS_HIDE_IN = ("woods", "marsh")
OPTIONS = ("partisans", "armor_reliability", "alternate_airfield", "depot")
SECOND_COMBATS = "second_combats"
"""The option by which who defends in breakthrough and reserve combats is asked, and no longer answered for."""
COMBAT_DECISIONS = "combat_decisions"
"""The option by which losses, armor targets, retreats and advances are put to their owners."""
AGREED = (SECOND_COMBATS, COMBAT_DECISIONS)
"""What a match may be opened with as "asked", whatever its scenario."""
WINNERS: Mapping[str, Side | None] = {
    "german-decisive": GERMAN, "german-victory": GERMAN, "draw": None,
    "soviet-victory": SOVIET, "soviet-decisive": SOVIET,
}  # fmt: skip
"""The levels of victory, and who wins at each."""
_ENTRIES = (
    "provenance", "title", "summary", "turns", "area", "control_at_start", "fronts", "sources", "markers",
    "replacements", "reserve_markers", "minefields_max", "korsun", "uman", "operation_wanda", "front_hexes",
    "breakout_from_turn", "partisans", "options", "switches", "improved_positions", "barrage_units", "units", "victory",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class SupplyMarker:
    """A supply distribution marker as it is printed (13.2): its source, points, increments, and where it begins."""

    command: Command
    side: Side
    source: str
    sp: int
    inc_frozen: int
    inc_mud: int
    panzer: bool = False
    front: str = ""
    hex: str | None = None
    holds: int = 0
    from_turn: int = 0
    only_when_active: bool = False

    def increment(self, ground: Condition) -> int:
        """The supply range increment for the ground condition in force (KOR-SUP-07)."""
        return self.inc_frozen if ground == "frozen" else self.inc_mud


@dataclass(frozen=True)
class Boundary:
    """The boundary between two Fronts at the start: one column in every row, and how far it may be moved (22.11)."""

    western: str
    eastern: str
    column: int
    least: int
    most: int


@dataclass(frozen=True)
class Uman:
    """The Uman Airfield Track at the start (14.6.1)."""

    stock: int
    income: int
    lift: int
    drop_next: int
    korsun_next: int


@dataclass(frozen=True)
class BarrageUnit:
    """An artillery division's barrage unit and its components (17.1)."""

    id: UnitId
    front: str
    components: tuple[UnitId, ...]


@dataclass(frozen=True)
class Switches:
    """Readings of the rules that an owner may change: whose air support the defender's step takes, and others."""

    defender_cas: str
    no_fire_upkeep: tuple[str, ...]
    breakout_binding: bool


@dataclass(frozen=True)
class SideVictory:
    """What one side scores (20.0): for places held, for steps that the other side loses, for steps of the pocket."""

    step_lost: Mapping[str, Fraction]
    pocket_step: Fraction
    control_at_end: Mapping[Hex, Fraction]
    wanda: Fraction
    isolated_at: int = 0
    isolated: Fraction = Fraction(0)


@dataclass(frozen=True, eq=False)
class Scenario:
    """A scenario as it is before its first game-turn, with the tables by which it is played."""

    name: str
    title: str
    summary: str
    turns: tuple[int, int]
    board: Board
    tables: Tables
    control: Mapping[Hex, Side]
    fronts: tuple[str, ...]
    boundary: Boundary | None
    sources: Mapping[str, Hex]
    markers: Mapping[Command, SupplyMarker]
    replacements: Mapping[int, Mapping[str, int]]
    reserve_markers: Mapping[Side, int]
    minefields: int
    korsun_active: bool
    isolated: tuple[Command, ...]
    uman: Uman
    wanda_open: bool
    front_hexes: tuple[Hex, ...]
    breakout_from: int
    partisans: tuple[Hex, ...]
    options: Mapping[str, bool]
    switches: Switches
    improved_positions: tuple[Hex, ...]
    barrage_units: tuple[BarrageUnit, ...]
    counters: Mapping[UnitId, Counter]
    victory: Mapping[Side, SideVictory]
    pocket: tuple[Command, ...]
    levels: BandedScale[str]

    def profile(self, unit: UnitId) -> Profile:
        return self.counters[unit].profile

    @cached_property
    def sides(self) -> Mapping[Side, frozenset[UnitId]]:
        """The units of each side's order of battle."""
        return {side: frozenset(id for id, one in self.counters.items() if one.side == side) for side in SIDES}

    @cached_property
    def korps(self) -> tuple[Command, ...]:
        """The German commands with units."""
        return tuple(dict.fromkeys(one.command for one in self.counters.values() if one.side == GERMAN))

    def tracks(self, side: Side) -> tuple[str, ...]:
        """The replacement point tracks of a side: a Korps' or a Front's (8.0)."""
        return self.korps if side == GERMAN else self.fronts

    def track_of(self, unit: UnitId) -> str:
        """The replacement point track that a unit's steps are paid from."""
        counter = self.counters[unit]
        return counter.command if counter.side == GERMAN else counter.front

    def air_tracks(self, side: Side) -> tuple[str, ...]:
        """The combat air support tracks of a side (KOR-AIR-02)."""
        return (GERMAN,) if side == GERMAN else self.fronts

    def verdict(self, difference: int) -> str:
        """The level of victory by Soviet points minus German ones."""
        return self.levels.at(difference)


def scenarios(data: str) -> tuple[Scenario, ...]:
    """All scenarios of a set of data, the shortest first. Raises DataFault for a set without any."""
    names = data_set(data).below("scenarios")
    if not names:
        raise DataFault("scenarios", WHOLE, "there is no scenario to play")
    return tuple(sorted((scenario(data, name) for name in names), key=lambda one: len(one.counters)))


@lru_cache(maxsize=64)
def scenario(data: str, name: str) -> Scenario:
    """A scenario of the set of data of this id by the name of its file, read once. Raises DataFault."""
    tables = load(data)
    file = read(data_set(data), f"scenarios/{name}.yaml")
    boundary = file.get("front_boundary")
    entries = file.entries_for((*_ENTRIES, "front_boundary") if boundary is not None else _ENTRIES)
    area = entries["area"].entries_for(("columns", "rows"))
    board = read_board(_map(data), tables, (area["columns"], area["rows"]))
    first, last = (there.integer(1, len(tables.weather.ground_modifier)) for there in entries["turns"].items())
    if first > last:
        raise entries["turns"].fault("the last game-turn comes before the first")
    fronts = tuple(there.text(tables.weather.tracks) for there in entries["fronts"].items())
    sources = {name: _land(there, board) for name, there in entries["sources"].entries().items()}
    markers = {there["command"].text(): _marker(there, board, sources, fronts) for there in entries["markers"].items()}
    classes = _classes(data)
    counters = _counters(entries["units"], classes, markers, board, (first, last))
    _check_stacks(entries["units"], counters, tables.movement.stacking)
    korsun = entries["korsun"].entries_for(("active", "isolated"))
    korps = [command for command, marker in markers.items() if marker.side == GERMAN]
    victory = entries["victory"].entries_for((*SIDES, "pocket", "levels"))
    return Scenario(
        name=name, title=entries["title"].text(), summary=entries["summary"].text(), turns=(first, last),
        board=board, tables=tables,
        control={
            _land(hex, board): side
            for side, hexes in entries["control_at_start"].entries_for((GERMAN, SOVIET)).items()
            for hex in hexes.items()
        },
        fronts=fronts, boundary=_boundary(boundary, fronts, board) if boundary is not None else None,
        sources=sources, markers=markers,
        replacements={
            _game_turn(there, turn, (first, last)): {
                _one_of(rp, track, (*fronts, *korps)): rp.integer(low=0) for track, rp in there.entries().items()
            }
            for turn, there in entries["replacements"].entries().items()
        },
        reserve_markers={
            side: there.integer(low=0) for side, there in entries["reserve_markers"].entries_for(SIDES).items()
        },
        minefields=entries["minefields_max"].integer(low=0), korsun_active=korsun["active"].flag(),
        isolated=tuple(there.text(korps) for there in korsun["isolated"].items()),
        uman=entries["uman"].record(Uman),
        wanda_open=entries["operation_wanda"].text(("open", "spent")) == "open",
        front_hexes=tuple(_land(there, board) for there in entries["front_hexes"].items()),
        breakout_from=entries["breakout_from_turn"].integer(low=1),
        partisans=tuple(_hiding(there, board) for there in entries["partisans"].items()),
        options={name: there.flag() for name, there in entries["options"].entries_for(OPTIONS).items()},
        switches=_switches(entries["switches"]),
        improved_positions=tuple(_land(there, board) for there in entries["improved_positions"].items()),
        barrage_units=tuple(_barrage(there, counters) for there in entries["barrage_units"].items()),
        counters=counters, victory={side: _victory(victory[side], side, board) for side in SIDES},
        pocket=tuple(there.text(korps) for there in victory["pocket"].items()),
        levels=victory["levels"].scale(lambda there: there.text(tuple(WINNERS))),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _map(data: str) -> Mapping[str, Datum]:
    """What is printed of the map, of which each scenario has its area."""
    return read(data_set(data), "map.yaml").entries_for(("provenance", *maps.ENTRIES))


def _land(datum: Datum, board: Board) -> Hex:
    """A hex that something can stand in."""
    hex = on_grid(datum, board.grid, datum.text())
    if hex not in board.land:
        raise datum.fault(f"{hex} is {board.terrain[hex].name.replace('_', ' ')}; nothing can stand there")
    return hex


def _hiding(datum: Datum, board: Board) -> Hex:
    """A hex in which partisans can be (18.1)."""
    hex = _land(datum, board)
    if board.terrain[hex].name not in PARTISANS_HIDE_IN:
        raise datum.fault(f"{hex} is {board.terrain[hex].name.replace('_', ' ')}; partisans are in woods or marsh")
    return hex


def _game_turn(datum: Datum, text: str, turns: tuple[int, int]) -> int:
    if not text.isdecimal() or not turns[0] <= int(text) <= turns[1]:
        raise datum.fault(f"{text!r} is no game-turn of {turns[0]} to {turns[1]}")
    return int(text)


def _one_of(datum: Datum, name: str, known: Iterable[str]) -> str:
    if name not in tuple(known):
        raise datum.fault(f"{name!r} is no Front or Korps of this scenario")
    return name


def _boundary(datum: Datum, fronts: tuple[str, ...], board: Board) -> Boundary:
    """The boundary between two Fronts that are in play, which begins where it may be moved (22.11)."""
    made = datum.record(Boundary)
    for name in ("western", "eastern"):
        datum[name].text(fronts)
    least, most = datum["least"].integer(1, board.grid.columns - 1), datum["most"].integer(1, board.grid.columns - 1)
    datum["column"].integer(least, most)
    if made.western == made.eastern:
        raise datum.fault("a boundary lies between two Fronts")
    return made


def _points(datum: Datum) -> Fraction:
    """Victory points: a whole number or a decimal."""
    if isinstance(datum.value, bool) or not isinstance(datum.value, int | float):
        raise datum.fault(f"expected a number of points, found {datum.value!r}")
    return Fraction(Decimal(str(datum.value)))


# ---- the order of battle


@lru_cache(maxsize=64)
def _classes(data: str) -> Mapping[str, Profile]:
    file = read(data_set(data), "units.yaml").entries_for(("provenance", "classes"))
    return {name: profile(there, there.entries()) for name, there in file["classes"].entries().items()}


_RENAMED = {"class": "cls", "def": "defense"}


def profile(datum: Datum, entries: Mapping[str, Datum]) -> Profile:
    """What is printed on a counter. Raises DataFault."""
    values = {_RENAMED.get(name, name): there.value for name, there in entries.items()}
    made = Datum(datum.file, datum.place, values).record(Profile)
    entries["type"].text(TYPES)
    entries["class"].text(CLASSES)
    for name in ("ma", "size"):
        entries[name].integer(low=1)
    steps = made.steps
    if not steps or len(made.atk) not in (1, steps) or (made.ap and len(made.ap) != steps):
        raise datum.fault("attack, defense and armor points have a figure for each step")
    if (made.type in ("tank", "sg", "at")) != bool(made.armor):
        raise datum.fault("armor and anti-tank units, and no others, are L, M or H")
    if made.is_gun != bool(made.fs):
        raise datum.fault("artillery and rockets, and no others, have support points")
    return made


_OF_UNIT = ("id", "command", "front", "div", "hex", "turn", "entry", "rail", "unit_class")


def _counters(
    datum: Datum,
    classes: Mapping[str, Profile],
    markers: Mapping[str, SupplyMarker],
    board: Board,
    turns: tuple[int, int],
) -> Mapping[UnitId, Counter]:
    found: dict[UnitId, Counter] = {}
    for there in datum.items():
        entries = there.entries()
        id, command = there["id"].text(), there["command"].text(markers)
        if id in found:
            raise there.fault(f"the unit {id} stands twice")
        own = {name: one for name, one in entries.items() if name not in _OF_UNIT}
        if "unit_class" in entries:
            if own:
                raise there.fault(f"the entry {next(iter(own))!r} is its class's")
            printed = classes[there["unit_class"].text(classes)]
        else:
            printed = profile(there, own)
        marker = markers[command]
        front = entries["front"].text((marker.front,)) if "front" in entries else ""
        if bool(marker.front) != bool(front):
            raise there.fault("Soviet units, and no others, belong to the Front of their army")
        if ("hex" in entries) == ("turn" in entries and "entry" in entries):
            raise there.fault("a unit has either a hex, or a turn and an entry hex")
        found[id] = Counter(
            id=id, side=marker.side, command=command, front=front,
            div=entries["div"].text() if "div" in entries else "", profile=printed,
            hex=_land(entries["hex"], board) if "hex" in entries else None,
            turn=entries["turn"].integer(*turns) if "turn" in entries else 0,
            entry=_land(entries["entry"], board) if "entry" in entries else None,
            rail=entries["rail"].flag() if "rail" in entries else False,
        )  # fmt: skip
    return found


def _check_stacks(datum: Datum, counters: Mapping[UnitId, Counter], most: int) -> None:
    """Both sides stand apart, and no stack is too high (11.0)."""
    stacks: dict[Hex, list[Counter]] = {}
    for counter in counters.values():
        if counter.hex is not None:
            stacks.setdefault(counter.hex, []).append(counter)
    for hex, stack in stacks.items():
        if len({counter.side for counter in stack}) > 1:
            raise datum.fault(f"both sides stand in {hex}")
        if (size := sum(counter.profile.size for counter in stack)) > most:
            raise datum.fault(f"{size} stacking points stand in {hex}; a hex holds {most}")


def _marker(datum: Datum, board: Board, sources: Mapping[str, Hex], fronts: Iterable[str]) -> SupplyMarker:
    made = datum.record(SupplyMarker)
    datum["side"].text(SIDES)
    datum["source"].text((*sources, AIRFIELD))
    if made.side == SOVIET:
        datum["front"].text(fronts)
    for name in ("inc_frozen", "inc_mud"):
        datum[name].integer(low=1)
    if made.hex is not None and _land(datum["hex"], board) not in board.road_hexes:
        raise datum["hex"].fault("a supply marker stands on a road")
    return made


def _switches(datum: Datum) -> Switches:
    datum["defender_cas"].text(("mirrored", "german_only"))
    for there in datum["no_fire_upkeep"].items():
        there.text(("E6", "F6"))
    return datum.record(Switches)


def _barrage(datum: Datum, counters: Mapping[UnitId, Counter]) -> BarrageUnit:
    made = datum.record(BarrageUnit)
    for there in datum["components"].items():
        piece = counters[there.text(counters)]
        if not piece.profile.is_gun or piece.front != made.front:
            raise there.fault(f"{piece.id} is no artillery of {made.front}")
    return made


def _victory(datum: Datum, side: Side, board: Board) -> SideVictory:
    soviet = side == SOVIET
    names = (
        ["step_lost", "cut_off_step", "control_at_end", "operation_wanda"] if soviet else ["step_lost", "saved_step"]
    )
    isolated = datum.get("korsun_isolated") if soviet else None
    entries = datum.entries_for((*names, "korsun_isolated") if isolated is not None else names)
    held = entries["control_at_end"].entries() if soviet else {}
    return SideVictory(
        step_lost={
            kind: _points(there) for kind, there in entries["step_lost"].entries_for(("armor_unit", "other")).items()
        },
        pocket_step=_points(entries["cut_off_step" if soviet else "saved_step"]),
        control_at_end={on_grid(there, board.grid, hex): _points(there) for hex, there in held.items()},
        wanda=_points(entries["operation_wanda"]) if soviet else Fraction(0),
        isolated_at=isolated["at_end_of_turn"].integer(low=1) if isolated is not None else 0,
        isolated=_points(isolated["points"]) if isolated is not None else Fraction(0),
    )  # fmt: skip
