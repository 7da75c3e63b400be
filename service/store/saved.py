"""What the store hands out: a match as it was saved, a seat, an entry of its log. Plain, and tied to no transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from service.engine.dice import Dice, Seeds
from service.engine.reports import Report
from service.engine.ruleset import Ruleset
from service.engine.seats import Seat


class MatchMovedOn(Exception):
    """Somebody else's orders were written since the match was read: read it again, and try again."""


@dataclass(frozen=True)
class MatchFacts:
    """What a match was opened with, and what may be known of it by whoever has to do with it."""

    id: str
    rules: Ruleset
    scenario: str
    options: dict[str, Any]
    rules_version: str
    seeds: Seeds
    opened_by: str
    opened_at: datetime
    name: str = ""

    def dice(self) -> Dice:
        return Dice(self.id, self.seeds)


@dataclass(frozen=True)
class SavedMatch:
    """A match's position at a version. It is the reader's own: the umpire may change it."""

    facts: MatchFacts
    state: Any
    version: int
    journal_length: int

    @property
    def rules(self) -> Ruleset:
        return self.facts.rules

    def dice(self) -> Dice:
        return self.facts.dice()


@dataclass(frozen=True)
class SavedSeat:
    """A seat and its picture, as of its own log's length."""

    facts: MatchFacts
    seat: Seat
    account_id: str | None
    picture: Any
    log_length: int
    journal_seen: int

    @property
    def rules(self) -> Ruleset:
        return self.facts.rules


@dataclass(frozen=True)
class SeatLine:
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


@dataclass(frozen=True)
class OpenedMatch:
    """A match in the operator's list; `version` counts how often it has moved on."""

    id: str
    game: str
    scenario: str
    opened_at: datetime
    version: int


@dataclass(frozen=True)
class LoggedReport:
    """One entry of a seat's log; `turn` is the turn in which the seat then believed itself to be."""

    number: int
    letter: int | None
    turn: int
    report: Report


@dataclass(frozen=True)
class SavedSheet:
    """What a seat has written, as JSON text, and how often it was written anew."""

    version: int = 0
    orders: str = "[]"


@dataclass(frozen=True)
class SavedAnswer:
    """What a request with a key asked for (a hash), and the version that it was answered with."""

    asked: str
    accepted: int
