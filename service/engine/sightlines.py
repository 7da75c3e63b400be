"""What a player may ask before he orders: whether one sees from place to place, and what a shot is likely to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from service.engine.bills import Bill
from service.engine.orders import Order
from service.engine.places import Place
from service.engine.sentences import Sentence


@dataclass(frozen=True, kw_only=True)
class Obstacle:
    """What stands in a line of sight, in few words, and at which place."""

    place: Place
    what: str


@dataclass(frozen=True, kw_only=True)
class SightLine:
    """The line of sight from place `a` to place `b` as far as a seat knows the ground; `distance` is in steps.

    `hindrances` and `smoke` are what it passes through, `cover` what the ground of b gives against fire from a; all
    three are added to the dice of such fire. `why` says what blocks a line that is not open, and `obstacles` has it
    with its place, as far as it stands anywhere.
    """

    a: Place
    b: Place
    open: bool
    distance: int
    hindrances: int = 0
    smoke: int = 0
    cover: int = 0
    why: Sentence = ()
    obstacles: tuple[Obstacle, ...] = ()
    rule: str = ""


@dataclass(frozen=True, kw_only=True)
class Odds:
    """What an order is likely to do as far as its seat knows: the figure that it is reckoned from, and the bill of
    that figure or of what is added to the dice. `chance` is that of its `effect`, in a hundred; None where nobody
    can say. `outlook` says in sentences what may come of it."""

    figure: str
    value: int
    bill: Bill
    chance: int | None = None
    effect: str = "for some effect"
    outlook: tuple[Sentence, ...] = ()


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
