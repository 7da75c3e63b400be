"""Why a combat came out as it did: a clause in plain words, and the sums, of what its reader was told.

The attacker knows their own lines, the ground, how their unit was jammed and how much fire met their own; the defender
the declared total and their own lines instead. The die and the differential nobody is told (NDC-RES-07): of both, table
11.93 leaves a range by the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from service.engine.bills import Bill, Term
from service.engine.cards import Sum
from service.engine.figures import plain, signed
from service.engine.hexes import Hex, hexside
from service.engine.sentences import Said, Sentence, counted, joined, listing, say
from service.games.ndc.known import reports as told
from service.games.ndc.known.bills import bill_of
from service.games.ndc.known.chances import LEVELS, support
from service.games.ndc.printed.combat_charts import CombatResult
from service.games.ndc.printed.tables import Tables
from service.games.ndc.staff.prose import lost_moving
from service.games.ndc.staff.shared import Fought, Staff

MOST_CAUSES = 3
"""So many lines of an own total are named in the clause, the weightiest; all of them stand in the sum."""


@dataclass(frozen=True)
class Possible:
    """A cell of table 11.93 that may have been the result: its die, what it does, the differentials of its column."""

    die: int
    cell: CombatResult
    low: int | None
    high: int | None
    needed: int | None
    """The least die of its column that drives the defender out; None where none does."""

    @property
    def drives(self) -> bool:
        return drives(self.cell)


def drives(cell: CombatResult) -> bool:
    """Whether the defender has to leave their hex by it."""
    return not cell.abort and bool(cell.overrun or cell.retreat)


@dataclass(frozen=True)
class Reckoned:
    """A combat as its reader can reckon it: the attacker's total, the lines known besides, what may have come of it."""

    staff: Staff
    one: Fought
    resolved: told.CombatResolved
    barrage: int | None

    @property
    def tables(self) -> Tables:
        return self.staff.after.tables

    @property
    def total(self) -> int | None:
        """The attacker's total, as its owner was told it or as it was declared to the other side."""
        one = self.one
        return one.totalled.total if one.totalled else one.attack.total if one.attack else None

    @cached_property
    def lines(self) -> Bill:
        """The lines of the resolver that the reader knows, with the support shift as a range."""
        given = self.one.defended.lines if self.one.defended else {"NDC-DFM-03": self.ground}
        jammed = self.tables.modifier("NDC-DFM-10", self.resolved.attacker_ew)
        lines = [*bill_of({**given, "NDC-DFM-10": jammed}, self.tables).that_counts.lines]
        shifts = self.shifts
        if shifts and (min(shifts), max(shifts)) != (0, 0):
            name = say(self.tables.modifiers["NDC-DFM-16"].name)
            lines.append(Term(name=name, rule="NDC-DFM-16", value=min(shifts), most=max(shifts)))
        return Bill(tuple(lines))

    @property
    def ground(self) -> int:
        return self.staff.after.rules.board.defence_effect(self.tables, self.resolved.target)

    @property
    def shifts(self) -> Sequence[int]:
        """What the support may have come to; nothing where the barrage is not known."""
        if self.barrage is None:
            return ()
        return [shift for shift, _ in support(self.tables, self.barrage - self.resolved.fire, LEVELS)]

    @cached_property
    def possible(self) -> tuple[Possible, ...]:
        """The cells of table 11.93 that have what was told, in columns that the known lines leave open."""
        crt = self.tables.crt
        left = crt.probe_columns_left if self.resolved.type == "probe" else 0
        found: list[Possible] = []
        for place, band in enumerate(crt.table.columns):
            column = [row[max(0, place - left)] for row in crt.table.cells]
            needed = next((die for die, cell in enumerate(column, 1) if drives(cell)), None)
            found += (
                Possible(die, cell, band.low, band.high, needed)
                for die, cell in enumerate(column, 1)
                if self.may_be(cell) and self.within(band.low, band.high)
            )
        return tuple(found)

    def within(self, low: int | None, high: int | None) -> bool:
        """Whether the whole sum may lie between these; a reader who does not know all of its lines cannot say."""
        if self.one.defended is None or self.total is None or self.barrage is None:
            return True
        least, most = self.total + self.lines.total, self.total + self.lines.most
        return (low is None or most >= low) and (high is None or least <= high)

    @property
    def fell(self) -> bool:
        """Whether the attacker was eliminated, as far as its reader was told."""
        one = self.one
        return bool(one.gone) if one.ours else any(isinstance(r, told.EnemyLost) and r.eliminated for r in one.enemy)

    def may_be(self, cell: CombatResult) -> bool:
        """Whether a cell of the table may be what was told to both sides of a combat."""
        resolved = self.resolved
        if resolved.outcome in ("cancelled", "no-contact"):
            return True
        if {"abort": "abort", "overrun": "overrun", "resolved": "losses"}[resolved.outcome] != cell.kind:
            return False
        if not self.leaves(cell):
            return False
        if cell.kind != "losses":
            return True
        left = resolved.type == "assault" and (resolved.advanced or resolved.breakthrough is not None)
        if left and not (cell.retreat or cell.defender_loss):
            return False
        saved = self.tables.retreat.probe_hex_saves * len(resolved.attacker_path)
        most = resolved.attacker_loss + saved
        lost = (
            cell.attacker_loss >= resolved.attacker_loss
            if self.fell
            else resolved.attacker_loss <= cell.attacker_loss <= most
        )
        return lost and (cell.breakthrough or resolved.breakthrough is None)

    def leaves(self, cell: CombatResult) -> bool:
        """Whether a cell calls for the retreat that the defender's own side was told of, or for none where none was."""
        one = self.one
        if one.ours is not False or one.defended is None or one.gone or cell.overrun:
            return True
        due = any(isinstance(report, told.RetreatDue) and report.due for report in self.staff.reports)
        return bool(cell.retreat) == (due or any("hex" in own.changed for own in one.own))

    @property
    def range(self) -> tuple[int | None, int | None]:
        """Between which differentials the result must have lain; None for an open end."""
        if not self.possible:
            return None, None
        least, most = self.possible[0].low, self.possible[-1].high
        if self.one.defended is not None and self.total is not None and self.barrage is not None:
            low, high = self.total + self.lines.total, self.total + self.lines.most
            least = low if least is None else max(least, low)
            most = high if most is None else min(most, high)
        return least, most


