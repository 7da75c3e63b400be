"""Moves that nobody can interrupt: to ammunition (P23), and those of a side that never attacks (P1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.telling import tell
from service.games.skirmish.known.reports import HaltTold
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.sections.morale import changed
from service.games.skirmish.sections.reinforcements import met_at_entry
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State


def walk(state: State, base: Base, steps: Sequence[str]) -> Iterator[Event]:
    """Step by step, a hex or "@" and a heading, as far as no enemy whom nobody saw is in the way (P11).

    Nor does it end where there is no room (SKR-MOV-09). Both sides look after each step.
    """
    trail, stacks = [base.hex or Hex("")], state.tables.bases.stacks
    for number, step in enumerate(steps, start=1):
        if step.startswith("@"):
            yield changed(base.id, heading=int(step[1:]))
        else:
            hex = Hex(step)
            met = any(enemy.crewed for enemy in state.at(hex, state.other(base.side)))
            full = number == len(steps) and not stacks(base, state.at(hex, base.side))
            if met or full:
                yield tell(state, base.side, HaltTold(
                    base=base.id, hex=base.hex or hex, because="contact" if met else "lapsed"
                ))  # fmt: skip
                if met and base.hex is None:
                    yield from met_at_entry(state, base, hex)
                yield from go_back(state, base, trail)
                return
            yield changed(base.id, hex=hex)
            trail.append(hex)
        yield from look(state, moving=(base.id,))


def go_back(state: State, base: Base, trail: Sequence[Hex]) -> Iterator[Event]:
    """Who was stopped where there is no room goes back along their way to the last hex with room (SKR-MOV-09).

    `trail`: the hexes of their way, from where they set out to where they are; "" is off the map. Newcomers wait there,
    and come again in good order: nobody fires at them there, and nobody could rally them.
    """
    stacks = state.tables.bases.stacks
    if base.hex is None or stacks(base, state.at(base.hex, base.side)):
        return
    earlier = range(len(trail) - 2, -1, -1)
    last = next((n for n in earlier if not trail[n] or stacks(base, state.at(trail[n], base.side))), None)
    if last is None:
        return
    for hex in reversed(trail[last:-1]):
        yield changed(base.id, hex=hex or None)
        yield from look(state, moving=(base.id,))
    if base.hex is None:
        yield changed(base.id, morale="good", pinned=False, suppression=0, goal=None)
    yield tell(state, base.side, HaltTold(base=base.id, hex=trail[last] or trail[1], because="room", ends_way=True))
