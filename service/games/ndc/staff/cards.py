"""Result cards of the division's staff: each combat and each fire that was worked, as its reader was told of it.

They are written from the reports of the log's latest entries and from nothing else: what a unit was before is in no
report, and so on no card. Movements are in `moved`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from service.engine.cards import Card, Course, Loss, Weight, places_in
from service.engine.figures import plain
from service.engine.hexes import Hex
from service.engine.orders import Order
from service.engine.reports import LogEntry, OrdersAccepted, Report
from service.engine.sentences import (
    Said,
    Sentence,
    counted,
    joined,
    listing,
    paragraph,
    place,
    say,
    sentence,
)
from service.games.ndc.known import reports as told
from service.games.ndc.known.orders import GroundAttack
from service.games.ndc.known.picture import Picture
from service.games.ndc.printed.units import UnitId
from service.games.ndc.staff.combats import along, at_hex, on_its_way
from service.games.ndc.staff.fire_cards import levels, of_fire, unmarked
from service.games.ndc.staff.idle import Befell, Emptied, emptied, shortfall, struck, why_cancelled, why_nobody
from service.games.ndc.staff.moved import movements
from service.games.ndc.staff.prose import how_it_fell
from service.games.ndc.staff.shared import Fought, Staff, as_unknown, named, whose
from service.games.ndc.staff.why import Reckoned, between, reckoned_otherwise, sums, why

WORKED = (told.CombatResolved, told.FireResolved)


def weight(report: Report) -> Weight:
    """What the commander reads first, and what they may leave folded."""
    match report:
        case (
            told.MovementStopped() | told.OwnUnitGone() | told.EnemyLost() | told.EnemyRetreated() | told.SupportLost()
        ):
            return "grave"
        case told.AttackDeclared() | told.FireDeclared():
            return "grave"
        case told.UnitLocated(because="stop" | "contact" | "combat"):
            return "grave"
        case told.OwnUnitReported(unit=unit, changed=changed) if "ammo_low" in changed and unit.ammo_low:
            return "grave"
        case told.OwnUnitReported(changed=changed) if {"to", "hex", "spread", "id"}.isdisjoint(changed):
            return "slight"
        case told.ContactWithdrawn(items=items) if "hex" in items:
            return "usual"
        case told.MarkersRemoved() | told.ContactWithdrawn():
            return "slight"
    return "usual"


def cards(now: Picture, entries: Sequence[LogEntry]) -> tuple[Card, ...]:
    """The cards of what these entries tell, in the order in which it was told to its end."""
    found = (*fights(now, entries), *movements(now, entries))
    return tuple(sorted(found, key=lambda card: card.number))


def fights(now: Picture, entries: Sequence[LogEntry]) -> Iterator[Card]:
    """A card for each combat and fire that was worked. In logs of before it is not kept what belongs to one."""
    together: dict[object, list[LogEntry]] = {}
    for one in entries:
        if one.occasion is not None and one.occasion.kind == told.COMBAT:
            together.setdefault(one.occasion, []).append(one)
    for of_one in together.values():
        result = next((one for one in of_one if isinstance(one.report, WORKED)), None)
        if result is not None:
            of_one += around(entries, of_one, result)
            of_one.sort(key=lambda one: one.number)
            before = Before(
                struck(entries, result), emptied(entries, of_one, result), barrage(entries, of_one, result),
                tuple(one.report for one in entries if one.letter and one.letter == result.letter),
            )  # fmt: skip
            yield fight(now, of_one, before)


def around(entries: Sequence[LogEntry], of_one: Sequence[LogEntry], result: LogEntry) -> Iterator[LogEntry]:
    """What belongs to a combat and is told on no occasion: the reader's answers, and how the attacker stands after."""
    puts = (told.QuestionPut, told.RetreatDue)
    asked = next((one.number for one in of_one if isinstance(one.report, puts)), result.number)
    attackers = {one.report.unit for one in of_one if isinstance(one.report, told.AttackTotalled)}
    for one in entries:
        match one.report:
            case OrdersAccepted() if asked < one.number < result.number:
                yield one
            case told.OwnUnitReported(unit=unit) if unit.id in attackers and one.letter and one.letter == result.letter:
                yield one
            case told.OwnUnitGone(unit=gone) if gone in attackers and one.letter and one.letter == result.letter:
                yield one


