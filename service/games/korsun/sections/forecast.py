"""What an attack is likely to come to, before it is ordered, by the picture of its owner alone (KOR-CBT-15 to 30).

The same sum as the umpire's. What the owner cannot know is named as pending or left out: the enemy's air, artillery and
engineers, and a minefield that nobody has found. Whether the enemy pays supply is answered both ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from service.engine.bills import Bill, Term
from service.engine.odds import Odds
from service.engine.orders import Order
from service.engine.sentences import Sentence, joined, say
from service.games.korsun.known.guns import halves
from service.games.korsun.known.picture import Attack, Contact, Picture, as_unit, field_of
from service.games.korsun.known.plans import AttackPlan
from service.games.korsun.known.purses import near_depot
from service.games.korsun.known.strengths import Fight, Reckoning, reckon
from service.games.korsun.known.supply import in_reach
from service.games.korsun.printed.reading import GERMAN, SOVIET
from service.games.korsun.printed.units import Command, Unit, UnitId
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.breakthrough import SecondAttack
from service.games.korsun.sections.support import paying_depot, ready_pieces

THEIRS = "the enemy declares them when it is fought"
LIKELY = 4
"""On so many faces of the die a hex has to fall, or nobody would advise an attack on it."""
YOURS = "you declare them when it is fought"


def odds(picture: Picture, order: Order) -> Odds | None:
    """The odds and shifts of an attack as far as its owner knows them; nothing for other orders."""
    if not isinstance(order, (DeclareAttack, SecondAttack)):
        return None
    there = picture.contact_at(order.hex)
    if there is None or not there.units or any(picture.own.get(id) is None for id in order.units):
        return None
    plan = order.plan if isinstance(order, DeclareAttack) else AttackPlan(planned=True, artillery=order.artillery)
    attack = order.attack(0, picture.side)
    fight = expected(picture, attack, plan, there)
    paid, unpaid = reckon(supplied(fight)), reckon(fight)
    later = (*undecided(picture, attack, plan), Term(name=say("the enemy's air and artillery"), value=None, why=THEIRS))
    cells = ", ".join(cell.text for cell in picture.tables.combat.columns[paid.final])
    other = (prospect(picture, fight, unpaid),) if unpaid.final != paid.final else ()
    return Odds(
        figure=f"{paid.initial}, shifts", value=paid.applied, bill=Bill((*paid.bill.that_counts.lines, *later)),
        outlook=(
            prospect(picture, fight, paid),
            say(f"A die of 1 to 6: {cells}."),
            say(f"{paid.attack} against {paid.defense}, if both sides pay supply, you as far as your points go."),
            *(say("If they pay no supply, ", one) for one in other),
            *armor_first(picture, fight),
        ),
        vain=len(falls_on(picture, fight, paid)) < LIKELY,
    )  # fmt: skip


# ---- the sum


def expected(picture: Picture, attack: Attack, plan: AttackPlan, there: Contact) -> Fight:
    """The combat as its owner can reckon it, the enemy in `there` unsupported."""
    field, side, stores = field_of(picture), picture.side, picture.stores
    attackers = tuple(unit for id in attack.units if (unit := picture.own[id]).hex is not None)
    fire = [id for id in dict.fromkeys(plan.artillery) if id in ready_pieces(picture, attack)]
    points = sum(halves(picture.rules, picture.own[id]) for id in fire) // 2
    others = (one.hex for one in picture.attacks if one.kind == attack.kind or not one.done)
    return Fight(
        field=field, hex=attack.hex, attackers=attackers,
        defenders=tuple(replace(as_unit(seen), hex=there.hex) for seen in there.units),
        supported=helped(picture, attackers, plan.supported),
        attacked=frozenset({attack.hex, *others}),
        points={side: points}, missions=attack.missions,
        engineers={side: tuple(id for id in plan.engineers if id in attack.units)},
        barrage=stores.effects.get(attack.hex, 0) if side == SOVIET else 0,
        works=side == SOVIET and there.improved, mined=side == GERMAN and attack.hex in picture.mines,
    )  # fmt: skip


def supplied(fight: Fight) -> Fight:
    """The same where the enemy is supported too, unless a barrage forbids it (17.1.4)."""
    if fight.barrage >= fight.field.tables.barrage.suppresses_from:
        return fight
    return replace(fight, supported=fight.supported | {unit.id for unit in fight.defenders})


def helped(picture: Picture, units: Sequence[Unit], named: Sequence[Command] | None) -> frozenset[UnitId]:
    """The attackers that points would support, each command for one as far as its marker has them (12.4)."""
    field, cost, spent = field_of(picture), picture.tables.supply.supported_combat, Counter[Command]()
    found = set[UnitId]()
    for command in sorted({picture.rules.counters[unit.id].command for unit in units}):
        of_it = [unit for unit in units if picture.rules.counters[unit.id].command == command]
        if picture.side == GERMAN and command in picture.public.isolated and picture.public.breakout == picture.turn:
            found |= {unit.id for unit in of_it}  # 16.4
            continue
        if named is not None and command not in named:
            continue
        able = [unit for unit in of_it if by_normal_path(picture, unit)]
        payer = field.payer(command)
        have = picture.sdms[payer].sp - spent[payer] if payer in picture.sdms else 0
        near = [unit.id for unit in able if in_reach(field, unit)]
        depot = paying_depot(field, command, [unit.id for unit in able])
        if have >= cost and near:
            spent[payer] += cost
            found |= {*near}
        elif depot is not None:
            found |= {unit.id for unit in able if near_depot(field, unit, depot)}
    return frozenset(found)


def by_normal_path(picture: Picture, unit: Unit) -> bool:
    """Whether a unit can be supported at all: in supply, not by extension, not deep in the other zone (22.11)."""
    field, most = field_of(picture), picture.tables.options.boundary["inside"]
    inside = unit.hex is not None and field.depth(unit.id, unit.hex) <= most
    return inside and not unit.out_of_supply and not unit.extended


def undecided(picture: Picture, attack: Attack, plan: AttackPlan) -> Iterator[Term]:
    """What of the owner's own support is declared later."""
    if plan.asks("fire") and ready_pieces(picture, attack):
        yield Term(name=say("your artillery"), value=None, why=YOURS)
    if plan.asks("assault") and any(picture.rules.profile(id).engineer for id in attack.units):
        yield Term(name=say("your engineers"), value=None, why=YOURS)


