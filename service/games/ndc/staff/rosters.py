"""Units and contacts as lists have them: what each is, where it stands, its figures."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from service.engine.facts import Fact, Row
from service.engine.sentences import say
from service.games.ndc.known.view import KnownContact, OwnUnit
from service.games.ndc.staff.terms import MODE_NAMES


@cache
def short(designation: str) -> str:
    """A designation as a list has room for it."""
    for long, brief in (("Battalion", "Bn"), ("Regiment", "Regt"), ("Brigade", "Bde"), ("Division", "Div"),
                        ("Mechanized", "Mech"), ("Motor Rifle", "MR"), ("Squadron", "Sqn")):  # fmt: skip
        designation = designation.replace(long, brief)
    return designation


def own_row(unit: OwnUnit, under_way: Collection[str]) -> Row:
    """One own unit of the list; of those that are `under_way` it is not told yet whether they came there."""
    figures = [
        Fact.of("Att/Def", f"{unit.attack}/{unit.defence}"),
        Fact.of("MP", f"{unit.left}/{unit.allowance}"),
        Fact.of("T/O", f"{unit.to}/{unit.to_max}"),
        Fact.of("Fatigue", f"F{unit.fatigue}"),
        Fact.of("Enemy knows", f"level {unit.level}" if unit.level else "nothing"),
    ]
    if unit.ew:
        figures.append(Fact.of("EW", f"EW{unit.ew}"))
    tags = [*(["under way"] if unit.id in under_way else []), *unit.states, *unit.assets]
    if unit.zone != "single":
        tags.insert(0, f"{unit.zone} zone")
    if unit.commander:
        tags.append("commander here")
    if unit.hexes and not unit.in_command:
        tags.append("out of command")
    return Row(
        id=unit.id,
        name=short(unit.designation),
        line=say(f"{unit.type}, {MODE_NAMES.get(unit.mode, unit.mode)}"),
        place=unit.hexes[0] if unit.hexes else None,
        absent=f"arrives turn {unit.arrives}",
        figures=tuple(figures),
        tags=tuple(tags),
    )


def contact_row(contact: KnownContact) -> Row:
    """One contact of the list, with the age of its report."""
    age = "this turn" if contact.age == 0 else f"{contact.age} turn{'s' if contact.age > 1 else ''} ago"
    figures = [Fact.of("Reported", age)]
    if contact.to is not None:
        figures.append(Fact.of("T/O", str(contact.to)))
    line = ", ".join(filter(None, (contact.type, MODE_NAMES.get(contact.mode or "", contact.mode)))) or "type not known"
    return Row(
        contact=contact.handle,
        name=(contact.designation and short(contact.designation)) or f"Contact {contact.handle}",
        line=say(line),
        place=contact.hexes[0] if contact.hexes else None,
        absent="place not known",
        figures=tuple(figures),
        tags=tuple(filter(None, ("" if contact.known else "may have moved on", "engaged" if contact.engaged else ""))),
    )
