"""The events of a match of 1776: what changes its true position, and nothing else does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Literal

from service.engine.events import Event
from service.engine.places import Place
from service.engine.sightings import ContactsSet
from service.engine.state import duplicate
from service.games.campaign1776.known.battles import Battle, Commit
from service.games.campaign1776.known.picture import Contact
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import (
    DUE,
    Pool,
    PoolId,
    Ship,
    Tasks,
    boat_number,
    boats_named,
    pool_number,
)
from service.games.campaign1776.printed.reading import BRITISH, Seat
from service.games.campaign1776.truth.state import Campaign, Kept, RoundBefore, State, Strike, Throw


@dataclass(frozen=True, kw_only=True)
class PoolSet(Event):
    """A pool is as follows; one of a new name has come to be."""

    kind: Literal["pool-set"] = "pool-set"
    pool: Pool

    def change(self, state: State) -> None:
        pool = self.pool
        state.pools[pool.id] = replace(pool)
        state.numbered[pool.kind] = max(state.numbered.get(pool.kind, 0), pool_number(pool.id, pool.kind))


@dataclass(frozen=True, kw_only=True)
class PoolGone(Event):
    """A pool is there no longer: it was taken into another, captured or lost."""

    kind: Literal["pool-gone"] = "pool-gone"
    pool: PoolId

    def change(self, state: State) -> None:
        del state.pools[self.pool]


@dataclass(frozen=True, kw_only=True)
class ShipSet(Event):
    """A fleet or bateau is as follows; its passengers are where it is."""

    kind: Literal["ship-set"] = "ship-set"
    ship: Ship

    def change(self, state: State) -> None:
        ship = self.ship
        state.ships[ship.id] = replace(ship)
        if number := boat_number(ship):
            name = boats_named(ship.seat)
            state.numbered[name] = max(state.numbered.get(name, 0), number)
        for pool in state.pools.values():
            if pool.aboard == ship.id:
                pool.at = ship.at


@dataclass(frozen=True, kw_only=True)
class ShipGone(Event):
    """A fleet or bateau is there no longer."""

    kind: Literal["ship-gone"] = "ship-gone"
    ship: str

    def change(self, state: State) -> None:
        del state.ships[self.ship]


@dataclass(frozen=True, kw_only=True)
class DueSet(Event):
    """Units have come in, and may be placed in these hexes; in none, where they have been placed."""

    kind: Literal["due-set"] = "due-set"
    pool: PoolId
    hexes: tuple[Hex, ...]

    def change(self, state: State) -> None:
        state.due.pop(self.pool, None)
        if self.hexes:
            state.due[self.pool] = self.hexes


@dataclass(frozen=True, kw_only=True)
class EntrenchmentDug(Event):
    """A side has entrenched itself in a hex."""

    kind: Literal["entrenchment-dug"] = "entrenchment-dug"
    hex: Hex
    by: Seat

    def change(self, state: State) -> None:
        state.entrenched[self.hex] = self.by


@dataclass(frozen=True, kw_only=True)
class EntrenchmentGone(Event):
    """Nobody of its side is left behind an entrenchment."""

    kind: Literal["entrenchment-gone"] = "entrenchment-gone"
    hex: Hex

    def change(self, state: State) -> None:
        del state.entrenched[self.hex]


@dataclass(frozen=True, kw_only=True)
class ContactsNoted(ContactsSet):
    """What a side sees is otherwise than it was."""

    kind: Literal["contacts-noted"] = "contacts-noted"
    contacts: tuple[Contact, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FortTaken(Event):
    """A fort has fallen to a side, or was built by it."""

    kind: Literal["fort-taken"] = "fort-taken"
    hex: Hex
    by: Seat

    def change(self, state: State) -> None:
        state.forts[self.hex] = self.by


@dataclass(frozen=True, kw_only=True)
class FortGone(Event):
    """A fort has been taken down; who was inside stands outside."""

    kind: Literal["fort-gone"] = "fort-gone"
    hex: Hex

    def change(self, state: State) -> None:
        del state.forts[self.hex]
        for pool in state.pools.values():
            if pool.at == self.hex and pool.inside:
                pool.inside = False


@dataclass(frozen=True, kw_only=True)
class PointsLost(Event):
    """So many strength points of a kind have been lost: in a hex, by combat or elimination, or otherwise.

    `at_sea`: with a fleet, so that their owner alone knows.
    """

    kind: Literal["points-lost"] = "points-lost"
    of: str
    number: int
    at_sea: bool = False
    hex: Place = DUE

    def change(self, state: State) -> None:
        state.lost[self.of] = state.lost.get(self.of, 0) + self.number
        kind = state.rules.kind(self.of)
        if self.hex != DUE and kind.seat == BRITISH and not kind.militia:
            state.fallen[Hex(self.hex)] = state.fallen.get(Hex(self.hex), 0) + self.number


@dataclass(frozen=True, kw_only=True)
class BattleSet(Event):
    """A battle stands as follows."""

    kind: Literal["battle-set"] = "battle-set"
    battle: Battle

    def change(self, state: State) -> None:
        state.battles[self.battle.hex] = duplicate(self.battle)


@dataclass(frozen=True, kw_only=True)
class RoundBegun(Event):
    """The next round of a battle is fought: what stands in its hex is remembered until the round after it."""

    kind: Literal["round-begun"] = "round-begun"
    hex: Hex

    def change(self, state: State) -> None:
        state.rolled[self.hex] = RoundBefore(
            battle=duplicate(state.battles[self.hex]), commits=duplicate(state.commits[self.hex]),
            pools=tuple(replace(pool) for pool in state.pools.values() if pool.at == self.hex and not pool.aboard),
            entrenched=state.entrenched.get(self.hex, ""),
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Committed(Event):
    """A side has committed to the next round of a battle."""

    kind: Literal["committed"] = "committed"
    seat: Seat
    hex: Hex
    commit: Commit

    def change(self, state: State) -> None:
        state.commits.setdefault(self.hex, {})[self.seat] = replace(self.commit)


@dataclass(frozen=True, kw_only=True)
class CommitsSpent(Event):
    """What was committed to a round has been worked."""

    kind: Literal["commits-spent"] = "commits-spent"
    hex: Hex

    def change(self, state: State) -> None:
        state.commits.pop(self.hex, None)


@dataclass(frozen=True, kw_only=True)
class SupplyTied(Event):
    """A side draws on this supply unit or magazine in a hex for the rest of the phase (C76-MSC-02)."""

    kind: Literal["supply-tied"] = "supply-tied"
    seat: Seat
    hex: Hex
    pool: PoolId

    def change(self, state: State) -> None:
        state.tied.setdefault(self.hex, {})[self.seat] = self.pool


@dataclass(frozen=True, kw_only=True)
class Marched(Event):
    """A forced march has been made from a hex to another; None: a phase begins in which there was none yet."""

    kind: Literal["marched"] = "marched"
    march: tuple[Hex, Hex] | None

    def change(self, state: State) -> None:
        state.marched = [*state.marched, self.march] if self.march is not None else []


@dataclass(frozen=True, kw_only=True)
class CampaignSet(Event):
    """What the campaign keeps is as follows."""

    kind: Literal["campaign-set"] = "campaign-set"
    campaign: Campaign

    def change(self, state: State) -> None:
        state.campaign = duplicate(self.campaign)


@dataclass(frozen=True, kw_only=True)
class LossesTallied(Event):
    """A phase is over: whoever falls from now on falls in another."""

    kind: Literal["losses-tallied"] = "losses-tallied"

    def change(self, state: State) -> None:
        state.fallen = {}


@dataclass(frozen=True, kw_only=True)
class TasksSet(Event):
    """What a side has to see to is as follows."""

    kind: Literal["tasks-set"] = "tasks-set"
    seat: Seat
    tasks: Tasks

    def change(self, state: State) -> None:
        state.tasks[self.seat] = duplicate(self.tasks)


@dataclass(frozen=True, kw_only=True)
class StrikeHeld(Event):
    """A fleet is struck, and goes down or away as soon as it is said who was aboard."""

    kind: Literal["strike-held"] = "strike-held"
    strike: Strike

    def change(self, state: State) -> None:
        state.struck[self.strike.ship] = duplicate(self.strike)


@dataclass(frozen=True, kw_only=True)
class StrikeDue(Event):
    """It has been said who was aboard a fleet that is struck."""

    kind: Literal["strike-due"] = "strike-due"
    ship: str

    def change(self, state: State) -> None:
        del state.struck[self.ship]


@dataclass(frozen=True, kw_only=True)
class ThrowBegun(Event):
    """A die is rolled next, and how things stand before it is remembered."""

    kind: Literal["throw-begun"] = "throw-begun"
    throw: Throw

    def change(self, state: State) -> None:
        state.throw = replace(self.throw, before=Kept.of(state))


@dataclass(frozen=True, kw_only=True)
class ThrowMade(Event):
    """All that a roll has brought is done; it may be voided as long as nothing else is."""

    kind: Literal["throw-made"] = "throw-made"

    def change(self, state: State) -> None:
        assert state.throw is not None
        state.throw = replace(state.throw, after=Kept.of(state))


@dataclass(frozen=True, kw_only=True)
class ThrowTakenBack(Event):
    """Things stand as they did before the last roll."""

    kind: Literal["throw-taken-back"] = "throw-taken-back"

    def change(self, state: State) -> None:
        assert state.throw is not None and state.throw.before is not None
        for one in fields(Kept):
            setattr(state, one.name, duplicate(getattr(state.throw.before, one.name)))
        state.throw = None


@dataclass(frozen=True, kw_only=True)
class ThrowSettled(Event):
    """The last roll is voided no more."""

    kind: Literal["throw-settled"] = "throw-settled"

    def change(self, state: State) -> None:
        state.throw = None


@dataclass(frozen=True, kw_only=True)
class CombatClosed(Event):
    """The combat phase is over."""

    kind: Literal["combat-closed"] = "combat-closed"

    def change(self, state: State) -> None:
        state.battles, state.commits, state.tied, state.rolled = {}, {}, {}, {}


EVENTS: tuple[type[Event], ...] = (
    PoolSet, PoolGone, ShipSet, ShipGone, DueSet, EntrenchmentDug, EntrenchmentGone, ContactsNoted, FortTaken,
    FortGone, PointsLost, BattleSet, RoundBegun, Committed, CommitsSpent, SupplyTied, Marched, CombatClosed,
    CampaignSet, TasksSet, LossesTallied, StrikeHeld, StrikeDue,
    ThrowBegun, ThrowMade, ThrowTakenBack, ThrowSettled,
)  # fmt: skip


def shrunk(state: State, pool: Pool, number: int) -> Iterator[Event]:
    """So many of a pool are there no longer."""
    if number >= pool.number:
        yield PoolGone(pool=pool.id)
    elif number:
        yield PoolSet(pool=replace(pool, number=pool.number - number))


def joined(state: State, seat: Seat) -> Iterator[Event]:
    """Make one pool of all that are alike, under the oldest name."""
    kept: list[Pool] = []
    for pool in sorted(state.of(seat).values(), key=lambda one: (one.kind, pool_number(one.id, one.kind))):
        if pool.id in state.due:
            continue
        into = next((one for one in kept if one.like(pool)), None)
        if into is None:
            kept.append(replace(pool))
            continue
        into.number += pool.number
        yield PoolGone(pool=pool.id)
        yield PoolSet(pool=replace(into))
