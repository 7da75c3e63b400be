"""Pairs of worlds that one seat cannot tell apart: the hidden mutations, and what that seat can read.

A pair is built by changing what is hidden from seat P, never by comparing what P sees (`trust.md`'s two-worlds test).
"""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict, dataclass, field, replace
from typing import cast

from service.engine import umpire
from service.engine.dice import Dice, Roll, Seeds
from service.engine.events import (
    CursorMoved,
    Event,
    OrdersPlanned,
    PhaseSealed,
    Posted,
    PostEmptied,
    Rolled,
    SeatDone,
    SeatsAsked,
    Told,
)
from service.engine.options import Destination, Routes
from service.engine.orders import Refusal
from service.engine.reports import LetterArrived, Report
from service.engine.umpire import Entry, Outcome
from service.games.ndc.booking import CombatDeclared, CombatNoted
from service.games.ndc.letters import DeclarationsSent, Traced, TraceLost
from service.games.ndc.rules import RULES
from service.games.ndc.state import AccountSet, Combat, LevelSet, State, UnitNoted
from service.games.ndc.units import Marker, Unit
from tests.positions import Table


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

    state: State
    hidden_seed: bytes = b"\2" * 32
    log: list[Entry] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """Inner ids of the world that this one was made from, with what they are here; `renamed` is the way back."""

    added: dict[str, list[list[int]]] = field(default_factory=dict)
    """What was added to the dice of the last orders, roll by roll, by the purpose of each."""

    def copy(self) -> World:
        return cast(World, pickle.loads(pickle.dumps(self)))

    def play(self, seat: str, orders: list[umpire.Order]) -> Outcome | Refusal:
        """Give orders, in which units bear the names of the first world; the outcome, or the refusal."""
        if self.names:
            orders = cast(list[umpire.Order], replace_ids(deepcopy(orders), self.names))
        dice = HeedfulDice("pair", Seeds(b"\1" * 32, self.hidden_seed, 100))
        self.added = dice.added
        try:
            return umpire.play(RULES, self.state, seat, orders, dice)
        except Refusal as refusal:
            return refusal


def readable(world: World, seat: str) -> dict[str, str]:
    """Every byte that a seat could fetch, by what it is: view, options, where its units can go, log and its prose."""
    picture = world.state.pictures[seat]
    options = umpire.options(RULES, picture)
    routes: dict[str, list[Destination]] = {}
    for option in options:
        for domain in option.fields.values():
            if isinstance(domain, Routes):
                routes[domain.unit] = list(RULES.destinations(picture, domain.unit))
    return {
        "view": as_text(asdict(RULES.view(picture))),
        "options": as_text([asdict(option) for option in options]),
        "routes": as_text({unit: [asdict(d) for d in there] for unit, there in routes.items()}),
        "log": as_text([(entry.number, entry.letter, repr(masked(entry.report))) for entry in world.log]),
        "prose": as_text([RULES.prose(entry.report) for entry in world.log]),
        "version": str(world.state.log_lengths[seat]),
    }


def masked(report: Report) -> Report:
    """A report with its root, which differs with every hidden roll, compared by length and moment only."""
    return replace(report, root="#" * len(report.root)) if isinstance(report, LetterArrived) else report


def as_text(value: object) -> str:
    return json.dumps(value, default=str)


# ---- what is hidden, and how it may differ


def unseen(state: State, seat: str) -> list[Unit]:
    """Enemy units on the map of which this seat's picture has no contact, and which nothing is about to declare."""
    traced = {trace.unit for trace in state.traces.get(seat, {}).values()}
    pending = {e.unit for e in state.exposed} | {m.unit for m in state.moves_seen}
    pending |= {r.unit for entries in state.reveals.values() for r in entries}
    pending |= {c.unit or "" for c in state.combats} | {c.defender or "" for c in state.combats}
    enemy = state.other(seat)
    return [u for u in state.on_map(enemy) if u.level == 0 and u.id not in traced | pending and not u.engaged]


