"""E3B and F3B: tactical, strategic and rail movement (KOR-SMV-03 to 12, KOR-GMV-02 to 09)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex, distance, hexes_beside
from service.engine.options import Destination, Domain, Option, Places, Routes, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.places import Place
from service.engine.roles import Subject, Way
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, place, say
from service.engine.telling import release
from service.games.korsun.known.asking import distinct, named, own_unit
from service.games.korsun.known.field import Field
from service.games.korsun.known.front import held_alone, uncovered
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.known.ways import March, entry_hexes, rail_routes, strategic_routes
from service.games.korsun.printed.reading import GERMAN
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import Unit, UnitId
from service.games.korsun.sections.mines import engineers_find_mines
from service.games.korsun.sections.walking import walk
from service.games.korsun.staff.order_prose import moved_said
from service.games.korsun.truth.looking import settle, tell_own
from service.games.korsun.truth.state import PositionNoted, PublicChanged, State, StoresChanged, change_units

BOUNDARY = "KOR-P22.11"
MOVE, MODES, STRATEGIC, RAIL, STAYS = "KOR-SMV-03", "KOR-SMV-04", "KOR-GMV-02", "KOR-GMV-03", "KOR-SMV-08"
FRONT = "KOR-GEV-02"
COSTS, ZONES = "KOR-SMV-05", "KOR-SMV-06"


# ---- who may move


def moving(picture: Picture, units: Sequence[UnitId], rule: str = MOVE) -> March:
    """Own units that can move together tactically now. Raises a Refusal where they cannot."""
    distinct(units, rule)
    movers = [free_to_move(picture, id, rule) for id in units]
    starts = {unit.hex or picture.rules.counters[unit.id].entry for unit in movers}
    demand(
        len(starts) == 1 and len({unit.hex for unit in movers}) == 1,
        rule,
        "Units that move together start in the same hex.",
    )
    for unit in movers:
        demand(
            unit.mode in ("", "tactical"), MODES,
            (named(unit.id), " has moved in another way in this segment, and keeps to it."),
        )  # fmt: skip
    return March(field_of(picture), tuple(movers))


def free_to_move(picture: Picture, id: UnitId, rule: str) -> Unit:
    """An own unit, on the map or staged, that has not ended its move and is not held in reserve."""
    unit = own_unit(picture, id, rule)
    demand(unit.hex is not None or unit.box == "staged", rule, (named(id), " is not on the map."))
    demand(not unit.reserve, STAYS, (named(id), " is in reserve, and moves in the reserve movement segment."))
    demand(not unit.ended, ZONES, (named(id), " has ended its move in this segment."))
    return unit


# ---- tactical movement


@dataclass(frozen=True, kw_only=True)
class Move(Order):
    """Move units that stand together, tactically: hex by hex, at the cost of the dearest of them."""

    rule: ClassVar[str] = MOVE
    phrase: ClassVar[Phrase] = Phrase("move {units} via {path}")
    kind: Literal["move"] = "move"
    units: Subject[tuple[UnitId, ...]]
    path: Way[tuple[Place, ...]]

    def said(self, to: Saying) -> Sentence:
        return moved_said(to, self.units, self.path)

    def check(self, picture: Picture) -> None:
        march = moving(picture, self.units)
        demand(self.path, MOVE, "Name the hexes of the way, without the one that it sets out from.")
        made, _, barrier = march.priced(self.path)
        if made < len(self.path):
            hex, here = self.path[made], (march.start, *self.path)[made]
            if barrier == "occupied":
                raise_occupied(hex)
            demand(barrier != "zone", ZONES, (
                "The way ends in ", place(here if here else hex), ": an enemy zone of control stops whoever enters it, "
                "and is left for another as the first and only hex of a move.",
            ))  # fmt: skip
            demand(barrier is None, COSTS, (place(hex), " cannot be entered from there on this ground."))
            demand(False, COSTS, (
                "The way to ", place(hex), f" costs more than the {counted(march.points, 'point')} that they have.",
            ))  # fmt: skip
        may_end(picture, march.field, self.units, self.path[-1])
        demand(
            march.field.room(self.path[-1], self.units), "KOR-SMV-03",
            ("More than ", str(picture.tables.movement.stacking), " stacking points would stand in ",
             place(self.path[-1]), "."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        march = moving(picture, self.units)
        _, spent, _ = march.priced(self.path)
        for unit in march.units:
            unit.entered = unit.entered or unit.hex is None
            unit.hex, unit.box, unit.mode, unit.moved = self.path[-1], "", "tactical", True
            unit.spent += spent
            unit.ended = march.stops(self.path[-1])
            unit.no_fire = max(unit.no_fire, picture.rules.profile(unit.id).sub)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from walk(state, seat, self.units, self.path, dice)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for title, units in groups(picture):
            fields: dict[str, Domain] = {
                "units": Several(values=units, least=1, most=len(units)), "path": Routes(follows="units"),
            }  # fmt: skip
            yield Option(kind="move", title=title, subjects=units, fields=fields, rule=MOVE)


def tied_to(picture: Picture, units: Sequence[UnitId]) -> list[Hex]:
    """The listed hexes of the continuous front that these German units alone hold, and may not leave (22.1)."""
    public = picture.public
    if picture.side != GERMAN or public.front_released:
        return []
    if public.breakout == picture.turn and all(picture.rules.counters[id].command in public.isolated for id in units):
        return []  # 16.4
    return held_alone(picture.rules, picture.own, public.front_hexes, units)


def may_end(picture: Picture, field: Field, units: Sequence[UnitId], to: Hex) -> None:
    """Refuse a move that leaves the continuous front open (22.1), or ends deep in the other Front's zone (22.11)."""
    left = [hex for hex in tied_to(picture, units) if distance(hex, to) > 1]
    demand(not left, FRONT, (
        "The continuous front is to be kept: no combat unit would be left in or next to ",
        place(left[0]) if left else "", ". Move its relief first.",
    ))  # fmt: skip
    keep_to_zone(picture, field, units, to)


