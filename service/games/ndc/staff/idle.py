"""Why a combat came to nothing, as far as it was told: its attacker never came, its hex was empty, guns were lost.

An attacker reads what befell their own unit; a defender what follows from where their own units stood, and no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from service.engine.hexes import Hex
from service.engine.reports import LogEntry, OrdersAccepted, Report
from service.engine.sentences import Said, Sentence, listed, listing, say
from service.games.ndc.known import reports as told
from service.games.ndc.known.orders import GroundAttack
from service.games.ndc.printed.units import UnitId
from service.games.ndc.staff.prose import support_lost
from service.games.ndc.staff.shared import STOPPED_BY, Fought, Staff

Befell = told.MovementStopped | told.OwnUnitGone
"""What keeps an own unit from where it was ordered to go."""


@dataclass(frozen=True)
class Emptied:
    """The combat before by which a hex was left, and the own units that left it then; none: it was the enemy's."""

    by: told.CombatResolved
    units: tuple[UnitId, ...] = ()


# ---- what befell the attacker


def struck(entries: Sequence[LogEntry], result: LogEntry) -> Befell | None:
    """What befell the reader's own attacker on its way, where its combat was cancelled: told with the same letter."""
    report = result.report
    if not isinstance(report, told.CombatResolved) or report.outcome != "cancelled" or not result.letter:
        return None
    ordered = [
        order for one in entries if isinstance(one.report, OrdersAccepted) and one.number < result.number
        for order in one.report.orders
    ]  # fmt: skip
    went: dict[UnitId, Hex] = {}
    declared: list[UnitId] = []
    for order in ordered:
        if way := order.way():
            went |= dict.fromkeys(order.subjects(), way[-1])
        elif isinstance(order, GroundAttack) and (order.target, order.type) == (report.target, report.type):
            declared.append(order.unit)
    units = [unit for unit in declared if went.get(unit, report.origin) == report.origin]
    return befell((one.report for one in entries if one.letter == result.letter), units)


def struck_in_letter(staff: Staff, resolved: told.CombatResolved) -> Befell | None:
    """The same of a letter, by what the reader had planned before it came."""
    fought = ("ground", resolved.origin, resolved.target, resolved.type)
    plans = [it for it in staff.before.planned if (it.kind, it.origin, it.target, it.type) == fought]
    return befell(staff.reports, [plan.unit for plan in plans if plan.unit])


def befell(reports: Iterable[Report], units: Sequence[UnitId]) -> Befell | None:
    found = (one for one in reports if isinstance(one, told.MovementStopped | told.OwnUnitGone) and one.unit in units)
    return next(found, None)


def why_cancelled(staff: Staff, one: Fought, resolved: told.CombatResolved, struck: Befell | None) -> Sentence:
    """Why an attack was cancelled: what is known of that, or else what the rule says to both sides (NDC-ZOC-05)."""
    whose = "our" if one.ours else "their" if one.ours is False else "its"
    rule = say(f"{whose} unit was not in ", staff.at(resolved.origin), " when its turn came")
    return why_it_never_came(staff, one, resolved, struck) or rule


def why_it_never_came(staff: Staff, one: Fought, resolved: told.CombatResolved, struck: Befell | None) -> Sentence:
    """What befell the own attacker, or which own unit stood where theirs was to come; nothing if that is not known."""
    match struck:
        case told.MovementStopped(unit=unit, why=why):
            there = staff.at(struck.reached or struck.hex)
            never = say(staff.own(unit), " never came to ", staff.at(resolved.origin))
            return say(never, f", as {STOPPED_BY[why]} stopped it in ", there)
        case told.OwnUnitGone(unit=unit):
            return say(staff.own(unit), " never came to ", staff.at(resolved.origin), ", as it was lost on its way")
    if one.ours is False and one.in_origin:
        held = listing(map(staff.own, one.in_origin))
        return say("their unit could not come to ", staff.at(resolved.origin), ", where ", held, " stood")
    return ()


# ---- who was there before


