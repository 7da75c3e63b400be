"""F5: the alternate airfield and the depot, where these options are in play (15.5, 15.6, KOR-GEN-05, 06)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex, distance
from service.engine.options import Choice, Option, Range
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, place, say
from service.games.korsun.known.asking import named
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.known.supply import reach
from service.games.korsun.printed.reading import GERMAN
from service.games.korsun.printed.scenario import KORSUN
from service.games.korsun.printed.units import Airstrip, Depot, UnitId
from service.games.korsun.sections.engineering import able, open_engineering, pay_for, spend
from service.games.korsun.truth.looking import settle, tell_own
from service.games.korsun.truth.state import AirstripSet, DepotsSet, SdmChanged, State, UnitChanged

AIRSTRIP, DEPOT = "KOR-GEN-05", "KOR-GEN-06"
OPEN, TOWNS = ("clear", "town", "major_town"), ("town", "major_town")


def in_play(picture: Picture, option: str, rule: str) -> None:
    """Refuse what belongs to an option that is not in play, or to the other side."""
    demand(
        option in picture.public.options and picture.side == GERMAN, rule,
        "Only the German side can do this, and only where the option is in play.",
    )  # fmt: skip


def by_road(picture: Picture, hex: Hex, terrain: tuple[str, ...], rule: str) -> None:
    board = picture.rules.board
    fit = board.terrain[hex].name in terrain and hex in board.road_hexes
    demand(fit, rule, (place(hex), f" is not a road hex of the right kind: {' or '.join(terrain).replace('_', ' ')}."))


# ---- the alternate airfield


@dataclass(frozen=True, kw_only=True)
class BuildAirfield(Order):
    """Begin an alternate airfield with an engineer of an isolated Korps; it is complete in the next F5."""

    rule: ClassVar[str] = AIRSTRIP
    phrase: ClassVar[Phrase] = Phrase("build airfield with {unit}")
    kind: Literal["build-airfield"] = "build-airfield"
    unit: Subject[UnitId]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " builds an alternate airfield")

    def rule_out(self, picture: Picture) -> None:
        in_play(picture, "alternate_airfield", AIRSTRIP)

    def check(self, picture: Picture) -> None:
        self.rule_out(picture)
        figures = picture.tables.options.airfield
        _, hex = able(picture, self.unit, AIRSTRIP, figures["points"])
        demand(picture.stores.airstrip is None, AIRSTRIP, "An alternate airfield is being built already, or stands.")
        demand(picture.rules.profile(self.unit).engineer, AIRSTRIP, (named(self.unit), " is not an engineer."))
        of_pocket = picture.rules.counters[self.unit].command in picture.public.isolated
        demand(of_pocket, AIRSTRIP, (named(self.unit), " does not belong to a Korps that was declared isolated."))
        by_road(picture, hex, OPEN, AIRSTRIP)
        demand(hex != picture.rules.board.airfield, AIRSTRIP, "This is the Korsun airfield.")
        field = field_of(picture)
        near = [
            one
            for one, enemy in field.enemies.items()
            if enemy.combat and distance(one, hex) <= figures["enemy_within"]
        ]
        demand(not near, AIRSTRIP, (
            f"A Soviet combat unit is within {counted(figures['enemy_within'], 'hex', 'hexes')}, in "
            f"", place(near[0]) if near else "", ".",
        ))  # fmt: skip

    def believe(self, picture: Picture) -> None:
        hex = picture.own[self.unit].hex
        assert hex is not None
        pay_for(picture, self.unit, picture.tables.options.airfield["points"])
        picture.stores.airstrip = Airstrip(hex=hex, engineer=self.unit)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        hex = state.units[self.unit].hex
        assert hex is not None
        if (yield from spend(state, seat, self.unit, state.tables.options.airfield["points"])):
            yield AirstripSet(airstrip=Airstrip(hex=hex, engineer=self.unit))
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if units := tuple(id for id in picture.own if accepts(picture, cls(unit=id))):
            yield Option(
                kind="build-airfield", title=say("Build an alternate airfield"), subjects=units,
                fields={"unit": Choice(values=units)}, rule=AIRSTRIP,
            )  # fmt: skip


def go_on_building(state: State) -> Iterator[Event]:
    """The engineer that began an airfield in the last F5 works on it in this one, and has no other action (15.5)."""
    strip = state.stores[GERMAN].airstrip
    if strip is None or strip.complete:
        return
    unit = state.units.get(strip.engineer)
    if unit is not None and unit.hex == strip.hex and unit.order != "disorganized":
        yield UnitChanged(unit=unit.id, entries={"tried": True})
        yield from set_airstrip(state, replace(strip, complete=True))
        yield from serve(state)
    else:
        yield from set_airstrip(state, None)


def set_airstrip(state: State, strip: Airstrip | None) -> Iterator[Event]:
    yield AirstripSet(airstrip=strip)


def serve(state: State) -> Iterator[Event]:
    """A complete alternate airfield serves once the Korsun airfield, having been active, is lost (15.5)."""
    strip, public = state.stores[GERMAN].airstrip, state.public
    if strip is None or not strip.complete or public.airfield != "lost" or KORSUN not in state.sdms:
        return
    yield from set_airstrip(state, replace(strip, serves=True))
    yield SdmChanged(command=KORSUN, entries={"hex": strip.hex, "cut_off": False})


def overrun_works(state: State, hex: Hex, *, airfield_fell: bool) -> Iterator[Event]:
    """A Soviet combat unit in its hex ends a depot or an alternate airfield, which else may now serve (15.5, 15.6)."""
    stores = state.stores[GERMAN]
    if hex in stores.depots:
        yield DepotsSet(depots={at: one for at, one in stores.depots.items() if at != hex})
    if stores.airstrip is not None and stores.airstrip.hex == hex:
        yield from set_airstrip(state, None)
    elif airfield_fell:
        yield from serve(state)


# ---- the depot


@dataclass(frozen=True, kw_only=True)
class BuildDepot(Order):
    """Begin a depot with a German engineer or infantry-type unit in a town; it is complete in the next F5."""

    rule: ClassVar[str] = DEPOT
    phrase: ClassVar[Phrase] = Phrase("build depot with {unit}")
    kind: Literal["build-depot"] = "build-depot"
    unit: Subject[UnitId]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " builds a depot")

    def rule_out(self, picture: Picture) -> None:
        in_play(picture, "depot", DEPOT)

    def check(self, picture: Picture) -> None:
        self.rule_out(picture)
        _, hex = able(picture, self.unit, DEPOT, picture.tables.options.depot["points"])
        demand(picture.rules.profile(self.unit).is_infantry, DEPOT, (named(self.unit), " is not of infantry type."))
        by_road(picture, hex, TOWNS, DEPOT)
        demand(hex not in picture.stores.depots, DEPOT, ("A depot is in ", place(hex), " already."))

    def believe(self, picture: Picture) -> None:
        hex = picture.own[self.unit].hex
        assert hex is not None
        pay_for(picture, self.unit, picture.tables.options.depot["points"])
        command = picture.rules.counters[self.unit].command
        picture.stores.depots[hex] = Depot(command=command, due=picture.turn + 1)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        hex, command = state.units[self.unit].hex, state.rules.counters[self.unit].command
        assert hex is not None
        if (yield from spend(state, seat, self.unit, state.tables.options.depot["points"])):
            yield DepotsSet(depots={**state.stores[seat].depots, hex: Depot(command=command, due=state.turn + 1)})
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if units := tuple(id for id in picture.own if accepts(picture, cls(unit=id))):
            yield Option(
                kind="build-depot", title=say("Build a depot"), subjects=units, fields={"unit": Choice(values=units)},
                rule=DEPOT,
            )  # fmt: skip


def complete_depots(state: State) -> Iterator[Event]:
    """Depots begun in the game-turn before are complete (15.6)."""
    depots = state.stores[GERMAN].depots
    if any(0 < one.due <= state.turn for one in depots.values()):
        done = {hex: replace(one, due=0) if one.due <= state.turn else one for hex, one in depots.items()}
        yield DepotsSet(depots=done)


@dataclass(frozen=True, kw_only=True)
class FillDepot(Order):
    """Move supply points of a Korps from its marker into its depot, which keeps them."""

    rule: ClassVar[str] = DEPOT
    phrase: ClassVar[Phrase] = Phrase("fill depot {hex} with {points}")
    kind: Literal["fill-depot"] = "fill-depot"
    hex: Place
    points: int

    def said(self, to: Saying) -> Sentence:
        return say(f"{counted(self.points, 'point')} into the depot in ", place(self.hex))

    def rule_out(self, picture: Picture) -> None:
        in_play(picture, "depot", DEPOT)

    def check(self, picture: Picture) -> None:
        self.rule_out(picture)
        demand(self.hex in picture.stores.depots, DEPOT, ("You have no depot in ", place(self.hex), "."))
        depot = picture.stores.depots[self.hex]
        demand(not depot.due, DEPOT, f"The depot is complete in F5 of game-turn {depot.due}.")
        sdm, free = picture.sdms[depot.command], fillable(picture, self.hex)
        increment = field_of(picture).increment(depot.command)
        demand(
            sdm.hex is not None and self.hex in reach(field_of(picture), sdm.hex, increment), DEPOT,
            (place(self.hex), f" is not within {counted(increment, 'hex', 'hexes')} of the marker of {depot.command}."),
        )  # fmt: skip
        demand(1 <= self.points <= free, DEPOT, f"The depot can take {counted(free, 'point')} more in this game-turn.")

    def believe(self, picture: Picture) -> None:
        depot = picture.stores.depots[self.hex]
        picture.sdms[depot.command].sp -= self.points
        depot.sp, depot.taken = depot.sp + self.points, depot.taken + self.points

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        depots, field = state.stores[seat].depots, state.field(seat)
        depot = depots[self.hex]
        sdm = state.sdms[depot.command]
        if sdm.hex is not None and self.hex in reach(field, sdm.hex, field.increment(depot.command)):
            filled = replace(depot, sp=depot.sp + self.points, taken=depot.taken + self.points)
            yield SdmChanged(command=depot.command, entries={"sp": sdm.sp - self.points})
            yield DepotsSet(depots={**depots, self.hex: filled})
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex in picture.stores.depots:
            free = fillable(picture, hex)
            if free and accepts(picture, cls(hex=hex, points=1)):
                yield Option(
                    kind="fill-depot", title=say("Fill the depot in ", place(hex)), fixed={"hex": hex},
                    fields={"points": Range(least=1, most=free)}, rule=DEPOT,
                )  # fmt: skip


def fillable(picture: Picture, hex: Hex) -> int:
    """How many points a depot can still take in this game-turn."""
    depot = picture.stores.depots[hex]
    return max(0, min(picture.sdms[depot.command].sp, picture.tables.options.depot["takes"] - depot.taken))


def open_depots(state: State, side: Seat) -> Iterator[Event]:
    """Each depot can take points again."""
    depots = state.stores[side].depots
    if any(one.taken for one in depots.values()):
        yield DepotsSet(depots={hex: replace(one, taken=0) for hex, one in depots.items()})


def open_german_engineering(state: State, dice: Dice) -> Iterator[Event]:
    """Bridges, depots and the airfield that were begun in the last F5 are completed (15.2, 15.5, 15.6)."""
    yield from open_engineering(state, dice)
    yield from complete_depots(state)
    yield from go_on_building(state)
    yield from settle(state)
