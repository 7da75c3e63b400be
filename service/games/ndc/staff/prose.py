"""Each report as a sentence of a staff officer: to the side that is told, from what it is told and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

from service.engine.bills import itemised
from service.engine.figures import plain, signed
from service.engine.reports import HeadingOpened, Report
from service.engine.sentences import (
    Said,
    Sentence,
    article,
    aside,
    capital,
    contact,
    counted,
    joined,
    listed,
    listing,
    own,
    place,
    places,
    roll,
    say,
)
from service.games.ndc.known import reports as told
from service.games.ndc.known.bills import bill_of
from service.games.ndc.known.points import air_limits
from service.games.ndc.printed.tables import Tables
from service.games.ndc.printed.units import Harm, LostOnTheWay, Marker
from service.games.ndc.staff.changes import ew, said_of_account, said_of_unit, sectors

BY = {
    "intelligence": "by intelligence",
    "stop": "by its zone of control",
    "contact": "by contact",
    "combat": "by combat",
    "revealed": "by the enemy's own word",
}


@singledispatch
def prose(report: Report) -> Sentence:
    """A report as one sentence."""
    return say(report.kind.replace("-", " ").capitalize(), ".")


# ---- the match


def heading_opened(report: HeadingOpened) -> Sentence:
    """Where the match stands, with the player turn for those who have nothing else before them."""
    if not report.turn:
        return say("Before the first turn, ", " › ".join(report.titles), ": your orders are awaited.")
    turns = "".join(f"{title} › " for title in report.titles[:-1])
    return say(f"Turn {report.turn}, ", aside(turns), report.titles[-1], ": your orders are awaited.")


def weather(report: told.WeatherDetermined, tables: Tables) -> Sentence:
    """The weather, with what air points cannot do in it: that stands in the tables."""
    dice = roll(report.number, " and ".join(map(str, report.dice)))
    conditions = listed(report.conditions) or "clear"
    limits = listed(air_limits(report.conditions, tables))
    air = f"; air points {limits}" if limits else ""
    when = f"Turn {report.turn}, {report.time_of_day}"
    return say(f"{when}: the weather is {conditions} (the dice show ", dice, f"){air}.")


@prose.register
def _(report: told.SectorsDeclared) -> Sentence:
    where = f"searches {sectors(report.sectors)}" if report.sectors else "searches no sectors"
    return say(f"The enemy {where}, at operational intelligence level {report.level}.")


@prose.register
def _(report: told.SegmentOpened) -> Sentence:
    return say(f"Movement Segment {report.segment} of our phase begins.")


@prose.register
def _(report: told.PhaseOpened) -> Sentence:
    whose = "Our" if report.own else "The enemy's"
    return say(f"{whose} Movement and Combat Phase begins.")


@prose.register
def _(report: told.VictoryDeclared) -> Sentence:
    parts = itemised(report.bill)
    return say(
        f"The match is over: {report.verdict}, with a score of {plain(report.score)}",
        say(" (", parts, ")") if parts else (), ".",
    )  # fmt: skip


# ---- one's own side


@prose.register
def _(report: told.OwnUnitReported) -> Sentence:
    words = said_of_unit(report.unit, report.changed)
    lost = [say(" It lost ", lost_moving(one), ".") for one in report.on_the_way]
    return say(report.unit.said, " ", listing(words) if words else NOTHING_OF_NOTE, ".", *lost)


def lost_moving(lost: LostOnTheWay) -> Sentence:
    """What a unit lost as it moved into a marked hex: 1 T/O level as it moved into 1308, which is interdicted."""
    return say(f"{counted(lost.steps, 'T/O level')} as it moved into ", place(lost.hex), f", {LIES_THERE[lost.marker]}")


LIES_THERE: Mapping[Harm, str] = {"interdiction": "which is interdicted", "gas": "where gas lies"}


@prose.register
def _(report: told.OwnUnitGone) -> Sentence:
    how = {
        "eliminated": "has been eliminated",
        "broken-down": "has been broken down into detachments",
        "recombined": "has rejoined its battalion",
    }
    return say(own(report.unit, report.designation), f" ({report.unit}) {how[report.how]}", how_it_fell(report), ".")


def how_it_fell(report: told.OwnUnitGone) -> Sentence:
    """What cost an own unit its last T/O level, where it was lost in a retreat or on the move."""
    if report.hex is None:
        return ()
    match report.cause:
        case "interdiction" | "gas":
            return say(" as it moved into ", place(report.hex), f", {LIES_THERE[report.cause]}")
        case "enemy control":
            return say(" as it fell back to ", place(report.hex), ", into enemy control, which cost its last T/O level")
        case "on its way":
            return say(" as it fell back to ", place(report.hex))
        case "no way back":
            return say(", as it had to leave ", place(report.hex), " and could go nowhere")
    return say(", as it stood fast in ", place(report.hex)) if report.cause else ()


@prose.register
def _(report: told.OwnAccountReported) -> Sentence:
    words = said_of_account(report.account, report.changed)
    return say("Division staff: ", joined("; ", words) if words else "no change", ".")


@prose.register
def _(report: told.MovementStopped) -> Sentence:
    why = {
        "zone of control": "by the zone of control of an enemy that was not known",
        "contact": "by contact with an enemy that was not known",
        "friends in the way": "because friends were in the way",
    }
    where = place(report.reached or report.hex)
    cause = "an unseen enemy must stand there" if report.room == "an enemy" else "friends were in the way"
    back = (", and is back in ", place(report.hex), f", for {cause}") if report.reached else ()
    return say(own(report.unit), " was stopped in ", where, f" {why[report.why]}", *back, ".")


@prose.register
def _(report: told.CommanderUsed) -> Sentence:
    result = "had no effect" if report.result in ("", "none") else f"gave the result {report.result}"
    return say(f"Your division commander's use of command in combat {report.number} {result}.")


# ---- the enemy


@prose.register
def _(report: told.MovementSighted) -> Sentence:
    return say("An enemy unit on the move entered ", places(report.path), " (contact ", contact(report.handle), ").")


@prose.register
def _(report: told.UnitLocated) -> Sentence:
    where = say(" stands in ", places(report.hexes)) if report.hexes else " is reported"
    items = [
        report.designation,
        None if report.mode is None else f"in {report.mode} mode",
        None if report.to is None else f"T/O level {report.to}",
        None if report.zone in (None, "single") else f"one unit in {report.zone} zone",
    ]
    details = ", ".join(item for item in items if item is not None)
    kind = f"{report.type} unit" if report.type else "unit"
    kind = "HQ" if report.type == "HQ" else kind
    who = contact(report.handle), f": {details}" if details else ""
    return say(f"An enemy {kind}", where, f", {BY[report.because]} (contact ", *who, ").")


@prose.register
def _(report: told.ContactWithdrawn) -> Sentence:
    if report.hexes:
        return say("Contact ", contact(report.handle), " is no longer in ", places(report.hexes), ".")
    words = {"hex": "its hex", "mode": "its mode", "to": "its T/O level", "zone": "its zone"}
    what = listed([words.get(item, item) for item in report.items])
    return say("What was reported of contact ", contact(report.handle), f" no longer holds: {what}.")


@prose.register
def _(report: told.EnemyRetreated) -> Sentence:
    went = "was displaced" if report.displaced else "retreated"
    return say("Contact ", contact(report.handle), f" {went} to ", places(report.path), ".")


@prose.register
def _(report: told.EnemyLost) -> Sentence:
    if report.eliminated:
        return say("Contact ", contact(report.handle), " has been eliminated.")
    return say("Contact ", contact(report.handle), f" lost {counted(report.steps, 'T/O level')}.")


@prose.register
def _(report: told.HexFoundEmpty) -> Sentence:
    return say("No enemy was found in ", place(report.hex), ".")


# ---- combats


@prose.register
def _(report: told.AttackDeclared) -> Sentence:
    attack = report.attack
    chemical = " with persistent chemical shells" if attack.persistent else " with chemical shells"
    parts = [
        f"total {plain(attack.total)}",
        f"barrage of {counted(attack.barrage, 'CSP')}{chemical if attack.chemical else ''}",
        f"{counted(attack.ew_attacks, 'EW attack')} at superiority level {attack.superiority}",
        f"attacker's EW level {ew(attack.attacker_ew)}",
    ]
    what = article(attack.type or "attack")
    way = f"Combat {attack.number}: {what} from ", place(attack.origin), " on ", place(attack.target)
    return say(*way, f"; {', '.join(parts)}.")


@prose.register
def _(report: told.FireDeclared) -> Sentence:
    fire = report.fire
    is_on_guns = fire.kind == "counter-battery"
    if not fire.csps:
        name = "counter-battery fire" if is_on_guns else "interdiction"
        return say(f"Combat {fire.number}: the enemy's {name} on ", place(fire.target), " comes to nothing.")
    does, why = ("fires on", "at the guns there") if is_on_guns else ("interdicts", "which makes it costly to enter")
    csps = counted(fire.csps, "CSP")
    return say(f"Combat {fire.number}: the enemy {does} ", place(fire.target), f" with {csps}, {why}.")


@prose.register
def _(report: told.AttackTotalled) -> Sentence:
    attack = "the attack of ", own(report.unit), " on ", place(report.target)
    return say(
        f"Combat {report.number}: ", *attack, f" totals {plain(report.total)} (", itemised(bill_of(report.lines)), ")."
    )


@prose.register
def _(report: told.DefenceTotalled) -> Sentence:
    bill = bill_of(report.lines)
    defence = f"Combat {report.number}: the defence of ", own(report.unit), " in ", place(report.target)
    return say(*defence, f" adds {signed(bill.total)} (", itemised(bill), ").")


@prose.register
def _(report: told.SupportLost) -> Sentence:
    return say(f"Combat {report.number}, on ", place(report.target), f": {listed(support_lost(report))}.")


@prose.register
def _(report: told.QuestionPut) -> Sentence:
    return say(f"You are asked for your answer in combat {report.number}.")


@prose.register
def _(report: told.RetreatDue) -> Sentence:
    if report.due is None:
        return say("No retreat is due.")
    verb = "is to be displaced" if report.due.kind == "displace" else "has to retreat"
    far = counted(report.due.hexes_left, "hex", "hexes")
    return say(own(report.due.unit), f" {verb} by {far}; choose where to.")


@prose.register
def _(report: told.CombatResolved) -> Sentence:
    attack = f"Combat {report.number}, {article(report.type or 'attack')} from "
    what = say(attack, place(report.origin), " on ", place(report.target), ",")
    if report.outcome == "cancelled":
        return say(what, " was cancelled.")
    outcome = {
        "no-contact": "found no enemy",
        "abort": "was aborted",
        "overrun": "overran the defender",
        "resolved": "has been fought",
    }[report.outcome]
    chemical = " with persistent chemical shells" if report.persistent else " with chemical shells"
    fire = f"Final Protective Fire of {counted(report.fire, 'CSP')}{chemical if report.chemical else ''}"
    details: list[Said] = [
        fire * bool(report.fire),
        f"the attacker is jammed at {ew(report.attacker_ew)}" * bool(report.attacker_ew),
        f"attacker's loss {counted(report.attacker_loss, 'T/O level')}" * (report.outcome in ("abort", "resolved")),
        say("attacker retreated to ", places(report.attacker_path)) if report.attacker_path else "",
        say("attacker holds ", place(report.target)) if report.advanced else "",
        "attacker does not advance" * (report.type == "assault" and not report.advanced and report.outcome != "abort"),
        say("breakthrough in ", place(report.breakthrough)) if report.breakthrough is not None else "",
    ]
    said = joined("; ", filter(None, details))
    return say(what, f" {outcome}", ": " if said else "", said, ".")


@prose.register
def _(report: told.EngagedByUs) -> Sentence:
    return say("Contact ", contact(report.handle), " is Engaged by our attack.")


@prose.register
def _(report: told.FireResolved) -> Sentence:
    if not report.csps:
        return say(f"Combat {report.number}: the fire on ", place(report.target), " came to nothing.")
    fire = f"the fire of {counted(report.csps, 'CSP')} on "
    return say(f"Combat {report.number}: {fire}", place(report.target), " has been resolved.")


# ---- markers


@prose.register
def _(report: told.MarkerPlaced) -> Sentence:
    return say(capital(marker(report.marker)), " lies in ", place(report.marker.hex), ".")


@prose.register
def _(report: told.MarkersRemoved) -> Sentence:
    gone = listing(say(marker(entry), " in ", place(entry.hex)) for entry in report.markers)
    return say("Housekeeping removed EW and Engaged markers", ", and " if gone else "", gone, ".")


# ---- words

NOTHING_OF_NOTE = "reports nothing of note"


def support_lost(report: told.SupportLost) -> list[str]:
    """What of the support that was ordered for a combat could not be given."""
    left = {csps: "none" if not csps else f"only {csps}" for csps in (report.csps, report.ew)}
    parts = [
        f"{left[report.csps]} of the {counted(report.ordered, 'CSP')} ordered could fire"
        * (report.csps < report.ordered),
        f"{left[report.ew]} of the {counted(report.ew_ordered, 'EW attack')} ordered could be made"
        * (report.ew < report.ew_ordered),
        "no chemical shells could be fired" * report.chemical_lost,
    ]
    return [part for part in parts if part]


def marker(entry: Marker) -> str:
    if entry.kind == "interdiction":
        return f"a {entry.side} interdiction marker with {counted(entry.strength, 'T/O marker')}"
    return f"a {entry.side} {'persistent gas' if entry.kind == 'gas' else entry.kind} marker"
