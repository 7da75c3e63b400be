"""E3A and F3A: units are placed in reserve (KOR-SMV-01, 02, 08, KOR-GMV-01, 06)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Option, Several
from service.engine.order_words import Saying
from service.engine.orders import Phrase, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.games.korsun.known.asking import OnField, distinct, named, unit_on_map
from service.games.korsun.known.field import Field
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.printed.reading import GERMAN
from service.games.korsun.printed.units import UnitId
from service.games.korsun.truth.looking import tell_own
from service.games.korsun.truth.state import State, UnitChanged, change_units

RESERVE = "KOR-SMV-02"
TYPES = ("tank", "sg", "pg", "cav")


def markers(picture: Picture) -> int:
    """The reserve markers that a side has: one more for the German side once Operation Wanda is declared (16.3)."""
    wanda = picture.side == GERMAN and picture.public.wanda_declared
    return picture.stores.reserves + (picture.tables.supply.wanda["reserve"] if wanda else 0)


def markers_used(picture: Picture) -> dict[Hex, int]:
    """How many units of a hex are in reserve: each hex has one marker."""
    found: dict[Hex, int] = {}
    for unit in picture.own.values():
        if unit.reserve and unit.hex is not None:
            found[unit.hex] = found.get(unit.hex, 0) + 1
    return found


@dataclass(frozen=True, kw_only=True)
class DeclareReserve(OnField):
    """Place units of one hex in reserve under one marker: they move and attack in the reserve segments alone."""

    rule: ClassVar[str] = RESERVE
    phrase: ClassVar[Phrase] = Phrase("reserve {units}")
    kind: Literal["declare-reserve"] = "declare-reserve"
    units: Subject[tuple[UnitId, ...]]

    def said(self, to: Saying) -> Sentence:
        return say(to.units(self.units), " in reserve")

    def check_on(self, picture: Picture, field: Field) -> None:
        distinct(self.units, RESERVE)
        most = picture.tables.movement.reserve_units
        hexes: set[Hex] = set()
        for id in self.units:
            unit, hex = unit_on_map(picture, id, RESERVE)
            printed = picture.rules.profile(id)
            hexes.add(hex)
            fit = printed.type in TYPES or (printed.cls in ("W", "T") and not printed.is_gun)
            demand(fit and not printed.is_alarm, RESERVE, (named(id), " is not of a kind that is placed in reserve."))
            demand(not unit.reserve, RESERVE, (named(id), " is in reserve."))
            demand(not unit.out_of_supply, RESERVE, (named(id), " is out of supply."))
            demand(unit.order == "", RESERVE, (named(id), " is Disorganized or regroups."))
            demand(not field.controlled(hex), RESERVE, (named(id), " stands in an enemy zone of control."))
        demand(len(hexes) == 1, RESERVE, "One marker covers units of one hex.")
        used = markers_used(picture)
        hex = hexes.pop()
        demand(hex not in used, RESERVE, (place(hex), " has its reserve marker."))
        demand(len(self.units) <= most, RESERVE, f"One marker covers at most {most} units.")
        demand(len(used) < markers(picture), RESERVE, f"All {markers(picture)} reserve markers are used.")

    def believe(self, picture: Picture) -> None:
        for id in self.units:
            picture.own[id].reserve = True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        for id in self.units:
            yield UnitChanged(unit=id, entries={"reserve": True})
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        field, most = field_of(picture), picture.tables.movement.reserve_units
        for hex, units in field.stacks.items():
            fit = tuple(unit.id for unit in units if cls(units=(unit.id,)).is_taken(picture, field))
            if fit:
                yield Option(
                    kind="declare-reserve", title=say("Place units in ", place(hex), " in reserve"), subjects=fit,
                    fields={"units": Several(values=fit, least=1, most=min(most, len(fit)))}, rule=RESERVE,
                )  # fmt: skip


def remove_reserves(state: State, dice: Dice) -> Iterator[Event]:
    """Reserve markers come off at the end of the reserve combat segment (9.6)."""
    assert state.phasing is not None
    yield from change_units(state.of(state.phasing), reserve=False)
    yield from tell_own(state, state.phasing)
