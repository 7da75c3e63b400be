"""F1C: heavy armor breaks down, where the option is in play (KOR-GEV-09, 18.2)."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import distance
from service.engine.telling import tell
from service.games.korsun.known.field import Field
from service.games.korsun.known.reports import Thrown
from service.games.korsun.printed.reading import GERMAN
from service.games.korsun.printed.units import Unit
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import State, StoresChanged, UnitChanged

RELIABILITY = "KOR-GEV-09"


def heavy_armor_breaks_down(state: State, dice: Dice) -> Iterator[Event]:
    """Heavy armor far from its marker or out of supply throws; on a 1 a step goes to the workshop of its Korps."""
    if "armor_reliability" not in state.public.options:
        return
    figures, field = state.tables.options.reliability, state.field(GERMAN)
    for id, unit in list(state.of(GERMAN).items()):
        if not state.profile(id).is_heavy or unit.hex is None or not at_risk(field, unit, figures["hexes"]):
            continue
        die = dice.roll("1d6", f"{RELIABILITY} armor reliability of {id}").total
        fails = die <= figures["fails_up_to"]
        yield tell(state, GERMAN, Thrown(purpose="reliability", die=die, succeeded=not fails, unit=id))
        if fails:
            yield from to_the_workshop(state, unit)
    yield from settle(state)


def at_risk(field: Field, unit: Unit, hexes: int) -> bool:
    sdm = field.sdm_of(unit.id)
    home = sdm.hex if sdm is not None else None
    far = home is None or unit.hex is None or distance(unit.hex, home) > hexes
    return far or unit.out_of_supply


def to_the_workshop(state: State, unit: Unit) -> Iterator[Event]:
    """A step leaves the unit; a unit's last step goes whole, and stands in the box itself."""
    if unit.steps(state.profile(unit.id)) == 1:
        yield UnitChanged(unit=unit.id, entries={"hex": None, "box": "workshop"})
        return
    boxes = state.stores[GERMAN].workshop
    yield StoresChanged(side=GERMAN, entries={"workshop": {**boxes, unit.id: boxes.get(unit.id, 0) + 1}})
    yield UnitChanged(unit=unit.id, entries={"lost": unit.lost + 1})
