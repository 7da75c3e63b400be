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
from service.games.korsun.known.picture import IDENTIFIED, Picture
from service.games.korsun.printed.reading import GERMAN, SOVIET, Side
from service.games.korsun.printed.tables import other
from service.games.korsun.staff.measures import LOSSES, PLACES, SUPPLY
from service.games.korsun.truth.state import State


def laid_open(state: State) -> dict[Side, Picture]:
    """Each side's own force, markers and stores as they truly stood, as a picture. Of the enemy it holds nothing."""
    return {side: true_picture(state, side) for side in state.seats}


def true_picture(state: State, side: Side) -> Picture:
    return replace(
        state.pictures[side], own=duplicate(state.of(side)), sdms=duplicate(state.sdms_of(side)),
        stores=duplicate(state.stores[side]), public=duplicate(state.public), contacts={}, partisans=[], mines=[],
        improved=list(state.improved) if side == GERMAN else [], turn=state.turn, ended=state.ended,
    )  # fmt: skip


def differences(state: State, side: Side) -> list[Difference]:
    """What a side took for otherwise than it was, and the enemies of whom it knew nothing (fog 4)."""
    return list(chain(of_contacts(state, side), of_unseen(state, side), of_hidden(state, side)))


def of_contacts(state: State, side: Side) -> Iterator[Difference]:
    """Each enemy hex that was held to be one, against who truly stood there."""
    for one in state.pictures[side].contacts.values():
        who, there = spoken(one.handle), state.at(one.hex, other(side))
        markers = [sdm for sdm in state.sdms_of(other(side)).values() if sdm.hex == one.hex]
        if not there and not markers and one.hex not in state.field(other(side)).barrages:
            text = say(who, ": nobody was in ", place(one.hex), " any longer.")
            yield Difference(kind="nobody", subject=one.handle, believed=(one.hex,), text=text)
            continue
        held, true = sorted(seen.id for seen in one.units), sorted(unit.id for unit in there)
        size = sum(state.profile(unit.id).size for unit in there)
        if one.level >= IDENTIFIED and held != true:
            text = say(who, " in ", place(one.hex), f": thought to be {listed(held) or 'a marker'}, it was ",
                       f"{listed(true) or 'a marker'}.")  # fmt: skip
        elif one.level < IDENTIFIED and there and one.large != (size > state.tables.fog.small_at_most):
            text = say(who, " in ", place(one.hex), f": thought to be {'large' if one.large else 'small'}, it was ",
                       f"{listed(true)}.")  # fmt: skip
        else:
            continue
        yield Difference(kind="otherwise", subject=one.handle, believed=(one.hex,), true=(one.hex,), text=text)


def of_unseen(state: State, side: Side) -> Iterator[Difference]:
    """Enemies on the map in whose hex nothing was known."""
    known = {one.hex for one in state.pictures[side].contacts.values()}
    for hex, enemy in sorted(state.enemies_of(side).items()):
        if hex not in known:
            text = say(f"{listed(enemy.units)} in ", place(hex), ": not known.")
            yield Difference(kind="unseen", true=(hex,), text=text)


def of_hidden(state: State, side: Side) -> Iterator[Difference]:
    """Minefields and partisans that the German side had not found."""
    if side != GERMAN:
        return
    picture, stores = state.pictures[GERMAN], state.stores[SOVIET]
    for what, true, found in (
        ("a minefield", stores.mines, picture.mines), ("partisans", stores.partisans, picture.partisans),
    ):  # fmt: skip
        for hex in sorted(set(true) - set(found)):
            yield Difference(
                kind="unseen", true=(hex,), text=say(f"{what.capitalize()} in ", place(hex), ": not known.")
            )


def true_measures(state: State) -> Iterator[Measure]:
    """What each side had truly lost, held, and had out of supply, for charts."""
    roles: tuple[LineRole, LineRole] = ("first", "second")
    held = list(state.public.control.values())
    for side, role in zip(state.seats, roles, strict=True):
        out = sum(unit.hex is not None and unit.out_of_supply for unit in state.of(side).values())
        yield Measure(chart=LOSSES, name=side, value=sum(state.lost[side].values()), role=role)
        yield Measure(chart=PLACES, name=side, value=held.count(side), role=role)
        yield Measure(chart=SUPPLY, name=side, value=out, role=role)
