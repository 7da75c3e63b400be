"""What the store hands out: a match as it was saved, a seat, an entry of its log. Plain, and tied to no transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from service.engine.dice import Dice, Seeds
from service.engine.events import Concluded, Corrected, OrdersTakenUp, Ruled, TimeOver, WindowLapsed
from service.engine.game import AnyGame
from service.engine.orders import Order
from service.engine.reports import LogEntry
from service.engine.seats import Seat
from service.engine.tally import Tally
from service.store.kept_pictures import Stored
from service.store.windows import Window

POSITION_EVERY = 200
"""With so many events since the position was stored it is stored again; in between it is made of them when it is read.

To read an event and let it happen takes about 8 microseconds, to write a position down as long as seventy of them."""
PICTURE_EVERY = 20
"""With the entry of a seat's log that fills another so many its picture is stored again; in between it is made of them
when it is read. So what a seat's reading costs hangs on the length of its own log alone."""
KEPT_EVERY = 100
"""With the entry of a seat's log that fills another so many its picture is kept: who looks back begins there."""


def fills(every: int, before: int, after: int) -> bool:
    """Whether a log that has grown from one length to another has filled another so many entries."""
    return after // every > before // every


class MatchMovedOn(Exception):
    """The match, or the seat's log, has gone on since it was read: read it again, and try again."""


@dataclass(frozen=True)
class MatchFacts:
    """What a match was opened with, and what may be known of it by whoever has to do with it.

    `due_at`: when the time that runs in it is over. `stopped_at`: from when on it is said to have stopped, for a fault;
    `paused_at`: since when its clocks stand, by the word of the server's owner.
    `data`: the id of the set of data that its row names; `game` is played by it. `agreements` counts how often what its
    players offer each other has changed; `rematch_of`: the match after which it was opened with sides swapped.
    `terms`: what it was opened with beside the options of its game.
    """

    id: str
    game: AnyGame
    scenario: str
    options: dict[str, Any]
    rules_version: str
    seeds: Seeds
    opened_by: str
    opened_at: datetime
    name: str = ""
    due_at: datetime | None = None
    stopped_at: datetime | None = None
    paused_at: datetime | None = None
    data: str = ""
    agreements: int = 0
    rematch_of: str | None = None
    terms: dict[str, Any] = field(default_factory=dict)

    def dice(self) -> Dice:
        return Dice(self.id, self.seeds)


@dataclass(frozen=True)
class SavedMatch:
    """A match's position at a version, with pictures and logs as of now. It is the reader's own, to be changed.

    So is `journal_length`: orders that were accepted but not worked yet stand in journal, logs and pictures.
    So many of its events are `unstored`: they came after the position was stored.
    """

    facts: MatchFacts
    state: Any
    version: int
    journal_length: int
    unstored: int = 0

    @property
    def game(self) -> AnyGame:
        return self.facts.game

    def dice(self) -> Dice:
        return self.facts.dice()


@dataclass(frozen=True)
class SavedSeat:
    """A seat, its picture and the counts of its log, as of that log's length.

    So many messages were `said` to it; it has `read` them up to that one, and others have
    said so many of the rest (`unread`). `clock`: its clock, as it is stored. `stored`: what its picture was made of.
    """

    facts: MatchFacts
    seat: Seat
    account_id: str | None
    picture: Any
    log_length: int
    tally: Tally
    journal_seen: int
    sent_at: datetime | None = None
    said: int = 0
    read: int = 0
    clock: Mapping[str, Any] = field(default_factory=dict)
    unread: int = 0
    stored: Stored | None = None

    @property
    def game(self) -> AnyGame:
        return self.facts.game


@dataclass(frozen=True)
class Queued:
    """A list of orders that was acknowledged and waits to be worked: entry `entry` of its seat's log.

    `number` is that of its acceptance in the journal, and its place in the queue.
    """

    number: int
    seat: Seat
    entry: int
    orders: tuple[Order, ...]
    at: datetime


