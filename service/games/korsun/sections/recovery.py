"""E6 and F6: Disorganized units regroup, and No Fire markers come off (KOR-SDR-01 to 04, KOR-GDR-01 to 03)."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.dice import Dice
from service.engine.events import Event
from service.games.korsun.printed.reading import SOVIET
from service.games.korsun.printed.tables import other
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import State, UnitChanged, change_units


def recover(state: State, dice: Dice) -> Iterator[Event]:
    """The side in turn loses its Regroup markers; the other's Disorganized ones turn to Regroup (12.17.4)."""
    side = state.phasing
    assert side is not None
    regrouped = {id: unit for id, unit in state.of(side).items() if unit.order == "regroup"}
    shaken = {id: unit for id, unit in state.of(other(side)).items() if unit.order == "disorganized"}
    yield from change_units(regrouped, order="")
    yield from change_units(shaken, order="regroup")
    if ("E6" if side == SOVIET else "F6") in state.rules.switches.no_fire_upkeep:
        yield from lift_no_fire(state)
    yield from settle(state)


def lift_no_fire(state: State) -> Iterator[Event]:
    """No Fire 1 comes off first, and only then does No Fire 2 become No Fire 1 (KOR-SDR-03, 04)."""
    for id, unit in list(state.units.items()):
        if unit.no_fire:
            yield UnitChanged(unit=id, entries={"no_fire": unit.no_fire - 1})
