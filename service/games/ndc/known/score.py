"""What a side keeps of its log for the score: who came to objectives, and what the enemy is told to have lost.

The score itself counts what is hidden and is told to nobody before the end (parent 3.38); this is what one who reads
their own log carefully would have on a slip of paper.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from service.engine.hexes import Hex
from service.engine.orders import Order
from service.engine.reports import HeadingOpened, HeadingPassed, OrdersAccepted, Telling
from service.engine.seats import Seat
from service.games.ndc.known.orders import ZoneChange
from service.games.ndc.known.reports import (
    CombatResolved,
    EnemyLost,
    OwnUnitGone,
    OwnUnitReported,
    RetreatDue,
    UnitLocated,
    VictoryDeclared,
)
from service.games.ndc.printed.scenario import Scenario
from service.games.ndc.printed.units import Side, UnitId


def part_of_objectives(scorer: Side) -> str:
    """What the part of the score is called, in the report of the verdict, that the objectives of this side make."""
    return f"objectives held by {scorer}"


@dataclass(frozen=True, kw_only=True)
class Scorebook:
    """What is kept.

    `stands`: where own battalions are that moved, as they were ordered or as they reported. `held`: objectives in which
    a battalion was last known to stand at the end of a segment, and whether it was an own one. `lost`: T/O levels that
    the enemy was told to have lost; `ends`: units of theirs of which only the end was told, not how much was left of
    them. `due`: the own unit that has to retreat, or was the last to. `parts` and `control`: the sum, and who holds
    what, as it was told when the match was over.
    """

    stands: dict[UnitId, tuple[Hex, ...]] = field(default_factory=dict)
    held: dict[Hex, bool] = field(default_factory=dict)
    lost: int = 0
    ends: int = 0
    due: UnitId = ""
    parts: dict[str, int] = field(default_factory=dict)
    control: dict[Hex, Side] = field(default_factory=dict)


class Scorekeeper:
    """Keeps the scorebooks of matches that are played by the scenarios of one set of data."""

    def __init__(self, scenarios: Iterable[Scenario]) -> None:
        given = tuple(scenarios)
        self.objectives = frozenset(one.hex for rules in given for one in rules.objectives)
        self.staffs = frozenset(unit.id for rules in given for unit in rules.units if unit.type == "HQ")

    def after(self, kept: Scorebook | None, told: Telling, seat: Seat, /) -> Scorebook:
        """What is kept after one more entry of a side's log."""
        scorebook = Scorebook() if kept is None else kept
        his_attack = told.occasion is not None and told.occasion.phasing != seat
        match told.report:
            case OrdersAccepted(orders=orders):
                return self.stood(scorebook, moved(orders, scorebook.due))
            case RetreatDue(due=due) if due is not None:
                return replace(scorebook, due=due.unit)
            case OwnUnitReported(unit=unit) if unit.combat:
                return self.stood(scorebook, [(unit.id, unit.hexes)])
            case OwnUnitGone(unit=gone):
                return replace(scorebook, stands={id: hexes for id, hexes in scorebook.stands.items() if id != gone})
            case HeadingOpened() | HeadingPassed():  # all that was ordered before it is worked and told
                return self.known(scorebook, (hex for hexes in scorebook.stands.values() for hex in hexes), own=True)
            case UnitLocated(type=type, mode=mode, hexes=hexes) if type != "HQ" and mode != "deployed":
                return self.known(scorebook, hexes, own=False)
            case CombatResolved(attacker_loss=loss, advanced=advanced, target=target) if his_attack:
                there = self.known(scorebook, [target], own=False) if advanced else scorebook
                return replace(there, lost=there.lost + loss)
            case EnemyLost(steps=steps, eliminated=eliminated) if not his_attack:
                return replace(scorebook, lost=scorebook.lost + steps, ends=scorebook.ends + (eliminated and not steps))
            case VictoryDeclared(parts=parts, control=control):
                return replace(scorebook, parts=dict(parts), control=dict(control))
        return scorebook

    def stood(self, scorebook: Scorebook, units: Iterable[tuple[UnitId, tuple[Hex, ...]]]) -> Scorebook:
        """These battalions stand in these hexes now."""
        new = {id: hexes for id, hexes in units if id not in self.staffs}
        return replace(scorebook, stands={**scorebook.stands, **new}) if new else scorebook

    def known(self, scorebook: Scorebook, hexes: Iterable[Hex], *, own: bool) -> Scorebook:
        """In these hexes, as far as they are objectives, stands a battalion."""
        found = {hex: own for hex in hexes if hex in self.objectives}
        return (
            replace(scorebook, held={**scorebook.held, **found})
            if found.items() - scorebook.held.items()
            else scorebook
        )


def moved(orders: Collection[Order], due: UnitId) -> Iterator[tuple[UnitId, tuple[Hex, ...]]]:
    """The units that these orders take somewhere, and where to, with the one that is `due` to retreat.

    Where something else comes of it, they report.
    """
    for order in orders:
        if isinstance(order, ZoneChange):
            yield order.unit, (order.stay, *order.further)
        elif way := order.way():
            yield from ((unit, way[-1:]) for unit in order.subjects() or (due,))
