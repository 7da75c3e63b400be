"""Breakdown into detachments and recombination (NDC-HSK-07, 08; parent 3.36): the last part of Housekeeping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex, distance
from service.engine.options import Option, Places, Range
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, joined, own, place, say
from service.engine.state import duplicate
from service.games.ndc.known.asking import enterable_neighbours, known_neighbours, own_unit
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.zones import controlled
from service.games.ndc.printed.scenario import Scenario
from service.games.ndc.printed.tables import Tables
from service.games.ndc.printed.units import Unit, UnitId
from service.games.ndc.sections.confirming import confirm_roster
from service.games.ndc.sections.meeting import enemies_in, find_empty, meet
from service.games.ndc.truth.state import State

DOWN, UP = "NDC-HSK-07", "NDC-HSK-08"


# ---- what can be ordered


@dataclass(frozen=True, kw_only=True)
class BreakDown(Order):
    """Break a battalion down into detachments A and B: A stays, B goes to a neighbouring hex with `to` T/O levels.

    They can be recombined from your next Housekeeping on.
    """

    rule: ClassVar[str] = DOWN
    phrase: ClassVar[Phrase] = Phrase("break down {unit} with {to} to {hex}")
    kind: Literal["break-down"] = "break-down"
    unit: Subject[UnitId]
    to: int
    hex: Hex

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), f" breaks down, a detachment at T/O level {self.to} going to ", place(self.hex))

    def check(self, picture: Picture) -> None:
        unit, least = own_unit(picture, self.unit, DOWN), picture.tables.breakdown.to_of_a_part
        can_break_down(picture, unit)
        demand(
            least <= self.to <= unit.to - least, DOWN,
            (unit.said, f" has {counted(unit.to, 'T/O level')}, {least} or more for each part; "
             f"detachment B cannot take {self.to}."),
        )  # fmt: skip
        free = detachment_hexes(picture, unit)
        demand(
            self.hex in free, DOWN,
            ("Detachment B cannot go to ", place(self.hex), "; it can go to ",
             joined(", ", map(place, free)) or "none", " of the hexes next to ", place(unit.hex or ""),
             " that it can enter, where no combat unit of yours is, and that no known enemy controls."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        unit = picture.own.pop(self.unit)
        for part in parts_of(unit, self.to, self.hex, picture.rules):
            picture.own[part.id] = part
        if picture.account.commander == unit.id:
            picture.account.commander = part_ids(unit.id, picture.tables)[0]

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        unit, parts = state.units[self.unit], part_ids(self.unit, state.tables)
        if enemies_in(state, self.hex, unit):
            yield from meet(state, unit, self.hex, dice, DOWN)
        else:
            yield BrokenDown(unit=unit.id, to=self.to, hex=self.hex)
            yield from find_empty(state, state.units[parts[-1]], self.hex)
        yield from confirm_roster(state, seat, (self.unit, *parts))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        least = picture.tables.breakdown.to_of_a_part
        for unit in picture.own.values():
            free = detachment_hexes(picture, unit) if unit.hex is not None else ()
            if free and accepts(picture, cls(unit=unit.id, to=least, hex=free[0])):
                yield Option(
                    kind="break-down",
                    title=say("Break down ", own(unit.id, unit.designation)),
                    subjects=(unit.id,),
                    fixed={"unit": unit.id},
                    fields={"to": Range(least=least, most=unit.to - least), "hex": Places(places=free)},
                    rule=DOWN,
                )


@dataclass(frozen=True, kw_only=True)
class Recombine(Order):
    """Bring the two detachments of a battalion together again, in the hex of either, in Defend mode.

    `unit` is the battalion, by the id that it had before it was broken down.
    """

    rule: ClassVar[str] = UP
    phrase: ClassVar[Phrase] = Phrase("recombine {unit} in {hex}")
    kind: Literal["recombine"] = "recombine"
    unit: Subject[UnitId]
    hex: Hex

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " recombines in ", place(self.hex))

    def check(self, picture: Picture) -> None:
        parts, breakdown = detachments(picture.own, self.unit), picture.tables.breakdown
        demand(
            len(parts) == len(breakdown.parts), UP,
            f"You have {len(parts)} detachment{'' if len(parts) == 1 else 's'} of the battalion {self.unit!r} on the "
            "map; recombining takes both.",
        )  # fmt: skip
        # Else a battalion could walk across the map in one Housekeeping, part by part.
        demand(
            not any(part.parted for part in parts), UP,
            f"{self.unit} was broken down in this Housekeeping; its detachments can recombine in your next.",
        )  # fmt: skip
        hexes = [part.hexes[0] for part in parts]
        way = distance(hexes[0], hexes[1])
        demand(
            way <= breakdown.reunited_distance, UP,
            (f"The detachments stand {counted(way, 'hex', 'hexes')} apart, in ", joined(" and ", map(place, hexes)),
             "; they recombine in the same hex or in adjacent ones."),
        )  # fmt: skip
        for part in parts:
            near = known_neighbours(picture, part)
            demand(
                not near,
                UP,
                (
                    part.said,
                    " stands next to a known enemy in ",
                    joined(", ", map(place, near)),
                    " and cannot recombine.",
                ),
            )
        demand(
            self.hex in hexes,
            UP,
            ("They recombine in ", joined(" or ", map(place, sorted(set(hexes)))), ", not in ", place(self.hex), "."),
        )

    def believe(self, picture: Picture) -> None:
        parts = detachments(picture.own, self.unit)
        for part in parts:
            del picture.own[part.id]
        picture.own[self.unit] = reunited(parts, self.hex, picture.rules)
        if picture.account.commander in [part.id for part in parts]:
            picture.account.commander = self.unit

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if len(detachments(state.units, self.unit)) == len(state.tables.breakdown.parts):
            yield Recombined(unit=self.unit, hex=self.hex)
        yield from confirm_roster(state, seat, (self.unit, *part_ids(self.unit, state.tables)))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for battalion in dict.fromkeys(unit.detached_from for unit in picture.own.values()):
            if battalion is None:
                continue
            hexes = tuple(sorted({part.hexes[0] for part in detachments(picture.own, battalion)}))
            if hexes and accepts(picture, cls(unit=battalion, hex=hexes[0])):
                yield Option(
                    kind="recombine",
                    title=say("Recombine the detachments of ", own(battalion)),
                    subjects=(battalion,),
                    fixed={"unit": battalion},
                    fields={"hex": Places(places=hexes)},
                    rule=UP,
                )


# ---- what happens


@dataclass(frozen=True, kw_only=True)
class BrokenDown(Event):
    """Two detachments stand where a battalion stood; what the enemy knew of it, they know of the one that stayed."""

    kind: Literal["broken-down"] = "broken-down"
    unit: UnitId
    to: int
    hex: Hex

    def change(self, state: State) -> None:
        unit = state.units.pop(self.unit)
        stayed, sent = parts_of(unit, self.to, self.hex, state.rules)
        state.units[stayed.id], state.units[sent.id] = stayed, sent
        succeed(state, unit, stayed)
        take_over_commander(state, unit, stayed)


@dataclass(frozen=True, kw_only=True)
class Recombined(Event):
    """A battalion stands where its detachments met; what the enemy knew of the one in that hex, they know of it."""

    kind: Literal["recombined"] = "recombined"
    unit: UnitId
    hex: Hex

    def change(self, state: State) -> None:
        parts = detachments(state.units, self.unit)
        whole = reunited(parts, self.hex, state.rules)
        for part in parts:
            del state.units[part.id]
        state.units[whole.id] = whole
        for part in parts:
            take_over_commander(state, part, whole)
        succeed(state, next(part for part in parts if part.hex == self.hex), whole)


BREAKDOWN_EVENTS: tuple[type[Event], ...] = (BrokenDown, Recombined)


def succeed(state: State, old: Unit, new: Unit) -> None:
    """The enemy's contacts that stood for one unit stand for another that has taken its place."""
    for traces in state.traces.values():
        for handle, trace in traces.items():
            if trace.unit == old.id:
                traces[handle] = replace(trace, unit=new.id)
    for revealed in state.reveals.get(old.side, []):
        if revealed.unit == old.id:
            revealed.unit = new.id


