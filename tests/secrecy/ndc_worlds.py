"""What is hidden from a seat of NATO Division Commander, how it may differ, and what a step lays open (`worlds`)."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy

from service.engine.dice_events import PhaseSealed, Rolled
from service.engine.events import (
    CursorMoved,
    Event,
    OrdersPlanned,
    OrdersTakenUp,
    Posted,
    PostEmptied,
    SeatDone,
    SeatsAsked,
    Told,
)
from service.games.ndc.game import NDC
from service.games.ndc.known.reports import UnitLocated, VictoryDeclared
from service.games.ndc.printed.units import Marker, Unit
from service.games.ndc.sections.booking import CombatDeclared, CombatNoted
from service.games.ndc.truth.letters import DeclarationsSent, Traced, TraceLost
from service.games.ndc.truth.state import AccountSet, Combat, LevelSet, State, UnitNoted
from tests.positions import Table
from tests.roll_kinds import kinds_in
from tests.secrecy.worlds import SECRETS, Happening, Secrets, World, heard_before, replace_ids

ROLLS = kinds_in(NDC)


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
    """The owner's picture follows the mutation: they know their own units."""
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
    """An unseen combat unit, which has no orders yet, is not there at all."""
    ordered = {getattr(order, "unit", None) for order in state.plans.get(state.other(seat), [])}
    hidden = [u for u in unseen(state, seat) if u.combat and state.accounts[u.side].commander != u.id]
    hidden = [u for u in hidden if u.id not in ordered]
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


ON_STATES: tuple[Callable[[State, str, random.Random], bool], ...] = (
    moved, moved, swapped, weaker, retyped, added, removed, rearranged, richer, forgetful,
)  # fmt: skip


# ---- what a step laid open


QUIET = (
    CursorMoved, SeatsAsked, SeatDone, Told, Posted, PostEmptied, OrdersPlanned, OrdersTakenUp, Rolled, PhaseSealed,
    AccountSet, Traced, TraceLost, DeclarationsSent,
)  # fmt: skip
"""Events that lay nothing open by themselves: bookkeeping, and the telling itself, which is what is on trial."""


DECLARED = (
    "number", "kind", "side", "target", "origin", "type", "csps", "chemical", "persistent", "ew", "superiority",
    "attacker_ew", "total", "cancelled", "fire", "fire_chemical", "fire_persistent", "outcome",
    "attacker_loss", "attacker_path", "advanced", "breakthrough",
)  # fmt: skip
"""What the rules let both sides hear of a combat (NDC-GCD-02 to 11, NDC-RES-02 to 17, NDC-CBF-06 to 11)."""


def laid_open(world: World, seat: str, journal: list[Event]) -> list[Happening]:
    """The true happenings of a step that the rules may owe this seat, in terms that do not depend on inner ids.

    Two steps with equal lists gave the rules the same things to tell; then the seat must be able to read the same.
    What befalls a unit of the enemy at level None of which the seat has no contact is owed by no rule.
    """
    state = world.state
    theirs = {u.id for u in state.units.values() if u.side != seat}
    shown = {t.unit for t in state.traces.get(seat, {}).values()} | {e.unit for e in state.exposed if e.to == seat}
    secret = {unit for unit in theirs if state.units[unit].level == 0} - shown
    happenings = []
    for before, event, heard in zip([None, *journal], journal, heard_before(journal, seat), strict=False):
        if isinstance(event, Traced) and event.side == seat and declares_who_stopped(before):
            who = world.renamed.get(event.trace.unit, event.trace.unit)
            happenings.append(Happening(f"stopped by {who} in {event.trace.hex}", heard))
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
        happenings.append(Happening(text, heard))
    told = heard_before(journal, seat)[-1]
    return [*happenings, *(Happening(text, told) for text in entitled(state, seat))]


def declares_who_stopped(event: Event | None) -> bool:
    """Whether an event declares the hex of whoever stopped a unit (NDC-ZOC-06); who that was is noted right after."""
    report = event.report if isinstance(event, Told | Posted) else None
    return isinstance(report, UnitLocated) and report.because in ("stop", "contact")


def declared(state: State, seat: str, combat: Combat) -> list[object]:
    """The part of a combat's sheet that a seat may hear of: never a differential, nor the other's modifiers."""
    heard = [getattr(combat, name) for name in DECLARED]
    defender = state.units.get(combat.defender or "")
    if combat.side == seat:
        heard += [combat.unit, combat.lines, combat.command]
    else:
        heard.append(combat.fire_ew)
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


def owed(world: World, seat: str, journal: list[Event]) -> list[str]:
    """The happenings of the other side's step that the rules could owe this seat: its reported and declared units."""
    shown = {t.unit for h, t in world.state.traces.get(seat, {}).items() if world.state.pictures[seat].contacts.get(h)}
    happenings = []
    for text in laid_open(world, seat, journal):
        secret = ("UnitPlaced", "UnitNoted", "EntryNoted", "LevelSet(")
        if text.startswith(secret) and not any(repr(unit) in text for unit in shown):
            continue
        happenings.append(text)
    return happenings + [repr((move.path, move.followed)) for move in world.state.moves_seen]


def awaits_resolution(world: World, seat: str) -> bool:
    """Whether the seat has closed a Movement Segment and its letter is yet to come: till then nothing may show."""
    resolving = any(frame.heading == "combat-resolution-segment" for frame in world.state.cursor)
    return resolving and world.state.phasing == seat


SECRETS["ndc"] = Secrets(
    game=NDC, changes=ON_STATES, renamed=renamed, laid_open=laid_open, owed=owed, rolls=lambda: ROLLS,
    silent=awaits_resolution,
    at_the_end={VictoryDeclared: VictoryDeclared(score=0, verdict="", parts={}, control={})},
    verdict={"score": 0, "verdict": ""},
)  # fmt: skip


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
