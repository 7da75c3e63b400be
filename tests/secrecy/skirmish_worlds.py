"""What is hidden from a seat of a skirmish, how it may differ, and what a step lays open (`worlds`)."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

from service.engine.dice_events import Rolled
from service.engine.events import CursorMoved, Event, Posted, Told, TurnBegan, WindowOpened
from service.engine.hexes import Hex
from service.engine.orders import Done
from service.engine.standing import Attended
from service.engine.state import duplicate
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.reports import FireSuffered, PuffSeen, RecordOpened, VerdictTold
from service.games.skirmish.known.standing import Line
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.sections.advance import CombatOpened
from service.games.skirmish.sections.artillery import CallContact, Correct, SpottingRound
from service.games.skirmish.sections.batches import FlightAdded
from service.games.skirmish.sections.blasts import sees
from service.games.skirmish.sections.close_combat import CombatClosed
from service.games.skirmish.sections.playing import MoveBegun, StepMade
from service.games.skirmish.truth.looking import level_now
from service.games.skirmish.truth.state import (
    BaseChanged,
    BaseCreated,
    ContactNoted,
    GroundChanged,
    GroupPrepared,
    MissionSet,
    State,
    StrikeSet,
)
from tests.games.skirmish import positions
from tests.games.skirmish.table import Table, position
from tests.random_play import begun, one_call, random_orders
from tests.roll_kinds import kinds_in, kinds_of
from tests.secrecy.worlds import BY_KNOWLEDGE, SECRETS, Happening, Secrets, World, heard_before, replace_ids

# ---- what is hidden, and how it may differ


def seen_now(state: State, seat: str, base: Base) -> int:
    """The level at which a seat sees a base at this moment; kept here, so that no mutant of the game alters it."""
    return level_now(state, seat, base, (), ()) if base.hex is not None else 0


def unseen(state: State, seat: str) -> list[Base]:
    """Enemy bases on the map that the seat does not see, and that nothing is about to show."""
    enemy = state.pictures[state.other(seat)]
    noted = [getattr(enemy, name) for name in enemy.__dataclass_fields__ if name not in ("own", "contacts")]
    ordered = repr([state.playing, state.plans[enemy.side], noted])
    in_view = {
        traced for handle, traced in state.traces[seat].items()
        if handle in state.eyes[seat] and state.eyes[seat][handle].in_sight
    }  # fmt: skip
    busy = in_view | set(state.origins)
    return [
        base
        for base in state.on_map(enemy.side)
        if base.id not in busy and repr(base.id) not in ordered and not base.locked and not seen_now(state, seat, base)
    ]


def hiding_places(state: State, seat: str, base: Base, rng: random.Random) -> list[Hex]:
    """Hexes that hold nobody, where a base could stand unseen; as often as not the nearest to the seat's own bases."""
    taken = {b.hex for b in state.on_map()} | {hex for _, hex in state.dummies.values()}
    eyes = [str(eye.hex) for eye in state.on_map(seat)]
    found = [
        hex for hex in state.rules.sheet
        if hex not in taken and hex not in state.ground.fires
        and state.ground.terrain(state.rules, hex).cost(state.rules.profile(base).going) is not None
        and not seen_now(state, seat, base.changed(hex=hex))
    ]  # fmt: skip
    if eyes and rng.random() < 0.5:
        apart = state.rules.sheet.distance
        found = sorted(found, key=lambda hex: (min(apart(hex, eye) for eye in eyes), hex))[:6]
    return found


def owner_knows(state: State, base: Base) -> None:
    """The owner's picture follows the mutation: he knows his own bases."""
    state.pictures[base.side].own[base.id] = base.changed()


def moved(state: State, seat: str, rng: random.Random) -> bool:
    """An unseen base stands elsewhere, also near by; where it was suspected or last seen it is no more."""
    hidden = unseen(state, seat)
    if not hidden:
        return False
    base = rng.choice(hidden)
    there = hiding_places(state, seat, base, rng)
    if not there:
        return False
    base.hex = rng.choice(there)
    owner_knows(state, base)
    return True


