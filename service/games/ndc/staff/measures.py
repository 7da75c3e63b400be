"""The division's figures for charts, as a side knows them: from its own picture and from what it was told."""

from __future__ import annotations

from collections.abc import Mapping

from service.engine.measures import LineRole, Measure
from service.engine.reports import Telling
from service.games.ndc.known.picture import Contact, Picture
from service.games.ndc.known.reports import CombatResolved, EnemyLost

LOSSES, OBJECTIVES, CONTACTS = "T/O levels lost", "Objective points", "Contacts by what is known"
DEGREES: dict[int, tuple[str, LineRole]] = {
    1: ("seen on the move", "faint"),
    2: ("its hex", "fair"),
    3: ("its type", "good"),
    4: ("its name", "full"),
}
THEIRS = "theirs"
"""What is counted of the log."""


def measures(picture: Picture, counts: Mapping[str, int]) -> list[Measure]:
    """A side's figures as it knows them; `counts` are of all that it was told until now."""
    objectives = picture.rules.objectives
    known = picture.known_enemies()
    mine = sum(one.points for one in objectives if picture.own_at(one.hex))
    theirs = sum(one.points for one in objectives if one.hex in known)
    seen = [degree(contact) for contact in picture.contacts.values()]
    return [
        Measure(chart=LOSSES, name="ours", value=own_losses(picture), role="own"),
        Measure(chart=LOSSES, name="the enemy's, as told", value=counts.get(THEIRS, 0), role="foe"),
        Measure(chart=OBJECTIVES, name="where we stand", value=mine, role="own"),
        Measure(chart=OBJECTIVES, name="where the enemy is known to stand", value=theirs, role="foe"),
        *(
            Measure(chart=CONTACTS, name=name, value=seen.count(known), role=role, stacked=True)
            for known, (name, role) in DEGREES.items()
        ),
    ]


def own_losses(picture: Picture) -> int:
    """What is missing of the units that have come, as the score counts it; a battalion's detachments are of it."""
    lost, each = 0, picture.rules.victory.hq_levels_count
    for given in picture.rules.order_of_battle(picture.side):
        if given.turn <= max(1, picture.turn):
            parts = [unit.to for unit in picture.own.values() if given.id in (unit.id, unit.detached_from)]
            lost += (given.to - sum(parts)) * (each if given.type == "HQ" else 1)
    return lost


def degree(contact: Contact) -> int:
    """How much is known of a contact, as DEGREES has it."""
    return 4 if contact.designation else 3 if contact.type else 2 if contact.known else 1


def counted(picture: Picture, told: Telling) -> dict[str, int]:
    """The enemy's losses that a report tells: of their attackers with each combat, of others one by one.

    Of a combat that was told on no occasion, as in matches of before, it cannot be said whose attack it was.
    """
    his_attack = told.occasion is not None and told.occasion.phasing != picture.side
    match told.report:
        case CombatResolved() if his_attack:
            return {THEIRS: told.report.attacker_loss}
        case EnemyLost() if not his_attack:
            return {THEIRS: told.report.steps}
        case _:
            return {}
