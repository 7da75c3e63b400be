"""E1B and E1C: barrage units come onto the map, and fire (KOR-SEV-06 to 08, 17.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex, distance
from service.engine.options import Choice, Option, Places
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.roles import Target
from service.engine.seats import Seat
from service.engine.sentences import counted, place, say
from service.engine.telling import tell
from service.games.korsun.known.asking import named, unit_on_map
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.known.reports import Thrown
from service.games.korsun.printed.reading import GERMAN, SOVIET
from service.games.korsun.printed.scenario import BarrageUnit
from service.games.korsun.printed.units import FULL, Barrage, UnitId
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import BarragesSet, PositionNoted, SdmChanged, State, StoresChanged, UnitChanged

CREATE, FIRE = "KOR-SEV-06", "KOR-SEV-07"


def set_barrage(state: State, id: UnitId, barrage: Barrage) -> Iterator[Event]:
    """A barrage unit is otherwise than it was."""
    yield BarragesSet(barrages={**state.stores[SOVIET].barrages, id: barrage})


# ---- E1B


def barrage_unit(picture: Picture, id: UnitId, rule: str) -> BarrageUnit:
    """A barrage unit that the side still has."""
    demand(id in picture.stores.barrages, rule, f"You have no barrage unit {id!r}.")
    return next(one for one in picture.rules.barrage_units if one.id == id)


@dataclass(frozen=True, kw_only=True)
class CreateBarrage(Order):
    """Exchange a barrage unit in its holding box with its component artillery units on the map."""

    rule: ClassVar[str] = CREATE
    phrase: ClassVar[Phrase] = Phrase("create {barrage} at {hex}")
    kind: Literal["create-barrage"] = "create-barrage"
    barrage: UnitId
    hex: Place

    def check(self, picture: Picture) -> None:
        one, figures = barrage_unit(picture, self.barrage, CREATE), picture.tables.barrage
        unit = picture.stores.barrages[self.barrage]
        demand(unit.hex is None and not unit.due, CREATE, f"{self.barrage} is not in its holding box.")
        field, hexes = field_of(picture), list[Hex]()
        for id in one.components:
            demand(id in picture.own, CREATE, (f"{self.barrage} needs ", named(id), ", which you no longer have."))
            piece, hex = unit_on_map(picture, id, CREATE)
            hexes.append(hex)
            ready = piece.ammo == FULL and not piece.no_fire and not piece.out_of_supply and not piece.extended
            demand(ready, CREATE, (named(id), " is not in supply with Full ammunition and free of No Fire."))
            demand(not field.controlled(hex), CREATE, (named(id), " stands in an enemy zone of control."))
        near = all(distance(a, b) <= figures.together for a, b in combinations(hexes, 2))
        demand(near, CREATE, f"Its components stand more than {counted(figures.together, 'hex', 'hexes')} apart.")
        demand(self.hex in hexes, CREATE, (place(self.hex), " is not a hex that one of its components leaves."))
        sdm = field.sdm_of(one.components[0])
        have = sdm.sp if sdm is not None else 0
        demand(
            have >= figures.points,
            CREATE,
            f"It costs {counted(figures.points, 'point')} of their marker, which has {have}.",
        )

    def believe(self, picture: Picture) -> None:
        one = barrage_unit(picture, self.barrage, CREATE)
        sdm = field_of(picture).sdm_of(one.components[0])
        if sdm is not None:
            sdm.sp -= picture.tables.barrage.points
        for id in one.components:
            picture.own[id].hex, picture.own[id].box = None, "holding"
        picture.stores.barrages[self.barrage] = Barrage(hex=self.hex)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        one = next(one for one in state.rules.barrage_units if one.id == self.barrage)
        sdm = state.field(seat).sdm_of(one.components[0])
        if sdm is not None:
            yield SdmChanged(command=sdm.command, entries={"sp": sdm.sp - state.tables.barrage.points})
        for id in one.components:
            yield UnitChanged(unit=id, entries={"hex": None, "box": "holding"})
        yield from set_barrage(state, self.barrage, Barrage(hex=self.hex))
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id in picture.stores.barrages:
            one = barrage_unit(picture, id, CREATE)
            hexes = {unit.hex for piece in one.components if (unit := picture.own.get(piece)) is not None}
            fit = tuple(sorted(hex for hex in hexes if hex and accepts(picture, cls(barrage=id, hex=hex))))
            if fit:
                yield Option(
                    kind="create-barrage", title=say(f"Create {id}"), fixed={"barrage": id},
                    fields={"hex": Places(places=fit)}, rule=CREATE,
                )  # fmt: skip


# ---- E1C


@dataclass(frozen=True, kw_only=True)
class FireBarrage(Order):
    """Fire the special attack of a barrage unit on the map at a hex where you know of the enemy."""

    rule: ClassVar[str] = FIRE
    phrase: ClassVar[Phrase] = Phrase("fire barrage {barrage} at {hex}")
    kind: Literal["fire-barrage"] = "fire-barrage"
    barrage: UnitId
    hex: Target[Place]

    def check(self, picture: Picture) -> None:
        barrage_unit(picture, self.barrage, FIRE)
        unit = picture.stores.barrages[self.barrage]
        demand(unit.hex is not None, FIRE, f"{self.barrage} is not on the map.")
        demand(not unit.fired, FIRE, f"{self.barrage} has fired.")
        demand(picture.contact_at(self.hex) is not None, FIRE, ("You know of no enemy in ", place(self.hex), "."))
        far = picture.tables.barrage.range
        if picture.public.visibility == "storm":
            far = min(far, picture.tables.weather.storm["artillery_range_max"])
        assert unit.hex is not None
        demand(
            distance(unit.hex, self.hex) <= far,
            FIRE,
            (place(self.hex), f" is out of range; it reaches {counted(far, 'hex', 'hexes')}."),
        )

    def believe(self, picture: Picture) -> None:
        picture.stores.barrages[self.barrage].fired = True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        figures, terrain = state.tables.barrage, state.rules.board.terrain[self.hex].name
        yield from set_barrage(state, self.barrage, replace(state.stores[seat].barrages[self.barrage], fired=True))
        modifiers = {"covered": figures.covered_die} if terrain in figures.covered else {}
        die = dice.roll("1d6", f"{FIRE} barrage at {self.hex}").total
        level = figures.levels.at(die + sum(modifiers.values()))
        yield tell(state, seat, Thrown(purpose="barrage", die=die, modifiers=modifiers, level=level, hex=self.hex))
        yield StoresChanged(side=seat, entries={"effects": {**state.stores[seat].effects, self.hex: level}})
        if level >= figures.shatters_from:
            yield from shatter(state, self.hex)
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id, unit in picture.stores.barrages.items():
            if unit.hex is None or unit.fired:
                continue
            hexes = (contact.hex for contact in picture.contacts.values())
            if fit := tuple(sorted(hex for hex in hexes if accepts(picture, cls(barrage=id, hex=hex)))):
                yield Option(
                    kind="fire-barrage", title=say(f"Fire {id}"), fixed={"barrage": id},
                    fields={"hex": Choice(values=fit)}, rule=FIRE,
                )  # fmt: skip


def shatter(state: State, hex: Hex) -> Iterator[Event]:
    """At level 3 the improved position is gone, and a unit is Disorganized: its owner's choice by a line, or that with
    the lowest defense (17.1.4)."""
    if hex in state.improved:
        yield PositionNoted(entries={"improved": [one for one in state.improved if one != hex]})
    there = {unit.id: unit for unit in state.at(hex, GERMAN) if state.profile(unit.id).is_combat}
    if there:
        weakest = min(there, key=lambda id: (there[id].defense(state.profile(id)), id))
        lines = (line for line in state.pictures[GERMAN].standing.barrages if line.hex in (None, hex))
        chosen = next((line.unit for line in lines if line.unit in there), weakest)
        yield UnitChanged(unit=chosen, entries={"order": "disorganized"})


def lift_effects(state: State) -> Iterator[Event]:
    """Barrage Effects are removed at the end of E4 (17.1.4)."""
    if state.stores[SOVIET].effects:
        yield StoresChanged(side=SOVIET, entries={"effects": {}})


def has_barrages(state: State) -> bool:
    """Whether the scenario has artillery divisions."""
    return bool(state.rules.barrage_units)
