"""Rolls that a moderator may void besides the rounds of battles: a new die falls as if it were the first (PBM-31)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from service.engine.corrections import Correction, Standing
from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Option
from service.engine.orders import demand
from service.engine.places import Place
from service.engine.seats import Seat
from service.engine.sentences import say
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.printed.pieces import Pool, PoolId
from service.games.campaign1776.sections.arrivals import open_arrivals
from service.games.campaign1776.sections.corrections import RULE, spoken
from service.games.campaign1776.sections.forced import march_thrown
from service.games.campaign1776.sections.france import call_up, roll_for_intervention
from service.games.campaign1776.sections.sea_combat import attack_thrown
from service.games.campaign1776.truth.events import ThrowTakenBack
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import Kept, State, Throw, Thrown

PRIVATE: Thrown = "forced march"
"""The roll of which its owner alone knows."""


@dataclass(frozen=True, kw_only=True)
class VoidRoll(Correction):
    """Void the last roll of a forced march, of naval combat, for French intervention or for fleets that are called up.

    What came of it is undone, and it is rolled for again, by the next number of its dice. Only while nothing has been
    done since; and no march that has cost the enemy anything, nor a battle at sea that waits for a word on who was
    aboard.
    """

    kind: Literal["void-roll"] = "void-roll"
    roll: Thrown

    def check(self, state: State) -> None:
        demand(self.roll == voidable_throw(state), RULE, "There is no such roll that could be voided.")

    def resolve(self, state: State, dice: Dice) -> Iterator[Event]:
        throw = state.throw
        assert throw is not None
        yield ThrowTakenBack()
        yield from settle(state, always(state, throw))
        yield from thrown_again(state, throw, dice)

    def always_told(self, state: State) -> Sequence[Seat]:
        return always(state, state.throw) if state.throw is not None else ()

    def stands(self, state: State) -> Standing:
        return {"The last roll": said(state, state.throw)} if state.throw is not None else {}

    def known_to(self, picture: Picture, places: Sequence[Place]) -> Standing:
        if self.roll != PRIVATE:
            return {"The last roll": self.roll}
        return {"Forced marches": str(len(picture.marched))} if picture.marched else {}

    @classmethod
    def offers(cls, state: State) -> Iterator[Option]:
        if (roll := voidable_throw(state)) is not None:
            yield Option(kind="void-roll", title=say(f"Void the last roll: {roll}"), fixed={"roll": roll}, rule=RULE)


def always(state: State, throw: Throw) -> Sequence[Seat]:
    """Who knows of a roll."""
    return (throw.seat,) if throw.what == PRIVATE else state.seats


def voidable_throw(state: State) -> Thrown | None:
    """What the last roll was for, where it can be voided."""
    throw = state.throw
    if throw is None or throw.before is None or throw.after is None or throw.after != Kept.of(state) or state.struck:
        return None
    if throw.what == PRIVATE:
        before, after = (_of(state, kept, state.other(throw.seat)) for kept in (throw.before, throw.after))
        if before != after or throw.before.forts != throw.after.forts:
            return None
    return throw.what


def _of(state: State, kept: Kept, seat: Seat) -> Mapping[PoolId, Pool]:
    return {id: pool for id, pool in kept.pools.items() if state.kind(pool).seat == seat}


def thrown_again(state: State, throw: Throw, dice: Dice) -> Iterator[Event]:
    """The same roll once more."""
    match throw.what:
        case "forced march":
            yield from march_thrown(state, throw.seat, throw.units, throw.path, dice)
        case "naval combat":
            yield from attack_thrown(state, throw.seat, throw.units, dice)
        case "French intervention":
            yield from roll_for_intervention(state, dice)
            if state.phasing is not None:
                yield from open_arrivals(state, dice)
        case "fleets called up":
            yield from call_up(throw.nation, throw.seat)(state, dice)
            yield from settle(state, state.seats)


def said(state: State, throw: Throw) -> str:
    """What a roll was for, in words."""
    if not throw.path:
        return throw.what
    where = spoken(state.rules, throw.path[-1])
    return f"{throw.what} {'to' if throw.what == PRIVATE else 'in'} {where}, of the {throw.seat} side"