def take_over_commander(state: State, old: Unit, new: Unit) -> None:
    account = state.accounts[old.side]
    if account.commander == old.id:
        account.commander = new.id


# ---- small helpers


def can_break_down(picture: Picture, unit: Unit) -> None:
    """Parent 3.36: refuse a unit that cannot be broken down."""
    least = picture.tables.breakdown.to_at_least
    demand(unit.combat, DOWN, (unit.said, " is a headquarters; only a battalion can be broken down."))
    demand(unit.detached_from is None, DOWN, (unit.said, " is a detachment already."))
    demand(
        not unit.parted, DOWN, (unit.said, " was recombined in this Housekeeping and stays together until your next.")
    )
    demand(
        not unit.spread, DOWN, (unit.said, f" is in {unit.zone} zone; only a unit in single zone can be broken down.")
    )
    demand(unit.to >= least, DOWN, (unit.said, f" has T/O level {unit.to}; breaking down takes {least} or more."))
    near = known_neighbours(picture, unit)
    demand(
        not near,
        DOWN,
        (unit.said, " stands next to a known enemy in ", joined(", ", map(place, near)), " and cannot break down."),
    )


def detachment_hexes(picture: Picture, unit: Unit) -> tuple[Hex, ...]:
    """Where detachment B may go: enterable, free of own combat units, out of known enemy control."""
    return tuple(
        hex
        for hex in sorted(enterable_neighbours(picture, unit))
        if not controlled(picture, hex) and not any(other.combat for other in picture.own_at(hex))
    )


