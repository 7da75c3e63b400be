"""What the German side finds of minefields (15.3, fog 4.3): by entering it, attacking it, or engineers beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from service.engine.events import Event
from service.engine.hexes import Hex
from service.games.korsun.printed.reading import GERMAN, SOVIET
from service.games.korsun.truth.state import PositionNoted, State


def find_mines(state: State, hexes: Iterable[Hex]) -> Iterator[Event]:
    """The minefields in these hexes are found, and shown for good."""
    mines = set(state.stores[SOVIET].mines)
    fresh = mines & set(hexes) - set(state.found_mines)
    if fresh:
        yield PositionNoted(entries={"found_mines": sorted({*state.found_mines, *fresh})})


def engineers_find_mines(state: State) -> Iterator[Event]:
    """A German engineer that ends a segment next to a minefield finds it."""
    if not state.stores[SOVIET].mines:
        return
    for unit in list(state.of(GERMAN).values()):
        if unit.hex is not None and state.profile(unit.id).engineer:
            yield from find_mines(state, (unit.hex, *state.rules.board.beside(unit.hex)))
