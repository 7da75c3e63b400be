"""What a combat adds up to, as far as a side knows before it sends, by its picture alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from service.engine.bills import Bill, Term
from service.engine.figures import signed
from service.engine.hexes import Hex, adjacent, hexside
from service.engine.odds import Odds
from service.engine.orders import Order
from service.engine.sentences import Sentence, counted, plain_text, say
from service.games.ndc.known.answering import answerable, declared_against, defending
from service.games.ndc.known.bills import Circumstances, CommanderResult, attacker_bill, bill_of, resolver_bill
from service.games.ndc.known.chances import LEVELS, Chances, counted_up, faces, jamming, moved, support, together
from service.games.ndc.known.command import in_command
from service.games.ndc.known.picture import Attack, Contact, Picture
from service.games.ndc.known.points import believed, commander_serves, spent
from service.games.ndc.printed.tables import Tables
from service.games.ndc.printed.units import Unit
from service.games.ndc.sections.after_fire import odds_of_fire, what_it_leaves
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat, Interdict
from service.games.ndc.sections.defence import Defend, asked_about
from service.games.ndc.sections.prospects import (
    Outcome,
    decided,
    outcome,
    prospect_of_attack,
    prospect_of_defence,
    what_abort_costs,
)

STRONG, WEAK = -15, -7
"""What the lines that an attacker does not know may come to: of the battalions of both sides a fresh one
in Defend mode has -10 to -18, most of them about -15, and one at half its T/O level in Attack mode -4 to -10."""
STRONG_TO, WEAK_TO = 4, 2
"""The T/O levels of these, which count already where the enemy's is told."""
FAIR, GOOD = 25, 50
"""An attack is no vain one that drives the enemy out so often in a hundred, by the first of these; the second is
asked of one whose unit is out of command."""
HEAVY = 3
"""A line that tells so much against an attack is named beside its total."""

AGAINST_FIRE = "strong, firing as much as you", "weak, silent"
HIGH_IS_THEIRS = say("The higher the differential, the better for the attacker.")
THEIR_FIRE = say("Their fire and their jamming lower that, and nobody can tell you beforehand by how much.")
NOBODY = {
    "assault": say("If nobody is there, the assault takes the hex."),
    "probe": say("If nobody is there, the probe only finds that out."),
}
LOST_ON_THE_WAY = say(
    "Whoever is driven out may lose more on the way: in enemy control, or where there is no way back."
)
THEIRS = "the enemy's own, which nobody is told"
WORTH_A_CSP = 3
"""What each CSP of a defence has to bring to be worth it: hundredths of being driven out or of two T/O levels."""


# ---- what a combat adds up to


def odds(picture: Picture, order: Order) -> Odds | None:
    """The lines of a ground combat as far as the one who orders knows them, what a fire leaves; nothing for others."""
    if isinstance(order, DeclareGroundCombat):
        return odds_of_attack(picture, order)
    if isinstance(order, CounterBattery | Interdict):
        return odds_of_fire(picture, order)
    attack = asked_about(picture)
    return odds_of_defence(picture, order, attack) if isinstance(order, Defend) and attack is not None else None


