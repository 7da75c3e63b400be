"""Fox and hounds: a whole hidden-movement game on one page.

A fox crosses a meadow of 7 by 5 hexes from west to east by night. The hounds listen at one hex an hour: they hear it
there for certain, and next to it on 4 or more. Heard where it is, it is caught; in the east, or by dawn, it is away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from service.engine.dice import Dice
from service.engine.events import Ended, Event, Told, TurnBegan
from service.engine.faculties import Forces, alone
from service.engine.game import Briefing, Game, Info, Options, ScenarioInfo
from service.engine.grids import SheetGround
from service.engine.hexes import Grid, Hex
from service.engine.options import Destination, Option, Places, Routes
from service.engine.orders import Order, demand
from service.engine.outline import GameTurn, Heading, Repeat, Segment
from service.engine.places import Place
from service.engine.reports import Report
from service.engine.roles import Way
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.engine.state import Known, Picture, Position
from service.engine.telling import announce
from service.engine.words import PlainWords

FOX, HOUNDS, MEADOW, TURNS, START = "Fox", "Hounds", SheetGround(Grid(7, 5)), 8, Hex("0103")


@dataclass(slots=True, kw_only=True)
class Night(Position):
    """The truth: where the fox is."""

    fox: Hex = START
    caught: bool = False


@dataclass(frozen=True, kw_only=True)
class Sound:
    """Where the hounds heard the fox, and in which hour."""

    hex: Hex
    turn: int


@dataclass(slots=True, kw_only=True)
class Ears(Picture):
    """What a side knows: the fox its place, the hounds where they heard it; and the hour in which it last acted."""

    fox: Hex | None = None
    heard: dict[Hex, Sound] = field(default_factory=dict)
    acted: int = 0
    verdict: str = ""


# ---- events change the truth, reports what a side knows


@dataclass(frozen=True, kw_only=True)
class FoxMoved(Event):
    """The fox is in another hex."""

    kind: Literal["fox-moved"] = "fox-moved"
    hex: Hex

    def change(self, state: Night) -> None:
        state.fox = self.hex


@dataclass(frozen=True, kw_only=True)
class FoxCaught(Event):
    """The hounds have it."""

    kind: Literal["fox-caught"] = "fox-caught"

    def change(self, state: Night) -> None:
        state.caught = True


@dataclass(frozen=True, kw_only=True)
class Listened(Report):
    """What the hounds heard where they listened, in this turn. The fox is not told that they did."""

    kind: Literal["listened"] = "listened"
    hex: Hex
    turn: int
    heard: bool

    def teach(self, picture: Ears) -> None:
        if self.heard:
            picture.heard[self.hex] = Sound(hex=self.hex, turn=self.turn)


@dataclass(frozen=True, kw_only=True)
class Dawn(Report):
    """The match is over: both are told how, and where the fox was."""

    kind: Literal["dawn"] = "dawn"
    caught: bool
    fox: Hex

    def teach(self, picture: Ears) -> None:
        picture.ended, picture.verdict = True, "The fox is caught." if self.caught else "The fox is away."


# ---- orders: checked against what the seat knows, resolved against what is true


@dataclass(frozen=True, kw_only=True)
class Slink(Order):
    """Move the fox one or two hexes."""

    kind: Literal["slink"] = "slink"
    path: Way[tuple[Hex, ...]]

    def subjects(self) -> tuple[str, ...]:
        return ("fox",)

    def check(self, picture: Ears) -> None:
        demand(picture.acted < picture.turn, "FOX-MOV-01", "The fox has moved in this hour.")
        demand(len(self.path) in (1, 2), "FOX-MOV-01", f"The fox moves one or two hexes, not {len(self.path)}.")
        for here, there in zip((picture.fox, *self.path), self.path, strict=False):
            beside = here in MEADOW and there in MEADOW.neighbours(Hex(str(here)))
            demand(beside, "FOX-MOV-02", (place(there), " does not adjoin ", place(here or ""), "."))

    def believe(self, picture: Ears) -> None:
        picture.fox, picture.acted = self.path[-1], picture.turn

    def resolve(self, state: Night, seat: Seat, dice: Dice) -> Iterator[Event]:
        for hex in self.path:
            yield FoxMoved(hex=hex)

    @classmethod
    def offers(cls, picture: Ears) -> Iterator[Option]:
        if picture.acted < picture.turn:
            yield Option(kind="slink", title=say("Slink"), subjects=("fox",), fields={"path": Routes()})


@dataclass(frozen=True, kw_only=True)
class Listen(Order):
    """Listen at a hex."""

    kind: Literal["listen"] = "listen"
    hex: Hex

    def check(self, picture: Ears) -> None:
        demand(picture.acted < picture.turn, "FOX-EAR-01", "The hounds have listened in this hour.")
        demand(self.hex in MEADOW, "FOX-EAR-01", f"{self.hex} is not on the meadow.")

    def believe(self, picture: Ears) -> None:
        picture.acted = picture.turn

    def resolve(self, state: Night, seat: Seat, dice: Dice) -> Iterator[Event]:
        there, near = self.hex == state.fox, self.hex in MEADOW.neighbours(state.fox)
        die = dice.roll("1d6", f"FOX-EAR-02 ears at {self.hex}")  # in any case: that it fell must tell nothing
        yield Told(seat=seat, report=Listened(hex=self.hex, turn=state.turn, heard=there or (near and die.total >= 4)))
        if there:
            yield FoxCaught()

    @classmethod
    def offers(cls, picture: Ears) -> Iterator[Option]:
        if picture.acted < picture.turn:
            yield Option(kind="listen", title=say("Listen"), fields={"hex": Places(places=MEADOW.places)})


def dusk(state: Night, dice: Dice) -> Iterator[Event]:
    yield TurnBegan(turn=state.turn + 1)


def over(state: Night) -> bool:
    return state.caught or state.fox.startswith("07") or state.turn >= TURNS


def dawn(state: Night, dice: Dice) -> Iterator[Event]:
    yield from announce(state, Dawn(caught=state.caught, fox=state.fox))
    yield Ended()


OUTLINE = Heading("Fox and hounds")[
    Repeat("Night", until=over)[
        GameTurn("Hour", does=dusk)[
            Segment("The fox slinks", by=FOX, orders=(Slink,), rule="FOX-MOV-01"),
            Segment("The hounds listen", by=HOUNDS, orders=(Listen,), rule="FOX-EAR-01"),
        ],
    ],
    Segment("Dawn", does=dawn),
]


def meadow(scenario: str, options: Options) -> Night:
    return Night(pictures={FOX: Ears(fox=START), HOUNDS: Ears()})


class Meadow(Forces[Ears]):
    """The fox on its own map, and on the hounds' the hexes where they heard it."""

    def own(self, picture: Ears) -> Mapping[str, Hex]:
        return {"fox": picture.fox} if picture.fox else {}

    def contacts(self, picture: Ears) -> Mapping[str, Sound]:
        return {str(hex): sound for hex, sound in picture.heard.items()}

    def places_of(self, thing: Hex | Sound) -> tuple[Place, ...]:
        return (thing.hex,) if isinstance(thing, Sound) else (thing,)

    def destinations(self, picture: Ears, units: Sequence[str]) -> Sequence[Destination]:
        demand(alone(units, "FOX-MOV-01") == "fox" and picture.fox, "FOX-MOV-01", f"You have no {units[0]!r}.")
        one = {hex: (hex,) for hex in MEADOW.neighbours(Hex(str(picture.fox)))}
        two = {there: (*path, there) for hex, path in one.items() for there in MEADOW.neighbours(hex)}
        return [Destination(place=hex, cost=len(path), path=path) for hex, path in sorted({**two, **one}.items())]


