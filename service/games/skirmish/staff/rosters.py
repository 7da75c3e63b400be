"""Bases and contacts as lists and sentences have them: what each is, how it stands, its figures."""

from __future__ import annotations

from service.engine.facts import Fact, Row
from service.engine.figures import signed
from service.engine.sentences import article, say
from service.games.skirmish.known.picture import Contact
from service.games.skirmish.known.view import View
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.profiles import BaseFigures
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.staff.terms import HEADINGS

HAS_TO_MOVE = "has to move"
"""Said of a base in flight before the step can be closed."""


def seen_as(bases: BaseFigures, contact: Contact) -> str:
    """An enemy as far as they are made out: Enemy 3, a squad."""
    shows = contact.shows
    kind = f", {shows.name or article(bases.profile(shows).title)}" if shows else ", not made out"
    return f"Enemy {contact.handle}{kind}"


def states(base: Base) -> list[str]:
    """What a base suffers or has done, by the name of its sign, the worst first."""
    found = {
        "broken": base.morale == "broken", "routed": base.morale == "routed", "cowered": base.cowered,
        "pinned": base.pinned, "in close combat": base.locked, "broken down": base.broken_down or bool(base.jammed),
        "immobilised": base.immobilised or not base.crewed, "out of ammunition": base.ammunition == "out",
        "low on ammunition": base.ammunition == "low", "fired": base.fired != "none", "advanced": base.advanced,
        "halted": base.halted, "moved": base.moved and not base.halted and not base.advanced,
    }  # fmt: skip
    return [name for name, holds in found.items() if holds]


def ago(age: int) -> str:
    """How many game turns ago."""
    return "this turn" if age <= 0 else "a turn ago" if age == 1 else f"{age} turns ago"


def own_row(rules: Scenario, view: View, base: Base) -> Row:
    """One own base of the list."""
    bases = rules.tables.bases
    profile = bases.profile(base)
    make, rof = profile.make, profile.rof(base)
    power = make.mg or make.he if make else profile.cls.firepower
    figures = [Fact.of("Quality", str(base.quality)), Fact.of("Suppression", str(base.suppression))]
    if power:
        far = bases.machine_gun_range if make else profile.cls
        figures.append(Fact.of("Firepower", f"{power}, to {far.range}/{far.long}"))
    if make and make.ap:
        figures.append(Fact.of("Anti-tank", str(make.ap)))
    if base.jammed:
        figures.append(Fact.of("Broken down", " and ".join(base.jammed)))
    if base.weapon:
        figures.append(Fact.of("Carries", bases.weapons[base.weapon].title))
    if rof > 1:
        figures.append(Fact.of("Shots left", f"{max(0, rof - base.shots)} of {rof}"))
    if base.leader:
        figures.append(Fact.of("Rating", signed(base.rating)))
    figures.append(
        Fact.of("Moves", "/".join(str(profile.allowance(pace) // 2) for pace in ("normal", "fast")))
    )  # fmt: skip
    group = next((one for one in rules.reinforcements if any(unit.id == base.id for unit in one.units)), None)
    title = group.title if group is not None else ""
    zone = next((one.zone for one in view.groups if group is not None and one.id == group.id), None)
    among = f", {title}" if title not in ("", base.name) else ""
    facing = f", facing {HEADINGS[rules.sheet.headings][base.heading]}" if make else ""
    return Row(
        id=base.id, name=base.name, line=say(f"{profile.title}{among}{facing}"),
        place=base.hex if view.sealed else view.ordered.get(base.id, base.hex),
        absent=f"{title}, zone {zone}" if zone else "not on the map",
        figures=tuple(figures), tags=(*([HAS_TO_MOVE] if base.id in view.owing else []), *states(base)),
    )  # fmt: skip


def contact_row(bases: BaseFigures, view: View, contact: Contact) -> Row:
    """One contact of the list, with the age of what is known."""
    shows = contact.shows
    figures = [Fact.of("Seen", "now" if contact.in_sight else ago(view.turn - contact.turn))]
    tags: list[str] = []
    if shows is not None:
        if shows.quality:
            figures.append(Fact.of("Quality", str(shows.quality)))
        tags = [word for word, holds in (
            (shows.morale, shows.morale != "good"), ("pinned", shows.pinned), ("cowered", shows.cowered),
            ("in motion", shows.moving),
        ) if holds]  # fmt: skip
    return Row(
        contact=contact.handle,
        name=(shows.name if shows and shows.name else f"Enemy {contact.handle}"),
        line=say(bases.profile(shows).title if shows else "not made out"),
        place=contact.hex,
        figures=tuple(figures),
        tags=tuple(tags),
    )
