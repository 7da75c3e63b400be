"""A side's figures for charts, as it knows them: from its own picture and from what it was told."""

from __future__ import annotations

from collections.abc import Mapping

from service.engine.measures import LineRole, Measure
from service.engine.reports import Telling
from service.games.korsun.known.losses import losses_told
from service.games.korsun.known.picture import CONTACT, ENGAGED, IDENTIFIED, Picture

LOSSES, PLACES, SUPPLY, CONTACTS = "Steps lost", "Named places held", "Units out of supply", "Contacts by what is known"
DEGREES: dict[int, tuple[str, LineRole]] = {
    CONTACT: ("somebody is there", "fair"), IDENTIFIED: ("identified", "good"), ENGAGED: ("fought", "full"),
}  # fmt: skip


def measures(picture: Picture, counts: Mapping[str, int]) -> list[Measure]:
    """A side's figures as it knows them; `counts` are of all that it was told until now."""
    held = list(picture.public.control.values())
    contacts = list(picture.contacts.values())
    out = sum(unit.hex is not None and unit.out_of_supply for unit in picture.own.values())
    return [
        Measure(chart=LOSSES, name="ours", value=counts.get(picture.side, 0), role="own"),
        Measure(chart=LOSSES, name="the enemy's, as told", value=counts.get(picture.enemy, 0), role="foe"),
        Measure(chart=PLACES, name="ours", value=held.count(picture.side), role="own"),
        Measure(chart=PLACES, name="the enemy's", value=held.count(picture.enemy), role="foe"),
        Measure(chart=SUPPLY, name="ours", value=out, role="own"),
        Measure(
            chart=CONTACTS, name="out of sight", value=sum(not one.in_sight for one in contacts), role="faint",
            stacked=True,
        ),
        *(
            Measure(
                chart=CONTACTS, name=name, value=sum(one.in_sight and one.level == level for one in contacts),
                role=role, stacked=True,
            )
            for level, (name, role) in DEGREES.items()
        ),
    ]  # fmt: skip


def counted(picture: Picture, told: Telling) -> dict[str, int]:
    """Steps that a report tells each side to have lost, those of alarm units too."""
    found = dict[str, int]()
    for id, steps in losses_told(told.report).items():
        side = picture.rules.counters[id].side
        found[side] = found.get(side, 0) + steps
    return found
