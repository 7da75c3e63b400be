"""What a game may be able to do beyond being played: each faculty is a module or an object that has all its functions.

A game that gives a faculty gives it whole; without it, what the faculty is for stands on no page and in no answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any, Protocol, TypeVar, get_args, get_type_hints

from service.engine.bundles import Bundle
from service.engine.findings import Difference, Finding
from service.engine.lessons import Coach
from service.engine.line_of_sight import LineOfSight
from service.engine.lines import StandingAnswer
from service.engine.measures import Measure
from service.engine.odds import Foretold, Odds
from service.engine.options import Destination
from service.engine.orders import Order, Refusal, demand
from service.engine.outline import Heading
from service.engine.places import Place
from service.engine.reports import Report, Telling
from service.engine.rulebook import Rulebook
from service.engine.seats import Seat
from service.engine.sentences import counted

S = TypeVar("S", contravariant=True)
P = TypeVar("P", contravariant=True)


class Forces(Protocol[P]):
    """Units on a map: a seat's own, and those of others that it knows of."""

    def own(self, picture: P, /) -> Mapping[str, Any]:
        """The seat's own units as it believes them, by the id that its orders name them by."""
        ...

    def contacts(self, picture: P, /) -> Mapping[str, Any]:
        """What the seat knows of others' units, by handle: each a dataclass, as it was last reported."""
        ...

    def places_of(self, thing: Any, /) -> tuple[Place, ...]:
        """Where a unit or contact stands: one place or several, none off the map."""
        ...

    def destinations(self, picture: P, units: Sequence[str], /) -> Sequence[Destination]:
        """Where units can go together, each named once; one unit is a set of one.

        Raises a Refusal for a unit that the seat does not have, and for units that cannot move together.
        """
        ...


def alone(units: Sequence[str], rule: str) -> str:
    """The unit of a set of one. Raises a Refusal for any other set, in a game whose units move one by one."""
    demand(len(units) == 1, rule, f"Units move one by one here, and you name {counted(len(units), 'unit')}.")
    return units[0]


class Standing(Protocol[P]):
    """Orders that a seat gives in advance, to be read: what they are, and what they would have come to.

    What is truly ordered for a seat at a heading, where it is on standing orders, its time is over or it is left
    unasked (`Game.unasked`), `Game.answer` says. What the rules ask within a procedure, the game answers there by
    itself.
    """

    def given(self, picture: P, /) -> Any:
        """What the seat's standing orders say, in the game's own dataclasses, of the type that is declared here.

        That is what answers questions: lines, and what holds where none fits. What a unit of its own is to do (rally in
        the enemy's turn, say), and plans that are laid for one turn, stand in the picture with all else.
        """
        ...

    def rehearse(self, then: P, now: P, heading: Heading, /) -> Sequence[StandingAnswer] | None:
        """What the game's `answer` would have come to at a heading of earlier, by the standing orders of now: for show.

        It says why as well: which line decided, which unit holds, of which the owner is asked. `then` is the seat's
        picture as it was, a copy that may be altered. None where standing orders do not answer there.
        """
        ...


def contact_type(forces: Forces[Any]) -> type | None:
    """The type of a contact, as a game's `contacts` declares it; None where it does not say."""
    try:
        told = get_args(get_type_hints(forces.contacts).get("return"))
    except (NameError, TypeError):  # a name that is there for a type checker only, or no function of its own
        return None
    return told[1] if len(told) == 2 and is_dataclass(told[1]) and isinstance(told[1], type) else None


def given_type(standing: Standing[Any]) -> Any:
    """The type of what a seat's standing orders say, as a game's `given` declares it; Any where it does not say."""
    try:
        return get_type_hints(standing.given).get("return", Any)
    except (NameError, TypeError):  # a name that is there for a type checker only, or no function of its own
        return Any


class Scorekeeping(Protocol):
    """What a seat keeps of its log so that it can be told how it stands with its aim, without reading all of it."""

    def after(self, kept: Any, told: Telling, seat: Seat, /) -> Any:
        """What is kept after one more entry of the seat's log; `kept` is None before the first.

        It is a dataclass of the type that is declared here, made of the seat's own reports alone.
        """
        ...