def swapped(state: State, seat: str, rng: random.Random) -> bool:
    """Two unseen bases on foot have changed places."""
    hidden = [base for base in unseen(state, seat) if base.foot]
    if len(hidden) < 2:
        return False
    a, b = rng.sample(hidden, 2)
    if seen_now(state, seat, a.changed(hex=b.hex)) or seen_now(state, seat, b.changed(hex=a.hex)):
        return False
    a.hex, b.hex = b.hex, a.hex
    owner_knows(state, a)
    owner_knows(state, b)
    return True


def dummied(state: State, seat: str, rng: random.Random) -> bool:
    """Where a base was suspected there is a dummy, and the base is where the dummy was."""
    hidden, enemy = unseen(state, seat), state.other(seat)
    dummies = [id for id, (side, _) in state.dummies.items() if side == enemy]
    if not hidden or not dummies:
        return False
    base, dummy = rng.choice(hidden), rng.choice(dummies)
    there = state.dummies[dummy][1]
    if (
        state.ground.terrain(state.rules, there).cost(state.rules.profile(base).going) is None
        or seen_now(state, seat, base.changed(hex=there))
    ):  # fmt: skip
        return False
    state.dummies[dummy], base.hex = (enemy, str(base.hex)), there
    other = {base.id: dummy, dummy: base.id}
    for handle, traced in state.traces[seat].items():
        state.traces[seat][handle] = other.get(traced, traced)
    owner_knows(state, base)
    return True


def worn(state: State, seat: str, rng: random.Random) -> bool:
    """Quality, suppression, ammunition, shots and markers of the enemy, which are never shown."""
    known = {
        traced for handle, traced in state.traces[seat].items()
        if handle in state.eyes[seat] and state.eyes[seat][handle].level >= 3
    }  # fmt: skip
    hidden = [base for base in state.on_map(state.other(seat)) if base.id not in known]
    for base in rng.sample(hidden, min(4, len(hidden))):
        profile = state.rules.profile(base)
        base.quality = rng.randint(2, 7)
        base.suppression = rng.randint(0, base.quality - 1)
        base.ammunition = rng.choice(("ok", "low", "out"))
        base.shots, base.fired = rng.randint(0, 3), rng.choice(("none", base.fired))
        base.weapon_shots, base.smoke_rounds = rng.randint(0, 2), rng.randint(0, 3)
        base.broken_down = rng.random() < 0.3 and profile.cls.support_weapon
        base.jammed = tuple(part for part in profile.mounted if rng.random() < 0.3)
        base.rating = rng.randint(-2, 1) if base.leader else 0
        base.under_fire, base.antiaircraft = rng.random() < 0.5, rng.random() < 0.5
        base.name = f"CANARY{rng.randrange(10**6):06d}"
        owner_knows(state, base)
    return bool(hidden)


def shaken(state: State, seat: str, rng: random.Random) -> bool:
    """An unseen base is pinned, cowered or broken."""
    hidden = [base for base in unseen(state, seat) if base.morale == "good" and not base.vehicle]
    if not hidden:
        return False
    base = rng.choice(hidden)
    base.pinned, base.cowered = rng.random() < 0.5, rng.random() < 0.5
    if state.phasing == seat:
        base.morale = rng.choice(("good", "broken", "routed"))
    owner_knows(state, base)
    return True


def added(state: State, seat: str, rng: random.Random) -> bool:
    """One more unseen base is on the map."""
    like = [
        base for base in state.on_map(state.other(seat)) if base.foot and state.rules.profile(base).cls.men == "multi"
    ]
    if not like:
        return False
    base = deepcopy(rng.choice(like))
    base.id = f"ADDED-{rng.randint(100, 999)}"
    base.in_motion = base.locked = base.halted = False
    base.morale = "good"
    there = hiding_places(state, seat, base, rng)
    if not there:
        return False
    base.hex = rng.choice(there)
    state.bases[base.id] = base
    owner_knows(state, base)
    return True


def removed(state: State, seat: str, rng: random.Random) -> bool:
    """An unseen base is not there at all."""
    observers = {battery.observer for battery in state.rules.artillery}
    hidden = [b for b in unseen(state, seat) if b.id not in observers | names_of_groups(state)]
    if not hidden:
        return False
    gone = rng.choice(hidden)
    del state.bases[gone.id]
    del state.pictures[gone.side].own[gone.id]
    return True


