"""Pairs of worlds that one seat cannot tell apart, and what that seat can read.

A pair is built by changing what is hidden from seat P, never by comparing what P sees (`trust.md`'s two-worlds test).
What is hidden in a game, and what the rules may owe a seat there, each game says for itself: `ndc_worlds` and
`skirmish_worlds`.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from typing import Any, cast

from service.engine import rulings, umpire
from service.engine.aims import Aim, Briefing
from service.engine.dice import Dice, Roll, Seeds
from service.engine.dice_events import Rolled
from service.engine.events import Event, Told
from service.engine.faculties import Forces
from service.engine.game import AnyGame
from service.engine.options import Destination, Option
from service.engine.orders import Refusal
from service.engine.places import Place
from service.engine.recording import Entry, Outcome
from service.engine.reports import LetterArrived, Report
from service.engine.sightlines import SightLine
from service.engine.state import duplicate
from service.engine.tally import Tally
from service.matches import AtSeat, charts, history, proving, standing_orders
from service.matches.letters import post, post_text
from service.store.matches import seen_by
from tests.random_play import ordered
from tests.roll_kinds import Kind, kinds_of
from tests.secrecy.kept import PAIR, kept, seeds_of

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
    watched: str = ""
    """The seat from which the pair is watched, once it is one."""

    opening: Any = None
    """What that seat knew when the pair was made."""

    log: list[Entry] = field(default_factory=list)
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
            acceptance = None if seat == CLOCK else umpire.accepted(game, self.state.pictures[seat], seat, orders)
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
    outcome.told.setdefault(seat, []).insert(0, Entry(length, None, acceptance.report))
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
    seat knew and from what stands before it. `owed`: what is laid open of another's step, of which less may depend on
    a choice of his. `renamed` gives what belongs to others other inner ids. `rolls` are the kinds of roll and who is to
    know of them; `faces_laid_open`: the faces that a seat sees are among what is laid open; `questions_laid_open`: so
    is all that a question to it hangs on. While the match is `silent` to a seat nothing may show to it, whatever
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


MOST_ASKED = 4
"""So many own bases and contacts between which lines of sight are asked, and so many orders of which odds are."""


def told(world: World, seat: str) -> dict[str, str]:
    """What a seat has been told, and what it has made of that; and the public dice that it is shown."""
    game, picture = world.secrets.game, world.state.pictures[seat]
    reports = [shown(world, entry.report) for entry in world.log]
    rolls = [event for event in world.journal[: world.journal_seen] if isinstance(event, Rolled) and event.public]
    return {
        "log": repr(
            [
                (entry.number, entry.letter, report, entry.occasion)
                for entry, report in zip(world.log, reports, strict=True)
            ]
        ),
        "prose": repr([game.words.prose(report) for report in reports]),
        "version": str(world.state.log_lengths[seat]),
        "picture": repr(closed(world, picture)),
        "dice": repr(rolls),
    }


def readable(world: World, seat: str, luck: int = 0, *, back: bool = False) -> dict[str, str]:
    """All that a seat could fetch, by what it is: log, prose and cards, aim, view, options, ways, lines and odds.

    What is declared against it is there too. Odds are asked of a few orders, which the luck draws. `back`: what it can
    look back at too.
    """
    picture, game = closed(world, world.state.pictures[seat]), world.secrets.game
    options = rulings.options(game, picture)
    routes = {
        units: list(forces_of(game).destinations(picture, units))
        for option in options
        for _, domain in option.routes
        for units in option.parties(domain)
    }
    return {
        **told(world, seat),
        "view": repr(game.view(picture)),
        "cards": repr(game.words.cards(game.known(picture), shown_log(world))),
        "aim": repr(aimed(world, picture)),
        "declared": repr(game.words.declared(game.known(picture))),
        "options": repr(options),
        "routes": repr(routes),
        "lines": repr(lines_of_sight(game, picture)),
        "odds": repr(odds_of(game, picture, options, random.Random(luck))),
        **(looked_back(world, seat) if back else {}),
    }


def aimed(world: World, picture: Any) -> tuple[Briefing, Aim]:
    """What a seat is told that it is after, and how it stands with that."""
    game = world.secrets.game
    counted = Tally().after([one.telling for one in shown_log(world)], game, picture.seat, length=0)
    known = game.known(picture, counted.score)
    return game.words.briefing(known), game.words.aim(known)


def closed(world: World, picture: Any) -> Any:
    """A picture without what was laid open when the match was over."""
    return replace(picture, **world.secrets.verdict) if world.state.ended else picture


def looked_back(world: World, seat: str) -> dict[str, str]:
    """What a seat can look back at since the pair was made: as the service makes it, of what it would have stored."""
    log = shown_log(world)
    context, at = kept(world, log, closed(world, world.state.pictures[seat])), AtSeat(PAIR, seat, "")
    length = len(world.log)
    points = sorted({0, length // 2, length})
    pasts = [history.history(context, at, number) for number in points]
    return {
        "history": repr([(past.stops, past.entries, past.view, past.situation, past.changes) for past in pasts]),
        "contacts": repr(history.dossiers(context, at)),
        "letters": post_text(post(context, at)),
        "exchanges": repr(standing_orders(context, at).exchanges),
        "charts": repr(charts.charts(context, at)),
        "proof": repr(replace(proving.dice(context, at), hidden="", seed=None, chain_end=None)),
    }


def forces_of(game: AnyGame) -> Forces[Any]:
    """The units and contacts of a game; none, in a game without them."""
    return game.forces if game.forces is not None else NoForces()


class NoForces:
    """The forces of a game that has none."""

    def own(self, picture: Any) -> Mapping[str, Any]:
        return {}

    def contacts(self, picture: Any) -> Mapping[str, Any]:
        return {}

    def places_of(self, thing: Any) -> tuple[Place, ...]:
        return ()

    def subjects(self, order: umpire.Order) -> tuple[str, ...]:
        return ()

    def destinations(self, picture: Any, units: Sequence[str]) -> list[Destination]:
        return []


def truly_there(world: World, seat: str) -> dict[str, tuple[Place, ...]]:
    """The units of all seats but this one by their inner ids, with where they stand on the map.

    As they truly are, where the game keeps records, which are asked here in the midst of a match; else as their owners
    believe them.
    """
    state, game = world.state, world.secrets.game
    pictures = game.records.laid_open(state) if game.records is not None else state.pictures
    forces = forces_of(game)
    units = [unit for other in state.seats if other != seat for unit in forces.own(pictures[other]).items()]
    return {id: places for id, unit in units if (places := forces.places_of(unit))}


def lines_of_sight(game: AnyGame, picture: Any) -> list[SightLine | None]:
    """What the seat is answered of lines from its own units, to those of others that it knows and to each other."""
    if game.sight is None:
        return []
    forces = forces_of(game)
    own, known = (
        [place for unit in units.values() for place in forces.places_of(unit)]
        for units in (forces.own(picture), forces.contacts(picture))
    )
    found = [game.sight(picture, a, b) for a in own[:MOST_ASKED] for b in known]
    return found + [game.sight(picture, a, b) for a, b in pairwise([*known, *own])]


def odds_of(game: AnyGame, picture: Any, options: list[Option], rng: random.Random) -> list[object]:
    """What the seat is told beforehand of a few orders that it could give, and what others would learn by them."""
    if game.odds is None and game.foretell is None:
        return []
    together = list(game.at_once(picture)) if game.at_once is not None and picture.asked else []
    tried = (ordered(option, game, picture, rng) for option in rng.sample(options, min(MOST_ASKED, len(options))))
    return together + [
        (game.odds and game.odds(picture, order), foretold(game, picture, order), ways_for(game, picture, order))
        for order in tried
        if order is not None
    ]


def ways_for(game: AnyGame, picture: Any, order: umpire.Order) -> object:
    """The other ways that a seat is offered for an order."""
    return list(game.other_ways(picture, order, ())) if game.other_ways is not None else None


def foretold(game: AnyGame, picture: Any, order: umpire.Order) -> object:
    if game.foretell is None:
        return None
    believed = duplicate(picture)
    order.believe(believed)
    return game.foretell(believed, [order])


def shown_log(world: World) -> list[Entry]:
    """The log of the watched seat, its reports as they are compared."""
    return [replace(entry, report=shown(world, entry.report)) for entry in world.log]


def masked(report: Report) -> Report:
    """A report with its root, which differs with every hidden roll, compared by length and moment only."""
    return replace(report, root="#" * len(report.root)) if isinstance(report, LetterArrived) else report


def shown(world: World, report: Report) -> Report:
    """The same; and in place of what lays the truth open when the match is over, a report that says nothing of it."""
    return world.secrets.at_the_end.get(type(report), masked(report))


# ---- dice


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
