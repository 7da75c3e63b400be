"""F7: the breakout (16.5, KOR-GBO-01 to 03)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.hexes import Hex
from service.engine.options import Destination, Option, Routes
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.paths import Route, cheapest
from service.engine.places import Place
from service.engine.roles import Subject, Way
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.games.korsun.known.asking import named, own_unit, unit_on_map
from service.games.korsun.known.field import Field
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.known.reports import BreakoutTried
from service.games.korsun.known.supply import isolated, reach
from service.games.korsun.printed.reading import GERMAN, on
from service.games.korsun.printed.scenario import KORSUN
from service.games.korsun.printed.units import UnitId
from service.games.korsun.sections.losses import lose_steps
from service.games.korsun.sections.victory import end_if_nobody_is_left
from service.games.korsun.sections.walking import take
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import (
    AirstripSet,
    PositionNoted,
    PublicChanged,
    SdmChanged,
    State,
    StepLost,
    UnitChanged,
    UnitGone,
)

BREAKOUT = "KOR-GBO-02"


def may_step(field: Field, id: UnitId, a: Hex, b: Hex) -> bool:
    """Whether a unit that breaks out may go from a hex to the next: points are ignored, zones may be entered."""
    printed = field.profile(id)
    unbridged = field.board.is_river(a, b) and not field.carries(a, b, printed)
    muddy = field.ground == "mud" and printed.cls != "L"
    return b in field.board.land and not field.occupied(b) and not (unbridged and muddy)


def hexes_at_most(field: Field, id: UnitId) -> int:
    return on(field.ground, field.tables.breakout.hexes[field.profile(id).cls]) or 0


def eligible(picture: Picture, id: UnitId) -> bool:
    """Units of isolated Korps, except artillery and alarm units; each tries once."""
    unit, printed = picture.own[id], picture.rules.profile(id)
    of_pocket = picture.rules.counters[id].command in picture.public.isolated
    return of_pocket and printed.is_combat and not printed.is_alarm and not unit.tried and unit.hex is not None


def ways_out(picture: Picture, id: UnitId) -> list[Destination]:
    """Where a unit could try to get to, by what is known."""
    unit, field = picture.own[id], field_of(picture)
    assert unit.hex is not None

    def price(so_far: Route[Hex, int], to: Hex) -> int | None:
        return 1 if may_step(field, id, so_far.node, to) else None

    ways = cheapest(unit.hex, field.board.beside, price, hexes_at_most(field, id))
    return [Destination(place=way.node, cost=way.cost, path=way.path) for way in ways if way.path]


@dataclass(frozen=True, kw_only=True)
class BreakOut(Order):
    """Let a unit of an isolated Korps try to break out along a path; the first that tries commits the pocket to it."""

    rule: ClassVar[str] = BREAKOUT
    phrase: ClassVar[Phrase] = Phrase("break out {unit} via {path}")
    kind: Literal["break-out"] = "break-out"
    unit: Subject[UnitId]
    path: Way[tuple[Place, ...]]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " breaks out to ", place(self.path[-1])) if self.path else ()

    def check(self, picture: Picture) -> None:
        own_unit(picture, self.unit, BREAKOUT)
        _, here = unit_on_map(picture, self.unit, BREAKOUT)
        demand(
            eligible(picture, self.unit), BREAKOUT,
            (named(self.unit), " does not belong to an isolated Korps, is artillery or an alarm unit, or has "
            "already tried."),
        )  # fmt: skip
        field = field_of(picture)
        most = hexes_at_most(field, self.unit)
        demand(1 <= len(self.path) <= most, BREAKOUT, f"Its path has 1 to {most} hexes.")
        for hex in self.path:
            demand(hex in field.board.grid and hex in field.board.beside(here), BREAKOUT, (
                place(hex), " does not lie next to ", place(here), ", or nothing can stand there.",
            ))  # fmt: skip
            demand(may_step(field, self.unit, here, hex), BREAKOUT, ("The way to ", place(hex), " is barred."))
            here = hex

    def believe(self, picture: Picture) -> None:
        unit = picture.own[self.unit]
        unit.hex, unit.tried, unit.order = self.path[-1], True, "disorganized"
        picture.public.attempted = picture.turn

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if not state.public.attempted:
            yield from give_up_the_pocket(state)
        yield from try_to_break_out(state, self.unit, self.path, dice)
        yield from settle(state)
        yield from end_if_nobody_is_left(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id in picture.own:
            if eligible(picture, id) and ways_out(picture, id):
                yield Option(
                    kind="break-out", title=say("Break out with ", named(id)), subjects=(id,), fixed={"unit": id},
                    fields={"path": Routes()}, rule=BREAKOUT,
                )  # fmt: skip


def give_up_the_pocket(state: State) -> Iterator[Event]:
    """Before the first unit tries: artillery and alarm units of those Korps are eliminated, their markers removed."""
    yield PublicChanged(entries={"attempted": state.turn})
    for id, unit in list(state.of(GERMAN).items()):
        printed = state.profile(id)
        if state.rules.counters[id].command not in state.public.isolated or unit.box == "coming":
            continue
        if printed.is_gun:
            yield StepLost(unit=id, steps=unit.steps(printed))
        elif printed.is_alarm:
            yield UnitGone(unit=id)
    if state.stores[GERMAN].airstrip is not None:
        yield AirstripSet(airstrip=None)
    for command in (*state.public.isolated, KORSUN):
        if command in state.sdms and not state.sdms[command].gone:
            yield SdmChanged(command=command, entries={"gone": True, "hex": None, "sp": 0})


def try_to_break_out(state: State, id: UnitId, path: tuple[Hex, ...], dice: Dice) -> Iterator[Event]:
    """Go as far as the path is truly free, throw, lose steps, and stand Disorganized or saved (16.5)."""
    figures, printed = state.tables.breakout, state.profile(id)
    field, here = state.field(GERMAN), state.units[id].hex
    assert here is not None
    way = [here]
    for hex in path:
        if not may_step(field, id, way[-1], hex):
            break
        way.append(hex)
    while len(way) > 1 and not field.room(way[-1], (id,)):
        way.pop()
    zones = sum(field.controlled(hex) and not field.friendly(hex) for hex in way[1:])
    rivers = sum(field.board.is_river(a, b) and not field.carries(a, b, printed) for a, b in pairwise(way))
    total = die = dice.roll("1d6", f"KOR-GBO-02 breakout from {here}").total
    total += zones + rivers
    if printed.cls != "L" and state.public.ground == "mud":
        total += figures.mud
    total += {"overcast": figures.overcast, "storm": figures.storm}.get(state.public.visibility, 0)
    steps = figures.steps_lost(total)
    steps = state.units[id].steps(printed) if steps is None else steps
    yield UnitChanged(unit=id, entries={"hex": way[-1], "tried": True, "order": "disorganized"})
    yield from take(state, GERMAN, way[-1])
    yield from lose_steps(state, id, steps)
    saved = id in state.units and safe(state, way[-1])
    if saved:
        kept = state.units[id].steps(printed)
        yield PositionNoted(entries={"saved": state.saved + kept})
        yield UnitGone(unit=id)
    end = way[-1] if saved or id in state.units else None
    yield Told(seat=GERMAN, report=BreakoutTried(unit=id, hex=end, die=die, total=total, lost=steps, saved=saved))


def safe(state: State, hex: Hex) -> bool:
    """Whether a hex is safe: in reach of the marker of a Korps not isolated, or not isolated itself (16.1, 16.5)."""
    field = state.field(GERMAN)
    if not isolated(field, hex):
        return True
    return any(
        hex in reach(field, sdm.hex, field.increment(command))
        for command, sdm in field.sdms.items()
        if sdm.hex is not None and command not in (*state.public.isolated, KORSUN)
    )


def must_be_tried(picture: Picture) -> None:
    """Refuse to close the phase untried where the switch `breakout_binding` makes a declaration bind (16.5)."""
    if picture.rules.switches.breakout_binding and not picture.public.attempted:
        able = any(eligible(picture, id) and ways_out(picture, id) for id in picture.own)
        demand(not able, BREAKOUT, "A breakout was declared, and at least one unit has to try it.")


def close_breakout(state: State, dice: Dice) -> Iterator[Event]:
    """The night of the breakout is over."""
    for id, unit in list(state.of(GERMAN).items()):
        if unit.tried:
            yield UnitChanged(unit=id, entries={"tried": False})
    yield from settle(state)