def free_hexes(state: State, near: str | None = None) -> list[str]:
    """Hexes with no unit of either side in them, next to a side's units where one is named."""
    board = state.rules.board
    taken = {hex for unit in state.units.values() for hex in unit.hexes}
    hexes = [hex for hex in board.grid if hex not in taken]
    if near is None:
        return hexes
    beside = {n for u in state.on_map(near) for hex in u.hexes for n in board.grid.neighbours(hex)}
    return [hex for hex in hexes if hex in beside]


def owner_knows(state: State, unit: Unit) -> None:
    """The owner's picture follows the mutation: he knows his own units."""
    state.pictures[unit.side].own[unit.id] = deepcopy(unit)


def detailed(state: State, seat: str, unit: Unit) -> bool:
    """Whether the seat was ever told a mode or T/O level of the unit, which it would have to be told again."""
    contacts = state.pictures[seat].contacts
    told = [contacts[h] for h, t in state.traces.get(seat, {}).items() if t.unit == unit.id and h in contacts]
    return any(contact.mode is not None or contact.to is not None for contact in told)


def moved(state: State, seat: str, rng: random.Random) -> bool:
    """An unseen unit stands elsewhere, as often as not right beside the seat's own units."""
    hidden = [u for u in unseen(state, seat) if not u.spread]
    there = free_hexes(state, seat if rng.random() < 0.5 else None)
    if not hidden or not there:
        return False
    unit = rng.choice(hidden)
    unit.hex = unit.started = rng.choice(there)
    owner_knows(state, unit)
    return True


def swapped(state: State, seat: str, rng: random.Random) -> bool:
    """Two unseen units have changed places."""
    hidden = [u for u in unseen(state, seat) if not u.spread]
    if len(hidden) < 2:
        return False
    a, b = rng.sample(hidden, 2)
    a.hex, b.hex = b.hex, a.hex
    a.started, b.started = b.started, a.started
    owner_knows(state, a)
    owner_knows(state, b)
    return True


def weaker(state: State, seat: str, rng: random.Random) -> bool:
    """Strengths and troubles that no level below 4 shows."""
    hidden = [u for u in state.on_map(state.other(seat)) if u.level < 4 and not detailed(state, seat, u)]
    if not hidden:
        return False
    for unit in rng.sample(hidden, min(4, len(hidden))):
        unit.to = rng.randint(1, unit.to_max)
        unit.fatigue = rng.randint(0, 3)
        unit.leadership = rng.randint(0, 3)
        unit.rating = rng.randint(0, 3)
        unit.ammo_low = unit.type == "HQ" and rng.random() < 0.5
        owner_knows(state, unit)
    return True


def retyped(state: State, seat: str, rng: random.Random) -> bool:
    """An unidentified combat unit is of another type and mode."""
    hidden = [u for u in state.on_map(state.other(seat)) if u.level < 3 and u.combat and not u.spread]
    shown = {t.unit for h, t in state.traces.get(seat, {}).items() if state.pictures[seat].contacts[h].type}
    hidden = [u for u in hidden if u.id not in shown]
    if not hidden:
        return False
    unit = rng.choice(hidden)
    unit.type = "armor" if unit.type == "infantry" else "infantry"
    unit.profile = ("ARM-" if unit.type == "armor" else "INF-") + unit.profile.split("-")[1]
    unit.amphibious = unit.type == "infantry"
    owner_knows(state, unit)
    return True


def added(state: State, seat: str, rng: random.Random) -> bool:
    """One more unseen unit is on the map."""
    like = [u for u in state.on_map(state.other(seat)) if u.combat]
    there = free_hexes(state, seat if rng.random() < 0.5 else None)
    if not like or not there:
        return False
    unit = deepcopy(rng.choice(like))
    unit.id = unit.designation = f"ADDED-{rng.randint(100, 999)}"
    unit.hex = unit.started = rng.choice(there)
    unit.spread, unit.level, unit.engaged, unit.moved, unit.mode = (), 0, False, False, "defend"
    state.units[unit.id] = unit
    owner_knows(state, unit)
    return True