def detachments(units: Mapping[UnitId, Unit], battalion: UnitId) -> list[Unit]:
    """The detachments of a battalion that are on the map, A before B."""
    return sorted((u for u in units.values() if u.detached_from == battalion and u.hex), key=lambda unit: unit.id)


def part_ids(battalion: UnitId, tables: Tables) -> tuple[UnitId, ...]:
    """The ids of a battalion's detachments, whether it is broken down or not."""
    return tuple(f"{battalion}/{part}" for part in tables.breakdown.parts)


def parts_of(unit: Unit, to: int, hex: Hex, rules: Scenario) -> tuple[Unit, Unit]:
    """Detachments A, which stays, and B, which takes so many T/O levels to another hex; half strength, else alike."""
    called, tables = rules.designated(unit.designation), rules.tables
    stayed, sent = (
        replace(
            duplicate(unit),
            id=id,
            designation=replace(called, detachment=part).written,
            detached_from=unit.id,
            halved=True,
            parted=True,
        )
        for part, id in zip(tables.breakdown.parts, part_ids(unit.id, tables), strict=True)
    )
    stayed.to, sent.to, sent.hex = unit.to - to, to, hex
    return stayed, sent


def reunited(parts: list[Unit], hex: Hex, rules: Scenario) -> Unit:
    """One battalion of two detachments: T/O added, the worse fatigue, the higher level."""
    first, second = parts
    called = rules.designated(first.designation)
    whole = replace(
        duplicate(first),
        id=first.detached_from or first.id,
        designation=replace(called, detachment="").written,
        detached_from=None,
        halved=False,
        parted=True,
        hex=hex,
        spread=(),
        mode=rules.tables.breakdown.reunited_mode,
        to=min(first.to + second.to, first.to_max),
        fatigue=max(first.fatigue, second.fatigue),
        level=max(first.level, second.level),
    )
    whole.idle = first.idle and second.idle
    whole.moved, whole.attacked = first.moved or second.moved, first.attacked or second.attacked
    whole.fought_since_search = first.fought_since_search or second.fought_since_search
    return whole
