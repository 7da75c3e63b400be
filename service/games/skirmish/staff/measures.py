"""The platoon's figures for charts, as a side knows them: from its own picture and from what it was told."""

from __future__ import annotations

from collections.abc import Mapping

from service.engine.measures import LineRole, Measure
from service.engine.reports import Telling
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reports import EnemyLost

LOSSES, OBJECTIVES, CONTACTS = "Bases lost", "Objective points", "Contacts by what is known"
DEGREES: dict[int, tuple[str, LineRole]] = {
    1: ("something is there", "fair"),
    2: ("made out", "good"),
    3: ("known by name", "full"),
}
THEIRS = "theirs"
"""What is counted of the log."""


def measures(picture: Picture, counts: Mapping[str, int]) -> list[Measure]:
    """A side's figures as it knows them; `counts` are of all that it was told until now."""
    lost = sum(base.gone in ("eliminated", "captured") for base in picture.own.values())
    known = {contact.hex for contact in picture.known_enemies()}
    objectives = picture.rules.objectives
    mine = sum(abs(points) for hex, points in objectives.items() if picture.at(hex))
    taken = sum(abs(points) for hex, points in objectives.items() if hex in known)
    contacts = picture.contacts.values()
    ghosts = sum(not contact.in_sight for contact in contacts)
    return [
        Measure(chart=LOSSES, name="ours", value=lost, role="own"),
        Measure(chart=LOSSES, name="the enemy's, as seen", value=counts.get(THEIRS, 0), role="foe"),
        Measure(chart=OBJECTIVES, name="where we stand", value=mine, role="own"),
        Measure(chart=OBJECTIVES, name="where the enemy is known to stand", value=taken, role="foe"),
        Measure(chart=CONTACTS, name="out of sight", value=ghosts, role="faint", stacked=True),
        *(
            Measure(
                chart=CONTACTS,
                name=f"in sight: {name}",
                value=sum(contact.in_sight and contact.level == level for contact in contacts),
                role=role,
                stacked=True,
            )
            for level, (name, role) in DEGREES.items()
        ),
    ]


def counted(picture: Picture, told: Telling) -> dict[str, int]:
    """The enemies that a report tells to be lost: each has its own."""
    return {THEIRS: 1} if isinstance(told.report, EnemyLost) else {}
