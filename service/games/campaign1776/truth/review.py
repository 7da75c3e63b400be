"""After the end: the truth as a picture, and where a side's picture was not what was true.

What a finished match lays open is no secret any longer; nothing here is called before it has ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from service.engine.findings import Difference
from service.engine.measures import LineRole, Measure
from service.engine.sentences import contact as spoken
from service.engine.sentences import listed, place, say
from service.engine.state import duplicate
from service.games.campaign1776.known.picture import Contact, Picture
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import DUE, Pool
from service.games.campaign1776.printed.reading import BRITISH, Seat
from service.games.campaign1776.staff.measures import LOSSES, TOWNS, TROOPS
from service.games.campaign1776.truth.holding import points_held
from service.games.campaign1776.truth.state import State


def laid_open(state: State) -> dict[Seat, Picture]:
    """Each side's own troops and ships as they truly were, as a picture. Of the enemy it holds nothing."""
    return {seat: true_picture(state, seat) for seat in state.seats}


def true_picture(state: State, seat: Seat) -> Picture:
    return replace(
        state.pictures[seat], own=duplicate(state.of(seat)), ships=duplicate(state.fleet(seat)), contacts={},
        entrenched=sorted(hex for hex, owner in state.entrenched.items() if owner == seat), public=state.public(),
        turn=state.turn, ended=state.ended,
    )  # fmt: skip


def differences(state: State, seat: Seat) -> list[Difference]:
    """What a side took for otherwise than it was, and the enemies of whom it knew nothing."""
    return list(chain(of_contacts(state, seat), of_unseen(state, seat)))


def of_contacts(state: State, seat: Seat) -> Iterator[Difference]:
    """Each enemy place on land, against who truly stood there."""
    enemy = state.other(seat)
    for one in state.pictures[seat].contacts.values():
        if one.ships is not None:
            continue
        who, there = spoken(one.handle), state.on_land(enemy, one.hex, inside=one.inside)
        troops = [pool for pool in there if state.kind(pool).combat]
        if not troops:
            text = say(who, ": nobody was in ", place(one.hex), " any longer.")
            yield Difference(kind="nobody", subject=one.handle, believed=(one.hex,), text=text)
        elif (held := was_held(one)) and held != truly(state, one, troops):
            text = say(who, " in ", place(one.hex), f": thought to be {held}, it was {by_kind(state, troops)}.")
            yield Difference(kind="otherwise", subject=one.handle, believed=(one.hex,), true=(one.hex,), text=text)


def was_held(one: Contact) -> str:
    """How many a side held to be there; nothing where it did not know."""
    return one.size or ""


def truly(state: State, one: Contact, troops: list[Pool]) -> str:
    return state.rules.tables.intel.sizes.at(sum(pool.number for pool in troops))


def by_kind(state: State, pools: list[Pool]) -> str:
    """So many of each kind."""
    found: dict[str, int] = {}
    for pool in pools:
        found[pool.kind] = found.get(pool.kind, 0) + pool.number
    kinds = state.rules.kind
    return listed(f"{number} {kinds(kind).one if number == 1 else kinds(kind).many}" for kind, number in found.items())


def of_unseen(state: State, seat: Seat) -> Iterator[Difference]:
    """Enemy troops, guns and supply in whose hex nothing was known."""
    known = {one.hex for one in state.pictures[seat].contacts.values()}
    hexes = sorted({Hex(pool.at) for pool in state.of(state.other(seat)).values() if not pool.aboard} - known - {DUE})
    for hex in hexes:
        there = state.on_land(state.other(seat), hex)
        if there:
            yield Difference(
                kind="unseen", true=(hex,), text=say(f"{by_kind(state, there)} in ", place(hex), ": not known.")
            )


def true_measures(state: State) -> Iterator[Measure]:
    """What each side had truly lost, and what it had, for charts."""
    roles: tuple[LineRole, LineRole] = ("first", "second")
    kinds = state.rules.kind
    for seat, role in zip(state.seats, roles, strict=True):
        lost = sum(number for kind, number in state.lost.items() if kinds(kind).seat == seat)
        own = sum(pool.number for pool in state.of(seat).values() if state.kind(pool).combat)
        yield Measure(chart=LOSSES, name=seat, value=lost, role=role)
        yield Measure(chart=TROOPS, name=seat, value=own, role=role)
    if state.rules.score is not None:
        yield Measure(chart=TOWNS, name=BRITISH, value=sum(points_held(state).values()), role="first")
