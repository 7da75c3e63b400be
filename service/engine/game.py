"""What a game is to everything else: the one contract between it and the umpire, the service, the API and the pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

from service.engine.aims import Briefing as Briefing  # handed over with the rest of a game
from service.engine.corrections import Correction
from service.engine.data import DataSet
from service.engine.events import Event
from service.engine.facts import Fact
from service.engine.faculties import (
    Abridged,
    AtOnce,
    Book,
    Forces,
    Foretelling,
    NoShot,
    OrderOdds,
    OtherWays,
    Records,
    Scorekeeping,
    Sight,
    Standing,
)
from service.engine.kinds import by_kind
from service.engine.lessons import Coach
from service.engine.options import Scalar
from service.engine.orders import Order
from service.engine.outline import Dispatch, Heading, walk
from service.engine.places import Ground
from service.engine.registry import ENGINE_CORRECTIONS, ENGINE_EVENTS, ENGINE_ORDERS, ENGINE_REPORTS
from service.engine.reports import Report
from service.engine.rulebook import Rulebook
from service.engine.seats import PRESENT, Seat
from service.engine.sentences import Sentence, plain_text
from service.engine.state import Known, Picture, Position
from service.engine.validation.faults import FaultyGame, faults_of
from service.engine.words import PlainWords

S = TypeVar("S", bound=Position)
P = TypeVar("P", bound=Picture)
V = TypeVar("V")

Options: TypeAlias = Mapping[str, Scalar]
"""What a match is opened with, by name."""


@dataclass(frozen=True, kw_only=True)
class MatchOption:
    """What players may agree on when they open a match: what it does, and the values that it may have.

    The first value is the usual one, or `usual` says in words what holds where nobody chooses, if that is none of them.
    `alone`: the value where nobody chooses in a match against oneself or the computer, if it is another than usual.
    `rare`: few want it otherwise, and a form need not ask everybody. `within` names another option and the value of it
    with which alone this one matters, if there is such a value; `scenarios` those in which alone it matters, if it does
    not in all.
    """

    about: str
    values: tuple[Scalar, ...]
    alone: Scalar | None = None
    usual: str = ""
    rare: bool = False
    within: tuple[str, Scalar] | None = None
    scenarios: tuple[str, ...] = ()


def no_facts() -> Mapping[str, Any]:
    """Nothing public beyond what every scenario has."""
    return {}


@dataclass(frozen=True, kw_only=True)
class ScenarioInfo:
    """A scenario: its title, what it is about, and the turns for which dice are committed to, which it cannot outlast.

    `first_turn`: the number of its first turn, where its track begins later than with 1.
    `briefings` has one for each seat, or none in a game that says all of it elsewhere. `forces` lists of each seat's
    force what anybody may know of it; of a seat that it does not have, nobody else is told anything.
    `facts()` tells anybody what is public of it, such as its map, as plain values.
    """

    title: str
    summary: str = ""
    turns: int = 100
    first_turn: int = 1
    briefings: Mapping[Seat, Briefing] = field(default_factory=dict)
    forces: Mapping[Seat, Sequence[Fact]] = field(default_factory=dict)
    facts: Callable[[], Mapping[str, Any]] = no_facts


@dataclass(frozen=True, kw_only=True)
class Info:
    """What anybody may know of a game before a match of it is opened.

    `options` are what a match may be opened with, by name; all are public, and none has to be chosen.
    `code` names the program where games of one program stand on a shelf under names of their own; else it is the name.
    `shipped` has the id of the set of data that each version of the rules was released with. `package` is the name and
    version of the package that brought a game from outside; the shelf fills it in, and ours have none.
    """

    name: str
    title: str
    version: str
    seats: tuple[Seat, ...]
    scenarios: Mapping[str, ScenarioInfo]
    options: Mapping[str, MatchOption] = field(default_factory=dict)
    code: str = ""
    shipped: Mapping[str, str] = field(default_factory=dict)
    package: str = ""


def picture_itself(picture: Any) -> Any:
    """The view of a game whose pictures are ready to read as they are."""
    return picture


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, P, V]):
    """A game: its sequence of play, its types, and what the umpire cannot answer by itself.

    `position` is the type of what is true, `picture` of what a seat knows, `view_type` of a picture made ready to read.
    `orders`, `events` and `reports` are all types of each that a match may ever hold, but for the engine's own;
    `anytime` are those order types that are lawful at any heading; `corrections` are all types of what a moderator may
    put right, but for the engine's own: a game without any has no moderators.
    `set_up(scenario, options)` gives the position before the first heading with a picture for each seat; `open` fills
    in what is the engine's.
    `view(picture)` makes a picture ready to read; a game without one shows the picture itself, which is then also its
    `view_type`.
    `answer(picture, heading)` lists the orders that the umpire gives for a seat on standing orders, by what that seat
    knows; none means that the rules' default holds. `standing.rehearse` shows what they would have been earlier.
    `unasked(picture, heading)`: whether a seat is not asked there, be it in its own turn, since it has laid a plan for
    it or is away, by its own picture: `answer` answers for it then.
    `late_are_standing`: a seat whose time is over is on standing orders from then on, until it says otherwise.
    `ground(picture)` has the places of the map of a picture, and knows how they are written; a game without a map has
    none.
    What the other entries are, their Protocols in `faculties` say; a game leaves out what it does not have.
    A game that has data gives the set that it is played by, and `bind(data)`, which is the game played by another;
    everything in it that depends on data comes of that set. `on_shelf` is the game as it is offered, where this one is
    played by another set: `bound_to` fills it in.
    """

    info: Info
    outline: Heading
    position: type[S]
    picture: type[P]
    view_type: type[V]
    orders: tuple[type[Order], ...]
    events: tuple[type[Event], ...]
    reports: tuple[type[Report], ...]
    anytime: tuple[type[Order], ...] = ()
    corrections: tuple[type[Correction], ...] = ()
    set_up: Callable[[str, Options], S]
    view: Callable[[P], V] = picture_itself
    answer: Callable[[P, Heading], Sequence[Order]] = field(default=lambda picture, heading: ())
    unasked: Callable[[P, Heading], bool] = field(default=lambda picture, heading: False)
    odds: OrderOdds[P] | None = None
    foretell: Foretelling[P] | None = None
    at_once: AtOnce[P] | None = None
    other_ways: OtherWays[P] | None = None
    sight: Sight[P] | None = None
    no_shot: NoShot[P] | None = None
    words: PlainWords = field(default_factory=PlainWords)
    forces: Forces[P] | None = None
    ground: Callable[[P], Ground] | None = None
    standing: Standing[P] | None = None
    late_are_standing: bool = False
    records: Records[S, P] | None = None
    score: Scorekeeping | None = None
    stored: Abridged | None = None
    book: Book | None = None
    data: DataSet | None = None
    bind: Callable[[DataSet], Game[S, P, V]] | None = None
    on_shelf: Game[S, P, V] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", self.words.of_game(self.forces, self.info.scenarios, self.info.seats))

    def open(self, scenario: str, options: Options) -> S:
        """The position before the first heading, pictures included, with all that the engine keeps in both."""
        state = self.set_up(scenario, options)
        state.game, state.scenario, state.data = self.info.name, scenario, self.data_id
        state.seats = state.seats or self.info.seats
        state.attendance = dict.fromkeys(state.seats, PRESENT)
        state.letters, state.log_lengths = dict.fromkeys(state.seats, 0), dict.fromkeys(state.seats, 0)
        for seat, picture in state.pictures.items():
            picture.seat, picture.scenario, picture.data, picture.seats = seat, scenario, self.data_id, state.seats
            picture.attendance = dict(state.attendance)
        return state

    @property
    def data_id(self) -> str:
        """The id of the set of data that it is played by; empty in a game without any."""
        return self.data.id if self.data is not None else ""

    @property
    def is_as_released(self) -> bool:
        """Whether it is ours, and played by the set of data that its version of the rules was released with."""
        released = self.info.shipped.get(self.info.version)
        return self.data is not None and released == self.data_id and not self.info.package

    @property
    def offered(self) -> Game[S, P, V]:
        """The game as it stands on the shelf: this one, or what it is another set of data of."""
        return self.on_shelf or self

    @property
    def code(self) -> str:
        """What its program is called, whatever the game is called on the shelf."""
        return self.info.code or self.info.name

    @property
    def address(self) -> str:
        """By what its rules, charts and scenarios are asked for: its name, with its set where that is not on offer."""
        return f"{self.info.name}@{self.data_id}" if self.on_shelf is not None else self.info.name

    def bound_to(self, data: DataSet) -> Game[S, P, V]:
        """This game played by another set of data. Raises DataFault for a set that it cannot be played by."""
        offered = self.offered
        if data.id == offered.data_id:
            return offered
        if offered.bind is None:
            raise ValueError(f"{self.info.name} has no data")
        return replace(offered.bind(data), on_shelf=offered)

    def data_following(self, was: str, state: Position) -> str:
        """The id of the set that a match goes over to when it leaves version `was` of the rules; empty where it stays.

        Only a set that was released with that version is left, and only for one with the same scenario and seats.
        """
        new = self.offered
        if state.data in ("", new.data_id) or self.info.shipped.get(was) != state.data:
            return ""
        fits = state.scenario in new.info.scenarios and sorted(new.info.seats) == sorted(state.seats)
        return new.data_id if fits else ""

    def validate(self) -> None:
        """Raises FaultyGame with a sentence for each fault that would else show in the midst of a match."""
        if faults := faults_of(self):
            raise FaultyGame(faults)

    @cached_property
    def has_letters(self) -> bool:
        """Whether anything is ever sent in letters."""
        return any(isinstance(heading, Dispatch) for heading in walk(self.outline))

    def known(self, picture: P, score: Any = None) -> Known[P, V]:
        """What a seat with this picture knows, as the game's words are told it, and what it has kept for the score."""
        return Known(picture, self.view, score)

    def ground_of(self, picture: P) -> Ground | None:
        """The places of the map of a picture; None in a game without a map."""
        return self.ground(picture) if self.ground is not None else None

    def in_words(self, known: Known[P, V]) -> Callable[[Sentence], str]:
        """Makes of a sentence what one who knows this reads as plain text: own things and rules by their names, places
        as the ground shows them."""
        named, ground = self.words.naming(known), self.ground_of(known.picture)
        return lambda said: plain_text(named(said), ground)

    def rulebook(self) -> Rulebook:
        """What its players read: empty for a game without a book."""
        return self.book.rulebook() if self.book is not None else Rulebook()

    def coach(self) -> Coach | None:
        """The lessons that a newcomer is given; None in a game without them."""
        return self.book.coach() if self.book is not None else None

    def first_turn(self, scenario: str) -> int:
        """The number of a scenario's first turn; 1 for one that is offered no longer."""
        given = self.info.scenarios.get(scenario)
        return given.first_turn if given is not None else 1

    def knows(self, version: str) -> bool:
        """Whether this is the present version of the rules, or an earlier one that the rulebook tells of."""
        return version == self.info.version or version in self.rulebook().changes

    def changes_since(self, version: str) -> tuple[str, ...]:
        """What has changed since an earlier version, in sentences, the newest first; nothing where it is not known."""
        versions = list(changes := self.rulebook().changes)
        newer = versions[: versions.index(version)] if version in versions else ()
        return tuple(sentence for one in newer for sentence in changes[one])

    @cached_property
    def orders_by_kind(self) -> dict[str, type[Order]]:
        """Every order type by its kind, the engine's included."""
        return by_kind((*ENGINE_ORDERS, *self.orders))

    @cached_property
    def corrections_by_kind(self) -> dict[str, type[Correction]]:
        """Every type of correction by its kind, the engine's included."""
        return by_kind((*ENGINE_CORRECTIONS, *self.corrections))

    @cached_property
    def events_by_kind(self) -> dict[str, type[Event]]:
        """Every event type by its kind, the engine's included."""
        return by_kind((*ENGINE_EVENTS, *self.events))

    @cached_property
    def reports_by_kind(self) -> dict[str, type[Report]]:
        """Every report type by its kind, the engine's included."""
        return by_kind((*ENGINE_REPORTS, *self.reports))


AnyGame: TypeAlias = Game[Any, Any, Any]
"""Whichever game it is."""
