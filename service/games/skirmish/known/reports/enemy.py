"""What a side is told of the enemy that it sees."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from service.engine.hexes import Hex
from service.engine.reports import Report
from service.games.skirmish.known.picture import Contact, Handle, Picture
from service.games.skirmish.printed.bases import Gone


@dataclass(frozen=True, kw_only=True)
class ContactSeen(Report):
    """An enemy is seen, seen otherwise than before, or no longer (P24).

    `recovered`: it was seen to be shaken before, and is in good order again.
    """

    kind: Literal["contact-seen"] = "contact-seen"
    contact: Contact
    was: Hex | None = None
    new: bool = False
    # Not compared, so that a match of before, which did not tell it, is worked anew as it was.
    recovered: bool = field(default=False, compare=False)

    def teach(self, picture: Picture) -> None:
        before = picture.contacts.get(self.contact.handle)
        picture.contacts[self.contact.handle] = self.contact
        if self.has_moved(picture) and self.contact.handle not in picture.stepping:
            picture.stepping = (*picture.stepping, self.contact.handle)
        if self.contact.in_sight and not picture.attacking and (before is None or not before.in_sight):
            picture.announced = [
                replace(there, noticed=there.noticed or self.contact.hex in there.hexes) for there in picture.announced
            ]

    def has_moved(self, picture: Picture) -> bool:
        """Whether it was seen to go to another hex, or to come into view while moves are played step by step."""
        moved = self.contact.hex != self.was if self.was is not None else picture.clock in ("step", "shot")
        return self.contact.in_sight and moved and not picture.attacking


@dataclass(frozen=True, kw_only=True)
class ContactStruck(Report):
    """Where an enemy was suspected or last seen there is nobody (P24)."""

    kind: Literal["contact-struck"] = "contact-struck"
    handle: Handle
    hex: Hex

    def teach(self, picture: Picture) -> None:
        picture.contacts.pop(self.handle, None)


@dataclass(frozen=True, kw_only=True)
class EnemyLost(Report):
    """An enemy that was in sight is gone for good (P24)."""

    kind: Literal["enemy-lost"] = "enemy-lost"
    handle: Handle
    hex: Hex
    how: Gone

    def teach(self, picture: Picture) -> None:
        picture.contacts.pop(self.handle, None)
