"""Movement (P11, P12): paths and what they cost, and the order to move, from what its owner knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import ClassVar, Literal

from service.engine.hexes import Hex
from service.engine.options import Choice, Destination, Option, Routes
from service.engine.orders import Order, Refusal, demand
from service.games.skirmish.bases import Base, BaseId, Pace
from service.games.skirmish.field import Field, cost
from service.games.skirmish.knowledge import Handle, Picture
from service.games.skirmish.reinforcements import check_entry, entry_hexes
from service.games.skirmish.routs import check_flight, ends_of, must_move
from service.games.skirmish.scenario import Scenario
from service.games.skirmish.tables import load

TURN = 2
"""Halves of a point that a turn of one hexside costs a vehicle (P12)."""


def turns_to(given: Scenario, base: Base, heading: int, a: Hex, b: Hex) -> list[int] | None:
    """The headings that a vehicle turns through to face b; none for others; None if b is no neighbour."""
    wanted = given.sheet.heading(a, b)
    if wanted is None:
        return None
    if not base.vehicle:
        return []
    sides = given.sheet.headings
    right = (wanted - heading) % sides
    step = 1 if right <= sides - right else -1
    count = min(right, sides - right)
    return [(heading + step * (n + 1)) % sides for n in range(count)]


def steps_of(given: Scenario, base: Base, path: Sequence[Hex]) -> list[str]:
    """A path as the steps that are made of it, turns included; the hexes must adjoin."""
    steps, at, heading = [], base.hex, base.heading
    for hex in path:
        if at is None:  # a reinforcement enters
            steps.append(hex)
        else:
            turns = turns_to(given, base, heading, at, hex)
            assert turns is not None, "a path that was checked"
            steps += [f"@{turn}" for turn in turns]
            steps.append(hex)
            heading = turns[-1] if turns else heading
        at = hex
    return steps


def step_cost(given: Scenario, field: Field, base: Base, at: Hex, step: str) -> int | None:
    """Halves of a point that one step of a path costs; None where it cannot be made."""
    return TURN if step.startswith("@") else cost(given, field, base.going, at, step)


def path_cost(picture: Picture, base: Base, path: Sequence[Hex]) -> int:
    """Halves of a point for a whole path; refused where a step cannot be made."""
    spent, at = 0, base.hex
    given = picture.rules
    for here, there in zip([base.hex, *path], path, strict=False):
        demand(there in given.sheet, "P2", f"There is no hex {there} on this map.")
        if here is not None:
            demand(given.sheet.heading(here, there) is not None, "P11", f"{here} and {there} do not adjoin.")
    for step in steps_of(given, base, path):
        price = step_cost(given, picture.ground, base, at or step, step)
        demand(price is not None, "P10", f"{base.name} cannot enter {step}.", "NOT_AFFORDED")
        assert price is not None
        spent += price
        at = at if step.startswith("@") else step
    return spent


def pace_for(base: Base, spent: int) -> Pace | None:
    """The pace that a cost asks for; None where it is too much for either."""
    if spent <= base.allowance("normal"):
        return "normal"
    return "fast" if spent <= base.allowance("fast") else None


def room(picture: Picture, base: Base, hex: Hex) -> bool:
    """Whether a base may end its move in a hex beside those that will be there (P2)."""
    others = [other for other in picture.will_be_at(hex) if other.id != base.id]
    if base.single:
        return sum(other.single for other in others) < load().bases.stacking["single"]
    return all(other.single for other in others)


def beside_enemies(picture: Picture) -> frozenset[Hex]:
    """The hexes that adjoin a known enemy in good order, as far as known (P11): not to be entered at fast pace."""
    return frozenset(
        hex
        for contact in picture.known_enemies()
        if contact.shows is None or contact.shows.morale == "good"
        for hex in picture.rules.sheet.neighbours(contact.hex)
    )


@dataclass(frozen=True, kw_only=True)
class Move(Order):
    """Move a base along a path. It goes fast where the path is longer than its normal speed allows.

    The defender may halt it after any step. What has become impossible by the time it is its turn lapses.
    """

    rule: ClassVar[str] = "SKR-SEQ-04"

    kind: Literal["move"] = "move"
    base: BaseId
    path: tuple[Hex, ...]
    pace: Pace | None = None

    def check(self, picture: Picture) -> None:
        base = picture.base(self.base)
        demand(base.id not in picture.ordered, "SKR-MOV-02", f"{base.name} has its move already.", "FIRED")
        if base.hex is None:
            check_entry(picture, base, self.path)
        in_turn(picture, base)
        can_move(base)
        demand(len(self.path) > 0, "P11", "A path has at least one hex.", "NOT_AFFORDED")
        for hex in self.path:
            demand(not picture.known_at(hex), "SKR-ADV-05", f"An enemy is in {hex}: that takes an advance.",
                   "ENEMY_THERE")  # fmt: skip
        spent = path_cost(picture, base, self.path)
        if base.morale != "good":
            demand(room(picture, base, self.path[-1]), "P2", f"There is no room for {base.name} in {self.path[-1]}.")
            check_flight(picture, base, self.path, self.pace)
            return
        pace = pace_for(base, spent)
        most = base.allowance(self.pace) if self.pace else max(base.allowance("normal"), base.allowance("fast"))
        demand(spent <= most, "P11", f"That path costs {points(spent)}, and {base.name} has {points(most)}.",
               "NOT_AFFORDED")  # fmt: skip
        pace = self.pace or pace
        if pace == "fast":
            beside = beside_enemies(picture)
            close = next((hex for hex in self.path if hex in beside), None)
            demand(close is None, "P11", f"{close} adjoins a known enemy, and cannot be entered at fast pace.")
        demand(room(picture, base, self.path[-1]), "P2", f"There is no room for {base.name} in {self.path[-1]}.")

    def believe(self, picture: Picture) -> None:
        picture.ordered[self.base] = self.path[-1]
        picture.ways[self.base] = self.path

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.own.values():
            if base.gone or base.id in picture.ordered or not movable(picture, base):
                continue
            if next(ways(picture, base), None) if base.morale == "good" else destinations(picture, base.id):
                yield Option(
                    order="move", title=f"Move {base.name}", subject=base.id, fixed={"base": base.id},
                    fields={"path": Routes(unit=base.id)},
                )  # fmt: skip


def can_move(base: Base) -> None:
    """Refuse a base that may not move in this player turn (SKR-MOV-01, SKR-PRE-04)."""
    demand(not base.moved, "SKR-MOV-02", f"{base.name} has moved in this player turn.", "FIRED")
    held = base.pinned or base.cowered
    demand(not held, "SKR-MOV-01", f"{base.name} is pinned or cowered.", "NOT_ELIGIBLE")
    demand(not base.locked, "P17", f"{base.name} is in close combat.", "NOT_ELIGIBLE")
    demand(not base.immobilised and base.crewed, "P13", f"{base.name} is immobilised.", "NOT_ELIGIBLE")
    demand(not base.replenished, "SKR-AMM-02", f"{base.name} has spent its turn on ammunition.", "NOT_ELIGIBLE")
    demand(base.fired != "prepared", "SKR-PRE-04", f"{base.name} has used prepared fire, and does not move this turn.",
           "PREPARED_FIRE")  # fmt: skip


def owes_move(picture: Picture, base: Base) -> bool:
    """Whether a base in flight still has to be given a path."""
    if base.morale == "good" or base.id in picture.ordered or base.replenished or base.fired == "prepared":
        return False
    if base.moved or picture.batches:
        return False
    return must_move(picture, base)


def waits_for(picture: Picture, base: Base) -> list[Base]:
    """Own bases that have to be moved before this one: the routed first, then the broken (SKR-RTD-01, SKR-BRK-01)."""
    before = {"good": ("routed", "broken"), "broken": ("routed",), "routed": ()}[base.morale]
    return [
        other for other in picture.on_map() if other.morale in before and owes_move(picture, other)
    ]  # fmt: skip


def in_turn(picture: Picture, base: Base) -> None:
    """Refuse a move before those that come first."""
    first = waits_for(picture, base)
    if first:
        rule = "SKR-RTD-01" if first[0].morale == "routed" else "SKR-BRK-01"
        raise Refusal(rule, f"{first[0].name} is {first[0].morale}, and moves before {base.name}.", code="WRONG_STEP")
    rule = "SKR-RTD-01" if base.morale == "routed" else "SKR-BRK-01"
    demand(base.morale == "good" or not picture.batches, rule, f"It is too late for {base.name}.", "WRONG_STEP")
    later = any(picture.own[id].morale == "good" or (base.morale == "routed" and picture.own[id].morale == "broken")
                for id in picture.ordered)  # fmt: skip
    demand(
        base.morale == "good" or not later, rule, f"Others have moved: it is too late for {base.name}.", "WRONG_STEP"
    )


def nothing_must_move(picture: Picture) -> None:
    """Refuse to close the step while a base in flight that can move has no path (SKR-RTD-01, SKR-BRK-01)."""
    for base in picture.on_map():
        if owes_move(picture, base):
            rule = "SKR-RTD-01" if base.morale == "routed" else "SKR-BRK-01"
            raise Refusal(rule, f"{base.name} is {base.morale}, and has to move.", code="MUST_MOVE")


def movable(picture: Picture, base: Base) -> bool:
    try:
        in_turn(picture, base)
        can_move(base)
    except Refusal:
        return False
    return True


def points(halves: int) -> str:
    """Halves of a movement point as a player reads them."""
    whole, half = divmod(halves, 2)
    return f"{whole}½" if half else str(whole)


def ways(picture: Picture, base: Base) -> Iterator[Destination]:
    """Where a base can go, cheapest way each, by what its owner knows; costs in whole points, rounded up."""
    given, most = picture.rules, max(base.allowance("normal"), base.allowance("fast"))
    enemies, beside = {contact.hex for contact in picture.known_enemies()}, beside_enemies(picture)
    heading = base.heading if base.vehicle else 0
    queue: list[tuple[int, int, Hex, int, tuple[Hex, ...]]] = []
    if base.hex is not None:
        queue.append((0, 0, base.hex, heading, ()))
    else:
        for hex in entry_hexes(picture, base):
            price = cost(given, picture.ground, base.going, hex, hex)
            if price is not None and hex not in enemies and price <= most:
                heappush(queue, (price, 1, hex, heading, (hex,)))
    done: set[tuple[Hex, int]] = set()
    found: set[Hex] = set()
    while queue:
        spent, length, at, heading, path = heappop(queue)
        if (at, heading) in done:
            continue
        done.add((at, heading))
        if path and at not in found and room(picture, base, at):
            found.add(at)
            yield Destination(hex=at, cost=-(-spent // 2), path=path)
        for there in given.sheet.neighbours(at):
            if there in enemies:
                continue
            turns = turns_to(given, base, heading, at, there) or []
            price = cost(given, picture.ground, base.going, at, there)
            if price is None or (total := spent + price + TURN * len(turns)) > most:
                continue
            if total > base.allowance("normal") and not beside.isdisjoint((*path, there)):
                continue
            ahead = turns[-1] if turns else heading
            heappush(queue, (total, length + 1, there, ahead if base.vehicle else 0, (*path, there)))


def destinations(picture: Picture, unit: str) -> Sequence[Destination]:
    """Where an own base can go; refused for a base that the seat has not."""
    base = picture.base(unit)
    if base.id in picture.ordered:
        return ()
    if picture.step == "ammunition":
        return () if base.hex is None else tuple(towards(picture, base))
    if not movable(picture, base):
        return ()
    if base.morale != "good":
        return tuple(
            Destination(hex=hex, cost=-(-spent // 2), path=path)
            for hex, (spent, path) in sorted(ends_of(picture, base).items())
        )
    return tuple(sorted(ways(picture, base), key=lambda there: there.hex))


def towards(picture: Picture, base: Base) -> Iterator[Destination]:
    """Where a base can go at normal speed with every step nearer to its headquarters (P23)."""
    assert base.hex is not None
    given = picture.rules
    home = given.sides[picture.side].headquarters
    ways_there: dict[Hex, tuple[int, tuple[Hex, ...]]] = {base.hex: (0, ())}
    queue = [base.hex]
    while queue:
        at = queue.pop(0)
        spent, path = ways_there[at]
        for there in given.sheet.neighbours(at):
            price = cost(given, picture.ground, base.going, at, there)
            nearer = given.sheet.distance(there, home) < given.sheet.distance(at, home)
            if price is None or not nearer or picture.known_at(there) or spent + price > base.allowance("normal"):
                continue
            if there not in ways_there or ways_there[there][0] > spent + price:
                ways_there[there] = (spent + price, (*path, there))
                queue.append(there)
    for hex, (spent, path) in sorted(ways_there.items()):
        if path and room(picture, base, hex):
            yield Destination(hex=hex, cost=-(-spent // 2), path=path)


@dataclass(frozen=True, kw_only=True)
class FireOnMove(Order):
    """Fire with a base when it has moved, from where its move ends (SKR-MOV-01 to 04)."""

    rule: ClassVar[str] = "SKR-MOV-02"

    kind: Literal["fire-on-move"] = "fire-on-move"
    base: BaseId
    target: Handle
    weapon: Literal["small arms", "machine guns", "high explosive"] = "small arms"
    in_motion: bool = False

    def check(self, picture: Picture) -> None:
        base = picture.base(self.base)
        demand(base.id in picture.ordered, "SKR-MOV-02", f"{base.name} fires in this step after a move only.")
        demand(self.target in picture.contacts, "SEQUENCE", f"You know of no enemy '{self.target}'.")

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id in picture.ordered:
            known = tuple(contact.handle for contact in picture.contacts.values())
            base = picture.own[id]
            weapons = ("machine guns", "high explosive") if base.vehicle else ("small arms",)
            if known and base.morale == "good":
                yield Option(
                    order="fire-on-move", title=f"{base.name} fires after its move", subject=id, fixed={"base": id},
                    fields={"target": Choice(values=known), "weapon": Choice(values=weapons),
                            "in_motion": Choice(values=(False, True))},
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class MoreToCome(Order):
    """Send these moves by themselves, and go on moving others when you have heard what came of them (P16).

    It costs an exchange. Routed and broken bases move in the first batch only.
    """

    rule: ClassVar[str] = "SKR-MOV-01"

    kind: Literal["more-to-come"] = "more-to-come"

    def check(self, picture: Picture) -> None:
        demand(picture.ordered and not picture.more, "P16", "There is nothing on the sheet to send by itself.")

    def believe(self, picture: Picture) -> None:
        picture.more = True

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.ordered and not picture.more:
            yield Option(order="more-to-come", title="More moves when these have been played")
