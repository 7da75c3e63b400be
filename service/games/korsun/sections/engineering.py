"""E5 and F5: bridges, minefields and improved positions (KOR-SEN-01 to 04, KOR-GEN-01 to 04)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex, hexes_beside, hexside
from service.engine.options import Choice, Option
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import counted, place, say
from service.engine.telling import tell
from service.games.korsun.known.asking import named, unit_on_map
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.known.purses import purse_of
from service.games.korsun.known.reports import Thrown
from service.games.korsun.printed.reading import GERMAN, SOVIET
from service.games.korsun.printed.units import BridgeWork, Unit, UnitId
from service.games.korsun.sections.reacting import blow
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import (
    DepotsSet,
    PositionNoted,
    PublicChanged,
    SdmChanged,
    State,
    StoresChanged,
    UnitChanged,
    WorksSet,
    change_units,
)

DESTROY, REPAIR, BUILD, MINES, WORKS = "KOR-SEN-01", "KOR-SEN-02", "KOR-SEN-03", "KOR-SEN-04", "KOR-GEN-03"
GERMAN_TYPES = ("J", "K")


def able(picture: Picture, id: UnitId, rule: str, points: int) -> tuple[Unit, Hex]:
    """A unit that can act in this phase (15.1), with so many points on its marker in reach."""
    unit, hex = unit_on_map(picture, id, rule)
    field = field_of(picture)
    demand(not unit.tried, rule, (named(id), " has acted in this phase."))
    demand(not unit.attacked, rule, (named(id), " has attacked in this player-turn."))
    demand(unit.order != "disorganized", rule, (named(id), " is Disorganized."))
    demand(not unit.out_of_supply and not unit.extended, rule, (named(id), " is not in supply by a normal path."))
    if points:
        purse, _ = purse_of(field, id, points)
        demand(purse is not None, rule, (named(id), " does not lie within the increment of its supply marker."))
        assert purse is not None
        demand(
            purse.sp >= points,
            rule,
            f"That costs {counted(points, 'point')}, and the marker of {purse.command} has {purse.sp}.",
        )
    return unit, hex


def pay_for(picture: Picture, id: UnitId, points: int) -> None:
    """By belief: the points are spent, and the unit has acted."""
    if points:
        purse, _ = purse_of(field_of(picture), id, points)
        if purse is not None:
            purse.sp -= points
    picture.own[id].tried = True


def spend(state: State, side: Seat, id: UnitId, points: int) -> Generator[Event, None, bool]:
    """The points are spent, and the unit has acted: False, and none are, where they cannot truly reach it (fog 4.4)."""
    reached = not points or (yield from draw(state, side, id, points))
    yield UnitChanged(unit=id, entries={"tried": True})
    return reached


def draw(state: State, side: Seat, id: UnitId, points: int) -> Generator[Event, None, bool]:
    """Take points for a unit from its marker, or from a depot of its Korps (15.6): False, and none are taken, where
    they do not truly come to it, along paths that no enemy bars (15.1)."""
    purse, depot = purse_of(state.field(side), id, points)
    if purse is None or purse.sp < points:
        return False
    if depot is not None:
        yield from draw_depot(state, side, depot, points)
    else:
        yield SdmChanged(command=purse.command, entries={"sp": purse.sp - points})
    return True


def draw_depot(state: State, side: Seat, depot: Hex, points: int) -> Iterator[Event]:
    """Take points from a depot."""
    depots = state.stores[side].depots
    left = replace(depots[depot], sp=depots[depot].sp - points)
    yield DepotsSet(depots={**depots, depot: left})


def beside(picture: Picture, hex: Hex, bridge: Place, rule: str) -> None:
    """Refuse unless a hexside is one of the hex's, with the enemy in neither of its hexes (15.2)."""
    near = [hexside(hex, there) for there in picture.rules.board.beside(hex)]
    demand(bridge in near, rule, (place(bridge), " is not a side of the hex in which the unit stands."))
    ends = hexes_beside(bridge)
    demand(not any(field_of(picture).occupied(end) for end in ends), rule, "The enemy stands in one of its hexes.")


# ---- bridges (15.2)


