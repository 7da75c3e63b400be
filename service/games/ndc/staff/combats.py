"""The combats of a situation report, place by place, those that are declared, and fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.bills import itemised
from service.engine.figures import plain
from service.engine.hexes import Hex
from service.engine.reports import Telling
from service.engine.sentences import (
    Said,
    Sentence,
    article,
    contact,
    counted,
    joined,
    listed,
    listing,
    paragraph,
    say,
    sentence,
    spelled,
)
from service.engine.situations import Paragraph
from service.games.ndc.known import reports as told
from service.games.ndc.known.bills import bill_of
from service.games.ndc.known.picture import Attack
from service.games.ndc.printed.units import UnitId
from service.games.ndc.staff.idle import reason
from service.games.ndc.staff.prose import how_it_fell
from service.games.ndc.staff.shared import Fought, Staff, changes, state_words

# ---- combats that were fought


def combats(staff: Staff) -> Iterator[Paragraph]:
    """A paragraph for each hex that was fought for, with all that was fought there."""
    there: dict[Hex, list[Fought]] = {}
    for one in staff.fought:
        if isinstance(one.resolved, told.CombatResolved):
            there.setdefault(one.target, []).append(one)
    for hex, fights in there.items():
        yield Paragraph(title=say("At ", staff.place(hex)), text=paragraph(at_hex(staff, fights)))


def at_hex(staff: Staff, fights: Sequence[Fought]) -> Iterator[Sentence]:
    """The combats for one hex in their order; those that found nobody there, or were cancelled, at the end together."""
    idle: dict[str, list[Fought]] = {"no-contact": [], "cancelled": []}
    fought = False
    for one in fights:
        assert isinstance(one.resolved, told.CombatResolved)
        if one.resolved.outcome in idle:
            idle[one.resolved.outcome].append(one)
            continue
        yield from of_combat(staff, one, one.resolved, first=not fought)
        fought = True
    for outcome in idle:
        known = [(one, why) for one in idle[outcome] if (why := reason(staff, one))]
        for one, why in known:
            yield sentence(attack_of(staff, one), f" {CAME_TO[outcome]}: ", why)
        idle[outcome] = [one for one in idle[outcome] if one not in [it for it, _ in known]]
        ours = [attack_named(staff, one) for one in idle[outcome] if one.totalled is not None]
        if ours:
            yield sentence(listing(ours), f" {came_to_nothing(outcome, len(ours))}")
        for whose, who in (("our", True), ("the enemy's", False), ("the", None)):
            rest = [one for one in idle[outcome] if one.totalled is None and one.ours is who]
            yield from idle_attacks(staff, whose, rest, outcome)


CAME_TO = {"no-contact": "found nobody there", "cancelled": "was cancelled"}


def attack_of(staff: Staff, one: Fought) -> Sentence:
    """Whose attack from where: the assault of the 1st Tank Battalion from 0709, the enemy's probe from 1608."""
    if one.totalled is not None:
        return attack_named(staff, one)
    assert isinstance(one.resolved, told.CombatResolved)
    whose = {True: "our", False: "the enemy's", None: "the"}[one.ours]
    return say(f"{whose} {one.resolved.type or 'attack'} from ", staff.at(one.resolved.origin))


def came_to_nothing(outcome: str, many: int) -> str:
    """What came of attacks that were not fought; of one that is cancelled the rule says why (NDC-ZOC-05)."""
    if outcome == "no-contact":
        return "found nobody there"
    if many == 1:
        return "was cancelled, as its unit was not there when its turn came"
    return "were cancelled, as their units were not there when their turn came"


def idle_attacks(staff: Staff, whose: str, fights: Sequence[Fought], outcome: str) -> Iterator[Sentence]:
    """Attacks of which no total was told, as theirs, or our own that were struck before they were reckoned."""
    attacks = [one.resolved for one in fights if isinstance(one.resolved, told.CombatResolved)]
    if attacks:
        kinds = {attack.type or "attack" for attack in attacks}
        kind = kinds.pop() if len(kinds) == 1 else "attack"
        origins = staff.hexes(attack.origin for attack in attacks)
        many = len(attacks)
        yield sentence(f"{whose} {kind}{'s' if many > 1 else ''} from ", origins, f" {came_to_nothing(outcome, many)}")