# ---- the clause


def why(reckoned: Reckoned) -> Sentence:
    """Why it came out so: our total of 12 (across the Erle −5), with the forest (−2), came to −7 to −1 …."""
    one, resolved = reckoned.one, reckoned.resolved
    if reckoned.total is None or resolved.outcome in ("cancelled", "no-contact"):
        return ()
    total = f"{'our' if one.ours else 'their'} total of {plain(reckoned.total)}"
    own = of_attacker(reckoned)
    taken = [*of_defender(reckoned)]
    named = say(" (", joined(", ", own), ")") if own else ""
    least, most = reckoned.range
    if (least, most) == (None, None):
        was = f"{'our' if one.ours else 'their'} total was {plain(reckoned.total)}"
        return say(total, named, " met ", listing(taken), throw(reckoned)) if taken else say(was, named)
    besides = say(", with ", listing(taken), ",") if taken else ""
    return say(total, named, besides, f" made a differential of {between(least, most)}", throw(reckoned))


def between(least: int | None, most: int | None) -> str:
    return Sum(title=(), bill=Bill(), least=least, most=most).total


def throw(reckoned: Reckoned) -> str:
    """What the roll had to be to drive the defender out, as far as the result tells."""
    possible = reckoned.possible
    if not possible:
        return ""
    whom = "them" if reckoned.one.ours else "us"
    if all(one.drives for one in possible):
        return f", and the roll drove {whom} out"
    if any(one.drives for one in possible):
        if not reckoned.one.ours or reckoned.resolved.type != "assault":
            return ""
        if not reckoned.resolved.advanced:
            return "; they are still there: the roll was too low, or they stood fast"
        is_told = any(isinstance(report, told.EnemyRetreated | told.EnemyLost) for report in reckoned.one.enemy)
        return (
            "" if is_told else "; they are gone, fallen back or eliminated: of a unit so little known that is not told"
        )
    lacking = [one.needed - one.die for one in possible if one.needed is not None]
    if not lacking:
        return f", at which no roll drives {whom} out"
    sure = len(lacking) == len(possible) and min(lacking) == max(lacking)
    return f"; the roll would have had to be {'' if sure else 'at least '}{min(lacking)} higher to drive {whom} out"


