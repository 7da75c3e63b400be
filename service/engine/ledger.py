"""What is kept of a seat's log, leaf by leaf, so that looking back costs the same late in a match as early in it.

A ledger is of one seat's own log: where a picture is kept, a leaf says what the entries since the leaf before came to.
Whoever looks back reads the leaves, and goes through those entries alone that came after the last of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from service.engine.copying import same_in_another
from service.engine.faculties import Records, contact_type
from service.engine.game import AnyGame
from service.engine.kinds import kind_of
from service.engine.measures import Measure
from service.engine.reports import HeadingOpened, LetterArrived, LogEntry, OrdersAccepted, Telling

LETTER, ASKED, ORDERED = MARKS = tuple(map(kind_of, (LetterArrived, HeadingOpened, OrdersAccepted)))
"""The kinds of reports by which the stops of a log are found."""
NOT_YET = 10**9
"""The place of a contact of which no leaf tells."""


@dataclass
class Traced:
    """A contact, as it stood in the picture last; `present`: it still does.

    `entries` are those of the log that told of it, or changed it; `turn` and `letter` are those of the last of them.
    `place`: the how manieth of the seat's it is, from 0, where that is known already.
    """

    contact: Any
    present: bool = True
    entries: list[int] = field(default_factory=list)
    turn: int = 0
    letter: int | None = None
    place: int = NOT_YET

    def and_then(self, later: Traced) -> Traced:
        """The same, with what came later."""
        last = later if later.entries else self
        entries = [*self.entries, *later.entries]
        return Traced(later.contact, later.present, entries, last.turn, last.letter, self.place)


@dataclass
class Leaf:
    """What the entries of a log came to, up to `number`, since the leaf before.

    `turn` and `mark` are the turn of the last of them, and the kind of the last that is one of MARKS. `counts` are of
    the whole log up to there, as the game counts it. `stops` are entries worth looking back from: the last before each
    letter, and before the first orders that answer a question. `figures` are those of the turns that ended, by turn.
    `contacts` are those that were told of, by handle; in a first leaf also those that were known from the start.
    """

    number: int = 0
    turn: int = 0
    mark: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    stops: list[int] = field(default_factory=list)
    figures: dict[int, tuple[Measure, ...]] = field(default_factory=dict)
    contacts: dict[str, Traced] = field(default_factory=dict)


def has_ledger(game: AnyGame) -> bool:
    """Whether ledgers of a game can be kept: its contacts, if it has any, are of one type that it declares."""
    return game.forces is None or contact_type(game.forces) is not None


def is_stop(kind: str, mark: str) -> bool:
    """Whether the entry before one of this kind is a stop, where `mark` is the kind of the last mark before it.

    So a stop is what was known when orders were given, or all that was known until a letter came; what orders brought
    about at once stands together with them.
    """
    return kind == LETTER or (kind == ORDERED and mark in (LETTER, ASKED))


def counted(records: Records[Any, Any], picture: Any, told: Iterable[Telling]) -> dict[str, int]:
    """The sums of all that a game counts of these entries of a log."""
    sums = dict[str, int]()
    for one in told:
        add(sums, records.counted(picture, one))
    return sums


def add(sums: dict[str, int], more: Mapping[str, int]) -> None:
    for name, number in more.items():
        sums[name] = sums.get(name, 0) + number


class LeafWriting:
    """Writes a leaf: it takes in entry by entry, with the picture, which it changes and which nobody else has.

    `before` is the leaf before, or an empty one where the picture is the opening's.
    """

    def __init__(self, game: AnyGame, picture: Any, before: Leaf) -> None:
        self.game, self.picture = game, picture
        self.leaf = Leaf(before.number, before.turn, before.mark, dict(before.counts))
        self.known = {handle: same_in_another(contact) for handle, contact in self._contacts().items()}
        if not before.number:
            self.leaf.contacts = {handle: Traced(contact) for handle, contact in self.known.items()}

    def _contacts(self) -> Mapping[str, Any]:
        return self.game.forces.contacts(self.picture) if self.game.forces is not None else {}

    def take_in(self, entry: LogEntry) -> None:
        """Go on by one entry, the next."""
        leaf, report = self.leaf, entry.report
        if entry.turn != leaf.turn:
            self.end_turn()
            leaf.turn = entry.turn
        report.teach(self.picture)
        leaf.number = entry.number
        if report.kind in MARKS:
            if entry.number > 1 and is_stop(report.kind, leaf.mark):
                leaf.stops.append(entry.number - 1)
            leaf.mark = report.kind
        if self.game.records is not None:
            add(leaf.counts, self.game.records.counted(self.picture, entry.telling))
        self._trace(entry)

    def end_turn(self) -> None:
        """Enter the figures of the turn in which the seat is; those of a turn that goes on are entered again later."""
        if self.leaf.turn and self.game.records is not None:
            self.leaf.figures[self.leaf.turn] = tuple(self.game.records.measures(self.picture, self.leaf.counts))

    def _trace(self, entry: LogEntry) -> None:
        for handle, _, now in self.changed(entry):
            traced = self.leaf.contacts.get(handle)
            if traced is None:
                traced = self.leaf.contacts[handle] = Traced(self.known.get(handle, now))
            traced.entries.append(entry.number)
            traced.turn, traced.letter, traced.present = entry.turn, entry.letter, now is not None
            if now is None:
                self.known.pop(handle, None)
            else:
                traced.contact = self.known[handle] = same_in_another(now)

    def changed(self, entry: LogEntry) -> list[tuple[str, Any, Any]]:
        """The contacts of which the entry, just taken in, tells, or that it changed: each as it was and as it is."""
        now, was = self._contacts(), self.known
        about = self.game.records.about(entry.report) if self.game.records is not None else None
        if about is None and now == was:
            return []
        both = ((handle, was.get(handle), now.get(handle)) for handle in dict.fromkeys((*was, *now)))
        return [(handle, one, other) for handle, one, other in both if one != other or about == handle]
