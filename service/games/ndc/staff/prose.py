"""Each report as a sentence of a staff officer: to the side that is told, from what it is told and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import singledispatch

from service.engine.orders import Done, Order
from service.engine.reports import AttendanceTold, HeadingOpened, LetterArrived, OrdersAccepted, Report, RulesTold
from service.engine.seats import STANDING
from service.games.ndc.known import reports as told
from service.games.ndc.known.points import air_limits
from service.games.ndc.printed.tables import load
from service.games.ndc.printed.units import Account, Marker, Unit

LEVELS = ("None", "1", "2", "3", "4")
BY = {
    "intelligence": "by intelligence",
    "stop": "by its zone of control",
    "contact": "by contact",
    "combat": "by combat",
    "revealed": "by the enemy's own word",
}


@singledispatch
def prose(report: Report) -> str:
    """A report as one sentence."""
    return report.kind.replace("-", " ").capitalize() + "."


# ---- the match


@prose.register
def _(report: HeadingOpened) -> str:
    when = f"Turn {report.turn}" if report.turn else "Before the first turn"
    return f"{when}, {' › '.join(report.titles)}: your orders are awaited."


@prose.register
def _(report: OrdersAccepted) -> str:
    whose = "Answered for you" if report.answered_for else "Orders accepted"
    return f"{whose}: {'; '.join(ordered(order) for order in report.orders) or 'none'}."


@prose.register
def _(report: LetterArrived) -> str:
    return f"Letter {report.number} has arrived{f', in turn {report.turn}' if report.turn else ''}."


@prose.register
def _(report: RulesTold) -> str:
    return report.sentence


@prose.register
def _(report: AttendanceTold) -> str:
    if report.attendance == STANDING:
        return f"{report.seat} leaves its answers to standing orders."
    return f"{report.seat} is present and answers for itself."


# ---- the turn


@prose.register
def _(report: told.WeatherDetermined) -> str:
    dice = " and ".join(str(face) for face in report.dice)
    weather = listed(report.conditions) or "clear"
    limits = listed(air_limits(report.conditions, load()))
    told = f"Turn {report.turn}, {report.time_of_day}: the weather is {weather} (the dice show {dice})"
    return f"{told}; air points {limits}." if limits else f"{told}."


@prose.register
def _(report: told.SectorsDeclared) -> str:
    where = f"searches {sectors(report.sectors)}" if report.sectors else "searches no sector"
    return f"The enemy {where}, at operational intelligence level {report.level}."


@prose.register
def _(report: told.SegmentOpened) -> str:
    return f"Movement Segment {report.segment} of our phase begins."


@prose.register
def _(report: told.PhaseOpened) -> str:
    whose = "Our" if report.own else "The enemy's"
    return f"{whose} Movement and Combat Phase begins."


@prose.register
def _(report: told.VictoryDeclared) -> str:
    parts = "; ".join(f"{name}: {value:+d}" for name, value in report.parts.items())
    return f"The match is over: {report.verdict}, with a score of {report.score} ({parts})."


# ---- one's own side


@prose.register
def _(report: told.OwnUnitReported) -> str:
    words = said_of_unit(report.unit, report.changed)
    return f"{report.unit.name} {listed(words) if words else 'reports nothing of note'}."


@prose.register
def _(report: told.OwnUnitGone) -> str:
    how = {
        "eliminated": "has been eliminated",
        "broken-down": "has been broken down into detachments",
        "recombined": "is one with its battalion again",
    }
    return f"{report.designation} ({report.unit}) {how[report.how]}."


@prose.register
def _(report: told.OwnAccountReported) -> str:
    words = said_of_account(report.account, report.changed)
    return f"Division staff: {'; '.join(words) if words else 'the account is in order'}."


@prose.register
def _(report: told.MovementStopped) -> str:
    why = {
        "zone of control": "by the zone of control of an enemy that was not known",
        "contact": "by contact with an enemy that was not known",
        "friends in the way": "because friends were in the way",
    }
    back = f", and is back in {report.hex}, for friends were in the way" if report.reached else ""
    return f"{report.unit} was stopped in {report.reached or report.hex} {why.get(report.why, report.why)}{back}."


@prose.register
def _(report: told.CommanderUsed) -> str:
    result = "had no effect" if report.result in ("", "none") else f"gave the result {report.result}"
    return f"Your division commander's use of command in combat {report.number} {result}."


# ---- the enemy


@prose.register
def _(report: told.MovementSighted) -> str:
    entered = listed(report.path)
    return f"An enemy unit on the move entered {entered} (contact {report.handle})."


@prose.register
def _(report: told.UnitLocated) -> str:
    where = f" stands in {listed(report.hexes)}" if report.hexes else " is reported"
    items = [
        report.designation,
        None if report.mode is None else f"in {report.mode} mode",
        None if report.to is None else f"T/O level {report.to}",
        None if report.zone in (None, "single") else f"one unit in {report.zone} zone",
    ]
    details = ", ".join(item for item in items if item is not None)
    kind = f"{report.type} unit" if report.type else "unit"
    kind = "HQ" if report.type == "HQ" else kind
    return f"An enemy {kind}{where}, {BY[report.because]} (contact {report.handle}{': ' + details if details else ''})."


@prose.register
def _(report: told.ContactWithdrawn) -> str:
    if report.hexes:
        return f"Contact {report.handle} is no longer in {listed(report.hexes)}."
    words = {"hex": "its hex", "mode": "its mode", "to": "its T/O level", "zone": "its zone"}
    what = listed([words.get(item, item) for item in report.items])
    return f"What was reported of contact {report.handle} no longer holds: {what}."


@prose.register
def _(report: told.EnemyRetreated) -> str:
    return f"Contact {report.handle} {'was displaced' if report.displaced else 'retreated'} to {listed(report.path)}."


@prose.register
def _(report: told.EnemyLost) -> str:
    if report.eliminated:
        return f"Contact {report.handle} has been eliminated."
    return f"Contact {report.handle} lost {counted(report.steps, 'T/O level')}."


@prose.register
def _(report: told.HexFoundEmpty) -> str:
    return f"No enemy was found in {report.hex}."


# ---- combats


@prose.register
def _(report: told.AttackDeclared) -> str:
    attack = report.attack
    chemical = " with persistent chemical shells" if attack.persistent else " with chemical shells"
    parts = [
        f"total {attack.total}",
        f"barrage of {counted(attack.barrage, 'CSP')}{chemical if attack.chemical else ''}",
        f"{counted(attack.ew_attacks, 'EW attack')} at superiority level {attack.superiority}",
        f"attacker's EW level {ew(attack.attacker_ew)}",
    ]
    return (
        f"Combat {attack.number}: {article(attack.type)} from {attack.origin} on {attack.target}; {', '.join(parts)}."
    )


@prose.register
def _(report: told.FireDeclared) -> str:
    fire = report.fire
    name = "counter-battery fire" if fire.kind == "counter-battery" else "interdiction"
    if not fire.csps:
        return f"Combat {fire.number}: {name} on {fire.target} comes to nothing."
    return f"Combat {fire.number}: {name} with {counted(fire.csps, 'CSP')} on {fire.target}."


@prose.register
def _(report: told.AttackTotalled) -> str:
    lines = ", ".join(f"{rule} {value:+d}" for rule, value in report.lines.items() if value)
    return f"Combat {report.number}: the attack of {report.unit} on {report.target} totals {report.total} ({lines})."


@prose.register
def _(report: told.SupportLost) -> str:
    return f"Combat {report.number}, on {report.target}: {listed(support_lost(report))}."


@prose.register
def _(report: told.QuestionPut) -> str:
    return f"Your answers are asked for in combat {report.number}."


@prose.register
def _(report: told.RetreatDue) -> str:
    if report.due is None:
        return "No retreat is due."
    verb = "is to be displaced" if report.due.kind == "displace" else "has to retreat"
    return f"{report.due.unit} {verb} by {counted(report.due.hexes_left, 'hex', 'hexes')}; choose where to."


@prose.register
def _(report: told.CombatResolved) -> str:
    what = f"Combat {report.number}, {article(report.type)} from {report.origin} on {report.target},"
    if report.outcome == "cancelled":
        return f"{what} was cancelled."
    outcome = {
        "no-contact": "found no enemy",
        "abort": "was aborted",
        "overrun": "overran the defender",
        "resolved": "has been fought",
    }[report.outcome]
    chemical = " with persistent chemical shells" if report.persistent else " with chemical shells"
    fire = f"Final Protective Fire of {counted(report.fire, 'CSP')}{chemical if report.chemical else ''}"
    details = [
        fire * bool(report.fire),
        f"the attacker is jammed at {ew(report.attacker_ew)}" * bool(report.attacker_ew),
        f"attacker's loss {counted(report.attacker_loss, 'T/O level')}" * (report.outcome in ("abort", "resolved")),
        f"attacker retreated to {listed(report.attacker_path)}" * bool(report.attacker_path),
        f"attacker holds {report.target}" * report.advanced,
        "attacker does not advance" * (report.type == "assault" and not report.advanced and report.outcome != "abort"),
        f"breakthrough in {report.breakthrough}" * (report.breakthrough is not None),
    ]
    said = "; ".join(detail for detail in details if detail)
    return f"{what} {outcome}{': ' + said if said else ''}."


@prose.register
def _(report: told.EngagedByUs) -> str:
    return f"Contact {report.handle} is Engaged by our attack."


@prose.register
def _(report: told.FireResolved) -> str:
    if not report.csps:
        return f"Combat {report.number}: the fire on {report.target} came to nothing."
    return f"Combat {report.number}: the fire of {counted(report.csps, 'CSP')} on {report.target} has been worked."


# ---- markers


@prose.register
def _(report: told.MarkerPlaced) -> str:
    words = marker(report.marker)
    return f"{words[0].upper()}{words[1:]} lies in {report.marker.hex}."


@prose.register
def _(report: told.MarkersRemoved) -> str:
    gone = listed([f"{marker(entry)} in {entry.hex}" for entry in report.markers])
    return f"Housekeeping removed EW and Engaged markers{f', and {gone}' if gone else ''}."


# ---- words


def said_of_unit(unit: Unit, changed: Iterable[str]) -> list[str]:
    """What is worth saying of the entries of an own unit that differ from its owner's belief."""
    entries = set(changed)
    if "spread" in entries:
        entries.add("hex")
    if "id" in entries:
        entries = {"hex", "mode", "to", "fatigue"}  # a unit that he did not have
    return [say(unit) for name, say in OF_UNIT.items() if name in entries]


