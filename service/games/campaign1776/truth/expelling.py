"""Fleets that are driven out of a port (C76-PRT-06)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from service.engine.events import Event
from service.engine.telling import tell
from service.games.campaign1776.known.reports import FleetExpelled
from service.games.campaign1776.printed.waterways import port_of
from service.games.campaign1776.truth.events import ShipSet
from service.games.campaign1776.truth.state import State


def expel(state: State) -> Iterator[Event]:
    """Fleets leave a port at once by its entrance where enemy troops alone are in its hex, whoever lies there."""
    for ship in list(state.ships.values()):
        name = port_of(ship.at)
        if name is None or name not in state.rules.board.ports:
            continue
        port = state.rules.board.ports[name]
        if state.strength(state.other(ship.seat), port.hex) and not state.strength(ship.seat, port.hex):
            yield ShipSet(ship=replace(ship, at=port.entrance, moved=True))
            report = FleetExpelled(ships=(ship.id,), port=ship.at, to=port.entrance)
            yield tell(state, ship.seat, report)