@dataclass(frozen=True)
class Worked:
    """What the umpire's work came to, as it will be written down: nothing in it changes any more.

    `position` is its text, or None where it is not stored this time, `data` the id of its set of data, `events` are
    kinds and texts. `told` are each seat's entries; `known` the columns of its row after them, and `pictures` what it
    knows then, where that is stored this time, if its log was as long before them as `log_lengths` says. `seen` tells
    after how many of the events the sequence of play last told a seat something; 0 if it did not. `window`: what became
    of the time that runs, if anything did. `begun`: the event that says what was worked, and its place, from 0.
    """

    position: str | None
    data: str
    events: tuple[tuple[str, str], ...]
    told: Mapping[Seat, tuple[LogEntry, ...]]
    log_lengths: Mapping[Seat, int]
    known: Mapping[Seat, dict[str, Any]]
    pictures: Mapping[Seat, str]
    seen: Mapping[Seat, int]
    window: Window | None
    begun: tuple[int, OrdersTakenUp | WindowLapsed | TimeOver | Ruled | Corrected | Concluded] | None


class SeatTold(NamedTuple):
    """A seat was told the entries of its log after one, up to another: in a transaction in which this account held it,
    and the number of that account's right to listen was this.
    """

    match_id: str
    seat: Seat
    after: int
    upto: int
    account_id: str | None
    number: int


@dataclass(frozen=True)
class SavedSigns:
    """How long a seat's log is, when its orders were last acknowledged, and how its match stands.

    It has stopped from `stopped_at` on; `taken` of its seats have an account, and so often its seats have `changed`
    hands, or something else was done with them that all are told. What its players offer each other has changed so many
    times (`agreements`). So many messages were `said` to the seat; it has `read` them up to that one.
    """

    log_length: int
    sent_at: datetime | None
    stopped_at: datetime | None
    taken: int
    changed: int
    agreements: int
    said: int
    read: int


@dataclass(frozen=True)
class SavedOffer:
    """A side's offer to end its match by agreement: open until then; `agreed` are other seats that have accepted."""

    seat: Seat
    terms: str
    made_at: datetime
    until: datetime
    agreed: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class SavedArbiter:
    """The account that was named arbiter of a match; it is that from `agreed_at` on, and until `declined_at`."""

    account_id: str
    agreed_at: datetime | None
    declined_at: datetime | None


@dataclass(frozen=True)
class SavedModerator:
    """An account that was named moderator of a match; it is that from `agreed_at` on, and until `ended_at`."""

    account_id: str
    named_at: datetime
    agreed_at: datetime | None
    ended_at: datetime | None


@dataclass(frozen=True)
class SavedMessage:
    """What a side said, as it stands in a seat's box."""

    number: int
    sender: Seat
    text: str
    at: datetime


@dataclass(frozen=True)
class SavedNote:
    """What a seat has written down for itself; `letter` is the last that it had then, 0 before the first."""

    number: int
    letter: int
    text: str
    at: datetime


@dataclass(frozen=True)
class SavedOpenSeat:
    """A free seat that somebody may take without an invitation: of a match for anybody, or of a rematch with them."""

    match_id: str
    seat: Seat
    game: str
    scenario: str
    data: str
    name: str
    options: dict[str, Any]
    opened_by: str
    opened_at: datetime
    rematch_of: str | None


@dataclass(frozen=True)
class HeldSeat:
    """A seat in a list of matches: no picture, and of its state only what its holder knows."""

    match_id: str
    game: str
    scenario: str
    seat: Seat
    turn: int
    asked: bool
    ended: bool
    opened_at: datetime
    opened_by: str
    name: str
    options: dict[str, Any]
    question: str
    """The heading at which it was last asked, and when."""
    asked_at: datetime | None
    version: int
    """How long the seat's log is."""
    data: str = ""
    """The id of the set of data that the match is played by."""
    ends_at: datetime | None = None
    """When its own time is over, where a clock runs for it."""
    unread: int = 0
    """How many messages of others it has not read."""
    due_at: datetime | None = None
    """When a time is over that runs in the match; whether this seat may know of it, its game says by its picture."""


@dataclass(frozen=True)
class JournalStep:
    """One call that a match went on by: the version that it led to, by which rules, and how many events it left."""

    step: int
    rules: str
    events: int


@dataclass(frozen=True)
class SavedSheet:
    """What a seat has written, as JSON text, and how often it was written anew.

    `left_over`: what it wrote for a question that is over, and did not send; nothing but that stands on the sheet then.
    """

    version: int = 0
    orders: str = "[]"
    left_over: str = "[]"


@dataclass(frozen=True)
class SavedAnswer:
    """What a request with a key asked for (a hash), and the version that it was answered with."""

    asked: str
    accepted: int
