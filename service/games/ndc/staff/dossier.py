"""How a side came by what it knows of a contact, from its own picture and nothing else.

A reader is told what a unit's level shows, never which search raised that level (NDC-REP-01), nor how the die fell
(NDC-SEC-02). So a finding names the procedure as the report does, and beside it what the reader had there himself: the
sectors that he searched, and his units next to the hex. This module never imports the truth.
"""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.findings import Finding
from service.engine.hexes import Hex, adjacent
from service.engine.reports import Report
from service.engine.sentences import Sentence, place, say
from service.games.ndc.known import reports as told
from service.games.ndc.known.picture import Contact, Picture

HOW = {
    "intelligence": "Tactical or operational intelligence",
    "stop": "Zone of control: it stopped one of our units",
    "contact": "Contact: one of our units ran into it",
    "combat": "Combat",
    "revealed": "The enemy's own word",
}


def about(report: Report) -> str | None:
    """The handle of the contact that a report tells of, if it tells of one."""
    handle = getattr(report, "handle", None)
    return handle if isinstance(handle, str) else None


def finding(picture: Picture, report: Report, handle: str, was: Contact | None) -> Finding:
    """What a report, just taken in, means for one contact; `was` is the contact as it stood before it."""
    least, here = picture.tables.reports, was.hexes if was else ()
    if about(report) != handle:
        return passed_over(report, was)
    if isinstance(report, told.MovementSighted):
        followed = was is not None and was.known
        level = least.hex if followed else least.movement
        return Finding(how="Movement report", level=level, near=observers(picture, report.path))
    if isinstance(report, told.UnitLocated):
        return located(picture, report, here)
    if isinstance(report, told.ContactWithdrawn):
        return Finding(how="Withdrawn in the enemy's own turn")
    if isinstance(report, told.EnemyRetreated) and report.displaced:
        return Finding(how="Counter-battery fire", level=least.hex, near=fires(picture, here))
    if isinstance(report, told.EnemyRetreated | told.EnemyLost | told.EngagedByUs):
        return of_combat(picture, report, here)
    return Finding(how=report.kind.replace("-", " ").capitalize())


def of_combat(
    picture: Picture, report: told.EnemyRetreated | told.EnemyLost | told.EngagedByUs, here: tuple[Hex, ...]
) -> Finding:
    """NDC-RES-14, NDC-CBF-09: of a defender's loss and way out his level decides; his end, and an attacker, are told.

    Where no combat is known to have been fought there, the report says no more than that there was a loss.
    """
    least, fought, fired = picture.tables.reports, battles(picture, here), fires(picture, here)
    by_level = not isinstance(report, told.EngagedByUs) and not getattr(report, "eliminated", False)
    if fought:
        ours = any(plan.type and plan.target in here for plan in picture.planned)
        return Finding(how="Combat", level=least.losses if ours and by_level else None, near=fought)
    if fired:
        return Finding(how="Counter-battery fire", level=least.to if by_level else None, near=fired)
    return Finding(how="Loss reported" if isinstance(report, told.EnemyLost) else "Combat")


def located(picture: Picture, report: told.UnitLocated, before: tuple[Hex, ...]) -> Finding:
    """NDC-REP-06 to 19: the items that a level shows say what that level is at least; a rule or a word says nothing."""
    least, hexes = picture.tables.reports, report.hexes or before
    how = HOW[report.because]
    if report.because == "intelligence":
        level = least.one_unit_though_spread if report.zone else least.type if report.type else least.hex
        return Finding(how=how, level=level, near=observers(picture, hexes))
    if report.because == "combat":
        return Finding(how=how, near=battles(picture, (*before, *hexes)))
    if report.because == "revealed":
        return Finding(how=how)
    return Finding(how=how, near=tuple(beside(picture, hexes)))


def passed_over(report: Report, was: Contact | None) -> Finding:
    """A report that names another contact, or none, and changes this one all the same."""
    other = getattr(report, "handle", None)
    if isinstance(report, told.UnitLocated):
        named = report.designation is not None and was is not None and was.designation == report.designation
        if was is not None and (was.handle in report.replaces or named):
            return Finding(how="Found to be one unit with another contact", other=other)
    if isinstance(report, told.HexFoundEmpty):
        return Finding(how="No enemy was found in its hex")
    if isinstance(report, told.MarkersRemoved):
        return Finding(how="Housekeeping took its Engaged marker off")
    return Finding(how="A newer report of its hex took its place", other=other)


# ---- what the reader had there


def observers(picture: Picture, hexes: tuple[Hex, ...]) -> tuple[Sentence, ...]:
    """What may have found a unit in these hexes: an operational search of their sectors, or own units beside them."""
    return (*searches(picture, hexes), *beside(picture, hexes))


def searches(picture: Picture, hexes: tuple[Hex, ...]) -> Iterator[Sentence]:
    account, sector_of = picture.account, picture.rules.board.sector_of
    for sector in dict.fromkeys(sector_of(hex) for hex in hexes):
        if account.level and sector in account.sectors:
            yield say(f"our search of sector {sector}, at operational intelligence level {account.level}")


def beside(picture: Picture, hexes: tuple[Hex, ...]) -> Iterator[Sentence]:
    for unit in picture.own.values():
        mine = next((mine for mine in unit.hexes if any(adjacent(mine, hex) for hex in hexes)), None)
        if mine is not None:
            yield say(unit.said, " in ", place(mine), ", beside it")


def battles(picture: Picture, hexes: tuple[Hex, ...]) -> tuple[Sentence, ...]:
    """The ground combats of this phase that its reader knows to have been fought from or for these hexes."""
    ours = [
        say(f"our {plan.type} from ", place(plan.origin), " on ", place(plan.target))
        for plan in picture.planned
        if plan.type and plan.origin is not None and plan.target in hexes
    ]
    his = [
        say(f"his {one.type} from ", place(one.origin), " on ", place(one.target))
        for one in picture.attacks
        if {one.origin, one.target} & {*hexes}
    ]
    return tuple(dict.fromkeys((*ours, *his)))


def fires(picture: Picture, hexes: tuple[Hex, ...]) -> tuple[Sentence, ...]:
    """The reader's own fire at these hexes in this segment, interdiction aside."""
    return tuple(
        say(f"our {plan.csps} CSPs on ", place(plan.target))
        for plan in picture.planned
        if plan.kind == "counter-battery" and plan.target in hexes
    )
