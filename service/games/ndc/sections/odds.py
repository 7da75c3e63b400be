"""What a combat adds up to, as far as a side knows before it sends, by its picture alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from service.engine.bills import Bill, Term
from service.engine.figures import signed
from service.engine.hexes import Hex
from service.engine.odds import Odds
from service.engine.orders import Order
from service.engine.sentences import Sentence, say
from service.games.ndc.known.answering import defending
from service.games.ndc.known.bills import Circumstances, CommanderResult, attacker_bill, bill_of, resolver_bill
from service.games.ndc.known.picture import Attack, Contact, Picture
from service.games.ndc.known.points import commander_serves
from service.games.ndc.printed.tables import Tables
from service.games.ndc.printed.units import Unit
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.defence import Defend, asked_about

SUPPOSED = (-5, -10, 0)
"""What the lines that an attacker does not know may come to; a fresh battalion that defends has about -10."""

HIGH_IS_THEIRS = say("The higher the differential, the better for the attacker.")
THEIRS = "the enemy's own, which nobody is told"


# ---- what a combat adds up to


def odds(picture: Picture, order: Order) -> Odds | None:
    """The lines of a ground combat as far as the one who orders knows them; nothing for other orders."""
    if isinstance(order, DeclareGroundCombat):
        return odds_of_attack(picture, order)
    attack = asked_about(picture)
    return odds_of_defence(picture, order, attack) if isinstance(order, Defend) and attack is not None else None


def odds_of_attack(picture: Picture, order: DeclareGroundCombat) -> Odds | None:
    """NDC-GCD-11: the attacker's total, and of the resolver's lines those that the map and reports tell."""
    unit = picture.own.get(order.unit)
    if unit is None or unit.hex is None or order.target not in picture.rules.board.grid:
        return None
    bill = attacker_bill(picture.own, unit, order.target, picture.weather, picture.rules)
    known = known_of_defender(picture, unit, order)
    told = any(line.rule == "NDC-DFM-04" for line in known.lines)
    later = [
        *(commander(picture, unit, "NDC-ATM-10", "NDC-ATM-11") if order.command else ()),
        pending(picture.tables, "NDC-DFM-01", THEIRS),
        *(() if told else (pending(picture.tables, "NDC-DFM-04", THEIRS),)),
        *((pending(picture.tables, "NDC-DFM-11", "by your EW attacks, a die for each"),) if order.ew else ()),
        pending(picture.tables, "NDC-DFM-16", f"by your {order.barrage} CSPs less the enemy's fire, and a die"),
        Term(
            name=say("the enemy's level, neighbours, fatigue, command and leaders"),
            value=None,
            rule="NDC-DFM-17",
            why=THEIRS,
        ),
    ]
    whole = (bill + known).that_counts + Bill(tuple(later))
    return Odds(
        figure="Your total",
        value=bill.total,
        bill=whole,
        outlook=tuple(
            prospect(picture.tables, whole.total + rest, rest, probe=order.type == "probe") for rest in SUPPOSED
        ),
    )


def known_of_defender(picture: Picture, unit: Unit, order: DeclareGroundCombat) -> Bill:
    """Of the resolver's lines those that the attacker can reckon: the ground, their own jamming, a T/O level told."""
    tables = picture.tables
    known = {
        "NDC-DFM-03": picture.rules.board.defence_effect(tables, order.target),
        "NDC-DFM-10": tables.modifier("NDC-DFM-10", unit.ew),
    }
    if order.chemical:
        known["NDC-DFM-08"] = tables.modifier("NDC-DFM-08", picture.side, use=picture.account.chemical_uses + 1)
    there = contact_in(picture, order.target)
    if there is not None and there.to is not None:
        known["NDC-DFM-04"] = tables.modifier("NDC-DFM-04", there.to)
    return bill_of(known, tables)


def contact_in(picture: Picture, hex: Hex) -> Contact | None:
    """The enemy known in a hex."""
    return next((one for one in picture.contacts.values() if one.known and hex in one.hexes), None)


