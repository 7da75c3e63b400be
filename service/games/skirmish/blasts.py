"""Shells and bombs on a hex and those round it: friend and foe are struck, on hidden dice (P18, P19)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from service.engine.dice import Dice
from service.engine.events import Event, tell
from service.engine.hexes import Hex
from service.engine.seats import Seat
from service.games.skirmish.bases import Base
from service.games.skirmish.field import cover
from service.games.skirmish.firepower import suppressions_by
from service.games.skirmish.gunnery import armour_kill
from service.games.skirmish.looking import look
from service.games.skirmish.morale import suffer
from service.games.skirmish.reports import FireSuffered, PuffSeen
from service.games.skirmish.state import State
from service.games.skirmish.tables import Aspect, load


@dataclass(frozen=True)
class Blast:
    """What falls: its firepower on the hex of impact and round it, and what it does to a vehicle there."""

    what: str
    rule: str
    firepower: int
    around: int
    ap: int
    aspect: Aspect


def fall(state: State, blast: Blast, hex: Hex, dice: Dice) -> Iterator[Event]:
    """Let it fall on a hex. Each side learns what its own bases suffer, and sees where it fell if it looks there."""
    for seat in state.seats:
        if sees(state, seat, hex):
            yield tell(state, seat, PuffSeen(hex=hex, what=f"{blast.what} falls"))
    for there in (hex, *state.rules.sheet.neighbours(hex)):
        firepower = blast.firepower if there == hex else blast.around
        for base in sorted(state.at(there), key=lambda base: (base.side, base.id)):
            if base.armoured:
                if there == hex:
                    purpose = f"{blast.rule} {blast.what} on {base.side} at {there}"
                    effect = yield from armour_kill(state, base, blast.ap, blast.aspect, dice, purpose)
                    yield tell(state, base.side, FireSuffered(
                        base=base.id, weapon=blast.what, effect=effect.replace("_", " "),
                    ))  # fmt: skip
            elif base.crewed:
                yield from strike(state, blast, base, firepower, dice)
    yield from look(state)


def strike(state: State, blast: Blast, base: Base, firepower: int, dice: Dice) -> Iterator[Event]:
    """One base under shells: woods burst them in the air, buildings cover in full (P7, P18)."""
    assert base.hex is not None
    figures = load().fire
    burst = state.ground.terrain(state.rules, base.hex).air_burst
    screen = cover(state.rules, state.ground, base.hex, base.hex, base)
    modifiers = [("air burst", figures.modifiers["air burst"]) if burst else ("cover", screen)]
    roll = dice.roll(figures.dice, f"{blast.rule} {blast.what} on {base.side} at {base.hex}")
    caused = suppressions_by(firepower, roll.total, modifiers)
    yield tell(state, base.side, FireSuffered(base=base.id, weapon=blast.what, suppressions=caused))
    yield from suffer(state, base.id, caused, dice)


def sees(state: State, seat: Seat, hex: Hex) -> bool:
    """Whether a base of a side has a line of sight to a hex."""
    return any(state.sight(str(base.hex), hex).open for base in state.on_map(seat))


def scattered(state: State, hex: Hex, direction: int, distance: int) -> Hex | None:
    """The hex so far off in a direction; None off the map."""
    at: Hex | None = hex
    for _ in range(distance):
        if at is None:
            return None
        at = state.rules.sheet.step(at, direction)
    return at
