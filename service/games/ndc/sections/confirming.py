"""What an order of an own phase did, to its owner, where it is not as they believe.

A list of orders is believed as a whole before the first of them is worked. So each order tells only of its own entries:
else it would report, as if they had failed, those that come after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from service.engine.events import Event, Told
from service.engine.state import duplicate
from service.games.ndc.known.reports import OwnAccountReported, OwnUnitGone
from service.games.ndc.printed.units import Side, UnitId
from service.games.ndc.truth.letters import how_gone, tell_own, tell_own_unit
from service.games.ndc.truth.state import State


def confirm(state: State, unit: UnitId, *entries: str) -> Iterator[Event]:
    """A unit reports to its owner if one of these entries is not as they believe."""
    true = state.units[unit]
    believed = state.pictures[true.side].own.get(unit)
    if believed is None or any(getattr(true, entry) != getattr(believed, entry) for entry in entries):
        yield from tell_own_unit(state, true)


def confirm_account(state: State, side: Side, *entries: str) -> Iterator[Event]:
    """A side hears all of its own if one of these entries of its account is not as it believes."""
    true, believed = state.accounts[side], state.pictures[side].account
    if any(getattr(true, entry) != getattr(believed, entry) for entry in entries):
        yield from tell_own(state, side)


def confirm_roster(state: State, side: Side, units: Iterable[UnitId]) -> Iterator[Event]:
    """A side hears of those of these units in which it believes and which it has not, or the other way round.

    Of no others: a later order of the list may have made it believe in things that are still to be worked.
    """
    units = tuple(units)
    believed = state.pictures[side].own
    if all((unit in believed) == (unit in state.units) for unit in units):
        return
    for gone in [believed[unit] for unit in units if unit in believed and unit not in state.units]:
        yield Told(seat=side, report=OwnUnitGone(unit=gone.id, designation=gone.designation, how=how_gone(state, gone)))
    for unit in units:
        if unit in state.units:
            yield from tell_own_unit(state, state.units[unit])
    true, told = state.accounts[side], state.pictures[side].account
    if true.commander != told.commander and {true.commander, told.commander} & set(units):
        yield Told(seat=side, report=OwnAccountReported(account=duplicate(true), changed=("commander",)))