def of_attacker(reckoned: Reckoned) -> list[Sentence]:
    """Of the attacker's own lines those that told against them; where it went well, those that spoke for them."""
    totalled = reckoned.one.totalled
    if totalled is None:
        return []
    went_well = all(one.drives for one in reckoned.possible)
    lines = [(rule, value) for rule, value in totalled.lines.items() if (value > 0 if went_well else value < 0)]
    # In the order of their rules, so that they stand alike on each card.
    weightiest = sorted(lines, key=lambda line: -abs(line[1]))[:MOST_CAUSES]
    return [say(name, f" {signed(value)}") for rule, value in lines if (rule, value) in weightiest
            for name in [attackers_line(reckoned, rule, value)]]  # fmt: skip


def reckoned_otherwise(reckoned: Reckoned) -> Sentence:
    """Where an own total came otherwise than it was ordered, and in which lines; nothing where it did not."""
    totalled = reckoned.one.totalled
    if totalled is None or not totalled.ordered:
        return ()
    before = totalled.total - sum(totalled.lines[rule] - value for rule, value in totalled.ordered.items())
    changed = (
        say("what they know about our unit" if rule == "NDC-ATM-02" else attackers_line(reckoned, rule, value),
            f" ({signed(totalled.lines[rule])} instead of {signed(value)})")
        for rule, value in totalled.ordered.items()
    )  # fmt: skip
    is_other = f"came to {plain(totalled.total)}, not to {plain(before)} as you ordered it"
    same = f"came to {plain(totalled.total)} as you ordered it, though not line by line"
    on_its_way = [lost for report in reckoned.staff.all(told.OwnUnitReported) if report.unit.id == totalled.unit
                  for lost in report.on_the_way]  # fmt: skip
    lost = say("; on its way there our unit lost ", listing(map(lost_moving, on_its_way))) if on_its_way else ()
    return say(f"our total {same if before == totalled.total else is_other}: ", listing(changed), lost)


def attackers_line(reckoned: Reckoned, rule: str, value: int) -> Said:
    resolved = reckoned.resolved
    if rule == "NDC-ATM-03":
        return ground_of_attack(reckoned, resolved.origin, resolved.target, value)
    if rule == "NDC-ATM-02":
        return f"how {'little' if value > 0 else 'much'} they knew about our unit"
    return ATTACKERS.get(rule, "") or reckoned.tables.modifiers[rule].name


ATTACKERS: Mapping[str, str] = {
    "NDC-ATM-01": "strength in attack", "NDC-ATM-04": "T/O level", "NDC-ATM-05": "our units beside it",
    "NDC-ATM-06": "out of command", "NDC-ATM-07": "unprepared",
    "NDC-ATM-08": "fatigue", "NDC-ATM-10": "the division commander", "NDC-ATM-11": "the division commander",
    "NDC-ATM-12": "its commander", "NDC-ATM-13": "its leaders",
}  # fmt: skip
DEFENDERS: Mapping[str, str] = {
    "NDC-DFM-01": "our strength in defence", "NDC-DFM-02": "how much they knew about our unit",
    "NDC-DFM-04": "our T/O level", "NDC-DFM-05": "our units beside it", "NDC-DFM-06": "being out of command",
    "NDC-DFM-07": "our fatigue", "NDC-DFM-09": "our chemical shells", "NDC-DFM-11": "their jamming of our unit",
    "NDC-DFM-12": "our division commander", "NDC-DFM-13": "our division commander", "NDC-DFM-14": "our commander",
    "NDC-DFM-15": "our leaders",
}  # fmt: skip
"""What lines are called in the clause, shorter than in the list of modifiers."""


