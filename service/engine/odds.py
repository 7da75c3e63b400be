"""What orders are likely to come to, and what the enemy will be told of them, as far as their owner can know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from service.engine.bills import Bill
from service.engine.orders import Order
from service.engine.sentences import Sentence


@dataclass(frozen=True, kw_only=True)
class Odds:
    """What an order is likely to do as far as its seat knows: the figure that it is reckoned from, and the bill of
    that figure or of what is added to the dice. Where dice leave a range, `value` is the least that the figure can be
    and `most` the most. `chance` is that of its `effect`, in a hundred; None where nobody can say. `outlook` says in
    sentences what may come of it. It is `vain` where nobody would advise it to a newcomer; of orders that are alike but
    for a number, that with the greatest `promise` serves best."""

    figure: str
    value: int
    bill: Bill
    most: int | None = None
    chance: int | None = None
    effect: str = "for some effect"
    outlook: tuple[Sentence, ...] = ()
    vain: bool = False
    promise: int = 0


Given = TypeVar("Given", bound=Order)


def likeliest_first(orders: Iterable[Given], odds: Callable[[Order], Odds | None]) -> list[tuple[Given, Odds | None]]:
    """Orders with their odds, by their chances from the greatest; of those without a chance, last, in their order."""
    return sorted(((order, odds(order)) for order in orders), key=lambda one: -((one[1] and one[1].chance) or 0))


@dataclass(frozen=True, kw_only=True)
class Foretold:
    """What the enemy will be told when orders are sent, or what sending them ends, as far as their owner can know.

    `grave`: to be looked at before one sends, as it cannot be made good in this turn.
    """

    text: Sentence
    rule: str
    grave: bool = False
