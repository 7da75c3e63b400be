"""After the end: the truth as a picture, and where a side's picture was not what was true.

What a finished match lays open is no secret any longer; nothing here is called before it has ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from service.engine.findings import Difference
from service.engine.measures import LineRole, Measure
from service.engine.sentences import Said, joined, own, places, say
from service.engine.sentences import contact as spoken
from service.engine.state import duplicate
from service.games.ndc.known.picture import Contact, Picture
from service.games.ndc.printed.units import Side, Unit
from service.games.ndc.staff.measures import LOSSES, OBJECTIVES
from service.games.ndc.truth.state import State


def laid_open(state: State) -> dict[Side, Picture]:
    """Each side's own force as it truly stood, in the form of a picture. Of the enemy it holds nothing."""
    return {side: true_picture(state, side) for side in state.seats}


def true_picture(state: State, side: Side) -> Picture:
    told = state.pictures[side]
    return Picture(
        seat=side,
        side=side,
        scenario=state.scenario,
        data=state.data,
        seats=state.seats,
        address=told.address,
        titles=told.titles,
        turn=state.turn,
        letters=told.letters,
        attendance=dict(state.attendance),
        ended=state.ended,
        time_of_day=state.time_of_day,
        weather=state.weather,
        own=duplicate({unit.id: unit for unit in state.units.values() if unit.side == side}),
        account=duplicate(state.accounts[side]),
        markers=duplicate(state.markers),
        segment=state.segment,
        score=told.score,
        verdict=told.verdict,
    )


def differences(state: State, side: Side) -> list[Difference]:
    """What a side did not know, or believed otherwise than it was: own units, contacts, enemies never reported."""
    return list(chain(of_own(state, side), of_contacts(state, side), of_unseen(state, side)))


def of_own(state: State, side: Side) -> Iterator[Difference]:
    believed = state.pictures[side].own
    for unit in state.units.values():
        held = believed.get(unit.id)
        if unit.side != side or held is None:
            continue
        wrong = [
            say(f"{words} ", value(held, name), ", not ", value(unit, name))
            for name, words in SAID.items()
            if getattr(held, name) != getattr(unit, name)
        ]
        if wrong:
            text = say(own(unit.id), ": believed ", joined("; ", wrong), ".")
            yield Difference(kind="own", subject=unit.id, believed=held.hexes, true=unit.hexes, text=text)
    for held in believed.values():
        if held.id not in state.units and held.hexes:
            text = say(own(held.id), ": believed to be there; it was lost.")
            yield Difference(kind="own", subject=held.id, believed=held.hexes, text=text)


SAID = {"hexes": "in", "mode": "in mode", "to": "at T/O level"}


def value(unit: Unit, name: str) -> Said:
    """An entry of a unit in words."""
    held = getattr(unit, name)
    return (places(held) or "no hex") if name == "hexes" else str(held)


def of_contacts(state: State, side: Side) -> Iterator[Difference]:
    """A contact is measured by the unit that it stood for; where it stood for none, by whoever was in its hex."""
    enemy = state.other(side)
    for contact in state.pictures[side].contacts.values():
        who, trace = spoken(contact.handle), state.traces.get(side, {}).get(contact.handle)
        unit = state.units.get(trace.unit) if trace else None
        if unit is None:
            there = [other for hex in contact.hexes for other in state.units_at(hex, enemy)]
            if contact.known and not there:
                yield Difference(
                    kind="nobody", subject=contact.handle, believed=contact.hexes,
                    text=say(who, ": nobody was in ", places(contact.hexes), " any longer."),
                )  # fmt: skip
        elif contact.hexes and not set(contact.hexes) <= set(unit.hexes):
            where = say("in ", places(unit.hexes)) if unit.hexes else "off the map"
            yield Difference(
                kind="elsewhere", subject=contact.handle, believed=contact.hexes, true=unit.hexes,
                text=say(who, ", last reported in ", places(contact.hexes), f": {unit.designation} was ", where, "."),
            )  # fmt: skip
        elif wrong := outdated(contact, unit):
            where = say(" in ", places(contact.hexes)) if contact.hexes else ""
            yield Difference(
                kind="otherwise", subject=contact.handle, believed=contact.hexes, true=unit.hexes,
                text=say(who, where, f": {'; '.join(wrong)}."),
            )  # fmt: skip


def outdated(contact: Contact, unit: Unit) -> list[str]:
    """What was told of a contact and was no longer so."""
    told = {"mode": "mode", "to": "T/O level", "zone": "zone"}
    return [
        f"{word} {getattr(contact, name)}, not {getattr(unit, name)}"
        for name, word in told.items()
        if getattr(contact, name) not in (None, getattr(unit, name))
    ]


def of_unseen(state: State, side: Side) -> Iterator[Difference]:
    """Enemies on the map of whom no place was known, right or wrong."""
    contacts, traces = state.pictures[side].contacts, state.traces.get(side, {})
    told_of = {trace.unit: contacts[handle] for handle, trace in traces.items() if handle in contacts}
    reported = {hex for contact in contacts.values() for hex in contact.hexes}
    for unit in sorted(state.on_map(state.other(side)), key=lambda unit: (unit.hexes, unit.designation)):
        contact = told_of.get(unit.id)
        if not (contact and contact.hexes) and not reported & set(unit.hexes):
            known = say("told of as ", spoken(contact.handle), ", but not where") if contact else "not known"
            text = say(f"{unit.designation} in ", places(unit.hexes), ": ", known, ".")
            yield Difference(kind="unseen", true=unit.hexes, text=text)


# ---- figures


def true_measures(state: State) -> Iterator[Measure]:
    """What each side had truly lost, and which objectives it held, for charts."""
    roles: tuple[LineRole, LineRole] = ("first", "second")
    for side, role in zip(state.seats, roles, strict=True):
        held = sum(one.points for one in state.rules.objectives if state.control.get(one.hex) == side)
        yield Measure(chart=LOSSES, name=side, value=state.losses.get(side, 0), role=role)
        yield Measure(chart=OBJECTIVES, name=side, value=held, role=role)
