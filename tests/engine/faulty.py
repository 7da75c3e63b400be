"""What faulty games are made of: orders, reports, words and outlines with one thing wrong in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from docs.examples.towns import BIDS, BidLine
from service.engine import telling
from service.engine.events import Event, Posted
from service.engine.faculties import Forces, Standing
from service.engine.game import AnyGame
from service.engine.lines import AddLine, LineList
from service.engine.options import Choice, Domain, Option, Routes, Several
from service.engine.orders import Order
from service.engine.outline import Heading, PlayerTurn
from service.engine.places import Ground, Place
from service.engine.reports import Report, Telling
from service.engine.seats import Seat
from service.engine.sentences import Sentence, say
from service.engine.words import PlainWords
from tests.engine.tiny import playing
from tests.toy import (
    NORTH,
    SOUTH,
    TOY,
    AdviceNoted,
    MatchOver,
    SearchHeard,
    ToyPicture,
    WeatherTold,
)


@dataclass(frozen=True, kw_only=True)
class Jump(Order):
    kind: Literal["jump"] = "jump"

    @classmethod
    def offers(cls, picture: Any) -> Iterator[Option]:
        yield Option(kind="jump", title=say("Jump"))


def post_a_search(state: Any, dice: Any) -> Iterator[Event]:
    yield Posted(seat=NORTH, report=SearchHeard(hex=Place("11")))


def only_for_seats(state, seat):
    """What takes no dice, as `deliver_post` does not."""
    yield from telling.deliver_post(state, seat)


def only_by_picture(picture):
    """What weighs no order, as what closes a heading does not."""


def hand_out(state: Any, to: Seat, dice: Any) -> Iterator[Event]:
    yield from telling.deliver_post(state, to)


def night_has_come(state: Any) -> bool:
    return True


def everybody(state: Any) -> tuple[str, ...]:
    return (NORTH, SOUTH)


def never(state: Any) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Skip(Order):
    kind: Literal["creep"] = "creep"


class Nap(Order):
    """An order that somebody forgot to make a dataclass."""

    kind: Literal["nap"] = "nap"


@dataclass(frozen=True, kw_only=True)
class March(Order):
    """Asks for a way of units that nobody is asked to name."""

    kind: Literal["march"] = "march"

    @classmethod
    def offers(cls, picture: ToyPicture) -> Iterator[Option]:
        fields = {"unit": Choice(values=("token",)), "path": Routes(follows="units"), "back": Routes(follows="unit")}
        yield Option(kind="march", title=say("March off"), subjects=("token",), fields=fields)


@dataclass(frozen=True, kw_only=True)
class Vault(Order):
    """An order with a field that every order has for something else."""

    kind: Literal["vault"] = "vault"
    rule: str  # type: ignore[misc]


@dataclass(frozen=True, kw_only=True)
class Feast(Report):
    """A report with a field under whose name its occasion is stored."""

    kind: Literal["feast"] = "feast"
    occasion: str


@dataclass(slots=True, kw_only=True)
class OtherPicture(ToyPicture):
    letters: int = 3


@dataclass(frozen=True, kw_only=True)
class MarchTogether(Order):
    """Offers to some a way that it is not given to."""

    kind: Literal["march-together"] = "march-together"

    @classmethod
    def offers(cls, picture: ToyPicture) -> Iterator[Option]:
        several = Several(values=("token", "guide"), most=2)
        fields: dict[str, Domain] = {"units": several, "path": Routes(follows="units")}
        yield Option(kind="march-together", title=say("March"), subjects=("token",), fields=fields)


@dataclass(frozen=True, kw_only=True)
class AddToOtherBids(AddLine, BidLine):
    """Writes to a list that has the name of another."""

    kind: Literal["add-to-other-bids"] = "add-to-other-bids"
    added_to: ClassVar[LineList[Any]] = replace(BIDS, most=1)


class LinesOfAnyType(Standing[ToyPicture]):
    """Does not declare what it gives."""

    def given(self, picture: ToyPicture) -> Any:
        return ()

    def rehearse(self, then: ToyPicture, now: ToyPicture, heading: Heading) -> None:
        return None


class KeptOfAnyType:
    """Does not declare of which dataclass it is what it keeps."""

    def after(self, kept: Any, told: Telling, seat: Seat, /) -> dict[str, int]:
        return {}


class HalfOfForces(Forces[ToyPicture]):
    """Derives from the Protocol, and says nothing of contacts."""

    def own(self, picture: ToyPicture) -> Any:
        return {}

    def places_of(self, thing: Any) -> Any:
        return ()

    def destinations(self, picture: ToyPicture, units: Any) -> Any:
        return ()


class WordsForTheWeather(PlainWords):
    def prose(self, report: Report) -> Sentence:
        match report:
            case AdviceNoted() | MatchOver():
                return say("So it is.")
            case WeatherTold(die=die):  # its own, though it is taken apart
                return say(f"The weather is {die}.")
        return super().prose(report)


class WordsInATable(PlainWords):
    """Looks a report's words up by its type, and fails where there are none."""

    table: ClassVar[dict[type[Report], Callable[[Any], str]]] = {
        WeatherTold: lambda report: f"The weather is {report.die}.",
        AdviceNoted: lambda report: "Noted.",
        MatchOver: lambda report: "It is over." if report.winner is None else f"{report.winner} has won.",
    }

    def prose(self, report: Report) -> Sentence:
        return say(self.table[type(report)](report))


class WholeTable(WordsInATable):
    table: ClassVar[dict[type[Report], Callable[[Any], str]]] = {
        **WordsInATable.table, SearchHeard: lambda report: "You hear them."
    }  # fmt: skip


class WordsByKind(PlainWords):
    """Has one word for whatever it does not know."""

    table: ClassVar[dict[str, str]] = {"weather-told": "Rain.", "advice-noted": "Noted.", "match-over": "It is over."}

    def prose(self, report: Report) -> Sentence:
        return say(self.table.get(report.kind, f"Something ({report.kind}) has happened."))


class Misread(Ground):
    """Writes a place as it does not read it."""

    def show(self, place: Place) -> str:
        return f"hex {place}" if place == "12" else place

    def parse(self, text: str) -> Place | None:
        return Place(text) if text in ("11", "12") else None


def turn(*headings: Heading) -> AnyGame:
    """The toy game with these headings under one turn."""
    return playing(PlayerTurn("Turn", phasing=lambda state: NORTH)[headings])


def opening_without(seat: str) -> Callable[[str, Any], Any]:
    def set_up(scenario: str, options: Any) -> Any:
        state = TOY.set_up(scenario, options)
        del state.pictures[seat]
        return state

    return set_up


def opening_with(picture: type) -> Callable[[str, Any], Any]:
    def set_up(scenario: str, options: Any) -> Any:
        state = TOY.set_up(scenario, options)
        state.pictures = {seat: picture() for seat in state.pictures}
        return state

    return set_up
