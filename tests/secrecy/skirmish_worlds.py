"""What is hidden from a seat of a skirmish, how it may differ, and what a step lays open (`worlds`)."""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter
from collections.abc import Callable
from itertools import permutations

from service.engine.dice_events import Rolled
from service.engine.events import Attended, CursorMoved, Event, Posted, SeatsAsked, Told, TurnBegan, WindowOpened
from service.engine.hexes import Hex
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.reports import FireSuffered, PuffSeen, RecordOpened, VerdictTold
from service.games.skirmish.sections.advance import CombatOpened
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
from tests.roll_kinds import kinds_in, kinds_of
from tests.secrecy.skirmish_changes import (
    added,
    dummied,
    forgetful,
    moved,
    on_his_way,
    planned,
    rearranged,
    removed,
    renamed,
    seen_now,
    shaken,
    supported,
    swapped,
    worn,
)
from tests.secrecy.worlds import BY_KNOWLEDGE, SECRETS, Happening, Secrets, World, heard_before

CHANGES: tuple[Callable[[State, str, random.Random], bool], ...] = (
    moved, moved, swapped, dummied, worn, worn, shaken, added, removed, rearranged, planned, forgetful, supported,
    on_his_way,
)  # fmt: skip


def laid_open(world: World, seat: str, journal: list[Event]) -> list[Happening]:
    """The true happenings of a step that the rules may owe this seat, in terms that do not depend on inner ids.

    What befalls its own bases, what both sides see, and which enemies were in its sight, where and as what; these in no
    order between two of the others, since the order in which they are told must not depend on what is hidden. Who fires
    twice in its sight is seen twice to fire, also at somebody else; two who look alike are seen twice at one hex.
    """
    state: State = pickle.loads(world.before)
    known: list[Happening] = []
    sightings: Counter[str] = Counter()
    last: dict[str, str] = {}
    public, before, shot = False, 0, None
    for event, heard in zip(journal, heard_before(journal, seat), strict=False):
        if isinstance(event, Rolled):
            public = event.public
        found = happening(state, seat, event)
        if public and isinstance(event, Told | Posted) and isinstance(event.report, FireSuffered):
            found = [event.seat == seat and (event.report.reckoning, event.report.shot)]
        if found:
            when = shot if shot is not None and isinstance(event, BaseChanged) else heard
            known += [happened(sorted(sightings.elements()), before), *(happened(one, when) for one in found)]
            sightings.clear()
            last.clear()
            before = when
        if isinstance(event, Told) and event.seat == seat:
            shot = heard if isinstance(event.report, FireSuffered) else None  # what it did is changed right after
        for who, seen in sighting(state, seat, event):
            if who is None or last.get(who) != seen:
                sightings[seen] += 1
            if who is not None:
                last[who] = seen
        event.change(state)
    return [*known, happened(sorted(sightings.elements()), before)]


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
        case WindowOpened() if live(state) and seat == state.non_phasing:
            return [event]  # both wait out every step of the moves, and so the defender learns how many there were
        case SeatsAsked() if hastened(state, seat) and seat not in event.seats:
            return [event]
        case Told() if event.seat == seat and isinstance(event.report, PuffSeen):
            return [event.report] if sees(state, seat, event.report.hex) else []
    return []


def roll_shown(state: State, seat: str, roll: Rolled) -> list[object]:
    """What a seat is to know of a roll (P27): that it fell and what for, which track it was on, and its faces.

    That its own dice fall follows from what it knows and has been told, but for whether the enemy sees who rolls.
    """
    [kind] = kinds_of(kinds_in(SKIRMISH, state.data), roll.purpose)
    if kind.name == "turn in a hex":
        return [turns_in_hex(state, seat, roll)]
    shown = [roll.faces] if kind.learns(seat, "die", roll.purpose) else []
    if kind.owner(roll.purpose) == seat and kind.learns(seat, "existence", roll.purpose):
        return [roll.public, f"{BY_KNOWLEDGE}{roll.purpose.replace(' from hiding', '')}", *shown]
    found = re.search(r" at (\d{4})", roll.purpose)
    strikes = roll.purpose.startswith(("P7 fire", "P13 shot", "P13 hit")) and found is not None
    if not roll.public and strikes and kind.owner(roll.purpose) != seat:
        struck = any(base.side == seat for base in state.at(found[1] if found else ""))
        return [(roll.purpose.split(" of ")[0], found and found[1])] if struck else []
    return [(roll.purpose, *shown)] if roll.public else []


