"""Shells and bombs on a hex and those round it: friend and foe are struck, on hidden dice (P18, P19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from service.engine.bills import Bill
from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.seats import Seat
from service.engine.telling import tell
from service.games.skirmish.known.bills import bill
from service.games.skirmish.known.firepower import suppressions_by
from service.games.skirmish.known.picture import Falling
from service.games.skirmish.known.reports import FireSuffered, PuffSeen
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.field import cover
from service.games.skirmish.printed.figures import Aspect
from service.games.skirmish.sections.armour import armour_kill
from service.games.skirmish.sections.attacks import in_turn
from service.games.skirmish.sections.morale import suffer
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State


@dataclass(frozen=True)
class Blast:
    """What falls: its firepower on the hex of impact and round it, and what it does to a vehicle there.

    `bursts`: it bursts in the air over woods.
    """

    what: str
    falls: Falling
    rule: str
    firepower: int
    around: int
    ap: int
    aspect: Aspect
    bursts: bool


def fall(state: State, blast: Blast, hex: Hex, dice: Dice) -> Iterator[Event]:
    """Let it fall on a hex. Each side learns what its own bases suffer, and sees where it fell if it looks there."""
    for seat in state.seats:
        if sees(state, seat, hex):
            yield tell(state, seat, PuffSeen(hex=hex, what=blast.falls))
    profile = state.rules.profile
    for there in (hex, *state.rules.sheet.neighbours(hex)):
        firepower = blast.firepower if there == hex else blast.around
        for side in sorted(state.seats):
            struck = in_turn(state.at(there, side), dice)
            for base in struck:
                if profile(base).armoured and there == hex:
                    yield from strike_armour(state, blast, base, dice)
            yield from strike(
                state, blast, [b for b in struck if b.crewed and not profile(b).armoured], firepower, dice
            )
    yield from look(state)


def strike_armour(state: State, blast: Blast, base: Base, dice: Dice) -> Iterator[Event]:
    """A vehicle in the hex of impact."""
    purpose = f"{blast.rule} {blast.what} on a vehicle of {base.side} at {base.hex}"
    kill = yield from armour_kill(state, base, blast.ap, blast.aspect, dice, purpose)
    yield tell(
        state, base.side, FireSuffered(base=base.id, weapon=blast.what, fell=blast.falls, kill=kill, at_armour=True)
    )


def strike(state: State, blast: Blast, struck: Sequence[Base], firepower: int, dice: Dice) -> Iterator[Event]:
    """One side's bases in a hex: each has a roll of its own, single men share that of the base beside them (P7)."""
    profile, figures = state.rules.profile, state.tables.fire
    beside = [base for base in struck if profile(base).single]
    many = [base for base in struck if not profile(base).single]
    shares = [[many[0], *beside], *([base] for base in many[1:])] if many else [[base] for base in beside]
    for share in shares:
        hex = Hex(str(share[0].hex))
        roll = dice.roll(figures.dice, f"{blast.rule} {blast.what} on {share[0].side} at {hex}")
        for base in share:
            caused = suppressions_by(figures, firepower, roll.total, added_to_blast(state, blast, base, hex).total)
            yield tell(
                state, base.side, FireSuffered(base=base.id, weapon=blast.what, fell=blast.falls, suppressions=caused)
            )
            yield from suffer(state, base.id, caused, dice)


def added_to_blast(state: State, blast: Blast, base: Base, hex: Hex) -> Bill:
    """Shells burst in the air over woods, buildings cover in full (P7, P18); who has cowered has more cover."""
    figures = state.tables.fire.modifiers
    burst = blast.bursts and state.ground.terrain(state.rules, hex).air_burst
    screen = cover(state.rules, state.ground, hex, hex, base)
    return bill(blast.rule, (
        ("air burst", figures["air burst"]) if burst else ("cover", screen),
        ("target cowered", figures["target cowered"] if base.cowered else 0),
    ))  # fmt: skip


def sees(state: State, seat: Seat, hex: Hex) -> bool:
    """Whether a base of a side has a line of sight to a hex."""
    return any(state.sight(Hex(str(base.hex)), hex).open for base in state.on_map(seat))


def scattered(state: State, hex: Hex, distance: int, purpose: str, dice: Dice) -> Hex | None:
    """The hex so far off in a direction at random; None off the map."""
    headings = state.rules.sheet.headings
    direction = dice.roll(f"1d{headings}", purpose).total - 1
    at: Hex | None = hex
    for _ in range(distance):
        if at is None:
            return None
        at = state.rules.sheet.step(at, direction)
    return at
