"""Pairs of worlds that one seat cannot tell apart, and what that seat can read.

A pair is built by changing what is hidden from seat P, never by comparing what P sees (`trust.md`'s two-worlds test).
What is hidden in a game, and what the rules may owe a seat there, each game says for itself: `ndc_worlds` and
`skirmish_worlds`.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any, cast

from service.engine import umpire
from service.engine.dice import Dice
from service.engine.dice_events import Rolled
from service.engine.events import Event, Told
from service.engine.game import AnyGame
from service.engine.orders import Refusal
from service.engine.recording import Outcome
from service.engine.reports import LetterArrived, LogEntry, Report
from service.engine.state import duplicate
from service.store.match_columns import seen_by
from tests.roll_kinds import Kind, kinds_of
from tests.secrecy.heeding import HeedfulDice
from tests.secrecy.kept import PAIR, seeds_of

BY_KNOWLEDGE = "by knowledge: "
CLOCK = "clock"
"""Who moves where a time runs out."""


class Leak(AssertionError):
    """Something reached a seat that may not know it."""


class Happening(str):
    """A true happening in words; `heard` is how much the seat had been told in this step before it happened."""

    heard: int

    def __new__(cls, text: str, heard: int) -> Happening:
        made = super().__new__(cls, text)
        made.heard = heard
        return made


def heard_before(journal: list[Event], seat: str) -> list[int]:
    """For each event of a journal, and for its end, how much the seat had been told in it before."""
    return [0, *accumulate(isinstance(event, Told) and event.seat == seat for event in journal)]


@dataclass
class World:
    """One truth, with the dice that will fall in it and what P has been told since the pair was made."""

    state: Any
    hidden_seed: bytes = b"\2" * 32
    watched: str = ""
    """The seat from which the pair is watched, once it is one."""

    opening: Any = None
    """What that seat knew when the pair was made."""

    log: list[LogEntry] = field(default_factory=list)
    journal: list[Event] = field(default_factory=list)
    """What has happened since then, and of it what P was told."""

    journal_seen: int = 0
    """How much had happened when the sequence of play last told P something."""

    renamed: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """Inner ids of the world that this one was made from, with what they are here; `renamed` is the way back."""

    added: dict[str, list[list[int]]] = field(default_factory=dict)
    """What was added to the dice of the last orders, roll by roll, by the purpose of each."""

    before: bytes = b""
    """The position before the last orders."""

    frozen: bytes = b""
    """The position as it stands, where it has been copied since the last orders."""

    luck: random.Random = field(default_factory=lambda: random.Random(0))
    """Draws the orders of which odds are asked: others at each comparison of a pair, the same in both worlds."""

    @property
    def secrets(self) -> Secrets:
        """What is hidden in the game that is played here."""
        return SECRETS[self.state.game]

    def copy(self) -> World:
        self.frozen = self.frozen or pickle.dumps(self.state)
        return replace(
            self, state=pickle.loads(self.frozen), log=list(self.log), journal=list(self.journal),
            names=dict(self.names), renamed=dict(self.renamed),
        )  # fmt: skip

    def hear(self, outcome: Outcome) -> None:
        """The journal grows by what happened, and the watched seat's log by what it was told."""
        seen = seen_by(outcome, self.watched)
        self.journal_seen = len(self.journal) + seen if seen else self.journal_seen
        self.journal += outcome.journal
        self.log += outcome.told.get(self.watched, [])

    def play(self, seat: str, orders: list[umpire.Order]) -> Outcome | Refusal:
        """Give orders, in which units bear the names of the first world; the outcome, or the refusal.

        The watched seat can name no unit of the enemy's: its orders are the same bytes in both worlds.
        """
        if self.names and seat != self.watched:
            orders = cast(list[umpire.Order], replace_ids(deepcopy(orders), self.names))
        game, dice = self.secrets.game, HeedfulDice(PAIR, seeds_of(self.hidden_seed))
        self.added = dice.added
        try:
            acceptance = None if seat == CLOCK else umpire.accept(game, self.state.pictures[seat], seat, orders)
            self.before, self.frozen = self.frozen or pickle.dumps(self.state), b""
            if acceptance is None:
                return umpire.lapse(game, self.state, dice)
            return worked(game, self.state, orders, acceptance, dice)
        except Refusal as refusal:
            return refusal


