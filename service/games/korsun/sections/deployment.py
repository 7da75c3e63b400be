"""E1A: barrage units leave the Turn Record Track or go onto it, and components come back (KOR-SEV-02 to 05)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.games.korsun.known.asking import named, own_unit
from service.games.korsun.known.field import Field
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.printed.reading import SOVIET
from service.games.korsun.printed.scenario import BarrageUnit
from service.games.korsun.printed.units import LOW, Barrage, Unit, UnitId
from service.games.korsun.sections.barrage import set_barrage
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import State, UnitChanged

RETURN = "KOR-SEV-04"


# ---- which component comes back where


@dataclass(frozen=True, kw_only=True)
class BringBack(Order):
    """Say where a component of a barrage unit that leaves the map comes back: into its hex, or into one next to it.

    It is asked only where not all have room in that hex. Who is not named comes back by itself, into that hex as long
    as there is room, then into the adjacent hex of the lowest number that is free of enemy zones of control.
    """

    rule: ClassVar[str] = RETURN
    phrase: ClassVar[Phrase] = Phrase("bring back {unit} to {hex}")
    kind: Literal["bring-back"] = "bring-back"
    unit: Subject[UnitId]
    hex: Place

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " comes back to ", place(self.hex))

    def check(self, picture: Picture) -> None:
        own_unit(picture, self.unit, RETURN)
        field, home = field_of(picture), home_of(picture.own, picture.stores.barrages, picture.rules.barrage_units,
                                                self.unit)  # fmt: skip
        demand(home is not None, RETURN, (named(self.unit), " is not about to come back from a holding box."))
        assert home is not None
        near = self.hex == home or self.hex in field.board.beside(home)
        demand(near, RETURN, (place(self.hex), " is neither ", place(home), ", where its barrage unit stood, nor a hex "
                              "next to it in which anything can stand."))  # fmt: skip
        others = waiting(picture.own, one_with(picture.rules.barrage_units, self.unit))
        demand(self.hex == home or not field.room(home, others), RETURN,
               (place(home), " has room for all that come back, so they come back there."))  # fmt: skip
        demand(field.room(self.hex, (self.unit,)), RETURN, ("There is no room in ", place(self.hex), "."))
        demand(takes_in(field, self.unit, home, self.hex), RETURN, (
            place(self.hex), " is held by the enemy or in an enemy zone of control without a combat unit of yours, is "
            "prohibited to ", named(self.unit), ", or lies too deep in the other Front's zone.",
        ))  # fmt: skip

    def believe(self, picture: Picture) -> None:
        unit = picture.own[self.unit]
        unit.hex, unit.box, unit.ammo, unit.no_fire = self.hex, "", LOW, picture.rules.profile(self.unit).sub

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        one = one_with(state.rules.barrage_units, self.unit)
        home = state.stores[seat].barrages[one.id].back_to
        field = state.field(seat)
        if home is not None:  # a zone that nobody has seen does not keep it out: it goes there, and has not known
            there = usual_hex(field, self.unit, home) if field.occupied(self.hex) else self.hex
            yield come_back(state, self.unit, there)
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for one in picture.rules.barrage_units:
            barrage = picture.stores.barrages.get(one.id, Barrage())
            if barrage.back_to is None:
                continue
            home = barrage.back_to
            for id in waiting(picture.own, one):
                order = partial(cls, unit=id)
                near = (home, *picture.rules.board.beside(home))
                fit = tuple(sorted(hex for hex in near if accepts(picture, order(hex=hex))))
                if any(hex != home for hex in fit):
                    yield Option(
                        kind="bring-back", title=say("Bring ", named(id), " back"), subjects=(id,),
                        fixed={"unit": id}, fields={"hex": Places(places=fit)}, rule=RETURN,
                    )  # fmt: skip


# ---- the umpire's duties


def deploy_barrages(state: State, dice: Dice) -> Iterator[Event]:
    """First those that are due come off the track, then those on the map go there: compulsory (KOR-SEV-02 to 05).

    Their components come back into the hex; where it has no room for all, their owner is asked where each comes back.
    """
    barrages = state.stores[SOVIET].barrages
    for id, barrage in barrages.items():
        if barrage.due and barrage.due <= state.turn:
            yield from set_barrage(state, id, Barrage())
    for one in state.rules.barrage_units:
        barrage = state.stores[SOVIET].barrages.get(one.id, Barrage())
        if barrage.hex is not None:
            due = state.turn + state.tables.barrage.turns_away
            yield from set_barrage(state, one.id, Barrage(due=due, back_to=barrage.hex))
            if state.field(SOVIET).room(barrage.hex, waiting(state.units, one)):
                yield from bring_back(state, one)
    yield from settle(state, (SOVIET,))


def close_deployment(state: State, dice: Dice) -> Iterator[Event]:
    """Who has not been brought back comes back by itself (17.1.5)."""
    for one in state.rules.barrage_units:
        yield from bring_back(state, one)
    yield from settle(state, (SOVIET,))


def bring_back(state: State, one: BarrageUnit) -> Iterator[Event]:
    """The components of a barrage unit that are still in the holding box come back by themselves."""
    barrage = state.stores[SOVIET].barrages.get(one.id, Barrage())
    if barrage.back_to is None:
        return
    for id in waiting(state.units, one):
        yield come_back(state, id, usual_hex(state.field(SOVIET), id, barrage.back_to))
    yield from set_barrage(state, one.id, replace(barrage, back_to=None))


def come_back(state: State, id: UnitId, hex: Hex) -> Event:
    """A component stands on the map again, Low and marked No Fire by its subscript (17.1.5)."""
    return UnitChanged(unit=id, entries={"hex": hex, "box": "", "ammo": LOW, "no_fire": state.profile(id).sub})


# ---- where there is room


def one_with(units: tuple[BarrageUnit, ...], id: UnitId) -> BarrageUnit:
    """The barrage unit of which this is a component."""
    return next(one for one in units if id in one.components)


def waiting(units: Mapping[UnitId, Unit], one: BarrageUnit) -> tuple[UnitId, ...]:
    """The components of a barrage unit that are in the holding box."""
    return tuple(id for id in one.components if id in units and units[id].box == "holding")


def home_of(
    own: Mapping[UnitId, Unit], barrages: Mapping[UnitId, Barrage], units: tuple[BarrageUnit, ...], id: UnitId
) -> Hex | None:
    """The hex that the barrage unit of a component has left, if the component is still to come back there."""
    found = (barrages[one.id].back_to for one in units if one.id in barrages and id in waiting(own, one))
    return next(found, None)


def takes_in(field: Field, id: UnitId, home: Hex, hex: Hex) -> bool:
    """Whether a component may come back into a hex, room left aside.

    Its barrage unit's own always takes it in. Another does unless the enemy holds it, its ground is prohibited, it lies
    too deep in the other Front's zone (22.11), or an enemy zone of control lies over it: guns enter none without a
    friendly combat unit (9.10.1).
    """
    if hex == home:
        return True
    ground = field.board.terrain[hex].points(field.profile(id).cls, field.ground)
    return ground is not None and not field.barred(hex) and not field.too_deep(id, hex)


def usual_hex(field: Field, id: UnitId, home: Hex) -> Hex:
    """Where a component comes back by itself: into its barrage unit's hex, else into the lowest number free of zones.

    Where no hex has room it stands in that of its barrage unit all the same: it comes back in any case (KOR-SEV-04),
    and stacking is looked at when a move, a retreat or an advance ends (11.0).
    """
    near = (home, *sorted(field.board.beside(home)))
    fit = [hex for hex in near if takes_in(field, id, home, hex) and field.room(hex, (id,))]
    free = [hex for hex in fit if hex == home or not field.controlled(hex)]
    return next(iter((*free, *fit)), home)
