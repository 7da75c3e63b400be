"""Close combat (P17; SKR-ADV-05, SKR-ADV-06): men against men, against a gun, and against a vehicle."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from service.engine.bills import Bill
from service.engine.cursor import address_of
from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.seats import Seat
from service.engine.telling import tell, tell_all
from service.games.skirmish.known.bills import LineName, bill, kept
from service.games.skirmish.known.firepower import power, suppressions_by
from service.games.skirmish.known.reports import CloseCombatTold, ContactSeen, FireSuffered, Strength
from service.games.skirmish.printed.bases import Base, outward
from service.games.skirmish.printed.field import cost, cover
from service.games.skirmish.printed.figures import Fought
from service.games.skirmish.printed.profiles import BaseFigures
from service.games.skirmish.printed.tables import Tables
from service.games.skirmish.sections.morale import changed, lose, suffer, worsen
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import ContactNoted, State


@dataclass(frozen=True, kw_only=True)
class CombatClosed(Event):
    """A close combat has been fought; where the sides are locked they fight again at the end of the next advance."""

    kind: Literal["combat-closed"] = "combat-closed"
    hex: Hex
    locked: bool

    def change(self, state: State) -> None:
        if not self.locked:
            state.combats.remove(self.hex)
        for base in state.at(self.hex):
            state.origins.pop(base.id, None)


def fight(state: State, dice: Dice) -> Iterator[Event]:
    """Fight what has been opened, in order, and what is locked."""
    dice.reached(address_of(state.cursor[:-1]))  # the phase: the other side is not told that advances were planned
    for hex in list(state.combats):
        attacker = state.phasing
        assert attacker is not None
        ours, theirs = fighters(state, hex, attacker), fighters(state, hex, state.other(attacker))
        locked = False
        if ours and theirs:
            yield from recognise(state, hex)
            vehicle = next((base for base in theirs if state.rules.profile(base).armoured), None)
            if vehicle is not None:
                yield from against_vehicle(state, hex, ours, vehicle, dice)
            else:
                locked = yield from hand_to_hand(state, hex, (attacker, state.other(attacker)), dice)
        yield CombatClosed(hex=hex, locked=locked)
        for base in state.at(hex):
            yield changed(base.id, locked=locked)
        yield from look(state)


def fighters(state: State, hex: Hex, side: Seat) -> list[Base]:
    return [base for base in state.at(hex, side) if base.crewed]


def recognise(state: State, hex: Hex) -> Iterator[Event]:
    """Those who fight at arm's length know each other: level 3 (P24)."""
    yield from look(state)
    for base in state.at(hex):
        viewer = state.other(base.side)
        contact = state.seen_as(viewer, base.id)
        if contact is not None and contact.level < 3 and base.crewed:
            known = replace(contact, level=3, shows=outward(base, 3))
            yield ContactNoted(viewer=viewer, contact=known, base=base.id)
            yield tell(state, viewer, ContactSeen(contact=known, was=contact.hex))


def strength_of(tables: Tables, own: Sequence[Base], enemy: Sequence[Base]) -> Bill:
    """What a side adds to its dice."""
    figures, profile = tables.close, tables.bases.profile
    best = max(own, key=lambda base: base.quality)
    states = {base.morale for base in enemy}
    leaders = [base.rating for base in own if base.leader]
    found: list[tuple[LineName, int]] = [
        ("quality", best.quality),
        ("further bases", figures.further_base * (len(own) - 1)),
        ("assault", max(profile(base).cls.close_combat for base in own)),
        ("enemy pinned", figures.enemy_held if any(base.pinned or base.cowered for base in enemy) else 0),
        ("enemy broken", figures.enemy_broken if states & {"broken", "routed"} else 0),
        ("leader", -min(leaders) if leaders else 0),
        ("out of ammunition", figures.out_of_ammunition if all(b.ammunition == "out" for b in own) else 0),
        (
            "single man",
            figures.single_man if single_men(tables.bases, enemy) and not single_men(tables.bases, own) else 0,
        ),
    ]
    return bill("P17", found)


def single_men(figures: BaseFigures, men: Sequence[Base]) -> bool:
    return all(figures.profile(base).single for base in men)


def hand_to_hand(
    state: State, hex: Hex, sides: tuple[Seat, Seat], dice: Dice
) -> Generator[Event, None, bool]:  # fmt: skip
    """Both sides throw; the difference says what becomes of the loser. Returns whether they are locked."""
    figures = state.tables.close
    totals, shown = {}, []
    for side in sides:
        own, enemy = fighters(state, hex, side), fighters(state, hex, state.other(side))
        added = strength_of(state.tables, own, enemy)
        roll = dice.roll(figures.dice, f"P17 close combat of {side} at {hex}", public=True)
        totals[side] = roll.total + added.total
        shown.append(Strength(side=side, faces=roll.faces, modifiers=kept(added), total=totals[side]))
    margin = abs(totals[sides[0]] - totals[sides[1]])
    loser = min(sides, key=lambda side: totals[side]) if margin else None
    result = figures.results.at(margin)
    yield from tell_all(state, CloseCombatTold(hex=hex, strengths=tuple(shown), result=result, loser=loser))
    if loser is None:
        for base in [b for side in sides for b in fighters(state, hex, side)]:
            yield from press(state, base, figures.locked_suppressions, dice)
        return all(fighters(state, hex, side) for side in sides)
    for base in fighters(state, hex, loser):
        if base.kind == "gun":
            yield from lose(state, base.id, "captured")
        elif result == "eliminated":
            yield from lose(state, base.id, "eliminated")
        elif result == "broken":
            if base.morale == "good":
                yield from worsen(state, base.id, dice)
            yield from fall_back(state, base)
        else:
            yield from press(state, base, figures.thrown_back_suppressions, dice)
            yield from fall_back(state, base)
    return False