def barrage(entries: Sequence[LogEntry], of_one: Sequence[LogEntry], result: LogEntry) -> int | None:
    """The CSPs of the attack: as it was declared, or as its own side ordered it and could give it; else None."""
    given: int | None = None
    for one in of_one:
        match one.report:
            case told.AttackDeclared(attack=attack):
                return attack.barrage
            case told.SupportLost(csps=csps):
                return csps
            case told.AttackTotalled(unit=unit, target=target):
                for other in entries:
                    if isinstance(other.report, OrdersAccepted) and other.number < result.number:
                        given = next((found for order in other.report.orders
                                      if (found := fired(order, unit, target)) is not None), given)  # fmt: skip
    return given


def fired(order: Order, unit: UnitId, target: Hex) -> int | None:
    """The CSPs of an order that declares this attack; None for another order."""
    if isinstance(order, GroundAttack) and (order.unit, order.target) == (unit, target):
        return order.barrage
    return None


@dataclass(frozen=True)
class Before:
    """What came before a combat and is told beside it: what kept its attacker from it, the combat by which its hex had
    been left, and the CSPs of its barrage, each as far as it is known; and all else that the same letter tells."""

    struck: Befell | None = None
    emptied: Emptied | None = None
    barrage: int | None = None
    letter: tuple[Report, ...] = ()


def fight(now: Picture, entries: Sequence[LogEntry], before: Before) -> Card:
    """The card of one combat or fire."""
    staff = Staff(as_unknown(now), now, [one.telling for one in entries])
    [one] = staff.fought
    assert one.resolved is not None
    numbers = tuple(entry.number for entry in entries if not isinstance(entry.report, OrdersAccepted))
    if isinstance(one.resolved, told.FireResolved):
        card = of_fire(staff, one, one.resolved, numbers)
    else:
        because: Sentence = ()
        if one.resolved.outcome == "cancelled":
            because = why_cancelled(staff, one, one.resolved, before.struck)
        elif one.resolved.outcome == "no-contact":
            because = why_nobody(staff, one, before.emptied)
        card = of_combat(Reckoned(staff, one, one.resolved, before.barrage), numbers, because)
    short = [shortfall(staff, lost, before.letter) for lost in staff.all(told.SupportLost)]
    card = replace(card, text=paragraph((card.text, *map(sentence, short))) if short else card.text)
    lost, went = tuple(losses(staff, one)), tuple(moved_in(staff, one))
    courses = (*card.courses, *went)
    # Where an own unit was attacked it weighs more than that the enemy has come to where nobody is and nothing counts.
    idle = one.ours is False and one.defended is None and one.target not in {it.hex for it in now.rules.objectives}
    return replace(
        card, courses=courses, losses=lost, places=places_in(courses=courses),
        weight="grave" if lost or one.defended is not None or (went and not idle) else card.weight,
    )  # fmt: skip


# ---- ground combats


def of_combat(reckoned: Reckoned, numbers: tuple[int, ...], struck: Sentence = ()) -> Card:
    """The card of a combat; `struck` says why it was cancelled, or found nobody, where that is known."""
    staff, one, resolved = reckoned.staff, reckoned.one, reckoned.resolved
    title = say(
        f"{whose(one)} {resolved.type or 'attack'} on ", staff.place(one.target), " from ", place(resolved.origin)
    )
    otherwise = reckoned_otherwise(reckoned)
    fought = () if struck else at_hex(staff, [one])
    text = paragraph((*fought, *causes(staff, one, resolved), *([sentence(otherwise)] if otherwise else [])))
    came, because = sentence(joined(": ", filter(None, (outcome(staff, one, resolved), struck)))), why(reckoned)
    return Card(
        kind=told.COMBAT,
        entries=numbers,
        title=title,
        brief=paragraph((came, *in_short(reckoned))),
        outcome=paragraph((came, *([sentence(because)] if because else []))),
        text=unmarked(text),
        sums=tuple(sums(reckoned)),
        courses=(Course(does="attack", own=bool(one.ours), way=(resolved.origin, resolved.target)),),
    )


