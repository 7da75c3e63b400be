"""The position: what is true, what each seat believes, and where the sequence of play stands.

A game derives its `State` from `Position` and its picture from `Picture`. Both are changed in place, a position by
events only, a picture by reports only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from service.engine.copying import copy_of
from service.engine.endings import Conclusion
from service.engine.orders import Order
from service.engine.reports import Telling
from service.engine.seats import Attendance, Seat
from service.engine.shares import Share

Thing = TypeVar("Thing")
P = TypeVar("P")
V = TypeVar("V")


def duplicate(thing: Thing) -> Thing:
    """A copy that has nothing in common with the thing but what cannot change."""
    copied: Thing = copy_of(thing)
    return copied


@dataclass(slots=True, kw_only=True)
class Frame:
    """One level of the cursor: a heading by its name, with the count of its round or the item it is worked for."""

    heading: str
    round: int = 0
    item: str | None = None
    left: list[str] = field(default_factory=list)

    def copy(self) -> Frame:
        return Frame(heading=self.heading, round=self.round, item=self.item, left=list(self.left))


@dataclass(slots=True, kw_only=True)
class Picture:
    """All that a seat knows. `address` and `titles` name the last heading that it was told of.

    `data` is the id of the set of data that the match is played by now; empty in a game without any.
    A seat of which `attendance` says nothing is present. `conclusion`: how the match ended, where that was otherwise
    than by its rules.
    """

    seat: Seat = ""
    scenario: str = ""
    data: str = ""
    seats: tuple[Seat, ...] = ()
    address: str = ""
    titles: tuple[str, ...] = ()
    item: str | None = None
    asked: bool = False
    turn: int = 0
    letters: int = 0
    attendance: dict[Seat, Attendance] = field(default_factory=dict)
    ended: bool = False
    conclusion: Conclusion | None = None


@dataclass(frozen=True)
class Known(Generic[P, V]):
    """What a seat knows: its picture, and the view that its game makes of it, worked out when it is asked for.

    `score` is what the game's scorekeeping keeps of the seat's log; None where there is none, or it was not read.
    """

    picture: P
    makes: Callable[[P], V]
    score: Any = None

    @cached_property
    def view(self) -> V:
        """The picture made ready to read, of the game's `view_type`."""
        return self.makes(self.picture)

    @cached_property
    def named(self) -> dict[str, str]:
        """What own things are called, once the game's words have said it: empty before that."""
        return {}

    @cached_property
    def listed(self) -> list[Any]:
        """The lists of units, once the game's words have drawn them up: empty before that."""
        return []


@dataclass(slots=True, kw_only=True)
class Position:
    """What every game's state has: the cursor, who is asked, what waits to be worked or posted, and the pictures.

    `held` are the seats that hear of nothing before they are released: what they are to be told waits in their post.
    `steps` says where each seat stands while the cursor is at a heading whose steps each takes at its own pace.
    `window` is "open" while a time runs that a heading waits for, and "over" from its end until that is reached.
    `rolls` counts this turn's rolls track by track; `roll_log` is a running hash over all rolls and roots, `sealed` the
    number of roots. `dice_renewed`: the dice have left the scheme with which the match was opened, the first one.
    `data` is the id of the set of data that the match is played by now; empty in a game without any.
    `rules_version` is that of the rules that work the match now; empty where a position was set up by hand.
    """

    game: str = ""
    scenario: str = ""
    data: str = ""
    seats: tuple[Seat, ...] = ()
    cursor: list[Frame] = field(default_factory=list)
    phasing: Seat | None = None
    turn: int = 0
    waiting: list[Seat] = field(default_factory=list)
    steps: dict[Seat, str] = field(default_factory=dict)
    plans: dict[Seat, list[Order]] = field(default_factory=dict)
    attendance: dict[Seat, Attendance] = field(default_factory=dict)
    post: dict[Seat, list[Telling]] = field(default_factory=dict)
    held: list[Seat] = field(default_factory=list)
    window: str = ""
    letters: dict[Seat, int] = field(default_factory=dict)
    log_lengths: dict[Seat, int] = field(default_factory=dict)
    rolls: dict[str, int] = field(default_factory=dict)
    roll_log: str = ""
    sealed: int = 0
    dice_renewed: bool = False
    rules_version: str = ""
    shares: dict[Seat, Share] = field(default_factory=dict)
    ended: bool = False
    pictures: dict[Seat, Any] = field(default_factory=dict)

    def hears_by_letter(self, seat: Seat) -> bool:
        """Whether a seat hears of what befalls with its next letter only: here while it is held."""
        return seat in self.held

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats of the match but one, in the order of the table."""
        return tuple(other for other in self.seats if other != seat)

    def other(self, seat: Seat) -> Seat:
        """The enemy of a seat, in a match of two."""
        [other] = self.others(seat)
        return other

    @property
    def non_phasing(self) -> Seat:
        """The seat whose turn it is not, in a player turn of a match of two."""
        assert self.phasing is not None, "no side is phasing here"
        return self.other(self.phasing)

    def item(self) -> str | None:
        """The item of the innermost Each that is being worked."""
        return next((frame.item for frame in reversed(self.cursor) if frame.item is not None), None)

    def round(self) -> int:
        """How often the innermost Repeat has come round, counted from 1; 0 outside any."""
        return next((frame.round for frame in reversed(self.cursor) if frame.round), 0)