OF_UNIT: Mapping[str, Callable[[Unit], str]] = {
    "hex": lambda u: f"stands in {listed(u.hexes)}" if u.hexes else "is off the map",
    "mode": lambda u: f"is in {u.mode} mode",
    "to": lambda u: f"is at T/O level {u.to}",
    "fatigue": lambda u: f"is at fatigue F{u.fatigue}",
    "level": lambda u: f"is at intelligence level {LEVELS[u.level]}",
    "ew": lambda u: f"is jammed at {ew(u.ew)}" if u.ew else "is jammed no longer",
    "ammo_low": lambda u: "is low on ammunition" if u.ammo_low else "has ammunition again",
    "suppressed": lambda u: "is suppressed" if u.suppressed else "is suppressed no longer",
    "engaged": lambda u: "is Engaged" if u.engaged else "is Engaged no longer",
    "stopped": lambda u: "is stopped for this phase" if u.stopped else "may move again",
    "forced": lambda u: "is to force march" if u.forced else "has ended its forced march",
    "parent": lambda u: f"is under {u.parent}",
    "assets": lambda u: f"holds {listed([f'{a.kind} {a.points}' for a in u.assets]) or 'no assets'}",
    "spent": lambda u: f"has spent {counted(u.spent, 'movement point')}",
}