def emptied(entries: Sequence[LogEntry], of_one: Sequence[LogEntry], result: LogEntry) -> Emptied | None:
    """The combat before this one by which its hex was taken or left, as far as its reader was told of it."""
    report = result.report
    if not isinstance(report, told.CombatResolved) or report.outcome != "no-contact":
        return None
    declared = next((one for one in of_one if isinstance(one.report, told.AttackDeclared)), None)
    before = [
        one for one in entries if isinstance(one.report, told.CombatResolved) and one.number < result.number
        and (one.number > declared.number if declared else one.letter == result.letter)
    ]  # fmt: skip
    ours = declared.report.in_target if declared and isinstance(declared.report, told.AttackDeclared) else ()
    for one in before:
        by = one.report
        assert isinstance(by, told.CombatResolved)
        of_that = [it.report for it in entries if it.occasion == one.occasion and it.occasion is not None]
        if by.target == report.target and by.advanced:
            return Emptied(by)
        if left := tuple(unit for unit in ours if any(has_left(it, unit, report.target) for it in of_that)):
            return Emptied(by, left)
        if declared is None and by.target == report.target and any(map(is_driven_out, of_that)):
            return Emptied(by)
    return None


def emptied_in_letter(staff: Staff, one: Fought) -> Emptied | None:
    """The same of a letter, by the combats that were worked before it."""
    for other in staff.fought[: staff.fought.index(one)]:
        by = other.resolved
        if not isinstance(by, told.CombatResolved):
            continue
        if by.target == one.target and by.advanced:
            return Emptied(by)
        reports = [*other.own, *other.gone]
        if left := tuple(unit for unit in one.in_target if any(has_left(it, unit, one.target) for it in reports)):
            return Emptied(by, left)
        if one.ours and by.target == one.target and any(map(is_driven_out, other.enemy)):
            return Emptied(by)
    return None


def has_left(report: Report, unit: UnitId, hex: Hex) -> bool:
    """Whether it tells that an own unit is in a hex no more."""
    if isinstance(report, told.OwnUnitReported):
        return report.unit.id == unit and hex not in report.unit.hexes
    return isinstance(report, told.OwnUnitGone) and report.unit == unit


def is_driven_out(report: Report) -> bool:
    """Whether it tells that the enemy who was attacked has left the hex."""
    return isinstance(report, told.EnemyRetreated) or (isinstance(report, told.EnemyLost) and report.eliminated)


def why_nobody(staff: Staff, one: Fought, emptied: Emptied | None) -> Sentence:
    """Why an attack found nobody: its hex had been taken or left before, or an enemy on the map was there no more."""
    if emptied is not None:
        by = emptied.by
        attack = say(f"the {by.type or 'attack'}", *(() if by.target == one.target else (" on ", staff.at(by.target))),
                     " from ", staff.at(by.origin))  # fmt: skip
        if emptied.units:
            return say(attack, " had driven ", listing(map(staff.own, emptied.units)), " out before")
        return say(attack, " had taken the hex before" if by.advanced else " had driven them out before")
    if one.ours and any(isinstance(report, told.HexFoundEmpty) for report in one.enemy):
        return say("whoever our map showed there had left")
    return ()


# ---- points that could not be given


def shortfall(staff: Staff, lost: told.SupportLost, reports: Iterable[Report]) -> Sentence:
    """What could not be given of the support that was ordered, and which own headquarters that comes of."""
    return say(listed(support_lost(lost)), because(staff, reports))


def because(staff: Staff, reports: Iterable[Report]) -> Sentence:
    """Own headquarters that were stopped, hurt or lost, as the letter tells of them."""
    found: dict[UnitId, Said] = {}
    for report in reports:
        match report:
            case told.MovementStopped(unit=unit) if is_headquarters(staff, unit):
                found[unit] = say(" was stopped in ", staff.at(report.hex))
            case told.OwnUnitGone(unit=unit) if is_headquarters(staff, unit):
                found[unit] = " was lost"
            case told.OwnUnitReported(unit=unit) if unit.type == "HQ" and "to" in report.changed:
                found.setdefault(unit.id, f" is down to T/O level {unit.to}")
    return say(", as ", listing(say(staff.own(unit), *say(what)) for unit, what in found.items())) if found else ()


def is_headquarters(staff: Staff, unit: UnitId) -> bool:
    return any(one.id == unit and one.type == "HQ" for one in staff.after.rules.order_of_battle(staff.after.side))


def reason(staff: Staff, one: Fought) -> Sentence:
    """Why an attack of a letter came to nothing, where more is known of that than the rule says."""
    resolved = one.resolved
    if isinstance(resolved, told.CombatResolved) and resolved.outcome == "cancelled":
        return why_it_never_came(staff, one, resolved, struck_in_letter(staff, resolved))
    return why_nobody(staff, one, emptied_in_letter(staff, one))