@dataclass(frozen=True, kw_only=True)
class DestroyBridge(Order):
    """Try to destroy a bridge at the hex of a combat unit: an engineer on 2 or more, another on 4 or more."""

    rule: ClassVar[str] = DESTROY
    phrase: ClassVar[Phrase] = Phrase("destroy bridge {bridge} with {unit}")
    kind: Literal["destroy-bridge"] = "destroy-bridge"
    unit: Subject[UnitId]
    bridge: Place

    def check(self, picture: Picture) -> None:
        _, hex = able(picture, self.unit, DESTROY, 0)
        demand(picture.rules.profile(self.unit).is_combat, DESTROY, (named(self.unit), " is not a combat unit."))
        demand(self.bridge in picture.public.bridges, DESTROY, ("No bridge stands at ", place(self.bridge), "."))
        beside(picture, hex, self.bridge, DESTROY)

    def believe(self, picture: Picture) -> None:
        pay_for(picture, self.unit, 0)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from spend(state, seat, self.unit, 0)
        if self.bridge not in state.public.bridges:
            yield from settle(state)  # another has blown it
            return
        figures = state.tables.engineering.destroy
        least = figures["engineer" if state.profile(self.unit).engineer else "other"]
        yield from blow(state, seat, self.bridge, least, dice, DESTROY, unit=self.unit)
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for bridge in sorted(picture.public.bridges):
            if units := tuple(id for id in picture.own if accepts(picture, cls(unit=id, bridge=bridge))):
                yield Option(
                    kind="destroy-bridge", title=say("Destroy the bridge ", place(bridge)), subjects=units,
                    fixed={"bridge": bridge}, fields={"unit": Choice(values=units)}, rule=DESTROY,
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class RepairBridge(Order):
    """Begin to repair a destroyed bridge at an engineer's hex; it stands in its owner's next engineering phase."""

    rule: ClassVar[str] = REPAIR
    phrase: ClassVar[Phrase] = Phrase("repair bridge {bridge} with {unit}")
    kind: Literal["repair-bridge"] = "repair-bridge"
    unit: Subject[UnitId]
    bridge: Place

    def check(self, picture: Picture) -> None:
        _, hex = able(picture, self.unit, REPAIR, picture.tables.engineering.repair)
        demand(picture.rules.profile(self.unit).engineer, REPAIR, (named(self.unit), " is not an engineer unit."))
        destroyed = self.bridge in picture.rules.board.bridges and self.bridge not in picture.public.bridges
        demand(destroyed, REPAIR, ("No destroyed bridge is at ", place(self.bridge), "."))
        demand(self.bridge not in picture.stores.works, REPAIR, "Work on it has begun.")
        beside(picture, hex, self.bridge, REPAIR)

    def believe(self, picture: Picture) -> None:
        pay_for(picture, self.unit, picture.tables.engineering.repair)
        picture.stores.works[self.bridge] = BridgeWork(type=picture.rules.board.bridges[self.bridge], unit=self.unit)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if (yield from spend(state, seat, self.unit, state.tables.engineering.repair)):
            yield from begin_work(state, seat, self.bridge, state.rules.board.bridges[self.bridge], self.unit)
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        destroyed = sorted(set(picture.rules.board.bridges) - set(picture.public.bridges))
        for bridge in destroyed:
            if units := tuple(id for id in picture.own if accepts(picture, cls(unit=id, bridge=bridge))):
                yield Option(
                    kind="repair-bridge", title=say("Repair the bridge ", place(bridge)), subjects=units,
                    fixed={"bridge": bridge}, fields={"unit": Choice(values=units)}, rule=REPAIR,
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class BuildBridge(Order):
    """Begin a bridge over a river or stream hexside at an engineer's hex: type S, German ones also J and K."""

    rule: ClassVar[str] = BUILD
    phrase: ClassVar[Phrase] = Phrase("build {type} bridge at {bridge} with {unit}")
    kind: Literal["build-bridge"] = "build-bridge"
    unit: Subject[UnitId]
    bridge: Place
    type: Literal["S", "J", "K"] = "S"

    def check(self, picture: Picture) -> None:
        _, hex = able(picture, self.unit, BUILD, picture.tables.engineering.construct[self.type])
        printed, board = picture.rules.profile(self.unit), picture.rules.board
        demand(printed.engineer, BUILD, (named(self.unit), " is not an engineer unit."))
        demand(
            self.type == "S" or (picture.side == GERMAN and printed.bridging), "KOR-GEN-04",
            "Only German engineers with a bridging column build types J and K.",
        )  # fmt: skip
        demand(
            self.bridge in board.river | board.stream, BUILD, (place(self.bridge), " is not a river or stream hexside.")
        )
        demand(self.bridge not in picture.public.bridges, BUILD, ("A bridge stands at ", place(self.bridge), "."))
        demand(self.bridge not in picture.stores.works, BUILD, "Work on it has begun.")
        beside(picture, hex, self.bridge, BUILD)

    def believe(self, picture: Picture) -> None:
        pay_for(picture, self.unit, picture.tables.engineering.construct[self.type])
        picture.stores.works[self.bridge] = BridgeWork(type=self.type, unit=self.unit)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if (yield from spend(state, seat, self.unit, state.tables.engineering.construct[self.type])):
            yield from begin_work(state, seat, self.bridge, self.type, self.unit)
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        board, kinds = picture.rules.board, ("S", *GERMAN_TYPES) if picture.side == GERMAN else ("S",)
        for id, unit in picture.own.items():
            if unit.hex is None or not picture.rules.profile(id).engineer:
                continue
            for there in board.beside(unit.hex):
                bridge = hexside(unit.hex, there)
                fit = tuple(k for k in kinds if accepts(picture, cls(unit=id, bridge=bridge, type=k)))  # type: ignore[arg-type]
                if fit:
                    yield Option(
                        kind="build-bridge", title=say("Build a bridge with ", named(id), " at ", place(bridge)),
                        subjects=(id,), fixed={"unit": id, "bridge": bridge}, fields={"type": Choice(values=fit)},
                        rule=BUILD,
                    )  # fmt: skip


def begin_work(state: State, side: Seat, bridge: Place, kind: str, unit: UnitId) -> Iterator[Event]:
    works = {**state.stores[side].works, bridge: BridgeWork(type=kind, unit=unit)}
    yield WorksSet(side=side, works=works)


def open_engineering(state: State, dice: Dice) -> Iterator[Event]:
    """What was begun in the owner's last engineering phase stands, if its engineer still does (15.2, KOR-SEN-03)."""
    side = state.phasing
    assert side is not None
    yield from change_units(state.of(side), tried=False)
    works = state.stores[side].works
    for bridge, begun in works.items():
        unit = state.units.get(begun.unit)
        there = unit is not None and unit.hex is not None and unit.hex in hexes_beside(bridge)
        if there and unit is not None and unit.order != "disorganized" and bridge not in state.public.bridges:
            yield PublicChanged(entries={"bridges": {**state.public.bridges, bridge: begun.type}})
    if works:
        yield WorksSet(side=side, works={})
    yield from settle(state)


def close_engineering(state: State, dice: Dice) -> Iterator[Event]:
    """Mines are cleared, and positions without a German combat unit given up (15.3, 15.4)."""
    side = state.phasing
    assert side is not None
    yield from change_units(state.of(side), tried=False)
    if side == GERMAN:
        yield from clear_mines(state, dice)
    left = [hex for hex in state.improved if state.combat_at(hex, GERMAN)]
    if left != state.improved:
        yield PositionNoted(entries={"improved": left})
    yield from settle(state)


# ---- minefields (15.3)


@dataclass(frozen=True, kw_only=True)
class LayMines(Order):
    """Lay a minefield in the hex of a Soviet engineer, as far as the scenario allows."""

    rule: ClassVar[str] = MINES
    phrase: ClassVar[Phrase] = Phrase("lay mines with {unit}")
    kind: Literal["lay-mines"] = "lay-mines"
    unit: Subject[UnitId]

    def rule_out(self, picture: Picture) -> None:
        demand(picture.side == SOVIET, "KOR-GEN-02", "The German side cannot lay minefields.")

    def check(self, picture: Picture) -> None:
        demand(picture.stores.mines_left > 0, MINES, "The scenario allows no more minefields.")
        _, hex = able(picture, self.unit, MINES, picture.tables.engineering.minefield)
        demand(picture.rules.profile(self.unit).engineer, MINES, (named(self.unit), " is not an engineer unit."))
        near = [there for there in picture.rules.board.beside(hex) if field_of(picture).occupied(there)]
        demand(not near, MINES, (place(hex), " lies next to a German unit."))
        demand(hex not in picture.stores.mines, MINES, (place(hex), " is mined."))

    def believe(self, picture: Picture) -> None:
        hex = picture.own[self.unit].hex
        assert hex is not None
        pay_for(picture, self.unit, picture.tables.engineering.minefield)
        picture.stores.mines.append(hex)
        picture.stores.mines_left -= 1

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        hex, stores = state.units[self.unit].hex, state.stores[seat]
        if (yield from spend(state, seat, self.unit, state.tables.engineering.minefield)):
            entries = {"mines": [*stores.mines, hex], "mines_left": stores.mines_left - 1}
            yield StoresChanged(side=seat, entries=entries)
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id in picture.own:
            if picture.side == SOVIET and accepts(picture, cls(unit=id)):
                yield Option(
                    kind="lay-mines", title=say("Lay mines with ", named(id)), subjects=(id,), fixed={"unit": id},
                    rule=MINES,
                )  # fmt: skip


def clear_mines(state: State, dice: Dice) -> Iterator[Event]:
    """A German engineer in a mined hex clears it at the end of F5 (15.3)."""
    mines = state.stores[SOVIET].mines
    for hex in list(mines):
        if any(state.profile(unit.id).engineer for unit in state.at(hex, GERMAN)):
            die = dice.roll("1d6", f"{MINES} mine clearing at {hex}").total
            cleared = die >= state.tables.engineering.clear_minefield
            yield tell(state, GERMAN, Thrown(purpose="mines", die=die, succeeded=cleared, hex=hex))
            if cleared:
                left = [one for one in state.stores[SOVIET].mines if one != hex]
                yield StoresChanged(side=SOVIET, entries={"mines": left})
                found = [one for one in state.found_mines if one != hex]
                yield PositionNoted(entries={"found_mines": found})


# ---- improved positions (15.4)


@dataclass(frozen=True, kw_only=True)
class ImprovePosition(Order):
    """Build an improved position with a German infantry-type unit that has neither moved nor attacked."""

    rule: ClassVar[str] = WORKS
    phrase: ClassVar[Phrase] = Phrase("improve position with {unit}")
    kind: Literal["improve-position"] = "improve-position"
    unit: Subject[UnitId]

    def rule_out(self, picture: Picture) -> None:
        demand(picture.side == GERMAN, WORKS, "The Soviet side cannot build improved positions.")

    def check(self, picture: Picture) -> None:
        unit, hex = able(picture, self.unit, WORKS, picture.tables.engineering.improved_position["points"])
        demand(picture.rules.profile(self.unit).is_infantry, WORKS, (named(self.unit), " is not of infantry type."))
        demand(not unit.moved, WORKS, (named(self.unit), " has moved in this player-turn."))
        demand(hex not in picture.improved, WORKS, (place(hex), " is improved."))

    def believe(self, picture: Picture) -> None:
        pay_for(picture, self.unit, picture.tables.engineering.improved_position["points"])

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        figures, hex = state.tables.engineering.improved_position, state.units[self.unit].hex
        if not (yield from spend(state, seat, self.unit, figures["points"])):
            yield from settle(state)
            return
        modifiers = {"mud": figures["mud"]} if state.public.ground == "mud" else {}
        die = dice.roll("1d6", f"{WORKS} improved position at {hex}").total
        least = figures["engineer" if state.profile(self.unit).engineer else "die"]
        built = die + sum(modifiers.values()) >= least
        yield tell(
            state, seat,
            Thrown(purpose="position", die=die, modifiers=modifiers, succeeded=built, hex=hex, unit=self.unit),
        )  # fmt: skip
        if built:
            yield PositionNoted(entries={"improved": sorted({*state.improved, str(hex)})})
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id in picture.own:
            if picture.side == GERMAN and accepts(picture, cls(unit=id)):
                yield Option(
                    kind="improve-position", title=say("Improve the position of ", named(id)), subjects=(id,),
                    fixed={"unit": id}, rule=WORKS,
                )  # fmt: skip
