"""How a side came by what it knows of an enemy place, from its own picture and nothing else.

A report says what was seen, never who saw it: beside it stand the own troops that were near enough. This module never
imports the truth.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.findings import Finding
from service.engine.places import Place
from service.engine.reports import Report
from service.engine.sentences import Sentence, own, place, say
from service.games.campaign1776.known.picture import Contact, Picture
from service.games.campaign1776.known.reports import EnemySeen
from service.games.campaign1776.printed.lettered import Hex, distance

MOST_NEAR = 4


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
    return Finding(how="Seen, but not as it was before" if again else how(picture, seen), level=seen.level,
                   near=watchers(picture, seen.hex))  # fmt: skip


def how(picture: Picture, seen: Contact) -> str:
    """From where an enemy place was seen so well."""
    levels = picture.rules.tables.intel.levels
    if seen.ships is not None:
        return "Seen on the water"
    if seen.level >= levels.full:
        return "Open to both sides"
    if seen.level >= levels.composition:
        return "Met in battle"
    return (
        "Seen by troops in the same hex" if seen.level >= levels.estimate else "Seen from the next hex, or from a fleet"
    )


def watchers(picture: Picture, at: Place) -> tuple[Sentence, ...]:
    """The own troops near a hex, the nearest first; beside water nobody is named."""
    land = picture.rules.board.land
    if at not in land:
        return ()
    far = picture.rules.tables.intel.sees.land
    near = sorted(
        (distance(Hex(pool.at), Hex(at)), pool.id, pool.at) for pool in picture.own.values()
        if pool.at in land and picture.rules.kind(pool.kind).combat and distance(Hex(pool.at), Hex(at)) <= far
    )  # fmt: skip
    return tuple(say(own(id), " in ", place(hex)) for _, id, hex in near[:MOST_NEAR])
