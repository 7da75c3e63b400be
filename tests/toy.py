"""A toy game to try the engine and the service on: two seats, each hides in one of nine hexes and looks for the other.

It has one of everything: a heading of both sides, a Repeat, an Each, letters, plans worked on Done, public and hidden
dice, an order lawful at any heading, standing answers, and an end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from service.engine.data import DataSet
from service.engine.dice import Dice
from service.engine.events import Ended, Event, Told, TurnBegan
from service.engine.faculties import alone
from service.engine.game import Game, Info, Options, ScenarioInfo
from service.engine.options import Choice, Destination, Option, Places, Routes
from service.engine.orders import Order, demand
from service.engine.outline import Dispatch, Each, Heading, Phase, PlayerTurn, Repeat, Segment
from service.engine.places import Ground
from service.engine.reports import Report
from service.engine.roles import Way
from service.engine.seats import EVERYBODY, NON_PHASING, PHASING, Seat
from service.engine.sentences import Sentence, say
from service.engine.state import Known, Picture, Position
from service.engine.words import PlainWords

NORTH, SOUTH = "north", "south"
HEXES = tuple(f"{column}{row}" for column in "123" for row in "123")
TURNS = 4


def beside(a: str, b: str) -> bool:
    return abs(int(a[0]) - int(b[0])) + abs(int(a[1]) - int(b[1])) == 1


YARD = Ground({at: [there for there in HEXES if beside(at, there)] for at in HEXES}, noun="hex", nouns="hexes")
"""Its places are drawn nowhere: the page lists what stands where."""


# ---- the position, and what a seat knows of it


@dataclass(slots=True, kw_only=True)
class ToyPicture(Picture):
    hex: str | None = None
    weather: int = 0
    searched: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    lie_low: bool = False
    winner: str | None = None


@dataclass(slots=True, kw_only=True)
class ToyState(Position):
    hexes: dict[Seat, str] = field(default_factory=dict)
    searches: list[str] = field(default_factory=list)
    lying_low: bool = False
    lie_low: dict[Seat, bool] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Glimpse:
    """What a side would know of the other's token, if it ever saw it."""

    hex: str


@dataclass(frozen=True, kw_only=True)
class ToyView:
    hex: str | None
    turn: int
    asked: bool
    weather: int
    searched: tuple[str, ...]
    heard: tuple[str, ...]
    winner: str | None


# ---- orders


