"""The division's figures for charts, as a side knows them: from its own picture and from what it was told."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.measures import Measure, Role
from service.engine.reports import LetterArrived, Report
from service.games.ndc.known import reports as told
from service.games.ndc.known.picture import Contact, Picture

LOSSES, OBJECTIVES, CONTACTS = "T/O levels lost", "Objective points", "Contacts by intelligence level"
DEGREES: dict[int, tuple[str, Role]] = {
    1: ("1: seen on the move", "faint"),
    2: ("2: its hex", "fair"),
    3: ("3: its type", "good"),
    4: ("4: everything", "full"),
}


def measures(picture: Picture, reports: Sequence[Report]) -> list[Measure]:
    """A side's figures as it knows them; `reports` are all that it was told until now."""
    objectives = picture.rules.objectives
    known = picture.known_enemies()
    mine = sum(one.points for one in objectives if picture.own_at(one.hex))
    his = sum(one.points for one in objectives if one.hex in known)
    seen = [degree(contact) for contact in picture.contacts.values()]
    return [
        Measure(chart=LOSSES, name="ours", value=own_losses(picture), role="own"),
        Measure(chart=LOSSES, name="his, as told", value=his_losses(reports), role="foe"),
        Measure(chart=OBJECTIVES, name="where we stand", value=mine, role="own"),
        Measure(chart=OBJECTIVES, name="where he is known to stand", value=his, role="foe"),
        *(
            Measure(chart=CONTACTS, name=name, value=seen.count(level), role=role, stacked=True)
            for level, (name, role) in DEGREES.items()
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
    """The least intelligence level at which so much is told of a contact."""
    return 4 if contact.designation else 3 if contact.type else 2 if contact.known else 1


def his_losses(reports: Sequence[Report]) -> int:
    """The enemy's losses that were told: of his attackers with each combat, of others one by one."""
    lost, asked = 0, False
    for report in reports:
        match report:
            case told.QuestionPut():
                asked = True
            case LetterArrived() | told.PhaseOpened() | told.MarkersRemoved():
                asked = False
            case told.CombatResolved() if asked:
                lost += report.attacker_loss
            case told.EnemyLost() if not asked:
                lost += report.steps
            case _:
                pass
    return lost
