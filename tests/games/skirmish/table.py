"""A skirmish set up for a test: a few bases on the map of Moulin-Basset, and loaded dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import Any

from service.engine.dice import LoadedDice
from service.engine.events import Event
from service.games.skirmish.fire import suppressions_by
from service.games.skirmish.knowledge import Mission
from service.games.skirmish.morale import suffer
from service.games.skirmish.scenario import UnitSetup
from service.games.skirmish.state import State
from service.games.skirmish.turns import open_position, set_up


def happen(state: State, events: Iterable[Event]) -> list[Event]:
    """Let events happen, as the umpire would."""
    done = []
    for event in events:
        event.change(state)
        done.append(event)
    return done


def table(*bases: tuple[str, str, str], **options: Any) -> State:
    """A position with these bases alone, each an id such as "A-SQ1", a class and a hex; ids in A are allied."""
    state = open_position("moulin-basset", options)
    for base in state.bases.values():
        base.hex, base.gone = None, "left the map"
    state.dummies = {}
    for side in state.seats:
        state.eyes[side], state.traces[side] = {}, {}
        state.missions[side] = {id: Mission(id=id, stage="over") for id in state.missions[side]}
        state.strikes[side] = 9
        state.pictures[side].own = {b.id: b.changed() for b in state.bases.values() if b.side == side}
        state.pictures[side].contacts, state.pictures[side].missions = {}, dict(state.missions[side])
    for id, kind, hex in bases:
        side = "allied" if id.startswith("A") else "german"
        state.bases[id] = set_up(UnitSetup(id=id, side=side, kind=kind, name=id, quality=4, hex=hex))
        state.pictures[side].own[id] = state.bases[id].changed()
    return state


def after_fire(firepower: int, modifier: int, quality: int, before: int) -> Counter[str]:
    """What becomes of a base in all pairs of throws of a fire attack and of the morale check after it."""
    counted: Counter[str] = Counter()
    throws = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    for fire, check in product(throws, repeat=2):
        caused = suppressions_by(firepower, fire, [("all", modifier)])
        state = table(("G-SQ", "squad", "1106"))
        base = state.bases["G-SQ"]
        base.quality, base.suppression = quality, before
        low = max(1, check - 6)
        happen(state, suffer_with(state, caused, [low, check - low]))
        base = state.bases["G-SQ"]
        if base.morale == "broken":
            became = "broken by threshold" if before + caused >= quality else "broken by check"
        else:
            became = "cowered" if base.cowered else "pinned" if base.pinned else "suppressed" if caused else "nothing"
        counted[became] += throws[fire] * throws[check]
    return counted


def suffer_with(state: State, caused: int, faces: list[int]) -> Iterable[Event]:
    dice = LoadedDice(faces)
    dice.attend(state)
    return suffer(state, "G-SQ", caused, dice)
