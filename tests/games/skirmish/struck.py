"""Scenes in which one base's fire strikes another that has something ordered, and what is asked of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.games.skirmish.known.reports import HaltTold, Lapsed
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.truth.state import BaseChanged
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain

GUN, RIFLES = "G-HMG hmg_team at 1207", "G-SQ1 squad at 1107"
HIT, MISS = [1, 1], [6, 5]
"""A throw that goes through the morale of whomever it strikes, and one that does nothing."""
TO_COVER = ("0707", "0607", "0507")
COVER = plain(h0507="woods")


def field(*bases: str, faces: Sequence[int] = (), step: str = "movement", **options: Any) -> Table:
    """Bases on open ground, at the movement step, and these throws."""
    options.setdefault("ground", plain())
    return position(*bases, step=step, faces=faces, **options)


def fired_at(table: Table, hex: str, *shooters: str) -> Table:
    """The defender lets pass until a mover is in a hex, fires at it there, and lets the rest of the film run."""
    while table.picture("german").film is not None and table.picture("german").film.hex != hex:
        table.done()
    film = table.picture("german").film
    assert film is not None, f"nobody was seen in {hex}"
    for shooter in shooters or ("G-HMG",):
        table.order("german", Fire(base=shooter, target=film.handle))
    return table.let_pass()


def no_hex_is_too_full(table: Table) -> bool:
    bases = [base for base in table.truth.bases.values() if base.hex is not None and base.crewed]
    stacks = table.truth.tables.bases.stacks
    return all(
        stacks(base, [other for other in bases if (other.hex, other.side) == (base.hex, base.side)]) for base in bases
    )


def changes_of(table: Table, base: str) -> list[dict[str, Any]]:
    return [event.entries for event in table.journal if isinstance(event, BaseChanged) and event.base == base]


def apart(table: Table, base: str, enemy: str = "G-HMG") -> int:
    return table.truth.rules.sheet.distance(str(table.base(base).hex), str(table.base(enemy).hex))


def lapsed(table: Table, side: str = "allied") -> list[tuple[str, str, str]]:
    return [(told.base, told.order, told.why) for told in table.told(side, Lapsed)]


def told_halts(table: Table) -> list[tuple[str, str, str]]:
    return [(told.base, told.hex, told.because) for told in table.told("allied", HaltTold)]