class Words(PlainWords):
    """What the fox and the hounds are told, in sentences of their own."""

    def prose(self, told: Report) -> Sentence:
        match told:
            case Listened():
                return say(f"You heard {'the fox' if told.heard else 'nothing'} at ", place(told.hex), ".")
            case Dawn():
                return say(f"Dawn: the fox is {'caught' if told.caught else 'away'}; it was in ", place(told.fox), ".")
        return super().prose(told)

    def verdict(self, known: Known[Ears, Ears]) -> Sentence:
        return say(known.picture.verdict)


FOX_AND_HOUNDS = Game(
    info=Info(
        name="fox", title="Fox and hounds", version="1", seats=(FOX, HOUNDS),
        scenarios={"meadow": ScenarioInfo(title="The meadow", turns=TURNS, briefings={
            FOX: Briefing(situation=say("You are in the west."), aim=say("Reach the eastern edge, or last the night.")),
            HOUNDS: Briefing(situation=say("You listen at one hex an hour."), aim=say("Hear the fox where it is."))})},
    ), reports=(Listened, Dawn), set_up=meadow, words=Words(), forces=Meadow(), ground=lambda ears: MEADOW,
    outline=OUTLINE, position=Night, picture=Ears, view_type=Ears, orders=(Slink, Listen), events=(FoxMoved, FoxCaught),
)  # fmt: skip
