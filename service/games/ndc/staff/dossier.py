"""How a side came by what it knows of a contact, from its own picture and nothing else.

A reader is told what a unit's level shows, never which search raised that level (NDC-REP-01), nor how the die fell
(NDC-SEC-02). So a finding names the procedure as the report does, and beside it what the reader had there: the
sectors that they searched, and their units next to the hex. This module never imports the truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from service.engine.findings import Finding
from service.engine.hexes import Hex, adjacent
from service.engine.reports import Report
from service.engine.sentences import Sentence, counted, place, say
from service.engine.sightings import about
from service.games.ndc.known import reports as told
from service.games.ndc.known.picture import Contact, Picture

Kind = TypeVar("Kind", bound=Report)

HOW = {
    "intelligence": "Tactical or operational intelligence",
    "stop": "Zone of control: it stopped one of our units",
    "contact": "Contact: one of our units ran into it",
    "combat": "Combat",
    "revealed": "The enemy's own word",
}


def finding(picture: Picture, report: Report, handle: str, was: Contact | None, together: Sequence[Report]) -> Finding:
    """What a report, just taken in, means for one contact; `was` is the contact as it stood before it.

    `together` is all that was told of the same combat.
    """
    least, here = picture.tables.reports, was.hexes if was else ()
    if about(report) != handle:
        return passed_over(report, was)
    if isinstance(report, told.MovementSighted):
        followed = was is not None and was.known
        level = least.hex if followed else least.movement
        return Finding(how="Movement report", level=level, near=observers(picture, report.path))
    if isinstance(report, told.UnitLocated):
        return located(picture, report, here, together)
    if isinstance(report, told.ContactWithdrawn):
        return Finding(how="Withdrawn in the enemy's own turn")
    if isinstance(report, told.EnemyRetreated) and report.displaced:
        return Finding(how="Counter-battery fire", level=least.hex, near=fires(together))
    if isinstance(report, told.EnemyRetreated | told.EnemyLost | told.EngagedByUs):
        return of_combat(picture, report, together)
    return Finding(how=report.kind.replace("-", " ").capitalize())


def of_combat(
    picture: Picture, report: told.EnemyRetreated | told.EnemyLost | told.EngagedByUs, together: Sequence[Report]
) -> Finding:
    """NDC-RES-14, NDC-CBF-09: a defender's loss and way out are told by level; their end, and an attacker, always.

    Where it was told of no combat, the report says no more than that there was a loss.
    """
    least, fought, fired = picture.tables.reports, battle(together), fires(together)
    by_level = not isinstance(report, told.EngagedByUs) and not getattr(report, "eliminated", False)
    if fought:
        ours = first(told.AttackDeclared, together) is None
        return Finding(how="Combat", level=least.losses if ours and by_level else None, near=fought)
    if fired:
        return Finding(how="Counter-battery fire", level=least.to if by_level else None, near=fired)
    return Finding(how="Loss reported" if isinstance(report, told.EnemyLost) else "Combat")


def located(picture: Picture, report: told.UnitLocated, before: tuple[Hex, ...], together: Sequence[Report]) -> Finding:
    """NDC-REP-06 to 19: the items that a level shows say what that level is at least; a rule or a word says nothing."""
    least, hexes = picture.tables.reports, report.hexes or before
    how = HOW[report.because]
    if report.because == "intelligence":
        level = least.one_unit_though_spread if report.zone else least.type if report.type else least.hex
        return Finding(how=how, level=level, near=observers(picture, hexes))
    if report.because == "combat":
        return Finding(how=how, near=battle(together))
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
        return Finding(how="Housekeeping removed its Engaged marker")
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


def battle(together: Sequence[Report]) -> tuple[Sentence, ...]:
    """The ground combat that these reports were told of: the enemy's as it was declared to us, ours as it came out."""
    if (declared := first(told.AttackDeclared, together)) is not None:
        theirs = declared.attack
        return (say(f"the enemy's {theirs.type} from ", place(theirs.origin), " on ", place(theirs.target)),)
    if (ours := first(told.CombatResolved, together)) is not None:
        return (say(f"our {ours.type} from ", place(ours.origin), " on ", place(ours.target)),)
    return ()


def fires(together: Sequence[Report]) -> tuple[Sentence, ...]:
    """The fire of our own that these reports were told of."""
    fired = first(told.FireResolved, together)
    if fired is None or first(told.FireDeclared, together) is not None:
        return ()
    return (say(f"our {counted(fired.csps, 'CSP')} on ", place(fired.target)),)


def first(kind: type[Kind], reports: Sequence[Report]) -> Kind | None:
    """The first report of a kind."""
    return next((report for report in reports if isinstance(report, kind)), None)