def attack_named(staff: Staff, one: Fought) -> Sentence:
    """the assault of the 1st Tank Battalion from 0709."""
    assert isinstance(one.resolved, told.CombatResolved) and one.totalled is not None
    who, where = staff.own(one.totalled.unit), staff.at(one.resolved.origin)
    return say(f"the {one.resolved.type or 'attack'} of ", who, " from ", where, reckoned(staff, one))


ATTACKED = {"assault": "assaulted", "probe": "probed"}


def of_combat(staff: Staff, one: Fought, resolved: told.CombatResolved, *, first: bool) -> Iterator[Sentence]:
    """One combat: who attacked from where and with what, what answered, what became of both."""
    side = {True: "we", False: "the enemy", None: "the attacker"}[one.ours]
    who = staff.own(one.totalled.unit) if one.totalled else side
    defends = first and one.ours is False
    held = [staff.own(unit) for unit in staff.held(one)] if defends else []
    met = [staff.contact(handle) for handle in fought_there(one)] if one.ours else []
    whom = say(" ", listing(held or met) if held or met else staff.at(one.target))
    verb = ATTACKED.get(resolved.type, "attacked")
    words: list[Said] = ["" if first else "then ", who, f" {verb}", *whom, " from ", staff.at(resolved.origin)]
    if one.totalled is not None:
        words += [f" with a total of {plain(one.totalled.total)}", reckoned(staff, one)]
    elif one.attack is not None:
        words.append(f" with a total of {plain(one.attack.total)}")
        words.append(f" behind a barrage of {counted(one.attack.barrage, 'CSP')}" if one.attack.barrage else "")
    yield sentence(*words)
    if resolved.outcome in ("abort", "overrun"):
        ended = {"abort": "the attack was aborted", "overrun": "the defender was overrun"}
        yield sentence(ended[resolved.outcome])
    yield from support(one, resolved)
    yield from defender(staff, one)
    yield from attacker(staff, one, resolved)


def fought_there(one: Fought) -> Sequence[str]:
    """The contact that an own attack met, as it was told of it."""
    told_of = [getattr(report, "handle", "") for report in one.enemy]
    return [*filter(None, told_of)][:1]


def reckoned(staff: Staff, one: Fought) -> Said:
    """The note that breaks an own total down."""
    if one.totalled is None:
        return ""
    bill = bill_of(one.totalled.lines, staff.after.tables)
    return staff.notes.mark(f"Total of {plain(one.totalled.total)}: ", itemised(bill), ".")


def support(one: Fought, resolved: told.CombatResolved) -> Iterator[Sentence]:
    """What the defence put in, and whether the commander made a difference."""
    shells = " with persistent chemical shells" if resolved.persistent else " with chemical shells"
    fire = f"final protective fire of {counted(resolved.fire, 'CSP')}{shells if resolved.chemical else ''}"
    attacks = one.jamming
    level = f"EW{resolved.attacker_ew}" if resolved.attacker_ew else "no EW level"
    jamming = f"{counted(attacks, 'EW attack')} that {'leave' if attacks > 1 else 'leaves'} the attacker at {level}"
    said = [words for words, used in ((fire, resolved.fire), (jamming, attacks)) if used]
    if said:
        yield sentence(f"{'we' if one.ours is False else 'the defence'} answered with {listed(said)}")
    if one.command:
        effect = "without effect" if one.command == "none" else f"with the result {one.command}"
        yield sentence(f"our division commander led, {effect}")


