"""After the end: the truth as a picture, and where a side's picture was not what was true.

What a finished match lays open is no secret any longer; nothing here is called before it has ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from service.engine.findings import Difference
from service.engine.hexes import Hex
from service.engine.measures import LineRole, Measure
from service.engine.sentences import contact as spoken
from service.engine.sentences import place, say
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.printed.bases import Side, outward
from service.games.skirmish.staff.measures import LOSSES, OBJECTIVES
from service.games.skirmish.truth.state import State


def laid_open(state: State) -> dict[Side, Picture]:
    """Each side's own bases as they truly stood, in the form of a picture. Of the enemy it holds nothing."""
    return {side: true_picture(state, side) for side in state.seats}


def true_picture(state: State, side: Side) -> Picture:
    own = {base.id: base.changed() for base in state.bases.values() if base.side == side}
    told = state.pictures[side]
    return replace(told, own=own, contacts={}, ground=state.ground, turn=state.turn, film=None, ended=state.ended)


def differences(state: State, side: Side) -> list[Difference]:
    """What a side believed otherwise than it was, and the enemies of whom it knew nothing (P24)."""
    return list(chain(of_contacts(state, side), of_unseen(state, side)))


def of_contacts(state: State, side: Side) -> Iterator[Difference]:
    """A contact is measured by the base that it stood for; where it stood for none, by whoever was in its hex."""
    for contact in state.pictures[side].contacts.values():
        handle, hex = contact.handle, contact.hex
        who = spoken(handle, f"Enemy {handle}")
        base = state.bases.get(state.traces[side].get(handle, ""))
        if base is None:
            if not state.at(hex, state.other(side)):
                text = say(who, ": nobody was in ", place(hex), ".")
                yield Difference(kind="nobody", subject=handle, believed=(hex,), text=text)
        elif base.hex != hex:
            true = (base.hex,) if base.hex else ()
            where = say("in ", place(base.hex)) if base.hex else "off the map"
            text = say(who, ", last seen in ", place(hex), f": {base.name} was ", where, ".")
            yield Difference(kind="elsewhere", subject=handle, believed=(hex,), true=true, text=text)
        elif contact.shows is not None and contact.shows != outward(base, contact.level):
            text = say(who, " in ", place(hex), f": {base.name} was {base.morale}, not {contact.shows.morale}.")
            if base.morale != contact.shows.morale:
                yield Difference(kind="otherwise", subject=handle, believed=(hex,), true=(hex,), text=text)


def of_unseen(state: State, side: Side) -> Iterator[Difference]:
    """Enemies on the map in whose hex nothing was known."""
    known = {contact.hex for contact in state.pictures[side].contacts.values()}
    for base in sorted(state.on_map(state.other(side)), key=lambda base: (str(base.hex), base.id)):
        if base.hex not in known:
            text = say(f"{base.name}, {state.rules.profile(base).title}, in ", place(str(base.hex)), ": not known.")
            yield Difference(kind="unseen", true=(Hex(str(base.hex)),), text=text)


def true_measures(state: State) -> Iterator[Measure]:
    """What each side had truly lost, and which objectives it held, for charts."""
    roles: tuple[LineRole, LineRole] = ("first", "second")
    for side, role in zip(state.seats, roles, strict=True):
        lost = sum(base.side == side and base.gone in ("eliminated", "captured") for base in state.bases.values())
        held = sum(abs(points) for hex, points in state.rules.objectives.items() if state.holders.get(hex) == side)
        yield Measure(chart=LOSSES, name=side, value=lost, role=role)
        yield Measure(chart=OBJECTIVES, name=side, value=held, role=role)
