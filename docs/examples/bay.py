"""The lantern: a game of two boats on a lettered map, where one looks for the other by night.

A smuggler comes from the open sea in the north of a bay of lettered hexes, such as KKK46, and is to land on its
southern shore. In each watch of the night both boats sail, neither seeing the other; then the cutter sends the light of
its lantern over one hex. If it falls on the smuggler next to the cutter, he is taken. After six watches it is day.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from service.engine.dice import Dice
from service.engine.events import Ended, Event, Told, TurnBegan
from service.engine.faculties import Forces, alone
from service.engine.game import Game, Info, Options, Scenario
from service.engine.grids import SheetGround
from service.engine.hexes import Grid
from service.engine.options import Destination, Option, Places, Routes
from service.engine.orders import Order, demand
from service.engine.outline import GameTurn, Heading, Repeat, Segment
from service.engine.paths import cheapest
from service.engine.places import Place
from service.engine.reports import Report
from service.engine.seats import EVERYBODY, Seat
from service.engine.sentences import Sentence, place, say
from service.engine.state import Picture, Position
from service.engine.words import PlainWords

SMUGGLER, CUTTER = BOATS = ("Smuggler", "Cutter")
WATCHES = 6
COLUMNS, NORTHERN, SOUTHERN = ("HHH", "JJJ", "KKK", "LLL", "MMM", "NNN"), 43, 49
_SEA = Grid(len(COLUMNS), SOUTHERN - NORTHERN + 1)
BAY = SheetGround(
    _SEA, {hex: Place(f"{COLUMNS[int(hex[:2]) - 1]}{NORTHERN - 1 + int(hex[2:])}") for hex in _SEA}
)  # fmt: skip
SHORE = frozenset(hex for hex in BAY.places if hex.endswith(str(SOUTHERN)))
BEGINS = {SMUGGLER: Place("KKK43"), CUTTER: Place("LLL48")}


@dataclass(slots=True, kw_only=True)
class Boat:
    """A boat, and where it lies."""

    hex: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Gleam:
    """The smuggler as the light of the lantern last showed it."""

    hex: Place
    watch: int


@dataclass(slots=True, kw_only=True)
class Night(Position):
    """The truth: where both boats are, and whether the smuggler was taken."""

    boats: dict[Seat, Place] = field(default_factory=lambda: dict(BEGINS))
    taken: bool = False


@dataclass(slots=True, kw_only=True)
class Chart(Picture):
    """What a boat knows: where it is and is bound for, in which watch it last sailed and shone, and what it saw."""

    boat: Boat
    bound_for: Place
    sailed: int = 0
    shone: int = 0
    gleams: dict[str, Gleam] = field(default_factory=dict)
    verdict: str = ""


# ---- events change the truth; reports change what a boat knows


@dataclass(frozen=True, kw_only=True)
class BoatSailed(Event):
    """A boat is in another hex."""

    kind: Literal["boat-sailed"] = "boat-sailed"
    boat: Seat
    hex: Place

    def change(self, state: Night) -> None:
        state.boats[self.boat] = self.hex


@dataclass(frozen=True, kw_only=True)
class SmugglerTaken(Event):
    """The cutter lies alongside."""

    kind: Literal["smuggler-taken"] = "smuggler-taken"

    def change(self, state: Night) -> None:
        state.taken = True


@dataclass(frozen=True, kw_only=True)
class Lit(Report):
    """What the light fell on. It is told to the cutter, and to the smuggler only if it fell on him."""

    kind: Literal["lit"] = "lit"
    hex: Place
    watch: int
    boat: bool

    def teach(self, picture: Chart) -> None:
        if picture.seat == CUTTER and self.boat:
            picture.gleams = {"smuggler": Gleam(hex=self.hex, watch=self.watch)}


@dataclass(frozen=True, kw_only=True)
class Morning(Report):
    """The night is over: where the smuggler was, and what became of him."""

    kind: Literal["morning"] = "morning"
    hex: Place
    taken: bool

    def teach(self, picture: Chart) -> None:
        came = "was taken" if self.taken else "has landed" if self.hex in SHORE else "is still at sea"
        picture.ended, picture.verdict = True, f"The smuggler {came} in {self.hex}."


# ---- orders: checked against what the boat knows, resolved against what is true


@dataclass(frozen=True, kw_only=True)
class Sail(Order):
    """Sail one or two hexes."""

    kind: Literal["sail"] = "sail"
    path: tuple[Place, ...]

    def check(self, picture: Chart) -> None:
        demand(picture.sailed < picture.turn, "BAY-SAI-02", "Your boat has its course for this watch.")
        demand(len(self.path) in (1, 2), "BAY-SAI-01", f"A boat sails one or two hexes, not {len(self.path)}.")
        for here, there in zip((picture.boat.hex, *self.path), self.path, strict=False):
            demand(there in BAY.neighbours(here), "BAY-SAI-01", f"{there} does not adjoin {here}.")

    def believe(self, picture: Chart) -> None:
        picture.boat.hex, picture.sailed = self.path[-1], picture.turn

    @classmethod
    def offers(cls, picture: Chart) -> Iterator[Option]:
        if picture.sailed < picture.turn:
            yield Option(order="sail", title="Sail", subjects=("boat",), fields={"path": Routes()})


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
        seen = self.hex == state.boats[SMUGGLER]
        for boat in BOATS if seen else (CUTTER,):
            yield Told(seat=boat, report=Lit(hex=self.hex, watch=state.turn, boat=seen))
        if seen and BAY.distance(self.hex, state.boats[CUTTER]) <= 1:
            yield SmugglerTaken()

    @classmethod
    def offers(cls, picture: Chart) -> Iterator[Option]:
        if picture.shone < picture.turn:
            yield Option(order="shine-on", title="Shine on a hex", fields={"hex": Places(places=BAY.places)})


@dataclass(frozen=True, kw_only=True)
class SteerFor(Order):
    """Say where your boat is bound for: there it sails while you are on standing orders, and there its light falls."""

    kind: Literal["steer-for"] = "steer-for"
    hex: Place

    def check(self, picture: Chart) -> None:
        demand(self.hex in BAY, "BAY-SAI-03", f"{self.hex} is not in the bay.")

    def believe(self, picture: Chart) -> None:
        picture.bound_for = self.hex

    @classmethod
    def offers(cls, picture: Chart) -> Iterator[Option]:
        yield Option(order="steer-for", title="Steer for", fields={"hex": Places(places=BAY.places)})


def mate(picture: Chart, heading: Heading) -> Sequence[Order]:
    """What a boat on standing orders does: it sails towards where it is bound for, and shines there."""
    if heading.name == "lantern":
        return [ShineOn(hex=picture.bound_for)]
    ways = Boats().destinations(picture, ("boat",))
    nearest = min(ways, key=lambda way: (BAY.distance(way.place, picture.bound_for), way.cost, way.place))
    nearer = BAY.distance(nearest.place, picture.bound_for) < BAY.distance(picture.boat.hex, picture.bound_for)
    return [Sail(path=nearest.path)] if nearer else []


# ---- what the umpire does between the questions


def new_watch(state: Night, dice: Dice) -> Iterator[Event]:
    yield TurnBegan(turn=state.turn + 1)


def sail(state: Night, dice: Dice) -> Iterator[Event]:
    """Both boats sail at once, past each other in the dark."""
    for boat in state.seats:
        for order in state.plans.get(boat, []):
            if isinstance(order, Sail):
                yield BoatSailed(boat=boat, hex=order.path[-1])


def at_sea(state: Night) -> bool:
    return state.boats[SMUGGLER] not in SHORE


def night_over(state: Night) -> bool:
    return state.taken or not at_sea(state) or state.turn >= WATCHES


def morning(state: Night, dice: Dice) -> Iterator[Event]:
    for boat in state.seats:
        yield Told(seat=boat, report=Morning(hex=state.boats[SMUGGLER], taken=state.taken))
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
    """A side's own boat, and on the cutter's chart the smuggler as the light last showed it."""

    def own(self, picture: Chart) -> Mapping[str, Boat]:
        return {"boat": picture.boat}

    def contacts(self, picture: Chart) -> Mapping[str, Gleam]:
        return picture.gleams

    def places_of(self, thing: Boat | Gleam) -> tuple[Place, ...]:
        return (thing.hex,)

    def subjects(self, order: Order) -> tuple[str, ...]:
        return ("boat",) if isinstance(order, Sail) else ()

    def destinations(self, picture: Chart, units: Sequence[str]) -> Sequence[Destination]:
        unit = alone(units, "BAY-SAI-01")
        demand(unit == "boat", "BAY-SAI-01", f"You have no '{unit}'.")
        ways = cheapest(picture.boat.hex, BAY.neighbours, lambda so_far, to: 1, 2)
        found = [Destination(place=way.node, cost=way.cost, path=way.path) for way in ways if way.path]
        return sorted(found, key=lambda way: way.place)


class Words(PlainWords):
    """What the boats are told, in sentences."""

    def prose(self, report: Report) -> Sentence:
        match report:
            case Lit(boat=True):
                return say("The light of the lantern falls on the smuggler in ", place(report.hex), ".")
            case Lit():
                return say("The light of the lantern falls on nothing in ", place(report.hex), ".")
            case Morning():
                return say("It is day. The smuggler is in ", place(report.hex), ".")
        return super().prose(report)

    def verdict(self, view: Chart) -> str:
        return view.verdict


def opening(scenario: str, options: Options) -> Night:
    return Night(
        pictures={
            SMUGGLER: Chart(boat=Boat(hex=BEGINS[SMUGGLER]), bound_for=Place("KKK49")),
            CUTTER: Chart(boat=Boat(hex=BEGINS[CUTTER]), bound_for=Place("KKK47")),
        }
    )


THE_LANTERN: Game[Night, Chart, Chart] = Game(
    info=Info(
        name="lantern", title="The lantern", version="1", seats=BOATS,
        scenarios={"bay": Scenario(title="The bay", turns=WATCHES + 1)},
    ),
    outline=OUTLINE, position=Night, picture=Chart, view_type=Chart, orders=(Sail, ShineOn, SteerFor),
    anytime=(SteerFor,), events=(BoatSailed, SmugglerTaken), reports=(Lit, Morning), set_up=opening,
    view=lambda picture: picture, answer=mate, forces=Boats(), words=Words(), ground=lambda picture: BAY,
)  # fmt: skip
