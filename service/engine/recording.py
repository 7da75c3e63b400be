"""What a call to the umpire does: events happen to the position one by one, and are written down with what is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from service.engine.cursor import (
    address_of,
    occasion_at,
)
from service.engine.dice import PUBLIC, Dice
from service.engine.dice_events import Rolled, SharesMixed
from service.engine.events import (
    Event,
    Posted,
    PostEmptied,
    RulesChanged,
    SeatHeld,
    SeatReleased,
    Told,
    TurnBegan,
    WindowOpened,
)
from service.engine.game import AnyGame
from service.engine.outline import Heading
from service.engine.reports import AT_ANY_MOMENT, LetterArrived, LogEntry, Report, RulesTold
from service.engine.seats import Seat
from service.engine.sentences import listed
from service.engine.shares import Mixing, mixing, opened_since
from service.engine.state import duplicate
from service.engine.telling import announce


class ChangedWithoutEvent(AssertionError):
    """Strict mode: the position was altered otherwise than by an event."""


class PassedOn(AssertionError):
    """A heading was passed, and another seat would have heard of something before the next question."""


class ToldOfProgress(AssertionError):
    """A step that one seat takes at its own pace would have let another hear of it."""


@dataclass
class Outcome:
    """What a call to the umpire did: the position (the one given, changed), the journal, each seat's new log entries.

    `accepted` is the ordering seat's log length just after its orders were taken, before anything came of them.
    """

    state: Any
    journal: list[Event] = field(default_factory=list)
    told: dict[Seat, list[LogEntry]] = field(default_factory=dict)
    accepted: int = 0


class Recorder:
    """Lets events happen to one position, and writes down what was done and what was told."""

    def __init__(self, game: AnyGame, state: Any, dice: Dice, *, strict: bool = False) -> None:
        self.game, self.state, self.dice = game, state, dice
        self.outcome = Outcome(state)
        self.by_events = duplicate(state) if strict else None
        """In strict mode the position as events alone make it."""
        self.aside = False
        """Whether what is worked is an order that belongs to no heading."""
        self.passed: tuple[Heading, Seat] | None = None
        """The heading that was passed, and its seat, until that is asked."""
        self.follows = False
        """Whether it is known that the match follows the present dice and rules; one that is over need not."""
        dice.attend(state)

    # ---- applying events

    def work(self, events: Iterator[Event], at: tuple[Heading, Seat] | None = None) -> None:
        """Let each event happen before the next is asked for, dice first.

        `at`: what is worked is a step that one seat takes at its own pace. Raises ToldOfProgress.
        """
        for event in events:
            self.happen_rolls(at)
            self.happen_at(event, at)
        self.happen_rolls(at)
        self.find_unrecorded()

    def happen_rolls(self, at: tuple[Heading, Seat] | None) -> None:
        while self.dice.pending:
            self.happen_at(self.dice.pending.pop(0), at)

    def happen_at(self, event: Event, at: tuple[Heading, Seat] | None) -> None:
        """Let an event happen; one of a step only where nobody but its seat hears of it."""
        if at is not None and (heard := what_others_hear(event, at[1])):
            raise ToldOfProgress(f"At the Step “{at[0].title}” of {at[1]}, {heard}: it is that seat's own affair.")
        self.happen(event)

    def find_unrecorded(self) -> None:
        """In strict mode, find out a change that no event made."""
        if self.by_events is not None and self.by_events != self.state:
            last = self.outcome.journal[-1].kind if self.outcome.journal else "any event"
            names = (one.name for one in fields(self.state))
            where = listed(f"`{name}`" for name in names if getattr(self.by_events, name) != getattr(self.state, name))
            raise ChangedWithoutEvent(f"the position was changed about {last}, not by an event: its {where}")

    def happen(self, event: Event) -> None:
        if not self.follows:
            self.catch_up()
        heard = what_others_hear(event, self.passed[1]) if self.passed and not isinstance(event, Posted) else ""
        if heard and self.passed:  # what is posted waits for its letter, whoever is asked meanwhile
            self.stop_passing(f"{self.passed[1]} has not been asked again, and there is already {heard}")
        self.note(self.on_its_occasion(event))
        if isinstance(event, TurnBegan):
            self.mix_shares(mixing(self.state.shares, self.state.seats))

    def stop_passing(self, why: str) -> None:
        """Stop where a heading was passed that has to be asked at; nothing where none was. Raises PassedOn."""
        if self.passed is not None:
            heading, seat = self.passed
            raise PassedOn(f"“{heading.title}” was passed for {seat}, and cannot be: {why}.")

    def on_its_occasion(self, event: Event) -> Event:
        """The same event; where it tells something under a heading that is an occasion, with that occasion.

        What reaches a seat at any moment has none, nor what an order tells that is lawful then: that seat may not know
        yet where the match stands.
        """
        if not isinstance(event, Told | Posted) or event.occasion is not None:
            return event
        if self.aside or isinstance(event.report, AT_ANY_MOMENT):
            return event
        occasion = occasion_at(self.game.outline, self.state)
        return event if occasion is None else replace(event, occasion=occasion)

    def announce(self, report: Report) -> None:
        """Tell all seats at once, also those that hear of nothing else now."""
        for event in announce(self.state, report):
            self.happen(event)

    def catch_up(self) -> None:
        """Before anything else in a match that was worked by an earlier version: its dice and rules follow this one.

        Both are told to all seats at once, whatever else they may hear of now. A match that is over follows
        nothing: its last root closes it.
        """
        if self.state.ended:
            return
        self.follows = True
        if renewal := self.dice.renewal():
            self.note(renewal)
        was, version = self.state.rules_version, self.game.info.version
        if was not in ("", version):
            data = self.game.data_following(was, self.state)
            self.game = self.game.offered if data else self.game
            self.note(RulesChanged(version=version, was=was, data=data))
            told = RulesTold(version=version, was=was, changes=self.game.changes_since(was), data=data)
            for event in announce(self.state, told):
                self.note(event)

    def note(self, event: Event) -> None:
        """Let one event happen, and nothing beside it."""
        event.change(self.state)
        if self.by_events is not None:
            event.change(self.by_events)
        self.outcome.journal.append(event)
        if isinstance(event, Told):
            entry = event.entry(self.state.log_lengths[event.seat])
            self.outcome.told.setdefault(event.seat, []).append(entry)

    def mix_shares(self, found: Mixing) -> None:
        """Mix in the shares that are open; nothing happens where there is nothing new."""
        if found != Mixing():
            self.happen(SharesMixed(
                turn=self.state.turn, mixed=found.mixed, late=found.late, left_out=found.left_out,
                from_roll=self.state.rolls.get(PUBLIC, 0) + 1,
            ))  # fmt: skip

    def begin_work(self) -> None:
        """Before anything more of the first turn is worked, mix in what players have opened since it began."""
        if self.state.turn == self.game.first_turn(self.state.scenario):
            self.mix_shares(opened_since(self.state.shares, self.state.seats))

    def seal(self) -> str:
        """Seal the dice that fell so far; the root."""
        sealed = self.dice.seal(self.state, address_of(self.state.cursor))
        self.happen(sealed)
        return sealed.root


def what_others_hear(event: Event, seat: Seat) -> str:
    """What another seat would hear of an event of this seat's own step, in words; nothing of what is its own affair."""
    match event:
        case Told() | Posted() if event.seat != seat:
            return f"a report {event.report.kind!r} for {event.seat}"
        case PostEmptied() | SeatHeld() | SeatReleased() if event.seat != seat:
            return f"the event {event.kind!r} of {event.seat}"
        case Rolled(public=True):
            return f"a public roll for {event.purpose!r}"
        case WindowOpened() | TurnBegan():
            return f"the event {event.kind!r}, which all can notice"
    return ""


def follow(position: Any, journal: Sequence[Event]) -> None:
    """Let events happen to a position whose pictures and logs have them already."""
    for event in journal:
        if not isinstance(event, Told):
            event.change(position)
        elif isinstance(event.report, LetterArrived):
            position.letters[event.seat] = event.report.number


def fold(opening: Any, journal: Sequence[Event]) -> Any:
    """The position that a journal leads to from its opening, which stays as it is."""
    state = duplicate(opening)
    for event in journal:
        event.change(state)
    return state
