"""What is added to the dice of fire, shots, rallies and close combat (P4 to P7, P13, P17), as bills.

A report keeps of a bill the names and values of its lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, Literal, cast

from service.engine.bills import Bill, Term
from service.engine.sentences import plain_text, say
from service.games.skirmish.known.picture import Contact
from service.games.skirmish.printed.bases import Base, Fired
from service.games.skirmish.printed.field import Field, cover
from service.games.skirmish.printed.figures import FireFigures
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.printed.sight import Sight, sight
from service.games.skirmish.printed.tables import Tables

LineName = Literal[
    "adjacent", "advanced fire", "air burst", "alone", "assault", "cover", "earlier shots", "enemy broken",
    "enemy near", "enemy pinned", "further bases", "hindrance", "immobilised", "in cover", "in motion", "leader",
    "number", "out of ammunition", "outside the front arc", "pinned", "quality", "rain", "shooter moved",
    "single man", "small target", "smoke", "stays in motion", "suppressions", "suspected", "target cowered",
    "target moving", "target moving fast", "waited", "wind",
]  # fmt: skip
"""What a line of a bill is called; the types see to it that one that is renamed keeps its rule."""
LEADER: Final[LineName] = "leader"
RULES: dict[LineName, str] = {
    "cover": "P10", "hindrance": "P9", "smoke": "P9", "suspected": "P24", "leader": "P6", "pinned": "P5",
    "target cowered": "P5", "advanced fire": "SKR-MOV-03", "stays in motion": "SKR-MOV-04", "waited": "SKR-AFP-03",
}  # fmt: skip
"""The rule of a line, where it has another than the roll to which it is added."""
WORDED: dict[LineName, str] = {"advanced fire": "advanced fire after a move"}
"""What a line is called before a player, where its name alone would not say why it is there."""


def bill(rule: str, values: Iterable[tuple[LineName, int]]) -> Bill:
    """The bill of these lines of a roll, those that come to nothing left out."""
    found = ((name, value, RULES.get(name, rule)) for name, value in values if value)
    return Bill(tuple(Term(name=say(name), value=value, rule=own) for name, value, own in found))


def bill_again(rule: str, values: Iterable[tuple[str, int]]) -> Bill:
    """The bill of lines of a roll that a report kept, as a player reads it."""
    return worded(bill(rule, ((cast(LineName, name), value) for name, value in values)))


def worded(bill: Bill) -> Bill:
    """A bill with the names by which a player knows what its lines are for."""
    names = ((line, WORDED.get(cast(LineName, plain_text(line.name)))) for line in bill.lines)
    return Bill(tuple(line if name is None else replace(line, name=say(name)) for line, name in names))


def kept(bill: Bill) -> tuple[tuple[str, int], ...]:
    """The names and values of a bill's lines, as reports keep them."""
    return tuple((plain_text(line.name), line.value) for line in bill.lines if line.value is not None)


def fire_bill(
    tables: Tables, shooter: Base, line: Sight, screen: int, step: Fired, *, suspected: bool, moving: bool, fast: bool,
    cowered: bool, in_woods: bool = False, off: bool = False,
) -> Bill:  # fmt: skip
    """What is added to the dice of one shooter's fire (P7; SKR-MOV-03, 04, SKR-AFP-03).

    `off`: they fire a turret outside their front arc.
    """
    figures, found = tables.fire.modifiers, list[tuple[LineName, int]]()
    if tables.bases.profile(shooter).cls.indirect and in_woods:
        found.append(("air burst", figures["air burst"]))
    else:
        found.append(("cover", screen))
    conditions: dict[LineName, bool] = {
        "target cowered": cowered,
        "target moving fast": fast,
        "target moving": moving and not fast and screen <= 0,
        "adjacent": line.distance == 1,
        "advanced fire": shooter.moved and step in ("moving", "closing"),
        "stays in motion": shooter.in_motion,
        "waited": step == "closing" and not shooter.moved,
        "pinned": shooter.pinned,
        "outside the front arc": off,
        "suspected": suspected,
    }
    found += [(name, figures[name]) for name, holds in conditions.items() if holds]
    found += [("hindrance", figures["hindrance"] * line.hindrances), ("smoke", figures["smoke"] * line.smoke)]
    return bill("P7", found)


def worst(bills: Sequence[Bill]) -> Bill:
    """Of a group that fires together, each line as it is worst for the fire; one that somebody has not is nothing."""
    each = [{line.name: line.value or 0 for line in bill.lines} for bill in bills]
    lines = {line.name: line for bill in reversed(bills) for line in bill.lines}
    names = dict.fromkeys(name for values in each for name in values)
    found = (replace(lines[name], value=max(values.get(name, 0) for values in each)) for name in names)
    return Bill(tuple(found)).that_counts


def shot_bill(
    figures: FireFigures, shooter: Base, line: Sight, screen: int, *, moving: bool, fast: bool, small: bool,
    earlier: int, off: bool,
) -> Bill:  # fmt: skip
    """What is added to the dice of a shot at armour (P13); `earlier` shots of theirs at it make it easier."""
    names, others = figures.to_hit_modifiers, figures.modifiers
    conditions: dict[LineName, bool] = {
        "target moving fast": fast,
        "target moving": moving and not fast,
        "small target": small,
        "shooter moved": shooter.moved,
        "pinned": shooter.pinned,
    }
    return bill("P13", (
        ("cover", screen),
        *((name, names[name]) for name, holds in conditions.items() if holds),
        ("earlier shots", max(names["earlier shots at most"], names["earlier shot"] * earlier)),
        ("outside the front arc", others["outside the front arc"] if off else 0),
        ("hindrance", others["hindrance"] * line.hindrances),
        ("smoke", others["smoke"] * line.smoke),
    ))  # fmt: skip


def rally_bill(
    rules: Scenario, ground: Field, base: Base, leader: Base | None, here: Iterable[Base], enemies: Iterable[Contact]
) -> Bill:
    """What is added to a rally roll (P6): `here` are the own bases in its hex, `enemies` those that its side knows."""
    assert base.hex is not None
    figures = rules.tables.morale.leaders
    found: list[tuple[LineName, int]] = [("suppressions", base.suppression)]
    if leader is not None:
        found.append((LEADER, leader.rating))
    elif not any(b.leader and b.steady and b.id != base.id for b in here):
        found.append(("alone", figures.alone))
    lines = (sight(rules, ground, base.hex, enemy.hex) for enemy in enemies)
    if any(line.open and line.distance <= figures.enemy_near_within for line in lines):
        found.append(("enemy near", figures.enemy_near))
    if cover(rules, ground, base.hex, base.hex, base) >= figures.cover_from:
        found.append(("in cover", figures.in_cover))
    return bill("P6", found)
