"""Why a unit has to fall back, told before its owner chooses where to: what they know of the fight by then.

That is the attack as it was declared, their own lines, and their answer to it. How the attacking unit was jammed, and
what the roll was, is not among it (NDC-RES-06, NDC-RES-07): the one is a range until the result, the other is told to
nobody.
"""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.bills import Bill, Term
from service.engine.facts import Fact
from service.engine.sentences import Said, Sentence, counted, joined, place, say
from service.games.ndc.known.answering import declared_against
from service.games.ndc.known.bills import bill_of
from service.games.ndc.known.chances import LEVELS, jamming, support
from service.games.ndc.known.picture import Attack, Fire, MustRetreat, Picture
from service.games.ndc.staff.why import DEFENDERS, against, between


def combat_worked(picture: Picture) -> Attack | Fire | None:
    """The combat of the enemy that is being worked, as it was declared."""
    return next((one for one in declared_against(picture) if picture.item == str(one.number)), None)


def of_fire(fire: Attack | Fire | None) -> Sentence:
    """By how much fire a unit is displaced, and where it fell."""
    if not isinstance(fire, Fire):
        return say("fire")
    return say(f"fire of {counted(fire.csps, 'CSP')} on ", place(fire.target))


def why_it_was_lost(due: MustRetreat, attack: Attack | Fire | None, picture: Picture) -> Iterator[Fact]:
    """The sum of the fight, line by line, in the order of its rules; nothing where it is not known."""
    bill = reckoned(picture, due, attack) if isinstance(attack, Attack) else None
    if bill is not None and isinstance(attack, Attack):
        lines = [say(called(due, attack, line), f" ({line.figure})") for line in bill.lines]
        came = f"differential {between(bill.total, bill.most)}, and the roll drove you out: "
        yield Fact.of("Why", came, joined(", ", lines))


def reckoned(picture: Picture, due: MustRetreat, attack: Attack) -> Bill | None:
    """The differential as its defender knows it, with what dice decide as ranges; None where that is not all of it.

    Older matches were told no lines; what the enemy's chemical shells add is counted elsewhere.
    """
    if not due.lines or attack.chemical:
        return None
    tables = picture.tables
    declared = Term(name=say("their total"), value=attack.total, rule="NDC-GCD-11")
    better = picture.account.superiority - attack.superiority
    dice = {
        "NDC-DFM-10": jamming(tables, "NDC-DFM-10", due.ew, attack.attacker_ew, better),
        "NDC-DFM-16": support(tables, attack.barrage - due.fire, LEVELS),
    }
    by_dice = [
        Term(name=(), rule=rule, value=found[0][0], most=found[-1][0] if len(found) > 1 else None)
        for rule, found in dice.items()
        if any(value for value, _ in found) or (rule == "NDC-DFM-16" and (attack.barrage or due.fire))
    ]
    own = bill_of(due.lines, tables).that_counts.lines
    return Bill((declared, *sorted((*own, *by_dice), key=lambda line: line.rule)))


def called(due: MustRetreat, attack: Attack, line: Term) -> Said:
    """What a line is called to whoever was driven back."""
    match line.rule:
        case "NDC-GCD-11":
            return "their total"
        case "NDC-DFM-03":
            return "the ground"
        case "NDC-DFM-10":
            return "your jamming of their unit"
        case "NDC-DFM-16":
            return against(attack.barrage, due.fire, ours=False).replace("our ", "your ")
    return DEFENDERS[line.rule].replace("our ", "your ") if line.rule in DEFENDERS else line.name
