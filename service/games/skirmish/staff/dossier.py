"""How a side came by what it knows of a contact, from its own picture and nothing else (P24).

A report says what was seen, never which base saw it: beside it stand the own bases that have a line to the hex. This
module never imports the truth.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.findings import Finding
from service.engine.hexes import Hex
from service.engine.reports import Report
from service.engine.sentences import Sentence, own, place, say
from service.games.skirmish.known import reports as told
from service.games.skirmish.known.picture import Contact, Picture

MOST_NEAR = 4
HOW = {1: "Suspected: a movement, an engine or a muzzle flash", 2: "Made out", 3: "Known, hand to hand"}


def finding(picture: Picture, report: Report, handle: str, was: Contact | None, together: Sequence[Report]) -> Finding:
    """What a report, just taken in, means for one contact; `was` is the contact as it stood before it.

    `together`, what was told in the same player turn, says nothing of it.
    """
    match report:
        case told.ContactSeen(contact=contact) if not contact.in_sight:
            return Finding(how="Out of sight: it stays on the map where it was last seen")
        case told.ContactSeen(contact=contact):
            how = HOW[contact.level] if report.new or was is None or contact.level > was.level else "Seen again"
            return Finding(how=how, level=contact.level, near=watchers(picture, contact.hex))
        case told.ContactStruck(hex=hex):
            return Finding(how="Looked for, and nobody is there", near=watchers(picture, hex))
        case told.EnemyLost(hex=hex):
            return Finding(how="Fire or close combat", near=watchers(picture, hex))
        case _:
            return Finding(how=report.kind.replace("-", " ").capitalize())


def watchers(picture: Picture, hex: Hex) -> tuple[Sentence, ...]:
    """The own bases that have a line to a hex, the nearest first."""
    seeing = [
        (line.distance, base.name, base.hex, base.id)
        for base in picture.on_map()
        if base.hex is not None and (line := picture.sight(base.hex, hex)).open
    ]
    return tuple(say(own(id, name), " in ", place(at)) for _, name, at, id in sorted(seeing)[:MOST_NEAR])
