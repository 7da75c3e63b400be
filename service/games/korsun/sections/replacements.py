"""E2 and F2: replacement points, conversions and reinforcements (KOR-SRR-01 to 06, KOR-GRR-01 to 10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
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
from service.games.korsun.known.supply import in_reach
from service.games.korsun.printed.reading import SOVIET
from service.games.korsun.printed.units import Command, Unit, UnitId
from service.games.korsun.sections.partisans import open_displacement
from service.games.korsun.truth.looking import settle, tell_own
from service.games.korsun.truth.state import (
    State,
    StoresChanged,
    UnitChanged,
)

SPEND = "KOR-SRR-03"
WORKSHOP = "KOR-P18.2"


# ---- A. Replacement segment


def add_points(state: State, dice: Dice) -> Iterator[Event]:
    """The points of this game-turn go onto the tracks that they are named for (KOR-SRR-02, KOR-GRR-02)."""
    side = state.phasing
    assert side is not None
    granted = state.rules.replacements.get(state.turn, {})
    points = state.stores[side].points
    added = {track: have + granted.get(track, 0) for track, have in points.items()}
    if added != points:
        yield StoresChanged(side=side, entries={"points": added})
    yield from tell_own(state, side)  # also that its units have not moved yet in this player-turn


def cost_of(field: Field, unit: UnitId) -> int:
    """The points that a step of a unit costs (8.0); one that is in the workshop costs less (18.2)."""
    figures = field.tables.supply.replacements
    if field.stores.workshop.get(unit):
        return field.tables.options.reliability["cost"]
    return figures.cost.get(field.profile(unit).type, figures.other)


def why_not(field: Field, unit: Unit) -> tuple[object, str]:
    """Why a unit cannot take in a step (8.0), as a condition that has to hold with the sentence's end."""
    printed = field.profile(unit.id)
    conditions = (
        (not printed.is_gun and not printed.is_alarm, "takes in no replacements."),
        (unit.hex is not None, "is not on the map."),
        (unit.lost > 0, "is at full strength."),
        (not unit.out_of_supply and not unit.extended, "is not in supply by a normal path."),
        (unit.hex is not None and in_reach(field, unit), "does not lie within the increment of its own marker."),
        (unit.hex is not None and not field.controlled(unit.hex), "stands in an enemy zone of control."),
        (unit.order == "", "is Disorganized or regroups."),
    )
    return next(((holds, said) for holds, said in conditions if not holds), (True, ""))


@dataclass(frozen=True, kw_only=True)
class Replace(Order):
    """Spend replacement points on one step of a unit; a unit regains one step in a game-turn."""

    rule: ClassVar[str] = SPEND
    phrase: ClassVar[Phrase] = Phrase("replace {unit}")
    kind: Literal["replace"] = "replace"
    unit: Subject[UnitId]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " regains a step")

    def check(self, picture: Picture) -> None:
        unit = own_unit(picture, self.unit, SPEND)
        field = field_of(picture)
        holds, said = why_not(field, unit)
        demand(holds, SPEND, (named(self.unit), f" {said}"))
        demand(self.unit not in picture.stores.replaced, SPEND, (named(self.unit), " has regained its step."))
        track, cost = picture.rules.track_of(self.unit), cost_of(field, self.unit)
        have = picture.stores.points.get(track, 0)
        demand(have >= cost, SPEND, f"A step costs {cost} of the points of {track}, which has {have}.")

    def believe(self, picture: Picture) -> None:
        track = picture.rules.track_of(self.unit)
        picture.stores.points[track] -= cost_of(field_of(picture), self.unit)
        picture.stores.replaced.append(self.unit)
        picture.stores.workshop = mended(picture.stores.workshop, self.unit)
        picture.own[self.unit].lost -= 1

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        field, unit, stores = state.field(seat), state.units[self.unit], state.stores[seat]
        if why_not(field, unit)[0]:
            track = state.rules.track_of(self.unit)
            points = {**stores.points, track: stores.points[track] - cost_of(field, self.unit)}
            replaced, workshop = [*stores.replaced, self.unit], mended(stores.workshop, self.unit)
            yield StoresChanged(side=seat, entries={"points": points, "replaced": replaced, "workshop": workshop})
            yield UnitChanged(unit=self.unit, entries={"lost": unit.lost - 1})
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id, unit in picture.own.items():
            if unit.lost and accepts(picture, cls(unit=id)):
                yield Option(
                    kind="replace", title=say("Replace a step of ", named(id)), subjects=(id,), fixed={"unit": id},
                    rule=SPEND,
                )  # fmt: skip


