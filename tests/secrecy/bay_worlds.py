"""What is hidden from a side of The lantern (`docs/examples/bay.py`), how it may differ, and what a step lays open.

A game in which several units lie in one place: how many of the other side's lie there is told by the light alone.
"""

from __future__ import annotations

import pickle
import random

from docs.examples.bay import BAY, CUTTER, FLEETS, ROOM, SHORE, SMUGGLER, THE_LANTERN, LightFell, Morning, Night
from service.engine.events import Event
from tests.secrecy import worlds
from tests.secrecy.worlds import SECRETS, Happening, Secrets, heard_before


def boats_elsewhere(state: Night, seat: str, rng: random.Random) -> bool:
    """Some of the other side's boats, which has no orders yet, lie in another hex of the open water, all in one."""
    [other] = [side for side in state.seats if side != seat]
    fleet = [boat for boat in FLEETS[other] if boat in state.boats and state.boats[boat] not in SHORE]
    if not fleet or state.plans.get(other):
        return False
    boats = rng.sample(fleet, rng.randint(1, min(ROOM, len(fleet))))
    left = [hex for boat, hex in state.boats.items() if boat in FLEETS[other] and boat not in boats]
    free = [hex for hex in BAY.places if hex not in SHORE and left.count(hex) + len(boats) <= ROOM]
    there = rng.choice(free)
    for boat in boats:
        state.boats[boat] = state.pictures[other].boats[boat].hex = there
    return True


def other_course(state: Night, seat: str, rng: random.Random) -> bool:
    """The other side is bound for somewhere else."""
    [other] = [side for side in state.seats if side != seat]
    state.pictures[other].bound_for = rng.choice(BAY.places)
    return True


def laid_open(world: worlds.World, seat: str, events: list[Event]) -> list[str]:
    """How many of the smuggler's boats the light falls on, and, for whoever owns them, whether the cutter lies near."""
    heard, lie = heard_before(events, seat), dict(pickle.loads(world.before).boats)
    found: list[str] = []
    for n, event in enumerate(events):
        if event.kind == "boat-sailed":
            lie[event.boat] = event.hex
        if isinstance(event, LightFell):
            seen = [boat for boat in FLEETS[SMUGGLER] if lie.get(boat) == event.hex]
            near = BAY.distance(event.hex, lie["cutter"]) <= 1
            if seat == CUTTER or seen:
                found.append(Happening(f"{len(seen)} boats in {event.hex}, near: {near and bool(seen)}", heard[n]))
    return found


SECRETS["lantern"] = Secrets(
    game=THE_LANTERN, changes=(boats_elsewhere, other_course), laid_open=laid_open,
    at_the_end={Morning: Morning(boats={})}, verdict={"verdict": ""},
)  # fmt: skip