def worked(game: AnyGame, state: Any, orders: list[umpire.Order], acceptance: Told, dice: Dice) -> Outcome:
    """Orders as the service takes them: accepted by the seat's picture before, and worked after."""
    seat = acceptance.seat
    acceptance.change(state)
    length = state.log_lengths[seat]
    outcome = umpire.take_up(game, state, seat, orders, length, dice)
    outcome.journal.insert(0, acceptance)
    outcome.told.setdefault(seat, []).insert(0, LogEntry(length, None, acceptance.report))
    outcome.accepted = length
    return outcome


@dataclass(frozen=True, kw_only=True)
class Secrets:
    """A game's part of the two-worlds test.

    Every game says three things: `changes(state, seat, rng)`, each of which alters something that is hidden from the
    seat, in the truth and in the pictures of those who know it, and is True where it could; `laid_open`, the true
    happenings of a step that the rules may owe the seat, in terms that do not depend on inner ids; and `at_the_end`,
    the reports that lay the truth open when the match is over, each with one that says nothing, with `verdict`, the
    entries of a picture that they fill, emptied.

    What else there is, a simple game leaves as it is. A happening that begins with `BY_KNOWLEDGE` follows from what the
    seat knew and from what stands before it. `owed`: what is laid open of another's step, of which less may depend on a
    choice of theirs. `renamed` gives what belongs to others other inner ids. `rolls` are the kinds of roll and who is
    to know of them; `faces_laid_open`: the faces that a seat sees are among what is laid open; `questions_laid_open`:
    so is all that a question to it hangs on. While the match is `silent` to a seat nothing may show to it, whatever
    happens. `strict_moments`: when letters come to a seat and questions are put to it does not even depend on what is
    laid open.
    """

    game: AnyGame
    changes: tuple[Callable[[Any, str, random.Random], bool], ...]
    laid_open: Callable[[World, str, list[Event]], list[str]]
    at_the_end: Mapping[type[Report], Report] = field(default_factory=dict)
    verdict: Mapping[str, object] = field(default_factory=dict)
    owed: Callable[[World, str, list[Event]], list[str]] | None = None
    renamed: Callable[[World, str, random.Random], bool] = lambda world, seat, rng: False
    rolls: Callable[[], Mapping[str, Kind]] = dict
    faces_laid_open: bool = False
    questions_laid_open: bool = False
    silent: Callable[[World, str], bool] = lambda world, seat: False
    strict_moments: Callable[[World, str], bool] = lambda world, seat: True

    def owed_to(self, world: World, seat: str, events: list[Event]) -> list[str]:
        """What the rules owe a seat of another's step."""
        return (self.owed or self.laid_open)(world, seat, events)


SECRETS: dict[str, Secrets] = {}


def shown_log(world: World) -> list[LogEntry]:
    """The log of the watched seat, its reports as they are compared."""
    return [replace(entry, report=shown(world, entry.report)) for entry in world.log]


def masked(report: Report) -> Report:
    """A report with its root, which differs with every hidden roll, compared by length and moment only."""
    return replace(report, root="#" * len(report.root)) if isinstance(report, LetterArrived) else report


def shown(world: World, report: Report) -> Report:
    """The same; and in place of what lays the truth open when the match is over, a report that says nothing of it."""
    return world.secrets.at_the_end.get(type(report), masked(report))


