"""Both lists of combat modifiers, line by line (NDC-ATM-01 to 13, NDC-DFM-01 to 16).

Each line states what it adds to the differential, and positive favours the attacker. Every line stands in the bill,
with 0 where it does not apply (NDC-DFM-17); no third table is used for surprise (NDC-ATM-14). In reports and in the
sheet of a combat a bill is kept as its values by rule id.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from service.engine.bills import Bill, Term
from service.engine.hexes import Hex, adjacent
from service.engine.sentences import say
from service.games.ndc.known.command import in_command, subordinate_rating
from service.games.ndc.printed.scenario import Scenario
from service.games.ndc.printed.tables import Tables
from service.games.ndc.printed.units import Side, Unit, UnitId

NO_RESULT = "none"


@dataclass(frozen=True)
class CommanderResult:
    """What the division commander brought about: with whom they are, "hq" or "unit", and their result."""

    place: str | None = None
    result: str = NO_RESULT

    def with_hq(self) -> str:
        return self.result if self.place == "hq" else NO_RESULT

    def with_unit(self) -> str:
        return self.result if self.place == "unit" else NO_RESULT


NO_COMMAND = CommanderResult()


def strength_of(unit: Unit, tables: Tables) -> tuple[int, int]:
    """Attack and defence strength of a unit as it is now: mode, T/O level, zone mode, detachment."""
    strength = tables.strength(unit.profile, unit.mode, unit.to, zone=unit.zone, detachment=unit.halved)
    return strength.attack, strength.defence


def next_to(units: Mapping[UnitId, Unit], hex: Hex, besides: Unit) -> int:
    """How many other combat units of a force, not in March mode, stand next to a hex (parent 3.24)."""
    return sum(
        unit.combat and unit.id != besides.id and unit.mode != "march" and any(adjacent(at, hex) for at in unit.hexes)
        for unit in units.values()
    )


def bill_of(lines: Mapping[str, int], tables: Tables | None = None) -> Bill:
    """The bill of values by rule id, as they are kept; its lines have the names that the tables give them, or none."""
    names = {} if tables is None else {rule: tables.modifiers[rule].name for rule in lines}
    return Bill(tuple(Term(rule=rule, name=say(names.get(rule, "")), value=value) for rule, value in lines.items()))


def kept(bill: Bill) -> dict[str, int]:
    """The values of a bill by rule id, as a report and the sheet of a combat keep them."""
    return {line.rule: line.value for line in bill.lines if line.value is not None}


def attacker_bill(
    units: Mapping[UnitId, Unit],
    unit: Unit,
    target: Hex,
    weather: tuple[str, ...],
    rules: Scenario,
    command: CommanderResult = NO_COMMAND,
) -> Bill:
    """The attacker's thirteen lines; `units` is their force as they ordered it."""
    tables, value = rules.tables, rules.tables.modifier
    assert unit.hex is not None
    lines = {
        "NDC-ATM-01": value("NDC-ATM-01", strength_of(unit, tables)[0]),
        "NDC-ATM-02": value("NDC-ATM-02", unit.level),
        "NDC-ATM-03": value("NDC-ATM-03", rules.board.attack_effect(tables, unit.type, unit.hex, target)),
        "NDC-ATM-04": value("NDC-ATM-04", unit.to),
        "NDC-ATM-05": value("NDC-ATM-05", next_to(units, target, unit)),
        "NDC-ATM-06": 0 if in_command(units, unit, rules) else value("NDC-ATM-06"),
        "NDC-ATM-07": value("NDC-ATM-07") if unit.entered else 0,
        "NDC-ATM-08": value("NDC-ATM-08", unit.fatigue),
        "NDC-ATM-09": sum(value("NDC-ATM-09", condition) for condition in weather),
        "NDC-ATM-10": value("NDC-ATM-10", command.with_hq()),
        "NDC-ATM-11": value("NDC-ATM-11", command.with_unit()),
        "NDC-ATM-12": value("NDC-ATM-12", subordinate_rating(units, unit, rules)),
        "NDC-ATM-13": value("NDC-ATM-13", unit.leadership),
    }
    return bill_of(lines, tables)


@dataclass(frozen=True)
class Circumstances:
    """What of a combat the resolver's lines depend on besides the defending unit and its force.

    `chemical` and `fire_chemical`: the number of that side's use in the game, 0 for none. `shift`: by table 8.7.
    """

    attacker: Side
    origin: Hex
    target: Hex
    attacker_ew: int
    chemical: int
    fire_chemical: int
    command: CommanderResult
    shift: int


def resolver_bill(units: Mapping[UnitId, Unit], unit: Unit, combat: Circumstances, rules: Scenario) -> Bill:
    """The resolver's sixteen lines; `units` is the defender's force as it is."""
    tables, value = rules.tables, rules.tables.modifier
    chemical, fire_chemical = combat.chemical, combat.fire_chemical
    lines = {
        "NDC-DFM-01": value("NDC-DFM-01", strength_of(unit, tables)[1]),
        "NDC-DFM-02": value("NDC-DFM-02", unit.level),
        "NDC-DFM-03": value("NDC-DFM-03", rules.board.defence_effect(tables, combat.target)),
        "NDC-DFM-04": value("NDC-DFM-04", unit.to),
        "NDC-DFM-05": value("NDC-DFM-05", next_to(units, combat.origin, unit)),
        "NDC-DFM-06": 0 if in_command(units, unit, rules) else value("NDC-DFM-06"),
        "NDC-DFM-07": value("NDC-DFM-07", unit.fatigue),
        "NDC-DFM-08": value("NDC-DFM-08", combat.attacker, use=chemical) if chemical else 0,
        "NDC-DFM-09": value("NDC-DFM-09", unit.side, use=fire_chemical) if fire_chemical else 0,
        "NDC-DFM-10": value("NDC-DFM-10", combat.attacker_ew),
        "NDC-DFM-11": value("NDC-DFM-11", unit.ew),
        "NDC-DFM-12": value("NDC-DFM-12", combat.command.with_hq()),
        "NDC-DFM-13": value("NDC-DFM-13", combat.command.with_unit()),
        "NDC-DFM-14": value("NDC-DFM-14", subordinate_rating(units, unit, rules)),
        "NDC-DFM-15": value("NDC-DFM-15", unit.leadership),
        "NDC-DFM-16": value("NDC-DFM-16", combat.shift),
    }
    return bill_of(lines, tables)