def attacker(staff: Staff, one: Fought, resolved: told.CombatResolved) -> Iterator[Sentence]:
    """Their loss and where they ended; of ours also how it stands now."""
    lost = f"lost {counted(resolved.attacker_loss, 'T/O level')}" if resolved.attacker_loss else "lost nothing"
    end: Said = ""
    if resolved.attacker_path:
        end = say(" and fell back ", along(staff, resolved.attacker_path))
    elif resolved.advanced:
        end = say(f" and {'hold' if one.ours else 'holds'} ", staff.at(resolved.target))
    elif resolved.type == "assault" and resolved.outcome != "abort":
        end = " and did not advance"
    shown = [report for report in one.where if report.hexes]
    known = (" (", contact(shown[-1].handle), ")") if shown else ()
    yield sentence("we" if one.ours else say("the attacker", *known), f" {lost}", end)
    if resolved.breakthrough is not None:
        yield sentence("there is a breakthrough in ", staff.at(resolved.breakthrough))
    for report in one.enemy:
        if isinstance(report, told.EnemyLost) and not one.ours and report.eliminated:
            yield sentence(staff.contact(report.handle), " has been eliminated")
    if one.totalled is not None and staff.attackers.get(one.totalled.unit) is one:
        unit, changed = staff.own_units.get(one.totalled.unit, (None, set()))
        words = list(state_words(staff, unit, changed)) if unit is not None else []
        if words:
            yield sentence(staff.own(one.totalled.unit), " is ", listing(words))


def defender(staff: Staff, one: Fought) -> Iterator[Sentence]:
    """Our own who stood there, or what is known of theirs."""
    for report in one.gone:
        yield sentence(staff.own(report.unit), " has been eliminated", how_it_fell(report))
    ways = one.ways
    lost = {report.unit for report in one.gone}
    for id, (unit, changed) in changes(iter(one.own)).items():
        if id in lost:
            continue
        was = staff.before.own.get(id)
        words: list[Said] = [
            say("fell back ", along(staff, ways[id].hexes)) if id in ways else "",
            f"is down to T/O level {unit.to}{on_its_way(one, id)}"
            if "to" in changed and (was is None or unit.to < was.to)
            else "",
            f"is jammed at EW{unit.ew}" if "ew" in changed and unit.ew else "",
            "is Engaged" if "engaged" in changed and unit.engaged else "",
            "is suppressed" if "suppressed" in changed and unit.suppressed else "",
        ]
        said = listing(filter(None, words))
        if said:
            yield sentence(staff.own(id), " ", said)
    if one.ours or isinstance(one.resolved, told.FireResolved):
        yield from his_defender(staff, one)


def on_its_way(one: Fought, unit: UnitId) -> str:
    """Of what an own unit has lost, how much after the fight itself: in enemy control, or by a marker."""
    way = one.ways.get(unit)
    return f" ({counted(way.paid, 'level')} lost on the way back)" if way is not None and way.paid else ""


def his_defender(staff: Staff, one: Fought) -> Iterator[Sentence]:
    """The enemy whom we attacked, each with all that is told of them."""
    said: dict[str, list[Said]] = {}
    taken = isinstance(one.resolved, told.CombatResolved) and one.resolved.advanced
    for report in one.enemy:
        match report:
            case told.EnemyRetreated():
                verb = "was displaced" if report.displaced else "fell back"
                said.setdefault(report.handle, []).append(say(f"{verb} ", along(staff, report.path)))
            case told.EnemyLost():
                words = "has been eliminated" if report.eliminated else f"lost {counted(report.steps, 'T/O level')}"
                said.setdefault(report.handle, []).append(words)
            case told.EngagedByUs() if not taken:
                said.setdefault(report.handle, []).append("is Engaged")
            case told.UnitLocated():
                where, verb = staff.hexes(report.hexes), "was" if taken else "stands"
                said.setdefault(report.handle, []).append(say(f"{verb} in ", where) if where else "has shown itself")
            case _:
                pass
    named = fought_there(one) if isinstance(one.resolved, told.CombatResolved) else ()
    for handle, story in said.items():
        yield sentence(contact(handle) if handle in named else staff.contact(handle), " ", listing(story))


def along(staff: Staff, path: tuple[Hex, ...]) -> Sentence:
    """through 1509 to 1409."""
    if len(path) == 1:
        return say("to ", staff.at(path[0]))
    return say("through ", staff.hexes(path[:-1]), " to ", staff.at(path[-1]))


# ---- what is declared