def press(state: State, base: Base, suppressions: int, dice: Dice) -> Iterator[Event]:
    """Suppressions at arm's length: the threshold only, no roll (P17). They count as those of fire do (P5.5)."""
    total = base.suppression + suppressions
    yield changed(base.id, suppression=total, under_fire=True)
    if total >= base.quality:
        yield from worsen(state, base.id, dice)


def fall_back(state: State, base: Base) -> Iterator[Event]:
    """One hex back, by what its owner knows: nearer to no known enemy, best cover, lowest name; none: captured."""
    if base.hex is None:
        return
    rules, side, here = state.rules, base.side, base.hex
    bases, remembered = rules.tables.bases, rules.tables.sighting.remembered
    enemies = [c.hex for c in state.eyes[side].values() if c.counts(state.player_turn, remembered) and c.hex != here]
    apart, going = rules.sheet.distance, bases.profile(base).going

    def open_to(hex: Hex) -> bool:
        crowded = not bases.stacks(base, state.at(hex, side))
        nearer = any(apart(hex, enemy) < apart(here, enemy) for enemy in enemies)
        return not crowded and not nearer and hex not in enemies and (
            cost(rules, state.ground, going, here, hex) is not None
        )  # fmt: skip

    for hex in sorted(filter(open_to, rules.sheet.neighbours(here)),
                      key=lambda hex: (-cover(rules, state.ground, hex, here), hex)):  # fmt: skip
        if not any(b.crewed for b in state.at(hex, state.other(side))):
            yield changed(base.id, hex=hex, locked=False)
            return
    yield from lose(state, base.id, "captured")


def against_vehicle(
    state: State, hex: Hex, men: Sequence[Base], vehicle: Base, dice: Dice
) -> Iterator[Event]:  # fmt: skip
    """Men at a vehicle: they knock it out, immobilise it, or are driven off by its machine guns (SKR-ADV-06)."""
    tables = state.tables
    figures, weapons = tables.close.vehicle, tables.bases.weapons
    armed = any(b.weapon and (b.weapon_shots or not weapons[b.weapon].shots) for b in men)
    number = bill("P17", (
        ("number", figures.with_weapon if armed else figures.number),
        ("immobilised", figures.immobilised if vehicle.immobilised else 0),
        ("in motion", figures.moved if vehicle.in_motion else 0),  # who defends has not moved in this player turn
    )).total  # fmt: skip
    side = men[0].side
    roll = dice.roll(tables.close.dice, f"P17 close combat of {side} at {hex}", public=True)
    for base in men:
        if base.weapon and base.weapon_shots:
            yield changed(base.id, weapon_shots=base.weapon_shots - 1)
    if roll.total <= number:
        result: Fought = "knocked out"
    else:
        result = "immobilised" if roll.total <= number + figures.near_miss else "held off"
    shown = (Strength(side=side, faces=roll.faces, modifiers=(("number", number),), total=roll.total),)
    loser = vehicle.side if result == "knocked out" else side
    yield from tell_all(state, CloseCombatTold(hex=hex, strengths=shown, result=result, loser=loser))
    if result == "knocked out":
        yield from lose(state, vehicle.id, "eliminated")
        return
    if result == "immobilised":
        yield changed(vehicle.id, immobilised=True)
    yield from answer(state, hex, men, vehicle, dice)
    for base in men:
        if base.hex == hex:
            yield changed(base.id, hex=state.origins.get(base.id, hex))


def answer(state: State, hex: Hex, men: Sequence[Base], vehicle: Base, dice: Dice) -> Iterator[Event]:
    """The vehicle's machine guns, unless its attacker came in from behind."""
    sheet, tables = state.rules.sheet, state.tables
    for base in men:
        origin = state.origins.get(base.id, hex)
        behind = sheet.step(hex, vehicle.heading + sheet.headings // 2) == origin
        firepower = power(tables, vehicle, "machine guns", 1)
        if behind or not firepower or base.hex is None:
            continue
        roll = dice.roll(tables.fire.dice, f"P17 answer of {vehicle.side} at {hex}", public=True)
        caused = suppressions_by(tables.fire, firepower, roll.total, tables.close.vehicle.answer)
        yield tell(state, base.side, FireSuffered(base=base.id, weapon="machine guns", suppressions=caused))
        yield from suffer(state, base.id, caused, dice)
