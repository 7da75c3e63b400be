"""Scenes of combat in open country: 0802 and 0902 are clear, without road or river, and nobody else is near.

The tank battalion S-A1 in 0802 attacks the mechanized battalion U-I1 in 0902; both are in command. At full strength, at
level None and in a clear morning its total is 12 + 2 + 4 + 1 + 1 = 20, the resolver's lines are -10 - 4 - 2 - 2 = -18.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.engine.attendance import Attend
from service.engine.orders import Done, Order
from service.engine.seats import STANDING
from service.games.ndc.known.bills import bill_of
from service.games.ndc.known.reports import AttackTotalled, CombatResolved
from service.games.ndc.sections.booking import CombatDeclared, CombatNoted
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.defence import Defend
from service.games.ndc.truth.state import Combat
from tests.bills import lines
from tests.positions import SIDES, Table, position

HQS = (
    "su S-1R at 0602 deployed", "su S-DIV at 0402 deployed", "us U-1B at 1202 deployed", "us U-DIV at 1302 deployed",
)  # fmt: skip
ATTACKER = "su S-A1 at 0802 attack"
DEFENDER = "us U-I1 at 0902 defend"
RESULT, SUPPORT, RETREAT = "NDC-RES-13", "NDC-DFM-16", "NDC-RES-11 retreat of US from 0902"


def battle(
    *units: str,
    attacker: str = "",
    defender: str = "",
    die: int = 5,
    support: int = 3,
    more_dice: dict[str, list[int]] | None = None,
    hqs: Sequence[str] = HQS,
    **given: Any,
) -> Table:
    """Attacker and defender face to face in the attacker's first Movement Segment.

    `attacker` and `defender` add words to their lines; `die` is that of table 11.93, `support` that of table 8.7. Where
    the defender does not choose, they retreat to 1002, away from the edge of the map.
    """
    lines = (f"{ATTACKER} {attacker}", f"{DEFENDER} {defender}", *hqs, *units)
    dice = {RESULT: [die] * 9, SUPPORT: [support] * 9, RETREAT: [3], **(more_dice or {})}
    return position(*lines, by_purpose=dice, **{"phasing": "su", **given})


def stock(table: Table, side: str, **entries: Any) -> Table:
    """Give a side points and the like, in truth and to its knowledge, as an Intelligence Phase would have."""
    seat = SIDES[side]
    for account in (table.truth.accounts[seat], table.picture(side).account):
        for name, value in entries.items():
            setattr(account, name, value)
    return table


def attack(table: Table, type: str = "assault", unit: str = "S-A1", target: str = "0902", **entries: Any) -> Table:
    """One attack is declared and the segment closed: the other side stands before its first question."""
    order = DeclareGroundCombat(unit=unit, target=target, type=type, **entries)  # type: ignore[arg-type]
    phasing = "su" if table.truth.phasing == "Soviet" else "us"
    return table.order(phasing, order, Done())


def answer(table: Table, **entries: Any) -> Table:
    """The defender answers and closes the sheet."""
    return table.order(table.waiting[0], Defend(**entries), Done())


def resolved(table: Table) -> Table:
    """Everything left to defaults until the attacker moves again."""
    return table.done_until("movement-segment")


def sheet(table: Table, number: int = 1) -> Combat:
    """The umpire's own sheet of a combat, which no side sees, as it was last written."""
    noted = (e.combat for e in reversed(table.journal) if isinstance(e, (CombatDeclared, CombatNoted)))
    return next(combat for combat in noted if combat.number == number)


def result(table: Table, side: str) -> CombatResolved:
    """The last combat result that a side was told."""
    return table.told(side, CombatResolved)[-1]


def breakdown(table: Table, side: str = "su") -> dict[str, int | None]:
    """The lines of the last attack's total by their rules, as its own side was told them."""
    told = table.told(side, AttackTotalled)[-1]
    bill = bill_of(told.lines)
    assert told.total == bill.total
    return lines(bill, "rule")


def defence(combat: Combat) -> dict[str, int | None]:
    """The resolver's lines of a combat by their rules, from the umpire's sheet."""
    bill = bill_of(combat.resolver_lines)
    assert combat.differential == combat.total + bill.total
    return lines(bill, "rule")


def leaving(table: Table, *orders: Order) -> Table:
    """The US side gives these standing orders and leaves its answers to them."""
    return table.order("us", *orders, Attend(attendance=STANDING))