def odds_of_attack(picture: Picture, order: DeclareGroundCombat) -> Odds | None:
    """NDC-GCD-11: the attacker's total, and of the resolver's lines those that the map, reports and the order tell."""
    unit, tables = picture.own.get(order.unit), picture.tables
    if unit is None or unit.hex is None or order.target not in picture.rules.board.grid:
        return None
    bill = attacker_bill(picture.own, unit, order.target, picture.weather, picture.rules)
    known = known_of_defender(picture, unit, order)
    told = any(line.rule == "NDC-DFM-04" for line in known.lines)
    dice = {
        **(commander(picture, unit, "NDC-ATM-10", "NDC-ATM-11") if order.command else {}),
        # Nobody is told the other side's superiority before the fight; it is taken for the same.
        "NDC-DFM-11": jamming(tables, "NDC-DFM-11", order.ew, 0, 0),
        "NDC-DFM-16": support(tables, order.barrage, LEVELS),
    }
    later = (
        pending(tables, "NDC-DFM-01", THEIRS),
        *(() if told else (pending(tables, "NDC-DFM-04", THEIRS),)),
        Term(
            name=say("the enemy's level, fire, neighbours, fatigue, command and leaders"),
            value=None,
            rule="NDC-DFM-17",
            why=THEIRS,
        ),
    )
    # What they answer with nobody can know: they may fire as much, which leaves nothing of one's own fire.
    met = {**dice, "NDC-DFM-16": support(tables, 0, LEVELS)}
    by_dice = decided(tables, {**dice, "NDC-DFM-16": counted_up((*dice["NDC-DFM-16"], *met["NDC-DFM-16"]))})
    so_far = (bill + known + by_dice).that_counts
    strong, weak, meant = suppositions(picture, order.target, known)
    sure, is_probe = bill.total + known.total, order.type == "probe"

    def found(dice_lines: Mapping[str, Chances], rest: int) -> Outcome:
        return outcome(tables, moved(together(dice_lines.values()), sure + rest), probe=is_probe)

    worst, best, silent = found(met, strong), found(dice, weak), found(dice, strong)
    least, most = AGAINST_FIRE if order.barrage else ("strong defender", "weak one")
    return Odds(
        figure=added(
            "Your total",
            bill.total,
            known.that_counts,
            by_dice,
            mine=False,
            against=heaviest(picture, bill, unit.hex, order.target),
        ),
        value=so_far.total,
        most=so_far.most,
        bill=so_far + Bill(later),
        outlook=(
            prospect_of_attack(worst, best, least, most),
            meant,
            *(() if contact_in(picture, order.target) else [NOBODY[order.type]]),
            THEIR_FIRE,
            *what_it_leaves(picture, order.target, order.barrage, "support", order.hqs),
            *([what_abort_costs(tables)] if worst.aborted else []),
        ),
        vain=(worst.driven + best.driven) // 2 < (FAIR if in_command(picture.own, unit, picture.rules) else GOOD),
        promise=sum(one.driven + one.paid // 2 - one.lost // 2 for one in (best, silent)),
    )


def suppositions(picture: Picture, target: Hex, known: Bill) -> tuple[int, int, Sentence]:
    """What a strong and a weak defender's own lines, but for those that are known, may come to, and who is meant."""
    told = sum(line.value or 0 for line in known.lines if line.rule == "NDC-DFM-04")
    value, most = picture.tables.modifier, picture.withstood.get(target)
    strong, weak = (
        rest - value("NDC-DFM-04", to) if told else rest for rest, to in ((STRONG, STRONG_TO), (WEAK, WEAK_TO))
    )
    fresh, half, besides = "a fresh battalion", "one at half its T/O level", ""
    if told:
        fresh, half, besides = "a battalion", "one", " besides its T/O level"
    meant = f"Strong: {fresh} in Defend mode, about {signed(strong)}{besides}."
    if most is None or most - told >= weak:
        return strong, weak, say(f"{meant} Weak: {half} in Attack mode, about {signed(weak)}{besides}.")
    shown = (
        f"{signed(most - told)}{besides}: the attack that was aborted there this turn shows that they are no weaker."
    )
    if most - told >= strong:
        return strong, most - told, say(f"{meant} Weak: {shown}")
    return most - told, most - told, say(f"Strong and weak: {shown}")


def known_of_defender(picture: Picture, unit: Unit, order: DeclareGroundCombat) -> Bill:
    """Of the resolver's lines those that the attacker can reckon: the ground, their own jamming, a T/O level told."""
    tables = picture.tables
    known = {
        "NDC-DFM-03": picture.rules.board.defence_effect(tables, order.target),
        "NDC-DFM-10": tables.modifier("NDC-DFM-10", unit.ew),
    }
    if order.chemical:
        known["NDC-DFM-08"] = tables.modifier("NDC-DFM-08", picture.side, use=picture.account.chemical_uses + 1)
    contact = contact_in(picture, order.target)
    if contact is not None and contact.to is not None:
        known["NDC-DFM-04"] = tables.modifier("NDC-DFM-04", contact.to)
    return bill_of(known, tables)


def contact_in(picture: Picture, hex: Hex) -> Contact | None:
    """The enemy known in a hex."""
    return next((one for one in picture.contacts.values() if one.known and hex in one.hexes), None)


def odds_of_defence(picture: Picture, order: Defend, attack: Attack) -> Odds | None:
    """NDC-DFM-17: the differential with the defender's own lines, which they know, and what dice decide as a range."""
    unit, tables = defending(picture.own_at(attack.target)), picture.tables
    if unit is None:
        return None
    uses = picture.account.chemical_uses + 1 if order.chemical else 0
    bill = resolver_bill(
        picture.own, unit,
        Circumstances(
            attacker=attack_side(picture), origin=attack.origin, target=attack.target, attacker_ew=0,
            chemical=0, fire_chemical=uses, command=CommanderResult(), shift=0,
        ),
        picture.rules,
    )  # fmt: skip
    bill = Bill(tuple(line for line in bill.lines if line.rule not in ("NDC-DFM-10", "NDC-DFM-11")))
    better = attack.superiority - picture.account.superiority
    dice = {
        **(commander(picture, unit, "NDC-DFM-12", "NDC-DFM-13") if order.command else {}),
        "NDC-DFM-10": jamming(tables, "NDC-DFM-10", order.ew, attack.attacker_ew, -better),
        "NDC-DFM-11": jamming(tables, "NDC-DFM-11", attack.ew_attacks, unit.ew, better),
        "NDC-DFM-16": support(tables, attack.barrage - order.fire, [unit.level]),
    }
    later = (pending(tables, "NDC-DFM-08", "by how often the enemy has used them"),) if attack.chemical else ()
    declared = Bill.of([("the enemy's total", attack.total)], "NDC-GCD-11")
    so_far = declared + (bill + decided(tables, dice)).that_counts
    chances = moved(together(dice.values()), declared.total + bill.total)
    own = Bill.of([("your defence", bill.total)])
    found = outcome(tables, chances, probe=attack.type == "probe", most=unit.to)
    by_dice = decided(tables, dice)
    if attack.barrage and order.fire and all(line.rule != "NDC-DFM-16" for line in by_dice.lines):
        # Fire that makes up for theirs has done something, though it comes to nothing.
        by_dice += Bill((Term(name=say(tables.modifiers["NDC-DFM-16"].name), value=0, rule="NDC-DFM-16"),))
    return Odds(
        figure=added("Differential: their total", attack.total, own, by_dice, mine=True),
        value=so_far.total,
        most=so_far.most,
        bill=so_far + Bill(later),
        outlook=(
            say(prospect_of_defence(found), *left_for_later(picture, order, attack)),
            HIGH_IS_THEIRS,
            *what_it_leaves(picture, attack.origin, order.fire, "support", order.hqs, counts=False),
            LOST_ON_THE_WAY,
        ),
        promise=found.lost // 2 - found.paid // 2 - found.driven - order.fire * WORTH_A_CSP,
    )


def left_for_later(picture: Picture, order: Defend, attack: Attack) -> Iterator[str]:
    """What a defence leaves for the attacks on own units that are still to come; nothing where none comes.

    Points count as left only as far as they reach one of these attacks.
    """
    later = [one for one in declared_against(picture)[1:] if isinstance(one, Attack) and answerable(picture, one).any]
    if not later:
        return
    points = believed(picture)
    drawn = points.draw(attack.origin, order.fire, "support", order.hqs)
    after = replace(points, account=spent(points.account, points.tables, drawn, "support", ew=order.ew))
    reach = {source: left for one in later for source, left in after.sources(one.origin, "support").items()}
    jams = max(after.ew_attacks(one.origin) for one in later)
    has = [counted(sum(reach.values()), "CSP"), *([counted(jams, "EW attack")] if jams else [])]
    to_come = "the attack" if len(later) == 1 else f"the {len(later)} attacks"
    reach_them = "reaches" if has == ["1 CSP"] else "reach"
    yield f" Of what is left {' and '.join(has)} {reach_them} {to_come} to come."


def attack_side(picture: Picture) -> str:
    """The other side."""
    return next(side for side in picture.rules.sides if side != picture.side)


def commander(picture: Picture, unit: Unit, with_hq: str, with_unit: str) -> dict[str, Chances]:
    """What the division commander may bring about, by the rule of their line."""
    place, tables = commander_serves(picture.own, picture.account, unit, picture.rules), picture.tables
    if not place:
        return {}
    rule, rating = with_unit if place == "unit" else with_hq, picture.rules.sides[picture.side].commander_rating
    results = (tables.commander(face + rating) for face in faces(tables.die("commander")))
    return {rule: counted_up((tables.modifier(rule, result), 1) for result in results)}


def heaviest(picture: Picture, bill: Bill, origin: Hex, target: Hex) -> str:
    """The line that tells most against an attack, where one tells much: out of command -8, across the Erle -3."""
    worst = min(bill.lines, key=lambda line: line.value or 0)
    if worst.value is None or worst.value > -HEAVY:
        return ""
    name = AGAINST.get(worst.rule) or plain_text(worst.name)
    if worst.rule == "NDC-ATM-03" and adjacent(origin, target):
        board, side = picture.rules.board, hexside(origin, target)
        rivers = (("major", board.major_river), ("minor", board.minor_river))
        name = next((f"across the {board.river_names[kind]}" for kind, sides in rivers if side in sides), name)
    return f"{name} {signed(worst.value)}"


def added(what: str, total: int, known: Bill, dice: Bill, *, mine: bool, against: str = "") -> str:
    """What a figure is made of, so that it adds up on the face of it: Your total +14, the ground -3, your fire +1 =.

    `against`: what of the total tells most against it.
    """
    parts = [
        f"{(DEFENDERS if mine else ATTACKERS).get(line.rule) or plain_text(line.name)} {line.figure}"
        for line in (*known.lines, *dice.lines)
    ]
    whole = f" ({against})" if against else ""
    return f"{', '.join([f'{what} {signed(total)}{whole}', *parts])} =" if parts else f"{what}{whole}"


AGAINST = {
    "NDC-ATM-01": "strength in attack", "NDC-ATM-03": "the way there", "NDC-ATM-06": "out of command",
    "NDC-ATM-07": "unprepared", "NDC-ATM-08": "fatigue",
}  # fmt: skip
"""What lines of an attacker's total are called beside it."""


ATTACKERS = {
    "NDC-DFM-03": "the ground", "NDC-DFM-04": "their T/O level", "NDC-DFM-08": "chemicals",
    "NDC-DFM-10": "their jamming", "NDC-DFM-11": "your jamming", "NDC-DFM-16": "your fire less theirs",
    "NDC-ATM-10": "the division commander", "NDC-ATM-11": "the division commander",
}  # fmt: skip
DEFENDERS = {
    "NDC-DFM-10": "your jamming", "NDC-DFM-11": "their jamming", "NDC-DFM-16": "their barrage less your fire",
    "NDC-DFM-12": "your division commander", "NDC-DFM-13": "your division commander",
}  # fmt: skip
"""What lines are called to whoever attacks and whoever defends, where there is little room."""


def pending(tables: Tables, rule: str, why: str) -> Term:
    """A line of the lists of modifiers of which the value is decided later."""
    return Term(name=say(tables.modifiers[rule].name), value=None, rule=rule, why=why)
