"""What the rules say to orders by what their seat knows, and what it may order: handed a picture, and no truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.engine.cursor import (
    heading_at,
)
from service.engine.game import AnyGame
from service.engine.options import Option
from service.engine.orders import Done, Order, Refusal
from service.engine.outline import Heading, Phase, walk
from service.engine.registry import ENGINE_ORDERS
from service.engine.state import duplicate

AGAINST_A_DUTY = "AGAINST_A_DUTY"
"""The code of a refusal that an order may meet although it was offered."""


def heading_for(game: AnyGame, picture: Any) -> Heading:
    """The heading that a seat was last told of."""
    return heading_at(game.outline, picture.address)


def lawful_types(game: AnyGame, picture: Any) -> tuple[type[Order], ...]:
    """The order types that a seat may give now, by what it was told."""
    if picture.ended:
        return ()
    anytime = lawful_anytime(game)
    return (*heading_for(game, picture).orders, Done, *anytime) if picture.asked else anytime


def lawful_anytime(game: AnyGame) -> tuple[type[Order], ...]:
    """The order types that belong to no heading."""
    return (*(kind for kind in ENGINE_ORDERS if kind is not Done), *game.anytime)


def is_lawful_anytime(game: AnyGame, order: Order) -> bool:
    """Whether an order belongs to no heading."""
    return type(order) in lawful_anytime(game)


def checked(game: AnyGame, picture: Any, orders: Sequence[Order]) -> Any:
    """Check each order against the picture as the earlier ones leave it by belief; the picture after the last of them.

    The given picture stays as it is. Raises Refusal with the index of the first order that the rules forbid.
    """
    judge = Judge(game, picture)
    for order in orders:
        refusal = judge.says(order)
        if refusal is not None:
            raise refusal
    return judge.believed


def demand_lawful(game: AnyGame, picture: Any, orders: Sequence[Order]) -> None:
    """The same, for whoever wants no picture of what is believed after them: of one order alone none is made."""
    if len(orders) != 1:
        checked(game, picture, orders)
    elif (refusal := refusal_of(game, picture, orders[0])) is not None:
        refusal.index = 0
        raise refusal


def judged(game: AnyGame, picture: Any, orders: Sequence[Order]) -> tuple[list[Refusal | None], Any]:
    """The refusal of each order that the rules refuse, None of each that they allow; the picture as those leave it."""
    judge = Judge(game, picture)
    return [judge.says(order) for order in orders], judge.believed


class Judge:
    """Judges the orders of a list one after another, each by the picture as those before it leave it that are allowed.

    The given picture stays as it is. Each order is checked once, so the work grows with the list and no faster.
    """

    def __init__(self, game: AnyGame, picture: Any) -> None:
        self.game = game
        self.believed = duplicate(picture)
        self.heard = 0

    def says(self, order: Order) -> Refusal | None:
        """The refusal of the next order, with its place in the list; None where the rules allow it."""
        refusal = refusal_of(self.game, self.believed, order)
        if refusal is None:
            order.believe(self.believed)
        else:
            refusal.index = self.heard
        self.heard += 1
        return refusal


def refusal_of(game: AnyGame, picture: Any, order: Order) -> Refusal | None:
    """The refusal of an order, if the rules refuse it by this picture, which stays as it is."""
    try:
        if type(order) not in lawful_types(game, picture):
            order.rule_out(picture)
            raise Refusal(order.rule, not_now(game, picture, order), code=out_of_place(game, picture, order))
        order.check(picture)
        if isinstance(order, Done):
            if (closes := heading_for(game, picture).closes) is not None:
                closes(picture)
        elif not is_lawful_anytime(game, order):
            weigh(heading_for(game, picture), picture, order)
    except Refusal as refusal:
        return refusal
    return None


def weigh(heading: Heading, picture: Any, order: Order) -> None:
    """Refuse an order that goes against a duty of its seat, under a code that says so: it may have been offered."""
    if heading.allows is None:
        return
    try:
        heading.allows(picture, order)
    except Refusal as refusal:
        refusal.code = AGAINST_A_DUTY
        raise


def not_now(game: AnyGame, picture: Any, order: Order) -> str:
    """Why an order that belongs elsewhere in the sequence of play is not taken, by the title that forms have for it."""
    if picture.ended:
        return "The match is over; no more orders are taken."
    what = game.words.title(order.kind)
    if not picture.asked:
        return f"You are not asked for orders now, so “{what}” has to wait until you are."
    return f"“{what}” is not ordered in this part of the sequence: you are at {' › '.join(picture.titles[-2:])}."


def out_of_place(game: AnyGame, picture: Any, order: Order) -> str:
    """Whether an order belongs to another step of the phase that a seat was last told of, or to another phase."""
    names = picture.address.split("/") if picture.address else []
    here = [heading_at(game.outline, "/".join(names[: depth + 1])) for depth in range(len(names))]
    phase = next((heading for heading in reversed(here) if isinstance(heading, Phase)), None)
    return "WRONG_STEP" if phase and any(type(order) in h.orders for h in walk(phase)) else "WRONG_PHASE"


def nothing_to_decide(game: AnyGame, picture: Any) -> bool:
    """Whether a seat that is asked could do nothing at its heading but close it, by what it knows.

    What it may order at any heading is not counted: it may order that at the next one too.
    """
    here = (kind for kind in heading_for(game, picture).orders if kind not in lawful_anytime(game))
    return not any(True for kind in here for _ in kind.offers(picture)) and refusal_of(game, picture, Done()) is None


def heading_options(game: AnyGame, picture: Any) -> list[Option]:
    """What a seat may order at the heading where it is asked, closing it included; nothing where it is not asked."""
    if picture.ended or not picture.asked:
        return []
    found = [option for kind in heading_for(game, picture).orders for option in kind.offers(picture)]
    return found if refusal_of(game, picture, Done()) is not None else [*found, *Done.offers(picture)]


def anytime_options(game: AnyGame, picture: Any) -> list[Option]:
    """What a seat may order at any heading, asked or not; nothing once the match is over."""
    return [] if picture.ended else [option for kind in lawful_anytime(game) for option in kind.offers(picture)]


def offered_anytime(game: AnyGame, picture: Any) -> list[type[Order]]:
    """The order types of those options. None of these options is made but the first of its type."""
    types = () if picture.ended else lawful_anytime(game)
    return [kind for kind in types if next(iter(kind.offers(picture)), None) is not None]
