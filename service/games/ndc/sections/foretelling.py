"""What the enemy will learn of orders that are sent, as far as their owner can know it from their picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.odds import Foretold
from service.engine.orders import Order
from service.engine.sentences import counted, joined, listed, place, say
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.surroundings import lost_up_to
from service.games.ndc.printed.charts import ReportLevels
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat, Interdict
from service.games.ndc.sections.defence import Defend
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sections.movement import Enter, Move
from service.games.ndc.staff.levels import told_of_mover


def foretell(picture: Picture, orders: Sequence[Order]) -> list[Foretold]:
    """What the enemy hears when these orders are sent and the step is closed (NDC-SEC-01: nothing else)."""
    found = [
        *left_open(picture, orders), *runs_into(picture, orders),
        *told_of_intelligence(orders), *told_of_movement(picture, orders), *told_of_combats(picture, orders),
    ]  # fmt: skip
    if picture.address.endswith("/movement-segment") and not picture.planned:
        found.append(Foretold(
            text=say("You declare no combat: closing this step ends your movement for this turn."), rule="NDC-MOV-04",
            grave=picture.segment <= 1,  # later ones are what is left of a turn that has been played
        ))  # fmt: skip
    return found


def left_open(picture: Picture, orders: Sequence[Order]) -> Iterator[Foretold]:
    """Parent 3.38: objectives out of which their last battalion goes, by a move or as it advances after an assault."""
    assaults = {o.unit: o.target for o in orders if isinstance(o, DeclareGroundCombat) and o.type == "assault"}
    movers = {o.unit for o in orders if isinstance(o, Move) and o.path}
    for one in picture.rules.objectives:
        left = any(
            unit in picture.own and picture.own[unit].combat and picture.under_way.get(unit, ("",))[0] == one.hex
            for unit in movers
        )
        name = say(f"{one.name} (", place(one.hex), ")")
        stay = [unit for unit in picture.own_at(one.hex) if unit.combat]
        counts = f", which counts {counted(one.points, 'point', 'points')}: an enemy who walks in has it."
        if left and not stay:
            yield Foretold(text=say("Nobody will hold ", name, counts), rule="NDC-MOV-01", grave=True)
        elif stay and all(unit.id in assaults for unit in stay):
            target = place(assaults[stay[0].id])
            text = say("If your assault takes ", target, ", nobody will hold ", name, counts)
            yield Foretold(text=text, rule="NDC-RES-16", grave=True)


def runs_into(picture: Picture, orders: Sequence[Order]) -> Iterator[Foretold]:
    """NDC-CBF-10, NDC-GCD-08: movers whose way leads through interdiction or gas, and what that may cost them."""
    tables = picture.tables
    for order in orders:
        if not isinstance(order, Move | Enter) or order.unit not in picture.own:
            continue
        unit, way = picture.own[order.unit], order.way()
        mode = order.mode if isinstance(order, Enter) else unit.mode
        for marker in picture.markers:
            upto = lost_up_to(tables, marker, mode)
            if upto < 1 or marker.hex not in way:
                continue
            lies, figures, rule = "is interdicted", (tables.interdiction.loss, tables.interdiction.die), "NDC-CBF-10"
            if marker.kind == "gas":
                gas = tables.chemical.gas
                lies, figures, rule = "lies under gas", (gas.loss, gas.die), "NDC-GCD-08"
            loses = f"it loses {counted(figures[0], 'T/O level')} there on a roll of {upto} or less ({figures[1]})"
            text = say(unit.said, " moves into ", place(marker.hex), f", which {lies}: {loses}.")
            yield Foretold(text=text, rule=rule, grave=True)


def told_of_intelligence(orders: Sequence[Order]) -> list[Foretold]:
    if not any(isinstance(order, AllotIntelligence) for order in orders):
        return []
    text = say("The enemy is told your operational intelligence level and which sectors you search, not your points.")
    return [Foretold(text=text, rule="NDC-INT-03")]


def told_of_movement(picture: Picture, orders: Sequence[Order]) -> list[Foretold]:
    """NDC-REP-03 to 13: by each mover's intelligence level, as its owner knows it."""
    least = picture.tables.reports
    movers = [
        picture.own[unit] for unit in dict.fromkeys(o.unit for o in orders if isinstance(o, Move | Enter))
        if unit in picture.own
    ]  # fmt: skip
    found = []
    for level in sorted({unit.level for unit in movers}):
        told = listed(told_of_mover(least, level))
        says = (
            f"The enemy knows these at level {level} and is told, of each that moves, {told}: "
            if told
            else "The enemy is told nothing of these moves unless a unit runs into somebody: "
        )
        units = joined("; ", (unit.said for unit in movers if unit.level == level))
        text = say(says, units, ".")
        found.append(Foretold(text=text, rule=rule_of_level(least, level)))
    return found


def rule_of_level(least: ReportLevels, level: int) -> str:
    """The rule that says what is told of a unit of this level."""
    shown = least.shown
    rules = ((shown["designation"], "NDC-REP-10"), (shown["type"], "NDC-REP-08"), (shown["hex"], "NDC-REP-06"))
    return next((rule for first, rule in (*rules, (least.movement, "NDC-REP-04")) if level >= first), "NDC-REP-03")


def told_of_answer(order: Defend) -> Iterator[Foretold]:
    if order.fire:
        text = say("With the result the enemy is told your CSPs of fire, not whose they are.")
        yield Foretold(text=text, rule="NDC-RES-02")
    if order.ew:
        yield Foretold(
            text=say(
                "If your EW attacks raise the EW level of the enemy's unit, the enemy is told the new level, not how "
                "many you made, nor of any that fail."
            ),
            rule="NDC-RES-06",
        )


def told_of_combats(picture: Picture, orders: Sequence[Order]) -> list[Foretold]:
    found = []
    for order in orders:
        match order:
            case DeclareGroundCombat():
                unit = picture.own.get(order.unit)
                origin = next((p.origin for p in picture.planned if p.unit == order.unit), unit.hex if unit else None)
                text = say(
                    f"The enemy is told of the {order.type}", say(" from ", place(origin)) if origin else (), " on ",
                    place(order.target), f": its total, its barrage of {counted(order.barrage, 'CSP')}, its EW attacks "
                    "and your superiority level, not who attacks.",
                )  # fmt: skip
                found.append(Foretold(text=text, rule="NDC-GCD-11"))
            case CounterBattery() | Interdict():
                rule = "NDC-CBF-07" if isinstance(order, CounterBattery) else "NDC-CBF-11"
                text = say(
                    f"The enemy is told of the fire of {counted(order.csps, 'CSP')} on ", place(order.target), "."
                )
                found.append(Foretold(text=text, rule=rule))
            case Defend() if order.fire or order.ew:
                found += told_of_answer(order)
            case _:
                pass
    return found
