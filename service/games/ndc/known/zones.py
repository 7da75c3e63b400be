"""Zones of control as a side's picture has them (parent 3.14): what is known, never what is true.

An enemy of an unidentified type or mode counts as exerting one; headquarters, units in march mode and Engaged ones are
told apart as far as the picture says so.
"""

from __future__ import annotations

from service.engine.hexes import Hex
from service.games.ndc.known.picture import Contact, Picture


def controllers(picture: Picture, hex: Hex) -> list[Contact]:
    """The known enemies that by the picture exert a zone of control over a hex: revealed ones too (NDC-REP-16)."""
    if breaks_through(picture, hex):
        return []
    near = frozenset(picture.rules.board.grid.neighbours(hex))
    beside = (contact for contact in picture.contacts.values() if not near.isdisjoint(contact.hexes))
    return [contact for contact in beside if controls(picture, contact, hex)]


def controlled(picture: Picture, hex: Hex) -> bool:
    """Whether by the picture a hex is under enemy control."""
    return bool(controllers(picture, hex))


def controlled_hexes(picture: Picture) -> frozenset[Hex]:
    """Every hex of the map that by the picture is under enemy control."""
    board = picture.rules.board
    lifted = {m.hex for m in picture.markers if m.kind == "breakthrough" and m.side == picture.side}
    return frozenset(
        hex
        for contact in picture.contacts.values()
        if exerts(picture, contact)
        for held in contact.hexes
        for hex in board.grid.neighbours(held)
        if hex not in lifted and not board.crosses_unbridged_major(held, hex) and reaches(picture, contact, hex)
    )


def controls(picture: Picture, contact: Contact, hex: Hex) -> bool:
    """Whether by the picture this contact exerts a zone of control over a hex, markers there left aside."""
    if not exerts(picture, contact):
        return False
    board = picture.rules.board
    near = board.grid.neighbours(hex)
    beside = any(held in near and not board.crosses_unbridged_major(held, hex) for held in contact.hexes)
    return beside and reaches(picture, contact, hex)


def exerts(picture: Picture, contact: Contact) -> bool:
    """Whether by the picture this contact exerts a zone of control at all."""
    if not contact.known or contact.type == "HQ":
        return False
    return contact.mode is None or picture.tables.mode(contact.mode).zone_of_control


def reaches(picture: Picture, contact: Contact, hex: Hex) -> bool:
    """Whether its control extends to a hex beside it: that of one fixed by an attack only to those that fixed it."""
    return not contact.engaged or any(unit.engaged and unit.id in contact.engaged_with for unit in picture.own_at(hex))


def breaks_through(picture: Picture, hex: Hex) -> bool:
    """Whether a breakthrough marker of this side lifts enemy zones of control in a hex (parent 3.29)."""
    return any(m.kind == "breakthrough" and m.hex == hex and m.side == picture.side for m in picture.markers)
