"""How a side came by what it knows of an enemy hex, from its own picture and nothing else (fog 4.2, 4.3).

A report says what was seen, never which unit saw it: beside it stand the own units that were near enough. This module
never imports the truth.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.findings import Finding
from service.engine.hexes import Hex, distance
from service.engine.reports import Report
from service.engine.sentences import Sentence, own, place, say
from service.games.korsun.known.picture import CONTACT, ENGAGED, IDENTIFIED, Contact, Picture
from service.games.korsun.known.reports import EnemySeen

MOST_NEAR = 4
HOW = {
    CONTACT: "Seen from afar: somebody is there", IDENTIFIED: "Identified by a unit beside it",
    ENGAGED: "Fought in this player-turn",
}  # fmt: skip


def finding(picture: Picture, report: Report, handle: str, was: Contact | None, together: Sequence[Report]) -> Finding:
    """What a report, just taken in, means for one contact; `was` is the contact as it stood before it."""
    if not isinstance(report, EnemySeen):
        return Finding(how=report.kind.replace("-", " ").capitalize())
    if handle in report.empty:
        near = watchers(picture, was.hex) if was is not None else ()
        return Finding(how="Looked for, and no longer there as it was", near=near)
    if handle in report.unwatched:
        return Finding(how="Out of sight: it stays on the map where it was last seen")
    seen = next(one for one in report.contacts if one.handle == handle)
    again = was is not None and was.level >= seen.level and was.in_sight
    how = "Seen, but not as before" if again else HOW[seen.level]
    return Finding(how=how, level=seen.level, near=watchers(picture, seen.hex))


def watchers(picture: Picture, hex: Hex) -> tuple[Sentence, ...]:
    """The own units that were near enough to see who is in a hex, or that somebody is, the nearest first."""
    fog, board = picture.tables.fog, picture.rules.board
    near: list[tuple[int, str, Hex]] = []
    for unit in picture.own.values():
        if unit.hex is None:
            continue
        far = fog.identified
        if (
            picture.rules.profile(unit.id).is_combat
            and board.terrain[hex].name not in picture.tables.terrain.concealing
        ):
            far = max(far, fog.reach(picture.public.visibility, board.terrain[unit.hex].name == "hill"))
        if (away := distance(unit.hex, hex)) <= far:
            near.append((away, unit.id, unit.hex))
    return tuple(say(own(id), " in ", place(at)) for _, id, at in sorted(near)[:MOST_NEAR])