def odds_of_defence(picture: Picture, order: Defend, attack: Attack) -> Odds | None:
    """NDC-DFM-17: the differential with the defender's own lines, which they know, but for what dice decide."""
    unit = defending(picture.own_at(attack.target))
    if unit is None:
        return None
    uses = picture.account.chemical_uses + 1 if order.chemical else 0
    bill = resolver_bill(
        picture.own, unit,
        Circumstances(
            attacker=attack_side(picture), origin=attack.origin, target=attack.target, attacker_ew=attack.attacker_ew,
            chemical=0, fire_chemical=uses, command=CommanderResult(), shift=0,
        ),
        picture.rules,
    )  # fmt: skip
    later = [
        *(commander(picture, unit, "NDC-DFM-12", "NDC-DFM-13") if order.command else ()),
        *((pending(picture.tables, "NDC-DFM-08", "by how often the enemy has used them"),) if attack.chemical else ()),
        *((pending(picture.tables, "NDC-DFM-10", "by your EW attacks, a die for each"),) if order.ew else ()),
        *((pending(picture.tables, "NDC-DFM-11", "by the enemy's EW, a die for each"),) if attack.ew_attacks else ()),
    ]
    shifts = tuple(shift(picture.tables, attack.barrage - order.fire, unit.level))
    later.append(pending(picture.tables, "NDC-DFM-16", f"a die: {spread(shifts)}"))
    whole = Bill.of([("the enemy's total", attack.total)], "NDC-GCD-11") + bill.that_counts + Bill(tuple(later))
    return Odds(
        figure="Differential before the die",
        value=whole.total,
        bill=whole,
        outlook=(
            *(
                prospect(picture.tables, whole.total + by, by, probe=attack.type == "probe", mine=True)
                for by in sorted({min(shifts), max(shifts)})
            ),
            HIGH_IS_THEIRS,
        ),
    )


def attack_side(picture: Picture) -> str:
    """The other side."""
    return next(side for side in picture.rules.sides if side != picture.side)


def shift(tables: Tables, net: int, level: int) -> list[int]:
    """NDC-DFM-16: the support shift by each face of the die."""
    faces = range(1, 1 + int(tables.support.die.partition("d")[2]))
    return [tables.support_shift(net, face + tables.observed_fire(level)) for face in faces]


def spread(values: Sequence[int]) -> str:
    """Figures from the least to the most."""
    least, most = min(values), max(values)
    return signed(least) if least == most else f"{signed(least)} to {signed(most)}"


def commander(picture: Picture, unit: Unit, with_hq: str, with_unit: str) -> tuple[Term, ...]:
    """What the division commander may bring about, which their die decides."""
    place = commander_serves(picture.own, picture.account, unit, picture.rules)
    return (pending(picture.tables, with_unit if place == "unit" else with_hq, "by a die"),) if place else ()


def pending(tables: Tables, rule: str, why: str) -> Term:
    """A line of the lists of modifiers of which the value is decided later."""
    return Term(name=say(tables.modifiers[rule].name), value=None, rule=rule, why=why)


@cache
def prospect(tables: Tables, differential: int, rest: int, *, probe: bool, mine: bool = False) -> Sentence:
    """What table 11.93 makes of a differential, over all faces of its die, in a sentence."""
    crt = tables.crt
    faces = range(1, 1 + int(crt.die.partition("d")[2]))
    results = [crt.at(face, differential, probe=probe) for face in faces]
    driven = sum(bool(result.overrun or (result.retreat and not result.abort)) for result in results)
    aborted = sum(bool(result.abort) for result in results)
    lost = [sum(result.defender_loss for result in results), sum(result.attacker_loss for result in results)]
    theirs, yours = (f"{points / len(results):.1f}" for points in (reversed(lost) if mine else lost))
    parts = [
        f"{'you' if mine else 'they'} leave the hex {100 * driven // len(results)} %",
        *([f"the attack is aborted {100 * aborted // len(results)} %"] if aborted else []),
        f"T/O lost: you {yours}, they {theirs}",
    ]
    unknown = "the die comes" if mine else "what you cannot see comes"
    return say(f"{signed(differential)} in all, if {unknown} to {signed(rest)}: {', '.join(parts)}.")


# ---- what the enemy will be told