def declared(staff: Staff) -> Iterator[Paragraph]:
    """The attacks that wait for an answer, by the hex that they are on."""
    there: dict[Hex, list[Attack]] = {}
    for report in staff.all(told.AttackDeclared):
        there.setdefault(report.attack.target, []).append(report.attack)
    for hex, attacks in there.items():
        held = [staff.own(unit.id) for unit in staff.after.own_at(hex)]
        kinds = listed(
            article(kind) if n == 1 else f"{spelled(n)} {kind}s"
            for kind in dict.fromkeys(attack.type for attack in attacks)
            if (n := sum(attack.type == kind for attack in attacks))
        )
        whom = listing(held) if held else "the hex, where we have no unit"
        *ways, last = [one_attack(staff, attack) for attack in attacks]
        how = say(": ", joined("; ", ways), "; and ", last) if ways else say(", ", last)
        text = sentence(f"the enemy declares {kinds} on ", whom, how)
        yield Paragraph(title=say("Declared on ", staff.place(hex)), text=text)


def one_attack(staff: Staff, attack: Attack) -> Sentence:
    shells = " of persistent chemical shells" if attack.persistent else " of chemical shells"
    barrage = f"a barrage{shells if attack.chemical else ''} of {counted(attack.barrage, 'CSP')}"
    jamming = f"{counted(attack.ew_attacks, 'EW attack')} at superiority level {attack.superiority}"
    used = [words for words, spent in ((barrage, attack.barrage), (jamming, attack.ew_attacks)) if spent]
    jammed = f", jammed at EW{attack.attacker_ew}," if attack.attacker_ew else ""
    return say(
        "from ", staff.at(attack.origin), f"{jammed} with {listed([f'a total of {plain(attack.total)}', *used])}"
    )


# ---- fire


def fires(staff: Staff) -> Iterator[Paragraph]:
    """Interdiction and counter-battery fire, ours and theirs, those of one strength together."""
    yield Paragraph(title=say("Fire"), text=paragraph((*interdictions(staff), *batteries(staff))))


def interdictions(staff: Staff) -> Iterator[Sentence]:
    """Markers say where an interdiction lies; that it has been worked says nothing more to whoever was told of it."""
    laid: dict[tuple[str, str, int, int], list[Hex]] = {}
    for one in staff.tellings:
        if isinstance(one.report, told.MarkerPlaced):
            mark = one.report.marker
            laid.setdefault((mark.kind, mark.side, mark.strength, of_fire(staff, one)), []).append(mark.hex)
    for (kind, side, strength, spent), hexes in laid.items():
        ours, each = side == staff.after.side, " each" if len(hexes) > 1 else ""
        where = staff.hexes(hexes)
        if kind == "interdiction":
            by = f" with {counted(spent, 'CSP')}{each}" if spent else ""
            verb = "we interdict" if ours else "the enemy interdicts"
            yield sentence(f"{verb} ", where, f"{by}, to {counted(strength, 'T/O marker')}{each}")
        else:
            what = "persistent gas" if kind == "gas" else kind
            whose = "our" if ours else "the enemy's"
            yield sentence(f"{whose} {what} {'markers lie' if each else 'marker lies'} in ", where)


def of_fire(staff: Staff, laid: Telling) -> int:
    """The CSPs of the fire that laid a marker, as far as its reader was told; 0 where no fire did, or that is all."""
    fire = staff.combats.get(laid.occasion) if laid.occasion is not None else None
    if fire is None:
        return 0
    return fire.resolved.csps if isinstance(fire.resolved, told.FireResolved) else fire.fire.csps if fire.fire else 0


def batteries(staff: Staff) -> Iterator[Sentence]:
    """Counter-battery fire: declared, or worked, with what it is known to have done."""
    for report in staff.all(told.FireDeclared):
        if report.fire.kind == "counter-battery" and report.fire.csps:
            fire = report.fire
            size = counted(fire.csps, "CSP")
            yield sentence(f"the enemy declares counter-battery fire of {size} on ", staff.at(fire.target))
    for one in staff.fought:
        known = not one.interdiction if one.ours else one.fire is not None and one.fire.kind == "counter-battery"
        if isinstance(one.resolved, told.FireResolved) and one.resolved.csps and known:
            whose = "our" if one.ours else "the enemy's"
            size = counted(one.resolved.csps, "CSP")
            yield sentence(f"{whose} counter-battery fire of {size} has fallen on ", staff.at(one.target))
            yield from defender(staff, one)