def said_of_account(account: Account, changed: Iterable[str]) -> list[str]:
    """What is worth saying of the entries of the own account that differ from what was believed."""
    entries = set(changed)
    return [words for name, say in OF_ACCOUNT.items() if name in entries and (words := say(account))]


OF_ACCOUNT: Mapping[str, Callable[[Account], str]] = {
    "level": lambda a: f"operational intelligence level {a.level}",
    "sectors": lambda a: f"we search {sectors(a.sectors)}" if a.sectors else "we search no sector",
    "air": lambda a: f"{counted(a.air, 'air point')} for support",
    "ew_points": lambda a: counted(a.ew_points, "EW point"),
    "superiority": lambda a: f"EW superiority level {a.superiority}",
    "support_used": lambda a: f"CSPs used in support: {drawn(a.support_used)}",
    "counter_used": lambda a: f"CSPs used in counter-battery fire and interdiction: {drawn(a.counter_used)}",
    "chemical_uses": lambda a: f"chemical weapons used {counted(a.chemical_uses, 'time')}",
    "released": lambda a: "chemical weapons are released" if a.released else "chemical weapons are not released",
    "commander": lambda a: f"the division commander is with {a.commander}" if a.commander else "we have no commander",
    "commander_hit": lambda a: "the division commander is out of action" if a.commander_hit else "he is fit again",
    "commander_uses": lambda a: f"command used {counted(a.commander_uses, 'time')} in this phase",
}


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


def ordered(order: Order) -> str:
    """An order in a few words: its kind, whom it concerns, and where to."""
    if isinstance(order, Done):
        return "the step is closed"
    words = [order.kind.replace("-", " ")]
    for name, before in (("unit", ""), ("source", "from "), ("target", "on "), ("to", "to "), ("hex", "to ")):
        value = getattr(order, name, None)
        if isinstance(value, str) and value:
            words.append(f"{before}{value}")
    path = getattr(order, "path", ())
    if path:
        words.append(f"to {path[-1]}")
    return " ".join(words)


def listed(words: Iterable[str]) -> str:
    """Words in a row, with "and" before the last."""
    words = list(words)
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)


def sectors(names: Iterable[str]) -> str:
    names = list(names)
    return f"sector{'s' if len(names) > 1 else ''} {listed(names)}"


def counted(number: int, one: str, several: str = "") -> str:
    """A number with its noun, in the plural unless it is 1."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def drawn(used: Mapping[str, int]) -> str:
    return listed([f"{csps} from {source}" for source, csps in sorted(used.items())]) or "none"


def article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeio' else 'a'} {noun}" if noun else "an attack"


def ew(level: int) -> str:
    return f"EW{level}" if level else "none"


def marker(entry: Marker) -> str:
    if entry.kind == "interdiction":
        return f"an interdiction marker of {entry.side} with {counted(entry.strength, 'T/O marker')}"
    return f"a {'persistent gas' if entry.kind == 'gas' else entry.kind} marker of {entry.side}"