def mended(workshop: Mapping[UnitId, int], unit: UnitId) -> dict[UnitId, int]:
    """The workshop boxes after a step of a unit has come back, if one of it is there."""
    left = {**workshop, unit: workshop.get(unit, 0) - 1}
    return {id: steps for id, steps in left.items() if steps > 0}


@dataclass(frozen=True, kw_only=True)
class LeaveWorkshop(Order):
    """Bring a unit that broke down whole back onto the map, with its supply marker or next to it."""

    rule: ClassVar[str] = WORKSHOP
    phrase: ClassVar[Phrase] = Phrase("mend {unit} at {hex}")
    kind: Literal["leave-workshop"] = "leave-workshop"
    unit: Subject[UnitId]
    hex: Place

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " comes back from the workshop to ", place(self.hex))

    def check(self, picture: Picture) -> None:
        unit, field = own_unit(picture, self.unit, WORKSHOP), field_of(picture)
        demand(unit.box == "workshop", WORKSHOP, (named(self.unit), " is not in the workshop."))
        beside_marker(field, self.unit, picture.rules.counters[self.unit].command, self.hex, WORKSHOP)
        track, cost = picture.rules.track_of(self.unit), picture.tables.options.reliability["cost"]
        have = picture.stores.points.get(track, 0)
        demand(have >= cost, WORKSHOP, f"It costs {cost} of the points of {track}, which has {have}.")

    def believe(self, picture: Picture) -> None:
        unit = picture.own[self.unit]
        unit.hex, unit.box = self.hex, ""
        picture.stores.points[picture.rules.track_of(self.unit)] -= picture.tables.options.reliability["cost"]
        picture.stores.replaced.append(self.unit)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if not state.field(seat).barred(self.hex):
            track, stores = state.rules.track_of(self.unit), state.stores[seat]
            points = {**stores.points, track: stores.points[track] - state.tables.options.reliability["cost"]}
            yield StoresChanged(side=seat, entries={"points": points, "replaced": [*stores.replaced, self.unit]})
            yield UnitChanged(unit=self.unit, entries={"hex": self.hex, "box": ""})
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id, unit in picture.own.items():
            if unit.box == "workshop" and (fit := by_marker(picture, partial(cls, unit=id), id)):
                yield Option(
                    kind="leave-workshop", title=say("Bring ", named(id), " back from the workshop"), subjects=(id,),
                    fixed={"unit": id}, fields={"hex": Places(places=fit)}, rule=WORKSHOP,
                )  # fmt: skip


def beside_marker(field: Field, id: UnitId, command: Command, hex: Hex, rule: str) -> None:
    """Refuse a hex that is not a Korps' supply marker's or next to it, or is barred by the enemy, or full."""
    sdm = field.sdm_of(id)
    near = sdm is not None and sdm.hex is not None and hex in (sdm.hex, *field.board.beside(sdm.hex))
    demand(near, rule, (place(hex), f" is not the hex of the supply marker of {command}, or one next to it."))
    demand(not field.barred(hex), rule, (place(hex), " is held by the enemy, or lies in an enemy zone of control."))
    demand(field.room(hex, (id,)), rule, ("There is no room in ", place(hex), "."))


def by_marker(picture: Picture, order: Callable[..., Order], id: UnitId) -> tuple[Hex, ...]:
    """The hexes by a unit's supply marker for which an order, which wants no more than one, is accepted."""
    sdm = field_of(picture).sdm_of(id)
    if sdm is None or sdm.hex is None:
        return ()
    near = (sdm.hex, *picture.rules.board.beside(sdm.hex))
    return tuple(sorted(hex for hex in near if accepts(picture, order(hex=hex))))


# ---- B. Reinforcement segment


def end_replacements(state: State, dice: Dice) -> Iterator[Event]:
    """Each unit may regain a step again in the next game-turn."""
    side = state.phasing
    assert side is not None
    if state.stores[side].replaced:
        yield StoresChanged(side=side, entries={"replaced": []})
        yield from tell_own(state, side)


def stage_reinforcements(state: State, dice: Dice) -> Iterator[Event]:
    """Who arrives stands beside its map entry hex, off the map (KOR-SRR-04, 05, KOR-GRR-09)."""
    side = state.phasing
    assert side is not None
    if side == SOVIET:
        yield from open_displacement(state)
    for id, unit in state.of(side).items():
        if unit.box == "coming" and state.rules.counters[id].turn <= state.turn:
            yield UnitChanged(unit=id, entries={"box": "staged", "staged_for": 0})
        elif unit.box == "staged":
            yield UnitChanged(unit=id, entries={"staged_for": unit.staged_for + 1})
    yield from tell_own(state, side)
