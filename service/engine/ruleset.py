"""What a game hands to the umpire."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from service.engine.coaching import Coach
from service.engine.events import ENGINE_EVENTS, Event
from service.engine.findings import Difference, Finding
from service.engine.measures import Measure
from service.engine.options import Destination, Scalar
from service.engine.orders import Order
from service.engine.outline import Heading
from service.engine.places import Place
from service.engine.reports import ENGINE_REPORTS, Report
from service.engine.rulebook import Rulebook
from service.engine.seats import Seat
from service.engine.sightlines import Foretold, Odds, SightLine
from service.engine.situations import Paragraph, Situation
from service.engine.standing import ENGINE_ORDERS, Answer


def humanised(report: Report) -> str:
    """A report's kind as words, where a game has no sentence for it."""
    return report.kind.replace("-", " ").capitalize() + "."


def plainly(before: Any, after: Any, reports: Sequence[Report], turn: int) -> Situation:
    """A situation report where a game's staff has no words of its own: what came, kind for kind."""
    text = " ".join(dict.fromkeys(map(humanised, reports)))
    date = f"Turn {turn}" if turn else "Before the first turn"
    return Situation(to=after.seat, sender="The umpire", date=date, paragraphs=(Paragraph(title="", text=text),))


@dataclass(frozen=True, kw_only=True)
class MatchOption:
    """What players may agree on when they open a match: what it does, and the values that it may have.

    `alone`: the value where nobody chooses in a match against oneself or the computer, if it is another than usual.
    """

    about: str
    values: tuple[Scalar, ...]
    alone: Scalar | None = None


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """A game: its sequence of play, its words, and the few questions that the umpire cannot answer by himself.

    `open_position(scenario, options)` gives the position before the first heading, pictures included.
    `options` are what a match may be opened with, by name; all are public, and none has to be chosen.
    `standing_answer(picture, heading)` lists the orders that a seat on standing orders gives, by its own knowledge.
    `rehearse(then, now, heading)` puts a question of earlier, with the seat's picture as it was, to the standing orders
    that its picture holds now; None where they do not answer such a question. It may alter `then`, which is a copy.
    `view(picture)` makes a picture ready to read, as a dataclass of type `view_type`.
    `destinations(picture, unit)` lists where a unit can go; raises a Refusal for a unit that the seat does not have.
    `anytime` are order types that are lawful at any heading, beside the engine's own.
    `prose(report)` says a report in a sentence to the seat that is told; `situation(before, after, reports, turn)`
    writes up what it was told in a while, with its own pictures before and after, in a turn.
    `rulebook()` is what its players read: rules by their ids, charts, an example; empty for a game without one.
    `coach()` has the lessons that a newcomer is given while he plays; None for a game without them.
    `scenario_facts(scenario)` tells anybody what is public of a scenario, such as its map, as plain values.
    `contacts(picture)` are a side's contacts by handle, and `finding(picture, report, handle, was)` says how it came by
    a report of one, which the picture has just taken in, from that picture alone.
    `sight_line(picture, a, b)` says whether one sees from hex to hex, where a game has that question: None without it,
    and for a hex that is not on the map. `odds(picture, order)` says what an order is likely to do, for those that have
    odds. `foretell(picture, orders)` says what the enemy will be told when these orders, which the picture believes
    already, are sent and the step is closed. All three go by the picture alone.
    `measures(picture, reports)` are a seat's figures for charts, as it knows them after all these reports.
    `laid_open(state)` gives, for a match that has ended, each side's force as it truly stood, in the form of a picture;
    `differences(state, seat)` says where a seat's picture was not what was true; `true_measures(state)` are the figures
    as they truly were.
    """

    name: str
    title: str
    version: str
    seats: tuple[Seat, ...]
    outline: Heading
    state_type: type
    picture_type: type
    view_type: type
    order_types: tuple[type[Order], ...]
    event_types: tuple[type[Event], ...]
    report_types: tuple[type[Report], ...]
    scenarios: Mapping[str, str]
    open_position: Callable[[str, Mapping[str, Any]], Any]
    standing_answer: Callable[[Any, Heading], Sequence[Order]]
    view: Callable[[Any], Any]
    destinations: Callable[[Any, str], Sequence[Destination]]
    anytime: tuple[type[Order], ...] = ()
    rehearse: Callable[[Any, Any, Heading], Sequence[Answer] | None] = field(default=lambda then, now, heading: None)
    options: Mapping[str, MatchOption] = field(default_factory=dict)
    turns: Callable[[str], int] = field(default=lambda scenario: 100)
    prose: Callable[[Report], str] = humanised
    situation: Callable[[Any, Any, Sequence[Report], int], Situation] = plainly
    scenario_facts: Callable[[str], Mapping[str, Any]] = field(default=lambda scenario: {})
    rulebook: Callable[[], Rulebook] = field(default=Rulebook)
    coach: Callable[[], Coach | None] = field(default=lambda: None)
    contacts: Callable[[Any], Mapping[str, Any]] = field(default=lambda picture: {})
    finding: Callable[[Any, Report, str, Any], Finding] = field(
        default=lambda picture, report, handle, was: Finding(how=humanised(report))
    )
    sight_line: Callable[[Any, Place, Place], SightLine | None] | None = None
    odds: Callable[[Any, Order], Odds | None] = field(default=lambda picture, order: None)
    foretell: Callable[[Any, Sequence[Order]], Sequence[Foretold]] = field(default=lambda picture, orders: ())
    measures: Callable[[Any, Sequence[Report]], Sequence[Measure]] = field(default=lambda picture, reports: ())
    true_measures: Callable[[Any], Iterable[Measure]] = field(default=lambda state: ())
    laid_open: Callable[[Any], Mapping[Seat, Any]] = field(default=lambda state: {})
    differences: Callable[[Any, Seat], Sequence[Difference]] = field(default=lambda state, seat: ())

    def knows(self, version: str) -> bool:
        """Whether this is the present version of the rules, or an earlier one that the rulebook tells of."""
        return version == self.version or version in self.rulebook().changes

    def changes_since(self, version: str) -> tuple[str, ...]:
        """What has changed since an earlier version, in sentences, the newest first; nothing where it is not known."""
        versions = list(changes := self.rulebook().changes)
        newer = versions[: versions.index(version)] if version in versions else ()
        return tuple(sentence for one in newer for sentence in changes[one])

    @property
    def orders(self) -> dict[str, type[Order]]:
        """Every order type by its kind, the engine's included."""
        return {kind_of(t): t for t in (*ENGINE_ORDERS, *self.order_types)}

    @property
    def events(self) -> dict[str, type[Event]]:
        """Every event type by its kind."""
        return {kind_of(t): t for t in (*ENGINE_EVENTS, *self.event_types)}

    @property
    def reports(self) -> dict[str, type[Report]]:
        """Every report type by its kind."""
        return {kind_of(t): t for t in (*ENGINE_REPORTS, *self.report_types)}


def kind_of(kind_bearer: type[Order] | type[Event] | type[Report]) -> str:
    """The `kind` that an order, event or report type bears."""
    return str(kind_bearer.__dataclass_fields__["kind"].default)


def walk(outline: Heading) -> Iterator[Heading]:
    """Every heading of an outline, in printed order."""
    yield outline
    for child in outline.children:
        yield from walk(child)
