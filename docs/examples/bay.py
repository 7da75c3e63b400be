"""The lantern: a game of boats on a lettered map, where one side looks for the other by night.

A smuggler's four boats come from the open sea in the north of a bay of lettered hexes, such as KKK46, and are to land
on its southern shore. In each watch of the night every boat may sail once. Boats that lie in one hex may sail together,
at the pace of the slowest, and some of them may stay behind; at most three of them lie in a hex. Neither side sees the
other. Then the cutter sends the light of its lantern over one hex and is told how many boats lie there. Those that it
falls on at sea, next to the cutter, are taken. After six watches it is day.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Literal

from service.engine.dice import Dice
from service.engine.events import Ended, Event, Told, TurnBegan
from service.engine.faculties import Forces, Standing
from service.engine.game import Briefing, Game, Info, Options, ScenarioInfo
from service.engine.grids import SheetGround
from service.engine.hexes import Grid
from service.engine.lines import StandingAnswer
from service.engine.options import Destination, Domain, Option, Places, Routes, Several
from service.engine.orders import Order, demand
from service.engine.outline import GameTurn, Heading, Repeat, Segment
from service.engine.paths import cheapest
from service.engine.places import Place
from service.engine.reports import Report
from service.engine.roles import Subject, Way
from service.engine.seats import EVERYBODY, Seat
from service.engine.sentences import Sentence, counted, joined, listing, own, place, say
from service.engine.state import Known, Picture, Position
from service.engine.telling import announce
from service.engine.words import PlainWords

SMUGGLER, CUTTER = SIDES = ("Smuggler", "Cutter")
WATCHES, ROOM = 6, 3
COLUMNS, NORTHERN, SOUTHERN = ("HHH", "JJJ", "KKK", "LLL", "MMM", "NNN"), 43, 49
_SEA = Grid(len(COLUMNS), SOUTHERN - NORTHERN + 1)
BAY = SheetGround(
    _SEA, {hex: Place(f"{COLUMNS[int(hex[:2]) - 1]}{NORTHERN - 1 + int(hex[2:])}") for hex in _SEA}
)  # fmt: skip
SHORE = frozenset(hex for hex in BAY.places if hex.endswith(str(SOUTHERN)))
FLEETS = {
    SMUGGLER: {"swift": (3, "KKK43"), "dove": (2, "KKK43"), "ark": (1, "KKK43"), "wren": (2, "LLL43")},
    CUTTER: {"cutter": (2, "LLL48")},
}
"""The boats of each side: how many hexes one sails in a watch, and where it lies at first."""


@dataclass(slots=True, kw_only=True)
class Boat:
    """A boat: how many hexes it sails in a watch, and where it lies."""

    pace: int
    hex: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Gleam:
    """A boat of the smuggler's as the light of the lantern last showed it."""

    hex: Place
    watch: int


@dataclass(slots=True, kw_only=True)
class Night(Position):
    """The truth: where all boats are that were not taken, and on which hex the light fell last."""

    boats: dict[str, Place] = field(
        default_factory=lambda: {boat: Place(hex) for fleet in FLEETS.values() for boat, (_, hex) in fleet.items()}
    )
    lit: str = ""

    def smugglers(self) -> dict[str, Place]:
        """The smuggler's boats that were not taken."""
        return {boat: hex for boat, hex in self.boats.items() if boat in FLEETS[SMUGGLER]}


@dataclass(slots=True, kw_only=True)
class Chart(Picture):
    """What a side knows: its boats, in which watch each last sailed, and where they are bound for; in which watch its
    light last fell, and on what."""

    boats: dict[str, Boat]
    sailed: dict[str, int] = field(default_factory=dict)
    bound_for: Place
    shone: int = 0
    gleams: dict[str, Gleam] = field(default_factory=dict)
    verdict: str = ""


# ---- events change the truth; reports change what a side knows


@dataclass(frozen=True, kw_only=True)
class BoatSailed(Event):
    """A boat is in another hex."""

    kind: Literal["boat-sailed"] = "boat-sailed"
    boat: str
    hex: Place

    def change(self, state: Night) -> None:
        state.boats[self.boat] = self.hex


