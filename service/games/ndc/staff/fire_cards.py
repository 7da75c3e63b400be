"""Result cards of fire: what an interdiction does to who enters, and what counter-battery fire did, as far as told."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.bills import Bill, Term
from service.engine.cards import Card, Course, Sum
from service.engine.sentences import NoteSpan, Sentence, counted, listed, paragraph, say, sentence
from service.games.ndc.known import reports as told
from service.games.ndc.printed.tables import Tables
from service.games.ndc.staff.combats import batteries, defender
from service.games.ndc.staff.shared import Fought, Staff, whose


def of_fire(staff: Staff, one: Fought, resolved: told.FireResolved, numbers: tuple[int, ...]) -> Card:
    """The card of a counter-battery fire or an interdiction that was worked."""
    laid = one.interdiction or (one.fire is not None and one.fire.kind == "interdiction")
    kind = "interdiction of" if laid else "counter-battery fire on"
    outcome, text, sums = (interdiction if laid else counter_battery)(staff, one, resolved)
    return Card(
        kind="fire",
        entries=numbers,
        title=say(f"{whose(one)} {kind} ", staff.place(one.target)),
        outcome=outcome,
        text=unmarked(text),
        sums=sums,
        courses=(Course(does="fire", own=bool(one.ours), way=(one.target,)),),
        weight="slight" if laid or not resolved.csps else "usual",
    )


Said = tuple[Sentence, Sentence, tuple[Sum, ...]]
"""The outcome of a fire, what else is to be said of it, and its sum."""


def unmarked(said: Sentence) -> Sentence:
    """A sentence without the marks of notes: what they say stands on the card itself."""
    return say(*(span for span in said if not isinstance(span, NoteSpan)))


# ---- interdiction


def interdiction(staff: Staff, one: Fought, resolved: told.FireResolved) -> Said:
    """NDC-CBF-03: what it costs to enter, and how likely a loss is; who stands there already suffers nothing."""
    tables = staff.after.tables
    table, markers = tables.interdiction, tables.interdiction_markers(resolved.csps)
    if not markers:
        least = f"it takes at least {counted(table.csps_at_least, 'CSP')}"
        few = f"only {counted(resolved.csps, 'CSP')} fell there, and {least}" if resolved.csps else "no CSP fell there"
        return sentence(f"it came to nothing: {few}"), (), ()
    cost = counted(table.cost_per_marker * markers, "point", "points")
    roll = listed(map(str, range(1, markers + 1)), "or")
    outcome = sentence(
        f"whoever enters, friend or foe, pays {cost} more and loses {levels(table.loss)} on a {table.die} of {roll}"
    )
    until = "the enemy's" if one.ours else "our"
    stays = sentence(f"units already there are not affected, and it stays until {until} next Housekeeping")
    each = f"one for each {table.points_per_marker} points, at most {table.most_markers}"
    sum = pointed(resolved, "NDC-CBF-03", table.points_per_csp, f"{counted(markers, 'T/O marker')}, {each}")
    return outcome, stays, (sum,)


# ---- counter-battery fire


def counter_battery(staff: Staff, one: Fought, resolved: told.FireResolved) -> Said:
    """NDC-CBF-02, 09: what it did, as far as it is told, and by which points it was thrown for."""
    tables = staff.after.tables
    if not resolved.csps:
        return sentence("it came to nothing: no CSP fell there"), (), ()
    staff.outside = [report for report in staff.outside if not isinstance(report, told.FireDeclared)]
    did = paragraph(defender(staff, one))
    none = unhurt(one) if one.ours is False else "what it did is not known"
    text = paragraph((*batteries(staff), *displaced(staff), *(suppressed(staff, one, tables))))
    if one.ours is not False and not did:
        hears = "all that you are ever told is that a target you know of has lost T/O levels or has moved"
        text = paragraph((text, sentence(hears)))
    table = tables.counter_battery_fire
    sum = pointed(resolved, "NDC-CBF-02", table.points_per_csp, f"on which a {table.die} was rolled")
    return did or sentence(none), text, (sum,)


def unhurt(one: Fought) -> str:
    """Why nobody of the reader's was hit: they know who of theirs stood there."""
    if one.guns is None:
        return "nobody was hit"
    return f"nobody was hit: {'the roll was too low' if one.guns else 'no guns of ours were there'}"


def displaced(staff: Staff) -> Iterator[Sentence]:
    """An own headquarters that has to leave its hex."""
    due = [report.due for report in staff.reports if isinstance(report, told.RetreatDue) and report.due]
    if due:
        far = counted(due[0].hexes_left, "hex", "hexes")
        yield sentence("the fire displaced ", staff.own(due[0].unit), f" by {far}")


def suppressed(staff: Staff, one: Fought, tables: Tables) -> Iterator[Sentence]:
    """What it means for an own headquarters to be suppressed."""
    if any("suppressed" in own.changed and own.unit.suppressed for own in one.own):
        part = tables.counter_battery_fire.suppressed_divisor
        yield sentence(f"while it is suppressed, only one in {part} of its artillery points fires")


# ---- the sum


def pointed(resolved: told.FireResolved, rule: str, each: int, comes_to: str) -> Sum:
    """The points of a fire: so many CSPs, each counting so many."""
    points = resolved.csps * each
    name = say(f"{counted(resolved.csps, 'CSP')}, {counted(each, 'point', 'points')} each")
    bill = Bill((Term(name=name, value=points, rule=rule),))
    return Sum(title=say("Points of the fire"), bill=bill, least=points, most=points, comes_to=say(comes_to))


def levels(number: int) -> str:
    return counted(number, "T/O level")