def in_short(reckoned: Reckoned) -> Iterator[Sentence]:
    """Why it came so in a few words: the total and the differential that it made; nothing where they are not known."""
    least, most = reckoned.range
    is_fought = reckoned.resolved.outcome not in ("cancelled", "no-contact")
    if is_fought and reckoned.total is not None and (least, most) != (None, None):
        whose_total = f"{'our' if reckoned.one.ours else 'their'} total of {plain(reckoned.total)}"
        yield sentence(f"{whose_total} made a differential of {between(least, most)}")


def outcome(staff: Staff, one: Fought, resolved: told.CombatResolved) -> Sentence:
    """In few words: who holds the hex, who went back."""
    we, they = {True: ("we", "the enemy"), False: ("the enemy", "we"), None: ("the attacker", "the defender")}[one.ours]
    plainly = {"cancelled": "it was cancelled", "no-contact": f"nobody{' of ours' * (one.ours is False)} was there",
               "abort": "it was aborted",
               "overrun": f"{they} {'were' if they == 'we' else 'was'} overrun"}  # fmt: skip
    holds: Said = ""
    if resolved.advanced:
        holds = say(f"{we} {'hold' if we == 'we' else 'holds'} ", staff.at(resolved.target))
    elif resolved.attacker_path:
        holds = say(f"{we} fell back ", along(staff, resolved.attacker_path))
    elif resolved.type == "assault" and resolved.outcome == "resolved":
        holds = f"{we} did not advance"
    elif resolved.type == "probe" and resolved.outcome == "resolved":
        holds = "the probe was fought out, and a probe never takes the hex"
    back = () if one.ours else say_back(staff, one)
    through = "a breakthrough" if resolved.breakthrough is not None else ""
    return joined("; ", filter(None, (plainly.get(resolved.outcome, ""), holds, back, through))) or say(
        "it was fought out"
    )


def say_back(staff: Staff, one: Fought) -> Sentence:
    """Where own units went that had to leave the hex: we fell back to 1409."""
    gone = {report.unit for report in one.gone}
    ends = dict.fromkeys(way.hexes[-1] for unit, way in one.ways.items() if unit not in gone)
    return say("we fell back to ", listing(map(staff.at, ends))) if ends else ()


def causes(staff: Staff, one: Fought, resolved: told.CombatResolved) -> Iterator[Sentence]:
    """Why it came so, as far as the rules let the reader know: a retreat by the result, an attacker who was jammed."""
    due = one.due
    if due is not None:
        far, unit = counted(due.hexes_left, "hex", "hexes"), staff.own(due.unit)
        if due.hex == one.target:
            yield sentence("the result called for a retreat of ", unit, f" by {far}")
        else:  # where one way alone is open it is gone unasked
            yield sentence(
                "the result drove ", unit, " to ", staff.at(due.hex), f", the only way open, and {far} further"
            )
    elif one.ours is False and one.ways:
        yield sentence("nobody was asked which way to fall back, as only one was open")
    if resolved.outcome == "no-contact" and resolved.advanced and one.ours:
        yield sentence("we hold ", staff.at(resolved.target))
    if resolved.attacker_path and resolved.outcome == "resolved":
        yield sentence("by falling back a probe saves T/O levels")
    if one.ours and resolved.attacker_ew:
        yield sentence(f"EW{resolved.attacker_ew} on our unit counted against the attack")
    if one.attack is not None and one.attack.ew_attacks and one.defended and not one.defended.lines.get("NDC-DFM-11"):
        many = one.attack.ew_attacks
        yield sentence(f"their {counted(many, 'EW attack')} did not jam our unit")
    yield from what_it_means(staff, resolved)


def what_it_means(staff: Staff, resolved: told.CombatResolved) -> Iterator[Sentence]:
    """What the rules make of the result, for whoever does not know them."""
    crt, retreat = staff.after.tables.crt, staff.after.tables.retreat
    if resolved.outcome == "abort":
        far = counted(retreat.abort_hexes, "hex", "hexes")
        yield sentence(
            "an attack is aborted where differential and roll are so low that it breaks off before it begins: its unit "
            f"loses {levels(crt.abort_attacker_loss)} and falls back {far}, the defender loses nothing"
        )
    if resolved.outcome == "overrun":
        far = counted(crt.overrun_retreat, "hex", "hexes")
        yield sentence(
            f"whoever is overrun loses {levels(crt.overrun_defender_loss)} and falls back {far}; the attacker loses "
            "nothing, and may move and attack again"
        )
    if resolved.breakthrough is not None:
        yield sentence("after a breakthrough the attacker may move and attack again")