def names_of_groups(state: State) -> set[str]:
    """The bases that the scenario names as reinforcements."""
    return {unit.id for group in state.rules.reinforcements for unit in group.units}


def rearranged(state: State, seat: str, rng: random.Random) -> bool:
    """Rows stand in another order; the seat's own keep theirs among each other, which it knows."""
    own = iter([id for id, base in state.bases.items() if base.side == seat])
    order = list(state.bases)
    rng.shuffle(order)
    order = [next(own) if state.bases[id].side == seat else id for id in order]
    state.bases = {id: state.bases[id] for id in order}
    for rows in (state.dummies, state.traces[seat]):
        items = list(rows.items())
        rng.shuffle(items)
        rows.clear()
        rows.update(items)  # type: ignore[arg-type]
    return True


BY_WHAT_WAS_SEEN = (
    Line(at="both", enemies_max=2, then="ask"),
    Line(reserve="any", then="hold"),
    Line(exposure=("moving_fast", "cover"), enemies_min=2),
    Line(steps_min=2, last_shot=False),
    Line(crosses=("0901", "0914"), at="both"),
    Line(crosses=("0601", "1414"), then="ask"),
    Line(at="both", then="hold"),
)
"""A fire plan that goes by the way of a mover, by who is in sight and by who is awaited."""


