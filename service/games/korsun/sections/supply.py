"""C3 to C6: supply is determined, extended, and artillery and the cut off are resupplied (KOR-SUP-10 to 24)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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
from service.engine.sentences import Sentence, counted, place, say
from service.engine.telling import tell
from service.games.korsun.known.asking import named, own_sdm, unit_on_map
from service.games.korsun.known.field import Field
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.known.purses import depots_of, purse_of
from service.games.korsun.known.reports import Thrown
from service.games.korsun.known.supply import distances, gives_supply, reach, supplied
from service.games.korsun.printed.reading import SOVIET
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import FULL, Command, Unit, UnitId
from service.games.korsun.sections.engineering import draw, draw_depot
from service.games.korsun.truth.looking import settle, tell_own
from service.games.korsun.truth.state import SdmChanged, State, StoresChanged, UnitChanged, change_units

EXTEND, RANGE, RESUPPLY, DROP = "KOR-SUP-15", "KOR-SUP-16", "KOR-SUP-20", "KOR-SUP-24"


# ---- C3


def determine_supply(state: State, side: Seat, dice: Dice) -> Iterator[Event]:
    """Each unit is in supply, OOS1 or OOS2 (KOR-SUP-10): who is in range loses its marker (11, 12), who is not and has
    none becomes OOS1 (13), and who has one keeps it (14)."""
    field = state.field(side)
    reached = {c: hexes for c, hexes in distances(field).items() if gives_supply(state.sdms[c])}
    units = state.of(side)
    yield from change_units(units, extended=False)
    for id, within in supplied(field, units.values(), reached).items():
        if within:
            yield from change_units({id: units[id]}, supply="in", was_oos1=False)
        elif units[id].supply == "in":
            yield UnitChanged(unit=id, entries={"supply": "oos1"})
    yield from tell_own(state, side)


def worsen(state: State, dice: Dice) -> Iterator[Event]:
    """At the end of Stage D who entered the game-turn OOS1 and was not helped becomes OOS2 (13.4)."""
    still = {id: unit for id, unit in state.units.items() if unit.supply == "oos1" and unit.was_oos1}
    yield from change_units(still, supply="oos2")
    yield from settle(state)


# ---- C4


@dataclass(frozen=True, kw_only=True)
class ExtendSupply(Order):
    """Put a command's out-of-supply units in one hex in supply for this game-turn, for one point of its marker."""

    rule: ClassVar[str] = EXTEND
    phrase: ClassVar[Phrase] = Phrase("extend supply of {command} to {hex}")
    kind: Literal["extend-supply"] = "extend-supply"
    command: Command
    hex: Place

    def said(self, to: Saying) -> Sentence:
        return say(f"{self.command} extends supply to ", place(self.hex))

    def check(self, picture: Picture) -> None:
        sdm, cost = own_sdm(picture, self.command, EXTEND), picture.tables.supply.extended["points"]
        demand(
            needing(picture, self.command, self.hex), EXTEND,
            (f"No out-of-supply unit that draws on {self.command} stands in ", place(self.hex), "."),
        )  # fmt: skip
        field, times = field_of(picture), picture.tables.supply.extended["times"]
        if extending_depot(field, self.command, self.hex, cost) is not None:
            return
        demand(
            sdm.sp >= cost, EXTEND, f"The marker of {self.command} has {counted(sdm.sp, 'point')}; a hex costs {cost}."
        )
        demand(sdm.hex is not None, EXTEND, f"The marker of {self.command} is not on the map.")
        limit = times * field.increment(self.command)
        assert sdm.hex is not None
        demand(
            self.hex in reach(field, sdm.hex, limit), RANGE,
            (place(self.hex), f" is not within {counted(limit, 'hex', 'hexes')} of the marker of {self.command} "
            f"by a path that is open."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        cost = picture.tables.supply.extended["points"]
        depot = extending_depot(field_of(picture), self.command, self.hex, cost)
        purse = picture.stores.depots[depot] if depot is not None else picture.sdms[self.command]
        purse.sp -= cost
        for unit in needing(picture, self.command, self.hex):
            unit.supply, unit.extended, unit.was_oos1 = "in", True, False

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        sdm, field, figures = state.sdms[self.command], state.field(seat), state.tables.supply.extended
        depot = extending_depot(field, self.command, self.hex, figures["points"])
        within = figures["times"] * field.increment(self.command)
        if depot is not None or (sdm.hex is not None and self.hex in reach(field, sdm.hex, within)):
            if depot is not None:
                yield from draw_depot(state, seat, depot, figures["points"])
            else:
                yield SdmChanged(command=self.command, entries={"sp": sdm.sp - figures["points"]})
            units = [u for u in state.at(self.hex, seat) if u.out_of_supply and field.sdm_of(u.id) is sdm]
            for unit in units:
                yield UnitChanged(unit=unit.id, entries={"supply": "in", "extended": True, "was_oos1": False})
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for command in picture.sdms:
            hexes = {unit.hex for unit in picture.own.values() if unit.hex is not None and unit.out_of_supply}
            fit = tuple(hex for hex in sorted(hexes) if accepts(picture, cls(command=command, hex=hex)))
            if fit:
                yield Option(
                    kind="extend-supply", title=say(f"Extend supply of {command}"), fixed={"command": command},
                    fields={"hex": Places(places=fit)}, rule=EXTEND,
                )  # fmt: skip


def extending_depot(field: Field, command: Command, hex: Hex, cost: int) -> Hex | None:
    """A depot of the Korps within one increment of a hex that can pay for it (15.6); only where the marker cannot."""
    if not field.stores.depots:
        return None
    sdm, increment = field.sdms[command], field.rules.markers[command].increment(field.ground)
    times = field.tables.supply.extended["times"]
    if sdm.sp >= cost and sdm.hex is not None and hex in reach(field, sdm.hex, times * field.increment(command)):
        return None
    fit = (at for at, depot in depots_of(field, command) if depot.sp >= cost and hex in reach(field, at, increment))
    return next(fit, None)


def needing(picture: Picture, command: Command, hex: Hex) -> list[Unit]:
    """The side's out-of-supply units in a hex that draw on a marker."""
    field = field_of(picture)
    return [
        unit for unit in field.at(hex)
        if unit.out_of_supply and (sdm := field.sdm_of(unit.id)) is not None and sdm.command == command
    ]  # fmt: skip


# ---- C5


@dataclass(frozen=True, kw_only=True)
class Resupply(Order):
    """Raise the ammunition of an artillery unit by one level, for points of its marker."""

    rule: ClassVar[str] = RESUPPLY
    phrase: ClassVar[Phrase] = Phrase("resupply {unit}")
    kind: Literal["resupply"] = "resupply"
    unit: Subject[UnitId]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " is resupplied")

    def check(self, picture: Picture) -> None:
        unit, _ = unit_on_map(picture, self.unit, RESUPPLY)
        printed, field = picture.rules.profile(self.unit), field_of(picture)
        demand(printed.is_gun, "KOR-SUP-22", (named(self.unit), " is not artillery."))
        demand(unit.ammo < FULL, "KOR-SUP-23", (named(self.unit), " has Full ammunition."))
        demand(not unit.out_of_supply, RESUPPLY, (named(self.unit), " is out of supply."))
        demand(
            not unit.extended, "KOR-SUP-17",
            (named(self.unit), " is only in extended supply, which brings no ammunition."),
        )  # fmt: skip
        demand(unit.order != "disorganized", RESUPPLY, (named(self.unit), " is Disorganized."))
        purse, _ = purse_of(field, self.unit, printed.ammo)
        demand(
            purse is not None, "KOR-SUP-21",
            (named(self.unit), " does not lie within one supply range increment of its marker."),
        )  # fmt: skip
        assert purse is not None
        demand(
            purse.sp >= printed.ammo, "KOR-SUP-22",
            (named(self.unit), f" needs {counted(printed.ammo, 'point')} for a level; the marker of "
            f"{purse.command} has {purse.sp}."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        ammo = picture.rules.profile(self.unit).ammo
        purse, _ = purse_of(field_of(picture), self.unit, ammo)
        assert purse is not None
        purse.sp -= ammo
        picture.own[self.unit].ammo += 1

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if (yield from draw(state, seat, self.unit, state.profile(self.unit).ammo)):
            yield UnitChanged(unit=self.unit, entries={"ammo": state.units[self.unit].ammo + 1})
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id in picture.own:
            if picture.rules.profile(id).is_gun and accepts(picture, cls(unit=id)):
                yield Option(
                    kind="resupply", title=say("Resupply ", named(id)), subjects=(id,), fixed={"unit": id},
                    rule=RESUPPLY,
                )  # fmt: skip


# ---- C6


@dataclass(frozen=True, kw_only=True)
class DropToUnits(Order):
    """A Front's attempt of this game-turn to supply one hex of its out-of-supply units from the air."""

    rule: ClassVar[str] = DROP
    phrase: ClassVar[Phrase] = Phrase("drop supply for {front} at {hex}")
    kind: Literal["drop-to-units"] = "drop-to-units"
    front: str
    hex: Place

    def check(self, picture: Picture) -> None:
        demand(self.front in picture.rules.fronts, DROP, f"There is no Front {self.front!r} in play.")
        demand(self.front not in picture.stores.dropped, DROP, f"{self.front} has flown its drop of this game-turn.")
        demand(picture.public.visibility != "storm", DROP, "In a storm nothing is dropped.")
        counters = picture.rules.counters
        there = (u for u in picture.own.values() if u.hex == self.hex and counters[u.id].front == self.front)
        demand(
            any(unit.out_of_supply for unit in there), DROP,
            (f"No out-of-supply unit of {self.front} stands in ", place(self.hex), "."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.stores.dropped.append(self.front)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield StoresChanged(side=seat, entries={"dropped": [*state.stores[seat].dropped, self.front]})
        figures = state.tables.supply.soviet_air_drop
        near = any(state.combat_at(hex, other(seat)) for hex in state.rules.board.beside(self.hex))
        modifiers = {"enemy_adjacent": figures["enemy_adjacent"]} if near else {}
        die = dice.roll("1d6", f"KOR-SUP-24 air-drop of {self.front} at {self.hex}").total
        succeeds = die + sum(modifiers.values()) >= figures[state.public.visibility]
        yield tell(
            state, seat,
            Thrown(purpose="soviet-drop", die=die, modifiers=modifiers, succeeded=succeeds, hex=self.hex),
        )  # fmt: skip
        if succeeds:
            for unit in state.at(self.hex, seat):
                if unit.out_of_supply and state.rules.counters[unit.id].front == self.front:
                    yield UnitChanged(unit=unit.id, entries={"supply": "in", "extended": True, "was_oos1": False})
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        hexes = sorted({unit.hex for unit in picture.own.values() if unit.hex is not None and unit.out_of_supply})
        for front in picture.rules.fronts:
            if fit := tuple(hex for hex in hexes if accepts(picture, cls(front=front, hex=hex))):
                yield Option(
                    kind="drop-to-units", title=say(f"Drop supply for units of {front}"), fixed={"front": front},
                    fields={"hex": Places(places=fit)}, rule=DROP,
                )  # fmt: skip


def soviet_alone(state: State, seat: Seat) -> bool:
    """Only the Soviet side has Fronts that drop supply (KOR-SUP-24)."""
    return seat == SOVIET


def open_drops(state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
    """Each Front has a drop again."""
    if state.stores[seat].dropped:
        yield StoresChanged(side=seat, entries={"dropped": []})
        yield from tell_own(state, seat)