# ---- what it cost, and who went where


def losses(staff: Staff, one: Fought) -> Iterator[Loss]:
    """What each side is known to have lost in it; of an own unit what it has left."""
    ended = any(isinstance(report, told.EnemyLost) and report.eliminated for report in one.enemy)
    fell = bool(staff.gone) if one.ours else ended
    if isinstance(one.resolved, told.CombatResolved) and one.resolved.attacker_loss and not fell:
        yield Loss(own=bool(one.ours), who=attacker(staff, one), what=say(f"lost {levels(one.resolved.attacker_loss)}"))
    gone = {report.unit: report for report in (*one.gone, *staff.gone)}
    for id, end in gone.items():
        yield Loss(own=True, who=named(staff.own(id)), what=say("eliminated", how_it_fell(end)), whole=True)
    down: dict[UnitId, int] = {own.unit.id: own.unit.to for own in one.own if "to" in own.changed}
    for unit, left in down.items():
        if unit not in gone:
            yield Loss(own=True, who=named(staff.own(unit)), what=say(what_is_left(staff, one, unit, left)))
    for report in one.enemy:
        if isinstance(report, told.EnemyLost):
            what = "eliminated" if report.eliminated else f"lost {levels(report.steps)}"
            yield Loss(own=False, who=named(staff.contact(report.handle)), what=say(what), whole=report.eliminated)


def what_is_left(staff: Staff, one: Fought, unit: UnitId, left: int) -> str:
    """How much an own unit has lost in the fight and on its way back, where the fight's own line tells what it had."""
    had = had_before(staff, one, unit)
    if had is None or had <= left:
        return f"down to T/O level {left}{on_its_way(one, unit)}"
    lost, way = had - left, one.ways.get(unit)
    paid = way.paid if way is not None else 0
    back = "" if not paid else " on the way back" if paid >= lost else f", {paid} of them on the way back"
    return f"lost {levels(lost)}{back}, {left} left"


def had_before(staff: Staff, one: Fought, unit: UnitId) -> int | None:
    """The T/O level with which an own unit went into the defence, by its line; None where no line tells it."""
    if one.defended is None or one.defended.unit != unit:
        return None
    line, tables = one.defended.lines.get("NDC-DFM-04"), staff.after.tables
    found = [to for to in range(1, len(tables.to_levels) + 1) if tables.modifier("NDC-DFM-04", to) == line]
    return found[0] if len(found) == 1 else None


def attacker(staff: Staff, one: Fought) -> Sentence:
    """Who attacked, as far as the reader can name them."""
    if one.totalled is not None:
        return named(staff.own(one.totalled.unit))
    shown = [report.handle for report in one.where if report.hexes]
    return named(staff.contact(shown[-1])) if shown else say("Our attacker" if one.ours else "The attacker")


def moved_in(staff: Staff, one: Fought) -> Iterator[Course]:
    """Advances and retreats, each from the hex where it began."""
    resolved, target = one.resolved, one.target
    if isinstance(resolved, told.CombatResolved):
        if resolved.advanced:
            yield Course(does="move", own=bool(one.ours), way=(resolved.origin, target))
        elif resolved.attacker_path:
            yield Course(does="retreat", own=bool(one.ours), way=(resolved.origin, *resolved.attacker_path))
    for way in one.ways.values():
        yield Course(does="retreat", own=True, way=(target, *way.hexes))
    for report in one.enemy:
        if isinstance(report, told.EnemyRetreated) and one.ours:
            yield Course(does="retreat", own=False, way=(target, *report.path))
    if one.gone or any(isinstance(report, told.EnemyLost) and report.eliminated for report in one.enemy):
        yield Course(does="lost", own=bool(one.gone), way=(target,))