# ---- what may come of it


def prospect(picture: Picture, fight: Fight, sums: Reckoning) -> Sentence:
    """The column, and on which faces of the die the hex falls and the attacker loses steps."""
    tables = picture.tables
    cells, falls = tables.combat.columns[sums.final], falls_on(picture, fight, sums)
    costs = [face for face, cell in enumerate(cells, 1) if cell.attacker_steps]
    covered = fight.works or fight.terrain.name in tables.terrain.no_retreat
    hold = " unless they declare No Retreat" if covered and falls else ""
    taken = f"the hex falls on {faces(falls)}{hold}" if falls else "no roll takes the hex"
    lost = f"you lose steps on {faces(costs)}" if costs else "no roll costs you a step"
    return say(f"{sums.final}: {taken}, and {lost}.")


def falls_on(picture: Picture, fight: Fight, sums: Reckoning) -> list[int]:
    """The faces of the die on which the hex is left, or all combat units in it are lost."""
    rules = picture.rules
    steps = sum(unit.steps(rules.profile(unit.id)) for unit in fight.defenders if rules.profile(unit.id).is_combat)
    cells = enumerate(picture.tables.combat.columns[sums.final], 1)
    return [face for face, cell in cells if cell.retreat or cell.defender_steps >= max(steps, 1)]


def faces(found: Sequence[int]) -> str:
    """Faces of a die, those that follow each other together."""
    runs: list[list[int]] = []
    for face in found:
        if runs and face == runs[-1][-1] + 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return " and ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def armor_first(picture: Picture, fight: Fight) -> Iterator[Sentence]:
    """Who can fire in the armor combat that comes before the die (12.12.1)."""
    least, profile = picture.tables.combat.armor_combat.engages_from, picture.rules.profile
    sides = {"yours": (fight.attackers, fight.defenders), "theirs": (fight.defenders, fight.attackers)}
    firing = [
        whose for whose, (guns, aims) in sides.items()
        if any(profile(one.id).aa >= least for one in guns) and any(profile(one.id).is_armor for one in aims)
    ]  # fmt: skip
    if firing:
        yield say("Armor fires first, without effect on the odds: ", joined(" and ", map(say, firing)), ".")