@dataclass(frozen=True, kw_only=True)
class Hide(Order):
    """Hide in a hex."""

    kind: Literal["hide"] = "hide"
    rule = "TOY-HID-01"
    hex: str

    def check(self, picture: ToyPicture) -> None:
        demand(self.hex in HEXES, "TOY-HID-02", f"There is no hex {self.hex}; they go from 11 to 33.")

    def believe(self, picture: ToyPicture) -> None:
        picture.hex = self.hex

    def resolve(self, state: ToyState, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield Hidden(seat=seat, hex=self.hex)

    @classmethod
    def offers(cls, picture: ToyPicture) -> Iterator[Option]:
        yield Option(kind="hide", title=say("Hide"), fields={"hex": Places(places=HEXES)})


@dataclass(frozen=True, kw_only=True)
class Creep(Order):
    """Go along a path of hexes, one beside the other."""

    kind: Literal["creep"] = "creep"
    rule = "TOY-MOV-01"
    path: Way[tuple[str, ...]]

    def subjects(self) -> tuple[str, ...]:
        return ("token",)

    def check(self, picture: ToyPicture) -> None:
        at = picture.hex or ""
        for step in self.path:
            demand(step in HEXES and beside(at, step), "TOY-MOV-02", f"{step} is not beside {at}.")
            at = step

    def believe(self, picture: ToyPicture) -> None:
        picture.hex = self.path[-1] if self.path else picture.hex

    @classmethod
    def offers(cls, picture: ToyPicture) -> Iterator[Option]:
        yield Option(kind="creep", title=say("Creep"), subjects=("token",), fields={"path": Routes()})


@dataclass(frozen=True, kw_only=True)
class Search(Order):
    """Search a hex for the other side; they hear it."""

    kind: Literal["search"] = "search"
    rule = "TOY-SEA-01"
    hex: str

    def check(self, picture: ToyPicture) -> None:
        demand(self.hex in HEXES, "TOY-SEA-02", f"There is no hex {self.hex}; they go from 11 to 33.")
        demand(self.hex not in picture.searched, "TOY-SEA-03", f"Hex {self.hex} was searched already.")

    def believe(self, picture: ToyPicture) -> None:
        picture.searched.append(self.hex)

    @classmethod
    def offers(cls, picture: ToyPicture) -> Iterator[Option]:
        left = tuple(h for h in HEXES if h not in picture.searched)
        if left:
            yield Option(kind="search", title=say("Search"), fields={"hex": Places(places=left)})


@dataclass(frozen=True, kw_only=True)
class LieLow(Order):
    """Lie low while they search, or not."""

    kind: Literal["lie-low"] = "lie-low"
    rule = "TOY-SEA-04"
    low: bool

    def resolve(self, state: ToyState, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield WentLow(low=self.low)

    @classmethod
    def offers(cls, picture: ToyPicture) -> Iterator[Option]:
        yield Option(kind="lie-low", title=say("Lie low"), fields={"low": Choice(values=(True, False))})


@dataclass(frozen=True, kw_only=True)
class AnswerInAdvance(Order):
    """Say in advance whether to lie low when searched."""

    kind: Literal["answer-in-advance"] = "answer-in-advance"
    low: bool

    def resolve(self, state: ToyState, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield AnsweredInAdvance(seat=seat, low=self.low)
        yield Told(seat=seat, report=AdviceNoted(low=self.low))

    @classmethod
    def offers(cls, picture: ToyPicture) -> Iterator[Option]:
        yield Option(kind="answer-in-advance", title=say("In advance"), fields={"low": Choice(values=(True, False))})


# ---- events


@dataclass(frozen=True, kw_only=True)
class Hidden(Event):
    kind: Literal["hidden"] = "hidden"
    seat: Seat
    hex: str

    def change(self, state: ToyState) -> None:
        state.hexes[self.seat] = self.hex


@dataclass(frozen=True, kw_only=True)
class SearchesListed(Event):
    kind: Literal["searches-listed"] = "searches-listed"
    hexes: tuple[str, ...]

    def change(self, state: ToyState) -> None:
        state.searches = list(self.hexes)


@dataclass(frozen=True, kw_only=True)
class WentLow(Event):
    kind: Literal["went-low"] = "went-low"
    low: bool

    def change(self, state: ToyState) -> None:
        state.lying_low = self.low


@dataclass(frozen=True, kw_only=True)
class AnsweredInAdvance(Event):
    kind: Literal["answered-in-advance"] = "answered-in-advance"
    seat: Seat
    low: bool

    def change(self, state: ToyState) -> None:
        state.lie_low[self.seat] = self.low


# ---- reports


@dataclass(frozen=True, kw_only=True)
class WeatherTold(Report):
    kind: Literal["weather-told"] = "weather-told"
    die: int

    def teach(self, picture: ToyPicture) -> None:
        picture.weather = self.die


@dataclass(frozen=True, kw_only=True)
class SearchHeard(Report):
    kind: Literal["search-heard"] = "search-heard"
    hex: str

    def teach(self, picture: ToyPicture) -> None:
        picture.heard.append(self.hex)


@dataclass(frozen=True, kw_only=True)
class AdviceNoted(Report):
    kind: Literal["advice-noted"] = "advice-noted"
    low: bool

    def teach(self, picture: ToyPicture) -> None:
        picture.lie_low = self.low


@dataclass(frozen=True, kw_only=True)
class MatchOver(Report):
    kind: Literal["match-over"] = "match-over"
    winner: str | None

    def teach(self, picture: ToyPicture) -> None:
        picture.winner, picture.ended, picture.asked = self.winner, True, False


# ---- the umpire's duties


def begin_turn(state: ToyState, dice: Dice) -> Iterator[Event]:
    yield TurnBegan(turn=state.turn + 1)
    weather = dice.roll("1d6", "TOY-WEA-01 weather", public=True)
    for seat in state.seats:
        yield Told(seat=seat, report=WeatherTold(die=weather.total))


def work_moves(state: ToyState, dice: Dice) -> Iterator[Event]:
    assert state.phasing is not None
    plans = list(state.plans.get(state.phasing, []))
    for order in plans:
        if isinstance(order, Creep) and order.path:
            yield Hidden(seat=state.phasing, hex=order.path[-1])
    yield SearchesListed(hexes=tuple(order.hex for order in plans if isinstance(order, Search)))


def write_letter(state: ToyState, to: Seat, dice: Dice) -> Iterator[Event]:
    for hex in state.searches:
        yield Told(seat=to, report=SearchHeard(hex=hex))


def declared_searches(state: ToyState) -> Sequence[str]:
    return list(state.searches)


def resolve_search(state: ToyState, dice: Dice) -> Iterator[Event]:
    assert state.phasing is not None
    hex, [hidden] = state.item(), state.others(state.phasing)
    luck = dice.roll("1d6", f"TOY-SEA-05 search of {hex}")
    found = state.hexes[hidden] == hex and luck.total >= (5 if state.lying_low else 2)
    yield WentLow(low=False)
    if found:
        yield from end(state, state.phasing)


def nobody_found(state: ToyState, dice: Dice) -> Iterator[Event]:
    yield from end(state, None)


def end(state: ToyState, winner: str | None) -> Iterator[Event]:
    for seat in state.seats:
        yield Told(seat=seat, report=MatchOver(winner=winner))
    yield Ended()


def time_is_up(state: ToyState) -> bool:
    return state.turn >= TURNS


# ---- the sequence of play

PLAYER_TURN = (
    Segment("Movement", by=PHASING, orders=(Creep, Search), works="when done", ends=work_moves, rule="TOY-SEQ-02"),
    Dispatch("To the non-phasing player", to=NON_PHASING, compose=write_letter),
    Each("Searches", each=declared_searches, occasion="search")[
        Segment("Answer", by=NON_PHASING, orders=(LieLow,)),
        Segment("Result", does=resolve_search),
    ],
    Dispatch("To the phasing player", to=PHASING),
)

OUTLINE = Heading("Hide and seek")[
    Segment("Hiding", by=EVERYBODY, orders=(Hide,), rule="TOY-SEQ-01"),
    Repeat("Game turn", until=time_is_up)[
        Phase("Dawn", does=begin_turn),
        PlayerTurn("North's turn", phasing=lambda state: NORTH)[PLAYER_TURN],
        PlayerTurn("South's turn", phasing=lambda state: SOUTH)[PLAYER_TURN],
    ],
    Phase("Nightfall", does=nobody_found),
]


def set_up(scenario: str, options: Options) -> ToyState:
    places = {NORTH: "11", SOUTH: "33"}
    return ToyState(hexes=places, pictures={seat: ToyPicture(hex=hex) for seat, hex in places.items()})


def view(picture: ToyPicture) -> ToyView:
    return ToyView(
        hex=picture.hex, turn=picture.turn, asked=picture.asked, weather=picture.weather,
        searched=tuple(picture.searched), heard=tuple(picture.heard), winner=picture.winner,
    )  # fmt: skip


class Forces:
    """One token a side, of which only its owner knows where it is."""

    def own(self, picture: ToyPicture) -> Mapping[str, str]:
        return {"token": picture.hex} if picture.hex else {}

    def contacts(self, picture: ToyPicture) -> Mapping[str, Glimpse]:
        return {}

    def places_of(self, thing: str) -> tuple[str, ...]:
        return (thing,)

    def destinations(self, picture: ToyPicture, units: Sequence[str]) -> Sequence[Destination]:
        unit = alone(units, "TOY-MOV-03")
        demand(unit == "token", "TOY-MOV-03", f"You have no unit {unit}.")
        at = picture.hex or ""
        return [Destination(place=h, cost=1, path=(h,)) for h in HEXES if beside(at, h)]


class Words(PlainWords):
    """Who has won is all that is said in words of its own."""

    def verdict(self, known: Known[ToyPicture, ToyView]) -> Sentence:
        winner = known.view.winner
        return say(f"{winner.capitalize()} has won." if winner else "Nobody has won.")


def answer(picture: ToyPicture, heading: Heading) -> Sequence[Order]:
    return [LieLow(low=True)] if LieLow in heading.orders and picture.lie_low else []


def played_by(data: DataSet) -> Game[ToyState, ToyPicture, ToyView]:
    """The same game by another set of data, of which it makes nothing."""
    return replace(TOY, data=data)


TOY = Game(
    info=Info(
        name="toy",
        title="Hide and Seek",
        version="1",
        seats=(NORTH, SOUTH),
        scenarios={"yard": ScenarioInfo(title="The yard", turns=TURNS)},
    ),
    outline=OUTLINE,
    position=ToyState,
    picture=ToyPicture,
    view_type=ToyView,
    orders=(Hide, Creep, Search, LieLow, AnswerInAdvance),
    events=(Hidden, SearchesListed, WentLow, AnsweredInAdvance),
    reports=(WeatherTold, SearchHeard, AdviceNoted, MatchOver),
    anytime=(AnswerInAdvance,),
    set_up=set_up,
    view=view,
    answer=answer,
    words=Words(),
    forces=Forces(),
    ground=lambda picture: YARD,
    data=DataSet.of({"yard.yaml": "provenance: made up for the tests\n"}),
    bind=played_by,
)
