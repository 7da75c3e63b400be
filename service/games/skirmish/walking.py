"""Moves that nobody can interrupt: to ammunition (P23), and those of a side that never attacks (P1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.events import Event, tell
from service.games.skirmish.bases import Base, stacks
from service.games.skirmish.looking import look
from service.games.skirmish.morale import changed
from service.games.skirmish.reinforcements import met_at_entry
from service.games.skirmish.reports import HaltTold
from service.games.skirmish.state import State


def walk(state: State, base: Base, steps: Sequence[str]) -> Iterator[Event]:
    """Step by step, a hex or "@" and a heading, as far as no enemy whom nobody saw is in the way (P11).

    Nor does it end where there is no room. Both sides look after each step.
    """
    for number, step in enumerate(steps, start=1):
        if step.startswith("@"):
            yield changed(base.id, heading=int(step[1:]))
        else:
            met = any(enemy.crewed for enemy in state.at(step, state.other(base.side)))
            full = number == len(steps) and not stacks(base, state.at(step, base.side))
            if met or full:
                yield tell(state, base.side, HaltTold(
                    base=base.id, hex=base.hex or step, because="contact" if met else "lapsed"
                ))  # fmt: skip
                if met and base.hex is None:
                    yield from met_at_entry(state, base, step)
                return
            yield changed(base.id, hex=step)
        yield from look(state, moving=(base.id,))