def score_type(score: Scorekeeping) -> Any:
    """The type of what is kept for the score, as a game's `after` declares it; Any where it does not say."""
    try:
        return get_type_hints(score.after).get("return", Any)
    except (NameError, TypeError):  # a name that is there for a type checker only, or no function of its own
        return Any


class OrderOdds(Protocol[P]):
    """What an order is likely to do, by a picture alone."""

    def __call__(self, picture: P, order: Order, /) -> Odds | None:
        """The odds of an order that would be given next; None for one that has none."""
        ...


class Foretelling(Protocol[P]):
    """What the enemy will be told, by a picture alone."""

    def __call__(self, picture: P, orders: Sequence[Order], /) -> Sequence[Foretold]:
        """What they are told once these orders, which the picture believes already, are sent and the step is closed."""
        ...


class OtherWays(Protocol[P]):
    """Other ways for an order that goes one, by a picture alone."""

    def __call__(self, picture: P, order: Order, via: Sequence[Place], /) -> Sequence[Order]:
        """The order by the way through these places, or without any by ways that are better in some respect.

        Raises a Refusal where no way leads through them. Nothing for an order that goes no way.
        """
        ...


class AtOnce(Protocol[P]):
    """What may be ordered to many at once, by a picture alone."""

    def __call__(self, picture: P, /) -> Sequence[Bundle]:
        """Orders that may be given together next, no bundle empty; the best advice first."""
        ...


class Sight(Protocol[P]):
    """Whether one sees from place to place, by a picture alone."""

    def __call__(self, picture: P, a: Place, b: Place, /) -> LineOfSight | None:
        """The line of sight between two places; None for a place that is not on the map."""
        ...


class NoShot(Protocol[P]):
    """Why a unit cannot be aimed at a contact, by a picture alone."""

    def __call__(self, picture: P, unit: str, contact: str, /) -> Refusal | None:
        """What the rules say against an own unit's fire at a contact now, by its handle; None where it has a shot."""
        ...


class Records(Protocol[S, P]):
    """What can be looked back on: dossiers and charts by what a seat knows, and after the end what was true."""

    def about(self, report: Report, /) -> str | None:
        """The handle of the contact that a report tells of, if it tells of one."""
        ...

    def finding(self, picture: P, report: Report, handle: str, was: Any, together: Sequence[Report], /) -> Finding:
        """How a seat came by a report of a contact, which its picture has just taken in, by what that seat knows.

        `together` are all reports that it was told on the same occasion; none where the report has no occasion.
        """
        ...

    def counted(self, picture: P, told: Telling, /) -> Mapping[str, int]:
        """What an entry of a seat's log adds to the counts that its figures are made of, by names of the game's own.

        Of the picture only that is asked which stays as it is: whose it is, and its rules.
        """
        ...

    def measures(self, picture: P, counts: Mapping[str, int], /) -> Sequence[Measure]:
        """A seat's figures for charts, as it knows them; `counts` are the sums of all that was counted of its log."""
        ...

    def true_measures(self, state: S, /) -> Iterable[Measure]:
        """The figures as they truly are."""
        ...

    def laid_open(self, state: S, /) -> Mapping[Seat, Any]:
        """For a match that has ended, each side's force as it truly stood, in the form of a picture."""
        ...

    def differences(self, state: S, seat: Seat, /) -> Sequence[Difference]:
        """Where a seat's picture was not what was true."""
        ...


class Abridged(Protocol):
    """How positions and pictures are stored shorter than they are: without what follows from the rest of them.

    Both functions alter what they are given: a position or a picture as plain values, of which those of a position are
    without its pictures. What was stored before any of it was left out has all of it.
    """

    def abridge(self, plain: dict[str, Any], /) -> None:
        """Leave out what `complete` puts back."""
        ...

    def complete(self, plain: dict[str, Any], /) -> None:
        """Put back what `abridge` has left out; what is there stays."""
        ...


class Book(Protocol):
    """What a game's players read."""

    def rulebook(self) -> Rulebook:
        """Rules by their ids, charts, an example of play."""
        ...

    def coach(self) -> Coach | None:
        """The lessons that a newcomer is given while they play; None in a game without them."""
        ...
