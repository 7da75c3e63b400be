"""A hidden enemy in a hex that a unit was to take without moving: it is not taken, and each learns of the other."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.hexes import Hex
from service.games.ndc.known.reports import HexFoundEmpty
from service.games.ndc.printed.units import Unit
from service.games.ndc.truth.letters import Owed, tell_claim
from service.games.ndc.truth.state import Exposed, ExposedBy, State


def enemies_in(state: State, hex: Hex, unit: Unit) -> list[Unit]:
    """The enemies of a unit that truly occupy a hex, battalions first."""
    found = state.units_at(hex, state.other(unit.side))
    return sorted(found, key=lambda enemy: (not enemy.combat, enemy.designation))


def meet(state: State, unit: Unit, hex: Hex, dice: Dice, rule: str) -> Iterator[Event]:
    """Parent 3.15: the unit's owner is told the hidden unit's hex at once, the enemy the unit's with their next letter.

    Of several hidden units in the hex one is drawn.
    """
    assert unit.hex is not None
    hidden = dice.pick(enemies_in(state, hex, unit), f"{rule} hidden unit in {hex} met by {unit.side}")
    yield from tell_claim(state, unit.side, Owed(hidden, (hex,), "contact"))
    yield ExposedBy(exposed=Exposed(to=hidden.side, unit=unit.id, hex=unit.hex, because="contact"))


def find_empty(state: State, unit: Unit, hex: Hex) -> Iterator[Event]:
    """A unit holds a hex now: what its owner's picture still showed there is not there."""
    if any(hex in contact.hexes for contact in state.pictures[unit.side].contacts.values()):
        yield Told(seat=unit.side, report=HexFoundEmpty(hex=hex))