def removed(state: State, seat: str, rng: random.Random) -> bool:
    """An unseen combat unit is not there at all."""
    hidden = [u for u in unseen(state, seat) if u.combat and state.accounts[u.side].commander != u.id]
    if not hidden:
        return False
    gone = rng.choice(hidden)
    del state.units[gone.id]
    del state.pictures[gone.side].own[gone.id]
    return True


def rearranged(state: State, seat: str, rng: random.Random) -> bool:
    """Rows stand in another order."""
    order = list(state.units)
    rng.shuffle(order)
    state.units = {unit: state.units[unit] for unit in order}
    traces = list(state.traces.get(seat, {}).items())
    rng.shuffle(traces)
    state.traces[seat] = dict(traces)
    return True


def richer(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy's points, ratings and allotments: all that is not declared."""
    account = state.accounts[state.other(seat)]
    account.air = rng.choice((0, 2, 4))
    account.ew_points = rng.choice((0, 1, 5))
    account.coverage, account.quality = rng.randint(0, 4), rng.randint(0, 4)
    hqs = [u for u in state.on_map(state.other(seat)) if u.type == "HQ" and u.level < 4]
    nothing_left = rng.random() < 0.5
    for hq in hqs:
        account.support_used[hq.id] = hq.points("arty") if nothing_left else 0
        account.fired[hq.id] = rng.choice((0, 2 * hq.points("arty")))
        hq.suppressed = rng.random() < 0.5
        owner_knows(state, hq)
    state.pictures[state.other(seat)].account = deepcopy(account)
    return True


def forgetful(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy knows something else of this seat's units."""
    contacts = state.pictures[state.other(seat)].contacts
    if not contacts:
        return False
    for handle in rng.sample(sorted(contacts), max(1, len(contacts) // 2)):
        del contacts[handle]
    return True


def renamed(world: World, seat: str, rng: random.Random) -> bool:
    """The enemy's units on the map bear other inner ids, in another order; a reinforcement is known by its own."""
    state = world.state
    enemy = state.other(seat)
    ids = [u.id for u in state.on_map(enemy)]
    words = [f"CANARY{rng.randrange(10**6):06d}-{n}" for n in range(len(ids))]
    rng.shuffle(words)
    new = dict(zip(ids, words, strict=True))
    world.names = new
    world.renamed = {fresh: old for old, fresh in new.items()}
    replace_ids(state, new)
    return True


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


ON_STATES: tuple[Callable[[State, str, random.Random], bool], ...] = (
    moved, moved, swapped, weaker, retyped, added, removed, rearranged, richer, forgetful,
)  # fmt: skip


def mutated(world: World, seat: str, rng: random.Random) -> World | None:
    """The same world to this seat, another in truth; None where nothing could be changed."""
    other = world.copy()
    changes = rng.sample(ON_STATES, rng.randint(1, 3))
    done = [change(other.state, seat, rng) for change in changes]
    if rng.random() < 0.4:
        done.append(renamed(other, seat, rng))
    if rng.random() < 0.2:
        other.hidden_seed = bytes([rng.randrange(256)] * 32)
    return other if any(done) else None


# ---- what a step laid open


QUIET = (
    CursorMoved, SeatsAsked, SeatDone, Told, Posted, PostEmptied, OrdersPlanned, Rolled, PhaseSealed, AccountSet,
    Traced, TraceLost, DeclarationsSent,
)  # fmt: skip
"""Events that lay nothing open by themselves: bookkeeping, and the telling itself, which is what is on trial."""


DECLARED = (
    "number", "kind", "side", "target", "origin", "type", "csps", "chemical", "persistent", "ew", "superiority",
    "attacker_ew", "total", "cancelled", "fire", "fire_chemical", "fire_persistent", "fire_ew", "outcome",
    "attacker_loss", "attacker_path", "advanced", "breakthrough",
)  # fmt: skip
"""What the rules let both sides hear of a combat (NDC-GCD-02 to 11, NDC-RES-02 to 17, NDC-CBF-06 to 11)."""


def laid_open(world: World, seat: str, journal: list[Event]) -> list[str]:
    """The true happenings of a step that the rules may owe this seat, in terms that do not depend on inner ids.

    Two steps with equal lists gave the rules the same things to tell; then the seat must be able to read the same.
    What befalls a unit of the enemy at level None of which the seat has no contact is owed by no rule.
    """
    state = world.state
    theirs = {u.id for u in state.units.values() if u.side != seat}
    shown = {t.unit for t in state.traces.get(seat, {}).values()} | {e.unit for e in state.exposed if e.to == seat}
    secret = {unit for unit in theirs if state.units[unit].level == 0} - shown
    happenings = []
    for event in journal:
        unit = getattr(event, "unit", None)
        if isinstance(event, QUIET) or (isinstance(event, UnitNoted) and unit in theirs):
            continue
        if unit in secret and not isinstance(event, LevelSet):
            continue
        text = repr(event)
        if isinstance(event, CombatDeclared | CombatNoted):
            text = repr(declared(state, seat, event.combat))
        for fresh, old in world.renamed.items():
            text = text.replace(repr(fresh), repr(old))
        happenings.append(text)
    return happenings + entitled(state, seat)


def declared(state: State, seat: str, combat: Combat) -> list[object]:
    """The part of a combat's sheet that a seat may hear of: never a differential, nor the other's modifiers."""
    heard = [getattr(combat, name) for name in DECLARED]
    defender = state.units.get(combat.defender or "")
    if combat.side == seat:
        heard += [combat.unit, combat.lines, combat.command]
    if combat.side != seat or defender is None or defender.level:
        heard += [combat.attacker_fell, combat.retreat_hexes, combat.retreat]
    return heard


def entitled(state: State, seat: str) -> list[str]:
    """What the levels of the enemy's units entitle a seat to know, from the report table (NDC-REP-03 to 13)."""
    known = []
    for unit in state.on_map(state.other(seat)):
        if unit.level >= 2:
            kind = unit.type if unit.level >= 3 else ""
            identity = (unit.designation, unit.mode, unit.to) if unit.level == 4 else ()
            known.append(repr((sorted(unit.hexes), kind, identity)))
    return sorted(known)


def letters_of(outcome: Outcome, seat: str) -> int:
    """How many letters a step brought a seat."""
    return len({entry.letter for entry in outcome.told.get(seat, []) if entry.letter is not None})


def contact_table(**settings: object) -> Table:
    """Both divisions in contact along the river, some seen, some not; interdictions of both lie on their ways."""
    from tests.positions import position

    table = position(
        "us U-DIV at 0508", "us U-1B at 0904", "us U-2B at 0909",
        "us U-R1 at 1608 defend level 2", "us U-R2 at 1513 defend spread 1514 level 3",
        "us U-I1 at 1204 dug-in level 1", "us U-A1 at 1206 attack", "us U-I2 at 1208 dug-in level 2",
        "us U-I3 at 1113 dug-in", "us U-A2 at 1010 attack level 4",
        "su S-DIV at 2008", "su S-1R at 1704", "su S-2R at 1712", "su S-TR at 1808",
        "us U-A3 arrives 3", "su S-A4 arrives 3", "su S-RC at 1508 attack level 2",
        "su S-I1 at 1303 attack level 2", "su S-I2 at 1304 attack",
        "su S-A1 at 1405 attack level 3", "su S-I3 at 1412 attack", "su S-I4 at 1413 attack level 1",
        "su S-A2 at 1511 attack", "su S-I5 at 1308 attack level 4", "su S-A3 at 1407 march",
        searched={"us": (3, ("C1", "C2", "C3")), "su": (2, ("B2", "C2", "C3"))},
        **settings,  # type: ignore[arg-type]
    )  # fmt: skip
    for hex, side in (("1404", "US"), ("1408", "US"), ("1207", "Soviet"), ("1109", "Soviet")):
        for map in (table.truth.markers, *(table.truth.pictures[seat].markers for seat in table.truth.seats)):
            map.append(Marker(kind="interdiction", hex=hex, side=side, strength=2))
    return table