def keep_to_zone(picture: Picture, field: Field, units: Sequence[UnitId], to: Hex) -> None:
    """Refuse a move that ends too deep in the other Front's zone (22.11)."""
    most = picture.tables.options.boundary["inside"]
    for id in units:
        demand(not field.too_deep(id, to), BOUNDARY, (
            named(id), f" of {picture.rules.counters[id].front} would end more than "
            f"{counted(most, 'hex', 'hexes')} inside the zone of ",
            "the other Front.",
        ))  # fmt: skip


def raise_occupied(hex: Hex) -> None:
    demand(False, "KOR-GMV-05", ("The enemy stands in ", place(hex), "; a way cannot lead there."))


def groups(picture: Picture) -> Iterator[tuple[Sentence, tuple[UnitId, ...]]]:
    """The units that may still move tactically, by where they stand or are staged, with a title."""
    field, found = field_of(picture), dict[tuple[str, Hex], list[UnitId]]()
    for unit in picture.own.values():
        if unit.ended or unit.reserve or unit.mode not in ("", "tactical"):
            continue
        if unit.hex is not None:
            found.setdefault(("Move from ", unit.hex), []).append(unit.id)
        elif unit.box == "staged" and entry_hexes(field, unit):
            entry = picture.rules.counters[unit.id].entry
            assert entry is not None
            found.setdefault(("Enter at ", entry), []).append(unit.id)
    for (what, hex), units in found.items():
        most = 1 if what == "Enter at " else len(units)
        if most == 1:
            yield from ((say(what, place(hex)), (id,)) for id in units)
        else:
            yield say(what, place(hex)), tuple(units)


# ---- strategic movement and rail