@dataclass(frozen=True, kw_only=True)
class LightFell(Event):
    """The light of the lantern falls on a hex."""

    kind: Literal["light-fell"] = "light-fell"
    hex: Place

    def change(self, state: Night) -> None:
        state.lit = self.hex


@dataclass(frozen=True, kw_only=True)
class BoatTaken(Event):
    """The cutter lies alongside."""

    kind: Literal["boat-taken"] = "boat-taken"
    boat: str

    def change(self, state: Night) -> None:
        del state.boats[self.boat]


@dataclass(frozen=True, kw_only=True)
class Lit(Report):
    """On how many boats the light fell, and whether they are taken. The smuggler is told only if it fell on theirs."""

    kind: Literal["lit"] = "lit"
    hex: Place
    watch: int
    boats: int
    taken: bool

    def teach(self, picture: Chart) -> None:
        if picture.seat == SMUGGLER and self.taken:
            picture.boats = {id: boat for id, boat in picture.boats.items() if boat.hex != self.hex}
        if picture.seat == CUTTER and self.boats:
            left = 0 if self.taken else self.boats
            picture.gleams = {f"gleam-{n + 1}": Gleam(hex=self.hex, watch=self.watch) for n in range(left)}


@dataclass(frozen=True, kw_only=True)
class Morning(Report):
    """The night is over: where each of the smuggler's boats is that was not taken."""

    kind: Literal["morning"] = "morning"
    boats: Mapping[str, Place]

    def teach(self, picture: Chart) -> None:
        landed, taken = sum(hex in SHORE for hex in self.boats.values()), len(FLEETS[SMUGGLER]) - len(self.boats)
        picture.ended = True
        picture.verdict = (
            f"The smuggler has landed {counted(landed, 'boat')}; the cutter took {counted(taken, 'boat')}."
        )


# ---- orders: checked against what the side knows, resolved against what is true


def company(picture: Chart, units: Sequence[str]) -> list[Boat]:
    """The boats of these ids, which may sail together. Raises a Refusal where they may not."""
    demand(units and len(set(units)) == len(units), "BAY-SAI-01", "Name the boats that sail, each once.")
    for unit in units:
        demand(unit in picture.boats, "BAY-SAI-01", f"You have no '{unit}'.")
        boat, name = picture.boats[unit], own(unit, unit.capitalize())
        demand(picture.sailed.get(unit, 0) < picture.turn, "BAY-SAI-02", (name, " has its course for this watch."))
        demand(picture.seat == CUTTER or boat.hex not in SHORE, "BAY-SAI-03", (name, " has landed."))
    boats = [picture.boats[unit] for unit in units]
    lie = listing(
        say(own(unit, unit.capitalize()), " lies in ", place(boat.hex)) for unit, boat in zip(units, boats, strict=True)
    )
    demand(len({boat.hex for boat in boats}) == 1, "BAY-SAI-04", ("Boats sail together from one hex; ", lie, "."))
    return boats


def room(picture: Chart, hex: Place) -> int:
    """How many more of the side's boats may lie in a hex."""
    return ROOM - sum(boat.hex == hex for boat in picture.boats.values())


def stacks(picture: Chart) -> dict[Place, list[str]]:
    """The boats that have yet to sail in this watch, by the hex where they lie."""
    found: dict[Place, list[str]] = {}
    for unit, boat in picture.boats.items():
        if picture.sailed.get(unit, 0) < picture.turn and (picture.seat == CUTTER or boat.hex not in SHORE):
            found.setdefault(boat.hex, []).append(unit)
    return found


@dataclass(frozen=True, kw_only=True)
class Sail(Order):
    """Sail with one boat, or with several that lie in one hex, as far as the slowest of them comes in a watch."""

    kind: Literal["sail"] = "sail"
    units: Subject[tuple[str, ...]]
    path: Way[tuple[Place, ...]]

    def check(self, picture: Chart) -> None:
        boats = company(picture, self.units)
        pace = min(boat.pace for boat in boats)
        demand(1 <= len(self.path) <= pace, "BAY-SAI-05",
               f"They sail at the pace of the slowest, 1 to {pace} in a watch, not {len(self.path)}.")  # fmt: skip
        for here, there in zip((boats[0].hex, *self.path), self.path, strict=False):
            demand(there in BAY.neighbours(here), "BAY-SAI-05", (place(there), " does not adjoin ", place(here), "."))
        free = room(picture, self.path[-1])
        demand(len(boats) <= free, "BAY-SAI-06",
               (f"At most {ROOM} boats lie in a hex; ", place(self.path[-1]), f" has room for {free}."))  # fmt: skip

    def believe(self, picture: Chart) -> None:
        for unit in self.units:
            picture.boats[unit].hex, picture.sailed[unit] = self.path[-1], picture.turn

    @classmethod
    def offers(cls, picture: Chart) -> Iterator[Option]:
        for hex, units in stacks(picture).items():
            sails = Several(values=tuple(units), least=1, most=len(units))
            fields: dict[str, Domain] = {"units": sails, "path": Routes(follows="units")}
            yield Option(kind="sail", title=say("Sail from ", place(hex)), subjects=tuple(units), fields=fields)