def turns_in_hex(state: State, seat: str, roll: Rolled) -> list[object]:
    """In which order those of a kind in a hex come, as a seat has it: by name its own, by handle those that it sees."""
    _, _, _, side, _, hex = roll.purpose.split()
    there = sorted(state.at(Hex(hex), side), key=lambda base: base.id)
    orders = []
    for kind in dict.fromkeys(base.kind for base in there):
        alike = list(permutations(base.id for base in there if base.kind == kind and base.id != state.playing.mover))
        picked = alike[(roll.faces[0] - 1) % len(alike)]
        seen = [state.seen_as(seat, id) for id in picked]
        orders.append(picked if side == seat else [one.handle for one in seen if one is not None and one.in_sight])
    return ["turn", hex, orders]


def sighting(state: State, seat: str, event: Event) -> list[tuple[str | None, str]]:
    """What an event lays open of an enemy: that they are seen, or no longer, fire, or are gone.

    With the contact that is seen there, so that looking at it once more is nothing new. Of two who look alike in a hex
    its handle says which, if it was in sight there before.
    """
    if isinstance(event, ContactNoted) and event.viewer == seat:
        contact, was = event.contact, state.eyes[seat].get(event.contact.handle)
        base = state.bases.get(event.base or "")
        if contact.in_sight and base is not None and level_now(state, seat, base, (base.id,), (base.id,)):
            which = contact.handle if was is not None and was.in_sight and was.hex == contact.hex else ""
            return [(contact.handle, repr((contact.hex, contact.level, contact.shows, which)))]
        gone = base is None or base.hex != contact.hex or not seen_now(state, seat, base)
        return [(contact.handle, repr(("no longer", contact.hex)))] if gone and not contact.in_sight else []
    if isinstance(event, BaseChanged) and state.bases[event.base].side != seat:
        base = state.bases[event.base]
        if base.hex is not None and "fired" in event.entries and level_now(state, seat, base, (), (base.id,)):
            return [(None, repr(("fires", base.hex, event.entries["fired"])))]
        contact = state.seen_as(seat, base.id)
        if event.entries.get("gone") and contact is not None and contact.in_sight:
            return [(None, repr(("lost", base.hex, event.entries["gone"])))]
    return []


def owed(world: World, seat: str, journal: list[Event]) -> list[str]:
    """The same; live the times that run: both sides wait out each step of the moves, seen or not (P16).

    And that more moves come, once those before them were played: the attacker is asked next, and not the defender.
    """
    times = [f"{event.seconds} seconds" for event in journal if live(world.state) and isinstance(event, WindowOpened)]
    played = [event.frames[-1].heading for event in journal if isinstance(event, CursorMoved) and event.frames]
    return laid_open(world, seat, journal) + times + ["more to come"] * played.count("results-so-far")


def hastened(state: State, seat: str) -> bool:
    """Whether an attacker hears of their moves once the defender is done: whether these were asked, the moment says."""
    return seat == state.phasing and not live(state) and state.options["release"] == "when_defender_done"


def live(state: State) -> bool:
    return bool(state.options["interrupts"] == "live")


def held(world: World, seat: str) -> bool:
    """Whether the seat's moves are sealed and not yet told of: until then nothing may show (P16).

    A defender who is held from the Rally Phase on has heard what came before it in the same step. Live, whoever moves
    sees their own steps, and what they come to see.
    """
    return seat in world.state.held and seat == world.state.phasing and not live(world.state)


def timed(world: World, seat: str) -> bool:
    """Whether an attacker hears of their moves when their time is over, whatever the defender does (P16)."""
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