def ground_of_attack(reckoned: Reckoned, origin: Hex, target: Hex, value: int) -> str:
    """What the attacker's terrain line is about: the river that was crossed, or the ground."""
    board = reckoned.staff.after.rules.board
    side = hexside(origin, target)
    for kind, sides in (("major", board.major_river), ("minor", board.minor_river)):
        if side in sides:
            return f"across the {board.river_names[kind]}" + (" by a bridge" if side in board.bridges else "")
    ground = terrain(reckoned)
    return "from high ground" if value > 0 else f"into {'a ' * (ground in COUNTED)}{ground}"


COUNTED = ("town", "city", "hill")
"""Ground that one is in one of."""


def terrain(reckoned: Reckoned) -> str:
    """What the ground is in the hex that was attacked: forest, town."""
    board = reckoned.staff.after.rules.board
    name = reckoned.tables.chart.terrain[board.terrain[reckoned.resolved.target]].name
    return f"{name} ground" if name == "rough" else name


def of_defender(reckoned: Reckoned) -> Iterator[Sentence]:
    """What else counted, in the order of its rules: the ground, jamming, fire, the defender's own as far as known."""
    one, resolved = reckoned.one, reckoned.resolved
    lines = sorted(reckoned.lines.lines, key=lambda line: line.rule)
    for line in lines:
        figures = signed(line.value or 0) if line.most is None else between(line.value, line.most)
        yield say(defenders_line(reckoned, line), f" ({figures})")
    if reckoned.barrage is not None and any((reckoned.barrage, resolved.fire)) and not moved(lines):
        yield say(against(reckoned.barrage, resolved.fire, ours=bool(one.ours)), " (0)")
    if one.ours and one.defended is None:
        yield say("all that they had of their own")
    if reckoned.barrage is None and resolved.fire:
        yield say(f"{'their' if one.ours else 'our'} fire of {counted(resolved.fire, 'CSP')}")


def moved(lines: Sequence[Term]) -> bool:
    """Whether both sides' fire is among these lines: where the one made up for the other it is not."""
    return any(line.rule == "NDC-DFM-16" for line in lines)


def defenders_line(reckoned: Reckoned, line: Term) -> str:
    ours, resolved = reckoned.one.ours, reckoned.resolved
    match line.rule:
        case "NDC-DFM-03":
            return f"the {terrain(reckoned)}"
        case "NDC-DFM-10":
            return f"{'their jamming of our' if ours else 'our jamming of their'} unit"
        case "NDC-DFM-16":
            return against(reckoned.barrage or 0, resolved.fire, ours=bool(ours))
    return DEFENDERS.get(line.rule, "") or reckoned.tables.modifiers[line.rule].name


def against(barrage: int, fire: int, *, ours: bool) -> str:
    """Both sides' fire, as far as there was some."""
    theirs, mine = ("their", "our") if ours else ("our", "their")
    both = [f"{mine} barrage of {counted(barrage, 'CSP')}"] * bool(barrage)
    return " against ".join([*both, *[f"{theirs} fire of {counted(fire, 'CSP')}"] * bool(fire)])


# ---- the sums


def sums(reckoned: Reckoned) -> Iterator[Sum]:
    """The attacker's total, and what is known of the differential, with the range in which it must have lain."""
    one = reckoned.one
    if one.totalled is not None:
        total, name = one.totalled.total, "our total"
        yield Sum.of(say("Our total"), bill_of(one.totalled.lines, reckoned.tables).that_counts)
    elif one.attack is not None:
        total, name = one.attack.total, "the enemy's total, as declared"
    else:
        return
    declared = Bill((Term(name=say(name), value=total, rule="NDC-GCD-11"),))
    least, most = reckoned.range
    fought = reckoned.resolved.outcome not in ("cancelled", "no-contact")
    if fought and (least, most) != (None, None):
        yield Sum(title=say("Differential, by the result"), bill=declared + reckoned.lines, least=least, most=most)
    elif one.totalled is None:
        yield Sum.of(say("The enemy's total"), declared)