@dataclass(frozen=True, kw_only=True)
class ShineOn(Order):
    """Send the light of the lantern over a hex of the bay."""

    kind: Literal["shine-on"] = "shine-on"
    hex: Place

    def check(self, picture: Chart) -> None:
        demand(picture.shone < picture.turn, "BAY-LAN-02", "The lantern has shone in this watch.")
        demand(self.hex in BAY, "BAY-LAN-01", f"{self.hex} is not in the bay.")

    def believe(self, picture: Chart) -> None:
        picture.shone = picture.turn

    def resolve(self, state: Night, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield LightFell(hex=self.hex)
        seen = [boat for boat, hex in state.smugglers().items() if hex == self.hex]
        near = BAY.distance(self.hex, state.boats["cutter"]) <= 1
        taken = bool(seen) and near and self.hex not in SHORE
        for side in SIDES if seen else (CUTTER,):
            yield Told(seat=side, report=Lit(hex=self.hex, watch=state.turn, boats=len(seen), taken=taken))
        yield from (BoatTaken(boat=boat) for boat in seen if taken)

    @classmethod
    def offers(cls, picture: Chart) -> Iterator[Option]:
        if picture.shone < picture.turn:
            yield Option(kind="shine-on", title=say("Shine on a hex"), fields={"hex": Places(places=BAY.places)})


@dataclass(frozen=True, kw_only=True)
class SteerFor(Order):
    """Say where your boats are bound for: there they sail, and the light falls, while you are on standing orders."""

    kind: Literal["steer-for"] = "steer-for"
    hex: Place

    def check(self, picture: Chart) -> None:
        demand(self.hex in BAY, "BAY-SAI-03", f"{self.hex} is not in the bay.")

    def believe(self, picture: Chart) -> None:
        picture.bound_for = self.hex

    @classmethod
    def offers(cls, picture: Chart) -> Iterator[Option]:
        yield Option(kind="steer-for", title=say("Steer for"), fields={"hex": Places(places=BAY.places)})


def mate(picture: Chart, heading: Heading) -> Sequence[Order]:
    """What a side on standing orders does: each boat sails by itself to where they are bound; there the light falls."""
    if heading.name == "lantern":
        return [ShineOn(hex=picture.bound_for)]
    orders, then = list[Order](), deepcopy(picture)
    for unit in [unit for units in stacks(picture).values() for unit in units]:
        far = BAY.distance(then.boats[unit].hex, then.bound_for)
        nearer = [way for way in Boats().destinations(then, (unit,)) if BAY.distance(way.place, then.bound_for) < far]
        if nearer:
            way = min(nearer, key=lambda way: (BAY.distance(way.place, then.bound_for), way.cost, way.place))
            orders.append(order := Sail(units=(unit,), path=way.path))
            order.believe(then)
    return orders


@dataclass(frozen=True, kw_only=True)
class Course:
    """Where a side's boats are bound for."""

    bound_for: Place


class Mates(Standing[Chart]):
    """Where the boats are bound for, and where they would have gone."""

    def given(self, picture: Chart) -> Course:
        return Course(bound_for=picture.bound_for)

    def rehearse(self, then: Chart, now: Chart, heading: Heading) -> Sequence[StandingAnswer]:
        then.bound_for = now.bound_for
        return [StandingAnswer(order=order) for order in mate(then, heading)]


# ---- what the umpire does between the questions


def new_watch(state: Night, dice: Dice) -> Iterator[Event]:
    yield TurnBegan(turn=state.turn + 1)


def sail(state: Night, dice: Dice) -> Iterator[Event]:
    """All boats sail at once, past each other in the dark."""
    for side in state.seats:
        for order in state.plans.get(side, []):
            if isinstance(order, Sail):
                yield from (BoatSailed(boat=boat, hex=order.path[-1]) for boat in order.units)


def night_over(state: Night) -> bool:
    return SHORE.issuperset(state.smugglers().values()) or state.turn >= WATCHES


def morning(state: Night, dice: Dice) -> Iterator[Event]:
    yield from announce(state, Morning(boats=state.smugglers()))
    yield Ended()


OUTLINE = Heading("The lantern")[
    Repeat("Night", until=night_over)[
        GameTurn("Watch", does=new_watch)[
            Segment("Sailing", by=EVERYBODY, orders=(Sail,), works="when done", ends=sail, rule="BAY-SAI-01"),
            Segment("Lantern", by=CUTTER, orders=(ShineOn,), rule="BAY-LAN-01"),
        ],
    ],
    Segment("Morning", does=morning),
]


# ---- the game as everything else sees it


class Boats(Forces[Chart]):
    """A side's own boats, and on the cutter's chart those of the smuggler as the light last showed them."""

    def own(self, picture: Chart) -> Mapping[str, Boat]:
        return picture.boats

    def contacts(self, picture: Chart) -> Mapping[str, Gleam]:
        return picture.gleams

    def places_of(self, thing: Boat | Gleam) -> tuple[Place, ...]:
        return (thing.hex,)

    def destinations(self, picture: Chart, units: Sequence[str]) -> Sequence[Destination]:
        boats = company(picture, units)
        ways = cheapest(boats[0].hex, BAY.neighbours, lambda so_far, to: 1, min(boat.pace for boat in boats))
        found = [Destination(place=way.node, cost=way.cost, path=way.path) for way in ways if way.path]
        return sorted((way for way in found if len(boats) <= room(picture, way.place)), key=lambda way: way.place)


class Words(PlainWords):
    """What the sides are told, in sentences."""

    def prose(self, report: Report) -> Sentence:
        match report:
            case Lit(boats=0):
                return say("The light of the lantern falls on nothing in ", place(report.hex), ".")
            case Lit():
                fate = ", and they are taken." if report.taken else "."
                return say(
                    f"The light of the lantern falls on {counted(report.boats, 'boat')} in ", place(report.hex), fate
                )
            case Morning(boats=boats) if boats:
                lie = joined(", ", (say(f"{boat.capitalize()} in ", place(hex)) for boat, hex in boats.items()))
                return say("It is day. Of the smuggler's boats there are left: ", lie, ".")
            case Morning():
                return say("It is day. All of the smuggler's boats are taken.")
        return super().prose(report)

    def verdict(self, known: Known[Chart, Chart]) -> Sentence:
        return say(known.picture.verdict)


def opening(scenario: str, options: Options) -> Night:
    bound = {SMUGGLER: Place("KKK49"), CUTTER: Place("KKK47")}
    fleets = {
        side: {boat: Boat(pace=pace, hex=Place(hex)) for boat, (pace, hex) in fleet.items()}
        for side, fleet in FLEETS.items()
    }
    return Night(pictures={side: Chart(boats=fleets[side], bound_for=bound[side]) for side in SIDES})


THE_LANTERN: Game[Night, Chart, Chart] = Game(
    info=Info(
        name="lantern", title="The lantern", version="1", seats=SIDES,
        scenarios={"bay": ScenarioInfo(title="The bay", turns=WATCHES, briefings={
            SMUGGLER: Briefing(
                situation=say("Your boats come from the open sea."), aim=say("Land them in the south by day."),
            ),
            CUTTER: Briefing(
                situation=say("You lie in the bay, with a lantern."), aim=say("Take the boats before they land."),
            ),
        })},
    ),
    outline=OUTLINE, position=Night, picture=Chart, view_type=Chart, orders=(Sail, ShineOn, SteerFor),
    anytime=(SteerFor,), events=(BoatSailed, LightFell, BoatTaken), reports=(Lit, Morning), set_up=opening,
    answer=mate, forces=Boats(), words=Words(), standing=Mates(),
    ground=lambda picture: BAY,
)  # fmt: skip
