"""Fleets that are driven out of a port, and when each side hears of what befell (C76-PRT-06)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from service.engine.events import Event, Posted, Told
from service.engine.reports import Report
from service.games.campaign1776.known.reports import FleetExpelled
from service.games.campaign1776.printed.reading import Seat
from service.games.campaign1776.printed.waterways import port_of
from service.games.campaign1776.truth.state import ShipSet, State


def now_or_by_letter(state: State, seat: Seat, report: Report) -> Event:
    """Tell the side in turn at once, and the other one with its next letter."""
    return Told(seat=seat, report=report) if seat == state.phasing else Posted(seat=seat, report=report)


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
            yield now_or_by_letter(state, ship.seat, report)