def compare_rolls(a: World, b: World, seat: str, left: Outcome, right: Outcome, where: str) -> None:
    """What the game's data let a seat know of the dice of a step that laid the same open is the same in both worlds."""
    rolls = a.secrets.rolls()
    for what in ("existence", "purpose", "die"):
        known = [known_rolls(rolls, outcome.journal, seat, what) for outcome in (left, right)]
        if known[0] != known[1] and (what != "die" or a.secrets.faces_laid_open):
            more = differing(left, right)
            raise Leak(f"{where}: {seat} is to know of the {what} of rolls that depend on what is hidden: {more}")
    if known_modifiers(rolls, a, b, seat) != known_modifiers(rolls, b, a, seat):
        raise Leak(f"{where}: {seat} is to know of modifiers that depend on what is hidden: {a.added} / {b.added}")


def known_rolls(rolls: Mapping[str, Kind], journal: list[Event], seat: str, what: str) -> list[str]:
    """The rolls of a step of which the game's data say that this seat learns so much."""
    fallen = [event for event in journal if isinstance(event, Rolled)]
    kinds = [(kind, roll) for roll in fallen for kind in kinds_of(rolls, roll.purpose)]
    shown = {"existence": lambda kind, roll: kind.name, "purpose": lambda kind, roll: roll.purpose,
             "die": lambda kind, roll: repr((roll.purpose, roll.faces))}[what]  # fmt: skip
    return sorted(shown(kind, roll) for kind, roll in kinds if kind.learns(seat, what, roll.purpose))


def known_modifiers(rolls: Mapping[str, Kind], world: World, other: World, seat: str) -> dict[str, list[list[int]]]:
    """What was added to those rolls, fallen in both worlds, of which the data say that this seat learns it."""
    return {
        purpose: added
        for purpose, added in world.added.items()
        for kind in kinds_of(rolls, purpose)
        if purpose in other.added and kind.learns(seat, "modifiers", purpose)
    }


def differing(left: Outcome, right: Outcome) -> list[str]:
    """The purposes of rolls that fell in one of two worlds only, or more often."""
    fallen = [Counter(e.purpose for e in outcome.journal if isinstance(e, Rolled)) for outcome in (left, right)]
    return sorted(((fallen[0] - fallen[1]) + (fallen[1] - fallen[0])).elements())


def replace_ids(value: object, new: dict[str, str], seen: set[int] | None = None) -> object:
    """Replace inner ids through a whole position, in place where it can be; gives the replacement."""
    seen = set() if seen is None else seen
    if isinstance(value, str):
        return new.get(value, value)
    if isinstance(value, tuple):
        return tuple(replace_ids(item, new, seen) for item in value)
    if id(value) in seen:
        return value
    seen.add(id(value))
    if isinstance(value, list):
        value[:] = [replace_ids(item, new, seen) for item in value]
    elif isinstance(value, dict):
        items = [(replace_ids(k, new, seen), replace_ids(v, new, seen)) for k, v in value.items()]
        value.clear()
        value.update(items)
    elif isinstance(value, set):
        items_ = {replace_ids(item, new, seen) for item in value}
        value.clear()
        value.update(items_)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            fresh = replace_ids(getattr(value, name), new, seen)
            if fresh is not getattr(value, name):
                object.__setattr__(value, name, fresh)
    return value


def mutated(world: World, seat: str, rng: random.Random) -> World | None:
    """The same world to this seat, another in truth; None where nothing could be changed."""
    watch(world, seat)
    other = world.copy()
    other.frozen, other.luck = b"", copy(rng)
    changes = rng.sample(other.secrets.changes, rng.randint(1, min(3, len(other.secrets.changes))))
    done = [change(other.state, seat, rng) for change in changes]
    if rng.random() < 0.4:
        done.append(other.secrets.renamed(other, seat, rng))
    if rng.random() < 0.2:
        other.hidden_seed = bytes([rng.randrange(256)] * 32)
    return other if any(done) else None


def watch(world: World, seat: str) -> None:
    """From now on what this seat knows is compared."""
    world.watched, world.opening = seat, duplicate(world.state.pictures[seat])
    world.log, world.journal, world.journal_seen = [], [], 0


def letters_of(outcome: Outcome, seat: str) -> int:
    """How many letters a step brought a seat."""
    return len({entry.letter for entry in outcome.told.get(seat, []) if entry.letter is not None})
