"""The French withdrawal: when it ends, and what is lost without a fleet (C76-FRE-08 to 11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from service.engine.events import Event, Told
from service.engine.telling import announce
from service.games.campaign1776.known.reports import UnitsLost, WithdrawalTold
from service.games.campaign1776.known.stay import land_forces
from service.games.campaign1776.printed.pieces import NOWHERE, Pool
from service.games.campaign1776.printed.reading import AMERICAN
from service.games.campaign1776.truth.events import CampaignSet, PoolGone
from service.games.campaign1776.truth.state import State


def abandon(state: State) -> Iterator[Event]:
    """In a withdrawal land forces in North America are lost the moment that no French fleet is in play; and it is over
    when all that are in play are ashore in the West Indies. Fleets in repair or away are not in play."""
    if not state.campaign.withdrawing:
        return
    box = state.rules.tables.west_indies.box
    left = [pool for pool in state.pools.values() if land_forces(state.rules, pool) and in_play(state, pool)]
    if not any(ship.seat == AMERICAN and ship.kind == "BF" and ship.at not in NOWHERE for ship in state.ships.values()):
        lost: dict[str, int] = {}
        for pool in [pool for pool in left if pool.at != box]:
            lost[pool.kind] = lost.get(pool.kind, 0) + pool.number
            yield PoolGone(pool=pool.id)
            left.remove(pool)
        if lost:
            yield Told(seat=AMERICAN, report=UnitsLost(units=lost, why="no fleet"))
    if all(pool.at == box and not pool.aboard for pool in left):
        yield CampaignSet(campaign=replace(state.campaign, withdrawing=False))
        yield from announce(state, WithdrawalTold(begins=False))


def withdraw(state: State) -> Iterator[Event]:
    """A French battle fleet has been sunk: from now on the French go home (C76-FRE-05)."""
    if state.campaign.allied and not state.campaign.withdrawing:
        yield CampaignSet(campaign=replace(state.campaign, withdrawing=True))
        yield from announce(state, WithdrawalTold(begins=True))


def in_play(state: State, pool: Pool) -> bool:
    """Whether units are on the map or in a box, be it aboard."""
    return pool.at not in NOWHERE