def planned(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy has another fire plan."""
    plans: list[tuple[Line, ...]] = [
        (), (Line(at="both", then="hold"),), (Line(at="both"),), (Line(at="both", expected=10), Line(then="hold")),
        BY_WHAT_WAS_SEEN,
    ]  # fmt: skip
    state.pictures[state.other(seat)].plan = rng.choice(plans)
    return True


def forgetful(state: State, seat: str, rng: random.Random) -> bool:
    """The enemy knows something else of this seat's bases."""
    enemy = state.other(seat)
    if not state.eyes[enemy] or state.pictures[enemy].film is not None:
        return False
    for handle in rng.sample(sorted(state.eyes[enemy]), max(1, len(state.eyes[enemy]) // 2)):
        del state.eyes[enemy][handle]
        state.traces[enemy].pop(handle, None)
        state.pictures[enemy].contacts.pop(handle, None)
    return True


def supported(state: State, seat: str, rng: random.Random) -> bool:
    """What the enemy has of artillery and aircraft, and what he has scored."""
    enemy = state.other(seat)
    for id, mission in state.missions[enemy].items():
        other = replace(mission, failures=rng.randint(0, 1), used=rng.randint(0, 1), fired=rng.randint(0, 3))
        state.missions[enemy][id] = state.pictures[enemy].missions[id] = other
    state.strikes[enemy] = rng.randint(0, 2)
    state.points[enemy] = rng.randint(0, 9)
    state.shots_at = {
        pair: (state.player_turn, rng.randint(0, 2)) if pair.split(">")[0] not in state.pictures[seat].own else noted
        for pair, noted in state.shots_at.items()
    }  # fmt: skip
    return True


def on_his_way(state: State, seat: str, rng: random.Random) -> bool:
    """The moves that the enemy has sealed, beyond the step of which this seat is asked."""
    playing = state.playing
    if state.phasing == seat or not playing.orders:
        return False
    first = playing.orders[0] if playing.mover is not None else None
    rest = [order for order in playing.orders if order is not first]
    kept = rng.sample(rest, rng.randint(0, len(rest)))
    playing.orders = [*([first] if first is not None else []), *kept]
    playing.path = playing.path[: rng.randint(0, len(playing.path))]
    return True


def renamed(world: World, seat: str, rng: random.Random) -> bool:
    """The enemy's bases and dummies bear other inner ids, in another order; whom the scenario names keeps his."""
    state = world.state
    named = names_of_groups(state) | {battery.observer for battery in state.rules.artillery}
    ids = [b.id for b in state.on_map(state.other(seat)) if b.id not in named]
    ids += [id for id, (side, _) in state.dummies.items() if side != seat]
    words = [f"CANARY{rng.randrange(10**6):06d}-{n}" for n in range(len(ids))]
    rng.shuffle(words)
    new = dict(zip(ids, words, strict=True))
    world.names = new
    world.renamed = {fresh: old for old, fresh in new.items()}
    replace_ids(state, new)
    state.shots_at = {
        ">".join(new.get(id, id) for id in pair.split(">")): noted for pair, noted in state.shots_at.items()
    }  # fmt: skip
    return True


CHANGES: tuple[Callable[[State, str, random.Random], bool], ...] = (
    moved, moved, swapped, dummied, worn, worn, shaken, added, removed, rearranged, planned, forgetful, supported,
    on_his_way,
)  # fmt: skip


# ---- what a step laid open


def laid_open(world: World, seat: str, journal: list[Event]) -> list[Happening]:
    """The true happenings of a step that the rules may owe this seat, in terms that do not depend on inner ids.

    What befalls its own bases, what both sides see, and which enemies were in its sight, where and as what; these in no
    order between two of the others, since the order in which they are told must not depend on what is hidden.
    """
    state: State = pickle.loads(world.before)
    known: list[Happening] = []
    sightings: set[str] = set()
    public, before, shot = False, 0, None
    for event, heard in zip(journal, heard_before(journal, seat), strict=False):
        if isinstance(event, Rolled):
            public = event.public
        found = happening(state, seat, event)
        if public and isinstance(event, Told | Posted) and isinstance(event.report, FireSuffered):
            found = [event.seat == seat and (event.report.reckoning, event.report.shot)]
        if found:
            when = shot if shot is not None and isinstance(event, BaseChanged) else heard
            known += [happened(sorted(sightings), before), *(happened(one, when) for one in found)]
            sightings.clear()
            before = when
        if isinstance(event, Told) and event.seat == seat:
            shot = heard if isinstance(event.report, FireSuffered) else None  # what it did is changed right after
        sightings |= {repr(seen) for seen in sighting(state, seat, event)}
        event.change(state)
    return [*known, happened(sorted(sightings), before)]


def happened(what: object, heard: int) -> Happening:
    return Happening(what if isinstance(what, str) else repr(what), heard)


def happening(state: State, seat: str, event: Event) -> list[object]:
    """What an event lays open of the seat's own, and of what both sides are told."""
    match event:
        case BaseChanged() if state.bases[event.base].side == seat:
            return [("own", event.base, event.entries)]
        case BaseCreated() if event.base.side == seat:
            return [event.base]
        case MoveBegun() if state.bases[event.base].side == seat:
            return [event]
        case StepMade() if state.bases[str(state.playing.mover)].side == seat:
            return [("step", state.playing.mover, state.playing.path[0], event.cost)]
        case FlightAdded() if state.bases[event.base].side == seat:
            return [f"{BY_KNOWLEDGE}{event.base} flees by {event.path}"]
        case CombatOpened() | CombatClosed():
            return [(type(event), event.hex)]
        case GroupPrepared():
            return [(event.side, event.zone, event.group if event.side == seat else None)]
        case MissionSet() | StrikeSet() if event.side == seat:
            return [event]
        case Rolled():
            return roll_shown(state, seat, event)
        case GroundChanged() | TurnBegan() | Attended():
            return [event]
        case Told() if event.seat == seat and isinstance(event.report, PuffSeen):
            return [event.report] if sees(state, seat, event.report.hex) else []
    return []


def roll_shown(state: State, seat: str, roll: Rolled) -> list[object]:
    """What a seat is to know of a roll (P27): that it fell and what for, which track it was on, and its faces.

    That its own dice fall follows from what it knows and has been told, but for whether the enemy sees who rolls.
    """
    [kind] = kinds_of(kinds_in(SKIRMISH, state.data), roll.purpose)
    shown = [roll.faces] if kind.learns(seat, "die", roll.purpose) else []
    if kind.owner(roll.purpose) == seat and kind.learns(seat, "existence", roll.purpose):
        return [roll.public, f"{BY_KNOWLEDGE}{roll.purpose.replace(' from hiding', '')}", *shown]
    found = re.search(r" at (\d{4})", roll.purpose)
    strikes = roll.purpose.startswith(("P7 fire", "P13 shot", "P13 hit")) and found is not None
    if not roll.public and strikes and kind.owner(roll.purpose) != seat:
        struck = any(base.side == seat for base in state.at(found[1] if found else ""))
        return [(roll.purpose.split(" of ")[0], found and found[1])] if struck else []
    return [(roll.purpose, *shown)] if roll.public else []


def sighting(state: State, seat: str, event: Event) -> list[object]:
    """What an event lays open of an enemy: that he is seen, or no longer, fires, or is gone."""
    if isinstance(event, ContactNoted) and event.viewer == seat:
        contact = event.contact
        base = state.bases.get(event.base or "")
        if contact.in_sight and base is not None and level_now(state, seat, base, (base.id,), (base.id,)):
            return [(contact.hex, contact.level, contact.shows)]
        gone = base is None or base.hex != contact.hex or not seen_now(state, seat, base)
        return [("no longer", contact.hex)] if gone and not contact.in_sight else []
    if isinstance(event, BaseChanged) and state.bases[event.base].side != seat:
        base = state.bases[event.base]
        if base.hex is not None and "fired" in event.entries and level_now(state, seat, base, (), (base.id,)):
            return [("fires", base.hex, event.entries["fired"])]
        contact = state.seen_as(seat, base.id)
        if event.entries.get("gone") and contact is not None and contact.in_sight:
            return [("lost", base.hex, event.entries["gone"])]
    return []


def owed(world: World, seat: str, journal: list[Event]) -> list[str]:
    """The same; live the times that run: both sides wait out each step of the moves, seen or not (P16).

    And that more moves come, once those before them were played: the attacker is asked next, and not the defender.
    """
    live = world.state.options["interrupts"] == "live"
    times = [f"{event.seconds} seconds" for event in journal if live and isinstance(event, WindowOpened)]
    played = [event.frames[-1].heading for event in journal if isinstance(event, CursorMoved) and event.frames]
    return laid_open(world, seat, journal) + times + ["more to come"] * played.count("results-so-far")


def held(world: World, seat: str) -> bool:
    """Whether the seat's moves are sealed and not yet told of: until then nothing may show (P16)."""
    return seat in world.state.held


def timed(world: World, seat: str) -> bool:
    """Whether an attacker hears of his moves when their time is over, whatever the defender does (P16)."""
    options = world.state.options
    return world.state.phasing == seat and (options["release"] == "fixed_delay" or options["interrupts"] == "live")


SECRETS["skirmish"] = Secrets(
    game=SKIRMISH, changes=CHANGES, renamed=renamed, laid_open=laid_open, owed=owed, rolls=lambda: kinds_in(SKIRMISH),
    silent=held, strict_moments=timed, faces_laid_open=True, questions_laid_open=True,
    at_the_end={
        VerdictTold: VerdictTold(title="", winner=None, score=0), RecordOpened: RecordOpened(shots=()),
    },
    verdict={"score": 0, "verdict": ""},
)  # fmt: skip


# ---- positions to begin from


class Stood(Sequence[World]):
    """Positions of a match; each is read, and so made anew, when it is taken."""

    def __init__(self, kept: Sequence[tuple[str, bytes]]) -> None:
        self.kept = kept

    def __len__(self) -> int:
        return len(self.kept)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return Stood(self.kept[place])
        return World(pickle.loads(self.kept[place][1]))

    def __add__(self, more: Stood) -> Stood:
        return Stood([*self.kept, *more.kept])

    def at(self, heading: str) -> Stood:
        """Those at this heading."""
        return Stood([one for one in self.kept if one[0] == heading])


def walked(seed: int, **options: str) -> Iterator[tuple[str, bytes]]:
    """A match played at random, as it stood whenever somebody was asked, or a time ran; each with its heading.

    It is played on as the next is asked for.
    """
    match, rng, dice = begun(SKIRMISH, seed, strict=False, options=options)
    while not match.state.ended:
        yield match.state.cursor[-1].heading, pickle.dumps(match.state)
        one_call(match, rng, dice, strict=False)


@lru_cache(maxsize=8)
def stood(seed: int, most: int | None = None, **options: str) -> Stood:
    """All of those, or so many of them at most."""
    return Stood([*islice(walked(seed, **options), most)])


def opened(**options: str) -> World:
    """A match at its first question."""
    match, _, _ = begun(SKIRMISH, 1, strict=False, options=options)
    return World(match.state)


def contact_table(step: str, attacker: str, **options: str) -> Table:
    """Both sides in contact round the farm, some seen, some suspected and some not known, tired and worn."""
    return position(
        "A-L1 leader at 0808 rating -1", "A-SQ1 squad at 0808", "A-SQ2 squad at 0906 suppression 1",
        "A-SQ3 squad at 0708 broken", "A-SQ4 squad at 0903 suspected", "A-AS assault_squad at 1210 suspected low",
        "A-MMG mmg_team at 0513 jammed", "A-MTR light_mortar_team at 0612 smoke 3", "A-FO observer at 0613",
        "A-TK1 medium_tank at 1007 heading 1", "A-D1 dummy at 0710", "A-SQ6 squad",
        "G-L1 leader at 1308 rating -1", "G-HMG hmg_team at 1308 suspected", "G-SQ1 squad at 1309 suppression 1",
        "G-SQ2 squad at 1106", "G-SQ3 squad at 1110", "G-SQ4 squad at 1408 broken", "G-SQ5 squad at 1402",
        "G-MMG mmg_team at 1409 jammed", "G-SQ7 squad at 1803 low", "G-ATG at_gun_75 at 1506 heading 4",
        "G-PF at_team at 1205 weapon panzerfaust suspected", "G-TK assault_gun at 1707 heading 4",
        "G-D1 dummy at 1013", "G-D2 dummy at 1002",
        step=step, attacker=attacker, turn=3, faces=[3, 4] * 40, **options,
    )  # fmt: skip


def at_the_edge() -> World:
    """A routed squad at its own edge of the map, which it may leave; hidden bases of the enemy about."""
    return World(position(
        "A-SQ1 squad at 0107 routed", "A-SQ2 squad at 0506", "G-SQ1 squad at 1107", "G-HMG hmg_team at 1308",
        "G-D1 dummy at 1013", step="movement",
    ).truth)  # fmt: skip


def called_for(**checks: list[int]) -> positions.Table:
    """The opening phases of a turn in which an observer may call for a battery; with dice for what is checked."""
    dice = {"SKR-WX-01": [3, 4] * 9, "SKR-AIR-01": [6] * 8, "SKR-OBA-02": [3, 4, 4, 5], "P18 scatter": [3, 4]}
    return positions.position(
        "A-FO at 0307", "G-SQ1 at 1107", "G-HMG at 1308", phase="initial-phase", oba_pace="all_at_once",
        step="off-board-artillery" if "SKR-AIR-01" not in checks else "target", by_purpose={**dice, **checks},
    )  # fmt: skip


def ranging_in() -> Iterator[World]:
    """A battery whose target is called for, spotted, corrected, and may be fired at for effect."""
    table, call = called_for(), CallContact(battery="A-BTY")
    yield World(duplicate(table.truth))
    for order in (call, SpottingRound(battery="A-BTY", hex="1207"), Correct(battery="A-BTY", hex="1107"), call):
        yield World(duplicate(table.order("allied", order).truth))


def before_the_fighting(attacker: str) -> Iterator[World]:
    """The headings of a turn before its combat phase, one after the other: those in contact have not rested."""
    table = contact_table("initial", attacker)
    while table.step != "prepared-fire":
        yield World(duplicate(table.truth))
        table.done()


def on_the_move(attacker: str) -> Iterator[World]:
    """The attacker has planned moves, and may plan more; and he has sealed them, and the defender is asked."""
    world = in_contact("movement", attacker)
    drawn = random_orders(SKIRMISH, world.state.pictures[attacker], random.Random(9), most=9, closing=0)
    world.play(attacker, [order for order in drawn if order.kind == "move"])
    yield world.copy()
    world.play(attacker, [Done()])
    yield world


def in_contact(step: str, attacker: str, **options: str) -> World:
    """The world of that table."""
    return World(contact_table(step, attacker, **options).truth)