@dataclass(frozen=True, kw_only=True)
class MoveByRoad(Order):
    """Move a unit strategically: by road alone, clear of every enemy zone, farther than its allowance."""

    rule: ClassVar[str] = STRATEGIC
    phrase: ClassVar[Phrase] = Phrase("move by road {unit} to {to}")
    kind: Literal["move-by-road"] = "move-by-road"
    unit: Subject[UnitId]
    to: Way[Place]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " moves strategically to ", place(self.to))

    def check(self, picture: Picture) -> None:
        unit = strategic_mover(picture, self.unit)
        demand(self.to in picture.rules.board.land, STRATEGIC, f"There is no hex {self.to!r} to move to.")
        field = field_of(picture)
        may_end(picture, field, (self.unit,), self.to)
        demand(
            self.to in by_road(picture, field, unit), STRATEGIC,
            (named(self.unit), " cannot reach ", place(self.to), " by road: no way is open and short enough for it, "
             "clear of all enemy zones."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        unit = picture.own[self.unit]
        route = by_road(picture, field_of(picture), unit)[self.to]
        unit.entered = unit.entered or unit.hex is None
        unit.hex, unit.box, unit.mode, unit.moved = self.to, "", "strategic", True
        unit.spent += route[0]
        unit.no_fire = max(unit.no_fire, picture.rules.profile(self.unit).sub)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        path = way_by_road(state.pictures[seat], state.units[self.unit], self.to)
        yield from walk(state, seat, (self.unit,), path, dice, mode="strategic")

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        field = field_of(picture)
        for id, unit in picture.own.items():
            if strategic_bar(picture, unit) is None and (hexes := tuple(sorted(by_road(picture, field, unit)))):
                yield Option(
                    kind="move-by-road", title=say("Move ", named(id), " strategically by road"), subjects=(id,),
                    fixed={"unit": id}, fields={"to": Places(places=hexes)}, rule=STRATEGIC,
                )  # fmt: skip


def strategic_mover(picture: Picture, id: UnitId) -> Unit:
    unit = free_to_move(picture, id, STRATEGIC)
    bar = strategic_bar(picture, unit)
    demand(bar is None, STRATEGIC if unit.mode == "" else MODES, (named(id), f" {bar}"))
    return unit


def strategic_bar(picture: Picture, unit: Unit) -> str | None:
    """Why a unit cannot move strategically (9.4), as a sentence's end; None where it can."""
    if unit.ended or unit.reserve or (unit.hex is None and unit.box != "staged"):
        return "does not move in this segment."
    if picture.rules.profile(unit.id).is_alarm:
        return "is an alarm unit, which never moves strategically."
    if unit.mode not in ("", "strategic"):
        return "has begun to move in another way in this segment."
    if unit.out_of_supply or unit.order:
        return "is out of supply, Disorganized or regrouping, and cannot move strategically."
    return None


def by_road(picture: Picture, field: Field, unit: Unit) -> dict[Hex, tuple[int, tuple[Hex, ...]]]:
    """Where a unit can go strategically, with cost and way; `field` is the map by the picture."""
    tied = tied_to(picture, (unit.id,))
    return {
        way.node: (way.cost, way.path) for way in strategic_routes(field, unit)
        if field.room(way.node, (unit.id,)) and can_end(field, (unit.id,), way.node, tied)
    }  # fmt: skip


def can_end(field: Field, units: Sequence[UnitId], to: Hex, tied: Sequence[Hex]) -> bool:
    """Whether a move of these units may end in a hex, as `may_end` has it; `tied`: the hexes that they hold alone."""
    return all(distance(hex, to) <= 1 for hex in tied) and not any(field.too_deep(id, to) for id in units)


def tactical_ends(picture: Picture, units: Sequence[UnitId]) -> list[Destination]:
    """Where units can go together tactically now and may stay."""
    march, tied = moving(picture, units), tied_to(picture, units)
    return [way for way in march.destinations() if can_end(march.field, units, Hex(way.place), tied)]


def way_by_road(picture: Picture, unit: Unit, to: Hex) -> tuple[Hex, ...]:
    """The way by which its owner believes that a unit goes: found anew from where the unit truly is."""
    field = field_of(picture)
    return next((way.path for way in strategic_routes(field, unit) if way.node == to), ())


@dataclass(frozen=True, kw_only=True)
class MoveByRail(Order):
    """Bring a German reinforcement in by rail, in the game-turn in which it arrives."""

    rule: ClassVar[str] = RAIL
    phrase: ClassVar[Phrase] = Phrase("move by rail {unit} to {to}")
    kind: Literal["move-by-rail"] = "move-by-rail"
    unit: Subject[UnitId]
    to: Way[Place]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " moves by rail to ", place(self.to))

    def rule_out(self, picture: Picture) -> None:
        demand(picture.side == GERMAN, RAIL, "Only German reinforcements move by rail.")

    def check(self, picture: Picture) -> None:
        unit = own_unit(picture, self.unit, RAIL)
        counter, figures = picture.rules.counters[self.unit], picture.tables.movement.rail
        arrives = unit.box == "staged" and counter.rail and counter.turn == picture.turn
        demand(arrives, RAIL, (named(self.unit), " does not arrive at a rail entry hex in this game-turn."))
        demand(picture.stores.rail < figures["units"], RAIL, f"The line takes {figures['units']} units a game-turn.")
        demand(
            self.to in by_rail(picture, unit), RAIL,
            (named(self.unit), " cannot reach ", place(self.to), " by rail clear of the enemy."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        unit = picture.own[self.unit]
        unit.hex, unit.box, unit.mode, unit.moved, unit.ended, unit.entered = self.to, "", "rail", True, True, True
        unit.no_fire = max(unit.no_fire, picture.rules.profile(self.unit).sub)
        picture.stores.rail += 1

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        path = by_rail(state.pictures[seat], state.units[self.unit])
        if self.to in path:
            yield StoresChanged(side=seat, entries={"rail": state.stores[seat].rail + 1})
            yield from walk(state, seat, (self.unit,), path[self.to], dice, mode="rail")

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        figures = picture.tables.movement.rail
        for id, unit in picture.own.items():
            counter = picture.rules.counters[id]
            if unit.box != "staged" or not counter.rail or counter.turn != picture.turn:
                continue
            hexes = tuple(sorted(by_rail(picture, unit)))
            if hexes and picture.stores.rail < figures["units"]:
                yield Option(
                    kind="move-by-rail", title=say("Bring ", named(id), " in by rail"), subjects=(id,),
                    fixed={"unit": id}, fields={"to": Places(places=hexes)}, rule=RAIL,
                )  # fmt: skip


def by_rail(picture: Picture, unit: Unit) -> dict[Hex, tuple[Hex, ...]]:
    field = field_of(picture)
    return {way.node: way.path for way in rail_routes(field, unit) if field.room(way.node, (unit.id,))}


# ---- the segment


def open_segment(state: State, dice: Dice) -> Iterator[Event]:
    """Nobody has spent anything yet. The other side has been held since the player-turn began (fog 4.3)."""
    side = state.phasing
    assert side is not None
    yield from change_units(state.of(side), spent=0, mode="", ended=False, tried=False)
    bridges = {"crossed": [], "blown": [], "straddled": straddled(state, side)}
    yield PositionNoted(entries={**bridges, "hunted": [], "harried": []})
    if state.stores[side].rail:
        yield StoresChanged(side=side, entries={"rail": 0})
    yield from tell_own(state, side)


def strike_open_hexes(state: State) -> Iterator[Event]:
    """A listed hex that has no unit in or next to it is struck from the list for good (22.1)."""
    public = state.public
    if not public.front_released and (left := uncovered(state.rules, state.of(GERMAN), public.front_hexes)):
        yield PublicChanged(entries={"front_hexes": [hex for hex in public.front_hexes if hex not in left]})


def straddled(state: State, side: Seat) -> list[Place]:
    """The bridges in both of whose hexes the side in turn has a combat unit (15.2.1)."""
    bridges = state.public.bridges
    return [one for one in bridges if all(state.combat_at(hex, side) for hex in hexes_beside(one))]


def close_segment(state: State, dice: Dice) -> Iterator[Event]:
    """The other side is told what it saw of the segment, in the order of events."""
    side = state.phasing
    assert side is not None
    yield from release(state, other(side))
    if side == GERMAN:
        yield from strike_open_hexes(state)
        yield from engineers_find_mines(state)
    yield from change_units(state.units, spent=0, ended=False, tried=False)
    yield from settle(state, eyes=(other(side),))
