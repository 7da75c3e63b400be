"""What a side is told of the enemy's units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.hexes import Hex
from service.engine.reports import Report
from service.games.ndc.known.picture import Contact, Picture
from service.games.ndc.printed.units import Mode, UnitType, Zone


@dataclass(frozen=True, kw_only=True)
class MovementSighted(Report):
    """An enemy unit entered these hexes, in this order. It is not known in the last of them by this report alone."""

    owed_by: ClassVar[str] = "NDC-REP-04"
    kind: Literal["movement-sighted"] = "movement-sighted"
    handle: str
    path: tuple[Hex, ...]

    def teach(self, picture: Picture) -> None:
        seen = picture.contacts.get(self.handle)
        if seen is None:
            picture.sightings += 1
            seen = Contact(handle=self.handle, hexes=(), known=False, turn=picture.turn)
            picture.contacts[self.handle] = seen
        supersede(picture, self.path[-1:], self.handle)
        seen.hexes, seen.track, seen.known, seen.turn = self.path[-1:], self.path, False, picture.turn
        seen.engaged, seen.engaged_with = False, ()


@dataclass(frozen=True, kw_only=True)
class UnitLocated(Report):
    """An enemy unit stands in these hexes. Items that are not told are None.

    `replaces`: handles that were this unit too. `because`: its level, its owner's own word, or a rule (stop, contact,
    combat).
    """

    owed_by: ClassVar[str] = "NDC-REP-06"
    kind: Literal["unit-located"] = "unit-located"
    handle: str
    hexes: tuple[Hex, ...]
    because: Literal["intelligence", "stop", "contact", "combat", "revealed"]
    type: UnitType | None = None
    designation: str | None = None
    mode: Mode | None = None
    to: int | None = None
    zone: Zone | None = None
    replaces: tuple[str, ...] = ()

    def teach(self, picture: Picture) -> None:
        seen = picture.contacts.get(self.handle)
        if seen is None:
            picture.sightings += 1
            seen = Contact(handle=self.handle, hexes=self.hexes, known=True, turn=picture.turn)
            picture.contacts[self.handle] = seen
        for handle in self.replaces:
            picture.contacts.pop(handle, None)
        if self.designation is not None:
            for other in [c.handle for c in picture.contacts.values() if c.designation == self.designation]:
                if other != self.handle:
                    del picture.contacts[other]
        if self.hexes:
            supersede(picture, self.hexes, self.handle)
            seen.hexes, seen.known = self.hexes, True
        seen.turn = picture.turn
        seen.type = self.type or seen.type
        seen.designation = self.designation or seen.designation
        seen.mode = self.mode or seen.mode
        seen.to = seen.to if self.to is None else self.to
        seen.zone = self.zone or seen.zone


@dataclass(frozen=True, kw_only=True)
class ContactWithdrawn(Report):
    """What was reported of a contact no longer holds; what holds instead is not told. `items`: hex, mode, to, zone.

    `hexes`: where the reader has had it, if it is its hex that no longer holds.
    """

    owed_by: ClassVar[str] = "NDC-REP-20"
    kind: Literal["contact-withdrawn"] = "contact-withdrawn"
    handle: str
    items: tuple[str, ...]
    hexes: tuple[Hex, ...] = ()

    def teach(self, picture: Picture) -> None:
        seen = picture.contacts.get(self.handle)
        if seen is None:
            return
        if "hex" in self.items:
            seen.known, seen.engaged, seen.engaged_with = False, False, ()
        if "mode" in self.items:
            seen.mode = None
        if "to" in self.items:
            seen.to = None
        if "zone" in self.items:
            seen.zone = None


@dataclass(frozen=True, kw_only=True)
class EnemyRetreated(Report):
    """A contact left its hex, by retreat or displacement, through these hexes."""

    owed_by: ClassVar[str] = "NDC-RES-14"
    kind: Literal["enemy-retreated"] = "enemy-retreated"
    handle: str
    path: tuple[Hex, ...]
    displaced: bool = False

    def teach(self, picture: Picture) -> None:
        seen = picture.contacts.get(self.handle)
        if seen is None:
            return
        supersede(picture, self.path[-1:], self.handle)
        seen.hexes, seen.track, seen.known, seen.turn = self.path[-1:], self.path, False, picture.turn
        seen.engaged, seen.engaged_with, seen.zone = False, (), None


@dataclass(frozen=True, kw_only=True)
class EnemyLost(Report):
    """A contact lost T/O levels; `eliminated`: it is gone."""

    owed_by: ClassVar[str] = "NDC-RES-14"
    kind: Literal["enemy-lost"] = "enemy-lost"
    handle: str
    steps: int
    eliminated: bool

    def teach(self, picture: Picture) -> None:
        if self.eliminated:
            picture.contacts.pop(self.handle, None)


@dataclass(frozen=True, kw_only=True)
class HexFoundEmpty(Report):
    """No enemy was in a hex that was attacked, or that an own unit entered."""

    owed_by: ClassVar[str] = "NDC-REP-20"
    kind: Literal["hex-found-empty"] = "hex-found-empty"
    hex: Hex

    def teach(self, picture: Picture) -> None:
        forget_hex(picture, self.hex)
        picture.barred = {hex: turn for hex, turn in picture.barred.items() if hex != self.hex}
        picture.withstood = {hex: most for hex, most in picture.withstood.items() if hex != self.hex}


def supersede(picture: Picture, hexes: tuple[Hex, ...], handle: str) -> None:
    """A newer report of a hex takes the place of unconfirmed sightings there: one hex, one story."""
    for other in list(picture.contacts.values()):
        if other.handle != handle and not other.known and set(other.hexes) <= set(hexes):
            del picture.contacts[other.handle]


def forget_hex(picture: Picture, hex: Hex) -> None:
    """An own unit is in the hex, or found nobody there: no contact stands in it any longer."""
    for contact in list(picture.contacts.values()):
        if hex in contact.hexes:
            rest = tuple(other for other in contact.hexes if other != hex)
            if rest:
                contact.hexes = rest
            else:
                del picture.contacts[contact.handle]
