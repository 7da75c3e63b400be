"""Tries of the Rally Phase (SKR-SEQ-03): what repairs, ammunition and rallies have in common.

The attacker orders their tries step by step; those of the defender are made for them, in each step after the
attacker's, so that the phase costs no exchange.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from service.engine.bills import Bill
from service.engine.orders import Order, Refusal
from service.engine.roles import Subject
from service.games.skirmish.known.bills import kept
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reports import CheckTold
from service.games.skirmish.printed.bases import Base, BaseId
from service.games.skirmish.printed.figures import Checked
from service.games.skirmish.truth.state import RallyPlan, State

NOTHING = Bill()


@dataclass(frozen=True, kw_only=True)
class Try(Order):
    """What the tries of the Rally Phase have in common: a base makes one of each sort in a phase."""

    rule: ClassVar[str] = "SKR-SEQ-03"
    what: ClassVar[str]

    base: Subject[BaseId]

    def believe(self, picture: Picture) -> None:
        """The owner notes a try; what came of it they are told."""
        own = picture.own[self.base]
        own.tried = (*own.tried, self.what)


def may(ask: Callable[..., None], *given: object) -> bool:
    """Whether a try is open to a base."""
    try:
        ask(*given)
    except Refusal:
        return False
    return True


def told(
    base: Base, what: str, rule: str, faces: tuple[int, ...], result: Checked, added: Bill = NOTHING, *,
    number: int | None = None, now: str = "",
) -> CheckTold:  # fmt: skip
    return CheckTold(
        base=base.id, what=what, rule=rule, faces=faces, modifiers=kept(added), result=result, number=number, now=now
    )


def attacker_bases(state: State) -> list[Base]:
    return state.on_map(state.phasing)


def rally_plan(state: State) -> RallyPlan:
    """The rally plans that hold in this player turn."""
    return state.rally_plan or RallyPlan.of(state.bases.values())


def defenders(state: State) -> list[Base]:
    """The defender's bases in the order in which they try: routed before broken, then by id (rally plan)."""
    if state.options["rally_sides"] != "both":
        return []
    return sorted(state.on_map(state.non_phasing), key=lambda base: (base.morale != "routed", base.id))
