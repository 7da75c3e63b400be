"""Scenarios: months, map, who stands where at the start, who comes later, and how it is won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from service.engine.data import data_set
from service.engine.places import Place
from service.engine.tables import Datum
from service.games.campaign1776.printed.board import Area, Board, read_board
from service.games.campaign1776.printed.campaign import Towns, numbers
from service.games.campaign1776.printed.ground import Theatre
from service.games.campaign1776.printed.land import COMBAT, Kind
from service.games.campaign1776.printed.landways import LandWays
from service.games.campaign1776.printed.lettered import Hex, beside, coordinates, is_side, row_number
from service.games.campaign1776.printed.naval import Nation, Vessel
from service.games.campaign1776.printed.reading import AMERICAN, BRITISH, SEATS, Seat, hex_named, known, month, whole
from service.games.campaign1776.printed.tables import Tables, load
from service.games.campaign1776.printed.waterways import Waterways, port_of, port_place

MilitiaLeaves = Literal["never", "rebels between N and M"]
FLEETS: tuple[Vessel, ...] = ("TR", "BF")


@dataclass(frozen=True)
class Fleet:
    """A fleet at the start, with its passengers by kind."""

    kind: Vessel
    aboard: Mapping[str, int]


@dataclass(frozen=True)
class Garrison:
    """What a side has in a place at the start, by kind."""

    outside: Mapping[str, int]
    inside: Mapping[str, int]
    fort: bool = False
    entrenchment: bool = False
    bateaus: int = 0
    fleets: tuple[Fleet, ...] = ()


@dataclass(frozen=True)
class Arrival:
    """Units that come in a month: at a hex, or within one of several, or at one of some ports that are controlled, the
    hex being the last resort. `if_controlled`: else not at all."""

    month: int
    seat: Seat
    units: Mapping[str, int]
    at: Hex | None = None
    within_one_of: tuple[Hex, ...] = ()
    controlled_ports: tuple[Hex, ...] = ()
    if_controlled: bool = False


@dataclass(frozen=True)
class Score:
    """Points by hex, what British losses take of them, and the points that win, or draw.

    Where both are the same there is no draw.
    """

    points: Mapping[Hex, int]
    regulars_lost_a_point: int
    win: int
    draw: int


@dataclass(frozen=True)
class Settings:
    """What can be agreed on when a match is opened."""

    transport: bool
    garrison: bool
    reduction: bool
    visibility: Literal["open", "inverted"]
    interphase: Literal["simple", "full"]
    counter_limits: bool
    boston: Literal["supply", "magazine"] = "supply"


@dataclass(frozen=True, eq=False)
class Scenario:
    """A scenario, with the map that it is played on. `months`: the first and the last, as in `reading.month`."""

    name: str
    title: str
    summary: str
    tables: Tables
    board: Board
    months: tuple[int, int]
    land_in_play: frozenset[Hex]
    sea_in_play: frozenset[Hex]
    at_start: Mapping[Seat, Mapping[Place, Garrison]]
    arrivals: tuple[Arrival, ...]
    militia_leaves: MilitiaLeaves
    settings: Settings
    score: Score | None
    towns: Towns | None
    magazine_at: Hex | None = None
    """Where the British have a magazine in the place of a supply unit, if that was agreed on (C76-MSC-01)."""

    def sails(self, place: Place) -> bool:
        """Whether ships may be in a place of this map: its hexes lie in the rows that are in play."""
        if place in self.board.sea_lanes:
            return place in self.sea_in_play
        return place in self._waters

    @cached_property
    def _waters(self) -> frozenset[Place]:
        """The sides and ports in play: between hexes of rows in which sea lanes are."""
        if self.sea_in_play == self.board.sea_lanes:
            return frozenset(self.water.places)
        rows = {coordinates(hex)[0] for hex in self.sea_in_play}
        sides = {one for one in self.board.class_3 if all(coordinates(hex)[0] in rows for hex in beside(one))}
        ports = {port_place(port.name) for port in self.board.ports.values() if port.entrance in sides}
        return frozenset(sides | ports)

    def along(self, side: Place) -> tuple[Hex, ...]:
        """The hexes of the map that a side lies between."""
        return beside(side)

    @property
    def turns(self) -> int:
        return self.months[1] - self.months[0] + 1

    def month(self, turn: int) -> int:
        """The month of a turn, the first being 1."""
        return self.months[0] + turn - 1

    def is_winter(self, turn: int) -> bool:
        return self.tables.winter.is_winter(self.month(turn))

    @cached_property
    def land(self) -> LandWays:
        return LandWays(self.board, self.tables.terrain, self.tables.winter)

    @cached_property
    def water(self) -> Waterways:
        off_board = self.tables.off_board if self.towns is not None else None
        return Waterways(self.board, self.tables.naval, self.tables.winter, off_board)

    @cached_property
    def ground(self) -> Theatre:
        return Theatre(self.board, self.water, self.tables.off_board, self._drawn)

    @cached_property
    def _drawn(self) -> frozenset[Hex] | None:
        """The hexes round those in play, of their rows and numbers; None where the whole map is in play."""
        if self.land_in_play == self.board.land:
            return None
        in_play = [coordinates(hex) for hex in self.land_in_play | self.sea_in_play]
        rows, numbers = ([at[axis] for at in in_play] for axis in (0, 1))
        return frozenset(
            hex for hex in self.board.terrain
            if min(rows) <= coordinates(hex)[0] <= max(rows) and min(numbers) <= coordinates(hex)[1] <= max(numbers)
        )  # fmt: skip

    @cached_property
    def watched(self) -> tuple[Hex, ...]:
        """The hexes of strategic towns and ports, in order: who has strength points there is public.

        So they are in those that count in a score of the scenario's own, forts and villages among them; and in a
        campaign in the ports off the map.
        """
        towns = {hex for listed in self.board.strategic_towns.values() for hex in listed.values()}
        ports = {port.hex for port in self.board.ports.values()}
        off = self.tables.off_board.ports if self.towns is not None else ()
        scored = set(self.score.points) if self.score is not None else set[Hex]()
        return tuple(sorted(towns | ports | scored)) + tuple(map(Hex, off))

    @cached_property
    def recruiting(self) -> tuple[Area, ...]:
        """The areas of the map that have strategic towns to be won, and recruits: all but Canada."""
        return tuple(area for area in self.board.strategic_towns if area in self.tables.areas.militia)

    def kind(self, code: str) -> Kind:
        return self.tables.units.kinds[code]


@lru_cache(maxsize=32)
def board_named(data: str, name: str) -> Board:
    """A map of the set of data of this id. Raises DataFault."""
    return read_board(data, name, load(data).terrain)


def scenarios(data: str) -> list[Scenario]:
    """All scenarios of the set of data of this id, and its maps, checked whole. Raises DataFault."""
    for name in data_set(data).below("maps"):
        board_named(data, name)
    return [scenario(data, name) for name in data_set(data).below("scenarios")]


_ENTRIES = ("title", "summary", "map", "months", "playable", "at_start", "start_of", "arrivals",
            "militia_leaves", "options", "victory", "campaign", "magazine_at")  # fmt: skip


@lru_cache(maxsize=64)
def scenario(data: str, name: str) -> Scenario:
    """One scenario of the set of data of this id. Raises DataFault."""
    file = known(whole(data, f"scenarios/{name}"), _ENTRIES)
    tables = load(data)
    start = file
    if (other := file.get("start_of")) is not None:
        start = whole(data, f"scenarios/{other.text(data_set(data).below('scenarios'))}")
    board = board_named(data, file["map"].text(data_set(data).below("maps")))
    first, last = (month(there) for there in file["months"].items())
    if last < first:
        raise file["months"].fault("the last month comes before the first")
    reader = _Reader(tables, board, *_in_play(file.get("playable"), board))
    score, campaign = file.get("victory"), file.get("campaign")
    if (score is None) == (campaign is None):
        raise file.fault("it is won by a score of its own, or as a campaign")
    found = Scenario(
        name=name, title=file["title"].text(), summary=file["summary"].text().strip(), tables=tables, board=board,
        months=(first, last), land_in_play=reader.land, sea_in_play=reader.sea,
        at_start={seat: reader.start(there, seat) for seat, there in start["at_start"].entries_for(SEATS).items()},
        arrivals=tuple(reader.arrival(there, (first, last)) for there in start["arrivals"].items()),
        militia_leaves=start["militia_leaves"].text(("never", "rebels between N and M")),  # type: ignore[arg-type]
        settings=start["options"].record(Settings), score=reader.score(score) if score is not None else None,
        towns=_towns(campaign, tables) if campaign is not None else None,
        magazine_at=reader.hex(there) if (there := start.get("magazine_at")) is not None else None,
    )  # fmt: skip
    _apart(start["at_start"], found)
    return found


def _in_play(datum: Datum | None, board: Board) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The land hexes and the sea lanes that may be entered: all, where nothing is said."""
    if datum is None:
        return board.land, board.sea_lanes
    entries = datum.entries_for(("land_rows", "land_numbers", "sea_lane_rows"))
    rows, lanes = (_rows(entries[name]) for name in ("land_rows", "sea_lane_rows"))
    low, high = (there.integer(1, 99) for there in entries["land_numbers"].items())
    return (
        frozenset(
            hex for hex in board.land
            if rows[0] <= coordinates(hex)[0] <= rows[1] and low <= coordinates(hex)[1] <= high
        ),
        frozenset(hex for hex in board.sea_lanes if lanes[0] <= coordinates(hex)[0] <= lanes[1]),
    )  # fmt: skip


