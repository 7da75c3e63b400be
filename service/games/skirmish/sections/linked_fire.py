"""Fire linked with a move, from where the move has come to (SKR-MOV-02 to 05)."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.telling import tell
from service.games.skirmish.known.firepower import Weapon, inside_arc, power, weapons_of
from service.games.skirmish.known.picture import HANDLES, Contact
from service.games.skirmish.known.reports import Lapsed
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.sections.attacks import Attack, make_attack
from service.games.skirmish.sections.fire import fit
from service.games.skirmish.sections.gunnery import is_armour, reach, shoot
from service.games.skirmish.sections.morale import changed
from service.games.skirmish.sections.moving import FireOnMove
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State


def fire_on_move(state: State, order: FireOnMove, dice: Dice) -> Iterator[Event]:
    """Fire linked with a move (SKR-MOV-02 to 05); what has become impossible lapses."""
    base = state.bases[order.base]
    contact = target_of(state, base, order)
    free = base.moved and not base.shots and not base.locked and base.pace != "fast"
    ready = free and fit(state.rules, base, order.weapon)
    if contact is None or not ready or not bears(state, base, order.weapon, contact):
        yield tell(state, base.side, Lapsed(order=order.kind, base=base.id))
        return
    if order.in_motion and not base.halted:
        yield changed(base.id, in_motion=True)  # SKR-MOV-04
    if order.weapon == "armour piercing":
        yield from shoot(state, base, contact, "moving", dice)
    else:
        attack = Attack((base.id,), order.weapon, contact.hex, "moving")
        yield from make_attack(state, base.side, attack, contact, dice)
    yield from look(state)


def target_of(state: State, base: Base, order: FireOnMove) -> Contact | None:
    """The contact that is meant: the one named, or the nearest identified one in sight that fits (P16)."""
    known = state.eyes[base.side]
    if order.target is not None or base.hex is None:
        return known.get(str(order.target))
    apart = {h: state.rules.sheet.distance(base.hex, contact.hex) for h, contact in known.items()}
    fitting = [
        c for c in known.values()
        if c.in_sight and c.shows is not None and not c.abandoned and order.of in (None, c.shows.kind, c.shows.type)
        and (order.within is None or apart[c.handle] <= order.within) and bears(state, base, order.weapon, c)
    ]  # fmt: skip
    return min(fitting, key=lambda c: (apart[c.handle], c.hex, HANDLES.number(c.handle)), default=None)


def bears(state: State, base: Base, weapon: Weapon, contact: Contact) -> bool:
    """Whether a weapon reaches a contact from where the base has come to, by what its side knows."""
    if base.hex is None or base.hex == contact.hex:
        return False
    rules, line = state.rules, state.sight(base.hex, contact.hex)
    if weapon == "armour piercing":
        aimed = is_armour(rules.tables.bases, contact) and line.distance <= reach(rules.tables, base)
        return line.open and aimed and inside_arc(rules, base, contact.hex)
    turned_to = weapon != "high explosive" or inside_arc(rules, base, contact.hex)
    able = weapon in weapons_of(rules.tables, base) and power(rules.tables, base, weapon, line.distance) > 0
    return line.open and turned_to and able
