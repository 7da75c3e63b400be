"""A battle as both sides know it, and what one side has committed to its next round, sealed until it is fought."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from service.engine.state import duplicate
from service.games.campaign1776.printed.fighting import Card
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.reading import Seat

Supply = Literal["use", "not", "wusad", "rule"]
"""What a side says of its supply in a round: it is used, or not; it is used if the attacker's is (wusad); or by the
rule: it is used if it changes the odds (C76-PBM-20 to 22)."""
SUPPLIES: tuple[Supply, ...] = get_args(Supply)
BATTLE = "battle"
"""The occasion on which all of a battle is told."""
SEA_BATTLE = "sea battle"
"""The occasion on which a battle at sea is told."""
Over = Literal["", "no combat", "no effect", "withdrawal", "destroyed", "stopped", "winter"]
"""Why a battle is over; nothing while it goes on."""


@dataclass(slots=True, kw_only=True)
class Battle:
    """A battle in a hex in one combat phase, as both sides know it.

    `attacker`: who attacks now. `rounds`: fought so far, those without a die left out. `used`: rounds in which each
    side's supply was used; `barred`: sides that have lost theirs (C76-FORT-09); `lost`: strength points of each side.
    `said`: what was declared of supply for the coming round. `stopped`: the attacker has stopped, and the other side
    may go on. `outside`: the sides of which troops fought here outside forts. `by_plan`: the sides that are asked
    nothing in it, as their plan answers.
    """

    hex: Hex
    attacker: Seat
    rounds: int = 0
    used: dict[Seat, int] = field(default_factory=dict)
    barred: list[Seat] = field(default_factory=list)
    lost: dict[Seat, int] = field(default_factory=dict)
    said: dict[Seat, Supply] = field(default_factory=dict)
    stopped: bool = False
    outside: list[Seat] = field(default_factory=list)
    by_plan: list[Seat] = field(default_factory=list)
    over: Over = ""

    @property
    def open(self) -> bool:
        return not self.over


@dataclass(slots=True, kw_only=True)
class Commit:
    """What a side has committed to the next round of a battle: a card, or none where one is to be drawn, and supply.

    `continuous`: so many rounds are fought at once, without cards (C76-PBM-27). `planned`: the rest of the battle is
    left to the plan; `spares`: nothing else is said, and the hex is not attacked.
    """

    card: Card = ""
    supply: Supply = "rule"
    continuous: int = 0
    planned: bool = False
    spares: bool = False


def stopped(battle: Battle, said: Supply) -> Battle:
    """The battle once its attacker has stopped, and has said what of their supply if the other side goes on."""
    return replace(duplicate(battle), stopped=True, said={battle.attacker: said})


def left_to_plan(battle: Battle, seats: Iterable[Seat]) -> Battle:
    """The battle once these sides have left the rest of it to their plans."""
    return replace(duplicate(battle), by_plan=sorted({*battle.by_plan, *seats}))