def _rows(datum: Datum) -> tuple[int, int]:
    try:
        first, last = (row_number(there.text()) for there in datum.items())
    except ValueError as error:
        raise datum.fault(f"expected the southernmost row and the northernmost: {error}") from None
    return first, last


def _towns(datum: Datum, tables: Tables) -> Towns:
    return tables.victory.campaign if datum.text(("campaign", "short")) == "campaign" else tables.victory.short


def _apart(datum: Datum, rules: Scenario) -> None:
    """Nobody begins in a hex that the enemy holds, and whoever has a fort has somebody inside."""
    held: dict[Seat, set[Place]] = {}
    for seat, places in rules.at_start.items():
        held[seat] = {place for place, there in places.items() if there.outside or there.inside}
        for place, there in places.items():
            if bool(there.inside) != there.fort:
                raise datum[seat][place].fault("a fort has somebody inside, and nobody is inside without one")
    if both := held[BRITISH] & held[AMERICAN]:
        raise datum.fault(f"both sides stand in {min(both)}")


@dataclass(frozen=True)
class _Reader:
    """Reads the forces of a scenario."""

    tables: Tables
    board: Board
    land: frozenset[Hex]
    sea: frozenset[Hex]

    def hex(self, datum: Datum, text: str | None = None) -> Hex:
        hex = hex_named(datum, text)
        if hex not in self.land:
            raise datum.fault(f"{hex} is no land hex in play")
        return hex

    def units(self, datum: Datum | None, seat: Seat) -> dict[str, int]:
        own = [code for code, kind in self.tables.units.kinds.items() if kind.seat == seat]
        return numbers(datum, tuple(own)) if datum is not None else {}

    def start(self, datum: Datum, seat: Seat) -> dict[Place, Garrison]:
        return {Place(place): self.garrison(there, place, seat) for place, there in datum.entries().items()}

    def garrison(self, datum: Datum, place: str, seat: Seat) -> Garrison:
        known(datum, ("outside", "inside", "fort", "entrenchment", "bateaus", "fleets"))
        bateaus, fleets, fort, dug = (datum.get(name) for name in ("bateaus", "fleets", "fort", "entrenchment"))
        found = Garrison(
            outside=self.units(datum.get("outside"), seat), inside=self.units(datum.get("inside"), seat),
            fort=fort.flag() if fort is not None else False, entrenchment=dug.flag() if dug is not None else False,
            bateaus=bateaus.integer(1) if bateaus is not None else 0,
            fleets=tuple(self.fleet(there, seat) for there in fleets.items()) if fleets is not None else (),
        )  # fmt: skip
        on_land = found.outside or found.inside or found.fort or found.entrenchment
        if on_land and place not in self.tables.off_board.ports:
            self.hex(datum, place)
        if found.bateaus and self.board.sides.get(Place(place)) != "river/lake":
            raise datum.fault(f"{place} is no side of a river or lake for bateaus")
        if found.fleets and not self._afloat(place):
            raise datum.fault(f"{place} is no sea lane, class 3 side, port or box for fleets")
        return found

    def _afloat(self, place: str) -> bool:
        if is_side(Place(place)):
            return place in self.board.class_3
        if (port := port_of(Place(place))) is not None:
            return port in self.board.ports
        return place in self.sea or place in self.tables.off_board.boxes

    def fleet(self, datum: Datum, seat: Seat) -> Fleet:
        known(datum, ("kind", "aboard"))
        kind: Vessel = datum["kind"].text(FLEETS)  # type: ignore[assignment]
        aboard = self.units(datum.get("aboard"), seat)
        nation: Nation = "British" if seat == BRITISH else "French"
        for code in aboard:
            if nation not in self.tables.units.kinds[code].aboard:
                raise datum["aboard"].fault(f"{code} is no passenger of a {nation} fleet")
        capacity = self.tables.naval.vessels[kind].capacity
        if nation not in capacity:
            raise datum["kind"].fault(f"there is no {nation} {kind}")
        takes, roles = self.tables.naval.takes["plain"], {code: self.tables.units.kinds[code].role for code in aboard}
        load = sum(
            number * (takes.strength_point if roles[code] in COMBAT else getattr(takes, roles[code]))
            for code, number in aboard.items()
        )
        if load > capacity[nation]:
            raise datum["aboard"].fault(f"a {kind} carries {capacity[nation]}, not {load}")
        return Fleet(kind, aboard)

    def arrival(self, datum: Datum, months: tuple[int, int]) -> Arrival:
        known(datum, ("month", "seat", "units", "at", "within_one_of", "controlled_ports", "if_controlled"))
        seat = datum["seat"].text(SEATS)
        at, near, ports, flag = (
            datum.get(name) for name in ("at", "within_one_of", "controlled_ports", "if_controlled")
        )
        if at is None and near is None:
            raise datum.fault("it says nowhere to arrive")
        found = Arrival(
            month=month(datum["month"]), seat=seat, units=self.units(datum["units"], seat),
            at=self.hex(at) if at is not None else None,
            within_one_of=tuple(self.hex(there) for there in near.items()) if near is not None else (),
            controlled_ports=tuple(self.hex(there) for there in ports.items()) if ports is not None else (),
            if_controlled=flag.flag() if flag is not None else False,
        )  # fmt: skip
        if not months[0] <= found.month <= months[1]:
            raise datum["month"].fault("the scenario is over, or has not begun")
        return found

    def score(self, datum: Datum) -> Score:
        entries = datum.entries_for(("points", "regulars_lost_a_point", "win", "draw"))
        win, draw = entries["win"].integer(), entries["draw"].integer()
        if draw > win:
            raise entries["draw"].fault("a draw takes no more points than a win")
        return Score(
            points={self.hex(there, hex): there.integer(1) for hex, there in entries["points"].entries().items()},
            regulars_lost_a_point=entries["regulars_lost_a_point"].integer(1), win=win, draw=draw,
        )  # fmt: skip
