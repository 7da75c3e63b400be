"""Pairs of worlds that one seat cannot tell apart, and what that seat can read.

A pair is built by changing what is hidden from seat P, never by comparing what P sees (`trust.md`'s two-worlds test).
What is hidden in a game, and what the rules may owe a seat there, each game says for itself: `ndc_worlds` and
`skirmish_worlds`.
"""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict, dataclass, field, replace
from typing import Any, cast

from service.engine import umpire
from service.engine.dice import Dice, Roll, Seeds
from service.engine.events import Event
from service.engine.options import Destination, Routes
from service.engine.orders import Refusal
from service.engine.reports import LetterArrived, Report
from service.engine.ruleset import Ruleset
from service.engine.umpire import Entry, Outcome

CLOCK = "clock"
"""Who moves where a time runs out."""


class Leak(AssertionError):
    """Something reached a seat that may not know it."""


class Heeded(int):
    """What dice showed together; it notes whatever is added to it."""

    added: list[int]

    def __add__(self, more: int) -> Heeded:
        return heeded(int(self) + int(more), self.added, int(more))


def heeded(total: int, added: list[int], *more: int) -> Heeded:
    found = Heeded(total)
    found.added = added
    added += more
    return found


class HeededRoll(Roll):
    added: list[int]

    @property
    def total(self) -> int:
        return heeded(super().total, self.added)


class HeedfulDice(Dice):
    """Dice that note what is added to each roll."""

    def __init__(self, match: str, seeds: Seeds) -> None:
        super().__init__(match, seeds)
        self.added: dict[str, list[list[int]]] = {}

    def roll(self, spec: str, purpose: str, *, public: bool = False) -> Roll:
        fallen = super().roll(spec, purpose, public=public)
        found = HeededRoll(fallen.faces, fallen.number)
        object.__setattr__(found, "added", [])
        self.added.setdefault(purpose, []).append(found.added)
        return found


@dataclass
class World:
    """One truth, with the dice that will fall in it and what P has been told since the pair was made."""

    state: Any
    hidden_seed: bytes = b"\2" * 32
    log: list[Entry] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """Inner ids of the world that this one was made from, with what they are here; `renamed` is the way back."""

    added: dict[str, list[list[int]]] = field(default_factory=dict)
    """What was added to the dice of the last orders, roll by roll, by the purpose of each."""

    before: bytes = b""
    """The position before the last orders."""

    @property
    def secrets(self) -> Secrets:
        """What is hidden in the game that is played here."""
        return SECRETS[self.state.game]

    def copy(self) -> World:
        return cast(World, pickle.loads(pickle.dumps(self)))

    def play(self, seat: str, orders: list[umpire.Order]) -> Outcome | Refusal:
        """Give orders, in which units bear the names of the first world; the outcome, or the refusal."""
        if self.names:
            orders = cast(list[umpire.Order], replace_ids(deepcopy(orders), self.names))
        dice = HeedfulDice("pair", Seeds(b"\1" * 32, self.hidden_seed, 100))
        self.added, self.before = dice.added, pickle.dumps(self.state)
        try:
            if seat == CLOCK:
                return umpire.lapse(self.secrets.rules, self.state, dice)
            return umpire.play(self.secrets.rules, self.state, seat, orders, dice)
        except Refusal as refusal:
            return refusal


@dataclass(frozen=True, kw_only=True)
class Secrets:
    """A game's part of the two-worlds test.

    `changes` alter what is hidden from a seat, each True where it could; `renamed` gives what belongs to the other side
    other inner ids. `laid_open` lists the true happenings of a step that the rules may owe a seat, in terms that do not
    depend on inner ids; `owed` those of the other side's step that depend on a choice of his. `compare_rolls` raises a
    Leak where a seat is to know of rolls, and they depend on what is hidden. While the match is `silent` to a seat
    nothing may show to it, whatever happens. `strict_moments`: when letters come and questions are put never depends on
    what is laid open.
    """

    rules: Ruleset
    changes: tuple[Callable[[Any, str, random.Random], bool], ...]
    renamed: Callable[[World, str, random.Random], bool]
    laid_open: Callable[[World, str, list[Event]], list[str]]
    owed: Callable[[World, str, list[Event]], list[str]]
    compare_rolls: Callable[[World, World, str, Outcome, Outcome, str], None]
    silent: Callable[[World, str], bool]
    strict_moments: bool


SECRETS: dict[str, Secrets] = {}


def readable(world: World, seat: str) -> dict[str, str]:
    """Every byte that a seat could fetch, by what it is: view, options, where its units can go, log and its prose."""
    picture, rules = world.state.pictures[seat], world.secrets.rules
    options = umpire.options(rules, picture)
    routes: dict[str, list[Destination]] = {}
    for option in options:
        for domain in option.fields.values():
            if isinstance(domain, Routes):
                routes[domain.unit] = list(rules.destinations(picture, domain.unit))
    return {
        "view": as_text(asdict(rules.view(picture))),
        "options": as_text([asdict(option) for option in options]),
        "routes": as_text({unit: [asdict(d) for d in there] for unit, there in routes.items()}),
        "log": as_text([(entry.number, entry.letter, repr(masked(entry.report))) for entry in world.log]),
        "prose": as_text([rules.prose(entry.report) for entry in world.log]),
        "version": str(world.state.log_lengths[seat]),
    }


def masked(report: Report) -> Report:
    """A report with its root, which differs with every hidden roll, compared by length and moment only."""
    return replace(report, root="#" * len(report.root)) if isinstance(report, LetterArrived) else report


def as_text(value: object) -> str:
    return json.dumps(value, default=str)


# ---- pairs


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
    other = world.copy()
    changes = rng.sample(other.secrets.changes, rng.randint(1, 3))
    done = [change(other.state, seat, rng) for change in changes]
    if rng.random() < 0.4:
        done.append(other.secrets.renamed(other, seat, rng))
    if rng.random() < 0.2:
        other.hidden_seed = bytes([rng.randrange(256)] * 32)
    return other if any(done) else None


def letters_of(outcome: Outcome, seat: str) -> int:
    """How many letters a step brought a seat."""
    return len({entry.letter for entry in outcome.told.get(seat, []) if entry.letter is not None})
